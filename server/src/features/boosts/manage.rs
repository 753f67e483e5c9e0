//! Managing boosts with the payer's address (D44): a caller signed in with it gets the specified answer; anyone else is
//! sent a code and learns nothing.

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    changed_address, codes,
    entity::purchase,
    payer_info::{SubscriptionInfo, SubscriptionStatus, info_of, is_running, kept_until},
    payer_link,
    stop::stop,
    store,
    sync::{self, Cause},
};
use crate::{
    catalog::{entities, time_zone},
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        mail::{EmailAddress, EmailText},
        payments::Provider,
        sessions::{self, SignedIn},
        web::{Client, Fresh, JsonBody},
    },
};

/// A list read from Stripe this recently isn't read again.
const FRESH: TimeDelta = TimeDelta::seconds(20);
/// How many purchases are read from Stripe while someone waits.
const MAX_READ: usize = 6;

/// The address used to pay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PayerQuestion {
    #[schema(value_type = EmailText)]
    pub email: String,
}

/// Whose cards and receipts: a payer may be several customers at Stripe.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PortalQuestion {
    #[schema(value_type = EmailText)]
    pub email: String,
    /// A subscription or one-time boost of the address; without it, the newest subscription that isn't over, or the newest boost.
    #[serde(default)]
    pub purchase_id: Option<Uuid>,
}

/// The subscription to cancel.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CancelQuestion {
    #[schema(value_type = EmailText)]
    pub email: String,
    /// Required if the address has more than one live subscription.
    #[serde(default)]
    pub subscription_id: Option<Uuid>,
}

/// A canceled subscription.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionCancelled {
    pub status: CancelledStatus,
    pub message: String,
    pub subscription_id: Uuid,
    #[schema(required)]
    pub ends_at: Option<DateTime<Utc>>,
}

/// Always `cancelled`.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CancelledStatus {
    Cancelled,
}

/// A link to Stripe's customer portal.
#[derive(Debug, Serialize, ToSchema)]
pub struct PortalSession {
    pub url: String,
}

/// List an address's subscriptions and one-time boosts. Needs a session for the address; without one, the response is 202,
/// the same for every address, and a code is emailed to a known one.
#[utoipa::path(post, path = "/api/get-subscription-info", tag = "boosts", request_body = PayerQuestion,
    responses((status = 200, body = SubscriptionInfo), (status = 202, description = "A code was sent", body = SubscriptionInfo),
        (status = 400, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, description = "This address has no payments", body = SubscriptionInfo),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub async fn get_subscription_info(
    State(services): State<Services>,
    client: Client,
    signed_in: SignedIn,
    JsonBody(asked): JsonBody<PayerQuestion>,
) -> Result<impl IntoResponse> {
    let address = address_of(&asked.email)?;
    let provider = services.payments.provider()?;
    let Some(person) = proven(&services, &signed_in, &address).await? else {
        return ask_for_proof(&services, &client, &address).await;
    };
    let (rows, is_away) = rows_of(&services, provider, &address).await?;
    payer_link::show_waiting(&services, person, &rows).await?;
    let mut info = info_of(&services, &address, &rows).await?;
    // While Stripe is away, nobody waits for it twice.
    if !is_away {
        changed_address::name_new(&services, provider, &rows, &mut info).await;
    }
    let status = if info.status == SubscriptionStatus::NoCustomer {
        StatusCode::NOT_FOUND
    } else {
        StatusCode::OK
    };
    Ok((status, Fresh(info)).into_response())
}

/// Cancel a subscription. It isn't renewed, no declined payment is tried again, and the boost stays until the end of the paid
/// period. Needs a session for the address; without one, the response is 202 and a code is emailed to a known address.
#[utoipa::path(post, path = "/api/cancel-subscription", tag = "boosts", request_body = CancelQuestion,
    responses((status = 200, body = SubscriptionCancelled), (status = 202, description = "A code was sent", body = SubscriptionInfo),
        (status = 400, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, description = "There is no subscription to cancel", body = ErrorBody),
        (status = 409, description = "There are several, and none was chosen", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody), (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn cancel_subscription(
    State(services): State<Services>,
    client: Client,
    signed_in: SignedIn,
    JsonBody(asked): JsonBody<CancelQuestion>,
) -> Result<impl IntoResponse> {
    let address = address_of(&asked.email)?;
    let provider = services.payments.provider()?;
    if proven(&services, &signed_in, &address).await?.is_none() {
        return ask_for_proof(&services, &client, &address).await;
    }
    let rows = kept_rows(&services, provider, &address).await?;
    let row = chosen(&rows, asked.subscription_id)?;
    let Some(subscription) = row.provider_id.as_deref() else {
        return Err(nothing_runs());
    };
    // Each change of the row makes a different call; repeating one is the same call.
    let key = format!("boost-cancel-{}-{}", row.id, row.version);
    if let Err(error) = stop(provider, subscription, &key).await {
        tracing::error!(purchase = %row.id, %error, "a subscription can't be cancelled at Stripe");
        return Err(Error::unavailable(
            "Unable to cancel subscription. Please contact support.",
        ));
    }
    let row = sync::synced(&services, row).await?;
    let shop = entities::shop_row(services.database.reads(), row.shop_id).await?;
    let view = services.catalog.view();
    let clocks = shop.map_or_else(|| time_zone(""), |shop| view.clocks(&shop));
    Ok(Fresh(SubscriptionCancelled {
        status: CancelledStatus::Cancelled,
        message: kept_until(&row, (services.clock.now(), clocks)),
        subscription_id: row.id,
        ends_at: row.paid_until,
    })
    .into_response())
}

/// Create a link to Stripe's customer portal, for cards and receipts. Needs a session for the address; without one, the
/// response is 202 and a code is emailed to a known address.
#[utoipa::path(post, path = "/api/create-customer-portal-session", tag = "boosts", request_body = PortalQuestion,
    responses((status = 200, body = PortalSession), (status = 202, description = "A code was sent", body = SubscriptionInfo),
        (status = 400, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, description = "This address has no payments", body = SubscriptionInfo),
        (status = 409, description = "Rejected by Stripe; `message` says why", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody), (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn create_customer_portal_session(
    State(services): State<Services>,
    client: Client,
    signed_in: SignedIn,
    JsonBody(asked): JsonBody<PortalQuestion>,
) -> Result<impl IntoResponse> {
    let address = address_of(&asked.email)?;
    let provider = services.payments.provider()?;
    if proven(&services, &signed_in, &address).await?.is_none() {
        return ask_for_proof(&services, &client, &address).await;
    }
    let rows = kept_rows(&services, provider, &address).await?;
    // Purchases that an earlier release began and could not finish have none.
    let mut payers = rows.iter().filter(|row| row.customer.is_some());
    let asked_for = match asked.purchase_id {
        Some(id) => payers.find(|row| row.id == id),
        None => (payers.clone().find(|row| is_running(row))).or_else(|| payers.next()),
    };
    let Some(customer) = asked_for.and_then(|row| row.customer.clone()) else {
        let info = info_of(&services, &address, &rows).await?;
        return Ok((StatusCode::NOT_FOUND, Fresh(info)).into_response());
    };
    let back = format!("{}/manage-subscription", services.settings.origin());
    let key = format!("boost-portal-{}", services.identifiers.next());
    match provider
        .client
        .create_portal_session(&customer, &back, &key)
        .await
    {
        Ok(session) => Ok(Fresh(PortalSession { url: session.url }).into_response()),
        Err(error) => {
            tracing::warn!(%error, "Stripe gives no link to its portal");
            // Stripe's message tells the screen whether the portal just isn't set up.
            let words = error
                .refusal()
                .map(|refusal| refusal.message.clone())
                .filter(|words| !words.is_empty());
            Err(match words {
                Some(words) => Error::Conflict(words.into()),
                None => Error::unavailable(
                    "Unable to access subscription management. Please check your email address.",
                ),
            })
        }
    }
}

pub(super) fn address_of(email: &str) -> Result<EmailAddress> {
    if email.trim().is_empty() {
        return Err(Error::invalid_field(
            "email",
            "Please enter the email address you used when purchasing your subscription.",
        ));
    }
    EmailAddress::parse(email, "email")
}

/// The caller, if signed in with exactly this address.
pub(super) async fn proven(
    services: &Services,
    signed_in: &SignedIn,
    address: &EmailAddress,
) -> Result<Option<Uuid>> {
    let Some(id) = signed_in.person() else {
        return Ok(None);
    };
    let person = sessions::find_person(services.database.reads(), id).await?;
    let hash = sessions::address_hash(&services.keys, address);
    Ok(person
        .filter(|person| person.address_hash == hash)
        .map(|person| person.id))
}

pub(super) async fn ask_for_proof(
    services: &Services,
    client: &Client,
    address: &EmailAddress,
) -> Result<axum::response::Response> {
    codes::send_to_payer(services, client, address).await?;
    let info = SubscriptionInfo {
        status: SubscriptionStatus::VerificationRequired,
        message: "If this address has paid for a boost, we've sent it a code. Enter the code to continue.".to_owned(),
        customer: None,
        subscriptions: Vec::new(),
        one_time_boosts: Vec::new(),
    };
    Ok((StatusCode::ACCEPTED, Fresh(info)).into_response())
}

/// The purchases of an address, and whether Stripe is away: active ones are read there unless they just were.
async fn rows_of(
    services: &Services,
    provider: &Provider,
    address: &EmailAddress,
) -> Result<(Vec<purchase::Model>, bool)> {
    let rows = kept_rows(services, provider, address).await?;
    let now = services.clock.now();
    let stale: Vec<Uuid> = rows
        .iter()
        .filter(|row| is_running(row) && row.updated_at + FRESH < now)
        .map(|row| row.id)
        .take(MAX_READ)
        // The time of the last change says nothing of how often it was asked since.
        .filter(|id| sync::may_ask(services, *id))
        .collect();
    for id in &stale {
        // The ledger is right except for very recent events, so it is shown while Stripe is down.
        if let Err(error) = sync::sync(services, *id, Cause::default()).await {
            tracing::info!(%error, "a list of boosts is shown as the ledger has it");
            return Ok((rows, matches!(error, Error::Unavailable { .. })));
        }
    }
    if stale.is_empty() {
        Ok((rows, false))
    } else {
        Ok((kept_rows(services, provider, address).await?, false))
    }
}

/// The purchases of an address, from the ledger.
pub(super) async fn kept_rows(
    services: &Services,
    provider: &Provider,
    address: &EmailAddress,
) -> Result<Vec<purchase::Model>> {
    let hash = sessions::address_hash(&services.keys, address);
    store::of_payer(services.database.reads(), &hash, provider.is_live).await
}

/// The subscription to manage, if there is only one.
fn chosen(rows: &[purchase::Model], asked: Option<Uuid>) -> Result<&purchase::Model> {
    let mut running = rows.iter().filter(|row| is_running(row));
    if let Some(id) = asked {
        return running.find(|row| row.id == id).ok_or_else(nothing_runs);
    }
    // One that is already canceled isn't meant, unless there is no other.
    let renewing: Vec<_> = running.clone().filter(|row| row.renews).collect();
    match (renewing.as_slice(), running.next()) {
        ([], None) => Err(nothing_runs()),
        ([], Some(only)) => Ok(only),
        ([only], _) => Ok(only),
        _ => Err(Error::Conflict(
            "Please choose the subscription to cancel.".into(),
        )),
    }
}

pub(super) fn nothing_runs() -> Error {
    Error::NotFound("No active subscriptions found.".into())
}
