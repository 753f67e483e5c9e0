//! Towns and shops in memory.

use std::sync::{Arc, OnceLock};

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use gazetteer::{Gazetteer, fold_place_name};
use hours_text::Schedule;
use uuid::Uuid;

use super::{
    amenities::{Amenity, FurtherAmenities},
    contacts::Contacts,
    entities::{boost, city, photo::OwnerKind, shop, story},
    origin::{EDITORS, FOURSQUARE_API, OWNER, Origins, SUBMITTER, VISITORS},
    photos::{OwnedPhotos, Photo},
    suites,
};

/// Parts of a shop that are stored in other tables.
#[derive(Clone, Debug, Default)]
pub(super) struct Extras {
    pub(super) boosts: Vec<boost::Model>,
    /// Approved ones.
    pub(super) stories: Vec<story::Model>,
    /// Enough visitors reported that it has closed for its page to say so.
    pub(super) is_reported_closed: bool,
}

/// A town.
#[derive(Debug, PartialEq)]
pub struct City {
    pub id: Uuid,
    pub slug: Arc<str>,
    pub name: Box<str>,
    /// The name in its comparison form, folded once.
    pub folded_name: Box<str>,
    /// Two-letter code.
    pub state: Box<str>,
    pub county: Option<Box<str>>,
    pub point: Option<(f64, f64)>,
    pub time_zone: Tz,
    pub description: Option<Box<str>>,
    /// The first is the town's picture.
    pub photos: Box<[Photo]>,
    pub image_source: Box<str>,
    pub fallback_color: Option<Box<str>>,
    pub made_by_admin: bool,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub version: i64,
}

/// A town with its counts (D16).
#[derive(Clone, Debug)]
pub struct CityEntry {
    pub city: Arc<City>,
    /// Its published shops.
    pub shops: imbl::OrdSet<Uuid>,
    /// Published shops with at least one vote.
    pub shops_with_votes: usize,
    /// Published shops whose hours were confirmed within a year of the day in effect (D98).
    pub shops_with_fresh_hours: usize,
}

impl CityEntry {
    /// Whether the town is listed in the directory (D34).
    #[must_use]
    pub fn is_listed(&self) -> bool {
        !self.shops.is_empty() || self.city.made_by_admin
    }
}

/// Where a shop is visible (D5, D18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Visibility {
    /// In lists and counts, and on its own page.
    Listed,
    /// Only on its own page, with a banner: permanently closed.
    ClosedForGood,
    /// Nowhere, as if it didn't exist.
    Unpublished,
    /// Nowhere; its page says that it's gone.
    Deleted,
}

/// A shop.
#[derive(Clone, Debug, PartialEq)]
pub struct Shop {
    pub id: Uuid,
    pub slug: Arc<str>,
    pub city_id: Uuid,
    pub name: Box<str>,
    /// Its legal, former and alternative names, which recognize it and are never shown.
    pub other_names: Box<[String]>,
    pub street: Option<Box<str>>,
    pub zip_code: Option<Box<str>>,
    pub point: Option<(f64, f64)>,
    pub time_zone: Tz,
    pub phone: Option<Box<str>>,
    pub telephone: Option<Box<str>>,
    pub website: Option<Box<str>>,
    pub hours: Option<Box<str>>,
    pub opening_hours: Option<Box<str>>,
    /// When the hours were last confirmed.
    pub hours_confirmed_at: Option<DateTime<Utc>>,
    /// Visitors confirmed them, rather than someone from the shop or the administrator.
    pub are_hours_confirmed_by_visitors: bool,
    /// When it was last confirmed that the shop is still there.
    pub place_confirmed_at: Option<DateTime<Utc>>,
    /// When `has_wifi` was last confirmed.
    pub wifi_confirmed_at: Option<DateTime<Utc>>,
    pub origins: Origins,
    /// `opening_hours` parsed for its time zone.
    schedule: Understood,
    pub description: Option<Box<str>>,
    pub owner_description: Option<Box<str>>,
    /// Left out where people described the shop (D78).
    pub ai_generated_description: Option<Box<str>>,
    /// Its owner, the person who listed it or the administrator described it in their own words.
    pub is_described_by_people: bool,
    pub owner_id: Option<Uuid>,
    /// In their owner's order, including expired ones; see [`View::shown`](super::View::shown).
    pub photos: Box<[Photo]>,
    pub categories: Box<[String]>,
    pub google_rating: Option<f64>,
    pub google_review_count: Option<i32>,
    pub foursquare_rating: Option<f64>,
    pub foursquare_price_level: Option<i32>,
    pub foursquare: FoursquareTerms,
    pub price_level: Option<i32>,
    pub has_wifi: Option<bool>,
    pub has_parking: Option<bool>,
    pub pet_friendly: Option<bool>,
    pub good_for_work: Option<bool>,
    pub has_outdoor_seating: Option<bool>,
    pub serves_breakfast: Option<bool>,
    pub further: FurtherAmenities,
    /// Its pages elsewhere and its public address; few shops have any.
    pub contacts: Option<Box<Contacts>>,
    pub upvote_count: i64,
    pub online_store_url: Option<Box<str>>,
    pub online_store_name: Option<Box<str>>,
    /// Featured placements by start time.
    pub boosts: Box<[Boost]>,
    /// Approved ones, newest first.
    pub stories: Box<[Story]>,
    pub visibility: Visibility,
    /// Several visitors reported that it has permanently closed, and nobody has decided yet.
    pub is_reported_closed: bool,
    pub sample: bool,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub version: i64,
}

/// Words in the names of coffee shops that roast.
const ROASTERS: [&str; 5] = ["roaster", "roasters", "roastery", "roasting", "roasterie"];

/// What Foursquare's API gave of a shop, and until when that may be shown (D72). See [`View`](super::View) for asking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FoursquareTerms {
    /// `None`: nothing is from its API.
    pub until: Option<DateTime<Utc>>,
    pub gave_categories: bool,
    pub gave_hours: bool,
}

impl FoursquareTerms {
    fn of(row: &shop::Model) -> Self {
        let gave = |fact: &str| {
            let source = row.provenance.0.get(fact);
            source.is_some_and(|source| source == FOURSQUARE_API)
        };
        Self {
            until: row.foursquare_expires_at,
            gave_categories: gave("categories"),
            gave_hours: gave("hours"),
        }
    }

    /// Whether it may be shown at `now`.
    #[must_use]
    pub fn are_kept_at(self, now: DateTime<Utc>) -> bool {
        self.until.is_none_or(|until| until > now)
    }

    /// When it stops being shown, if that is still to come.
    #[must_use]
    pub fn end_after(self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.until.filter(|until| *until > now)
    }
}

/// A period of featured placement; the end is exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boost {
    pub starts: DateTime<Utc>,
    pub ends: DateTime<Utc>,
}

/// An approved local story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Story {
    pub id: Uuid,
    pub prompt1_response: Box<str>,
    pub prompt2_response: Option<Box<str>>,
    /// At most one.
    pub photos: Box<[Photo]>,
    pub created_at: DateTime<Utc>,
    /// When its row last changed, in microseconds.
    pub version: i64,
}

impl Story {
    fn new(row: story::Model, photos: &mut OwnedPhotos) -> Self {
        Self {
            photos: photos.take(OwnerKind::Story, row.id),
            id: row.id,
            version: row.edition(),
            prompt1_response: row.prompt1_response.into(),
            prompt2_response: row.prompt2_response.map(Into::into),
            created_at: row.created_at,
        }
    }
}

/// Parsed from the text and time zone on first use: parsing the hours of all shops would take most of the startup time.
/// Ignored when comparing shops.
#[derive(Clone, Debug, Default)]
pub struct Understood(OnceLock<Option<Schedule>>);

impl PartialEq for Understood {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Shop {
    /// The parsed opening hours in the shop's time zone; `None` if there are none that can be parsed. Those that may be
    /// shown now come from [`View::schedule`](super::View::schedule).
    #[must_use]
    pub fn schedule(&self) -> Option<&Schedule> {
        let read = || {
            let schedule = Schedule::parse(self.opening_hours.as_deref()?, self.time_zone).ok()?;
            // The sun decides about some hours.
            Some(match self.whereabouts() {
                Some((latitude, longitude)) => schedule.with_coordinates(latitude, longitude),
                None => schedule,
            })
        };
        self.schedule.0.get_or_init(read).as_ref()
    }

    /// Where the shop is, at least roughly: without a pin, the center of its ZIP code. Good for distances, but not for
    /// pins and directions (D75).
    #[must_use]
    pub fn whereabouts(&self) -> Option<(f64, f64)> {
        let middle = || Some(Gazetteer::get().zip(self.zip_code.as_deref()?)?.point());
        self.point.or_else(middle)
    }

    /// When anybody last said something about the shop: a list, a person, or visitors who agreed.
    #[must_use]
    pub fn last_word(&self) -> DateTime<Utc> {
        let words = [
            self.hours_confirmed_at,
            self.place_confirmed_at,
            self.origins.last_word(),
        ];
        let last = words.into_iter().flatten().max();
        last.unwrap_or(self.created_at)
    }

    /// When the hours were last said to be right, by a person or a list.
    #[must_use]
    pub fn hours_dated(&self) -> Option<DateTime<Utc>> {
        self.hours_confirmed_at.or(self.origins.hours_as_of)
    }

    /// The same shop with another vote count.
    pub(super) fn with_votes(&self, upvote_count: i64, version: i64) -> Self {
        Self {
            upvote_count,
            version,
            ..self.clone()
        }
    }

    /// Whether `newer` differs only in its votes.
    pub(super) fn gained_votes_only(&self, newer: &Self) -> bool {
        self.with_votes(newer.upvote_count, newer.version) == *newer
    }

    /// Whether the shop is boosted at `now`, and when that next changes.
    #[must_use]
    pub fn boosted_at(&self, now: DateTime<Utc>) -> (bool, Option<DateTime<Utc>>) {
        let is_boosted = self
            .boosts
            .iter()
            .any(|boost| boost.starts <= now && now < boost.ends);
        let edges = self
            .boosts
            .iter()
            .flat_map(|boost| [boost.starts, boost.ends]);
        (is_boosted, edges.filter(|edge| *edge > now).min())
    }

    /// Whether it roasts coffee: as somebody said, or else as its name does.
    #[must_use]
    pub fn roasts(&self) -> Option<bool> {
        let named = || {
            let name = self.name.to_lowercase();
            let mut words = name.split(|sign: char| !sign.is_alphanumeric());
            words.any(|word| ROASTERS.contains(&word)).then_some(true)
        };
        self.further.get(Amenity::RoastsHere).or_else(named)
    }

    /// Whether the shop is in lists and counts.
    #[must_use]
    pub fn is_listed(&self) -> bool {
        self.visibility == Visibility::Listed
    }
}

impl City {
    /// The record of a row and its parts.
    pub(super) fn new(row: city::Model, photos: &mut OwnedPhotos) -> Self {
        Self {
            id: row.id,
            photos: photos.take(OwnerKind::City, row.id),
            slug: row.slug.into(),
            folded_name: fold_place_name(&row.name).into(),
            name: row.name.into(),
            state: row.state.into(),
            county: row.county.map(Into::into),
            point: row.latitude.zip(row.longitude),
            time_zone: time_zone(&row.time_zone),
            description: row.description.map(Into::into),
            image_source: row.image_source.into(),
            fallback_color: row.fallback_color.map(Into::into),
            made_by_admin: row.made_by_admin,
            created_at: row.created_at,
            updated_at: row.updated_at,
            version: row.version,
        }
    }
}

impl Shop {
    /// The record of a row with its clocks and its parts.
    pub(super) fn new(
        (row, time_zone): (shop::Model, Tz),
        extras: Extras,
        photos: &mut OwnedPhotos,
    ) -> Self {
        let origins = Origins::of(&row);
        let is_described_by_people = is_described_by_people(&row);
        let foursquare = FoursquareTerms::of(&row);
        let further = FurtherAmenities::of(&row);
        let contacts = Contacts::of(&row).map(Box::new);
        let price_source = row.provenance.0.get("priceLevel").map(String::as_str);
        let is_priced_by_hand =
            row.price_level.is_some() && matches!(price_source, Some(OWNER | SUBMITTER | EDITORS));
        let visibility = match &row {
            shop::Model {
                deleted_at: Some(_),
                ..
            } => Visibility::Deleted,
            shop::Model {
                is_active: false, ..
            } => Visibility::Unpublished,
            shop::Model {
                closed_at: Some(_), ..
            } => Visibility::ClosedForGood,
            _ => Visibility::Listed,
        };
        Self {
            id: row.id,
            slug: row.slug.into(),
            city_id: row.city_id,
            name: row.name.into(),
            other_names: row.other_names.0.into(),
            street: row.street.map(|street| suites::with_word(&street).into()),
            zip_code: row.zip_code.map(Into::into),
            point: row.latitude.zip(row.longitude),
            time_zone,
            phone: row.phone.map(Into::into),
            telephone: row.telephone.map(Into::into),
            website: row.website.map(Into::into),
            hours: row.hours.map(Into::into),
            schedule: Understood::default(),
            opening_hours: row.opening_hours.map(Into::into),
            hours_confirmed_at: row.hours_confirmed_at,
            are_hours_confirmed_by_visitors: row.hours_confirmed_by.as_deref() == Some(VISITORS),
            place_confirmed_at: row.place_confirmed_at,
            wifi_confirmed_at: row.wifi_confirmed_at,
            origins,
            description: row.description.map(Into::into),
            owner_description: row.owner_description.map(Into::into),
            ai_generated_description: row
                .ai_generated_description
                .filter(|_| !is_described_by_people)
                .map(Into::into),
            is_described_by_people,
            owner_id: row.owner_id,
            photos: photos.take(OwnerKind::Shop, row.id),
            categories: row.categories.0.into(),
            google_rating: row.google_rating,
            google_review_count: row.google_review_count,
            foursquare_rating: row.foursquare_rating,
            // Who runs the shop knows its prices.
            foursquare_price_level: row.foursquare_price_level.filter(|_| !is_priced_by_hand),
            foursquare,
            price_level: row.price_level,
            has_wifi: row.has_wifi,
            has_parking: row.has_parking,
            pet_friendly: row.pet_friendly,
            good_for_work: row.good_for_work,
            has_outdoor_seating: row.has_outdoor_seating,
            serves_breakfast: row.serves_breakfast,
            further,
            contacts,
            upvote_count: row.upvote_count,
            online_store_url: row.online_store_url.map(Into::into),
            online_store_name: row.online_store_name.map(Into::into),
            boosts: extras
                .boosts
                .iter()
                .map(|boost| Boost {
                    starts: boost.starts_at,
                    ends: boost.ends_at,
                })
                .collect(),
            is_reported_closed: extras.is_reported_closed,
            stories: (extras.stories.into_iter())
                .map(|row| Story::new(row, photos))
                .collect(),
            visibility,
            sample: row.sample,
            created_at: row.created_at,
            updated_at: row.updated_at,
            version: row.version,
        }
    }
}

/// Whether a person described the shop. An AI text is shown only where nobody did (D78).
#[must_use]
pub fn is_described_by_people(row: &shop::Model) -> bool {
    let is_text =
        |text: &Option<String>| text.as_deref().is_some_and(|text| !text.trim().is_empty());
    let source = row.provenance.0.get("description").map(String::as_str);
    let is_by_people = matches!(source, Some(OWNER | SUBMITTER | "admin"));
    is_text(&row.owner_description) || (is_by_people && is_text(&row.description))
}

/// The named time zone; US Central if the row's name is unknown.
#[must_use]
pub fn time_zone(name: &str) -> Tz {
    name.parse().unwrap_or(Tz::America__Chicago)
}
