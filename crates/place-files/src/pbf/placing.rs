//! Finds the coordinates that an element needs, and turns it into a place.

use std::collections::HashMap;

use crate::coordinates;
use crate::draft::Draft;
use crate::geometry;
use crate::osm;
use crate::record::{Item, Position};

use super::element::{Element, Kind};

/// Collects the nodes and ways whose coordinates an element needs.
pub(super) fn want(element: &Element<'_>, nodes: &mut Vec<i64>, ways: &mut Vec<i64>) {
    if !element.points.is_empty() {
        return;
    }
    for reference in element
        .references
        .iter()
        .filter(|reference| !reference.inner)
    {
        match reference.kind {
            Kind::Node => nodes.push(reference.id),
            Kind::Way => ways.push(reference.id),
            Kind::Relation => {}
        }
    }
}

/// Centroid of a way or of a relation's largest ring; a node's own point.
pub(super) fn place(
    element: &Element<'_>,
    nodes: &HashMap<i64, (f64, f64)>,
    ways: &HashMap<i64, Vec<i64>>,
    position: Position,
) -> Item {
    let line = |ids: &mut dyn Iterator<Item = i64>| -> Vec<(f64, f64)> {
        ids.filter_map(|id| nodes.get(&id).copied()).collect()
    };
    let outer = || {
        element
            .references
            .iter()
            .filter(|reference| !reference.inner)
    };
    let own_nodes = || {
        line(
            &mut outer()
                .filter(|reference| reference.kind == Kind::Node)
                .map(|reference| reference.id),
        )
    };
    let point = if !element.points.is_empty() {
        geometry::centroid(&element.points)
    } else if element.kind == Kind::Way {
        geometry::centroid(&own_nodes())
    } else {
        let members = outer()
            .filter(|reference| reference.kind == Kind::Way)
            .filter_map(|reference| ways.get(&reference.id));
        super::rings::point(members.map(|ids| line(&mut ids.iter().copied())).collect())
            .or_else(|| geometry::mean(&own_nodes()))
    };
    let kind = match element.kind {
        Kind::Node => "node",
        Kind::Way => "way",
        Kind::Relation => "relation",
    };
    let point = point.map(|(longitude, latitude)| coordinates::check(latitude, longitude));
    let mut draft = Draft::default();
    draft.repaired(element.repairs);
    osm::item(
        &element.tags,
        Some(format!("{kind}/{}", element.id)),
        point,
        draft,
        position,
        false,
    )
}
