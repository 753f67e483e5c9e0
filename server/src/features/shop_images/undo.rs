//! Taking back a run's images. One that was replaced or removed since is left alone.

use crate::{
    catalog::{
        entities::photo,
        photo_acts,
        photos::{self, Owner},
        shop_runs::{ResultRow, Undo},
        website_photos::SOURCE,
        writing::Act,
    },
    platform::error::Result,
};

pub(super) const UNDO: Undo = Undo {
    action: "shop.photo_undo",
    subject: "image run",
    take_back: |act, result| Box::pin(remove(act, result)),
};

async fn remove(act: &Act<'_>, result: &ResultRow) -> Result<bool> {
    let shown = photos::of_owner(act.transaction(), Owner::Shop(result.shop_id)).await?;
    let added = shown
        .into_iter()
        .find(|photo| photo.source == SOURCE && photo.source_url == result.detail);
    let Some(added) = added else {
        return Ok(false);
    };
    // Locked: someone may be changing it.
    let added: Option<photo::Model> = act.find(added.id).await?;
    let Some(added) = added.filter(|photo| photo.removed_at.is_none()) else {
        return Ok(false);
    };
    photo_acts::remove(act, added).await?;
    Ok(true)
}
