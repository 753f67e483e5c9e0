//! All SQL of the newsletter. Cool-downs and one-time actions are conditional statements and their row counts. This
//! file: readers, and the suppression list.

mod hours;
mod issues;
mod reports;
mod samples;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveEnum,
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, IntoActiveModel,
    PaginatorTrait, QueryFilter, QuerySelect,
    sea_query::{Expr, OnConflict, Query, SelectStatement},
};
use uuid::Uuid;

pub(super) use hours::hours_changed;
pub(super) use issues::{
    claim_delivery, count_to_see, deliveries_of, end_of_last, finish, issue_of, note_refusal,
    prune_deliveries, readers_to_see,
};

pub(super) use reports::{
    ReaderCounts, Readers, confirmed_since, last_issues, left_between, left_since, pending_kept,
    reader_counts, readers, readers_by_town, readers_without_town,
};
pub(super) use samples::{begin_samples, remove_samples};

use super::{
    entity::{
        reader::{self, State},
        refusal,
        suppression::{self, Reason},
        town,
    },
    rules::{self, PENDING_LASTS, TOKEN_LASTS},
};
use crate::{
    catalog::entities::monthly_letter,
    platform::{
        database::Database,
        error::{Error, Result},
        keys::Keys,
        limits::table::{
            LATE_SIGN_UPS_OF_A_NETWORK, SIGN_UP_MAILS, SIGN_UPS_OF_A_MAILBOX,
            SIGN_UPS_OF_AN_ADDRESS,
        },
        limits_shared,
        network::Network,
    },
};

/// An entered address, and what an email to it would need.
#[derive(Clone)]
pub(super) struct Asked {
    pub(super) id: Uuid,
    pub(super) email: String,
    pub(super) address_hash: String,
    pub(super) token_hash: String,
    pub(super) now: DateTime<Utc>,
}

/// The email that follows a sign-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Follows {
    /// The confirmation email, to this reader.
    Confirmation(Uuid),
    /// The email saying that the address is already subscribed.
    Reminder(Uuid),
    /// The person at the address has said no before.
    Nothing,
}

/// Counts a sign-up for an address and its mailbox before anything is looked up, so that all addresses are told the same.
///
/// # Errors
///
/// [`Error::TooMany`], which says when the next email can be sent: after the longer of the two waits.
pub(super) async fn count_sign_up(
    transaction: &DatabaseTransaction,
    keys: &Keys,
    (address_hash, mailbox): (&str, &str),
    now: DateTime<Utc>,
) -> Result<()> {
    let mut longest = None;
    for (limit, caller) in [
        (&SIGN_UPS_OF_AN_ADDRESS, address_hash),
        (&SIGN_UPS_OF_A_MAILBOX, mailbox),
    ] {
        let wait = limits_shared::count_or_wait(transaction, keys, limit, caller, now).await?;
        longest = Ord::max(longest, wait);
    }
    match longest {
        Some(wait) => Err(rules::too_soon(wait)),
        None => Ok(()),
    }
}

/// Records a sign-up. The address's state decides which email is sent; the caller doesn't learn it.
///
/// # Errors
///
/// [`Error::Busy`] if the reader is unsubscribed at the same time.
pub(super) async fn sign_up(transaction: &DatabaseTransaction, asked: &Asked) -> Result<Follows> {
    let known = suppression::Entity::find_by_id(asked.address_hash.clone())
        .one(transaction)
        .await?;
    if !rules::may_be_asked(known.map(|row| row.reason)) {
        return Ok(Follows::Nothing);
    }
    let row = reader::ActiveModel {
        id: Set(asked.id),
        email: Set(asked.email.clone()),
        address_hash: Set(asked.address_hash.clone()),
        state: Set(State::Pending),
        token_hash: Set(Some(asked.token_hash.clone())),
        token_expires_at: Set(Some(asked.now + TOKEN_LASTS)),
        asked_at: Set(asked.now),
        created_at: Set(asked.now),
        confirmed_at: Set(None),
        paused_until: Set(None),
    };
    let inserted = reader::Entity::insert(row)
        .on_conflict(
            OnConflict::column(reader::Column::AddressHash)
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(transaction)
        .await?;
    if inserted > 0 {
        return Ok(Follows::Confirmation(asked.id));
    }
    let Some(known) = reader_by_address(transaction, &asked.address_hash).await? else {
        return Err(Error::Busy { seconds: 1 });
    };
    let update = reader::Entity::update_many()
        .col_expr(reader::Column::AskedAt, Expr::value(asked.now))
        .filter(reader::Column::Id.eq(known.id));
    if known.state == State::Confirmed {
        update.exec(transaction).await?;
        return Ok(Follows::Reminder(known.id));
    }
    update
        .col_expr(
            reader::Column::TokenHash,
            Expr::value(Some(asked.token_hash.clone())),
        )
        .col_expr(
            reader::Column::TokenExpiresAt,
            Expr::value(Some(asked.now + TOKEN_LASTS)),
        )
        .col_expr(reader::Column::Email, Expr::value(asked.email.clone()))
        .exec(transaction)
        .await?;
    Ok(Follows::Confirmation(known.id))
}

/// Refuses a sign-up that causes an email when the hourly maximum across all servers is reached. Called in the
/// transaction that recorded it, which a refusal rolls back.
pub(super) async fn refuse_too_many(
    transaction: &DatabaseTransaction,
    keys: &Keys,
    network: Network,
    now: DateTime<Utc>,
) -> Result<()> {
    let limit = SIGN_UP_MAILS;
    limits_shared::hold(transaction, keys, limit.name, now).await?;
    let mails = reader::Entity::find()
        .filter(reader::Column::AskedAt.gt(now - limit.period))
        .count(transaction)
        .await?;
    if mails <= u64::from(limit.count) {
        if mails > u64::from(limit.count / 2) {
            let whole = network.widest().to_string();
            limits_shared::count(transaction, keys, &LATE_SIGN_UPS_OF_A_NETWORK, whole, now)
                .await?;
        }
        return Ok(());
    }
    tracing::error!("newsletter sign-ups paused: hourly email limit reached");
    Err(limit.refusal())
}

/// The reader whose confirmation email contained the token.
pub(super) async fn reader_by_token(
    connection: &impl ConnectionTrait,
    token_hash: &str,
) -> Result<Option<reader::Model>> {
    Ok(reader::Entity::find()
        .filter(reader::Column::TokenHash.eq(token_hash))
        .one(connection)
        .await?)
}

/// A reader, confirmed or not.
pub(super) async fn reader_by_id(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<reader::Model>> {
    Ok(reader::Entity::find_by_id(id).one(connection).await?)
}

/// The same, locked: nobody else writes about this reader until the transaction ends.
async fn held_reader(transaction: &DatabaseTransaction, id: Uuid) -> Result<Option<reader::Model>> {
    Ok(reader::Entity::find_by_id(id)
        .lock_exclusive()
        .one(transaction)
        .await?)
}

/// Uses up a token; `false` if it was already used or has expired.
pub(super) async fn confirm(
    transaction: &DatabaseTransaction,
    token_hash: &str,
    towns: &[Uuid],
    now: DateTime<Utc>,
) -> Result<bool> {
    let Some(row) = reader_by_token(transaction, token_hash).await? else {
        return Ok(false);
    };
    let updated = reader::Entity::update_many()
        .col_expr(
            reader::Column::State,
            Expr::value(State::Confirmed.to_value()),
        )
        .col_expr(reader::Column::ConfirmedAt, Expr::value(Some(now)))
        .filter(reader::Column::Id.eq(row.id))
        .filter(reader::Column::State.eq(State::Pending))
        .filter(reader::Column::TokenExpiresAt.gt(now))
        .exec(transaction)
        .await?;
    if updated.rows_affected == 0 {
        return Ok(false);
    }
    lift(transaction, &row.address_hash).await?;
    set_towns(transaction, row.id, towns).await?;
    Ok(true)
}

/// Unsubscribes at once, or cancels a pending sign-up. Only the address's hash is kept. A reader who left may come back at once.
pub(super) async fn leave(
    transaction: &DatabaseTransaction,
    keys: &Keys,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    let Some(row) = held_reader(transaction, id).await? else {
        return Ok(());
    };
    let reason = match row.state {
        State::Confirmed => {
            let address = row.address_hash.as_str();
            limits_shared::forgive(transaction, keys, &SIGN_UPS_OF_AN_ADDRESS, address).await?;
            Reason::Left
        }
        State::Pending => Reason::Refused,
    };
    suppress(transaction, row, reason, now).await
}

/// Ends the subscription of a reader with a missing mailbox; `false` if there is no such reader any more.
pub(super) async fn give_up(
    transaction: &DatabaseTransaction,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<bool> {
    let Some(row) = held_reader(transaction, id).await? else {
        return Ok(false);
    };
    suppress(transaction, row, Reason::Gone, now).await?;
    Ok(true)
}

async fn suppress(
    transaction: &DatabaseTransaction,
    row: reader::Model,
    reason: Reason,
    now: DateTime<Utc>,
) -> Result<()> {
    let suppressed = suppression::Model {
        address_hash: row.address_hash,
        reason,
        created_at: now,
    };
    suppression::Entity::insert(suppressed.into_active_model())
        .on_conflict(
            OnConflict::column(suppression::Column::AddressHash)
                .update_columns([suppression::Column::Reason, suppression::Column::CreatedAt])
                .to_owned(),
        )
        .exec_without_returning(transaction)
        .await?;
    set_towns(transaction, row.id, &[]).await?;
    refusal::Entity::delete_many()
        .filter(refusal::Column::ReaderId.eq(row.id))
        .exec(transaction)
        .await?;
    reader::Entity::delete_by_id(row.id)
        .exec(transaction)
        .await?;
    Ok(())
}

/// What the list emails are about that aren't issues: the monthly letters to owners.
pub(super) fn other_lists() -> SelectStatement {
    Query::select()
        .column(monthly_letter::Column::Id)
        .from(monthly_letter::Entity)
        .to_owned()
}

/// The reader with this address.
pub(super) async fn reader_by_address(
    connection: &impl ConnectionTrait,
    address_hash: &str,
) -> Result<Option<reader::Model>> {
    Ok(reader::Entity::find()
        .filter(reader::Column::AddressHash.eq(address_hash))
        .one(connection)
        .await?)
}

async fn lift(connection: &impl ConnectionTrait, address_hash: &str) -> Result<()> {
    suppression::Entity::delete_by_id(address_hash.to_owned())
        .exec(connection)
        .await?;
    Ok(())
}

/// A reader's chosen towns.
pub(super) async fn towns_of(connection: &impl ConnectionTrait, reader: Uuid) -> Result<Vec<Uuid>> {
    let rows = town::Entity::find()
        .filter(town::Column::ReaderId.eq(reader))
        .all(connection)
        .await?;
    Ok(rows.into_iter().map(|row| row.city_id).collect())
}

/// Replaces a reader's chosen towns.
pub(super) async fn set_towns(
    transaction: &DatabaseTransaction,
    reader: Uuid,
    towns: &[Uuid],
) -> Result<()> {
    town::Entity::delete_many()
        .filter(town::Column::ReaderId.eq(reader))
        .exec(transaction)
        .await?;
    let rows = towns.iter().map(|city_id| town::ActiveModel {
        reader_id: Set(reader),
        city_id: Set(*city_id),
    });
    if !towns.is_empty() {
        town::Entity::insert_many(rows)
            .exec_without_returning(transaction)
            .await?;
    }
    Ok(())
}

/// Removes towns that are gone from what readers have chosen. Who has chosen no other gets the whole directory, as whoever never chose:
/// with a town that is gone they would hear of no shop ever again. They aren't asked, because that would be one more email that they
/// didn't sign up for, and each issue says what it covers and links to the choice.
pub(super) async fn forget_towns(connection: &impl ConnectionTrait, towns: &[Uuid]) -> Result<()> {
    town::Entity::delete_many()
        .filter(town::Column::CityId.is_in(towns.iter().copied()))
        .exec(connection)
        .await?;
    Ok(())
}

/// Removes unconfirmed addresses and returns how many.
pub(super) async fn forget_pending(database: &Database, now: DateTime<Utc>) -> Result<u64> {
    database
        .transaction(|transaction| {
            Box::pin(async move {
                let removed = reader::Entity::delete_many()
                    .filter(reader::Column::State.eq(State::Pending))
                    .filter(reader::Column::AskedAt.lt(now - PENDING_LASTS))
                    .exec(transaction)
                    .await?;
                Ok(removed.rows_affected)
            })
        })
        .await
}
