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

/// Cuts "Alexandria, LA".
pub(crate) fn city_and_state(text: &str) -> Option<(&str, &str)> {
    let (city, state) = text.rsplit_once(',')?;
    let (city, state) = (city.trim(), state.trim());
    let fits =
        !city.is_empty() && state.len() == 2 && state.bytes().all(|byte| byte.is_ascii_uppercase());
    fits.then_some((city, state))
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
mod tests {
    use super::*;

    #[test]
    fn zip_codes() {
        for (text, zip, plus4, padded) in [
            ("71301", "71301", None, false),
            ("71301-1234", "71301", Some("1234"), false),
            ("713011234", "71301", Some("1234"), false),
            ("71301 1234", "71301", Some("1234"), false),
            ("LA 71301", "71301", None, false),
            ("71301-", "71301", None, false),
            ("2139", "02139", None, true),
            ("2139.0", "02139", None, true),
            ("2139-1234", "02139", Some("1234"), true),
            ("501", "00501", None, true),
            ("K1A 0B1", "K1A 0B1", None, false),
            ("71301;71302", "71301;71302", None, false),
            ("12", "12", None, false),
        ] {
            let code = postal_code(text);
            assert_eq!(
                (code.zip.as_str(), code.plus4.as_deref(), code.padded),
                (zip, plus4, padded),
                "{text}"
            );
        }
    }

    #[test]
    fn one_line_addresses() {
        let parts = |line: &str| {
            split(line).map(|cut| {
                (
                    cut.street,
                    cut.city,
                    cut.state.unwrap_or_default(),
                    cut.zip.unwrap_or_default(),
                )
            })
        };
        let expected = |street: &str, city: &str, state: &str, zip: &str| {
            Some((
                street.to_owned(),
                city.to_owned(),
                state.to_owned(),
                zip.to_owned(),
            ))
        };
        assert_eq!(
            parts("126 Main Street, Alexandria, LA 71301"),
            expected("126 Main Street", "Alexandria", "LA", "71301")
        );
        assert_eq!(
            parts("1 A St, Ste 2, Ames, IA, 50010-1234, USA"),
            expected("1 A St, Ste 2", "Ames", "IA", "50010-1234")
        );
        assert_eq!(
            parts("1 A St, Dover, New Hampshire 03820"),
            expected("1 A St", "Dover", "New Hampshire", "03820")
        );
        assert_eq!(
            parts("1 A St, Ames, IA"),
            expected("1 A St", "Ames", "IA", "")
        );
        for line in [
            "126 Main Street",
            "126 Main Street, Alexandria",
            "Main Street, Suite 4, Rear",
            "Ames, IA 50010",
            "12, Rue de la Paix, Paris",
        ] {
            assert_eq!(split(line), None, "{line}");
        }
        assert_eq!(city_and_state("Ames, IA"), Some(("Ames", "IA")));
        assert_eq!(city_and_state("Ames"), None);
    }
}
