//! Brands inside longer names: "DUNKIN DONUTS/GALLERIA", "Renaissance Hotel (Starbucks)", "Starbucks Store 17551", and
//! names that are one typo away from a brand's.
//!
//! A part of a name set off by punctuation or before a number is the brand. Among other words it may be, so a person is
//! asked. Only brands with names that aren't common words count here.

use crate::brands::{Brand, Brands, Tier, slips};
use crate::candidate::{Candidate, is_elsewhere};
use crate::names::simplify;
use crate::reasons::{Reason, Verdict};

/// Separators in a name, with spaces around words.
const MARKS: &[&str] = &[
    " d/b/a ", " dba ", "/", "(", ")", "[", "]", "|", ",", ";", ":", " - ", " – ", " — ", " + ",
];
/// What introduces the building or host that a shop is in, which says nothing about the shop.
const HOST_MARKS: &[&str] = &[" at ", " inside ", " in ", " @ ", " @", "@"];

/// Words that a branch or a register adds to any name.
const BRANCH_WORDS: &[&str] = &[
    "store",
    "no",
    "number",
    "num",
    "unit",
    "inc",
    "llc",
    "corp",
    "corporation",
    "ltd",
    "co",
    "company",
    "kiosk",
    "location",
    "franchise",
];
/// Words for kinds of places.
const KIND_WORDS: &[&str] = &[
    "cafe",
    "coffee",
    "coffeehouse",
    "house",
    "shop",
    "bar",
    "roasters",
    "drive",
    "thru",
    "through",
    "express",
    "restaurant",
    "donuts",
    "doughnuts",
    "donut",
    "bakery",
    "tea",
    "and",
];
/// Last words in the names of typical hosts.
const HOSTS: &[&str] = &[
    "hotel",
    "inn",
    "resort",
    "casino",
    "airport",
    "terminal",
    "hospital",
    "clinic",
    "university",
    "college",
    "campus",
    "library",
    "mall",
    "market",
    "supermarket",
    "plaza",
    "center",
    "station",
    "museum",
];
/// The maximum number of words in a brand's name.
const MAX_WORDS: usize = 6;
/// The minimum length at which a one-word brand counts among other words.
const TELLING_LETTERS: usize = 8;
/// The minimum length for typos: shorter names resemble others by chance.
const SLIP_LETTERS: usize = 7;

/// The verdict from the parts of a name.
pub(crate) fn verdict(candidate: &Candidate<'_>) -> Verdict {
    let parts = parts(candidate.name);
    let found = parts
        .iter()
        .find_map(|part| alone(part, candidate))
        .or_else(|| food_branch(&parts, candidate))
        .or_else(|| parts.iter().find_map(|part| among_words(part, candidate)))
        .or_else(|| slip(&parts, candidate));
    found.unwrap_or(Verdict::Independent)
}

/// The parts of a name as words, without the host that the shop is in.
fn parts(name: &str) -> Vec<Vec<String>> {
    // Most names have one part, and checking is cheaper than splitting.
    if !may_have_parts(name) {
        let words = words(name);
        return if words.is_empty() {
            Vec::new()
        } else {
            vec![words]
        };
    }
    let mut text = format!(" {} ", name.to_lowercase());
    for mark in MARKS {
        text = text.replace(mark, " \u{1} ");
    }
    for mark in HOST_MARKS {
        text = text.replace(mark, " \u{1}\u{2} ");
    }
    text.split('\u{1}')
        .filter(|part| !part.starts_with('\u{2}'))
        .map(words)
        .filter(|words| !words.is_empty())
        .collect()
}

fn may_have_parts(name: &str) -> bool {
    let is_mark = |letter: char| "/()[]|,;:-–—@+".contains(letter);
    let is_host_mark = |word: &str| {
        ["at", "in", "inside", "dba"]
            .iter()
            .any(|mark| word.eq_ignore_ascii_case(mark))
    };
    name.contains(is_mark) || name.split_whitespace().any(is_host_mark)
}

fn words(text: &str) -> Vec<String> {
    text.split(|letter: char| letter.is_whitespace() || "/()[]|,;:-–—@#\"+".contains(letter))
        .map(simplify)
        .filter(|word| !word.is_empty())
        .collect()
}

fn is_number(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
        && word.bytes().filter(u8::is_ascii_alphabetic).count() <= 2
}

/// The words without those that a branch adds at the end.
fn without_branch(words: &[String]) -> &[String] {
    let adds = |word: &String| is_number(word) || BRANCH_WORDS.contains(&word.as_str());
    let length = words.iter().rposition(|word| !adds(word));
    words
        .get(..length.map_or(0, |last| last + 1))
        .unwrap_or_default()
}

/// A coffee brand with this name, if it counts here.
fn coffee_brand(key: &str, candidate: &Candidate<'_>) -> Option<&'static Brand> {
    [Brands::regional(), Brands::known()]
        .into_iter()
        .flat_map(|table| table.named(key, Tier::Coffee))
        .find(|brand| counts(brand, candidate))
}

/// Whether a coffee brand's name starts with this word.
fn has_coffee_like(word: &str) -> bool {
    [Brands::regional(), Brands::known()]
        .iter()
        .any(|table| table.has_coffee_like(word))
}

fn counts(brand: &Brand, candidate: &Candidate<'_>) -> bool {
    !brand.ambiguous && !is_elsewhere(brand, candidate)
}

/// A part that is a brand, apart from words that a branch adds or that name its kind.
fn alone(part: &[String], candidate: &Candidate<'_>) -> Option<Verdict> {
    // Most names don't even start like a brand.
    if !has_coffee_like(part.first()?) {
        return None;
    }
    let whole = coffee_brand(&part.concat(), candidate);
    let brand = whole.or_else(|| coffee_brand(&without_branch(part).concat(), candidate));
    let brand = brand.or_else(|| with_kind(part, candidate))?;
    Some(certain(brand, candidate))
}

/// "Port City Java Coffeehouse 12": after an unambiguous brand name, words for kinds of places don't matter either.
fn with_kind(part: &[String], candidate: &Candidate<'_>) -> Option<&'static Brand> {
    let lengths = (1..part.len()).rev().take(part.len().min(MAX_WORDS));
    lengths
        .filter_map(|length| part.split_at_checked(length))
        .find_map(|(name, rest)| {
            let says_nothing = |word: &String| {
                is_number(word)
                    || BRANCH_WORDS.contains(&word.as_str())
                    || KIND_WORDS.contains(&word.as_str())
            };
            (is_telling(name) && rest.iter().all(says_nothing))
                .then(|| coffee_brand(&name.concat(), candidate))
                .flatten()
        })
}

fn is_telling(words: &[String]) -> bool {
    words.len() > 1 || words.iter().any(|word| word.len() >= TELLING_LETTERS)
}

/// "Au Bon Pain #134": a food brand counts if followed by a number or a legal form, and nothing else.
fn food_branch(parts: &[Vec<String>], candidate: &Candidate<'_>) -> Option<Verdict> {
    let (first, others) = parts.split_first()?;
    let name = without_branch(first);
    let is_branch = name.len() < first.len() || !others.is_empty();
    let others_add_nothing = others.iter().all(|part| without_branch(part).is_empty());
    let brands = || Brands::known().named(&name.concat(), Tier::Food);
    (is_branch && others_add_nothing)
        .then(|| brands().find(|brand| counts(brand, candidate)))
        .flatten()
        .map(|brand| certain(brand, candidate))
}

/// A brand among other words: after a typical host it is certain, otherwise possible.
fn among_words(words: &[String], candidate: &Candidate<'_>) -> Option<Verdict> {
    for (start, first) in words.iter().enumerate() {
        if !has_coffee_like(first) {
            continue;
        }
        for end in (start + 1..=words.len().min(start + MAX_WORDS)).rev() {
            let Some(window) = words.get(start..end) else {
                continue;
            };
            let Some(brand) = coffee_brand(&window.concat(), candidate) else {
                continue;
            };
            let (before, behind) = (words.get(..start)?, words.get(end..)?);
            if !before.is_empty() && without_branch(behind).is_empty() && is_host(before) {
                return Some(certain(brand, candidate));
            }
            if is_telling(window) {
                return Some(Verdict::Review(Reason::AmongWords { brand: brand.name }));
            }
        }
    }
    None
}

/// Whether the words name a typical host: a hotel, a supermarket.
fn is_host(words: &[String]) -> bool {
    let kind = words
        .last()
        .is_some_and(|word| HOSTS.contains(&word.as_str()));
    let key = words.concat();
    let is_brand = |key: &str| Brands::known().named(key, Tier::Food).next().is_some();
    kind || is_brand(&key) || is_brand(&format!("{key}s"))
}

/// "Carabou", "Stabucks": a letter missing, added or replaced, or two swapped.
fn slip(parts: &[Vec<String>], candidate: &Candidate<'_>) -> Option<Verdict> {
    let name = without_branch(parts.first()?);
    let kind = name
        .iter()
        .rposition(|word| !KIND_WORDS.contains(&word.as_str()));
    let without_kind = name
        .get(..kind.map_or(0, |last| last + 1))
        .unwrap_or_default();
    let shorter = (without_kind.len() < name.len()).then_some(without_kind);
    std::iter::once(name).chain(shorter).find_map(|words| {
        let key = words.concat();
        // The brand's name may be one letter longer.
        if key.len() + 1 < SLIP_LETTERS {
            return None;
        }
        let slips = slips(&key);
        let tables = [Brands::regional(), Brands::known()].into_iter();
        let mut near = tables.flat_map(|table| table.one_slip_from(&key, &slips, SLIP_LETTERS));
        let brand = near.find(|brand| counts(brand, candidate))?;
        Some(Verdict::Review(Reason::Misspelt { brand: brand.name }))
    })
}

fn certain(brand: &Brand, candidate: &Candidate<'_>) -> Verdict {
    let state = candidate.state.map(str::trim).unwrap_or_default();
    if !brand.states.is_empty() && state.is_empty() {
        return Verdict::Review(Reason::StateUnknown {
            brand: brand.name,
            states: brand.states,
        });
    }
    Verdict::Chain(Reason::PartOfName { brand: brand.name })
}
