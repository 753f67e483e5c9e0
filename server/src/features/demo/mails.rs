//! What the demo has mailed: so claims, sign-ins and the newsletter can be tried to their end on one machine.

use axum::{
    extract::{Path, State},
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    features::Services,
    platform::{
        background::Background,
        error::{Error, ErrorBody, Result},
        mail::{self, KeptMail, MailState},
        web::{Access, Fresh, Route, path_id},
    },
};

/// Shown instead of the address of someone who has unsubscribed.
const FORGOTTEN: &str = "(address removed)";

/// How far a mail of the demo is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DemoMailState {
    Waiting,
    /// Handed to the mail server, saved as a file, or kept back because its address is nobody's.
    Sent,
    /// Failed for good.
    Failed,
}

/// A mail of the demo.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DemoMail {
    pub id: Uuid,
    /// The recipient's address.
    pub to: String,
    pub subject: String,
    pub state: DemoMailState,
    /// Whether it has a code, and the time for it is over.
    pub is_expired: bool,
    pub created_at: DateTime<Utc>,
}

/// What the demo has mailed, newest first; at most 100.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DemoMails {
    pub mails: Vec<DemoMail>,
    /// Whether everybody who opens the demo reads them, as with `demo_doors`.
    pub is_public: bool,
}

/// The words of a mail of the demo.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DemoMailText {
    /// As its readers see it who don't show HTML.
    pub text: String,
}

impl DemoMail {
    fn of(mail: KeptMail, now: DateTime<Utc>) -> Self {
        Self {
            id: mail.id,
            to: match mail.recipient.as_str() {
                "" => FORGOTTEN.to_owned(),
                _ => mail.recipient,
            },
            subject: mail.subject,
            is_expired: mail.expires_at.is_some_and(|end| end <= now),
            state: match mail.state {
                MailState::Waiting => DemoMailState::Waiting,
                MailState::Sent => DemoMailState::Sent,
                MailState::Failed => DemoMailState::Failed,
            },
            created_at: mail.created_at,
        }
    }
}

/// This part's addresses.
pub(super) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/demo/mails").get(Access::Demo, list_demo_mails),
        Route::at("/api/demo/mails/{id}").get(Access::Demo, read_demo_mail),
        Route::at("/api/demo/mails/{id}/html").get(Access::Demo, show_demo_mail),
    ]
}

/// Removes the texts that a demo kept, where there is none any more: the server was started without it, or its shops are gone.
///
/// # Errors
///
/// When the database fails.
pub async fn forget_mails_unless_demo(services: &Services) -> Result<u64> {
    if services.is_demo() {
        return Ok(0);
    }
    services
        .database
        .transaction(|transaction| Box::pin(mail::forget_sent_texts(transaction)))
        .await
}

/// Does so while the server starts, which waits for nothing.
pub(super) fn workers(services: &Services, background: &mut Background) {
    let services = services.clone();
    background.start(async move {
        if let Err(error) = forget_mails_unless_demo(&services).await {
            tracing::warn!(%error, "the texts that a demo kept of its emails are still there");
        }
    });
}

/// List what the demo has mailed, newest first. Only for whoever sits at the machine that serves the demo, unless `demo_doors` is set.
#[utoipa::path(get, path = "/api/demo/mails", tag = "demo",
    responses((status = 200, body = DemoMails),
        (status = 404, description = "No demo, or its doors are shut", body = ErrorBody)))]
pub async fn list_demo_mails(State(services): State<Services>) -> Result<Fresh<DemoMails>> {
    let kept = mail::kept_mails(services.database.reads()).await?;
    let now = services.clock.now();
    Ok(Fresh(DemoMails {
        mails: kept
            .into_iter()
            .map(|mail| DemoMail::of(mail, now))
            .collect(),
        is_public: services.settings.demo_doors,
    }))
}

/// Read the text of a mail of the demo.
#[utoipa::path(get, path = "/api/demo/mails/{id}", tag = "demo", params(("id" = Uuid, Path)),
    responses((status = 200, body = DemoMailText),
        (status = 404, description = "No such mail, no demo, or its doors are shut", body = ErrorBody)))]
pub async fn read_demo_mail(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<DemoMailText>> {
    let id = path_id(&id, missing)?;
    let text = mail::kept_text(services.database.reads(), id).await?;
    let text = text.ok_or_else(missing)?;
    Ok(Fresh(DemoMailText { text }))
}

/// Show a mail of the demo as an HTML document, for display in a frame. Its links open in the whole window.
#[utoipa::path(get, path = "/api/demo/mails/{id}/html", tag = "demo", params(("id" = Uuid, Path)),
    responses((status = 200, body = String, content_type = "text/html"),
        (status = 404, description = "No such mail, no demo, or its doors are shut", body = ErrorBody)))]
pub async fn show_demo_mail(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Response> {
    let id = path_id(&id, missing)?;
    let html = mail::kept_html(services.database.reads(), id).await?;
    let html = html.ok_or_else(missing)?;
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("text/html; charset=utf-8"),
        ),
        (
            header::CONTENT_SECURITY_POLICY,
            policy(&services.settings.origin())?,
        ),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, with_links_that_leave(&html)).into_response())
}

/// A mail in a frame of ours may use styles and our logo, and a press on a link leads the whole window there. The logo's address
/// names the site as visitors know it, which may differ from how the demo is asked here.
fn policy(origin: &str) -> Result<HeaderValue> {
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' {origin}; \
         sandbox allow-top-navigation-by-user-activation; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    );
    HeaderValue::try_from(policy)
        .map_err(|error| Error::Internal(format!("the security policy of a mail: {error}")))
}

/// What a link leads to doesn't fit into the mail's frame.
fn with_links_that_leave(html: &str) -> String {
    html.replacen("<head>", "<head><base target=\"_top\">", 1)
}

fn missing() -> Error {
    Error::NotFound("There is no such mail, or its text is no longer kept.".into())
}
