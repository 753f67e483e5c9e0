//! The first photo of a shop or a town, from a URL (D55): fetched by the guarded client and stored as our own files.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{
    catalog::{
        photo_acts,
        photos::{self, NewPhoto, Owner},
        writing::Act,
    },
    features::Services,
    platform::{
        error::{Error, Result},
        id_generator::IdGenerator,
        photo_files::{StoredPhoto, use_photo},
    },
};

/// The purpose of its files; at most 16 characters.
const PURPOSE: &str = "administrator";

/// A fetched picture that isn't used yet.
#[derive(Clone, Debug)]
pub(in super::super) struct FetchedPhoto {
    file: StoredPhoto,
    source_url: String,
    fetched_at: DateTime<Utc>,
    pub(in super::super) credit: Option<String>,
    pub(in super::super) license: Option<String>,
}

/// Fetches the picture at `address`.
pub(in super::super) async fn fetch(services: &Services, address: &str) -> Result<FetchedPhoto> {
    let refused = |message: String| Error::invalid_field("imageUrl", message);
    let fetched = services
        .outbound
        .get(address)
        .await
        .map_err(|error| refused(error.to_string()))?;
    if fetched.status != 200 {
        return Err(refused(format!(
            "The site returned {} instead of a picture.",
            fetched.status
        )));
    }
    let stored = services.photo_files.store(PURPOSE, fetched.body).await;
    let file = stored.map_err(|error| match error {
        Error::Invalid { message, .. } => refused(message.into_owned()),
        other => other,
    })?;
    Ok(FetchedPhoto {
        file,
        source_url: address.trim().to_owned(),
        fetched_at: services.clock.now(),
        credit: None,
        license: None,
    })
}

/// Replaces the shop's first photo with `new`, or removes it.
pub(super) async fn replace_cover(
    act: &Act<'_>,
    identifiers: &IdGenerator,
    shop: Uuid,
    new: Option<&FetchedPhoto>,
) -> Result<()> {
    let owner = Owner::Shop(shop);
    let cover = photos::of_owner(act.transaction(), owner)
        .await?
        .into_iter()
        .next();
    let position = cover.as_ref().map_or(0, |cover| cover.position);
    if let Some(cover) = cover {
        photo_acts::remove(act, cover).await?;
    }
    match new {
        Some(new) => show(act, identifiers, owner, (new, position)).await,
        None => Ok(()),
    }
}

/// Shows a fetched photo at this position of its owner's.
pub(in super::super) async fn show(
    act: &Act<'_>,
    identifiers: &IdGenerator,
    owner: Owner,
    (new, position): (&FetchedPhoto, i32),
) -> Result<()> {
    let file = use_photo(act.transaction(), PURPOSE, &new.file.key).await?;
    let row = NewPhoto {
        credit: new.credit.clone(),
        license: new.license.clone(),
        source_url: Some(new.source_url.clone()),
        fetched_at: Some(new.fetched_at),
        ..NewPhoto::uploaded(owner, file, "admin")
    };
    photo_acts::show(act, identifiers, &row, Some(position)).await?;
    Ok(())
}
