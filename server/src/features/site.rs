//! What every page shows about the site itself: its name, its year, its prices.

use chrono::{Datelike, NaiveDate};
use serde::Serialize;
use utoipa::{OpenApi, ToSchema};

use crate::{
    catalog::{
        View,
        read::{Json, Read},
    },
    features::Room,
    platform::{arguments::Arguments, error::Result, money::price, settings::TileKind},
};

/// The site as pages show it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Site {
    /// The product's name.
    pub name: String,
    /// The address that visitors use, without a slash at its end.
    pub public_url: String,
    #[schema(required)]
    pub support_email: Option<String>,
    /// For the copyright line.
    pub year: i32,
    /// Whether browsers ask for the position when the home page is opened (D21).
    pub prompt_for_location: bool,
    /// Invented shops that are listed; above 0 pages say so.
    pub demo_shop_count: usize,
    /// What a boost costs each month, as texts show it: `$5`.
    pub monthly_boost_price: String,
    /// What a boost of 30 days costs, as texts show it.
    pub one_time_boost_price: String,
    /// The same in cents.
    pub monthly_boost_cents: i64,
    pub one_time_boost_cents: i64,
    /// How boosts are paid; null where payment is unavailable.
    #[schema(required)]
    pub payments: Option<PaymentsAnswer>,
    /// Tiles that maps are drawn from instead of our own lines.
    #[schema(required)]
    pub map_tiles: Option<MapTilesAnswer>,
}

/// How boosts are paid.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentsAnswer {
    pub publishable_key: String,
    /// The script of the payment form.
    pub script_url: String,
    /// Nothing is charged: only test cards work.
    pub is_sandbox: bool,
}

/// Where a map's tiles come from.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MapTilesAnswer {
    pub kind: TileKind,
    /// An address with `{z}`, `{x}` and `{y}` in it.
    pub template: String,
    /// The words that the tiles' makers ask for.
    pub attribution: String,
}

/// All reads of this room.
#[must_use]
pub fn reads() -> Vec<Read> {
    vec![Read::new("/api/site", Vec::new(), show_site)]
}

/// Show what every page says of the site.
#[utoipa::path(get, path = "/api/site", tag = "site", responses((status = 200, body = Site)))]
pub fn show_site(view: &View, _: &Arguments) -> Result<Json> {
    let year = view.now().year();
    if let Some(new_year) =
        NaiveDate::from_ymd_opt(year + 1, 1, 1).and_then(|day| day.and_hms_opt(0, 0, 0))
    {
        view.changes_at(new_year.and_utc());
    }
    let facts = view.site();
    Json::of(&Site {
        name: facts.name.clone(),
        public_url: facts.origin.clone(),
        support_email: facts.support_email.clone(),
        year,
        prompt_for_location: facts.prompt_for_location,
        demo_shop_count: view.sample_count(),
        monthly_boost_price: price(facts.monthly_boost_cents),
        one_time_boost_price: price(facts.one_time_boost_cents),
        monthly_boost_cents: facts.monthly_boost_cents,
        one_time_boost_cents: facts.one_time_boost_cents,
        payments: facts.payments.as_ref().map(|way| PaymentsAnswer {
            publishable_key: way.publishable_key.clone(),
            script_url: way.script_url.clone(),
            is_sandbox: way.is_sandbox,
        }),
        map_tiles: facts.map_tiles.as_ref().map(|tiles| MapTilesAnswer {
            kind: tiles.kind(),
            template: tiles.template().to_owned(),
            attribution: tiles.attribution().to_owned(),
        }),
    })
}

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(show_site))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    reads: |_| reads(),
    ..Room::EMPTY
};
