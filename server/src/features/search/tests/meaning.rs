//! Interpretations: parts of town names, amenities, and suggestions when nothing is found.

use serde_json::Value;
use townperk::catalog::{amenities::Amenity, entities::shop};

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
        // A state's name means that state (D95), not a street elsewhere.
        ("q=washington", &["Apple Town"]),
        ("q=WA", &["Apple Town"]),
    ] {
        assert_eq!(names(&search(&app, 5, query).await), expected, "{query}");
    }
    let louisiana = search(&app, 5, "q=louisiana").await;
    assert_eq!(names(&louisiana).len(), 3);
});

both_engines!(what_coffee_people_ask_for_is_a_filter, |app: TestApp| {
    let town = alexandria(&app).await;
    for (name, set) in [
        ("Slow Lane", None),
        ("Quick Window", Some(Amenity::DriveThrough)),
        ("Ramp Up", Some(Amenity::Wheelchair)),
        ("Plug In", Some(Amenity::Outlets)),
        ("Oat & About", Some(Amenity::PlantMilk)),
        ("Drum House", Some(Amenity::RoastsHere)),
    ] {
        let with = move |row: &mut shop::Model| {
            if let Some(amenity) = set {
                *amenity.of(row) = Some(true);
            }
        };
        app.shop(&town).name(name).with(with).await;
    }
    app.shop(&town).name("Blue Door Coffee Roasters").await;
    app.shop(&town)
        .name("Not Anymore Roasters")
        .with(|row| row.roasts_here = Some(false))
        .await;
    for (query, label, expected) in [
        (
            "q=drive+thru+alexandria",
            "Drive-through",
            &["Quick Window"][..],
        ),
        (
            "q=wheelchair+accessible+coffee",
            "Wheelchair accessible",
            &["Ramp Up"],
        ),
        ("q=outlets+in+alexandria", "Outlets", &["Plug In"]),
        ("q=oat+milk", "Plant milk", &["Oat & About"]),
        // The name says it where nobody did.
        (
            "q=roaster",
            "Roasts here",
            &["Blue Door Coffee Roasters", "Drum House"],
        ),
        (
            "q=coffee+roasters+in+alexandria",
            "Roasts here",
            &["Blue Door Coffee Roasters", "Drum House"],
        ),
    ] {
        let answer = search(&app, 8, query).await;
        let mut found = names(&answer);
        found.sort_unstable();
        assert_eq!(found, expected, "{query}");
        let labels: Vec<&str> = (answer["filters"].as_array().unwrap().iter())
            .map(|filter| filter["label"].as_str().unwrap())
            .collect();
        assert!(labels.contains(&label), "{query}: {labels:?}");
    }
    // The beginning of a name isn't a filter.
    let named = search(&app, 8, "q=blue+door+roasters").await;
    assert_eq!(names(&named), ["Blue Door Coffee Roasters"]);
    assert_eq!(named["filters"], serde_json::json!([]));
    let by_parameter = search(&app, 8, "hasDriveThrough=true").await;
    assert_eq!(names(&by_parameter), ["Quick Window"]);
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

both_engines!(a_long_text_is_cut_and_told_so, |app: TestApp| {
    let town = app.city("Alexandria", "LA").await;
    app.shop(&town)
        .name("Tamp")
        .with(|row| row.has_wifi = Some(true))
        .await;
    let filler = " alexandria la wifi".repeat(40);
    let long = format!("wifi{filler}");
    assert!(long.len() > 500);
    let path = format!("/api/search?q={}", long.replace(' ', "%20"));
    let found = app.visitor().get(&path).await.expect(200).json();
    let query = found["query"].as_str().unwrap();
    assert_eq!(found["isCut"], true);
    assert!(query.len() <= 200 && long.starts_with(query), "{query}");
    assert!(long[query.len()..].starts_with(' '), "words stay whole");
    let page = app.visitor().get(&path["/api".len()..]).await.expect(200);
    let page = page.html();
    let text = page.text();
    assert!(
        text.contains("Your text is longer than 200 characters"),
        "{text}"
    );
    let short = app
        .visitor()
        .get("/api/search?q=wifi")
        .await
        .expect(200)
        .json();
    assert_eq!(
        (&short["isCut"], &short["query"]),
        (&false.into(), &"wifi".into())
    );
    // Letters of several bytes, and no space anywhere.
    let word = "%C3%A9".repeat(300);
    let found = app
        .visitor()
        .get(&format!("/api/search?q={word}"))
        .await
        .expect(200)
        .json();
    assert_eq!(found["query"].as_str().unwrap().chars().count(), 200);
});
