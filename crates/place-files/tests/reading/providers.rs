//! Foursquare and Overture in the formats they are distributed in.

use crate::support::{places, read, steps};
use place_files::{ClosedReason, PlaceRecord, SourceKind};

pub fn check_foursquare(place: &PlaceRecord) {
    assert_eq!(
        (place.source_kind, place.source_id.as_deref()),
        (SourceKind::Foursquare, Some("4b1"))
    );
    assert_eq!(
        (place.name.as_deref(), place.address.as_deref()),
        (Some("Two Beans"), Some("126 Main St"))
    );
    assert_eq!(
        (
            place.city.as_deref(),
            place.state.as_deref(),
            place.zip.as_deref()
        ),
        (Some("Alexandria"), Some("LA"), Some("71301"))
    );
    assert_eq!((place.latitude, place.longitude), (Some(31.3), Some(-92.4)));
    assert_eq!(place.refreshed_at.as_deref(), Some("2025-01-01"));
}

fn check_overture(place: &PlaceRecord) {
    assert_eq!(
        (place.source_kind, place.source_id.as_deref()),
        (SourceKind::Overture, Some("08f1"))
    );
    assert_eq!(
        (place.name.as_deref(), place.address.as_deref()),
        (Some("Two Beans"), Some("126 Main St"))
    );
    assert_eq!(
        (place.zip.as_deref(), place.zip_plus4.as_deref()),
        (Some("71301"), Some("1234"))
    );
    assert!(
        place
            .latitude
            .is_some_and(|value| (value - 31.3).abs() < 1e-5)
    );
    assert_eq!(place.alternative_names, ["Dos Frijoles"]);
    assert_eq!(
        (place.website.as_deref(), place.phone.as_deref()),
        (Some("https://two.example/"), Some("+13185550100"))
    );
    assert_eq!(
        (
            place.brand_wikidata.as_deref(),
            place.provider_chain.as_deref()
        ),
        (Some("Q1"), Some("Bean Group"))
    );
    assert_eq!(
        place.categories.first().map(String::as_str),
        Some("coffee_shop")
    );
}

const FOURSQUARE_CSV: &str = "fsq_place_id,name,latitude,longitude,address,locality,region,postcode,country,date_refreshed,date_closed,tel,fsq_category_labels\n\
    4b1,Two Beans,31.3,-92.4,126 Main St,Alexandria,LA,71301,US,2025-01-01,,(318) 555-0100,\"['Dining and Drinking > Cafe, Coffee, and Tea House > Coffee Shop']\"\n\
    4b2,Boba,31.3,-92.4,,Alexandria,LA,,US,2025-01-01,,,\"['Dining and Drinking > Cafe, Coffee, and Tea House > Bubble Tea Shop']\"\n\
    4b3,Old Cup,,,,Alexandria,LA,,US,2025-01-01,2023-05-01,,[Coffee Shop]\n";

#[test]
fn foursquare_as_csv() {
    assert_eq!(
        steps(read(FOURSQUARE_CSV.as_bytes())),
        ["Two Beans", "skipped 1", "Old Cup"]
    );
    let found = places(FOURSQUARE_CSV.as_bytes());
    check_foursquare(&found[0]);
    assert_eq!(
        found[1].closed,
        Some(ClosedReason::Since("2023-05-01".to_owned()))
    );
}

#[test]
fn foursquare_as_json_lines_and_as_an_answer_of_the_places_api() {
    let lines = r#"{"fsq_place_id":"4b1","name":"Two Beans","latitude":31.3,"longitude":-92.4,"address":"126 Main St","locality":"Alexandria","region":"LA","postcode":"71301","date_refreshed":"2025-01-01","fsq_category_ids":["4bf58dd8d48988d1e0931735"],"fsq_category_labels":["Dining and Drinking > Cafe, Coffee, and Tea House > Coffee Shop"]}
{"fsq_place_id":"4b2","name":"Boba","fsq_category_labels":["Bubble Tea Shop"]}
"#;
    assert_eq!(steps(read(lines.as_bytes())), ["Two Beans", "skipped 1"]);
    check_foursquare(&places(lines.as_bytes())[0]);
    let answer = r#"{"results":[{"fsq_place_id":"4b1","name":"Two Beans","latitude":31.3,"longitude":-92.4,"date_refreshed":"2025-01-01","link":"/places/4b1","price":2,
        "location":{"address":"126 Main St","locality":"Alexandria","region":"LA","postcode":"71301","formatted_address":"126 Main St, Alexandria, LA 71301"},
        "categories":[{"fsq_category_id":"4bf58dd8d48988d1e0931735","name":"Coffee Shop"}],"chains":[{"fsq_chain_id":"c1","name":"Bean Group"}],
        "hours":{"display":"Mon-Fri 7-3","open_now":true}}],"context":{"geo_bounds":{}}}"#;
    let place = places(answer.as_bytes()).remove(0);
    check_foursquare(&place);
    assert_eq!(
        (
            place.provider_chain.as_deref(),
            place.website.as_deref(),
            place.price_level
        ),
        (Some("Bean Group"), None, Some(2))
    );
    assert_eq!(
        (place.hours.as_deref(), place.categories.as_slice()),
        (Some("Mon-Fri 7-3"), &["Coffee Shop".to_owned()][..])
    );
}

#[test]
fn overture_as_geojson_and_as_csv() {
    let geojson = r#"{"type":"FeatureCollection","features":[{"type":"Feature","id":"08f1","geometry":{"type":"Point","coordinates":[-92.4,31.3]},"properties":{"id":"08f1","version":3,
        "names":{"primary":"Two Beans","common":{"es":"Dos Frijoles"},"rules":null},"categories":{"primary":"coffee_shop","alternate":["cafe"]},"confidence":0.97,
        "websites":["https://two.example/","https://b.example/"],"phones":["+13185550100"],"brand":{"wikidata":"Q1","names":{"primary":"Bean Group"}},
        "addresses":[{"freeform":"126 Main St","locality":"Alexandria","postcode":"71301-1234","region":"LA","country":"US"},{"locality":"Elsewhere"}],"operating_status":"open"}},
        {"type":"Feature","geometry":null,"properties":{"id":"08f2","names":{"primary":"Wheels"},"categories":{"primary":"bicycle_shop","alternate":["coffee_shop"]},"operating_status":"open"}},
        {"type":"Feature","geometry":null,"properties":{"id":"08f3","names":{"primary":"Gone"},"categories":{"primary":"cafe"},"operating_status":"permanently_closed"}}]}"#;
    assert_eq!(
        steps(read(geojson.as_bytes())),
        ["Two Beans", "skipped 1", "Gone"]
    );
    let found = places(geojson.as_bytes());
    check_overture(&found[0]);
    assert_eq!(found[1].closed, Some(ClosedReason::Permanently));

    let csv = "id,bbox,names,categories,websites,phones,brand,addresses,operating_status\n\
        08f1,\"{'xmin': -92.4, 'xmax': -92.4, 'ymin': 31.3, 'ymax': 31.3}\",\"{'primary': Two Beans, 'common': {es=Dos Frijoles}, 'rules': NULL}\",\"{'primary': coffee_shop, 'alternate': [cafe]}\",\"['https://two.example/']\",[+13185550100],\"{'wikidata': Q1, 'names': {'primary': Bean Group}}\",\"[{'freeform': 126 Main St, 'locality': Alexandria, 'postcode': 71301-1234, 'region': LA, 'country': US}]\",open\n";
    check_overture(&places(csv.as_bytes())[0]);
}

#[test]
fn overture_s_taxonomy_decides_and_its_coarse_category_only_without_one() {
    let of = |basic: &str, taxonomy: &str| {
        format!(r#""basic_category":{basic},"taxonomy":{{"primary":{taxonomy}}}"#)
    };
    let alternate = r#""basic_category":"bakery","taxonomy":{"primary":"bakery","hierarchy":["food_and_drink","bakery"],"alternates":["coffee_shop"]}"#;
    let both_shapes = r#""categories":{"primary":"coffee_shop"},"taxonomy":{"primary":"tea_room"}"#;
    let old_shape = r#""basic_category":"cafe","categories":{"primary":"bubble_tea"}"#;
    for (kinds, is_coffee) in [
        (of(r#""coffee_shop""#, r#""coffee_shop""#), true),
        (of(r#""coffee_shop""#, r#""coffee_roastery""#), true),
        (of(r#""casual_eatery""#, r#""coffee_shop""#), true),
        (of("null", r#""coffee_shop""#), true),
        (of(r#""coffee_shop""#, "null"), true),
        (
            r#""basic_category":"cafe","taxonomy":null"#.to_owned(),
            true,
        ),
        (of(r#""cafe""#, r#""bubble_tea""#), false),
        (of(r#""cafe""#, r#""internet_cafe""#), false),
        (of(r#""cafe""#, r#""hookah_bar""#), false),
        (
            of(r#""coffee_shop""#, r#""coffee_and_tea_supplies""#),
            false,
        ),
        (alternate.to_owned(), false),
        (both_shapes.to_owned(), false),
        (old_shape.to_owned(), false),
    ] {
        let properties =
            format!(r#"{{"id":"1","names":{{"primary":"A"}},"operating_status":"open",{kinds}}}"#);
        let feature = format!(r#"{{"type":"Feature","geometry":null,"properties":{properties}}}"#);
        let list = format!(r#"{{"type":"FeatureCollection","features":[{feature}]}}"#);
        let expected = if is_coffee { "A" } else { "skipped 1" };
        assert_eq!(steps(read(list.as_bytes())), [expected], "{kinds}");
    }
}

#[test]
fn overture_s_taxonomy_decides_wherever_its_column_stands() {
    let nested = "id,names,categories,operating_status,basic_category,taxonomy\n\
        a,{'primary': Pearl},{'primary': coffee_shop},open,cafe,{'primary': bubble_tea}\n\
        b,{'primary': Two Beans},{'primary': bakery},open,casual_eatery,{'primary': coffee_shop}\n\
        c,{'primary': Old Cup},,open,cafe,NULL\n";
    let flat = "id,names.primary,operating_status,basic_category,taxonomy.primary\n\
        a,Pearl,open,cafe,bubble_tea\n\
        b,Two Beans,open,casual_eatery,coffee_shop\n\
        c,Old Cup,open,cafe,\n";
    for list in [nested, flat] {
        assert_eq!(
            steps(read(list.as_bytes())),
            ["skipped 1", "Two Beans", "Old Cup"],
            "{list}"
        );
        let first = &places(list.as_bytes())[0];
        assert_eq!(first.categories[0], "coffee_shop", "{list}");
    }
}

#[test]
fn a_record_that_is_hardly_a_place_is_skipped_or_marked() {
    let overture = "id,names,categories,confidence,type\n\
        1,\"{\"\"primary\"\":\"\"Sure\"\"}\",\"{\"\"primary\"\":\"\"coffee_shop\"\"}\",0.9,place\n\
        2,\"{\"\"primary\"\":\"\"Unsure\"\"}\",\"{\"\"primary\"\":\"\"coffee_shop\"\"}\",0.12,place\n\
        3,\"{\"\"primary\"\":\"\"A Wall\"\"}\",\"{\"\"primary\"\":\"\"coffee_shop\"\"}\",0.9,building\n";
    assert_eq!(
        steps(read(overture.as_bytes())),
        ["Sure", "skipped 1", "skipped 1"]
    );
    assert_eq!(places(overture.as_bytes())[0].categories, ["coffee_shop"]);
    let foursquare = "fsq_place_id,name,fsq_category_labels,unresolved_flags\n\
        a,Fine,Café,\n\
        b,Twice,Café,[duplicate]\n\
        c,Gone,Café,\"[closed, duplicate]\"\n";
    let reports: Vec<Option<String>> = places(foursquare.as_bytes())
        .into_iter()
        .map(|place| place.reported)
        .collect();
    assert_eq!(reports, [None, None, Some("closed".to_owned())]);
    let yelp = "name,city,state,is_open\nOpen,Ames,IA,1\nShut,Ames,IA,0\n";
    let closed: Vec<bool> = places(yelp.as_bytes())
        .into_iter()
        .map(|place| place.closed.is_some())
        .collect();
    assert_eq!(closed, [false, true]);
}

#[test]
fn categories_of_a_free_list_are_judged() {
    let table = "name,city,state,category,license status\n\
        Lantern,Ames,IA,Coffee Shop,Issued\n\
        Lacquer,Ames,IA,Nail Salon,Issued\n\
        City Hall Cafeteria,Ames,IA,,Issued\n\
        Tomorrow,Ames,IA,Cafe,Pending\n";
    assert_eq!(
        steps(read(table.as_bytes())),
        ["Lantern", "skipped 1", "City Hall Cafeteria", "Tomorrow"]
    );
    let found = places(table.as_bytes());
    let cafeteria = found[1].other_kind.as_ref().expect("a cafeteria");
    assert!(cafeteria.word == "cafeteria" && cafeteria.is_certain);
    assert_eq!(
        found[2].closed,
        Some(ClosedReason::Requested("Pending".to_owned()))
    );
    let feature = r#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Joe's","kind":"garage"},"geometry":null}]}"#;
    assert_eq!(steps(read(feature.as_bytes())), ["skipped 1"]);
}
