//! Foursquare's photos of a shop: the four best that are good enough, before those from its website, and none where the
//! shop's people or the administrator gave their own.

use chrono::{DateTime, Utc};
use photo_files::Look;
use uuid::Uuid;

use super::rules::{self, SHOWN};
use crate::{
    catalog::{
        entities::photo,
        origin::{FOURSQUARE_API, OWNER, SUBMITTER},
        photo_acts,
        photos::{self, NewPhoto, Owner},
        writing::Act,
    },
    features::Services,
    platform::{
        error::{Error, Result},
        foursquare::Place,
        id_generator::IdGenerator,
        photo_files::{StoredPhoto, use_photo},
    },
};

/// The purpose of its files; at most 16 characters.
const PURPOSE: &str = "foursquare";
const CREDIT: &str = "Photo: Foursquare";
/// Whose photos are never replaced.
const BY_HAND: [&str; 3] = [OWNER, SUBMITTER, "admin"];

/// What a shop will show, best first.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan(Vec<Wanted>);

#[derive(Clone, Debug)]
enum Wanted {
    /// A photo that the shop has already.
    Kept(Uuid),
    New {
        file: StoredPhoto,
        address: String,
    },
}

/// Chooses photos of `place`, and fetches those that the shop doesn't have yet.
pub(super) async fn plan(services: &Services, shop: Uuid, place: &Place) -> Result<Plan> {
    let reads = services.database.reads();
    let owner = Owner::Shop(shop);
    let present = photos::of_owner(reads, owner).await?;
    if are_by_hand(&present) {
        return Ok(Plan::default());
    }
    let (mut wanted, mut looks) = (Vec::new(), Vec::new());
    for photo in rules::best_photos(&place.photos, services.clock.now()) {
        if wanted.len() == SHOWN {
            break;
        }
        let Some(address) = photo.address() else {
            continue;
        };
        let known = present.iter().find(|row| is_from(row, &address));
        if let Some(known) = known {
            wanted.push(Wanted::Kept(known.id));
        } else if !photos::was_removed(reads, owner, &address).await?
            && let Some((file, look)) = fetch(services, &address).await?
            && !looks.iter().any(|other: &Look| other.is_same(&look))
        {
            looks.push(look);
            wanted.push(Wanted::New { file, address });
        }
    }
    Ok(Plan(wanted))
}

fn are_by_hand(photos: &[photo::Model]) -> bool {
    let mut sources = photos.iter().map(|row| row.source.as_str());
    sources.any(|source| BY_HAND.contains(&source))
}

fn is_from(row: &photo::Model, address: &str) -> bool {
    row.source == FOURSQUARE_API && row.source_url.as_deref() == Some(address)
}

/// The file and how it looks, or `None` if it can't be had, isn't a picture, or is none of a place.
async fn fetch(services: &Services, address: &str) -> Result<Option<(StoredPhoto, Look)>> {
    let fetched = match services.outbound.get(address).await {
        Ok(fetched) if fetched.status == 200 => fetched,
        Ok(fetched) => {
            tracing::debug!(address, status = fetched.status, "a photo can't be fetched");
            return Ok(None);
        }
        Err(error) => {
            tracing::debug!(address, %error, "a photo can't be fetched");
            return Ok(None);
        }
    };
    let Some(look) = services.photo_files.look(fetched.body.clone()).await? else {
        return Ok(None);
    };
    if let Some(reason) = look.complaint() {
        tracing::debug!(address, reason, "a photo isn't shown");
        return Ok(None);
    }
    match services.photo_files.store(PURPOSE, fetched.body).await {
        Ok(stored) => Ok(Some((stored, look))),
        Err(Error::Invalid { message, .. }) => {
            tracing::debug!(address, %message, "a photo can't be used");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Ends the shop's photos from Foursquare.
pub(super) async fn end(act: &Act<'_>, shop: Uuid) -> Result<()> {
    let present = photos::of_owner(act.transaction(), Owner::Shop(shop)).await?;
    for row in present.iter().filter(|row| row.source == FOURSQUARE_API) {
        end_one(act, row).await?;
    }
    Ok(())
}

async fn end_one(act: &Act<'_>, row: &photo::Model) -> Result<()> {
    if row.expires_at.is_none_or(|end| end > act.now()) {
        let mut after = row.clone();
        after.expires_at = Some(act.now());
        act.update(row, after).await?;
    }
    Ok(())
}

/// Shows the planned photos until `until`, and ends those that Foursquare no longer has. Returns how many are new.
pub(super) async fn show(
    act: &Act<'_>,
    identifiers: &IdGenerator,
    (shop, plan): (Uuid, &Plan),
    until: DateTime<Utc>,
) -> Result<i32> {
    let owner = Owner::Shop(shop);
    let present = photos::of_owner(act.transaction(), owner).await?;
    // Somebody has added their own meanwhile.
    if are_by_hand(&present) {
        return Ok(0);
    }
    let others = present.iter().filter(|row| row.source != FOURSQUARE_API);
    let before_others = others.map(|row| row.position).min().unwrap_or(0);
    let first = before_others - i32::try_from(SHOWN).unwrap_or(0);
    let mut added = 0;
    for (position, wanted) in (first..).zip(&plan.0) {
        match wanted {
            Wanted::Kept(id) => {
                let Some(row) = present.iter().find(|row| row.id == *id) else {
                    continue;
                };
                let renewed = photo::Model {
                    position,
                    fetched_at: Some(act.now()),
                    expires_at: Some(until),
                    ..row.clone()
                };
                act.update(row, renewed).await?;
            }
            Wanted::New { file, address } => {
                let file = use_photo(act.transaction(), PURPOSE, &file.key).await?;
                let new = NewPhoto {
                    credit: Some(CREDIT.to_owned()),
                    source_url: Some(address.clone()),
                    fetched_at: Some(act.now()),
                    expires_at: Some(until),
                    ..NewPhoto::uploaded(owner, file, FOURSQUARE_API)
                };
                photo_acts::show(act, identifiers, &new, Some(position)).await?;
                added += 1;
            }
        }
    }
    let is_kept = |row: &photo::Model| {
        let mut wanted = plan.0.iter();
        wanted.any(|wanted| matches!(wanted, Wanted::Kept(id) if *id == row.id))
    };
    for row in present
        .iter()
        .filter(|row| row.source == FOURSQUARE_API && !is_kept(row))
    {
        end_one(act, row).await?;
    }
    Ok(added)
}
