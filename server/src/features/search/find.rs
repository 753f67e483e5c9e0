//! Which shops a search finds, and in which order.

use std::{cmp::Reverse, collections::HashSet, sync::Arc};

use gazetteer::{distance_miles, fold_place_name};
use tantivy::{Searcher, query::Query};
use uuid::Uuid;

use super::{
    asked::{Asked, COUNTED},
    collect::{By, Circle, First, Match},
    intent::{Filter, Intent},
    query,
};
use crate::{
    catalog::{
        Shop, View,
        answers::{has_old_hours, rank_for_community},
        search_index::{SearchIndex, failed},
    },
    platform::{arguments::Arguments, error::Result},
};

/// How many matches are checked for being open, which requires parsing their hours.
const LOOKED_AT: usize = 20_000;

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

/// How many shops with the words of a text in their names are looked at for one that is called so.
const NAMESAKES: usize = 50;

/// The shops for a text and the other arguments.
///
/// With a text: by score, with boosted ones first among equal scores, then by votes and name; a town's in that town's
/// order. Without one: the nearest around a point, boosted ones by votes, or the newest. `sort=newest` overrides all of
/// these. A shop that is called like the text comes first; those whose hours are older than a year come last where
/// their opening is what was asked for (D96).
pub(super) fn find(
    index: &SearchIndex,
    view: &View,
    arguments: &Arguments,
    intent: &Intent,
) -> Result<Found> {
    let asked = Asked::of(view, arguments, intent)?;
    let mut found = find_asked(index, view, &asked)?;
    found.middle = asked.around.map(|(point, _)| point);
    if asked.is_newest {
        return Ok(found);
    }
    if intent.has(Filter::Best) {
        rank_for_community(view, &mut found.shops);
    }
    if asked.asks_opening() {
        found
            .shops
            .sort_by_cached_key(|shop| has_old_hours(view, shop));
    }
    if !intent.text.is_empty() {
        put_namesakes_first(index, view, &asked, &mut found.shops)?;
    }
    Ok(found)
}

/// Puts shops first whose whole name is the text; where the text is read as filters they may be missing. A text such as
/// "salty dog" may also be the beginning of a name.
fn put_namesakes_first(
    index: &SearchIndex,
    view: &View,
    asked: &Asked<'_>,
    shops: &mut Vec<Arc<Shop>>,
) -> Result<()> {
    let text = fold_place_name(&asked.intent.text);
    if text.is_empty() {
        return Ok(());
    }
    let first = |text: &str| {
        let letter = text.chars().next();
        letter.map(|letter| letter.to_ascii_lowercase())
    };
    let may_begin_so = asked.intent.narrows();
    // 0 for its whole name, 1 for the beginning of one, 2 for no namesake.
    let distance = |shop: &Shop| {
        let letter = first(&shop.name);
        // Most names differ in their first letter already.
        if letter != first(&text) && letter.is_some_and(|letter| letter.is_ascii_alphanumeric()) {
            return 2;
        }
        let name = fold_place_name(&shop.name);
        if name == text {
            0
        } else if may_begin_so && name.starts_with(&text) {
            1
        } else {
            2
        }
    };
    let searcher = index.searcher();
    let query = (!asked.intent.filters.is_empty() || asked.intent.town.is_some())
        .then(|| query::named(index, &asked.intent.text))
        .flatten();
    if let Some(query) = query {
        let first = First {
            most: NAMESAKES,
            by: By::Score,
            around: asked.around,
        };
        let known: HashSet<Uuid> = shops.iter().map(|shop| shop.id).collect();
        let found = best(index, &searcher, query.as_ref(), first, None)?;
        let missing = found
            .into_iter()
            .filter(|(_, id)| !known.contains(id))
            .filter_map(|(_, id)| Some(view.listed_shop(id)?.0))
            .filter(|shop| distance(shop) < 2)
            .filter(|shop| asked.admits_namesake(view, shop));
        let missing: Vec<Arc<Shop>> = missing.collect();
        shops.splice(0..0, missing);
        shops.truncate(COUNTED + 1);
    }
    shops.sort_by_cached_key(|shop| distance(shop));
    Ok(())
}

fn find_asked(index: &SearchIndex, view: &View, asked: &Asked<'_>) -> Result<Found> {
    let text = &*asked.text;
    if let Some(shops) = asked.town_shops(view) {
        return Ok(Found::whole(shops));
    }
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
    let is_of_words = !text.is_empty() || !asked.intent.filters.is_empty();
    let by = if asked.is_newest || !is_of_words {
        By::Age
    } else {
        By::Score
    };
    let first = First {
        most: if asked.asks_opening() {
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
    let is_whole = looked_at < first.most || kept.len() > COUNTED || !asked.asks_opening();
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
        let mut states = asked.states.iter();
        states.all(|state| *town.city.state == **state)
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
