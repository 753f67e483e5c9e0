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
    month::Month,
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
    /// 30, 90, or the month's.
    pub days: usize,
    /// The month that was asked for, such as `2026-10`; `null` for the last days.
    #[schema(required)]
    pub month: Option<String>,
    /// What it is compared with: `the 30 days before`, `September`.
    pub before: String,
    /// The last month that is over, the one of the monthly letter.
    pub last_month: MonthChoice,
    /// Such as `Feb 3 to Mar 4, 2026`. Days begin at midnight UTC.
    pub span: String,
    pub figures: Vec<ShopFigure>,
    /// Rank in its town's community order; `null` if the shop isn't listed.
    #[schema(required)]
    pub rank: Option<TownRank>,
}

/// A month that can be asked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct MonthChoice {
    /// Such as `2026-10`.
    pub month: String,
    /// Such as `October`.
    pub name: &'static str,
}

/// One count over time.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopFigure {
    pub kind: ShopFigureKind,
    pub total: i64,
    /// Total for the same number of days before, or the month before; `null` if some of them weren't counted.
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
    /// The value that many days or a month earlier; `null` if `totalBefore` is, or if that month is shorter.
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

/// What is counted, and what it is compared with.
#[derive(Clone, Copy, Debug)]
pub(super) enum Period {
    /// So many days up to today, and as many before them.
    LastDays(u32),
    /// A month, and the one before it.
    Month(Month),
}

impl Period {
    /// Its days, and those before, oldest first.
    fn days(self, today: NaiveDate) -> (Vec<NaiveDate>, Vec<NaiveDate>) {
        match self {
            Self::LastDays(days) => {
                let back = |days: u32| today.checked_sub_days(Days::new(days.into()));
                (
                    (0..days).rev().filter_map(back).collect(),
                    (days..2 * days).rev().filter_map(back).collect(),
                )
            }
            Self::Month(month) => (month.days(), month.before().days()),
        }
    }

    fn before(self) -> String {
        match self {
            Self::LastDays(days) => format!("the {days} days before"),
            Self::Month(month) => month.before().name().to_owned(),
        }
    }
}

/// Show a shop's counts for the last 30 or 90 days, compared with the same number of days before, or for a month.
#[utoipa::path(get, path = "/api/your-shop/{slugOrId}/figures", tag = "your shop",
    params(("slugOrId" = String, Path),
        ("days" = Option<String>, Query, description = "`30` (the default) or `90`", pattern = "^(30|90)$"),
        ("month" = Option<String>, Query, description = "Such as `2026-10`, instead of `days`",
            pattern = "^20[0-9]{2}-(0[1-9]|1[0-2])$")),
    responses((status = 200, body = ShopFigures), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn show_shop_figures(
    State(services): State<Services>,
    access: ShopAccess,
    RawQuery(query): RawQuery,
) -> Result<Fresh<ShopFigures>> {
    let known = [
        Parameter::choice("days", &["30", "90"]),
        Parameter::text("month", 7),
    ];
    let query = query.as_deref().unwrap_or_default();
    let asked = Arguments::parse(BTreeMap::new(), query, &known)?;
    let period = match (asked.query("month"), asked.query("days")) {
        (Some(month), _) => Period::Month(named_month(month)?),
        (None, Some("90")) => Period::LastDays(90),
        _ => Period::LastDays(30),
    };
    figures(&services, access.shop, period).await.map(Fresh)
}

fn named_month(text: &str) -> Result<Month> {
    let month = Month::parse(text).filter(|_| text.starts_with("20"));
    month.ok_or_else(|| Error::invalid_field("month", "Please write the month as in 2026-10."))
}

/// The counts of a shop.
pub(super) async fn figures(services: &Services, id: Uuid, period: Period) -> Result<ShopFigures> {
    let reads = services.database.reads();
    let today = services.clock.now().date_naive();
    let (now, before) = period.days(today);
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
        let compared = since
            .zip(before.first())
            .is_some_and(|(since, first)| since <= *first)
            .then_some(&before);
        let points = now.iter().enumerate().map(|(place, day)| ShopFigurePoint {
            day: *day,
            label: day.format("%b %-d").to_string(),
            count: count(day),
            before: compared.and_then(|before| before.get(place)).map(count),
        });
        figures.push(ShopFigure {
            kind,
            total: now.iter().map(count).sum(),
            total_before: compared.map(|before| before.iter().map(count).sum()),
            since: since.map(|day| day.format("%b %-d, %Y").to_string()),
            points: points.collect(),
        });
    }
    let last_month = Month::of(today).before();
    let (first, last) = (now.first().copied(), now.last().copied());
    Ok(ShopFigures {
        days: now.len(),
        month: match period {
            Period::LastDays(_) => None,
            Period::Month(month) => Some(month.to_string()),
        },
        before: period.before(),
        last_month: MonthChoice {
            month: last_month.to_string(),
            name: last_month.name(),
        },
        span: span(first.unwrap_or(today), last.unwrap_or(today)),
        figures,
        rank: rank(&services.catalog.view(), id)?,
    })
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
