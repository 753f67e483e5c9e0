//! All kinds of GeoJSON, Overpass responses, JSON lines.

use std::io::Write;

use crate::support::{places, places_with, read, steps, try_open};
use place_files::{
    ClosedReason, Field, FileError, OpenOptions, PlaceRecord, Problem, SourceKind, open,
};

fn name(place: &PlaceRecord) -> &str {
    place.name.as_deref().unwrap_or_default()
}

fn near(place: &PlaceRecord, latitude: f64, longitude: f64) -> bool {
    let close =
        |value: Option<f64>, wanted: f64| value.is_some_and(|value| (value - wanted).abs() < 1e-6);
    close(place.latitude, latitude) && close(place.longitude, longitude)
}

fn collection(features: &[&str]) -> String {
    format!(
        "{{\n\"type\": \"FeatureCollection\",\n\"timestamp\": \"2024-05-01T00:00:00Z\",\n\"features\": [\n{}\n]\n}}\n",
        features.join(",\n")
    )
}

const NODE: &str = r#"{"type":"Feature","id":"node/1","properties":{"@id":"node/1","amenity":"cafe","name":"Two Beans","addr:housenumber":"126","addr:street":"Main Street","addr:city":"Alexandria","addr:state":"LA","addr:postcode":"71301-1234","opening_hours":"Mo-Fr 07:00-15:00","internet_access":"wlan","outdoor_seating":"yes","brand:wikidata":"Q1","cuisine":"coffee_shop;bagel","check_date":"2024-02-03"},"geometry":{"type":"Point","coordinates":[-92.4451,31.3113]}}"#;
const WAY: &str = r#"{"type":"Feature","id":"way/2","properties":{"@id":"way/2","shop":"coffee","name":"Square"},"geometry":{"type":"Polygon","coordinates":[[[-92.0,31.0],[-91.9,31.0],[-91.9,31.1],[-92.0,31.1],[-92.0,31.0]]]}}"#;
const RELATION: &str = r#"{"type":"Feature","id":"relation/3","properties":{"@id":"relation/3","type":"multipolygon","amenity":"cafe"},"geometry":{"type":"MultiPolygon","coordinates":[[[[-90.0,30.0],[-89.9,30.0],[-89.9,30.1],[-90.0,30.1],[-90.0,30.0]]]]}}"#;
const SCHOOL: &str = r#"{"type":"Feature","id":"node/4","properties":{"@id":"node/4","amenity":"school","name":"No Cafe School"},"geometry":{"type":"Point","coordinates":[-92.0,31.0]}}"#;

#[test]
fn osm_geojson_with_nodes_ways_and_relations() {
    let file = collection(&[NODE, WAY, RELATION, SCHOOL]);
    assert_eq!(
        steps(read(file.as_bytes())),
        ["Two Beans", "Square", "unnamed", "skipped 1"]
    );
    let found = places(file.as_bytes());
    let node = &found[0];
    assert_eq!(
        (node.source_kind, node.source_id.as_deref()),
        (SourceKind::Osm, Some("node/1"))
    );
    assert_eq!(
        (node.house_number.as_deref(), node.street.as_deref()),
        (Some("126"), Some("Main Street"))
    );
    assert_eq!(
        (node.zip.as_deref(), node.zip_plus4.as_deref()),
        (Some("71301"), Some("1234"))
    );
    assert_eq!(
        (node.wifi, node.outdoor_seating, node.dogs),
        (Some(true), Some(true), None)
    );
    assert_eq!(node.categories, ["cafe", "coffee_shop", "bagel"]);
    assert_eq!(node.refreshed_at.as_deref(), Some("2024-02-03"));
    assert_eq!((node.position.record, node.position.line), (1, Some(5)));
    assert_eq!(
        node.position.offset,
        file.find(NODE).map_or(0, |place| place as u64)
    );
    assert!(
        near(node, 31.3113, -92.4451)
            && near(&found[1], 31.05, -91.95)
            && near(&found[2], 30.05, -89.95)
    );
    assert_eq!(found[2].source_id.as_deref(), Some("relation/3"));
    assert_eq!(found[2].position.record, 3);
    let opened = try_open(file.as_bytes(), &OpenOptions::new()).expect("readable");
    assert_eq!(opened.as_of(), Some("2024-05-01T00:00:00Z"));
}

#[test]
fn tags_flat_with_underscores_packed_or_nested_mean_the_same() {
    let feature = |properties: &str| {
        format!(
            r#"{{"type":"Feature","id":77,"properties":{properties},"geometry":{{"type":"Point","coordinates":[-92.4,31.3]}}}}"#
        )
    };
    let found: Vec<PlaceRecord> = [
        r#"{"osm_id":77,"osm_type":"nodes","amenity":"cafe","name":"Two Beans","addr_street":"Elm","opening_hours":"24/7"}"#,
        r#"{"osm_id":"77","name":"Two Beans","other_tags":"\"amenity\"=>\"cafe\",\"addr:street\"=>\"Elm\",\"opening_hours\"=>\"24/7\""}"#,
        r#"{"timestamp":"2013-01-01T00:00:00Z","tags":"\"amenity\"=\"cafe\",\"addr:street\"=\"Elm\",\"opening_hours\"=\"24/7\",\"name\"=\"Two Beans\"","name":"Two Beans","amenity":"cafe","highway":""}"#,
        r#"{"type":"node","id":77,"tags":{"amenity":"cafe","addr:street":"Elm","opening_hours":"24/7","name":"Two Beans"},"meta":{"timestamp":"2013-01-01T00:00:00Z"}}"#,
    ]
    .iter()
    .map(|properties| places(collection(&[&feature(properties)]).as_bytes()).remove(0))
    .collect();
    for place in &found {
        assert_eq!(
            (place.source_kind, place.source_id.as_deref()),
            (SourceKind::Osm, Some("node/77"))
        );
        assert_eq!(
            (name(place), place.street.as_deref(), place.hours.as_deref()),
            ("Two Beans", Some("Elm"), Some("24/7"))
        );
    }
}

#[test]
fn geojson_with_free_properties() {
    let file = r#"{"type":"FeatureCollection","features":[
        {"type":"Feature","id":5,"properties":{"Shop Name":"Two Beans","address":{"street":"126 Main St","city":"Alexandria"},"tel":3185550100,"hours":["Mon 7-3","Tue 7-3"],"closed":false},"geometry":{"type":"Point","coordinates":[-92.4,31.3]}},
        {"type":"Feature","properties":{"title":"No Point","location":{"type":"Point","coordinates":[-92.5,31.4]}},"geometry":null},
        {"type":"Feature","properties":null,"geometry":null}]}"#;
    let found = places(file.as_bytes());
    assert_eq!(
        (found[0].source_kind, found[0].source_id.as_deref()),
        (SourceKind::GeoJson, Some("5"))
    );
    assert_eq!(
        (
            name(&found[0]),
            found[0].city.as_deref(),
            found[0].phone.as_deref()
        ),
        ("Two Beans", Some("Alexandria"), Some("3185550100"))
    );
    assert_eq!(found[0].hours.as_deref(), Some("Mon 7-3\nTue 7-3"));
    assert_eq!(found[0].closed, None);
    assert!(near(&found[0], 31.3, -92.4) && near(&found[1], 31.4, -92.5));
    assert_eq!((name(&found[2]), found[2].latitude), ("", None));
    let mapped = places_with(
        file.as_bytes(),
        &OpenOptions::new()
            .map("tel", Some(Field::Name))
            .map("shop name", None),
    );
    assert_eq!(name(&mapped[0]), "3185550100");
}

#[test]
fn one_feature_alone_an_array_and_esri_json() {
    assert_eq!(name(&places(NODE.as_bytes())[0]), "Two Beans");
    let array = r#"[{"name":"A","lat":31.3,"lng":-92.4},{"name":"B","location":{"latitude":"31.3","longitude":"-92.4"}}]"#;
    let found = places(array.as_bytes());
    assert!(near(&found[0], 31.3, -92.4) && near(&found[1], 31.3, -92.4));
    assert_eq!(found[1].source_kind, SourceKind::Json);
    let esri = r#"{"geometryType":"esriGeometryPoint","features":[{"attributes":{"NAME":"C","OBJECTID":9},"geometry":{"x":-92.4,"y":31.3}}]}"#;
    let found = places(esri.as_bytes());
    assert!(name(&found[0]) == "C" && near(&found[0], 31.3, -92.4));
}

#[test]
fn json_lines_and_text_sequences() {
    let lines = format!("{NODE}\n\n{SCHOOL}\n{{\"type\":\"Feature\",broken}}\n{WAY}");
    let items = read(lines.as_bytes());
    let error = items
        .iter()
        .find_map(|item| item.as_ref().err())
        .expect("an error");
    assert_eq!((error.position.record, error.position.line), (3, Some(4)));
    assert_eq!(steps(items), ["Two Beans", "skipped 1", "error", "Square"]);
    let sequence = format!("\u{1e}{NODE}\n\u{1e}{}\n", WAY.replace(',', ",\n"));
    assert_eq!(steps(read(sequence.as_bytes())), ["Two Beans", "Square"]);
    let cut = format!("{NODE}\n{}", &WAY[..60]);
    let mut items = read(cut.as_bytes());
    let error = items.pop().expect("a step").expect_err("cut off");
    assert!(matches!(error.problem, Problem::CutOff { records: 1, .. }) && error.ends_file);
}

#[test]
fn a_malformed_record_is_named_and_reading_goes_on() {
    let file = collection(&[
        NODE,
        r#"{"type":"Feature","properties":{"amenity":"cafe" "name":"x"}}"#,
        "7",
        "null",
        WAY,
    ]);
    let items = read(file.as_bytes());
    let error = items
        .iter()
        .find_map(|item| item.as_ref().err())
        .expect("an error");
    assert_eq!(
        (error.position.record, error.position.line, error.ends_file),
        (2, Some(6), false)
    );
    assert_eq!(
        steps(items),
        ["Two Beans", "error", "error", "error", "Square"]
    );
}

#[test]
fn a_document_cut_off_yields_everything_before_the_cut() {
    let file = collection(&[NODE, WAY, RELATION]);
    let cut = file.find("relation/3").expect("there");
    let mut items = read(&file.as_bytes()[..cut]);
    let error = items.pop().expect("a step").expect_err("cut off");
    assert_eq!(steps(items), ["Two Beans", "Square"]);
    assert!(
        error
            .to_string()
            .contains(&format!("cut off after record 2 (byte {cut})")),
        "{error}"
    );
    // The list is complete, but the document isn't.
    let mut items = read(&file.as_bytes()[..file.len() - 4]);
    assert!(items.pop().expect("a step").is_err());
    assert_eq!(items.len(), 3);
}

#[test]
fn broken_structure_ends_the_file() {
    let file = format!("{{\"features\":[{NODE}}} {WAY}]}}");
    assert_eq!(steps(read(file.as_bytes())), ["Two Beans", "end by error"]);
}

#[test]
fn what_is_no_list_of_records_says_so_at_once() {
    let error = |text: &str| {
        try_open(text.as_bytes(), &OpenOptions::new())
            .expect_err("no list")
            .to_string()
    };
    assert!(error(r#"{"message":"API key is invalid"}"#).contains("API key is invalid"));
    assert!(error(r#"{"a":1,"b":{}}"#).contains("a, b"));
    assert!(error(r#"{"type":"Topology","objects":{}}"#).contains("TopoJSON"));
    assert!(error("<!DOCTYPE html><html>Too many requests</html>").contains("web page"));
    let named_json = OpenOptions::new().format("geojson".parse().expect("known"));
    let error = try_open(b"name,city\n", &named_json).expect_err("no JSON");
    assert!(matches!(error, FileError::Damaged(_)), "{error}");
}

#[test]
fn overpass_answers() {
    let file = r#"{"version":0.6,"generator":"Overpass API","osm3s":{"timestamp_osm_base":"2024-05-01T00:00:00Z","copyright":"ODbL"},"elements":[
        {"type":"node","id":1,"lat":31.3,"lon":-92.4,"timestamp":"2023-01-01T00:00:00Z","tags":{"amenity":"cafe","name":"Node","contact:phone":"+1 318 555 0100;+1 318 555 0101"}},
        {"type":"way","id":2,"center":{"lat":31.4,"lon":-92.5},"nodes":[5,6],"tags":{"shop":"coffee","name":"Way"}},
        {"type":"relation","id":3,"bounds":{"minlat":31.0,"minlon":-92.0,"maxlat":31.2,"maxlon":-91.8},"tags":{"amenity":"cafe","name":"Relation"}},
        {"type":"node","id":5,"lat":31.0,"lon":-92.0},
        {"type":"node","id":6,"lat":31.3,"lon":-92.4,"tags":{"disused:amenity":"cafe","name":"Gone"}},
        {"type":"node","id":7,"lat":31.3,"lon":-92.4,"tags":{"amenity":"restaurant","name":"Coffee & Steak"}}]}"#;
    assert_eq!(
        steps(read(file.as_bytes())),
        ["Node", "Way", "Relation", "skipped 1", "Gone", "skipped 1"]
    );
    let found = places(file.as_bytes());
    assert_eq!(found[0].phone.as_deref(), Some("+1 318 555 0100"));
    assert_eq!(
        found[0].refreshed_at.as_deref(),
        Some("2023-01-01T00:00:00Z")
    );
    assert!(near(&found[1], 31.4, -92.5) && near(&found[2], 31.1, -91.9));
    assert_eq!(found[1].source_id.as_deref(), Some("way/2"));
    assert_eq!(
        found[3].closed,
        Some(ClosedReason::OsmTag("disused:amenity".to_owned()))
    );
    let opened = try_open(file.as_bytes(), &OpenOptions::new()).expect("readable");
    assert_eq!(opened.as_of(), Some("2024-05-01T00:00:00Z"));
}

#[test]
fn an_overpass_remark_is_a_failure_behind_the_records() {
    let file = r#"{"version":0.6,"elements":[{"type":"node","id":1,"lat":31.3,"lon":-92.4,"tags":{"amenity":"cafe","name":"Node"}}],"remark":"runtime error: Query timed out"}"#;
    let mut items = read(file.as_bytes());
    let error = items.pop().expect("a step").expect_err("a remark");
    assert_eq!(steps(items), ["Node"]);
    assert!(
        error.ends_file && error.to_string().contains("Query timed out"),
        "{error}"
    );
}

#[test]
fn ways_without_center_find_their_nodes_before_or_behind_them() {
    let way = r#"{"type":"way","id":2,"nodes":[5,6,7,8,5],"tags":{"amenity":"cafe","name":"Way"}}"#;
    let nodes = [
        (5, 31.0, -92.0),
        (6, 31.0, -91.9),
        (7, 31.1, -91.9),
        (8, 31.1, -92.0),
    ]
    .map(|(id, lat, lon)| format!(r#"{{"type":"node","id":{id},"lat":{lat},"lon":{lon}}}"#))
    .join(",");
    let behind = format!(r#"{{"elements":[{way},{nodes}]}}"#);
    assert!(near(&places(behind.as_bytes())[0], 31.05, -91.95));

    let before = format!(r#"{{"elements":[{nodes},{way}]}}"#);
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(before.as_bytes()).expect("written");
    let opened = open(file.path(), &OpenOptions::new()).expect("readable");
    let found: Vec<PlaceRecord> = opened
        .filter_map(|item| item.expect("no error").into_place())
        .collect();
    assert!(near(&found[0], 31.05, -91.95));
    // A pipe can't be read twice, so the place has no coordinates.
    assert_eq!(places(before.as_bytes())[0].latitude, None);
}

#[test]
fn windows_1252_and_utf_16_documents() {
    let file = collection(&[&NODE.replace("Two Beans", "Caf\u{e9} \u{201c}Luna\u{201d}")]);
    let latin: Vec<u8> = file
        .chars()
        .map(|letter| match letter {
            '\u{201c}' => 0x93,
            '\u{201d}' => 0x94,
            other => u8::try_from(u32::from(other)).expect("Latin-1"),
        })
        .collect();
    assert_eq!(name(&places(&latin)[0]), "Caf\u{e9} \u{201c}Luna\u{201d}");
    assert_eq!(
        places(&latin)[0].notes,
        [place_files::Note::ReadAsWindows1252]
    );
    let wide: Vec<u8> = std::iter::once(0xFEFF)
        .chain(file.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(name(&places(&wide)[0]), "Caf\u{e9} \u{201c}Luna\u{201d}");
}

#[test]
fn every_kind_of_place_when_asked_for() {
    let options = OpenOptions::new().every_kind(true);
    assert_eq!(
        name(&places_with(collection(&[SCHOOL]).as_bytes(), &options)[0]),
        "No Cafe School"
    );
}

#[test]
fn a_list_of_hours_by_day_keeps_its_text() {
    let found = places(
        br#"{"name":"Two Beans","address":"126 Main St, Alexandria, LA 71301","hours":[{"day":"Monday","open":"07:00","close":"15:00"},{"day":"Sunday","closed":true}]}
{"name":"Three Beans","address":"128 Main St, Alexandria, LA 71301","hours":["Mon 7-3"]}
"#,
    );
    assert_eq!(
        found[0].hours.as_deref(),
        Some("Monday: 07:00-15:00\n{\"closed\":true,\"day\":\"Sunday\"}")
    );
    assert_eq!(found[1].hours.as_deref(), Some("Mon 7-3"));
}

#[test]
fn the_properties_of_json_are_shown_with_values_by_their_dotted_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("list.geojson");
    let feature = |name: &str, city: &str| {
        format!(
            r#"{{"type":"Feature","properties":{{"Moniker":"{name}","place":{{"city":"{city}","floor":null}},"tags":["a","b"]}},
            "geometry":{{"type":"Point","coordinates":[-92.4,31.3]}}}}"#
        )
    };
    let features = [
        feature("A", "Hammond"),
        feature("B", "Hammond"),
        feature("C", "Ruston"),
        feature("D", ""),
    ];
    let text = format!(
        r#"{{"type":"FeatureCollection","features":[{}]}}"#,
        features.join(",")
    );
    std::fs::write(&path, text).expect("written");
    let sample = place_files::sample(&path, &OpenOptions::new()).expect("GeoJSON");
    let shown: Vec<_> = sample
        .columns
        .iter()
        .map(|one| {
            (
                one.column.name.as_str(),
                one.column.field,
                one.values.join(" "),
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("Moniker", None, "A B C".to_owned()),
            (
                "place.city",
                Some(place_files::Field::City),
                "Hammond Ruston".to_owned()
            ),
            ("tags", Some(place_files::Field::Category), "a b".to_owned()),
        ]
    );
    let unplaced = r#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"Moniker":"A","address":"1 Oak Street","city":"Hammond","state":"LA"},"geometry":null}]}"#;
    std::fs::write(&path, unplaced).expect("written");
    let sample = place_files::sample(&path, &OpenOptions::new()).expect("GeoJSON");
    assert_eq!(sample.columns.len(), 4, "{sample:?}");
    let osm = r#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"@id":"node/1","amenity":"cafe","name":"A"},"geometry":null}]}"#;
    std::fs::write(&path, osm).expect("written");
    let sample = place_files::sample(&path, &OpenOptions::new()).expect("OpenStreetMap");
    assert!(sample.columns.is_empty(), "tags need no choice");
}
