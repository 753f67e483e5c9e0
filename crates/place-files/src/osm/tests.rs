use super::*;
use crate::record::PlaceRecord;

fn read(pairs: &[(&'static str, &'static str)]) -> Item {
    let mut tags = Tags::default();
    for (key, value) in pairs {
        tags.push(*key, *value);
    }
    item(
        &tags,
        None,
        None,
        Draft::default(),
        Position::default(),
        false,
    )
}

fn place(pairs: &[(&'static str, &'static str)]) -> PlaceRecord {
    read(pairs).into_place().expect("a coffee place")
}

#[test]
fn which_elements_are_coffee_places() {
    for tags in [
        [("amenity", "cafe"), ("a", "b")],
        [("shop", "coffee"), ("a", "b")],
        [("amenity", "bar;cafe"), ("a", "b")],
        [("amenity", "restaurant"), ("cuisine", "tea;coffee_shop")],
        [("disused:amenity", "cafe"), ("a", "b")],
    ] {
        assert!(matches!(read(&tags), Item::Place(_)), "{tags:?}");
    }
    for tags in [
        [("amenity", "bar"), ("name", "Cafe X")],
        [("shop", "bakery"), ("cuisine", "pizza")],
        [("amenity", "internet_cafe"), ("a", "b")],
    ] {
        assert!(matches!(read(&tags), Item::Skipped(_)), "{tags:?}");
    }
}

#[test]
fn colons_and_underscores_are_the_same() {
    for pairs in [
        [
            ("amenity", "cafe"),
            ("addr:street", "Elm"),
            ("brand:wikidata", "Q1"),
            ("contact:phone", "+1 555 0100"),
        ],
        [
            ("amenity", "cafe"),
            ("addr_street", "Elm"),
            ("brand_wikidata", "Q1"),
            ("contact_phone", "+1 555 0100"),
        ],
    ] {
        let place = place(&pairs);
        assert_eq!(
            (
                place.street.as_deref(),
                place.brand_wikidata.as_deref(),
                place.phone.as_deref()
            ),
            (Some("Elm"), Some("Q1"), Some("+1 555 0100"))
        );
    }
}

#[test]
fn amenities() {
    let flags = |tags: &[(&'static str, &'static str)]| {
        let place = place(&[&[("amenity", "cafe")], tags].concat());
        (place.wifi, place.outdoor_seating, place.dogs)
    };
    assert_eq!(
        flags(&[
            ("internet_access", "wlan"),
            ("outdoor_seating", "sidewalk"),
            ("dog", "leashed")
        ]),
        (Some(true), Some(true), Some(true))
    );
    assert_eq!(
        flags(&[
            ("internet_access", "no"),
            ("outdoor_seating", "no"),
            ("dog", "no")
        ]),
        (Some(false), Some(false), Some(false))
    );
    assert_eq!(
        flags(&[("internet_access", "terminal"), ("wifi", "free")]),
        (Some(true), None, None)
    );
    assert_eq!(
        flags(&[("internet_access", "terminal;wlan")]),
        (Some(true), None, None)
    );
    assert_eq!(flags(&[]), (None, None, None));
}

#[test]
fn closures() {
    assert_eq!(
        place(&[("disused:amenity", "cafe")]).closed,
        Some(ClosedReason::OsmTag("disused:amenity".into()))
    );
    assert_eq!(
        place(&[("amenity", "cafe"), ("abandoned", "yes")]).closed,
        Some(ClosedReason::OsmTag("abandoned".into()))
    );
    assert_eq!(
        place(&[("amenity", "cafe"), ("end_date", "2022-01")]).closed,
        Some(ClosedReason::Since("2022-01".into()))
    );
    assert_eq!(
        place(&[("amenity", "cafe"), ("was:shop", "coffee")]).closed,
        None
    );
}

#[test]
fn latest_date_and_names() {
    let place = place(&[
        ("amenity", "cafe"),
        ("name", "A"),
        ("old_name", "B;A"),
        ("timestamp", "2019-01-01T00:00:00Z"),
        ("check_date", "2021-05-01"),
    ]);
    assert_eq!(place.refreshed_at.as_deref(), Some("2021-05-01"));
    assert_eq!(place.alternative_names, ["B"]);
}
