//! The date and license of a source's facts, stored with the facts and checked before changing them.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};

use crate::catalog::entities::shop::{self, FactOrigin};

/// Stores what is known about `source`'s facts in `row`; returns whether that was new.
pub fn note(row: &mut shop::Model, source: &str, origin: &FactOrigin) -> bool {
    let known = row.origins.0.get(source).cloned().unwrap_or_default();
    let newer = FactOrigin {
        as_of: origin.as_of.or(known.as_of),
        license: origin.license.clone().or_else(|| known.license.clone()),
        provider: origin.provider.clone().or_else(|| known.provider.clone()),
    };
    if newer == known {
        return false;
    }
    row.origins.0.insert(source.to_owned(), newer);
    true
}

/// Copies what `other` knows about `source`, if `row` knows nothing.
pub fn inherit(row: &mut shop::Model, source: &str, other: &shop::Model) {
    if let Some(origin) = other.origins.0.get(source) {
        let kept = row.origins.0.entry(source.to_owned());
        kept.or_insert_with(|| origin.clone());
    }
}

/// The date of `source`'s facts in `row`.
#[must_use]
pub fn as_of(row: &shop::Model, source: &str) -> Option<DateTime<Utc>> {
    row.origins.0.get(source)?.as_of
}

/// The date of the shop's newest facts from any list.
#[must_use]
pub fn newest(row: &shop::Model) -> Option<DateTime<Utc>> {
    let dates = row.origins.0.values().filter_map(|origin| origin.as_of);
    dates.max()
}

/// Parses a date or time as found in lists: `2020-03-07T00:22:02Z`, `2020-03-07`, `2020-03`, `3/7/2020`,
/// `March 7, 2020`.
#[must_use]
pub fn moment(text: &str) -> Option<DateTime<Utc>> {
    let text = text.trim();
    if let Ok(moment) = DateTime::parse_from_rfc3339(text) {
        return Some(moment.with_timezone(&Utc));
    }
    let first = text.split([' ', 'T']).next().unwrap_or(text);
    let in_words = ["%B %d, %Y", "%d %B %Y", "%d-%b-%Y"]
        .iter()
        .find_map(|form| NaiveDate::parse_from_str(text, form).ok());
    let read = |date: &str, form| NaiveDate::parse_from_str(date, form).ok();
    let date = read(first, "%Y-%m-%d")
        .or_else(|| read(&format!("{first}-01"), "%Y-%m-%d"))
        .or_else(|| read(first, "%m/%d/%Y"))
        .or_else(|| read(first, "%m-%d-%Y"))
        .or_else(|| read(first, "%Y/%m/%d"))
        .or(in_words)?;
    Some(date.and_time(NaiveTime::MIN).and_utc())
}

#[cfg(test)]
mod tests {
    use super::moment;

    #[test]
    fn dates_are_read_as_lists_write_them() {
        for (text, expected) in [
            ("2020-03-07T00:22:02Z", Some("2020-03-07T00:22:02Z")),
            ("2020-03-07 11:00:00", Some("2020-03-07T00:00:00Z")),
            ("2020-03-07", Some("2020-03-07T00:00:00Z")),
            ("2020-03", Some("2020-03-01T00:00:00Z")),
            ("3/7/2020", Some("2020-03-07T00:00:00Z")),
            ("03-07-2020", Some("2020-03-07T00:00:00Z")),
            ("2020/03/07 11:00", Some("2020-03-07T00:00:00Z")),
            ("March 7, 2020", Some("2020-03-07T00:00:00Z")),
            ("Mar 7, 2020", Some("2020-03-07T00:00:00Z")),
            ("7-Mar-2020", Some("2020-03-07T00:00:00Z")),
            ("last spring", None),
            ("2020-13-01", None),
            ("", None),
        ] {
            let expected = expected.map(|moment| moment.parse().unwrap());
            assert_eq!(moment(text), expected, "{text}");
        }
    }
}
