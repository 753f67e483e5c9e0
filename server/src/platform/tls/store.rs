//! Certificates that the server orders, in the database, so that all nodes use the same.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, EntityTrait,
    QueryFilter, sea_query::OnConflict,
};

use super::rules::ORDER_PAUSE;
use crate::platform::{database::Database, error::Result};

/// Challenges are answered within minutes.
const CHALLENGES_KEPT: TimeDelta = TimeDelta::days(1);

/// The table of certificates.
pub(super) mod certificate {
    use std::fmt;

    use sea_orm::entity::prelude::*;

    /// A row of `certificates`.
    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "certificates")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub host: String,
        pub chain: Option<String>,
        /// Never logged or sent.
        pub private_key: Option<String>,
        pub issued_at: Option<ChronoDateTimeUtc>,
        pub renew_at: Option<ChronoDateTimeUtc>,
        pub renewal_asked_at: Option<ChronoDateTimeUtc>,
        pub ordered_at: Option<ChronoDateTimeUtc>,
        pub problem: Option<String>,
        pub warned_of: Option<ChronoDateTimeUtc>,
    }

    impl fmt::Debug for Model {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(formatter, "Model({}, {:?})", self.host, self.issued_at)
        }
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The table of accounts at certificate authorities.
mod account {
    use std::fmt;

    use sea_orm::entity::prelude::*;

    /// A row of `acme_accounts`.
    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "acme_accounts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub directory: String,
        /// With the account's key; never logged or sent.
        pub credentials: String,
        pub created_at: ChronoDateTimeUtc,
    }

    impl fmt::Debug for Model {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(formatter, "Model({}, hidden)", self.directory)
        }
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The table of answers to authorities' challenges.
mod challenge {
    use sea_orm::entity::prelude::*;

    /// A row of `acme_challenges`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "acme_challenges")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub token: String,
        pub answer: String,
        pub created_at: ChronoDateTimeUtc,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A certificate as issued.
#[derive(Clone)]
pub(super) struct Issued {
    pub chain: String,
    pub private_key: String,
    pub issued_at: DateTime<Utc>,
    pub renew_at: DateTime<Utc>,
}

/// A change to a host's row.
type Change = certificate::ActiveModel;

/// The host's row.
pub(super) async fn certificate_of(
    connection: &impl ConnectionTrait,
    host: &str,
) -> Result<Option<certificate::Model>> {
    let row = certificate::Entity::find_by_id(host)
        .one(connection)
        .await?;
    Ok(row)
}

/// Claims the right to order: `true` for one caller an hour, whichever node and process it is.
pub(super) async fn claim_order(
    database: &Database,
    host: &str,
    now: DateTime<Utc>,
) -> Result<bool> {
    use certificate::Column::OrderedAt;
    let rests = Condition::any()
        .add(OrderedAt.is_null())
        .add(OrderedAt.lte(now - ORDER_PAUSE))
        // Noted by a clock that was wrong.
        .add(OrderedAt.gt(now + ORDER_PAUSE));
    let claim = Change {
        ordered_at: Set(Some(now)),
        ..Default::default()
    };
    change_where(database, host, claim, rests).await
}

/// Claims the right to warn of the certificate that ends at `end`: `true` for the first caller in this transaction.
pub(super) async fn claim_warning(
    transaction: &DatabaseTransaction,
    host: &str,
    end: DateTime<Utc>,
) -> Result<bool> {
    use certificate::Column::WarnedOf;
    let claim = Change {
        warned_of: Set(Some(end)),
        ..Default::default()
    };
    let unwarned = Condition::any()
        .add(WarnedOf.is_null())
        .add(WarnedOf.ne(end));
    change(transaction, host, claim, unwarned).await
}

/// Stores a certificate; from then on all nodes use it.
pub(super) async fn keep(database: &Database, host: &str, issued: Issued) -> Result<()> {
    let row = Change {
        chain: Set(Some(issued.chain)),
        private_key: Set(Some(issued.private_key)),
        issued_at: Set(Some(issued.issued_at)),
        renew_at: Set(Some(issued.renew_at)),
        renewal_asked_at: Set(None),
        problem: Set(None),
        ..Default::default()
    };
    change_where(database, host, row, Condition::all()).await?;
    Ok(())
}

/// Notes why an order failed.
pub(super) async fn note_problem(database: &Database, host: &str, problem: &str) -> Result<()> {
    let row = Change {
        problem: Set(Some(problem.to_owned())),
        ..Default::default()
    };
    change_where(database, host, row, Condition::all()).await?;
    Ok(())
}

/// Notes when the authority was asked for the time to renew, and its answer, if it had one.
pub(super) async fn note_renewal(
    database: &Database,
    host: &str,
    asked_at: DateTime<Utc>,
    renew_at: Option<DateTime<Utc>>,
) -> Result<()> {
    let mut row = Change {
        renewal_asked_at: Set(Some(asked_at)),
        ..Default::default()
    };
    if renew_at.is_some() {
        row.renew_at = Set(renew_at);
    }
    change_where(database, host, row, Condition::all()).await?;
    Ok(())
}

async fn change_where(
    database: &Database,
    host: &str,
    row: Change,
    condition: Condition,
) -> Result<bool> {
    let parts = Arc::new((host.to_owned(), row, condition));
    database
        .transaction(|transaction| {
            let parts = parts.clone();
            Box::pin(async move {
                let (host, row, condition) = &*parts;
                change(transaction, host, row.clone(), condition.clone()).await
            })
        })
        .await
}

/// Changes the host's row, which is made if there is none; whether `condition` held.
async fn change(
    transaction: &DatabaseTransaction,
    host: &str,
    row: Change,
    condition: Condition,
) -> Result<bool> {
    let empty = Change {
        host: Set(host.to_owned()),
        ..Default::default()
    };
    certificate::Entity::insert(empty)
        .on_conflict(
            OnConflict::column(certificate::Column::Host)
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(transaction)
        .await?;
    let changed = certificate::Entity::update_many()
        .set(row)
        .filter(certificate::Column::Host.eq(host))
        .filter(condition)
        .exec(transaction)
        .await?;
    Ok(changed.rows_affected > 0)
}

/// The credentials at the authority with this directory.
pub(super) async fn credentials(
    connection: &impl ConnectionTrait,
    directory: &str,
) -> Result<Option<String>> {
    let row = account::Entity::find_by_id(directory)
        .one(connection)
        .await?;
    Ok(row.map(|row| row.credentials))
}

/// Stores a new account.
pub(super) async fn keep_account(
    database: &Database,
    directory: &str,
    credentials: String,
    now: DateTime<Utc>,
) -> Result<()> {
    let row = account::ActiveModel {
        directory: Set(directory.to_owned()),
        credentials: Set(credentials),
        created_at: Set(now),
    };
    database
        .transaction(|transaction| {
            let row = row.clone();
            Box::pin(async move {
                let replace = OnConflict::column(account::Column::Directory)
                    .update_columns([account::Column::Credentials, account::Column::CreatedAt])
                    .to_owned();
                account::Entity::insert(row)
                    .on_conflict(replace)
                    .exec_without_returning(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
}

/// Forgets an account that the authority doesn't know any more.
pub(super) async fn forget_account(database: &Database, directory: &str) -> Result<()> {
    let directory: Arc<str> = directory.into();
    database
        .transaction(|transaction| {
            let directory = directory.clone();
            Box::pin(async move {
                account::Entity::delete_by_id(&*directory)
                    .exec(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
}

/// Stores the answer to a challenge for all nodes: the authority may ask any of them.
pub(super) async fn keep_challenge(
    database: &Database,
    (token, answer): (&str, &str),
    now: DateTime<Utc>,
) -> Result<()> {
    let row = challenge::ActiveModel {
        token: Set(token.to_owned()),
        answer: Set(answer.to_owned()),
        created_at: Set(now),
    };
    database
        .transaction(|transaction| {
            let row = row.clone();
            Box::pin(async move {
                challenge::Entity::delete_many()
                    .filter(challenge::Column::CreatedAt.lt(now - CHALLENGES_KEPT))
                    .exec(transaction)
                    .await?;
                let known = OnConflict::column(challenge::Column::Token)
                    .do_nothing()
                    .to_owned();
                challenge::Entity::insert(row)
                    .on_conflict(known)
                    .exec_without_returning(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
}

/// The answer to a challenge.
pub(super) async fn challenge(
    connection: &impl ConnectionTrait,
    token: &str,
) -> Result<Option<String>> {
    let row = challenge::Entity::find_by_id(token).one(connection).await?;
    Ok(row.map(|row| row.answer))
}
