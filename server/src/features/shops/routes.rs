//! The reads of this room.

use crate::{
    catalog::{
        Lookup, View,
        answers::ShopAnswer,
        read::{Json, Read},
    },
    platform::{
        arguments::Arguments,
        error::{Error, ErrorBody, Result},
    },
};

/// Shops in "Recently Added" (D19).
const RECENT: usize = 8;

/// All reads of this room.
#[must_use]
pub fn reads() -> Vec<Read> {
    vec![
        Read {
            pattern: "/api/coffee-shops/recent",
            parameters: Vec::new(),
            run: list_recent_shops,
        },
        Read {
            pattern: "/api/coffee-shops/{slugOrId}",
            parameters: Vec::new(),
            run: show_shop,
        },
    ]
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
