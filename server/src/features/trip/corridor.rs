//! The strip of land along the straight way between two points.

use gazetteer::{EARTH_RADIUS_MILES, distance_miles};

/// Degrees of latitude and longitude.
type Point = (f64, f64);
/// A point on a sphere of radius 1, or a direction.
type Vector = [f64; 3];

/// The straight way between two points: a part of a great circle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corridor {
    from: Point,
    to: Point,
    /// Its length.
    pub(super) miles: f64,
    /// The first point, the direction in which the way leaves it, and the pole of its circle; none if it leads nowhere.
    course: Option<(Vector, Vector, Vector)>,
}

/// Where a point is, seen from the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Beside {
    /// Miles along the way to where the point is nearest.
    pub(super) along: f64,
    /// Miles from there.
    pub(super) off: f64,
}

impl Corridor {
    pub(super) fn between(from: Point, to: Point) -> Self {
        let (start, end) = (vector(from), vector(to));
        let course = unit(cross(start, end)).map(|pole| (start, cross(pole, start), pole));
        Self {
            from,
            to,
            miles: distance_miles(from, to),
            course,
        }
    }

    pub(super) fn beside(&self, point: Point) -> Beside {
        let at = |along, end| Beside {
            along,
            off: distance_miles(end, point),
        };
        let Some((start, ahead, pole)) = self.course else {
            return at(0.0, self.from);
        };
        let seen = vector(point);
        let along = dot(seen, ahead).atan2(dot(seen, start)) * EARTH_RADIUS_MILES;
        if along < 0.0 {
            at(0.0, self.from)
        } else if along > self.miles {
            at(self.miles, self.to)
        } else {
            let off = dot(seen, pole).clamp(-1.0, 1.0).asin().abs() * EARTH_RADIUS_MILES;
            Beside { along, off }
        }
    }

    /// Points along the way, at most `step` miles apart, with both ends.
    pub(super) fn points(&self, step: f64) -> Vec<Point> {
        let Some((start, ahead, _)) = self.course else {
            return vec![self.from];
        };
        let steps = (self.miles / step).ceil().max(1.0);
        let mut points = Vec::new();
        let mut number = 0.0;
        while number <= steps {
            let angle = self.miles * number / steps / EARTH_RADIUS_MILES;
            let (sine, cosine) = angle.sin_cos();
            let [x, y, z] = std::array::from_fn(|axis| {
                let part = |of: Vector| of.get(axis).copied().unwrap_or_default();
                cosine * part(start) + sine * part(ahead)
            });
            points.push((
                z.clamp(-1.0, 1.0).asin().to_degrees(),
                y.atan2(x).to_degrees(),
            ));
            number += 1.0;
        }
        points
    }
}

fn vector((latitude, longitude): Point) -> Vector {
    let (latitude, longitude) = (latitude.to_radians(), longitude.to_radians());
    [
        latitude.cos() * longitude.cos(),
        latitude.cos() * longitude.sin(),
        latitude.sin(),
    ]
}

fn dot([a, b, c]: Vector, [x, y, z]: Vector) -> f64 {
    a * x + b * y + c * z
}

fn cross([a, b, c]: Vector, [x, y, z]: Vector) -> Vector {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

/// In the same direction, of length 1; `None` without a direction.
fn unit(of: Vector) -> Option<Vector> {
    let length = dot(of, of).sqrt();
    (length > 1e-9).then(|| of.map(|part| part / length))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALEXANDRIA: Point = (31.3113, -92.4451);
    const MONROE: Point = (32.5093, -92.1193);

    fn is_near(one: f64, other: f64, miles: f64) -> bool {
        (one - other).abs() <= miles
    }

    #[test]
    fn a_point_is_seen_from_the_nearest_place_of_the_way() {
        let way = Corridor::between(ALEXANDRIA, MONROE);
        assert!(is_near(way.miles, 85.0, 1.0), "{}", way.miles);
        let (start, end) = (way.beside(ALEXANDRIA), way.beside(MONROE));
        assert!(is_near(start.along, 0.0, 0.1) && is_near(start.off, 0.0, 0.1));
        assert!(is_near(end.along, way.miles, 0.1) && is_near(end.off, 0.0, 0.1));
        // Columbia, Louisiana, is on the road between them, three quarters of the way.
        let beside = way.beside((32.1052, -92.0779));
        assert!(
            is_near(beside.along, 58.0, 3.0) && beside.off < 10.0,
            "{beside:?}"
        );
        // Baton Rouge is behind, Little Rock beyond.
        let behind = way.beside((30.4515, -91.1871));
        assert_eq!(behind.along, 0.0);
        assert!(is_near(behind.off, 94.0, 3.0), "{behind:?}");
        let beyond = way.beside((34.7465, -92.2896));
        assert_eq!(beyond.along, way.miles);
    }

    #[test]
    fn a_way_that_leads_nowhere_is_a_circle() {
        let way = Corridor::between(MONROE, MONROE);
        assert_eq!(way.points(25.0), [MONROE]);
        let beside = way.beside(ALEXANDRIA);
        assert!(beside.along == 0.0 && is_near(beside.off, 85.0, 1.0));
    }

    #[test]
    fn the_points_of_a_way_are_on_it_and_not_far_apart() {
        let way = Corridor::between((39.7392, -104.9903), (41.8781, -87.6298));
        let points = way.points(25.0);
        assert!(points.len() > 36, "{}", points.len());
        for pair in points.windows(2) {
            assert!(distance_miles(pair[0], pair[1]) <= 25.01);
            assert!(way.beside(pair[1]).off < 0.01);
        }
        // Across the date line, too.
        let way = Corridor::between((52.0, 179.0), (52.0, -179.0));
        assert!(is_near(way.miles, 85.0, 2.0), "{}", way.miles);
        assert!(way.beside((52.0, 180.0)).off < 1.0);
    }
}
