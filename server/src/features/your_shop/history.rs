//! A shop's history: what was changed, by whom, and undoing it.

use axum::extract::{Path, State};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    answers::{self, YourShop},
    store,
};
use crate::{
    catalog::{
        entities::audit::{entry, image},
        people::{self, ShopAccess},
        writing::{self, UndoBeside},
    },
    features::Services,
    platform::{
        administrators,
        error::{Error, ErrorBody, Result},
        web::{Actor, Fresh, JsonBodyIfAny},
    },
};

/// Entries per response.
pub(super) const MAX_LISTED: u64 = 50;

/// Columns with their names for people, as in the forms.
const FIELDS: &[(&str, &str)] = &[
    ("name", "name"),
    ("street", "street"),
    ("zip_code", "zipCode"),
    ("latitude", "latitude"),
    ("longitude", "longitude"),
    ("phone", "phone"),
    ("website", "website"),
    ("hours", "hours"),
    ("opening_hours", "openingHours"),
    ("hours_confirmed_at", "hoursConfirmedAt"),
    ("description", "description"),
    ("owner_description", "ownerDescription"),
    ("categories", "categories"),
    ("has_wifi", "hasWifi"),
    ("has_parking", "hasParking"),
    ("pet_friendly", "petFriendly"),
    ("good_for_work", "goodForWork"),
    ("has_outdoor_seating", "hasOutdoorSeating"),
    ("serves_breakfast", "servesBreakfast"),
    ("has_outlets", "hasOutlets"),
    ("has_restroom", "hasRestroom"),
    ("has_drive_through", "hasDriveThrough"),
    ("wheelchair_accessible", "wheelchairAccessible"),
    ("has_changing_table", "hasChangingTable"),
    ("has_plant_milk", "hasPlantMilk"),
    ("roasts_here", "roastsHere"),
    ("price_level", "priceLevel"),
    ("menu_url", "menuUrl"),
    ("instagram", "instagram"),
    ("facebook", "facebook"),
    ("public_email", "publicEmail"),
    ("online_store_url", "onlineStoreUrl"),
    ("online_store_name", "onlineStoreName"),
    ("own_time_zone", "timeZone"),
    ("closed_at", "closedAt"),
];

/// Who changed something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum By {
    You,
    Administrator,
    Other,
}

/// One change.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HistoryEntry {
    pub id: Uuid,
    pub at: DateTime<Utc>,
    pub by: By,
    /// Who of the shop's people it was, if it was another of them: their name, or else their address. Administrators also see
    /// which of them it was.
    #[schema(required)]
    pub by_name: Option<String>,
    /// Such as `shop.edit`.
    pub action: String,
    pub changes: Vec<FieldChange>,
    pub can_undo: bool,
    pub undone: bool,
}

/// A field before and after, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldChange {
    /// As the form calls it.
    pub field: String,
    #[schema(required)]
    pub before: Option<String>,
    #[schema(required)]
    pub after: Option<String>,
}

/// List what was changed of a shop, the newest first.
#[utoipa::path(get, path = "/api/your-shop/{slugOrId}/history", tag = "your shop", params(("slugOrId" = String, Path)),
    responses((status = 200, body = Vec<HistoryEntry>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn list_history(
    State(services): State<Services>,
    actor: Actor,
    access: ShopAccess,
) -> Result<Fresh<Vec<HistoryEntry>>> {
    let connection = services.database.reads();
    let rows = store::history(connection, access.shop, MAX_LISTED).await?;
    let people = match store::find(connection, access.shop).await? {
        Some(row) => people::named_people(connection, &row).await?,
        None => Vec::new(),
    };
    // Who works for the site is nobody else's business.
    let ids = rows
        .iter()
        .filter(|_| matches!(actor, Actor::Administrator(_)))
        .filter(|(entry, _)| entry.actor_kind == entry::ActorKind::Administrator)
        .filter_map(|(entry, _)| entry.actor_id);
    let names = administrators::names_of(connection, ids).await?;
    let name_of = |entry: &entry::Model| {
        let is_person = entry.actor_kind == entry::ActorKind::Person;
        let other = entry
            .actor_id
            .filter(|id| is_person && actor.person() != Some(*id));
        if entry.actor_kind == entry::ActorKind::Administrator {
            return entry.actor_id.and_then(|id| names.get(&id)).cloned();
        }
        let person = people.iter().find(|person| other == Some(person.id))?;
        Some(person.name.clone().unwrap_or_else(|| person.email.clone()))
    };
    let entries = rows.into_iter().map(|(entry, images)| {
        let changes = changes_of(&images);
        HistoryEntry {
            by: by(&entry, actor),
            by_name: name_of(&entry),
            can_undo: entry.undone_by.is_none()
                && access.may_undo(&entry)
                && writing::undo_refusal(actor, &entry).is_none(),
            undone: entry.undone_by.is_some(),
            id: entry.id,
            at: entry.created_at,
            action: entry.action,
            changes,
        }
    });
    Ok(Fresh(entries.collect()))
}

/// Undo a change by the shop's people, unless the same facts have been changed since. With `later`, later changes by them are
/// undone, too, all or none.
#[utoipa::path(post, path = "/api/your-shop/{slugOrId}/history/{entry}/undo", tag = "your shop",
    params(("slugOrId" = String, Path), ("entry" = String, Path)), request_body = Option<UndoBeside>,
    responses((status = 200, body = YourShop), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, description = "Undone already, or changed since: `details` names the later acts", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn undo_change(
    State(services): State<Services>,
    Path((_, id)): Path<(String, String)>,
    actor: Actor,
    access: ShopAccess,
    JsonBodyIfAny(beside): JsonBodyIfAny<UndoBeside>,
) -> Result<Fresh<YourShop>> {
    let missing = || Error::NotFound("There is no such change.".into());
    let id = Uuid::try_parse(&id).map_err(|_| missing())?;
    store::entry_of(services.database.reads(), access.shop, id)
        .await?
        .ok_or_else(missing)?;
    let tables = services.rooms.recorded_tables();
    writing::undo_beside(
        &services.ledger,
        tables,
        (actor, Some(access.guard())),
        (id, beside),
    )
    .await?;
    answers::current(&services, access).await.map(Fresh)
}

/// The fields changed since a form was filled in from `version`.
pub(super) async fn changed_since(
    services: &Services,
    shop: Uuid,
    version: i64,
) -> Result<Vec<String>> {
    let rows = store::history(services.database.reads(), shop, MAX_LISTED).await?;
    let mut fields: Vec<String> = Vec::new();
    for image in rows.iter().flat_map(|(_, images)| images) {
        let edition = image
            .before_image
            .as_ref()
            .and_then(|row| row.get("edition"));
        if edition
            .and_then(Value::as_i64)
            .is_some_and(|edition| edition >= version)
        {
            for change in changes_of(std::slice::from_ref(image)) {
                if !fields.contains(&change.field) {
                    fields.push(change.field);
                }
            }
        }
    }
    Ok(fields)
}

fn by(entry: &entry::Model, actor: Actor) -> By {
    match entry.actor_kind {
        entry::ActorKind::Administrator => By::Administrator,
        entry::ActorKind::Person if entry.actor_id == actor.person() => By::You,
        _ => By::Other,
    }
}

fn changes_of(images: &[image::Model]) -> Vec<FieldChange> {
    let first = images.first().and_then(|image| image.before_image.as_ref());
    let last = images.last().and_then(|image| image.after_image.as_ref());
    let (Some(before), Some(after)) = (first, last) else {
        return Vec::new();
    };
    FIELDS
        .iter()
        .filter(|(column, _)| before.get(column) != after.get(column))
        .map(|(column, field)| FieldChange {
            field: (*field).to_owned(),
            before: before.get(column).and_then(as_text),
            after: after.get(column).and_then(as_text),
        })
        .collect()
}

fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::Bool(true) => Some("Yes".to_owned()),
        Value::Bool(false) => Some("No".to_owned()),
        Value::String(text) => Some(text.clone()),
        Value::Array(items) => {
            let items = items.iter().filter_map(as_text).collect::<Vec<_>>();
            Some(items.join(", ")).filter(|text| !text.is_empty())
        }
        other => Some(other.to_string()),
    }
}
