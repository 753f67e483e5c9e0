//! The address that a payer has at Stripe by now takes over: at the wish of the one before, a code goes to it, and only that code
//! moves the purchases. Nobody's sign-in moves anything, so neither a mistyped address nor somebody who names another one's at
//! Stripe does.

use axum::{extract::State, response::IntoResponse};
use chrono::{DateTime, Utc};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    changed_address::{address_at_stripe, at_stripe, mail},
    emails::EmailKind,
    entity::purchase,
    manage::{CancelQuestion, address_of, ask_for_proof, kept_rows, nothing_runs, proven},
    payer_info::{SubscriptionInfo, is_running},
    store,
};
use crate::{
    catalog::entities,
    features::Services,
    platform::{
        codes::{self, CodeEmail, Proof, Purpose},
        error::{Error, ErrorBody, Result},
        limits::table::PAYER_CODES_OF_A_NETWORK,
        limits_shared,
        mail::{EmailAddress, EmailText},
        sessions::{self, SignedIn},
        web::{Client, Fresh, JsonBody},
    },
};

/// What the codes are for.
const NEW_ADDRESS: &str = "payer-address";

/// The code that was sent to the new address.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddressConfirmation {
    /// The address before, which has to be proven.
    #[schema(value_type = EmailText)]
    pub email: String,
    pub subscription_id: Uuid,
    #[schema(value_type = EmailText)]
    pub new_email: String,
    pub code: String,
}

/// The token of the link that was sent to the new address.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddressLink {
    pub token: String,
}

/// What became of a new address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddressAnswer {
    pub status: AddressStatus,
    pub new_email: String,
}

/// `code_sent` to the new address, or `moved` to it.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AddressStatus {
    CodeSent,
    Moved,
}

/// Send a code to the address that a subscription has at Stripe by now, so that it takes over. Needs a session for the address
/// before; without one, the response is 202 and a code is emailed to a known address.
#[utoipa::path(post, path = "/api/send-payer-address-code", tag = "boosts", request_body = CancelQuestion,
    responses((status = 200, body = AddressAnswer), (status = 202, description = "A code was sent", body = SubscriptionInfo),
        (status = 400, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, description = "It has the same address at Stripe", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub async fn send_payer_address_code(
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
    let mine = |row: &&purchase::Model| Some(row.id) == asked.subscription_id && is_running(row);
    let row = rows.iter().find(mine).ok_or_else(nothing_runs)?;
    let Some(new) = at_stripe(&services, provider, row).await? else {
        return Err(Error::Conflict(
            "This boost has the same address at Stripe.".into(),
        ));
    };
    send_code(&services, &client, row, &new).await?;
    Ok(Fresh(AddressAnswer {
        status: AddressStatus::CodeSent,
        new_email: new.as_text(),
    })
    .into_response())
}

/// Let the new address take over the purchases of a subscription's payer, with the code that was sent to it. Needs a session for the
/// address before; without one, the response is 202 and a code is emailed to a known address.
#[utoipa::path(post, path = "/api/confirm-payer-address", tag = "boosts", request_body = AddressConfirmation,
    responses((status = 200, body = AddressAnswer), (status = 202, description = "A code was sent", body = SubscriptionInfo),
        (status = 400, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, description = "The boost has another address at Stripe by now", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub async fn confirm_payer_address(
    State(services): State<Services>,
    client: Client,
    signed_in: SignedIn,
    JsonBody(asked): JsonBody<AddressConfirmation>,
) -> Result<impl IntoResponse> {
    let address = address_of(&asked.email)?;
    let new = EmailAddress::parse(&asked.new_email, "newEmail")?;
    let code = codes::clean(&asked.code)?;
    let provider = services.payments.provider()?;
    if proven(&services, &signed_in, &address).await?.is_none() {
        return ask_for_proof(&services, &client, &address).await;
    }
    let rows = kept_rows(&services, provider, &address).await?;
    if !rows.iter().any(|row| row.id == asked.subscription_id) {
        return Err(nothing_runs());
    }
    refuse_corrected(&services, asked.subscription_id, &new).await?;
    let proof = Proof::Code(new, code);
    let moved = confirm(&services, &client, Some(asked.subscription_id), proof).await?;
    Ok(Fresh(moved).into_response())
}

/// The same with the link that was sent to the new address, which takes over without a session for the one before.
#[utoipa::path(post, path = "/api/confirm-payer-address/link", tag = "boosts", request_body = AddressLink,
    responses((status = 200, body = AddressAnswer), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "The boost has another address at Stripe by now", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub async fn confirm_payer_address_by_link(
    State(services): State<Services>,
    client: Client,
    JsonBody(asked): JsonBody<AddressLink>,
) -> Result<Fresh<AddressAnswer>> {
    codes::count_link(&services.limits, &client)?;
    let (reads, keys) = (services.database.reads(), &services.keys);
    let sent = codes::peek_link(reads, keys, NEW_ADDRESS, &asked.token).await?;
    if let Some((Some(purchase), address)) = sent {
        refuse_corrected(&services, purchase, &address).await?;
    }
    let proof = Proof::Link(asked.token);
    confirm(&services, &client, None, proof).await.map(Fresh)
}

/// The code and the link to an address that was mistyped do nothing any more once another one stands at Stripe.
async fn refuse_corrected(
    services: &Services,
    purchase: Uuid,
    address: &EmailAddress,
) -> Result<()> {
    let provider = services.payments.provider()?;
    let row = store::find(services.database.reads(), purchase).await?;
    let row = row.ok_or_else(nothing_runs)?;
    let hash = |address: &EmailAddress| sessions::address_hash(&services.keys, address);
    let there = address_at_stripe(provider, &row).await?;
    if there.is_some_and(|there| hash(&there) == hash(address)) {
        return Ok(());
    }
    Err(Error::Conflict(
        "This boost has another address at Stripe by now, so neither the code nor the link works anymore."
            .into(),
    ))
}

async fn send_code(
    services: &Services,
    client: &Client,
    row: &purchase::Model,
    new: &EmailAddress,
) -> Result<()> {
    let reads = services.database.reads();
    let town = match entities::shop_row(reads, row.shop_id).await? {
        Some(shop) => entities::city_row(reads, shop.city_id).await?,
        None => None,
    };
    // Nothing that anybody typed: the new address may be a stranger's.
    let place = town.map_or_else(String::new, |town| format!(" in {}", town.name));
    let email = CodeEmail {
        heading: "Confirm your address for payments".into(),
        reason: format!(
            "Someone, hopefully you, pays for the monthly boost of a coffee shop{place}, and wants to manage it and to get our emails about it with this address."
        ),
        page: "/manage-subscription?address=new",
        button: "Use this address",
    };
    let (held, to, network) = (services.clone(), new.clone(), client.network());
    let (id, now) = (row.id, services.clock.now());
    services
        .database
        .transaction(move |transaction| {
            let (services, to, email) = (held.clone(), to.clone(), email.clone());
            Box::pin(async move {
                let limit = &PAYER_CODES_OF_A_NETWORK;
                limits_shared::count(transaction, &services.keys, limit, network, now).await?;
                let purpose = Purpose {
                    name: NEW_ADDRESS,
                    subject: Some(id),
                };
                let what = (&to, &email);
                codes::send(transaction, services.code_sender(), &purpose, what, now).await
            })
        })
        .await?;
    services.mail.wake();
    Ok(())
}

/// Moves the purchases if the proof is right; a wrong guess is counted.
async fn confirm(
    services: &Services,
    client: &Client,
    subject: Option<Uuid>,
    proof: Proof,
) -> Result<AddressAnswer> {
    let (held, caller, now) = (services.clone(), client.clone(), services.clock.now());
    let moved = services
        .database
        .transaction(move |transaction| {
            let (services, client, proof) = (held.clone(), caller.clone(), proof.clone());
            Box::pin(async move {
                let purpose = Purpose {
                    name: NEW_ADDRESS,
                    subject,
                };
                let with = (&proof, &client);
                let guess = codes::redeem(transaction, &services.keys, &purpose, with, now).await?;
                let proven = match guess {
                    Ok(proven) => proven,
                    Err(refused) => return Ok(Err(refused)),
                };
                let purchase = proven.subject.ok_or_else(nothing_runs)?;
                move_to(transaction, &services, (purchase, &proven.address), now).await?;
                Ok(Ok(proven.address))
            })
        })
        .await?;
    services.mail.wake();
    Ok(AddressAnswer {
        status: AddressStatus::Moved,
        new_email: moved?.as_text(),
    })
}

async fn move_to(
    connection: &impl ConnectionTrait,
    services: &Services,
    (purchase, address): (Uuid, &EmailAddress),
    now: DateTime<Utc>,
) -> Result<()> {
    let row = store::find_locked(connection, purchase).await?;
    let row = row.ok_or_else(nothing_runs)?;
    let hash = sessions::address_hash(&services.keys, address);
    if row.payer_hash == hash {
        return Ok(());
    }
    // Written to the address before, which can object.
    if !mail(connection, services, EmailKind::AddressMoved, &row, now).await? {
        return Err(nothing_runs());
    }
    store::move_purchases(connection, &row, (&address.as_text(), &hash)).await?;
    if let Some(customer) = &row.customer {
        // What the address before buys next isn't this customer's.
        let before = (row.payer_hash.as_str(), row.is_live);
        store::forget_customer(connection, before, customer).await?;
    }
    Ok(())
}
