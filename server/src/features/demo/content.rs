//! The hand-written texts, as the files in `content/` hold them.

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

/// All that the demo is made of.
#[derive(Debug)]
pub(super) struct Content {
    pub(super) kinds: BTreeMap<String, Kind>,
    /// By the name of the group that a kind of shop chooses from.
    pub(super) hours: BTreeMap<String, Vec<HoursText>>,
    pub(super) sentences: Sentences,
    pub(super) owners: Owners,
    pub(super) towns: Vec<TownText>,
}

/// A kind of shop: what it is filed under and what can be said of all such shops.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Kind {
    /// The first one always, of the others one or two.
    pub(super) categories: Vec<String>,
    /// Groups of opening hours; one named twice is twice as likely.
    pub(super) hours: Vec<String>,
    pub(super) amenities: AmenityChances,
    /// Served from a hatch or a cart: there is no room to sit in.
    #[serde(default)]
    pub(super) stand: bool,
    /// What is poured and served, a sentence each.
    pub(super) offers: Vec<String>,
}

/// In how many of a hundred shops, of those where it is known at all.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AmenityChances {
    pub(super) wifi: u32,
    pub(super) parking: u32,
    pub(super) pets: u32,
    pub(super) work: u32,
    pub(super) outdoors: u32,
}

/// Opening hours in one shop's own words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HoursText {
    pub(super) text: String,
    /// The same in OpenStreetMap's syntax; absent where only a person can read the text.
    pub(super) osm: Option<String>,
}

/// What is said of any shop.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sentences {
    pub(super) streets: Vec<String>,
    /// Last sentences that fit any shop.
    pub(super) moods: Vec<String>,
    /// The same for stands.
    pub(super) stand_moods: Vec<String>,
    /// Last sentences that are true only with the amenity.
    pub(super) wifi: Vec<String>,
    pub(super) parking: Vec<String>,
    pub(super) pets: Vec<String>,
    pub(super) work: Vec<String>,
    pub(super) outdoors: Vec<String>,
}

/// What owners write of their own shops: one sentence of each list. `{town}` is the town's name.
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
    /// Where its name says on which street it stands.
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
    /// Reads the embedded files.
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
