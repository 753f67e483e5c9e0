//! Signing in and out.

use axum::{
    extract::State,
    http::header,
    response::{AppendHeaders, IntoResponse},
};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::device;
use crate::{
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        limits::{Caller, Limit},
        limits_shared, passwords,
        sessions::{self, Kind, SignedIn},
        web::{Access, Client, Fresh, JsonBody, Route},
    },
};

/// Wrong passwords per network from which nobody has signed in.
const GUESSES_OF_A_NETWORK: Limit = Limit {
    name: "admin passwords of a network",
    count: 10,
    period: TimeDelta::minutes(15),
    message: TOO_MANY,
};
/// Wrong passwords by all strangers together.
const GUESSES_OF_STRANGERS: Limit = Limit {
    name: "admin passwords of strangers",
    count: 100,
    period: TimeDelta::hours(1),
    message: TOO_MANY,
};
/// Wrong passwords per browser that has signed in before.
const GUESSES_OF_A_DEVICE: Limit = Limit {
    name: "admin passwords of a device",
    count: 20,
    period: TimeDelta::minutes(15),
    message: TOO_MANY,
};
const TOO_MANY: &str = "Too many wrong passwords. Please wait a few minutes.";

/// The caller name shared by browsers that haven't signed in before.
const STRANGERS: &str = "all";

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
    let device = device::read(&services.keys, &client);
    let callers = match device {
        Some(device) => vec![(&GUESSES_OF_A_DEVICE, Caller::from(device.to_string()))],
        None => vec![
            (&GUESSES_OF_A_NETWORK, client.network().into()),
            (&GUESSES_OF_STRANGERS, STRANGERS.into()),
        ],
    };
    // Counted before checking the password, so that simultaneous guesses all count.
    count(&services, &callers).await?;
    if !is_right(&services, login.password).await? {
        return Err(Error::Unauthorized("Invalid password".into()));
    }
    let now = services.clock.now();
    let (held, caller) = (services.clone(), client.clone());
    let old = signed_in.admin;
    let token = services
        .database
        .transaction(move |transaction| {
            let (services, client, callers) = (held.clone(), caller.clone(), callers.clone());
            Box::pin(async move {
                for (limit, caller) in &callers {
                    limits_shared::forgive(transaction, &services.keys, limit, caller.clone())
                        .await?;
                }
                if let Some(old) = old {
                    sessions::end(transaction, old.id, Kind::Admin, None).await?;
                }
                let by = (&services.keys, &services.identifiers);
                sessions::open(transaction, by, (Kind::Admin, None), &client, now).await
            })
        })
        .await?;
    tracing::info!("the administrator signed in");
    let is_secure = services.is_secure();
    let cookies = [
        (
            header::SET_COOKIE,
            sessions::set(Kind::Admin, &token, is_secure),
        ),
        (
            header::SET_COOKIE,
            device::write(&services.keys, &services.identifiers, is_secure),
        ),
    ];
    let status = AdminStatus {
        is_admin: true,
        until: Some(now + Kind::Admin.lasts()),
    };
    Ok((AppendHeaders(cookies), Fresh(status)))
}

async fn count(services: &Services, callers: &[(&'static Limit, Caller)]) -> Result<()> {
    let now = services.clock.now();
    let (held, callers) = (services.clone(), callers.to_vec());
    services
        .database
        .transaction(move |transaction| {
            let (services, callers) = (held.clone(), callers.clone());
            Box::pin(async move {
                for (limit, caller) in &callers {
                    limits_shared::count(transaction, &services.keys, limit, caller.clone(), now)
                        .await?;
                }
                Ok(())
            })
        })
        .await
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
