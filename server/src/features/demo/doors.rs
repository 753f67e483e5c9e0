//! The demo's doors: a newcomer sees it as a visitor, as an owner and as the administrator, without a password or a mail.

use axum::{
    extract::State,
    http::header,
    response::{AppendHeaders, IntoResponse},
};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::{self, ShownOwners};
use crate::{
    features::Services,
    platform::{
        codes::{self, Proof, Purpose},
        error::{Error, ErrorBody, Result},
        limits::table::DEMO_DOORS_OF_A_NETWORK,
        mail::EmailAddress,
        sessions::{self, Kind, SignedIn, person},
        web::{Access, Client, Fresh, JsonBody, Route},
    },
};

/// The purpose of an owner's link. Its code is shown to nobody, and nothing accepts one.
const OWNER: Purpose = Purpose {
    name: "demo-owner",
    subject: None,
};

/// Of a body, in bytes.
const LARGEST: usize = 1024;

/// Whom a newcomer sees the demo as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Door {
    Visitor,
    /// The owner of an invented shop.
    Owner,
    Administrator,
}

/// The door that was chosen.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChosenDoor {
    #[serde(rename = "as")]
    pub door: Door,
}

/// The token of a link from the console.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DoorLink {
    #[schema(max_length = 64)]
    pub token: String,
}

/// What is behind the door.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Entered {
    /// The first screen there.
    pub path: &'static str,
}

/// This room's addresses.
pub(super) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/demo/enter")
            .post(Access::Demo, enter_demo)
            .with_largest_body(LARGEST),
        Route::at("/api/demo/link")
            .post(Access::SignedCall, enter_demo_by_link)
            .with_largest_body(LARGEST),
    ]
}

/// See the demo as somebody else: this browser's sessions end, and one of theirs begins. Only for whoever sits at the machine that
/// serves the demo, unless `demo_doors` is set.
#[utoipa::path(post, path = "/api/demo/enter", tag = "demo", request_body = ChosenDoor,
    responses((status = 200, body = Entered), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, description = "No demo, or its doors are shut", body = ErrorBody),
        (status = 409, description = "The invented shops are gone", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn enter_demo(
    State(services): State<Services>,
    signed_in: SignedIn,
    client: Client,
    JsonBody(chosen): JsonBody<ChosenDoor>,
) -> Result<impl IntoResponse> {
    services
        .limits
        .check(&DEMO_DOORS_OF_A_NETWORK, client.network())?;
    let held = (services.clone(), client);
    let token = services
        .database
        .transaction(move |transaction| {
            let (services, client) = held.clone();
            Box::pin(async move {
                leave(transaction, signed_in).await?;
                let by = (&services.keys, &services.identifiers);
                let now = services.clock.now();
                match chosen.door {
                    Door::Visitor => Ok(None),
                    Door::Owner => {
                        let shown = store::owners_shown(transaction).await?;
                        let owner = shown.boosted.or(shown.second).ok_or_else(no_owner)?;
                        let whose = (Kind::Owner, Some(owner.id));
                        sessions::open(transaction, by, whose, &client, now)
                            .await
                            .map(Some)
                    }
                    // A stranger may look at everything, and doesn't know the password that acts such as adding
                    // administrators ask for.
                    Door::Administrator if services.settings.demo_doors => {
                        sessions::open_unconfirmed(transaction, by, &client, now)
                            .await
                            .map(Some)
                    }
                    Door::Administrator => {
                        sessions::open_for_administrator(transaction, by, None, &client, now)
                            .await
                            .map(Some)
                    }
                }
            })
        })
        .await?;
    if chosen.door == Door::Administrator {
        tracing::info!("an administrator came in by a door of the demo");
    }
    Ok(behind(chosen.door, token, services.is_secure()))
}

/// See the demo as an owner, with a link made by the command `demo links`. It works once, for 10 minutes.
#[utoipa::path(post, path = "/api/demo/link", tag = "demo", request_body = DoorLink,
    responses((status = 200, body = Entered), (status = 400, body = ErrorBody),
        (status = 401, description = "Used, expired, or never made", body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn enter_demo_by_link(
    State(services): State<Services>,
    signed_in: SignedIn,
    client: Client,
    JsonBody(link): JsonBody<DoorLink>,
) -> Result<impl IntoResponse> {
    codes::count_link(&services.limits, &client)?;
    let (held, proof) = ((services.clone(), client), Proof::Link(link.token));
    let token = services
        .database
        .transaction(move |transaction| {
            let ((services, client), proof) = (held.clone(), proof.clone());
            Box::pin(async move {
                let (by, now) = (
                    (&services.keys, &services.identifiers),
                    services.clock.now(),
                );
                let with = (&proof, &client);
                let Ok(proven) = codes::redeem(transaction, by.0, &OWNER, with, now).await? else {
                    return Ok(None);
                };
                let person =
                    sessions::person_by_address(transaction, by.0, &proven.address).await?;
                let Some(person) = person else {
                    return Ok(None);
                };
                if !may_be(transaction, &person).await? {
                    return Ok(None);
                }
                leave(transaction, signed_in).await?;
                let whose = (Kind::Owner, Some(person.id));
                sessions::open(transaction, by, whose, &client, now)
                    .await
                    .map(Some)
            })
        })
        .await?;
    let token = token.ok_or_else(|| {
        Error::Unauthorized(
            "This link was used or has expired. Make a new one on the server with “townperk demo links”."
                .into(),
        )
    })?;
    Ok(behind(Door::Owner, Some(token), services.is_secure()))
}

/// Makes a link that signs in once, within ten minutes, as the owner of a boosted invented shop. `None` if there is none any more.
///
/// # Errors
///
/// When the database fails.
pub async fn owner_link(services: &Services) -> Result<Option<String>> {
    link_of(services, |shown| shown.boosted).await
}

/// The same for who has owned an invented shop since yesterday. `None` if the demo began without a past, or they don't own it any
/// more.
///
/// # Errors
///
/// When the database fails.
pub async fn second_owner_link(services: &Services) -> Result<Option<String>> {
    link_of(services, |shown| shown.second).await
}

async fn link_of(
    services: &Services,
    choose: fn(ShownOwners) -> Option<person::Model>,
) -> Result<Option<String>> {
    let (held, now) = (services.clone(), services.clock.now());
    let issued = services
        .database
        .transaction(move |transaction| {
            let services = held.clone();
            Box::pin(async move {
                let Some(owner) = choose(store::owners_shown(transaction).await?) else {
                    return Ok(None);
                };
                let address = EmailAddress::parse(&owner.email, "email")?;
                let by = (&services.keys, &services.identifiers);
                codes::issue(transaction, by, &OWNER, &address, now)
                    .await
                    .map(Some)
            })
        })
        .await?;
    let origin = services.settings.origin();
    Ok(issued.map(|issued| format!("{origin}/demo#token={}", issued.token)))
}

/// Whether a newcomer may see the demo as this person: whoever has proven the address meanwhile is nobody's to be, unless nobody can
/// have it.
async fn may_be(connection: &impl ConnectionTrait, person: &person::Model) -> Result<bool> {
    if person.confirmed_at.is_none() {
        return Ok(true);
    }
    let second = store::owners_shown(connection).await?.second;
    Ok(second.is_some_and(|second| second.id == person.id))
}

/// Ends what this browser is signed in as.
async fn leave(connection: &impl ConnectionTrait, signed_in: SignedIn) -> Result<()> {
    if let Some(owner) = signed_in.owner {
        sessions::end(connection, owner.id, Kind::Owner, owner.person).await?;
    }
    if let Some(admin) = signed_in.admin {
        sessions::end_of_administrator(connection, admin.administrator, admin.id).await?;
    }
    Ok(())
}

/// The first screen, with the cookies of whom the newcomer is now.
fn behind(door: Door, token: Option<String>, is_secure: bool) -> impl IntoResponse {
    let (path, kind) = match door {
        Door::Visitor => ("/", None),
        Door::Owner => ("/your-shop", Some(Kind::Owner)),
        Door::Administrator => ("/admin", Some(Kind::Admin)),
    };
    let cookies = [Kind::Owner, Kind::Admin].map(|each| {
        let cookie = match &token {
            Some(token) if kind == Some(each) => sessions::set(each, token, is_secure),
            _ => sessions::clear(each, is_secure),
        };
        (header::SET_COOKIE, cookie)
    });
    (AppendHeaders(cookies), Fresh(Entered { path }))
}

fn no_owner() -> Error {
    Error::Conflict("The demo's coffee shops have been removed, and their owners with them.".into())
}
