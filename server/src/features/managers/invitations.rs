//! Answering an invitation. Its link shows it for seven days; accepting proves the address with a fresh code, or by being signed
//! in with it. Reading it is a POST, and the token stands behind the `#`.

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    MANAGER,
    store::{
        answering::{self, Invitation},
        ends_at, no_invitation,
    },
};
use crate::{
    features::Services,
    platform::{
        codes::{self, ProofMethod, Refused},
        error::{ErrorBody, Result},
        sessions::{self, SignedIn},
        web::{Access, Client, Fresh, JsonBody, Route},
    },
};

/// The token of an email's link.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InvitationLink {
    #[schema(max_length = 128)]
    pub token: String,
}

/// The invitation, and the code that went to its address; no code when the browser is signed in with it.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InvitationCode {
    #[schema(max_length = 128)]
    pub token: String,
    #[serde(default)]
    #[schema(max_length = 32)]
    pub code: Option<String>,
}

/// What somebody is invited to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagerInvitation {
    pub slug: String,
    pub shop_name: String,
    pub city_name: String,
    pub state: String,
    /// The owner's address.
    pub from: String,
    /// The invited address.
    pub to: String,
    pub ends_at: DateTime<Utc>,
    /// The browser is signed in with the invited address, so no code is needed.
    pub is_signed_in: bool,
}

/// A shop that the person manages now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagedShop {
    pub slug: String,
    pub shop_name: String,
}

/// A code is on its way.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitationCodeSent {
    /// When a code can be sent, if none could now.
    #[schema(required)]
    pub next_code_at: Option<DateTime<Utc>>,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    let routes = [
        Route::at("/api/manager-invitations/show").post(Access::SignedCall, show_invitation),
        Route::at("/api/manager-invitations/send-code")
            .post(Access::SignedCall, send_invitation_code),
        Route::at("/api/manager-invitations/accept").post(Access::SignedCall, accept_invitation),
        Route::at("/api/manager-invitations/accept-link")
            .post(Access::SignedCall, accept_invitation_by_link),
        Route::at("/api/manager-invitations/decline").post(Access::SignedCall, decline_invitation),
    ];
    let small = |route: Route<Services>| route.with_largest_body(4 * 1024);
    routes.into_iter().map(small).collect()
}

async fn invitation(services: &Services, client: &Client, token: &str) -> Result<Invitation> {
    codes::count_link(&services.limits, client)?;
    let (connection, now) = (services.database.reads(), services.clock.now());
    answering::invitation_of(connection, &services.keys, token, now).await
}

/// Show an invitation to manage a shop.
#[utoipa::path(post, path = "/api/manager-invitations/show", tag = "your shop", request_body = InvitationLink,
    responses((status = 200, body = ManagerInvitation), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn show_invitation(
    State(services): State<Services>,
    signed_in: SignedIn,
    client: Client,
    JsonBody(link): JsonBody<InvitationLink>,
) -> Result<Fresh<ManagerInvitation>> {
    let found = invitation(&services, &client, &link.token).await?;
    let owner = sessions::find_person(services.database.reads(), found.row.invited_by).await?;
    let view = services.catalog.view();
    let city = view.city(found.shop.city_id).ok_or_else(no_invitation)?;
    Ok(Fresh(ManagerInvitation {
        ends_at: ends_at(&found.row),
        is_signed_in: signed_in.person() == Some(found.person.id),
        slug: found.shop.slug,
        shop_name: found.shop.name,
        city_name: city.city.name.to_string(),
        state: city.city.state.to_string(),
        from: owner.ok_or_else(no_invitation)?.email,
        to: found.person.email,
    }))
}

/// Send a fresh code to the invited address.
#[utoipa::path(post, path = "/api/manager-invitations/send-code", tag = "your shop", request_body = InvitationLink,
    responses((status = 202, body = InvitationCodeSent), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn send_invitation_code(
    State(services): State<Services>,
    client: Client,
    JsonBody(link): JsonBody<InvitationLink>,
) -> Result<impl IntoResponse> {
    let found = invitation(&services, &client, &link.token).await?;
    let sent = answering::send_code(&services, found).await;
    let next_code_at = codes::next_code_at(sent, services.clock.now())?;
    Ok((
        StatusCode::ACCEPTED,
        Fresh(InvitationCodeSent { next_code_at }),
    ))
}

/// Accept an invitation with the code that went to its address. Signs in.
#[utoipa::path(post, path = "/api/manager-invitations/accept", tag = "your shop", request_body = InvitationCode,
    responses((status = 200, body = ManagedShop), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn accept_invitation(
    State(services): State<Services>,
    signed_in: SignedIn,
    client: Client,
    JsonBody(answer): JsonBody<InvitationCode>,
) -> Result<impl IntoResponse> {
    let found = invitation(&services, &client, &answer.token).await?;
    let method = ProofMethod::by_code(&found.person, (answer.code, &signed_in), client)?;
    accepted(&services, found, method, signed_in).await
}

/// Accept an invitation with the link of the code's email. Signs in.
#[utoipa::path(post, path = "/api/manager-invitations/accept-link", tag = "your shop", request_body = InvitationLink,
    responses((status = 200, body = ManagedShop), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn accept_invitation_by_link(
    State(services): State<Services>,
    signed_in: SignedIn,
    client: Client,
    JsonBody(link): JsonBody<InvitationLink>,
) -> Result<impl IntoResponse> {
    codes::count_link(&services.limits, &client)?;
    let (connection, now) = (services.database.reads(), services.clock.now());
    let about = codes::peek_link(connection, &services.keys, MANAGER, &link.token).await?;
    let id = about
        .and_then(|(subject, _)| subject)
        .ok_or(Refused::Wrong)?;
    let found = answering::find_invitation(connection, id, now).await?;
    let method = ProofMethod::by_link(link.token, client);
    accepted(&services, found, method, signed_in).await
}

async fn accepted(
    services: &Services,
    found: Invitation,
    method: ProofMethod,
    before: SignedIn,
) -> Result<impl IntoResponse + use<>> {
    let token = answering::accept(services, &found, method, before).await?;
    let answer = ManagedShop {
        slug: found.shop.slug,
        shop_name: found.shop.name,
    };
    Ok((
        codes::session_cookie(token.as_deref(), services.is_secure()),
        Fresh(answer),
    ))
}

/// Decline an invitation.
#[utoipa::path(post, path = "/api/manager-invitations/decline", tag = "your shop", request_body = InvitationLink,
    responses((status = 204), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn decline_invitation(
    State(services): State<Services>,
    client: Client,
    JsonBody(link): JsonBody<InvitationLink>,
) -> Result<StatusCode> {
    let found = invitation(&services, &client, &link.token).await?;
    answering::decline(&services, found).await?;
    Ok(StatusCode::NO_CONTENT)
}
