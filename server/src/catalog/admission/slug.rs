//! A shop's slug: `name-city-st`, with a number appended if it is taken (D17).

use gazetteer::slugify;

/// The longest slug (D17).
pub const LONGEST: usize = 80;

/// The first free slug for a shop with this name in this town.
pub fn free(name: &str, town_slug: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let base = base(name, town_slug);
    if !is_taken(&base) {
        return base;
    }
    (2_u32..)
        .map(|number| numbered(&base, number))
        .find(|slug| !is_taken(slug))
        .unwrap_or(base)
}

/// The slug without a number.
#[must_use]
pub fn base(name: &str, town_slug: &str) -> String {
    match slugify(&format!("{name} {town_slug}"), LONGEST) {
        slug if slug.is_empty() => "coffee-shop".to_owned(),
        slug => slug,
    }
}

/// `base` with a number, within the maximum length.
#[must_use]
pub fn numbered(base: &str, number: u32) -> String {
    let ending = format!("-{number}");
    let room = base
        .chars()
        .take(LONGEST - ending.len())
        .collect::<String>();
    format!("{}{ending}", room.trim_end_matches('-'))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_taken_slug_gets_a_number_and_stays_short() {
        let mut taken = HashSet::new();
        let free_of = |taken: &HashSet<String>, name: &str, town: &str| {
            free(name, town, |slug| taken.contains(slug))
        };
        assert_eq!(
            free_of(&taken, "Rust & Bean", "alexandria-la"),
            "rust-and-bean-alexandria-la"
        );
        taken.insert("rust-and-bean-alexandria-la".to_owned());
        assert_eq!(
            free_of(&taken, "Rust & Bean", "alexandria-la"),
            "rust-and-bean-alexandria-la-2"
        );
        let long = "x".repeat(200);
        let first = free_of(&taken, &long, "");
        assert_eq!(first.len(), LONGEST);
        taken.insert(first);
        let second = free_of(&taken, &long, "");
        assert!(second.len() <= LONGEST && second.ends_with("-2"));
        taken.insert("coffee-shop".to_owned());
        assert_eq!(free_of(&taken, "!!!", ""), "coffee-shop-2");
    }
}
