//! Names in capitals, as registers write them, the way people do.

/// Words that are small inside a name.
const SMALL: &[&str] = &[
    "a", "an", "and", "at", "by", "de", "del", "du", "for", "from", "in", "of", "on", "or", "the",
    "to", "with", "y",
];

/// Words that stay in capitals.
const CAPITALS: &[&str] = &[
    "ii", "iii", "iv", "vi", "vii", "viii", "ix", "xi", "xii", "usa", "us", "nyc", "dc", "unc",
];

/// Abbreviations without vowels that aren't initials.
const ABBREVIATIONS: &[&str] = &[
    "st", "mt", "ft", "dr", "mr", "mrs", "ms", "jr", "sr", "ctr", "ltd", "blvd", "rd", "pkwy",
    "hwy", "sq",
];

/// The shortest name that isn't taken for initials, in letters.
const SHORTEST: usize = 4;
/// The longest word that may be initials, in letters.
const INITIALS: usize = 4;

/// A name in capitals with capitals only where people write them; any other as it is.
pub(super) fn title_case(name: &str) -> String {
    let letters = || name.chars().filter(|letter| letter.is_alphabetic());
    let is_in_capitals = letters().count() >= SHORTEST && !letters().any(char::is_lowercase);
    if !is_in_capitals {
        return name.to_owned();
    }
    let last = name.split(' ').count().saturating_sub(1);
    let words = name.split(' ').enumerate();
    let words = words.map(|(place, word)| {
        let halves = word.split('-').enumerate();
        let halves = halves.map(|(half, text)| {
            let is_inside = (place, half) != (0, 0) && (place != last || half > 0);
            word_in_title(text, is_inside)
        });
        halves.collect::<Vec<_>>().join("-")
    });
    words.collect::<Vec<_>>().join(" ")
}

fn word_in_title(word: &str, is_inside: bool) -> String {
    let lower = word.to_lowercase();
    let letters: String = lower
        .chars()
        .filter(|letter| letter.is_alphabetic())
        .collect();
    if is_inside && SMALL.contains(&lower.as_str()) {
        return lower;
    }
    if word.starts_with(|first: char| first.is_ascii_digit()) {
        let is_ordinal = matches!(letters.as_str(), "st" | "nd" | "rd" | "th" | "s");
        return if is_ordinal { lower } else { word.to_owned() };
    }
    // "J.P." are initials.
    let has_dots = word.trim_end_matches('.').contains('.');
    if CAPITALS.contains(&letters.as_str()) || has_dots {
        return word.to_owned();
    }
    let mut pieces = word.split(['\'', '’']);
    let first = pieces.next().unwrap_or_default();
    let mut titled = piece_in_title(first);
    let mut at = first.len();
    let mut is_prefix = first.chars().count() == 1;
    for piece in pieces {
        let sign = word.get(at..).and_then(|rest| rest.chars().next());
        at += sign.map_or(0, char::len_utf8) + piece.len();
        titled.extend(sign);
        // "O'Neil", but "Joe's"
        if is_prefix && piece.chars().count() > 1 {
            titled.push_str(&capitalized(piece));
        } else {
            titled.push_str(&piece.to_lowercase());
        }
        is_prefix = false;
    }
    titled
}

fn piece_in_title(piece: &str) -> String {
    let lower = piece.to_lowercase();
    let letters: String = lower
        .chars()
        .filter(|letter| letter.is_alphabetic())
        .collect();
    let has_vowel =
        letters.contains(|letter: char| "aeiouy".contains(letter) || !letter.is_ascii());
    let are_initials =
        !has_vowel && letters.len() <= INITIALS && !ABBREVIATIONS.contains(&letters.as_str());
    if are_initials {
        return piece.to_owned();
    }
    match lower.strip_prefix("mc") {
        Some(rest) if rest.chars().count() > 2 => format!("Mc{}", capitalized(rest)),
        _ => capitalized(piece),
    }
}

/// With a capital at the first letter: "(Lantern".
fn capitalized(piece: &str) -> String {
    let mut is_begun = false;
    let mut titled = String::with_capacity(piece.len());
    for letter in piece.chars() {
        if is_begun {
            titled.extend(letter.to_lowercase());
        } else {
            titled.extend(letter.to_uppercase());
            is_begun = letter.is_alphabetic();
        }
    }
    titled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_become_title_case() {
        for (name, expected) in [
            ("RUST AND BEAN", "Rust and Bean"),
            ("THE CUP OF JOE", "The Cup of Joe"),
            ("CUP-A-JOE", "Cup-a-Joe"),
            ("MCCORMICK'S CAFE", "McCormick's Cafe"),
            ("O'NEIL & SONS", "O'Neil & Sons"),
            ("JOE’S COFFEE", "Joe’s Coffee"),
            ("CAFÉ D'ANGELO II", "Café D'Angelo II"),
            ("5TH STREET BBQ", "5th Street BBQ"),
            ("ST MARY'S J.P. CAFE", "St Mary's J.P. Cafe"),
            ("CC'S COFFEE HOUSE", "CC's Coffee House"),
            ("BREW", "Brew"),
            ("JKM", "JKM"),
            ("Rust AND Bean", "Rust AND Bean"),
        ] {
            assert_eq!(title_case(name), expected);
        }
    }
}
