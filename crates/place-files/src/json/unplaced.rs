//! Ways in an Overpass response without `out center`: their nodes are elsewhere in the same file.

use std::collections::HashMap;

use crate::coordinates;
use crate::geometry;
use crate::record::{Item, Note, PlaceRecord};

/// More ways than any Overpass response has; any beyond this stay without coordinates.
const MAX_WAITING: usize = 200_000;

/// Places waiting for the coordinates of their nodes.
#[derive(Debug, Default)]
pub(crate) struct Unplaced {
    waiting: Vec<(PlaceRecord, Vec<i64>)>,
    nodes: HashMap<i64, Option<(f64, f64)>>,
}

impl Unplaced {
    /// Whether no place is waiting.
    pub(crate) const fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Keeps a place until its nodes are known; returns it if the limit is reached.
    pub(crate) fn keep(&mut self, place: PlaceRecord, nodes: Vec<i64>) -> Option<PlaceRecord> {
        if self.waiting.len() >= MAX_WAITING {
            return Some(place);
        }
        for node in &nodes {
            self.nodes.entry(*node).or_default();
        }
        self.waiting.push((place, nodes));
        None
    }

    /// Takes a node's longitude and latitude if a place is waiting for it.
    pub(crate) fn offer(&mut self, node: i64, point: (f64, f64)) {
        if let Some(known) = self.nodes.get_mut(&node) {
            *known = Some(point);
        }
    }

    /// Whether every node was found.
    pub(crate) fn is_complete(&self) -> bool {
        self.nodes.values().all(Option::is_some)
    }

    /// The places, each at the centroid of the nodes that were found.
    pub(crate) fn finish(self) -> impl Iterator<Item = Item> {
        let nodes = self.nodes;
        self.waiting.into_iter().map(move |(mut place, ids)| {
            let ring: Vec<(f64, f64)> = ids
                .iter()
                .filter_map(|id| nodes.get(id).copied().flatten())
                .collect();
            if let Some((longitude, latitude)) = geometry::centroid(&ring) {
                let point = coordinates::check(latitude, longitude);
                (place.latitude, place.longitude) = point.degrees.unzip();
                let notes: Option<Note> = point.note;
                place.notes.extend(notes);
            }
            Item::Place(Box::new(place))
        })
    }
}
