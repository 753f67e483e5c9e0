//! All SQL of people and sessions.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    sea_query::{Expr, OnConflict},
};
use uuid::Uuid;

use super::{
    Kind, Session, address_hash, device,
    entity::{person, session},
    token_hash,
};
use crate::platform::{
    database::Database,
    error::Result,
    id_generator::IdGenerator,
    keys::{Keys, hexadecimal},
    mail::EmailAddress,
    web::{AdministratorId, Client},
};

/// Length of a token: 256 random bits.
const TOKEN_BYTES: usize = 32;
/// Minimum time between two writes of a session's last use.
const SEEN_PAUSE: TimeDelta = TimeDelta::hours(1);

/// Signs `client` in and returns the token for its cookie.
pub async fn open(
    connection: &impl ConnectionTrait,
    (keys, identifiers): (&Keys, &IdGenerator),
    (kind, person): (Kind, Option<Uuid>),
    client: &Client,
    now: DateTime<Utc>,
) -> Result<String> {
    let confirmed_at = (kind == Kind::Admin).then_some(now);
    let whose = (kind, person, None, confirmed_at);
    insert(connection, (keys, identifiers), whose, client, now).await
}

/// Signs `client` in as a person or as an administrator.
pub(super) async fn insert(
    connection: &impl ConnectionTrait,
    (keys, identifiers): (&Keys, &IdGenerator),
    (kind, person, administrator, confirmed_at): (
        Kind,
        Option<Uuid>,
        Option<Uuid>,
        Option<DateTime<Utc>>,
    ),
    client: &Client,
    now: DateTime<Utc>,
) -> Result<String> {
    let mut bytes = [0; TOKEN_BYTES];
    identifiers.fill(&mut bytes);
    let token = hexadecimal(&bytes);
    session::Entity::insert(session::ActiveModel {
        id: Set(identifiers.next()),
        token_hash: Set(token_hash(keys, &token)),
        kind: Set(kind),
        person_id: Set(person),
        administrator_id: Set(administrator),
        device: Set(device::name_of(client.user_agent())),
        created_at: Set(now),
        last_seen_at: Set(now),
        expires_at: Set(now + kind.lasts()),
        confirmed_at: Set(confirmed_at),
    })
    .exec_without_returning(connection)
    .await?;
    Ok(token)
}

/// The session for a token, if it is valid at `now`.
pub(super) async fn find(
    database: &Database,
    token_hash: &str,
    kind: Kind,
    now: DateTime<Utc>,
) -> Result<Option<Session>> {
    let row = session::Entity::find()
        .filter(session::Column::TokenHash.eq(token_hash))
        .filter(session::Column::Kind.eq(kind))
        .filter(session::Column::ExpiresAt.gt(now))
        .filter(session::Column::LastSeenAt.gt(now - kind.longest_pause()))
        .one(database.reads())
        .await?;
    let Some(row) = row else { return Ok(None) };
    if row.last_seen_at + SEEN_PAUSE < now {
        let (id, database) = (row.id, database.clone());
        // Doesn't delay the caller, and a database that can't be written to signs nobody out.
        tokio::spawn(async move {
            if let Err(error) = note_seen(&database, id, now).await {
                tracing::debug!(%error, "a session's last use can't be written down now");
            }
        });
    }
    Ok(Some(Session {
        id: row.id,
        kind,
        person: row.person_id,
        administrator: row.administrator_id.map(AdministratorId),
        expires_at: row.expires_at,
        confirmed_at: row.confirmed_at,
    }))
}

async fn note_seen(database: &Database, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    database
        .transaction(|transaction| {
            Box::pin(async move {
                session::Entity::update_many()
                    .col_expr(session::Column::LastSeenAt, Expr::value(now))
                    .filter(session::Column::Id.eq(id))
                    .exec(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
}

/// The valid sessions of a person, newest first.
pub async fn list_of(
    database: &Database,
    kind: Kind,
    person: Option<Uuid>,
    now: DateTime<Utc>,
) -> Result<Vec<session::Model>> {
    let owner = match person {
        Some(person) => session::Column::PersonId.eq(person),
        None => session::Column::PersonId.is_null(),
    };
    Ok(session::Entity::find()
        .filter(session::Column::Kind.eq(kind))
        .filter(owner)
        .filter(session::Column::ExpiresAt.gt(now))
        .filter(session::Column::LastSeenAt.gt(now - kind.longest_pause()))
        .order_by_desc(session::Column::CreatedAt)
        .all(database.reads())
        .await?)
}

/// Ends one session of this kind and person. Returns whether there was one.
pub async fn end(
    connection: &impl ConnectionTrait,
    id: Uuid,
    kind: Kind,
    person: Option<Uuid>,
) -> Result<bool> {
    let owner = match person {
        Some(person) => session::Column::PersonId.eq(person),
        None => session::Column::PersonId.is_null(),
    };
    let ended = session::Entity::delete_many()
        .filter(session::Column::Id.eq(id))
        .filter(session::Column::Kind.eq(kind))
        .filter(owner)
        .exec(connection)
        .await?;
    Ok(ended.rows_affected > 0)
}

/// Ends the same person's other sessions of this kind.
pub async fn end_other_sessions(connection: &impl ConnectionTrait, kept: &Session) -> Result<u64> {
    let owner = match kept.person {
        Some(person) => session::Column::PersonId.eq(person),
        None => session::Column::PersonId.is_null(),
    };
    let ended = session::Entity::delete_many()
        .filter(session::Column::Kind.eq(kept.kind))
        .filter(owner)
        .filter(session::Column::Id.ne(kept.id))
        .exec(connection)
        .await?;
    Ok(ended.rows_affected)
}

/// Removes expired sessions and returns how many.
pub async fn prune(connection: &impl ConnectionTrait, now: DateTime<Utc>) -> Result<u64> {
    let removed = session::Entity::delete_many()
        .filter(session::Column::ExpiresAt.lte(now))
        .exec(connection)
        .await?;
    Ok(removed.rows_affected)
}

/// Signs people out everywhere.
pub async fn end_of_people(connection: &impl ConnectionTrait, people: &[Uuid]) -> Result<()> {
    session::Entity::delete_many()
        .filter(session::Column::PersonId.is_in(people.iter().copied()))
        .exec(connection)
        .await?;
    Ok(())
}

/// How many sessions there are, and since when the oldest.
pub async fn kept(connection: &impl ConnectionTrait) -> Result<(u64, Option<DateTime<Utc>>)> {
    let rows = session::Entity::find();
    let count = rows.clone().count(connection).await?;
    let oldest = rows
        .order_by_asc(session::Column::CreatedAt)
        .one(connection)
        .await?;
    Ok((count, oldest.map(|row| row.created_at)))
}

/// The person with this address, created if necessary. A name is stored only if there was none.
pub async fn ensure_person(
    connection: &impl ConnectionTrait,
    (keys, identifiers): (&Keys, &IdGenerator),
    address: &EmailAddress,
    name: Option<&str>,
    now: DateTime<Utc>,
) -> Result<person::Model> {
    let hash = address_hash(keys, address);
    let row = person::ActiveModel {
        id: Set(identifiers.next()),
        email: Set(address.as_text()),
        address_hash: Set(hash.clone()),
        name: Set(name.map(str::to_owned)),
        confirmed_at: Set(None),
        created_at: Set(now),
    };
    person::Entity::insert(row)
        .on_conflict(
            OnConflict::column(person::Column::AddressHash)
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(connection)
        .await?;
    if let Some(name) = name {
        person::Entity::update_many()
            .col_expr(person::Column::Name, Expr::value(name))
            .filter(person::Column::AddressHash.eq(&hash))
            .filter(person::Column::Name.is_null())
            .exec(connection)
            .await?;
    }
    person::Entity::find()
        .filter(person::Column::AddressHash.eq(&hash))
        .one(connection)
        .await?
        .ok_or_else(|| crate::platform::error::Error::Internal("a person's row is gone".to_owned()))
}

/// Records that a person's address is theirs.
pub async fn confirm_person(
    connection: &impl ConnectionTrait,
    person: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    person::Entity::update_many()
        .col_expr(person::Column::ConfirmedAt, Expr::value(now))
        .filter(person::Column::Id.eq(person))
        .filter(person::Column::ConfirmedAt.is_null())
        .exec(connection)
        .await?;
    Ok(())
}

/// The person with this ID.
pub async fn find_person(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<person::Model>> {
    Ok(person::Entity::find_by_id(id).one(connection).await?)
}

/// The person with this address.
pub async fn person_by_address(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    address: &EmailAddress,
) -> Result<Option<person::Model>> {
    Ok(person::Entity::find()
        .filter(person::Column::AddressHash.eq(address_hash(keys, address)))
        .one(connection)
        .await?)
}
