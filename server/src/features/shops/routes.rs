//! The reads of this room.

use chrono::DateTime;
use sha2::{Digest, Sha256};

use crate::{
    catalog::{
        Lookup, Shop, View,
        answers::ShopAnswer,
        read::{Json, Read},
    },
    platform::{
        arguments::Arguments,
        error::{Error, ErrorBody, Result},
    },
};

/// Shops in "Featured Coffee Shops" (D19).
const FEATURED: usize = 6;
/// Shops in "Recently Added" (D19).
const RECENT: usize = 8;

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
        Read::new("/api/coffee-shops/{slugOrId}", Vec::new(), show_shop),
    ]
}

/// List boosted shops. The order changes with each hour, so that all of them have the same share of it (D19).
#[utoipa::path(get, path = "/api/coffee-shops/featured", tag = "coffee shops", responses((status = 200, body = Vec<ShopAnswer>)))]
pub fn list_featured_shops(view: &View, _: &Arguments) -> Result<Json> {
    let mut shops = view.boosted_shops();
    if shops.len() > FEATURED {
        let hour = view.now().timestamp() / 3600;
        if let Some(next) = DateTime::from_timestamp((hour + 1) * 3600, 0) {
            view.changes_at(next);
        }
        shops.sort_by_cached_key(|shop| {
            Sha256::digest([shop.id.as_bytes().as_slice(), &hour.to_be_bytes()].concat()).to_vec()
        });
        shops.truncate(FEATURED);
    }
    shops.sort_by(|a, b| a.name.cmp(&b.name).then_with(|| a.id.cmp(&b.id)));
    Json::of(
        &shops
            .iter()
            .map(|shop| listed(view, shop))
            .collect::<Vec<_>>(),
    )
}

/// A shop in a list of shops of several towns; the list rests on each of them.
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

/// Show one shop. An identifier or a former slug answers the shop it means now.
#[utoipa::path(get, path = "/api/coffee-shops/{slugOrId}", tag = "coffee shops", params(("slugOrId" = String, Path)),
    responses((status = 200, body = ShopAnswer), (status = 404, body = ErrorBody)))]
pub fn show_shop(view: &View, arguments: &Arguments) -> Result<Json> {
    let not_found =
        || Error::NotFound("Coffee shop not found. Please check the URL and try again.".into());
    match view.shop_by_slug_or_id(arguments.path("slugOrId")) {
        Lookup::Found(shop) => Json::of(&ShopAnswer::in_full(view, &shop)),
        Lookup::Moved(slug) => Err(Error::Moved(slug.to_string())),
        Lookup::Gone => Err(Error::Gone("This coffee shop has been removed.".into())),
        Lookup::Missing => Err(not_found()),
    }
}
