//! Names of shops, compared: "RUST & BEAN COFFEE CO LLC" and "Rust and Bean" are one name.

use gazetteer::slugify;

/// Names this alike count as equal.
const ALIKE: f64 = 0.9;
/// The longest name that is compared, in characters.
const LONGEST: usize = 200;

/// Words that say "coffee shop" and not which one.
const STOP_WORDS: &[&str] = &[
    "the",
    "and",
    "a",
    "of",
    "at",
    "on",
    "in",
    "coffee",
    "coffees",
    "cafe",
    "caffe",
    "shop",
    "shoppe",
    "house",
    "coffeehouse",
    "roasters",
    "roaster",
    "roastery",
    "roasting",
    "espresso",
    "bar",
    "co",
    "company",
    "bakery",
    "tea",
];

/// Such words that only a register adds: "Tea Tea LLC" is "Tea Tea".
const LEGAL_FORMS: &[&str] = &[
    "llc",
    "inc",
    "incorporated",
    "corp",
    "corporation",
    "ltd",
    "pllc",
];

/// What stands between the two names of one business, in small letters: "Blue Door Holdings LLC dba Lantern".
const BETWEEN_NAMES: &[&str] = &["/", " dba ", " aka ", " fka ", " d b a ", " t a "];

/// The names of one shop, without what every coffee shop's name has: the whole one first, then its parts, where two
/// names stand in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Names(Vec<String>);

impl Names {
    /// Of a shop that is called `name`, in a town that is called `town`. A town's name says nothing when it stands in the
    /// shop's. Where nothing is left without it, as of "Alexandria Coffee", the town's name is what tells.
    pub(super) fn new(name: &str, town: &str) -> Self {
        let town = slugify(town, LONGEST);
        let mut names = vec![in_town(name, &town)];
        // Most names are one, and looking for the marks costs less than folding the parts.
        if has_two(name) {
            for part in parts(name) {
                let key = in_town(&part, &town);
                if !key.is_empty() && !names.contains(&key) {
                    names.push(key);
                }
            }
        }
        Self(names)
    }

    /// The whole name.
    pub(super) fn whole(&self) -> &str {
        self.0.first().map_or("", String::as_str)
    }

    /// As one text, which [`Names::are_alike_to_text`] reads.
    pub(super) fn joined(&self) -> String {
        self.0.join(SEPARATOR)
    }

    /// Whether one of these is one of those, but for a slip.
    pub(super) fn are_alike(&self, other: &Self) -> bool {
        self.0.iter().any(|name| other.has(name))
    }

    /// Whether one of these is one of those that stand in a text, as [`Names::joined`] writes it.
    pub(super) fn are_alike_to_text(&self, joined: &str) -> bool {
        joined.split(SEPARATOR).any(|name| self.has(name))
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|own| alike(own, name))
    }
}

/// No name has it.
const SEPARATOR: &str = "|";

/// Whether two names, as [`telling_words`] gives them, are one but for a slip.
fn alike(a: &str, b: &str) -> bool {
    !a.is_empty() && (a == b || strsim::normalized_damerau_levenshtein(a, b) >= ALIKE)
}

fn has_two(name: &str) -> bool {
    let is_mark = |letter: char| matches!(letter, '/' | '(');
    name.contains(is_mark)
        || name
            .split(|letter: char| !letter.is_alphanumeric())
            .any(|word| {
                ["dba", "aka", "fka"]
                    .iter()
                    .any(|mark| word.eq_ignore_ascii_case(mark))
            })
}

/// The names that stand in one.
fn parts(name: &str) -> Vec<String> {
    let lower = name
        .to_lowercase()
        .replace("d/b/a", "dba")
        .replace("t/a", "dba");
    // "Blue Door Coffee (Lantern Holdings LLC)": brackets hold a second name as a slash does.
    let mut text = format!(
        " {} ",
        lower.replace(['(', ')'], "/").replace(['.', ',', ':'], " ")
    );
    for mark in BETWEEN_NAMES {
        text = text.replace(mark, " / ");
    }
    text.split('/')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

/// A name without the folded name of its town.
fn in_town(name: &str, town: &str) -> String {
    let folded = slugify(name, LONGEST);
    let telling = match without_town(&folded, town) {
        Some((before, after)) => [
            telling_words(before, usize::MAX),
            telling_words(after, usize::MAX),
        ]
        .into_iter()
        .filter(|words| !words.is_empty())
        .collect::<Vec<_>>()
        .join(" "),
        None => telling_words(&folded, usize::MAX),
    };
    if !telling.is_empty() {
        return telling;
    }
    let telling = telling_words(&folded, usize::MAX);
    if !telling.is_empty() {
        return telling;
    }
    let unregistered = folded.split('-').filter(|word| !LEGAL_FORMS.contains(word));
    unregistered.collect::<Vec<_>>().join(" ")
}

/// What stands before and behind the town's name, where it stands in the name as whole words.
fn without_town<'a>(folded: &'a str, town: &str) -> Option<(&'a str, &'a str)> {
    if town.is_empty() {
        return None;
    }
    folded.match_indices(town).find_map(|(at, _)| {
        let (before, rest) = folded.split_at_checked(at)?;
        let after = rest.get(town.len()..)?;
        let is_whole = (before.is_empty() || before.ends_with('-'))
            && (after.is_empty() || after.starts_with('-'));
        is_whole.then_some((before, after))
    })
}

fn says_coffee_shop(word: &str) -> bool {
    STOP_WORDS.contains(&word) || LEGAL_FORMS.contains(&word)
}

/// The first words of a slug that say which shop it is.
pub(super) fn telling_words(slug: &str, most: usize) -> String {
    let words = slug
        .split('-')
        .filter(|word| !word.is_empty() && !says_coffee_shop(word));
    let mut telling = String::with_capacity(slug.len());
    for word in words.take(most) {
        if !telling.is_empty() {
            telling.push(' ');
        }
        telling.push_str(word);
    }
    telling
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_alike(one: &str, other: &str) -> bool {
        let (one, other) = (
            Names::new(one, "Alexandria"),
            Names::new(other, "Alexandria"),
        );
        assert_eq!(one.are_alike(&other), other.are_alike(&one));
        assert_eq!(
            one.are_alike(&other),
            one.are_alike_to_text(&other.joined())
        );
        one.are_alike(&other)
    }

    #[test]
    fn words_that_every_shop_has_do_not_make_names_alike() {
        let whole = |name| Names::new(name, "Alexandria").whole().to_owned();
        assert_eq!(whole("The Daily Grind Coffee House"), "daily grind");
        assert_eq!(whole("The Coffee Shop"), "the coffee shop");
        assert_eq!(whole("Alexandria Coffee"), "alexandria");
        assert_eq!(
            whole("Alexandria Blue Door Alexandrias"),
            "blue door alexandrias"
        );
        assert!(!are_alike(
            "Blue Door Coffee Roasters",
            "Red Door Coffee Roasters"
        ));
    }

    #[test]
    fn registered_names_are_names_too() {
        for (one, other) in [
            ("Rust & Bean Coffee", "RUST AND BEAN COFFEE LLC"),
            ("Rust & Bean", "Rust & Bean Alexandria, Inc."),
            (
                "Lantern Coffee",
                "Blue Door Holdings LLC DBA Lantern Coffee",
            ),
            ("Lantern Coffee", "BLUE DOOR HOLDINGS D/B/A LANTERN"),
            ("Tea Tea", "TEA TEA LLC"),
            ("Lantern Coffee", "LANTERN/BLUE DOOR HOLDINGS"),
            ("Lantern Coffee", "Blue Door Holdings (Lantern)"),
        ] {
            assert!(are_alike(one, other), "{one} | {other}");
        }
        for (one, other) in [
            ("Lantern", "Lantern Books"),
            ("Blue Door", "Blue Door Too"),
            ("Lantern", "Blue Door/Red Door"),
        ] {
            assert!(!are_alike(one, other), "{one} | {other}");
        }
    }
}
