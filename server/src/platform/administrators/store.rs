//! All SQL of administrators. What decides who gets in is a conditional statement and its row count.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, IntoActiveModel, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, UpdateMany,
    sea_query::{Expr, OnConflict},
};
use uuid::Uuid;

use super::{
    AdministratorName,
    entity::{
        Administrator,
        administrator::{Column, Entity},
        device, recovery_code,
    },
};
use crate::platform::{database::dialect, error::Result, web::AdministratorId};

/// Lets one transaction at a time change who is an administrator and by what they prove it, so that rules about all of them
/// ("the last one with an app") hold.
pub async fn lock(transaction: &impl ConnectionTrait) -> Result<()> {
    dialect::lock_writes_until_commit(transaction, "administrators").await?;
    Ok(())
}

/// Those who weren't removed, by name.
pub async fn active(connection: &impl ConnectionTrait) -> Result<Vec<Administrator>> {
    Ok(Entity::find()
        .filter(Column::RemovedAt.is_null())
        .order_by_asc(Column::NameKey)
        .all(connection)
        .await?)
}

/// The administrator with this ID, unless removed.
pub async fn find(
    connection: &impl ConnectionTrait,
    AdministratorId(id): AdministratorId,
) -> Result<Option<Administrator>> {
    Ok(Entity::find_by_id(id)
        .filter(Column::RemovedAt.is_null())
        .one(connection)
        .await?)
}

/// The administrator with this name in any spelling.
pub async fn find_named(
    connection: &impl ConnectionTrait,
    name: &AdministratorName,
) -> Result<Option<Administrator>> {
    Ok(Entity::find()
        .filter(Column::NameKey.eq(&name.key))
        .filter(Column::RemovedAt.is_null())
        .one(connection)
        .await?)
}

/// Whether anybody but `other` proves it with an app.
pub async fn any_factor(
    connection: &impl ConnectionTrait,
    other: Option<AdministratorId>,
) -> Result<bool> {
    let mut found = Entity::find()
        .filter(Column::RemovedAt.is_null())
        .filter(Column::AppSecret.is_not_null());
    if let Some(AdministratorId(id)) = other {
        found = found.filter(Column::Id.ne(id));
    }
    Ok(found.count(connection).await? > 0)
}

/// The names of these, also of removed ones.
pub async fn names_of(
    connection: &impl ConnectionTrait,
    ids: impl IntoIterator<Item = Uuid> + Send,
) -> Result<HashMap<Uuid, String>> {
    let mut ids: Vec<Uuid> = ids.into_iter().collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(Uuid, String)> = Entity::find()
        .select_only()
        .column(Column::Id)
        .column(Column::Name)
        .filter(Column::Id.is_in(ids))
        .into_tuple()
        .all(connection)
        .await?;
    Ok(rows.into_iter().collect())
}

/// Adds one. Returns whether the name was free.
pub async fn add(connection: &impl ConnectionTrait, row: Administrator) -> Result<bool> {
    let added = Entity::insert(row.into_active_model())
        .on_conflict(OnConflict::column(Column::NameKey).do_nothing().to_owned())
        .exec_without_returning(connection)
        .await?;
    Ok(added > 0)
}

fn update(AdministratorId(id): AdministratorId) -> UpdateMany<Entity> {
    Entity::update_many()
        .filter(Column::Id.eq(id))
        .filter(Column::RemovedAt.is_null())
}

/// Whether the row's app is the one that was `seen`.
fn with_app(seen: Option<&str>) -> Condition {
    Condition::all().add(match seen {
        Some(sealed) => Column::AppSecret.eq(sealed),
        None => Column::AppSecret.is_null(),
    })
}

/// Notes a sign-in by somebody who is what was `seen`, with the same password and app. Returns whether they still are.
pub async fn note_sign_in(
    connection: &impl ConnectionTrait,
    seen: &Administrator,
    now: DateTime<Utc>,
) -> Result<bool> {
    let noted = update(seen.key())
        .col_expr(Column::SignedInAt, Expr::value(now))
        .filter(Column::PasswordHash.eq(&seen.password_hash))
        .filter(with_app(seen.app_secret.as_deref()))
        .exec(connection)
        .await?;
    Ok(noted.rows_affected == 1)
}

/// Uses up the app's code of `step`, and every earlier one. Returns whether none so late was used before, on any node.
pub async fn use_step(
    connection: &impl ConnectionTrait,
    seen: &Administrator,
    step: i64,
) -> Result<bool> {
    let is_later = Condition::any()
        .add(Column::AppStep.is_null())
        .add(Column::AppStep.lt(step));
    let used = update(seen.key())
        .col_expr(Column::AppStep, Expr::value(step))
        .filter(with_app(seen.app_secret.as_deref()))
        .filter(is_later)
        .exec(connection)
        .await?;
    Ok(used.rows_affected == 1)
}

/// Uses up a recovery code. Returns whether there was such an unused one.
pub async fn use_recovery_code(
    connection: &impl ConnectionTrait,
    AdministratorId(id): AdministratorId,
    code_hash: &str,
    now: DateTime<Utc>,
) -> Result<bool> {
    let used = recovery_code::Entity::update_many()
        .col_expr(recovery_code::Column::UsedAt, Expr::value(now))
        .filter(recovery_code::Column::AdministratorId.eq(id))
        .filter(recovery_code::Column::CodeHash.eq(code_hash))
        .filter(recovery_code::Column::UsedAt.is_null())
        .exec(connection)
        .await?;
    Ok(used.rows_affected == 1)
}

/// How many recovery codes are left.
pub async fn recovery_codes_left(
    connection: &impl ConnectionTrait,
    AdministratorId(id): AdministratorId,
) -> Result<u64> {
    Ok(recovery_code::Entity::find()
        .filter(recovery_code::Column::AdministratorId.eq(id))
        .filter(recovery_code::Column::UsedAt.is_null())
        .count(connection)
        .await?)
}

/// Replaces all recovery codes: those before work no more.
pub async fn replace_recovery_codes(
    connection: &impl ConnectionTrait,
    AdministratorId(id): AdministratorId,
    codes: Vec<recovery_code::Model>,
) -> Result<()> {
    recovery_code::Entity::delete_many()
        .filter(recovery_code::Column::AdministratorId.eq(id))
        .exec(connection)
        .await?;
    if !codes.is_empty() {
        let rows = codes.into_iter().map(IntoActiveModel::into_active_model);
        recovery_code::Entity::insert_many(rows)
            .exec_without_returning(connection)
            .await?;
    }
    Ok(())
}

/// Replaces the password, if it is still what was `seen`. Returns whether it was.
pub async fn keep_password(
    connection: &impl ConnectionTrait,
    seen: &Administrator,
    hash: &str,
) -> Result<bool> {
    let kept = update(seen.key())
        .col_expr(Column::PasswordHash, Expr::value(hash))
        .filter(Column::PasswordHash.eq(&seen.password_hash))
        .exec(connection)
        .await?;
    Ok(kept.rows_affected == 1)
}

/// Sets or removes the email address. Returns whether the administrator is still there.
pub async fn keep_email(
    connection: &impl ConnectionTrait,
    administrator: AdministratorId,
    email: Option<String>,
) -> Result<bool> {
    let kept = update(administrator)
        .col_expr(Column::Email, Expr::value(email))
        .exec(connection)
        .await?;
    Ok(kept.rows_affected == 1)
}

/// Sets an app whose code of `step` was just used, if the app before is still the one that was `seen`. Returns whether it was.
pub async fn keep_app(
    connection: &impl ConnectionTrait,
    seen: &Administrator,
    (sealed, step): (&str, i64),
    now: DateTime<Utc>,
) -> Result<bool> {
    let kept = update(seen.key())
        .col_expr(Column::AppSecret, Expr::value(sealed))
        .col_expr(Column::AppSince, Expr::value(now))
        .col_expr(Column::AppStep, Expr::value(step))
        .filter(with_app(seen.app_secret.as_deref()))
        .exec(connection)
        .await?;
    Ok(kept.rows_affected == 1)
}

fn without_app(update: UpdateMany<Entity>) -> UpdateMany<Entity> {
    update
        .col_expr(Column::AppSecret, Expr::value(None::<String>))
        .col_expr(Column::AppSince, Expr::value(None::<DateTime<Utc>>))
        .col_expr(Column::AppStep, Expr::value(None::<i64>))
}

/// Removes the app and the recovery codes. Returns whether there was an app.
pub async fn remove_app(
    connection: &impl ConnectionTrait,
    administrator: AdministratorId,
) -> Result<bool> {
    let removed = without_app(update(administrator))
        .filter(Column::AppSecret.is_not_null())
        .exec(connection)
        .await?;
    replace_recovery_codes(connection, administrator, Vec::new()).await?;
    Ok(removed.rows_affected == 1)
}

/// Sets a new password, and removes app, recovery codes and known browsers. Returns whether the administrator is still there.
pub async fn reset(
    connection: &impl ConnectionTrait,
    administrator: AdministratorId,
    hash: &str,
) -> Result<bool> {
    let set = without_app(update(administrator))
        .col_expr(Column::PasswordHash, Expr::value(hash))
        .exec(connection)
        .await?;
    replace_recovery_codes(connection, administrator, Vec::new()).await?;
    forget_devices(connection, Some(administrator)).await?;
    Ok(set.rows_affected == 1)
}

/// Removes an administrator; the name stays for the audit log. Returns whether there was one.
pub async fn remove(
    connection: &impl ConnectionTrait,
    administrator: AdministratorId,
    now: DateTime<Utc>,
) -> Result<bool> {
    let removed = without_app(update(administrator))
        .col_expr(Column::RemovedAt, Expr::value(now))
        .col_expr(Column::NameKey, Expr::value(None::<String>))
        .col_expr(Column::Email, Expr::value(None::<String>))
        .col_expr(Column::PasswordHash, Expr::value(""))
        .exec(connection)
        .await?;
    replace_recovery_codes(connection, administrator, Vec::new()).await?;
    forget_devices(connection, Some(administrator)).await?;
    Ok(removed.rows_affected == 1)
}

/// Whose a browser is; that of who came in with the shared password or a link of the console is nobody's in particular.
fn whose(administrator: Option<AdministratorId>) -> Uuid {
    administrator.map_or(Uuid::nil(), |id| id.0)
}

/// Forgets an administrator's browsers, or with `None` those of who came in with the shared password or a link of the console.
pub async fn forget_devices(
    connection: &impl ConnectionTrait,
    administrator: Option<AdministratorId>,
) -> Result<()> {
    device::Entity::delete_many()
        .filter(device::Column::AdministratorId.eq(whose(administrator)))
        .exec(connection)
        .await?;
    Ok(())
}

/// Remembers a browser. Returns whether it was known to be the administrator's, or with `None` one in which somebody had signed in
/// with the shared password or a link of the console.
pub async fn know_device(
    connection: &impl ConnectionTrait,
    administrator: Option<AdministratorId>,
    device: Uuid,
    now: DateTime<Utc>,
) -> Result<bool> {
    let id = whose(administrator);
    let seen = device::Entity::update_many()
        .col_expr(device::Column::SeenAt, Expr::value(now))
        .filter(device::Column::AdministratorId.eq(id))
        .filter(device::Column::DeviceId.eq(device))
        .exec(connection)
        .await?;
    if seen.rows_affected > 0 {
        return Ok(true);
    }
    device::Entity::insert(device::ActiveModel {
        administrator_id: Set(id),
        device_id: Set(device),
        seen_at: Set(now),
    })
    .on_conflict(
        OnConflict::columns([device::Column::AdministratorId, device::Column::DeviceId])
            .do_nothing()
            .to_owned(),
    )
    .exec_without_returning(connection)
    .await?;
    Ok(false)
}

/// The first of these browsers in which somebody has signed in whose access hasn't ended.
pub async fn known_device(
    connection: &impl ConnectionTrait,
    devices: &[Uuid],
) -> Result<Option<Uuid>> {
    if devices.is_empty() {
        return Ok(None);
    }
    let named = active(connection).await?;
    let named = named.into_iter().map(|row| Some(row.key()));
    let known: Vec<Uuid> = device::Entity::find()
        .select_only()
        .column(device::Column::DeviceId)
        .filter(device::Column::AdministratorId.is_in(named.chain([None]).map(whose)))
        .filter(device::Column::DeviceId.is_in(devices.iter().copied()))
        .into_tuple()
        .all(connection)
        .await?;
    Ok(devices
        .iter()
        .copied()
        .find(|device| known.contains(device)))
}

/// Forgets browsers that weren't used since `before`, whose cookies have ended. Returns how many.
pub async fn devices_removed_before(
    connection: &impl ConnectionTrait,
    before: DateTime<Utc>,
) -> Result<u64> {
    let removed = device::Entity::delete_many()
        .filter(device::Column::SeenAt.lt(before))
        .exec(connection)
        .await?;
    Ok(removed.rows_affected)
}
