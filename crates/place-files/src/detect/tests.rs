use super::*;

fn found(head: &str) -> (Container, Schema) {
    let format = detect(head.as_bytes(), None).expect("known");
    (format.container, format.schema)
}

#[test]
fn formats_by_their_first_bytes() {
    use {Container::*, Schema::*};
    for (head, expected) in [
        (
            r#"{"type":"FeatureCollection","features":[{"properties":{"@id":"node/1","amenity":"cafe"}}]}"#,
            (Json, Osm),
        ),
        (r#" {"version":0.6,"osm3s":{},"elements":[]}"#, (Json, Osm)),
        (
            r#"{"type":"FeatureCollection","features":[{"properties":{"shop name":"A"}}]}"#,
            (Json, Free),
        ),
        (
            "{\"fsq_place_id\":\"1\"}\n{\"fsq_place_id\":\"2\"}\n",
            (JsonLines, Foursquare),
        ),
        ("\u{1e}{\"type\":\"Feature\"}\n", (JsonLines, Free)),
        (
            r#"[{"id":"1","names":{"primary":"A"},"categories":{"primary":"coffee_shop"}}]"#,
            (Json, Overture),
        ),
        ("id,names,basic_category\n", (Table, Overture)),
        ("id,names.primary,taxonomy.primary\n", (Table, Overture)),
        ("name,city\n", (Table, Free)),
        ("name,amenity\n", (Table, Free)),
        ("name,cuisine,hours\n", (Table, Free)),
        ("name,amenity,addr:street\n", (Table, Osm)),
        ("\"@id\"\t\"name\"\t\"amenity\"\n", (Table, Osm)),
        ("fsq_place_id,name\n", (Table, Foursquare)),
    ] {
        assert_eq!(found(head), expected, "{head}");
    }
    assert!(matches!(
        detect(b"PAR1....", None),
        Ok(Format {
            container: Parquet,
            ..
        })
    ));
    assert!(matches!(
        detect(b"\0\0\0\x0d\x0a\x09OSMHeader", None),
        Ok(Format {
            container: Pbf,
            schema: Osm
        })
    ));
}

#[test]
fn what_is_not_read_says_what_to_do() {
    for (head, word) in [
        (&b"PK\x03\x04..."[..], "CSV"),
        (b"<?xml version='1.0'?><osm version=\"0.6\">", "PBF"),
        (b"<!DOCTYPE html><html>429 Too Many Requests", "fetch"),
        (b"", "empty"),
        (b" \n\t ", "empty"),
    ] {
        let error = detect(head, None).expect_err("not readable").to_string();
        assert!(error.contains(word), "{error}");
    }
    assert!(matches!(
        detect(&[1, 2, 3, 4, 5, 6], None),
        Err(FileError::UnknownFormat)
    ));
}
