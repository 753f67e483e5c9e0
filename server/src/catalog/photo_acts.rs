//! Photos within an act, so that undoing finds them.

use super::{
    entities::photo,
    photos::{self, NewPhoto},
    writing::Act,
};
use crate::platform::{error::Result, id_generator::IdGenerator};

/// Shows a photo, at this place of its owner's or after the others. It is recorded as one that was removed before, so that
/// undoing takes it off again and its files go the way of all removed photos.
pub async fn show(
    act: &Act<'_>,
    identifiers: &IdGenerator,
    new: &NewPhoto,
    position: Option<i32>,
) -> Result<photo::Model> {
    let row = photos::add(act.transaction(), new, identifiers, act.now()).await?;
    let hidden = photos::remove(act.transaction(), &row, act.now()).await?;
    let mut shown = hidden.clone();
    shown.removed_at = None;
    shown.position = position.unwrap_or(row.position);
    act.update(&hidden, shown).await
}

/// Takes a photo off its pages; undoing brings it back.
pub async fn take_away(act: &Act<'_>, photo: photo::Model) -> Result<()> {
    let mut after = photo.clone();
    after.removed_at = Some(act.now());
    act.update(&photo, after).await?;
    Ok(())
}
