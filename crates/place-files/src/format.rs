//! File formats, and their names on the command line.

/// How records are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Container {
    /// One JSON document: a FeatureCollection, an Overpass response, an array, a single feature.
    Json,
    /// One JSON object per line, or separated by record separators (GeoJSON text sequence).
    JsonLines,
    /// Rows under a header: CSV, TSV and similar.
    Table,
    /// OpenStreetMap PBF.
    Pbf,
    /// Apache Parquet.
    Parquet,
}

/// What the records mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Schema {
    /// OpenStreetMap tags.
    Osm,
    /// Foursquare OS Places, or the Foursquare Places API.
    Foursquare,
    /// Overture Maps, places theme.
    Overture,
    /// Custom column names ([`crate::Field`]).
    Free,
}

/// Format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Format {
    /// How records are stored.
    pub container: Container,
    /// What the records mean.
    pub schema: Schema,
}

/// What the caller knows about the format; the rest is detected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FormatHint {
    /// How records are stored.
    pub container: Option<Container>,
    /// What the records mean.
    pub schema: Option<Schema>,
    /// The field delimiter of a table.
    pub delimiter: Option<u8>,
}

/// Names for `--format`.
pub const FORMAT_NAMES: [&str; 14] = [
    "auto",
    "osm",
    "osm-geojson",
    "overpass",
    "osm-pbf",
    "csv",
    "tsv",
    "geojson",
    "geojsonseq",
    "json",
    "ndjson",
    "parquet",
    "foursquare",
    "overture",
];

/// Unknown format name.
#[derive(Debug, thiserror::Error)]
#[error("\"{name}\" is no format; choose one of: {}", FORMAT_NAMES.join(", "))]
pub struct UnknownFormatName {
    /// The given name.
    pub name: String,
}

impl std::str::FromStr for FormatHint {
    type Err = UnknownFormatName;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let hint = |container, schema| Self {
            container,
            schema,
            delimiter: None,
        };
        Ok(match name.to_ascii_lowercase().as_str() {
            "auto" => Self::default(),
            "osm" => hint(None, Some(Schema::Osm)),
            "osm-geojson" | "overpass" => hint(Some(Container::Json), Some(Schema::Osm)),
            "osm-pbf" | "pbf" => hint(Some(Container::Pbf), Some(Schema::Osm)),
            "csv" => hint(Some(Container::Table), None),
            "tsv" => Self {
                delimiter: Some(b'\t'),
                ..hint(Some(Container::Table), None)
            },
            "geojson" | "json" => hint(Some(Container::Json), None),
            "geojsonseq" | "geojsonl" | "ndjson" | "jsonl" => {
                hint(Some(Container::JsonLines), None)
            }
            "parquet" => hint(Some(Container::Parquet), None),
            "foursquare" => hint(None, Some(Schema::Foursquare)),
            "overture" => hint(None, Some(Schema::Overture)),
            _ => {
                return Err(UnknownFormatName {
                    name: name.to_owned(),
                });
            }
        })
    }
}

impl std::fmt::Display for Format {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let schema = match self.schema {
            Schema::Osm => "OpenStreetMap, ",
            Schema::Foursquare => "Foursquare, ",
            Schema::Overture => "Overture, ",
            Schema::Free => "",
        };
        let container = match self.container {
            Container::Json => "JSON",
            Container::JsonLines => "JSON lines",
            Container::Table => "table",
            Container::Pbf => "PBF",
            Container::Parquet => "Parquet",
        };
        write!(out, "{schema}{container}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_formats() {
        for name in FORMAT_NAMES {
            assert!(name.parse::<FormatHint>().is_ok(), "{name}");
        }
        assert_eq!(
            "TSV".parse::<FormatHint>().expect("known").delimiter,
            Some(b'\t')
        );
        assert!(
            "excel"
                .parse::<FormatHint>()
                .expect_err("unknown")
                .to_string()
                .contains("geojson")
        );
    }
}
