//! Which shops a search finds, and in which order.

use std::{cmp::Reverse, collections::HashSet, sync::Arc};

use gazetteer::distance_miles;
use tantivy::{Searcher, query::Query};
use uuid::Uuid;

use super::{
    SearchIndex,
    collect::{By, Circle, First, Match},
    index::{AMENITIES, HAS_HOURS, failed},
    query::{self, Wanted},
    zip,
};
use crate::{
    catalog::{Shop, View},
    platform::{
        arguments::Arguments,
        error::{Error, Result},
    },
};

/// Matches are counted exactly up to this number.
pub(super) const COUNTED: usize = 1000;
/// How many matches are checked for being open, which requires parsing their hours.
const LOOKED_AT: usize = 20_000;
/// The default radius around a point, in miles.
const RADIUS: f64 = 25.0;

/// Results: at most [`COUNTED`] plus one.
#[derive(Debug)]
pub(super) struct Found {
    /// Best first.
    pub(super) shops: Vec<Arc<Shop>>,
    /// Whether all matches were checked, or as many as are counted.
    pub(super) is_whole: bool,
    /// The center of the search.
    pub(super) middle: Option<(f64, f64)>,
}

impl Found {
    fn whole(shops: Vec<Arc<Shop>>) -> Self {
        Self {
            shops,
            is_whole: true,
            middle: None,
        }
    }
}

/// The shops for `text` and the other arguments.
///
/// With a text: by score, with boosted ones first among equal scores, then by votes and name. Without one: the nearest
/// around a point, boosted ones by votes, or the newest. `sort=newest` overrides all of these.
pub(super) fn find(
    index: &SearchIndex,
    view: &View,
    arguments: &Arguments,
    text: &str,
) -> Result<Found> {
    let asked = Asked::of(view, arguments, text)?;
    Ok(Found {
        middle: asked.around.map(|(point, _)| point),
        ..find_asked(index, view, &asked)?
    })
}

fn find_asked(index: &SearchIndex, view: &View, asked: &Asked<'_>) -> Result<Found> {
    let text = asked.text;
    if text.is_empty() && !asked.is_newest {
        if let Some(circle) = asked.around {
            return Ok(nearest(view, asked, circle));
        }
        if asked.is_nothing() {
            return Ok(Found::whole(Vec::new()));
        }
    }
    let searcher = index.searcher();
    let Some(query) = query::build(index, &searcher, &asked.wanted())? else {
        return Ok(Found::whole(Vec::new()));
    };
    let by = if text.is_empty() || asked.is_newest {
        By::Age
    } else {
        By::Score
    };
    let first = First {
        most: if asked.open_now {
            LOOKED_AT
        } else {
            COUNTED + 1
        },
        by,
        around: asked.around,
    };
    let matches = best(
        index,
        &searcher,
        query.as_ref(),
        first,
        asked.boosted.as_deref(),
    )?;
    let mut kept: Vec<(u32, Arc<Shop>)> = Vec::new();
    let mut looked_at = 0;
    for (score, id) in &matches {
        if kept.len() > COUNTED {
            break;
        }
        looked_at += 1;
        if let Some((shop, _)) = view
            .listed_shop(*id)
            .filter(|(shop, _)| asked.admits(view, shop))
        {
            kept.push((in_steps(*score), shop));
        }
    }
    let is_whole = looked_at < first.most || kept.len() > COUNTED || !asked.open_now;
    if by == By::Score {
        let rest = boosted_of_same_score(index, view, asked, (&searcher, query.as_ref()), &kept)?;
        kept.extend(rest);
        sort_by_score(view, &mut kept);
    } else if asked.boosted.is_some() && !asked.is_newest {
        kept.sort_by_cached_key(|(_, shop)| by_votes(shop));
    }
    kept.truncate(COUNTED + 1);
    let shops = kept.into_iter().map(|(_, shop)| shop).collect();
    Ok(Found {
        shops,
        is_whole,
        middle: None,
    })
}

fn by_votes(shop: &Shop) -> (Reverse<i64>, String, Uuid) {
    let name = shop.name.to_lowercase();
    (Reverse(shop.upvote_count), name, shop.id)
}

fn sort_by_score(view: &View, shops: &mut [(u32, Arc<Shop>)]) {
    shops.sort_by_cached_key(|(score, shop)| {
        (Reverse(*score), !view.is_boosted(shop), by_votes(shop))
    });
}

/// If there are more matches than are counted, boosted shops with the last kept score may have been left out; they go
/// before the others with that score.
fn boosted_of_same_score(
    index: &SearchIndex,
    view: &View,
    asked: &Asked<'_>,
    (searcher, query): (&Searcher, &dyn Query),
    kept: &[(u32, Arc<Shop>)],
) -> Result<Vec<(u32, Arc<Shop>)>> {
    let Some(lowest) = kept.iter().map(|(score, _)| *score).min() else {
        return Ok(Vec::new());
    };
    if kept.len() <= COUNTED || asked.boosted.is_some() {
        return Ok(Vec::new());
    }
    let boosted: Vec<Uuid> = view.boosted_shops().iter().map(|shop| shop.id).collect();
    let first = First {
        most: COUNTED,
        by: By::Score,
        around: asked.around,
    };
    let known: HashSet<Uuid> = kept.iter().map(|(_, shop)| shop.id).collect();
    let found = best(index, searcher, query, first, Some(&boosted))?;
    let unknown = found
        .into_iter()
        .filter(|(score, id)| in_steps(*score) >= lowest && !known.contains(id));
    Ok(unknown
        .filter_map(|(score, id)| Some((in_steps(score), view.listed_shop(id)?.0)))
        .filter(|(_, shop)| asked.admits(view, shop))
        .collect())
}

/// Scores in steps of a tenth, so that nearly equal ones count as equal.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "scores are small and not negative"
)]
fn in_steps(score: f32) -> u32 {
    (score.max(0.0) * 10.0).round() as u32
}

/// The top documents for `query`, among the shops `among` if given.
fn best(
    index: &SearchIndex,
    searcher: &Searcher,
    query: &dyn Query,
    first: First,
    among: Option<&[Uuid]>,
) -> Result<Vec<Match>> {
    let narrowed = match among {
        Some([]) => return Ok(Vec::new()),
        Some(ids) => Some(query::among(index.fields(), query, ids)),
        None => None,
    };
    let query = narrowed.as_deref().unwrap_or(query);
    searcher.search(query, &first).map_err(failed)
}

/// The shops around a point, nearest first.
fn nearest(view: &View, asked: &Asked<'_>, (point, miles): Circle) -> Found {
    let towns = view.cities_around(point, miles);
    let in_state = towns.into_iter().filter(|town| {
        asked
            .state
            .as_deref()
            .is_none_or(|state| *town.city.state == *state)
    });
    let mut shops: Vec<(u64, Arc<Shop>)> = in_state
        .flat_map(|town| view.shops_of_city(town.city.id))
        .filter_map(|shop| {
            let away = distance_miles(point, shop.whereabouts()?);
            (away <= miles).then(|| (meters(away), shop))
        })
        .filter(|(_, shop)| asked.has_amenities(shop))
        .collect();
    shops.sort_unstable_by_key(|(meters, shop)| (*meters, shop.id));
    let all = shops.len();
    let mut looked_at = 0;
    let mut kept = Vec::new();
    for (_, shop) in shops.into_iter().take(LOOKED_AT) {
        if kept.len() > COUNTED {
            break;
        }
        looked_at += 1;
        if asked.admits(view, &shop) {
            kept.push(shop);
        }
    }
    Found {
        is_whole: looked_at == all || kept.len() > COUNTED,
        shops: kept,
        middle: None,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "distances on earth are small and not negative"
)]
fn meters(miles: f64) -> u64 {
    (miles * 1609.344).round() as u64
}

/// The parsed request, except for the page.
#[derive(Debug)]
struct Asked<'a> {
    text: &'a str,
    /// Two-letter code.
    state: Option<String>,
    amenities: Vec<usize>,
    /// The currently boosted shops, if only those are requested.
    boosted: Option<Vec<Uuid>>,
    open_now: bool,
    around: Option<Circle>,
    is_newest: bool,
}

impl<'a> Asked<'a> {
    fn of(view: &View, arguments: &Arguments, text: &'a str) -> Result<Self> {
        let number = |name: &str| {
            arguments
                .query(name)
                .and_then(|value| value.parse::<f64>().ok())
        };
        let together = "'lat' and 'lon' must be given together.";
        let radius = number("radius");
        let (text, around) = match (number("lat"), number("lon")) {
            (Some(latitude), Some(longitude)) => {
                let circle = ((latitude, longitude), radius.unwrap_or(RADIUS));
                (text, Some(circle))
            }
            // When searching around a ZIP code, its digits aren't searched in addresses.
            (None, None) => match (zip::area(text), radius) {
                (Some(area), Some(miles)) => ("", Some((area.point(), miles))),
                _ => (text, None),
            },
            (None, Some(_)) => return Err(Error::invalid_field("lat", together)),
            (Some(_), None) => return Err(Error::invalid_field("lon", together)),
        };
        let is_asked = |name: &str| arguments.query(name).is_some();
        let amenities = AMENITIES.iter().enumerate();
        Ok(Self {
            text,
            state: arguments.query("state").map(str::to_ascii_uppercase),
            amenities: amenities
                .filter(|(_, (name, _))| is_asked(name))
                .map(|(place, _)| place)
                .collect(),
            boosted: is_asked("featured")
                .then(|| view.boosted_shops().iter().map(|shop| shop.id).collect()),
            open_now: is_asked("openNow"),
            around,
            is_newest: arguments.query("sort") == Some("newest"),
        })
    }

    /// Whether there is nothing but text, place and order.
    fn is_nothing(&self) -> bool {
        self.state.is_none()
            && self.amenities.is_empty()
            && self.boosted.is_none()
            && !self.open_now
    }

    fn wanted(&self) -> Wanted<'_> {
        let amenities = self
            .amenities
            .iter()
            .filter_map(|place| AMENITIES.get(*place));
        let mut tags: Vec<&'static str> = amenities.map(|(name, _)| *name).collect();
        tags.extend(self.open_now.then_some(HAS_HOURS));
        Wanted {
            text: self.text,
            state: self.state.as_deref(),
            tags,
        }
    }

    fn has_amenities(&self, shop: &Shop) -> bool {
        let mut known = self
            .amenities
            .iter()
            .filter_map(|place| AMENITIES.get(*place));
        known.all(|(_, known)| known(shop) == Some(true))
    }

    /// Filters that depend on the current time and on the exact location in the catalog.
    fn admits(&self, view: &View, shop: &Shop) -> bool {
        let is_near = |(middle, miles): Circle| {
            shop.whereabouts()
                .is_some_and(|point| distance_miles(middle, point) <= miles)
        };
        let is_open = || {
            view.schedule(shop)
                .is_some_and(|schedule| schedule.is_open(view.now()))
        };
        self.around.is_none_or(is_near)
            && (self.boosted.is_none() || view.is_boosted(shop))
            && (!self.open_now || is_open())
    }
}
