//! `GET /api/search` (D1): towns for suggestions, shops for the search page.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    asked::COUNTED,
    find::find,
    intent::{Filter, FilterKind, Intent},
    nearest::{self, NearestTownAnswer},
    suggested, town_shops, towns,
    zip::{self, ZipAnswer},
};
use crate::{
    catalog::{
        CityEntry, View,
        answers::{CityAnswer, ShopAnswer},
        read::{CachePolicy, Json, Page, Read},
        search_index::{AMENITIES, SearchIndex},
    },
    platform::{
        arguments::{Arguments, Kind, Parameter},
        error::{ErrorBody, Result},
    },
};

/// A date without a shop is that of the middle of the country.
const MIDDLE: chrono_tz::Tz = chrono_tz::America::Chicago;

/// How much of a text is searched for, in characters: nobody types more, and each word costs time.
const MAX_TEXT: usize = 200;

/// A longer text is cut, and the answer says so. What is longer than this is no search.
const MAX_TYPED: usize = 2000;

/// Maximum towns in a response; the search box shows three.
const TOWNS: usize = 10;

/// What a search found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchAnswer {
    /// The text that was searched for, trimmed.
    pub query: String,
    /// Only its first 200 characters were searched for, up to the last whole word.
    pub is_cut: bool,
    /// The ZIP code that the text is.
    pub zip: Option<ZipAnswer>,
    /// What the text asks for besides words and a town, in its order.
    pub filters: Vec<SearchFilterAnswer>,
    /// The town that the text names, in the directory or not.
    pub place: Option<PlaceAnswer>,
    /// The text says "near me", and `lat` and `lon` don't say where that is.
    pub needs_location: bool,
    /// Towns in which every word is found, best first.
    pub cities: Vec<CityAnswer>,
    /// Where the text or the place has no shop: the nearest towns that have some.
    pub nearest_towns: Vec<NearestTownAnswer>,
    /// Where nothing is searched for or found: towns to try, such as `Alexandria, LA`.
    pub suggested_towns: Vec<String>,
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

/// A filter that a text was read as.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SearchFilter)]
pub struct SearchFilterAnswer {
    pub kind: FilterKind,
    /// Such as `Open now`, `Open Thanksgiving, Nov 26`, `Texas`.
    pub label: String,
    /// The text without it.
    pub without: String,
}

/// A town that a text names.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchedPlace)]
pub struct PlaceAnswer {
    pub name: String,
    /// Two-letter code.
    pub state: String,
    /// Null if the directory doesn't have it.
    pub slug: Option<String>,
    pub coffee_shop_count: usize,
}

impl PlaceAnswer {
    fn of(view: &View, intent: &Intent) -> Option<Self> {
        let town = intent.town.as_ref()?;
        if let Some(entry) = town_shops::named(view, &town.name, town.state).first() {
            return Some(Self {
                name: entry.city.name.to_string(),
                state: entry.city.state.to_string(),
                slug: Some(entry.city.slug.to_string()),
                coffee_shop_count: entry.shops.len(),
            });
        }
        let place = nearest::place_named(intent)?;
        Some(Self {
            name: place.name.to_owned(),
            state: place.state.code().to_owned(),
            slug: None,
            coffee_shop_count: 0,
        })
    }
}

/// All reads of this room.
#[must_use]
pub fn reads(index: SearchIndex) -> Vec<Read> {
    let mut parameters = vec![
        Parameter::text("q", MAX_TYPED),
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
    All(Box<SearchAnswer>),
    List(Vec<FoundItem>),
}

/// A member of a bare list of results.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
enum FoundItem {
    City(Box<CityAnswer>),
    Shop(Box<ShopAnswer>),
}

/// Search towns and shops. Some words mean a filter ("wifi in moab, open now"); every other word must be found, the last
/// one may be unfinished, unknown ones may hold a slip. With `type=shops` and no `page` the list is whole, up to 1,000.
#[utoipa::path(get, path = "/api/search", tag = "search",
    params(
        ("q" = Option<String>, Query, description = "Name, town, \"town, ST\", ZIP code, street, words; beyond 200 characters it is cut", max_length = 2000,
            pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("type" = inline(Option<SearchType>), Query),
        ("sort" = inline(Option<SearchSort>), Query),
        ("featured" = Option<bool>, Query, description = "Boosted shops only"),
        ("openNow" = Option<bool>, Query, description = "Shops known to be open now"),
        ("hasWifi" = Option<bool>, Query), ("hasParking" = Option<bool>, Query), ("petFriendly" = Option<bool>, Query),
        ("goodForWork" = Option<bool>, Query), ("hasOutdoorSeating" = Option<bool>, Query),
        ("hasOutlets" = Option<bool>, Query), ("hasRestroom" = Option<bool>, Query), ("hasDriveThrough" = Option<bool>, Query),
        ("wheelchairAccessible" = Option<bool>, Query), ("hasChangingTable" = Option<bool>, Query),
        ("hasPlantMilk" = Option<bool>, Query),
        ("roastsHere" = Option<bool>, Query, description = "Shops known to roast, and those whose names say so"),
        ("state" = Option<String>, Query, description = "Two-letter code", max_length = 2, pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("lat" = Option<f64>, Query, minimum = -90, maximum = 90), ("lon" = Option<f64>, Query, minimum = -180, maximum = 180),
        ("radius" = Option<f64>, Query, description = "Miles around lat and lon (25 if not given), or around the ZIP code that q is", minimum = 1, maximum = 100),
        ("page" = Option<u32>, Query, minimum = 1, maximum = 1000), ("pageSize" = Option<u32>, Query, minimum = 1, maximum = 100)),
    responses((status = 200, body = FoundAnswer), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub fn search() {}

fn answer(index: &SearchIndex, view: &View, arguments: &Arguments) -> Result<Json> {
    let whole = arguments.query("q").unwrap_or_default();
    let typed = cut(whole);
    let text = &*zip::without_last_four(typed);
    let wants = arguments.query("type");
    let intent = Intent::of(text, &|name, state| {
        !town_shops::named(view, name, state).is_empty()
    });
    let cities = match wants {
        Some("shops") => Vec::new(),
        _ if text.is_empty() => Vec::new(),
        _ => CityAnswer::list(view, towns_for(view, text, &intent)),
    };
    if wants == Some("cities") {
        let towns = cities
            .into_iter()
            .map(|city| FoundItem::City(Box::new(city)));
        return Json::of(&FoundAnswer::List(towns.collect()));
    }
    let found = find(index, view, arguments, &intent)?;
    let mut shops = found.shops;
    let is_more = shops.len() > COUNTED;
    shops.truncate(COUNTED);
    // A list without `page` is complete (D19).
    let page_size = match arguments.integer("page") {
        None if wants == Some("shops") => COUNTED,
        _ => arguments.integer("pageSize").unwrap_or(24),
    };
    let formats = view.site().formats;
    let page =
        Page::cut(shops, arguments.integer("page").unwrap_or(1), page_size)?.map_items(|shops| {
            shops
                .iter()
                .map(|shop| ShopAnswer::in_list(view, shop).seen_from(found.middle, shop, formats))
                .collect::<Vec<_>>()
        });
    if wants == Some("shops") {
        let shops = page.items.into_iter();
        let shops = shops.map(|shop| FoundItem::Shop(Box::new(shop)));
        return Json::of(&FoundAnswer::List(shops.collect()));
    }
    let place = PlaceAnswer::of(view, &intent);
    Json::of(&FoundAnswer::All(Box::new(SearchAnswer {
        query: typed.to_owned(),
        is_cut: typed.len() < whole.len(),
        zip: ZipAnswer::of(&intent.query_text()),
        filters: filters(view, &intent),
        needs_location: found.middle.is_none() && intent.has(Filter::NearMe),
        cities,
        nearest_towns: if page.total == 0 || has_no_shops(place.as_ref(), &intent) {
            nearest::towns(view, found.middle, &intent)
        } else {
            Vec::new()
        },
        suggested_towns: if page.total == 0 || typed.is_empty() {
            suggested::towns(view)
        } else {
            Vec::new()
        },
        total: if is_more { COUNTED + 1 } else { page.total },
        total_text: total_text(page.total, is_more || !found.is_whole),
        shops: page.items,
        page: page.page,
        page_size: page.page_size,
        page_count: page.page_count,
        place,
    })))
}

/// What is searched for of a text: of a long one, its first whole words.
fn cut(text: &str) -> &str {
    let Some((end, _)) = text.char_indices().nth(MAX_TEXT) else {
        return text;
    };
    let (start, rest) = text.split_at(end);
    let words = match start.rfind(' ') {
        Some(space) if !rest.starts_with(' ') => start.split_at(space).0,
        _ => start,
    };
    words.trim_end()
}

fn filters(view: &View, intent: &Intent) -> Vec<SearchFilterAnswer> {
    let today = view.now().with_timezone(&MIDDLE).date_naive();
    let filters = intent.filters.iter();
    filters
        .map(|asked| SearchFilterAnswer {
            kind: asked.filter.kind(),
            label: view.site().formats.hours(asked.filter.label(today)),
            without: asked.without.clone(),
        })
        .collect()
}

/// Whether the text names a town and its state, and the town has no shops: then what else was found isn't there.
fn has_no_shops(place: Option<&PlaceAnswer>, intent: &Intent) -> bool {
    let is_clear = intent
        .town
        .as_ref()
        .is_some_and(|town| town.state.is_some());
    is_clear && place.is_some_and(|place| place.coffee_shop_count == 0)
}

/// The towns that a text names or refers to.
fn towns_for<'a>(view: &'a View, text: &str, intent: &Intent) -> Vec<&'a CityEntry> {
    let found = towns::find(view, text, TOWNS);
    let place = intent.place_text();
    if !found.is_empty() || place.is_empty() || place == text {
        return found;
    }
    towns::find(view, &place, TOWNS)
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
