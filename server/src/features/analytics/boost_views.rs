//! What a shop's boost brought, for its own people: views since it began, beside as many days before.

use axum::extract::State;
use chrono::{Days, NaiveDate};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    rules::EventType,
    store::{shop as counts, visibility as store},
    visibility::{SPAN, runs},
};
use crate::{
    catalog::people::ShopAccess,
    features::Services,
    platform::{
        error::{ErrorBody, Result},
        web::{Access, Fresh, Route},
    },
};

/// Views of a shop's page in the first days of its newest boost, beside as many days before.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoostViews {
    /// The newest boost's; `null` if there was none yet.
    #[schema(required)]
    pub boost: Option<BoostPeriod>,
}

/// The first days of a boost, 30 at most.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoostPeriod {
    /// Such as `Mar 4, 2026`. Days begin at midnight UTC.
    pub since: String,
    pub is_running: bool,
    /// How many days are counted on each side; the last one may not be over yet.
    pub days: u64,
    pub views: i64,
    /// `null` if some of the days before weren't counted.
    #[schema(required)]
    pub views_before: Option<i64>,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/your-shop/{slugOrId}/boost-views")
            .get(Access::ShopEditor, show_boost_views),
    ]
}

/// Show how often a shop's page was viewed in the first days of its newest boost, and in as many days before.
#[utoipa::path(get, path = "/api/your-shop/{slugOrId}/boost-views", tag = "your shop",
    params(("slugOrId" = String, Path)),
    responses((status = 200, body = BoostViews), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn show_boost_views(
    State(services): State<Services>,
    access: ShopAccess,
) -> Result<Fresh<BoostViews>> {
    let (reads, now) = (services.database.reads(), services.clock.now());
    let boosts = store::boosts_of(reads, access.shop).await?;
    let begun = runs(&boosts)
        .into_iter()
        .filter(|(_, start, _)| *start <= now);
    let Some((shop, start, end)) = begun.max_by_key(|(_, start, _)| *start) else {
        return Ok(Fresh(BoostViews { boost: None }));
    };
    let first = start.date_naive();
    let last = now.min(end).date_naive();
    let days = u64::try_from((last - first).num_days() + 1).unwrap_or(1);
    let days = days.clamp(1, SPAN);
    let until = first.checked_add_days(Days::new(days - 1)).unwrap_or(first);
    let from = first.checked_sub_days(Days::new(days)).unwrap_or(first);
    let views = store::views_of(reads, &[shop], (from, until)).await?;
    let sum = |is_in: &dyn Fn(NaiveDate) -> bool| {
        let found = views.iter().filter(|((_, day), _)| is_in(*day));
        found.map(|(_, count)| count).sum::<i64>()
    };
    let counted = counts::counted_since(reads, EventType::PageView.name()).await?;
    let is_comparable = counted.is_some_and(|since| since <= from);
    Ok(Fresh(BoostViews {
        boost: Some(BoostPeriod {
            since: first.format("%b %-d, %Y").to_string(),
            is_running: end > now,
            days,
            views: sum(&|day| day >= first),
            views_before: is_comparable.then(|| sum(&|day| day < first)),
        }),
    }))
}
