//! Makes rows of the texts: each town and shop gets its facts by chance that falls the same way each time.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use gazetteer::{Gazetteer, Town, TownQuery, slugify};
use uuid::Uuid;

use super::{
    content::{AmenityChances, Content, HoursText, Kind, ShopText, TownText},
    dice::{Deck, Dice},
};
use crate::{
    catalog::{
        colors::fallback_color,
        entities::{
            city,
            shop::{self, Provenance, Texts},
        },
    },
    platform::{
        error::{Error, Result},
        identifiers::Identifiers,
    },
};

/// Shops joined the directory within the last two years, in minutes.
const OLDEST: f64 = 2.0 * 365.0 * 24.0 * 60.0;
/// The newest one joined three hours ago.
const NEWEST: f64 = 180.0;
/// The shop that closed for good did so this long ago; it had joined long before.
const CLOSED: TimeDelta = TimeDelta::days(40);
/// Degrees: shops stand within half a mile of their town's middle.
const SPREAD: f64 = 0.007;
/// The longest slug (D17).
const SLUG_LENGTH: usize = 80;

/// A town and its shops, ready to be written.
#[derive(Debug)]
pub(super) struct DemoTown {
    pub(super) city: city::Model,
    pub(super) shops: Vec<shop::Model>,
}

/// Deals texts to shops, so that what two shops share lies far apart.
pub(super) struct Inventor<'a> {
    content: &'a Content,
    identifiers: &'a Identifiers,
    now: DateTime<Utc>,
    decks: Decks<'a>,
    /// Telephone numbers given out so far, by area code.
    numbers: BTreeMap<&'a str, u32>,
}

struct Decks<'a> {
    offers: BTreeMap<&'a str, Deck<'a, String>>,
    hours: BTreeMap<&'a str, Deck<'a, HoursText>>,
    streets: Deck<'a, String>,
    moods: Deck<'a, String>,
    stand_moods: Deck<'a, String>,
    wifi: Deck<'a, String>,
    parking: Deck<'a, String>,
    pets: Deck<'a, String>,
    work: Deck<'a, String>,
    outdoors: Deck<'a, String>,
    openings: Deck<'a, String>,
    middles: Deck<'a, String>,
    closings: Deck<'a, String>,
}

/// `None`: nobody knows.
#[derive(Clone, Copy)]
struct Amenities {
    wifi: Option<bool>,
    parking: Option<bool>,
    pets: Option<bool>,
    work: Option<bool>,
    outdoors: Option<bool>,
}

impl<'a> Inventor<'a> {
    pub(super) fn new(
        content: &'a Content,
        identifiers: &'a Identifiers,
        now: DateTime<Utc>,
    ) -> Self {
        Self {
            content,
            identifiers,
            now,
            decks: Decks::new(content),
            numbers: BTreeMap::new(),
        }
    }

    /// All towns of the content, in its order.
    pub(super) fn towns(mut self) -> Result<Vec<DemoTown>> {
        let content = self.content;
        content.towns.iter().map(|text| self.town(text)).collect()
    }

    fn town(&mut self, text: &'a TownText) -> Result<DemoTown> {
        let query = TownQuery {
            city: Some(&text.name),
            state: Some(&text.state),
            zip: Some(&text.zip),
            point: None,
        };
        let town = Gazetteer::get().town_of(query).map_err(|reason| {
            Error::Internal(format!("demo town {}, {}: {reason}", text.name, text.state))
        })?;
        let id = self.identifiers.next();
        let shops = text
            .shops
            .iter()
            .map(|shop| self.shop(text, &town, id, shop))
            .collect::<Result<Vec<_>>>()?;
        let oldest = shops.iter().map(|shop| shop.created_at).min();
        let created_at = oldest.unwrap_or(self.now);
        let city = city::Model {
            id,
            fallback_color: Some(fallback_color(&town.slug)),
            slug: town.slug,
            name: town.name,
            state: town.state.code().to_owned(),
            county: Some(town.county.full_name.to_owned()),
            latitude: Some(town.latitude),
            longitude: Some(town.longitude),
            time_zone: town.time_zone.to_owned(),
            description: text.description.clone(),
            image_url: None,
            image_source: "fallback".to_owned(),
            made_by_admin: false,
            created_at,
            updated_at: created_at,
            version: 1,
        };
        Ok(DemoTown { city, shops })
    }

    fn shop(
        &mut self,
        town_text: &'a TownText,
        town: &Town,
        city_id: Uuid,
        text: &'a ShopText,
    ) -> Result<shop::Model> {
        let kind = self
            .content
            .kinds
            .get(&text.kind)
            .ok_or_else(|| Error::Internal(format!("demo shop {}: no such kind", text.name)))?;
        let address = format!("{} {} {}", text.name, town.name, town.state.code());
        let slug = slugify(&address, SLUG_LENGTH);
        let mut dice = Dice::of(&slug);
        let dice = &mut dice;
        let amenities = Amenities::draw(kind.amenities, dice);
        let (created_at, closed_at) = self.dates(text, dice);
        let (phone, telephone) = self.telephone(&town_text.area_code, dice).unzip();
        let hours = self.hours(kind, dice);
        let price_level = dice.percent(55).then(|| price_level(dice));
        let is_rated = dice.percent(70);
        let is_on_foursquare = dice.percent(35);
        let is_owned = closed_at.is_none() && dice.percent(20);
        let has_store = is_owned && text.kind == "roaster";
        Ok(shop::Model {
            id: self.identifiers.next(),
            city_id,
            name: text.name.clone(),
            street: Some(self.street(dice)),
            zip_code: Some(town_text.zip.clone()),
            latitude: Some(town.latitude + nearby(dice)),
            longitude: Some(town.longitude + nearby(dice)),
            time_zone: town.time_zone.to_owned(),
            phone,
            telephone,
            website: dice.percent(72).then(|| format!("https://{slug}.example")),
            hours: hours.map(|hours| hours.text.clone()),
            opening_hours: hours.and_then(|hours| hours.osm.clone()),
            description: self.description(text, kind, amenities, dice),
            owner_description: is_owned.then(|| self.owner_description(&town.name, dice)),
            ai_generated_description: None,
            owner_id: is_owned.then(|| self.identifiers.next()),
            image_url: None,
            categories: categories(kind, dice),
            google_place_id: None,
            google_rating: is_rated.then(|| google_rating(dice)),
            google_review_count: is_rated.then(|| skewed(dice, 2.5, 4.0, 900.0)),
            foursquare_id: None,
            foursquare_rating: is_on_foursquare.then(|| f64::from(62 + dice.below(34)) / 10.0),
            foursquare_price_level: is_on_foursquare.then(|| price_level.unwrap_or_default()),
            price_level,
            has_wifi: amenities.wifi,
            has_parking: amenities.parking,
            pet_friendly: amenities.pets,
            good_for_work: amenities.work,
            has_outdoor_seating: amenities.outdoors,
            upvote_count: votes(dice),
            online_store_url: has_store.then(|| format!("https://beans.{slug}.example")),
            online_store_name: has_store.then(|| format!("{} by mail", text.name)),
            is_active: true,
            closed_at,
            deleted_at: None,
            sample: true,
            provenance: Provenance::default(),
            created_at,
            updated_at: closed_at.unwrap_or(created_at),
            version: 1,
            slug,
        })
    }

    /// When the shop joined the directory, and since when it is closed for good.
    fn dates(&self, text: &ShopText, dice: &mut Dice) -> (DateTime<Utc>, Option<DateTime<Utc>>) {
        // More shops joined lately than two years ago.
        let age = NEWEST + (OLDEST - NEWEST) * dice.fraction().powf(1.4);
        let created_at = self.now - whole_minutes(age);
        if text.closed {
            let closed_at = self.now - CLOSED;
            (created_at.min(closed_at - CLOSED), Some(closed_at))
        } else {
            (created_at, None)
        }
    }

    /// A number set aside for fiction (555-0100 to 555-0199), as people write it and as machines do.
    fn telephone(&mut self, area_code: &'a str, dice: &mut Dice) -> Option<(String, String)> {
        if dice.percent(14) {
            return None;
        }
        let given = self.numbers.entry(area_code).or_default();
        // 37 and 100 have no common divisor: a hundred shops go by before a number returns.
        let last = (11 + 37 * *given) % 100;
        *given += 1;
        Some((
            format!("({area_code}) 555-01{last:02}"),
            format!("+1{area_code}55501{last:02}"),
        ))
    }

    fn street(&mut self, dice: &mut Dice) -> String {
        let street = self
            .decks
            .streets
            .deal()
            .map_or("Main Street", String::as_str);
        let block = 1 + skewed(dice, 1.8, 0.0, 24.0);
        format!("{} {street}", block * 100 + skewed(dice, 1.0, 1.0, 98.0))
    }

    fn hours(&mut self, kind: &Kind, dice: &mut Dice) -> Option<&'a HoursText> {
        if dice.percent(10) {
            return None;
        }
        let group = dice.pick(&kind.hours)?;
        self.decks.hours.get_mut(group.as_str())?.deal()
    }

    /// The shop's own sentence, one on what it serves, and often one more.
    fn description(
        &mut self,
        text: &ShopText,
        kind: &Kind,
        amenities: Amenities,
        dice: &mut Dice,
    ) -> Option<String> {
        let line = text.line.as_deref()?;
        let offer = self
            .decks
            .offers
            .get_mut(text.kind.as_str())
            .and_then(Deck::deal);
        let last = dice
            .percent(60)
            .then(|| self.decks.last_sentence(kind.stand, amenities, dice))
            .flatten();
        let sentences = [Some(line), offer.map(String::as_str), last];
        Some(joined(sentences))
    }

    fn owner_description(&mut self, town: &str, dice: &mut Dice) -> String {
        let closing = if dice.percent(55) {
            self.decks.closings.deal()
        } else {
            None
        };
        let sentences = [
            self.decks.openings.deal(),
            self.decks.middles.deal(),
            closing,
        ];
        joined(sentences.map(|sentence| sentence.map(String::as_str))).replace("{town}", town)
    }
}

impl<'a> Decks<'a> {
    fn new(content: &'a Content) -> Self {
        let sentences = &content.sentences;
        let owners = &content.owners;
        Self {
            offers: content
                .kinds
                .iter()
                .map(|(name, kind)| (name.as_str(), Deck::new(name, &kind.offers)))
                .collect(),
            hours: content
                .hours
                .iter()
                .map(|(name, group)| (name.as_str(), Deck::new(name, group)))
                .collect(),
            streets: Deck::new("streets", &sentences.streets),
            moods: Deck::new("moods", &sentences.moods),
            stand_moods: Deck::new("stand moods", &sentences.stand_moods),
            wifi: Deck::new("wifi", &sentences.wifi),
            parking: Deck::new("parking", &sentences.parking),
            pets: Deck::new("pets", &sentences.pets),
            work: Deck::new("work", &sentences.work),
            outdoors: Deck::new("outdoors", &sentences.outdoors),
            openings: Deck::new("openings", &owners.openings),
            middles: Deck::new("middles", &owners.middles),
            closings: Deck::new("closings", &owners.closings),
        }
    }

    /// A sentence that promises nothing that the shop lacks.
    fn last_sentence(
        &mut self,
        is_stand: bool,
        amenities: Amenities,
        dice: &mut Dice,
    ) -> Option<&'a str> {
        let moods = if is_stand {
            &mut self.stand_moods
        } else {
            &mut self.moods
        };
        let mut decks = vec![moods];
        for (has, deck) in [
            (amenities.wifi, &mut self.wifi),
            (amenities.parking, &mut self.parking),
            (amenities.pets, &mut self.pets),
            (amenities.work, &mut self.work),
            (amenities.outdoors, &mut self.outdoors),
        ] {
            if has == Some(true) {
                decks.push(deck);
            }
        }
        let chosen = dice.below(u32::try_from(decks.len()).unwrap_or_default());
        let deck = decks.get_mut(usize::try_from(chosen).unwrap_or_default())?;
        deck.deal().map(String::as_str)
    }
}

impl Amenities {
    fn draw(chances: AmenityChances, dice: &mut Dice) -> Self {
        let mut draw = |chance| (!dice.percent(22)).then(|| dice.percent(chance));
        Self {
            wifi: draw(chances.wifi),
            parking: draw(chances.parking),
            pets: draw(chances.pets),
            work: draw(chances.work),
            outdoors: draw(chances.outdoors),
        }
    }
}

fn categories(kind: &Kind, dice: &mut Dice) -> Texts {
    let (first, others) = kind.categories.split_first().unzip();
    let mut chosen: Vec<String> = first.into_iter().cloned().collect();
    let others: &[String] = others.unwrap_or_default();
    for _ in 0..1 + dice.below(2) {
        chosen.extend(
            dice.pick(others)
                .filter(|other| !chosen.contains(other))
                .cloned(),
        );
    }
    Texts(chosen)
}

fn joined(sentences: [Option<&str>; 3]) -> String {
    sentences
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

fn nearby(dice: &mut Dice) -> f64 {
    // Four decimals are eleven metres: enough for a house.
    ((dice.fraction() - 0.5) * 2.0 * SPREAD * 10_000.0).round() / 10_000.0
}

fn whole_minutes(minutes: f64) -> TimeDelta {
    TimeDelta::seconds((minutes * 60.0) as i64)
}

/// Mostly low, seldom high: from `least` up to `most`.
fn skewed(dice: &mut Dice, bend: f64, least: f64, most: f64) -> i32 {
    (least + (most - least) * dice.fraction().powf(bend)) as i32
}

fn google_rating(dice: &mut Dice) -> f64 {
    // People are kind to their coffee shops: most have between 4.2 and 4.9.
    let tenths = 50 - skewed(dice, 1.7, 0.0, 14.0);
    f64::from(tenths) / 10.0
}

fn price_level(dice: &mut Dice) -> i32 {
    match dice.below(10) {
        0..4 => 1,
        4..9 => 2,
        _ => 3,
    }
}

fn votes(dice: &mut Dice) -> i64 {
    if dice.percent(18) {
        return 0;
    }
    i64::from(skewed(dice, 3.0, 1.0, 340.0))
}
