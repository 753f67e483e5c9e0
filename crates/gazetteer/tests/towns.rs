//! Which town an address belongs to.

use std::collections::HashMap;

use gazetteer::{FoundBy, Gazetteer, NoTown, State, Town, TownQuery};

const RALEIGH: (f64, f64) = (35.7796, -78.6382);
const DURHAM: (f64, f64) = (35.9957, -78.9019);

fn ask(city: &str, state: &str, zip: &str, point: Option<(f64, f64)>) -> Result<Town, NoTown> {
    Gazetteer::get().town_of(TownQuery {
        city: Some(city),
        state: Some(state),
        zip: Some(zip),
        point,
    })
}

fn slug(city: &str, state: &str, zip: &str, point: Option<(f64, f64)>) -> String {
    match ask(city, state, zip, point) {
        Ok(town) => town.slug,
        Err(reason) => format!("error: {reason}"),
    }
}

#[test]
fn a_city_gives_its_place_in_any_spelling() {
    let town = ask("DURHAM", "North Carolina", "27701-1234", Some(DURHAM)).unwrap();
    assert_eq!(
        (town.name.as_str(), town.slug.as_str(), town.county.name),
        ("Durham", "durham-nc", "Durham")
    );
    assert_eq!(
        (town.time_zone, town.found_by, town.zip_disregarded),
        ("America/New_York", FoundBy::City, false)
    );
    for city in [
        "Durham, NC",
        "durham nc",
        "City of Durham",
        " Durham ",
        "Durhm",
        "Durham, North Carolina 27701",
    ] {
        assert_eq!(slug(city, "NC", "", Some(DURHAM)), "durham-nc", "{city}");
    }
    assert_eq!(slug("Saint Louis", "MO", "63101", None), "st-louis-mo");
    assert_eq!(
        slug("St Louis", "Mo.", "", Some((38.627, -90.199))),
        "st-louis-mo"
    );
    assert_eq!(slug("Mc Lean", "VA", "22101", None), "mclean-va");
    assert_eq!(slug("New York City", "NY", "10001", None), "new-york-ny");
    assert_eq!(slug("Washington DC", "", "", None), "washington-dc");
}

#[test]
fn without_a_city_the_zip_code_names_it_then_the_point() {
    let by_zip = ask("", "", "71301", None).unwrap();
    assert_eq!(
        (
            by_zip.slug.as_str(),
            by_zip.county.full_name,
            by_zip.found_by
        ),
        ("alexandria-la", "Rapides Parish", FoundBy::ZipCode)
    );
    let by_point = ask("", "", "", Some(RALEIGH)).unwrap();
    assert_eq!(
        (by_point.slug.as_str(), by_point.found_by),
        ("raleigh-nc", FoundBy::Point)
    );
    // Its ZIP code is Goleta's, and so is its point if no name is given.
    let isla_vista = (34.4135, -119.8560);
    assert_eq!(slug("", "CA", "", Some(isla_vista)), "goleta-ca");
    assert_eq!(
        slug("Isla Vista", "CA", "93117", Some(isla_vista)),
        "isla-vista-ca"
    );
    assert_eq!(slug("", "CA", "93117", Some(isla_vista)), "goleta-ca");
    assert_eq!(
        slug("", "DC", "", Some((38.9213, -77.0424))),
        "washington-dc",
        "Adams Morgan is no town"
    );
    assert_eq!(
        slug("n/a", "MA", "2108", None),
        "boston-ma",
        "a ZIP code that lost its zero"
    );
}

#[test]
fn villages_with_a_zip_code_are_towns_and_quarters_are_none() {
    for (latitude, longitude, town) in [
        (37.9964, -105.6997, "crestone-co"),
        (37.7833, -105.1658, "gardner-co"),
        (38.9805, -105.3594, "lake-george-co"),
        // Washington Park.
        (39.7006, -104.9719, "denver-co"),
    ] {
        assert_eq!(slug("", "", "", Some((latitude, longitude))), town);
    }
    for city in [
        "Boston/Fenway",
        "Fenway/Boston",
        "Boston (Fenway)",
        "Boston - Fenway",
    ] {
        assert_eq!(slug(city, "MA", "02215", None), "boston-ma", "{city}");
    }
}

#[test]
fn a_quarter_is_in_the_city_of_its_zip_code() {
    for (city, zip, town) in [
        ("Roxbury", "02118", "boston-ma"),
        ("South End", "02118", "boston-ma"),
        ("Fenway", "02215", "boston-ma"),
        ("Fenway/Kenmore", "02215", "boston-ma"),
        ("Bosten", "02118", "boston-ma"),
        ("Roxbury", "02119", "roxbury-ma"),
        ("Mission Hill", "02120", "roxbury-crossing-ma"),
        // A place with its own post office keeps its name in the neighbor's ZIP code.
        ("Jamaica Plain", "02118", "jamaica-plain-ma"),
        ("Brookline", "02215", "brookline-ma"),
    ] {
        assert_eq!(slug(city, "MA", zip, None), town, "{city} {zip}");
    }
    let south_end = Some((42.3388, -71.0765));
    assert_eq!(slug("South End", "MA", "", south_end), "boston-ma");
    assert_eq!(slug("Pineville", "LA", "71301", None), "pineville-la");
    assert_eq!(slug("Isla Vista", "CA", "93117", None), "isla-vista-ca");
    assert_eq!(slug("Ferguson", "MO", "63135", None), "ferguson-mo");
    assert_eq!(
        slug("West Hollywood", "CA", "90046", None),
        "west-hollywood-ca"
    );
    assert_eq!(slug("East Side", "LA", "71301", None), "east-side-la");
}

#[test]
fn the_middle_of_florissant_is_florissant() {
    for point in [
        (38.7892, -90.3226),
        (38.7978, -90.3300),
        (38.8006, -90.3290),
    ] {
        assert_eq!(
            slug("", "MO", "", Some(point)),
            "florissant-mo",
            "{point:?}"
        );
    }
}

#[test]
fn namesakes_of_one_state_are_told_apart_by_point_and_zip() {
    let places = Gazetteer::get().places_named("Hollywood", State::parse("AL"));
    let slugs: Vec<String> = places
        .iter()
        .map(|place| slug("Hollywood", "AL", "", Some(place.point())))
        .collect();
    assert_eq!(slugs.len(), 2);
    assert_ne!(slugs[0], slugs[1]);
    assert!(
        slugs.contains(&"hollywood-jackson-al".to_owned()),
        "{slugs:?}"
    );
    assert_eq!(
        slug("Hollywood", "AL", "35752", None),
        "hollywood-jackson-al"
    );
}

#[test]
fn every_place_is_the_town_of_its_own_name_and_point() {
    let mut wrong = Vec::new();
    for place in Gazetteer::get().places() {
        let found = slug(place.name, place.state.code(), "", Some(place.point()));
        if found != place.slug() {
            wrong.push(format!("{} → {found}", place.slug()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_zip_code_has_a_town_near_it() {
    let mut without = Vec::new();
    for area in Gazetteer::get().zips() {
        match ask("", "", area.zip, None) {
            Ok(town) => {
                assert_eq!(town.state, area.state);
                let miles =
                    gazetteer::distance_miles((town.latitude, town.longitude), area.point());
                assert!(miles < 250.0, "{} {}: {miles}", area.zip, area.city);
                let spelled_out = ask(area.city, area.state.code(), area.zip, Some(area.point()))
                    .map(|town| town.slug);
                if spelled_out.as_ref() != Ok(&town.slug) {
                    without.push(format!(
                        "{} {}: {} or {spelled_out:?}",
                        area.zip, area.city, town.slug
                    ));
                }
            }
            Err(reason) => without.push(format!("{}: {reason}", area.zip)),
        }
    }
    assert!(without.is_empty(), "{without:#?}");
}

#[test]
fn every_slug_means_one_town() {
    let table = Gazetteer::get();
    let by_zip = table.zips().iter().map(|area| TownQuery {
        zip: Some(area.zip),
        ..TownQuery::default()
    });
    let by_place = table.places().iter().map(|place| TownQuery {
        city: Some(place.name),
        point: Some(place.point()),
        ..TownQuery::default()
    });
    let mut seen: HashMap<String, Town> = HashMap::new();
    for town in by_zip
        .chain(by_place)
        .filter_map(|query| table.town_of(query).ok())
    {
        let key = |town: &Town| {
            (
                town.name.clone(),
                town.county.fips,
                town.latitude.to_bits(),
                town.longitude.to_bits(),
            )
        };
        let first = seen
            .entry(town.slug.clone())
            .or_insert_with(|| town.clone());
        assert_eq!(key(first), key(&town), "{}", town.slug);
    }
    assert!(seen.len() > 35_000, "{}", seen.len());
}

#[test]
fn an_unknown_city_keeps_its_own_name() {
    let town = ask("WINDY hollow springs", "NC", "27701", Some(DURHAM)).unwrap();
    assert_eq!(
        (town.slug.as_str(), town.county.name, town.found_by),
        ("windy-hollow-springs-nc", "Durham", FoundBy::UnknownCity)
    );
    assert_eq!(
        (town.latitude, town.longitude, town.time_zone),
        (DURHAM.0, DURHAM.1, "America/New_York")
    );
    assert_eq!(
        ask("WINDY HOLLOW", "NC", "27701", None).unwrap().name,
        "Windy Hollow"
    );
}

#[test]
fn contradictions_are_named_unless_two_stand_against_one() {
    let la = State::parse("LA").unwrap();
    let nc = State::parse("NC").unwrap();
    assert_eq!(
        ask("Durham", "LA", "", Some(DURHAM)),
        Err(NoTown::StateContradictsPoint {
            stated: la,
            located: nc
        })
    );
    let asheville_zip = ask("Raleigh", "NC", "28801", Some(RALEIGH)).unwrap();
    assert_eq!(
        (asheville_zip.slug.as_str(), asheville_zip.zip_disregarded),
        ("raleigh-nc", true)
    );
    let louisiana_zip = ask("", "NC", "71301", Some(RALEIGH)).unwrap();
    assert_eq!(
        (louisiana_zip.slug.as_str(), louisiana_zip.zip_disregarded),
        ("raleigh-nc", true)
    );
    assert!(matches!(
        ask("", "NC", "28801", Some(RALEIGH)),
        Err(NoTown::ZipContradictsPoint { zip: "28801", .. })
    ));
    assert!(matches!(
        ask("", "NC", "71301", None),
        Err(NoTown::ZipContradictsState { zip: "71301", .. })
    ));
    assert!(matches!(
        ask("Asheville", "NC", "27601", None),
        Err(NoTown::CityFarAway {
            city: "Asheville",
            ..
        })
    ));
    assert!(matches!(
        ask("Asheville", "NC", "", Some(RALEIGH)),
        Err(NoTown::CityFarAway {
            city: "Asheville",
            ..
        })
    ));
}

#[test]
fn borders_are_tolerant_by_two_miles() {
    // Bristol is on the state line: State Street is in Tennessee on one side and in Virginia on the other.
    let state_street = (36.5953, -82.1840);
    assert_eq!(
        slug("Bristol", "TN", "37620", Some(state_street)),
        "bristol-tn"
    );
    assert_eq!(
        slug("Bristol", "VA", "24201", Some(state_street)),
        "bristol-va"
    );
}

#[test]
fn points_outside_the_states_are_refused() {
    for point in [
        (0.0, 0.0),
        (51.5, -0.12),
        (18.4655, -66.1057),
        (43.65, -79.38),
        (f64::NAN, 0.0),
        (35.7, 780.0),
        (30.0, -60.0),
    ] {
        assert!(
            matches!(
                ask("Durham", "NC", "27701", Some(point)),
                Err(NoTown::OutsideUs(..))
            ),
            "{point:?}"
        );
    }
    // A pier isn't land, but it's part of the town.
    assert_eq!(
        slug("", "", "", Some((33.4183, -117.6218))),
        "san-clemente-ca"
    );
}

#[test]
fn little_is_enough_only_where_it_is_certain() {
    assert_eq!(slug("Alexandria", "LA", "", None), "alexandria-la");
    assert_eq!(ask("", "", "", None), Err(NoTown::NothingToGoBy));
    assert_eq!(ask("Durham", "", "", None), Err(NoTown::UnknownState));
    assert_eq!(
        ask("Durham", "Ontario", "", None),
        Err(NoTown::UnknownState)
    );
    assert!(matches!(
        ask("Nowhere Such Town", "NC", "", None),
        Err(NoTown::UnknownCity { .. })
    ));
    assert!(matches!(
        ask("", "NC", "", None),
        Err(NoTown::NothingToGoBy)
    ));
}
