//! The reads of this room.

use std::collections::BTreeSet;

use chrono::DateTime;
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    catalog::{
        Lookup, Shop, View,
        answers::ShopAnswer,
        not_found::shop_not_found,
        read::{Json, Read},
    },
    platform::{
        arguments::{Arguments, Parameter},
        error::{Error, ErrorBody, Result},
    },
};

/// Shops in "Featured Coffee Shops" (D19).
const FEATURED: usize = 6;
/// Shops in "Recently Added" (D19).
const RECENT: usize = 8;
/// Maximum shops per request by ID.
const MAX_BY_IDS: usize = 100;
/// The length of that many IDs (36 characters) with commas.
const LONGEST_IDS: usize = MAX_BY_IDS * 37 - 1;

/// Shops that were asked for by their identifiers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopsByIds {
    /// In the order asked, each once. With the hours of the week.
    pub shops: Vec<ShopAnswer>,
    /// Asked for and removed from the directory.
    pub removed: Vec<Uuid>,
    /// Asked for and not in the directory.
    pub unknown: Vec<Uuid>,
}

/// All reads of this room.
#[must_use]
pub fn reads() -> Vec<Read> {
    vec![
        Read::new(
            "/api/coffee-shops/featured",
            Vec::new(),
            list_featured_shops,
        ),
        Read::new("/api/coffee-shops/recent", Vec::new(), list_recent_shops),
        Read::new(
            "/api/coffee-shops/by-ids",
            vec![Parameter::text("ids", LONGEST_IDS)],
            list_shops_by_ids,
        ),
        Read::new("/api/coffee-shops/{slugOrId}", Vec::new(), show_shop),
    ]
}

/// List boosted shops. The order changes with each hour, so that all of them have the same share of it (D19).
#[utoipa::path(get, path = "/api/coffee-shops/featured", tag = "coffee shops", responses((status = 200, body = Vec<ShopAnswer>)))]
pub fn list_featured_shops(view: &View, _: &Arguments) -> Result<Json> {
    let mut shops = view.boosted_shops();
    // Even if there are so few shops that all are shown, they take turns in first place.
    if shops.len() > 1 {
        let hour = view.now().timestamp() / 3600;
        if let Some(next) = DateTime::from_timestamp((hour + 1) * 3600, 0) {
            view.changes_at(next);
        }
        shops.sort_by_cached_key(|shop| {
            Sha256::digest([shop.id.as_bytes().as_slice(), &hour.to_be_bytes()].concat()).to_vec()
        });
        shops.truncate(FEATURED);
    }
    Json::of(
        &shops
            .iter()
            .map(|shop| listed(view, shop))
            .collect::<Vec<_>>(),
    )
}

/// A shop in a list across towns; the list depends on each of them.
fn listed(view: &View, shop: &Shop) -> ShopAnswer {
    view.depends_on_shop(shop);
    ShopAnswer::in_list(view, shop)
}

/// List the newest shops.
#[utoipa::path(get, path = "/api/coffee-shops/recent", tag = "coffee shops", responses((status = 200, body = Vec<ShopAnswer>)))]
pub fn list_recent_shops(view: &View, _: &Arguments) -> Result<Json> {
    Json::of(
        &view
            .newest_shops(RECENT)
            .iter()
            .map(|shop| ShopAnswer::in_list(view, shop))
            .collect::<Vec<_>>(),
    )
}

/// List up to 100 shops by their identifiers, as a device keeps them that remembers shops.
#[utoipa::path(get, path = "/api/coffee-shops/by-ids", tag = "coffee shops",
    params(("ids" = String, Query, description = "IDs, separated by commas",
        max_length = 3699,
        pattern = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}){0,99}$")),
    responses((status = 200, body = ShopsByIds), (status = 400, body = ErrorBody)))]
pub fn list_shops_by_ids(view: &View, arguments: &Arguments) -> Result<Json> {
    let mut answer = ShopsByIds {
        shops: Vec::new(),
        removed: Vec::new(),
        unknown: Vec::new(),
    };
    for id in identifiers(arguments.query("ids").unwrap_or_default())? {
        match view.shop_or_its_heir(id) {
            Lookup::Found(shop) => answer.shops.push(ShopAnswer::in_full(view, &shop)),
            Lookup::Gone => answer.removed.push(id),
            Lookup::Moved(_) | Lookup::Missing => answer.unknown.push(id),
        }
    }
    Json::of(&answer)
}

/// The IDs in `text` in order, without repeats.
fn identifiers(text: &str) -> Result<Vec<Uuid>> {
    let refuse = |message: &'static str| Error::invalid_field("ids", message);
    let mut seen = BTreeSet::new();
    let mut ids = Vec::new();
    for part in text.split(',') {
        let id = Uuid::try_parse(part.trim())
            .map_err(|_| refuse("'ids' must be coffee shop IDs separated by commas."))?;
        if seen.insert(id) {
            ids.push(id);
        }
    }
    if ids.len() > MAX_BY_IDS {
        return Err(refuse("'ids' can have up to 100 IDs."));
    }
    Ok(ids)
}

/// Show one shop. An identifier or a former slug answers the shop it means now.
#[utoipa::path(get, path = "/api/coffee-shops/{slugOrId}", tag = "coffee shops", params(("slugOrId" = String, Path)),
    responses((status = 200, body = ShopAnswer), (status = 404, body = ErrorBody)))]
pub fn show_shop(view: &View, arguments: &Arguments) -> Result<Json> {
    match view.shop_by_slug_or_id(arguments.path("slugOrId")) {
        Lookup::Found(shop) => Json::of(&ShopAnswer::in_full(view, &shop)),
        Lookup::Moved(slug) => Err(Error::Moved(slug.to_string())),
        Lookup::Gone => Err(Error::Gone("This coffee shop has been removed.".into())),
        Lookup::Missing => Err(shop_not_found()),
    }
}
