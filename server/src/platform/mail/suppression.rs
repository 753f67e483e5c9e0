//! Addresses that list emails must not go to, as hashes that reveal nothing and survive an erasure (checklist E8). The newsletter
//! keeps the list; other lists respect that a mailbox is gone.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, sea_query::OnConflict,
};

use super::EmailAddress;
use crate::platform::{
    error::Result,
    keys::{Keys, hexadecimal},
};

mod entity {
    use sea_orm::entity::prelude::*;

    /// A row of `newsletter_suppressions`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "newsletter_suppressions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub address_hash: String,
        pub reason: Reason,
        pub created_at: ChronoDateTimeUtc,
    }

    /// Why.
    #[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
    pub enum Reason {
        /// A reader unsubscribed. If the address is entered again, we ask for confirmation again.
        #[sea_orm(string_value = "left")]
        Left,
        /// Someone signed up by others said no. Only they can undo it.
        #[sea_orm(string_value = "refused")]
        Refused,
        /// The mail server says that there is no such mailbox. If the address is entered again, we ask for confirmation
        /// again.
        #[sea_orm(string_value = "gone")]
        Gone,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use entity::{ActiveModel, Column, Entity, Model, Reason};

/// Finds an address in any spelling.
#[must_use]
pub fn address_hash(keys: &Keys, address: &EmailAddress) -> String {
    hexadecimal(&keys.keyed_hash("newsletter address", address.key().as_bytes()))
}

/// Whether a mail server said that the mailbox doesn't exist.
pub async fn is_gone(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    address: &EmailAddress,
) -> Result<bool> {
    let found = Entity::find_by_id(address_hash(keys, address));
    let found = found.one(connection).await?;
    Ok(found.is_some_and(|row| row.reason == Reason::Gone))
}

/// Records that a mailbox is gone, unless its owner has said something else before.
pub async fn mark_gone(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    address: &EmailAddress,
    now: DateTime<Utc>,
) -> Result<()> {
    let row = ActiveModel {
        address_hash: Set(address_hash(keys, address)),
        reason: Set(Reason::Gone),
        created_at: Set(now),
    };
    let known = OnConflict::column(Column::AddressHash)
        .do_nothing()
        .to_owned();
    Entity::insert(row)
        .on_conflict(known)
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// Forgets that a mailbox was gone: its owner was there just now.
pub async fn unmark_gone(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    address: &EmailAddress,
) -> Result<()> {
    Entity::delete_many()
        .filter(Column::AddressHash.eq(address_hash(keys, address)))
        .filter(Column::Reason.eq(Reason::Gone))
        .exec(connection)
        .await?;
    Ok(())
}
