//! Import questions, for the administrator's screens.

use axum::extract::{Path, RawQuery, State};
use serde_json::json;
use uuid::Uuid;

use super::{
    ReviewQueue,
    answers::{
        AcceptedRecord, DecidedRecords, ImportQuestion, ImportQuestions, RecordAnswer,
        RecordDecision, RecordDecisions, RecordJoin, RefusedRecord,
    },
    review::ReadRecord,
};
use crate::{
    catalog::people,
    features::{MAX_WAITING, Services, Waiting, WaitingRecord},
    platform::{
        arguments::{Arguments, Parameter},
        error::{Error, ErrorBody, Result},
        web::{Access, Actor, Fresh, JsonBody, JsonBodyIfAny, Route},
    },
};

/// Questions per page.
const PAGE_SIZE: u64 = 20;
/// How many questions can be decided at once.
const MAX_TOGETHER: usize = 100;

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

/// Pending questions, for the inbox.
pub(super) async fn waiting(services: Services) -> Result<Vec<Waiting>> {
    let most = MAX_WAITING as u64 + 1;
    let questions = queue(&services).questions(0, most).await?;
    let items = questions.into_iter().map(|question| {
        let version = question.version();
        let row = question.item;
        Waiting {
            kind: "import",
            id: row.id.to_string(),
            title: format!("{}, {}", row.name, row.town),
            text: format!("From {}: {}", row.source, row.reason),
            since: row.created_at,
            record: Some(WaitingRecord {
                why: question.why,
                source: row.source,
                reason: row.reason,
            }),
            shop_slug: row.similar_slug,
            version: Some(version),
            photo_url: None,
        }
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
    request_body = Option<RecordAnswer>,
    responses((status = 200, body = AcceptedRecord), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Already decided, or changed since it was read", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn accept_question(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBodyIfAny(answer): JsonBodyIfAny<RecordAnswer>,
) -> Result<Fresh<AcceptedRecord>> {
    let (queue, record) = (queue(&services), read(&id, answer.version)?);
    let accepted = queue.accept(actor, record).await;
    let accepted = or_current(&queue, record, accepted).await?;
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
        (status = 409, description = "Already decided, or changed since it was read", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody),
        (status = 422, description = "There is no such shop", body = ErrorBody)))]
pub async fn join_question(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBody(join): JsonBody<RecordJoin>,
) -> Result<Fresh<AcceptedRecord>> {
    let shop = people::find_shop_row(services.database.reads(), join.shop.trim()).await?;
    let missing = || Error::invalid_field("shop", "This coffee shop is not in the directory.");
    let with = (shop.ok_or_else(missing)?.id, join.facts);
    let (queue, record) = (queue(&services), read(&id, join.version)?);
    let accepted = queue.join(actor, record, with).await;
    let accepted = or_current(&queue, record, accepted).await?;
    Ok(Fresh(AcceptedRecord {
        id: accepted.shop_id,
        slug: accepted.slug,
        entry: accepted.entry,
    }))
}

/// Reject a record for this and every later import.
#[utoipa::path(post, path = "/api/admin/import-questions/{id}/refuse", tag = "administration", params(("id" = String, Path)),
    request_body = Option<RecordAnswer>,
    responses((status = 200, body = RefusedRecord), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Already decided, or changed since it was read", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn refuse_question(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBodyIfAny(answer): JsonBodyIfAny<RecordAnswer>,
) -> Result<Fresh<RefusedRecord>> {
    let (queue, record) = (queue(&services), read(&id, answer.version)?);
    let refused = queue.refuse(actor, record).await;
    let refused = or_current(&queue, record, refused).await?;
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
    let versions = wanted.versions.unwrap_or_default();
    if !versions.is_empty() && versions.len() != wanted.ids.len() {
        return Err(Error::invalid_field(
            "versions",
            "Each record needs its version.",
        ));
    }
    let queue = queue(&services);
    let mut decided = DecidedRecords::default();
    let mut versions = versions.into_iter();
    for id in wanted.ids {
        let version = versions.next().and_then(|version| version.0);
        let record = ReadRecord { id, version };
        let entry = match wanted.decision {
            RecordDecision::Refuse => queue
                .refuse(actor, record)
                .await
                .map(|refused| refused.entry),
            RecordDecision::Accept if queue.is_doubtful(id).await? => {
                decided.skipped += 1;
                continue;
            }
            RecordDecision::Accept => queue.accept(actor, record).await.map(|made| made.entry),
        };
        match entry {
            Ok(entry) => {
                decided.done += 1;
                decided.entries.extend(entry);
            }
            Err(Error::NotFound(_) | Error::Conflict(_)) => decided.skipped += 1,
            Err(error) if error.is_stale() => {
                decided.skipped += 1;
                decided.changed += 1;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(Fresh(decided))
}

fn read(id: &str, version: Option<i64>) -> Result<ReadRecord> {
    let id = Uuid::try_parse(id).map_err(|_| Error::NotFound("There is no such record.".into()))?;
    Ok(ReadRecord { id, version })
}

/// Adds the question as it is now to a refusal because it isn't as it was read.
async fn or_current<T>(queue: &ReviewQueue, record: ReadRecord, decided: Result<T>) -> Result<T> {
    match decided {
        Err(error) if error.is_stale() => {
            let current = ImportQuestion::from(queue.question(record.id).await?);
            Err(Error::stale(error.to_string(), Some(json!(current))))
        }
        decided => decided,
    }
}
