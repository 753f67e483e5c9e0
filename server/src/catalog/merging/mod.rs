//! Merging two shops, or two towns, that are the same. Everything belonging to the removed shop moves to the remaining
//! one. Its own row is kept, marked deleted, with its votes and statistics, so that nothing is lost and the merge can
//! be undone.

mod figures;
mod related_rows;
mod towns;
mod votes;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

pub use towns::merge_towns;

use super::{
    Kind,
    admission::origins,
    amenities::{Amenity, FURTHER},
    entities::shop,
    foursquare_content::{HOURS, gave},
    writing::{Act, RecordedTable, Subject},
};
use crate::{
    catalog::not_found::shop_not_found,
    platform::{
        error::{Error, Result},
        id_generator::IdGenerator,
    },
};
use votes::Overlap;

/// The merge in the audit log, besides the rows it wrote.
pub const TABLE: &str = "shop_merges";

/// What of the shop that goes can be taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Fact {
    Name,
    /// Includes town and pin.
    Address,
    Phone,
    Website,
    /// Not what Foursquare's API gave, which ends with the shop that it is about.
    Hours,
    Description,
    OnlineStore,
    /// Menu, profiles, public email address and price level.
    Links,
    Amenities,
}

/// Two shops to merge.
#[derive(Clone, Debug)]
pub struct Merge {
    pub stays: Uuid,
    pub goes: Uuid,
    pub take: Vec<Fact>,
}

/// Merges two shops.
///
/// # Errors
///
/// [`Error::Conflict`] when both have an owner; otherwise when the database fails.
pub async fn merge(act: &Act<'_>, identifiers: &IdGenerator, merge: Merge) -> Result<()> {
    // Locked in ID order, so that two simultaneous merges can't deadlock.
    let first = find(act, Ord::min(merge.stays, merge.goes)).await?;
    let second = find(act, Ord::max(merge.stays, merge.goes)).await?;
    let (stays, goes) = if first.id == merge.stays {
        (first, second)
    } else {
        (second, first)
    };
    if let (Some(one), Some(other)) = (stays.owner_id, goes.owner_id)
        && one != other
    {
        return Err(Error::Conflict(
            "Both shops have an owner. Revoke one ownership first.".into(),
        ));
    }
    act.set_subject(Subject::new("shop", stays.id, &stays.name));
    act.set_note(&format!("{} ({}) was merged into it", goes.name, goes.slug));
    let addresses = [goes.slug.clone(), goes.id.to_string()];
    related_rows::move_addresses(act, identifiers, ("shop", addresses), (stays.id, goes.id))
        .await?;
    related_rows::move_all(act, &stays, &goes).await?;
    let mut gone = goes.clone();
    gone.slug = format!("merged-{}", goes.id.simple());
    gone.deleted_at = Some(act.now());
    gone.owner_id = None;
    gone.submitter_id = None;
    act.update(&goes, gone).await?;
    let mut after = stays.clone();
    after.owner_id = stays.owner_id.or(goes.owner_id);
    after.submitter_id = stays.submitter_id.or(goes.submitter_id);
    after.created_at = Ord::min(stays.created_at, goes.created_at);
    // It was set for this shop, whichever of the two rows it is in.
    after.own_time_zone = (stays.own_time_zone.clone()).or_else(|| goes.own_time_zone.clone());
    // Removing the demo doesn't remove a real shop.
    after.sample = stays.sample && goes.sample;
    for fact in &merge.take {
        take(&mut after, &goes, *fact);
    }
    act.update(&stays, after).await?;
    act.touch((Kind::Shop, stays.id));
    let overlap = votes::add(act.transaction(), stays.id, goes.id).await?;
    votes::add_to_count(act.transaction(), stays.id, goes.upvote_count).await?;
    figures::add(act.transaction(), stays.id, goes.id).await?;
    let merged = json!({
        "stays": stays.id,
        "goes": goes.id,
        "votes": goes.upvote_count,
        "overlap": overlap,
    });
    act.record_image(TABLE, goes.id, (None, Some(merged)));
    Ok(())
}

async fn find(act: &Act<'_>, id: Uuid) -> Result<shop::Model> {
    let row: Option<shop::Model> = act.find(id).await?;
    row.filter(|row| row.deleted_at.is_none())
        .ok_or_else(shop_not_found)
}

fn take(row: &mut shop::Model, from: &shop::Model, fact: Fact) {
    let names: &[&str] = match fact {
        Fact::Name => {
            row.name.clone_from(&from.name);
            &["name"]
        }
        Fact::Address => {
            row.city_id = from.city_id;
            row.street.clone_from(&from.street);
            row.zip_code.clone_from(&from.zip_code);
            (row.latitude, row.longitude) = (from.latitude, from.longitude);
            row.time_zone.clone_from(&from.time_zone);
            &["address"]
        }
        Fact::Phone => {
            row.phone.clone_from(&from.phone);
            row.telephone.clone_from(&from.telephone);
            &["phone"]
        }
        Fact::Website => {
            row.website.clone_from(&from.website);
            &["website"]
        }
        Fact::Hours if gave(from, HOURS) => return,
        Fact::Hours => {
            row.hours.clone_from(&from.hours);
            row.opening_hours.clone_from(&from.opening_hours);
            row.hours_confirmed_at = from.hours_confirmed_at;
            row.hours_confirmed_by.clone_from(&from.hours_confirmed_by);
            &["hours"]
        }
        Fact::Description => {
            row.description.clone_from(&from.description);
            row.owner_description.clone_from(&from.owner_description);
            &["description"]
        }
        Fact::OnlineStore => {
            row.online_store_url.clone_from(&from.online_store_url);
            row.online_store_name.clone_from(&from.online_store_name);
            &[]
        }
        Fact::Links => {
            row.menu_url.clone_from(&from.menu_url);
            row.instagram.clone_from(&from.instagram);
            row.facebook.clone_from(&from.facebook);
            row.public_email.clone_from(&from.public_email);
            row.price_level = from.price_level;
            &[
                "menuUrl",
                "instagram",
                "facebook",
                "publicEmail",
                "priceLevel",
            ]
        }
        Fact::Amenities => {
            row.has_wifi = from.has_wifi;
            row.has_parking = from.has_parking;
            row.pet_friendly = from.pet_friendly;
            row.good_for_work = from.good_for_work;
            row.has_outdoor_seating = from.has_outdoor_seating;
            for amenity in FURTHER {
                *amenity.of(row) = amenity.known(from);
            }
            &[
                "hasWifi",
                "hasParking",
                "petFriendly",
                "goodForWork",
                "hasOutdoorSeating",
                Amenity::Outlets.name(),
                Amenity::Restroom.name(),
                Amenity::DriveThrough.name(),
                Amenity::Wheelchair.name(),
                Amenity::ChangingTable.name(),
                Amenity::PlantMilk.name(),
                Amenity::RoastsHere.name(),
            ]
        }
    };
    for name in names {
        match from.provenance.0.get(*name) {
            Some(source) => {
                origins::inherit(row, source, from);
                row.provenance.0.insert((*name).to_owned(), source.clone())
            }
            None => row.provenance.0.remove(*name),
        };
    }
}

fn broken() -> Error {
    Error::Internal("the image of a merge can't be read".into())
}

/// An ID in the audit log image of a merge.
fn id_in(merged: &Value, name: &str) -> Result<Uuid> {
    let id = merged.get(name).and_then(Value::as_str);
    id.and_then(|id| Uuid::try_parse(id).ok())
        .ok_or_else(broken)
}

/// Separates the votes and statistics again; the rows of the merge are restored separately.
async fn part(act: &Act<'_>, merged: &Value) -> Result<()> {
    let (stays, goes) = (id_in(merged, "stays")?, id_in(merged, "goes")?);
    let overlap = merged.get("overlap").cloned().unwrap_or_default();
    let overlap: Vec<Overlap> = serde_json::from_value(overlap).map_err(|_| broken())?;
    let transaction = act.transaction();
    votes::subtract(transaction, (stays, goes), overlap).await?;
    let count = merged.get("votes").and_then(Value::as_i64);
    votes::add_to_count(transaction, stays, -count.unwrap_or_default()).await?;
    figures::subtract(transaction, stays, goes).await?;
    act.touch((Kind::Shop, stays));
    act.touch((Kind::Shop, goes));
    Ok(())
}

/// The merges themselves, as tables that undo handles.
#[must_use]
pub fn recorded_tables() -> Vec<RecordedTable> {
    vec![
        RecordedTable::with(TABLE, |act, row, before, after| {
            Box::pin(async move {
                let merged = only_made(before, after)?;
                part(act, &merged).await?;
                act.record_image(TABLE, row, (Some(merged), None));
                Ok(())
            })
        }),
        RecordedTable::with(towns::TABLE, |act, row, before, after| {
            Box::pin(async move {
                let merged = only_made(before, after)?;
                towns::part(act, &merged).await?;
                act.record_image(towns::TABLE, row, (Some(merged), None));
                Ok(())
            })
        }),
    ]
}

/// The merge to undo. An undo itself can't be undone.
fn only_made(before: Option<Value>, after: Option<Value>) -> Result<Value> {
    match (before, after) {
        (None, Some(merged)) => Ok(merged),
        _ => Err(Error::Conflict(
            "Merge them again instead of undoing this.".into(),
        )),
    }
}
