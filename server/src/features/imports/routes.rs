//! Import questions, for the administrator's screens.

use std::collections::BTreeMap;

use axum::extract::{Path, RawQuery, State};
use serde_json::json;
use uuid::Uuid;

use super::{
    ReviewQueue,
    answers::{
        AcceptedRecord, DecidedRecords, ImportQuestion, ImportQuestionGroup,
        ImportQuestionSelection, ImportQuestions, QuestionChoice, RecordAnswer, RecordDecisions,
        RecordJoin, RefusedRecord, SelectedQuestion,
    },
    review::{QuestionFilter, ReadRecord},
};
use crate::{
    catalog::people,
    features::{MAX_WAITING, Services, Waiting, WaitingCount, WaitingRecord},
    platform::{
        arguments::{Arguments, Parameter},
        error::{Error, ErrorBody, Result},
        web::{Access, Actor, Fresh, JsonBody, JsonBodyIfAny, Route},
    },
};

/// Questions per page.
const PAGE_SIZE: usize = 20;
/// How many questions can be decided at once: one transaction, which takes well below two seconds.
const MAX_TOGETHER: usize = 500;

pub(super) fn routes() -> Vec<Route<Services>> {
    let only = Access::Administrator;
    vec![
        Route::at("/api/admin/import-questions").get(only, list_questions),
        Route::at("/api/admin/import-questions/selection").get(only, select_questions),
        Route::at("/api/admin/import-questions/decide")
            .post(only, decide_questions)
            .with_largest_body(64 * 1024),
        Route::at("/api/admin/import-questions/{id}").get(only, show_question),
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
            blocked: None,
        }
    });
    Ok(items.collect())
}

/// How many questions are pending.
pub(super) async fn counts(services: Services) -> Result<Vec<WaitingCount>> {
    let counted = queue(&services).count_open().await?;
    Ok(vec![WaitingCount::of("import", counted)])
}

/// What a list of questions can be narrowed to.
fn filters() -> [Parameter; 5] {
    [
        Parameter::text("source", 64),
        Parameter::text("reason", 64),
        Parameter::text("brand", 200),
        Parameter::text("town", 200),
        Parameter::text("search", 100),
    ]
}

fn filter_of(arguments: &Arguments) -> QuestionFilter {
    let value = |name| arguments.query(name).map(str::to_owned);
    QuestionFilter {
        source: value("source"),
        reason: value("reason"),
        brand: value("brand"),
        town: value("town"),
        search: value("search"),
    }
}

/// List records that imports couldn't decide about, grouped by chain or reason, each with the shop that it may duplicate.
#[utoipa::path(get, path = "/api/admin/import-questions", tag = "administration",
    params(("source" = Option<String>, Query, description = "A list, such as `osm`", max_length = 64, pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("reason" = Option<String>, Query, description = "The code of a reason, such as `similar`, or `other`", max_length = 64, pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("brand" = Option<String>, Query, description = "The chain that they may belong to", max_length = 200, pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("town" = Option<String>, Query, description = "Such as `Alexandria, LA`", max_length = 200, pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("search" = Option<String>, Query, description = "Words of name and town", max_length = 100, pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("page" = Option<u32>, Query, minimum = 1, maximum = 100_000)),
    responses((status = 200, body = ImportQuestions), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
pub async fn list_questions(
    State(services): State<Services>,
    RawQuery(query): RawQuery,
) -> Result<Fresh<ImportQuestions>> {
    let mut known = filters().to_vec();
    known.push(Parameter::integer("page", Some(1), 1, 100_000));
    let query = query.unwrap_or_default();
    let arguments = Arguments::parse(BTreeMap::new(), &query, &known)?;
    let queue = queue(&services);
    let overview = queue.overview(&filter_of(&arguments)).await?;
    let skip = arguments.integer("page").unwrap_or(1).saturating_sub(1) * PAGE_SIZE;
    let ids: Vec<Uuid> = overview.ids().skip(skip).take(PAGE_SIZE).collect();
    let groups = overview.groups().filter_map(|group| {
        let shown = group.ids.iter().filter(|id| ids.contains(id));
        let shown: Vec<Uuid> = shown.copied().collect();
        (!shown.is_empty()).then(|| ImportQuestionGroup::of(group, shown))
    });
    let groups = groups.collect();
    let questions = queue.questions_with(&ids).await?;
    Ok(Fresh(ImportQuestions {
        questions: questions.into_iter().map(ImportQuestion::from).collect(),
        groups,
        total: overview.total(),
        waiting: overview.waiting,
        sources: QuestionChoice::all(overview.sources),
        reasons: QuestionChoice::all(overview.reasons),
        towns: QuestionChoice::all(overview.towns),
    }))
}

/// Show one question, next to the shop that the record may be. 404 if it was decided.
#[utoipa::path(get, path = "/api/admin/import-questions/{id}", tag = "administration", params(("id" = String, Path)),
    responses((status = 200, body = ImportQuestion), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn show_question(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<ImportQuestion>> {
    let question = queue(&services).question(read(&id, None)?.id).await?;
    Ok(Fresh(question.into()))
}

/// The questions of every page as they are now, for deciding about them at once.
#[utoipa::path(get, path = "/api/admin/import-questions/selection", tag = "administration",
    params(("source" = Option<String>, Query, max_length = 64, pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("reason" = Option<String>, Query, max_length = 64, pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("brand" = Option<String>, Query, max_length = 200, pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("town" = Option<String>, Query, max_length = 200, pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("search" = Option<String>, Query, max_length = 100, pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$")),
    responses((status = 200, body = ImportQuestionSelection), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
pub async fn select_questions(
    State(services): State<Services>,
    RawQuery(query): RawQuery,
) -> Result<Fresh<ImportQuestionSelection>> {
    let query = query.unwrap_or_default();
    let arguments = Arguments::parse(BTreeMap::new(), &query, &filters())?;
    let queue = queue(&services);
    let overview = queue.overview(&filter_of(&arguments)).await?;
    let ids: Vec<Uuid> = overview.ids().take(MAX_TOGETHER).collect();
    let questions = queue.questions_with(&ids).await?;
    Ok(Fresh(ImportQuestionSelection {
        questions: questions.into_iter().map(SelectedQuestion::from).collect(),
        total: overview.total(),
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

/// Decide about several records in one act, with one undo.
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
        return Err(Error::invalid_field("ids", "Choose 1 to 500 records."));
    }
    let versions = wanted.versions.unwrap_or_default();
    if !versions.is_empty() && versions.len() != wanted.ids.len() {
        return Err(Error::invalid_field(
            "versions",
            "Each record needs its version.",
        ));
    }
    let mut versions = versions.into_iter();
    let records = wanted.ids.into_iter().map(|id| ReadRecord {
        id,
        version: versions.next().and_then(|version| version.0),
    });
    let records = records.collect();
    let decided = queue(&services)
        .answer_all(actor, wanted.decision.into(), (records, wanted.always))
        .await?;
    Ok(Fresh(decided.into()))
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
