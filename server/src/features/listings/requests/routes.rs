//! Objections, take-down requests, and the administrator's decisions.

use axum::{
    extract::{Path, State},
    http::StatusCode,
    response::IntoResponse,
};
use chrono::{DateTime, Utc};
use gazetteer::slugify;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    rules::{
        Objection, RefusedAs, RequestApproval, RequestRejection, TakedownForm, TakedownReason,
    },
    store::{Decided, Decision, RequestQueue, add},
    takedown::reason_of,
};
use crate::{
    catalog::{
        admission::slug::LONGEST,
        entities::{
            request::{Kind, Model, Status},
            shop,
        },
        not_found::request_not_found,
        people,
        requests::NewRequest,
    },
    features::{Services, Waiting, listings::form::LARGEST_FORM},
    platform::{
        error::{ErrorBody, Result},
        limits::table::REQUESTS_OF_A_NETWORK,
        web::{Access, Actor, Client, Fresh, JsonBody, JsonBodyIfAny, Route, path_id},
    },
};

/// A request that is kept until the administrator decides.
#[derive(Debug, Serialize, ToSchema)]
pub struct RequestKept {
    pub id: Uuid,
    pub message: String,
}

/// A request, as the administrator sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestAnswer {
    pub id: Uuid,
    pub kind: Kind,
    pub status: Status,
    /// Title, on one line.
    pub subject: String,
    /// Why, in the words of who asks; for a listing the rule that could not decide.
    pub explanation: String,
    #[schema(required)]
    pub shop_id: Option<Uuid>,
    #[schema(required)]
    pub shop_slug: Option<String>,
    /// What would be done, such as the form of a listing.
    #[schema(required, value_type = Option<Object>)]
    pub details: Option<serde_json::Value>,
    #[schema(required)]
    pub name: Option<String>,
    #[schema(required)]
    pub email: Option<String>,
    /// What the administrator answered.
    #[schema(required)]
    pub answer: Option<String>,
    pub created_at: DateTime<Utc>,
    #[schema(required)]
    pub decided_at: Option<DateTime<Utc>>,
    /// Undoes the decision; with the answer to a decision alone.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// All endpoints of this module.
pub(in crate::features::listings) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/listing-objections")
            .post(Access::Anyone, object)
            .with_largest_body(LARGEST_FORM),
        Route::at("/api/takedown-requests")
            .post(Access::Anyone, ask_for_takedown)
            .with_largest_body(16 * 1024),
        Route::at("/api/admin/requests").get(Access::Administrator, list_requests),
        Route::at("/api/admin/requests/{id}/approve")
            .post(Access::Administrator, approve_request)
            .with_largest_body(4 * 1024),
        Route::at("/api/admin/requests/{id}/reject")
            .post(Access::Administrator, reject_request)
            .with_largest_body(8 * 1024),
    ]
}

/// Pending requests, for the inbox.
pub(in crate::features::listings) async fn waiting(services: Services) -> Result<Vec<Waiting>> {
    let rows = RequestQueue::new(&services).list().await?.into_iter();
    let open = rows.filter(|(row, _)| row.status == Status::Open);
    let items = open.map(|(row, slug)| Waiting {
        kind: match row.kind {
            Kind::Listing => "listing",
            Kind::ChainObjection => "chain_objection",
            Kind::DuplicateObjection => "duplicate_objection",
            Kind::ListingNotMine => "listing_not_mine",
            Kind::ClaimNotMine => "claim_not_mine",
            Kind::Takedown => reason_of(&row).map_or("takedown_other", TakedownReason::kind),
        },
        id: row.id.to_string(),
        text: with_asker(&row),
        title: row.subject,
        since: row.created_at,
        shop_slug: slug,
        record: None,
        version: None,
        photo_url: None,
        blocked: None,
    });
    Ok(items.collect())
}

/// The explanation, and who gave it.
fn with_asker(row: &Model) -> String {
    let who = [row.name.as_deref(), row.email.as_deref()];
    let who: Vec<&str> = who.into_iter().flatten().collect();
    if who.is_empty() {
        return row.explanation.clone();
    }
    format!("{}\n\nAsked by {}", row.explanation, who.join(", "))
}

/// Object to a listing that was refused as a chain's or as a shop that is there already. The administrator decides.
#[utoipa::path(post, path = "/api/listing-objections", tag = "listings", request_body = Objection,
    responses((status = 202, body = RequestKept), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn object(
    State(services): State<Services>,
    client: Client,
    JsonBody(objection): JsonBody<Objection>,
) -> Result<impl IntoResponse> {
    objection.listing.reject_bots()?;
    let (listing, explanation) = objection.read()?;
    let new = NewRequest {
        kind: match objection.kind {
            RefusedAs::Chain => Kind::ChainObjection,
            RefusedAs::Duplicate => Kind::DuplicateObjection,
        },
        shop_id: None,
        subject: format!("{}, {}, {}", listing.name, listing.address, listing.zip),
        explanation,
        details: Some(json!(objection.listing)),
        name: Some(listing.owner_name),
        email: Some(listing.owner_email.as_text()),
    };
    let id = add(&services, new, (&REQUESTS_OF_A_NETWORK, client.network())).await?;
    Ok(kept(
        id,
        "Thank you. We'll review your coffee shop and email you within 2-3 business days.",
    ))
}

/// Ask for something to be taken down. The administrator decides.
#[utoipa::path(post, path = "/api/takedown-requests", tag = "listings", request_body = TakedownForm,
    responses((status = 202, body = RequestKept), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn ask_for_takedown(
    State(services): State<Services>,
    client: Client,
    JsonBody(form): JsonBody<TakedownForm>,
) -> Result<impl IntoResponse> {
    let takedown = form.read()?;
    let shop = named(&services, &takedown.shop).await?;
    let new = NewRequest {
        kind: Kind::Takedown,
        shop_id: shop.as_ref().map(|shop| shop.id),
        subject: format!(
            "{} ({})",
            shop.map_or(takedown.shop, |shop| shop.name),
            takedown.reason.in_words()
        ),
        explanation: takedown.details,
        details: Some(json!({ "reason": takedown.reason })),
        name: takedown.name,
        email: Some(takedown.email.as_text()),
    };
    let id = add(&services, new, (&REQUESTS_OF_A_NETWORK, client.network())).await?;
    Ok(kept(
        id,
        "Thank you. We'll review it and email you within 2-3 business days.",
    ))
}

/// The shop with this slug or ID, or with this name and town as people write them.
async fn named(services: &Services, typed: &str) -> Result<Option<shop::Model>> {
    let connection = services.database.reads();
    if let Some(shop) = people::find_shop_row(connection, typed).await? {
        return Ok(Some(shop));
    }
    people::find_shop_row(connection, &slugify(typed, LONGEST)).await
}

fn kept(id: Uuid, message: &str) -> impl IntoResponse + use<> {
    let message = message.to_owned();
    (StatusCode::ACCEPTED, Fresh(RequestKept { id, message }))
}

/// List the requests: open ones first, the oldest first; then those that were decided, the newest first.
#[utoipa::path(get, path = "/api/admin/requests", tag = "administration",
    responses((status = 200, body = Vec<RequestAnswer>), (status = 401, body = ErrorBody)))]
pub async fn list_requests(State(services): State<Services>) -> Result<Fresh<Vec<RequestAnswer>>> {
    let rows = RequestQueue::new(&services).list().await?;
    Ok(Fresh(rows.into_iter().map(answer).collect()))
}

/// Do what a request asks for: publish the listing, list a refused one, or take down what should be taken down.
#[utoipa::path(post, path = "/api/admin/requests/{id}/approve", tag = "administration", params(("id" = String, Path)),
    request_body = Option<RequestApproval>,
    responses((status = 200, body = RequestAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Decided before", body = ErrorBody), (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn approve_request(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBodyIfAny(approval): JsonBodyIfAny<RequestApproval>,
) -> Result<Fresh<RequestAnswer>> {
    decide(&services, actor, &id, Decision::Approve(approval.action)).await
}

/// Refuse a request with a reason, which is mailed to who asked. A listing is taken off.
#[utoipa::path(post, path = "/api/admin/requests/{id}/reject", tag = "administration", params(("id" = String, Path)),
    request_body = RequestRejection,
    responses((status = 200, body = RequestAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Decided before", body = ErrorBody), (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn reject_request(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBodyIfAny(rejection): JsonBodyIfAny<RequestRejection>,
) -> Result<Fresh<RequestAnswer>> {
    let reason = rejection.read()?;
    decide(&services, actor, &id, Decision::Reject(reason)).await
}

async fn decide(
    services: &Services,
    actor: Actor,
    id: &str,
    decision: Decision,
) -> Result<Fresh<RequestAnswer>> {
    let id = path_id(id, request_not_found)?;
    let queue = RequestQueue::new(services);
    let Decided {
        row,
        shop_slug,
        entry,
    } = queue.decide(actor, id, decision).await?;
    Ok(Fresh(RequestAnswer {
        entry,
        ..answer((row, shop_slug))
    }))
}

fn answer((row, shop_slug): (Model, Option<String>)) -> RequestAnswer {
    RequestAnswer {
        id: row.id,
        kind: row.kind,
        status: row.status,
        subject: row.subject,
        explanation: row.explanation,
        shop_id: row.shop_id,
        shop_slug,
        details: row.details,
        name: row.name,
        email: row.email,
        answer: row.answer,
        created_at: row.created_at,
        decided_at: row.decided_at,
        entry: None,
    }
}
