//! Interpretations: parts of town names, amenities, and suggestions when nothing is found.

use serde_json::Value;

use super::{alexandria, names, search, towns};
use crate::support::TestApp;

both_engines!(towns_are_suggested_by_their_inner_words, |app: TestApp| {
    for (name, state) in [
        ("Lake Charles", "LA"),
        ("Saint Francisville", "LA"),
        ("Lafayette", "LA"),
        ("Eureka Springs", "AR"),
        ("Lander", "WY"),
        ("Laurel", "MS"),
        ("Washington", "PA"),
        ("Port Townsend", "WA"),
        ("Moab", "UT"),
    ] {
        let city = app.city(name, state).await;
        app.shop(&city).await;
    }
    for (query, expected) in [
        ("q=springs", &["eureka-springs-ar"][..]),
        ("q=charles", &["lake-charles-la"]),
        ("q=St.+Francisville", &["saint-francisville-la"]),
        ("q=francisv", &["saint-francisville-la"]),
        ("q=washington", &["port-townsend-wa", "washington-pa"]),
        ("q=coffee+in+moab", &["moab-ut"]),
    ] {
        assert_eq!(towns(&search(&app, 9, query).await), expected, "{query}");
    }
    let all = search(&app, 9, "q=LA").await;
    let louisiana: Vec<&str> = towns(&all)[..3]
        .iter()
        .map(|slug| &slug[slug.len() - 2..])
        .collect();
    assert_eq!(louisiana, ["la", "la", "la"]);
    assert_eq!(towns(&all).len(), 5, "Lander and Laurel are behind");
});

both_engines!(words_mean_what_they_say, |app: TestApp| {
    let town = alexandria(&app).await;
    let moab = app.city("Moab", "UT").await;
    let yakima = app.city("Yakima", "WA").await;
    app.shop(&town)
        .with(|row| {
            row.name = "With Net".to_owned();
            row.has_wifi = Some(true);
        })
        .await;
    app.shop(&town).name("Without Net").await;
    app.shop(&town)
        .with(|row| {
            row.name = "Kennel".to_owned();
            row.pet_friendly = Some(true);
            row.street = Some("12 Washington Street".to_owned());
        })
        .await;
    app.shop(&moab).name("Red Rock").await;
    app.shop(&yakima).name("Apple Town").await;
    for (query, expected) in [
        ("q=wifi+alexandria", &["With Net"][..]),
        ("q=dog+friendly", &["Kennel"]),
        ("q=coffee+in+moab", &["Red Rock"]),
        ("q=washington", &["Apple Town", "Kennel"]),
        ("q=WA", &["Apple Town", "Kennel"]),
    ] {
        assert_eq!(names(&search(&app, 5, query).await), expected, "{query}");
    }
    let louisiana = search(&app, 5, "q=louisiana").await;
    assert_eq!(names(&louisiana).len(), 3);
});

both_engines!(a_bare_list_of_shops_is_whole, |app: TestApp| {
    let town = alexandria(&app).await;
    for number in 0..30 {
        app.shop(&town).name(&format!("Cup {number}")).await;
    }
    let list = search(&app, 30, "q=cup&type=shops").await;
    assert_eq!(list.as_array().unwrap().len(), 30);
    let page = search(&app, 30, "q=cup&type=shops&page=2").await;
    assert_eq!(page.as_array().unwrap().len(), 6);
});

both_engines!(
    where_nothing_is_near_the_nearest_towns_are_named,
    |app: TestApp| {
        let town = alexandria(&app).await;
        app.shop(&town)
            .with(|row| {
                row.latitude = Some(31.31);
                row.longitude = Some(-92.44);
            })
            .await;
        app.city("Empty", "LA").at(31.0, -92.0).await;
        let slugs = |answer: &Value| -> Vec<String> {
            let towns = answer["nearestTowns"].as_array().unwrap();
            let slug = |town: &Value| town["slug"].as_str().unwrap().to_owned();
            towns.iter().map(slug).collect()
        };
        for query in [
            "lat=30.5&lon=-91&radius=5",
            "q=Hammond,+LA",
            "q=coffee+in+hammond+la",
        ] {
            let answer = search(&app, 1, query).await;
            assert_eq!(answer["total"], 0, "{query}");
            assert_eq!(slugs(&answer), ["alexandria-la"], "{query}");
        }
        let answer = search(&app, 1, "lat=31.3&lon=-92.44&radius=5").await;
        assert_eq!(answer["nearestTowns"], serde_json::json!([]));
    }
);
