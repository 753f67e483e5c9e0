//! The contents of a file: one [`PlaceRecord`] per place, and [`Skipped`] for everything else.

use std::fmt;

/// The source of a record's facts. IDs are unique per source: the same cafe is `node/123` in a GeoJSON file, an
/// Overpass response and a PBF extract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum SourceKind {
    /// OpenStreetMap, in any file format.
    Osm,
    /// Foursquare OS Places or the Foursquare Places API.
    Foursquare,
    /// Overture Maps, places theme.
    Overture,
    /// GeoJSON with custom properties.
    GeoJson,
    /// JSON other than GeoJSON.
    Json,
    /// A table: CSV, TSV or Parquet with custom columns.
    #[default]
    Table,
}

impl SourceKind {
    /// Short lowercase name, as in `--source` and in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Osm => "osm",
            Self::Foursquare => "foursquare",
            Self::Overture => "overture",
            Self::GeoJson => "geojson",
            Self::Json => "json",
            Self::Table => "table",
        }
    }
}

impl fmt::Display for SourceKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// A record's position in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Position {
    /// Record number, from 1; unreadable records count, a table's header doesn't.
    pub record: u64,
    /// Line where the record begins, from 1; `None` for binary formats.
    pub line: Option<u64>,
    /// Bytes before the record, after decompression and conversion to UTF-8; for PBF the start of the block, for
    /// Parquet 0.
    pub offset: u64,
}

impl fmt::Display for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "record {}", self.record)?;
        if let Some(line) = self.line {
            write!(out, " (line {line})")?;
        }
        Ok(())
    }
}

/// Why a source considers a place closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClosedReason {
    /// The OpenStreetMap key: `disused:amenity`, `abandoned:shop`, `end_date`, …
    OsmTag(String),
    /// The closing date as the source writes it (Foursquare's `date_closed`).
    Since(String),
    /// A status such as `CLOSED_PERMANENTLY` or `permanently_closed`.
    Permanently,
    /// A status such as `CLOSED_TEMPORARILY` or `temporarily_closed`.
    Temporarily,
    /// The status of its license, as written: `Expired`, `REVOKED`, …
    License(String),
    /// The status of a license that isn't granted, or not anymore until it is decided: `Pending`, `Applied`.
    Requested(String),
}

impl fmt::Display for ClosedReason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OsmTag(key) => write!(out, "tagged {key}"),
            Self::Since(date) => write!(out, "closed since {date}"),
            Self::Permanently => out.write_str("closed permanently"),
            Self::Temporarily => out.write_str("closed temporarily"),
            Self::Requested(state) => write!(out, "its license is only {}", state.to_lowercase()),
            Self::License(state) => write!(out, "its license is {}", state.to_lowercase()),
        }
    }
}

/// What was fixed or is in doubt after reading a record. A record without notes was read as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// Invalid UTF-8 was decoded as Windows-1252.
    ReadAsWindows1252,
    /// Invalid UTF-8 was decoded as Mac OS Roman.
    ReadAsMacRoman,
    /// Double-encoded UTF-8 ("CafÃ©") was fixed.
    DoubleEncoding,
    /// HTML (`&amp;`, `<br>`) was read as the text that it shows.
    HtmlRead,
    /// The text contains the replacement character U+FFFD: letters were lost, here or earlier.
    LostCharacters,
    /// Latitude and longitude were swapped.
    CoordinatesSwapped,
    /// Latitude and longitude were meters of the projection of web maps (EPSG:3857), and were converted.
    CoordinatesProjected,
    /// A coordinate is exactly 0, which nearly always means "unknown"; both were dropped.
    CoordinatesZero,
    /// The text isn't a coordinate in degrees; both were dropped.
    CoordinatesUnreadable(String),
    /// A formula whose result isn't in the file; the value was dropped.
    FormulaUnread(String),
    /// Of several phone numbers in one value, those that weren't used.
    MorePhones(String),
    /// The hours only said when it opens, or were marks; they were dropped.
    HoursUnended(String),
    /// A text with something like a web address that isn't certainly one; it was dropped.
    WebsiteUnread(String),
    /// The coordinates are those of a link to a map.
    PlacedByLink,
    /// A ZIP code had lost its leading zeros.
    ZipPadded,
    /// A single-line address was split into street, city, state and ZIP code.
    AddressSplit,
}

impl fmt::Display for Note {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ReadAsWindows1252 => out.write_str(
                "not UTF-8: read as Windows-1252 (if letters look wrong, name the file's encoding)",
            ),
            Self::ReadAsMacRoman => out.write_str(
                "not UTF-8: read as Mac OS Roman (if letters look wrong, name the file's encoding)",
            ),
            Self::DoubleEncoding => out.write_str("letters that were encoded twice were mended"),
            Self::HtmlRead => out.write_str("HTML was read as the text that it shows"),
            Self::LostCharacters => out.write_str("letters were lost: the text holds U+FFFD"),
            Self::CoordinatesSwapped => {
                out.write_str("latitude and longitude were swapped, and put right")
            }
            Self::CoordinatesProjected => {
                out.write_str("the coordinates were meters of a web map, and were converted")
            }
            Self::CoordinatesZero => out.write_str("a coordinate is 0: taken as unknown"),
            Self::CoordinatesUnreadable(text) => {
                write!(
                    out,
                    "\"{text}\" is no latitude and longitude in degrees: taken as unknown"
                )
            }
            Self::FormulaUnread(formula) => {
                let short: String = formula.chars().take(60).collect();
                write!(
                    out,
                    "the result of the formula {short} is not in the file: taken as unknown"
                )
            }
            Self::MorePhones(numbers) => {
                let short: String = numbers.chars().take(60).collect();
                write!(
                    out,
                    "of several phone numbers, the first is used, not {short}"
                )
            }
            Self::HoursUnended(hours) => {
                let short: String = hours.chars().take(60).collect();
                write!(
                    out,
                    "the hours \"{short}\" don't say from when until when: taken as unknown"
                )
            }
            Self::WebsiteUnread(text) => {
                let short: String = text.chars().take(60).collect();
                write!(
                    out,
                    "the website \"{short}\" can't be read: taken as unknown"
                )
            }
            Self::PlacedByLink => out.write_str("the coordinates are those of its link to a map"),
            Self::ZipPadded => out.write_str("leading zeros of the ZIP code were put back"),
            Self::AddressSplit => {
                out.write_str("street, city, state and ZIP code were cut out of one line")
            }
        }
    }
}

/// What speaks against a coffee place for passers-by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherKind {
    /// The category, the word of its name, or OpenStreetMap's tag, such as `access=private`.
    pub word: String,
    /// It leaves no doubt: a cafeteria, a pub, no access. Otherwise a person has to decide.
    pub is_certain: bool,
}

/// One place according to its source. Text is trimmed, in Unicode normal form C, without control characters; `None`
/// means that the source doesn't say.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlaceRecord {
    /// The source of the facts.
    pub source_kind: SourceKind,
    /// The source's own ID: `node/123`, a Foursquare or Overture ID, a table's ID column.
    pub source_id: Option<String>,
    /// The record's position in the file.
    pub position: Position,
    /// Name as on the sign.
    pub name: Option<String>,
    /// Other names: official, short, old, in other languages.
    pub alternative_names: Vec<String>,
    /// Brand or chain name.
    pub brand: Option<String>,
    /// Wikidata ID of the brand, `Q37158`.
    pub brand_wikidata: Option<String>,
    /// Who runs the place.
    pub operator: Option<String>,
    /// House number, if the source keeps it separate from the street.
    pub house_number: Option<String>,
    /// Street without house number, if the source keeps them separate.
    pub street: Option<String>,
    /// Apartment, suite or unit.
    pub unit: Option<String>,
    /// Street line as one text ("126 Main Street"), or the whole address if it can't be split.
    pub address: Option<String>,
    /// City or town.
    pub city: Option<String>,
    /// County; spelling varies.
    pub county: Option<String>,
    /// State as written: "CO", "Colorado", …
    pub state: Option<String>,
    /// Five-digit ZIP code, or a foreign postal code as written.
    pub zip: Option<String>,
    /// The four extra digits of a ZIP+4 code.
    pub zip_plus4: Option<String>,
    /// Country as written: "US", "United States", …
    pub country: Option<String>,
    /// Latitude in degrees (WGS 84), −90 to 90. Set exactly if the longitude is.
    pub latitude: Option<f64>,
    /// Longitude in degrees (WGS 84), −180 to 180.
    pub longitude: Option<f64>,
    /// Phone number as written; the first if there are several.
    pub phone: Option<String>,
    /// Email address as written.
    pub email: Option<String>,
    /// Website as written; the first if there are several.
    pub website: Option<String>,
    /// Opening hours as written, keeping line breaks: OSM syntax or prose.
    pub hours: Option<String>,
    /// Categories, cuisines and shop types, in the source's own words.
    pub categories: Vec<String>,
    /// Wi-Fi for guests.
    pub wifi: Option<bool>,
    /// Outdoor seating.
    pub outdoor_seating: Option<bool>,
    /// Parking for guests.
    pub parking: Option<bool>,
    /// Dogs allowed.
    pub dogs: Option<bool>,
    /// Suitable for working on a laptop.
    pub work_friendly: Option<bool>,
    /// A restroom for guests.
    pub restroom: Option<bool>,
    /// A window for cars.
    pub drive_through: Option<bool>,
    /// Wheelchairs get everywhere; `None` if only to some parts.
    pub wheelchair: Option<bool>,
    /// A changing table.
    pub changing_table: Option<bool>,
    /// Milk from plants.
    pub plant_milk: Option<bool>,
    /// Roasts coffee.
    pub roasts: Option<bool>,
    /// Instagram profile as written: a handle or a link.
    pub instagram: Option<String>,
    /// Facebook page as written.
    pub facebook: Option<String>,
    /// Link to the menu as written.
    pub menu_url: Option<String>,
    /// Price level: 0 free, 1 cheap … 4 very expensive.
    pub price_level: Option<u8>,
    /// Description, keeping line breaks.
    pub description: Option<String>,
    /// URL of an image (http or https).
    pub image_url: Option<String>,
    /// Why the source considers the place closed.
    pub closed: Option<ClosedReason>,
    /// When it opened, or will open, as written.
    pub opens_at: Option<String>,
    /// What speaks against a coffee place for passers-by: a category, a word of its name, or who may come in.
    pub other_kind: Option<OtherKind>,
    /// What somebody reported about it at its source, unsettled: "closed", "doesnt_exist".
    pub reported: Option<String>,
    /// Set if the provider marks the place as part of a chain: the chain's name, else its ID, else "yes".
    pub provider_chain: Option<String>,
    /// When the source last confirmed or changed the record, as written (mostly ISO 8601).
    pub refreshed_at: Option<String>,
    /// What was fixed or is in doubt.
    pub notes: Vec<Note>,
}

impl PlaceRecord {
    /// Adds a note unless it is present.
    pub(crate) fn note(&mut self, note: Note) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

/// Why records were skipped without being an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SkipReason {
    /// The record says that it is something else: a road, a bakery, a school.
    NotCoffee,
    /// A row without any value.
    EmptyRow,
}

impl fmt::Display for SkipReason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::NotCoffee => "not a coffee place",
            Self::EmptyRow => "empty row",
        })
    }
}

/// Skipped records. Binary formats report many at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Skipped {
    /// The reason.
    pub reason: SkipReason,
    /// Number of consecutive records, at least 1.
    pub count: u64,
    /// Position of the first one.
    pub position: Position,
}

/// One step through a file.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A place.
    Place(Box<PlaceRecord>),
    /// Records that are empty or aren't coffee places.
    Skipped(Skipped),
}

impl Item {
    /// The place, if it is one.
    #[must_use]
    pub fn into_place(self) -> Option<PlaceRecord> {
        match self {
            Self::Place(place) => Some(*place),
            Self::Skipped(_) => None,
        }
    }
}
