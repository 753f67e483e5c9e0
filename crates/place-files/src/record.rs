//! What a file yields: one [`PlaceRecord`] for each place, and [`Skipped`] for what is none.

use std::fmt;

/// Where a record's facts come from. Records of one source share their identifiers: the same cafe
/// has the id `node/123` in a GeoJSON file, in an Overpass answer and in a PBF extract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum SourceKind {
    /// OpenStreetMap, whatever the file format.
    Osm,
    /// Foursquare OS Places or an answer of the Foursquare Places API.
    Foursquare,
    /// Overture Maps, theme places.
    Overture,
    /// GeoJSON with properties of its own.
    GeoJson,
    /// JSON that is no GeoJSON.
    Json,
    /// A table: CSV, TSV or Parquet with columns of its own.
    #[default]
    Table,
}

impl SourceKind {
    /// Short name in lower case, as in `--source` and in reports.
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

/// Where a record stands in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Position {
    /// Ordinal of the record, from 1; a table's header is not counted, unreadable records are.
    pub record: u64,
    /// Line on which the record begins, from 1; `None` for binary formats.
    pub line: Option<u64>,
    /// Bytes before the record, after decompression and conversion to UTF-8;
    /// for PBF the start of the block, for Parquet 0.
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

/// Why a source says that a place is closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClosedReason {
    /// The OpenStreetMap key that says so: `disused:amenity`, `abandoned:shop`, `end_date`, …
    OsmTag(String),
    /// The date of closing as the source writes it (`date_closed` of Foursquare).
    Since(String),
    /// A status such as `CLOSED_PERMANENTLY` or `permanently_closed`.
    Permanently,
    /// A status such as `CLOSED_TEMPORARILY` or `temporarily_closed`.
    Temporarily,
    /// The state of its license, as the list writes it: `Expired`, `REVOKED`, …
    License(String),
}

impl fmt::Display for ClosedReason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OsmTag(key) => write!(out, "tagged {key}"),
            Self::Since(date) => write!(out, "closed since {date}"),
            Self::Permanently => out.write_str("closed permanently"),
            Self::Temporarily => out.write_str("closed temporarily"),
            Self::License(state) => write!(out, "its license is {}", state.to_lowercase()),
        }
    }
}

/// What was mended or doubted while a record was read. A record without notes was read as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// Bytes that are no UTF-8 were read as Windows-1252.
    ReadAsWindows1252,
    /// Bytes that are no UTF-8 were read as Mac OS Roman.
    ReadAsMacRoman,
    /// Text that had been encoded as UTF-8 twice ("CafÃ©") was mended.
    DoubleEncoding,
    /// The text holds the replacement character U+FFFD: letters were lost, here or earlier.
    LostCharacters,
    /// Latitude and longitude stood in each other's place.
    CoordinatesSwapped,
    /// A coordinate is exactly 0, which nearly always means "unknown"; both were dropped.
    CoordinatesZero,
    /// The text is no coordinate in degrees; both were dropped.
    CoordinatesUnreadable(String),
    /// A ZIP code had lost its leading zeros.
    ZipPadded,
    /// Street, city, state and ZIP code were cut out of a one-line address.
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
            Self::LostCharacters => out.write_str("letters were lost: the text holds U+FFFD"),
            Self::CoordinatesSwapped => {
                out.write_str("latitude and longitude were swapped, and put right")
            }
            Self::CoordinatesZero => out.write_str("a coordinate is 0: taken as unknown"),
            Self::CoordinatesUnreadable(text) => {
                write!(
                    out,
                    "\"{text}\" is no latitude and longitude in degrees: taken as unknown"
                )
            }
            Self::ZipPadded => out.write_str("leading zeros of the ZIP code were put back"),
            Self::AddressSplit => {
                out.write_str("street, city, state and ZIP code were cut out of one line")
            }
        }
    }
}

/// One place as its source tells it. Text is trimmed, in Unicode normal form C, without control
/// characters; `None` means that the source does not say.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlaceRecord {
    /// Where the facts come from.
    pub source_kind: SourceKind,
    /// The source's own identifier: `node/123`, a Foursquare or Overture id, a table's id column.
    pub source_id: Option<String>,
    /// Where the record stands in the file.
    pub position: Position,
    /// Name as on the sign.
    pub name: Option<String>,
    /// Further names: official, short, old, in other languages.
    pub alternative_names: Vec<String>,
    /// Brand or chain name.
    pub brand: Option<String>,
    /// Wikidata id of the brand, `Q37158`.
    pub brand_wikidata: Option<String>,
    /// Who runs the place.
    pub operator: Option<String>,
    /// House number, when the source keeps it apart from the street.
    pub house_number: Option<String>,
    /// Street without house number, when the source keeps them apart.
    pub street: Option<String>,
    /// Apartment, suite or unit.
    pub unit: Option<String>,
    /// Street line as one text ("126 Main Street"), or the whole address when it cannot be cut.
    pub address: Option<String>,
    /// City or town.
    pub city: Option<String>,
    /// County, without a rule for its spelling.
    pub county: Option<String>,
    /// State as written: "CO", "Colorado", …
    pub state: Option<String>,
    /// ZIP code of five digits, or another country's postal code as written.
    pub zip: Option<String>,
    /// The four further digits of a ZIP+4 code.
    pub zip_plus4: Option<String>,
    /// Country as written: "US", "United States", …
    pub country: Option<String>,
    /// Latitude in degrees (WGS 84), −90 to 90. Present exactly when the longitude is.
    pub latitude: Option<f64>,
    /// Longitude in degrees (WGS 84), −180 to 180.
    pub longitude: Option<f64>,
    /// Telephone number as written; the first when there are several.
    pub phone: Option<String>,
    /// E-mail address as written.
    pub email: Option<String>,
    /// Website as written; the first when there are several.
    pub website: Option<String>,
    /// Opening hours as written, lines kept: OSM syntax or prose.
    pub hours: Option<String>,
    /// Categories, cuisines, kinds of shop, in the source's own words.
    pub categories: Vec<String>,
    /// Wireless internet for guests.
    pub wifi: Option<bool>,
    /// Seats outside.
    pub outdoor_seating: Option<bool>,
    /// Parking for guests.
    pub parking: Option<bool>,
    /// Dogs welcome.
    pub dogs: Option<bool>,
    /// Good for work with a laptop.
    pub work_friendly: Option<bool>,
    /// Price level: 0 free, 1 cheap … 4 very expensive.
    pub price_level: Option<u8>,
    /// Description, lines kept.
    pub description: Option<String>,
    /// Address of a picture (http or https).
    pub image_url: Option<String>,
    /// Why the source says that the place is closed.
    pub closed: Option<ClosedReason>,
    /// The provider marks the place as a chain's: the chain's name, else its id, else "yes".
    pub provider_chain: Option<String>,
    /// When the source last confirmed or changed the record, as written (mostly ISO 8601).
    pub refreshed_at: Option<String>,
    /// What was mended or doubted.
    pub notes: Vec<Note>,
}

impl PlaceRecord {
    /// Adds a note once.
    pub(crate) fn note(&mut self, note: Note) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

/// Why records were passed over without being an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SkipReason {
    /// The record says what it is, and it is no coffee place: a road, a bakery, a school.
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

/// Records passed over. Binary formats report many at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Skipped {
    /// Why.
    pub reason: SkipReason,
    /// How many records in a row, at least 1.
    pub count: u64,
    /// Where the first of them stands.
    pub position: Position,
}

/// One step through a file.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A place.
    Place(Box<PlaceRecord>),
    /// Records that are no coffee place, or empty.
    Skipped(Skipped),
}

impl Item {
    /// The place, when it is one.
    #[must_use]
    pub fn into_place(self) -> Option<PlaceRecord> {
        match self {
            Self::Place(place) => Some(*place),
            Self::Skipped(_) => None,
        }
    }
}
