//! The approved stories of a town and of a shop.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    catalog::{
        Lookup, Shop, View,
        answers::{PhotoAnswer, ShopAnswer, find_town},
        entities::story::Status,
        not_found::shop_not_found,
        read::{Json, Read},
    },
    platform::{
        arguments::Arguments,
        error::{Error, ErrorBody, Result},
    },
};

/// A story with the shop that tells it (visitor.md 3).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Story {
    pub id: Uuid,
    pub status: Status,
    /// A unique fact or story about the town.
    pub prompt1_response: String,
    /// A local event or tradition.
    #[schema(required)]
    pub prompt2_response: Option<String>,
    /// The largest file of its photo.
    #[schema(required)]
    pub photo_url: Option<String>,
    #[schema(required)]
    pub photo: Option<PhotoAnswer>,
    pub coffee_shop: StoryShop,
    pub created_at: DateTime<Utc>,
    /// Rises with every change of its text.
    pub version: i64,
}

/// The shop that tells a story.
#[derive(Debug, Serialize, ToSchema)]
pub struct StoryShop {
    pub name: String,
    pub address: String,
    pub slug: String,
}

/// All reads of this room.
#[must_use]
pub fn reads() -> Vec<Read> {
    vec![
        Read::new(
            "/api/cities/{slug}/local-vibes",
            Vec::new(),
            list_stories_of_city,
        ),
        Read::new(
            "/api/coffee-shops/{slugOrId}/local-vibes",
            Vec::new(),
            show_story_of_shop,
        ),
    ]
}

/// List the stories of a town's shops, the newest first.
#[utoipa::path(get, path = "/api/cities/{slug}/local-vibes", tag = "stories", params(("slug" = String, Path)),
    responses((status = 200, body = Vec<Story>), (status = 404, body = ErrorBody)))]
pub fn list_stories_of_city(view: &View, arguments: &Arguments) -> Result<Json> {
    let town = find_town(view, arguments.path("slug"))?;
    let shops = view.shops_of_city(town.city.id);
    let mut stories: Vec<Story> = shops
        .iter()
        .flat_map(|shop| stories_of(view, shop))
        .collect();
    stories.sort_by_key(|story| (std::cmp::Reverse(story.created_at), story.id));
    Json::of(&stories)
}

/// Show the story of a shop; `null` when there is none.
#[utoipa::path(get, path = "/api/coffee-shops/{slugOrId}/local-vibes", tag = "stories", params(("slugOrId" = String, Path)),
    responses((status = 200, body = Option<Story>), (status = 404, body = ErrorBody)))]
pub fn show_story_of_shop(view: &View, arguments: &Arguments) -> Result<Json> {
    match view.shop_by_slug_or_id(arguments.path("slugOrId")) {
        Lookup::Found(shop) => Json::of(&stories_of(view, &shop).into_iter().next()),
        Lookup::Moved(slug) => Err(Error::Moved(slug.to_string())),
        Lookup::Gone | Lookup::Missing => Err(shop_not_found()),
    }
}

fn stories_of(view: &View, shop: &Arc<Shop>) -> Vec<Story> {
    if shop.stories.is_empty() {
        return Vec::new();
    }
    let answer = ShopAnswer::in_list(view, shop);
    shop.stories
        .iter()
        .map(|story| {
            let photo = PhotoAnswer::list(view, &story.photos, 1).pop();
            Story {
                id: story.id,
                status: Status::Approved,
                prompt1_response: story.prompt1_response.to_string(),
                prompt2_response: story.prompt2_response.as_deref().map(str::to_owned),
                photo_url: photo.as_ref().map(|photo| photo.url.clone()),
                photo,
                coffee_shop: StoryShop {
                    name: answer.name.clone(),
                    address: answer.address.clone(),
                    slug: answer.slug.clone(),
                },
                created_at: story.created_at,
                version: story.version,
            }
        })
        .collect()
}
