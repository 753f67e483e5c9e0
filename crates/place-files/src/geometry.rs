//! A representative point for every geometry.

use serde_json::Value;

use crate::coordinates::{self, Point};

/// Longitude and latitude.
type Pair = (f64, f64);

/// The point of a GeoJSON geometry: the point itself, the centroid of the (largest) polygon's outer ring, or the
/// midpoint of a line. Also reads Esri JSON's `{"x":…,"y":…}` and `{"rings":[…]}`.
pub(crate) fn point(geometry: &Value) -> Option<Point> {
    let (longitude, latitude) = position(geometry, 0)?;
    Some(coordinates::check(latitude, longitude))
}

fn position(geometry: &Value, depth: u8) -> Option<Pair> {
    if let (Some(x), Some(y)) = (number(geometry.get("x")), number(geometry.get("y"))) {
        return Some((x, y));
    }
    if let Some(rings) = geometry.get("rings").and_then(Value::as_array) {
        return rings.first().and_then(|ring| centroid(&pairs(ring)));
    }
    let kind = geometry.get("type").and_then(Value::as_str)?;
    if kind == "GeometryCollection" && depth < 8 {
        let parts = geometry.get("geometries")?.as_array()?;
        return parts.iter().find_map(|part| position(part, depth + 1));
    }
    let coordinates = geometry.get("coordinates")?;
    let ring = |polygon: &Value| pairs(polygon.get(0).unwrap_or(&Value::Null));
    match kind {
        "Point" => pair(coordinates),
        "MultiPoint" | "LineString" => mean(&pairs(coordinates)),
        "MultiLineString" => coordinates
            .as_array()?
            .iter()
            .find_map(|line| mean(&pairs(line))),
        "Polygon" => centroid(&ring(coordinates)),
        "MultiPolygon" => {
            let rings = coordinates.as_array()?.iter().map(ring);
            let largest = rings.max_by(|a, b| area(a).abs().total_cmp(&area(b).abs()))?;
            centroid(&largest)
        }
        _ => None,
    }
}

/// A number, possibly as text.
fn number(value: Option<&Value>) -> Option<f64> {
    match value? {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => coordinates::degrees(text),
        _ => None,
    }
}

fn pair(value: &Value) -> Option<Pair> {
    Some((number(value.get(0))?, number(value.get(1))?))
}

fn pairs(value: &Value) -> Vec<Pair> {
    value
        .as_array()
        .map(|list| list.iter().filter_map(pair).collect())
        .unwrap_or_default()
}

/// The mean of the points; `None` if there are none.
pub(crate) fn mean(points: &[Pair]) -> Option<Pair> {
    let count = u32::try_from(points.len())
        .ok()
        .filter(|count| *count > 0)?;
    let (x, y) = points
        .iter()
        .fold((0.0, 0.0), |(x, y), (a, b)| (x + a, y + b));
    Some((x / f64::from(count), y / f64::from(count)))
}

/// Twice the signed area of a ring. Computed relative to its first point, to keep precision for buildings a few meters
/// wide.
pub(crate) fn area(ring: &[Pair]) -> f64 {
    triangles(ring).map(|(_, twice)| twice).sum()
}

/// Triangle fan from the first point: the sum of the two other corners, and twice the signed area.
fn triangles(ring: &[Pair]) -> impl Iterator<Item = (Pair, f64)> {
    let (x0, y0) = ring.first().copied().unwrap_or_default();
    ring.iter()
        .zip(ring.iter().skip(1))
        .map(move |((xa, ya), (xb, yb))| {
            let (xa, ya, xb, yb) = (xa - x0, ya - y0, xb - x0, yb - y0);
            ((xa + xb, ya + yb), xa * yb - xb * ya)
        })
}

/// Centroid of a ring, closed or not; the mean of its points if it has no area.
pub(crate) fn centroid(ring: &[Pair]) -> Option<Pair> {
    let (x0, y0) = ring.first().copied()?;
    let twice = area(ring);
    if twice.abs() < 1e-18 {
        let open = if ring.len() > 1 && ring.first() == ring.last() {
            ring.get(1..)?
        } else {
            ring
        };
        return mean(open);
    }
    let (x, y) = triangles(ring).fold((0.0, 0.0), |(x, y), ((a, b), part)| {
        (x + a * part, y + b * part)
    });
    Some((x0 + x / (3.0 * twice), y0 + y / (3.0 * twice)))
}

/// A point in well-known binary, as written by PostGIS and GeoParquet; `None` for other geometries.
pub(crate) fn wkb_point(bytes: &[u8]) -> Option<Point> {
    let little = bytes.first()? == &1;
    let word = |place: usize| {
        let four: [u8; 4] = bytes.get(place..place + 4)?.try_into().ok()?;
        Some(if little {
            u32::from_le_bytes(four)
        } else {
            u32::from_be_bytes(four)
        })
    };
    let real = |place: usize| {
        let eight: [u8; 8] = bytes.get(place..place + 8)?.try_into().ok()?;
        Some(if little {
            f64::from_le_bytes(eight)
        } else {
            f64::from_be_bytes(eight)
        })
    };
    let kind = word(1)?;
    // EWKB marks an SRID in the type's high bits; ISO adds 1000 for each extra dimension.
    let start = if kind & 0x2000_0000 == 0 { 5 } else { 9 };
    if (kind & 0x0FFF_FFFF) % 1000 != 1 {
        return None;
    }
    let (longitude, latitude) = (real(start)?, real(start + 8)?);
    (longitude.is_finite() && latitude.is_finite()).then(|| coordinates::check(latitude, longitude))
}

/// A point in hex-encoded well-known binary, as in PostGIS's CSV exports.
pub(crate) fn wkb_hex_point(text: &str) -> Option<Point> {
    if text.len() < 42 || text.len() > 100 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let digits = (0..text.len() / 2)
        .map(|index| u8::from_str_radix(text.get(index * 2..index * 2 + 2)?, 16).ok());
    wkb_point(&digits.collect::<Option<Vec<u8>>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn at(geometry: &Value) -> Option<(f64, f64)> {
        let (latitude, longitude) = point(geometry)?.degrees?;
        Some((
            (latitude * 1e6).round() / 1e6,
            (longitude * 1e6).round() / 1e6,
        ))
    }

    #[test]
    fn points_of_geometries() {
        let square = json!([
            [-90.0, 30.0],
            [-89.0, 30.0],
            [-89.0, 31.0],
            [-90.0, 31.0],
            [-90.0, 30.0]
        ]);
        let small = json!([[-80.0, 40.0], [-79.9, 40.0], [-79.9, 40.1], [-80.0, 40.0]]);
        assert_eq!(
            at(&json!({"type": "Point", "coordinates": [-92.4, 31.3, 20.0]})),
            Some((31.3, -92.4))
        );
        assert_eq!(
            at(&json!({"type": "Polygon", "coordinates": [square]})),
            Some((30.5, -89.5))
        );
        assert_eq!(
            at(&json!({"type": "MultiPolygon", "coordinates": [[small], [square]]})),
            Some((30.5, -89.5))
        );
        assert_eq!(
            at(&json!({"type": "LineString", "coordinates": [[-90.0, 30.0], [-89.0, 31.0]]})),
            Some((30.5, -89.5))
        );
        assert_eq!(
            at(&json!({"type": "Polygon", "coordinates": [[[-90.0, 30.0], [-90.0, 30.0]]]})),
            Some((30.0, -90.0))
        );
        assert_eq!(
            at(
                &json!({"type": "GeometryCollection", "geometries": [{"type": "Point", "coordinates": [-1.0, 2.0]}]})
            ),
            Some((2.0, -1.0))
        );
        assert_eq!(at(&json!({"x": -92.4, "y": "31.3"})), Some((31.3, -92.4)));
        for empty in [
            json!(null),
            json!({"type": "Point", "coordinates": []}),
            json!({"type": "Polygon", "coordinates": []}),
            json!({"type": "Point"}),
        ] {
            assert_eq!(at(&empty), None, "{empty}");
        }
    }

    #[test]
    fn a_building_keeps_its_digits() {
        // A square of about 10 meters.
        let (x, y, d) = (-78.921_652_9, 36.008_172_1, 0.000_1);
        let ring = [(x, y), (x + d, y), (x + d, y + d), (x, y + d), (x, y)];
        let (cx, cy) = centroid(&ring).expect("a ring");
        assert!((cx - (x + d / 2.0)).abs() < 1e-9 && (cy - (y + d / 2.0)).abs() < 1e-9);
    }

    #[test]
    fn well_known_binary() {
        let hex = "0101000020E61000009A999999991957C0CDCCCCCCCC4C3F40";
        let point = wkb_hex_point(hex)
            .and_then(|point| point.degrees)
            .expect("a point");
        assert!((point.0 - 31.3).abs() < 1e-9 && (point.1 + 92.4).abs() < 1e-9);
        assert_eq!(
            wkb_hex_point("0102000020E61000009A999999991957C0CDCCCCCCCC4C3F40"),
            None
        );
        assert_eq!(wkb_point(&[1, 1]), None);
    }
}
