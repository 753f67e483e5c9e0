//! IDs of OpenStreetMap elements.

/// Normalizes `123`, `node/123`, `n123` or `way123` to `node/123`.
///
/// A bare number takes its type from `kind` ("node", "W", "ways_poly"), else from the geometry: a point is a node, a
/// polygon a way, a multipolygon a relation; a negative number is a relation (osm2pgsql).
pub(crate) fn element_id(id: &str, kind: Option<&str>, geometry: Option<&str>) -> Option<String> {
    let id = id.trim();
    let digits_at = id.find(|letter: char| letter.is_ascii_digit())?;
    let (prefix, digits) = id.split_at_checked(digits_at)?;
    let digits = digits.strip_suffix(".0").unwrap_or(digits);
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let letter = |text: &str| {
        text.trim_start_matches('@')
            .chars()
            .next()
            .map(|letter| letter.to_ascii_lowercase())
    };
    let kind_letter = letter(prefix).filter(char::is_ascii_alphabetic);
    let by_geometry = match geometry {
        Some("Polygon" | "LineString") => 'w',
        Some("MultiPolygon" | "GeometryCollection" | "MultiLineString") => 'r',
        _ => 'n',
    };
    let by_sign = if prefix == "-" { Some('r') } else { None };
    let kind = kind_letter
        .or_else(|| kind.and_then(letter))
        .or(by_sign)
        .unwrap_or(by_geometry);
    let name = match kind {
        'n' => "node",
        'w' => "way",
        'r' => "relation",
        _ => return None,
    };
    Some(format!("{name}/{digits}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids() {
        let id = |id, kind, geometry| element_id(id, kind, geometry);
        assert_eq!(id("node/12", None, None).as_deref(), Some("node/12"));
        assert_eq!(id("w12", None, Some("Point")).as_deref(), Some("way/12"));
        assert_eq!(id("12", None, Some("Point")).as_deref(), Some("node/12"));
        assert_eq!(
            id("12", Some("ways_poly"), Some("Point")).as_deref(),
            Some("way/12")
        );
        assert_eq!(
            id("12", None, Some("MultiPolygon")).as_deref(),
            Some("relation/12")
        );
        assert_eq!(
            id("-12", None, Some("Polygon")).as_deref(),
            Some("relation/12")
        );
        assert_eq!(id("12.0", None, None).as_deref(), Some("node/12"));
        assert_eq!(id("abc", None, None), None);
        assert_eq!(id("x1y2", None, None), None);
    }
}
