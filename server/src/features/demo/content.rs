//! The hand-written texts, as parsed from the files in `content/`.

use std::collections::BTreeMap;

use figment::providers::{Format, Toml};
use serde::{Deserialize, de::DeserializeOwned};

use crate::platform::error::{Error, Result};

const KINDS: &str = include_str!("content/kinds.toml");
const HOURS: &str = include_str!("content/hours.toml");
const SENTENCES: &str = include_str!("content/sentences.toml");
const OWNERS: &str = include_str!("content/owners.toml");
const TOWNS: &[&str] = &[
    include_str!("content/towns/louisiana.toml"),
    include_str!("content/towns/deep_south.toml"),
    include_str!("content/towns/appalachia.toml"),
    include_str!("content/towns/northeast.toml"),
    include_str!("content/towns/midwest.toml"),
    include_str!("content/towns/mountains.toml"),
    include_str!("content/towns/pacific.toml"),
    include_str!("content/towns/bellingham.toml"),
];

/// The complete content of the demo.
#[derive(Debug)]
pub(super) struct Content {
    pub(super) kinds: BTreeMap<String, Kind>,
    /// By the name of the group that a kind of shop refers to.
    pub(super) hours: BTreeMap<String, Vec<HoursText>>,
    pub(super) sentences: Sentences,
    pub(super) owners: Owners,
    pub(super) towns: Vec<TownText>,
}

/// A kind of shop: its categories, and texts that fit every such shop.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Kind {
    /// A shop gets the first one, plus one or two of the others.
    pub(super) categories: Vec<String>,
    /// Groups of opening hours; one named twice is twice as likely.
    pub(super) hours: Vec<String>,
    pub(super) amenities: AmenityChances,
    /// A walk-up window or cart without seating.
    #[serde(default)]
    pub(super) stand: bool,
    /// One sentence each on what the shop serves.
    pub(super) offers: Vec<String>,
}

/// Percentage of shops that have the amenity, among those where it is known.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AmenityChances {
    pub(super) wifi: u32,
    pub(super) parking: u32,
    pub(super) pets: u32,
    pub(super) work: u32,
    pub(super) outdoors: u32,
}

/// Opening hours in a shop's own words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HoursText {
    pub(super) text: String,
    /// The same in OSM syntax; absent if the text can't be parsed.
    pub(super) osm: Option<String>,
}

/// Sentences that fit any shop.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sentences {
    pub(super) streets: Vec<String>,
    /// Closing sentences that fit any shop.
    pub(super) moods: Vec<String>,
    /// Closing sentences for stands.
    pub(super) stand_moods: Vec<String>,
    /// Closing sentences that require the amenity.
    pub(super) wifi: Vec<String>,
    pub(super) parking: Vec<String>,
    pub(super) pets: Vec<String>,
    pub(super) work: Vec<String>,
    pub(super) outdoors: Vec<String>,
}

/// Owners' descriptions of their own shops: one sentence from each list. `{town}` is the town's name.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Owners {
    pub(super) openings: Vec<String>,
    pub(super) middles: Vec<String>,
    pub(super) closings: Vec<String>,
}

/// A real town with its invented shops.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TownText {
    pub(super) name: String,
    /// Two-letter code.
    pub(super) state: String,
    pub(super) zip: String,
    pub(super) area_code: String,
    pub(super) description: Option<String>,
    pub(super) shops: Vec<ShopText>,
}

/// An invented shop.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ShopText {
    pub(super) name: String,
    pub(super) kind: String,
    /// Set if the shop's name refers to its street.
    pub(super) street: Option<String>,
    /// The first sentence of its description; a shop without one has no description.
    pub(super) line: Option<String>,
    /// Permanently closed.
    #[serde(default)]
    pub(super) closed: bool,
}

#[derive(Deserialize)]
struct TownFile {
    town: Vec<TownText>,
}

impl Content {
    /// Parses the embedded files.
    pub(super) fn embedded() -> Result<Self> {
        let mut towns = Vec::new();
        for file in TOWNS {
            towns.extend(parse::<TownFile>(file)?.town);
        }
        Ok(Self {
            kinds: parse(KINDS)?,
            hours: parse(HOURS)?,
            sentences: parse(SENTENCES)?,
            owners: parse(OWNERS)?,
            towns,
        })
    }
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T> {
    Toml::from_str(text).map_err(|error| Error::Internal(format!("demo content: {error}")))
}
