//! Signing in and out, and the current session.

use axum::{
    extract::{Path, State},
    http::{StatusCode, header},
    response::{AppendHeaders, IntoResponse},
};
use chrono::{DateTime, Utc};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::store;
use crate::{
    catalog::{
        Photo,
        entities::story,
        people::{self, ShopRole},
        story_photos,
    },
    features::Services,
    platform::{
        codes::{self, NewLinkSent, OldLink, Proof, SIGN_IN},
        error::{Error, ErrorBody, Result},
        mail::{self, EmailAddress, EmailText},
        sessions::{self, Kind, Session, SignedIn},
        web::{Access, Client, Fresh, JsonBody, Route},
    },
};

/// The address to email a code to.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CodeRequest {
    #[schema(value_type = EmailText)]
    pub email: String,
}

/// The response to every request, whether or not the address is known.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CodeSent {
    pub message: String,
    /// Whether it is known that no emails are being sent at the moment.
    pub is_delayed: bool,
}

/// A code and its address.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CodeAnswer {
    #[schema(value_type = EmailText)]
    pub email: String,
    /// Six digits; spaces and dashes are ignored.
    #[schema(max_length = 32)]
    pub code: String,
}

/// The token from an emailed link.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkAnswer {
    #[schema(max_length = 64)]
    pub token: String,
}

/// Who is signed in.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionAnswer {
    pub is_admin: bool,
    /// When the administrator's session ends.
    #[schema(required)]
    pub admin_until: Option<DateTime<Utc>>,
    #[schema(required)]
    pub person: Option<SessionPerson>,
    /// The shops that the person owns or has submitted, by name.
    pub shops: Vec<SessionShop>,
}

/// Someone with a confirmed address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionPerson {
    pub id: Uuid,
    pub email: String,
    #[schema(required)]
    pub name: Option<String>,
    /// When the session ends.
    pub until: DateTime<Utc>,
}

/// A shop that the person owns or has submitted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionShop {
    pub id: Uuid,
    pub slug: String,
    pub name: String,
    pub role: ShopRole,
    /// The newest story in any state; `null` if there is none.
    #[schema(required)]
    pub story: Option<SessionStory>,
}

/// A story as its author sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionStory {
    pub id: Uuid,
    pub status: story::Status,
    pub prompt1_response: String,
    #[schema(required)]
    pub prompt2_response: Option<String>,
    /// Its photo, or the photo of the story it replaces.
    #[schema(required)]
    pub photo_url: Option<String>,
    /// The reason for a rejection, if one was given.
    #[schema(required)]
    pub reason: Option<String>,
    /// Rises with every change. Send it back with a new text.
    pub version: i64,
}

/// A signed-in browser.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeviceSession {
    pub id: Uuid,
    /// Such as "Safari on iPhone".
    pub device: String,
    pub created_at: DateTime<Utc>,
    /// Accurate to the hour.
    pub last_seen_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// Whether it is this browser.
    pub is_current: bool,
}

/// Number of ended sessions.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionsEnded {
    pub ended: u64,
}

/// All addresses of this room.
#[must_use]
pub fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/sign-in").post(Access::Anyone, send_code),
        Route::at("/api/sign-in/code").post(Access::Anyone, sign_in_with_code),
        Route::at("/api/sign-in/link").post(Access::Anyone, sign_in_with_link),
        Route::at("/api/sign-in/new-link").post(Access::Anyone, send_new_link),
        Route::at("/api/sign-out").post(Access::Anyone, sign_out),
        Route::at("/api/session").get(Access::Anyone, show_session),
        Route::at("/api/sessions")
            .get(Access::SignedIn, list_sessions)
            .delete(Access::SignedIn, end_other_sessions),
        Route::at("/api/sessions/{id}").delete(Access::SignedIn, end_session),
    ]
}

/// Email a sign-in code and link. The response is the same for every address.
#[utoipa::path(post, path = "/api/sign-in", tag = "sign-in", request_body = CodeRequest,
    responses((status = 202, body = CodeSent), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn send_code(
    State(services): State<Services>,
    client: Client,
    JsonBody(asked): JsonBody<CodeRequest>,
) -> Result<impl IntoResponse> {
    let address = EmailAddress::parse(&asked.email, "email")?;
    store::send_code(&services, &address, client.network()).await?;
    let health = mail::health(services.database.reads(), services.clock.now()).await?;
    let is_delayed = health.is_broken();
    let message = if is_delayed {
        "We're having trouble sending email right now, so your code may not arrive. Please try again later."
    } else {
        "Check your email: we've sent you a code."
    };
    let message = message.to_owned();
    Ok((
        StatusCode::ACCEPTED,
        Fresh(CodeSent {
            message,
            is_delayed,
        }),
    ))
}

/// Sign in with a code. Sets the session cookie. A code works once, for 10 minutes; five wrong guesses invalidate it.
#[utoipa::path(post, path = "/api/sign-in/code", tag = "sign-in", request_body = CodeAnswer,
    responses((status = 200, body = SessionAnswer), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn sign_in_with_code(
    State(services): State<Services>,
    client: Client,
    JsonBody(answer): JsonBody<CodeAnswer>,
) -> Result<impl IntoResponse> {
    let address = EmailAddress::parse(&answer.email, "email")?;
    let code = codes::clean(&answer.code)?;
    sign_in(&services, &client, Proof::Code(address, code)).await
}

/// Sign in with the token from an emailed link. Sets the session cookie. A link works once, for 10 minutes.
#[utoipa::path(post, path = "/api/sign-in/link", tag = "sign-in", request_body = LinkAnswer,
    responses((status = 200, body = SessionAnswer), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn sign_in_with_link(
    State(services): State<Services>,
    client: Client,
    JsonBody(answer): JsonBody<LinkAnswer>,
) -> Result<impl IntoResponse> {
    codes::count_link(&services.limits, &client)?;
    sign_in(&services, &client, Proof::Link(answer.token)).await
}

/// Email a new sign-in code and link to the address of an old link.
#[utoipa::path(post, path = "/api/sign-in/new-link", tag = "sign-in", request_body = OldLink,
    responses((status = 202, body = NewLinkSent), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn send_new_link(
    State(services): State<Services>,
    client: Client,
    JsonBody(old): JsonBody<OldLink>,
) -> Result<impl IntoResponse> {
    codes::count_link(&services.limits, &client)?;
    let (connection, keys) = (services.database.reads(), &services.keys);
    let (_, address) = codes::of_old_link(connection, keys, (SIGN_IN.name, &old)).await?;
    store::send_code(&services, &address, client.network()).await?;
    Ok((StatusCode::ACCEPTED, Fresh(NewLinkSent::default())))
}

async fn sign_in(
    services: &Services,
    client: &Client,
    proof: Proof,
) -> Result<impl IntoResponse + use<>> {
    let before = services.signed_in(client).await?;
    let token = store::open_session(services, proof, (client, before)).await?;
    let signed_in = sessions::with_token(
        &services.database,
        &services.keys,
        (Kind::Owner, &token),
        services.clock.now(),
    )
    .await?;
    let answer = session_of(
        services,
        SignedIn {
            owner: signed_in,
            admin: before.admin,
        },
    )
    .await?;
    let cookie = codes::session_cookie(Some(&token), services.is_secure());
    Ok((cookie, Fresh(answer)))
}

/// Sign out as an owner in this browser. Removes the session cookie, even if the session had already ended.
#[utoipa::path(post, path = "/api/sign-out", tag = "sign-in",
    responses((status = 200, body = SessionAnswer),
        (status = 403, description = "Sent from another site", body = ErrorBody)))]
pub async fn sign_out(
    State(services): State<Services>,
    signed_in: SignedIn,
) -> Result<impl IntoResponse> {
    if let Some(session) = signed_in.owner {
        store::end_session(&services, session.id, Kind::Owner, session.person).await?;
    }
    let left = SignedIn {
        owner: None,
        ..signed_in
    };
    let cookie = sessions::clear(Kind::Owner, services.is_secure());
    let answer = session_of(&services, left).await?;
    Ok((AppendHeaders([(header::SET_COOKIE, cookie)]), Fresh(answer)))
}

/// Show who is signed in, the person's shops, and each shop's newest story.
#[utoipa::path(get, path = "/api/session", tag = "sign-in", responses((status = 200, body = SessionAnswer)))]
pub async fn show_session(
    State(services): State<Services>,
    signed_in: SignedIn,
) -> Result<Fresh<SessionAnswer>> {
    session_of(&services, signed_in).await.map(Fresh)
}

async fn session_of(services: &Services, signed_in: SignedIn) -> Result<SessionAnswer> {
    let mut answer = SessionAnswer {
        is_admin: signed_in.admin.is_some(),
        admin_until: signed_in.admin.map(|session| session.expires_at),
        ..SessionAnswer::default()
    };
    let connection = services.database.reads();
    let (Some(session), Some(id)) = (signed_in.owner, signed_in.person()) else {
        return Ok(answer);
    };
    let Some(person) = sessions::find_person(connection, id).await? else {
        return Ok(answer);
    };
    for (row, role) in people::shops_of(connection, id).await? {
        let story = match people::latest_story_of(connection, row.id).await? {
            Some(story) => Some(story_of(connection, story).await?),
            None => None,
        };
        answer.shops.push(SessionShop {
            id: row.id,
            slug: row.slug,
            name: row.name,
            role,
            story,
        });
    }
    answer.person = Some(SessionPerson {
        id: person.id,
        email: person.email,
        name: person.name,
        until: session.expires_at,
    });
    Ok(answer)
}

/// A story as its author sees it.
async fn story_of(connection: &impl ConnectionTrait, story: story::Model) -> Result<SessionStory> {
    let reason = match story.status {
        story::Status::Rejected => people::rejection_of(connection, story.id).await?,
        story::Status::Pending | story::Status::Approved => None,
    };
    let photo = story_photos::photo_of(connection, &story).await?;
    Ok(SessionStory {
        id: story.id,
        status: story.status,
        version: story.edition(),
        prompt1_response: story.prompt1_response,
        prompt2_response: story.prompt2_response,
        photo_url: photo.map(|row| Photo::from(row).address()),
        reason,
    })
}

/// List the browsers signed in with this address, newest first.
#[utoipa::path(get, path = "/api/sessions", tag = "sign-in",
    responses((status = 200, body = Vec<DeviceSession>), (status = 401, body = ErrorBody)))]
pub async fn list_sessions(
    State(services): State<Services>,
    signed_in: SignedIn,
) -> Result<Fresh<Vec<DeviceSession>>> {
    let current = owner_session(&signed_in)?;
    let now = services.clock.now();
    let rows = sessions::list_of(&services.database, Kind::Owner, current.person, now).await?;
    let sessions = rows.into_iter().map(|row| DeviceSession {
        id: row.id,
        device: row.device,
        created_at: row.created_at,
        last_seen_at: row.last_seen_at,
        expires_at: row.expires_at,
        is_current: row.id == current.id,
    });
    Ok(Fresh(sessions.collect()))
}

/// Sign one browser out.
#[utoipa::path(delete, path = "/api/sessions/{id}", tag = "sign-in", params(("id" = Uuid, Path)),
    responses((status = 204), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn end_session(
    State(services): State<Services>,
    signed_in: SignedIn,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    let missing = || Error::NotFound("There is no such session.".into());
    let id = Uuid::try_parse(&id).map_err(|_| missing())?;
    let person = owner_session(&signed_in)?.person;
    if store::end_session(&services, id, Kind::Owner, person).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(missing())
    }
}

/// Sign all other browsers out.
#[utoipa::path(delete, path = "/api/sessions", tag = "sign-in",
    responses((status = 200, body = SessionsEnded), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody)))]
pub async fn end_other_sessions(
    State(services): State<Services>,
    signed_in: SignedIn,
) -> Result<Fresh<SessionsEnded>> {
    let current = owner_session(&signed_in)?;
    let ended = store::end_other_sessions(&services, current).await?;
    Ok(Fresh(SessionsEnded { ended }))
}

fn owner_session(signed_in: &SignedIn) -> Result<Session> {
    signed_in
        .owner
        .ok_or_else(|| Error::Unauthorized("Please sign in first.".into()))
}
