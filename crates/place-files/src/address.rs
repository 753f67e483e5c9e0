//! ZIP codes, and addresses that stand in one line.

/// A postal code taken apart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct PostalCode {
    /// Five digits, or another country's code as written.
    pub zip: String,
    /// The four further digits of ZIP+4.
    pub plus4: Option<String>,
    /// Leading zeros had been lost and were put back.
    pub padded: bool,
}

/// Takes "71301", "71301-1234", "713011234", "LA 71301", "2139" (zero lost) and "2139.0" apart.
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
        // A spreadsheet took the code for a number; the smallest ZIP code is 00501.
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

/// Parts of an address that stood in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SplitAddress {
    pub street: String,
    /// Empty where nothing shows where the street ends: then the ZIP code tells the town.
    pub city: String,
    pub state: Option<String>,
    pub zip: Option<String>,
}

/// Cuts "126 Main Street, Alexandria, LA 71301, USA". Nothing is cut unless the line ends in a
/// two-letter state, or in a state's name with a ZIP code: all else is a guess.
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

/// Reads "126 Main Street Alexandria LA 71301" from its end, with commas or without. A state's two letters and a ZIP code are
/// sure; where the town begins is told by a comma, or by the word for a street before it.
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

/// Parts "126 Main Street N Alexandria" behind the word for a street and its direction. Where more than one place could be the
/// end of the street, the text stays whole.
fn after_street(text: &str) -> (&str, &str) {
    let mut end = None;
    let mut place = 0;
    for (count, word) in text.split(' ').enumerate() {
        let begin = place;
        place += word.len() + 1;
        let plain = word.trim_end_matches(['.', ',']).to_ascii_lowercase();
        let continues = end.is_some_and(|end| end + 1 == begin);
        // Neither the house number nor the first word of a name: "12 Park Street".
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
    // A suite, or another street, between the two leaves the town to the ZIP code.
    let is_suite = city
        .bytes()
        .any(|byte| byte.is_ascii_digit() || byte == b'#');
    let mut behind = city.split(' ').skip(1).map(str::to_ascii_lowercase);
    if is_suite || behind.any(|word| is_street_word(word.trim_end_matches('.'))) {
        return (text, "");
    }
    (street.trim_end_matches(','), city)
}

/// Whether the word, in small letters, ends names of streets.
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

/// Cuts "Alexandria, LA", "Alexandria LA" and either with a ZIP code behind it.
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

/// Whether the two letters are a state's, or the District's.
fn is_state(text: &str) -> bool {
    const STATES: &str = " AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND \
        OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY ";
    text.len() == 2
        && text.bytes().all(|byte| byte.is_ascii_alphabetic())
        && STATES.contains(&format!(" {} ", text.to_ascii_uppercase()))
}

fn is_united_states(part: &str) -> bool {
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
