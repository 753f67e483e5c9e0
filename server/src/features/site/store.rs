//! The SQL of the site's row.

use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, EntityTrait, IntoActiveModel, sea_query::OnConflict};

use crate::{
    catalog::entities::{
        site::{Column, Entity, Model},
        site_logo,
    },
    platform::error::Result,
};

/// Inserts the row of a site with nothing set, unless another node just has.
pub(super) async fn insert_blank(
    connection: &impl ConnectionTrait,
    now: DateTime<Utc>,
) -> Result<()> {
    Entity::insert(Model::blank(now).into_active_model())
        .on_conflict(OnConflict::column(Column::Id).do_nothing().to_owned())
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// Adds a logo.
pub(super) async fn insert_logo(
    connection: &impl ConnectionTrait,
    logo: &site_logo::Model,
) -> Result<()> {
    site_logo::Entity::insert(logo.clone().into_active_model())
        .exec_without_returning(connection)
        .await?;
    Ok(())
}
