//! Any input gets an answer without a panic.

use gazetteer::{Gazetteer, State, TownQuery, fold_place_name, slugify};
use proptest::prelude::*;

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,40}",
        "[A-Za-z .,'’-]{0,30}",
        "(St\\.?|Saint|Mt\\.?|Fort|Mc|N\\.?|City of) ?[A-Z][a-z]{2,10}(, ?[A-Z]{2})?( [0-9]{5})?",
        Just("Durham".to_owned()),
        Just(String::new()),
    ]
}

fn coordinate() -> impl Strategy<Value = (f64, f64)> {
    prop_oneof![
        (24.0..50.0, -125.0..-66.0),
        (-90.0..90.0, -180.0..180.0),
        (any::<f64>(), any::<f64>())
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn every_query_gets_a_town_or_a_reason(
        city in proptest::option::of(text()),
        state in proptest::option::of(prop_oneof![text(), "[A-Z]{2}"]),
        zip in proptest::option::of("[0-9]{4,5}(-[0-9]{4})?|\\PC{0,12}"),
        point in proptest::option::of(coordinate()),
    ) {
        let query = TownQuery { city: city.as_deref(), state: state.as_deref(), zip: zip.as_deref(), point };
        match Gazetteer::get().town_of(query) {
            Ok(town) => {
                prop_assert!(!town.name.trim().is_empty());
                prop_assert!(town.slug.len() <= 80 && town.slug.ends_with(&town.state.code().to_lowercase()), "{}", town.slug);
                prop_assert!(town.slug.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'));
                prop_assert_eq!(town.county.fips / 1000, u32::from(town.state.fips()));
                prop_assert!(town.latitude.abs() <= 90.0 && town.longitude.abs() <= 180.0);
            }
            Err(reason) => prop_assert!(!reason.to_string().is_empty()),
        }
    }

    #[test]
    fn a_town_asked_for_by_its_own_name_and_point_is_the_same(index in 0usize..60_000, by_zip: bool) {
        let table = Gazetteer::get();
        let zip = table.zips().get(index % table.zips().len()).map(|area| area.zip);
        let first = table.town_of(TownQuery { zip, ..TownQuery::default() });
        if let Ok(first) = first {
            let point = Some((first.latitude, first.longitude));
            let again = table.town_of(TownQuery {
                city: Some(&first.name), state: Some(first.state.code()), zip: zip.filter(|_| by_zip), point,
            });
            prop_assert_eq!(again.map(|town| town.slug), Ok(first.slug));
        }
    }

    #[test]
    fn slugs_are_ascii_and_stable(text in "\\PC{0,120}", max in 0usize..100) {
        let slug = slugify(&text, max);
        prop_assert!(slug.len() <= max);
        prop_assert!(slug.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'));
        prop_assert!(!slug.starts_with('-') && !slug.ends_with('-') && !slug.contains("--"));
        prop_assert_eq!(slugify(&slug, max), slug);
    }

    #[test]
    fn folding_and_parsing_never_panic(text in "\\PC{0,200}") {
        let folded = fold_place_name(&text);
        prop_assert!(folded.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()));
        let _ = State::parse(&text);
        let _ = Gazetteer::get().zip(&text);
        let _ = Gazetteer::get().places_named(&text, None);
    }

    #[test]
    fn points_never_panic((latitude, longitude) in coordinate()) {
        let table = Gazetteer::get();
        let state = table.state_at(latitude, longitude);
        prop_assert!(state.is_some() || table.time_zone_at(latitude, longitude).is_none());
    }
}
