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
    has_ended(&plain).then(|| ClosedReason::License(text.to_owned()))
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
    match truth(text) {
        Some(true) => Some(ClosedReason::Permanently),
        Some(false) => None,
        None => closed_status(text),
    }
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
    fn chains() {
        assert_eq!(chain("true").as_deref(), Some("yes"));
        assert_eq!(chain("No"), None);
        assert_eq!(chain("Bean Empire").as_deref(), Some("Bean Empire"));
    }
}
