//! A shop as its own people see it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::store;
use crate::{
    catalog::{
        Lookup, View,
        amenities::ALL,
        answers::{FurtherFacts, HoursFreshness, PhotoAnswer},
        entities::shop,
        not_found::shop_not_found,
        patch::special_days::{self, SpecialDays},
        people::{ShopAccess, ShopRole},
        usual_hours,
    },
    features::Services,
    platform::{
        error::{Error, Result},
        numbers::degrees,
    },
};

/// What a page still lacks, most useful first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Missing {
    Hours,
    Photo,
    Description,
    Phone,
    Website,
    Amenities,
}

/// A shop as its own people see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct YourShop {
    pub id: Uuid,
    pub slug: String,
    pub name: String,
    pub role: ShopRole,
    pub city_name: String,
    pub state: String,
    #[schema(required)]
    pub street: Option<String>,
    #[schema(required)]
    pub zip_code: Option<String>,
    #[schema(required)]
    pub latitude: Option<f64>,
    #[schema(required)]
    pub longitude: Option<f64>,
    /// Somebody set the pin; without one the shop is about where its ZIP code is (D75).
    pub pin_is_exact: bool,
    #[schema(required)]
    pub phone: Option<String>,
    #[schema(required)]
    pub website: Option<String>,
    /// The hours as text.
    #[schema(required)]
    pub hours: Option<String>,
    /// The week in OpenStreetMap `opening_hours` syntax, without special days.
    #[schema(required)]
    pub weekly_hours: Option<String>,
    pub special_days: Vec<SpecialDays>,
    /// The week that is usual among the town's other coffee shops, in the same syntax; null where too few of them agree.
    #[schema(required)]
    pub usual_hours: Option<String>,
    #[schema(required)]
    pub hours_confirmed_at: Option<DateTime<Utc>>,
    #[schema(required)]
    pub hours_freshness: Option<HoursFreshness>,
    #[schema(required)]
    pub description: Option<String>,
    #[schema(required)]
    pub owner_description: Option<String>,
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
    pub serves_breakfast: Option<bool>,
    pub categories: Vec<String>,
    #[serde(flatten)]
    pub further: FurtherFacts,
    #[schema(required)]
    pub online_store_url: Option<String>,
    #[schema(required)]
    pub online_store_name: Option<String>,
    pub is_boosted: bool,
    #[schema(required)]
    pub boosted_until: Option<DateTime<Utc>>,
    pub is_closed: bool,
    /// Visitors see its page.
    pub is_listed: bool,
    /// What a change has to name.
    pub version: i64,
    pub missing: Vec<Missing>,
    pub photos: Vec<PhotoAnswer>,
    pub public_url: String,
}

impl YourShop {
    /// The shop in `row`; `view` is from after the row was read.
    pub(super) fn of(row: shop::Model, role: ShopRole, view: &View) -> Result<Self> {
        let now = view.now();
        let shop = match view.shop(row.id) {
            Lookup::Found(shop) => Some(shop),
            _ => None,
        };
        let city = view
            .city(row.city_id)
            .ok_or_else(|| Error::Internal("a shop's town is not there".to_owned()))?;
        let photos = shop
            .as_deref()
            .map(|shop| PhotoAnswer::list(view, &shop.photos, usize::MAX))
            .unwrap_or_default();
        let boosted_until = shop.as_deref().and_then(|shop| view.boosted_until(shop));
        let missing = missing(&row, !photos.is_empty());
        let (weekly_hours, special_days) = match &row.opening_hours {
            Some(text) => {
                let (week, days) = special_days::split(text);
                (Some(week).filter(|week| !week.is_empty()), days)
            }
            None => (None, Vec::new()),
        };
        Ok(Self {
            further: FurtherFacts::of(&row),
            id: row.id,
            public_url: format!("/coffee-shops/{}", row.slug),
            slug: row.slug,
            name: row.name,
            role,
            city_name: city.city.name.to_string(),
            state: city.city.state.to_string(),
            street: row.street,
            zip_code: row.zip_code,
            pin_is_exact: row.latitude.is_some(),
            latitude: row.latitude.map(degrees),
            longitude: row.longitude.map(degrees),
            phone: row.phone,
            website: row.website,
            hours: row.hours,
            weekly_hours,
            special_days,
            usual_hours: usual_hours(view, row.city_id, Some(row.id)),
            hours_confirmed_at: row.hours_confirmed_at,
            hours_freshness: row.hours_confirmed_at.map(|at| HoursFreshness::of(at, now)),
            description: row.description,
            owner_description: row.owner_description,
            has_wifi: row.has_wifi,
            has_parking: row.has_parking,
            pet_friendly: row.pet_friendly,
            good_for_work: row.good_for_work,
            has_outdoor_seating: row.has_outdoor_seating,
            serves_breakfast: row.serves_breakfast,
            categories: row.categories.0,
            online_store_url: row.online_store_url,
            online_store_name: row.online_store_name,
            is_boosted: boosted_until.is_some(),
            boosted_until,
            is_closed: row.closed_at.is_some(),
            is_listed: row.is_active,
            version: row.edition,
            missing,
            photos,
        })
    }
}

fn missing(row: &shop::Model, has_photo: bool) -> Vec<Missing> {
    [
        (
            Missing::Hours,
            row.hours.is_none() && row.opening_hours.is_none(),
        ),
        (Missing::Photo, !has_photo),
        (
            Missing::Description,
            row.description.is_none() && row.owner_description.is_none(),
        ),
        (Missing::Phone, row.phone.is_none()),
        (Missing::Website, row.website.is_none()),
        (
            Missing::Amenities,
            ALL.iter().all(|amenity| amenity.known(row).is_none()),
        ),
    ]
    .into_iter()
    .filter_map(|(missing, is_missing)| is_missing.then_some(missing))
    .collect()
}

/// The current shop.
pub(super) async fn current(services: &Services, access: ShopAccess) -> Result<YourShop> {
    let row = store::find(services.database.reads(), access.shop)
        .await?
        .ok_or_else(shop_not_found)?;
    YourShop::of(row, access.role, &services.catalog.view())
}
