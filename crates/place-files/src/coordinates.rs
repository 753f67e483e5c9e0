//! Latitude and longitude in common notations.

use crate::record::Note;

/// A point in degrees, or why there is none.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Point {
    /// Latitude and longitude.
    pub degrees: Option<(f64, f64)>,
    /// What was fixed or is in doubt.
    pub note: Option<Note>,
}

/// Validates two numbers: zero means unknown, and swapped values are corrected if that is certain.
///
/// A latitude beyond 90 can only be a longitude. One below −60 with a longitude between 0 and 90 would be a cafe in
/// Antarctica, so it is an American point with swapped values.
pub(crate) fn check(latitude: f64, longitude: f64) -> Point {
    let fits = |latitude: f64, longitude: f64| latitude.abs() <= 90.0 && longitude.abs() <= 180.0;
    if latitude == 0.0 || longitude == 0.0 {
        return Point {
            degrees: None,
            note: Some(Note::CoordinatesZero),
        };
    }
    let antarctic = latitude < -60.0 && longitude > 0.0 && longitude <= 90.0;
    if fits(latitude, longitude) && !antarctic {
        return Point {
            degrees: Some((latitude, longitude)),
            note: None,
        };
    }
    if fits(longitude, latitude) {
        return Point {
            degrees: Some((longitude, latitude)),
            note: Some(Note::CoordinatesSwapped),
        };
    }
    if let Some(degrees) =
        web_mercator(latitude, longitude).or_else(|| web_mercator(longitude, latitude))
    {
        return Point {
            degrees: Some(degrees),
            note: Some(Note::CoordinatesProjected),
        };
    }
    let text = format!("{latitude}, {longitude}");
    Point {
        degrees: None,
        note: Some(Note::CoordinatesUnreadable(text)),
    }
}

/// Degrees of a point in meters of the projection that web maps use (EPSG:3857), if it is in the United States. Elsewhere
/// the numbers may as well be of another projection.
fn web_mercator(north: f64, east: f64) -> Option<(f64, f64)> {
    const RADIUS: f64 = 6_378_137.0;
    let longitude = (east / RADIUS).to_degrees();
    let latitude = (north / RADIUS).sinh().atan().to_degrees();
    let is_in_us = (18.0..72.0).contains(&latitude) && (-180.0..-64.0).contains(&longitude);
    is_in_us.then_some((latitude, longitude))
}

/// Parses two texts. Only one value, or text that isn't a number, results in a note without a point.
pub(crate) fn read(latitude: &str, longitude: &str) -> Point {
    match (degrees(latitude), degrees(longitude)) {
        (Some(latitude), Some(longitude)) => check(latitude, longitude),
        _ => unreadable(&format!("{latitude}, {longitude}")),
    }
}

/// Parses both from one text: "31.3, -92.4", "(31.3 -92.4)", WKT "POINT (-92.4 31.3)".
pub(crate) fn read_pair(text: &str) -> Point {
    let trimmed = text.trim();
    let inner = trimmed
        .split_once('(')
        .and_then(|(_, rest)| rest.split_once(')'))
        .map_or(trimmed, |(inner, _)| inner);
    let parts: Vec<&str> = match (inner.matches(';').count(), inner.matches(',').count()) {
        (1, _) => inner.split(';').collect(),
        (0, 1) => inner.split(',').collect(),
        _ => inner.split_whitespace().collect(),
    };
    let [first, second] = parts.as_slice() else {
        return unreadable(trimmed);
    };
    let wkt = trimmed
        .get(..5)
        .is_some_and(|word| word.eq_ignore_ascii_case("point"))
        || trimmed
            .get(..5)
            .is_some_and(|word| word.eq_ignore_ascii_case("srid="));
    if wkt {
        read(second, first)
    } else {
        read(first, second)
    }
}

fn unreadable(text: &str) -> Point {
    let short: String = text.chars().take(60).collect();
    Point {
        degrees: None,
        note: Some(Note::CoordinatesUnreadable(short)),
    }
}

/// Parses one value: "31.3113", "31,3113", "31.3113° N", "N31.3113", "31°18'40.7\"N", "92.44W".
pub(crate) fn degrees(text: &str) -> Option<f64> {
    // A comma may be left of a pair that was cut in two.
    let trimmed = text.trim().trim_end_matches([',', ';']).trim_end();
    if let Ok(value) = trimmed.parse::<f64>() {
        return value.is_finite().then_some(value);
    }
    if trimmed.len() > 40 {
        return None;
    }
    let upper = trimmed.to_uppercase();
    let negative = upper.ends_with(['S', 'W']) || upper.starts_with(['S', 'W']);
    let bare = upper.trim_matches(|letter: char| {
        matches!(letter, 'N' | 'S' | 'E' | 'W') || letter.is_whitespace()
    });
    // The minus sign, and the dashes that word processors replace it with.
    let bare = bare.replace(['\u{2212}', '\u{2013}', '\u{2010}', '\u{2011}'], "-");
    let value = single_number(&bare).or_else(|| sexagesimal(&bare))?;
    Some(if negative { -value.abs() } else { value })
}

fn single_number(text: &str) -> Option<f64> {
    let text = text.trim_end_matches(['°', 'º']).trim();
    let comma = text.matches(',').count() == 1 && !text.contains('.');
    let plain = if comma {
        text.replace(',', ".")
    } else {
        text.to_owned()
    };
    // Rust parses "inf" and "nan" as numbers.
    let digits = plain
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+'));
    plain.parse::<f64>().ok().filter(|_| digits)
}

fn sexagesimal(text: &str) -> Option<f64> {
    let parts: Vec<&str> = text
        .split(|letter: char| !(letter.is_ascii_digit() || matches!(letter, '.' | '-' | ',')))
        .filter(|part| !part.is_empty())
        .collect();
    let signs = text.chars().all(|letter| {
        letter.is_ascii_digit() || letter.is_whitespace() || "°º'\"′″’”.,-:".contains(letter)
    });
    let numbers: Option<Vec<f64>> = parts
        .iter()
        .map(|part| part.replace(',', ".").parse().ok())
        .collect();
    let (whole, minutes, seconds) = match numbers?.as_slice() {
        [whole, minutes] => (*whole, *minutes, 0.0),
        [whole, minutes, seconds] => (*whole, *minutes, *seconds),
        _ => return None,
    };
    let range = 0.0..60.0;
    if !signs || !range.contains(&minutes) || !range.contains(&seconds) {
        return None;
    }
    let value = whole.abs() + minutes / 60.0 + seconds / 3600.0;
    Some(if text.starts_with('-') { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(point: &Point, latitude: f64, longitude: f64) -> bool {
        point
            .degrees
            .is_some_and(|(a, b)| (a - latitude).abs() < 1e-4 && (b - longitude).abs() < 1e-4)
    }

    #[test]
    fn ways_to_write_a_coordinate() {
        for text in [
            "31.3113",
            " 31,3113 ",
            "31.3113°",
            "31.3113° N",
            "N 31.3113",
            "31°18'40.68\"N",
            "31 18 40.68",
            "31.3113,",
            "3.13113E1",
        ] {
            let value = degrees(text);
            assert!(
                value.is_some_and(|value| (value - 31.3113).abs() < 1e-4),
                "{text}: {value:?}"
            );
        }
        assert_eq!(degrees("92.5 W"), Some(-92.5));
        assert_eq!(degrees("\u{2212}92.5"), Some(-92.5));
        // Degrees or meters whose thousands were parted: which of them, nobody knows.
        for text in ["31.311.300", "-9.244.510", "4.300.621"] {
            assert_eq!(degrees(text), None, "{text}");
        }
        for text in ["", "abc", "inf", "NaN", "1.2.3", "31°99'", "1e400", "12a"] {
            assert_eq!(degrees(text), None, "{text}");
        }
    }

    #[test]
    fn pairs() {
        assert!(near(&read_pair("31.3, -92.4"), 31.3, -92.4));
        assert!(near(&read_pair("(31.3 -92.4)"), 31.3, -92.4));
        assert!(near(&read_pair("POINT (-92.4 31.3)"), 31.3, -92.4));
        assert!(near(&read_pair("31,3; -92,4"), 31.3, -92.4));
        assert!(read_pair("31.3").degrees.is_none());
    }

    #[test]
    fn swapped_zero_and_impossible() {
        let swapped = check(-92.4, 31.3);
        assert!(near(&swapped, 31.3, -92.4));
        assert_eq!(swapped.note, Some(Note::CoordinatesSwapped));
        assert!(near(&check(-78.9, 36.0), 36.0, -78.9));
        assert!(near(&check(-54.8, -68.3), -54.8, -68.3));
        let meters = check(4_300_621.37, -8_766_409.90);
        assert!(near(&meters, 36.0, -78.75), "{meters:?}");
        assert_eq!(meters.note, Some(Note::CoordinatesProjected));
        assert!(near(&check(-8_766_409.90, 4_300_621.37), 36.0, -78.75));
        assert_eq!(check(0.0, -92.4).note, Some(Note::CoordinatesZero));
        assert!(matches!(
            check(430_000.0, 2_100_000.0).note,
            Some(Note::CoordinatesUnreadable(_))
        ));
    }
}
