//! Simplified names, and names without what a branch adds.

use deunicode::deunicode_char;

/// Separators between a chain's name and a branch's number, place or host. All except the bracket need a space before
/// them.
const MARKS: &[&str] = &[" #", "(", " @", " - ", " – ", " — ", " at ", " space "];

/// Trailing words that name the kind of place, simplified.
const TRAILING_WORDS: &[&str] = &["cafe", "coffee", "coffeeshop", "co", "company", "roasters"];

/// A key that is equal for all spellings of a name: `&` becomes "and"; spaces, punctuation and accents are removed;
/// letters become lower-case ASCII. Empty if nothing is left. Idempotent.
#[must_use]
pub fn simplify(name: &str) -> String {
    let mut key = String::with_capacity(name.len());
    for character in name.chars() {
        match character {
            '&' | '＆' => key.push_str("and"),
            _ if character.is_ascii_alphanumeric() => key.push(character.to_ascii_lowercase()),
            _ if character.is_ascii() || !character.is_alphanumeric() => {}
            _ => {
                let ascii = deunicode_char(character).unwrap_or_default().chars();
                key.extend(
                    ascii
                        .filter(char::is_ascii_alphanumeric)
                        .map(|letter| letter.to_ascii_lowercase()),
                );
            }
        }
    }
    key
}

/// A shortened name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shortened<'a> {
    pub(crate) key: String,
    /// The removed part, as written.
    pub(crate) cut: &'a str,
}

/// The name without its branch ("#7234", "(Terminal B)", "at Target"), and then without one trailing word after
/// another, longest first. Doesn't include the full name.
pub(crate) fn shortened(name: &str) -> Vec<Shortened<'_>> {
    let name = name.trim();
    let mut found = Vec::new();
    let mut keep = |length: usize| {
        let parts = name.split_at_checked(length);
        let Some((kept, cut)) = parts.filter(|(_, cut)| !cut.is_empty()) else {
            return;
        };
        let key = simplify(kept);
        if !key.is_empty() {
            let cut = cut.trim();
            found.push(Shortened { key, cut });
        }
    };
    let mut length = branch_start(name);
    keep(length);
    while let Some(shorter) = name.get(..length).and_then(without_last_word) {
        length = shorter;
        keep(length);
    }
    found
}

/// Where the first separator starts, or the end. A bracket that opens the name separates nothing, and neither do later
/// ones then.
fn branch_start(name: &str) -> usize {
    let firsts: &[char] = if name.starts_with('(') {
        &[' ']
    } else {
        &[' ', '(']
    };
    let is_mark = |text: &str| {
        MARKS.iter().any(|mark| {
            let start = text.get(..mark.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(mark))
        })
    };
    let mut places = name.match_indices(firsts).map(|(place, _)| place);
    let start = places.find(|place| name.get(*place..).is_some_and(is_mark));
    start.unwrap_or(name.len())
}

/// The length without the last word, if it is a trailing one ("coffee shop" is removed as a unit); `None` otherwise.
fn without_last_word(name: &str) -> Option<usize> {
    let start_of_last = |text: &str| text.trim_end().rfind(char::is_whitespace);
    let first = start_of_last(name)?;
    let word = simplify(name.get(first..)?);
    // "Shop" by itself isn't one: "The Coffee Shop" keeps its name.
    if word == "shop" {
        let second = start_of_last(name.get(..first)?)?;
        let both = simplify(name.get(second..)?);
        return TRAILING_WORDS.contains(&both.as_str()).then_some(second);
    }
    // Standalone punctuation belongs to the word before it.
    (word.is_empty() || TRAILING_WORDS.contains(&word.as_str())).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(name: &str) -> Vec<String> {
        shortened(name).into_iter().map(|short| short.key).collect()
    }

    #[test]
    fn spellings_of_one_name_have_one_key() {
        for (name, key) in [
            ("Dunkin’ Donuts", "dunkindonuts"),
            ("DUNKIN' DONUTS", "dunkindonuts"),
            ("A&W", "aandw"),
            ("Caffè Nero", "caffenero"),
            ("85°C Bakery Café", "85cbakerycafe"),
            ("Church’s Texas Chicken®", "churchstexaschicken"),
            ("  ", ""),
            ("☕🥐", ""),
            ("Ångström & Søn", "angstromandson"),
            ("7-Eleven", "7eleven"),
        ] {
            assert_eq!(simplify(name), key, "{name}");
        }
    }

    #[test]
    fn branches_and_trailing_words_are_cut() {
        assert_eq!(keys("Dunkin' #7234"), ["dunkin"]);
        assert_eq!(
            keys("Caribou Coffee (Skyway)"),
            ["cariboucoffee", "caribou"]
        );
        assert_eq!(keys("Peet's @ Campus"), ["peets"]);
        assert_eq!(keys("Starbucks - Main & 5th"), ["starbucks"]);
        assert_eq!(keys("Starbucks – Terminal C"), ["starbucks"]);
        assert_eq!(keys("Starbucks AT Target"), ["starbucks"]);
        assert_eq!(keys("Starbucks Space 12"), ["starbucks"]);
        assert_eq!(keys("Mikel Coffee Shop"), ["mikel"]);
        assert_eq!(
            keys("Onyx Coffee Roasters Co."),
            ["onyxcoffeeroasters", "onyxcoffee", "onyx"]
        );
        assert_eq!(
            shortened("Dunkin' #7234").first().map(|short| short.cut),
            Some("#7234")
        );
    }

    #[test]
    fn names_are_not_cut_to_nothing() {
        for name in [
            "",
            "Coffee",
            "The Shop",
            "(Closed)",
            "#1",
            "@",
            "Cafe Atlas",
            "Attic",
            "Spaceship",
        ] {
            assert_eq!(keys(name), [] as [&str; 0], "{name}");
        }
        assert_eq!(keys("The Coffee Shop"), ["the"]);
        assert_eq!(keys("(New) Beans (Terminal B)"), [] as [&str; 0]);
    }
}
