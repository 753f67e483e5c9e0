//! How much may be uploaded: per network and day, and in total by everyone whose upload isn't used yet. Without it, a
//! patient stranger could fill the disk with photos that nobody ever shows.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveEnum, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect,
    sea_query::Expr,
};

use super::{
    LARGEST_UPLOAD,
    entity::{Column, Entity, State},
};
use crate::platform::{
    database::{Database, dialect},
    error::{Error, Result},
    limits::table::UPLOADED_BYTES_OF_A_NETWORK,
    network::Network,
};

/// Bytes of all uploads that nothing uses yet.
const MAX_UNUSED: i64 = 2_000_000_000;
/// Number of the lock that keeps two uploads from taking the same room.
const LOCK: i64 = 7_203_951;

/// What [`begin`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Room {
    Taken,
    /// The URL was already used or has expired.
    UsedUp,
    /// The network has uploaded too much today.
    NetworkFull,
    /// Too many photos wait to be used.
    Full,
}

impl Room {
    /// The answer to the person who uploads.
    pub(super) fn check(self, used_up: Error) -> Result<()> {
        match self {
            Self::Taken => Ok(()),
            Self::UsedUp => Err(used_up),
            Self::NetworkFull => Err(UPLOADED_BYTES_OF_A_NETWORK.refusal()),
            Self::Full => Err(Error::TooMany {
                message: "We can't take more photos right now. Please try again in an hour.".into(),
                seconds: 3_600,
            }),
        }
    }
}

/// The network as it is stored: an IPv4 address, or the range that one customer has with IPv6.
pub(super) fn text_of(network: Network) -> String {
    let levels = network.levels_of_one_customer();
    levels
        .take(2)
        .last()
        .map(|level| level.prefix.to_string())
        .unwrap_or_default()
}

/// Marks the upload URL as used and reserves room for the largest file, which [`note_bytes`] corrects.
pub(super) async fn begin(
    database: &Database,
    key: &str,
    network: Network,
    now: DateTime<Utc>,
) -> Result<Room> {
    let (key, network) = (key.to_owned(), text_of(network));
    let limit = UPLOADED_BYTES_OF_A_NETWORK;
    let file = i64::try_from(LARGEST_UPLOAD).unwrap_or(i64::MAX);
    database
        .transaction(|transaction| {
            let (key, network) = (key.clone(), network.clone());
            Box::pin(async move {
                dialect::lock_until_commit(transaction, LOCK).await?;
                let of_network = Entity::find()
                    .filter(Column::Network.eq(&network))
                    .filter(Column::CreatedAt.gt(now - limit.period));
                if sum(transaction, of_network).await? > i64::from(limit.count) - file {
                    return Ok(Room::NetworkFull);
                }
                let unused = Entity::find()
                    .filter(Column::State.is_in([State::Storing, State::Stored]))
                    .filter(Column::Network.is_not_null());
                if sum(transaction, unused).await? > MAX_UNUSED - file {
                    return Ok(Room::Full);
                }
                let update = Entity::update_many()
                    .col_expr(Column::State, Expr::value(State::Storing.to_value()))
                    .col_expr(Column::Network, Expr::value(Some(network)))
                    .col_expr(Column::Bytes, Expr::value(Some(file)))
                    .filter(Column::Key.eq(&key))
                    .filter(Column::State.eq(State::Waiting))
                    .filter(Column::ExpiresAt.gt(now));
                let taken = update.exec(transaction).await?.rows_affected == 1;
                Ok(if taken { Room::Taken } else { Room::UsedUp })
            })
        })
        .await
}

async fn sum(connection: &impl ConnectionTrait, rows: sea_orm::Select<Entity>) -> Result<i64> {
    // PostgreSQL's sum of integers is a decimal number.
    let sum = Expr::cust("CAST(COALESCE(SUM(bytes), 0) AS BIGINT)");
    let found: Option<i64> = rows
        .select_only()
        .column_as(sum, "bytes")
        .into_tuple()
        .one(connection)
        .await?;
    Ok(found.unwrap_or(0))
}

/// Records how large the file is.
pub(super) async fn note_bytes(database: &Database, key: &str, bytes: usize) -> Result<()> {
    let (key, bytes) = (key.to_owned(), i64::try_from(bytes).unwrap_or(i64::MAX));
    database
        .transaction(|transaction| {
            let update = Entity::update_many()
                .col_expr(Column::Bytes, Expr::value(Some(bytes)))
                .filter(Column::Key.eq(&key));
            Box::pin(async move {
                update.exec(transaction).await?;
                Ok(())
            })
        })
        .await
}
