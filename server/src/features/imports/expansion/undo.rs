//! Taking back what a run added: shops that nobody has touched go, with a town that was made for them; the others stay,
//! and the run says why.

use std::sync::Arc;

use uuid::Uuid;

use super::{
    super::history::{Adding, remove_shop, touched},
    entity as expansion_area, store,
};
use crate::{
    catalog::{
        admission::new_city,
        entities::{audit::image, shop},
        shop_runs::{self, ShopOutcome},
        writing::{Act, Ledger, Recorded, Subject},
    },
    platform::{error::Result, web::Actor},
};

/// What taking back did.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TakenBack {
    pub(super) removed: usize,
    pub(super) kept: usize,
}

/// Takes back one act of a run, such as that of a metro area.
///
/// # Errors
///
/// [`Conflict`](crate::platform::error::Error::Conflict) if it was undone already; otherwise when the database fails.
pub(super) async fn take_back(
    ledger: &Ledger,
    actor: Actor,
    (run, entry): (Uuid, Uuid),
) -> Result<TakenBack> {
    let acted = ledger.act(actor, "expansion.undo", move |act| {
        Box::pin(async move {
            let undone = store::mark_undone(act.transaction(), entry, act.entry()).await?;
            act.set_subject(Subject {
                kind: "act",
                id: undone.subject_id,
                label: undone.subject_label,
            });
            let written: Arc<[image::Model]> =
                store::images_of(act.transaction(), entry).await?.into();
            let taken = remove_shops(act, (run, entry), &written).await?;
            for image in written.iter() {
                if image.table_name == expansion_area::Model::TABLE
                    && let Some(row) = act.find::<expansion_area::Model>(image.row_id).await?
                {
                    act.delete(&row).await?;
                }
                if new_city::is_recorded_in(&image.table_name) {
                    let made = image.after_image.clone();
                    new_city::remove_unused(act, image.row_id, made).await?;
                }
            }
            Ok(taken)
        })
    });
    Ok(acted.await?.value)
}

async fn remove_shops(
    act: &Act<'_>,
    (run, entry): (Uuid, Uuid),
    written: &[image::Model],
) -> Result<TakenBack> {
    let added: Vec<Uuid> = written
        .iter()
        .filter(|image| image.table_name == shop::Model::TABLE && image.before_image.is_none())
        .map(|image| image.row_id)
        .collect();
    let touched = touched(act.transaction(), Adding::Act(entry), &added).await?;
    let mut taken = TakenBack::default();
    for id in added {
        let result = match touched.get(&id) {
            Some(reason) => {
                taken.kept += 1;
                (ShopOutcome::Skipped, Some(*reason))
            }
            None => {
                remove_shop(act, id).await?;
                taken.removed += 1;
                (ShopOutcome::Undone, None)
            }
        };
        shop_runs::note(act.transaction(), (run, id), result, act.now()).await?;
    }
    Ok(taken)
}
