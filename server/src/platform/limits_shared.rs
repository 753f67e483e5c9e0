//! Rate limits that protect money, secrets and strangers' mailboxes: counted in the database, so that all nodes agree.
//! Limits that protect a single server are in [`super::limits`].

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, EntityTrait, ExprTrait, QueryFilter,
    sea_query::{CaseStatement, Expr, OnConflict, SimpleExpr},
};

use super::{
    error::{Error, Result},
    keys::{Keys, hexadecimal},
    limits::{Caller, InDatabase, Limit},
};

/// The table of counts.
mod limit_count {
    use sea_orm::entity::prelude::*;

    /// A row of `limit_counts`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "limit_counts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub caller_hash: String,
        /// When the caller will have its full allowance again, in microseconds since 1970.
        pub free_at: i64,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

mod counted {
    use sea_orm::FromJsonQueryResult;
    use serde::{Deserialize, Serialize};

    /// What was counted for a request, without saying for whom, so that it can be given back later.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
    pub struct Counted(pub(super) Vec<(String, i64)>);
}

pub use counted::Counted;
use limit_count::{ActiveModel, Column, Entity};

/// Counts one request by `caller` with the generic cell rate algorithm (ITU-T I.371), in the caller's transaction. A
/// rollback undoes the count, so a refusal must end the transaction.
///
/// # Errors
///
/// [`Error::TooMany`] when the limit is used up; [`Error::Database`] when the database fails.
pub async fn count(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    limit: &Limit<InDatabase>,
    caller: impl Into<Caller> + Send,
    now: DateTime<Utc>,
) -> Result<()> {
    for (one, shares) in caller.into().counted() {
        let key = hash_of(keys, limit.name, &one.to_string());
        if let Some(wait) = count_key(connection, (limit, shares), key, now).await? {
            return Err(Error::TooMany {
                message: limit.message.into(),
                seconds: u32::try_from(wait.num_seconds() + 1).unwrap_or(u32::MAX),
            });
        }
    }
    Ok(())
}

/// The same for work that retries by itself: returns how long to wait, or `None` if it was counted.
pub async fn count_or_wait(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    limit: &Limit<InDatabase>,
    caller: &str,
    now: DateTime<Utc>,
) -> Result<Option<TimeDelta>> {
    let key = hash_of(keys, limit.name, caller);
    count_key(connection, (limit, 1), key, now).await
}

/// How long `caller` would have to wait now; zero if the next request would be counted. Counts nothing.
pub async fn wait(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    limit: &Limit<InDatabase>,
    caller: &str,
    now: DateTime<Utc>,
) -> Result<TimeDelta> {
    let row = Entity::find_by_id(hash_of(keys, limit.name, caller))
        .one(connection)
        .await?;
    let wait = row.map_or(0, |row| wait_of((limit, 1), row.free_at, now));
    Ok(TimeDelta::microseconds(wait))
}

/// In microseconds.
fn wait_of((limit, shares): (&Limit<InDatabase>, u32), free_at: i64, now: DateTime<Utc>) -> i64 {
    let begins = free_at + share_of(limit, shares) - micros(limit);
    Ord::max(begins - now.timestamp_micros(), 0)
}

/// The time that one request uses up, in microseconds.
fn share_of(limit: &Limit<InDatabase>, shares: u32) -> i64 {
    micros(limit) / i64::from(Ord::max(limit.count.saturating_mul(shares), 1))
}

async fn count_key(
    connection: &impl ConnectionTrait,
    (limit, shares): (&Limit<InDatabase>, u32),
    key: String,
    now: DateTime<Utc>,
) -> Result<Option<TimeDelta>> {
    let (moment, period) = (now, micros(limit));
    let now = now.timestamp_micros();
    let each = share_of(limit, shares);
    let known = || Expr::col((Entity, Column::FreeAt));
    let later_of_both: SimpleExpr = CaseStatement::new()
        .case(known().lt(now), Expr::value(now))
        .finally(known())
        .into();
    let counted = Entity::insert(ActiveModel {
        caller_hash: Set(key.clone()),
        free_at: Set(now + each),
    })
    .on_conflict(
        OnConflict::column(Column::CallerHash)
            .value(Column::FreeAt, later_of_both.add(each))
            // A share beyond the period is too many. Far beyond it, the clock jumped back, which locks nobody out.
            .action_and_where(
                known()
                    .lte(now + period - each)
                    .or(known().gt(now + 2 * period)),
            )
            .to_owned(),
    )
    .exec_without_returning(connection)
    .await?;
    if counted > 0 {
        return Ok(None);
    }
    let free_at = Entity::find_by_id(key)
        .one(connection)
        .await?
        .map_or(now + each, |row| row.free_at);
    let wait = wait_of((limit, shares), free_at, moment);
    Ok(Some(TimeDelta::microseconds(wait)))
}

/// Makes others that hold `name` wait until the caller's transaction ends, so what it counts in other tables can't
/// change meanwhile.
pub async fn hold(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    name: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    Entity::insert(ActiveModel {
        caller_hash: Set(hash_of(keys, name, "")),
        free_at: Set(now.timestamp_micros()),
    })
    .on_conflict(
        OnConflict::column(Column::CallerHash)
            .update_column(Column::FreeAt)
            .to_owned(),
    )
    .exec_without_returning(connection)
    .await?;
    Ok(())
}

/// Restores the whole allowance of `caller`, for example after a correct password.
pub async fn forgive(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    limit: &Limit<InDatabase>,
    caller: impl Into<Caller> + Send,
) -> Result<()> {
    let counted = caller.into().counted();
    let keys = counted
        .iter()
        .map(|(one, _)| hash_of(keys, limit.name, &one.to_string()));
    Entity::delete_many()
        .filter(Column::CallerHash.is_in(keys))
        .exec(connection)
        .await?;
    Ok(())
}

/// What [`count`] counts for these callers.
#[must_use]
pub fn counted(keys: &Keys, limits: &[(&'static Limit<InDatabase>, Caller)]) -> Counted {
    let each = limits.iter().flat_map(|(limit, caller)| {
        let callers = caller.counted().into_iter();
        callers.map(|(one, shares)| {
            (
                hash_of(keys, limit.name, &one.to_string()),
                share_of(limit, shares),
            )
        })
    });
    Counted(each.collect())
}

/// Takes back one request of each, and leaves what else was counted.
pub async fn give_back(connection: &impl ConnectionTrait, counted: &Counted) -> Result<()> {
    for (key, each) in &counted.0 {
        Entity::update_many()
            .col_expr(Column::FreeAt, Expr::col(Column::FreeAt).sub(*each))
            .filter(Column::CallerHash.eq(key))
            .exec(connection)
            .await?;
    }
    Ok(())
}

/// Removes counts of callers with their full allowance. Returns how many.
pub async fn prune(connection: &impl ConnectionTrait, now: DateTime<Utc>) -> Result<u64> {
    let removed = Entity::delete_many()
        .filter(Column::FreeAt.lt(now.timestamp_micros()))
        .exec(connection)
        .await?;
    Ok(removed.rows_affected)
}

/// Addresses and networks are stored only as keyed hashes.
fn hash_of(keys: &Keys, name: &str, caller: &str) -> String {
    let value = format!("{name}\n{caller}");
    hexadecimal(&keys.keyed_hash("shared limit", value.as_bytes()))
}

fn micros(limit: &Limit<InDatabase>) -> i64 {
    limit.period.num_microseconds().unwrap_or(i64::MAX / 4)
}
