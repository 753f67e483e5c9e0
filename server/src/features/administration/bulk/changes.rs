//! The fields that a bulk edit may change: those that many shops can have in common.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    catalog::{entities::shop, patch::Patch},
    features::administration::shops::ShopEdit,
    platform::{
        error::{Error, Result},
        given::given,
    },
};

/// New values for every chosen shop. Absent fields stay as they are; `null` clears a field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct BulkChanges {
    #[schema(value_type = Option<String>, max_length = 64)]
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub phone: Patch<String>,
    #[schema(value_type = Option<String>, max_length = 500)]
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub website: Patch<String>,
    #[schema(value_type = Option<String>, max_length = 2000)]
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub description: Patch<String>,
    #[schema(value_type = Option<String>, max_length = 1000)]
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub hours: Patch<String>,
    #[schema(value_type = Option<String>, max_length = 500)]
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub online_store_url: Patch<String>,
    #[schema(value_type = Option<String>, max_length = 100)]
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub online_store_name: Patch<String>,
    #[schema(value_type = Option<bool>)]
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub has_wifi: Patch<bool>,
    #[schema(value_type = Option<bool>)]
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub has_parking: Patch<bool>,
    #[schema(value_type = Option<bool>)]
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub pet_friendly: Patch<bool>,
    #[schema(value_type = Option<bool>)]
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub good_for_work: Patch<bool>,
    #[schema(value_type = Option<bool>)]
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub has_outdoor_seating: Patch<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_active: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permanently_closed: Option<bool>,
    /// `false` marks the listings as checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_unconfirmed: Option<bool>,
}

impl BulkChanges {
    /// The same as an edit of one shop, which calls its fields the same.
    pub(super) fn as_edit(&self) -> Result<ShopEdit> {
        serde_json::to_value(self)
            .and_then(serde_json::from_value)
            .map_err(|error| Error::Internal(format!("a bulk edit is no edit: {error}")))
    }

    /// The given fields, as people call them: `Wi-Fi, Hours`.
    pub(super) fn label(&self) -> String {
        let given = serde_json::to_value(self).unwrap_or_default();
        let named = FIELDS
            .iter()
            .filter(|field| given.get(field.name).is_some());
        named
            .map(|field| field.label)
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// A field as the administrator sees it.
pub(super) struct BulkField {
    /// In requests.
    pub(super) name: &'static str,
    label: &'static str,
    /// Its value in words.
    pub(super) of: fn(&shop::Model) -> Option<String>,
}

const fn field(
    name: &'static str,
    label: &'static str,
    of: fn(&shop::Model) -> Option<String>,
) -> BulkField {
    BulkField { name, label, of }
}

fn word(is: bool) -> String {
    if is { "Yes" } else { "No" }.to_owned()
}

/// All of them, in the order of the screen.
pub(super) const FIELDS: [BulkField; 14] = [
    field("phone", "Phone", |row| row.phone.clone()),
    field("website", "Website", |row| row.website.clone()),
    field("description", "Description", |row| row.description.clone()),
    field("hours", "Hours", |row| row.hours.clone()),
    field("onlineStoreUrl", "Online store URL", |row| {
        row.online_store_url.clone()
    }),
    field("onlineStoreName", "Online store name", |row| {
        row.online_store_name.clone()
    }),
    field("hasWifi", "Wi-Fi", |row| row.has_wifi.map(word)),
    field("hasParking", "Parking", |row| row.has_parking.map(word)),
    field("petFriendly", "Pet friendly", |row| {
        row.pet_friendly.map(word)
    }),
    field("goodForWork", "Good for work", |row| {
        row.good_for_work.map(word)
    }),
    field("hasOutdoorSeating", "Outdoor seating", |row| {
        row.has_outdoor_seating.map(word)
    }),
    field("isActive", "Published", |row| Some(word(row.is_active))),
    field("permanentlyClosed", "Permanently closed", |row| {
        Some(word(row.closed_at.is_some()))
    }),
    field("isUnconfirmed", "Unconfirmed", |row| {
        Some(word(row.unconfirmed_since.is_some()))
    }),
];
