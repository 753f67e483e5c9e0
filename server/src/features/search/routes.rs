//! `GET /api/search` (D1): towns for suggestions, shops for the search page.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    SearchIndex,
    find::{COUNTED, find},
    index::AMENITIES,
    meaning::Meaning,
    nearest::{self, NearestTownAnswer},
    towns,
    zip::{self, ZipAnswer},
};
use crate::{
    catalog::{
        CityEntry, View,
        answers::{CityAnswer, ShopAnswer},
        read::{CachePolicy, Json, Page, Read},
    },
    platform::{
        arguments::{Arguments, Kind, Parameter},
        error::{ErrorBody, Result},
    },
};

/// Maximum towns in a response; the search box shows three.
const TOWNS: usize = 10;

/// What a search found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchAnswer {
    /// The text that was searched for, trimmed.
    pub query: String,
    /// The ZIP code that the text is.
    pub zip: Option<ZipAnswer>,
    /// Towns in which every word is found, best first.
    pub cities: Vec<CityAnswer>,
    /// Where the text or the place has no shop: the nearest towns that have some.
    pub nearest_towns: Vec<NearestTownAnswer>,
    /// One page of shops, best first.
    pub shops: Vec<ShopAnswer>,
    /// Exact up to 1,000; 1,001 means more.
    pub total: usize,
    /// As people read it: `12`, `1,000+`.
    pub total_text: String,
    pub page: usize,
    pub page_size: usize,
    pub page_count: usize,
}

/// All reads of this room.
#[must_use]
pub fn reads(index: SearchIndex) -> Vec<Read> {
    let mut parameters = vec![
        Parameter::text("q", 200),
        Parameter::choice("type", &["cities", "shops"]),
        Parameter::choice("sort", &["newest"]),
        Parameter::text("state", 2),
        Parameter::degrees("lat", 90.0),
        Parameter::degrees("lon", 180.0),
        Parameter {
            name: "radius".to_owned(),
            kind: Kind::Number {
                min: 1.0,
                max: 100.0,
            },
        },
        Parameter::integer("page", None, 1, 1000),
        Parameter::integer("pageSize", Some(24), 1, 100),
    ];
    let flags = ["featured", "openNow"]
        .into_iter()
        .chain(AMENITIES.map(|(name, _)| name));
    parameters.extend(flags.map(|name| Parameter {
        name: name.to_owned(),
        kind: Kind::Flag,
    }));
    let run = move |view: &View, arguments: &Arguments| answer(&index, view, arguments);
    vec![Read {
        cache_policy: CachePolicy::OneSecond,
        ..Read::new("/api/search", parameters, run)
    }]
}

/// Asks for one kind of results alone, as a bare list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SearchType {
    Cities,
    Shops,
}

/// Another order than by match.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SearchSort {
    Newest,
}

/// What was found: both kinds, or with `type` the bare list of one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Found)]
enum FoundAnswer {
    All(SearchAnswer),
    List(Vec<FoundItem>),
}

/// A member of a bare list of results.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
enum FoundItem {
    City(Box<CityAnswer>),
    Shop(Box<ShopAnswer>),
}

/// Search towns and shops. Every word must be found, or what is meant by them ("wifi in moab"); the last one may be
/// unfinished, unknown ones may hold a slip. With `type=shops` and no `page` the list is whole, up to 1,000.
#[utoipa::path(get, path = "/api/search", tag = "search",
    params(
        ("q" = Option<String>, Query, description = "Name, town, \"town, ST\", ZIP code, street, words", max_length = 200,
            pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("type" = inline(Option<SearchType>), Query),
        ("sort" = inline(Option<SearchSort>), Query),
        ("featured" = Option<bool>, Query, description = "Boosted shops only"),
        ("openNow" = Option<bool>, Query, description = "Shops known to be open now"),
        ("hasWifi" = Option<bool>, Query), ("hasParking" = Option<bool>, Query), ("petFriendly" = Option<bool>, Query),
        ("goodForWork" = Option<bool>, Query), ("hasOutdoorSeating" = Option<bool>, Query),
        ("state" = Option<String>, Query, description = "Two-letter code", max_length = 2, pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("lat" = Option<f64>, Query, minimum = -90, maximum = 90), ("lon" = Option<f64>, Query, minimum = -180, maximum = 180),
        ("radius" = Option<f64>, Query, description = "Miles around lat and lon (25 if not given), or around the ZIP code that q is", minimum = 1, maximum = 100),
        ("page" = Option<u32>, Query, minimum = 1, maximum = 1000), ("pageSize" = Option<u32>, Query, minimum = 1, maximum = 100)),
    responses((status = 200, body = FoundAnswer), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub fn search() {}

fn answer(index: &SearchIndex, view: &View, arguments: &Arguments) -> Result<Json> {
    let typed = arguments.query("q").unwrap_or_default();
    let text = &*zip::without_last_four(typed);
    let wants = arguments.query("type");
    let cities = match wants {
        Some("shops") => Vec::new(),
        _ if text.is_empty() => Vec::new(),
        _ => CityAnswer::list(view, towns_for(view, text)),
    };
    if wants == Some("cities") {
        let towns = cities
            .into_iter()
            .map(|city| FoundItem::City(Box::new(city)));
        return Json::of(&FoundAnswer::List(towns.collect()));
    }
    let found = find(index, view, arguments, text)?;
    let mut shops = found.shops;
    let is_more = shops.len() > COUNTED;
    shops.truncate(COUNTED);
    // A list without `page` is complete (D19).
    let page_size = match arguments.integer("page") {
        None if wants == Some("shops") => COUNTED,
        _ => arguments.integer("pageSize").unwrap_or(24),
    };
    let page =
        Page::cut(shops, arguments.integer("page").unwrap_or(1), page_size)?.map_items(|shops| {
            shops
                .iter()
                .map(|shop| ShopAnswer::in_list(view, shop).seen_from(found.middle, shop))
                .collect::<Vec<_>>()
        });
    if wants == Some("shops") {
        let shops = page.items.into_iter();
        let shops = shops.map(|shop| FoundItem::Shop(Box::new(shop)));
        return Json::of(&FoundAnswer::List(shops.collect()));
    }
    Json::of(&FoundAnswer::All(SearchAnswer {
        query: typed.to_owned(),
        zip: ZipAnswer::of(text),
        cities,
        nearest_towns: if page.total == 0 {
            nearest::towns(view, found.middle, text)
        } else {
            Vec::new()
        },
        total: if is_more { COUNTED + 1 } else { page.total },
        total_text: total_text(page.total, is_more || !found.is_whole),
        shops: page.items,
        page: page.page,
        page_size: page.page_size,
        page_count: page.page_count,
    }))
}

/// The towns that a text names or refers to.
fn towns_for<'a>(view: &'a View, text: &str) -> Vec<&'a CityEntry> {
    let found = towns::find(view, text, TOWNS);
    match Meaning::of(text) {
        Some(meaning) if found.is_empty() && !meaning.text.is_empty() => {
            towns::find(view, &meaning.text, TOWNS)
        }
        _ => found,
    }
}

/// A `+` after a number below 1,000 means that with `openNow`, not all matches were checked.
fn total_text(total: usize, is_more: bool) -> String {
    let number = total.to_string().replace("1000", "1,000");
    if is_more {
        format!("{number}+")
    } else {
        number
    }
}
