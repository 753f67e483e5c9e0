//! Detects a file's format from its first bytes and its name.

use memchr::memmem;

use crate::error::FileError;
use crate::format::{Container, Format, Schema};

/// Detects the format from the first bytes (after decompression, and in UTF-8 if it is text; 64 KiB is plenty) and the
/// file's name.
///
/// # Errors
/// [`FileError::Empty`], [`FileError::Unsupported`] for known formats that aren't supported, and
/// [`FileError::UnknownFormat`].
pub fn detect(head: &[u8], file_name: Option<&str>) -> Result<Format, FileError> {
    let container = container(head, file_name)?;
    Ok(Format {
        container,
        schema: schema(container, head),
    })
}

/// File types that are detected only to tell the user what to do about them.
const UNSUPPORTED: &[(&[u8], &str, &str)] = &[
    (
        b"PK\x03\x04",
        "a ZIP archive or an Excel workbook",
        "unpack it, or save the sheet as CSV",
    ),
    (
        b"\x00\x00\x27\x0A",
        "a part of a shapefile",
        "convert the shapefile to GeoJSON or CSV, for instance with QGIS",
    ),
    (
        b"\xD0\xCF\x11\xE0",
        "an old Excel workbook",
        "save the sheet as CSV",
    ),
    (b"BZh", "a bzip2 archive", "unpack it first"),
    (b"\xFD7zXZ", "an xz archive", "unpack it first"),
    (
        b"\x28\xB5\x2F\xFD",
        "a Zstandard archive",
        "unpack it first",
    ),
    (b"7z\xBC\xAF", "a 7-Zip archive", "unpack it first"),
    (b"Rar!", "a RAR archive", "unpack it first"),
    (
        b"SQLite format 3",
        "a SQLite database",
        "export a table as CSV",
    ),
    (b"%PDF", "a PDF document", "a list as CSV is needed"),
    (b"\x89PNG", "a picture", "a list as CSV is needed"),
    (b"\xFF\xD8\xFF", "a picture", "a list as CSV is needed"),
    (b"fgb\x03", "a FlatGeobuf file", "convert it to GeoJSON"),
    (b"ARROW1", "an Arrow file", "convert it to Parquet"),
];

fn container(head: &[u8], file_name: Option<&str>) -> Result<Container, FileError> {
    if head.starts_with(b"PAR1") {
        return Ok(Container::Parquet);
    }
    for (magic, kind, advice) in UNSUPPORTED {
        if head.starts_with(magic) {
            return Err(FileError::Unsupported { kind, advice });
        }
    }
    // A PBF file starts with a four-byte length and a message whose first field is "OSMHeader".
    if head.first() == Some(&0)
        && memmem::find(head.get(..32).unwrap_or(head), b"OSMHeader").is_some()
    {
        return Ok(Container::Pbf);
    }
    let text = head.trim_ascii_start();
    match text.first() {
        None => return Err(FileError::Empty),
        Some(b'\x1E') => return Ok(Container::JsonLines),
        Some(b'{' | b'[') => {
            return Ok(if is_lines(text) {
                Container::JsonLines
            } else {
                Container::Json
            });
        }
        Some(b'<') => return Err(markup(text)),
        Some(_) => {}
    }
    // One stray control character is an accident; many mean that this isn't text.
    let control = |byte: &&u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    if text.iter().filter(control).count() * 10 > text.len() {
        return Err(FileError::UnknownFormat);
    }
    let extension = file_name
        .and_then(|name| name.trim_end_matches(".gz").rsplit_once('.'))
        .map(|(_, end)| end.to_ascii_lowercase());
    match extension.as_deref() {
        // Named as JSON but without a brace or bracket: the JSON error message is more helpful.
        Some("json" | "geojson") => Ok(Container::Json),
        Some("ndjson" | "jsonl" | "geojsonl" | "geojsonseq") => Ok(Container::JsonLines),
        Some("pbf" | "parquet") => Err(FileError::Damaged(
            "its first bytes are not those of its format".to_owned(),
        )),
        _ => Ok(Container::Table),
    }
}

fn markup(text: &[u8]) -> FileError {
    let start = text.get(..2048.min(text.len())).unwrap_or_default();
    let has = |word: &[u8]| memmem::find(start, word).is_some();
    let (kind, advice) = if has(b"<osm") {
        (
            "OpenStreetMap XML",
            "export GeoJSON or Overpass JSON, or convert it to PBF",
        )
    } else if has(b"<gpx") {
        ("GPX", "convert it to GeoJSON")
    } else if has(b"<html") || has(b"<HTML") || has(b"<!DOCTYPE") || has(b"<!doctype") {
        (
            "a web page, perhaps a server's error message",
            "open it in a browser to read it, then fetch the data again",
        )
    } else {
        ("XML", "convert it to GeoJSON or CSV")
    };
    FileError::Unsupported { kind, advice }
}

/// Whether the first line is a complete JSON object followed by another one.
pub(crate) fn is_lines(text: &[u8]) -> bool {
    let Some(end) = memchr::memchr2(b'\n', b'\r', text) else {
        return false;
    };
    let (first, rest) = text.split_at(end);
    let next = rest.trim_ascii_start().first();
    first.starts_with(b"{") && first.trim_ascii_end().ends_with(b"}") && next == Some(&b'{')
}

/// The schema, from the names of properties or columns in the first bytes.
pub(crate) fn schema(container: Container, head: &[u8]) -> Schema {
    match container {
        Container::Pbf => Schema::Osm,
        Container::Parquet => Schema::Free,
        Container::Json | Container::JsonLines => schema_of_keys(|key| has_key(head, key)),
        Container::Table => {
            let line = memchr::memchr2(b'\n', b'\r', head)
                .and_then(|end| head.get(..end))
                .unwrap_or(head);
            let names: Vec<String> = String::from_utf8_lossy(line)
                .split([',', ';', '\t', '|'])
                .map(|name| name.trim().trim_matches('"').to_lowercase())
                .collect();
            schema_of_keys(|key| names.iter().any(|name| name == key))
        }
    }
}

/// Decides by which keys are present.
pub(crate) fn schema_of_keys(has: impl Fn(&str) -> bool) -> Schema {
    if has("fsq_place_id") || has("fsq_id") || has("fsq_category_labels") {
        Schema::Foursquare
    } else if (has("names") || has("names.primary"))
        && (has("operating_status")
            || has("categories")
            || has("taxonomy")
            || has("basic_category")
            || has("categories.primary")
            || has("taxonomy.primary"))
    {
        Schema::Overture
    } else if is_osm(&has) {
        Schema::Osm
    } else {
        Schema::Free
    }
}

/// Keys that only OpenStreetMap exports have, or `amenity` (which others use for amenities) together with another OSM
/// key.
fn is_osm(has: &impl Fn(&str) -> bool) -> bool {
    const OWN: [&str; 9] = [
        "osm3s",
        "@id",
        "@type",
        "full_id",
        "osm_id",
        "osmid",
        "osm_type",
        "osm_way_id",
        "other_tags",
    ];
    const BESIDE: [&str; 11] = [
        "tags",
        "addr:street",
        "addr_street",
        "addr:city",
        "addr:housenumber",
        "brand:wikidata",
        "opening_hours",
        "cuisine",
        "highway",
        "building",
        "internet_access",
    ];
    OWN.iter().any(|key| has(key))
        || (has("elements") && (has("tags") || has("version")))
        || (has("amenity") && BESIDE.iter().any(|key| has(key)))
}

/// Whether the bytes contain `"key"` followed by a colon.
fn has_key(head: &[u8], key: &str) -> bool {
    let quoted = format!("\"{key}\"");
    memmem::find_iter(head, quoted.as_bytes()).any(|place| {
        let rest = head.get(place + quoted.len()..).unwrap_or_default();
        rest.trim_ascii_start().first() == Some(&b':')
    })
}

#[cfg(test)]
mod tests;
