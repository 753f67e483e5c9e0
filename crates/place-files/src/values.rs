//! Parses booleans, price levels and closed statuses.

use crate::record::ClosedReason;

/// Parses a boolean from the first word; `None` if it is neither yes nor no.
pub(crate) fn truth(text: &str) -> Option<bool> {
    let word: String = text
        .trim()
        .chars()
        .take_while(|letter| letter.is_alphanumeric() || matches!(letter, '✓' | '✔' | '✗' | '✘'))
        .take(16)
        .flat_map(char::to_lowercase)
        .collect();
    match word.as_str() {
        "yes" | "true" | "y" | "t" | "1" | "free" | "available" | "x" | "✓" | "✔" | "on"
        | "allowed" => Some(true),
        "no" | "false" | "n" | "f" | "0" | "none" | "off" | "not" | "✗" | "✘" => Some(false),
        _ => None,
    }
}

/// Price level 0 to 4 from "$$", "2", "PRICE_LEVEL_MODERATE" or "inexpensive".
pub(crate) fn price_level(text: &str) -> Option<u8> {
    let trimmed = text.trim();
    for sign in ['$', '€', '£'] {
        if trimmed.chars().all(|letter| letter == sign) {
            return u8::try_from(trimmed.chars().count())
                .ok()
                .filter(|level| (1..=4).contains(level));
        }
    }
    let plain = trimmed.strip_suffix(".0").unwrap_or(trimmed);
    if let Ok(level) = plain.parse::<u8>() {
        return (level <= 4).then_some(level);
    }
    let lower = plain.to_ascii_lowercase();
    match lower.strip_prefix("price_level_").unwrap_or(&lower) {
        "free" => Some(0),
        "inexpensive" | "cheap" | "low" => Some(1),
        "moderate" | "medium" | "average" => Some(2),
        "expensive" | "high" => Some(3),
        "very_expensive" | "very expensive" => Some(4),
        _ => None,
    }
}

/// The closed reason in a status text; `None` for "open", "operational" and unknown texts.
pub(crate) fn closed_status(text: &str) -> Option<ClosedReason> {
    let lower = text.to_lowercase();
    let closed = lower.contains("clos");
    if closed && lower.contains("tempor") {
        return Some(ClosedReason::Temporarily);
    }
    let gone = [
        "closed",
        "out of business",
        "defunct",
        "permanently closed",
        "closed permanently",
    ];
    let plain = lower.replace(['_', '-'], " ");
    if (closed && lower.contains("perman")) || gone.contains(&plain.as_str()) {
        return Some(ClosedReason::Permanently);
    }
    if has_ended(&plain) {
        return Some(ClosedReason::License(text.to_owned()));
    }
    is_requested(&plain).then(|| ClosedReason::Requested(text.to_owned()))
}

/// Whether the license is only requested: the shop isn't open yet, or not anymore until it is decided.
fn is_requested(state: &str) -> bool {
    const REQUESTED: [&str; 14] = [
        "applicant",
        "application",
        "applied",
        "awaiting",
        "denied",
        "in process",
        "in progress",
        "in review",
        "on hold",
        "pending",
        "proposed",
        "requested",
        "submitted",
        "under review",
    ];
    let state = state.trim();
    let bare = state
        .strip_prefix("license ")
        .or_else(|| state.strip_prefix("licence "))
        .unwrap_or(state);
    // A license that is being renewed is in force.
    !state.contains("renew") && REQUESTED.iter().any(|word| bare.starts_with(word))
}

/// Foursquare's unresolved flags, if one of them says that there is no place for visitors.
pub(crate) fn reports(text: &str) -> Option<String> {
    const SERIOUS: [&str; 5] = [
        "closed",
        "delete",
        "doesnt_exist",
        "inappropriate",
        "privatevenue",
    ];
    let lower = text.to_lowercase();
    let said = lower
        .split(|letter: char| !(letter.is_alphanumeric() || letter == '_'))
        .filter(|word| SERIOUS.contains(word));
    let said: Vec<&str> = said.collect();
    (!said.is_empty()).then(|| said.join(", "))
}

/// Whether the license status means that the business is gone: its first word, or what follows "license".
fn has_ended(state: &str) -> bool {
    const ENDED: [&str; 14] = [
        "closed",
        "expired",
        "lapsed",
        "inactive",
        "cancelled",
        "canceled",
        "revoked",
        "surrendered",
        "terminated",
        "withdrawn",
        "void",
        "dissolved",
        "delinquent",
        "discontinued",
    ];
    let mut words = state
        .split(|letter: char| !letter.is_alphabetic())
        .filter(|word| {
            !word.is_empty() && !matches!(*word, "license" | "licence" | "permit" | "account")
        });
    let first = words.next().unwrap_or_default();
    // "Closed Sundays" isn't a status.
    let is_days = words
        .next()
        .is_some_and(|word| word.ends_with("day") || word.ends_with("days"));
    ENDED.contains(&first) && !is_days
}

/// The closed reason in a column named "closed": a yes, a date or a status.
pub(crate) fn closed_flag(text: &str) -> Option<ClosedReason> {
    if is_date(text) {
        return Some(ClosedReason::Since(text.to_owned()));
    }
    if let Some(day) = day_of_number(text) {
        return Some(ClosedReason::Since(day));
    }
    match truth(text) {
        Some(true) => Some(ClosedReason::Permanently),
        Some(false) => None,
        None => closed_status(text),
    }
}

/// A spreadsheet's day number ("45292") as `2024-01-01`; `None` for other texts. Days before 1954 and after 2064 are more
/// likely other numbers.
pub(crate) fn day_of_serial(text: &str) -> Option<String> {
    let serial: f64 = text
        .trim()
        .parse()
        .ok()
        .filter(|days| (20_000.0..60_000.0).contains(days))?;
    // Serial 25,569 is January 1st, 1970.
    Some(day_since_1970(serial as i64 - 25_569))
}

/// The day of a date that is written as a number: a spreadsheet's day number, `20240501`, or seconds or milliseconds since
/// 1970, as databases and web maps write them.
pub(crate) fn day_of_number(text: &str) -> Option<String> {
    const SECONDS: i64 = 86_400;
    // From 2001 to 2064; fewer digits are other numbers.
    const LAST: i64 = 3_000_000_000;
    let text = text.trim();
    if let Some(day) = day_of_serial(text) {
        return Some(day);
    }
    let whole = text.strip_suffix(".0").unwrap_or(text);
    if !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: i64 = whole.parse().ok()?;
    match whole.len() {
        8 => {
            let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100);
            let is_date = (1954..2065).contains(&year)
                && (1..=12).contains(&month)
                && (1..=31).contains(&day);
            is_date.then(|| format!("{year:04}-{month:02}-{day:02}"))
        }
        10 if number < LAST => Some(day_since_1970(number / SECONDS)),
        13 if number / 1_000 < LAST => Some(day_since_1970(number / 1_000 / SECONDS)),
        _ => None,
    }
}

/// `2024-01-01` from the days since January 1st, 1970.
fn day_since_1970(days: i64) -> String {
    // The calendar's days, by eras of 400 years.
    let days = days + 719_468;
    let era_day = days.rem_euclid(146_097);
    let era_year = (era_day - era_day / 1_460 + era_day / 36_524 - era_day / 146_096) / 365;
    let year_day = era_day - (365 * era_year + era_year / 4 - era_year / 100);
    let shifted_month = (5 * year_day + 2) / 153;
    let day = year_day - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = era_year + days.div_euclid(146_097) * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Whether a text begins like a date: "2024-05-01", "5/1/2024", "2024".
pub(crate) fn is_date(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let first = text
        .split(['-', '/', '.', 'T', ' '])
        .next()
        .unwrap_or_default();
    let number = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit());
    number && (first.len() == 4 || (first.len() <= 2 && digits >= 5))
}

/// A provider's chain marker: a name or ID unchanged, "yes" for a bare yes, nothing for a no.
pub(crate) fn chain(text: &str) -> Option<String> {
    match text.to_ascii_lowercase().as_str() {
        "yes" | "true" | "1" | "y" | "t" => Some("yes".to_owned()),
        "no" | "false" | "0" | "n" | "f" | "none" | "independent" | "[]" => None,
        _ => Some(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yes_and_no() {
        for text in ["yes", "TRUE", "1", "Free Wi-Fi", "✓", "x"] {
            assert_eq!(truth(text), Some(true), "{text}");
        }
        for text in ["No", "false", "0", "none", "not available"] {
            assert_eq!(truth(text), Some(false), "{text}");
        }
        for text in ["", "maybe", "limited", "2"] {
            assert_eq!(truth(text), None, "{text}");
        }
    }

    #[test]
    fn prices() {
        for (text, level) in [
            ("$$", Some(2)),
            ("4", Some(4)),
            ("1.0", Some(1)),
            ("PRICE_LEVEL_VERY_EXPENSIVE", Some(4)),
            ("FREE", Some(0)),
            ("$5-10", None),
            ("9", None),
            ("$$$$$", None),
        ] {
            assert_eq!(price_level(text), level, "{text}");
        }
    }

    #[test]
    fn closures() {
        assert_eq!(
            closed_status("CLOSED_PERMANENTLY"),
            Some(ClosedReason::Permanently)
        );
        assert_eq!(
            closed_status("temporarily_closed"),
            Some(ClosedReason::Temporarily)
        );
        for text in [
            "open",
            "OPERATIONAL",
            "Closed Sundays",
            "active",
            "Issued",
            "Renewed - not expired",
        ] {
            assert_eq!(closed_status(text), None, "{text}");
        }
        for text in [
            "Expired",
            "LICENSE EXPIRED",
            "Inactive",
            "REVOKED",
            "Closed - ownership change",
            "Cancelled 2019",
        ] {
            assert_eq!(
                closed_status(text),
                Some(ClosedReason::License(text.to_owned())),
                "{text}"
            );
        }
        for text in [
            "Pending",
            "Application received",
            "LICENSE REQUESTED",
            "Under Review",
        ] {
            assert_eq!(
                closed_status(text),
                Some(ClosedReason::Requested(text.to_owned())),
                "{text}"
            );
        }
        assert_eq!(closed_status("Pending renewal"), None);
        assert_eq!(
            reports("[\"closed\", \"duplicate\"]").as_deref(),
            Some("closed")
        );
        assert_eq!(reports("duplicate"), None);
        assert_eq!(
            ClosedReason::License("EXPIRED".into()).to_string(),
            "its license is expired"
        );
        assert_eq!(
            closed_flag("2023-05-01"),
            Some(ClosedReason::Since("2023-05-01".into()))
        );
        assert_eq!(
            closed_flag("5/1/2023"),
            Some(ClosedReason::Since("5/1/2023".into()))
        );
        assert_eq!(closed_flag("true"), Some(ClosedReason::Permanently));
        assert_eq!(closed_flag("0"), None);
    }

    #[test]
    fn day_numbers_of_spreadsheets() {
        for (serial, day) in [
            ("45292", "2024-01-01"),
            ("45351.75", "2024-02-29"),
            ("36526", "2000-01-01"),
        ] {
            assert_eq!(day_of_serial(serial).as_deref(), Some(day), "{serial}");
        }
        for text in ["2024", "71301-1234", "19999", "2024-05-01", "NaN", ""] {
            assert_eq!(day_of_serial(text), None, "{text}");
        }
        assert_eq!(
            closed_flag("45292"),
            Some(ClosedReason::Since("2024-01-01".into()))
        );
    }

    #[test]
    fn dates_as_numbers() {
        for (number, day) in [
            ("45292", "2024-01-01"),
            ("20240501", "2024-05-01"),
            ("1714521600", "2024-05-01"),
            ("1714521600000", "2024-05-01"),
            ("1714521600000.0", "2024-05-01"),
        ] {
            assert_eq!(day_of_number(number).as_deref(), Some(day), "{number}");
        }
        for text in [
            "20241301",
            "3185550142",
            "71301",
            "99999999999",
            "-1714521600",
        ] {
            assert_eq!(day_of_number(text), None, "{text}");
        }
        assert_eq!(
            closed_flag("1714521600000"),
            Some(ClosedReason::Since("2024-05-01".into()))
        );
    }

    #[test]
    fn chains() {
        assert_eq!(chain("true").as_deref(), Some("yes"));
        assert_eq!(chain("No"), None);
        assert_eq!(chain("Bean Empire").as_deref(), Some("Bean Empire"));
    }
}
