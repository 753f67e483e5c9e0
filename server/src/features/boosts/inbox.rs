//! Boosts in the administrator's inbox: links added to a page by payers who aren't the owner (D45), payments that don't
//! match their order, declined renewals, and Stripe webhooks that weren't processed.

use axum::{
    extract::{Path, State},
    http::StatusCode,
};
use sea_orm::ConnectionTrait;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    entity::{
        event,
        purchase::{self, State as Progress},
    },
    payer_link, store,
    sync::{self, Cause, Synced},
};
use crate::{
    catalog::{
        entities::{self, shop},
        not_found::shop_not_found,
        writing::{Act, Subject},
    },
    features::{MAX_WAITING, Services, Waiting, WaitingCount},
    platform::{
        error::{Error, ErrorBody, Result},
        money::price,
        web::{Access, Actor, Fresh, Route, path_id},
    },
};

/// Items of a kind that are read.
const MAX_READ: u64 = MAX_WAITING as u64 + 1;

/// The result of a decision.
#[derive(Debug, Serialize, ToSchema)]
pub struct LinkDecided {
    /// ID of the decision's audit log entry, for undo.
    pub entry: Uuid,
}

/// The endpoints of this module.
pub(super) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/admin/boost-links/{id}/approve")
            .post(Access::Administrator, keep_boost_link),
        Route::at("/api/admin/boost-links/{id}/reject")
            .post(Access::Administrator, remove_boost_link),
        Route::at("/api/admin/boost-payments/{id}/check")
            .post(Access::Administrator, check_boost_payment),
        Route::at("/api/admin/payment-notices/{id}/seen")
            .post(Access::Administrator, note_payment_notice_seen),
    ]
}

/// What waits for the administrator.
pub(super) async fn waiting(services: Services) -> Result<Vec<Waiting>> {
    let reads = services.database.reads();
    let mut items = Vec::new();
    for row in store::links_to_review(reads, MAX_READ).await? {
        let shop = shop_of(&services, row.shop_id).await?;
        let link = [row.store_url, row.store_name].into_iter().flatten();
        let state = if row.store_waits {
            "The shop has an owner, so the page doesn't show this link unless you approve it:"
        } else {
            "The page now shows this link:"
        };
        items.push(Waiting {
            kind: "boost_link",
            id: row.id.to_string(),
            title: format!("{}: a payer's link", shop.name),
            text: format!(
                "{} ({}) paid for a boost but isn't the owner. {state}\n{}",
                row.payer_name,
                row.payer_email,
                link.collect::<Vec<_>>().join("\n")
            ),
            since: row.link_review_since.unwrap_or(row.updated_at),
            shop_slug: Some(shop.slug),
            record: None,
            version: None,
            photo_url: None,
            blocked: None,
        });
    }
    for row in store::refused_refunds(reads, MAX_READ).await? {
        let shop = shop_of(&services, row.shop_id).await?;
        items.push(Waiting {
            kind: "boost_payment",
            id: row.id.to_string(),
            title: format!("{}: a refund that Stripe refuses", shop.name),
            text: format!(
                "{} ({}) is owed {}, {} at Stripe. We keep trying, at least once an hour.\nStripe's answer: {}",
                row.payer_name,
                row.payer_email,
                price(row.amount_cents),
                row.provider_id.unwrap_or_default(),
                row.refund_problem.unwrap_or_default()
            ),
            since: row.refund_since.unwrap_or(row.updated_at),
            shop_slug: Some(shop.slug),
            record: None,
            version: None,
            photo_url: None,
            blocked: None,
        });
    }
    for row in store::troubled(reads, MAX_READ).await? {
        let shop = shop_of(&services, row.shop_id).await?;
        let (title, text) = if row.state == Progress::Held && is_free(reads, &row).await? {
            (
                "a subscription that is for something else",
                "It cost nothing, and no boost was activated. Change it back in Stripe's dashboard, or cancel it.",
            )
        } else if row.state == Progress::Held {
            (
                "a payment that doesn't match its order",
                "It was charged, but no boost was activated. Refund it in Stripe's dashboard, or grant a boost manually.",
            )
        } else {
            (
                "a renewal was declined",
                "Stripe will retry the card, and we've emailed the payer. No action needed.",
            )
        };
        items.push(Waiting {
            kind: "boost_payment",
            id: row.id.to_string(),
            title: format!("{}: {title}", shop.name),
            text: format!(
                "{} ({}), {} agreed, {} at Stripe.\n{text}",
                row.payer_name,
                row.payer_email,
                price(row.amount_cents),
                row.provider_id.unwrap_or_default()
            ),
            since: row.updated_at,
            shop_slug: Some(shop.slug),
            record: None,
            version: None,
            photo_url: None,
            blocked: None,
        });
    }
    let notices = store::unsettled_events(reads, MAX_READ).await?;
    items.extend(notices.into_iter().map(|notice| Waiting {
        kind: "payment_notice",
        title: format!("Stripe's notice {}", notice.kind),
        text: format!(
            "{} could not be carried out: {}",
            notice.id,
            notice.last_error.unwrap_or_default()
        ),
        since: notice.received_at,
        id: notice.id,
        shop_slug: None,
        record: None,
        version: None,
        photo_url: None,
        blocked: None,
    }));
    Ok(items)
}

/// How much waits for the administrator.
pub(super) async fn counts(services: Services) -> Result<Vec<WaitingCount>> {
    let reads = services.database.reads();
    let counts = [
        ("boost_link", store::count_links_to_review(reads).await?),
        ("boost_payment", store::count_refused_refunds(reads).await?),
        ("boost_payment", store::count_troubled(reads).await?),
        (
            "payment_notice",
            store::count_unsettled_events(reads).await?,
        ),
    ];
    Ok(counts
        .map(|(kind, counted)| WaitingCount::of(kind, counted))
        .into())
}

async fn shop_of(services: &Services, id: Uuid) -> Result<shop::Model> {
    entities::shop_row(services.database.reads(), id)
        .await?
        .ok_or_else(|| Error::Internal(format!("there is no shop {id}")))
}

/// Keep the store link that a payer added to a shop's page. 404 if it has already been decided.
#[utoipa::path(post, path = "/api/admin/boost-links/{id}/approve", tag = "administration", params(("id" = String, Path)),
    responses((status = 200, body = LinkDecided), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn keep_boost_link(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
) -> Result<Fresh<LinkDecided>> {
    decide(&services, actor, &id, true).await
}

/// Remove the store link that a payer added to a shop's page. 404 if it has already been decided.
#[utoipa::path(post, path = "/api/admin/boost-links/{id}/reject", tag = "administration", params(("id" = String, Path)),
    responses((status = 200, body = LinkDecided), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn remove_boost_link(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
) -> Result<Fresh<LinkDecided>> {
    decide(&services, actor, &id, false).await
}

/// Whether the newest payment of a purchase was none: it was for something else that cost nothing.
async fn is_free(connection: &impl ConnectionTrait, row: &purchase::Model) -> Result<bool> {
    let payments = store::payments_of(connection, &[row.id]).await?;
    Ok(payments.last().is_some_and(|paid| paid.amount_cents == 0))
}

fn nothing_waits() -> Error {
    Error::NotFound("Nothing is pending here anymore.".into())
}

async fn decide(
    services: &Services,
    actor: Actor,
    id: &str,
    is_kept: bool,
) -> Result<Fresh<LinkDecided>> {
    let id = path_id(id, nothing_waits)?;
    let action = if is_kept {
        "boost.link.keep"
    } else {
        "boost.link.remove"
    };
    let acted = services
        .ledger
        .act(actor, action, move |act| {
            Box::pin(async move { write_decision(act, id, is_kept).await })
        })
        .await?;
    Ok(Fresh(LinkDecided { entry: acted.value }))
}

async fn write_decision(act: &Act<'_>, id: Uuid, is_kept: bool) -> Result<Uuid> {
    // The shop is locked first, as wherever a purchase and its shop are written together.
    let known = store::find(act.transaction(), id).await?;
    let shop_id = known.ok_or_else(nothing_waits)?.shop_id;
    let shop: shop::Model = act.find(shop_id).await?.ok_or_else(shop_not_found)?;
    let row = store::find_locked(act.transaction(), id)
        .await?
        .filter(|row| row.link_review_since.is_some() && row.shop_id == shop.id)
        .ok_or_else(nothing_waits)?;
    act.set_subject(Subject::new("shop", shop.id, &shop.name));
    let link = row.store_url.clone().unwrap_or_default();
    act.set_note(&format!("a payer's link: {link}"));
    let mut after = row.clone();
    match (row.store_waits, is_kept) {
        (true, true) => {
            payer_link::put_on(act, &shop, &mut after).await?;
        }
        (false, false) => {
            payer_link::take_off(act, &shop, &row).await?;
        }
        (true, false) | (false, true) => {}
    }
    let after = purchase::Model {
        store_waits: false,
        link_review_since: None,
        replaced_url: None,
        replaced_name: None,
        ..after
    };
    store::save(act.transaction(), &row, after, act.now()).await?;
    Ok(act.entry())
}

/// Check a pending payment with Stripe again. 409 if nothing has changed, 503 if Stripe can't be reached.
#[utoipa::path(post, path = "/api/admin/boost-payments/{id}/check", tag = "administration", params(("id" = String, Path)),
    responses((status = 204), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Nothing has changed", body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn check_boost_payment(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    let id = path_id(&id, nothing_waits)?;
    store::find(services.database.reads(), id)
        .await?
        .ok_or_else(nothing_waits)?;
    let row = match sync::sync(&services, id, Cause::default()).await? {
        Synced::Now(row, _) => row,
        Synced::KnownEvent | Synced::NothingThere => return Ok(StatusCode::NO_CONTENT),
    };
    if row.refund_since.is_some() {
        return Err(Error::Conflict(
            "The refund isn't done yet. You can also refund the payment in Stripe's dashboard."
                .into(),
        ));
    }
    match row.state {
        Progress::Held => {
            let words = if is_free(services.database.reads(), &row).await? {
                "The subscription hasn't changed. Change it back in Stripe's dashboard, or cancel it."
            } else {
                "The payment hasn't changed. Refund it in Stripe's dashboard first."
            };
            Err(Error::Conflict(words.into()))
        }
        Progress::Grace => Err(Error::Conflict(
            "The renewal isn't paid yet. Stripe will retry the card.".into(),
        )),
        _ => Ok(StatusCode::NO_CONTENT),
    }
}

/// Dismiss a Stripe event that couldn't be processed. 404 if it has already been dismissed.
#[utoipa::path(post, path = "/api/admin/payment-notices/{id}/seen", tag = "administration", params(("id" = String, Path)),
    responses((status = 204), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn note_payment_notice_seen(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
) -> Result<StatusCode> {
    services
        .ledger
        .act(actor, "boost.notice.seen", move |act| {
            let id = id.clone();
            Box::pin(async move {
                act.set_note(&format!("Stripe's notice {id}"));
                let is_settled =
                    store::settle_event(act.transaction(), &id, event::State::Ignored).await?;
                if is_settled {
                    Ok(())
                } else {
                    Err(nothing_waits())
                }
            })
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
