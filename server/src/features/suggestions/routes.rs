//! Endpoints for visitors to send suggestions, and for owners and the administrator to decide.

use axum::{
    extract::{Path, RawQuery, State},
    http::{HeaderName, StatusCode, header},
    response::{AppendHeaders, IntoResponse},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    answers::{Suggestion, SuggestionList},
    decide::{Decision, Take},
    form::SuggestionForm,
    queue::{PAGE_SIZE, SuggestionQueue},
    receive::{self, Sender},
    store,
};
use crate::{
    catalog::{
        entities::{
            shop,
            suggestion::{Field, Kind},
        },
        not_found::{shop_not_found, suggestion_not_found},
        people::{self, ShopAccess},
        writing::{self, UndoBeside},
    },
    features::Services,
    platform::{
        answered_cookie,
        arguments::{Arguments, Parameter},
        error::{Error, ErrorBody, Result},
        given::whole_number,
        visitor_cookie,
        web::{Actor, Client, Fresh, JsonBody, JsonBodyIfAny, path_id},
    },
};

/// A stored suggestion.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestionKept {
    pub id: Uuid,
    pub message: String,
    /// Whether this visitor or network had already reported it; it counts once.
    pub already_reported: bool,
}

/// Which part of a suggestion to accept.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SuggestionAcceptance {
    /// The fields to accept; all if absent.
    pub fields: Option<Vec<Field>>,
    /// A note emailed to the sender, if they left an address; at most 500 characters.
    #[schema(max_length = 500)]
    pub answer: Option<String>,
    /// The shop's version that the decision is based on. If it has changed since, the response is 409; absent skips the check.
    #[serde(default, deserialize_with = "whole_number")]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: Option<i64>,
    /// For a chain report: whether the decision applies to every shop with this name.
    #[serde(default)]
    pub remember: bool,
}

/// Why a suggestion is rejected.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SuggestionRejection {
    /// Emailed to the sender, if they left an address; at most 500 characters.
    #[schema(max_length = 500)]
    pub reason: Option<String>,
    /// For a chain report: whether to record that no shop with this name is a chain.
    #[serde(default)]
    pub remember: bool,
}

/// Suggest an edit, or report wrong hours, a permanently closed shop or a chain. Nothing changes until the owner or the
/// administrator decides. The first report sets the visitor cookie, like the first vote.
#[utoipa::path(post, operation_id = "suggest_edit", path = "/api/coffee-shops/{slugOrId}/suggestions", tag = "coffee shops",
    params(("slugOrId" = String, Path)), request_body = SuggestionForm,
    responses((status = 202, body = SuggestionKept), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "The page says so already", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn suggest(
    State(services): State<Services>,
    Path(shop): Path<String>,
    client: Client,
    JsonBody(form): JsonBody<SuggestionForm>,
) -> Result<impl IntoResponse> {
    let row = find_shop(&services, &shop).await?;
    let Taken { answer, given } = take(&services, &client, &row, &form).await?;
    // A suggestion is an answer to the page's question, too.
    let answered = answered_cookie::set(&row.slug, services.is_secure());
    let cookies = given.into_iter().chain([(header::SET_COOKIE, answered)]);
    let cookies: Vec<_> = cookies.collect();
    Ok((StatusCode::ACCEPTED, AppendHeaders(cookies), Fresh(answer)))
}

/// The shop that a suggestion is about.
pub(super) async fn find_shop(services: &Services, slug_or_id: &str) -> Result<shop::Model> {
    let row = people::find_shop_row(services.database.reads(), slug_or_id).await?;
    row.filter(|row| row.is_active).ok_or_else(shop_not_found)
}

/// A suggestion that was kept, and the cookie for a new visitor.
pub(super) struct Taken {
    pub(super) answer: SuggestionKept,
    given: Option<(HeaderName, String)>,
}

/// Keeps the suggestion for the shop in `row`, unless the form or a limit prevents it.
pub(super) async fn take(
    services: &Services,
    client: &Client,
    row: &shop::Model,
    form: &SuggestionForm,
) -> Result<Taken> {
    form.reject_bots()?;
    let clocks = services.catalog.view().clocks(row);
    let said = form.read(row, services.clock.now().with_timezone(&clocks))?;
    let known = visitor_cookie::read(&services.keys, client, services.is_secure());
    let sender = Sender {
        visitor: known.unwrap_or_else(|| visitor_cookie::new_visitor(&services.identifiers)),
        is_known: known.is_some(),
        network: client.network(),
    };
    let visitor = sender.visitor;
    let (kind, has_owner) = (said.kind, row.owner_id.is_some());
    let kept = receive::keep(services, row.id, (said, sender)).await?;
    let given = known.is_none().then(|| {
        let is_secure = services.is_secure();
        let cookie = visitor_cookie::write(&services.keys, visitor, is_secure);
        (header::SET_COOKIE, cookie)
    });
    let message = match (kept.is_repeated, kind, has_owner) {
        (true, _, _) => "Thank you. You already told us, and we're looking into it.",
        (_, Kind::Edit | Kind::Hours, true) => {
            "Thank you. The owner will review it; the page stays as it is until then."
        }
        _ => "Thank you. We'll review it; the page stays as it is until then.",
    };
    let answer = SuggestionKept {
        id: kept.id,
        message: message.to_owned(),
        already_reported: kept.is_repeated,
    };
    Ok(Taken { answer, given })
}

/// List visitors' suggestions for a shop: pending ones, oldest first, then recent decisions.
#[utoipa::path(get, path = "/api/your-shop/{slugOrId}/suggestions", tag = "your shop", params(("slugOrId" = String, Path)),
    responses((status = 200, body = Vec<Suggestion>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn list_your_suggestions(
    State(services): State<Services>,
    actor: Actor,
    access: ShopAccess,
) -> Result<Fresh<Vec<Suggestion>>> {
    let queue = SuggestionQueue::new(&services);
    queue.of_shop(access.shop, actor).await.map(Fresh)
}

/// Accept a suggestion, or some of its fields.
#[utoipa::path(post, path = "/api/your-shop/{slugOrId}/suggestions/{id}/accept", tag = "your shop",
    params(("slugOrId" = String, Path), ("id" = String, Path)), request_body = SuggestionAcceptance,
    responses((status = 200, body = Suggestion), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Decided before, or the shop was changed: `details` says which", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn accept_your_suggestion(
    State(services): State<Services>,
    Path((_, id)): Path<(String, String)>,
    actor: Actor,
    access: ShopAccess,
    JsonBody(acceptance): JsonBody<SuggestionAcceptance>,
) -> Result<Fresh<Suggestion>> {
    let queue = SuggestionQueue::new(&services);
    let decision = (path_id(&id, suggestion_not_found)?, acceptance.read()?);
    let decided = queue.decide(actor, Some(access), decision).await?;
    Ok(Fresh(decided))
}

/// Reject a suggestion; the page doesn't change.
#[utoipa::path(post, path = "/api/your-shop/{slugOrId}/suggestions/{id}/reject", tag = "your shop",
    params(("slugOrId" = String, Path), ("id" = String, Path)), request_body = SuggestionRejection,
    responses((status = 200, body = Suggestion), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, description = "Decided before", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn reject_your_suggestion(
    State(services): State<Services>,
    Path((_, id)): Path<(String, String)>,
    actor: Actor,
    access: ShopAccess,
    JsonBody(rejection): JsonBody<SuggestionRejection>,
) -> Result<Fresh<Suggestion>> {
    let queue = SuggestionQueue::new(&services);
    let decision = (path_id(&id, suggestion_not_found)?, rejection.read()?);
    let decided = queue.decide(actor, Some(access), decision).await?;
    Ok(Fresh(decided))
}

/// Undo a decision about a suggestion, unless the shop has changed since. With `later`, later changes by the shop's people are
/// undone, too, all or none.
#[utoipa::path(post, path = "/api/your-shop/{slugOrId}/suggestions/{id}/undo", tag = "your shop",
    params(("slugOrId" = String, Path), ("id" = String, Path)), request_body = Option<UndoBeside>,
    responses((status = 200, body = Suggestion), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, description = "Undone already, or changed since: `details` names the later acts", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn undo_your_decision(
    State(services): State<Services>,
    Path((_, id)): Path<(String, String)>,
    actor: Actor,
    access: ShopAccess,
    JsonBodyIfAny(beside): JsonBodyIfAny<UndoBeside>,
) -> Result<Fresh<Suggestion>> {
    let id = path_id(&id, suggestion_not_found)?;
    let row = store::find(services.database.reads(), id).await?;
    let row = row.filter(|row| row.shop_id == access.shop && row.kind != Kind::Chain);
    let entry = row.ok_or_else(suggestion_not_found)?.entry_id;
    let entry = entry.ok_or_else(|| Error::Conflict("This hasn't been decided yet.".into()))?;
    let tables = services.rooms.recorded_tables();
    writing::undo_beside(
        &services.ledger,
        tables,
        (actor, Some(access.guard())),
        (entry, beside),
    )
    .await?;
    let queue = SuggestionQueue::new(&services);
    queue.find(id).await.map(Fresh)
}

/// List suggestions for all shops: pending ones, oldest first, or with `status=decided` decided ones, newest first.
#[utoipa::path(get, path = "/api/admin/suggestions", tag = "administration",
    params(("status" = Option<String>, Query, description = "`open` or `decided`", pattern = "^(open|decided)$"),
        ("kind" = inline(Option<Kind>), Query, description = "Of what waits"),
        ("page" = Option<u32>, Query, minimum = 1, maximum = 10_000)),
    responses((status = 200, body = SuggestionList), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
pub async fn list_suggestions(
    State(services): State<Services>,
    RawQuery(query): RawQuery,
) -> Result<Fresh<SuggestionList>> {
    let known = [
        Parameter::choice("status", &["open", "decided"]),
        Parameter::choice("kind", &["edit", "hours", "closed", "chain"]),
        Parameter::integer("page", Some(1), 1, 10_000),
    ];
    let query = query.unwrap_or_default();
    let arguments = Arguments::parse(std::collections::BTreeMap::new(), &query, &known)?;
    let page = u64::try_from(arguments.integer("page").unwrap_or(1)).unwrap_or(1);
    let skip = page.saturating_sub(1) * PAGE_SIZE;
    let kind = match arguments.query("kind") {
        Some("edit") => Some(Kind::Edit),
        Some("hours") => Some(Kind::Hours),
        Some("closed") => Some(Kind::Closed),
        Some("chain") => Some(Kind::Chain),
        _ => None,
    };
    let queue = SuggestionQueue::new(&services);
    let list = match arguments.query("status") {
        Some("decided") => queue.decided((skip, PAGE_SIZE)).await?,
        _ => queue.open(kind, (skip, PAGE_SIZE)).await?,
    };
    Ok(Fresh(list))
}

/// Accept a suggestion: update the shop with all or some of its facts, mark the shop as closed, or remove a chain's shop.
#[utoipa::path(post, path = "/api/admin/suggestions/{id}/accept", tag = "administration", params(("id" = String, Path)),
    request_body = SuggestionAcceptance,
    responses((status = 200, body = Suggestion), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Decided before, or the shop was changed: `details` says which", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn accept_suggestion(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBody(acceptance): JsonBody<SuggestionAcceptance>,
) -> Result<Fresh<Suggestion>> {
    let queue = SuggestionQueue::new(&services);
    let decision = (path_id(&id, suggestion_not_found)?, acceptance.read()?);
    queue.decide(actor, None, decision).await.map(Fresh)
}

/// Reject a suggestion; the shop doesn't change.
#[utoipa::path(post, path = "/api/admin/suggestions/{id}/reject", tag = "administration", params(("id" = String, Path)),
    request_body = SuggestionRejection,
    responses((status = 200, body = Suggestion), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Decided before", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn reject_suggestion(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBody(rejection): JsonBody<SuggestionRejection>,
) -> Result<Fresh<Suggestion>> {
    let queue = SuggestionQueue::new(&services);
    let decision = (path_id(&id, suggestion_not_found)?, rejection.read()?);
    queue.decide(actor, None, decision).await.map(Fresh)
}

impl SuggestionAcceptance {
    fn read(self) -> Result<Decision> {
        let take = self.fields.map_or(Take::All, Take::Fields);
        let decision = Decision {
            version: self.version,
            is_remembered: self.remember,
            ..Decision::plain(take)
        };
        decision.answered(self.answer.as_deref())
    }
}

impl SuggestionRejection {
    fn read(self) -> Result<Decision> {
        let decision = Decision {
            is_remembered: self.remember,
            ..Decision::plain(Take::None)
        };
        decision.answered(self.reason.as_deref())
    }
}
