//! Carries out an approved take-down request, as an act that can be undone.

use super::{
    emails,
    rules::{TakedownAction, TakedownReason},
};
use crate::{
    catalog::{
        admission::facts::CLOSED,
        entities::{
            request::{Kind, Model},
            shop,
        },
        origin::EDITORS,
        photo_acts,
        photos::{self, Owner},
        writing::Act,
    },
    features::Services,
    platform::{
        error::{Error, Result},
        sessions,
    },
};

/// The request's reason.
pub(super) fn reason_of(row: &Model) -> Option<TakedownReason> {
    let reason = row.details.as_ref()?.get("reason")?.clone();
    serde_json::from_value(reason).ok()
}

/// The action for this request: the administrator's choice, or the default for its reason.
pub(super) fn action_of(row: &Model, said: Option<TakedownAction>) -> Result<TakedownAction> {
    let usual = || match row.kind {
        Kind::ListingNotMine => Some(TakedownAction::Unpublish),
        Kind::ClaimNotMine => Some(TakedownAction::Nothing),
        _ => reason_of(row).and_then(TakedownReason::usual_action),
    };
    said.or_else(usual)
        .ok_or_else(|| Error::invalid_field("action", "Please choose an action."))
}

/// Carries it out and tells the shop's owner. Returns the shop's slug.
pub(super) async fn take_down(
    act: &Act<'_>,
    services: &Services,
    row: &Model,
    action: TakedownAction,
) -> Result<Option<String>> {
    let shop: Option<shop::Model> = match row.shop_id {
        Some(id) => act.find(id).await?,
        None => None,
    };
    if action == TakedownAction::Nothing {
        return Ok(shop.map(|shop| shop.slug));
    }
    let Some(shop) = shop.filter(|shop| shop.deleted_at.is_none()) else {
        return Err(Error::invalid_field(
            "action",
            "We couldn't find the page in this request. Please handle it manually.",
        ));
    };
    let mut after = shop.clone();
    match action {
        TakedownAction::Unpublish => after.is_active = false,
        TakedownAction::MarkClosed => {
            after.closed_at = shop.closed_at.or(Some(act.now()));
            let sources = &mut after.provenance.0;
            sources.insert(CLOSED.to_owned(), EDITORS.to_owned());
        }
        TakedownAction::RemovePhotos => {
            for photo in photos::of_owner(act.transaction(), Owner::Shop(shop.id)).await? {
                photo_acts::remove(act, photo).await?;
            }
        }
        TakedownAction::Nothing => {}
    }
    let shop = act.update(&shop, after).await?;
    tell_owner(act, services, (&shop, row.email.as_deref()), action).await?;
    Ok(Some(shop.slug))
}

/// Emails the owner, unless the owner made the request.
async fn tell_owner(
    act: &Act<'_>,
    services: &Services,
    (shop, asker): (&shop::Model, Option<&str>),
    action: TakedownAction,
) -> Result<()> {
    let owner = match shop.owner_id {
        Some(id) => sessions::find_person(act.transaction(), id).await?,
        None => None,
    };
    let Some(owner) = owner.filter(|owner| Some(owner.email.as_str()) != asker) else {
        return Ok(());
    };
    let brand = services.brand();
    let words = emails::taken_down(&brand, &shop.name, action)?;
    emails::tell(act, services, &owner.email, words).await
}
