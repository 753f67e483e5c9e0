//! The guard: decides who may use an endpoint, from sessions and rows (checklist X1).

use std::sync::Arc;

use axum::{
    extract::{FromRequestParts, RawPathParams, Request},
    http::request::Parts,
};

use super::Services;
use crate::{
    catalog::{
        not_found::shop_not_found,
        people::{self, ShopAccess, ShopRole},
    },
    platform::{
        administrators, demo_doors,
        error::{Error, Factor, Result},
        sessions::{Session, SignedIn},
        web::{Access, Actor, Client, Guard},
    },
};

/// The guard of this installation.
#[must_use]
pub fn guard(services: Services) -> Guard {
    Arc::new(move |access, request| {
        let services = services.clone();
        Box::pin(async move { admit(&services, access, request).await })
    })
}

async fn admit(services: &Services, access: Access, request: Request) -> Result<Request> {
    if matches!(access, Access::Anyone | Access::SignedCall) {
        return Ok(request);
    }
    if access == Access::Demo {
        let (headers, address) = (request.headers(), request.uri());
        return if services.is_demo() && demo_doors::are_open(&services.settings, headers, address) {
            Ok(request)
        } else {
            Err(Error::NotFound("There is nothing at this address.".into()))
        };
    }
    let (mut parts, body) = request.into_parts();
    let signed_in = match parts.extensions.get::<SignedIn>() {
        // The router has already checked the administrator's URLs as a whole.
        Some(signed_in) => *signed_in,
        None => {
            let Ok(client) = Client::from_request_parts(&mut parts, services).await;
            services.signed_in(&client).await?
        }
    };
    let actor = match access {
        Access::Anyone | Access::SignedCall | Access::Demo => Actor::Visitor,
        Access::Administrator => signed_in
            .administrator()
            .ok_or_else(|| not_the_administrator(&signed_in))?,
        Access::ConfirmedAdministrator => {
            let session = signed_in
                .admin
                .ok_or_else(|| not_the_administrator(&signed_in))?;
            if session.confirmed_until(services.clock.now()).is_none() {
                return Err(confirmation_needed(services, session).await?);
            }
            Actor::Administrator(session.administrator)
        }
        Access::SignedIn => Actor::Person(signed_in.person().ok_or_else(unauthorized)?),
        Access::ShopEditor
        | Access::ShopManager
        | Access::ShopOwner
        | Access::ShopOwnerOrCheckout => {
            let (actor, shop) = actor_for_shop(services, access, &signed_in, &mut parts).await?;
            if let Some(shop) = shop {
                parts.extensions.insert(shop);
            }
            actor
        }
    };
    parts.extensions.insert(signed_in);
    parts.extensions.insert(actor);
    Ok(Request::from_parts(parts, body))
}

async fn actor_for_shop(
    services: &Services,
    access: Access,
    signed_in: &SignedIn,
    parts: &mut Parts,
) -> Result<(Actor, Option<ShopAccess>)> {
    let is_checkout = access == Access::ShopOwnerOrCheckout;
    if signed_in.person().is_none() && signed_in.admin.is_none() {
        // The handler checks the checkout cookie.
        return if is_checkout {
            Ok((Actor::Visitor, None))
        } else {
            Err(unauthorized())
        };
    }
    let named = RawPathParams::from_request_parts(parts, services)
        .await
        .ok()
        .and_then(|named| named.iter().next().map(|(_, value)| value.to_owned()))
        .unwrap_or_default();
    let row = people::find_shop_row(services.database.reads(), &named)
        .await?
        .ok_or_else(shop_not_found)?;
    let role = match signed_in.person() {
        Some(person) => people::role_in(services.database.reads(), &row, person)
            .await?
            .map(|role| (person, role)),
        None => None,
    };
    let of = |role| Some(ShopAccess { shop: row.id, role });
    match role {
        Some((person, role)) if may(access, role) => Ok((Actor::Person(person), of(role))),
        _ => match signed_in.administrator() {
            Some(administrator) => Ok((administrator, of(ShopRole::Administrator))),
            None if is_checkout => Ok((
                signed_in.person().map_or(Actor::Visitor, Actor::Person),
                None,
            )),
            None => Err(people::not_yours()),
        },
    }
}

/// Whether the shop's people with this role may use such an endpoint.
fn may(access: Access, role: ShopRole) -> bool {
    match role {
        ShopRole::Owner => true,
        ShopRole::Manager => matches!(access, Access::ShopEditor | Access::ShopManager),
        ShopRole::Submitter | ShopRole::Administrator => matches!(access, Access::ShopEditor),
    }
}

/// 403 for somebody who is signed in as another: signing in as themselves again wouldn't help (RFC 9110, 15.5.4).
fn not_the_administrator(signed_in: &SignedIn) -> Error {
    match signed_in.person() {
        Some(_) => Error::Forbidden("Only the administrator can do that.".into()),
        None => unauthorized(),
    }
}

/// Asks an administrator for the code or the password again, so that a browser left open isn't enough.
async fn confirmation_needed(services: &Services, session: Session) -> Result<Error> {
    let has_app = match session.administrator {
        Some(id) => administrators::find(services.database.reads(), id)
            .await?
            .is_some_and(|administrator| administrator.has_app()),
        None => false,
    };
    Ok(Error::FactorNeeded {
        message: "Please confirm that it's you.".into(),
        factor: if has_app {
            Factor::Code
        } else {
            Factor::Password
        },
        is_confirmation: true,
    })
}

fn unauthorized() -> Error {
    Error::Unauthorized("Please sign in first.".into())
}

/// The shop that the guard admitted the caller to. Without one, as behind [`Access::ShopOwnerOrCheckout`], the caller
/// has to sign in.
impl<S: Send + Sync> FromRequestParts<S> for ShopAccess {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        parts.extensions.get().copied().ok_or_else(unauthorized)
    }
}

/// Who the caller is signed in as, behind the guard or elsewhere.
impl FromRequestParts<Services> for SignedIn {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self> {
        if let Some(signed_in) = parts.extensions.get::<Self>() {
            return Ok(*signed_in);
        }
        let Ok(client) = Client::from_request_parts(parts, services).await;
        services.signed_in(&client).await
    }
}
