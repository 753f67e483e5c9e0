//! Leaving a shop, handing it over, taking it back.

use axum::{
    extract::{Path, State},
    http::StatusCode,
    response::IntoResponse,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    form,
    routes::{confirms_by, cookie, guesses},
    store::{self, Confirms, ownership as rows},
};
use crate::{
    catalog::people::{ShopAccess, ShopRole},
    features::Services,
    platform::{
        codes::{Guess, Proof},
        error::{Error, ErrorBody, FieldErrors, Result},
        mail::EmailAddress,
        sessions::{self, SignedIn},
        typed_text::Field,
        web::{Access, Actor, Client, Fresh, JsonBody, Route},
    },
};

const NAME: Field = Field {
    name: "name",
    label: "Name",
    most: 120,
};

/// An empty body.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnershipStep {}

/// Who a shop is handed over to.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct NewOwner {
    #[schema(max_length = 120)]
    pub name: Option<String>,
    #[schema(max_length = 254)]
    pub email: Option<String>,
}

/// Why a shop is taken back.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct TakeBack {
    #[schema(max_length = 500)]
    pub reason: Option<String>,
}

/// One of the two addresses, and its code; no code when the browser is signed in with it.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct HandOverCode {
    #[schema(max_length = 254)]
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
    #[schema(max_length = 254)]
    pub email: String,
}

/// The shop whose owner has changed.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnershipChanged {
    pub slug: String,
}

/// A hand-over that waits for both.
#[derive(Debug, Serialize, ToSchema)]
pub struct HandOverBegun {
    pub id: Uuid,
    pub message: String,
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
    /// The shop has its new owner.
    pub done: bool,
}

/// What everybody is told, whatever the address.
#[derive(Debug, Serialize, ToSchema)]
pub struct HandOverCodeSent {
    pub message: String,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    const SMALL: usize = 4 * 1024;
    vec![
        Route::at("/api/coffee-shops/{slugOrId}/ownership/leave")
            .post(Access::ShopOwner, leave_shop)
            .with_largest_body(SMALL),
        Route::at("/api/coffee-shops/{slugOrId}/ownership/hand-over")
            .post(Access::ShopOwner, hand_over_shop)
            .with_largest_body(SMALL),
        Route::at("/api/coffee-shops/{slugOrId}/ownership/cancel-hand-over")
            .post(Access::ShopOwner, cancel_hand_over)
            .with_largest_body(SMALL),
        Route::at("/api/hand-overs/confirm-link")
            .post(Access::Anyone, confirm_hand_over_by_link)
            .with_largest_body(SMALL),
        Route::at("/api/hand-overs/{id}/confirm")
            .post(Access::Anyone, confirm_hand_over)
            .with_largest_body(SMALL),
        Route::at("/api/hand-overs/{id}/resend")
            .post(Access::Anyone, send_hand_over_code)
            .with_largest_body(SMALL),
        Route::at("/api/admin/coffee-shops/{id}/take-back")
            .post(Access::Administrator, take_back_shop)
            .with_largest_body(8 * 1024),
    ]
}

/// The owner who calls; the administrator takes back instead.
fn owner(actor: Actor, access: ShopAccess) -> Result<Uuid> {
    match (access.role, actor) {
        (ShopRole::Owner, Actor::Person(person)) => Ok(person),
        _ => Err(Error::Forbidden(
            "Only this shop's owner can do that.".into(),
        )),
    }
}

/// Leave a shop: it has no owner then, and can be claimed.
#[utoipa::path(post, path = "/api/coffee-shops/{slugOrId}/ownership/leave", tag = "claims", params(("slugOrId" = String, Path)),
    request_body = OwnershipStep,
    responses((status = 200, body = OwnershipChanged), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn leave_shop(
    State(services): State<Services>,
    Path(_): Path<String>,
    actor: Actor,
    access: ShopAccess,
    JsonBody(_): JsonBody<OwnershipStep>,
) -> Result<Fresh<OwnershipChanged>> {
    owner(actor, access)?;
    let shop = rows::leave(&services, actor, access.shop).await?;
    Ok(Fresh(OwnershipChanged { slug: shop.slug }))
}

/// Begin to hand a shop over. A code goes to both addresses; the shop moves when both have confirmed.
#[utoipa::path(post, path = "/api/coffee-shops/{slugOrId}/ownership/hand-over", tag = "claims", params(("slugOrId" = String, Path)),
    request_body = NewOwner,
    responses((status = 202, body = HandOverBegun), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
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
    let typed = new.email.as_deref().unwrap_or_default();
    let email = EmailAddress::parse(typed, "email");
    if email.is_err() {
        wrong.add("email", "Valid email is required");
    }
    wrong.refuse_any()?;
    let row = rows::begin(&services, owner, access.shop, (email?, name)).await?;
    let begun = HandOverBegun {
        id: row.id,
        message: "We've sent a code to both of you. The shop moves when both have confirmed."
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
    let shop = rows::cancel(&services, actor, access.shop).await?;
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
    let address = EmailAddress::parse(&answer.email, "email")
        .map_err(|_| Error::invalid_field("email", "Valid email is required"))?;
    let row = hand_over_named(&services, &id).await?;
    let connection = services.database.reads();
    let person = sessions::person_by_address(connection, &services.keys, &address)
        .await?
        .filter(|person| [row.from_person_id, row.to_person_id].contains(&person.id))
        // A stranger's address has no code; the answer is that of a wrong one.
        .ok_or_else(|| store::refused(Guess::Wrong))?;
    let confirms = confirms_by(&services, &person, (answer.code, &signed_in), client)?;
    let whose = (person.id, confirms);
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
    guesses(&services, &client)?;
    let about = rows::of_link(services.database.reads(), &services, &link.token).await?;
    let (id, person) = about.ok_or_else(|| store::refused(Guess::Expired))?;
    let whose = (person, Confirms::Proof(Proof::Link(link.token), client));
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
    let address = EmailAddress::parse(&asked.email, "email")
        .map_err(|_| Error::invalid_field("email", "Valid email is required"))?;
    guesses(&services, &client)?;
    let row = hand_over_named(&services, &id).await?;
    rows::send_again(&services, row.id, address).await?;
    let message =
        "If that address takes part in this hand-over, a new code is on its way. Please check your email."
            .to_owned();
    Ok((StatusCode::ACCEPTED, Fresh(HandOverCodeSent { message })))
}

/// Take a shop back from its owner, with a reason that is mailed to them.
#[utoipa::path(post, path = "/api/admin/coffee-shops/{id}/take-back", tag = "administration", params(("id" = String, Path)),
    request_body = TakeBack,
    responses((status = 200, body = OwnershipChanged), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn take_back_shop(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBody(asked): JsonBody<TakeBack>,
) -> Result<Fresh<OwnershipChanged>> {
    let reason = form::read_reason(asked.reason.as_deref())?;
    let id = Uuid::try_parse(&id).map_err(|_| store::not_found())?;
    let shop = rows::take_back(&services, actor, id, reason).await?;
    Ok(Fresh(OwnershipChanged { slug: shop.slug }))
}

async fn hand_over_named(services: &Services, id: &str) -> Result<super::entity::hand_over::Model> {
    let id = Uuid::try_parse(id)
        .map_err(|_| Error::NotFound("There is no such hand-over, or it has ended.".into()))?;
    rows::find_live(services.database.reads(), id, services.clock.now()).await
}

fn answered(services: &Services, progress: rows::Progress) -> impl IntoResponse + use<> {
    let rows::Progress { row, shop, token } = progress;
    let answer = HandOverProgress {
        id: row.id,
        slug: shop.slug,
        shop_name: shop.name,
        owner_confirmed: row.from_confirmed_at.is_some(),
        new_owner_confirmed: row.to_confirmed_at.is_some(),
        done: row.done_at.is_some(),
    };
    (cookie(services, token), Fresh(answer))
}
