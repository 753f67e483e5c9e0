//! The switch on `/your-shop`.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{off, store};
use crate::{
    catalog::people::{ShopAccess, ShopRole},
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        limits::table::CHANGES_OF_A_SHOP,
        mail::{EmailAddress, suppression},
        sessions,
        web::{Actor, Fresh, JsonBody},
    },
};

/// Whether the owner gets the shop's monthly letter.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LetterSwitch {
    pub is_on: bool,
}

/// The letter goes to the owner, so nobody else decides about it.
fn owner(actor: Actor, access: ShopAccess) -> Result<Uuid> {
    match (access.role, actor) {
        (ShopRole::Owner, Actor::Person(person)) => Ok(person),
        _ => Err(Error::Forbidden(
            "Only this shop's owner can do that.".into(),
        )),
    }
}

/// Show whether the owner gets a letter each month.
#[utoipa::path(get, path = "/api/your-shop/{slugOrId}/monthly-letter", tag = "your shop",
    params(("slugOrId" = String, Path)),
    responses((status = 200, body = LetterSwitch), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn show_letter(
    State(services): State<Services>,
    actor: Actor,
    access: ShopAccess,
) -> Result<Fresh<LetterSwitch>> {
    let owner = owner(actor, access)?;
    let letters = store::of_shop(services.database.reads(), access.shop).await?;
    let is_off = letters.is_some_and(|letters| letters.off_for == Some(owner));
    Ok(Fresh(LetterSwitch { is_on: !is_off }))
}

/// Turn the monthly letter on or off.
#[utoipa::path(put, path = "/api/your-shop/{slugOrId}/monthly-letter", tag = "your shop",
    params(("slugOrId" = String, Path)), request_body = LetterSwitch,
    responses((status = 200, body = LetterSwitch), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn change_letter(
    State(services): State<Services>,
    actor: Actor,
    access: ShopAccess,
    JsonBody(switch): JsonBody<LetterSwitch>,
) -> Result<Fresh<LetterSwitch>> {
    let owner = owner(actor, access)?;
    let limit = &CHANGES_OF_A_SHOP;
    services.limits.check(limit, access.shop.to_string())?;
    let (new, shop) = (services.identifiers.next(), access.shop);
    let letters = services
        .database
        .transaction(move |transaction| Box::pin(store::ensure(transaction, new, shop)))
        .await?;
    off::set(&services, (letters.id, owner), switch.is_on).await?;
    if switch.is_on {
        expect_mailbox(&services, owner).await?;
    }
    Ok(Fresh(switch))
}

/// Whoever asks for the letter has read a code at this address, so the mailbox isn't gone, whatever its server once said.
async fn expect_mailbox(services: &Services, owner: Uuid) -> Result<()> {
    let person = sessions::find_person(services.database.reads(), owner).await?;
    let Some(person) = person else {
        return Ok(());
    };
    let address = EmailAddress::parse(&person.email, "email")?;
    let keys = services.keys.clone();
    services
        .database
        .transaction(move |transaction| {
            let (keys, address) = (keys.clone(), address.clone());
            Box::pin(async move { suppression::unmark_gone(transaction, &keys, &address).await })
        })
        .await
}
