//! Parquet: providers' formats, custom columns, and malicious files.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use crate::providers::check_foursquare;
use crate::support::steps;
use parquet::basic::{Compression, GzipLevel, ZstdLevel};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use place_files::{
    ClosedReason, FileError, Item, OpenOptions, PlaceRecord, RecordError, SourceKind, open,
};

/// Values of one column: `None` is null.
enum Cells<'a> {
    Text(&'a [Option<&'a str>]),
    Bytes(&'a [Option<Vec<u8>>]),
    Double(&'a [Option<f64>]),
    /// One list of texts per row.
    Lists(&'a [&'a [&'a str]]),
}

fn write_parquet(path: &Path, schema: &str, compression: Compression, columns: &[Cells<'_>]) {
    let schema = Arc::new(parse_message_type(schema).expect("a schema"));
    let properties = Arc::new(
        WriterProperties::builder()
            .set_compression(compression)
            .build(),
    );
    let mut file =
        SerializedFileWriter::new(File::create(path).expect("a file"), schema, properties)
            .expect("a writer");
    let mut group = file.next_row_group().expect("a group");
    for cells in columns {
        let mut column = group
            .next_column()
            .expect("a column")
            .expect("as many as in the schema");
        match (cells, column.untyped()) {
            (Cells::Text(values), ColumnWriter::ByteArrayColumnWriter(writer)) => {
                let present: Vec<ByteArray> = values
                    .iter()
                    .flatten()
                    .map(|text| ByteArray::from(*text))
                    .collect();
                let levels: Vec<i16> = values
                    .iter()
                    .map(|value| i16::from(value.is_some()))
                    .collect();
                writer
                    .write_batch(&present, Some(&levels), None)
                    .expect("written");
            }
            (Cells::Bytes(values), ColumnWriter::ByteArrayColumnWriter(writer)) => {
                let present: Vec<ByteArray> = values
                    .iter()
                    .flatten()
                    .map(|bytes| ByteArray::from(bytes.clone()))
                    .collect();
                let levels: Vec<i16> = values
                    .iter()
                    .map(|value| i16::from(value.is_some()))
                    .collect();
                writer
                    .write_batch(&present, Some(&levels), None)
                    .expect("written");
            }
            (Cells::Double(values), ColumnWriter::DoubleColumnWriter(writer)) => {
                let present: Vec<f64> = values.iter().flatten().copied().collect();
                let levels: Vec<i16> = values
                    .iter()
                    .map(|value| i16::from(value.is_some()))
                    .collect();
                writer
                    .write_batch(&present, Some(&levels), None)
                    .expect("written");
            }
            (Cells::Lists(lists), ColumnWriter::ByteArrayColumnWriter(writer)) => {
                let present: Vec<ByteArray> = lists
                    .iter()
                    .flat_map(|list| list.iter())
                    .map(|text| ByteArray::from(*text))
                    .collect();
                let (mut definitions, mut repetitions) = (Vec::new(), Vec::new());
                for list in *lists {
                    for index in 0..list.len().max(1) {
                        definitions.push(if list.is_empty() { 1 } else { 3 });
                        repetitions.push(i16::from(index > 0));
                    }
                }
                writer
                    .write_batch(&present, Some(&definitions), Some(&repetitions))
                    .expect("written");
            }
            _ => panic!("the column is of another kind"),
        }
        column.close().expect("closed");
    }
    group.close().expect("closed");
    file.close().expect("closed");
}

fn foursquare_parquet(path: &Path, compression: Compression) {
    let schema = "message places { optional binary fsq_place_id (UTF8); optional binary name (UTF8); optional double latitude; optional double longitude;
        optional binary address (UTF8); optional binary locality (UTF8); optional binary region (UTF8); optional binary postcode (UTF8); optional binary placemaker_url (UTF8);
        optional binary date_refreshed (UTF8); optional binary date_closed (UTF8);
        optional group fsq_category_labels (LIST) { repeated group list { optional binary element (UTF8); } } }";
    let unknown: [Option<&str>; 3] = [None; 3];
    write_parquet(
        path,
        schema,
        compression,
        &[
            Cells::Text(&[Some("4b1"), Some("4b2"), Some("4b3")]),
            Cells::Text(&[Some("Two Beans"), Some("Boba"), Some("Old Cup")]),
            Cells::Double(&[Some(31.3), Some(31.3), None]),
            Cells::Double(&[Some(-92.4), Some(-92.4), None]),
            Cells::Text(&[Some("126 Main St"), None, None]),
            Cells::Text(&[Some("Alexandria"); 3]),
            Cells::Text(&[Some("LA"); 3]),
            Cells::Text(&[Some("71301"), None, None]),
            Cells::Text(&unknown),
            Cells::Text(&[Some("2025-01-01"); 3]),
            Cells::Text(&[None, None, Some("2023-05-01")]),
            Cells::Lists(&[
                &[
                    "Dining and Drinking > Cafe, Coffee, and Tea House > Coffee Shop",
                    "Retail > Book Store",
                ],
                &["Bubble Tea Shop"],
                &[],
            ]),
        ],
    );
}

fn items(path: &Path) -> Vec<Result<Item, RecordError>> {
    open(path, &OpenOptions::new()).expect("readable").collect()
}

#[test]
fn foursquare_as_parquet_in_every_common_packing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("places.parquet");
    for compression in [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::ZSTD(ZstdLevel::default()),
        Compression::GZIP(Default::default()),
        Compression::LZ4_RAW,
    ] {
        foursquare_parquet(&path, compression);
        let all = items(&path);
        assert_eq!(
            steps(items(&path)),
            ["Two Beans", "skipped 1", "Old Cup"],
            "{compression}"
        );
        let found: Vec<PlaceRecord> = all
            .into_iter()
            .filter_map(|item| item.expect("no error").into_place())
            .collect();
        check_foursquare(&found[0]);
        assert_eq!(found[0].categories.len(), 2);
        assert_eq!(
            found[1].closed,
            Some(ClosedReason::Since("2023-05-01".to_owned()))
        );
    }
    let mut opened = open(&path, &OpenOptions::new()).expect("readable");
    opened.by_ref().for_each(drop);
    assert_eq!(opened.total_bytes(), Some(opened.bytes_read()));
}

#[test]
fn overture_as_parquet() {
    let schema = "message places { optional binary id (UTF8); optional binary geometry;
        optional group names { optional binary primary (UTF8); optional group common (MAP) { repeated group key_value { required binary key (UTF8); optional binary value (UTF8); } } }
        optional group categories { optional binary primary (UTF8); }
        optional group websites (LIST) { repeated group list { optional binary element (UTF8); } }
        optional group phones (LIST) { repeated group list { optional binary element (UTF8); } }
        optional group brand { optional binary wikidata (UTF8); optional group names { optional binary primary (UTF8); } }
        optional binary operating_status (UTF8); }";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("overture.parquet");
    let point = [
        &[1, 1, 0, 0, 0][..],
        &(-92.4_f64).to_le_bytes(),
        &31.3_f64.to_le_bytes(),
    ]
    .concat();
    let schema = Arc::new(parse_message_type(schema).expect("a schema"));
    let mut file = SerializedFileWriter::new(
        File::create(&path).expect("a file"),
        schema,
        Default::default(),
    )
    .expect("a writer");
    let mut group = file.next_row_group().expect("a group");
    // One row: each column's value, definition levels and repetition levels.
    let columns: [(Vec<u8>, i16, bool); 10] = [
        (b"08f1".to_vec(), 1, false),
        (point, 1, false),
        (b"Two Beans".to_vec(), 2, false),
        (b"es".to_vec(), 3, true),
        (b"Dos Frijoles".to_vec(), 4, true),
        (b"coffee_shop".to_vec(), 2, false),
        (b"https://two.example/".to_vec(), 3, true),
        (b"+13185550100".to_vec(), 3, true),
        (b"Q1".to_vec(), 2, false),
        (b"Bean Group".to_vec(), 3, false),
    ];
    for (value, definition, repeated) in columns.into_iter().chain([(b"open".to_vec(), 1, false)]) {
        let mut column = group
            .next_column()
            .expect("a column")
            .expect("as many as in the schema");
        let ColumnWriter::ByteArrayColumnWriter(writer) = column.untyped() else {
            panic!("bytes")
        };
        let repetitions = repeated.then_some(&[0_i16][..]);
        writer
            .write_batch(&[ByteArray::from(value)], Some(&[definition]), repetitions)
            .expect("written");
        column.close().expect("closed");
    }
    group.close().expect("closed");
    file.close().expect("closed");

    let place = items(&path)
        .remove(0)
        .expect("no error")
        .into_place()
        .expect("a place");
    assert_eq!(
        (place.source_kind, place.name.as_deref()),
        (SourceKind::Overture, Some("Two Beans"))
    );
    assert_eq!((place.latitude, place.longitude), (Some(31.3), Some(-92.4)));
    assert_eq!(place.alternative_names, ["Dos Frijoles"]);
    assert_eq!(
        (place.website.as_deref(), place.phone.as_deref()),
        (Some("https://two.example/"), Some("+13185550100"))
    );
    assert_eq!(
        (
            place.brand_wikidata.as_deref(),
            place.provider_chain.as_deref()
        ),
        (Some("Q1"), Some("Bean Group"))
    );
}

#[test]
fn parquet_with_columns_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("own.parquet");
    let schema = "message shops { optional binary shop_name (UTF8); optional binary geom; optional double employees; }";
    let wkb = [
        &[0, 0, 0, 0, 1][..],
        &(-92.4_f64).to_be_bytes(),
        &31.3_f64.to_be_bytes(),
    ]
    .concat();
    write_parquet(
        &path,
        schema,
        Compression::SNAPPY,
        &[
            Cells::Text(&[Some("Two Beans")]),
            Cells::Bytes(&[Some(wkb)]),
            Cells::Double(&[Some(3.0)]),
        ],
    );
    let place = items(&path)
        .remove(0)
        .expect("no error")
        .into_place()
        .expect("a place");
    assert_eq!(
        (place.source_kind, place.name.as_deref(), place.latitude),
        (SourceKind::Table, Some("Two Beans"), Some(31.3))
    );

    write_parquet(
        &path,
        "message shops { optional double employees; }",
        Compression::SNAPPY,
        &[Cells::Double(&[Some(3.0)])],
    );
    assert!(matches!(
        open(&path, &OpenOptions::new()),
        Err(FileError::NoNameColumn { .. })
    ));
}

#[test]
fn the_columns_of_parquet_are_shown_with_values_also_without_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("places.parquet");
    foursquare_parquet(&path, Compression::SNAPPY);
    let sample = place_files::sample(&path, &OpenOptions::new()).expect("a sample");
    let values = |name: &str| {
        let found = sample.columns.iter().find(|one| one.column.name == name);
        found.expect("a column").values.clone()
    };
    assert_eq!(values("name"), ["Two Beans", "Boba", "Old Cup"]);
    assert_eq!(values("locality"), ["Alexandria"]);
    assert!(values("placemaker_url").is_empty());
    assert!(values("fsq_category_labels")[0].starts_with("[\"Dining and Drinking"));

    let schema = "message shops { optional binary moniker (UTF8); optional double employees; }";
    write_parquet(
        &path,
        schema,
        Compression::SNAPPY,
        &[
            Cells::Text(&[Some("Two Beans")]),
            Cells::Double(&[Some(3.0)]),
        ],
    );
    let sample = place_files::sample(&path, &OpenOptions::new()).expect("a sample");
    let shown: Vec<_> = sample
        .columns
        .iter()
        .map(|one| (one.column.name.as_str(), one.values.join(" ")))
        .collect();
    assert_eq!(
        shown,
        [
            ("moniker", "Two Beans".to_owned()),
            ("employees", "3.0".to_owned())
        ]
    );
}

#[test]
fn damaged_parquet_is_an_error_and_never_a_panic() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("places.parquet");
    foursquare_parquet(&path, Compression::SNAPPY);
    let whole = std::fs::read(&path).expect("there");
    std::fs::write(&path, &whole[..whole.len() / 2]).expect("written");
    assert!(matches!(
        open(&path, &OpenOptions::new()),
        Err(FileError::Damaged(_))
    ));
    for place in (0..whole.len()).step_by(7) {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x55;
        std::fs::write(&path, &damaged).expect("written");
        if let Ok(opened) = open(&path, &OpenOptions::new()) {
            assert!(opened.take(100).count() < 100);
        }
    }
}

/// A Parquet file with one page that decompresses to `bytes` copies of one letter.
fn packed_letters(path: &Path, compression: Compression, bytes: usize) {
    let name = "x".repeat(bytes);
    let schema = "message places { optional binary name (UTF8); optional binary city (UTF8); }";
    let columns = [Cells::Text(&[Some(&name)]), Cells::Text(&[Some("Ames")])];
    write_parquet(path, schema, compression, &columns);
}

#[test]
fn parquet_that_would_fill_the_memory_is_refused_by_its_size() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bomb.parquet");
    for compression in [
        Compression::GZIP(GzipLevel::default()),
        Compression::ZSTD(ZstdLevel::default()),
    ] {
        packed_letters(&path, compression, 300 << 20);
        let size = std::fs::metadata(&path).expect("there").len();
        assert!(size < 1 << 20, "{compression}: {size}");
        let mut items = open(&path, &OpenOptions::new()).expect("its footer is well");
        let Some(Err(refused)) = items.next() else {
            panic!("{compression}: unpacked");
        };
        assert!(
            refused.to_string().contains("more than 256 MB"),
            "{refused}"
        );
        assert!(items.next().is_none());
        packed_letters(&path, compression, 1 << 20);
        assert_eq!(open(&path, &OpenOptions::new()).expect("a file").count(), 1);
    }
}

#[test]
fn a_gzip_page_that_holds_more_than_it_says_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("liar.parquet");
    packed_letters(&path, Compression::GZIP(GzipLevel::default()), 100_000);
    let mut bytes = std::fs::read(&path).expect("there");
    // The uncompressed length of the letters in the page's header, as a three-byte varint.
    let zigzag = |number: u64| {
        let doubled = number * 2;
        [
            doubled as u8 | 0x80,
            (doubled >> 7) as u8 | 0x80,
            (doubled >> 14) as u8,
        ]
    };
    // A dictionary of one text: its length and its letters.
    let place = bytes.windows(3).position(|three| three == zigzag(100_004));
    let place = place.expect("the header of the page");
    bytes[place..place + 3].copy_from_slice(&zigzag(50_000));
    std::fs::write(&path, &bytes).expect("written");
    let refused = open(&path, &OpenOptions::new())
        .expect("its footer is well")
        .next();
    let Some(Err(refused)) = refused else {
        panic!("unpacked");
    };
    assert!(
        refused.to_string().contains("more than it says"),
        "{refused}"
    );
}
