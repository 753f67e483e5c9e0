//! The outbox in the panel: which emails are waiting, were sent or failed, and why.

mod personal;

use std::collections::BTreeMap;

use axum::extract::{Path, RawQuery, State};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::{OpenApi, ToSchema};
use uuid::Uuid;

use crate::{
    catalog::writing::Subject,
    features::{Kept, Room, Services},
    platform::{
        arguments::{Arguments, Parameter},
        error::{Error, ErrorBody, Result},
        housekeeping,
        mail::{self, MailState, OutboxMail},
        web::{Access, Actor, Fresh, Route},
    },
};

const PAGE_SIZE: u64 = 50;

/// Shown instead of the address of someone who has unsubscribed.
const FORGOTTEN: &str = "(address removed)";

/// What the outbox stores for a limited time.
async fn kept(services: Services) -> Result<Vec<Kept>> {
    let (rows, oldest) = mail::sent_kept(services.database.reads()).await?;
    Ok(vec![Kept {
        what: "Sent emails, without their text",
        time: format!("{} days", housekeeping::KEPT.num_days()),
        rows,
        oldest,
        job: Some(housekeeping::JOB),
    }])
}

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(list_mails, send_mail_again))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes,
    personal_data: || vec![personal::DATA],
    kept: |services| Box::pin(kept(services)),
    ..Room::EMPTY
};

/// The state of an email.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OutboxState {
    Waiting,
    Sent,
    /// Failed for good; it can be sent again.
    Failed,
}

/// An email. Its text isn't included, because it may contain a sign-in code.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OutboxItem {
    pub id: Uuid,
    pub recipient: String,
    pub subject: String,
    /// Whether it went to a list, such as an issue of the newsletter.
    pub is_list: bool,
    pub state: OutboxState,
    pub attempts: i32,
    pub created_at: DateTime<Utc>,
    /// The next attempt, if it is waiting.
    pub due_at: DateTime<Utc>,
    #[schema(required)]
    pub finished_at: Option<DateTime<Utc>>,
    /// Why the last attempt failed.
    #[schema(required)]
    pub error: Option<String>,
}

/// One page of emails in one state, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OutboxPage {
    pub items: Vec<OutboxItem>,
    pub total: u64,
    pub page: u64,
    pub page_size: u64,
    pub waiting: u64,
    pub sent: u64,
    pub failed: u64,
    /// Where emails are sent, as text.
    pub destination: String,
}

impl From<OutboxMail> for OutboxItem {
    fn from(mail: OutboxMail) -> Self {
        Self {
            id: mail.id,
            recipient: match mail.recipient.as_str() {
                "" => FORGOTTEN.to_owned(),
                _ => mail.recipient,
            },
            subject: mail.subject,
            is_list: mail.is_list,
            state: match mail.state {
                MailState::Waiting => OutboxState::Waiting,
                MailState::Sent => OutboxState::Sent,
                MailState::Failed => OutboxState::Failed,
            },
            attempts: mail.attempts,
            created_at: mail.created_at,
            due_at: mail.due_at,
            finished_at: mail.finished_at,
            error: mail.error,
        }
    }
}

fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/admin/outbox").get(Access::Administrator, list_mails),
        Route::at("/api/admin/outbox/{id}/retry").post(Access::Administrator, send_mail_again),
    ]
}

/// List emails in one state, newest first.
#[utoipa::path(get, path = "/api/admin/outbox", tag = "administration",
    params(("state" = Option<String>, Query, description = "`failed` (the default), `waiting` or `sent`",
            pattern = "^(failed|waiting|sent)$"),
        ("page" = Option<u32>, Query, minimum = 1, maximum = 100_000)),
    responses((status = 200, body = OutboxPage), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn list_mails(
    State(services): State<Services>,
    RawQuery(query): RawQuery,
) -> Result<Fresh<OutboxPage>> {
    let known = [
        Parameter::choice("state", &["failed", "waiting", "sent"]),
        Parameter::integer("page", Some(1), 1, 100_000),
    ];
    let query = query.unwrap_or_default();
    let asked = Arguments::parse(BTreeMap::new(), &query, &known)?;
    let page = asked.integer("page").unwrap_or(1) as u64;
    let counts = mail::counts(&services.database).await?;
    let (state, total) = match asked.query("state") {
        Some("waiting") => (MailState::Waiting, counts.waiting),
        Some("sent") => (MailState::Sent, counts.sent),
        _ => (MailState::Failed, counts.failed),
    };
    let last = total.div_ceil(PAGE_SIZE).max(1);
    if page > last {
        let last = usize::try_from(last).unwrap_or(usize::MAX);
        return Err(Error::BeyondEnd { last });
    }
    let span = ((page - 1) * PAGE_SIZE, PAGE_SIZE);
    let mails = mail::list(&services.database, state, span).await?;
    Ok(Fresh(OutboxPage {
        items: mails.into_iter().map(OutboxItem::from).collect(),
        total,
        page,
        page_size: PAGE_SIZE,
        waiting: counts.waiting,
        sent: counts.sent,
        failed: counts.failed,
        destination: services.mail.destination(),
    }))
}

/// Send a failed or waiting email again now. 404 if it has already been sent.
#[utoipa::path(post, path = "/api/admin/outbox/{id}/retry", tag = "administration", params(("id" = Uuid, Path)),
    responses((status = 200, body = OutboxItem), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, description = "There is no such email, or it was sent", body = ErrorBody)))]
pub async fn send_mail_again(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
) -> Result<Fresh<OutboxItem>> {
    let id = Uuid::try_parse(&id).map_err(|_| missing())?;
    let acted = services
        .ledger
        .act(actor, "mail.retry", move |act| {
            Box::pin(async move {
                let mail = mail::send_again(act.transaction(), id, act.now()).await?;
                let mail = mail.ok_or_else(missing)?;
                // Without the recipient: the log outlives the outbox.
                act.set_subject(Subject::new("mail", id, &mail.subject));
                act.set_note("Sent again");
                Ok(mail)
            })
        })
        .await?;
    services.mail.wake();
    Ok(Fresh(acted.value.into()))
}

fn missing() -> Error {
    Error::NotFound("There is no such email, or it was sent.".into())
}
