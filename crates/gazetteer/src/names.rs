//! Canonical forms of place names, and slugs made of names.

use std::borrow::Cow;

use deunicode::deunicode;

/// Words with a long and a short form.
const WORDS: &[(&str, &str)] = &[
    ("st", "saint"),
    ("ste", "sainte"),
    ("mt", "mount"),
    ("mtn", "mountain"),
    ("ft", "fort"),
    ("pt", "point"),
    ("hts", "heights"),
    ("spgs", "springs"),
    ("bch", "beach"),
    ("vlg", "village"),
    ("jct", "junction"),
    ("lk", "lake"),
    ("cty", "city"),
];

/// Abbreviations of compass directions, used only at the start of a name ("N. Little Rock").
const DIRECTIONS: &[(&str, &str)] = &[
    ("n", "north"),
    ("no", "north"),
    ("s", "south"),
    ("so", "south"),
    ("e", "east"),
    ("w", "west"),
];

/// The letters in a folded name as a bit set; all other characters share one bit. Rules out very different names
/// without comparing them.
#[must_use]
pub fn letters(folded: &str) -> u32 {
    folded.bytes().fold(0, |letters, byte| {
        letters
            | match byte {
                b'a'..=b'z' => 1 << (byte - b'a'),
                _ => 1 << 26,
            }
    })
}

/// A key that is equal for all spellings of a place name: Saint and St., Mount and Mt., Fort and Ft., "Mc Donough" and
/// "McDonough", regardless of accents, case, spaces and punctuation. Empty if the text has no letters and digits.
#[must_use]
pub fn fold_place_name(name: &str) -> String {
    let ascii = to_ascii(name);
    let mut folded = String::with_capacity(ascii.len() + 8);
    let mut words = raw_words(&ascii).peekable();
    let mut leads = true;
    while let Some(word) = words.next() {
        let start = folded.len();
        folded.extend(letters_and_digits(word));
        let written = folded.get(start..).unwrap_or_default();
        // No short form is longer, but most words are.
        if written.len() <= 4 {
            let in_front = leads && words.peek().is_some();
            let direction = if in_front {
                lookup(DIRECTIONS, written)
            } else {
                None
            };
            if let Some(long) = direction.or_else(|| lookup(WORDS, written)) {
                folded.truncate(start);
                folded.push_str(long);
            }
        }
        leads = false;
    }
    folded
}

/// The other spelling of each word in a place name that has one: "st" for "Saint Francisville", "mount" for "Mt. Dora".
pub fn other_spellings(name: &str) -> impl Iterator<Item = &'static str> {
    let ascii = to_ascii(name);
    let words: Vec<String> = raw_words(&ascii)
        .map(|word| letters_and_digits(word).collect())
        .collect();
    words.into_iter().flat_map(|word| {
        WORDS.iter().filter_map(move |&(short, long)| {
            if word == short {
                Some(long)
            } else {
                (word == long).then_some(short)
            }
        })
    })
}

/// Lower-case ASCII words joined by hyphens, at most `max_len` bytes, cut between words if possible. "Beans & Brews"
/// becomes `beans-and-brews`, "Joe’s Café" `joes-cafe`. Empty if nothing can be written in ASCII.
#[must_use]
pub fn slugify(text: &str, max_len: usize) -> String {
    let mut ascii = to_ascii(text);
    if ascii.contains('&') {
        ascii = Cow::Owned(ascii.replace('&', " and "));
    }
    let mut slug = String::with_capacity(ascii.len());
    for word in raw_words(&ascii) {
        let start = slug.len();
        if start > 0 {
            slug.push('-');
        }
        slug.extend(letters_and_digits(word));
        if slug.len() > max_len {
            slug.truncate(if start > 0 { start } else { max_len });
            break;
        }
    }
    slug
}

/// A town's slug. The state, and the county if needed, are never truncated, however long the name is.
pub(crate) fn town_slug(name: &str, county: Option<&str>, state_code: &str) -> String {
    let tail = match county {
        Some(county) => slugify(&format!("{county} {state_code}"), 40),
        None => state_code.to_ascii_lowercase(),
    };
    let head = slugify(name, SLUG_LENGTH.saturating_sub(tail.len() + 1));
    if head.is_empty() {
        tail
    } else {
        format!("{head}-{tail}")
    }
}

/// The maximum length of slugs made of names, in characters.
pub(crate) const SLUG_LENGTH: usize = 80;

/// "DOWNTOWN MADISON" and "downtown madison" become "Downtown Madison"; mixed case is kept as written.
pub(crate) fn tidy_case(name: &str) -> String {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let mixed = name.chars().any(char::is_lowercase) && name.chars().any(char::is_uppercase);
    if mixed {
        return name;
    }
    let mut out = String::with_capacity(name.len());
    let mut starts = true;
    for character in name.chars() {
        if starts {
            out.extend(character.to_uppercase());
        } else {
            out.extend(character.to_lowercase());
        }
        starts = !character.is_alphanumeric() && !matches!(character, '\'' | '’');
    }
    out
}

/// Whether two keys of at least five letters differ by one letter added, removed or changed, or by two adjacent letters
/// swapped.
pub(crate) fn one_slip_apart(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() {
        (one, other)
    } else {
        (other, one)
    };
    if short.len() < 5 || long.len() - short.len() > 1 || one == other {
        return false;
    }
    let same_start = short
        .bytes()
        .zip(long.bytes())
        .take_while(|(a, b)| a == b)
        .count();
    let same_end = short
        .bytes()
        .rev()
        .zip(long.bytes().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let swapped = || {
        let middle = |text: &str| text.bytes().skip(same_start).take(2).collect::<Vec<_>>();
        let reversed: Vec<u8> = middle(long).into_iter().rev().collect();
        short.len() == long.len()
            && same_start + same_end + 2 == long.len()
            && middle(short) == reversed
    };
    same_start + same_end + 1 >= long.len() || swapped()
}

fn to_ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(deunicode(text))
    }
}

/// Runs of letters and digits; apostrophes and periods join what they are between.
fn raw_words(ascii: &str) -> impl Iterator<Item = &str> {
    ascii
        .split(|character: char| {
            !character.is_ascii_alphanumeric() && !matches!(character, '\'' | '`' | '.')
        })
        .filter(|word| word.bytes().any(|byte| byte.is_ascii_alphanumeric()))
}

fn letters_and_digits(word: &str) -> impl Iterator<Item = char> {
    word.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_lowercase())
}

fn lookup(table: &[(&'static str, &'static str)], word: &str) -> Option<&'static str> {
    table
        .iter()
        .find(|(short, _)| *short == word)
        .map(|(_, long)| *long)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_fold_to_one_key() {
        for (one, other) in [
            ("St. Louis", "Saint Louis"),
            ("St Louis", "ST. LOUIS"),
            ("Mt. Pleasant", "Mount Pleasant"),
            ("Ft Worth", "Fort Worth"),
            ("Mc Donough", "McDonough"),
            ("La Cañada Flintridge", "La Canada Flintridge"),
            ("Coeur d’Alene", "Coeur d'Alene"),
            ("Hanapēpē", "hanapepe"),
            ("‘Ewa Beach", "Ewa Beach"),
            ("Winston-Salem", "Winston Salem"),
            ("De Kalb", "DeKalb"),
            ("N. Little Rock", "North Little Rock"),
            ("Sault Ste. Marie", "Sault Sainte Marie"),
            ("O'Fallon", "O Fallon"),
            ("Kaneohe", "Kāneʻohe"),
            ("  Port   St.   Lucie ", "Port Saint Lucie"),
            ("Hot Spgs", "Hot Springs"),
        ] {
            assert_eq!(
                fold_place_name(one),
                fold_place_name(other),
                "{one} / {other}"
            );
        }
    }

    #[test]
    fn a_word_is_known_by_its_other_spelling() {
        for (name, others) in [
            ("Saint Francisville", &["st"][..]),
            ("Mt. Dora", &["mount"]),
            ("Sault Ste. Marie", &["sainte"]),
            ("Lake St. Croix Beach", &["lk", "saint", "bch"]),
            ("Alexandria", &[]),
        ] {
            let found: Vec<&str> = other_spellings(name).collect();
            assert_eq!(found, others, "{name}");
        }
    }

    #[test]
    fn different_names_keep_different_keys() {
        for (one, other) in [
            ("Durham", "Duram"),
            ("North", "N"),
            ("Salem", "West Salem"),
            ("Fort", "Port"),
            ("Mount Airy", "Mountain Airy"),
        ] {
            assert_ne!(fold_place_name(one), fold_place_name(other));
        }
        assert_eq!(fold_place_name(" -- "), "");
    }

    #[test]
    fn one_slip_is_one_letter_or_one_swap() {
        for (one, other) in [
            ("raliegh", "raleigh"),
            ("durhm", "durham"),
            ("durhamm", "durham"),
            ("durhan", "durham"),
        ] {
            assert!(
                one_slip_apart(one, other) && one_slip_apart(other, one),
                "{one} / {other}"
            );
        }
        for (one, other) in [
            ("durham", "durham"),
            ("cary", "gary"),
            ("greenville", "greenvale"),
            ("salem", "malems"),
            ("abcdef", "badcef"),
        ] {
            assert!(
                !one_slip_apart(one, other) && !one_slip_apart(other, one),
                "{one} / {other}"
            );
        }
    }

    #[test]
    fn slugs_are_plain_ascii() {
        for (text, slug) in [
            ("Joe’s Café", "joes-cafe"),
            ("Beans & Brews", "beans-and-brews"),
            ("  --  ", ""),
            ("St. Louis", "st-louis"),
            ("Smörgås/Bord #7", "smorgas-bord-7"),
            ("A.B.C. Coffee", "abc-coffee"),
            ("Œuf & Øl", "oeuf-and-ol"),
        ] {
            assert_eq!(slugify(text, 80), slug);
        }
    }

    #[test]
    fn slugs_are_cut_between_words() {
        assert_eq!(slugify("one two three", 8), "one-two");
        assert_eq!(slugify("one two three", 7), "one-two");
        assert_eq!(slugify("one two three", 6), "one");
        assert_eq!(slugify(&"x".repeat(200), 80).len(), 80);
        assert_eq!(slugify("word", 0), "");
    }

    #[test]
    fn town_slugs_keep_the_state_whatever_the_name() {
        assert_eq!(town_slug("Alexandria", None, "LA"), "alexandria-la");
        assert_eq!(
            town_slug("Hollywood", Some("Jackson"), "AL"),
            "hollywood-jackson-al"
        );
        let long = town_slug(&"Very ".repeat(60), Some("St. John the Baptist"), "LA");
        assert!(
            long.len() <= 80 && long.ends_with("-st-john-the-baptist-la"),
            "{long}"
        );
    }

    #[test]
    fn shouted_names_are_calmed() {
        assert_eq!(tidy_case("DOWNTOWN  MADISON"), "Downtown Madison");
        assert_eq!(tidy_case("winston-salem"), "Winston-Salem");
        assert_eq!(tidy_case("MARTHA'S HILL"), "Martha's Hill");
        assert_eq!(tidy_case("McBean"), "McBean");
    }
}
