//! Brands inside longer names: "DUNKIN DONUTS/GALLERIA", "Renaissance Hotel (Starbucks)", "Starbucks Store 17551", and
//! names that are one typo away from a brand's.
//!
//! A part of a name set off by punctuation, before a number or before a place is the brand. Among other words it may be,
//! so a person is asked. Only brands with names that aren't common words count here.

use crate::brands::{Brand, Brands, Doubt, Tier, slips};
use crate::candidate::{Candidate, is_elsewhere};
use crate::names::simplify;
use crate::reasons::{Reason, Verdict};
use crate::word_lists::{
    BRANCH_WORDS, COINED, FAMOUS, HOST_MARKS, HOST_NAMES, HOSTS, KIND_WORDS, LONG_KIND_WORDS,
    MARKS, PLACE_WORDS, RESTAURANT_WORDS,
};

/// The maximum number of words in a brand's name.
const MAX_WORDS: usize = 6;
/// The minimum length at which a one-word brand counts among other words.
const TELLING_LETTERS: usize = 8;
/// The minimum length for typos: shorter names resemble others by chance.
const SLIP_LETTERS: usize = 7;
/// The minimum length at which nobody else has a famous name with a typo, and that of what is left without the kind of
/// place: "Pete's Coffee" isn't Peet's.
const FAMOUS_SLIP_LETTERS: (usize, usize) = (8, 7);
/// The minimum length of a misspelled word for a kind of place.
const MISSPELT_LETTERS: usize = 5;

/// The verdict from the parts of a name.
pub(crate) fn verdict(candidate: &Candidate<'_>) -> Verdict {
    let parts = parts(candidate);
    let found = parts
        .iter()
        .find_map(|part| alone(part, candidate).or_else(|| without_article(part, candidate)))
        .or_else(|| food_branch(&parts, candidate))
        .or_else(|| parts.iter().find_map(|part| among_words(part, candidate)))
        .or_else(|| slip(&parts, candidate));
    found.unwrap_or(Verdict::Independent)
}

/// The parts of a name as words, without the host that the shop is in.
fn parts(candidate: &Candidate<'_>) -> Vec<Vec<String>> {
    let name = candidate.name;
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
        .flat_map(|part| at_hyphen(part, candidate))
        .filter(|words| !words.is_empty())
        .collect()
}

/// "HOST-STARBUCKS-GATE C28": hyphens separate parts if one of them is a brand.
fn at_hyphen(part: &str, candidate: &Candidate<'_>) -> Vec<Vec<String>> {
    let is_brand = |words: &[String]| {
        let name = without_branch(words);
        is_telling_or_coined(name)
            && coffee_brand(&name.concat(), candidate).is_some_and(Brand::is_distinct)
    };
    let pieces: Vec<Vec<String>> = part.split('-').map(words).collect();
    if pieces.iter().any(|piece| is_brand(piece)) {
        pieces
    } else {
        vec![words(part)]
    }
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
        .find(|brand| counts(brand, key, candidate))
}

/// Whether a coffee brand's name starts with this word.
fn has_coffee_like(word: &str) -> bool {
    [Brands::regional(), Brands::known()]
        .iter()
        .any(|table| table.has_coffee_like(word))
}

fn counts(brand: &Brand, key: &str, candidate: &Candidate<'_>) -> bool {
    !brand.is_ambiguous_as(key) && !is_elsewhere(brand, candidate)
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

/// "The Dutch Bros": people put an article before a name that has none.
fn without_article(part: &[String], candidate: &Candidate<'_>) -> Option<Verdict> {
    let (article, rest) = part.split_first()?;
    let brand = || {
        let name = without_branch(rest);
        coffee_brand(&name.concat(), candidate).or_else(|| with_kind(rest, candidate))
    };
    (article == "the" && is_telling_or_coined(rest))
        .then(brand)
        .flatten()
        .filter(|brand| brand.is_distinct())
        .map(|brand| certain(brand, candidate))
}

/// "Port City Java Coffeehouse 12": after an unambiguous brand name, words for kinds of places don't matter either.
fn with_kind(part: &[String], candidate: &Candidate<'_>) -> Option<&'static Brand> {
    let lengths = (1..part.len()).rev().take(part.len().min(MAX_WORDS));
    lengths
        .filter_map(|length| part.split_at_checked(length))
        .find_map(|(name, rest)| {
            (is_telling_or_coined(name) && rest.iter().all(|word| says_nothing(word)))
                .then(|| coffee_brand(&name.concat(), candidate))
                .flatten()
        })
}

fn is_telling(words: &[String]) -> bool {
    words.len() > 1 || words.iter().any(|word| word.len() >= TELLING_LETTERS)
}

fn is_telling_or_coined(words: &[String]) -> bool {
    is_telling(words) || matches!(words, [word] if COINED.contains(&word.as_str()))
}

/// A branch, a number or the kind of place.
fn says_nothing(word: &str) -> bool {
    is_number(word) || BRANCH_WORDS.contains(&word) || is_kind(word)
}

fn is_kind(word: &str) -> bool {
    KIND_WORDS.contains(&word) || is_misspelt_kind(word)
}

/// "Cofeehouse", but not "toffee".
fn is_misspelt_kind(word: &str) -> bool {
    let is_slip = |kind: &&&str| {
        word.bytes().next() == kind.bytes().next()
            && word.len().abs_diff(kind.len()) < 2
            && strsim::damerau_levenshtein(word, kind) == 1
    };
    word.len() >= MISSPELT_LETTERS && LONG_KIND_WORDS.iter().any(|kind| is_slip(&kind))
}

/// "Five Guys #134": a food brand counts if followed by a number, a legal form, "restaurant" or, if its name is telling, by
/// a place that punctuation sets off; a word for coffee makes it someone else's.
fn food_branch(parts: &[Vec<String>], candidate: &Candidate<'_>) -> Option<Verdict> {
    let (first, others) = parts.split_first()?;
    let numbered = without_branch(first);
    let name = match numbered.split_last() {
        Some((last, rest)) if RESTAURANT_WORDS.contains(&last.as_str()) => rest,
        _ => numbered,
    };
    let is_branch = name.len() < first.len() || !others.is_empty();
    let says_place =
        |part: &Vec<String>| is_telling(name) && !part.iter().any(|word| is_kind(word));
    let are_places = others
        .iter()
        .all(|part| without_branch(part).is_empty() || says_place(part));
    let key = name.concat();
    let brands = || Brands::known().named(&key, Tier::Food);
    (is_branch && are_places)
        .then(|| brands().find(|brand| counts(brand, &key, candidate)))
        .flatten()
        .map(|brand| certain(brand, candidate))
}

/// A brand among other words: after a typical host or before a place it is certain, otherwise possible.
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
            let is_at_end = behind.iter().all(|word| says_nothing(word));
            if before.is_empty() && says_place(brand, window, behind, candidate) {
                return Some(certain(brand, candidate));
            }
            if !brand.is_distinct() {
                // "The Corner Bakery" may be the chain.
                if is_at_end && matches!(before, [word] if word == "the") {
                    return Some(Verdict::Review(Reason::AmongWords { brand: brand.name }));
                }
                continue;
            }
            let is_behind = || is_host(before) || is_famous_behind(brand, before, window);
            if !before.is_empty() && is_at_end && is_behind() {
                return Some(certain(brand, candidate));
            }
            if is_telling(window)
                || before.is_empty() && is_famous_with_words(brand, window, behind)
            {
                return Some(Verdict::Review(Reason::AmongWords { brand: brand.name }));
            }
        }
    }
    None
}

/// "Dunkin Donuts North Station": whether what follows a brand's name says where the branch is. After a name that only
/// the brand has, anything but another kind of place does.
fn says_place(
    brand: &Brand,
    window: &[String],
    behind: &[String],
    candidate: &Candidate<'_>,
) -> bool {
    let kinds = behind.iter().take_while(|word| says_nothing(word)).count();
    let mut place = without_branch(behind.get(kinds..).unwrap_or_default());
    // The C of "Terminal C".
    if let Some((_, rest)) = place.split_last().filter(|(last, _)| last.len() == 1) {
        place = rest;
    }
    let Some(last) = place.last() else {
        return false;
    };
    // "Star Bucks" is written as two words by someone else.
    let spelling = brand.name.split_whitespace().next().map(simplify);
    let is_famous = FAMOUS.contains(&brand.name) && spelling.as_ref() == window.first();
    // "Au Bon Pain Outdoor Cafe"; of a single word, "Starbucks Lovers Cafe" may be anybody's.
    let without_kinds = match place.iter().rposition(|word| !says_nothing(word)) {
        Some(last) if window.len() > 1 && window.concat() == simplify(brand.name) => {
            place.get(..=last).unwrap_or_default()
        }
        _ => place,
    };
    if is_famous && is_telling(window) && !without_kinds.iter().any(|word| is_kind(word)) {
        return true;
    }
    let is_own_name = match (window.len(), brand.doubt) {
        (length, Doubt::Whole) => length > 2,
        (1, _) => is_famous || is_telling_or_coined(window) && !is_telling(window),
        (2, _) => is_famous || window.last().is_some_and(|word| is_kind(word)),
        _ => true,
    };
    let town = candidate.town.map(words).unwrap_or_default();
    let is_town = !town.is_empty()
        && (place == town
            || matches!(place.split_first(), Some((of, rest)) if of == "of" && rest == town));
    let is_distinct = brand.is_distinct() && is_telling(window);
    let is_place = || PLACE_WORDS.contains(&last.as_str()) || is_host(place);
    is_town && (is_own_name || is_distinct) || is_own_name && is_place()
}

/// "Choice's by Au Bon Pain", "B. U. Einstein's Bagels": nobody else's name ends like that.
fn is_famous_behind(brand: &Brand, before: &[String], window: &[String]) -> bool {
    let is_by = before.last().is_some_and(|word| word == "by");
    FAMOUS.contains(&brand.name) && (window.len() > 1 || is_by && is_telling(window))
}

/// "Dunkin Back Bay": a short name that is famous, before words that name no kind of place. If it is a part of the
/// brand's full name, one word more makes it someone else's: "Peets Landing".
fn is_famous_with_words(brand: &Brand, window: &[String], behind: &[String]) -> bool {
    let is_full = window.concat() == simplify(brand.name);
    let is_long = behind.len() > usize::from(!is_full);
    FAMOUS.contains(&brand.name) && is_long && !behind.iter().any(|word| is_kind(word))
}

/// Whether the words name a typical host: a hotel, a supermarket.
fn is_host(words: &[String]) -> bool {
    let kind = words
        .last()
        .is_some_and(|word| HOSTS.contains(&word.as_str()));
    let key = words.concat();
    let is_brand = |key: &str| Brands::known().named(key, Tier::Food).next().is_some();
    kind || HOST_NAMES.contains(&key.as_str()) || is_brand(&key) || is_brand(&format!("{key}s"))
}

/// "Carabou", "Stabucks": a letter missing, added or replaced, or two swapped. Of a long and famous name it is a mistake;
/// others may be called that.
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
        let (brand, meant) = near.find(|(brand, _)| !is_elsewhere(brand, candidate))?;
        let (whole, own) = FAMOUS_SLIP_LETTERS;
        let is_long = key.len() >= whole && without_kind.concat().len() >= own;
        let reason = Reason::Misspelt { brand: brand.name };
        let is_certain = is_long && FAMOUS.contains(&brand.name) && is_mere_typo(&key, &meant);
        Some(if is_certain {
            Verdict::Chain(reason)
        } else {
            Verdict::Review(reason)
        })
    })
}

/// Whether names that are one slip apart differ by a letter missing, added or swapped, or by a vowel. Another consonant
/// makes another word: "Starducks".
fn is_mere_typo(written: &str, meant: &str) -> bool {
    if written.len() != meant.len() {
        return true;
    }
    let pairs = written.bytes().zip(meant.bytes());
    let different: Vec<(u8, u8)> = pairs.filter(|(one, other)| one != other).collect();
    let is_vowel = |letter: u8| b"aeiouy".contains(&letter);
    match different[..] {
        [(one, other)] => is_vowel(one) && is_vowel(other),
        _ => true,
    }
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
