//! Moves a shop to another address. In another town, its page gets the new town's URL, and the old one redirects there.

use super::{form::ShopChange, store};
use crate::{
    catalog::{
        Kind,
        admission::{
            place::{NoPlace, Place, place_of},
            rows, slug,
            town::NewTown,
            typed::TypedShop,
        },
        entities::{former_slug, shop},
        writing::Act,
    },
    platform::{
        error::{Error, Result},
        id_generator::IdGenerator,
    },
};

/// Puts `after` in its new address's town: the one named in the street field, or else the ZIP code's if that changed
/// (D83).
pub(super) async fn settle(
    act: &Act<'_>,
    identifiers: &IdGenerator,
    change: &ShopChange,
    before: &shop::Model,
    after: &mut shop::Model,
) -> Result<()> {
    let is_pinned = matches!(change.latitude, Some(Some(_)));
    if change.street.is_none() && change.zip_code.is_none() && !is_pinned {
        return Ok(());
    }
    let (Some(typed), Some(zip)) = (after.street.clone(), after.zip_code.clone()) else {
        return Ok(());
    };
    let pin = after.latitude.zip(after.longitude);
    let place = match find(&typed, &zip, pin) {
        // The pin belonged to the old address.
        Err(NoPlace::PinElsewhere { .. }) if !is_pinned => {
            (after.latitude, after.longitude) = (None, None);
            find(&typed, &zip, None)
        }
        found => found,
    };
    let place = place.map_err(|reason| refuse(&reason))?;
    // The text after the street; a town there counts, a ZIP code doesn't.
    let rest = typed.strip_prefix(&place.street).unwrap_or_default();
    let names_town = rest
        .to_lowercase()
        .contains(&place.town.name.to_lowercase());
    after.street = Some(place.street);
    if !names_town && before.zip_code == after.zip_code {
        return Ok(());
    }
    place.time_zone.clone_into(&mut after.time_zone);
    move_to(act, identifiers, &place.town, after).await
}

fn find(street: &str, zip: &str, pin: Option<(f64, f64)>) -> std::result::Result<Place, NoPlace> {
    place_of(&TypedShop {
        address: street,
        zip,
        pin,
        ..TypedShop::default()
    })
}

fn refuse(reason: &NoPlace) -> Error {
    let field = match reason.field() {
        "address" => "street",
        other => other,
    };
    Error::invalid_field(field, reason.to_string())
}

async fn move_to(
    act: &Act<'_>,
    identifiers: &IdGenerator,
    town: &NewTown,
    shop: &mut shop::Model,
) -> Result<()> {
    let (city, was_made) = rows::town(act.transaction(), town, identifiers, act.now()).await?;
    if city == shop.city_id {
        return Ok(());
    }
    if was_made {
        act.touch((Kind::City, city));
    }
    shop.city_id = city;
    let base = slug::base(&shop.name, &town.slug);
    let slug = match store::own_former_slug(act.transaction(), shop.id, &base).await? {
        // It existed before.
        Some(own) => {
            act.delete(&own).await?;
            base
        }
        None => rows::free_slug(act.transaction(), &shop.name, &town.slug).await?,
    };
    act.insert(&former_slug::Model {
        id: identifiers.next(),
        kind: "shop".to_owned(),
        slug: std::mem::replace(&mut shop.slug, slug),
        target_id: shop.id,
        created_at: act.now(),
    })
    .await
}
