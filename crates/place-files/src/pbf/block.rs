//! Decodes one block of an OpenStreetMap file.

use std::borrow::Cow;

use crate::osm::Tags;
use crate::text::{self, Repairs};

use super::element::{Element, Kind, Reference, Summary, iso_date};
use super::wire::{Damage, Fields, Numbers, Value};

/// A decompressed block.
pub(crate) struct Block<'a> {
    strings: Vec<&'a [u8]>,
    /// For each string, whether it contains a coffee keyword.
    telling: Vec<bool>,
    groups: Vec<&'a [u8]>,
    granularity: i64,
    latitude_offset: i64,
    longitude_offset: i64,
    date_granularity: i64,
}

impl<'a> Block<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Result<Self, Damage> {
        let mut block = Self {
            strings: Vec::new(),
            telling: Vec::new(),
            groups: Vec::new(),
            granularity: 100,
            latitude_offset: 0,
            longitude_offset: 0,
            date_granularity: 1000,
        };
        for field in Fields::new(bytes) {
            match field? {
                (1, table) => block.read_strings(table.bytes())?,
                (2, group) => block.groups.push(group.bytes()),
                (17, value) => block.granularity = value.signed(),
                (18, value) => block.date_granularity = value.signed(),
                (19, value) => block.latitude_offset = value.signed(),
                (20, value) => block.longitude_offset = value.signed(),
                _ => {}
            }
        }
        Ok(block)
    }

    fn read_strings(&mut self, table: &'a [u8]) -> Result<(), Damage> {
        let any = crate::osm::may_be_coffee(table);
        for field in Fields::new(table) {
            if let (1, string) = field? {
                self.strings.push(string.bytes());
                self.telling
                    .push(any && crate::osm::may_be_coffee(string.bytes()));
            }
        }
        Ok(())
    }

    /// Whether the block may contain a coffee place.
    pub(crate) fn is_telling(&self) -> bool {
        self.telling.contains(&true)
    }

    /// Counts the elements and finds their ID ranges.
    pub(crate) fn summary(&self) -> Result<Summary, Damage> {
        let mut summary = Summary::default();
        for group in &self.groups {
            for field in Fields::new(group) {
                let (number, value) = field?;
                match number {
                    1 => {
                        summary.nodes.add(id_of(value.bytes())?.zigzag());
                        summary.elements += 1;
                    }
                    2 => {
                        for id in packed(value.bytes(), 1)?.deltas() {
                            summary.nodes.add(id);
                            summary.elements += 1;
                        }
                    }
                    3 => {
                        summary.ways.add(id_of(value.bytes())?.signed());
                        summary.elements += 1;
                    }
                    4 => summary.elements += 1,
                    _ => {}
                }
            }
        }
        Ok(summary)
    }

    /// Visits the elements that may be coffee places, in order.
    pub(crate) fn elements(&self, visit: &mut dyn FnMut(Element<'a>)) -> Result<(), Damage> {
        let mut index = 0;
        for group in &self.groups {
            for field in Fields::new(group) {
                let (number, value) = field?;
                let kind = match number {
                    1 => Kind::Node,
                    2 => {
                        index += self.dense_nodes(value.bytes(), index, visit)?;
                        continue;
                    }
                    3 => Kind::Way,
                    4 => Kind::Relation,
                    _ => continue,
                };
                if let Some(element) = self.element(kind, value.bytes(), index)? {
                    visit(element);
                }
                index += 1;
            }
        }
        Ok(())
    }

    /// Visits ID, longitude and latitude of every node.
    pub(crate) fn nodes(&self, visit: &mut dyn FnMut(i64, (f64, f64))) -> Result<(), Damage> {
        for group in &self.groups {
            for field in Fields::new(group) {
                match field? {
                    (1, node) => {
                        let (mut id, mut latitude, mut longitude) = (0, 0, 0);
                        for field in Fields::new(node.bytes()) {
                            match field? {
                                (1, value) => id = value.zigzag(),
                                (8, value) => latitude = value.zigzag(),
                                (9, value) => longitude = value.zigzag(),
                                _ => {}
                            }
                        }
                        visit(id, self.point(latitude, longitude));
                    }
                    (2, dense) => {
                        let bytes = dense.bytes();
                        let places = packed(bytes, 8)?.deltas().zip(packed(bytes, 9)?.deltas());
                        for (id, (latitude, longitude)) in packed(bytes, 1)?.deltas().zip(places) {
                            visit(id, self.point(latitude, longitude));
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Visits ID and nodes of the ways in `wanted` (sorted).
    pub(crate) fn ways(
        &self,
        wanted: &[i64],
        visit: &mut dyn FnMut(i64, Vec<i64>),
    ) -> Result<(), Damage> {
        for group in &self.groups {
            for field in Fields::new(group) {
                if let (3, way) = field? {
                    let id = id_of(way.bytes())?.signed();
                    if wanted.binary_search(&id).is_ok() {
                        visit(
                            id,
                            packed(way.bytes(), 8)?.deltas().take(MAX_NODES).collect(),
                        );
                    }
                }
            }
        }
        Ok(())
    }

    fn dense_nodes(
        &self,
        dense: &'a [u8],
        index: u64,
        visit: &mut dyn FnMut(Element<'a>),
    ) -> Result<u64, Damage> {
        let mut latitudes = packed(dense, 8)?.deltas();
        let mut longitudes = packed(dense, 9)?.deltas();
        let mut keys_values = packed(dense, 10)?;
        let mut info = &[][..];
        for field in Fields::new(dense) {
            if let (5, value) = field? {
                info = value.bytes();
            }
        }
        let mut dates = packed(info, 2)?.deltas();
        let mut count = 0;
        let mut pairs: Vec<(u64, u64)> = Vec::new();
        for id in packed(dense, 1)?.deltas() {
            let (latitude, longitude) = (
                latitudes.next().ok_or(Damage)?,
                longitudes.next().ok_or(Damage)?,
            );
            let date = dates.next();
            pairs.clear();
            while let Some(key) = keys_values.next().filter(|key| *key != 0) {
                pairs.push((key, keys_values.next().ok_or(Damage)?));
            }
            if pairs.iter().any(|(_, value)| self.is_telling_value(*value)) {
                let mut element = Element {
                    kind: Kind::Node,
                    id,
                    index: index + count,
                    tags: Tags::default(),
                    points: vec![self.point(latitude, longitude)],
                    references: Vec::new(),
                    repairs: Repairs::default(),
                };
                self.fill_tags(&mut element, pairs.iter().copied(), date);
                visit(element);
            }
            count += 1;
        }
        Ok(count)
    }

    fn is_telling_value(&self, value: u64) -> bool {
        usize::try_from(value)
            .ok()
            .and_then(|index| self.telling.get(index))
            == Some(&true)
    }

    fn fill_tags(
        &self,
        element: &mut Element<'a>,
        pairs: impl Iterator<Item = (u64, u64)>,
        date: Option<i64>,
    ) {
        let string = |index: u64, repairs: &mut Repairs| -> Cow<'a, str> {
            let bytes = usize::try_from(index)
                .ok()
                .and_then(|index| self.strings.get(index));
            text::decode(bytes.copied().unwrap_or_default(), repairs)
        };
        for (key, value) in pairs {
            let key = string(key, &mut element.repairs);
            let value = string(value, &mut element.repairs);
            element.tags.push(key, value);
        }
        if let Some(date) = date.filter(|date| *date > 0) {
            let seconds = date.saturating_mul(self.date_granularity) / 1000;
            element.tags.push("@timestamp", iso_date(seconds));
        }
    }

    fn element(
        &self,
        kind: Kind,
        bytes: &'a [u8],
        index: u64,
    ) -> Result<Option<Element<'a>>, Damage> {
        let keys = packed(bytes, 2)?;
        let values = packed(bytes, 3)?;
        if !values.into_iter().any(|value| self.is_telling_value(value)) {
            return Ok(None);
        }
        let mut element = Element {
            kind,
            id: 0,
            index,
            tags: Tags::default(),
            points: Vec::new(),
            references: Vec::new(),
            repairs: Repairs::default(),
        };
        let (mut latitude, mut longitude, mut date) = (None, None, None);
        for field in Fields::new(bytes) {
            match (kind, field?) {
                (Kind::Node, (1, value)) => element.id = value.zigzag(),
                (_, (1, value)) => element.id = value.signed(),
                (_, (4, info)) => {
                    for field in Fields::new(info.bytes()) {
                        if let (2, value) = field? {
                            date = Some(value.signed());
                        }
                    }
                }
                (Kind::Node, (8, value)) => latitude = Some(value.zigzag()),
                (Kind::Node, (9, value)) => longitude = Some(value.zigzag()),
                _ => {}
            }
        }
        match kind {
            Kind::Node => element
                .points
                .extend(latitude.zip(longitude).map(|(a, b)| self.point(a, b))),
            Kind::Way => {
                let node = |id| Reference {
                    kind: Kind::Node,
                    id,
                    inner: false,
                };
                element.references = packed(bytes, 8)?
                    .deltas()
                    .take(MAX_NODES)
                    .map(node)
                    .collect();
                let places = packed(bytes, 9)?.deltas().zip(packed(bytes, 10)?.deltas());
                element.points = places
                    .take(MAX_NODES)
                    .map(|(a, b)| self.point(a, b))
                    .collect();
            }
            Kind::Relation => element.references = self.members(bytes)?,
        }
        self.fill_tags(&mut element, keys.zip(values), date);
        Ok(Some(element))
    }

    fn members(&self, bytes: &[u8]) -> Result<Vec<Reference>, Damage> {
        let roles = packed(bytes, 8)?;
        let kinds = packed(bytes, 10)?;
        let members = packed(bytes, 9)?
            .deltas()
            .zip(kinds)
            .zip(roles)
            .take(MAX_NODES);
        Ok(members
            .map(|((id, kind), role)| {
                let role = usize::try_from(role)
                    .ok()
                    .and_then(|index| self.strings.get(index));
                let kind = match kind {
                    0 => Kind::Node,
                    1 => Kind::Way,
                    _ => Kind::Relation,
                };
                Reference {
                    kind,
                    id,
                    inner: role == Some(&&b"inner"[..]),
                }
            })
            .collect())
    }

    /// Longitude and latitude in degrees.
    fn point(&self, latitude: i64, longitude: i64) -> (f64, f64) {
        #[expect(clippy::cast_precision_loss, reason = "nanodegrees have 39 bits")]
        let degrees = |offset: i64, value: i64| {
            offset.saturating_add(self.granularity.saturating_mul(value)) as f64 * 1e-9
        };
        (
            degrees(self.longitude_offset, longitude),
            degrees(self.latitude_offset, latitude),
        )
    }
}

/// Above OpenStreetMap's limit of 2,000 nodes per way; bounds the memory that a hostile file can use.
const MAX_NODES: usize = 4_000;

/// The packed list in a field; empty if it is missing.
fn packed(message: &[u8], wanted: u64) -> Result<Numbers<'_>, Damage> {
    for field in Fields::new(message) {
        let (number, value) = field?;
        if number == wanted {
            return Ok(Numbers::new(value.bytes()));
        }
    }
    Ok(Numbers::default())
}

fn id_of(message: &[u8]) -> Result<Value<'_>, Damage> {
    for field in Fields::new(message) {
        if let (1, value) = field? {
            return Ok(value);
        }
    }
    Err(Damage)
}
