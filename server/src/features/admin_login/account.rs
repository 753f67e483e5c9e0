//! One's own account: password, address, and the browsers that are signed in.

use axum::{
    extract::{Path, State},
    http::StatusCode,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    confirm::{check_password, own_row, session_of},
    emails::{self, News},
    password,
    people::subject_of,
};
use crate::{
    features::Services,
    platform::{
        administrators::{self, Administrator},
        error::{Error, ErrorBody, Result},
        mail::{EmailAddress, EmailText},
        passwords,
        sessions::{self, Session, SignedIn},
        web::{Actor, Fresh, JsonBody},
    },
};

/// The administrator's own account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminAccount {
    /// `null` for who came in with the shared password.
    #[schema(required)]
    pub name: Option<String>,
    /// Where news about the access goes.
    #[schema(required)]
    pub email: Option<String>,
    /// Since when signing in asks for an app's code; `null` if it doesn't.
    #[schema(required)]
    pub app_since: Option<DateTime<Utc>>,
    /// How many recovery codes weren't used.
    pub recovery_codes_left: u64,
    /// Whether the app can be removed here: not if it's the only one of all administrators.
    pub may_remove_app: bool,
    /// Whether the shared password alone opens the panel: as long as nobody has an app.
    pub shared_password_opens: bool,
    pub sessions: Vec<AdminSession>,
}

/// A signed-in browser.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminSession {
    pub id: Uuid,
    /// Such as "Safari on iPhone".
    pub device: String,
    pub created_at: DateTime<Utc>,
    /// Accurate to the hour.
    pub last_seen_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// Whether it is this browser.
    pub is_current: bool,
}

/// The current password and a new one.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAdminPassword {
    #[schema(max_length = 200)]
    pub current: String,
    #[schema(max_length = 200)]
    pub password: String,
}

/// An address, or `null` for none.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AdminEmail {
    #[schema(required, value_type = Option<EmailText>)]
    pub email: Option<String>,
}

/// Number of ended sessions.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminSessionsEnded {
    pub ended: u64,
}

/// Show one's own account. With the shared password, its sessions are those of all who use it.
#[utoipa::path(get, path = "/api/admin/account", tag = "administration",
    responses((status = 200, body = AdminAccount), (status = 401, body = ErrorBody)))]
pub async fn show_account(
    State(services): State<Services>,
    signed_in: SignedIn,
) -> Result<Fresh<AdminAccount>> {
    account(&services, session_of(&signed_in)?).await.map(Fresh)
}

async fn account(services: &Services, session: Session) -> Result<AdminAccount> {
    let row = own_row(services, session).await?;
    let connection = services.database.reads();
    let (id, now) = (session.administrator, services.clock.now());
    let left = match id {
        Some(id) => administrators::recovery_codes_left(connection, id).await?,
        None => 0,
    };
    let rows = sessions::list_of_administrator(connection, id, now).await?;
    let sessions = rows.into_iter().map(|row| AdminSession {
        id: row.id,
        device: row.device,
        created_at: row.created_at,
        last_seen_at: row.last_seen_at,
        expires_at: row.expires_at,
        is_current: row.id == session.id,
    });
    Ok(AdminAccount {
        app_since: row.as_ref().and_then(|row| row.app_since),
        name: row.as_ref().map(|row| row.name.clone()),
        email: row.and_then(|row| row.email),
        recovery_codes_left: left,
        may_remove_app: administrators::any_factor(connection, id).await?,
        shared_password_opens: !administrators::any_factor(connection, None).await?,
        sessions: sessions.collect(),
    })
}

/// The row of who has this session, for what only somebody with a name has.
pub(super) async fn required_row(services: &Services, session: Session) -> Result<Administrator> {
    own_row(services, session).await?.ok_or_else(|| {
        Error::Conflict(
            "You signed in with the shared password, which is nobody's own. Add an administrator with a name, and sign in with it."
                .into(),
        )
    })
}

/// Change one's own password. All other browsers are signed out.
#[utoipa::path(put, path = "/api/admin/account/password", tag = "administration", request_body = NewAdminPassword,
    responses((status = 200, body = AdminAccount), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 409, description = "Signed in with the shared password, or changed meanwhile", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn change_own_password(
    State(services): State<Services>,
    signed_in: SignedIn,
    actor: Actor,
    JsonBody(typed): JsonBody<NewAdminPassword>,
) -> Result<Fresh<AdminAccount>> {
    let session = session_of(&signed_in)?;
    let row = required_row(&services, session).await?;
    check_password(&services, session, Some(&row), ("current", typed.current)).await?;
    passwords::check_new(&typed.password)?;
    let hash = password::hash_of(&services, &typed.password).await?;
    let held = services.clone();
    services
        .ledger
        .act(actor, "administrator.password", move |act| {
            let (services, row, hash) = (held.clone(), row.clone(), hash.clone());
            Box::pin(async move {
                let transaction = act.transaction();
                if !administrators::keep_password(transaction, &row, &hash).await? {
                    return Err(changed_meanwhile());
                }
                sessions::end_others_of_administrator(transaction, Some(row.key()), session.id)
                    .await?;
                emails::tell(transaction, &services, &row, News::PasswordChanged).await?;
                act.set_subject(subject_of(&row));
                act.set_note("Set a new password");
                Ok(())
            })
        })
        .await?;
    services.mail.wake();
    account(&services, session).await.map(Fresh)
}

pub(super) fn changed_meanwhile() -> Error {
    Error::Conflict(
        "This was changed in another browser or tab at the same time. Please reload the page."
            .into(),
    )
}

/// Set where news about one's own access goes. The address before is told.
#[utoipa::path(put, path = "/api/admin/account/email", tag = "administration", request_body = AdminEmail,
    responses((status = 200, body = AdminAccount), (status = 400, body = ErrorBody),
        (status = 401, description = "With `factor`: confirm first", body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 409, description = "Signed in with the shared password", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn change_own_email(
    State(services): State<Services>,
    signed_in: SignedIn,
    actor: Actor,
    JsonBody(typed): JsonBody<AdminEmail>,
) -> Result<Fresh<AdminAccount>> {
    let session = session_of(&signed_in)?;
    let row = required_row(&services, session).await?;
    let email = typed.email.filter(|text| !text.trim().is_empty());
    let email = email
        .map(|text| EmailAddress::parse(&text, "email"))
        .transpose()?
        .map(|address| address.as_text());
    let held = services.clone();
    services
        .ledger
        .act(actor, "administrator.email", move |act| {
            let (services, row, email) = (held.clone(), row.clone(), email.clone());
            Box::pin(async move {
                let transaction = act.transaction();
                administrators::lock(transaction).await?;
                // Of two changes at once, the second tells the address of the first.
                let Some(before) = administrators::find(transaction, row.key()).await? else {
                    return Err(changed_meanwhile());
                };
                if before.email != email {
                    let is_replaced = email.is_some();
                    let news = News::AddressGone { is_replaced };
                    emails::tell(transaction, &services, &before, news).await?;
                }
                let note = match &email {
                    Some(_) => "Set the email address",
                    None => "Removed the email address",
                };
                if !administrators::keep_email(transaction, row.key(), email).await? {
                    return Err(changed_meanwhile());
                }
                act.set_subject(subject_of(&row));
                act.set_note(note);
                Ok(())
            })
        })
        .await?;
    services.mail.wake();
    account(&services, session).await.map(Fresh)
}

/// Sign out one of one's own browsers.
#[utoipa::path(delete, path = "/api/admin/account/sessions/{id}", tag = "administration", params(("id" = Uuid, Path)),
    responses((status = 204), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn end_own_session(
    State(services): State<Services>,
    signed_in: SignedIn,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    let missing = || Error::NotFound("There is no such session.".into());
    let id = Uuid::try_parse(&id).map_err(|_| missing())?;
    let whose = session_of(&signed_in)?.administrator;
    let has_ended = services
        .database
        .transaction(move |transaction| {
            Box::pin(async move { sessions::end_of_administrator(transaction, whose, id).await })
        })
        .await?;
    if has_ended {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(missing())
    }
}

/// Sign out all of one's own other browsers.
#[utoipa::path(delete, path = "/api/admin/account/sessions", tag = "administration",
    responses((status = 200, body = AdminSessionsEnded), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody)))]
pub async fn end_own_other_sessions(
    State(services): State<Services>,
    signed_in: SignedIn,
) -> Result<Fresh<AdminSessionsEnded>> {
    let session = session_of(&signed_in)?;
    let ended = services
        .database
        .transaction(move |transaction| {
            Box::pin(async move {
                let whose = session.administrator;
                sessions::end_others_of_administrator(transaction, whose, session.id).await
            })
        })
        .await?;
    Ok(Fresh(AdminSessionsEnded { ended }))
}
