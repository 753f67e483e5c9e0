//! The words of the home page.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    catalog::{
        View,
        read::{Json, Read},
    },
    platform::{arguments::Arguments, error::Result},
};

/// The words of the home page.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HomeWords {
    /// The heading.
    pub slogan: String,
    /// For search engines.
    pub description: String,
    pub hero_text: String,
    pub destinations_title: String,
    pub featured_title: String,
    pub featured_text: String,
    pub owners_title: String,
    pub owners_text: String,
    pub recent_title: String,
    pub recent_text: String,
    pub newsletter_title: String,
    pub newsletter_text: String,
}

/// The read.
pub(super) fn read() -> Read {
    Read::new("/api/site/home", Vec::new(), show_home)
}

/// Show the words of the home page.
#[utoipa::path(get, path = "/api/site/home", tag = "site", responses((status = 200, body = HomeWords)))]
pub fn show_home(view: &View, _: &Arguments) -> Result<Json> {
    let words = view.site().words.clone();
    Json::of(&HomeWords {
        slogan: words.slogan,
        description: words.description,
        hero_text: words.hero_text,
        destinations_title: words.destinations_title,
        featured_title: words.featured_title,
        featured_text: words.featured_text,
        owners_title: words.owners_title,
        owners_text: words.owners_text,
        recent_title: words.recent_title,
        recent_text: words.recent_text,
        newsletter_title: words.newsletter_title,
        newsletter_text: words.newsletter_text,
    })
}
