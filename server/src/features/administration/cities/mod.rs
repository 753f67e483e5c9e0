//! Towns: listing and making them, editing text, color and name, their picture, and merging.

pub(super) mod candidates;
pub(super) mod edit;
pub(super) mod image;
pub(super) mod make;
pub(super) mod merge;

use axum::extract::{Path, RawQuery, State};
use gazetteer::fold_place_name;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{query_of, store};
use crate::{
    catalog::{View, answers::CityAnswer, entities::city, not_found::city_not_found, writing::Act},
    features::Services,
    platform::{
        arguments::{Arguments, Parameter},
        error::{ErrorBody, Result},
        web::{Fresh, path_id},
    },
};

const PAGE_SIZE: usize = 20;

/// A town for editing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminCity {
    #[serde(flatten)]
    pub city: CityAnswer,
    /// Whether the public directory lists it (D34).
    pub is_listed: bool,
    /// Increases with each edit. Send it back with an edit; the response is 409 if someone else has edited the town.
    pub version: i64,
}

/// One page of towns.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminCities {
    pub cities: Vec<AdminCity>,
    /// Number of towns that match, on all pages.
    pub total: usize,
    /// Number of all towns.
    pub all: usize,
}

/// A town after an edit.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditedCity {
    #[serde(flatten)]
    pub city: CityAnswer,
    pub version: i64,
    /// ID of the edit's audit log entry, for undo; `null` if nothing changed.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// List towns by state and name, unless another order is asked for, including those without shops.
#[utoipa::path(get, operation_id = "list_cities_to_edit", path = "/api/admin/cities", tag = "administration",
    params(("search" = Option<String>, Query, description = "Words of name or state", max_length = 100,
            pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("image" = Option<String>, Query, description = "`missing`: towns without a picture alone", pattern = "^missing$"),
        ("sort" = Option<String>, Query, description = "The column: `name` or `shops`", pattern = "^(name|shops)$"),
        ("direction" = Option<String>, Query, description = "`ascending` (the default) or `descending`", pattern = "^(ascending|descending)$"),
        ("page" = Option<u32>, Query, minimum = 1, maximum = 100_000),
        ("pageSize" = Option<u32>, Query, minimum = 1, maximum = 100)),
    responses((status = 200, body = AdminCities), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
pub async fn list_all_towns(
    State(services): State<Services>,
    RawQuery(query): RawQuery,
) -> Result<Fresh<AdminCities>> {
    let known = [
        Parameter::text("search", 100),
        Parameter::choice("image", &["missing"]),
        Parameter::choice("sort", &["name", "shops"]),
        Parameter::choice("direction", &["ascending", "descending"]),
        Parameter::integer("page", Some(1), 1, 100_000),
        Parameter::integer("pageSize", Some(20), 1, 100),
    ];
    let arguments = query_of(query.as_deref(), &known)?;
    let Found { page, total, all } = find(&services.catalog.view(), &arguments);
    let ids: Vec<Uuid> = page.iter().map(|town| town.city.id).collect();
    let versions = store::city_versions(services.database.reads(), &ids).await?;
    let cities = page.into_iter().filter_map(|town| {
        let version = *versions.get(&town.city.id)?;
        Some(AdminCity { version, ..town })
    });
    Ok(Fresh(AdminCities {
        cities: cities.collect(),
        total,
        all,
    }))
}

/// Show one town, even if the directory doesn't list it.
#[utoipa::path(get, operation_id = "show_city_to_edit", path = "/api/admin/cities/{id}", tag = "administration",
    params(("id" = String, Path)),
    responses((status = 200, body = AdminCity), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn show_any_town(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<AdminCity>> {
    let id = path_id(&id, city_not_found)?;
    let EditedCity { city, version, .. } = edited(&services, id, None).await?;
    let town = services
        .catalog
        .view()
        .city(id)
        .ok_or_else(city_not_found)?;
    Ok(Fresh(AdminCity {
        city,
        is_listed: town.is_listed(),
        version,
    }))
}

/// The towns on one page (versions not filled in yet), and the total number.
struct Found {
    page: Vec<AdminCity>,
    total: usize,
    all: usize,
}

fn find(view: &View, arguments: &Arguments) -> Found {
    let words: Vec<String> = (arguments.query("search").unwrap_or_default())
        .split_whitespace()
        .map(fold_place_name)
        .collect();
    let (mut all, mut found) = (0, Vec::new());
    for entry in view.each_city() {
        all += 1;
        let text = || {
            let state = gazetteer::State::parse(&entry.city.state);
            let state = state.map_or("", |state| state.name()).to_lowercase();
            let code = entry.city.state.to_lowercase();
            format!("{} {code} {state}", entry.city.folded_name)
        };
        let is_named = words.is_empty() || {
            let text = text();
            words.iter().all(|word| text.contains(word.as_str()))
        };
        if is_named && (arguments.query("image").is_none() || entry.city.photos.is_empty()) {
            found.push(entry);
        }
    }
    let directed = |order: std::cmp::Ordering| match arguments.query("direction") {
        Some("descending") => order.reverse(),
        _ => order,
    };
    match arguments.query("sort") {
        Some("name") => {
            found.sort_by(|one, other| directed(one.city.folded_name.cmp(&other.city.folded_name)))
        }
        Some("shops") => {
            found.sort_by(|one, other| directed(one.shops.len().cmp(&other.shops.len())));
        }
        _ => {}
    }
    let total = found.len();
    let size = arguments.integer("pageSize").unwrap_or(PAGE_SIZE);
    let skip = (arguments.integer("page").unwrap_or(1) - 1).saturating_mul(size);
    let page = found.into_iter().skip(skip).take(size);
    let page = page.map(|entry| AdminCity {
        city: CityAnswer::of(view, entry),
        is_listed: entry.is_listed(),
        version: 0,
    });
    Found {
        page: page.collect(),
        total,
        all,
    }
}

async fn live(act: &Act<'_>, id: Uuid) -> Result<city::Model> {
    act.find(id).await?.ok_or_else(city_not_found)
}

/// The current state of the town.
async fn edited(services: &Services, id: Uuid, entry: Option<Uuid>) -> Result<EditedCity> {
    let versions = store::city_versions(services.database.reads(), &[id]).await?;
    let view = services.catalog.view();
    let town = view.city(id).ok_or_else(city_not_found)?;
    Ok(EditedCity {
        city: CityAnswer::of(&view, &town),
        version: *versions.get(&id).ok_or_else(city_not_found)?,
        entry,
    })
}
