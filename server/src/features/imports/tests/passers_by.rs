//! What is no café for passers-by: who may come in, what isn't open yet or anymore, and what Overture's taxonomy says.

use std::fs;

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::{
    catalog::entities::shop,
    features::imports::{ImportOptions, Report, Summary},
};

use super::{File, file, import, importer};
use crate::support::TestApp;

const NAMES: [&str; 10] = [
    "Front Door Coffee",
    "Badge Only Brews",
    "Fourth Floor Espresso",
    "Dorm Cup Coffee",
    "Clubhouse Coffee",
    "Gate Pass Coffee",
    "Permit Row Espresso",
    "Buyers Counter Coffee",
    "Welcome Anyway Coffee",
    "Said Aloud Coffee",
];

/// An extract with a café for each of these tags.
fn cafes(tags: &[(&str, &str)]) -> File {
    let element = |(number, (key, value)): (u32, &(&str, &str))| {
        let mut element = json!({
            "type": "node",
            "id": 9_100_001 + number,
            "lat": 31.3111 + f64::from(number) * 0.001,
            "lon": -92.4441,
            "tags": {
                "amenity": "cafe",
                "name": NAMES[number as usize],
                "addr:housenumber": (101 + 10 * number).to_string(),
                "addr:street": "Mill Street",
                "addr:city": "Alexandria",
                "addr:state": "LA",
                "addr:postcode": "71301",
            },
        });
        element["tags"][*key] = json!(value);
        element
    };
    let elements: Vec<Value> = (0..).zip(tags).map(element).collect();
    let text = json!({ "version": 0.6, "elements": elements }).to_string();
    file("town.json", text)
}

async fn run(app: &TestApp, list: &File) -> Summary {
    import(app, list, &ImportOptions::default()).await
}

/// In the order of the alphabet: the rows of one import have none.
async fn names(app: &TestApp) -> Vec<String> {
    let rows = app.shop_rows().await;
    let mut names: Vec<String> = rows.into_iter().map(|row| row.name).collect();
    names.sort();
    names
}

async fn only_shop(app: &TestApp) -> shop::Model {
    let mut rows = app.shop_rows().await;
    assert_eq!(rows.len(), 1);
    rows.remove(0)
}

both_engines!(
    what_passers_by_may_not_enter_is_left_out_and_named,
    |app: TestApp| {
        let access = |value| ("access", value);
        let list = cafes(&[
            ("wheelchair", "yes"),
            access("private"),
            access("employees"),
            access("students"),
            access("members"),
            access("no"),
            access("permit"),
            access("customers"),
            access("permissive"),
            access("yes"),
        ]);
        let path = list.path.with_file_name("report.csv");
        let mut report = Some(Report::create(&path).unwrap());
        let summary = importer(&app)
            .await
            .file(
                &list.path,
                &ImportOptions::default(),
                &mut report,
                &mut |_| {},
            )
            .await
            .unwrap();
        assert_eq!((summary.added, summary.not_coffee), (4, 6), "{summary}");
        let [first, .., buyers, welcome, said] = NAMES;
        assert_eq!(names(&app).await, [buyers, first, said, welcome]);
        report.unwrap().finish().unwrap();
        let report = fs::read_to_string(path).unwrap();
        assert!(report.contains("access=members"), "{report}");
    }
);

both_engines!(
    a_shop_that_is_not_for_all_anymore_stays_until_it_closes,
    |app: TestApp| {
        run(&app, &cafes(&[("access", "yes")])).await;
        let barred = cafes(&[("access", "private")]);
        let summary = run(&app, &barred).await;
        assert_eq!((summary.unchanged, summary.not_coffee), (1, 0), "{summary}");
        assert_eq!(only_shop(&app).await.closed_at, None);
        let disused = fs::read_to_string(&barred.path).unwrap();
        let disused = disused.replace("\"amenity\"", "\"disused:amenity\"");
        let summary = run(&app, &file("town.json", disused)).await;
        assert_eq!(summary.closed, 1, "{summary}");
        assert!(only_shop(&app).await.closed_at.is_some());
    }
);

both_engines!(what_opens_later_is_added_when_it_opens, |app: TestApp| {
    for (key, date) in [
        ("opening_date", "2026-05-01"),
        ("opening_date", "2026-05"),
        ("start_date", "2026-05-01"),
        ("opening_date", "2027"),
    ] {
        let summary = run(&app, &cafes(&[(key, date)])).await;
        assert_eq!((summary.added, summary.closed), (0, 1), "{key}={date}");
    }
    let list = cafes(&[("opening_date", "2026-05-01")]);
    app.clock.advance(TimeDelta::days(60));
    assert_eq!(run(&app, &list).await.added, 1);
    // One that moves house isn't closed for good meanwhile.
    let moving = fs::read_to_string(&list.path).unwrap();
    let moving = moving.replace(":\"2026-05-01\"", ":\"2026-08-01\"");
    let summary = run(&app, &file("town.json", moving)).await;
    assert_eq!((summary.closed, summary.unchanged), (0, 1), "{summary}");
    assert_eq!(only_shop(&app).await.closed_at, None);
});

both_engines!(what_does_not_operate_is_closed, |app: TestApp| {
    let list = cafes(&[("operational_status", "operational")]);
    assert_eq!(run(&app, &list).await.added, 1);
    let known = fs::read_to_string(&list.path).unwrap();
    for (status, is_closed) in [
        ("temporarily_closed", false),
        ("under construction", false),
        ("closed", true),
    ] {
        let status = format!("_status\":\"{status}\"");
        let text = known.replace("_status\":\"operational\"", &status);
        run(&app, &file("town.json", text)).await;
        let closed_at = only_shop(&app).await.closed_at;
        assert_eq!(closed_at.is_some(), is_closed, "{status}");
    }
});

both_engines!(overture_s_taxonomy_decides_about_a_place, |app: TestApp| {
    let feature = |(number, (name, basic, taxonomy)): (u32, (&str, &str, &str))| {
        json!({
            "type": "Feature",
            "geometry": {
                "type": "Point",
                "coordinates": [-92.44, 31.31 + f64::from(number) * 0.001],
            },
            "properties": {
                "id": format!("00000000-0000-4000-8000-00000000000{number}"),
                "names": { "primary": name },
                "addresses": [{
                    "freeform": format!("5{number}0 Third St"),
                    "locality": "Alexandria",
                    "region": "LA",
                    "postcode": "71301",
                }],
                "operating_status": "open",
                "basic_category": basic,
                "taxonomy": { "primary": taxonomy },
            },
        })
    };
    let places = [
        ("Hierarchy Coffee", "casual_eatery", "coffee_shop"),
        ("Pearl Tea Bar", "cafe", "bubble_tea"),
        ("Byte Lounge", "cafe", "internet_cafe"),
        ("Smoke Room", "cafe", "hookah_bar"),
        ("Roast Branch Coffee", "coffee_shop", "coffee_roastery"),
    ];
    let features: Vec<Value> = (0..).zip(places).map(feature).collect();
    let list = json!({ "type": "FeatureCollection", "features": features });
    let summary = run(&app, &file("places.geojson", list.to_string())).await;
    assert_eq!((summary.added, summary.not_coffee), (2, 3), "{summary}");
    assert_eq!(
        names(&app).await,
        ["Hierarchy Coffee", "Roast Branch Coffee"]
    );
});
