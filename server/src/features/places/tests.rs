//! Map labels, through the API.

use crate::support::TestApp;

fn names(labels: &serde_json::Value, kind: &str) -> Vec<String> {
    let labels = labels.as_array().unwrap().iter();
    labels
        .filter(|label| label["kind"] == kind)
        .map(|label| label["name"].as_str().unwrap().to_owned())
        .collect()
}

both_engines!(a_map_of_a_region_names_its_towns_by_size, |app: TestApp| {
    let answer = app
        .visitor()
        .get("/api/places?bbox=-93,30.9,-92,31.6&zoom=9")
        .await
        .expect(200)
        .json();
    let towns = names(&answer, "town");
    assert_eq!(towns[..2], ["Alexandria", "Pineville"]);
    assert!(names(&answer, "state").is_empty());
    let sizes: Vec<u64> = answer
        .as_array()
        .unwrap()
        .iter()
        .map(|label| label["population"].as_u64().unwrap())
        .collect();
    assert!(sizes.is_sorted_by(|one, other| one >= other), "{sizes:?}");
});

both_engines!(
    a_map_of_the_country_names_states_and_its_largest_towns,
    |app: TestApp| {
        let answer = app
            .visitor()
            .get("/api/places?bbox=-125,24,-66,50&zoom=4")
            .await
            .expect(200)
            .json();
        let states = names(&answer, "state");
        assert_eq!(states.len(), 49, "all but Alaska and Hawaii: {states:?}");
        assert_eq!(names(&answer, "town")[0], "New York");
        assert_eq!(answer.as_array().unwrap().len(), 80);
    }
);

both_engines!(quarters_are_named_on_a_large_scale_only, |app: TestApp| {
    let brooklyn = "/api/places?bbox=-74.05,40.57,-73.85,40.74";
    let ask = async |zoom: u8| {
        let address = format!("{brooklyn}&zoom={zoom}");
        app.visitor().get(&address).await.expect(200).json()
    };
    assert!(names(&ask(10).await, "quarter").is_empty());
    assert!(!names(&ask(12).await, "quarter").is_empty());
});

both_engines!(an_area_must_be_one, |app: TestApp| {
    for query in [
        "",
        "?bbox=",
        "?bbox=1,2,3",
        "?bbox=-92,31,-93,32",
        "?bbox=-93,31,-92,91",
    ] {
        let refused = app
            .visitor()
            .get(&format!("/api/places{query}"))
            .await
            .expect(400);
        assert_eq!(refused.json()["field"], "bbox", "{query}");
    }
    let refused = app
        .visitor()
        .get("/api/places?bbox=-93,31,-92,32&zoom=23")
        .await
        .expect(400);
    assert_eq!(refused.json()["field"], "zoom");
    let sea = app
        .visitor()
        .get("/api/places?bbox=0,0,1,1")
        .await
        .expect(200);
    assert_eq!(sea.json(), serde_json::json!([]));
});
