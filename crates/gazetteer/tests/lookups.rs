//! States, time zones, ZIP codes and places.

use std::collections::HashMap;

use gazetteer::{County, Gazetteer, Place, PlaceKind, State, TownQuery, ZipKind, distance_miles};

fn table() -> &'static Gazetteer {
    Gazetteer::get()
}

fn state(code: &str) -> Option<State> {
    State::parse(code)
}

fn place(name: &str, code: &str) -> Option<&'static Place> {
    table().places_named(name, state(code)).first().copied()
}

#[test]
fn points_of_the_whole_place_table_lie_in_their_state() {
    let wrong: Vec<String> = table()
        .places()
        .iter()
        .filter(|place| table().state_at(place.latitude, place.longitude) != Some(place.state))
        .map(Place::slug)
        .collect();
    let share = 1.0 - wrong.len() as f64 / table().places().len() as f64;
    assert!(share >= 0.998, "{share}: {wrong:?}");
}

#[test]
fn middles_of_nearly_all_zip_areas_lie_in_their_state() {
    let zips = table().zips();
    let right = zips
        .iter()
        .filter(|area| table().state_at(area.latitude, area.longitude) == Some(area.state))
        .count();
    assert!(
        right as f64 / zips.len() as f64 >= 0.998,
        "{right} of {}",
        zips.len()
    );
}

#[test]
fn zip_codes_are_read_as_people_write_them() {
    let city = |zip| table().zip(zip).map(|area| (area.zip, area.city));
    let alexandria = Some(("71301", "Alexandria"));
    for zip in [
        "71301",
        " 71301 ",
        "71301-1234",
        "713011234",
        "71301 1234",
        "71301.0",
        "71301-",
    ] {
        assert_eq!(city(zip), alexandria, "{zip}");
    }
    assert_eq!(
        city("2108"),
        Some(("02108", "Boston")),
        "a spreadsheet took the zero"
    );
    assert_eq!(city("2108-1234"), Some(("02108", "Boston")));
    for zip in [
        "",
        "-",
        "00000",
        "99999",
        "713",
        "713011",
        "7130I",
        "K1A 0B1",
        "９３１１７",
        "+7130",
        "-71301",
        "71301\u{0}x",
    ] {
        assert_eq!(city(zip), None, "{zip}");
    }
    let goleta = table().zip("93117").unwrap();
    assert_eq!(
        (goleta.state.code(), goleta.county.full_name, goleta.kind),
        ("CA", "Santa Barbara County", ZipKind::Standard)
    );
    assert_eq!(goleta.time_zone, "America/Los_Angeles");
}

#[test]
fn every_place_has_an_address_of_its_own() {
    let mut by_slug: HashMap<String, Vec<&Place>> = HashMap::new();
    for place in table().places() {
        by_slug.entry(place.slug()).or_default().push(place);
    }
    let shared: Vec<_> = by_slug
        .iter()
        .filter(|(_, places)| places.len() > 1)
        .collect();
    assert!(shared.is_empty(), "{shared:?}");
    assert!(by_slug.keys().all(|slug| {
        slug.len() <= 80
            && slug
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    }));
}

#[test]
fn about_three_hundred_names_are_not_unique_in_their_state() {
    let mut names: HashMap<(&str, State), u32> = HashMap::new();
    for place in table().places() {
        *names.entry((place.name, place.state)).or_default() += 1;
    }
    let shared = names.values().filter(|count| **count > 1).count();
    assert!((250..350).contains(&shared), "{shared}");
    assert_eq!(place("Alexandria", "LA").unwrap().slug(), "alexandria-la");
    let namesakes = table().places_named("Hollywood", state("AL"));
    assert!(
        namesakes
            .iter()
            .all(|place| place.slug().ends_with("-al") && place.slug() != "hollywood-al")
    );
}

#[test]
fn names_are_found_in_any_spelling_the_largest_first() {
    assert_eq!(place("saint louis", "MO").unwrap().name, "St. Louis");
    assert_eq!(place("MC LEAN", "VA").unwrap().name, "McLean");
    assert_eq!(place("Hanapepe", "HI").unwrap().name, "Hanapēpē");
    let everywhere = table().places_named("springfield", None);
    assert!(
        everywhere.len() > 20
            && everywhere.is_sorted_by_key(|place| std::cmp::Reverse(place.population))
    );
    assert_eq!(
        everywhere.first().map(|place| place.state.code()),
        Some("MO")
    );
    assert!(table().places_named("", None).is_empty());
    assert!(table().places_named("No Such Town", None).is_empty());
}

#[test]
fn large_suburbs_and_unincorporated_places_are_there() {
    for (name, code) in [
        ("Isla Vista", "CA"),
        ("West Hollywood", "CA"),
        ("Bloomington", "MN"),
        ("Lakewood", "CO"),
        ("Hoover", "AL"),
        ("St. Marys", "GA"),
    ] {
        assert!(place(name, code).unwrap().population > 10_000, "{name}");
    }
    assert_eq!(place("Isla Vista", "CA").unwrap().kind, PlaceKind::Accepted);
    assert_eq!(
        place("Adams Morgan", "DC").unwrap().kind,
        PlaceKind::District("Washington")
    );
}

#[test]
fn time_zones_follow_the_ground() {
    for (point, zone) in [
        ((31.3113, -92.4451), "America/Chicago"),
        ((35.7721, -78.6386), "America/New_York"),
        ((33.4484, -112.0740), "America/Phoenix"),
        ((39.7684, -86.1581), "America/Indiana/Indianapolis"),
        ((41.5931, -87.3464), "America/Chicago"),
        ((21.3069, -157.8583), "Pacific/Honolulu"),
        ((31.7619, -106.4850), "America/Denver"),
        ((43.6150, -116.2023), "America/Boise"),
        ((30.4213, -87.2169), "America/Chicago"),
    ] {
        assert_eq!(
            table().time_zone_at(point.0, point.1),
            Some(zone),
            "{point:?}"
        );
    }
    assert_eq!(table().time_zone_at(0.0, 0.0), None);
}

#[test]
fn places_at_a_border_go_by_their_own_clock() {
    for (name, state, zone) in [
        ("Vincennes", "IN", "America/Indiana/Vincennes"),
        ("Rockwood", "TN", "America/New_York"),
        ("West Wendover", "NV", "America/Denver"),
    ] {
        let state = State::parse(state);
        let place = table().places_named(name, state)[0];
        assert_eq!(place.time_zone, zone, "{name}");
    }
    for (zip, zone) in [("36867", "America/New_York"), ("89883", "America/Denver")] {
        assert_eq!(table().zip(zip).unwrap().time_zone, zone, "{zip}");
    }
}

#[test]
fn clocks_that_follow_custom_are_the_towns() {
    for (city, state, zip, zone) in [
        ("Jackpot", "NV", "89825", "America/Denver"),
        ("Kenton", "OK", "73946", "America/Denver"),
        ("Keams Canyon", "AZ", "86034", "America/Phoenix"),
        ("Lanett", "AL", "36863", "America/New_York"),
        // In the ZIP code of Tuba City, which is in the Navajo Nation.
        ("Moenkopi", "AZ", "86045", "America/Phoenix"),
        ("Tuba City", "AZ", "86045", "America/Denver"),
        ("Alexandria", "LA", "71301", "America/Chicago"),
    ] {
        let found = table().town_of(TownQuery {
            city: Some(city),
            state: Some(state),
            zip: Some(zip),
            point: None,
        });
        assert_eq!(found.unwrap().time_zone, zone, "{city}");
    }
}

#[test]
fn a_town_is_found_by_its_slug_for_its_time_zone() {
    let zone =
        |name, state, slug| table().time_zone_of_town((name, State::parse(state).unwrap()), slug);
    let moenkopi = zone("Moenkopi", "AZ", "moenkopi-az");
    assert_eq!(moenkopi, Some("America/Phoenix"));
    let jackpot = zone("Jackpot", "NV", "jackpot-nv");
    assert_eq!(jackpot, Some("America/Denver"));
    assert_eq!(zone("Alexandria", "LA", "renamed-la"), None);
    assert_eq!(zone("Nowhereville", "LA", "nowhereville-la"), None);
}

#[test]
fn time_zones_by_point_are_those_of_the_zip_table() {
    let zips = table().zips();
    let same = zips
        .iter()
        .filter(|area| table().time_zone_at(area.latitude, area.longitude) == Some(area.time_zone))
        .count();
    assert!(
        same as f64 / zips.len() as f64 >= 0.995,
        "{same} of {}",
        zips.len()
    );
}

#[test]
fn counties_have_bare_and_full_names() {
    let rapides = County::from_fips(22079).unwrap();
    assert_eq!(
        (rapides.name, rapides.full_name),
        ("Rapides", "Rapides Parish")
    );
    assert_eq!(
        County::from_fips(51510).map(|county| county.full_name),
        Some("Alexandria city")
    );
    assert!(County::from_fips(0).is_none());
    assert!(
        table()
            .places()
            .iter()
            .all(|place| place.state != state("CT").unwrap() || place.county.fips < 9100),
        "counties, not planning regions"
    );
}

#[test]
fn states_have_middles_inside_or_near_them() {
    for state in State::all() {
        let places = table().places().iter();
        let is_near = |place: &Place| distance_miles(state.centroid(), place.point()) < 150.0;
        assert!(
            places.filter(|place| place.state == state).any(is_near),
            "{state}"
        );
    }
    let (latitude, longitude) = state("NC").unwrap().centroid();
    assert!(distance_miles((latitude, longitude), (35.54, -79.36)) < 5.0);
}
