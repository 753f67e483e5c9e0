//! What the index finds, and what it says about it.

use super::{
    super::similarity::{Facts, Profile},
    *,
};
use crate::catalog::admission::duplicates::{entry::Entry, index::BLOCK};

const HERE: (f64, f64) = (31.3113, -92.4451);
/// Some 60 m north.
const NEXT_DOOR: (f64, f64) = (31.311_84, -92.4451);
/// Some 110 m north.
const ALONG: (f64, f64) = (31.3123, -92.4451);
const ACROSS_TOWN: (f64, f64) = (31.33, -92.46);

fn facts(name: &str) -> Facts<'_> {
    Facts {
        name,
        zip: Some("71301"),
        town_name: "Alexandria",
        town_slug: "alexandria-la",
        ..Facts::default()
    }
}

fn known() -> Facts<'static> {
    Facts {
        street: Some("126 Main Street"),
        point: Some(HERE),
        telephone: Some("+13185550142"),
        website: Some("https://rustandbean.example/"),
        ..facts("Rust & Bean Coffee Co.")
    }
}

/// Points and doubt.
fn found(known: &Facts<'_>, record: &Facts<'_>) -> Option<(u32, Option<Doubt>)> {
    let mut index = DuplicateIndex::default();
    index.insert("known", &Profile::new(known));
    let twin = index.most_similar(&Profile::new(record), |_, _| true)?;
    assert_eq!(twin.slug, "known");
    Some((twin.similarity.points, twin.doubt))
}

fn sure(points: u32) -> Option<(u32, Option<Doubt>)> {
    Some((points, None))
}

#[test]
fn a_shop_is_small() {
    assert!(size_of::<Entry>() <= 56, "{}", size_of::<Entry>());
}

#[test]
fn a_shop_next_door_is_found_in_every_direction() {
    let at = |name, point| Facts {
        point: Some(point),
        ..facts(name)
    };
    for latitude in [18.0_f64, 31.3, 47.6, 64.8, 71.3] {
        let here = (latitude, -150.0);
        for direction in 0..16 {
            let (north, east) = (f64::from(direction) * std::f64::consts::PI / 8.0).sin_cos();
            let degrees = 74.0 / 111_195.0;
            let next_door = (
                latitude + north * degrees,
                here.1 + east * degrees / latitude.to_radians().cos(),
            );
            // The typo leaves nothing to find it by but the place.
            let (known, record) = (at("Rust & Bean", here), at("Rust & Beann", next_door));
            assert_eq!(found(&known, &record), sure(80), "{here:?} {next_door:?}");
        }
    }
}

#[test]
fn a_second_list_with_address_and_zip_code_alone_is_recognized() {
    for (name, street) in [
        ("RUST AND BEAN COFFEE LLC", "126 MAIN ST"),
        ("Rust & Bean", "126 Main St., Suite 4"),
        ("BEAN HOLDINGS INC DBA RUST AND BEAN", "126 MAIN ST STE B"),
    ] {
        let record = Facts {
            street: Some(street),
            ..facts(name)
        };
        assert_eq!(found(&known(), &record), sure(80), "{name}, {street}");
        let off = Facts {
            point: Some(ALONG),
            ..record
        };
        assert_eq!(found(&known(), &off), sure(80), "{name}, {street}");
        let near = Facts {
            point: Some(NEXT_DOOR),
            ..record
        };
        assert_eq!(found(&known(), &near), sure(105), "{name}, {street}");
    }
}

#[test]
fn branches_are_shops_of_their_own() {
    let branch = Facts {
        street: Some("40 Oak Street"),
        point: Some(ACROSS_TOWN),
        ..known()
    };
    assert_eq!(found(&known(), &branch), None);
    let elsewhere = Facts {
        street: None,
        ..branch
    };
    assert_eq!(found(&known(), &elsewhere), None);
    let without_place = Facts {
        street: None,
        point: None,
        telephone: None,
        ..known()
    };
    assert_eq!(found(&known(), &without_place), sure(60));
}

#[test]
fn neighbors_are_shops_of_their_own() {
    for street in ["126 Main Street", "128 Main Street"] {
        let neighbor = Facts {
            street: Some(street),
            point: Some(NEXT_DOOR),
            ..facts("Lantern Roasters")
        };
        let points = found(&known(), &neighbor).map(|(points, _)| points);
        let in_one_house = street.starts_with("126").then_some(65);
        assert_eq!(points, in_one_house, "{street}");
    }
}

#[test]
fn one_name_leaves_a_doubt_where_nothing_tells_two_shops_apart() {
    let named = |street, point| Facts {
        street,
        point,
        ..facts("Rust and Bean")
    };
    for (street, point, doubt) in [
        (Some("128 Main Street"), None, Some(Doubt::OtherNumber)),
        (Some("1 Oak Street"), Some(NEXT_DOOR), Some(Doubt::NextDoor)),
        (None, None, Some(Doubt::NoPlace)),
        (Some("1 Oak Street"), None, None),
        (Some("1 Oak Street"), Some(ACROSS_TOWN), None),
        (None, Some(ALONG), Some(Doubt::Nearby)),
    ] {
        let twin = found(&known(), &named(street, point));
        assert_eq!(
            twin.and_then(|(_, doubt)| doubt),
            doubt,
            "{street:?} {point:?}"
        );
        assert_eq!(twin.is_some(), doubt.is_some(), "{street:?} {point:?}");
    }
    let mut index = DuplicateIndex::default();
    index.insert("known", &Profile::new(&known()));
    let other_number = Profile::new(&named(Some("128 Main Street"), None));
    assert_eq!(index.most_similar(&other_number, |_, _| false), None);
}

#[test]
fn a_phone_number_of_two_branches_leaves_a_doubt() {
    let mut index = DuplicateIndex::default();
    let at = |street| Facts {
        street,
        telephone: Some("+13185550142"),
        ..facts("Rust & Bean")
    };
    index.insert("first", &Profile::new(&at(Some("126 Main Street"))));
    let called = Profile::new(&at(None));
    let points = |index: &DuplicateIndex, record| {
        let twin = index.most_similar(record, |_, _| true);
        twin.map(|twin| twin.similarity.points)
    };
    assert_eq!(points(&index, &called), Some(80));
    index.insert("second", &Profile::new(&at(Some("40 Oak Street"))));
    assert_eq!(points(&index, &called), Some(79));
    let placed = Profile::new(&at(Some("40 Oak St")));
    assert_eq!(points(&index, &placed), Some(120));
}

#[test]
fn the_nearest_of_equals_is_meant() {
    let mut index = DuplicateIndex::default();
    let at = |point| Facts {
        point: Some(point),
        ..facts("Rust & Bean")
    };
    index.insert("far", &Profile::new(&at(NEXT_DOOR)));
    index.insert("near", &Profile::new(&at((31.3114, -92.4451))));
    let twin = index.most_similar(&Profile::new(&at(HERE)), |_, _| true);
    assert_eq!(twin.map(|twin| twin.slug), Some("near"));
}

#[test]
fn neighbors_are_found_where_degrees_are_narrow() {
    // Anchorage: 70 m from west to east is more than one cell.
    for east in [-149.900_01, -149.8999, -149.9005] {
        let at = |east| Facts {
            point: Some((61.2176, east)),
            ..facts("Spenard Beans")
        };
        assert_eq!(found(&at(east), &at(east + 0.0013)), sure(80), "{east}");
    }
}

#[test]
fn names_are_known_again_whether_the_slug_holds_them_or_not() {
    let mut index = DuplicateIndex::default();
    let shops = [
        ("rust-and-bean-coffee-alexandria-la", "Rust & Bean Coffee"),
        ("the-coffee-shop-alexandria-la", "The Coffee Shop"),
        ("an-older-name-alexandria-la", "A Newer Name"),
        ("cafe-lumiere-alexandria-la-2", "Café Lumière"),
        ("coffee-shop", "コーヒー"),
        (
            "lantern-dba-blue-door-alexandria-la",
            "Lantern DBA Blue Door",
        ),
    ];
    let at = |place: u32, name| Facts {
        point: Some((31.0 + f64::from(place), -92.0)),
        ..facts(name)
    };
    for (place, (slug, name)) in (0..).zip(shops) {
        index.insert(slug, &Profile::new(&at(place, name)));
    }
    for (number, (slug, name)) in (0..).zip(shops) {
        let entry = index.entry(number);
        assert_eq!(index.slug(entry), slug);
        assert_eq!(
            *index.names(entry),
            Profile::new(&facts(name)).names.joined()
        );
    }
    assert!(index.entry(0).name_words > 0);
    assert_eq!(index.entry(2).name_words, 0);
}

#[test]
fn each_of_many_shops_is_found_by_each_of_its_signs() {
    let mut index = DuplicateIndex::default();
    let count = 3 * u32::try_from(BLOCK).unwrap();
    let profile = |number: u32, signs: [bool; 4]| {
        let name = format!("Number {number} Stands Here");
        let street = format!("{number} Main Street");
        let telephone = format!("+1318{number:07}");
        let website = format!("https://shop{number}.example");
        Profile::new(&Facts {
            point: signs[0].then_some((30.0 + f64::from(number) * 0.001, -92.0)),
            telephone: signs[1].then_some(&*telephone),
            website: signs[2].then_some(&*website),
            street: signs[3].then_some(&*street),
            ..facts(&name)
        })
    };
    for number in 0..count {
        index.insert(&format!("shop-{number}"), &profile(number, [true; 4]));
    }
    for number in [1, 4095, 4096, count - 1] {
        for (signs, points) in [
            ([true, false, false, false], 80),
            ([false, true, false, false], 80),
            ([false, false, true, false], 60),
            ([false, false, false, true], 80),
            ([true, true, true, true], 165),
        ] {
            let twin = index
                .most_similar(&profile(number, signs), |_, _| false)
                .unwrap();
            let expected = (format!("shop-{number}"), points);
            assert_eq!((twin.slug.to_owned(), twin.similarity.points), expected);
        }
    }
    assert_eq!(
        index.most_similar(&profile(count + 9, [true; 4]), |_, _| false),
        None
    );
}
