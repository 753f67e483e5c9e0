//! The figures above the buttons.

use std::collections::HashSet;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{facts, need::needs_text};
use crate::{
    catalog::{View, shop_runs},
    features::Services,
    platform::{
        error::{ErrorBody, Result},
        settings::AiPublish,
        web::Fresh,
    },
};

/// How many towns are described, not only named.
const NEXT: usize = 20;

/// How many shops have a text, and which towns need some.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContentStats {
    pub total_shops: usize,
    #[serde(rename = "shopsWithAIDescriptions")]
    pub shops_with_ai_descriptions: usize,
    /// Shops that neither people nor a model described, and for which no text waits.
    pub shops_needing_enhancement: usize,
    /// Shops whose text waits to be published.
    pub shops_waiting: usize,
    /// Those of them for which too few facts are stored to write about; runs leave them out.
    pub shops_with_too_few_facts: usize,
    /// The names of towns with shops that a run would write about, sorted by state and name.
    pub cities_needing_enhancement: Vec<String>,
    /// The first 20 of these towns.
    pub next_cities: Vec<CityNeedingTexts>,
    /// Whether the settings name a model.
    pub is_configured: bool,
    /// Its name.
    #[schema(required)]
    pub model: Option<String>,
    /// Whether texts wait until the administrator publishes them.
    pub is_reviewed: bool,
}

/// A town with shops that a run would write about.
#[derive(Debug, Serialize, ToSchema)]
pub struct CityNeedingTexts {
    pub slug: String,
    pub name: String,
    pub state: String,
    pub shops: usize,
}

/// Show how many shops have an AI text, and which towns need some.
#[utoipa::path(get, path = "/api/admin/content-enhancement/stats", tag = "administration",
    responses((status = 200, body = ContentStats), (status = 401, body = ErrorBody)))]
pub async fn show_text_stats(State(services): State<Services>) -> Result<Fresh<ContentStats>> {
    let waiting = shop_runs::all_waiting(services.database.reads()).await?;
    let view = services.catalog.view();
    let counted = services.cpu.run(move || count(&view, &waiting)).await?;
    let model = services.ai.configured().map(|model| model.name.clone());
    Ok(Fresh(ContentStats {
        is_configured: model.is_some(),
        is_reviewed: services.settings.ai_publish == AiPublish::Review,
        model,
        ..counted
    }))
}

fn count(view: &View, waiting: &HashSet<Uuid>) -> ContentStats {
    let mut stats = ContentStats::default();
    for entry in view.each_city() {
        let mut to_write = 0;
        for shop in view.shops_of_city(entry.city.id) {
            stats.total_shops += 1;
            if needs_text(&shop) && waiting.contains(&shop.id) {
                stats.shops_waiting += 1;
            } else if needs_text(&shop) {
                stats.shops_needing_enhancement += 1;
                if facts::count(&shop) < facts::FEWEST {
                    stats.shops_with_too_few_facts += 1;
                } else {
                    to_write += 1;
                }
            } else if shop.ai_generated_description.is_some() {
                stats.shops_with_ai_descriptions += 1;
            }
        }
        if to_write > 0 {
            let city = &entry.city;
            stats.cities_needing_enhancement.push(city.name.to_string());
            if stats.next_cities.len() < NEXT {
                stats.next_cities.push(CityNeedingTexts {
                    slug: city.slug.to_string(),
                    name: city.name.to_string(),
                    state: city.state.to_string(),
                    shops: to_write,
                });
            }
        }
    }
    stats
}
