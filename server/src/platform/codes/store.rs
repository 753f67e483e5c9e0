//! All SQL of one-time codes.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, ConnectionTrait, EntityTrait, ExprTrait,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, sea_query::Expr,
};

use super::{
    DIGITS, Guess, Issued, LASTS, MAX_ATTEMPTS, Proven, Purpose, Refused,
    entity::{ActiveModel, Column, Entity, Model},
};
use crate::platform::{
    error::Result,
    id_generator::IdGenerator,
    keys::{Keys, hexadecimal},
    mail::EmailAddress,
    sessions::address_hash,
};

/// A link's token: 160 random bits.
const TOKEN_BYTES: usize = 20;
/// How long used and expired codes are kept, for looking into complaints.
const KEPT: TimeDelta = TimeDelta::days(1);

/// Issues a code for `address`. Earlier codes stay valid, because emails can arrive out of order.
pub async fn issue(
    connection: &impl ConnectionTrait,
    by: (&Keys, &IdGenerator),
    purpose: &Purpose,
    address: &EmailAddress,
    now: DateTime<Utc>,
) -> Result<Issued> {
    issue_as(connection, by, purpose, (address, true), now).await
}

/// Does the work of issuing a code that isn't mailed, so that neither the response time nor what wrong guesses are told sets
/// known addresses apart from unknown ones. No guess matches it (D90).
pub async fn issue_unsent(
    connection: &impl ConnectionTrait,
    by: (&Keys, &IdGenerator),
    purpose: &Purpose,
    address: &EmailAddress,
    now: DateTime<Utc>,
) -> Result<Issued> {
    issue_as(connection, by, purpose, (address, false), now).await
}

async fn issue_as(
    connection: &impl ConnectionTrait,
    (keys, identifiers): (&Keys, &IdGenerator),
    purpose: &Purpose,
    (address, is_mailed): (&EmailAddress, bool),
    now: DateTime<Utc>,
) -> Result<Issued> {
    let mut token = [0; TOKEN_BYTES];
    identifiers.fill(&mut token);
    let issued = Issued {
        id: identifiers.next(),
        code: new_code(identifiers),
        token: hexadecimal(&token),
    };
    let unguessable = format!("{} was not mailed", issued.token);
    let (code, link) = if is_mailed {
        (&issued.code, &issued.token)
    } else {
        (&unguessable, &unguessable)
    };
    Entity::insert(ActiveModel {
        id: Set(issued.id),
        purpose: Set(purpose.name.to_owned()),
        subject_id: Set(purpose.subject),
        email: Set(address.as_text()),
        address_hash: Set(address_hash(keys, address)),
        code_hash: Set(code_hash(keys, code, address)),
        token_hash: Set(token_hash(keys, link)),
        attempts: Set(0),
        created_at: Set(now),
        expires_at: Set(now + LASTS),
        used_at: Set(None),
    })
    .exec_without_returning(connection)
    .await?;
    Ok(issued)
}

/// Six uniformly distributed digits: numbers beyond the largest multiple of a million are drawn again.
fn new_code(identifiers: &IdGenerator) -> String {
    const MILLION: u32 = 1_000_000;
    loop {
        let mut bytes = [0; 4];
        identifiers.fill(&mut bytes);
        let number = u32::from_le_bytes(bytes);
        if number < u32::MAX - u32::MAX % MILLION {
            return format!("{:0width$}", number % MILLION, width = DIGITS);
        }
    }
}

fn unused(purpose: &Purpose) -> Condition {
    let subject = match purpose.subject {
        Some(subject) => Column::SubjectId.eq(subject),
        None => Column::SubjectId.is_null(),
    };
    Condition::all()
        .add(Column::Purpose.eq(purpose.name))
        .add(subject)
        .add(Column::UsedAt.is_null())
}

fn live(purpose: &Purpose, now: DateTime<Utc>) -> Condition {
    unused(purpose)
        .add(Column::ExpiresAt.gt(now))
        .add(Column::Attempts.lt(MAX_ATTEMPTS))
}

/// Whether a code is out for `address` that accepts guesses.
pub(super) async fn is_sent(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    (purpose, address): (&Purpose, &EmailAddress),
    now: DateTime<Utc>,
) -> Result<bool> {
    let found = Entity::find()
        .filter(live(purpose, now))
        .filter(Column::AddressHash.eq(address_hash(keys, address)))
        .one(connection)
        .await?;
    Ok(found.is_some())
}

/// Checks `code`, six digits, for `address`. Each attempt counts against every valid code, so requesting more codes
/// gives no more guesses; a code that had too many stays dead.
pub(super) async fn redeem_code(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    purpose: &Purpose,
    (address, code): (&EmailAddress, &str),
    now: DateTime<Utc>,
) -> Result<Guess> {
    // Locks the rows, so simultaneous guesses run one after the other.
    let rows = Entity::find()
        .filter(live(purpose, now))
        .filter(Column::AddressHash.eq(address_hash(keys, address)))
        .order_by_desc(Column::CreatedAt)
        .lock_exclusive()
        .all(connection)
        .await?;
    if rows.is_empty() {
        return Ok(Err(Refused::Wrong));
    }
    Entity::update_many()
        .col_expr(Column::Attempts, Expr::col(Column::Attempts).add(1))
        .filter(Column::Id.is_in(rows.iter().map(|row| row.id)))
        .exec(connection)
        .await?;
    let typed = code_hash(keys, code, address);
    let was_last = rows.iter().all(|row| row.attempts + 1 >= MAX_ATTEMPTS);
    match rows.into_iter().find(|row| row.code_hash == typed) {
        Some(row) => use_up(connection, row, now).await,
        None if was_last => Ok(Err(Refused::LastGuess)),
        None => Ok(Err(Refused::Wrong)),
    }
}

/// Uses the link with this token.
pub(super) async fn redeem_link(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    purpose: &'static str,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Guess> {
    let found = Entity::find()
        .filter(Column::TokenHash.eq(token_hash(keys, token)))
        .filter(Column::Purpose.eq(purpose))
        .filter(Column::UsedAt.is_null())
        .filter(Column::ExpiresAt.gt(now))
        .one(connection)
        .await?;
    match found {
        Some(row) => use_up(connection, row, now).await,
        None => Ok(Err(Refused::Wrong)),
    }
}

/// Invalidates `row` and its siblings. Only one of two simultaneous uses succeeds.
async fn use_up(
    connection: &impl ConnectionTrait,
    row: Model,
    now: DateTime<Utc>,
) -> Result<Guess> {
    let used = Entity::update_many()
        .col_expr(Column::UsedAt, Expr::value(now))
        .filter(Column::Id.eq(row.id))
        .filter(Column::UsedAt.is_null())
        .exec(connection)
        .await?;
    if used.rows_affected == 0 {
        return Ok(Err(Refused::Wrong));
    }
    let siblings = Entity::update_many()
        .col_expr(Column::UsedAt, Expr::value(now))
        .filter(Column::AddressHash.eq(&row.address_hash))
        .filter(Column::Purpose.eq(&row.purpose))
        .filter(Column::UsedAt.is_null());
    let siblings = match row.subject_id {
        Some(subject) => siblings.filter(Column::SubjectId.eq(subject)),
        None => siblings.filter(Column::SubjectId.is_null()),
    };
    siblings.exec(connection).await?;
    let address = EmailAddress::parse(&row.email, "email")?;
    Ok(Ok(Proven {
        code: row.id,
        subject: row.subject_id,
        address,
    }))
}

/// Ends all codes and links of a purpose that weren't used.
pub async fn revoke(
    connection: &impl ConnectionTrait,
    purpose: &Purpose,
    now: DateTime<Utc>,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::UsedAt, Expr::value(now))
        .filter(unused(purpose))
        .exec(connection)
        .await?;
    Ok(())
}

/// Removes old codes and returns how many.
pub async fn prune(connection: &impl ConnectionTrait, now: DateTime<Utc>) -> Result<u64> {
    let removed = Entity::delete_many()
        .filter(Column::ExpiresAt.lt(now - KEPT))
        .exec(connection)
        .await?;
    Ok(removed.rows_affected)
}

/// Includes the address: the same digits for someone else are a different code.
fn code_hash(keys: &Keys, code: &str, address: &EmailAddress) -> String {
    let value = format!("{code} {}", address.key());
    hexadecimal(&keys.keyed_hash("one-time code", value.as_bytes()))
}

pub(super) fn token_hash(keys: &Keys, token: &str) -> String {
    hexadecimal(&keys.keyed_hash("one-time link", token.as_bytes()))
}

/// The codes issued to an address, with their times, for a data export.
pub async fn issued_to(
    connection: &impl ConnectionTrait,
    address_hash: &str,
) -> Result<Vec<(String, DateTime<Utc>)>> {
    let rows = Entity::find()
        .filter(Column::AddressHash.eq(address_hash))
        .all(connection)
        .await?;
    let issued = rows.into_iter().map(|row| (row.purpose, row.created_at));
    Ok(issued.collect())
}

/// Removes the codes issued to an address and returns how many.
pub async fn forget_address(connection: &impl ConnectionTrait, address_hash: &str) -> Result<u64> {
    let removed = Entity::delete_many()
        .filter(Column::AddressHash.eq(address_hash))
        .exec(connection)
        .await?;
    Ok(removed.rows_affected)
}

/// How many codes are kept, and since when the oldest.
pub async fn kept(connection: &impl ConnectionTrait) -> Result<(u64, Option<DateTime<Utc>>)> {
    let rows = Entity::find();
    let count = rows.clone().count(connection).await?;
    let oldest = rows.order_by_asc(Column::CreatedAt).one(connection).await?;
    Ok((count, oldest.map(|row| row.created_at)))
}
