//! Suite numbers have their word: lists give them bare ("126 Main Street, 4").

/// The street line with "Suite" before a bare number or letter at its end.
#[must_use]
pub fn with_word(street: &str) -> String {
    if let Some((line, unit)) = street.rsplit_once(',')
        && line.contains(|letter: char| letter.is_ascii_digit())
        && let Some(unit) = bare(unit)
    {
        return format!("{}, Suite {unit}", line.trim_end());
    }
    street.to_owned()
}

/// `line` with the unit that a list gives beside it, unless the line names it already.
#[must_use]
pub fn add(line: &str, unit: &str) -> String {
    let unit = unit.trim();
    let known = bare(unit).unwrap_or(unit);
    // The first word is the building's number.
    let is_named = line.to_lowercase().contains(&unit.to_lowercase()) && bare(unit).is_none()
        || (line.split([' ', ',', '#']).skip(1)).any(|word| word.eq_ignore_ascii_case(known));
    if unit.is_empty() || is_named {
        return line.to_owned();
    }
    with_word(&format!("{line}, {unit}"))
}

/// "4", "#4", "B", "4b" or "B-4" without anything else.
fn bare(unit: &str) -> Option<&str> {
    let unit = unit.trim().trim_start_matches('#').trim_start();
    let letters = unit.bytes().filter(u8::is_ascii_alphabetic).count();
    let is_bare = unit
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let is_edged = unit.starts_with('-') || unit.ends_with('-');
    let is_zip = unit.len() == 5 && unit.bytes().all(|byte| byte.is_ascii_digit());
    let is_short = (1..=6).contains(&unit.len());
    (is_bare && !is_edged && !is_zip && letters <= 1 && is_short).then_some(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_number_gets_its_word() {
        for (street, expected) in [
            ("126 Main Street, 4", "126 Main Street, Suite 4"),
            ("126 Main Street, #4B", "126 Main Street, Suite 4B"),
            ("126 Main Street, B-4", "126 Main Street, Suite B-4"),
            ("126 Main Street, Suite 4", "126 Main Street, Suite 4"),
            ("126 Main Street, Upstairs", "126 Main Street, Upstairs"),
            ("126 Main Street #4", "126 Main Street #4"),
            ("Courthouse Square, 4", "Courthouse Square, 4"),
            ("126 Main Street", "126 Main Street"),
        ] {
            assert_eq!(with_word(street), expected);
        }
    }

    #[test]
    fn a_unit_is_added_once() {
        for (line, unit, expected) in [
            ("126 Main Street", "4", "126 Main Street, Suite 4"),
            ("4 Main Street", "4", "4 Main Street, Suite 4"),
            ("124 Main Street", "4", "124 Main Street, Suite 4"),
            ("126 Main Street Suite 4", "4", "126 Main Street Suite 4"),
            ("126 Main Street #4", "#4", "126 Main Street #4"),
            ("126 Main Street", "Ste 4", "126 Main Street, Ste 4"),
            ("126 Main Street, ste 4", "Ste 4", "126 Main Street, ste 4"),
            ("126 Main Street", " ", "126 Main Street"),
        ] {
            assert_eq!(add(line, unit), expected);
        }
    }
}
