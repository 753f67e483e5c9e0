//! A town's name alone gives that town's shops, in that town's order (D95).

use std::sync::Arc;

use gazetteer::{State, fold_place_name, letters};

use super::intent::Town;
use crate::catalog::{
    CityEntry, Shop, View,
    answers::{rank_for_city, rank_for_community},
};

/// The directory's towns of this name, the one with the most shops first.
pub(super) fn named<'a>(view: &'a View, name: &str, state: Option<State>) -> Vec<&'a CityEntry> {
    let folded = fold_place_name(name);
    let wanted = letters(&folded);
    let state = state.map(State::name);
    let mut towns = view.cities_where(|in_state, letters| {
        letters == wanted && state.is_none_or(|state| state == in_state)
    });
    towns.retain(|entry| *entry.city.folded_name == *folded);
    towns.sort_by_key(|entry| {
        (
            std::cmp::Reverse(entry.shops.len()),
            entry.city.slug.clone(),
        )
    });
    towns
}

/// The shops of the towns that `town` may be; `None` if they have none. By the community's ranking if `by_rank`.
pub(super) fn of(view: &View, town: &Town, by_rank: bool) -> Option<Vec<Arc<Shop>>> {
    let mut all = Vec::new();
    for entry in named(view, &town.name, town.state) {
        let mut shops = view.shops_of_city(entry.city.id);
        if by_rank {
            rank_for_community(view, &mut shops);
        } else {
            rank_for_city(view, &mut shops);
        }
        all.append(&mut shops);
    }
    (!all.is_empty()).then_some(all)
}
