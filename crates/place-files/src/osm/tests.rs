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
fn what_coffee_people_ask_for() {
    let place = place(&[
        ("amenity", "cafe"),
        ("craft", "coffee_roaster"),
        ("toilets", "customers"),
        ("drive_through", "no"),
        ("wheelchair", "limited"),
        ("changing_table", "yes"),
        ("diet:vegan", "yes"),
        ("contact:instagram", "@bluedoor"),
        ("contact:facebook", "https://facebook.com/bluedoor"),
        ("website:menu", "https://bluedoor.example/menu"),
    ]);
    assert_eq!(
        (place.restroom, place.drive_through, place.wheelchair),
        (Some(true), Some(false), None),
        "guests may use the restroom; a wheelchair gets to some parts"
    );
    assert_eq!(
        (place.changing_table, place.plant_milk, place.roasts),
        (Some(true), None, Some(true)),
        "vegan dishes say nothing of the milk"
    );
    assert_eq!(place.instagram.as_deref(), Some("@bluedoor"));
    assert_eq!(
        place.facebook.as_deref(),
        Some("https://facebook.com/bluedoor")
    );
    assert_eq!(
        place.menu_url.as_deref(),
        Some("https://bluedoor.example/menu")
    );
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
    assert_eq!(
        place(&[("amenity", "cafe"), ("opening_hours", "off")]).closed,
        Some(ClosedReason::OsmTag("opening_hours=off".into()))
    );
    assert_eq!(
        place(&[("amenity", "cafe"), ("name", "Blue Door (closed)")]).closed,
        Some(ClosedReason::Permanently)
    );
}

#[test]
fn a_cafe_in_name_only_is_no_coffee_place() {
    let is_coffee = |pairs: &[(&'static str, &'static str)]| {
        let mut tags = Tags::default();
        for (key, value) in pairs {
            tags.push(*key, *value);
        }
        tags.is_coffee()
    };
    for (tags, expected) in [
        (&[("cuisine", "coffee_shop")][..], true),
        (&[("cuisine", "bagel; coffee_shop")], true),
        (&[("cuisine", "coffee_shop_supplies")], false),
        (&[("amenity", "cafe"), ("cuisine", "bubble_tea")], false),
        (
            &[("amenity", "cafe"), ("cuisine", "coffee_shop;bubble_tea")],
            true,
        ),
        (
            &[("amenity", "restaurant"), ("cuisine", "pizza;coffee_shop")],
            false,
        ),
        (&[("amenity", "cafe"), ("name", "Boba Time")], false),
        (&[("amenity", "cafe"), ("name", "Luigi's Pizzeria")], false),
        (
            &[("amenity", "cafe"), ("name", "Main Street Internet Café")],
            false,
        ),
        (&[("shop", "coffee"), ("name", "Coffee & Pizza")], true),
    ] {
        assert_eq!(is_coffee(tags), expected, "{tags:?}");
    }
}

#[test]
fn who_may_not_come_in_is_no_passer_by() {
    for (access, is_barred) in [
        ("private", true),
        ("employees", true),
        ("students", true),
        ("members", true),
        ("no", true),
        ("permit", true),
        ("Residents", true),
        ("staff; students", true),
        ("customers", false),
        ("permissive", false),
        ("yes", false),
        ("members;customers", false),
        ("destination", false),
        (";", false),
    ] {
        let found = place(&[("amenity", "cafe"), ("access", access)]).other_kind;
        assert_eq!(found.is_some(), is_barred, "{access}");
        assert!(found.is_none_or(|kind| kind.is_certain), "{access}");
    }
    let tags = [("amenity", "cafe"), ("access", "staff; students")];
    let word = place(&tags).other_kind.map(|kind| kind.word);
    assert_eq!(word.as_deref(), Some("access=staff;students"));
}

#[test]
fn what_does_not_operate_is_closed_for_good_or_for_now() {
    let closed = |status| {
        let place = place(&[("amenity", "cafe"), ("operational_status", status)]);
        place.closed
    };
    for status in ["closed", "abandoned", "Permanently closed"] {
        let tag = format!("operational_status={status}");
        assert_eq!(closed(status), Some(ClosedReason::OsmTag(tag)), "{status}");
    }
    for status in ["temporarily_closed", "under construction", "planned"] {
        assert_eq!(closed(status), Some(ClosedReason::Temporarily), "{status}");
    }
    for status in ["operational", "open", "partial"] {
        assert_eq!(closed(status), None, "{status}");
    }
}

#[test]
fn when_it_opens_stays_as_written() {
    let opens = |tags: &[(&'static str, &'static str)]| {
        place(&[&[("amenity", "cafe")], tags].concat()).opens_at
    };
    let both = [("start_date", "1998"), ("opening_date", "2027-03")];
    assert_eq!(opens(&both).as_deref(), Some("2027-03"));
    assert_eq!(opens(&both[..1]).as_deref(), Some("1998"));
    assert_eq!(opens(&[]), None);
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
