//! How alike two shops are, with the reasons (checklist B, "Duplicate score"). The points are given here and nowhere else:
//! to a record that is compared with the shops we have, and to each record of an import, which finds them in the compact
//! index of [`super::duplicates`].

#[cfg(test)]
mod tests;

use std::fmt;

use gazetteer::distance_miles;

use super::{
    contact,
    names::Names,
    street::{Comparison, Street},
};

/// At and above: the same shop.
pub const SAME: u32 = 80;
/// At and above: perhaps the same shop.
pub const PERHAPS: u32 = 50;

/// At this distance and below, in meters, two points may be one house.
pub(super) const NEAR: f64 = 75.0;
/// Above this distance, in meters, two points are two shops.
const APART: f64 = 300.0;
/// The most that can speak for two shops that stand on different ground (D81).
const MOST_FOR_TWO_PLACES: u32 = 40;
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
    pub(super) telephone: Option<Box<str>>,
    pub(super) host: Option<String>,
}

/// What two shops have in common, and what parts them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evidence {
    /// The names are alike.
    pub(super) names: bool,
    pub(super) streets: Comparison,
    /// They have one ZIP code or one town.
    pub(super) same_district: bool,
    /// How far the points are apart, where both are known.
    pub(super) meters: Option<f64>,
    pub(super) same_telephone: bool,
    pub(super) same_website: bool,
}

/// The facts that a [`Profile`] is made of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Facts<'a> {
    /// Its name.
    pub name: &'a str,
    /// Number and street.
    pub street: Option<&'a str>,
    /// Five digits.
    pub zip: Option<&'a str>,
    /// The town's name, which says nothing when it stands in the shop's name.
    pub town_name: &'a str,
    /// The town's slug.
    pub town_slug: &'a str,
    /// Where the house is; never the middle of a ZIP code (D75).
    pub point: Option<(f64, f64)>,
    /// E.164.
    pub telephone: Option<&'a str>,
    /// http or https.
    pub website: Option<&'a str>,
}

/// Something that speaks for two shops being one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// The names are alike.
    Name,
    /// The house is the same.
    Address,
    /// The house is the same, and so is the telephone number or the website.
    AddressAndContact,
    /// The points are within 75 m.
    Near,
    /// The telephone number is the same.
    Telephone,
    /// The website is the same, and it is no site that many share.
    Website,
}

/// Something that speaks against it, whatever speaks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Other numbers, or other streets.
    Street,
    /// The points are more than 300 m apart.
    Distance,
}

/// How alike two shops are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Similarity {
    /// 80 and more: the same shop; 50 to 79: a question.
    pub points: u32,
    /// What speaks for it, the strongest first.
    pub signs: Vec<Sign>,
    /// What holds the points down.
    pub difference: Option<Difference>,
}

impl Sign {
    /// What it adds.
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
    /// Of a shop with these facts.
    #[must_use]
    pub fn new(facts: &Facts<'_>) -> Self {
        Self {
            names: Names::new(facts.name, facts.town_name),
            street: facts.street.map(Street::parse).unwrap_or_default(),
            zip: facts.zip.map(Into::into),
            town: facts.town_slug.into(),
            point: facts.point,
            telephone: facts.telephone.map(Into::into),
            host: facts.website.and_then(contact::own_host),
        }
    }

    /// How much speaks for the two being one shop.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Similarity {
        self.evidence(other).similarity()
    }

    /// Whether the two have nothing in common: another name, at another place, with another telephone and website.
    #[must_use]
    pub fn is_stranger_to(&self, other: &Self) -> bool {
        let evidence = self.evidence(other);
        let is_near = evidence.meters.is_some_and(|meters| meters <= NEAR);
        let same_house = evidence.streets == Comparison::Same && evidence.same_district;
        !evidence.names
            && !is_near
            && !same_house
            && !evidence.same_telephone
            && !evidence.same_website
    }

    fn evidence(&self, other: &Self) -> Evidence {
        let equal = |one: &Option<Box<str>>, two: &Option<Box<str>>| one.is_some() && one == two;
        Evidence {
            names: self.names.are_alike(&other.names),
            streets: self.street.compare(&other.street),
            same_district: equal(&self.zip, &other.zip) || self.town == other.town,
            meters: self.meters_from(other),
            same_telephone: equal(&self.telephone, &other.telephone),
            same_website: self.host.is_some() && self.host == other.host,
        }
    }

    /// Meters between the two, where both points are known.
    #[must_use]
    pub fn meters_from(&self, other: &Self) -> Option<f64> {
        let points = self.point.zip(other.point)?;
        Some(distance_miles(points.0, points.1) * METERS_PER_MILE)
    }
}

impl Evidence {
    /// The points, with what gives them and what holds them down.
    pub(super) fn similarity(self) -> Similarity {
        let same_house = self.streets == Comparison::Same && self.same_district;
        let is_near = self.meters.is_some_and(|meters| meters <= NEAR);
        let signs: Vec<Sign> = [
            (Sign::Name, self.names),
            (Sign::Address, same_house),
            (Sign::Near, is_near),
            (
                Sign::AddressAndContact,
                same_house && (self.same_telephone || self.same_website),
            ),
            (Sign::Telephone, self.same_telephone),
            (Sign::Website, self.same_website),
        ]
        .into_iter()
        .filter_map(|(sign, holds)| holds.then_some(sign))
        .collect();
        let sum = signs.iter().map(|sign| sign.points()).sum();
        let difference = match self.streets {
            Comparison::OtherNumber | Comparison::Different => Some(Difference::Street),
            Comparison::Same | Comparison::Unclear => self
                .meters
                .filter(|meters| *meters > APART)
                .map(|_| Difference::Distance),
        };
        Similarity {
            points: difference.map_or(sum, |_| sum.min(MOST_FOR_TWO_PLACES)),
            signs,
            difference,
        }
    }
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
