//! A representative point for a polygon made of several ways.

use crate::geometry;

type Pair = (f64, f64);

/// Centroid of the largest ring formed by the lines; the mean of all points if none closes. The lines may be in any
/// order and direction.
pub(crate) fn point(lines: Vec<Vec<Pair>>) -> Option<Pair> {
    let all: Vec<Pair> = lines.iter().flatten().copied().collect();
    let closed = rings(lines).into_iter().filter(|ring| ring.len() > 3);
    let largest = closed.max_by(|a, b| geometry::area(a).abs().total_cmp(&geometry::area(b).abs()));
    largest
        .and_then(|ring| geometry::centroid(&ring))
        .or_else(|| geometry::mean(&all))
}

/// Joins lines end to end into closed rings; drops what doesn't close.
fn rings(mut lines: Vec<Vec<Pair>>) -> Vec<Vec<Pair>> {
    let mut rings = Vec::new();
    while let Some(mut ring) = lines.pop() {
        while ring.first() != ring.last() {
            let end = ring.last().copied();
            let Some(next) = lines
                .iter()
                .position(|line| line.first().copied() == end || line.last().copied() == end)
            else {
                break;
            };
            let mut line = lines.swap_remove(next);
            if line.first().copied() != end {
                line.reverse();
            }
            ring.extend(line.into_iter().skip(1));
        }
        if ring.first() == ring.last() {
            rings.push(ring);
        }
    }
    rings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_in_any_order_and_direction_form_a_ring() {
        let lines = vec![
            vec![(0.0, 0.0), (2.0, 0.0)],
            vec![(0.0, 2.0), (0.0, 0.0)],
            vec![(0.0, 2.0), (2.0, 2.0), (2.0, 0.0)],
        ];
        assert_eq!(point(lines), Some((1.0, 1.0)));
    }

    #[test]
    fn the_largest_ring_counts_and_an_open_line_has_a_mean() {
        let square = |x: f64, size: f64| {
            vec![
                (x, 0.0),
                (x + size, 0.0),
                (x + size, size),
                (x, size),
                (x, 0.0),
            ]
        };
        assert_eq!(
            point(vec![square(10.0, 1.0), square(0.0, 2.0)]),
            Some((1.0, 1.0))
        );
        assert_eq!(point(vec![vec![(0.0, 0.0), (4.0, 2.0)]]), Some((2.0, 1.0)));
        assert_eq!(point(Vec::new()), None);
    }
}
