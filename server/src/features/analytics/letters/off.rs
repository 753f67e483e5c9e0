//! The page behind a letter's link that turns it off. Programs that scan emails open links, so the page only shows a button;
//! mail programs post to the same address (RFC 8058).

use std::convert::Infallible;

use axum::{
    extract::{FromRequestParts, State},
    http::{StatusCode, request::Parts},
};
use serde::Serialize;
use url::form_urlencoded;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{pass, store};
use crate::{
    catalog::{entities::shop, people},
    features::Services,
    platform::{error::Result, mail, web::PrivatePage},
};

/// The page that turns a monthly letter off.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LetterPage {
    pub step: LetterStep,
    /// What the form sends back.
    pub credential: String,
    pub shop_name: String,
    /// For the way to `/your-shop`.
    pub slug: String,
}

/// Which page it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum LetterStep {
    /// The button.
    Ask,
    Off,
    /// No pass of ours, or for somebody whose shop it isn't anymore.
    Invalid,
}

/// `?letter=` in the link. Parameters added by mail programs are ignored.
pub(super) struct Link(String);

impl<S: Send + Sync> FromRequestParts<S> for Link {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> std::result::Result<Self, Infallible> {
        let query = parts.uri.query().unwrap_or_default();
        let mut fields = form_urlencoded::parse(query.as_bytes());
        let found = fields.find(|(name, _)| name == "letter");
        Ok(Self(
            found.map_or_else(String::new, |(_, value)| value.into_owned()),
        ))
    }
}

/// Whose letters a link is about.
struct Named {
    letters: Uuid,
    owner: Uuid,
    is_off: bool,
    shop: shop::Model,
}

async fn named(services: &Services, given: &str) -> Result<Option<Named>> {
    let connection = services.database.reads();
    let Some(id) = pass::named_in(given) else {
        return Ok(None);
    };
    let Some(letters) = store::find(connection, id).await? else {
        return Ok(None);
    };
    let shop = people::find_shop_row(connection, &letters.shop_id.to_string()).await?;
    let Some((shop, owner)) = shop.and_then(|shop| shop.owner_id.map(|owner| (shop, owner))) else {
        return Ok(None);
    };
    let is_theirs = pass::is_valid(&services.keys, given, id, owner);
    Ok(is_theirs.then(|| Named {
        letters: id,
        owner,
        is_off: letters.off_for == Some(owner),
        shop,
    }))
}

fn page(step: LetterStep, named: Option<Named>, credential: String) -> PrivatePage {
    let status = match step {
        LetterStep::Invalid => StatusCode::NOT_FOUND,
        LetterStep::Ask | LetterStep::Off => StatusCode::OK,
    };
    let (shop_name, slug) = named
        .map(|named| (named.shop.name, named.shop.slug))
        .unwrap_or_default();
    let page = LetterPage {
        step,
        credential,
        shop_name,
        slug,
    };
    PrivatePage::new("monthlyLetter", status, &page)
}

/// The page with the button. Changes nothing.
pub(super) async fn show_off(
    State(services): State<Services>,
    Link(given): Link,
) -> Result<PrivatePage> {
    let named = named(&services, &given).await?;
    Ok(match named {
        None => page(LetterStep::Invalid, None, String::new()),
        Some(named) if named.is_off => page(LetterStep::Off, Some(named), String::new()),
        Some(named) => page(LetterStep::Ask, Some(named), given),
    })
}

/// Turns the letter off at once, and takes back one that is waiting to be sent. The body doesn't matter.
pub(super) async fn turn_off(
    State(services): State<Services>,
    Link(given): Link,
) -> Result<PrivatePage> {
    let Some(named) = named(&services, &given).await? else {
        return Ok(page(LetterStep::Invalid, None, String::new()));
    };
    set(&services, (named.letters, named.owner), false).await?;
    Ok(page(LetterStep::Off, Some(named), String::new()))
}

/// Turns a shop's letter on or off for its owner.
pub(super) async fn set(
    services: &Services,
    (letters, owner): (Uuid, Uuid),
    is_on: bool,
) -> Result<()> {
    services
        .database
        .transaction(move |transaction| {
            Box::pin(async move {
                let off_for = (!is_on).then_some(owner);
                store::set_off(transaction, letters, off_for).await?;
                if !is_on {
                    mail::withdraw(transaction, letters).await?;
                }
                Ok(())
            })
        })
        .await
}
