//! An administrator's session: opened by a password or by a link.

use axum::{
    http::header,
    response::{AppendHeaders, IntoResponse},
};
use chrono::{DateTime, Utc};
use sea_orm::ConnectionTrait;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    device::{self, Browser},
    emails::{self, News},
    guesses,
};
use crate::{
    features::Services,
    platform::{
        administrators::{self, Administrator},
        error::Result,
        sessions::{self, Kind, Session},
        web::Fresh,
    },
};

/// Whether the browser is signed in as an administrator.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminStatus {
    pub is_admin: bool,
    /// When the session ends.
    #[schema(required)]
    pub until: Option<DateTime<Utc>>,
    /// Whose session it is; `null` for the shared password, and for who isn't signed in.
    #[schema(required)]
    pub name: Option<String>,
    /// Whether signing in asks for a name.
    pub asks_name: AsksName,
}

/// Whether signing in asks for a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AsksName {
    /// There is only the shared password.
    No,
    /// Without a name, it is the shared password.
    Optional,
    /// Somebody has an app, so the shared password alone opens no more.
    Required,
}

impl AdminStatus {
    /// Of a browser with this session.
    pub(super) async fn of(services: &Services, session: Option<&Session>) -> Result<Self> {
        let connection = services.database.reads();
        let all = administrators::active(connection).await?;
        let asks_name = if all.iter().any(Administrator::has_app) {
            AsksName::Required
        } else if all.is_empty() {
            AsksName::No
        } else {
            AsksName::Optional
        };
        let id = session.and_then(|session| session.administrator);
        let own = all.into_iter().find(|row| Some(row.key()) == id);
        Ok(Self {
            is_admin: session.is_some(),
            until: session.map(|session| session.expires_at),
            name: own.map(|row| row.name),
            asks_name,
        })
    }
}

/// Opens a session, which replaces the browser's earlier one, and forgets its wrong passwords. Somebody with a name is told of a
/// browser that they hadn't used before.
pub(super) async fn open_session(
    connection: &impl ConnectionTrait,
    services: &Services,
    browser: &Browser,
    administrator: Option<&Administrator>,
) -> Result<String> {
    guesses::forgive(connection, services, guesses::callers(browser)).await?;
    let (id, now) = (administrator.map(Administrator::key), services.clock.now());
    let was_known = administrators::know_device(connection, id, browser.device, now).await?;
    if let (Some(administrator), false) = (administrator, was_known) {
        let news = News::NewDevice(sessions::device_name(&browser.client));
        emails::tell(connection, services, administrator, news).await?;
    }
    if let Some(old) = browser.before.admin {
        sessions::end_of_administrator(connection, old.administrator, old.id).await?;
    }
    let by = (&services.keys, &services.identifiers);
    sessions::open_for_administrator(connection, by, id, &browser.client, now).await
}

/// The cookies of a new session, and when it ends.
pub(super) async fn welcome(
    services: &Services,
    token: &str,
    browser: &Browser,
) -> Result<impl IntoResponse + use<>> {
    tracing::info!("an administrator signed in");
    let is_secure = services.is_secure();
    let session = sessions::with_token(
        &services.database,
        &services.keys,
        (Kind::Admin, token),
        services.clock.now(),
    )
    .await?;
    let status = AdminStatus::of(services, session.as_ref()).await?;
    let cookies = [
        (
            header::SET_COOKIE,
            sessions::set(Kind::Admin, token, is_secure),
        ),
        (
            header::SET_COOKIE,
            device::write(&services.keys, browser.device, is_secure),
        ),
    ];
    Ok((AppendHeaders(cookies), Fresh(status)))
}
