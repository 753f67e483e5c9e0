//! Administrators' sessions. `None` stands for all who came in with the shared password or a link of the console.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, sea_query::Expr,
};
use uuid::Uuid;

use super::{Kind, entity::session, store};
use crate::platform::{
    error::Result,
    id_generator::IdGenerator,
    keys::Keys,
    web::{AdministratorId, Client},
};

fn of(administrator: Option<AdministratorId>) -> Condition {
    let own = match administrator {
        Some(AdministratorId(id)) => session::Column::AdministratorId.eq(id),
        None => session::Column::AdministratorId.is_null(),
    };
    Condition::all()
        .add(session::Column::Kind.eq(Kind::Admin))
        .add(own)
}

/// Signs `client` in and returns the token for its cookie.
pub async fn open_for_administrator(
    connection: &impl ConnectionTrait,
    by: (&Keys, &IdGenerator),
    administrator: Option<AdministratorId>,
    client: &Client,
    now: DateTime<Utc>,
) -> Result<String> {
    let whose = (Kind::Admin, None, administrator.map(|id| id.0), Some(now));
    store::insert(connection, by, whose, client, now).await
}

/// The same for who entered no password: what asks for it again does so at once.
pub async fn open_unconfirmed(
    connection: &impl ConnectionTrait,
    by: (&Keys, &IdGenerator),
    client: &Client,
    now: DateTime<Utc>,
) -> Result<String> {
    let whose = (Kind::Admin, None, None, None);
    store::insert(connection, by, whose, client, now).await
}

/// Notes that the password or a code was entered again. Returns whether the session is still there.
pub async fn confirm(
    connection: &impl ConnectionTrait,
    session: Uuid,
    now: DateTime<Utc>,
) -> Result<bool> {
    let confirmed = session::Entity::update_many()
        .col_expr(session::Column::ConfirmedAt, Expr::value(now))
        .filter(session::Column::Id.eq(session))
        .filter(session::Column::Kind.eq(Kind::Admin))
        .exec(connection)
        .await?;
    Ok(confirmed.rows_affected > 0)
}

/// The valid sessions, newest first.
pub async fn list_of_administrator(
    connection: &impl ConnectionTrait,
    administrator: Option<AdministratorId>,
    now: DateTime<Utc>,
) -> Result<Vec<session::Model>> {
    Ok(session::Entity::find()
        .filter(of(administrator))
        .filter(session::Column::ExpiresAt.gt(now))
        .order_by_desc(session::Column::CreatedAt)
        .all(connection)
        .await?)
}

/// Ends one of them. Returns whether there was one.
pub async fn end_of_administrator(
    connection: &impl ConnectionTrait,
    administrator: Option<AdministratorId>,
    session: Uuid,
) -> Result<bool> {
    let ended = session::Entity::delete_many()
        .filter(of(administrator))
        .filter(session::Column::Id.eq(session))
        .exec(connection)
        .await?;
    Ok(ended.rows_affected > 0)
}

/// Ends all of them.
pub async fn end_all_of_administrator(
    connection: &impl ConnectionTrait,
    administrator: Option<AdministratorId>,
) -> Result<u64> {
    let ended = session::Entity::delete_many()
        .filter(of(administrator))
        .exec(connection)
        .await?;
    Ok(ended.rows_affected)
}

/// Ends all but this one.
pub async fn end_others_of_administrator(
    connection: &impl ConnectionTrait,
    administrator: Option<AdministratorId>,
    kept: Uuid,
) -> Result<u64> {
    let ended = session::Entity::delete_many()
        .filter(of(administrator))
        .filter(session::Column::Id.ne(kept))
        .exec(connection)
        .await?;
    Ok(ended.rows_affected)
}
