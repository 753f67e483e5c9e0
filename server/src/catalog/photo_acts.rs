//! Photo changes within an act, so they can be undone.

use super::{
    entities::photo,
    photos::{self, NewPhoto},
    writing::Act,
};
use crate::platform::{error::Result, id_generator::IdGenerator};

/// Shows a photo, at this position or after the owner's others. It is recorded as previously removed, so that undoing
/// removes it and its files like any removed photo.
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

/// Shows `new` in the place of `old`. Undoing brings `old` back, and removes `new` and its files like any removed photo.
///
/// # Errors
///
/// When someone else has changed it since, or the database fails.
pub async fn replace(act: &Act<'_>, old: photo::Model, new: photo::Model) -> Result<()> {
    let mut hidden = new.clone();
    hidden.removed_at = Some(act.now());
    photos::insert(act.transaction(), &hidden).await?;
    remove(act, old).await?;
    act.update(&hidden, new).await?;
    Ok(())
}

/// Removes a photo from its pages; undoing brings it back.
///
/// # Errors
///
/// When someone else has changed it since, or the database fails.
pub async fn remove(act: &Act<'_>, photo: photo::Model) -> Result<()> {
    let mut after = photo.clone();
    after.removed_at = Some(act.now());
    act.update(&photo, after).await?;
    Ok(())
}
