//! Stores keys.

use sea_orm::{ActiveValue::Set, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryOrder};

use super::{
    entity::{ActiveModel, Column, Entity, Model, Purpose},
    hexadecimal,
};
use crate::platform::{
    clock::Clock,
    database::{Database, dialect},
    database_errors,
    error::{Error, Result},
    id_generator::IdGenerator,
};

/// Accepted signing keys: the current one and the one before.
const VALID: usize = 2;

/// The keys as stored.
pub(super) struct Stored {
    pub(super) signing: Vec<Vec<u8>>,
    pub(super) hashing: Vec<u8>,
}

/// Reads the keys; the first node to ask creates them.
pub(super) async fn read_or_make(
    database: &Database,
    clock: &Clock,
    identifiers: &IdGenerator,
) -> Result<Stored> {
    let rows = database
        .transaction(|transaction| {
            let (clock, identifiers) = (clock.clone(), identifiers.clone());
            Box::pin(async move {
                dialect::lock_migrations(transaction).await?;
                let mut rows = newest_first(transaction).await?;
                for purpose in [Purpose::Sign, Purpose::Hash] {
                    if !rows.iter().any(|row| row.purpose == purpose) {
                        rows.push(make(transaction, purpose, &clock, &identifiers).await?);
                    }
                }
                Ok(rows)
            })
        })
        .await?;
    let of = |purpose: Purpose| {
        rows.iter()
            .filter(move |row| row.purpose == purpose)
            .map(|row| row.secret.clone().into_bytes())
    };
    Ok(Stored {
        signing: of(Purpose::Sign).take(VALID).collect(),
        hashing: of(Purpose::Hash).next_back().unwrap_or_default(),
    })
}

/// The accepted signing keys, current one first.
pub(super) async fn signing_keys(database: &Database) -> Result<Vec<Vec<u8>>> {
    let rows = newest_first(database.reads()).await?;
    Ok(rows
        .into_iter()
        .filter(|row| row.purpose == Purpose::Sign)
        .take(VALID)
        .map(|row| row.secret.into_bytes())
        .collect())
}

/// Adds a signing key that becomes the current one.
pub(super) async fn add_signing_key(
    database: &Database,
    clock: &Clock,
    identifiers: &IdGenerator,
) -> Result<()> {
    database
        .transaction(|transaction| {
            let (clock, identifiers) = (clock.clone(), identifiers.clone());
            Box::pin(async move {
                add(transaction, Purpose::Sign, &clock, &identifiers).await?;
                Ok(())
            })
        })
        .await
}

/// Makes a key that isn't there. A role that may only read is told why it can't go on; once the keys are there, it can.
async fn make(
    transaction: &DatabaseTransaction,
    purpose: Purpose,
    clock: &Clock,
    identifiers: &IdGenerator,
) -> Result<Model> {
    // Asked before: after an error, PostgreSQL answers nothing more in this transaction.
    let who = dialect::who_is_connected(transaction).await?;
    match add(transaction, purpose, clock, identifiers).await {
        Err(Error::Database(error)) if database_errors::may_only_read(&error) => {
            Err(Error::Setup(format!(
                "this site has no keys yet for cookies and links, and {who} may not make them: start the server once, or name a role in TOWNPERK_DATABASE_URL that may write"
            )))
        }
        made => made,
    }
}

async fn newest_first(connection: &impl ConnectionTrait) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::Id)
        .all(connection)
        .await?)
}

async fn add(
    connection: &impl ConnectionTrait,
    purpose: Purpose,
    clock: &Clock,
    identifiers: &IdGenerator,
) -> Result<Model> {
    let mut secret = [0_u8; 32];
    identifiers.fill(&mut secret);
    let row = Model {
        id: identifiers.next(),
        purpose,
        secret: hexadecimal(&secret),
        created_at: clock.now(),
    };
    Entity::insert(ActiveModel {
        id: Set(row.id),
        purpose: Set(row.purpose),
        secret: Set(row.secret.clone()),
        created_at: Set(row.created_at),
    })
    .exec_without_returning(connection)
    .await?;
    Ok(row)
}
