//! What goes with an invented list.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, sea_query::Query};

use crate::{
    features::imports::history::entity::{import, import_change},
    platform::error::Result,
};

/// Removes the imports whose source the operator named `source`, with what they wrote. Returns how many.
pub(in crate::features::imports) async fn forget(
    connection: &impl ConnectionTrait,
    source: &str,
) -> Result<u64> {
    let theirs = Query::select()
        .column(import::Column::Id)
        .from(import::Entity)
        .and_where(import::Column::Source.eq(source))
        .to_owned();
    import_change::Entity::delete_many()
        .filter(import_change::Column::RunId.in_subquery(theirs))
        .exec(connection)
        .await?;
    let removed = import::Entity::delete_many()
        .filter(import::Column::Source.eq(source))
        .exec(connection)
        .await?;
    Ok(removed.rows_affected)
}
