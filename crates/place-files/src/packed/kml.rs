//! Placemarks of a KML document as GeoJSON features, one per line. Folders, styles and links to other documents are left
//! out.

use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::{Map, Value, json};

use crate::error::FileError;
use crate::html;

/// The deepest nesting; real documents have less than ten levels.
const DEEPEST: usize = 100;

/// The features of a document.
///
/// # Errors
/// [`FileError::Damaged`] if it isn't XML, and [`FileError::Empty`] without placemarks.
pub(super) fn features(text: &[u8]) -> Result<Vec<u8>, FileError> {
    let text = String::from_utf8_lossy(text);
    let mut reader = Reader::from_str(&text);
    let mut lines = Vec::new();
    let mut path: Vec<String> = Vec::new();
    let mut placemark: Option<Placemark> = None;
    let mut content = String::new();
    loop {
        match reader.read_event().map_err(damaged)? {
            Event::Start(start) => {
                if path.len() >= DEEPEST {
                    return Err(FileError::Damaged(
                        "its elements are nested too deeply".to_owned(),
                    ));
                }
                let name = start.local_name().as_ref().to_owned();
                if name == "Placemark" {
                    placemark = Some(Placemark::default());
                }
                if let Some(placemark) = &mut placemark
                    && matches!(name.as_str(), "Data" | "SimpleData")
                {
                    let key = start
                        .attributes()
                        .flatten()
                        .find(|attribute| attribute.key.local_name().as_ref() == "name");
                    placemark.key = key.map(|key| key.value.into_owned());
                }
                content.clear();
                path.push(name);
            }
            Event::Text(part) => content.push_str(&part),
            Event::CData(part) => content.push_str(&part),
            Event::GeneralRef(part) => content.push_str(&resolved(&part)),
            Event::End(_) => {
                let Some(name) = path.pop() else { continue };
                if name == "Placemark" {
                    if let Some(placemark) = placemark.take() {
                        lines.extend(placemark.feature().to_string().into_bytes());
                        lines.push(b'\n');
                    }
                } else if let Some(placemark) = &mut placemark {
                    let parent = path.last().map_or("", String::as_str);
                    placemark.set(parent, &name, content.trim());
                }
                content.clear();
            }
            Event::Eof if path.is_empty() => break,
            Event::Eof => {
                return Err(FileError::Damaged(
                    "it ends in the middle; fetch it again".to_owned(),
                ));
            }
            _ => {}
        }
    }
    if lines.is_empty() {
        return Err(FileError::Empty);
    }
    Ok(lines)
}

/// The character of `&amp;`, `&#39;` and the like, also of those that only HTML knows; nothing for entities of the
/// document's own.
fn resolved(name: &str) -> String {
    let number = name.strip_prefix('#').and_then(|digits| {
        digits.strip_prefix(['x', 'X']).map_or_else(
            || digits.parse().ok(),
            |digits| u32::from_str_radix(digits, 16).ok(),
        )
    });
    match name {
        "amp" => "&".to_owned(),
        "lt" => "<".to_owned(),
        "gt" => ">".to_owned(),
        "quot" => "\"".to_owned(),
        "apos" => "'".to_owned(),
        _ => number
            .and_then(char::from_u32)
            .map(String::from)
            .or_else(|| html::named(name).map(str::to_owned))
            .unwrap_or_default(),
    }
}

#[derive(Default)]
struct Placemark {
    properties: Map<String, Value>,
    /// The name of the value being read.
    key: Option<String>,
    /// Longitude and latitude of the first point, or else of the first corner of a shape.
    point: Option<(f64, f64)>,
}

impl Placemark {
    fn set(&mut self, parent: &str, name: &str, text: &str) {
        if text.is_empty() {
            return;
        }
        let key = match (parent, name) {
            (_, "coordinates") => {
                self.point = self.point.or_else(|| first_point(text));
                return;
            }
            ("Placemark", "name" | "description" | "address") => name.to_owned(),
            ("Placemark", "phoneNumber") => "phone".to_owned(),
            ("Data", "value") | (_, "SimpleData") => match self.key.take() {
                Some(key) => key,
                None => return,
            },
            _ => return,
        };
        self.properties
            .entry(key)
            .or_insert_with(|| Value::String(text.to_owned()));
    }

    fn feature(self) -> Value {
        let geometry = self.point.map(|(longitude, latitude)| {
            json!({ "type": "Point", "coordinates": [longitude, latitude] })
        });
        json!({ "type": "Feature", "properties": self.properties, "geometry": geometry })
    }
}

/// "-92.44,31.31,0 -92.45,31.32,0": the first one.
fn first_point(text: &str) -> Option<(f64, f64)> {
    let mut numbers = text.split_whitespace().next()?.split(',').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

fn damaged(error: impl std::fmt::Display) -> FileError {
    FileError::Damaged(format!("it is no XML ({error})"))
}
