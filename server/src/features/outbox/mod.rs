//! The outbox in the panel: which emails are waiting, were sent or failed, and why.

mod personal;

use std::collections::BTreeMap;

use axum::extract::{Path, RawQuery, State};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{OpenApi, ToSchema};
use uuid::Uuid;

use crate::{
    catalog::writing::{Act, RecordedTable, Subject},
    features::{Health, RetentionInfo, Room, Services, Waiting},
    platform::{
        arguments::{Arguments, Parameter},
        error::{Error, ErrorBody, Result},
        housekeeping,
        mail::{self, EmailAddress, MailReason, MailState, OutboxMail, Retry},
        metrics::Figure,
        web::{Access, Actor, Fresh, JsonBody, JsonBodyIfAny, Route, path_id},
    },
};

const PAGE_SIZE: u64 = 50;

/// Shown instead of the address of someone who has unsubscribed.
const FORGOTTEN: &str = "(address removed)";

/// What the outbox stores for a limited time.
async fn kept(services: Services) -> Result<Vec<RetentionInfo>> {
    let (rows, oldest) = mail::sent_kept(services.database.reads()).await?;
    Ok(vec![RetentionInfo {
        what: if services.is_demo() {
            "Sent emails"
        } else {
            "Sent emails, without their text"
        },
        time: format!("{} days", housekeeping::KEPT.num_days()),
        rows,
        oldest,
        job: Some(housekeeping::JOB),
    }])
}

/// The state of sending, for the operator's page and `/readyz?full`.
async fn health(services: Services) -> Result<Vec<Health>> {
    let health = mail::health(services.database.reads(), services.clock.now()).await?;
    Ok(vec![Health {
        name: "Mail",
        text: format!("Emails are {}.", services.mail.destination()),
        last: health.last_sent,
        advice: health.advice(),
    }])
}

/// A broken mail server is something to decide about, even while no email has failed for good.
async fn waiting(services: Services) -> Result<Vec<Waiting>> {
    let health = mail::health(services.database.reads(), services.clock.now()).await?;
    let (Some(advice), Some(oldest)) = (health.advice(), health.oldest) else {
        return Ok(Vec::new());
    };
    Ok(vec![Waiting {
        kind: "mail_service",
        id: oldest.id.to_string(),
        title: "Emails aren't being sent".to_owned(),
        text: advice,
        since: oldest.since,
        shop_slug: None,
        record: None,
        version: None,
        photo_url: None,
        blocked: None,
    }])
}

async fn figures(services: Services) -> Result<Vec<Figure>> {
    let counts = mail::counts(&services.database).await?;
    let health = mail::health(services.database.reads(), services.clock.now()).await?;
    let seconds = u64::try_from(health.waiting().num_seconds()).unwrap_or_default();
    Ok(vec![
        ("townperk_mail_waiting", counts.waiting).into(),
        ("townperk_mail_failed", counts.failed).into(),
        ("townperk_mail_oldest_unsent_seconds", seconds).into(),
        ("townperk_mail_broken", u64::from(health.is_broken())).into(),
    ])
}

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(list_mails, send_mail_again, dismiss_mail, dismiss_mails))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes,
    personal_data: || vec![personal::DATA],
    recorded: || vec![dismissals()],
    kept: |services| Box::pin(kept(services)),
    figures: |services| Box::pin(figures(services)),
    health: |services| Box::pin(health(services)),
    waiting: |services| Box::pin(waiting(services)),
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
    /// Why emails failed, the most frequent reason first.
    pub reasons: Vec<OutboxReason>,
    /// What is wrong with sending, and what to do about it; `null` if all is well.
    #[schema(required)]
    pub advice: Option<String>,
}

/// Failed emails that share a reason.
#[derive(Debug, Serialize, ToSchema)]
pub struct OutboxReason {
    pub reason: String,
    pub count: u64,
}

/// The reason whose emails are removed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OutboxDismissal {
    /// As in `reasons`.
    #[schema(max_length = 10_000)]
    pub reason: String,
}

/// How many emails were dismissed.
#[derive(Debug, Serialize, ToSchema)]
pub struct OutboxDismissed {
    pub dismissed: u64,
    /// ID of the audit log entry, for undo.
    #[schema(required)]
    pub entry: Option<Uuid>,
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
        Route::at("/api/admin/outbox/{id}").delete(Access::Administrator, dismiss_mail),
        Route::at("/api/admin/outbox/dismiss").post(Access::Administrator, dismiss_mails),
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
    let reads = services.database.reads();
    let reasons = mail::failures(reads).await?;
    let health = mail::health(reads, services.clock.now()).await?;
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
        reasons: reasons
            .into_iter()
            .map(|MailReason { reason, count }| OutboxReason { reason, count })
            .collect(),
        advice: health.advice(),
    }))
}

/// Where to send an email; may be empty.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MailRetry {
    /// The right address, if the email's was mistyped. Emails that hold a code or a signed link are for their address alone.
    #[schema(max_length = 254)]
    pub recipient: Option<String>,
}

/// Send a failed or waiting email again now, to the same address or a corrected one. 404 if it has already been sent.
#[utoipa::path(post, path = "/api/admin/outbox/{id}/retry", tag = "administration", params(("id" = Uuid, Path)),
    request_body = Option<MailRetry>,
    responses((status = 200, body = OutboxItem), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, description = "There is no such email, or it was sent", body = ErrorBody),
        (status = 409, description = "It is for its address alone, or the code in it has expired", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn send_mail_again(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBodyIfAny(retry): JsonBodyIfAny<MailRetry>,
) -> Result<Fresh<OutboxItem>> {
    let id = path_id(&id, missing)?;
    let to = (retry.recipient.as_deref())
        .map(|typed| EmailAddress::parse(typed, "recipient"))
        .transpose()?;
    let acted = services
        .ledger
        .act(actor, "mail.retry", move |act| {
            let to = to.clone();
            Box::pin(async move {
                let found = match &to {
                    Some(to) => mail::send_to(act.transaction(), id, (to, act.now())).await?,
                    None => mail::send_again(act.transaction(), id, act.now()).await?,
                };
                let mail = match found {
                    Retry::Waiting(mail) => mail,
                    Retry::Expired => {
                        return Err(Error::Conflict(
                            "The code in this email has expired. Whoever needs one asks for a new one.".into(),
                        ));
                    }
                    Retry::Missing => return Err(missing()),
                };
                // Without the recipient: the log outlives the outbox.
                act.set_subject(Subject::new("mail", id, &mail.subject));
                act.set_note(match to {
                    Some(_) => "Sent to a corrected address",
                    None => "Sent again",
                });
                Ok(mail)
            })
        })
        .await?;
    services.mail.wake();
    Ok(Fresh(acted.value.into()))
}

/// Stop listing a failed email. It can be undone. 404 if there is no such email, or it hasn't failed.
#[utoipa::path(delete, path = "/api/admin/outbox/{id}", tag = "administration", params(("id" = Uuid, Path)),
    responses((status = 200, body = OutboxDismissed), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, description = "There is no such failed email", body = ErrorBody)))]
pub async fn dismiss_mail(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
) -> Result<Fresh<OutboxDismissed>> {
    let id = path_id(&id, not_failed)?;
    let acted = services
        .ledger
        .act(actor, "mail.dismiss", move |act| {
            Box::pin(async move {
                let mail = mail::dismiss(act.transaction(), id).await?;
                let mail = mail.ok_or_else(not_failed)?;
                act.set_subject(Subject::new("mail", id, &mail.subject));
                act.set_note("Dismissed");
                record(act, id);
                Ok(())
            })
        })
        .await?;
    Ok(Fresh(OutboxDismissed {
        dismissed: 1,
        entry: acted.entry,
    }))
}

/// Stop listing all emails that failed for one reason. It can be undone.
#[utoipa::path(post, path = "/api/admin/outbox/dismiss", tag = "administration", request_body = OutboxDismissal,
    responses((status = 200, body = OutboxDismissed), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn dismiss_mails(
    State(services): State<Services>,
    actor: Actor,
    JsonBody(asked): JsonBody<OutboxDismissal>,
) -> Result<Fresh<OutboxDismissed>> {
    let acted = services
        .ledger
        .act(actor, "mail.dismiss", move |act| {
            let reason = asked.reason.clone();
            Box::pin(async move {
                let dismissed = mail::dismiss_all(act.transaction(), &reason).await?;
                act.set_note(&format!("Dismissed {}: {reason}", dismissed.len()));
                for id in &dismissed {
                    record(act, *id);
                }
                Ok(dismissed.len() as u64)
            })
        })
        .await?;
    Ok(Fresh(OutboxDismissed {
        dismissed: acted.value,
        entry: acted.entry,
    }))
}

/// What a dismissal is called in the audit log. Emails themselves aren't recorded there: they may hold secrets.
const DISMISSALS: &str = "dismissed_mails";

fn record(act: &Act<'_>, id: Uuid) {
    let dismissed = json!({ "dismissed": true });
    act.record_image(DISMISSALS, id, (None, Some(dismissed)));
}

/// Dismissals, for undo, and for undoing that.
fn dismissals() -> RecordedTable {
    RecordedTable::with(DISMISSALS, |act, id, before, after| {
        Box::pin(async move {
            let is_done = match &after {
                Some(_) => mail::undismiss(act.transaction(), id).await?,
                None => mail::dismiss(act.transaction(), id).await?.is_some(),
            };
            if !is_done {
                return Err(missing());
            }
            act.record_image(DISMISSALS, id, (after, before));
            Ok(())
        })
    })
}

fn not_failed() -> Error {
    Error::NotFound("There is no failed email with this ID.".into())
}

fn missing() -> Error {
    Error::NotFound("There is no such email, or it was sent.".into())
}
