//! Excel workbooks, KML and KMZ, and what is refused in archives.

use std::io::{Cursor, Write};

use crate::support::{places, steps, try_open};
use place_files::{FileError, Note, OpenOptions, SourceKind};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .expect("in memory");
        writer.write_all(text.as_bytes()).expect("in memory");
    }
    writer.finish().expect("in memory").into_inner()
}

fn workbook(sheet: &str) -> Vec<u8> {
    archive(&[
        (
            "_rels/.rels",
            r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#,
        ),
        (
            "xl/workbook.xml",
            r#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Shops" sheetId="1" r:id="rId1"/></sheets></workbook>"#,
        ),
        (
            "xl/_rels/workbook.xml.rels",
            r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#,
        ),
        (
            "xl/worksheets/sheet1.xml",
            &format!(
                r#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{sheet}</worksheet>"#
            ),
        ),
    ])
}

fn text(cell: &str, text: &str) -> String {
    format!(r#"<c r="{cell}" t="inlineStr"><is><t>{text}</t></is></c>"#)
}

fn error(bytes: &[u8]) -> FileError {
    try_open(bytes, &OpenOptions::new()).expect_err("not readable")
}

#[test]
fn a_workbook_is_read_as_its_first_sheet() {
    let header = ["Name", "Address", "City", "State", "Zip", "Updated"]
        .iter()
        .zip('A'..)
        .map(|(name, column)| text(&format!("{column}2"), name))
        .collect::<String>();
    let sheet = format!(
        r#"<sheetData><row r="1">{}</row><row r="2">{header}</row>
        <row r="3">{}{}{}{}<c r="E3"><v>71301</v></c><c r="F3"><v>45292</v></c></row>
        <row r="5"><c r="A5" t="str"><f>"Blue "&amp;"Door"</f><v>Blue Door</v></c>{}<c r="E5"><v>71301</v></c></row>
        </sheetData><mergeCells count="2"><mergeCell ref="A1:F1"/><mergeCell ref="C3:C5"/></mergeCells>"#,
        text("A1", "Coffee shops of Rapides"),
        text("A3", "Rust &amp; Bean, &quot;the first&quot;"),
        text("B3", "126 Main Street"),
        text("C3", "Alexandria"),
        text("D3", "LA"),
        text("D5", "LA"),
    );
    let found = places(&workbook(&sheet));
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].name.as_deref(), Some("Rust & Bean, \"the first\""));
    assert_eq!(found[0].zip.as_deref(), Some("71301"));
    assert_eq!(found[0].refreshed_at.as_deref(), Some("2024-01-01"));
    assert_eq!(found[1].name.as_deref(), Some("Blue Door"));
    assert_eq!(
        found[1].city.as_deref(),
        Some("Alexandria"),
        "merged with the one above"
    );
}

#[test]
fn a_cell_far_away_does_not_fill_the_memory() {
    let sheet = format!(
        r#"<sheetData><row r="1">{}</row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>"#,
        text("A1", "Name")
    );
    let error = error(&workbook(&sheet)).to_string();
    assert!(error.contains("1000 columns"), "{error}");
    let areas = r#"<mergeCell ref="A1:ZZ1048576"/>"#;
    let sheet = format!(
        r#"<sheetData><row r="1">{}</row></sheetData><mergeCells count="1">{areas}</mergeCells>"#,
        text("A1", "Name")
    );
    let error = self::error(&workbook(&sheet)).to_string();
    assert!(error.contains("merged"), "{error}");
}

#[test]
fn a_zip_bomb_is_refused() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let zeros = vec![b' '; 1 << 20];
    writer
        .start_file("xl/workbook.xml", SimpleFileOptions::default())
        .expect("in memory");
    for _ in 0..600 {
        writer.write_all(&zeros).expect("in memory");
    }
    let bytes = writer.finish().expect("in memory").into_inner();
    assert!(bytes.len() < 2_000_000);
    let error = error(&bytes).to_string();
    assert!(error.contains("512 MiB"), "{error}");
}

#[test]
fn a_map_that_is_a_zip_bomb_is_refused() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let placemark = "<Placemark><name>Rust</name></Placemark>".repeat(25_000);
    writer
        .start_file("doc.kml", SimpleFileOptions::default())
        .expect("in memory");
    writer.write_all(b"<kml><Document>").expect("in memory");
    for _ in 0..600 {
        writer.write_all(placemark.as_bytes()).expect("in memory");
    }
    let bytes = writer.finish().expect("in memory").into_inner();
    assert!(bytes.len() < 4_000_000, "{}", bytes.len());
    let error = error(&bytes).to_string();
    assert!(error.contains("512 MiB"), "{error}");
}

#[test]
fn a_formula_without_a_result_is_refused_with_its_cell() {
    let sheet = |cell: &str| {
        format!(
            "<sheetData><row r=\"1\">{}{}</row><row r=\"2\">{}{cell}</row></sheetData>",
            text("A1", "Name"),
            text("AB1", "City"),
            text("A2", "Rust &amp; Bean"),
        )
    };
    let unknown = sheet(r#"<c r="AB2"><f>A2&amp;"!"</f></c>"#);
    let error = error(&workbook(&unknown)).to_string();
    assert!(
        error.contains("AB2") && error.contains("save it"),
        "{error}"
    );
    // IF(…,"") has a result: nothing.
    let empty = sheet(r#"<c r="AB2" t="str"><f>IF(A2="","x","")</f><v></v></c>"#);
    assert_eq!(places(&workbook(&empty))[0].city, None);
    let failed = sheet(r#"<c r="AB2" t="e"><f>1/0</f><v>#DIV/0!</v></c>"#);
    assert_eq!(places(&workbook(&failed))[0].city, None);
}

const KML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Coffee</name><Folder>
<Placemark><name>Rust &amp; Bean</name><address>126 Main Street, Alexandria, LA 71301</address>
 <phoneNumber>318-555-0142</phoneNumber><description><![CDATA[A <b>roaster</b>]]></description>
 <ExtendedData><Data name="website"><value>https://rust.example/</value></Data></ExtendedData>
 <Point><coordinates>-92.4451,31.3113,0</coordinates></Point></Placemark>
<Placemark><name>Blue Door</name><Polygon><outerBoundaryIs><LinearRing><coordinates>-92.4,31.3 -92.5,31.3 -92.4,31.3</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
</Folder></Document></kml>"#;

#[test]
fn placemarks_of_kml_and_kmz_are_places() {
    let kmz = archive(&[("images/a.png", "x"), ("doc.kml", KML)]);
    for bytes in [KML.as_bytes(), &kmz] {
        let found = places(bytes);
        assert_eq!(found.len(), 2);
        let first = &found[0];
        assert_eq!(first.source_kind, SourceKind::GeoJson);
        assert_eq!(first.name.as_deref(), Some("Rust & Bean"));
        assert_eq!(first.city.as_deref(), Some("Alexandria"));
        assert_eq!(first.phone.as_deref(), Some("318-555-0142"));
        assert_eq!(first.website.as_deref(), Some("https://rust.example/"));
        assert_eq!(
            (first.latitude, first.longitude),
            (Some(31.3113), Some(-92.4451))
        );
        assert_eq!(found[1].longitude, Some(-92.4));
    }
    let one = KML
        .split("<Placemark><name>Blue")
        .next()
        .expect("cut")
        .to_owned()
        + "</Folder></Document></kml>";
    assert_eq!(places(one.as_bytes()).len(), 1);
    let cut = KML.split("<name>Blue").next().expect("cut");
    assert!(
        error(cut.as_bytes())
            .to_string()
            .contains("ends in the middle")
    );
    let empty = "<kml><Document/></kml>";
    assert!(matches!(error(empty.as_bytes()), FileError::Empty));
}

#[test]
fn a_shapefile_is_refused_by_name() {
    let zipped = archive(&[("shops.shp", "x"), ("shops.dbf", "x")]);
    for bytes in [&zipped[..], b"\0\0\x27\x0A\0\0\0\0"] {
        let error = error(bytes).to_string();
        assert!(
            error.contains("shapefile") && error.contains("GeoJSON"),
            "{error}"
        );
    }
    let other = archive(&[("readme.txt", "x")]);
    let error = error(&other).to_string();
    assert!(error.contains("ZIP archive"), "{error}");
}

#[test]
fn saved_places_of_takeout_are_read() {
    let saved = r#"{"type":"FeatureCollection","features":[{"type":"Feature",
        "geometry":{"type":"Point","coordinates":[-92.4451,31.3113]},
        "properties":{"date":"2024-05-01T10:00:00Z","google_maps_url":"http://maps.google.com/?cid=1",
        "location":{"address":"126 Main St, Alexandria, LA 71301, USA","country_code":"US","name":"Rust & Bean"}}}]}"#;
    let found = places(saved.as_bytes());
    assert_eq!(found[0].name.as_deref(), Some("Rust & Bean"));
    assert_eq!(found[0].city.as_deref(), Some("Alexandria"));
    assert_eq!(found[0].zip.as_deref(), Some("71301"));
    assert_eq!(found[0].latitude, Some(31.3113));
    // Takeout's lists are tables.
    let list = "Title,Note,URL,Comment\nRust & Bean,,https://www.google.com/maps/place/x,\n";
    assert_eq!(
        places(list.as_bytes())[0].name.as_deref(),
        Some("Rust & Bean")
    );
}

#[test]
fn a_second_header_is_no_place() {
    let two = "Name,Street,City,State\nshop name,address,town,st\nRust & Bean,126 Main St,Ames,IA\n\
        Name,Street,City,State\nBlue Door,1 Elm St,Ames,IA\n";
    assert_eq!(
        steps(crate::support::read(two.as_bytes())),
        ["skipped 1", "Rust & Bean", "skipped 1", "Blue Door"]
    );
}

#[test]
fn meters_of_a_web_map_are_degrees() {
    let table = "name,x,y\nRust & Bean,-8766409.90,4300621.37\nFar,1,9999999\n";
    let found = places(table.as_bytes());
    assert!(
        found[0]
            .latitude
            .is_some_and(|value| (value - 36.0).abs() < 1e-3)
    );
    assert_eq!(found[1].latitude, None);
    assert_eq!(found[1].notes.len(), 1);
}

#[test]
fn a_header_in_two_rows_counts_by_its_second() {
    let table = "Shop,,Place,,\nName,Phone,Street,City,State\nRust & Bean,,126 Main St,Ames,IA\n";
    let found = places(table.as_bytes());
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].name.as_deref(), Some("Rust & Bean"));
    assert_eq!(found[0].city.as_deref(), Some("Ames"));
}

#[test]
fn degrees_minutes_and_seconds_are_read_in_any_column() {
    for table in [
        "name;lat;lon\nRust & Bean;31°18'40.68\"N;92°26'42.36\"W\n",
        "name;gps\nRust & Bean;31°18'40.68\"N 92°26'42.36\"W\n",
        "name;gps\nRust & Bean;31° 18' 40.68\" N, 92° 26' 42.36\" W\n",
        "name;lat;lon\nRust & Bean;31 18 40.68;-92 26 42.36\n",
    ] {
        let place = places(table.as_bytes()).remove(0);
        let is_near = |value: Option<f64>, wanted: f64| {
            value.is_some_and(|value| (value - wanted).abs() < 1e-3)
        };
        assert!(
            is_near(place.latitude, 31.3113) && is_near(place.longitude, -92.4451),
            "{table}: {:?} {:?}",
            place.latitude,
            place.longitude
        );
    }
}

#[test]
fn formulas_of_a_table_show_what_they_say() {
    let table = "name,zip,phone\n\
        \"=HYPERLINK(\"\"https://rust.example\"\",\"\"Rust & Bean\"\")\",\"=\"\"02118\"\"\",=A1\n\
        Blue Door,=\"02118\",\n";
    let found = places(table.as_bytes());
    assert_eq!(found[0].name.as_deref(), Some("Rust & Bean"));
    assert_eq!(found[0].zip.as_deref(), Some("02118"));
    assert_eq!(found[0].phone, None);
    assert_eq!(found[0].notes, [Note::FormulaUnread("=A1".to_owned())]);
    assert_eq!(found[1].zip.as_deref(), Some("02118"));
}

#[test]
fn a_broken_header_is_quoted_in_part() {
    let wide = format!("{}\n1\n", vec!["x".repeat(1000); 500].join(","));
    let error = error(wide.as_bytes()).to_string();
    assert!(
        error.len() < 4_000 && error.contains("and 460 more"),
        "{error}"
    );
}
