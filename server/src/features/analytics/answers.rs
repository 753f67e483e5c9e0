//! Response types of the administrator's statistics.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// Traffic of the days that are kept.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Analytics {
    pub total_views: i64,
    /// The 15 searches that were typed last, each once.
    pub search_queries: Vec<String>,
    /// The 10 shops whose pages were viewed most.
    pub popular_shops: Vec<PopularShop>,
    /// The 10 towns whose pages were viewed most.
    pub popular_cities: Vec<PopularCity>,
    /// All searches.
    pub search_count: i64,
    /// Shops whose pages were viewed at all.
    pub viewed_shop_count: u64,
    pub viewed_city_count: u64,
    /// The first day that is counted in, in UTC.
    pub since: NaiveDate,
    pub until: NaiveDate,
    /// The same in words, such as `Nov 1 to Nov 30, 2026`.
    pub span: String,
}

/// A shop with its views.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PopularShop {
    pub id: Uuid,
    pub name: String,
    pub slug: String,
    pub city_name: String,
    pub view_count: i64,
}

/// A town with its views.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PopularCity {
    pub id: Uuid,
    pub name: String,
    pub slug: String,
    pub view_count: i64,
}

/// What figures are summed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = FigureStep)]
pub enum Step {
    Day,
    /// Starting on Monday.
    Week,
    Month,
}

/// Figures over time.
#[derive(Debug, Serialize, ToSchema)]
pub struct Figures {
    pub step: Step,
    /// What `points` cover, in words.
    pub span: String,
    /// The oldest first; the last one is still going on.
    pub points: Vec<FigurePoint>,
    /// As many before them.
    pub before: Vec<FigurePoint>,
}

/// The figures of one day, week or month.
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

/// Where visitors came from, and what they did not find.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrafficDetails {
    /// Referring sites in the last 30 days.
    pub referrers: Vec<ReferrerCount>,
    /// The searches that last found nothing, the latest first.
    pub searches_without_results: Vec<SearchText>,
}

/// A site that led here.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReferrerCount {
    pub host: String,
    pub count: i64,
}

/// A search as it was typed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchText {
    pub text: String,
    pub count: i64,
    pub last_at: DateTime<Utc>,
}
