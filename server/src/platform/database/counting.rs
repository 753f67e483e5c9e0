//! Counting rows together with the oldest and the newest of them.

use chrono::{DateTime, Utc};
use sea_orm::{
    ConnectionTrait, EntityTrait, FromQueryResult, PaginatorTrait, QueryOrder, QuerySelect, Select,
};

use crate::platform::error::Result;

/// How many rows there are, and when the first and the last of them came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowCount {
    pub count: u64,
    pub oldest: Option<DateTime<Utc>>,
    pub newest: Option<DateTime<Utc>>,
}

/// How many rows `select` finds, and the earliest and latest time in their column `since`.
pub async fn count_since<E, M>(
    connection: &impl ConnectionTrait,
    select: Select<E>,
    since: E::Column,
) -> Result<RowCount>
where
    E: EntityTrait<Model = M>,
    M: FromQueryResult + Sized + Send + Sync,
{
    let count = select.clone().count(connection).await?;
    let times = select.select_only().column(since);
    let first = times.clone().order_by_asc(since).limit(1);
    let oldest: Option<Option<DateTime<Utc>>> = first.into_tuple().one(connection).await?;
    let last = times.order_by_desc(since).limit(1);
    let newest: Option<Option<DateTime<Utc>>> = last.into_tuple().one(connection).await?;
    Ok(RowCount {
        count,
        oldest: oldest.flatten(),
        newest: newest.flatten(),
    })
}
