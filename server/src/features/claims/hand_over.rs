//! Transferring a shop to another person; both confirm (D43).

use axum::{
    extract::{Path, State},
    http::StatusCode,
    response::IntoResponse,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    entity::hand_over::Model,
    ownership::{OwnershipChanged, OwnershipStep, owner},
    store::{hand_over as rows, pending_transfers},
};
use crate::{
    catalog::people::ShopAccess,
    features::Services,
    platform::{
        codes::{self, ProofMethod, Refused},
        error::{Error, ErrorBody, FieldErrors, Result},
        limits::table::TRANSFER_CODES_OF_A_NETWORK,
        mail::{EmailAddress, EmailText},
        sessions::{self, SignedIn},
        typed_text::Field,
        web::{Access, Actor, Client, Fresh, JsonBody, Route, path_id},
    },
};

const VALID_EMAIL: &str = "Valid email is required";

const NAME: Field = Field {
    name: "name",
    label: "Name",
    most: 120,
};

/// Who a shop is handed over to.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct NewOwner {
    #[schema(max_length = 120)]
    pub name: Option<String>,
    #[schema(value_type = Option<EmailText>)]
    pub email: Option<String>,
}

/// One of the two addresses, and its code; no code when the browser is signed in with it.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct HandOverCode {
    #[schema(value_type = EmailText)]
    pub email: String,
    #[schema(max_length = 32)]
    pub code: Option<String>,
}

/// The token of the mail's link.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HandOverLink {
    #[schema(max_length = 64)]
    pub token: String,
}

/// The address that a code is to go to again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HandOverAddress {
    #[schema(value_type = EmailText)]
    pub email: String,
}

/// The owner's new address.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct NewAddress {
    #[schema(value_type = Option<EmailText>)]
    pub email: Option<String>,
}

/// A hand-over that waits for both.
#[derive(Debug, Serialize, ToSchema)]
pub struct HandOverBegun {
    pub id: Uuid,
    pub message: String,
}

/// The transfer of a shop that is waiting, if there is one.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnHandOver {
    #[schema(required)]
    pub pending: Option<PendingHandOver>,
}

/// A transfer that waits for one or both.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PendingHandOver {
    pub id: Uuid,
    /// The present owner's address.
    pub from: String,
    /// The next owner's.
    pub to: String,
    /// The present owner changes their own address.
    pub is_own_address: bool,
    pub owner_confirmed: bool,
    pub new_owner_confirmed: bool,
    /// When it expires.
    pub ends: DateTime<Utc>,
}

/// How far a hand-over has come.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandOverProgress {
    pub id: Uuid,
    pub slug: String,
    pub shop_name: String,
    pub owner_confirmed: bool,
    pub new_owner_confirmed: bool,
    /// The present owner changes their own address.
    pub is_own_address: bool,
    /// The shop has its new owner.
    pub done: bool,
}

/// What everybody is told, whatever the address.
#[derive(Debug, Serialize, ToSchema)]
pub struct HandOverCodeSent {
    pub message: String,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    let routes = [
        Route::at("/api/coffee-shops/{slugOrId}/ownership/hand-over")
            .get(Access::ShopOwner, show_hand_over)
            .post(Access::ShopOwner, hand_over_shop),
        Route::at("/api/coffee-shops/{slugOrId}/ownership/change-address")
            .post(Access::ShopOwner, change_owner_address),
        Route::at("/api/coffee-shops/{slugOrId}/ownership/cancel-hand-over")
            .post(Access::ShopOwner, cancel_hand_over),
        Route::at("/api/hand-overs/confirm-link").post(Access::Anyone, confirm_hand_over_by_link),
        Route::at("/api/hand-overs/{id}/confirm").post(Access::Anyone, confirm_hand_over),
        Route::at("/api/hand-overs/{id}/resend").post(Access::Anyone, send_hand_over_code),
    ];
    let small = |route: Route<Services>| route.with_largest_body(4 * 1024);
    routes.into_iter().map(small).collect()
}

/// Show the transfer that a shop's owner has begun.
#[utoipa::path(get, path = "/api/coffee-shops/{slugOrId}/ownership/hand-over", tag = "claims", params(("slugOrId" = String, Path)),
    responses((status = 200, body = OwnHandOver), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn show_hand_over(
    State(services): State<Services>,
    Path(_): Path<String>,
    actor: Actor,
    access: ShopAccess,
) -> Result<Fresh<OwnHandOver>> {
    owner(actor, access)?;
    let now = services.clock.now();
    let found = pending_transfers::pending_of(services.database.reads(), access.shop, now).await?;
    let pending = found.map(|(row, [from, to])| PendingHandOver {
        id: row.id,
        from,
        to,
        is_own_address: row.is_own_address,
        owner_confirmed: row.from_confirmed_at.is_some(),
        new_owner_confirmed: row.to_confirmed_at.is_some(),
        ends: pending_transfers::lapses_at(&row),
    });
    Ok(Fresh(OwnHandOver { pending }))
}

/// Begin to hand a shop over. A link goes to both addresses, which sends a code; the shop moves when both have confirmed.
#[utoipa::path(post, path = "/api/coffee-shops/{slugOrId}/ownership/hand-over", tag = "claims", params(("slugOrId" = String, Path)),
    request_body = NewOwner,
    responses((status = 202, body = HandOverBegun), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn hand_over_shop(
    State(services): State<Services>,
    Path(_): Path<String>,
    actor: Actor,
    access: ShopAccess,
    JsonBody(new): JsonBody<NewOwner>,
) -> Result<impl IntoResponse> {
    let owner = owner(actor, access)?;
    let mut wrong = FieldErrors::default();
    let name = NAME.line(new.name.as_deref(), &mut wrong);
    let email = address(new.email.as_deref().unwrap_or_default());
    if email.is_err() {
        wrong.add("email", VALID_EMAIL);
    }
    wrong.refuse_any()?;
    let to = rows::Recipient::Other(email?, name);
    let row = rows::begin(&services, owner, access.shop, to).await?;
    let begun = HandOverBegun {
        id: row.id,
        message: "We've emailed both of you a link. The shop transfers once you've both confirmed."
            .to_owned(),
    };
    Ok((StatusCode::ACCEPTED, Fresh(begun)))
}

/// Begin to change the owner's email address. A code goes to the old and the new one; once both are confirmed, all of the owner's
/// shops belong to the new address.
#[utoipa::path(post, path = "/api/coffee-shops/{slugOrId}/ownership/change-address", tag = "claims",
    params(("slugOrId" = String, Path)), request_body = NewAddress,
    responses((status = 202, body = HandOverBegun), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn change_owner_address(
    State(services): State<Services>,
    Path(_): Path<String>,
    actor: Actor,
    access: ShopAccess,
    JsonBody(new): JsonBody<NewAddress>,
) -> Result<impl IntoResponse> {
    let owner = owner(actor, access)?;
    let to = rows::Recipient::OwnAddress(address(new.email.as_deref().unwrap_or_default())?);
    let row = rows::begin(&services, owner, access.shop, to).await?;
    let begun = HandOverBegun {
        id: row.id,
        message:
            "We've emailed a code to each address. The change takes effect once both are confirmed."
                .to_owned(),
    };
    Ok((StatusCode::ACCEPTED, Fresh(begun)))
}

/// Keep a shop after all: end its hand-over.
#[utoipa::path(post, path = "/api/coffee-shops/{slugOrId}/ownership/cancel-hand-over", tag = "claims",
    params(("slugOrId" = String, Path)), request_body = OwnershipStep,
    responses((status = 200, body = OwnershipChanged), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn cancel_hand_over(
    State(services): State<Services>,
    Path(_): Path<String>,
    actor: Actor,
    access: ShopAccess,
    JsonBody(_): JsonBody<OwnershipStep>,
) -> Result<Fresh<OwnershipChanged>> {
    let shop = rows::cancel(&services, actor, access).await?;
    Ok(Fresh(OwnershipChanged { slug: shop.slug }))
}

/// Confirm a hand-over with the code that went to one of the two addresses. Signs in.
#[utoipa::path(post, path = "/api/hand-overs/{id}/confirm", tag = "claims", params(("id" = String, Path)),
    request_body = HandOverCode,
    responses((status = 200, body = HandOverProgress), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 413, body = ErrorBody), (status = 415, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub async fn confirm_hand_over(
    State(services): State<Services>,
    Path(id): Path<String>,
    signed_in: SignedIn,
    client: Client,
    JsonBody(answer): JsonBody<HandOverCode>,
) -> Result<impl IntoResponse> {
    let address = address(&answer.email)?;
    let row = hand_over_named(&services, &id).await?;
    let connection = services.database.reads();
    let person = sessions::person_by_address(connection, &services.keys, &address)
        .await?
        .filter(|person| [row.from_person_id, row.to_person_id].contains(&person.id));
    let Some(person) = person else {
        let guess = (address, answer.code.unwrap_or_default());
        return Err(rows::refuse_stranger(&services, row.id, guess, client).await?);
    };
    // Whoever finds the owner's browser open must not move the shops away: here, the old address proves itself, too.
    if row.is_own_address && answer.code.is_none() {
        return Err(Error::invalid_field(
            "code",
            "Please enter the code that we emailed to this address.",
        ));
    }
    let method = ProofMethod::by_code(&person, (answer.code, &signed_in), client)?;
    let whose = (person.id, method);
    let progress = rows::confirm(&services, row.id, whose, signed_in).await?;
    Ok(answered(&services, progress))
}

/// Confirm a hand-over with the token of the mail's link.
#[utoipa::path(post, path = "/api/hand-overs/confirm-link", tag = "claims", request_body = HandOverLink,
    responses((status = 200, body = HandOverProgress), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 413, body = ErrorBody), (status = 415, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub async fn confirm_hand_over_by_link(
    State(services): State<Services>,
    signed_in: SignedIn,
    client: Client,
    JsonBody(link): JsonBody<HandOverLink>,
) -> Result<impl IntoResponse> {
    codes::count_link(&services.limits, &client)?;
    let about = rows::of_link(services.database.reads(), &services, &link.token).await?;
    let (id, person) = about.ok_or(Refused::Wrong)?;
    let whose = (person, ProofMethod::by_link(link.token, client));
    let progress = rows::confirm(&services, id, whose, signed_in).await?;
    Ok(answered(&services, progress))
}

/// Send the code of a hand-over again. The answer is the same for every address.
#[utoipa::path(post, path = "/api/hand-overs/{id}/resend", tag = "claims", params(("id" = String, Path)),
    request_body = HandOverAddress,
    responses((status = 202, body = HandOverCodeSent), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn send_hand_over_code(
    State(services): State<Services>,
    Path(id): Path<String>,
    client: Client,
    JsonBody(asked): JsonBody<HandOverAddress>,
) -> Result<impl IntoResponse> {
    let address = address(&asked.email)?;
    let (database, keys, now) = (&services.database, &services.keys, services.clock.now());
    let counted = (&TRANSFER_CODES_OF_A_NETWORK, &client);
    codes::count_again(database, keys, counted, now).await?;
    let row = hand_over_named(&services, &id).await?;
    rows::send_again(&services, row.id, address).await?;
    let message =
        "If that address is part of this transfer, a new code is on its way. Please check your email."
            .to_owned();
    Ok((StatusCode::ACCEPTED, Fresh(HandOverCodeSent { message })))
}

fn address(typed: &str) -> Result<EmailAddress> {
    EmailAddress::parse(typed, "email").map_err(|_| Error::invalid_field("email", VALID_EMAIL))
}

async fn hand_over_named(services: &Services, id: &str) -> Result<Model> {
    let id = path_id(id, pending_transfers::gone)?;
    pending_transfers::find_live(services.database.reads(), id, services.clock.now()).await
}

fn answered(services: &Services, progress: rows::Progress) -> impl IntoResponse + use<> {
    let rows::Progress { row, shop, token } = progress;
    let answer = HandOverProgress {
        id: row.id,
        slug: shop.slug,
        shop_name: shop.name,
        owner_confirmed: row.from_confirmed_at.is_some(),
        new_owner_confirmed: row.to_confirmed_at.is_some(),
        is_own_address: row.is_own_address,
        done: row.done_at.is_some(),
    };
    (
        codes::session_cookie(token.as_deref(), services.is_secure()),
        Fresh(answer),
    )
}
