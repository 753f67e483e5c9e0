//! Signing in and out.

use axum::{
    extract::State,
    http::header,
    response::{AppendHeaders, IntoResponse},
};
use chrono::{DateTime, Utc};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{device, guesses, link};
use crate::{
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        passwords,
        sessions::{self, Kind, SignedIn},
        web::{Access, Client, Fresh, JsonBody, Route},
    },
};

/// The administrator's password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Login {
    #[schema(min_length = 1, max_length = 200, pattern = r"\S")]
    pub password: String,
}

/// Whether the browser is signed in as the administrator.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminStatus {
    pub is_admin: bool,
    /// When the session ends.
    #[schema(required)]
    pub until: Option<DateTime<Utc>>,
}

/// All addresses of this room.
#[must_use]
pub fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/admin/login")
            .post(Access::Anyone, log_in)
            .with_largest_body(4 * 1024),
        Route::at("/api/admin/sign-in-link")
            .post(Access::Anyone, link::log_in_by_link)
            .with_largest_body(4 * 1024),
        Route::at("/api/admin/status").get(Access::Anyone, show_status),
        Route::at("/api/admin/logout").post(Access::Administrator, log_out),
    ]
}

/// Sign in as the administrator. Sets a session cookie for 24 hours. 429 after too many wrong passwords.
#[utoipa::path(post, path = "/api/admin/login", tag = "administration", request_body = Login,
    responses((status = 200, body = AdminStatus), (status = 400, body = ErrorBody),
        (status = 401, description = "Wrong password", body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub async fn log_in(
    State(services): State<Services>,
    signed_in: SignedIn,
    client: Client,
    JsonBody(login): JsonBody<Login>,
) -> Result<impl IntoResponse> {
    if login.password.trim().is_empty() {
        return Err(Error::invalid_field("password", "Enter the password."));
    }
    // Counted before checking the password, so that simultaneous guesses all count.
    guesses::count(&services, guesses::callers(&services, &client)).await?;
    if !is_right(&services, login.password).await? {
        return Err(Error::Unauthorized("Invalid password".into()));
    }
    let (held, caller, before) = (services.clone(), client.clone(), signed_in);
    let token = services
        .database
        .transaction(move |transaction| {
            let (services, client) = (held.clone(), caller.clone());
            Box::pin(async move { open_session(transaction, &services, &client, before).await })
        })
        .await?;
    Ok(welcome(&services, &token))
}

/// Opens a session, which replaces the browser's earlier one, and forgets its wrong passwords.
pub(super) async fn open_session(
    connection: &impl ConnectionTrait,
    services: &Services,
    client: &Client,
    before: SignedIn,
) -> Result<String> {
    guesses::forgive(connection, services, guesses::callers(services, client)).await?;
    if let Some(old) = before.admin {
        sessions::end(connection, old.id, Kind::Admin, None).await?;
    }
    let by = (&services.keys, &services.identifiers);
    let now = services.clock.now();
    sessions::open(connection, by, (Kind::Admin, None), client, now).await
}

/// The cookies of a new session, and when it ends.
pub(super) fn welcome(services: &Services, token: &str) -> impl IntoResponse + use<> {
    tracing::info!("the administrator signed in");
    let is_secure = services.is_secure();
    let cookies = [
        (
            header::SET_COOKIE,
            sessions::set(Kind::Admin, token, is_secure),
        ),
        (
            header::SET_COOKIE,
            device::write(&services.keys, &services.identifiers, is_secure),
        ),
    ];
    let status = AdminStatus {
        is_admin: true,
        until: Some(services.clock.now() + Kind::Admin.lasts()),
    };
    (AppendHeaders(cookies), Fresh(status))
}

async fn is_right(services: &Services, password: String) -> Result<bool> {
    let Some(hash) = passwords::kept(services.database.reads()).await? else {
        return Ok(false);
    };
    services
        .cpu
        .run(move || passwords::is_right(&password, &hash))
        .await
}

/// Show whether the browser is signed in as the administrator.
#[utoipa::path(get, path = "/api/admin/status", tag = "administration", responses((status = 200, body = AdminStatus)))]
pub async fn show_status(signed_in: SignedIn) -> Fresh<AdminStatus> {
    Fresh(AdminStatus {
        is_admin: signed_in.admin.is_some(),
        until: signed_in.admin.map(|session| session.expires_at),
    })
}

/// Sign out as the administrator.
#[utoipa::path(post, path = "/api/admin/logout", tag = "administration",
    responses((status = 200, body = AdminStatus), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody)))]
pub async fn log_out(
    State(services): State<Services>,
    signed_in: SignedIn,
) -> Result<impl IntoResponse> {
    if let Some(session) = signed_in.admin {
        services
            .database
            .transaction(move |transaction| {
                Box::pin(
                    async move { sessions::end(transaction, session.id, Kind::Admin, None).await },
                )
            })
            .await?;
    }
    let cookie = sessions::clear(Kind::Admin, services.is_secure());
    let status = AdminStatus {
        is_admin: false,
        until: None,
    };
    Ok((AppendHeaders([(header::SET_COOKIE, cookie)]), Fresh(status)))
}
