//! Further facts of a shop: on its own page for visitors, and in the forms of those who change them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::catalog::{Shop, amenities::Amenity, entities::shop, profiles};

/// An amenity besides the specification's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShopAmenity)]
pub struct AmenityAnswer {
    /// Such as `hasRestroom`.
    pub name: &'static str,
    /// Such as `Restroom`.
    pub label: &'static str,
    pub has: bool,
}

impl AmenityAnswer {
    /// Those that are known of `shop`.
    pub(super) fn list(shop: &Shop) -> Vec<Self> {
        let known = shop.further.known();
        known
            .map(|(amenity, has)| Self {
                name: amenity.name(),
                label: amenity.label(),
                has,
            })
            .collect()
    }
}

/// What a link of a shop leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ShopLinkKind)]
pub enum LinkKind {
    Menu,
    Instagram,
    Facebook,
    Email,
}

/// Where else a shop is found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShopLink)]
pub struct LinkAnswer {
    pub kind: LinkKind,
    /// For people: `Menu`, `@bluedoor on Instagram`.
    pub label: String,
    /// http, https or mailto.
    pub url: String,
}

impl LinkAnswer {
    /// Those of `shop`, in their order on its page.
    pub(super) fn list(shop: &Shop) -> Vec<Self> {
        let Some(contacts) = &shop.contacts else {
            return Vec::new();
        };
        let menu = contacts.menu_url.as_deref().map(|url| Self {
            kind: LinkKind::Menu,
            label: "Menu".to_owned(),
            url: url.to_owned(),
        });
        let instagram = contacts.instagram.as_deref().map(|url| Self {
            kind: LinkKind::Instagram,
            label: match profiles::instagram_handle(url) {
                Some(handle) => format!("@{handle} on Instagram"),
                None => "Instagram".to_owned(),
            },
            url: url.to_owned(),
        });
        let facebook = contacts.facebook.as_deref().map(|url| Self {
            kind: LinkKind::Facebook,
            label: "Facebook".to_owned(),
            url: url.to_owned(),
        });
        let email = contacts.public_email.as_deref().map(|address| Self {
            kind: LinkKind::Email,
            label: address.to_owned(),
            url: format!("mailto:{address}"),
        });
        [menu, instagram, facebook, email]
            .into_iter()
            .flatten()
            .collect()
    }
}

/// Further facts of a shop as forms show them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FurtherFacts {
    /// A link to the profile.
    #[schema(required)]
    pub instagram: Option<String>,
    /// A link to the page.
    #[schema(required)]
    pub facebook: Option<String>,
    #[schema(required)]
    pub menu_url: Option<String>,
    /// Everybody sees it.
    #[schema(required)]
    pub public_email: Option<String>,
    /// 1 to 4.
    #[schema(required)]
    pub price_level: Option<i32>,
    #[schema(required)]
    pub has_outlets: Option<bool>,
    #[schema(required)]
    pub has_restroom: Option<bool>,
    #[schema(required)]
    pub has_drive_through: Option<bool>,
    #[schema(required)]
    pub wheelchair_accessible: Option<bool>,
    #[schema(required)]
    pub has_changing_table: Option<bool>,
    #[schema(required)]
    pub has_plant_milk: Option<bool>,
    #[schema(required)]
    pub roasts_here: Option<bool>,
}

impl FurtherFacts {
    /// Those of a row.
    #[must_use]
    pub fn of(row: &shop::Model) -> Self {
        Self {
            instagram: row.instagram.clone(),
            facebook: row.facebook.clone(),
            menu_url: row.menu_url.clone(),
            public_email: row.public_email.clone(),
            price_level: row.price_level,
            has_outlets: Amenity::Outlets.known(row),
            has_restroom: Amenity::Restroom.known(row),
            has_drive_through: Amenity::DriveThrough.known(row),
            wheelchair_accessible: Amenity::Wheelchair.known(row),
            has_changing_table: Amenity::ChangingTable.known(row),
            has_plant_milk: Amenity::PlantMilk.known(row),
            roasts_here: Amenity::RoastsHere.known(row),
        }
    }
}
