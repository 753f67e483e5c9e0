//! Turns a record from a place list into a candidate, or says why it is refused. Doesn't use the database.

use std::{collections::HashMap, sync::Arc};

use chain_names::Verdict;
use chrono::{DateTime, Utc};
use gazetteer::{FoundBy, Gazetteer, NoTown, Town, TownQuery, slugify};
use hours_text::{Reading, normalize};
use place_files::{ClosedReason, PlaceRecord};
use sha2::{Digest, Sha256};

use super::{
    chains::{ChainLists, ChainSigns},
    contact,
    facts::Facts,
    lost_letters,
    origins::moment,
    review_reason::{ReviewCause, ReviewReason},
    shown_name::{Locality, other_names, shown_name},
    similarity::{self, Profile},
    typed_fields::is_zip,
};
use crate::catalog::{entities::shop, profiles, suites};

/// The longest texts that our columns hold, in characters.
const NAME: usize = 200;
const STREET: usize = 200;
const HOURS: usize = 1000;
const DESCRIPTION: usize = 2000;
const SOURCE_ID: usize = 160;
/// More categories add no information.
const CATEGORIES: usize = 5;

/// A record that may become a shop.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The record's ID at its source, or one derived from its facts if the source has none.
    pub source_id: String,
    /// The ID came from the source.
    pub has_own_id: bool,
    /// The name as it is in the list. IDs that are derived from facts outlive the rules for what is shown.
    written_name: String,
    /// The same of its street.
    written_street: Option<String>,
    /// Its facts, truncated to fit our columns.
    pub facts: Facts,
    /// The town that it belongs to.
    pub town: Town,
    /// Why a person has to look at it.
    pub doubt: Option<ReviewCause>,
    /// Why its name, or who may come in, leaves no doubt that it is no coffee shop for passers-by.
    pub other_kind: Option<String>,
    /// Why the source says that it is closed.
    pub closed: Option<String>,
    /// It is closed for a while, or not open yet: no reason to add it, and none to close it for good.
    pub is_closed_for_now: bool,
    /// When its source last checked it.
    pub refreshed_at: Option<DateTime<Utc>>,
}

impl Candidate {
    /// The ID to use when the source's own can't be trusted: the same name, street and town will be the same record
    /// next time.
    #[must_use]
    pub fn id_of_facts(&self) -> String {
        let street = self.written_street.as_deref();
        id_of_facts(&self.written_name, street, &self.facts, &self.town)
    }

    /// The ID of a record in a list that has no name: the same facts will be the same record, and no other list's number
    /// is mistaken for it (D87).
    #[must_use]
    pub fn id_of_content(&self) -> String {
        let facts = serde_json::to_vec(&self.facts).unwrap_or_default();
        let hash = Sha256::new()
            .chain_update(self.town.slug.as_bytes())
            .chain_update(b"\0")
            .chain_update(facts)
            .finalize();
        let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("content:{hash}")
    }

    /// What it is compared by.
    #[must_use]
    pub fn profile(&self) -> Profile {
        Profile::new(&similarity::Facts {
            name: &self.facts.name,
            other_names: &self.facts.other_names,
            street: self.facts.street.as_deref(),
            zip: self.facts.zip_code.as_deref(),
            town_name: &self.town.name,
            town_slug: &self.town.slug,
            town_is_guessed: self.town.found_by == FoundBy::Point,
            point: self.facts.point,
            telephone: self.facts.telephone.as_deref(),
            website: self.facts.website.as_deref(),
        })
    }

    /// The profile of one of our shops, as found by this record's ID.
    #[must_use]
    pub fn profile_of_ours(&self, ours: &shop::Model) -> Profile {
        Profile::new(&similarity::Facts {
            name: &ours.name,
            other_names: &ours.other_names.0,
            street: ours.street.as_deref(),
            zip: ours.zip_code.as_deref(),
            town_name: &self.town.name,
            town_slug: &self.town.slug,
            town_is_guessed: false,
            point: ours.latitude.zip(ours.longitude),
            telephone: ours.telephone.as_deref(),
            website: ours.website.as_deref(),
        })
    }
}

/// Why a record can't become a shop, whatever is in the directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It has no name.
    Unnamed,
    /// The problem with it.
    Rejected(String),
    /// Why no town was found.
    NoTown(String),
    /// Why it belongs to a chain.
    Chain(String),
}

/// Classifies the records of a file one by one.
#[derive(Debug)]
pub struct Classifier {
    chains: Arc<ChainLists>,
    /// What opens later isn't open yet.
    now: DateTime<Utc>,
    /// Cache of parsed hours: parsing them takes longer than everything else, and many shops have the same hours.
    hours: HashMap<Box<str>, Option<Box<str>>>,
}

/// How many hours texts are cached.
const REMEMBERED: usize = 4096;

impl Classifier {
    /// A classifier with these chain lists, for records that are read at `now`.
    #[must_use]
    pub fn new(chains: Arc<ChainLists>, now: DateTime<Utc>) -> Self {
        Self {
            chains,
            now,
            hours: HashMap::new(),
        }
    }

    /// Turns a record into a candidate.
    ///
    /// # Errors
    ///
    /// With the reason why the record can't become a shop.
    pub fn classify(&mut self, record: &PlaceRecord) -> Result<Box<Candidate>, Refusal> {
        let Some(written) = record
            .name
            .as_deref()
            .map(str::trim)
            .filter(|name| !name.is_empty())
        else {
            return Err(Refusal::Unnamed);
        };
        let restored = lost_letters::restored(written);
        let name = restored.as_deref().unwrap_or(written);
        if name.chars().count() > NAME {
            return Err(Refusal::Rejected(format!(
                "the name is longer than {NAME} characters"
            )));
        }
        if let Some(country) = record.country.as_deref().filter(|country| !is_us(country)) {
            return Err(Refusal::Rejected(format!(
                "the country is {country}, not the United States"
            )));
        }
        let (town, abroad) = match town(record) {
            Ok(town) => (town, None),
            Err(refusal) => match foreign_point(record) {
                Some((bare, town, doubt)) => (town, Some((bare, doubt))),
                None => return Err(refusal),
            },
        };
        let record = abroad.as_ref().map_or(record, |(bare, _)| bare);
        let website = record.website.as_deref().and_then(contact::website);
        let signs = ChainSigns {
            brand: record.brand.as_deref(),
            brand_wikidata: record.brand_wikidata.as_deref(),
            operator: record.operator.as_deref(),
            provider_chain: record.provider_chain.is_some(),
        };
        let place = (town.name.as_str(), town.state.code());
        let verdict = self.chains.decide(name, place, website.as_deref(), signs);
        let doubt = match verdict {
            Verdict::Independent => lost_letters::doubt(name)
                .or(abroad.as_ref().map(|(_, doubt)| doubt.clone()))
                .or_else(|| reported(record))
                .or_else(|| doubtful_kind(record)),
            Verdict::Chain(reason) => return Err(Refusal::Chain(reason.to_string())),
            Verdict::Review(reason) => Some(reason.into()),
        };
        let facts = self.facts(record, name, &town, website);
        let opening = record.opens_at.as_deref();
        let opening = opening.filter(|date| first_day(date).is_some_and(|day| day > self.now));
        let own_id = own_id(record);
        let street = written_street(record);
        Ok(Box::new(Candidate {
            has_own_id: own_id.is_some(),
            source_id: own_id
                .unwrap_or_else(|| id_of_facts(written, street.as_deref(), &facts, &town)),
            written_name: written.to_owned(),
            written_street: street,
            facts,
            town,
            doubt,
            other_kind: (!self.chains.allows(name))
                .then(|| certain_kind(record))
                .flatten(),
            closed: (record.closed.as_ref().map(ToString::to_string))
                .or_else(|| opening.map(|date| format!("not open before {date}"))),
            is_closed_for_now: match &record.closed {
                Some(reason) => matches!(
                    reason,
                    ClosedReason::Temporarily | ClosedReason::Requested(_)
                ),
                None => opening.is_some(),
            },
            refreshed_at: record.refreshed_at.as_deref().and_then(moment),
        }))
    }

    /// A record's ID, whether or not it becomes a candidate; `None` if too little is known.
    pub fn id_of(&mut self, record: &PlaceRecord) -> Option<String> {
        if let Some(id) = own_id(record) {
            return Some(id);
        }
        let name = record.name.as_deref()?.trim();
        let town = town(record).ok()?;
        let facts = self.facts(record, name, &town, None);
        let street = written_street(record);
        Some(id_of_facts(name, street.as_deref(), &facts, &town))
    }

    /// OSM syntax for hours that can be parsed with certainty.
    fn opening_hours(&mut self, text: &str) -> Option<String> {
        if let Some(known) = self.hours.get(text) {
            return known.as_deref().map(str::to_owned);
        }
        let read = match normalize(text) {
            Reading::Osm { osm } => Some(osm),
            Reading::Unreadable { .. } | Reading::Empty => None,
        };
        if self.hours.len() >= REMEMBERED {
            self.hours.clear();
        }
        self.hours
            .insert(text.into(), read.as_deref().map(Into::into));
        read
    }

    fn facts(
        &mut self,
        record: &PlaceRecord,
        name: &str,
        town: &Town,
        website: Option<String>,
    ) -> Facts {
        let telephone = record.phone.as_deref().and_then(contact::telephone);
        let phone = telephone.as_deref().and_then(contact::telephone_for_people);
        let hours = record
            .hours
            .as_deref()
            .map(str::trim)
            .filter(|text| !text.is_empty() && text.chars().count() <= HOURS);
        let opening_hours = hours.and_then(|text| self.opening_hours(text));
        let point = record.latitude.zip(record.longitude);
        let place = Locality {
            town: &town.name,
            state: town.state,
        };
        let shown = shown_name(name, place);
        Facts {
            other_names: other_names(name, &shown, &record.alternative_names),
            name: shown,
            street: street(record).filter(|street| street.chars().count() <= STREET),
            zip_code: record
                .zip
                .clone()
                .filter(|zip| zip.len() == 5 && is_zip(zip) && !town.zip_disregarded),
            point,
            time_zone: point
                .and_then(|(latitude, longitude)| {
                    Gazetteer::get().time_zone_at(latitude, longitude)
                })
                .unwrap_or(town.time_zone)
                .to_owned(),
            phone,
            telephone,
            website,
            hours: hours.map(str::to_owned),
            opening_hours,
            description: record
                .description
                .clone()
                .filter(|text| text.chars().count() <= DESCRIPTION),
            categories: categories(&record.categories),
            price_level: record
                .price_level
                .filter(|level| (1..=4).contains(level))
                .map(i32::from),
            has_wifi: record.wifi,
            has_parking: record.parking,
            pet_friendly: record.dogs,
            good_for_work: record.work_friendly,
            has_outdoor_seating: record.outdoor_seating,
            // No list says it in a form that is sure to mean guests' outlets.
            has_outlets: None,
            has_restroom: record.restroom,
            has_drive_through: record.drive_through,
            wheelchair_accessible: record.wheelchair,
            has_changing_table: record.changing_table,
            has_plant_milk: record.plant_milk,
            roasts_here: record.roasts,
            instagram: record.instagram.as_deref().and_then(profiles::instagram),
            facebook: record.facebook.as_deref().and_then(profiles::facebook),
            menu_url: record.menu_url.as_deref().and_then(contact::typed_website),
        }
    }
}

fn own_id(record: &PlaceRecord) -> Option<String> {
    let id = record.source_id.clone();
    id.filter(|id| id.chars().count() <= SOURCE_ID)
}

/// If the coordinates are abroad but the address is complete and in the US: the record without its coordinates, the
/// address's town, and a description of the problem. One of the two is wrong, and we can't tell which.
fn foreign_point(record: &PlaceRecord) -> Option<(PlaceRecord, Town, ReviewCause)> {
    let has_street = record.street.is_some() || record.address.is_some();
    let has_town = record.state.is_some() && (record.city.is_some() || record.zip.is_some());
    let (latitude, longitude) = record.latitude.zip(record.longitude)?;
    let gazetteer = Gazetteer::get();
    if !has_street || !has_town || gazetteer.state_at(latitude, longitude).is_some() {
        return None;
    }
    let bare = PlaceRecord {
        latitude: None,
        longitude: None,
        ..record.clone()
    };
    let town = town(&bare).ok()?;
    let point = format!("{latitude}, {longitude}");
    let address = format!("{}, {}", town.name, town.state.code());
    let doubt = ReviewCause {
        text: format!(
            "its coordinates {point} are not in the United States, but its address is in {address}"
        ),
        reason: Some(ReviewReason::ForeignPoint {
            point,
            town: address,
        }),
    };
    Some((bare, town, doubt))
}

/// The first day of a date, which may be no more than a month or a year.
fn first_day(date: &str) -> Option<DateTime<Utc>> {
    let date = date.trim();
    moment(date).or_else(|| moment(&format!("{date}-01-01")))
}

/// A record that somebody reported at its source as closed or as no place for visitors.
fn reported(record: &PlaceRecord) -> Option<ReviewCause> {
    record.reported.as_ref().map(|report| ReviewCause {
        text: format!("somebody reported it at its source: {report}"),
        reason: Some(ReviewReason::Reported {
            report: report.clone(),
        }),
    })
}

/// A caterer by its category, a bar with a cafe: it may not serve coffee to passers-by.
fn doubtful_kind(record: &PlaceRecord) -> Option<ReviewCause> {
    let found = record.other_kind.as_ref().filter(|kind| !kind.is_certain)?;
    let kind = found.word.clone();
    Some(ReviewCause {
        text: format!("\"{kind}\" may be no coffee shop for passers-by"),
        reason: Some(ReviewReason::OtherKind { kind }),
    })
}

/// A cafeteria, a pub, what passers-by may not enter.
fn certain_kind(record: &PlaceRecord) -> Option<String> {
    let found = record.other_kind.as_ref().filter(|kind| kind.is_certain)?;
    Some(format!(
        "\"{}\" is no coffee shop for passers-by",
        found.word
    ))
}

fn is_us(country: &str) -> bool {
    let letters: String = country
        .chars()
        .filter(|letter| letter.is_alphabetic())
        .collect();
    matches!(
        letters.to_ascii_lowercase().as_str(),
        "us" | "usa" | "unitedstates" | "unitedstatesofamerica"
    )
}

fn town(record: &PlaceRecord) -> Result<Town, Refusal> {
    let query = TownQuery {
        city: record.city.as_deref(),
        state: record.state.as_deref(),
        zip: record.zip.as_deref(),
        point: record.latitude.zip(record.longitude),
    };
    Gazetteer::get()
        .town_of(query)
        .map_err(|reason| match reason {
            NoTown::OutsideUs(..) => Refusal::Rejected(reason.to_string()),
            _ => Refusal::NoTown(reason.to_string()),
        })
}

fn street(record: &PlaceRecord) -> Option<String> {
    let line = line(record)?;
    Some(match &record.unit {
        Some(unit) => suites::add(&line, unit),
        None => line,
    })
}

/// What the ID is derived from.
fn written_street(record: &PlaceRecord) -> Option<String> {
    let line = line(record)?;
    let street = match &record.unit {
        Some(unit) if !line.contains(unit.as_str()) => format!("{line}, {unit}"),
        _ => line,
    };
    Some(street).filter(|street| street.chars().count() <= STREET)
}

fn line(record: &PlaceRecord) -> Option<String> {
    Some(match (&record.house_number, &record.street) {
        (Some(number), Some(street)) => format!("{number} {street}"),
        (None, Some(street)) => street.clone(),
        _ => record.address.clone()?,
    })
}

/// `coffee_shop;ice_cream` → `Coffee Shop`, `Ice Cream`.
fn categories(raw: &[String]) -> Vec<String> {
    let mut named: Vec<String> = Vec::new();
    for text in raw.iter().flat_map(|text| text.split(';')) {
        let words = text
            .split(|letter: char| letter == '_' || letter.is_whitespace())
            .filter(|word| !word.is_empty());
        let name = words.map(capitalised).collect::<Vec<_>>().join(" ");
        if !name.is_empty() && name.chars().count() <= 40 && !named.contains(&name) {
            named.push(name);
        }
    }
    named.truncate(CATEGORIES);
    named
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// An ID for a record without one: the same name, street and town will be the same record next time.
fn id_of_facts(name: &str, street: Option<&str>, facts: &Facts, town: &Town) -> String {
    let street = street.unwrap_or_default();
    let place = facts
        .point
        .filter(|_| street.is_empty())
        .map(|(latitude, longitude)| format!("{latitude:.4},{longitude:.4}"));
    let key = format!(
        "{}|{}|{}",
        slugify(name, NAME),
        slugify(street, STREET),
        place.unwrap_or_default()
    );
    let mut id = format!("{}|{key}", town.slug);
    id.truncate(SOURCE_ID);
    id
}
