//! What somebody who imports a list says about it. The messages go on after the name of the option or the field.

use chrono::{DateTime, Utc};

use crate::catalog::admission::origins::moment;

/// The name of a list.
///
/// # Errors
///
/// What it must be.
pub fn source(text: &str) -> Result<String, &'static str> {
    let name = text.trim();
    let is_word = (1..=32).contains(&name.len())
        && name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter));
    if !is_word || matches!(name, "owner" | "admin") {
        return Err(
            "must be 1 to 32 letters, digits, dots, dashes or underscores, and not \"owner\" or \"admin\"",
        );
    }
    Ok(name.to_owned())
}

/// The license of a list.
///
/// # Errors
///
/// What it must be.
pub fn license(text: &str) -> Result<String, &'static str> {
    let license = text.trim();
    if !(1..=60).contains(&license.chars().count()) || license.chars().any(char::is_control) {
        return Err("must be 1 to 60 characters, such as \"CC BY 4.0\"");
    }
    Ok(license.to_owned())
}

/// The date of a list: a day or a month.
///
/// # Errors
///
/// What it must be.
pub fn as_of(text: &str, now: DateTime<Utc>) -> Result<DateTime<Utc>, &'static str> {
    let date = moment(text).filter(|date| *date <= now);
    date.ok_or("must be a day or a month that has begun: 2026-05-01, or 2026-05")
}
