//! What goes with invented shops and lists.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};
use uuid::Uuid;

use crate::{features::imports::entity::review_item, platform::error::Result};

/// Removes the answers that made records be one of `shops`, so that the next import asks about these records again.
pub(in crate::features::imports) async fn forget_answers(
    connection: &impl ConnectionTrait,
    shops: &[Uuid],
) -> Result<()> {
    review_item::Entity::delete_many()
        .filter(review_item::Column::ShopId.is_in(shops.iter().copied()))
        .exec(connection)
        .await?;
    Ok(())
}

/// Removes the questions about the records of `source`, decided ones, too.
pub(in crate::features::imports) async fn forget_questions(
    connection: &impl ConnectionTrait,
    source: &str,
) -> Result<()> {
    review_item::Entity::delete_many()
        .filter(review_item::Column::Source.eq(source))
        .exec(connection)
        .await?;
    Ok(())
}
