//! `POST /api/stripe/webhook` (checklist X9): checks the signature of the raw body, then reads the event's purchase
//! from Stripe. Stripe resends anything that is refused or fails here for three days.

use axum::{extract::State, http::StatusCode};
use chrono::DateTime;
use serde_json::Value;
use sha2::{Digest, Sha256};
use stripe_client::{Event, webhook};
use uuid::Uuid;

use super::{
    alarms, changed_address,
    entity::purchase,
    store::{self, NewEvent},
    sync::{self, Cause, Synced},
};
use crate::{
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        keys::hexadecimal,
        limits::table::REFUSED_WEBHOOKS_LOGGED,
        payments::Provider,
        web::{Client, WholeBody},
    },
};

/// The maximum size of an event in bytes.
pub(super) const LARGEST: usize = 256 * 1024;

/// Prefixes of event types that can concern a purchase.
const OURS: &[&str] = &[
    "charge.",
    "customer.subscription.",
    "invoice.",
    "payment_intent.",
    "refund.",
];

/// What an event is about.
struct Target {
    purchase: Uuid,
    provider_id: Option<String>,
    intent: Option<String>,
}

/// Receive a Stripe event. Requests without a valid signature are rejected with 400.
#[utoipa::path(post, path = "/api/stripe/webhook", tag = "boosts",
    request_body(content = String, content_type = "application/json", description = "A Stripe event, signed in `Stripe-Signature`"),
    responses((status = 200, description = "Processed, or ignored"), (status = 400, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn receive_webhook(
    State(services): State<Services>,
    client: Client,
    WholeBody(body): WholeBody,
) -> Result<StatusCode> {
    let provider = services.payments.provider()?;
    let now = services.clock.now();
    if let Err(error) = provider.verify(&body, client.header("stripe-signature"), now.timestamp()) {
        services.payments.webhook_metrics().refused();
        if services
            .limits
            .check(&REFUSED_WEBHOOKS_LOGGED, "webhook")
            .is_ok()
        {
            tracing::warn!(%error, "rejected a webhook with an invalid signature; further ones this minute are only counted");
        }
        return Err(Error::invalid("Invalid signature."));
    }
    let event = match webhook::read(&body) {
        Ok(event) => event,
        Err(reason) => {
            keep(&services, &unreadable(&body, now), &reason).await?;
            return Ok(StatusCode::OK);
        }
    };
    let new = NewEvent {
        id: event.id.clone(),
        kind: event.kind.clone(),
        happened_at: DateTime::from_timestamp(event.created, 0).unwrap_or(now),
        payload: String::from_utf8_lossy(&body).into_owned(),
    };
    if event.livemode != provider.is_live {
        keep(&services, &new, "it is of the other mode").await?;
        return Ok(StatusCode::OK);
    }
    match handle_event(&services, provider, &event, &new).await {
        Ok(()) => {
            services.payments.webhook_metrics().taken(now);
            Ok(StatusCode::OK)
        }
        Err(error) => {
            services.payments.webhook_metrics().failed();
            tracing::warn!(%error, event = new.id, kind = new.kind, "a webhook could not be processed and will be retried");
            note_failure(&services, &new, &error).await;
            Err(error)
        }
    }
}

async fn handle_event(
    services: &Services,
    provider: &Provider,
    event: &Event,
    new: &NewEvent,
) -> Result<()> {
    if store::has_event(services.database.reads(), &new.id).await? {
        return Ok(());
    }
    if event.kind == "customer.updated" {
        let customer = event.text("id").unwrap_or_default();
        return changed_address::tell(services, provider, customer, new).await;
    }
    let is_ours = OURS.iter().any(|start| event.kind.starts_with(start));
    let target = if is_ours {
        target_of(services, provider, event).await?
    } else {
        None
    };
    let Some(target) = target else {
        return sync::ignore(services, new).await;
    };
    let cause = Cause {
        event: Some(new.clone()),
        provider_id: target.provider_id,
        intent: target.intent,
    };
    match sync::sync(services, target.purchase, cause).await? {
        Synced::NothingThere => sync::ignore(services, new).await,
        Synced::Now(..) | Synced::KnownEvent => Ok(()),
    }
}

/// The purchase that an event is about: by Stripe's IDs, if we have them, or by our own ID in the metadata of a
/// subscription or payment, if the event arrived before the answer to our own call.
async fn target_of(
    services: &Services,
    provider: &Provider,
    event: &Event,
) -> Result<Option<Target>> {
    let object = &event.data.object;
    let kind = event.text("object").unwrap_or_default();
    let (provider_id, intent) = match kind {
        "subscription" => (event.text("id"), None),
        "invoice" => (
            object
                .pointer("/parent/subscription_details/subscription")
                .and_then(Value::as_str),
            None,
        ),
        "payment_intent" => (event.text("id"), event.text("id")),
        "charge" | "refund" | "dispute" => {
            (event.text("payment_intent"), event.text("payment_intent"))
        }
        _ => (None, None),
    };
    let Some(provider_id) = provider_id else {
        return Ok(None);
    };
    let target = |row: &purchase::Model, provider_id: Option<&str>| Target {
        purchase: row.id,
        provider_id: provider_id.map(str::to_owned),
        intent: intent.map(str::to_owned),
    };
    let reads = services.database.reads();
    if let Some(row) = store::by_provider_id(reads, provider_id).await? {
        return Ok(Some(target(&row, None)));
    }
    if let Some(row) = named_in(services, object).await? {
        return Ok(Some(target(&row, Some(provider_id))));
    }
    // A subscription's payment contains no information about the subscription.
    let Some(intent) = intent else {
        return Ok(None);
    };
    let invoice = provider
        .client
        .invoice_of_payment(intent)
        .await
        .map_err(|error| Error::unavailable(error.to_string()))?;
    let Some(subscription) = invoice.as_ref().and_then(|invoice| invoice.subscription()) else {
        return Ok(None);
    };
    let row = store::by_provider_id(reads, subscription).await?;
    Ok(row.map(|row| target(&row, None)))
}

/// The purchase whose ID is in the metadata of the object or of an invoice's subscription.
async fn named_in(services: &Services, object: &Value) -> Result<Option<purchase::Model>> {
    let named = [
        "/metadata/purchase",
        "/parent/subscription_details/metadata/purchase",
    ]
    .iter()
    .find_map(|place| object.pointer(place)?.as_str())
    .and_then(|text| Uuid::try_parse(text).ok());
    match named {
        Some(id) => store::find(services.database.reads(), id).await,
        None => Ok(None),
    }
}

/// The signature is valid, so it is from Stripe: its text is kept for a person to look at.
fn unreadable(body: &[u8], now: DateTime<chrono::Utc>) -> NewEvent {
    let value: Value = serde_json::from_slice(body).unwrap_or_default();
    let text = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
    let digest = Sha256::digest(body);
    NewEvent {
        id: text("id").unwrap_or_else(|| {
            format!(
                "unreadable_{}",
                hexadecimal(digest.get(..16).unwrap_or_default())
            )
        }),
        kind: text("type").unwrap_or_else(|| "unreadable".to_owned()),
        happened_at: now,
        payload: String::from_utf8_lossy(body).into_owned(),
    }
}

async fn keep(services: &Services, event: &NewEvent, reason: &str) -> Result<()> {
    services.payments.webhook_metrics().kept();
    let now = services.clock.now();
    let (held, kept, why) = (services.clone(), event.clone(), reason.to_owned());
    services
        .database
        .transaction(move |transaction| {
            let (services, event, reason) = (held.clone(), kept.clone(), why.clone());
            Box::pin(async move {
                if !store::keep_event(transaction, &event, &reason, now).await? {
                    return Ok(());
                }
                let text = format!(
                    "Stripe sent the event {} ({}) with a valid signature, but it could not be processed: {reason}. It is kept in the table stripe_events.",
                    event.id, event.kind
                );
                let key = format!("event-{}", event.kind);
                let alarm = (key.as_str(), "A payment webhook was not understood", text.as_str());
                alarms::raise(transaction, &services, alarm, now).await
            })
        })
        .await
}

async fn note_failure(services: &Services, event: &NewEvent, error: &Error) {
    let (now, kept, why) = (services.clock.now(), event.clone(), error.to_string());
    let noted = services
        .database
        .transaction(move |transaction| {
            let (event, reason) = (kept.clone(), why.clone());
            Box::pin(async move { store::note_failure(transaction, &event, &reason, now).await })
        })
        .await;
    if let Err(error) = noted {
        tracing::warn!(%error, "couldn't record the webhook failure");
    }
}
