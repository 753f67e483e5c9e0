//! Who the administrators are: listing, adding and removing them, in the panel and on the console.

use axum::{
    extract::{Path, State},
    http::StatusCode,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    confirm::session_of,
    emails::{self, News},
    password, proof,
};
use crate::{
    catalog::writing::Subject,
    features::Services,
    platform::{
        administrators::{self, Administrator, AdministratorName},
        error::{Error, ErrorBody, FieldErrors, Result},
        mail::{EmailAddress, EmailText},
        passwords,
        sessions::{self, SignedIn},
        web::{Actor, AdministratorId, Fresh, JsonBody},
    },
};

/// An administrator with a name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedAdministrator {
    pub id: Uuid,
    pub name: String,
    #[schema(required)]
    pub email: Option<String>,
    /// Whether signing in asks for an app's code.
    pub has_app: bool,
    /// When they last signed in.
    #[schema(required)]
    pub signed_in_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub is_you: bool,
}

/// A new administrator.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAdministrator {
    #[schema(max_length = 200)]
    pub name: String,
    #[schema(value_type = Option<EmailText>)]
    #[serde(default)]
    pub email: Option<String>,
}

/// A new administrator's password. It is shown only now.
#[derive(Serialize, ToSchema)]
pub struct MadeAdministrator {
    pub id: Uuid,
    pub name: String,
    pub password: String,
}

/// What the audit log calls an administrator.
pub(super) fn subject_of(row: &Administrator) -> Subject {
    Subject::new("administrator", row.id, &row.name)
}

/// The refusal of what would leave nobody with an app.
pub(super) fn last_app() -> Error {
    Error::Conflict(
        "Nobody else has an app, and without one the shared password would open the panel again. On the server, “townperk admin reset” removes it."
            .into(),
    )
}

/// List the administrators who have a name.
#[utoipa::path(get, path = "/api/admin/administrators", tag = "administration",
    responses((status = 200, body = Vec<ListedAdministrator>), (status = 401, body = ErrorBody)))]
pub async fn list_administrators(
    State(services): State<Services>,
    signed_in: SignedIn,
) -> Result<Fresh<Vec<ListedAdministrator>>> {
    let own = session_of(&signed_in)?.administrator;
    let rows = administrators::active(services.database.reads()).await?;
    let listed = rows.into_iter().map(|row| ListedAdministrator {
        has_app: row.has_app(),
        is_you: Some(row.key()) == own,
        id: row.id,
        name: row.name,
        email: row.email,
        signed_in_at: row.signed_in_at,
        created_at: row.created_at,
    });
    Ok(Fresh(listed.collect()))
}

/// Add an administrator. The password is made, and shown only in this response.
#[utoipa::path(post, path = "/api/admin/administrators", tag = "administration", request_body = NewAdministrator,
    responses((status = 200, body = MadeAdministrator), (status = 400, body = ErrorBody),
        (status = 401, description = "With `factor`: confirm first", body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn add_administrator(
    State(services): State<Services>,
    actor: Actor,
    JsonBody(new): JsonBody<NewAdministrator>,
) -> Result<Fresh<MadeAdministrator>> {
    let made = passwords::generate(&services.identifiers);
    let row = add(&services, actor, new, &made).await?;
    Ok(Fresh(MadeAdministrator {
        id: row.id,
        name: row.name,
        password: made,
    }))
}

/// Adds an administrator with this password.
///
/// # Errors
///
/// When name, address or password are refused, or somebody has the name.
pub async fn add(
    services: &Services,
    actor: Actor,
    new: NewAdministrator,
    password: &str,
) -> Result<Administrator> {
    let mut errors = FieldErrors::default();
    let name = errors.take("name", AdministratorName::parse(&new.name))?;
    let email = new.email.filter(|text| !text.trim().is_empty());
    let email = email.map(|text| EmailAddress::parse(&text, "email"));
    let email = errors.take("email", email.transpose())?.flatten();
    errors.take("password", passwords::check_new(password))?;
    errors.refuse_any()?;
    let name =
        name.ok_or_else(|| Error::Internal("a name was neither taken nor refused".into()))?;
    let row = Administrator {
        id: services.identifiers.next(),
        name: name.shown,
        name_key: Some(name.key),
        email: email.map(|address| address.as_text()),
        password_hash: password::hash_of(services, password).await?,
        app_secret: None,
        app_since: None,
        app_step: None,
        created_at: services.clock.now(),
        signed_in_at: None,
        removed_at: None,
    };
    let new = row.clone();
    services
        .ledger
        .act(actor, "administrator.add", move |act| {
            let row = new.clone();
            Box::pin(async move {
                let transaction = act.transaction();
                administrators::lock(transaction).await?;
                refuse_if_removed(transaction, act.actor()).await?;
                act.set_subject(subject_of(&row));
                act.set_note("Added an administrator");
                if administrators::add(transaction, row).await? {
                    Ok(())
                } else {
                    Err(Error::invalid_field(
                        "name",
                        "There's already an administrator with this name.",
                    ))
                }
            })
        })
        .await?;
    Ok(row)
}

/// Of two administrators who remove each other at once, one was faster.
async fn refuse_if_removed(transaction: &sea_orm::DatabaseTransaction, actor: Actor) -> Result<()> {
    let Actor::Administrator(Some(id)) = actor else {
        return Ok(());
    };
    match administrators::find(transaction, id).await? {
        Some(_) => Ok(()),
        None => Err(Error::Unauthorized("Please sign in first.".into())),
    }
}

/// Remove another administrator and sign them out everywhere. What they did stays in the log under their name.
#[utoipa::path(delete, path = "/api/admin/administrators/{id}", tag = "administration", params(("id" = Uuid, Path)),
    responses((status = 204), (status = 401, description = "With `factor`: confirm first", body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Oneself, or the only one with an app", body = ErrorBody)))]
pub async fn remove_administrator(
    State(services): State<Services>,
    signed_in: SignedIn,
    actor: Actor,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    let id = Uuid::try_parse(&id).map_err(|_| missing())?;
    if session_of(&signed_in)?.administrator == Some(AdministratorId(id)) {
        return Err(Error::Conflict(
            "You can't remove yourself. Another administrator can, or “townperk admin remove” on the server."
                .into(),
        ));
    }
    let found = administrators::find(services.database.reads(), AdministratorId(id)).await?;
    remove(&services, (actor, true), found.ok_or_else(missing)?).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn missing() -> Error {
    Error::NotFound("There's no such administrator any more.".into())
}

/// The administrator whom somebody at the console names.
///
/// # Errors
///
/// When there is none.
pub async fn named(services: &Services, name: &str) -> Result<Administrator> {
    let found = AdministratorName::of(name);
    administrators::find_named(services.database.reads(), &found)
        .await?
        .ok_or_else(|| {
            Error::Setup(format!(
                "there's no administrator “{name}”: “townperk admin list” shows them"
            ))
        })
}

/// Removes an administrator and ends their sessions. `keeps_app`: not if nobody else has an app.
pub async fn remove(
    services: &Services,
    (actor, keeps_app): (Actor, bool),
    row: Administrator,
) -> Result<()> {
    services
        .ledger
        .act(actor, "administrator.remove", move |act| {
            let row = row.clone();
            Box::pin(async move {
                let (transaction, id) = (act.transaction(), row.key());
                administrators::lock(transaction).await?;
                refuse_if_removed(transaction, act.actor()).await?;
                let had_app = administrators::find(transaction, id)
                    .await?
                    .is_some_and(|row| row.has_app());
                let others = administrators::any_factor(transaction, Some(id)).await?;
                if keeps_app && had_app && !others {
                    return Err(last_app());
                }
                if !administrators::remove(transaction, id, act.now()).await? {
                    return Err(missing());
                }
                sessions::end_all_of_administrator(transaction, Some(id)).await?;
                act.set_subject(subject_of(&row));
                act.set_note("Removed the administrator");
                Ok(())
            })
        })
        .await?;
    Ok(())
}

/// Sets a new password, removes app and recovery codes, and ends all sessions: for who has lost password or phone. They are emailed.
///
/// # Errors
///
/// When the password is refused, or the administrator was removed at this moment.
pub async fn reset(services: &Services, row: Administrator, password: &str) -> Result<()> {
    passwords::check_new(password)?;
    let hash = password::hash_of(services, password).await?;
    let held = services.clone();
    services
        .ledger
        .act(
            Actor::Administrator(None),
            "administrator.reset",
            move |act| {
                let (services, row, hash) = (held.clone(), row.clone(), hash.clone());
                Box::pin(async move {
                    let (transaction, id) = (act.transaction(), row.key());
                    administrators::lock(transaction).await?;
                    if !administrators::reset(transaction, id, &hash).await? {
                        return Err(missing());
                    }
                    proof::forgive(transaction, &services, id).await?;
                    sessions::end_all_of_administrator(transaction, Some(id)).await?;
                    emails::tell(transaction, &services, &row, News::Reset).await?;
                    act.set_subject(subject_of(&row));
                    act.set_note("Set a new password on the console; the app was removed");
                    Ok(())
                })
            },
        )
        .await?;
    services.mail.wake();
    Ok(())
}
