//! A new address: its place, and moving the shop to its town. There, the page gets the town's URL, and the old one
//! redirects.

use super::ShopPatch;
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
    platform::{error::Result, id_generator::IdGenerator},
};

/// Where a patch puts a shop.
pub(super) struct Found {
    place: Place,
    /// The address says the town; otherwise the town of a shop in the same ZIP code stays (D83).
    names_town: bool,
    pin: Option<(f64, f64)>,
}

impl ShopPatch {
    /// Checks the new address, if there is one.
    ///
    /// # Errors
    ///
    /// When its parts contradict each other, or no town can be determined.
    pub fn check_place(&self, row: &shop::Model) -> std::result::Result<(), NoPlace> {
        self.place(row).map(|_| ())
    }

    /// The place of the new address; `None` if the patch has none, or the shop's address is incomplete.
    pub(super) fn place(&self, row: &shop::Model) -> std::result::Result<Option<Found>, NoPlace> {
        let given = self.pin.flatten();
        if self.street.is_none() && self.zip_code.is_none() && given.is_none() {
            return Ok(None);
        }
        let typed = self.street.as_ref().or(row.street.as_ref());
        let zip = self.zip_code.as_ref().or(row.zip_code.as_ref());
        let (Some(typed), Some(zip)) = (typed, zip) else {
            return Ok(None);
        };
        let present = row.latitude.zip(row.longitude);
        let pin = self.pin.unwrap_or(present);
        let find = |pin| {
            place_of(&TypedShop {
                address: typed,
                zip,
                pin,
                takes_unknown_town: self.takes_unknown_town,
                ..TypedShop::default()
            })
        };
        let (place, pin) = match find(pin) {
            // The pin belonged to the old address.
            Err(NoPlace::PinElsewhere { .. }) if given.is_none() => (find(None)?, None),
            place => (place?, pin),
        };
        let is_same = row.street.as_deref() == Some(&place.street)
            && row.zip_code.as_deref() == Some(&place.zip);
        let is_left_behind = self.pin.is_none() && !self.is_pin_seen && !is_same;
        // The text after the street; a town there counts, a ZIP code doesn't.
        let rest = typed.strip_prefix(&place.street).unwrap_or_default();
        let names_town = rest
            .to_lowercase()
            .contains(&place.town.name.to_lowercase());
        Ok(Some(Found {
            place,
            names_town,
            pin: pin.filter(|_| !is_left_behind),
        }))
    }
}

impl Found {
    /// Writes street, ZIP code and pin.
    pub(super) fn write(&self, after: &mut shop::Model) {
        after.street = Some(self.place.street.clone());
        after.zip_code = Some(self.place.zip.clone());
        (after.latitude, after.longitude) = self.pin.unzip();
    }

    /// Puts `after` in its town: the one that the address says, or else the ZIP code's if that changed (D83).
    pub(super) async fn settle(
        &self,
        act: &Act<'_>,
        identifiers: &IdGenerator,
        before: &shop::Model,
        after: &mut shop::Model,
    ) -> Result<()> {
        if !self.names_town && before.zip_code.as_ref() == Some(&self.place.zip) {
            return Ok(());
        }
        move_to(act, identifiers, &self.place.town, after).await
    }
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
    shop.time_zone.clone_from(&town.time_zone);
    let base = slug::base(&shop.name, &town.slug);
    let slug = match rows::own_former_slug(act.transaction(), shop.id, &base).await? {
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
