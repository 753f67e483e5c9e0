//! Towns and shops for tests, with simple default values.

use std::{future::IntoFuture, pin::Pin};

use townperk::catalog::entities::{
    city,
    shop::{self, Origins, Provenance, Texts},
};

use super::node::{Node, Write};

/// The URL of a shop's page.
pub fn page_of(shop: &shop::Model) -> String {
    format!("/coffee-shops/{}", shop.slug)
}

/// A town to be written.
pub struct NewCity<'a> {
    node: &'a Node,
    row: city::Model,
}

/// A shop to be written.
pub struct NewShop<'a> {
    node: &'a Node,
    row: shop::Model,
    town: String,
}

impl<'a> NewCity<'a> {
    pub(super) fn new(node: &'a Node, name: &str, state: &str) -> Self {
        let now = node.clock.now();
        let row = city::Model {
            id: node.identifiers.next(),
            slug: gazetteer::slugify(&format!("{name} {state}"), 80),
            name: name.to_owned(),
            state: state.to_owned(),
            county: None,
            latitude: None,
            longitude: None,
            time_zone: "America/Chicago".to_owned(),
            description: None,
            image_url: None,
            image_source: "fallback".to_owned(),
            fallback_color: None,
            made_by_admin: false,
            edition: 1,
            created_at: now,
            updated_at: now,
            version: 1,
        };
        Self { node, row }
    }

    /// Sets its location, in degrees.
    pub fn at(mut self, latitude: f64, longitude: f64) -> Self {
        self.row.latitude = Some(latitude);
        self.row.longitude = Some(longitude);
        self
    }

    /// Sets anything without its own method.
    pub fn with(mut self, set: impl FnOnce(&mut city::Model)) -> Self {
        set(&mut self.row);
        self
    }
}

impl<'a> NewShop<'a> {
    pub(super) fn new(node: &'a Node, city: &city::Model) -> Self {
        let (id, now) = (node.identifiers.next(), node.clock.now());
        let name = format!("Shop {}", &id.simple().to_string()[24..]);
        let row = shop::Model {
            id,
            slug: String::new(),
            city_id: city.id,
            name,
            other_names: Texts::default(),
            street: Some("126 Main Street".to_owned()),
            zip_code: None,
            latitude: None,
            longitude: None,
            time_zone: city.time_zone.clone(),
            own_time_zone: None,
            phone: None,
            telephone: None,
            website_since: None,
            website: None,
            hours: None,
            opening_hours: None,
            description: None,
            owner_description: None,
            ai_generated_description: None,
            owner_id: None,
            image_url: None,
            categories: Texts::default(),
            google_place_id: None,
            google_rating: None,
            google_review_count: None,
            foursquare_id: None,
            foursquare_rating: None,
            foursquare_price_level: None,
            foursquare_expires_at: None,
            price_level: None,
            has_wifi: None,
            has_parking: None,
            pet_friendly: None,
            good_for_work: None,
            has_outdoor_seating: None,
            serves_breakfast: None,
            upvote_count: 0,
            online_store_url: None,
            online_store_name: None,
            is_active: true,
            closed_at: None,
            deleted_at: None,
            sample: false,
            provenance: Provenance::default(),
            origins: Origins::default(),
            submitter_id: None,
            edition: 1,
            unconfirmed_since: None,
            instagram: None,
            facebook: None,
            menu_url: None,
            public_email: None,
            has_outlets: None,
            has_restroom: None,
            has_drive_through: None,
            wheelchair_accessible: None,
            has_changing_table: None,
            has_plant_milk: None,
            roasts_here: None,
            hours_confirmed_at: None,
            hours_confirmed_by: None,
            place_confirmed_at: None,
            wifi_confirmed_at: None,
            created_at: now,
            updated_at: now,
            version: 1,
        };
        let town = format!("{} {}", city.name, city.state);
        Self { node, row, town }
    }

    pub fn name(mut self, name: &str) -> Self {
        self.row.name = name.to_owned();
        self
    }

    /// Opening hours in OpenStreetMap syntax, in the town's time zone.
    pub fn hours(mut self, opening_hours: &str) -> Self {
        self.row.opening_hours = Some(opening_hours.to_owned());
        self
    }

    pub fn votes(mut self, votes: i64) -> Self {
        self.row.upvote_count = votes;
        self
    }

    /// Not published (D18).
    pub fn hidden(mut self) -> Self {
        self.row.is_active = false;
        self
    }

    /// Permanently closed.
    pub fn closed(mut self) -> Self {
        self.row.closed_at = Some(self.row.created_at);
        self
    }

    /// Deleted (D5).
    pub fn deleted(mut self) -> Self {
        self.row.deleted_at = Some(self.row.created_at);
        self
    }

    /// Sets anything without its own method.
    pub fn with(mut self, set: impl FnOnce(&mut shop::Model)) -> Self {
        set(&mut self.row);
        self
    }

    /// The row, without writing it.
    pub fn row(mut self) -> shop::Model {
        if self.row.slug.is_empty() {
            self.row.slug = gazetteer::slugify(&format!("{} {}", self.row.name, self.town), 80);
        }
        self.row
    }
}

type Written<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

impl<'a> IntoFuture for NewCity<'a> {
    type Output = city::Model;
    type IntoFuture = Written<'a, city::Model>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            self.node
                .write(vec![Write::City(Box::new(self.row.clone()))])
                .await;
            self.row
        })
    }
}

impl<'a> IntoFuture for NewShop<'a> {
    type Output = shop::Model;
    type IntoFuture = Written<'a, shop::Model>;

    fn into_future(self) -> Self::IntoFuture {
        let node = self.node;
        let row = self.row();
        Box::pin(async move {
            node.write(vec![Write::Shop(Box::new(row.clone()))]).await;
            row
        })
    }
}
