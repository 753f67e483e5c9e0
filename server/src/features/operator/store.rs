//! The SQL of this room.

use sea_orm::{ConnectionTrait, EntityTrait, QueryOrder};

use crate::{catalog::entities::shop_source, platform::error::Result};

/// The source that was brought in last.
pub(super) async fn last_imported(
    connection: &impl ConnectionTrait,
) -> Result<Option<shop_source::Model>> {
    Ok(shop_source::Entity::find()
        .order_by_desc(shop_source::Column::FetchedAt)
        .one(connection)
        .await?)
}
