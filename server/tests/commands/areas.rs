//! The list of metro areas and towns, made from the Census Bureau's files.

use std::{cmp::Reverse, fmt::Write as _, fs};

use gazetteer::{Gazetteer, Place, State};

use crate::support::command::{argument, bare_townperk, file_in, run};

use super::home;

const AREAS: &str = "CBSA,MDIV,STCOU,NAME,LSAD,POPESTIMATE2025\n\
    25220,,,\"Hammond, LA\",Metropolitan Statistical Area,139000\n\
    10780,,,\"Alexandria, LA\",Metropolitan Statistical Area,148000\n\
    10780,,22079,\"Rapides Parish, LA\",County or equivalent,126000\n\
    99999,,,\"Nowhere at All, LA\",Metropolitan Statistical Area,140000\n";
const PLACES: &str = "SUMLEV,STATE,COUNTY,PLACE,NAME,STNAME,POPESTIMATE2025\n\
    162,22,000,53545,Natchitoches city,Louisiana,17500\n";

/// The areas above and 319 larger ones.
fn all_areas() -> String {
    let mut file = AREAS.to_owned();
    let mut places: Vec<&Place> = Gazetteer::get().places().iter().collect();
    places.sort_by_key(|place| (Reverse(place.population), place.name));
    for place in places.into_iter().take(319) {
        let (name, state) = (place.name, place.state.code());
        let kind = "Metropolitan Statistical Area";
        writeln!(file, "1,,,\"{name}, {state}\",{kind},1000000").unwrap();
    }
    file
}

/// The place above, and a large one in each state.
fn all_places() -> String {
    let mut file = PLACES.to_owned();
    for state in State::all() {
        let all = Gazetteer::get().places().iter();
        let of_state = all.filter(|place| place.state == state);
        let largest = of_state.max_by_key(|place| place.population).unwrap();
        let (name, state) = (largest.name, state.name());
        writeln!(file, "162,1,000,1,{name} city,{state},1000000").unwrap();
    }
    file
}

#[test]
fn the_list_of_areas_is_made_from_two_files_in_any_order() {
    let home = home();
    let data = home.path().join("data");
    let areas = file_in(home.path(), "cbsa-est2025-alldata.csv", all_areas());
    let places = file_in(home.path(), "sub-est2025.csv", all_places());
    let build = |files: &[&str]| {
        let arguments = [&["areas", "build"], files].concat();
        run(bare_townperk(&data, &arguments))
    };

    let refused = build(&[argument(&areas)]).expect_refusal(&["sub-est2025.csv", "missing"]);
    assert_eq!(refused.said, "");
    let other = file_in(
        home.path(),
        "shops.csv",
        "name,city\nRust & Bean,Alexandria\n",
    );
    build(&[argument(&other)]).expect_refusal(&["shops.csv", "population estimates"]);
    assert!(
        !data.join("expansion-areas.csv").exists(),
        "nothing was written"
    );

    let built = build(&[argument(&places), argument(&areas)]).expect_success();
    assert!(
        built.said.starts_with("Metro areas: 320. Towns: 1."),
        "{built:?}"
    );
    assert!(built.said.contains(argument(&data)), "{built:?}");
    assert!(built.complained.contains("Nowhere at All, LA"), "{built:?}");
    let lines = |name: &str| {
        let text = fs::read_to_string(data.join(name)).unwrap();
        let rows = text.lines().map(|line| {
            let cells: Vec<&str> = line.split(',').take(2).collect();
            cells.join(",")
        });
        rows.collect::<Vec<String>>()
    };
    let built = lines("expansion-areas.csv");
    assert_eq!(built[319..], ["Alexandria,LA", "Hammond,LA"]);
    assert_eq!(
        lines("expansion-towns.csv"),
        ["name,state", "Natchitoches,LA"]
    );

    // A download that broke off leaves the good list.
    let cut = all_areas();
    let cut = file_in(home.path(), "cut.csv", &cut[..cut.len() / 2]);
    build(&[argument(&places), argument(&cut)]).expect_refusal(&["cut.csv", "Download it again"]);
    assert_eq!(lines("expansion-areas.csv"), built);
}
