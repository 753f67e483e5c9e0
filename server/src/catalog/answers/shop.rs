//! A shop in the API, with every field name in the specification (D2). Never an owner's name or address (D8).

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use gazetteer::distance_miles;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    AmenityAnswer, LinkAnswer, PhotoAnswer, QuestionAnswer, degrees,
    hours::{
        self, ComingDaysAnswer, DayAnswer, HoursAgeAnswer, HoursConfirmedAnswer,
        HoursSpecificationAnswer, OpenStateAnswer,
    },
    question,
};
use crate::catalog::{CityEntry, Formats, Shop, View, Visibility, read::Page};

/// A shop. The first fields are the specification's (visitor.md 3), the rest, from `street` on, are ours.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Shop)]
pub struct ShopAnswer {
    pub id: Uuid,
    pub slug: String,
    pub name: String,
    pub city_id: Uuid,
    /// The largest file of the first of its photos.
    #[schema(required)]
    pub image_url: Option<String>,
    #[schema(required)]
    pub description: Option<String>,
    #[schema(required)]
    pub owner_description: Option<String>,
    #[schema(required)]
    pub ai_generated_description: Option<String>,
    #[schema(required)]
    pub owner_id: Option<Uuid>,
    pub foursquare_categories: Vec<String>,
    /// A number as text, with one decimal; the same as `googleRating` (D33).
    #[schema(required)]
    pub rating: Option<String>,
    #[schema(required)]
    pub review_count: Option<i32>,
    #[schema(required)]
    pub google_rating: Option<String>,
    #[schema(required)]
    pub google_review_count: Option<i32>,
    /// Of ten.
    #[schema(required)]
    pub foursquare_rating: Option<String>,
    /// 0 to 4.
    #[schema(required)]
    pub foursquare_price_level: Option<i32>,
    /// 1 to 4, as text.
    #[schema(required)]
    pub price_level: Option<String>,
    pub upvote_count: i64,
    /// As its source has it.
    #[schema(required)]
    pub hours: Option<String>,
    /// Today's opening, such as `7:00 AM`.
    #[schema(required)]
    pub open_time: Option<String>,
    #[schema(required)]
    pub close_time: Option<String>,
    /// OpenStreetMap `opening_hours` syntax (D10).
    #[schema(required)]
    pub opening_hours: Option<String>,
    /// In one line.
    pub address: String,
    #[schema(required)]
    pub phone: Option<String>,
    #[schema(required)]
    pub phone_number: Option<String>,
    #[schema(required)]
    pub website: Option<String>,
    #[schema(required)]
    pub online_store_url: Option<String>,
    #[schema(required)]
    pub online_store_name: Option<String>,
    /// Visitors see its page.
    pub is_active: bool,
    pub is_boosted: bool,
    /// When the boost that runs now ends; null without one.
    #[schema(required)]
    pub boosted_until: Option<DateTime<Utc>>,
    #[schema(required)]
    pub has_wifi: Option<bool>,
    #[schema(required)]
    pub has_parking: Option<bool>,
    #[schema(required)]
    pub pet_friendly: Option<bool>,
    #[schema(required)]
    pub good_for_work: Option<bool>,
    #[schema(required)]
    pub has_outdoor_seating: Option<bool>,
    #[schema(required)]
    pub street: Option<String>,
    #[schema(required)]
    pub zip_code: Option<String>,
    pub city_name: String,
    pub state: String,
    pub city_slug: String,
    #[schema(required)]
    pub latitude: Option<f64>,
    #[schema(required)]
    pub longitude: Option<f64>,
    /// IANA name.
    pub time_zone: String,
    /// E.164.
    #[schema(required)]
    pub telephone: Option<String>,
    pub permanently_closed: bool,
    /// At least three visitors say that it has closed for good, and nobody has confirmed it yet.
    pub reported_closed: bool,
    /// Invented, part of the demo content.
    pub sample: bool,
    pub updated_at: DateTime<Utc>,
    /// In their owner's order; in lists the first one alone.
    pub photos: Vec<PhotoAnswer>,
    pub open_state: OpenStateAnswer,
    /// Monday first; null in lists and where the hours are not known.
    #[schema(required)]
    pub week: Option<Vec<DayAnswer>>,
    /// Holidays and vacations of the next two months, in order; null in lists and where there are none.
    #[schema(required)]
    pub coming_days: Option<Vec<ComingDaysAnswer>>,
    /// Such as `Thanksgiving may change these hours`, in the week before a holiday that the hours don't mention; null in
    /// lists.
    #[schema(required)]
    pub holiday_notice: Option<String>,
    /// The month of the last word on this shop, such as `March 2020`, where that is three years ago (D96); null in lists.
    #[schema(required)]
    pub unconfirmed_since: Option<String>,
    /// What a visitor should know before anything else, in sentences; empty in lists.
    pub notices: Vec<String>,
    /// What visitors are asked about this shop (D97); null where nothing is old or unknown, and in lists.
    #[schema(required)]
    pub question: Option<QuestionAnswer>,
    /// What the hours say in words, such as `Sat: by appointment`; null in lists and where they say nothing more.
    #[schema(required)]
    pub hours_note: Option<String>,
    /// Null where nobody of the shop has confirmed the hours, and in lists.
    #[schema(required)]
    pub hours_confirmed: Option<HoursConfirmedAnswer>,
    /// How far the hours can be trusted; null where nothing is known of their age, and in lists.
    #[schema(required)]
    pub hours_age: Option<HoursAgeAnswer>,
    /// Where most of its facts come from, such as `OpenStreetMap`; null where nobody noted it.
    #[schema(required)]
    pub source: Option<String>,
    /// The day on which the source said so.
    #[schema(required)]
    pub source_date: Option<NaiveDate>,
    /// The license of what the source gave, such as `ODbL 1.0`.
    #[schema(required)]
    pub license: Option<String>,
    /// All sources in words, such as `From OpenStreetMap, March 2020`; null in lists.
    #[schema(required)]
    pub source_label: Option<String>,
    /// For search engines; null where the hours are not known, and in lists but for the first 20 of a town's.
    #[schema(required)]
    pub hours_specification: Option<Vec<HoursSpecificationAnswer>>,
    /// What is known of amenities besides those above; absent in lists, and where nothing is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub more_amenities: Vec<AmenityAnswer>,
    /// Menu, profiles and public email address; absent in lists, and where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub links: Vec<LinkAnswer>,
    /// From the place that a list is around, such as `0.3 mi`; absent elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<String>,
}

/// One page of shops.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopPage {
    pub items: Vec<ShopAnswer>,
    pub total: usize,
    pub page: usize,
    pub page_size: usize,
    pub page_count: usize,
}

/// Shops: the whole list, or one page of it when `page` was given.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = ShopList)]
pub enum ShopListAnswer {
    All(Vec<ShopAnswer>),
    Page(ShopPage),
}

impl ShopAnswer {
    /// Everything that `view` shows about `shop`, for its own page.
    #[must_use]
    pub fn in_full(view: &View, shop: &Shop) -> Self {
        let week = hours::week(view, shop);
        Self {
            week,
            coming_days: hours::coming_days(view, shop),
            holiday_notice: hours::holiday_notice(view, shop),
            unconfirmed_since: unconfirmed_since(view, shop),
            notices: notices(view, shop),
            question: question::of(view, shop),
            photos: PhotoAnswer::list(view, &shop.photos, usize::MAX),
            hours_specification: hours::specification(view, shop),
            hours_confirmed: hours::confirmed(view, shop),
            hours_age: hours::age(view, shop),
            source_label: source_label(view, shop),
            hours_note: hours::note(view, shop),
            more_amenities: AmenityAnswer::list(shop),
            links: LinkAnswer::list(shop),
            ..Self::in_list(view, shop)
        }
    }

    /// The same with hours in the form that search engines read.
    #[must_use]
    pub fn with_hours_specification(self, view: &View, shop: &Shop) -> Self {
        Self {
            hours_specification: hours::specification(view, shop),
            ..self
        }
    }

    /// The data for lists. Records the town, and notes when "open now" changes.
    #[must_use]
    pub fn in_list(view: &View, shop: &Shop) -> Self {
        let town = view.city(shop.city_id);
        Self::in_town(view, shop, town.as_ref())
    }

    /// The same with a known town.
    #[must_use]
    pub fn in_town(view: &View, shop: &Shop, town: Option<&CityEntry>) -> Self {
        let text = |value: &Option<Box<str>>| value.as_deref().map(str::to_owned);
        let city = town.map(|entry| &entry.city);
        let city_name = city.map_or_else(String::new, |city| city.name.to_string());
        let state = city.map_or_else(String::new, |city| city.state.to_string());
        let rating = shop.google_rating.map(|rating| format!("{rating:.1}"));
        let now = hours::now(view, shop);
        let photos = PhotoAnswer::list(view, &shop.photos, 1);
        let on_foursquare = view.shows_foursquare(shop).then_some(shop);
        let with_hours = view.shows_hours(shop).then_some(shop);
        let origin = shop.origins.main();
        Self {
            id: shop.id,
            slug: shop.slug.to_string(),
            name: shop.name.to_string(),
            city_id: shop.city_id,
            image_url: photos.first().map(|photo| photo.url.clone()),
            description: text(&shop.description),
            owner_description: text(&shop.owner_description),
            ai_generated_description: text(&shop.ai_generated_description),
            owner_id: shop.owner_id,
            foursquare_categories: view.categories(shop).to_vec(),
            rating: rating.clone(),
            review_count: shop.google_review_count,
            google_rating: rating,
            google_review_count: shop.google_review_count,
            foursquare_rating: on_foursquare
                .and_then(|shop| shop.foursquare_rating)
                .map(|rating| format!("{rating:.1}")),
            foursquare_price_level: on_foursquare.and_then(|shop| shop.foursquare_price_level),
            price_level: shop.price_level.map(|level| level.to_string()),
            upvote_count: shop.upvote_count,
            hours: with_hours.and_then(|shop| text(&shop.hours)),
            open_time: now.open_time,
            close_time: now.close_time,
            opening_hours: with_hours.and_then(|shop| text(&shop.opening_hours)),
            address: address_in_line(
                shop.street.as_deref(),
                (&city_name, &state),
                shop.zip_code.as_deref(),
            ),
            phone: text(&shop.phone),
            phone_number: text(&shop.phone),
            website: text(&shop.website),
            online_store_url: text(&shop.online_store_url),
            online_store_name: text(&shop.online_store_name),
            is_active: matches!(
                shop.visibility,
                Visibility::Listed | Visibility::ClosedForGood
            ),
            is_boosted: view.is_boosted(shop),
            boosted_until: view.boosted_until(shop),
            has_wifi: shop.has_wifi,
            has_parking: shop.has_parking,
            pet_friendly: shop.pet_friendly,
            good_for_work: shop.good_for_work,
            has_outdoor_seating: shop.has_outdoor_seating,
            street: text(&shop.street),
            zip_code: text(&shop.zip_code),
            city_slug: city.map_or_else(String::new, |city| city.slug.to_string()),
            city_name,
            state,
            latitude: shop.point.map(|point| degrees(point.0)),
            longitude: shop.point.map(|point| degrees(point.1)),
            time_zone: shop.time_zone.name().to_owned(),
            telephone: text(&shop.telephone),
            permanently_closed: shop.visibility == Visibility::ClosedForGood,
            reported_closed: shop.is_reported_closed && shop.visibility == Visibility::Listed,
            sample: shop.sample,
            updated_at: shop.updated_at,
            photos,
            open_state: now.state,
            week: None,
            coming_days: None,
            holiday_notice: None,
            unconfirmed_since: None,
            notices: Vec::new(),
            question: None,
            hours_specification: None,
            hours_confirmed: None,
            hours_age: None,
            source: origin.map(|origin| origin.name.to_string()),
            source_date: origin.and_then(|origin| Some(origin.as_of?.date_naive())),
            license: origin.and_then(|origin| origin.license.as_deref().map(str::to_owned)),
            source_label: None,
            hours_note: None,
            more_amenities: Vec::new(),
            links: Vec::new(),
            distance: None,
        }
    }

    /// The same with its distance from `place`, if both are known.
    #[must_use]
    pub fn seen_from(self, place: Option<(f64, f64)>, shop: &Shop, formats: Formats) -> Self {
        let miles = place
            .zip(shop.whereabouts())
            .map(|(place, point)| distance_miles(place, point));
        Self {
            distance: miles.map(|miles| formats.distance(miles)),
            ..self
        }
    }
}

/// So long after its last confirmation, a listing may be wrong as a whole (D96).
const FORGOTTEN: TimeDelta = TimeDelta::days(3 * 365);

/// The month of the last word on `shop`, from a list or a person, where that is too long ago. Notes when it will be.
fn unconfirmed_since(view: &View, shop: &Shop) -> Option<String> {
    if shop.visibility != Visibility::Listed || shop.sample {
        return None;
    }
    let last = shop.last_word();
    let forgotten_at = last + FORGOTTEN;
    if forgotten_at > view.now() {
        view.changes_at(forgotten_at);
        return None;
    }
    Some(last.format("%B %Y").to_string())
}

/// What the page of `shop` says above everything else.
fn notices(view: &View, shop: &Shop) -> Vec<String> {
    let is_reported = shop.is_reported_closed && shop.visibility == Visibility::Listed;
    let reported = is_reported.then(|| {
        "Reported closed, unconfirmed. Several visitors say this coffee shop has permanently closed. \
         We haven't confirmed it yet, so please call before you go."
            .to_owned()
    });
    let forgotten = unconfirmed_since(view, shop).map(|month| {
        format!("Nobody has confirmed this listing since {month}. Please call before you go.")
    });
    let sample = shop
        .sample
        .then(|| "Demo listing, not a real shop.".to_owned());
    reported
        .into_iter()
        .chain(forgotten)
        .chain(sample)
        .collect()
}

/// `From OpenStreetMap, March 2020. Powered by Foursquare`.
fn source_label(view: &View, shop: &Shop) -> Option<String> {
    match (shop.origins.label(), view.foursquare_credit(shop)) {
        (Some(label), Some(credit)) => Some(format!("{label}. {credit}")),
        (label, credit) => label.or_else(|| credit.map(str::to_owned)),
    }
}

/// `126 Main Street, Alexandria, LA 71301`, without unknown parts.
#[must_use]
pub fn address_in_line(
    street: Option<&str>,
    (city_name, state): (&str, &str),
    zip_code: Option<&str>,
) -> String {
    let joined = |parts: &[&str], between: &str| {
        let known = parts.iter().filter(|part| !part.is_empty());
        known.copied().collect::<Vec<_>>().join(between)
    };
    let state_and_zip = joined(&[state, zip_code.unwrap_or("")], " ");
    joined(&[street.unwrap_or(""), city_name, &state_and_zip], ", ")
}

/// Sorts a town's shops for its page: boosted first, then by community ranking (D19).
pub fn rank_for_city(view: &View, shops: &mut [Arc<Shop>]) {
    rank_for_community(view, shops);
    // The sort is stable, so the order within both groups stays.
    shops.sort_by_cached_key(|shop| !view.is_boosted(shop));
}

/// Sorts shops by community ranking, which payments don't affect: by score, voters, having a photo, name, ID (D15).
pub fn rank_for_community(view: &View, shops: &mut [Arc<Shop>]) {
    shops.sort_by_cached_key(|shop| {
        let (score, tally) = view.standing(shop);
        (
            std::cmp::Reverse((score, tally.voters)),
            view.shown(&shop.photos).is_empty(),
            shop.name.to_lowercase(),
            shop.id,
        )
    });
}

impl From<Page<ShopAnswer>> for ShopPage {
    fn from(page: Page<ShopAnswer>) -> Self {
        Self {
            items: page.items,
            total: page.total,
            page: page.page,
            page_size: page.page_size,
            page_count: page.page_count,
        }
    }
}
