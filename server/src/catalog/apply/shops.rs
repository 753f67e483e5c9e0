//! Adds shops to a state: to its maps, to their town, and with the scopes that change.

use std::{cmp::Reverse, sync::Arc};

use uuid::Uuid;

use super::touch_area;
use crate::catalog::{
    directory::Directory, freshness, records::Shop, scope::Scope, site_facts::ShopsByState,
};

/// Adds or replaces a shop; returns whether it was new.
pub(super) fn put_shop(state: &mut Directory, shop: Shop) -> bool {
    let shop = Arc::new(shop);
    let before = state.shops.get(&shop.id).cloned();
    if before
        .as_ref()
        .is_some_and(|before| before.version >= shop.version)
    {
        return false;
    }
    let votes_only = before
        .as_ref()
        .is_some_and(|before| before.gained_votes_only(&shop));
    if let Some(before) = &before {
        forget_shop_keys(state, before, Some(&shop));
    }
    state.shop_slugs.insert(shop.slug.clone(), shop.id);
    if before
        .as_ref()
        .is_none_or(|before| before.slug != shop.slug)
    {
        state.touch(&Scope::ShopSlug(shop.slug.clone()), false);
    }
    state.shops.insert(shop.id, shop.clone());
    state.samples += usize::from(shop.sample && shop.is_listed());
    if shop.is_listed() {
        state.ratings.add(shop.ratings());
        state.newest.insert((Reverse(shop.created_at), shop.id));
        if let Some(at) = shop.hours_confirmed_at {
            state.confirmed.insert((at, shop.id));
        }
        if !shop.boosts.is_empty() {
            state.boosted.insert(shop.id);
        }
        if let Some(key) = story_key(&shop) {
            state.told.insert(key);
        }
    }
    count_in_town(state, before.as_deref(), Some(&shop), votes_only);
    touch_shop(state, before.as_deref(), Some(&shop), votes_only);
    true
}

/// Removes a shop; returns whether it was there.
pub(super) fn remove_shop(state: &mut Directory, id: Uuid) -> bool {
    let Some(before) = state.shops.remove(&id) else {
        return false;
    };
    forget_shop_keys(state, &before, None);
    state.daily_ranking.tallies.remove(&id);
    count_in_town(state, Some(&before), None, false);
    touch_shop(state, Some(&before), None, false);
    true
}

fn forget_shop_keys(state: &mut Directory, before: &Shop, after: Option<&Shop>) {
    state.boosted.remove(&before.id);
    if let Some(at) = before.hours_confirmed_at {
        state.confirmed.remove(&(at, before.id));
    }
    if let Some(key) = story_key(before) {
        state.told.remove(&key);
    }
    state
        .newest
        .remove(&(Reverse(before.created_at), before.id));
    state.samples -= usize::from(before.sample && before.is_listed());
    if before.is_listed() {
        state.ratings.take(before.ratings());
    }
    if after.is_none_or(|after| after.slug != before.slug) {
        if state.shop_slugs.get(&before.slug) == Some(&before.id) {
            state.shop_slugs.remove(&before.slug);
        }
        state.touch(&Scope::ShopSlug(before.slug.clone()), false);
    }
}

/// What a town counts of a shop.
#[derive(PartialEq, Eq)]
struct Counted {
    city: Uuid,
    has_votes: bool,
    has_fresh_hours: bool,
}

/// Keeps the towns' members and counts equal to a recount.
fn count_in_town(
    state: &mut Directory,
    before: Option<&Shop>,
    after: Option<&Shop>,
    votes_only: bool,
) {
    let day = state.daily_ranking.day;
    let counted = |shop: Option<&Shop>| {
        shop.filter(|shop| shop.is_listed()).map(|shop| Counted {
            city: shop.city_id,
            has_votes: shop.upvote_count > 0,
            has_fresh_hours: freshness::is_fresh(shop.hours_confirmed_at, day),
        })
    };
    if counted(before) == counted(after) {
        return;
    }
    for (shop, joins) in [(before, false), (after, true)] {
        let (Some(shop), Some(counted)) = (shop, counted(shop)) else {
            continue;
        };
        if let Some(entry) = state.cities.get_mut(&counted.city) {
            count_in_state(&mut state.shops_by_state, &entry.city.state, joins);
            if joins {
                entry.shops.insert(shop.id);
                entry.shops_with_votes += usize::from(counted.has_votes);
                entry.shops_with_fresh_hours += usize::from(counted.has_fresh_hours);
            } else {
                entry.shops.remove(&shop.id);
                entry.shops_with_votes -= usize::from(counted.has_votes);
                entry.shops_with_fresh_hours -= usize::from(counted.has_fresh_hours);
            }
        }
        state.touch(&Scope::City(counted.city), votes_only);
        state.touch(&Scope::Cities, votes_only);
    }
    // A neighboring town's page shows this town's name and number of shops, but never its votes.
    let town = |shop: Option<&Shop>| counted(shop).map(|counted| counted.city);
    if town(before) != town(after) {
        for city_id in [town(before), town(after)].into_iter().flatten() {
            if let Some(city) = state.cities.get(&city_id).map(|entry| entry.city.clone()) {
                touch_area(state, &city);
            }
        }
    }
}

/// Keeps the number of shops by state equal to a recount.
fn count_in_state(states: &mut ShopsByState, code: &str, joins: bool) {
    let shops = states.get(code).copied().unwrap_or_default();
    match if joins {
        shops + 1
    } else {
        shops.saturating_sub(1)
    } {
        0 => _ = states.remove(code),
        shops => _ = states.insert(code.into(), shops),
    }
}

/// A shop's position among those with stories: the time of its newest one.
fn story_key(shop: &Shop) -> Option<(Reverse<chrono::DateTime<chrono::Utc>>, Uuid)> {
    let newest = shop.stories.iter().map(|story| story.created_at).max()?;
    Some((Reverse(newest), shop.id))
}

fn touch_shop(
    state: &mut Directory,
    before: Option<&Shop>,
    after: Option<&Shop>,
    votes_only: bool,
) {
    for shop in [before, after].into_iter().flatten() {
        state.touch(&Scope::Shop(shop.id), votes_only);
        if shop.is_listed() {
            state.touch(&Scope::CityShops(shop.city_id), votes_only);
            state.touch(&Scope::Everything, votes_only);
        }
    }
    let stories = |shop: Option<&Shop>| {
        shop.filter(|shop| shop.is_listed())
            .map(|shop| shop.stories.clone())
            .unwrap_or_default()
    };
    if stories(before) != stories(after) {
        state.touch(&Scope::Stories, false);
    }
    let place_among_newest = |shop: Option<&Shop>| {
        shop.filter(|shop| shop.is_listed())
            .map(|shop| shop.created_at)
    };
    if place_among_newest(before) != place_among_newest(after) {
        state.touch(&Scope::Recent, false);
    }
    let boosts = |shop: Option<&Shop>| {
        shop.filter(|shop| shop.is_listed())
            .map(|shop| shop.boosts.clone())
            .unwrap_or_default()
    };
    if boosts(before) != boosts(after) {
        state.touch(&Scope::Boosted, false);
        for shop in [before, after].into_iter().flatten() {
            state.touch(&Scope::City(shop.city_id), false);
            state.touch(&Scope::Cities, false);
        }
    }
    let is_sample = |shop: Option<&Shop>| shop.is_some_and(|shop| shop.sample && shop.is_listed());
    if is_sample(before) != is_sample(after) {
        state.touch(&Scope::Samples, false);
    }
}
