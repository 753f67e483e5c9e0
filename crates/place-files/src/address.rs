//! ZIP codes and single-line addresses.

/// A parsed postal code.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct PostalCode {
    /// Five digits, or a foreign postal code as written.
    pub zip: String,
    /// The four extra digits of ZIP+4.
    pub plus4: Option<String>,
    /// Lost leading zeros were restored.
    pub padded: bool,
}

/// Parses "71301", "71301-1234", "713011234", "LA 71301", "2139" (lost zero) and "2139.0".
pub(crate) fn postal_code(text: &str) -> PostalCode {
    let as_written = || PostalCode {
        zip: text.to_owned(),
        ..PostalCode::default()
    };
    let bare = text.strip_suffix(".0").unwrap_or(text);
    let bare = match bare.split_once(' ') {
        Some((state, rest)) if state.len() == 2 && is_letters(state) && rest.len() >= 5 => rest,
        _ => bare,
    };
    let (first, rest) = match bare.split_once(['-', ' ', '\u{2013}']) {
        Some((first, rest)) => (first.trim(), Some(rest.trim())),
        None if bare.len() == 9 && is_digits(bare) => bare
            .split_at_checked(5)
            .map_or((bare, None), |(a, b)| (a, Some(b))),
        None => (bare, None),
    };
    if !is_digits(first) || !rest.is_none_or(|rest| rest.is_empty() || is_digits(rest)) {
        return as_written();
    }
    let plus4 = rest
        .filter(|rest| rest.len() == 4 && *rest != "0000")
        .map(str::to_owned);
    match (first.len(), rest) {
        (5, _) => PostalCode {
            zip: first.to_owned(),
            plus4,
            padded: false,
        },
        // A spreadsheet stored the code as a number; the smallest ZIP code is 00501.
        (3 | 4, None) => PostalCode {
            zip: format!("{first:0>5}"),
            plus4: None,
            padded: true,
        },
        (4, Some(rest)) if rest.len() == 4 => PostalCode {
            zip: format!("0{first}"),
            plus4,
            padded: true,
        },
        _ => as_written(),
    }
}

/// Parses "21391234": nine digits without their leading zero, unless it is of a country such as Brazil.
pub(crate) fn padded_to_nine(text: &str) -> Option<PostalCode> {
    let code = || postal_code(&format!("0{text}"));
    (text.len() == 8 && is_digits(text)).then(code)
}

/// The parts of a single-line address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SplitAddress {
    pub street: String,
    /// Empty if the end of the street is ambiguous; the ZIP code then determines the town.
    pub city: String,
    pub state: Option<String>,
    pub zip: Option<String>,
}

/// Splits "126 Main Street, Alexandria, LA 71301, USA". The line must end in a two-letter state code, or in a state
/// name followed by a ZIP code; anything else would be a guess.
pub(crate) fn split(line: &str) -> Option<SplitAddress> {
    let mut parts: Vec<&str> = line
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect();
    if parts.last().is_some_and(|part| is_united_states(part)) {
        parts.pop();
    }
    let mut last = parts.pop()?;
    let mut zip = None;
    if is_zip(last) {
        zip = Some(last);
        last = parts.pop()?;
    } else if let Some((state, code)) = last.rsplit_once(' ').filter(|(_, code)| is_zip(code)) {
        zip = Some(code);
        last = state.trim_end();
    }
    let abbreviated = last.len() == 2 && last.bytes().all(|byte| byte.is_ascii_uppercase());
    let spelled =
        zip.is_some() && last.len() >= 4 && last.len() <= 20 && last.split(' ').all(is_letters);
    if !abbreviated && !spelled {
        return None;
    }
    let city = parts.pop()?;
    if parts.is_empty() || city.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(SplitAddress {
        street: parts.join(", "),
        city: city.to_owned(),
        state: Some(last.to_owned()),
        zip: zip.map(str::to_owned),
    })
}

/// Parses "126 Main Street Alexandria LA 71301" from its end, with or without commas. A state code and ZIP code are
/// reliable; the town starts after a comma or after a street suffix.
pub(crate) fn split_from_end(line: &str) -> Option<SplitAddress> {
    let (rest, zip) = line.trim().rsplit_once([' ', ','])?;
    let (rest, state) = rest
        .trim_end_matches([' ', ','])
        .rsplit_once([' ', ','])
        .filter(|_| is_zip(zip))?;
    let state = state.trim_matches('.');
    if !is_state(state) {
        return None;
    }
    let rest = rest.trim_end_matches([' ', ',']);
    if !rest.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let (street, city) = match rest.rsplit_once(',') {
        Some((street, city)) if !city.bytes().any(|byte| byte.is_ascii_digit()) => {
            (street.trim(), city.trim())
        }
        _ => after_street(rest),
    };
    Some(SplitAddress {
        street: street.to_owned(),
        city: city.to_owned(),
        state: Some(state.to_ascii_uppercase()),
        zip: Some(zip.to_owned()),
    })
}

/// Splits "126 Main Street N Alexandria" after the street suffix and direction. If the street could end in several
/// places, the text stays whole.
fn after_street(text: &str) -> (&str, &str) {
    let mut end = None;
    let mut place = 0;
    for (count, word) in text.split(' ').enumerate() {
        let begin = place;
        place += word.len() + 1;
        let plain = word.trim_end_matches(['.', ',']).to_ascii_lowercase();
        let continues = end.is_some_and(|end| end + 1 == begin);
        // Skip the house number and the first word of the name: "12 Park Street".
        let ends = match end {
            None => count > 1 && is_street_word(&plain),
            Some(_) => {
                continues
                    && (DIRECTIONS.contains(&plain.as_str())
                        || (is_street_word(&plain) && plain != "st"))
            }
        };
        if ends {
            end = Some(begin + word.len());
        }
    }
    let Some((street, city)) = end.and_then(|end| text.split_at_checked(end)) else {
        return (text, "");
    };
    let city = city.trim_matches([' ', ',']);
    // With a unit or a second street in between, the ZIP code has to determine the town.
    let is_suite = city
        .bytes()
        .any(|byte| byte.is_ascii_digit() || byte == b'#');
    let mut behind = city.split(' ').skip(1).map(str::to_ascii_lowercase);
    if is_suite || behind.any(|word| is_street_word(word.trim_end_matches('.'))) {
        return (text, "");
    }
    (street.trim_end_matches(','), city)
}

/// Whether the lowercase word is a street suffix.
pub(crate) fn is_street_word(word: &str) -> bool {
    STREET_WORDS.contains(&word)
}

const STREET_WORDS: [&str; 26] = [
    "street",
    "st",
    "avenue",
    "ave",
    "av",
    "road",
    "rd",
    "boulevard",
    "blvd",
    "drive",
    "dr",
    "lane",
    "ln",
    "court",
    "ct",
    "way",
    "highway",
    "hwy",
    "parkway",
    "pkwy",
    "place",
    "pl",
    "terrace",
    "circle",
    "pike",
    "broadway",
];
const DIRECTIONS: [&str; 8] = ["n", "s", "e", "w", "ne", "nw", "se", "sw"];

/// Splits "Alexandria, LA" and "Alexandria LA", each with or without a ZIP code.
pub(crate) fn city_state_zip(text: &str) -> Option<(&str, &str, Option<&str>)> {
    let text = text.trim();
    let (rest, zip) = match text.rsplit_once([' ', ',']) {
        Some((rest, zip)) if is_zip(zip) => (rest.trim_end_matches([' ', ',']), Some(zip)),
        _ => (text, None),
    };
    let (city, state) = rest.rsplit_once([' ', ','])?;
    let city = city.trim_end_matches([' ', ',']);
    let by_comma = rest.trim_end_matches(state).trim_end().ends_with(',');
    let fits = !city.is_empty()
        && state.bytes().all(|byte| byte.is_ascii_uppercase())
        && (is_state(state) || (by_comma && state.len() == 2));
    fits.then_some((city, state, zip))
}

/// Whether the two letters are the code of a state or of D.C.
fn is_state(text: &str) -> bool {
    const STATES: &str = " AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND \
        OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY ";
    text.len() == 2
        && text.bytes().all(|byte| byte.is_ascii_alphabetic())
        && STATES.contains(&format!(" {} ", text.to_ascii_uppercase()))
}

pub(crate) fn is_united_states(part: &str) -> bool {
    [
        "US",
        "USA",
        "U.S.A.",
        "United States",
        "United States of America",
    ]
    .iter()
    .any(|name| name.eq_ignore_ascii_case(part))
}

fn is_zip(text: &str) -> bool {
    match text.split_once('-') {
        Some((first, rest)) => {
            first.len() == 5 && rest.len() == 4 && is_digits(first) && is_digits(rest)
        }
        None => text.len() == 5 && is_digits(text),
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_letters(text: &str) -> bool {
    !text.is_empty() && text.chars().all(char::is_alphabetic)
}

#[cfg(test)]
mod tests;
