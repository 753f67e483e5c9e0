//! Taking back a run's images. One that was replaced or removed since is left alone.

use crate::{
    catalog::{
        entities::photo,
        photos::{self, Owner},
        shop_runs::{ResultRow, Taken, Undo},
        website_photos::SOURCE,
        writing::Act,
    },
    platform::error::Result,
};

pub(super) const UNDO: Undo = Undo {
    action: "shop.photo_undo",
    subject: "image run",
    is_one_entry: false,
    take_back: |act, result| Box::pin(remove(act, result)),
};

const GONE: Taken = Taken::Kept("It was removed or replaced since.");

async fn remove(act: &Act<'_>, result: &ResultRow) -> Result<Taken> {
    let shown = photos::of_owner(act.transaction(), Owner::Shop(result.shop_id)).await?;
    let added = shown
        .into_iter()
        .find(|photo| photo.source == SOURCE && photo.source_url == result.detail);
    let Some(added) = added else {
        return Ok(GONE);
    };
    // Locked: someone may be changing it.
    let added: Option<photo::Model> = act.find(added.id).await?;
    let Some(added) = added.filter(|photo| photo.removed_at.is_none()) else {
        return Ok(GONE);
    };
    let mut after = added.clone();
    after.removed_at = Some(act.now());
    // What somebody removed isn't added again (D77). This was only a run, and another may add it.
    after.source_url = None;
    act.update(&added, after).await?;
    Ok(Taken::Back)
}
