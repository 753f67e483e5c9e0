//! A text cut into words that remember where they stand, so that each filter can be taken out again.

use std::ops::Range;

/// One word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// Its bytes in the text.
    pub(super) place: Range<usize>,
    /// In lower-case ASCII without punctuation: `wifi`, `st`, `7am`.
    pub(super) folded: String,
    pub(super) in_capitals: bool,
    pub(super) after_comma: bool,
}

/// Signs between words. A hyphen is one, too: "dog-friendly" is what "dog friendly" is.
fn is_between(sign: char) -> bool {
    sign.is_whitespace()
        || is_hyphen(sign)
        || matches!(
            sign,
            ',' | ';' | '/' | '?' | '!' | '(' | ')' | '\u{2013}' | '\u{2014}'
        )
}

fn is_hyphen(sign: char) -> bool {
    matches!(sign, '-' | '\u{2010}'..='\u{2012}')
}

/// The words of `text`. Those without letters and digits are left out.
pub(super) fn of(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut after_comma = false;
    let mut start = 0;
    for (end, sign) in text.char_indices().chain([(text.len(), ' ')]) {
        if !is_between(sign) {
            continue;
        }
        let written = text.get(start..end).unwrap_or_default();
        // `slugify` folds accents and drops apostrophes; between letters and digits it leaves nothing but hyphens.
        let folded = gazetteer::slugify(written, 80).replace('-', "");
        if !folded.is_empty() {
            words.push(Word {
                place: start..end,
                folded,
                in_capitals: written.bytes().all(|byte| !byte.is_ascii_lowercase()),
                after_comma: std::mem::take(&mut after_comma),
            });
        }
        after_comma |= sign == ',';
        start = end + sign.len_utf8();
    }
    words
}

/// These words of `text`, which are in order, in one line. Those that a hyphen joins stay joined: "Co-Op".
pub(super) fn joined<'a>(text: &str, words: impl Iterator<Item = &'a Word>) -> String {
    let mut line = String::new();
    let mut end = 0;
    for word in words {
        let between = text.get(end..word.place.start).unwrap_or_default();
        if !line.is_empty() {
            let is_joint = !between.is_empty() && between.chars().all(is_hyphen);
            line.push(if is_joint { '-' } else { ' ' });
        }
        line.push_str(text.get(word.place.clone()).unwrap_or_default());
        end = word.place.end;
    }
    line
}

/// `text` without the bytes of `cut`, which are in order, in one line.
pub(super) fn without(text: &str, cut: &[Range<usize>]) -> String {
    let mut left = String::with_capacity(text.len());
    let mut from = 0;
    for range in cut {
        left.push_str(text.get(from..range.start).unwrap_or_default());
        left.push(' ');
        from = from.max(range.end);
    }
    left.push_str(text.get(from..).unwrap_or_default());
    let words: Vec<&str> = left.split_whitespace().collect();
    let line = words.join(" ").replace(" ,", ",");
    line.trim_matches([',', ' ', '-', '/', ';', '?', '!'])
        .to_owned()
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;

    #[test]
    fn words_know_their_place() {
        let text = "Café, dog-friendly 24/7 in St. Paul, MN?";
        let words = of(text);
        let folded: Vec<&str> = words.iter().map(|word| word.folded.as_str()).collect();
        assert_eq!(
            folded,
            [
                "cafe", "dog", "friendly", "24", "7", "in", "st", "paul", "mn"
            ]
        );
        assert_eq!(&text[words[6].place.clone()], "St.");
        assert!(words[8].after_comma && words[8].in_capitals && !words[7].after_comma);
        let (cut, whole) = (words[1].place.start..words[4].place.end, 0..text.len());
        assert_eq!(
            without(text, slice::from_ref(&cut)),
            "Café, in St. Paul, MN"
        );
        assert_eq!(without(text, slice::from_ref(&whole)), "");
        assert!(of(" ,-? ").is_empty());
    }
}
