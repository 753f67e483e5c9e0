//! Turns properties of any shape into a place: nested objects become dotted names, names become fields.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::column::{Seen, mapped};
use crate::coordinates::{self, Point};
use crate::draft::Draft;
use crate::field::{self, Field};
use crate::format::Schema;
use crate::geometry;
use crate::hstore;
use crate::kind::{self, Kind};
use crate::loose;
use crate::osm::{self, Tags};
use crate::record::{Item, OtherKind, Position, SkipReason, Skipped, SourceKind};
use crate::text::{self, Repairs};

/// How to interpret records.
#[derive(Debug, Clone)]
pub(crate) struct Meaning {
    pub schema: Schema,
    /// Source of records whose schema implies none.
    pub kind: SourceKind,
    /// `--map`: column or property, and its field; `None` = ignored.
    pub map: Vec<(String, Option<Field>)>,
    /// Return places of all kinds, not only coffee places.
    pub everything: bool,
    /// Notes values by name, for a sample.
    pub seen: Option<Seen>,
}

impl Meaning {
    fn source_kind(&self) -> SourceKind {
        match self.schema {
            Schema::Osm => SourceKind::Osm,
            Schema::Foursquare => SourceKind::Foursquare,
            Schema::Overture => SourceKind::Overture,
            Schema::Free => self.kind,
        }
    }

    /// Field of a dotted name.
    fn field(&self, name: &str) -> Option<(Field, u8)> {
        if let Some((field, rank)) = mapped(name, &self.map) {
            return field.map(|field| (field, rank));
        }
        if self.schema == Schema::Overture && name.starts_with("names.common.") {
            return Some((Field::AlternativeName, 0));
        }
        field::recognise(name)
    }
}

/// Values found for each field, before the best is chosen.
#[derive(Default)]
pub(crate) struct Flat {
    values: Vec<(Field, u8, String)>,
    point: Option<Point>,
    /// Center of a bounding box.
    middle: Option<Point>,
}

impl Flat {
    /// Walks through a value under its dotted name.
    pub(crate) fn add(&mut self, name: &str, value: &Value, meaning: &Meaning) {
        match value {
            Value::Null => {}
            Value::Object(members) => self.add_object(name, members, meaning),
            Value::Array(list) => self.add_list(name, list, meaning),
            Value::String(text) => self.add_text(name, text.clone(), meaning),
            Value::Bool(_) | Value::Number(_) => self.add_text(name, value.to_string(), meaning),
        }
    }

    fn add_object(
        &mut self,
        name: &str,
        members: &serde_json::Map<String, Value>,
        meaning: &Meaning,
    ) {
        if members.contains_key("coordinates") && members.contains_key("type") {
            let found = geometry::point(&Value::Object(members.clone()));
            self.point = self.point.take().or(found);
            return;
        }
        if name == "bbox" {
            let corner = |key: &str| members.get(key).and_then(Value::as_f64);
            let middle = |low, high| Some(f64::midpoint(corner(low)?, corner(high)?));
            let point = middle("ymin", "ymax").zip(middle("xmin", "xmax"));
            self.middle =
                point.map(|(latitude, longitude)| coordinates::check(latitude, longitude));
            return;
        }
        for (key, value) in members {
            if name.is_empty() {
                self.add(key, value, meaning);
            } else {
                self.add(&format!("{name}.{key}"), value, meaning);
            }
        }
    }

    fn add_list(&mut self, name: &str, list: &[Value], meaning: &Meaning) {
        let found = meaning.field(name).map(|(field, _)| field);
        if let (Some(Field::Coordinates), [Value::Number(longitude), Value::Number(latitude)]) =
            (found, list)
        {
            // GeoJSON's order.
            return self.add_text(name, format!("POINT ({longitude} {latitude})"), meaning);
        }
        if found == Some(Field::Hours) && list.iter().all(Value::is_string) {
            let lines: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
            return self.add_text(name, lines.join("\n"), meaning);
        }
        if found == Some(Field::Hours) && list.iter().any(Value::is_object) {
            let lines: Vec<String> = list.iter().map(hours_line).collect();
            return self.add_text(name, lines.join("\n"), meaning);
        }
        // Parts of two addresses must not be mixed.
        let several = if name.contains("address") {
            1
        } else {
            list.len()
        };
        for value in list.iter().take(several) {
            self.add(name, value, meaning);
        }
    }

    fn add_text(&mut self, name: &str, value: String, meaning: &Meaning) {
        if let Some(seen) = &meaning.seen {
            seen.note(name, &value);
        }
        if let Some((field, rank)) = meaning.field(name) {
            self.values.push((field, rank, value));
        }
    }

    /// Passes the values to the draft, most specific names first.
    pub(crate) fn fill(mut self, draft: &mut Draft) {
        if let Some(point) = self.point {
            draft.set_point(point);
        }
        if let Some(point) = self.middle {
            draft.set_fallback_point(point);
        }
        self.values.sort_by_key(|(_, rank, _)| *rank);
        for (field, rank, value) in &self.values {
            if *field == Field::Coordinates
                && let Some(point) = geometry::wkb_hex_point(value)
            {
                draft.set_point(point);
            } else {
                draft.at_rank(*rank).set(*field, value);
            }
        }
    }
}

/// One entry of a list of hours: `Monday: 07:00-15:00`, or its own text, so that at least that is kept.
fn hours_line(entry: &Value) -> String {
    let text = |keys: &[&str]| {
        let found = keys.iter().find_map(|key| entry.get(key))?;
        match found {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    };
    let day = text(&["day", "dayOfWeek", "day_of_week", "weekday", "days"]);
    let opens = text(&["open", "opens", "start", "from"]);
    let closes = text(&["close", "closes", "end", "to"]);
    match (day, opens, closes, entry) {
        (Some(day), Some(opens), Some(closes), _) => format!("{day}: {opens}-{closes}"),
        // No hours, which the draft sees.
        (Some(day), Some(opens), None, _) => format!("{day}: {opens}"),
        (_, _, _, Value::String(line)) => line.clone(),
        _ => entry.to_string(),
    }
}

/// Parses a table cell with nested values, as JSON or in a database's notation; `false` if it is anything else.
pub(crate) fn nested_text(draft: &mut Draft, name: &str, value: &[u8], meaning: &Meaning) -> bool {
    let mut repairs = Repairs::default();
    let text = text::decode(value, &mut repairs);
    let Some(value) = serde_json::from_str::<Value>(&text)
        .ok()
        .or_else(|| loose::parse(&text))
    else {
        return false;
    };
    let mut flat = Flat::default();
    flat.add(name, &value, meaning);
    flat.fill(draft);
    true
}

/// Overture's confidence that a place exists, below which it hardly does.
const HARDLY_EXISTS: f64 = 0.3;
/// Overture's types of features other than places.
const OTHER_FEATURES: [&str; 13] = [
    "address",
    "bathymetry",
    "building",
    "building_part",
    "connector",
    "division",
    "division_area",
    "division_boundary",
    "infrastructure",
    "land",
    "land_cover",
    "land_use",
    "segment",
];
/// Types of records in any format, which say nothing about a place.
const RECORD_TYPES: [&str; 7] = [
    "feature", "node", "place", "point", "polygon", "relation", "way",
];

/// Finishes a record of any schema except OpenStreetMap: a place, or skipped if it certainly isn't a coffee place or its
/// source hardly believes in it.
pub(crate) fn finish(draft: Draft, meaning: &Meaning, position: Position) -> Item {
    let confidence = draft.confidence();
    let mut place = draft.finish();
    let is_overture = meaning.schema == Schema::Overture;
    let is_other_feature =
        |category: &String| is_overture && OTHER_FEATURES.contains(&category.as_str());
    let is_no_place = place.categories.iter().any(is_other_feature)
        || is_overture && confidence.is_some_and(|share| share < HARDLY_EXISTS);
    place
        .categories
        .retain(|category| !RECORD_TYPES.contains(&category.to_lowercase().as_str()));
    let kind = if meaning.everything {
        Kind::Coffee
    } else if is_no_place {
        Kind::Other
    } else {
        kind::of(&place, meaning.schema)
    };
    match kind {
        Kind::Coffee => {}
        Kind::Doubtful(word) => {
            place.other_kind = Some(OtherKind {
                word,
                is_certain: false,
            });
        }
        // The record is named where it is left out.
        Kind::OtherByName(word) => {
            place.other_kind = Some(OtherKind {
                word: word.to_owned(),
                is_certain: true,
            });
        }
        Kind::Other => {
            return Item::Skipped(Skipped {
                reason: SkipReason::NotCoffee,
                count: 1,
                position,
            });
        }
    }
    let spoken = |category: &String| !is_opaque(category);
    if place.categories.iter().any(spoken) {
        place.categories.retain(spoken);
    }
    if is_overture && place.provider_chain.is_none() {
        place.provider_chain = place.brand.clone().or_else(|| place.brand_wikidata.clone());
    }
    place.source_kind = meaning.source_kind();
    place.position = position;
    Item::Place(Box::new(place))
}

/// Whether a category is a Foursquare ID rather than words.
fn is_opaque(category: &str) -> bool {
    category.len() == 24 && category.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A table row whose columns are OpenStreetMap tags.
pub(crate) fn osm_row<'a>(
    columns: impl Iterator<Item = (&'a str, &'a [u8])>,
    meaning: &Meaning,
    position: Position,
) -> Item {
    let mut repairs = Repairs::default();
    let mut values = BTreeMap::new();
    for (key, value) in columns {
        let value = text::decode(value, &mut repairs);
        values
            .entry(key.to_owned())
            .or_insert_with(|| Value::String(value.into_owned()));
    }
    let mut draft = Draft::default();
    draft.repaired(repairs);
    osm_properties(
        values.iter().map(|(key, value)| (key.as_str(), value)),
        None,
        None,
        draft,
        meaning,
        position,
    )
}

/// OpenStreetMap tags among properties: flat, packed into one text, or nested under `tags`.
///
/// `id` is the feature's own ID; the properties `@id`, `full_id`, `osm_id` and `id` take precedence.
pub(crate) fn osm_properties<'a>(
    properties: impl Iterator<Item = (&'a str, &'a Value)> + Clone,
    id: Option<String>,
    geometry: Option<&Value>,
    mut draft: Draft,
    meaning: &Meaning,
    position: Position,
) -> Item {
    let mut tags = Tags::default();
    for (key, value) in properties.clone() {
        match value {
            Value::String(packed)
                if matches!(key, "tags" | "other_tags" | "all_tags")
                    && hstore::is_packed(packed) =>
            {
                for (key, value) in hstore::parse(packed) {
                    tags.push(key, value);
                }
            }
            Value::String(packed)
                if matches!(key, "tags" | "other_tags" | "all_tags")
                    && packed.trim_start().starts_with('{') =>
            {
                if let Ok(Value::Object(nested)) = serde_json::from_str(packed) {
                    push_all(&mut tags, &nested);
                }
            }
            Value::Object(nested) if matches!(key, "tags" | "meta" | "other_tags" | "all_tags") => {
                push_all(&mut tags, nested)
            }
            _ => {}
        }
    }
    for (key, value) in properties {
        if let Some(text) = scalar(value) {
            if let Some(wanted) = mapped(key, &meaning.map).and_then(|(field, _)| field) {
                draft.set(wanted, &text);
            }
            tags.push(key.to_owned(), text);
        }
    }
    let kind_of_geometry = geometry
        .and_then(|geometry| geometry.get("type"))
        .and_then(Value::as_str);
    let kind = ["osm_type", "@type", "element_type", "type"]
        .iter()
        .find_map(|key| tags.get(key))
        .filter(|kind| is_element_kind(kind));
    let way = tags
        .get("osm_way_id")
        .map(|id| format!("way/{}", id.trim()));
    let own = ["@id", "full_id", "osm_id", "osmid", "id"]
        .iter()
        .find_map(|key| tags.get(key))
        .map(str::to_owned);
    let id = own
        .or(way)
        .or(id)
        .and_then(|id| osm::element_id(&id, kind, kind_of_geometry));
    let point = geometry.and_then(geometry::point);
    osm::item(&tags, id, point, draft, position, meaning.everything)
}

/// Whether a `type` is an element type; relations also have a tag `type=multipolygon`.
fn is_element_kind(kind: &str) -> bool {
    let lower = kind.to_ascii_lowercase();
    matches!(lower.as_str(), "n" | "w" | "r")
        || ["node", "way", "relation"]
            .iter()
            .any(|name| lower.starts_with(name))
}

fn push_all(tags: &mut Tags<'_>, members: &serde_json::Map<String, Value>) {
    for (key, value) in members {
        if let Some(text) = scalar(value) {
            tags.push(key.clone(), text);
        }
    }
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(true) => Some("yes".to_owned()),
        Value::Bool(false) => Some("no".to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}
