//! `GET /api/search` (D1): towns for suggestions, shops for the search screen.

use std::{cmp::Reverse, sync::Arc};

use gazetteer::distance_miles;
use serde::Serialize;
use tantivy::{Searcher, collector::TopDocs, query::Query};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    SearchIndex,
    index::{AMENITIES, failed},
    query::{self, Wanted},
    towns,
};
use crate::{
    catalog::{
        Shop, View,
        answers::{CityAnswer, OpenStateName, ShopAnswer},
        read::{Json, Lasts, Page, Read},
    },
    platform::{
        arguments::{Arguments, Kind, Parameter},
        error::{Error, ErrorBody, Result},
    },
};

/// Matches are counted exactly up to here.
const COUNTED: usize = 1000;
/// Matches that filters outside the index look at.
const LOOKED_AT: usize = 5000;
/// Towns that an answer holds at most; the search box shows three of them.
const TOWNS: usize = 10;
/// Miles around a point, where no radius is given.
const RADIUS: f64 = 25.0;

/// What a search found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchAnswer {
    /// The text that was searched for, trimmed.
    pub query: String,
    /// Towns in which every word is found, best first.
    pub cities: Vec<CityAnswer>,
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
        Parameter {
            name: "lat".to_owned(),
            kind: Kind::Number {
                min: -90.0,
                max: 90.0,
            },
        },
        Parameter {
            name: "lon".to_owned(),
            kind: Kind::Number {
                min: -180.0,
                max: 180.0,
            },
        },
        Parameter {
            name: "radius".to_owned(),
            kind: Kind::Number {
                min: 1.0,
                max: 100.0,
            },
        },
        Parameter::integer("page", Some(1), 1, 1000),
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
        lasts: Lasts::ASecond,
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

/// Search towns and shops. Every word must be found; the last one may be unfinished, unknown ones may hold a slip.
#[utoipa::path(get, path = "/api/search", tag = "search",
    params(
        ("q" = Option<String>, Query, description = "Name, town, \"town, ST\", ZIP code, street, words", max_length = 200,
            pattern = r"^[\t-\r\x85]*[^\x00-\x1f\x7f-\x9f]*[\t-\r\x85]*$"),
        ("type" = inline(Option<SearchType>), Query),
        ("sort" = inline(Option<SearchSort>), Query),
        ("featured" = Option<bool>, Query, description = "Boosted shops only"),
        ("openNow" = Option<bool>, Query, description = "Shops known to be open now"),
        ("hasWifi" = Option<bool>, Query), ("hasParking" = Option<bool>, Query), ("petFriendly" = Option<bool>, Query),
        ("goodForWork" = Option<bool>, Query), ("hasOutdoorSeating" = Option<bool>, Query),
        ("state" = Option<String>, Query, description = "Two-letter code", max_length = 2, pattern = r"^[\t-\r\x85]*[^\x00-\x1f\x7f-\x9f]*[\t-\r\x85]*$"),
        ("lat" = Option<f64>, Query, minimum = -90, maximum = 90), ("lon" = Option<f64>, Query, minimum = -180, maximum = 180),
        ("radius" = Option<f64>, Query, description = "Miles, 25 if not given", minimum = 1, maximum = 100),
        ("page" = Option<u32>, Query, minimum = 1, maximum = 1000), ("pageSize" = Option<u32>, Query, minimum = 1, maximum = 100)),
    responses((status = 200, body = FoundAnswer), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub fn search() {}

fn answer(index: &SearchIndex, view: &View, arguments: &Arguments) -> Result<Json> {
    let text = arguments.query("q").unwrap_or_default();
    let wants = arguments.query("type");
    let cities = match wants {
        Some("shops") => Vec::new(),
        _ if text.is_empty() => Vec::new(),
        _ => CityAnswer::list(view, towns::find(view.cities(), text, TOWNS)),
    };
    if wants == Some("cities") {
        let towns = cities
            .into_iter()
            .map(|city| FoundItem::City(Box::new(city)));
        return Json::of(&FoundAnswer::List(towns.collect()));
    }
    let mut shops = if text.is_empty() {
        all(view, arguments)?
    } else {
        matches(index, view, arguments, text)?
    };
    if arguments.query("sort") == Some("newest") {
        shops.sort_by_key(|shop| (Reverse(shop.created_at), shop.id));
    }
    let is_more = shops.len() > COUNTED;
    shops.truncate(COUNTED);
    let page = arguments.integer("page").unwrap_or(1);
    let page =
        Page::cut(shops, page, arguments.integer("pageSize").unwrap_or(24))?.map_items(|shops| {
            shops
                .iter()
                .map(|shop| ShopAnswer::in_list(view, shop))
                .collect::<Vec<_>>()
        });
    if wants == Some("shops") {
        let shops = page.items.into_iter();
        let shops = shops.map(|shop| FoundItem::Shop(Box::new(shop)));
        return Json::of(&FoundAnswer::List(shops.collect()));
    }
    Json::of(&FoundAnswer::All(SearchAnswer {
        query: text.to_owned(),
        cities,
        total: if is_more { COUNTED + 1 } else { page.total },
        total_text: if is_more {
            "1,000+".to_owned()
        } else {
            page.total.to_string().replace("1000", "1,000")
        },
        shops: page.items,
        page: page.page,
        page_size: page.page_size,
        page_count: page.page_count,
    }))
}

/// Shops that match a text, best first: by score, boosted before others of the same score, then by votes and name.
fn matches(
    index: &SearchIndex,
    view: &View,
    arguments: &Arguments,
    text: &str,
) -> Result<Vec<Arc<Shop>>> {
    let searcher = index.searcher();
    let tags = AMENITIES
        .into_iter()
        .map(|(name, _)| name)
        .filter(|name| arguments.query(name).is_some())
        .collect();
    let wanted = Wanted {
        text,
        state: arguments.query("state"),
        tags,
    };
    let Some(query) = query::build(index, &searcher, &wanted)? else {
        return Ok(Vec::new());
    };
    let filter = Filter::of(arguments)?;
    let most = if filter.is_idle() {
        COUNTED + 1
    } else {
        LOOKED_AT
    };
    let mut shops: Vec<(u32, Arc<Shop>)> = Vec::new();
    for (score, id) in best(index, &searcher, query.as_ref(), most)? {
        if let Some((shop, _)) = view
            .listed_shop(id)
            .filter(|(shop, _)| filter.admits(view, shop))
        {
            shops.push((in_steps(score), shop));
        }
    }
    shops.sort_by_cached_key(|(score, shop)| {
        (
            Reverse(*score),
            !view.is_boosted(shop),
            Reverse(shop.upvote_count),
            shop.name.to_lowercase(),
            shop.id,
        )
    });
    Ok(shops.into_iter().map(|(_, shop)| shop).collect())
}

/// Scores in steps of a tenth: what is nearly equal counts as equal.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "scores are small and not negative"
)]
fn in_steps(score: f32) -> u32 {
    (score.max(0.0) * 10.0).round() as u32
}

fn best(
    index: &SearchIndex,
    searcher: &Searcher,
    query: &dyn Query,
    most: usize,
) -> Result<Vec<(f32, Uuid)>> {
    let found = searcher
        .search(query, &TopDocs::with_limit(most).order_by_score())
        .map_err(failed)?;
    let fields = index.fields();
    let columns = searcher
        .segment_readers()
        .iter()
        .map(|segment| {
            let column = |field| {
                segment
                    .fast_fields()
                    .u64(searcher.schema().get_field_name(field))
            };
            Ok((column(fields.id_high)?, column(fields.id_low)?))
        })
        .collect::<tantivy::Result<Vec<_>>>()
        .map_err(failed)?;
    let id_of = |segment: u32, document: u32| {
        let (high, low) = columns.get(segment as usize)?;
        Some(Uuid::from_u64_pair(
            high.first(document)?,
            low.first(document)?,
        ))
    };
    Ok(found
        .into_iter()
        .filter_map(|(score, address)| Some((score, id_of(address.segment_ord, address.doc_id)?)))
        .collect())
}

/// Shops without a text: around a point, of a state, or the newest.
fn all(view: &View, arguments: &Arguments) -> Result<Vec<Arc<Shop>>> {
    let filter = Filter::of(arguments)?;
    let state = arguments.query("state").map(str::to_ascii_uppercase);
    let has_amenities = |shop: &Shop| {
        AMENITIES
            .iter()
            .all(|(name, known)| arguments.query(name).is_none() || known(shop) == Some(true))
    };
    let admits = |shop: &Arc<Shop>| filter.admits(view, shop) && has_amenities(shop);
    if let Some((point, miles)) = filter.around {
        let towns = view.cities_around(point, miles);
        let in_state = towns.into_iter().filter(|town| {
            state
                .as_deref()
                .is_none_or(|state| *town.city.state == *state)
        });
        let mut shops: Vec<Arc<Shop>> = in_state
            .flat_map(|town| view.shops_of_city(town.city.id))
            .filter(admits)
            .collect();
        shops.sort_by_cached_key(|shop| {
            let metres = shop
                .point
                .map_or(f64::MAX, |place| distance_miles(point, place) * 1609.344);
            ((metres.round() as u64), shop.id)
        });
        return Ok(shops);
    }
    if filter.featured && state.is_none() {
        let mut shops: Vec<Arc<Shop>> = view.boosted_shops().into_iter().filter(admits).collect();
        shops.sort_by_cached_key(|shop| {
            (
                Reverse(shop.upvote_count),
                shop.name.to_lowercase(),
                shop.id,
            )
        });
        return Ok(shops);
    }
    let asks_for_something = filter.open_now
        || state.is_some()
        || arguments.query("sort").is_some()
        || AMENITIES
            .iter()
            .any(|(name, _)| arguments.query(name).is_some());
    if !asks_for_something {
        return Ok(Vec::new());
    }
    let of_state = |shop: &Shop| {
        state.as_deref().is_none_or(|state| {
            view.listed_shop(shop.id)
                .is_some_and(|(_, town)| *town.city.state == *state)
        })
    };
    Ok(view.newest_where(COUNTED + 1, |shop| of_state(shop) && admits(shop)))
}

/// Filters that the index can't decide: they depend on the moment or on a distance.
#[derive(Debug)]
struct Filter {
    featured: bool,
    open_now: bool,
    around: Option<((f64, f64), f64)>,
}

impl Filter {
    fn of(arguments: &Arguments) -> Result<Self> {
        let number = |name: &str| {
            arguments
                .query(name)
                .and_then(|value| value.parse::<f64>().ok())
        };
        let around = match (number("lat"), number("lon")) {
            (Some(latitude), Some(longitude)) => {
                Some(((latitude, longitude), number("radius").unwrap_or(RADIUS)))
            }
            (None, None) => None,
            (None, Some(_)) => {
                return Err(Error::invalid_field("lat", "'lat' and 'lon' go together."));
            }
            (Some(_), None) => {
                return Err(Error::invalid_field("lon", "'lat' and 'lon' go together."));
            }
        };
        Ok(Self {
            featured: arguments.query("featured").is_some(),
            open_now: arguments.query("openNow").is_some(),
            around,
        })
    }

    fn is_idle(&self) -> bool {
        !self.featured && !self.open_now && self.around.is_none()
    }

    fn admits(&self, view: &View, shop: &Shop) -> bool {
        let is_near = |((latitude, longitude), miles)| {
            shop.point
                .is_some_and(|place| distance_miles((latitude, longitude), place) <= miles)
        };
        (!self.featured || view.is_boosted(shop))
            && self.around.is_none_or(is_near)
            && (!self.open_now
                || ShopAnswer::in_list(view, shop).open_state.state == OpenStateName::Open)
    }
}
