//! One JSON record: a GeoJSON feature, an Overpass element, or a plain object.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::coordinates::{self, Point};
use crate::draft::Draft;
use crate::error::Problem;
use crate::format::Schema;
use crate::geometry;
use crate::osm::{self, Tags};
use crate::properties::{self, Flat, Meaning};
use crate::record::{Item, Position, SkipReason, Skipped};
use crate::text::{self, Repairs};

/// Members of a record; values are parsed only when needed.
type Members<'a> = BTreeMap<String, &'a RawValue>;

/// Parses a record.
///
/// # Errors
/// [`Problem::Malformed`] if the bytes aren't a JSON object.
pub(crate) fn read(bytes: &[u8], meaning: &Meaning, position: Position) -> Result<Item, Problem> {
    let mut repairs = Repairs::default();
    let decoded = text::decode(bytes, &mut repairs);
    let members: Members<'_> = serde_json::from_str(&decoded).map_err(malformed)?;
    let mut draft = Draft::default();
    draft.repaired(repairs);
    let properties = ["properties", "attributes"]
        .iter()
        .find_map(|key| members.get(*key))
        .copied();
    match (meaning.schema, properties) {
        (Schema::Osm, Some(properties)) => {
            osm_feature(&members, properties, draft, meaning, position)
        }
        (Schema::Osm, None) => overpass_element(&members, draft, meaning, position),
        (_, Some(properties)) => free_feature(&members, properties, draft, meaning, position),
        (_, None) => {
            let value: Value = serde_json::from_str(&decoded).map_err(malformed)?;
            let mut flat = Flat::default();
            flat.add("", &value, meaning);
            flat.fill(&mut draft);
            Ok(properties::finish(draft, meaning, position))
        }
    }
}

fn malformed(error: serde_json::Error) -> Problem {
    Problem::Malformed(error.to_string())
}

/// Parses a member; null if it is missing.
fn member(members: &Members<'_>, key: &str) -> Result<Value, Problem> {
    members.get(key).map_or(Ok(Value::Null), |raw| {
        serde_json::from_str(raw.get()).map_err(malformed)
    })
}

const fn not_coffee(position: Position) -> Item {
    Item::Skipped(Skipped {
        reason: SkipReason::NotCoffee,
        count: 1,
        position,
    })
}

/// A feature's own ID as text.
fn own_id(members: &Members<'_>) -> Result<Option<String>, Problem> {
    Ok(match member(members, "id")? {
        Value::String(id) => Some(id),
        Value::Number(id) => Some(id.to_string()),
        _ => None,
    })
}

fn osm_feature(
    members: &Members<'_>,
    properties: &RawValue,
    draft: Draft,
    meaning: &Meaning,
    position: Position,
) -> Result<Item, Problem> {
    if !meaning.everything && !osm::may_be_coffee(properties.get().as_bytes()) {
        return Ok(not_coffee(position));
    }
    let properties: Value = serde_json::from_str(properties.get()).map_err(malformed)?;
    let Value::Object(properties) = properties else {
        return Ok(not_coffee(position));
    };
    let geometry = member(members, "geometry")?;
    let pairs = properties.iter().map(|(key, value)| (key.as_str(), value));
    Ok(properties::osm_properties(
        pairs,
        own_id(members)?,
        Some(&geometry),
        draft,
        meaning,
        position,
    ))
}

fn overpass_element(
    members: &Members<'_>,
    draft: Draft,
    meaning: &Meaning,
    position: Position,
) -> Result<Item, Problem> {
    let Some(raw) = members.get("tags") else {
        return Ok(not_coffee(position));
    };
    if !meaning.everything && !osm::may_be_coffee(raw.get().as_bytes()) {
        return Ok(not_coffee(position));
    }
    let Value::Object(values) = serde_json::from_str::<Value>(raw.get()).map_err(malformed)? else {
        return Err(Problem::Malformed("\"tags\" is no object".to_owned()));
    };
    let mut tags = Tags::default();
    for (key, value) in &values {
        if let Value::String(text) = value {
            tags.push(key.as_str(), text.as_str());
        }
    }
    let timestamp = member(members, "timestamp")?;
    if let Value::String(timestamp) = &timestamp {
        tags.push("@timestamp", timestamp.as_str());
    }
    let kind = member(members, "type")?;
    let id = own_id(members)?.and_then(|id| osm::element_id(&id, kind.as_str(), None));
    Ok(osm::item(
        &tags,
        id,
        element_point(members)?,
        draft,
        position,
        meaning.everything,
    ))
}

/// The point of an Overpass element: its own coordinates, `center`, the ring of `out geom`, or the middle of `bounds`.
fn element_point(members: &Members<'_>) -> Result<Option<Point>, Problem> {
    let at = |latitude: &Value, longitude: &Value| {
        Some(coordinates::check(latitude.as_f64()?, longitude.as_f64()?))
    };
    let inner = |value: &Value| at(value.get("lat")?, value.get("lon")?);
    if let Some(point) = at(&member(members, "lat")?, &member(members, "lon")?) {
        return Ok(Some(point));
    }
    if let Some(point) = inner(&member(members, "center")?) {
        return Ok(Some(point));
    }
    if let Value::Array(list) = member(members, "geometry")? {
        let ring: Vec<(f64, f64)> = list
            .iter()
            .filter_map(|point| Some((point.get("lon")?.as_f64()?, point.get("lat")?.as_f64()?)))
            .collect();
        if let Some((longitude, latitude)) = geometry::centroid(&ring) {
            return Ok(Some(coordinates::check(latitude, longitude)));
        }
    }
    let bounds = member(members, "bounds")?;
    let middle = |low: &str, high: &str| {
        Some(f64::midpoint(
            bounds.get(low)?.as_f64()?,
            bounds.get(high)?.as_f64()?,
        ))
    };
    Ok(middle("minlat", "maxlat")
        .zip(middle("minlon", "maxlon"))
        .map(|(latitude, longitude)| coordinates::check(latitude, longitude)))
}

/// Nodes of an Overpass way; `None` for anything else.
pub(crate) fn way_nodes(bytes: &[u8]) -> Option<Vec<i64>> {
    let members: Members<'_> = serde_json::from_slice(bytes).ok()?;
    let Ok(Value::Array(nodes)) = member(&members, "nodes") else {
        return None;
    };
    Some(nodes.iter().filter_map(Value::as_i64).collect())
}

/// ID, longitude and latitude of an Overpass node; `None` for anything else.
pub(crate) fn node_point(bytes: &[u8]) -> Option<(i64, (f64, f64))> {
    let value: Value = serde_json::from_slice(bytes).ok()?;
    let number = |key| value.get(key).and_then(Value::as_f64);
    let node = value.get("type").and_then(Value::as_str) == Some("node");
    let id = value.get("id").and_then(Value::as_i64).filter(|_| node)?;
    Some((id, (number("lon")?, number("lat")?)))
}

fn free_feature(
    members: &Members<'_>,
    properties: &RawValue,
    mut draft: Draft,
    meaning: &Meaning,
    position: Position,
) -> Result<Item, Problem> {
    let properties: Value = serde_json::from_str(properties.get()).map_err(malformed)?;
    if let Some(point) = geometry::point(&member(members, "geometry")?) {
        draft.set_point(point);
    }
    let mut flat = Flat::default();
    flat.add("", &properties, meaning);
    flat.fill(&mut draft);
    if draft.record.source_id.is_none() {
        draft.record.source_id = own_id(members)?;
    }
    Ok(properties::finish(draft, meaning, position))
}
