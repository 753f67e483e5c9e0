//! Response types of the administrator's statistics.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// Totals for all days that are kept.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Analytics {
    pub total_views: i64,
    /// The 15 latest search texts, without repeats.
    pub search_queries: Vec<String>,
    /// The 10 most viewed shops.
    pub popular_shops: Vec<PopularShop>,
    /// The 10 most viewed towns.
    pub popular_cities: Vec<PopularCity>,
    /// Number of searches.
    pub search_count: i64,
    /// Number of shops with at least one view.
    pub viewed_shop_count: u64,
    pub viewed_city_count: u64,
    /// The first day included (UTC).
    pub since: NaiveDate,
    pub until: NaiveDate,
    /// The period as text, such as `Nov 1 to Nov 30, 2026`.
    pub span: String,
}

/// A shop and its page views.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PopularShop {
    pub id: Uuid,
    pub name: String,
    pub slug: String,
    pub city_name: String,
    pub view_count: i64,
}

/// A town and its page views.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PopularCity {
    pub id: Uuid,
    pub name: String,
    pub slug: String,
    pub view_count: i64,
}

/// The interval of the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = FigureStep)]
pub enum Step {
    Day,
    /// Weeks start on Monday.
    Week,
    Month,
}

/// Figures over time.
#[derive(Debug, Serialize, ToSchema)]
pub struct Figures {
    pub step: Step,
    /// The period of `points`, as text.
    pub span: String,
    /// Oldest first; the last one isn't over yet.
    pub points: Vec<FigurePoint>,
    /// The same number of intervals before them.
    pub before: Vec<FigurePoint>,
}

/// Counts for one day, week or month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FigurePoint {
    /// Its first day.
    pub start: NaiveDate,
    /// Such as `Nov 3`.
    pub label: String,
    pub views: i64,
    pub searches: i64,
    pub votes: i64,
    pub website_clicks: i64,
    pub phone_clicks: i64,
    pub directions_clicks: i64,
}

/// Referring sites, and searches without results.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrafficDetails {
    /// The 20 top referring sites of the last 30 days.
    pub referrers: Vec<ReferrerCount>,
    /// The 30 latest searches without results, latest first.
    pub searches_without_results: Vec<SearchText>,
}

/// A referring site.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReferrerCount {
    pub host: String,
    pub count: i64,
}

/// A search text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchText {
    pub text: String,
    pub count: i64,
    pub last_at: DateTime<Utc>,
}
