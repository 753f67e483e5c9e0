//! Changes a shop's address, and its town if necessary.

use super::facts::GIVER;
use crate::{
    catalog::{
        Kind,
        admission::{
            place::{Place, place_of},
            rows,
            typed::TypedShop,
        },
        entities::shop,
        writing::Act,
    },
    features::administration::answers::AdminShop,
    platform::{
        error::{Error, FieldErrors, Result},
        id_generator::IdGenerator,
    },
};

/// A new address, as typed.
#[derive(Clone, Debug)]
pub(super) struct NewPlace {
    address: String,
    /// The shop's ZIP code, for an address without one.
    zip: Option<String>,
}

/// The place, if the address determines one.
pub(super) fn place(
    address: String,
    present: &AdminShop,
    wrong: &mut FieldErrors,
) -> Option<NewPlace> {
    if address.is_empty() {
        return None;
    }
    let last = present.address.rsplit([' ', ',']).next();
    let zip = last.filter(|word| is_zip(word)).map(str::to_owned);
    let place = NewPlace { address, zip };
    match place.find() {
        Ok(_) => Some(place),
        Err(error) => {
            wrong.add("address", error.to_string());
            None
        }
    }
}

fn is_zip(word: &str) -> bool {
    let five = word.split('-').next().unwrap_or_default();
    five.len() == 5
        && word
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'-')
}

impl NewPlace {
    fn find(&self) -> Result<Place> {
        let named = self
            .address
            .rsplit([' ', ','])
            .find(|word| !word.is_empty());
        let zip = named.filter(|word| is_zip(word)).or(self.zip.as_deref());
        let typed = TypedShop {
            address: &self.address,
            zip: zip.ok_or_else(|| Error::invalid("Please add the ZIP code to the address."))?,
            ..TypedShop::default()
        };
        place_of(&typed).map_err(|none| Error::invalid(none.to_string()))
    }
}

/// Moves a shop to another address, and to its town.
pub(super) async fn move_to(
    act: &Act<'_>,
    identifiers: &IdGenerator,
    row: &mut shop::Model,
    place: &NewPlace,
) -> Result<()> {
    let place = place.find()?;
    let (street, zip) = (Some(place.street), Some(place.zip));
    let (city, was_made) =
        rows::town(act.transaction(), &place.town, identifiers, act.now()).await?;
    if was_made {
        act.touch((Kind::City, city));
    }
    if row.street == street && row.zip_code == zip && row.city_id == city {
        return Ok(());
    }
    row.city_id = city;
    row.street = street;
    row.zip_code = zip;
    // The pin belonged to the old address.
    (row.latitude, row.longitude) = (None, None);
    place.time_zone.clone_into(&mut row.time_zone);
    row.provenance
        .0
        .insert("address".to_owned(), GIVER.to_owned());
    Ok(())
}
