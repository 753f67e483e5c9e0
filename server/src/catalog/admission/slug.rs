//! A shop's slug: `name-city-st`, with a number appended if it is taken (D17).

use gazetteer::slugify;

/// The longest slug (D17).
pub const LONGEST: usize = 80;
/// The length of `-999`.
const NUMBER: usize = 4;

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

/// The slug without a number. A long name gives way to the town, which people look for in an address, and to a number.
#[must_use]
pub fn base(name: &str, town_slug: &str) -> String {
    let town = slugify(town_slug, LONGEST);
    let room = LONGEST.saturating_sub(town.len() + 1);
    let whole = slugify(name, usize::MAX);
    let name = if whole.len() > room {
        slugify(name, room.saturating_sub(NUMBER))
    } else {
        whole
    };
    match (name.is_empty(), town.is_empty()) {
        (true, true) => "coffee-shop".to_owned(),
        (true, false) => town,
        (false, true) => name,
        (false, false) => format!("{name}-{town}"),
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
    fn a_long_name_leaves_room_for_the_town_and_a_number() {
        let words = "the very long name of a coffee shop ".repeat(6);
        assert_eq!(
            base(&words, "alexandria-la"),
            "the-very-long-name-of-a-coffee-shop-the-very-long-name-of-a-alexandria-la"
        );
        let one_word = base(&"x".repeat(200), "alexandria-la");
        assert!(one_word.ends_with("x-alexandria-la"), "{one_word}");
        let second = numbered(&one_word, 2);
        assert!(second.ends_with("x-alexandria-la-2"), "{second}");
        assert_eq!(numbered(&one_word, 999).len(), LONGEST);
        assert_eq!(base("!!!", "alexandria-la"), "alexandria-la");
    }

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
        assert!(first.len() <= LONGEST);
        taken.insert(first);
        let second = free_of(&taken, &long, "");
        assert!(second.len() <= LONGEST && second.ends_with("-2"));
        taken.insert("coffee-shop".to_owned());
        assert_eq!(free_of(&taken, "!!!", ""), "coffee-shop-2");
    }
}
