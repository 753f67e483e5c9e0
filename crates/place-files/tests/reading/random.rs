//! Arbitrary bytes in chunks of any size never cause a panic, and chunk sizes don't affect the result.

use std::io::Write;

use crate::support::Pieces;
use place_files::{FormatHint, Item, OpenOptions, RecordError, open, open_reader};
use proptest::prelude::*;

/// The file's items as comparable text; bounded, so that an endless loop fails.
fn told(items: impl Iterator<Item = Result<Item, RecordError>>, limit: usize) -> Vec<String> {
    let all: Vec<String> = items
        .take(limit + 1)
        .map(|item| format!("{item:?}"))
        .collect();
    assert!(all.len() <= limit, "more items than bytes");
    all
}

fn in_pieces(bytes: &[u8], sizes: &[usize], hint: FormatHint) -> Result<Vec<String>, String> {
    let options = OpenOptions::new().format(hint);
    let file = open_reader(Pieces::new(bytes, sizes), None, &options)
        .map_err(|error| error.to_string())?;
    Ok(told(file, bytes.len() + 2))
}

fn hint() -> impl Strategy<Value = FormatHint> {
    let names = vec![
        "auto",
        "osm",
        "osm-geojson",
        "csv",
        "tsv",
        "geojson",
        "ndjson",
        "foursquare",
        "overture",
    ];
    prop::sample::select(names).prop_map(|name| name.parse().expect("known"))
}

/// Text with many of the formats' special characters.
fn fragments() -> impl Strategy<Value = Vec<u8>> {
    let parts: Vec<&'static [u8]> = vec![
        b"name",
        b"lat",
        b"lon",
        b"city",
        b",",
        b";",
        b"\t",
        b"\n",
        b"\r",
        b"\r\n",
        b"\"",
        b"\"\"",
        b"{",
        b"}",
        b"[",
        b"]",
        b":",
        b"\\",
        b"\"features\":[",
        b"\"elements\":[",
        b"\"properties\":{",
        b"{\"type\":\"Feature\"",
        b"\"amenity\":\"cafe\"",
        b"\"tags\":",
        b"\"geometry\":{\"type\":\"Point\",\"coordinates\":[-92.4,31.3]}",
        b"\"name\":\"Caf\xc3\xa9\"",
        b"\xe9",
        b"\xff\xfe",
        b"\0",
        b"\x1e",
        b"\"\\\"amenity\\\"=>\\\"cafe\\\"\"",
        b"31,3",
        b"-92.4",
        b"0",
        b"null",
        b"true",
        b"\xf0\x9f",
        b" ",
        b"'",
        b"NULL",
    ];
    prop::collection::vec(prop::sample::select(parts), 0..60).prop_map(|parts| parts.concat())
}

/// Valid files to be damaged.
const FILES: [&str; 4] = [
    "name;lat;lon;hours\r\n\"Caf\u{e9} \"\"Luna\"\"\";31,3;-92,4;\"Mo-Fr 7-3\r\nSa 8-2\"\r\nTwo;0;0;\r\n\r\nThree;1;2;x\r\n",
    r#"{"type":"FeatureCollection","features":[{"type":"Feature","id":"node/1","properties":{"@id":"node/1","amenity":"cafe","name":"Café"},"geometry":{"type":"Point","coordinates":[-92.4,31.3]}},
{"type":"Feature","properties":{"tags":"\"amenity\"=>\"cafe\""},"geometry":null}],"x":{}}"#,
    r#"{"elements":[{"type":"way","id":2,"nodes":[5,6],"tags":{"amenity":"cafe"}},{"type":"node","id":5,"lat":31.0,"lon":-92.0}],"remark":"late"}"#,
    "{\"name\":\"A\",\"location\":{\"lat\":31.3,\"lng\":-92.4}}\n{\"name\":\"B\",\"hours\":[\"Mon 7-3\"]}\n",
];

/// A file with some sections cut out, duplicated or overwritten.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let edits = prop::collection::vec(
        (
            any::<prop::sample::Index>(),
            0_usize..30,
            0_u8..3,
            any::<u8>(),
        ),
        0..4,
    );
    (prop::sample::select(FILES.to_vec()), edits).prop_map(|(file, edits)| {
        let mut bytes = file.as_bytes().to_vec();
        for (place, length, kind, byte) in edits {
            if bytes.is_empty() {
                break;
            }
            let start = place.index(bytes.len());
            let end = (start + length).min(bytes.len());
            match kind {
                0 => drop(bytes.drain(start..end)),
                1 => {
                    let stretch = bytes[start..end].to_vec();
                    bytes.splice(start..start, stretch);
                }
                _ => bytes[start] = byte,
            }
        }
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn damage_is_told_alike_in_pieces_of_any_size(bytes in damaged(), sizes in prop::collection::vec(1_usize..40, 1..4)) {
        let whole = in_pieces(&bytes, &[usize::MAX], FormatHint::default());
        prop_assert_eq!(in_pieces(&bytes, &sizes, FormatHint::default()), whole.clone());
        prop_assert_eq!(in_pieces(&bytes, &[1], FormatHint::default()), whole);
    }

    #[test]
    fn pieces_never_matter(bytes in fragments(), sizes in prop::collection::vec(1_usize..40, 1..4), hint in hint()) {
        let whole = in_pieces(&bytes, &[usize::MAX], hint);
        prop_assert_eq!(in_pieces(&bytes, &sizes, hint), whole.clone());
        prop_assert_eq!(in_pieces(&bytes, &[1], hint), whole);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..600), hint in hint()) {
        let _ = in_pieces(&bytes, &[64], hint);
    }

    #[test]
    fn text_is_clean_whatever_came_in(name in ".{0,40}") {
        let file = format!("name,city\n\"{}\",Ames\n", name.replace('"', "\"\""));
        let options = OpenOptions::new().format("csv".parse().expect("known"));
        for item in open_reader(std::io::Cursor::new(file.into_bytes()), None, &options).expect("a table") {
            let Ok(Item::Place(place)) = item else { continue };
            let Some(name) = place.name else { continue };
            prop_assert_eq!(name.trim(), name.as_str());
            prop_assert!(!name.is_empty() && !name.chars().any(char::is_control) && !name.contains("  "));
        }
    }

    #[test]
    fn a_table_that_was_written_is_read_back(
        rows in prop::collection::vec(("[A-Za-z][A-Za-z ,;\"'\u{e9}\u{4e16}\n]{0,20}[a-z]", "[A-Z][a-z]{2,8}"), 1..20),
        delimiter in prop::sample::select(vec![',', ';', '\t', '|']),
        line_end in prop::sample::select(vec!["\n", "\r\n", "\r"]),
        pieces in 1_usize..30,
    ) {
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let mut file = format!("name{delimiter}city{line_end}");
        for (name, city) in &rows {
            file.push_str(&format!("{}{delimiter}{city}{line_end}", quoted(name)));
        }
        let read = open_reader(Pieces::new(file.as_bytes(), &[pieces]), None, &OpenOptions::new()).expect("a table");
        let names: Vec<(String, String)> = read
            .map(|item| item.expect("no error").into_place().expect("a place"))
            .map(|place| (place.name.unwrap_or_default(), place.city.unwrap_or_default()))
            .collect();
        let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let expected: Vec<(String, String)> = rows
            .iter()
            .map(|(name, city)| (squeezed(name), city.clone()))
            .map(|(name, city)| if ["null", "nan", "nil", "none", "unknown", "undefined"].contains(&name.to_lowercase().as_str()) { (String::new(), city) } else { (name, city) })
            .map(|(name, city)| if ["Nil", "Nan", "Null", "None", "Unknown", "Undefined"].contains(&city.as_str()) { (name, String::new()) } else { (name, city) })
            .collect();
        prop_assert_eq!(names, expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_bytes_behind_a_binary_beginning(tail in prop::collection::vec(any::<u8>(), 0..400), parquet in any::<bool>()) {
        let start: &[u8] = if parquet { b"PAR1" } else { b"\0\0\0\x0d\x0a\x09OSMHeader\x18\x20" };
        let end: &[u8] = if parquet { b"PAR1" } else { b"" };
        let bytes = [start, &tail, end].concat();
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        file.write_all(&bytes).expect("written");
        if let Ok(opened) = open(file.path(), &OpenOptions::new()) {
            told(opened, bytes.len() + 2);
        }
    }
}
