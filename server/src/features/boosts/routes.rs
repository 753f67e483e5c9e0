//! Buying, and the state of a payment.

use axum::{
    extract::State,
    http::header,
    response::{AppendHeaders, IntoResponse},
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    buy::{self, Order},
    cookie,
    entity::purchase::{self, EndReason, Plan, State as Progress},
    manage, months, offers, payer_address, resume, rules, spans, store, store_link, sync, timeline,
    webhook,
};
use crate::{
    catalog::{
        entities::{boost, shop},
        not_found::shop_not_found,
        people,
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, FieldErrors, Result},
        limits::table::PAYMENT_CHECKS_OF_A_NETWORK,
        mail::{EmailAddress, EmailText},
        sessions::{self, SignedIn},
        web::{Access, Client, Fresh, JsonBody, Route},
    },
};

const LONGEST_NAME: usize = 120;

/// An order for a boost.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BoostOrder {
    /// ID or slug.
    pub coffee_shop_id: String,
    #[serde(default)]
    #[schema(required, value_type = EmailText)]
    pub user_email: String,
    #[serde(default)]
    #[schema(required, min_length = 1, max_length = 120, pattern = r"\S")]
    pub user_name: String,
    /// The shop's online store. Shown once the boost is active and the link is allowed (D45); see `storeLink` in the
    /// response.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub online_store_url: Option<String>,
    #[serde(default)]
    #[schema(max_length = 100)]
    pub online_store_name: Option<String>,
    /// A random key that the page generates once per form. Sending the form again with the same key doesn't create a second
    /// purchase.
    #[serde(default)]
    pub checkout_id: Option<Uuid>,
}

/// What the browser needs to pay.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoostCheckout {
    pub client_secret: String,
    pub publishable_key: String,
    pub purchase_id: Uuid,
    /// What is to be paid now, in cents: the price, less a credit of the payer's.
    pub amount_cents: i64,
    pub store_link: StoreLinkAfter,
    /// For a monthly boost, what becomes of days that were paid before; `null` if there are none.
    #[schema(required)]
    pub kept_days: Option<KeptDays>,
}

/// Days of one-time boosts that are left when a monthly boost is bought: they follow its last month. Dates are the shop's, such
/// as `December 12, 2026`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeptDays {
    /// The end of the first month.
    pub month_until: String,
    /// Until when those days last if the monthly boost is canceled in its first month; each further month moves it on.
    pub lasts_until: String,
}

/// What happens to the store link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StoreLinkAfter {
    /// No link was given.
    None,
    /// Shown once the boost is active.
    WithBoost,
    /// Shown once the payer's address is confirmed.
    AfterConfirmation,
    /// Only the shop's owner can set it.
    OwnerOnly,
}

/// The shop to check.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BoostQuestion {
    /// ID or slug.
    pub coffee_shop_id: String,
}

/// The state of a payment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoostAnswer {
    pub status: BoostStatus,
    /// While the boost is active.
    #[schema(required)]
    pub boosted_until: Option<DateTime<Utc>>,
}

/// The state of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BoostStatus {
    Active,
    /// The bank hasn't confirmed the payment yet.
    Processing,
    /// Not paid yet.
    AwaitingPayment,
    /// Refunded, because another payment for the same shop came first.
    GivenBack,
    /// The administrator has to decide.
    Held,
    Ended,
}

/// All addresses of this room.
#[must_use]
pub fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/create-boost-subscription").post(Access::Anyone, create_boost_subscription),
        Route::at("/api/create-one-time-boost").post(Access::Anyone, create_one_time_boost),
        Route::at("/api/check-boost").post(Access::Anyone, check_boost),
        Route::at("/api/get-subscription-info").post(Access::Anyone, manage::get_subscription_info),
        Route::at("/api/cancel-subscription").post(Access::Anyone, manage::cancel_subscription),
        Route::at("/api/resume-subscription").post(Access::Anyone, resume::resume_subscription),
        Route::at("/api/coffee-shops/{slugOrId}/boost-offers")
            .get(Access::Anyone, offers::show_boost_offers),
        Route::at("/api/your-shop/{slugOrId}/boost")
            .get(Access::ShopEditor, offers::show_shop_boost),
        Route::at("/api/create-customer-portal-session")
            .post(Access::Anyone, manage::create_customer_portal_session),
        Route::at("/api/send-payer-address-code")
            .post(Access::Anyone, payer_address::send_payer_address_code),
        Route::at("/api/confirm-payer-address")
            .post(Access::Anyone, payer_address::confirm_payer_address),
        Route::at("/api/confirm-payer-address/link")
            .post(Access::Anyone, payer_address::confirm_payer_address_by_link),
        Route::at("/api/coffee-shops/{slugOrId}")
            .patch(Access::ShopOwnerOrCheckout, store_link::change_store_link),
        Route::at("/api/admin/boosts/months").get(Access::Administrator, months::show_boost_months),
        Route::at("/api/stripe/webhook")
            .post(Access::SignedCall, webhook::receive_webhook)
            .with_largest_body(webhook::LARGEST)
            .open_to_other_sites(),
    ]
}

/// Start a monthly boost. The browser confirms the payment with `clientSecret`. Sets the checkout cookie. 409 if the shop
/// already has a live subscription.
#[utoipa::path(post, path = "/api/create-boost-subscription", tag = "boosts", request_body = BoostOrder,
    responses((status = 200, body = BoostCheckout), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "The shop already has a boost that prevents this", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody), (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn create_boost_subscription(
    State(services): State<Services>,
    client: Client,
    signed_in: SignedIn,
    JsonBody(order): JsonBody<BoostOrder>,
) -> Result<impl IntoResponse> {
    begin(&services, &client, signed_in, order, Plan::Subscription).await
}

/// Start a one-time boost of 30 days. The browser confirms the payment with `clientSecret`. Sets the checkout cookie. 409 if
/// the shop is already boosted.
#[utoipa::path(post, path = "/api/create-one-time-boost", tag = "boosts", request_body = BoostOrder,
    responses((status = 200, body = BoostCheckout), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "The shop already has a boost that prevents this", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody), (status = 429, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn create_one_time_boost(
    State(services): State<Services>,
    client: Client,
    signed_in: SignedIn,
    JsonBody(order): JsonBody<BoostOrder>,
) -> Result<impl IntoResponse> {
    begin(&services, &client, signed_in, order, Plan::OneTime).await
}

async fn begin(
    services: &Services,
    client: &Client,
    signed_in: SignedIn,
    order: BoostOrder,
    plan: Plan,
) -> Result<impl IntoResponse + use<>> {
    let provider = services.payments.provider()?;
    let publishable_key = provider.publishable_key.clone();
    let checked = check(order)?;
    let shop = shop_to_boost(services, &checked.shop).await?;
    let person = signed_in.person();
    let proven = match person {
        Some(id) => sessions::find_person(services.database.reads(), id)
            .await?
            .is_some_and(|person| {
                person.address_hash == sessions::address_hash(&services.keys, &checked.payer)
            }),
        None => false,
    };
    let has_link = checked.store_url.is_some() || checked.store_name.is_some();
    let store_link = match (has_link, shop.owner_id) {
        (false, _) => StoreLinkAfter::None,
        (true, Some(owner)) if person == Some(owner) => StoreLinkAfter::WithBoost,
        (true, Some(_)) => StoreLinkAfter::OwnerOnly,
        (true, None) if proven => StoreLinkAfter::WithBoost,
        (true, None) => StoreLinkAfter::AfterConfirmation,
    };
    let token = cookie::new_token(&services.identifiers);
    let kept_days = match plan {
        Plan::Subscription => kept_days(services, &shop).await?,
        Plan::OneTime => None,
    };
    let (shop_id, owner) = (
        shop.id,
        shop.owner_id.filter(|owner| person == Some(*owner)),
    );
    let made = buy::begin(
        services,
        Order {
            plan,
            shop,
            payer: checked.payer,
            is_proven: proven,
            payer_name: checked.name,
            store_url: checked.store_url,
            store_name: checked.store_name,
            store_waits: store_link != StoreLinkAfter::WithBoost,
            link_person: person.filter(|_| store_link == StoreLinkAfter::WithBoost),
            owner,
            request: checked.request,
            network: client.network(),
            checkout_hash: cookie::hash(&services.keys, &token),
        },
    )
    .await?;
    let cookie = cookie::write(shop_id, &token, services.is_secure());
    Ok((
        AppendHeaders([(header::SET_COOKIE, cookie)]),
        Fresh(BoostCheckout {
            client_secret: made.client_secret,
            publishable_key,
            purchase_id: made.purchase,
            amount_cents: made.amount_cents,
            store_link,
            kept_days,
        }),
    ))
}

async fn kept_days(services: &Services, shop: &shop::Model) -> Result<Option<KeptDays>> {
    let reads = services.database.reads();
    let rows = store::paid_of_shop(reads, shop.id).await?;
    let entries = spans::entries(reads, shop.id, &rows).await?;
    let clocks = services.catalog.view().clocks(shop);
    let day = |at| rules::day(at, clocks);
    let dates = timeline::kept_days(entries, services.clock.now());
    Ok(dates.map(|(month, last)| KeptDays {
        month_until: day(month),
        lasts_until: day(last),
    }))
}

struct Checked {
    shop: String,
    payer: EmailAddress,
    name: String,
    store_url: Option<String>,
    store_name: Option<String>,
    request: Option<Uuid>,
}

fn check(order: BoostOrder) -> Result<Checked> {
    const MISSING: &str = "Missing Information: Please provide your name and email address first.";
    let name = order.user_name.trim().to_owned();
    let mut wrong = FieldErrors::default();
    if name.is_empty() {
        wrong.add("userName", MISSING);
    } else if name.chars().count() > LONGEST_NAME {
        wrong.add("userName", "The name can be up to 120 characters.");
    }
    let payer = if order.user_email.trim().is_empty() {
        wrong.add("userEmail", MISSING);
        None
    } else {
        wrong.take(
            "userEmail",
            EmailAddress::parse(&order.user_email, "userEmail"),
        )?
    };
    let (store_url, store_name) = store_link::check_parts(
        order.online_store_url.as_deref(),
        order.online_store_name.as_deref(),
        &mut wrong,
    )?;
    wrong.refuse_any()?;
    let payer = payer.ok_or_else(|| Error::invalid_field("userEmail", MISSING))?;
    Ok(Checked {
        shop: order.coffee_shop_id,
        payer,
        name,
        store_url,
        store_name,
        request: order.checkout_id,
    })
}

async fn shop_to_boost(services: &Services, slug_or_id: &str) -> Result<shop::Model> {
    let shop = people::find_shop_row(services.database.reads(), slug_or_id)
        .await?
        .filter(|shop| shop.is_active)
        .ok_or_else(shop_not_found)?;
    if shop.closed_at.is_some() {
        return Err(Error::Conflict(
            "This coffee shop is permanently closed, so it can't be boosted.".into(),
        ));
    }
    Ok(shop)
}

/// Check with Stripe the payment that this browser started for a shop, without waiting for Stripe's event. Needs the checkout
/// cookie.
#[utoipa::path(post, path = "/api/check-boost", tag = "boosts", request_body = BoostQuestion,
    responses((status = 200, body = BoostAnswer), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub async fn check_boost(
    State(services): State<Services>,
    client: Client,
    JsonBody(asked): JsonBody<BoostQuestion>,
) -> Result<Fresh<BoostAnswer>> {
    let shop = people::find_shop_row(services.database.reads(), &asked.coffee_shop_id)
        .await?
        .ok_or_else(shop_not_found)?;
    let nothing = || Error::NotFound("No payment was started in this browser.".into());
    let token = cookie::read(&services.keys, &client, (shop.id, services.is_secure()))
        .ok_or_else(nothing)?;
    let row = store::by_checkout(services.database.reads(), shop.id, &token)
        .await?
        .ok_or_else(nothing)?;
    services
        .limits
        .check(&PAYMENT_CHECKS_OF_A_NETWORK, client.network())?;
    let is_known = !matches!(row.state, Progress::Pending | Progress::Grace);
    let row = if is_known || !sync::may_ask(&services, row.id) {
        row
    } else {
        sync::synced(&services, &row).await?
    };
    let boost = store::boosts_of(services.database.reads(), shop.id)
        .await?
        .into_iter()
        .find(|boost| boost.id == row.id);
    Ok(Fresh(BoostAnswer {
        status: status_of(&row),
        boosted_until: until(boost.as_ref(), services.clock.now()),
    }))
}

fn until(boost: Option<&boost::Model>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    boost.map(|boost| boost.ends_at).filter(|end| *end > now)
}

fn status_of(row: &purchase::Model) -> BoostStatus {
    match (row.state, row.end_reason) {
        (Progress::Active | Progress::Grace, _) => BoostStatus::Active,
        (Progress::Pending, _) if row.provider_status.as_deref() == Some("processing") => {
            BoostStatus::Processing
        }
        (Progress::Pending | Progress::Abandoned, _) => BoostStatus::AwaitingPayment,
        (Progress::Held, _) => BoostStatus::Held,
        (Progress::Ended, Some(EndReason::Conflict)) => BoostStatus::GivenBack,
        (Progress::Ended, _) => BoostStatus::Ended,
    }
}
