//! The newsletter in the panel: readers, the next issue, each issue's results, and pausing.

use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{operator, store};
use crate::{
    catalog::{View, writing::Subject},
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        limits::Limit,
        mail,
        mail::EmailText,
        web::{Access, Actor, Client, Fresh, JsonBody, Route},
    },
};

/// Weeks of growth shown.
const WEEKS: i64 = 26;
const ISSUES: u64 = 26;
const TOWNS: usize = 50;

/// An email in a frame of ours: it may use styles and nothing else.
const LETTER_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; sandbox; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'self'",
);

const TESTS: Limit = Limit {
    name: "newsletter tests",
    count: 20,
    period: TimeDelta::hours(1),
    message: "Too many tests this hour. Please wait a bit.",
};

/// The newsletter as it stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewsletterOverview {
    /// Addresses by their state.
    pub readers: ReaderCounts,
    /// Readers who chose no town: the whole directory is theirs.
    pub whole_directory: u64,
    /// The towns that most readers chose.
    pub towns: Vec<ReaderTown>,
    /// By week, the oldest first.
    pub growth: Vec<ReaderWeek>,
    /// The last issues, the newest first.
    pub issues: Vec<IssueReport>,
    /// Since when nothing is sent; null when all is as usual.
    #[schema(required)]
    pub paused_since: Option<DateTime<Utc>>,
}

/// Addresses by their state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReaderCounts {
    pub confirmed: u64,
    /// Signed up but not confirmed.
    pub pending: u64,
    /// Confirmed, and left in peace for a while because their mail server refused several issues.
    pub resting: u64,
    pub left: u64,
    /// Somebody said that they had never asked.
    pub refused: u64,
    /// The mailbox is gone.
    pub gone: u64,
}

/// A town that readers chose.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReaderTown {
    pub id: Uuid,
    pub name: String,
    pub state: String,
    pub slug: String,
    pub readers: u64,
}

/// How the readers changed in one week.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReaderWeek {
    /// Its first day, such as `Nov 3`.
    pub label: String,
    /// Readers who confirmed in it, and are still there.
    pub joined: u64,
    pub left: u64,
}

/// What one issue did.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IssueReport {
    pub id: Uuid,
    /// When its turn came.
    pub turn: DateTime<Utc>,
    /// When the last reader was seen to; null while it is under way.
    #[schema(required)]
    pub finished_at: Option<DateTime<Utc>>,
    /// Mails that left.
    pub sent: u64,
    pub waiting: u64,
    /// Given up, because a mail server refused them.
    pub refused: u64,
    /// Readers who left between this issue and the next.
    pub unsubscribed: u64,
}

/// The issue that would go out now.
#[derive(Debug, Serialize, ToSchema)]
pub struct IssuePreview {
    /// Null: nothing is new, so nothing would be sent.
    #[schema(required)]
    pub issue: Option<IssueWords>,
}

/// The words of an issue.
#[derive(Debug, Serialize, ToSchema)]
pub struct IssueWords {
    pub subject: String,
    /// A whole document; to be shown in a frame without scripts.
    pub html: String,
    pub text: String,
}

/// Where a test goes.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TestLetter {
    #[schema(value_type = EmailText)]
    pub email: String,
}

/// What became of a test.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestLetterSent {
    /// False: nothing is new, so there is nothing to send.
    pub is_sent: bool,
    pub message: String,
}

/// Whether issues are held back.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewsletterPauseRequest {
    pub is_paused: bool,
}

/// Whether issues are held back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewsletterPause {
    #[schema(required)]
    pub paused_since: Option<DateTime<Utc>>,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/admin/newsletter").get(Access::Administrator, show_newsletter),
        Route::at("/api/admin/newsletter/preview").get(Access::Administrator, preview_issue),
        Route::at("/api/admin/newsletter/preview/letter")
            .get(Access::Administrator, preview_letter),
        Route::at("/api/admin/newsletter/test").post(Access::Administrator, send_test_letter),
        Route::at("/api/admin/newsletter/pause").put(Access::Administrator, pause_newsletter),
    ]
}

/// Show who reads the newsletter, and what each issue did.
#[utoipa::path(get, path = "/api/admin/newsletter", tag = "administration",
    responses((status = 200, body = NewsletterOverview), (status = 401, body = ErrorBody)))]
pub async fn show_newsletter(
    State(services): State<Services>,
) -> Result<Fresh<NewsletterOverview>> {
    let (database, now) = (&services.database, services.clock.now());
    let readers = store::reader_counts(database, now).await?;
    let chosen = store::readers_by_town(database).await?;
    let monday = monday_of(now) - TimeDelta::weeks(WEEKS - 1);
    let joined = store::confirmed_since(database, monday).await?;
    let left = store::left_since(database, monday).await?;
    let within = |moments: &[DateTime<Utc>], start: DateTime<Utc>| {
        let end = start + TimeDelta::weeks(1);
        let inside = moments.iter().filter(|at| **at >= start && **at < end);
        inside.count() as u64
    };
    let growth = (0..WEEKS).map(|week| {
        let start = monday + TimeDelta::weeks(week);
        ReaderWeek {
            label: start.format("%b %-d").to_string(),
            joined: within(&joined, start),
            left: within(&left, start),
        }
    });
    Ok(Fresh(NewsletterOverview {
        readers,
        whole_directory: store::readers_without_town(database).await?,
        towns: towns(&services.catalog.view(), chosen),
        growth: growth.collect(),
        issues: issue_reports(&services, now).await?,
        paused_since: mail::lists_paused_since(database.reads()).await?,
    }))
}

fn towns(view: &View, chosen: Vec<(Uuid, i64)>) -> Vec<ReaderTown> {
    let towns = chosen.into_iter().filter_map(|(id, readers)| {
        let town = view.city(id)?;
        Some(ReaderTown {
            id,
            name: town.city.name.to_string(),
            state: town.city.state.to_string(),
            slug: town.city.slug.to_string(),
            readers: readers.unsigned_abs(),
        })
    });
    towns.take(TOWNS).collect()
}

async fn issue_reports(services: &Services, now: DateTime<Utc>) -> Result<Vec<IssueReport>> {
    let issues = store::last_issues(&services.database, ISSUES).await?;
    let mut reports = Vec::with_capacity(issues.len());
    let mut end = now + TimeDelta::days(1);
    for issue in issues {
        let span = (issue.turn, end);
        let mails = mail::list_mails_between(&services.database, span).await?;
        reports.push(IssueReport {
            id: issue.id,
            turn: issue.turn,
            finished_at: issue.finished_at,
            sent: mails.sent,
            waiting: mails.waiting,
            refused: mails.failed,
            unsubscribed: store::left_between(&services.database, span).await?,
        });
        end = issue.turn;
    }
    Ok(reports)
}

fn monday_of(now: DateTime<Utc>) -> DateTime<Utc> {
    use chrono::Datelike;
    let day = now.date_naive();
    let back = TimeDelta::days(day.weekday().num_days_from_monday().into());
    day.and_time(chrono::NaiveTime::MIN).and_utc() - back
}

/// Show the issue that would go out now, as a reader of the whole directory gets it.
#[utoipa::path(get, path = "/api/admin/newsletter/preview", tag = "administration",
    responses((status = 200, body = IssuePreview), (status = 401, body = ErrorBody)))]
pub async fn preview_issue(State(services): State<Services>) -> Result<Fresh<IssuePreview>> {
    let issue = operator::preview(&services, &[]).await?;
    Ok(Fresh(IssuePreview {
        issue: issue.map(|words| IssueWords {
            subject: words.subject,
            html: words.html,
            text: words.text,
        }),
    }))
}

/// Show the same issue as the document that a mail program shows, to be looked at in a frame: its own styles are allowed, and
/// nothing else is.
#[utoipa::path(get, path = "/api/admin/newsletter/preview/letter", tag = "administration",
    responses((status = 200, body = String, content_type = "text/html"), (status = 401, body = ErrorBody),
        (status = 404, description = "Nothing is new", body = ErrorBody)))]
pub async fn preview_letter(State(services): State<Services>) -> Result<Response> {
    let issue = operator::preview(&services, &[]).await?;
    let words = issue.ok_or_else(|| Error::NotFound("Nothing is new.".into()))?;
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("text/html; charset=utf-8"),
        ),
        (header::CONTENT_SECURITY_POLICY, LETTER_POLICY),
    ];
    Ok((headers, words.html).into_response())
}

/// Send the issue that would go out now to one address, marked as a test.
#[utoipa::path(post, path = "/api/admin/newsletter/test", tag = "administration", request_body = TestLetter,
    responses((status = 200, body = TestLetterSent), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn send_test_letter(
    State(services): State<Services>,
    client: Client,
    JsonBody(asked): JsonBody<TestLetter>,
) -> Result<Fresh<TestLetterSent>> {
    services.limits.check(&TESTS, client.network())?;
    let is_sent = operator::enqueue_test(&services, &asked.email, "email", &[]).await?;
    services.mail.wake();
    let message = if is_sent {
        format!("The test is on its way to {}.", asked.email.trim())
    } else {
        "Nothing is new, so there is nothing to send.".to_owned()
    };
    Ok(Fresh(TestLetterSent { is_sent, message }))
}

/// Hold issues back, or let them leave again. Every node does so from the next mail on.
#[utoipa::path(put, path = "/api/admin/newsletter/pause", tag = "administration", request_body = NewsletterPauseRequest,
    responses((status = 200, body = NewsletterPause), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn pause_newsletter(
    State(services): State<Services>,
    actor: Actor,
    JsonBody(asked): JsonBody<NewsletterPauseRequest>,
) -> Result<Fresh<NewsletterPause>> {
    let acted = services
        .ledger
        .act(actor, "newsletter.pause", move |act| {
            Box::pin(async move {
                let before = mail::lists_paused_since(act.transaction()).await?;
                if before.is_some() == asked.is_paused {
                    return Ok(before);
                }
                act.set_subject(Subject {
                    kind: "newsletter",
                    id: None,
                    label: "Newsletter".to_owned(),
                });
                if asked.is_paused {
                    mail::pause_lists(act.transaction(), act.now()).await?;
                    act.set_note("Paused");
                    Ok(Some(act.now()))
                } else {
                    mail::resume_lists(act.transaction()).await?;
                    act.set_note("Resumed");
                    Ok(None)
                }
            })
        })
        .await?;
    services.mail.wake();
    Ok(Fresh(NewsletterPause {
        paused_since: acted.value,
    }))
}
