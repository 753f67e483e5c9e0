//! The list of metro areas and towns, made from the Census Bureau's files.

use std::fs;

use crate::support::command::{argument, bare_townperk, file_in, run};

use super::home;

const AREAS: &str = "CBSA,MDIV,STCOU,NAME,LSAD,POPESTIMATE2025\n\
    25220,,,\"Hammond, LA\",Metropolitan Statistical Area,139000\n\
    10780,,,\"Alexandria, LA\",Metropolitan Statistical Area,148000\n\
    10780,,22079,\"Rapides Parish, LA\",County or equivalent,126000\n\
    99999,,,\"Nowhere at All, LA\",Metropolitan Statistical Area,140000\n";
const PLACES: &str = "SUMLEV,STATE,COUNTY,PLACE,NAME,STNAME,POPESTIMATE2025\n\
    162,22,000,53545,Natchitoches city,Louisiana,17500\n";

#[test]
fn the_list_of_areas_is_made_from_two_files_in_any_order() {
    let home = home();
    let data = home.path().join("data");
    let areas = file_in(home.path(), "cbsa-est2025-alldata.csv", AREAS);
    let places = file_in(home.path(), "sub-est2025.csv", PLACES);
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
        built.said.starts_with("Metro areas: 2. Towns: 1."),
        "{built:?}"
    );
    assert!(built.complained.contains("Nowhere at All, LA"), "{built:?}");
    let lines = |name: &str| {
        let text = fs::read_to_string(data.join(name)).unwrap();
        let rows = text.lines().map(|line| {
            let cells: Vec<&str> = line.split(',').take(2).collect();
            cells.join(",")
        });
        rows.collect::<Vec<String>>()
    };
    assert_eq!(
        lines("expansion-areas.csv"),
        ["name,state", "Alexandria,LA", "Hammond,LA"]
    );
    assert_eq!(
        lines("expansion-towns.csv"),
        ["name,state", "Natchitoches,LA"]
    );
}
