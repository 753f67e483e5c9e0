//! A shop's statistics for its own people: views, search appearances, votes and clicks by day. Based only on counts, so
//! it reveals nothing about visitors.

use std::collections::BTreeMap;

use axum::extract::{RawQuery, State};
use chrono::{Days, NaiveDate};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    SHOWN, VOTE,
    rules::EventType,
    store::{figures::span, shop},
};
use crate::{
    catalog::{Lookup, Shop, View, answers::rank_for_community, people::ShopAccess},
    features::Services,
    platform::{
        arguments::{Arguments, Parameter},
        error::{Error, ErrorBody, Result},
        web::{Access, Fresh, Route},
    },
};

/// What is counted for a shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ShopFigureKind {
    /// Page views.
    Views,
    /// Appearances in search results.
    Searches,
    Votes,
    WebsiteClicks,
    PhoneClicks,
    DirectionsClicks,
}

/// All kinds in order, with their names in the counts.
const KINDS: [(ShopFigureKind, &str); 6] = [
    (ShopFigureKind::Views, EventType::PageView.name()),
    (ShopFigureKind::Searches, SHOWN),
    (ShopFigureKind::Votes, VOTE),
    (
        ShopFigureKind::WebsiteClicks,
        EventType::WebsiteClick.name(),
    ),
    (ShopFigureKind::PhoneClicks, EventType::PhoneClick.name()),
    (
        ShopFigureKind::DirectionsClicks,
        EventType::DirectionsClick.name(),
    ),
];

/// A shop's counts over a number of days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopFigures {
    /// 30 or 90.
    pub days: u32,
    /// Such as `Feb 3 to Mar 4, 2026`. Days begin at midnight UTC.
    pub span: String,
    pub figures: Vec<ShopFigure>,
    /// Rank in its town's community order; `null` if the shop isn't listed.
    #[schema(required)]
    pub rank: Option<TownRank>,
}

/// One count over time.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopFigure {
    pub kind: ShopFigureKind,
    pub total: i64,
    /// Total for the same number of days before; `null` if some of them weren't counted.
    #[schema(required)]
    pub total_before: Option<i64>,
    /// The first counted day, such as `Mar 1, 2026`; `null` if nothing has been counted yet.
    #[schema(required)]
    pub since: Option<String>,
    /// Oldest day first; the last one isn't over yet.
    pub points: Vec<ShopFigurePoint>,
}

/// One day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopFigurePoint {
    pub day: NaiveDate,
    /// Such as `Mar 4`.
    pub label: String,
    pub count: i64,
    /// The value that many days earlier; `null` if `totalBefore` is.
    #[schema(required)]
    pub before: Option<i64>,
}

/// A shop's rank in its town.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TownRank {
    /// Starts at 1.
    pub place: usize,
    /// Number of shops in the town.
    pub of: usize,
    pub city_name: String,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    vec![Route::at("/api/your-shop/{slugOrId}/figures").get(Access::ShopEditor, show_shop_figures)]
}

/// Show a shop's counts for the last 30 or 90 days, compared with the same number of days before.
#[utoipa::path(get, path = "/api/your-shop/{slugOrId}/figures", tag = "your shop",
    params(("slugOrId" = String, Path),
        ("days" = Option<String>, Query, description = "`30` (the default) or `90`", pattern = "^(30|90)$")),
    responses((status = 200, body = ShopFigures), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn show_shop_figures(
    State(services): State<Services>,
    access: ShopAccess,
    RawQuery(query): RawQuery,
) -> Result<Fresh<ShopFigures>> {
    let known = [Parameter::choice("days", &["30", "90"])];
    let query = query.as_deref().unwrap_or_default();
    let asked = Arguments::parse(BTreeMap::new(), query, &known)?;
    let days = if asked.query("days") == Some("90") {
        90
    } else {
        30
    };
    figures(&services, access.shop, days).await.map(Fresh)
}

async fn figures(services: &Services, id: Uuid, days: u32) -> Result<ShopFigures> {
    let reads = services.database.reads();
    let today = services.clock.now().date_naive();
    let (before, now) = two_spans(today, days);
    let all: Vec<NaiveDate> = before.iter().chain(&now).copied().collect();
    let names = KINDS.map(|(_, name)| name);
    let rows = shop::counts_of(reads, id, &names, &all).await?;
    let mut counts: BTreeMap<(&str, &str), i64> = BTreeMap::new();
    for (day, kind, count) in &rows {
        counts.insert((kind.as_str(), day.as_str()), *count);
    }
    let mut figures = Vec::with_capacity(KINDS.len());
    for (kind, name) in KINDS {
        let since = shop::counted_since(reads, name).await?;
        let count = |day: &NaiveDate| {
            let day = day.to_string();
            counts.get(&(name, day.as_str())).copied().unwrap_or(0)
        };
        let is_comparable = since
            .zip(before.first())
            .is_some_and(|(since, first)| since <= *first);
        let points: Vec<ShopFigurePoint> = now
            .iter()
            .zip(&before)
            .map(|(day, earlier)| ShopFigurePoint {
                day: *day,
                label: day.format("%b %-d").to_string(),
                count: count(day),
                before: is_comparable.then(|| count(earlier)),
            })
            .collect();
        figures.push(ShopFigure {
            kind,
            total: points.iter().map(|point| point.count).sum(),
            total_before: points.iter().map(|point| point.before).sum(),
            since: since.map(|day| day.format("%b %-d, %Y").to_string()),
            points,
        });
    }
    Ok(ShopFigures {
        days,
        span: span(now.first().copied().unwrap_or(today), today),
        figures,
        rank: rank(&services.catalog.view(), id)?,
    })
}

/// The days up to today, and as many before them, oldest first.
fn two_spans(today: NaiveDate, days: u32) -> (Vec<NaiveDate>, Vec<NaiveDate>) {
    let back = |days: u32| today.checked_sub_days(Days::new(days.into()));
    (
        (days..2 * days).rev().filter_map(back).collect(),
        (0..days).rev().filter_map(back).collect(),
    )
}

fn rank(view: &View, id: Uuid) -> Result<Option<TownRank>> {
    let Lookup::Found(shop) = view.shop(id) else {
        return Ok(None);
    };
    let town = view
        .city(shop.city_id)
        .ok_or_else(|| Error::Internal("a shop's town is not there".to_owned()))?;
    let mut shops = view.shops_of_city(shop.city_id);
    rank_for_community(view, &mut shops);
    let is_it = |other: &std::sync::Arc<Shop>| other.id == id;
    Ok(shops.iter().position(is_it).map(|index| TownRank {
        place: index + 1,
        of: shops.len(),
        city_name: town.city.name.to_string(),
    }))
}
