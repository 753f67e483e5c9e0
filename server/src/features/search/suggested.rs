//! Towns to try where nothing is searched for or found.

use crate::catalog::View;

/// The specification's, while the directory has shops in their state (D108), or none at all.
const SHIPPED: [&str; 4] = [
    "Alexandria, LA",
    "Hammond, LA",
    "Monroe, LA",
    "Lake Charles, LA",
];
/// Their state.
const STATE: &str = "LA";

/// Four towns: those of the specification while they are true, else the directory's own with most shops.
pub(super) fn towns(view: &View) -> Vec<String> {
    let has_own_region = view.site_row().is_some_and(|row| row.region.is_some());
    let mut own = view.cities();
    own.retain(|town| !town.shops.is_empty());
    let are_true = own.is_empty() || own.iter().any(|town| &*town.city.state == STATE);
    if are_true && !has_own_region {
        return SHIPPED.map(str::to_owned).into();
    }
    own.sort_by(|one, other| {
        (other.shops.len().cmp(&one.shops.len())).then_with(|| one.city.slug.cmp(&other.city.slug))
    });
    let names = own.iter().take(SHIPPED.len());
    names
        .map(|town| format!("{}, {}", town.city.name, town.city.state))
        .collect()
}
