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

use super::{
    operator,
    store::{self, ReaderCounts},
};
use crate::{
    catalog::{View, writing::Subject},
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        limits::table::NEWSLETTER_TESTS,
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

/// The state of the newsletter.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewsletterOverview {
    /// Number of addresses by state.
    pub readers: ReaderCounts,
    /// Readers who chose no town and get news from the whole directory.
    pub whole_directory: u64,
    /// The towns with the most readers.
    pub towns: Vec<ReaderTown>,
    /// By week, oldest first.
    pub growth: Vec<ReaderWeek>,
    /// The latest issues, newest first.
    pub issues: Vec<IssueReport>,
    /// When sending was paused; `null` if it isn't paused.
    #[schema(required)]
    pub paused_since: Option<DateTime<Utc>>,
}

/// A town and its readers.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReaderTown {
    pub id: Uuid,
    pub name: String,
    pub state: String,
    pub slug: String,
    pub readers: u64,
}

/// Readers gained and lost in one week.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReaderWeek {
    /// Its first day, such as `Nov 3`.
    pub label: String,
    /// Readers who confirmed that week and are still subscribed.
    pub joined: u64,
    pub left: u64,
}

/// The results of an issue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IssueReport {
    pub id: Uuid,
    /// When it was due.
    pub turn: DateTime<Utc>,
    /// When it was done for the last reader; `null` if it is still going out.
    #[schema(required)]
    pub finished_at: Option<DateTime<Utc>>,
    /// Emails sent.
    pub sent: u64,
    pub waiting: u64,
    /// Emails rejected by mail servers.
    pub refused: u64,
    /// Readers who unsubscribed between this issue and the next.
    pub unsubscribed: u64,
}

/// The issue that would go out now.
#[derive(Debug, Serialize, ToSchema)]
pub struct IssuePreview {
    /// `null` if there is nothing new to send.
    #[schema(required)]
    pub issue: Option<IssueWords>,
}

/// An issue's content.
#[derive(Debug, Serialize, ToSchema)]
pub struct IssueWords {
    pub subject: String,
    /// A complete HTML document, for display in a frame without scripts.
    pub html: String,
    pub text: String,
}

/// The recipient of a test.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TestEmail {
    #[schema(value_type = EmailText)]
    pub email: String,
}

/// The result of a test.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestEmailSent {
    /// `false` if there is nothing new to send.
    pub is_sent: bool,
    pub message: String,
}

/// Whether the newsletter is paused.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewsletterPauseRequest {
    pub is_paused: bool,
}

/// Whether the newsletter is paused.
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

/// Show the number of readers, their growth, and each issue's results.
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
        let mails =
            mail::list_mails_between(&services.database, span, &store::other_lists()).await?;
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

/// Preview the next issue, for readers of the whole directory.
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

/// Preview the next issue as an HTML document, for display in a frame. Its content security policy allows styles only.
#[utoipa::path(get, path = "/api/admin/newsletter/preview/letter", tag = "administration",
    responses((status = 200, body = String, content_type = "text/html"), (status = 401, body = ErrorBody),
        (status = 404, description = "There is nothing new to send", body = ErrorBody)))]
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

/// Email the next issue to one address, marked as a test. Limited per hour; 429 above that.
#[utoipa::path(post, path = "/api/admin/newsletter/test", tag = "administration", request_body = TestEmail,
    responses((status = 200, body = TestEmailSent), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn send_test_letter(
    State(services): State<Services>,
    client: Client,
    actor: Actor,
    JsonBody(asked): JsonBody<TestEmail>,
) -> Result<Fresh<TestEmailSent>> {
    services.limits.check(&NEWSLETTER_TESTS, client.network())?;
    let is_sent = operator::enqueue_test(&services, (actor, "email"), &asked.email, &[]).await?;
    services.mail.wake();
    let message = if is_sent {
        format!("The test is on its way to {}.", asked.email.trim())
    } else {
        "Nothing is new, so there is nothing to send.".to_owned()
    };
    Ok(Fresh(TestEmailSent { is_sent, message }))
}

/// Pause or resume the newsletter. Takes effect on all nodes with the next email.
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
