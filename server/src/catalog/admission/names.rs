//! Compares shop names: "RUST & BEAN COFFEE CO LLC" and "Rust and Bean" are the same name.

use gazetteer::slugify;

/// Names with at least this similarity count as equal.
const ALIKE: f64 = 0.9;
/// The longest name compared, in characters.
const LONGEST: usize = 200;

/// Words that mean "coffee shop" without saying which one.
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

/// Stop words that only a register adds: "Tea Tea LLC" is "Tea Tea".
const LEGAL_FORMS: &[&str] = &[
    "llc",
    "inc",
    "incorporated",
    "corp",
    "corporation",
    "ltd",
    "pllc",
];

/// Separators between two names of one business, in lower case: "Blue Door Holdings LLC dba Lantern".
const BETWEEN_NAMES: &[&str] = &["/", " dba ", " aka ", " fka ", " d b a ", " t a "];

/// A shop's names without common coffee shop words: the full name first, then its parts if it contains two names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Names(Vec<String>);

impl Names {
    /// The names of a shop called `name` in a town called `town`. The town's name is ignored inside the shop's, unless
    /// nothing else is left, as in "Alexandria Coffee".
    pub(super) fn new(name: &str, town: &str) -> Self {
        let town = slugify(town, LONGEST);
        let mut names = vec![in_town(name, &town)];
        // Most shops have one name, and searching for separators is cheaper than folding the parts.
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

    /// The full name.
    pub(super) fn whole(&self) -> &str {
        self.0.first().map_or("", String::as_str)
    }

    /// The names as one text, for [`Names::are_alike_to_text`].
    pub(super) fn joined(&self) -> String {
        self.0.join(SEPARATOR)
    }

    /// Whether one of these names equals one of the others, apart from a typo.
    pub(super) fn are_alike(&self, other: &Self) -> bool {
        self.0.iter().any(|name| other.has(name))
    }

    /// Whether one of these names is among those in a text from [`Names::joined`], apart from a typo.
    pub(super) fn are_alike_to_text(&self, joined: &str) -> bool {
        joined.split(SEPARATOR).any(|name| self.has(name))
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|own| alike(own, name))
    }
}

/// Doesn't occur in names.
const SEPARATOR: &str = "|";

/// Whether two names from [`telling_words`] are equal apart from a typo: one in ten letters.
fn alike(a: &str, b: &str) -> bool {
    let (length, difference) = (a.len().max(b.len()), a.len().abs_diff(b.len()));
    // Short names have no room for a typo, and other lengths are other names: no need to compare them letter by letter.
    let may_be_misspelt = difference.max(1) * 10 <= length;
    !a.is_empty()
        && (a == b || may_be_misspelt && strsim::normalized_damerau_levenshtein(a, b) >= ALIKE)
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

/// The names contained in one.
fn parts(name: &str) -> Vec<String> {
    let lower = name
        .to_lowercase()
        .replace("d/b/a", "dba")
        .replace("t/a", "dba");
    // "Blue Door Coffee (Lantern Holdings LLC)": brackets separate a second name, like a slash.
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

/// The text before and after the town's name, if it occurs in the name as whole words.
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

/// The first words of a slug, without stop words.
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
