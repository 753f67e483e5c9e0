//! Looking after boosts by the payer's address (D44): whoever is signed in with it is answered as specified, anybody else is
//! sent a code, and learns nothing.

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    codes,
    entity::purchase::{self, EndReason, Plan, State as Progress},
    rules::day,
    store, store_link,
    sync::{self, Cause},
};
use crate::{
    catalog::entities::{boost, city, shop},
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        mail::EmailAddress,
        money::{amount, price},
        payments::Provider,
        sessions::{self, SignedIn},
        web::{Client, Fresh, JsonBody},
    },
};

/// A list that was read from Stripe this short a time ago is not read again.
const FRESH: TimeDelta = TimeDelta::seconds(20);
/// So many purchases are read at Stripe while somebody waits.
const MOST_READ: usize = 6;

/// Whose boosts.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PayerQuestion {
    #[schema(max_length = 254)]
    pub email: String,
}

/// Which subscription is to be cancelled.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CancelQuestion {
    #[schema(max_length = 254)]
    pub email: String,
    /// Needed where several run.
    #[serde(default)]
    pub subscription_id: Option<Uuid>,
}

/// What an address pays for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionInfo {
    pub status: SubscriptionStatus,
    pub message: String,
    #[schema(required)]
    pub customer: Option<CustomerAnswer>,
    pub subscriptions: Vec<SubscriptionAnswer>,
    pub one_time_boosts: Vec<OneTimeAnswer>,
}

/// The specified statuses, and the one for callers who have proven nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SubscriptionStatus {
    NoCustomer,
    HasActiveSubscriptions,
    NoActiveSubscriptions,
    VerificationRequired,
}

/// Who pays.
#[derive(Debug, Serialize, ToSchema)]
pub struct CustomerAnswer {
    pub email: String,
    pub name: String,
}

/// The shop of a boost.
#[derive(Debug, Serialize, ToSchema)]
pub struct BoostedShop {
    pub name: String,
    pub address: String,
    pub city: String,
    pub slug: String,
}

/// A monthly boost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionAnswer {
    pub id: Uuid,
    pub product_name: String,
    pub coffee_shop: BoostedShop,
    /// In Stripe's words: `active`, `past_due`, `canceled`, …
    pub status: String,
    /// In cents, each month.
    pub amount: i64,
    pub currency: String,
    /// The end of what is paid.
    #[schema(required)]
    pub current_period_end: Option<DateTime<Utc>>,
    /// Whether it ends then.
    pub cancel_at_period_end: bool,
    /// The state in a sentence: "Renews December 12, 2026 for $5.00".
    pub state_label: String,
    /// What cancelling leaves: "Boost stays until December 12, 2026. Nothing more is charged."
    #[schema(required)]
    pub cancel_label: Option<String>,
}

/// A one-time boost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneTimeAnswer {
    pub id: Uuid,
    pub product_name: String,
    pub coffee_shop: BoostedShop,
    /// In cents.
    pub amount: i64,
    pub currency: String,
    #[schema(required)]
    pub starts_at: Option<DateTime<Utc>>,
    #[schema(required)]
    pub ends_at: Option<DateTime<Utc>>,
    /// The state in a sentence.
    pub state_label: String,
}

/// A cancelled subscription.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionCancelled {
    pub status: CancelledStatus,
    pub message: String,
    pub subscription_id: Uuid,
    #[schema(required)]
    pub ends_at: Option<DateTime<Utc>>,
}

/// The only way in which a cancellation goes well.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CancelledStatus {
    Cancelled,
}

/// A link to Stripe's own pages about cards and receipts.
#[derive(Debug, Serialize, ToSchema)]
pub struct PortalSession {
    pub url: String,
}

/// List what an address pays for. Without a session for the address a code is sent to it, if it has ever paid; the answer is
/// the same for every address.
#[utoipa::path(post, path = "/api/get-subscription-info", tag = "boosts", request_body = PayerQuestion,
    responses((status = 200, body = SubscriptionInfo), (status = 202, description = "A code was sent", body = SubscriptionInfo),
        (status = 400, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, description = "Nobody has paid with this address", body = SubscriptionInfo),
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
    let rows = rows_of(&services, provider, &address).await?;
    store_link::show_waiting(&services, person, &rows).await?;
    let info = info_of(&services, &address, &rows).await?;
    let status = if info.status == SubscriptionStatus::NoCustomer {
        StatusCode::NOT_FOUND
    } else {
        StatusCode::OK
    };
    Ok((status, Fresh(info)).into_response())
}

/// Stop the renewal of a subscription: the boost stays until the end of what is paid.
#[utoipa::path(post, path = "/api/cancel-subscription", tag = "boosts", request_body = CancelQuestion,
    responses((status = 200, body = SubscriptionCancelled), (status = 202, description = "A code was sent", body = SubscriptionInfo),
        (status = 400, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, description = "Nothing runs that could be cancelled", body = ErrorBody),
        (status = 409, description = "Several run, and none was chosen", body = ErrorBody), (status = 413, body = ErrorBody),
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
    let hash = sessions::address_hash(&services.keys, &address);
    let rows = store::of_payer(services.database.reads(), &hash, provider.is_live).await?;
    let row = chosen(&rows, asked.subscription_id)?;
    let Some(subscription) = row.provider_id.as_deref() else {
        return Err(nothing_runs());
    };
    // Each change of the row is a new call; the same one, sent twice, is one.
    let key = format!("boost-cancel-{}-{}", row.id, row.version);
    if let Err(error) = provider
        .client
        .set_cancel_at_period_end(subscription, true, &key)
        .await
    {
        tracing::error!(purchase = %row.id, %error, "a subscription can't be cancelled at Stripe");
        return Err(Error::unavailable(
            "Unable to cancel subscription. Please contact support.",
        ));
    }
    let row = match sync::sync(&services, row.id, Cause::default()).await? {
        sync::Synced::Now(row, _) => *row,
        sync::Synced::KnownEvent | sync::Synced::NothingThere => row.clone(),
    };
    Ok(Fresh(SubscriptionCancelled {
        status: CancelledStatus::Cancelled,
        message: kept_until(&row),
        subscription_id: row.id,
        ends_at: row.paid_until,
    })
    .into_response())
}

/// Make a link to Stripe's own pages about cards and receipts.
#[utoipa::path(post, path = "/api/create-customer-portal-session", tag = "boosts", request_body = PayerQuestion,
    responses((status = 200, body = PortalSession), (status = 202, description = "A code was sent", body = SubscriptionInfo),
        (status = 400, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, description = "Nobody has paid with this address", body = SubscriptionInfo),
        (status = 409, description = "Stripe refuses, in its words", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody), (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn create_customer_portal_session(
    State(services): State<Services>,
    client: Client,
    signed_in: SignedIn,
    JsonBody(asked): JsonBody<PayerQuestion>,
) -> Result<impl IntoResponse> {
    let address = address_of(&asked.email)?;
    let provider = services.payments.provider()?;
    if proven(&services, &signed_in, &address).await?.is_none() {
        return ask_for_proof(&services, &client, &address).await;
    }
    let hash = sessions::address_hash(&services.keys, &address);
    let rows = store::of_payer(services.database.reads(), &hash, provider.is_live).await?;
    let Some(customer) = rows.iter().find_map(|row| row.customer.clone()) else {
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
            // Its words tell the screen whether the portal is merely not set up.
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

fn address_of(email: &str) -> Result<EmailAddress> {
    if email.trim().is_empty() {
        return Err(Error::invalid_field(
            "email",
            "Please enter the email address you used when purchasing your subscription.",
        ));
    }
    EmailAddress::parse(email, "email")
}

/// The caller, when signed in with this very address.
async fn proven(
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

async fn ask_for_proof(
    services: &Services,
    client: &Client,
    address: &EmailAddress,
) -> Result<axum::response::Response> {
    codes::send_to_payer(services, client, address).await?;
    let info = SubscriptionInfo {
        status: SubscriptionStatus::VerificationRequired,
        message: "If this address has paid for a boost, we've sent a code to it. Enter the code to go on.".to_owned(),
        customer: None,
        subscriptions: Vec::new(),
        one_time_boosts: Vec::new(),
    };
    Ok((StatusCode::ACCEPTED, Fresh(info)).into_response())
}

/// The purchases of an address, those that run read anew at Stripe when they were not just now.
async fn rows_of(
    services: &Services,
    provider: &Provider,
    address: &EmailAddress,
) -> Result<Vec<purchase::Model>> {
    let hash = sessions::address_hash(&services.keys, address);
    let reads = services.database.reads();
    let rows = store::of_payer(reads, &hash, provider.is_live).await?;
    let now = services.clock.now();
    let stale: Vec<Uuid> = rows
        .iter()
        .filter(|row| matches!(row.state, Progress::Active | Progress::Grace))
        .filter(|row| row.plan == Plan::Subscription && row.updated_at + FRESH < now)
        .map(|row| row.id)
        .take(MOST_READ)
        .collect();
    for id in &stale {
        // What the ledger says is right but for what happened just now, so it is shown when Stripe is away.
        if let Err(error) = sync::sync(services, *id, Cause::default()).await {
            tracing::info!(%error, "a list of boosts is shown as the ledger has it");
            return Ok(rows);
        }
    }
    if stale.is_empty() {
        Ok(rows)
    } else {
        store::of_payer(reads, &hash, provider.is_live).await
    }
}

async fn info_of(
    services: &Services,
    address: &EmailAddress,
    rows: &[purchase::Model],
) -> Result<SubscriptionInfo> {
    let Some(newest) = rows.first() else {
        return Ok(SubscriptionInfo {
            status: SubscriptionStatus::NoCustomer,
            message: "No subscriptions found for this email address.".to_owned(),
            customer: None,
            subscriptions: Vec::new(),
            one_time_boosts: Vec::new(),
        });
    };
    let mut info = SubscriptionInfo {
        status: SubscriptionStatus::NoActiveSubscriptions,
        message: "No active subscriptions found.".to_owned(),
        customer: Some(CustomerAnswer {
            email: address.as_text(),
            name: newest.payer_name.clone(),
        }),
        subscriptions: Vec::new(),
        one_time_boosts: Vec::new(),
    };
    let now = services.clock.now();
    for row in rows {
        let boosts = store::boosts_of(services.database.reads(), row.shop_id).await?;
        let boost = boosts.into_iter().find(|boost| boost.id == row.id);
        let coffee_shop = shop_of(services, row.shop_id).await?;
        match row.plan {
            Plan::Subscription => info.subscriptions.push(monthly(row, coffee_shop)),
            Plan::OneTime => {
                info.one_time_boosts
                    .push(one_time(row, coffee_shop, boost.as_ref(), now))
            }
        }
    }
    let running = rows.iter().filter(|row| is_running(row)).count();
    if running > 0 {
        info.status = SubscriptionStatus::HasActiveSubscriptions;
        info.message = if running == 1 {
            "You have 1 active subscription.".to_owned()
        } else {
            format!("You have {running} active subscriptions.")
        };
    }
    Ok(info)
}

fn is_running(row: &purchase::Model) -> bool {
    row.plan == Plan::Subscription && matches!(row.state, Progress::Active | Progress::Grace)
}

async fn shop_of(services: &Services, id: Uuid) -> Result<BoostedShop> {
    use sea_orm::EntityTrait;
    let reads = services.database.reads();
    let row = shop::Entity::find_by_id(id)
        .one(reads)
        .await?
        .ok_or_else(|| Error::Internal(format!("there is no shop {id}")))?;
    let town = city::Entity::find_by_id(row.city_id).one(reads).await?;
    let (town, state) = town.map(|town| (town.name, town.state)).unwrap_or_default();
    let place = format!("{town}, {state} {}", row.zip_code.unwrap_or_default());
    Ok(BoostedShop {
        name: row.name,
        address: [row.street.unwrap_or_default(), place.trim().to_owned()]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(", "),
        city: town,
        slug: row.slug,
    })
}

fn monthly(row: &purchase::Model, coffee_shop: BoostedShop) -> SubscriptionAnswer {
    let until = row.paid_until.map(day).unwrap_or_default();
    let cost = row.next_amount_cents.unwrap_or(row.amount_cents);
    let state_label = match (row.state, row.end_reason) {
        (Progress::Grace, _) => "The last payment failed. We'll try the card again.".to_owned(),
        (Progress::Active, _) if row.renews => format!("Renews {until} for ${}", amount(cost)),
        (Progress::Active, _) => format!("Ends {until}"),
        (Progress::Held, _) => "We're looking at the payment.".to_owned(),
        (_, Some(EndReason::Refunded | EndReason::Conflict)) => "Refunded".to_owned(),
        (_, Some(EndReason::Disputed)) => "Ended: the bank took the payment back".to_owned(),
        (_, Some(EndReason::Unpaid)) => "Ended: the card was refused".to_owned(),
        _ => format!("Ended {until}"),
    };
    let can_cancel = is_running(row) && row.cancels_at.is_none();
    SubscriptionAnswer {
        id: row.id,
        product_name: "Monthly Boost".to_owned(),
        coffee_shop,
        status: row.provider_status.clone().unwrap_or_default(),
        amount: row.amount_cents,
        currency: super::reading::CURRENCY.to_owned(),
        current_period_end: row.paid_until,
        cancel_at_period_end: is_running(row) && !row.renews,
        state_label,
        cancel_label: can_cancel.then(|| kept_until(row)),
    }
}

fn one_time(
    row: &purchase::Model,
    coffee_shop: BoostedShop,
    boost: Option<&boost::Model>,
    now: DateTime<Utc>,
) -> OneTimeAnswer {
    let state_label = match (boost, row.end_reason) {
        (_, Some(EndReason::Refunded | EndReason::Conflict)) => "Refunded".to_owned(),
        (_, Some(EndReason::Disputed)) => "Ended: the bank took the payment back".to_owned(),
        (Some(boost), _) if boost.starts_at > now => {
            format!(
                "{}, begins {}",
                price(row.amount_cents),
                day(boost.starts_at)
            )
        }
        (Some(boost), _) if boost.ends_at > now => {
            format!(
                "{}, active until {}",
                price(row.amount_cents),
                day(boost.ends_at)
            )
        }
        (Some(boost), _) => format!("{}, ended {}", price(row.amount_cents), day(boost.ends_at)),
        (None, _) => "We're looking at the payment.".to_owned(),
    };
    OneTimeAnswer {
        id: row.id,
        product_name: "One-Time Boost".to_owned(),
        coffee_shop,
        amount: row.amount_cents,
        currency: super::reading::CURRENCY.to_owned(),
        starts_at: boost.map(|boost| boost.starts_at),
        ends_at: boost.map(|boost| boost.ends_at),
        state_label,
    }
}

fn kept_until(row: &purchase::Model) -> String {
    match row.paid_until {
        Some(until) => format!("Boost stays until {}. Nothing more is charged.", day(until)),
        None => "Nothing more is charged.".to_owned(),
    }
}

/// The one subscription that can be meant.
fn chosen(rows: &[purchase::Model], asked: Option<Uuid>) -> Result<&purchase::Model> {
    let mut running = rows.iter().filter(|row| is_running(row));
    if let Some(id) = asked {
        return running.find(|row| row.id == id).ok_or_else(nothing_runs);
    }
    // One that is cancelled already is not meant, unless there is no other.
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

fn nothing_runs() -> Error {
    Error::NotFound("No active subscriptions found.".into())
}
