//! The tiles above the tabs.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::store;
use crate::{
    features::Services,
    platform::{
        error::{ErrorBody, Result},
        web::Fresh,
    },
};

/// Totals of the directory.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminStats {
    /// Published shops, as visitors count them.
    pub total_shops: usize,
    /// Towns of the public directory.
    pub total_cities: usize,
    /// Confirmed addresses of owners and submitters (D70).
    pub total_users: usize,
    /// Shops boosted now.
    pub boosted_shops: usize,
}

/// Show the number of shops, towns, users and boosted shops.
#[utoipa::path(get, path = "/api/admin/stats", tag = "administration",
    responses((status = 200, body = AdminStats), (status = 401, body = ErrorBody)))]
pub async fn show_stats(State(services): State<Services>) -> Result<Fresh<AdminStats>> {
    let total_users = store::users(&services.database).await?;
    let view = services.catalog.view();
    let cities = view.cities();
    Ok(Fresh(AdminStats {
        total_shops: cities.iter().map(|entry| entry.shops.len()).sum(),
        total_cities: cities.len(),
        total_users,
        boosted_shops: view.boosted_shops().len(),
    }))
}
