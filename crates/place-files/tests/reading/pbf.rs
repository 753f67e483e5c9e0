//! OpenStreetMap PBF files built block by block.

use std::io::{Read, Write};
use std::path::Path;

use crate::support::steps;
use place_files::{
    FileError, Item, OpenOptions, PlaceRecord, Problem, RecordError, SourceKind, open, open_reader,
};

fn varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push((value & 0x7F) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

fn number(field: u64, value: u64, out: &mut Vec<u8>) {
    varint(field << 3, out);
    varint(value, out);
}

fn bytes(field: u64, value: &[u8], out: &mut Vec<u8>) {
    varint(field << 3 | 2, out);
    varint(value.len() as u64, out);
    out.extend_from_slice(value);
}

fn packed(field: u64, values: impl IntoIterator<Item = u64>, out: &mut Vec<u8>) {
    let mut list = Vec::new();
    values
        .into_iter()
        .for_each(|value| varint(value, &mut list));
    bytes(field, &list, out);
}

fn deltas(values: &[i64]) -> Vec<u64> {
    let before = std::iter::once(0).chain(values.iter().copied());
    values
        .iter()
        .zip(before)
        .map(|(value, before)| zigzag(value - before))
        .collect()
}

/// Granularity of 100 nanodegrees.
fn units(degrees: f64) -> i64 {
    (degrees * 1e7).round() as i64
}

/// ID, latitude, longitude and tags of a node.
type Node<'a> = (i64, f64, f64, &'a [(&'a str, &'a str)]);

/// A block under construction.
#[derive(Default)]
struct Block {
    strings: Vec<String>,
    groups: Vec<Vec<u8>>,
}

impl Block {
    fn string(&mut self, text: &str) -> u64 {
        if self.strings.is_empty() {
            self.strings.push(String::new());
        }
        let place = self
            .strings
            .iter()
            .position(|known| known == text)
            .unwrap_or_else(|| {
                self.strings.push(text.to_owned());
                self.strings.len() - 1
            });
        place as u64
    }

    fn tags(&mut self, tags: &[(&str, &str)], out: &mut Vec<u8>) {
        let keys: Vec<u64> = tags.iter().map(|(key, _)| self.string(key)).collect();
        let values: Vec<u64> = tags.iter().map(|(_, value)| self.string(value)).collect();
        packed(2, keys, out);
        packed(3, values, out);
    }

    fn dense(mut self, nodes: &[Node<'_>]) -> Self {
        let mut dense = Vec::new();
        packed(
            1,
            deltas(&nodes.iter().map(|node| node.0).collect::<Vec<_>>()),
            &mut dense,
        );
        let mut info = Vec::new();
        packed(2, deltas(&vec![1_714_521_600; nodes.len()]), &mut info);
        bytes(5, &info, &mut dense);
        packed(
            8,
            deltas(&nodes.iter().map(|node| units(node.1)).collect::<Vec<_>>()),
            &mut dense,
        );
        packed(
            9,
            deltas(&nodes.iter().map(|node| units(node.2)).collect::<Vec<_>>()),
            &mut dense,
        );
        let mut pairs = Vec::new();
        for (_, _, _, tags) in nodes {
            for (key, value) in *tags {
                pairs.extend([self.string(key), self.string(value)]);
            }
            pairs.push(0);
        }
        packed(10, pairs, &mut dense);
        let mut group = Vec::new();
        bytes(2, &dense, &mut group);
        self.groups.push(group);
        self
    }

    fn node(mut self, id: i64, latitude: f64, longitude: f64, tags: &[(&str, &str)]) -> Self {
        let mut node = Vec::new();
        number(1, zigzag(id), &mut node);
        self.tags(tags, &mut node);
        number(8, zigzag(units(latitude)), &mut node);
        number(9, zigzag(units(longitude)), &mut node);
        let mut group = Vec::new();
        bytes(1, &node, &mut group);
        self.groups.push(group);
        self
    }

    fn way(mut self, id: u64, nodes: &[i64], tags: &[(&str, &str)]) -> Self {
        let mut way = Vec::new();
        number(1, id, &mut way);
        self.tags(tags, &mut way);
        packed(8, deltas(nodes), &mut way);
        let mut group = Vec::new();
        bytes(3, &way, &mut group);
        self.groups.push(group);
        self
    }

    fn relation(mut self, id: u64, members: &[(i64, u64, &str)], tags: &[(&str, &str)]) -> Self {
        let mut relation = Vec::new();
        number(1, id, &mut relation);
        self.tags(tags, &mut relation);
        let roles: Vec<u64> = members
            .iter()
            .map(|(_, _, role)| self.string(role))
            .collect();
        packed(8, roles, &mut relation);
        packed(
            9,
            deltas(&members.iter().map(|member| member.0).collect::<Vec<_>>()),
            &mut relation,
        );
        packed(10, members.iter().map(|member| member.1), &mut relation);
        let mut group = Vec::new();
        bytes(4, &relation, &mut group);
        self.groups.push(group);
        self
    }

    fn encoded(&self) -> Vec<u8> {
        let mut table = Vec::new();
        self.strings
            .iter()
            .for_each(|text| bytes(1, text.as_bytes(), &mut table));
        let mut block = Vec::new();
        bytes(1, &table, &mut block);
        self.groups
            .iter()
            .for_each(|group| bytes(2, group, &mut block));
        block
    }
}

fn blob(kind: &str, content: &[u8], zlib: bool) -> Vec<u8> {
    let mut blob = Vec::new();
    if zlib {
        let mut packed = Vec::new();
        flate2::read::ZlibEncoder::new(content, flate2::Compression::fast())
            .read_to_end(&mut packed)
            .expect("in memory");
        number(2, content.len() as u64, &mut blob);
        bytes(3, &packed, &mut blob);
    } else {
        bytes(1, content, &mut blob);
    }
    let mut header = Vec::new();
    bytes(1, kind.as_bytes(), &mut header);
    number(3, blob.len() as u64, &mut header);
    let mut frame = (header.len() as u32).to_be_bytes().to_vec();
    frame.extend(header);
    frame.extend(blob);
    frame
}

fn header(features: &[&str]) -> Vec<u8> {
    let mut content = Vec::new();
    features
        .iter()
        .for_each(|feature| bytes(4, feature.as_bytes(), &mut content));
    number(32, 1_714_521_600, &mut content);
    blob("OSMHeader", &content, true)
}

fn file(blocks: &[Block]) -> Vec<u8> {
    let mut all = header(&["OsmSchema-V0.6", "DenseNodes"]);
    for (index, block) in blocks.iter().enumerate() {
        all.extend(blob("OSMData", &block.encoded(), index % 2 == 0));
    }
    all
}

fn save(content: &[u8]) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(content).expect("written");
    file
}

fn items(path: &Path) -> Vec<Result<Item, RecordError>> {
    open(path, &OpenOptions::new()).expect("readable").collect()
}

const CAFE: &[(&str, &str)] = &[
    ("amenity", "cafe"),
    ("name", "Two Beans"),
    ("addr:street", "Main Street"),
];

fn extract() -> Vec<Block> {
    vec![
        Block::default().dense(&[
            (1, 31.0, -92.0, &[]),
            (2, 31.0, -91.9, &[]),
            (
                3,
                31.1,
                -91.9,
                &[("amenity", "bar"), ("name", "Coffee Bar")],
            ),
            (4, 31.1, -92.0, &[]),
            (10, 31.3113, -92.4451, CAFE),
        ]),
        Block::default().node(
            11,
            31.5,
            -92.5,
            &[("disused:amenity", "cafe"), ("name", "Gone")],
        ),
        Block::default()
            .way(
                20,
                &[1, 2, 3, 4, 1],
                &[("shop", "coffee"), ("name", "Square")],
            )
            .way(21, &[1, 2, 3], &[])
            .way(22, &[1, 4, 3], &[("highway", "service")])
            .relation(
                30,
                &[(21, 1, "outer"), (22, 1, "outer"), (1, 0, "entrance")],
                &[
                    ("type", "multipolygon"),
                    ("amenity", "cafe"),
                    ("name", "Area"),
                ],
            ),
    ]
}

#[test]
fn nodes_ways_and_relations_with_their_points() {
    let saved = save(&file(&extract()));
    let mut opened = open(saved.path(), &OpenOptions::new()).expect("readable");
    assert_eq!(opened.as_of(), Some("2024-05-01T00:00:00Z"));
    let mut found: Vec<PlaceRecord> = Vec::new();
    let mut skipped = 0;
    for item in opened.by_ref() {
        match item.expect("no error") {
            Item::Place(place) => found.push(*place),
            Item::Skipped(more) => skipped += more.count,
        }
    }
    assert_eq!(skipped, 6);
    assert_eq!(opened.total_bytes(), Some(opened.bytes_read()));
    let told: Vec<(&str, u64, i64, i64)> = found
        .iter()
        .map(|place| {
            let rounded =
                |value: Option<f64>| value.map_or(0, |value| (value * 1e4).round() as i64);
            (
                place.source_id.as_deref().unwrap_or_default(),
                place.position.record,
                rounded(place.latitude),
                rounded(place.longitude),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("node/10", 5, 313_113, -924_451),
            ("node/11", 6, 315_000, -925_000),
            ("way/20", 7, 310_500, -919_500),
            ("relation/30", 10, 310_500, -919_500)
        ]
    );
    let cafe = &found[0];
    assert_eq!(
        (cafe.source_kind, cafe.street.as_deref()),
        (SourceKind::Osm, Some("Main Street"))
    );
    assert_eq!(cafe.refreshed_at.as_deref(), Some("2024-05-01T00:00:00Z"));
    assert!(found[1].closed.is_some() && found[2].closed.is_none());
}

#[test]
fn ways_before_their_nodes_are_placed_too() {
    let mut blocks = extract();
    blocks.reverse();
    let saved = save(&file(&blocks));
    let places: Vec<PlaceRecord> = items(saved.path())
        .into_iter()
        .filter_map(|item| item.expect("no error").into_place())
        .collect();
    assert_eq!(places.len(), 4);
    assert!(places.iter().all(|place| place.latitude.is_some()));
}

#[test]
fn a_file_cut_off_yields_everything_before_the_cut() {
    let whole = file(&extract());
    let saved = save(&whole[..whole.len() - 7]);
    let mut all = items(saved.path());
    let error = all.pop().expect("a step").expect_err("cut off");
    assert!(
        matches!(error.problem, Problem::CutOff { records: 6, .. }) && error.ends_file,
        "{error}"
    );
    assert_eq!(steps(all), ["skipped 4", "Two Beans", "Gone"]);
}

#[test]
fn a_damaged_block_costs_its_own_elements() {
    let mut all = header(&["OsmSchema-V0.6", "DenseNodes"]);
    let blocks = extract();
    all.extend(blob("OSMData", &blocks[0].encoded(), true));
    all.extend(blob("OSMData", b"\xFF\xFF no block", false));
    all.extend(blob("Unknown", b"to be passed over", false));
    all.extend(blob("OSMData", &blocks[1].encoded(), true));
    let saved = save(&all);
    assert_eq!(
        steps(items(saved.path())),
        ["skipped 4", "error", "Two Beans", "Gone"]
    );
}

#[test]
fn other_files_are_refused_with_a_reason() {
    let history = save(&header(&["OsmSchema-V0.6", "HistoricalInformation"]));
    let error = open(history.path(), &OpenOptions::new())
        .expect_err("history")
        .to_string();
    assert!(error.contains("history"), "{error}");
    let garbled = save(&[&header(&[])[..20], b"garbage"].concat());
    assert!(matches!(
        open(garbled.path(), &OpenOptions::new()),
        Err(FileError::Damaged(_))
    ));
    let packed = save(&crate::support::gzip(&file(&extract())));
    let error = open(packed.path(), &OpenOptions::new())
        .expect_err("packed")
        .to_string();
    assert!(error.contains("unpack it first"), "{error}");
    let pipe = open_reader(
        std::io::Cursor::new(file(&extract())),
        None,
        &OpenOptions::new(),
    );
    assert!(matches!(pipe, Err(FileError::NeedsFile(_))));
}

#[test]
fn damage_anywhere_never_panics() {
    let whole = file(&extract());
    for place in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x55;
        let saved = save(&damaged);
        if let Ok(opened) = open(saved.path(), &OpenOptions::new()) {
            assert!(opened.count() < 40);
        }
    }
}
