//! What a record without a telling category says about a place by its name, its address and who runs it.

use super::words::{BEFORE_STUDY, BEHIND_STUDY, CAMPUSES, HOSTS, OPEN_TO_ALL, STUDY};
use super::{LISTS, folded, words, words_say_coffee};
use crate::record::PlaceRecord;

/// The word of a name that speaks against a coffee place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// It is something else.
    Certain(&'static str),
    /// A person has to decide.
    Doubtful(&'static str),
}

/// Upper floors from here on are nobody's way.
const HIGH: u32 = 5;

pub(super) fn judge(place: &PlaceRecord) -> Option<Word> {
    let name = place.name.as_deref().unwrap_or_default();
    let lower = folded(name);
    let words = words(&lower);
    let says_coffee = words_say_coffee(&words);
    if is_stand(&words) {
        return Some(Word::Certain("stand"));
    }
    match in_house(&words) {
        // "Cafetería" is Spanish for a cafe.
        Some(found) if !says_coffee && found == "cafeteria" && begins_with(&words, found) => {
            let other = LISTS.other_names.find(&words);
            return Some(other.map_or(Word::Doubtful(found), Word::Certain));
        }
        Some(found) if !says_coffee => return Some(Word::Certain(found)),
        Some(found) if !LOBBIES.contains(&found) => return Some(Word::Doubtful(found)),
        _ if says_coffee => return None,
        _ => {}
    }
    let bakes = LISTS.bakes.find(&words).is_some();
    let certain = || {
        let cuisine = || LISTS.cuisines.find(&words).filter(|_| !bakes);
        LISTS
            .other_names
            .find(&words)
            .or_else(cuisine)
            .or_else(|| abbreviated(name, &lower))
            .or_else(|| place_of_study(&words))
            .or_else(|| host(name))
            .or_else(|| caterer(place))
            .or_else(|| high_address(place))
    };
    let doubtful = || {
        let found = LISTS.doubtful_names.find(&words);
        found.filter(|_| !bakes)
    };
    certain()
        .map(Word::Certain)
        .or_else(|| upper_floor(&words))
        .or_else(|| doubtful().map(Word::Doubtful))
}

/// "Casa Finch Rest. & Bakery"; "B.U. Tower Cafe", but not "U Cafe".
fn abbreviated(name: &str, lower: &str) -> Option<&'static str> {
    let mut words = lower.split([' ', '/', '(', ',']);
    if words.any(|word| word == "rest.") {
        return Some("restaurant");
    }
    let is_university = |word: &str| {
        let letters = word.strip_suffix("U.").unwrap_or_default();
        let mut pairs = letters.as_bytes().chunks(2);
        !letters.is_empty() && pairs.all(|pair| matches!(pair, [b'A'..=b'Z', b'.']))
    };
    let mut words = name.split_whitespace();
    words.any(is_university).then_some("university")
}

/// A company that runs the place for the people in a house.
fn caterer(place: &PlaceRecord) -> Option<&'static str> {
    let lower = folded(place.operator.as_deref()?);
    LISTS.caterers.find(&words(&lower))
}

/// "450 Oak Street, 10th Floor"
fn high_address(place: &PlaceRecord) -> Option<&'static str> {
    let parts = [&place.address, &place.street, &place.unit];
    let is_high = |part: &String| {
        let lower = folded(part);
        lower.contains("fl") && matches!(upper_floor(&words(&lower)), Some(Word::Certain(_)))
    };
    parts.into_iter().flatten().any(is_high).then_some("floor")
}

/// Houses in whose lobbies anybody gets a coffee.
const LOBBIES: &[&str] = &[
    "cancer institute",
    "deaconess",
    "hosp",
    "hospital",
    "medical center",
    "medical ctr",
    "pharmaceutical",
    "rehab",
];

/// "Ballpark - (Cart 14) Lemonade", "Espresso (suite level)": one of many in a house with tickets.
fn is_stand(words: &[&str]) -> bool {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    words.windows(2).any(|pair| match pair {
        ["suite", "level"] => true,
        ["cart", number] => is_number(number),
        _ => false,
    })
}

/// "Hill Hospital Cafe", but not "Hospital Street Cafe", nor "Hill Cafe & Catering".
fn in_house(words: &[&str]) -> Option<&'static str> {
    let (place, found) = LISTS.in_house.place(words)?;
    let behind = words.get(place + found.split(' ').count());
    let is_street = behind.is_some_and(|word| BEHIND_STUDY.contains(word));
    let names_a_street = LOBBIES.contains(&found) || found.ends_with("school");
    let caters = found.starts_with("cater");
    if caters && words.iter().any(|word| OPEN_TO_ALL.contains(word)) {
        // "Cafe & Catering @ Sodexo"
        return in_house(words.get(place + 1..)?);
    }
    (!(is_street && names_a_street)).then_some(found)
}

fn begins_with(words: &[&str], word: &str) -> bool {
    words.first().is_some_and(|first| *first == word)
}

/// "Fisher College Cafe"
fn place_of_study(words: &[&str]) -> Option<&'static str> {
    let is_place = |place: usize, word: &str| {
        let before = place.checked_sub(1).and_then(|before| words.get(before));
        let behind = words.get(place + 1);
        STUDY.contains(&word)
            && before.is_some_and(|word| !BEFORE_STUDY.contains(word))
            && behind.is_none_or(|word| !BEHIND_STUDY.contains(word))
    };
    let mut found = words.iter().enumerate();
    found
        .find(|(place, word)| is_place(*place, word))
        .and_then(|(_, found)| STUDY.iter().copied().find(|word| word == found))
        .or_else(|| {
            CAMPUSES
                .iter()
                .copied()
                .find(|campus| words.contains(campus))
        })
}

/// The 13th floor: nobody passes by.
fn upper_floor(words: &[&str]) -> Option<Word> {
    let number = |word: &str| -> Option<u32> {
        let digits = word.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        let is_ordinal = matches!(word.get(digits.len()..), Some("st" | "nd" | "rd" | "th"));
        digits.parse().ok().filter(|_| is_ordinal)
    };
    let mut floors = words.windows(2).filter_map(|pair| match pair {
        [floor, "fl" | "flr" | "floor"] => number(floor),
        _ => None,
    });
    let floor = floors.find(|floor| *floor > 2)?;
    Some(if floor >= HIGH {
        Word::Certain("floor")
    } else {
        Word::Doubtful("floor")
    })
}

/// The company in whose house the place is; "@ the Bank" is a house that was one.
fn host(name: &str) -> Option<&'static str> {
    let (_, host) = name.split_once('@')?;
    let lower = folded(host);
    let words = words(&lower);
    let was_one = matches!(words.first(), Some(&("the" | "old")));
    words
        .iter()
        .filter(|_| !was_one)
        .find_map(|word| HOSTS.iter().copied().find(|host| host == word))
}
