//! Entering the password or a code again, before what does most harm in the wrong hands (D103).

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::proof::{self, TypedCode};
use crate::{
    features::Services,
    platform::{
        administrators::{self, Administrator},
        error::{Error, ErrorBody, Result},
        sessions::{self, Session, SignedIn},
        web::{Client, Fresh, JsonBody},
    },
};

/// The password, or a code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AdminConfirmation {
    #[schema(max_length = 200)]
    #[serde(default)]
    pub password: Option<String>,
    /// Six digits of the app, or a recovery code; only for who has an app.
    #[schema(max_length = 64)]
    #[serde(default)]
    pub code: Option<String>,
}

/// Until when nothing asks again.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminConfirmed {
    pub confirmed_until: DateTime<Utc>,
}

/// Confirm that it's still the administrator, with the password or a code. It lasts for 15 minutes in this browser.
#[utoipa::path(post, path = "/api/admin/confirm", tag = "administration", request_body = AdminConfirmation,
    responses((status = 200, body = AdminConfirmed),
        (status = 400, description = "Wrong: `field` says which", body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn confirm_administrator(
    State(services): State<Services>,
    signed_in: SignedIn,
    client: Client,
    JsonBody(typed): JsonBody<AdminConfirmation>,
) -> Result<Fresh<AdminConfirmed>> {
    let session = session_of(&signed_in)?;
    let administrator = own_row(&services, session).await?;
    let code = typed.code.as_deref().and_then(TypedCode::of);
    let with_app = administrator.as_ref().filter(|row| row.has_app());
    if let (Some(code), Some(administrator)) = (code, with_app) {
        proof::count_code(&services, administrator.key()).await?;
        with_code(&services, session, administrator, code)
            .await
            .inspect_err(|_| client.log_failed_sign_in("administrator"))?;
    } else {
        let password = typed.password.filter(|text| !text.trim().is_empty());
        let Some(password) = password else {
            return Err(Error::invalid_field("password", "Enter the password."));
        };
        with_password(&services, session, administrator.as_ref(), password)
            .await
            .inspect_err(|_| client.log_failed_sign_in("administrator"))?;
    }
    let now = services.clock.now();
    let confirmed = Session {
        confirmed_at: Some(now),
        ..session
    };
    Ok(Fresh(AdminConfirmed {
        confirmed_until: confirmed.confirmed_until(now).unwrap_or(now),
    }))
}

async fn with_code(
    services: &Services,
    session: Session,
    administrator: &Administrator,
    code: TypedCode,
) -> Result<()> {
    let (held, row) = (services.clone(), administrator.clone());
    let used = services
        .database
        .transaction(move |transaction| {
            let (services, row, code) = (held.clone(), row.clone(), code.clone());
            Box::pin(async move {
                proof::use_code(transaction, &services, &row, &code).await?;
                proof::forgive(transaction, &services, row.key()).await?;
                note(transaction, &services, session.id).await
            })
        })
        .await;
    used.map_err(|error| match error {
        // Not 401, which would say that the session has ended.
        Error::FactorNeeded { message, .. } => Error::invalid_field("code", message),
        other => other,
    })?;
    services.mail.wake();
    Ok(())
}

async fn with_password(
    services: &Services,
    session: Session,
    administrator: Option<&Administrator>,
    password: String,
) -> Result<()> {
    check_password(services, session, administrator, ("password", password)).await?;
    let held = services.clone();
    services
        .database
        .transaction(move |transaction| {
            let services = held.clone();
            Box::pin(async move { note(transaction, &services, session.id).await })
        })
        .await
}

/// Checks the password of whoever has this session.
///
/// # Errors
///
/// When it is wrong, about the field; [`Error::TooMany`] after too many.
pub(super) async fn check_password(
    services: &Services,
    session: Session,
    administrator: Option<&Administrator>,
    (field, password): (&'static str, String),
) -> Result<()> {
    let caller = administrator.map_or(session.id, |row| row.id);
    proof::count_confirmation(services, caller).await?;
    let hash = proof::hash_of_session(services, administrator).await?;
    if proof::is_password(services, hash, password).await? {
        Ok(())
    } else {
        Err(Error::invalid_field(field, "This isn't the password."))
    }
}

async fn note(
    transaction: &sea_orm::DatabaseTransaction,
    services: &Services,
    session: Uuid,
) -> Result<()> {
    let now = services.clock.now();
    if sessions::confirm(transaction, session, now).await? {
        Ok(())
    } else {
        Err(Error::Unauthorized("Please sign in first.".into()))
    }
}

/// The administrator's session, behind the guard.
pub(super) fn session_of(signed_in: &SignedIn) -> Result<Session> {
    signed_in
        .admin
        .ok_or_else(|| Error::Unauthorized("Please sign in first.".into()))
}

/// The row of who has this session; `None` for the shared password.
pub(super) async fn own_row(
    services: &Services,
    session: Session,
) -> Result<Option<Administrator>> {
    let Some(id) = session.administrator else {
        return Ok(None);
    };
    let found = administrators::find(services.database.reads(), id).await?;
    // Removed a moment ago.
    found
        .map(Some)
        .ok_or_else(|| Error::Unauthorized("Please sign in first.".into()))
}
