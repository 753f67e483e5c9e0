//! Scores how similar two shops are, with reasons (checklist B, "Duplicate score"). All scoring happens here, for shops
//! from forms and for imported records, which are matched through the compact index in [`super::duplicates`].

#[cfg(test)]
mod tests;

use std::fmt;

use gazetteer::distance_miles;
use place_files::text_of_html;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    contact,
    names::{Likeness, Names},
    street::{Comparison, Street},
};

/// From here on, they are the same shop.
pub const SAME: u32 = 80;
/// From here on, they may be the same shop.
pub const PERHAPS: u32 = 50;

/// Within this distance, in meters, two points may be one building.
pub(super) const NEAR: f64 = 75.0;
/// Beyond this distance, in meters, two points are two shops.
pub(super) const APART: f64 = 300.0;
/// The maximum score for two shops at different places (D81).
const MAX_FOR_TWO_PLACES: u32 = 40;
pub(super) const METERS_PER_MILE: f64 = 1609.344;

/// What a shop is compared by.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    pub(super) names: Names,
    pub(super) street: Street,
    pub(super) zip: Option<Box<str>>,
    /// The town's slug.
    pub(super) town: Box<str>,
    pub(super) point: Option<(f64, f64)>,
    /// Nothing but the point says in which town it is.
    pub(super) town_is_guessed: bool,
    pub(super) telephone: Option<Box<str>>,
    pub(super) host: Option<String>,
}

/// What two shops have in common, and what separates them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evidence {
    pub(super) names: Likeness,
    pub(super) streets: Comparison,
    /// They are in different units of their buildings.
    pub(super) other_unit: bool,
    /// They have the same ZIP code or town, or are so near that a town which only the point tells must be the other's.
    pub(super) same_district: bool,
    /// The distance in meters, if both points are known.
    pub(super) meters: Option<f64>,
    pub(super) same_telephone: bool,
    pub(super) same_website: bool,
}

/// The facts behind a [`Profile`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Facts<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its official, former and other names.
    pub other_names: &'a [String],
    /// Number and street.
    pub street: Option<&'a str>,
    /// Five digits.
    pub zip: Option<&'a str>,
    /// The town's name, ignored when it is part of the shop's name.
    pub town_name: &'a str,
    /// The town's slug.
    pub town_slug: &'a str,
    /// Nothing but the point says in which town it is.
    pub town_is_guessed: bool,
    /// The location of the building; never the center of a ZIP code (D75).
    pub point: Option<(f64, f64)>,
    /// E.164.
    pub telephone: Option<&'a str>,
    /// http or https.
    pub website: Option<&'a str>,
}

/// Evidence that two shops are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SimilaritySign)]
#[serde(rename_all = "snake_case")]
pub enum Sign {
    /// The names are similar.
    Name,
    /// The address is the same.
    Address,
    /// The address and the phone number or website are the same.
    AddressAndContact,
    /// The points are within 75 m.
    Near,
    /// The phone number is the same.
    #[serde(rename = "phone")]
    Telephone,
    /// The website is the same, and not one shared by many.
    Website,
}

/// Evidence that two shops are different, which overrides the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Different numbers or streets.
    Street,
    /// The points are more than 300 m apart.
    Distance,
}

/// How similar two shops are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Similarity {
    /// From 80: the same shop; 50 to 79: a question.
    pub points: u32,
    /// The evidence, strongest first.
    pub signs: Vec<Sign>,
    /// What limits the score.
    pub difference: Option<Difference>,
}

impl Sign {
    /// Its points.
    #[must_use]
    pub fn points(self) -> u32 {
        match self {
            Self::Name | Self::Address => 40,
            Self::Near => 25,
            Self::AddressAndContact | Self::Telephone | Self::Website => 20,
        }
    }

    /// A stable word for programs.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Address => "address",
            Self::AddressAndContact => "address_and_contact",
            Self::Near => "near",
            Self::Telephone => "phone",
            Self::Website => "website",
        }
    }
}

impl fmt::Display for Sign {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Name => "Same name",
            Self::Address => "Same street address",
            Self::AddressAndContact => "Same contact details at the same address",
            Self::Near => "Within 75 meters",
            Self::Telephone => "Same phone number",
            Self::Website => "Same website",
        })
    }
}

impl Profile {
    /// A profile of these facts. Shops that earlier releases imported may still have HTML in their names (`Joe&#039;s`).
    #[must_use]
    pub fn new(facts: &Facts<'_>) -> Self {
        let street = facts.street.map(text_of_html);
        Self {
            names: Names::new(
                &text_of_html(facts.name),
                facts.other_names,
                facts.town_name,
            ),
            street: street
                .map(|street| Street::parse(&street))
                .unwrap_or_default(),
            zip: facts.zip.map(Into::into),
            town: facts.town_slug.into(),
            point: facts.point,
            town_is_guessed: facts.town_is_guessed,
            telephone: facts.telephone.map(Into::into),
            host: facts.website.and_then(contact::own_host),
        }
    }

    /// Compares two shops.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Similarity {
        self.evidence(other).similarity()
    }

    /// Whether the two have nothing in common: different names, places, phone numbers and websites.
    #[must_use]
    pub fn is_stranger_to(&self, other: &Self) -> bool {
        let evidence = self.evidence(other);
        !evidence.names.are_alike()
            && !evidence.is_placed()
            && !evidence.same_telephone
            && !evidence.same_website
    }

    /// Whether the two may be in one building, as their points tell.
    #[must_use]
    pub fn is_near(&self, other: &Self) -> bool {
        is_near(self.meters_from(other))
    }

    fn evidence(&self, other: &Self) -> Evidence {
        let equal = |one: &Option<Box<str>>, two: &Option<Box<str>>| one.is_some() && one == two;
        let meters = self.meters_from(other);
        let is_guessed = self.town_is_guessed || other.town_is_guessed;
        Evidence {
            names: self.names.likeness(&other.names),
            streets: self.street.compare(&other.street),
            other_unit: self.street.has_other_unit(&other.street),
            same_district: equal(&self.zip, &other.zip)
                || self.town == other.town
                || is_guessed && is_near(meters),
            meters,
            same_telephone: equal(&self.telephone, &other.telephone),
            same_website: self.host.is_some() && self.host == other.host,
        }
    }

    /// Meters between the two, if both points are known.
    #[must_use]
    pub fn meters_from(&self, other: &Self) -> Option<f64> {
        let points = self.point.zip(other.point)?;
        Some(distance_miles(points.0, points.1) * METERS_PER_MILE)
    }
}

impl Evidence {
    pub(super) fn same_house(self) -> bool {
        self.streets == Comparison::Same && self.same_district
    }

    /// Whether a phone number or a website says that the two are one business.
    pub(super) fn same_contact(self) -> bool {
        self.same_telephone || self.same_website
    }

    /// Whether the two are at one place, rather than in one town.
    pub(super) fn is_placed(self) -> bool {
        self.same_house() || is_near(self.meters)
    }

    /// The points for what the two have in common, if nothing separates them.
    fn sum(self, signs: &[Sign]) -> u32 {
        let sum = signs.iter().map(|sign| sign.points()).sum();
        let near = self.same_district && is_near(self.meters);
        // Nearness or a phone number is enough where no address says more (D81, D89), and so is an address with a slip.
        let agrees = match self.streets {
            Comparison::Unclear => near || self.same_district && self.same_telephone,
            Comparison::Nearly => self.same_district,
            Comparison::Same | Comparison::OtherNumber | Comparison::Different => false,
        };
        match self.names {
            Likeness::Same if agrees => Ord::max(sum, SAME),
            Likeness::Branch if near && self.streets == Comparison::Unclear => Ord::max(sum, SAME),
            Likeness::Same => sum,
            // A branch has its own place, whatever it shares with the others.
            Likeness::Branch if self.same_house() => sum,
            Likeness::Branch | Likeness::Doubtful | Likeness::Different => Ord::min(sum, SAME - 1),
        }
    }

    /// The score with its reasons.
    pub(super) fn similarity(self) -> Similarity {
        let same_house = self.same_house();
        let signs: Vec<Sign> = [
            (Sign::Name, self.names.are_alike()),
            (Sign::Address, same_house),
            (Sign::Near, is_near(self.meters)),
            (Sign::AddressAndContact, same_house && self.same_contact()),
            (Sign::Telephone, self.same_telephone),
            (Sign::Website, self.same_website),
        ]
        .into_iter()
        .filter_map(|(sign, holds)| holds.then_some(sign))
        .collect();
        let sum = self.sum(&signs);
        let difference = match self.streets {
            Comparison::OtherNumber | Comparison::Different => Some(Difference::Street),
            Comparison::Same | Comparison::Nearly | Comparison::Unclear => self
                .meters
                .filter(|meters| *meters > APART)
                .map(|_| Difference::Distance),
        };
        Similarity {
            points: difference.map_or(sum, |_| sum.min(MAX_FOR_TWO_PLACES)),
            signs,
            difference,
        }
    }
}

fn is_near(meters: Option<f64>) -> bool {
    meters.is_some_and(|meters| meters <= NEAR)
}

impl fmt::Display for Similarity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, sign) in self.signs.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(formatter, "{comma}{}", sign.to_string().to_lowercase())?;
        }
        Ok(())
    }
}
