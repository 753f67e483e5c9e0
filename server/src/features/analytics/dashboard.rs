//! The administrator's reads.

use std::collections::BTreeMap;

use axum::extract::{RawQuery, State};

use super::{
    answers::{Analytics, Figures, Step, TrafficDetails},
    near,
    store::figures,
};
use crate::{
    features::Services,
    platform::{
        arguments::{Arguments, Parameter},
        error::{ErrorBody, Result},
        web::{Access, Fresh, Route},
    },
};

pub(super) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/analytics").get(Access::Administrator, show_analytics),
        Route::at("/api/admin/analytics/figures").get(Access::Administrator, show_figures),
        Route::at("/api/admin/analytics/details").get(Access::Administrator, show_details),
        Route::at("/api/admin/analytics/near").get(Access::Administrator, near::show_towns_near),
    ]
}

/// Show page views, searches, and the most viewed shops and towns, for all days that are kept.
#[utoipa::path(get, path = "/api/analytics", tag = "administration",
    responses((status = 200, body = Analytics), (status = 401, body = ErrorBody)))]
pub async fn show_analytics(State(services): State<Services>) -> Result<Fresh<Analytics>> {
    Ok(Fresh(figures::analytics(&services).await?))
}

/// Show counts by day (30), week (26) or month (6), and for an equally long time before.
#[utoipa::path(get, path = "/api/admin/analytics/figures", tag = "administration",
    params(("by" = Option<String>, Query, description = "`day` (the default), `week` or `month`",
        pattern = "^(day|week|month)$")),
    responses((status = 200, body = Figures), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
pub async fn show_figures(
    State(services): State<Services>,
    RawQuery(query): RawQuery,
) -> Result<Fresh<Figures>> {
    let known = [Parameter::choice("by", &["day", "week", "month"])];
    let asked = Arguments::parse(
        BTreeMap::new(),
        query.as_deref().unwrap_or_default(),
        &known,
    )?;
    let step = match asked.query("by") {
        Some("week") => Step::Week,
        Some("month") => Step::Month,
        _ => Step::Day,
    };
    Ok(Fresh(figures::figures(&services, step).await?))
}

/// List referring sites of the last 30 days, and the latest searches without results.
#[utoipa::path(get, path = "/api/admin/analytics/details", tag = "administration",
    responses((status = 200, body = TrafficDetails), (status = 401, body = ErrorBody)))]
pub async fn show_details(State(services): State<Services>) -> Result<Fresh<TrafficDetails>> {
    Ok(Fresh(figures::details(&services).await?))
}
