//! Turns the texts into rows. Each town and shop gets random facts from a fixed seed.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use gazetteer::{Gazetteer, Town, TownQuery, slugify};
use uuid::Uuid;

use super::{
    content::{Content, ShopText, TownText},
    decks::ContentDecks,
    facts::{
        Amenities, FurtherAmenities, categories, foursquare_rating, google_rating, nearby,
        price_level, skewed, votes,
    },
};
use crate::{
    catalog::{
        colors::fallback_color,
        entities::{
            city,
            shop::{self, Origins, Provenance},
        },
    },
    platform::{
        error::{Error, Result},
        id_generator::IdGenerator,
        seeded_random::SeededRandom,
    },
};

/// In minutes: shops joined the directory within the last two years.
const OLDEST: f64 = 2.0 * 365.0 * 24.0 * 60.0;
/// In minutes: the newest joined three hours ago.
const NEWEST: f64 = 180.0;
/// When the permanently closed shop closed; it had joined at least as long before that.
const CLOSED: TimeDelta = TimeDelta::days(40);
/// Maximum length of a slug (D17).
const SLUG_LENGTH: usize = 80;
/// Maximum length of a host name's label (RFC 1035).
const HOST_LABEL_LENGTH: usize = 63;

/// A town and its shops, ready to be inserted.
#[derive(Debug)]
pub(super) struct DemoTown {
    pub(super) city: city::Model,
    pub(super) shops: Vec<shop::Model>,
}

/// Builds the towns one by one.
pub(super) struct DemoGenerator<'a> {
    content: &'a Content,
    identifiers: &'a IdGenerator,
    now: DateTime<Utc>,
    decks: ContentDecks<'a>,
    /// Phone numbers assigned so far, by area code.
    numbers: BTreeMap<&'a str, u32>,
}

impl<'a> DemoGenerator<'a> {
    pub(super) fn new(
        content: &'a Content,
        identifiers: &'a IdGenerator,
        now: DateTime<Utc>,
    ) -> Self {
        Self {
            content,
            identifiers,
            now,
            decks: ContentDecks::new(content),
            numbers: BTreeMap::new(),
        }
    }

    /// All towns, in the content's order.
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
            edition: 1,
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
        let kind = self.content.kinds.get(&text.kind).ok_or_else(|| {
            Error::Internal(format!("demo shop {}: no kind {}", text.name, text.kind))
        })?;
        let full_name = format!("{} {} {}", text.name, town.name, town.state.code());
        let slug = slugify(&full_name, SLUG_LENGTH);
        let random = &mut SeededRandom::of(&slug);
        let amenities = Amenities::draw(kind.amenities, random);
        let further = FurtherAmenities::draw(
            kind.stand,
            text.kind == "roaster",
            &mut SeededRandom::of(&format!("{slug} further")),
        );
        let (created_at, closed_at) = self.dates(text, random);
        let (phone, telephone) = self.telephone(&town_text.area_code, random).unzip();
        let hours = self.decks.hours(kind, random);
        let price_level = random.percent(55).then(|| price_level(random));
        let is_rated = random.percent(70);
        let is_on_foursquare = random.percent(35);
        // Owners' texts mention rooms and tables, which stands don't have.
        let is_owned = closed_at.is_none() && !kind.stand && random.percent(22);
        let sells_beans = is_owned && text.kind == "roaster";
        let confirmed = hours.filter(|_| closed_at.is_none());
        let confirmed = confirmed.and_then(|_| self.confirmation(&slug, created_at));
        let has_website = slug.len() <= HOST_LABEL_LENGTH && random.percent(72);
        Ok(shop::Model {
            id: self.identifiers.next(),
            city_id,
            name: text.name.clone(),
            other_names: shop::Texts::default(),
            street: Some(self.street(text, random)),
            zip_code: Some(town_text.zip.clone()),
            latitude: Some(town.latitude + nearby(random)),
            longitude: Some(town.longitude + nearby(random)),
            time_zone: town.time_zone.to_owned(),
            own_time_zone: None,
            phone,
            telephone,
            website_since: None,
            website: has_website.then(|| format!("https://{slug}.example")),
            hours: hours.map(|hours| hours.text.clone()),
            opening_hours: hours.and_then(|hours| hours.osm.clone()),
            description: self.decks.description(text, kind, amenities, random),
            owner_description: is_owned.then(|| self.decks.owner_description(&town.name, random)),
            ai_generated_description: None,
            owner_id: is_owned.then(|| self.identifiers.next()),
            image_url: None,
            categories: categories(kind, random),
            google_place_id: None,
            google_rating: is_rated.then(|| google_rating(random)),
            google_review_count: is_rated.then(|| skewed(random, 2.5, 4.0, 900.0)),
            foursquare_id: None,
            foursquare_rating: is_on_foursquare.then(|| foursquare_rating(random)),
            foursquare_price_level: price_level.filter(|_| is_on_foursquare),
            foursquare_expires_at: None,
            price_level,
            has_wifi: amenities.wifi,
            has_parking: amenities.parking,
            pet_friendly: amenities.pets,
            good_for_work: amenities.work,
            has_outdoor_seating: amenities.outdoors,
            serves_breakfast: None,
            upvote_count: votes(random),
            online_store_url: sells_beans.then(|| format!("https://beans.{slug}.example")),
            online_store_name: sells_beans.then(|| format!("{} by mail", text.name)),
            is_active: true,
            closed_at,
            deleted_at: None,
            sample: true,
            provenance: Provenance::default(),
            origins: Origins::default(),
            submitter_id: None,
            edition: 1,
            unconfirmed_since: None,
            // Invented handles could be real people's.
            instagram: None,
            facebook: None,
            menu_url: has_website.then(|| format!("https://{slug}.example/menu")),
            public_email: (is_owned && has_website).then(|| format!("hello@{slug}.example")),
            has_outlets: further.outlets,
            has_restroom: further.restroom,
            has_drive_through: further.drive_through,
            wheelchair_accessible: further.wheelchair,
            has_changing_table: further.changing_table,
            has_plant_milk: further.plant_milk,
            roasts_here: further.roasts,
            hours_confirmed_at: confirmed,
            hours_confirmed_by: None,
            place_confirmed_at: None,
            wifi_confirmed_at: None,
            created_at,
            updated_at: closed_at.unwrap_or(created_at),
            version: 1,
            slug,
        })
    }

    /// When the hours were last confirmed, in three of five shops, so that towns differ in their grades.
    fn confirmation(&self, slug: &str, created_at: DateTime<Utc>) -> Option<DateTime<Utc>> {
        // Its own numbers: those of the other facts stay as they are.
        let random = &mut SeededRandom::of(&format!("{slug} hours"));
        let age = TimeDelta::days(skewed(random, 1.5, 1.0, 300.0).into());
        random.percent(60).then(|| (self.now - age).max(created_at))
    }

    /// When the shop joined the directory, and when it closed permanently, if it did.
    fn dates(
        &self,
        text: &ShopText,
        random: &mut SeededRandom,
    ) -> (DateTime<Utc>, Option<DateTime<Utc>>) {
        // More shops joined recently than two years ago.
        let minutes = NEWEST + (OLDEST - NEWEST) * random.fraction().powf(1.4);
        let created_at = self.now - TimeDelta::minutes(minutes as i64);
        if text.closed {
            let closed_at = self.now - CLOSED;
            (created_at.min(closed_at - CLOSED), Some(closed_at))
        } else {
            (created_at, None)
        }
    }

    /// A number reserved for fiction (555-0100 to 555-0199), in display format and E.164.
    fn telephone(
        &mut self,
        area_code: &'a str,
        random: &mut SeededRandom,
    ) -> Option<(String, String)> {
        if random.percent(14) {
            return None;
        }
        let given = self.numbers.entry(area_code).or_default();
        // 37 and 100 are coprime, so a number repeats only after a hundred shops.
        let last = (11 + 37 * *given) % 100;
        *given += 1;
        Some((
            format!("({area_code}) 555-01{last:02}"),
            format!("+1{area_code}55501{last:02}"),
        ))
    }

    /// Low house numbers are more common, as on a real Main Street.
    fn street(&mut self, text: &'a ShopText, random: &mut SeededRandom) -> String {
        let street = text.street.as_deref();
        let street = street.unwrap_or_else(|| self.decks.street());
        let block = skewed(random, 1.8, 1.0, 24.0);
        format!("{} {street}", block * 100 + skewed(random, 1.0, 1.0, 98.0))
    }
}
