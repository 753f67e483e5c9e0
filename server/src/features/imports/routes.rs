//! Import questions, for the administrator's screens.

use axum::extract::{Path, RawQuery, State};
use chrono::{DateTime, Utc, Weekday};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    ReviewQueue,
    entity::review_item::Status,
    review::{self, Question},
};
use crate::{
    catalog::{
        admission::{ReviewReason, facts::FactDifference},
        people,
    },
    features::{MAX_WAITING, Services, Waiting, WaitingRecord},
    platform::{
        arguments::{Arguments, Parameter},
        error::{Error, ErrorBody, Result},
        web::{Access, Actor, Fresh, JsonBody, Route},
    },
};

/// Questions per page.
const PAGE_SIZE: u64 = 20;
/// How many questions can be decided at once.
const MAX_TOGETHER: usize = 100;

/// A record that an import couldn't decide about.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportQuestion {
    pub id: Uuid,
    /// A short, permanent number, for `townperk review`.
    pub number: i64,
    /// `osm`, `csv`, …
    pub source: String,
    /// The record's ID at its source.
    pub source_id: String,
    pub name: String,
    /// `Alexandria, LA`.
    pub town: String,
    /// Number, street, town and ZIP code, as far as the record has them.
    pub address: String,
    /// Its page at the source; null if the source has none.
    #[schema(required)]
    pub source_url: Option<String>,
    /// The rule that couldn't decide, as in reports.
    pub reason: String,
    /// The same as data; `null` for records stored by earlier versions.
    #[schema(required)]
    pub why: Option<ReviewReason>,
    /// Weekdays that the record's hours name twice, Monday first, such as `Monday`: which hours hold is unclear.
    pub repeated_days: Vec<String>,
    /// The shop that it may duplicate.
    #[schema(required)]
    pub similar_slug: Option<String>,
    #[schema(required)]
    pub similar_name: Option<String>,
    /// Number, street, town and ZIP code of that shop.
    #[schema(required)]
    pub similar_address: Option<String>,
    /// Distance between the two in meters; null if a location is unknown.
    #[schema(required)]
    pub meters: Option<f64>,
    /// Facts in which the record differs from the similar shop; all of its facts if there is none.
    pub differences: Vec<RecordDifference>,
    pub created_at: DateTime<Utc>,
    /// When its source last checked it.
    #[schema(required)]
    pub refreshed_at: Option<DateTime<Utc>>,
}

/// A fact of the shop and of the record, in words. Hours that can be read are in OpenStreetMap syntax.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecordDifference {
    /// Such as `phone`.
    pub field: String,
    #[schema(required)]
    pub now: Option<String>,
    pub suggested: String,
}

/// A page of questions.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportQuestions {
    pub questions: Vec<ImportQuestion>,
    pub total: u64,
}

/// A record that became a shop, or belongs to one.
#[derive(Debug, Serialize, ToSchema)]
pub struct AcceptedRecord {
    pub id: Uuid,
    pub slug: String,
    /// ID of the entry in the audit log, for undo.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// A rejected record.
#[derive(Debug, Serialize, ToSchema)]
pub struct RefusedRecord {
    /// ID of the entry in the audit log, for undo.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// The shop that a record is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordJoin {
    /// Slug or ID.
    #[schema(max_length = 300)]
    pub shop: String,
    /// The facts to copy from the record; if absent, those that the shop lacks.
    pub facts: Option<Vec<String>>,
}

/// A decision about several records.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RecordDecision {
    /// Creates shops. Possible duplicates are skipped, because they need a closer look.
    Accept,
    Refuse,
}

/// Several records at once.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordDecisions {
    pub decision: RecordDecision,
    /// At most 100.
    #[schema(min_items = 1, max_items = 100)]
    pub ids: Vec<Uuid>,
}

/// What became of several records.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct DecidedRecords {
    pub done: usize,
    /// Already decided, gone, or possible duplicates.
    pub skipped: usize,
    /// IDs of the entries in the audit log, in order, for undo.
    pub entries: Vec<Uuid>,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    let only = Access::Administrator;
    vec![
        Route::at("/api/admin/import-questions").get(only, list_questions),
        Route::at("/api/admin/import-questions/decide")
            .post(only, decide_questions)
            .with_largest_body(16 * 1024),
        Route::at("/api/admin/import-questions/{id}/accept").post(only, accept_question),
        Route::at("/api/admin/import-questions/{id}/same-shop")
            .post(only, join_question)
            .with_largest_body(4 * 1024),
        Route::at("/api/admin/import-questions/{id}/refuse").post(only, refuse_question),
    ]
}

fn queue(services: &Services) -> ReviewQueue {
    ReviewQueue::new(&services.ledger)
}

impl From<Question> for ImportQuestion {
    fn from(question: Question) -> Self {
        let row = question.item;
        let differences = question.differences.into_iter();
        Self {
            id: row.id,
            number: row.number,
            address: question.address,
            source_url: question.link,
            similar_address: question.shop_address,
            why: question.why,
            repeated_days: question.repeated_days.into_iter().map(day_name).collect(),
            meters: question.meters.map(f64::round),
            source: row.source,
            source_id: row.source_id,
            name: row.name,
            town: row.town,
            reason: row.reason,
            similar_slug: question.shop.as_ref().map(|shop| shop.slug.clone()),
            similar_name: question.shop.map(|shop| shop.name),
            differences: differences.map(RecordDifference::from).collect(),
            created_at: row.created_at,
            refreshed_at: question.refreshed_at,
        }
    }
}

fn day_name(day: Weekday) -> String {
    match day {
        Weekday::Mon => "Monday",
        Weekday::Tue => "Tuesday",
        Weekday::Wed => "Wednesday",
        Weekday::Thu => "Thursday",
        Weekday::Fri => "Friday",
        Weekday::Sat => "Saturday",
        Weekday::Sun => "Sunday",
    }
    .to_owned()
}

impl From<FactDifference> for RecordDifference {
    fn from(difference: FactDifference) -> Self {
        Self {
            field: difference.name.to_owned(),
            now: difference.now,
            suggested: difference.suggested,
        }
    }
}

/// Pending questions, for the inbox.
pub(super) async fn waiting(services: Services) -> Result<Vec<Waiting>> {
    let most = MAX_WAITING as u64 + 1;
    let rows = queue(&services).list(Status::Open, None, most).await?;
    let items = rows.into_iter().map(|row| Waiting {
        kind: "import",
        id: row.id.to_string(),
        title: format!("{}, {}", row.name, row.town),
        text: format!("From {}: {}", row.source, row.reason),
        since: row.created_at,
        record: Some(WaitingRecord {
            why: review::reason_of(&row),
            source: row.source,
            reason: row.reason,
        }),
        shop_slug: row.similar_slug,
        version: None,
        photo_url: None,
    });
    Ok(items.collect())
}

/// List records that imports couldn't decide about, oldest first, each with the shop that it may duplicate.
#[utoipa::path(get, path = "/api/admin/import-questions", tag = "administration",
    params(("page" = Option<u32>, Query, minimum = 1, maximum = 100_000)),
    responses((status = 200, body = ImportQuestions), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
pub async fn list_questions(
    State(services): State<Services>,
    RawQuery(query): RawQuery,
) -> Result<Fresh<ImportQuestions>> {
    let known = [Parameter::integer("page", Some(1), 1, 100_000)];
    let query = query.unwrap_or_default();
    let arguments = Arguments::parse(std::collections::BTreeMap::new(), &query, &known)?;
    let page = u64::try_from(arguments.integer("page").unwrap_or(1)).unwrap_or(1);
    let queue = queue(&services);
    let skip = page.saturating_sub(1) * PAGE_SIZE;
    let questions = queue.questions(skip, PAGE_SIZE).await?;
    Ok(Fresh(ImportQuestions {
        questions: questions.into_iter().map(ImportQuestion::from).collect(),
        total: queue.waiting().await?,
    }))
}

/// Create a shop from a record.
#[utoipa::path(post, path = "/api/admin/import-questions/{id}/accept", tag = "administration", params(("id" = String, Path)),
    responses((status = 200, body = AcceptedRecord), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Already decided", body = ErrorBody)))]
pub async fn accept_question(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
) -> Result<Fresh<AcceptedRecord>> {
    let accepted = queue(&services).accept(actor, id_of(&id)?).await?;
    Ok(Fresh(AcceptedRecord {
        id: accepted.shop_id,
        slug: accepted.slug,
        entry: accepted.entry,
    }))
}

/// Match a record with a shop and copy facts from it. From then on, the record's source keeps them up to date.
#[utoipa::path(post, path = "/api/admin/import-questions/{id}/same-shop", tag = "administration", params(("id" = String, Path)),
    request_body = RecordJoin,
    responses((status = 200, body = AcceptedRecord), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Already decided", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody), (status = 422, description = "There is no such shop", body = ErrorBody)))]
pub async fn join_question(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBody(join): JsonBody<RecordJoin>,
) -> Result<Fresh<AcceptedRecord>> {
    let shop = people::find_shop_row(services.database.reads(), join.shop.trim()).await?;
    let missing = || Error::invalid_field("shop", "This coffee shop is not in the directory.");
    let with = (shop.ok_or_else(missing)?.id, join.facts);
    let accepted = queue(&services).join(actor, id_of(&id)?, with).await?;
    Ok(Fresh(AcceptedRecord {
        id: accepted.shop_id,
        slug: accepted.slug,
        entry: accepted.entry,
    }))
}

/// Reject a record for this and every later import.
#[utoipa::path(post, path = "/api/admin/import-questions/{id}/refuse", tag = "administration", params(("id" = String, Path)),
    responses((status = 200, body = RefusedRecord), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Already decided", body = ErrorBody)))]
pub async fn refuse_question(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
) -> Result<Fresh<RefusedRecord>> {
    let refused = queue(&services).refuse(actor, id_of(&id)?).await?;
    Ok(Fresh(RefusedRecord {
        entry: refused.entry,
    }))
}

/// Decide about several records; each decision can be undone by itself. Possible duplicates are never accepted here.
#[utoipa::path(post, path = "/api/admin/import-questions/decide", tag = "administration", request_body = RecordDecisions,
    responses((status = 200, body = DecidedRecords), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn decide_questions(
    State(services): State<Services>,
    actor: Actor,
    JsonBody(wanted): JsonBody<RecordDecisions>,
) -> Result<Fresh<DecidedRecords>> {
    if wanted.ids.is_empty() || wanted.ids.len() > MAX_TOGETHER {
        return Err(Error::invalid_field("ids", "Choose 1 to 100 records."));
    }
    let queue = queue(&services);
    let mut decided = DecidedRecords::default();
    for id in wanted.ids {
        let entry = match wanted.decision {
            RecordDecision::Refuse => queue.refuse(actor, id).await.map(|refused| refused.entry),
            RecordDecision::Accept if queue.is_doubtful(id).await? => {
                decided.skipped += 1;
                continue;
            }
            RecordDecision::Accept => queue.accept(actor, id).await.map(|made| made.entry),
        };
        match entry {
            Ok(entry) => {
                decided.done += 1;
                decided.entries.extend(entry);
            }
            Err(Error::NotFound(_) | Error::Conflict(_)) => decided.skipped += 1,
            Err(error) => return Err(error),
        }
    }
    Ok(Fresh(decided))
}

fn id_of(text: &str) -> Result<Uuid> {
    Uuid::try_parse(text).map_err(|_| Error::NotFound("There is no such record.".into()))
}
