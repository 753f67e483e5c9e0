//! The room's SQL of its own.

use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, sea_query::Expr};
use uuid::Uuid;

use super::undo::NO_IMAGE;
use crate::{
    catalog::{
        Change,
        entities::city,
        photos::{self, Owner},
    },
    platform::error::Result,
};

/// Gives up the image of a town for good, by its key, and returns the change to record. No act does it, because an undo would bring the
/// image back.
pub(super) async fn give_up_image(
    transaction: &DatabaseTransaction,
    (town, key): (Uuid, &str),
    now: DateTime<Utc>,
) -> Result<Change> {
    photos::give_up(transaction, key, now).await?;
    let owner = Owner::City(town);
    // It may show another one by now.
    if photos::of_owner(transaction, owner).await?.is_empty() {
        city::Entity::update_many()
            .col_expr(city::Column::ImageSource, Expr::value(NO_IMAGE))
            .filter(city::Column::Id.eq(town))
            .exec(transaction)
            .await?;
    }
    photos::touch(transaction, owner, now).await
}
