//! The description of the API, made from the handlers themselves.

use utoipa::OpenApi;

use crate::catalog::read::{Json, Read};
use crate::features::newsletter::NewsletterPage;
use crate::features::{
    analytics::routes as analytics, blog::routes as blog, cities::routes as cities,
    geo::routes as geo, newsletter::routes as newsletter, places, search::routes as search,
    shops::routes as shops, site, spots::routes as spots, stories, votes::routes as votes,
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Townperk",
        description = "The public directory of independent coffee shops in small US towns."
    ),
    paths(
        site::show_site,
        cities::list_cities,
        cities::list_all_cities,
        cities::list_states,
        cities::show_city,
        cities::list_shops_of_city,
        cities::show_city_facts,
        geo::locate,
        geo::reverse,
        shops::list_featured_shops,
        shops::list_recent_shops,
        shops::list_shops_by_ids,
        shops::show_shop,
        spots::list_breakfast_spots,
        spots::list_coffee_spots,
        spots::show_ranking,
        votes::upvote,
        analytics::track,
        blog::list_articles,
        blog::show_article,
        blog::list_tags,
        blog::show_tag,
        blog::list_categories,
        blog::show_category,
        places::list_places,
        stories::list_stories_of_city,
        stories::show_story_of_shop,
        search::search,
        newsletter::subscribe,
    ),
    components(schemas(NewsletterPage))
)]
struct Document;

/// The description as a read of the API: for programs, and for the page that shows it to people.
#[must_use]
pub fn read() -> Read {
    let text = Document::openapi().to_json().unwrap_or_default();
    Read::new("/api/openapi.json", Vec::new(), move |_, _| {
        Ok(Json::ready(text.clone()))
    })
}

/// The document as JSON with line ends, as it is committed.
#[must_use]
pub fn document() -> String {
    Document::openapi()
        .to_pretty_json()
        .map(|json| json + "\n")
        .unwrap_or_default()
}
