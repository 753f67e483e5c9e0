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
];

/// Stop words that only a register adds: "The Coffee Shop LLC" is "The Coffee Shop".
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
const BETWEEN_NAMES: &[&str] = &[" dba ", " aka ", " fka ", " d b a ", " t a "];

/// Words of companies, whose names stand beside a shop's own, but don't house it.
const COMPANY_WORDS: &[&str] = &["holdings", "group", "enterprises", "management", "ventures"];

/// Marks the name of a place that houses several shops, in a stored name.
const HOST: char = '~';

/// How much two shops' names are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Likeness {
    Different,
    /// Only beside a number ("Cafe 2"), or one is the other's host ("Market Hall" and "Market Hall / Lantern"): never the
    /// same without a question (D89).
    Doubtful,
    Same,
}

impl Likeness {
    pub(super) fn are_alike(self) -> bool {
        self != Self::Different
    }
}

/// A shop's names without common coffee shop words: the full name first, then its parts if it contains two names. The name
/// of the place that houses it ("Lantern (City Library)", "City Library / Lantern") is marked.
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
                let key = in_town(&part.name, &town);
                if key.is_empty() {
                    continue;
                }
                let key = if part.is_host {
                    format!("{HOST}{key}")
                } else {
                    key
                };
                if !names.contains(&key) {
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

    /// The names as one text, for [`Names::likeness_to_text`].
    pub(super) fn joined(&self) -> String {
        self.0.join(SEPARATOR)
    }

    /// How much the most alike of these names and of the others are alike, apart from a typo.
    pub(super) fn likeness(&self, other: &Self) -> Likeness {
        self.likeness_to(other.0.iter().map(String::as_str))
    }

    /// The same for names in a text from [`Names::joined`].
    pub(super) fn likeness_to_text(&self, joined: &str) -> Likeness {
        self.likeness_to(joined.split(SEPARATOR))
    }

    fn likeness_to<'a>(&self, others: impl Iterator<Item = &'a str>) -> Likeness {
        let pairs = others.flat_map(|other| self.0.iter().map(move |own| likeness(own, other)));
        pairs.max().unwrap_or(Likeness::Different)
    }
}

fn likeness(one: &str, other: &str) -> Likeness {
    let is_host = |text: &str| text.starts_with(HOST);
    match (is_host(one), is_host(other)) {
        // Two shops in one house.
        (true, true) => Likeness::Different,
        (false, false) if alike(one, other) && digits(one).eq(digits(other)) => Likeness::Same,
        (false, false) if has_digits(one) || has_digits(other) => {
            let without = |text: &str| -> String {
                let words = text.split(' ');
                let kept = words.filter(|word| !word.bytes().all(|byte| byte.is_ascii_digit()));
                kept.collect::<Vec<_>>().join(" ")
            };
            doubtful_if(alike(&without(one), &without(other)))
        }
        (false, false) => Likeness::Different,
        _ => doubtful_if(alike(
            one.trim_start_matches(HOST),
            other.trim_start_matches(HOST),
        )),
    }
}

fn doubtful_if(are_alike: bool) -> Likeness {
    if are_alike {
        Likeness::Doubtful
    } else {
        Likeness::Different
    }
}

fn has_digits(text: &str) -> bool {
    digits(text).next().is_some()
}

fn digits(text: &str) -> impl Iterator<Item = u8> {
    text.bytes().filter(u8::is_ascii_digit)
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

/// A name contained in another.
struct Part {
    name: String,
    /// The place that houses the shop, rather than the shop.
    is_host: bool,
}

/// The names contained in one.
fn parts(name: &str) -> Vec<Part> {
    let lower = name
        .to_lowercase()
        .replace("d/b/a", "dba")
        .replace("t/a", "dba");
    let has_bracket = lower.contains('(');
    // "Blue Door Coffee (Lantern Holdings LLC)": brackets separate a second name, like a slash.
    let spaced = format!(
        " {} ",
        lower.replace(['(', ')'], "/").replace(['.', ',', ':'], " ")
    );
    let mut text = spaced.clone();
    for mark in BETWEEN_NAMES {
        text = text.replace(mark, " / ");
    }
    let names: Vec<&str> = text
        .split('/')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect();
    // Two names of one business, and a company beside its shop, aren't places.
    let is_business = text != spaced || names.iter().any(|name| is_company(name));
    let host = match names.len() {
        2 if is_business => None,
        2 if has_bracket => Some(1),
        2 => Some(0),
        _ => None,
    };
    names
        .into_iter()
        .enumerate()
        .map(|(place, name)| Part {
            name: name.to_owned(),
            is_host: host == Some(place),
        })
        .collect()
}

fn is_company(name: &str) -> bool {
    name.split(|letter: char| !letter.is_alphanumeric())
        .any(|word| LEGAL_FORMS.contains(&word) || COMPANY_WORDS.contains(&word))
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

    fn likeness(one: &str, other: &str) -> Likeness {
        let (one, other) = (
            Names::new(one, "Alexandria"),
            Names::new(other, "Alexandria"),
        );
        let likeness = one.likeness(&other);
        assert_eq!(likeness, other.likeness(&one));
        assert_eq!(likeness, one.likeness_to_text(&other.joined()));
        likeness
    }

    fn are_alike(one: &str, other: &str) -> bool {
        likeness(one, other) == Likeness::Same
    }

    #[test]
    fn a_number_or_a_host_alone_leaves_a_doubt() {
        for (one, other) in [
            ("Parkside Cafe 2", "Parkside Cafe"),
            ("Lantern #2", "Lantern #3"),
            ("Market Hall", "Market Hall / Lantern"),
            ("City Library", "Lantern (City Library)"),
        ] {
            assert_eq!(likeness(one, other), Likeness::Doubtful, "{one} | {other}");
        }
        for (one, other) in [
            ("Market Hall / Heritage", "Market Hall / Onyx"),
            ("Lantern (City Library)", "Blue Door (City Library)"),
            ("Alexandria Tea Company", "Alexandria Coffee Company"),
            ("Gift Shop", "Cup o' Joe"),
        ] {
            assert_eq!(likeness(one, other), Likeness::Different, "{one} | {other}");
        }
        for (one, other) in [
            ("Lantern", "Market Hall / Lantern"),
            ("Lantern (City Library)", "Lantern Coffee"),
            ("Market Hall / Onyx", "Market Hall / Onyx"),
            ("1418 Coffeehouse", "1418 Coffee House"),
        ] {
            assert_eq!(likeness(one, other), Likeness::Same, "{one} | {other}");
        }
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
