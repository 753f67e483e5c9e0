//! How searches and texts are compared: without capitals and accents, apostrophes of any kind, and dots inside words.
//! Hyphenated words are found joined and apart.

use std::borrow::Cow;

use deunicode::deunicode_char;

/// A word in lower-case ASCII, as far as its script allows. Apostrophes, dots and hyphens between letters don't end it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Without these signs: `joes`, `jbs`, `winstonsalem`.
    pub whole: String,
    /// What hyphens join: `winston`, `salem`; empty without hyphens.
    pub apart: Vec<String>,
    /// What apostrophes and dots join: `joe`, `s`; empty without them.
    pub pieces: Vec<String>,
}

/// What a character is to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    /// A letter or digit.
    Letter,
    Apostrophe,
    Dot,
    Hyphen,
    /// Accents of their own, and what has no width.
    Nothing,
    Other,
}

impl Sign {
    fn of(letter: char) -> Self {
        match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' => Self::Letter,
            // With the ʻokina and what is typed for it, primes, and an apostrophe damaged on its way from Windows.
            '\''
            | '`'
            | '\u{92}'
            | '\u{b4}'
            | '\u{2b9}'..='\u{2bf}'
            | '\u{2c8}'
            | '\u{2ca}'
            | '\u{2cb}'
            | '\u{55a}'
            | '\u{5f3}'
            | '\u{2018}'..='\u{201b}'
            | '\u{2032}'
            | '\u{2035}'
            | '\u{a78b}'
            | '\u{a78c}'
            | '\u{ff07}'
            | '\u{ff40}' => Self::Apostrophe,
            '.' | '\u{b7}' | '\u{2024}' | '\u{ff0e}' => Self::Dot,
            '-' | '\u{2010}'..='\u{2013}' | '\u{2212}' | '\u{fe63}' | '\u{ff0d}' => Self::Hyphen,
            '\u{ad}'
            | '\u{300}'..='\u{36f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2060}'
            | '\u{feff}' => Self::Nothing,
            _ if letter.is_alphanumeric() => Self::Letter,
            _ => Self::Other,
        }
    }
}

/// The words of a text, in order.
#[must_use]
pub fn words(text: &str) -> Vec<Word> {
    let mut found = Vec::new();
    // Of one word: what hyphens join, each of what apostrophes and dots join.
    let mut parts: Vec<Vec<String>> = Vec::new();
    let (mut goes_on, mut is_behind_hyphen) = (false, false);
    for letter in text.chars().chain([' ']) {
        match Sign::of(letter) {
            Sign::Letter => {
                if parts.is_empty() || is_behind_hyphen {
                    parts.push(vec![String::new()]);
                } else if let Some(part) = parts.last_mut().filter(|_| !goes_on) {
                    part.push(String::new());
                }
                (goes_on, is_behind_hyphen) = (true, false);
                if let Some(piece) = parts.last_mut().and_then(|part| part.last_mut()) {
                    push_folded(piece, letter);
                }
            }
            Sign::Apostrophe | Sign::Dot => goes_on = false,
            Sign::Hyphen => is_behind_hyphen = true,
            Sign::Nothing => {}
            Sign::Other => {
                found.extend(Word::of(std::mem::take(&mut parts)));
                (goes_on, is_behind_hyphen) = (false, false);
            }
        }
    }
    found
}

impl Word {
    fn of(mut parts: Vec<Vec<String>>) -> Option<Self> {
        // Nearly all words are of one piece.
        if let [pieces] = parts.as_mut_slice()
            && let [only] = pieces.as_mut_slice()
        {
            return Some(Self {
                whole: std::mem::take(only),
                apart: Vec::new(),
                pieces: Vec::new(),
            });
        }
        let together: Vec<String> = parts.iter().map(|pieces| pieces.concat()).collect();
        let has_pieces = parts.iter().any(|pieces| pieces.len() > 1);
        let whole = together.concat();
        (!whole.is_empty()).then(|| Self {
            whole,
            apart: Some(together)
                .filter(|all| all.len() > 1)
                .unwrap_or_default(),
            pieces: if has_pieces {
                parts.into_iter().flatten().collect()
            } else {
                Vec::new()
            },
        })
    }
}

/// A text for comparisons by parts of it: as [`words()`], with all other signs and with hyphens.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut is_in_word = false;
    // Signs that count only if no letter follows.
    let mut joints = String::new();
    for letter in text.chars() {
        match Sign::of(letter) {
            Sign::Letter => {
                match is_in_word {
                    true if joints.contains('-') => plain.push('-'),
                    true => {}
                    false => plain.push_str(&joints),
                }
                joints.clear();
                push_folded(&mut plain, letter);
                is_in_word = true;
            }
            Sign::Dot => joints.push('.'),
            Sign::Hyphen => joints.push('-'),
            Sign::Apostrophe | Sign::Nothing => {}
            Sign::Other => {
                plain.push_str(&joints);
                joints.clear();
                plain.extend(letter.to_lowercase());
                is_in_word = false;
            }
        }
    }
    plain.push_str(&joints);
    plain
}

/// A [`plain()`] text with its hyphenated words joined.
#[must_use]
pub fn joined(plain: &str) -> Cow<'_, str> {
    if !plain.contains('-') {
        return Cow::Borrowed(plain);
    }
    let mut joined = String::with_capacity(plain.len());
    let mut letters = plain.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_behind_letter = joined.ends_with(char::is_alphanumeric);
        let is_before_letter = letters.peek().is_some_and(|next| next.is_alphanumeric());
        if letter != '-' || !is_behind_letter || !is_before_letter {
            joined.push(letter);
        }
    }
    Cow::Owned(joined)
}

/// The words of a search in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sought(Vec<String>);

impl Sought {
    /// The words that are typed; none only if nothing is.
    #[must_use]
    pub fn of(typed: &str) -> Self {
        let words = typed.split_whitespace().map(plain);
        let words = words.map(|word| word.trim_end_matches(['.', '-']).to_owned());
        let mut words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
        let typed = typed.trim();
        if words.is_empty() && !typed.is_empty() {
            // Signs that don't count are sought as they are: an apostrophe is in no plain text.
            words.push(typed.to_owned());
        }
        Self(words)
    }

    /// As [`plain()`] has them.
    #[must_use]
    pub fn words(&self) -> &[String] {
        &self.0
    }

    /// Whether nothing is sought.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether each word is part of `text`.
    #[must_use]
    pub fn are_in(&self, text: &str) -> bool {
        let text = plain(text);
        let together = joined(&text);
        self.0.iter().all(|word| {
            text.contains(word.as_str())
                || together.contains(&*joined(word))
                || text.contains(&*word.replace('-', " "))
        })
    }
}

/// Adds a letter in lower-case ASCII; one that has no such form stays.
fn push_folded(text: &mut String, letter: char) {
    if letter.is_ascii() {
        text.push(letter.to_ascii_lowercase());
        return;
    }
    let length = text.len();
    let ascii = deunicode_char(letter).unwrap_or_default().chars();
    let ascii = ascii.filter(char::is_ascii_alphanumeric);
    text.extend(ascii.map(|letter| letter.to_ascii_lowercase()));
    if text.len() == length {
        text.extend(letter.to_lowercase());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wholes(text: &str) -> Vec<String> {
        words(text).into_iter().map(|word| word.whole).collect()
    }

    #[test]
    fn apostrophes_of_any_kind_and_dots_inside_words_do_not_count() {
        for (written, whole) in [
            ("Joe's", "joes"),
            ("Joe’s", "joes"),
            ("Joe‘s", "joes"),
            ("Joe`s", "joes"),
            ("Joe´s", "joes"),
            ("Joeʼs", "joes"),
            ("Joe＇s", "joes"),
            ("Joe\u{92}s", "joes"),
            ("ʻOhana", "ohana"),
            ("‘Ohana", "ohana"),
            ("'ohana'", "ohana"),
            ("Kāneʻohe", "kaneohe"),
            ("Ka\u{304}ne'ohe", "kaneohe"),
            ("Hawaiʿi", "hawaii"),
            ("J.B.'s", "jbs"),
            ("D’Lish", "dlish"),
            ("L’Étoile", "letoile"),
            ("A.B.C.", "abc"),
            ("Straße", "strasse"),
            ("so\u{ad}da", "soda"),
        ] {
            assert_eq!(wholes(written), [whole], "{written}");
        }
        assert_eq!(wholes("Dogs' Park. Go!"), ["dogs", "park", "go"]);
        assert_eq!(wholes("Cup & Saucer, #4"), ["cup", "saucer", "4"]);
        assert!(wholes(" . - ' … ").is_empty());
    }

    #[test]
    fn a_word_knows_its_parts() {
        let of = |whole: &str, apart: &[&str], pieces: &[&str]| {
            let owned = |all: &[&str]| all.iter().map(|&one| one.to_owned()).collect();
            Word {
                whole: whole.to_owned(),
                apart: owned(apart),
                pieces: owned(pieces),
            }
        };
        for (written, word) in [
            (
                "Winston-Salem",
                of("winstonsalem", &["winston", "salem"], &[]),
            ),
            ("Drip–N‑Dash", of("dripndash", &["drip", "n", "dash"], &[])),
            ("O'Dell", of("odell", &[], &["o", "dell"])),
            (
                "Jo-Ann’s",
                of("joanns", &["jo", "anns"], &["jo", "ann", "s"]),
            ),
            ("-Cup-", of("cup", &[], &[])),
            ("7.-8", of("78", &["7", "8"], &[])),
        ] {
            assert_eq!(words(written), [word], "{written}");
        }
    }

    #[test]
    fn parts_of_a_text_are_found_however_it_is_written() {
        const TEXTS: &[(&str, &[&str], &[&str])] = &[
            (
                "Joe’s Java & Tea",
                &["joes", "joe's", "JOE’S JAVA", "& tea", "oes"],
                &["joey", "+"],
            ),
            (
                "Co-Op Coffee",
                &["coop", "co op", "co-op", "Co‑Op", "op-coffee"],
                &["cop", "opcoffee"],
            ),
            ("Coop Coffee", &["co-op", "coop"], &["co--op-s"]),
            ("Co Op Coffee", &["co-op", "co op"], &["coop"]),
            (
                "J.B.'s, 12 St. John",
                &["jbs", "j.b.", "jb's", "st. john"],
                &["jb.12"],
            ),
            (
                "Café Kāneʻohe",
                &["cafe", "kane'ohe", "kaneohe"],
                &["'", "ohé'x"],
            ),
        ];
        for (text, found, missed) in TEXTS {
            for typed in *found {
                assert!(Sought::of(typed).are_in(text), "{typed} in {text}");
            }
            for typed in *missed {
                assert!(!Sought::of(typed).are_in(text), "{typed} in {text}");
            }
        }
        assert!(Sought::of("  ").is_empty() && !Sought::of("'").is_empty());
    }
}
