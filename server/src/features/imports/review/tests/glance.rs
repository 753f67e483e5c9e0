//! Questions at a glance: filters, groups, and one answer for all.

use serde_json::{Value, json};
use townperk::{features::imports::ImportOptions, platform::web::Actor};

use super::{CAFES, import_text, queue};
use crate::{
    imports::{file, import},
    support::{TestApp, Visitor},
};

const QUESTIONS: &str = "/api/admin/import-questions";

async fn list(administrator: &Visitor, query: &str) -> Value {
    let path = format!("{QUESTIONS}?{query}");
    administrator.get(&path).await.expect(200).json()
}

fn names(page: &Value) -> Vec<&str> {
    let questions = page["questions"].as_array().unwrap().iter();
    questions.map(|one| one["name"].as_str().unwrap()).collect()
}

async fn selection(administrator: &Visitor, query: &str) -> Value {
    let path = format!("{QUESTIONS}/selection?{query}");
    administrator.get(&path).await.expect(200).json()
}

/// A decision about all questions that are left by these filters, as they are now.
async fn decide_all(administrator: &Visitor, query: &str, what: (&str, bool)) -> Value {
    let selected = selection(administrator, query).await;
    let all = selected["questions"].as_array().unwrap();
    let of = |key: &str| -> Value { all.iter().map(|one| one[key].clone()).collect() };
    let body = json!({ "decision": what.0, "always": what.1, "ids": of("id"),
        "versions": of("version") });
    let path = format!("{QUESTIONS}/decide");
    administrator.post(&path, &body).await.expect(200).json()
}

async fn undo(administrator: &Visitor, decided: &Value) {
    let entry = decided["entries"][0].as_str().unwrap();
    let path = format!("/api/admin/audit/{entry}/undo");
    administrator.post(&path, &json!({})).await.expect(200);
}

/// A named list with as many records of a chain's name, one in each of two towns in turn.
fn cups(count: usize) -> String {
    let row = |number: usize| {
        let town = if number.is_multiple_of(2) {
            "Alexandria"
        } else {
            "Bunkie"
        };
        format!("{number},Second Cup,{number}00 Oak Street,{town},LA\n")
    };
    let rows: String = (1..=count).map(row).collect();
    format!("id,name,address,city,state\n{rows}")
}

async fn import_guide(app: &TestApp, content: &str) {
    let options = ImportOptions {
        source: Some("guide".to_owned()),
        ..ImportOptions::default()
    };
    import(app, &file("guide.csv", content), &options).await;
}

both_engines!(
    questions_are_filtered_by_list_reason_town_and_words,
    |app: TestApp| {
        import_text(&app, "cafes.geojson", CAFES).await;
        let more = "1,Java City Beans,9 Oak Street,Alexandria,LA\n";
        import_guide(&app, &(cups(2) + more)).await;
        let administrator = app.administrator().await;
        let all = list(&administrator, "").await;
        assert_eq!((&all["total"], &all["waiting"]), (&json!(4), &json!(4)));
        let groups = all["groups"].as_array().unwrap();
        let brands: Vec<&Value> = groups.iter().map(|group| &group["brand"]).collect();
        assert_eq!(brands, [&json!("Java City"), &json!("Second Cup")]);
        assert_eq!(groups[1]["count"], 3);
        assert_eq!(groups[1]["names"], json!(["Second Cup"]));
        assert_eq!(groups[1]["ids"].as_array().unwrap().len(), 3);
        assert_eq!(
            all["sources"],
            json!([{ "value": "guide", "count": 3 }, { "value": "osm", "count": 1 }])
        );

        let guide = list(&administrator, "source=guide").await;
        assert_eq!(
            names(&guide),
            ["Java City Beans", "Second Cup", "Second Cup"]
        );
        assert_eq!((&guide["total"], &guide["waiting"]), (&json!(3), &json!(4)));
        let town = list(&administrator, "source=guide&town=Bunkie,+LA").await;
        assert_eq!(names(&town), ["Second Cup"]);
        for typed in ["CITY+alex", "%E2%80%98java"] {
            let words = list(&administrator, &format!("search={typed}")).await;
            assert_eq!(names(&words), ["Java City Beans"], "{typed}");
        }
        let reason = list(&administrator, "reason=common_name").await;
        assert_eq!(names(&reason), ["Second Cup"; 3]);
        let brand = list(&administrator, "brand=java+city").await;
        assert_eq!(names(&brand), ["Java City Beans"]);
        let none = list(&administrator, "reason=similar").await;
        assert_eq!((&none["total"], &none["waiting"]), (&json!(0), &json!(4)));
        let path = format!("{QUESTIONS}?town={}", "x".repeat(201));
        administrator.get(&path).await.expect(400);
    }
);

both_engines!(
    a_name_is_left_out_for_good_over_all_pages_and_taken_back_as_one,
    |app: TestApp| {
        import_guide(&app, &cups(23)).await;
        let administrator = app.administrator().await;
        let first = list(&administrator, "").await;
        assert_eq!(first["total"], 23);
        assert_eq!(names(&first).len(), 20);
        assert_eq!(names(&list(&administrator, "page=2").await).len(), 3);
        let decided = decide_all(&administrator, "brand=Second+Cup", ("refuse", true)).await;
        assert_eq!(
            (&decided["done"], &decided["skipped"]),
            (&json!(23), &json!(0))
        );
        assert_eq!(list(&administrator, "").await["waiting"], 0);
        let chains = "/api/admin/chain-names";
        let listed = administrator.get(chains).await.expect(200).json();
        assert_eq!(
            (&listed[0]["name"], &listed[0]["list"]),
            (&json!("Second Cup"), &json!("deny"))
        );
        let later = import_text(&app, "cafes.geojson", CAFES).await;
        assert_eq!((later.chains, later.to_review), (1, 0), "{later}");

        let item = queue(&app).numbered(1).await.unwrap();
        let queue = queue(&app);
        let alone = queue.undo(Vec::new(), Actor::Administrator(None), &item);
        let refused = alone.await.unwrap_err().to_string();
        assert!(refused.contains("together with 22 more"), "{refused}");
        undo(&administrator, &decided).await;
        assert_eq!(list(&administrator, "").await["waiting"], 23);
        assert_eq!(
            administrator.get(chains).await.expect(200).json(),
            json!([])
        );
    }
);

both_engines!(a_name_that_is_always_added_asks_no_more, |app: TestApp| {
    import_text(&app, "cafes.geojson", CAFES).await;
    let administrator = app.administrator().await;
    let decided = decide_all(&administrator, "", ("accept", true)).await;
    assert_eq!(decided["done"], 1);
    import_guide(
        &app,
        "id,name,address,city,state\n1,Second Cup,9 Elm Street,Hammond,LA\n",
    )
    .await;
    assert_eq!(list(&administrator, "").await["waiting"], 0);
    let shop = "/api/coffee-shops/second-cup-hammond-la";
    app.visitor().get(shop).await.expect(200);
});

both_engines!(
    possible_duplicates_are_the_same_shop_all_at_once,
    |app: TestApp| {
        import_text(&app, "cafes.geojson", CAFES).await;
        let near = "name,city,state,lat,lon,phone\n\
            Lantern Roasters 2,Alexandria,LA,31.3213,-92.4551,318 555 0142\n";
        import_text(&app, "list.csv", near).await;
        let administrator = app.administrator().await;
        let page = list(&administrator, "").await;
        let double = &page["questions"][1];
        assert_eq!(double["similarSlug"], "lantern-roasters-alexandria-la");
        assert_eq!(double["namedTwice"], false);
        assert_eq!(
            double["point"],
            json!({ "latitude": 31.3213, "longitude": -92.4551 })
        );
        assert_eq!(double["similarPoint"], double["point"]);

        let decided = decide_all(&administrator, "", ("same", false)).await;
        assert_eq!(
            (&decided["done"], &decided["skipped"]),
            (&json!(1), &json!(1))
        );
        let path = "/api/coffee-shops/lantern-roasters-alexandria-la";
        let phone = async || app.visitor().get(path).await.json()["phone"].clone();
        assert_eq!(phone().await, "(318) 555-0142");
        undo(&administrator, &decided).await;
        assert_eq!(phone().await, Value::Null);
        assert_eq!(
            list(&administrator, "").await["questions"],
            page["questions"]
        );

        let accepted = decide_all(&administrator, "reason=similar", ("accept", false)).await;
        assert_eq!(
            accepted["done"], 1,
            "a possible duplicate may be another shop"
        );
        let own = "/api/coffee-shops/lantern-roasters-2-alexandria-la";
        app.visitor().get(own).await.expect(200);
    }
);

both_engines!(a_shop_that_one_list_names_twice_is_said, |app: TestApp| {
    let twice = "id,name,city,state,lat,lon\n\
        1,Lantern Roasters,Alexandria,LA,31.3213,-92.4551\n\
        2,Lantern Roasters 2,Alexandria,LA,31.3213,-92.4551\n";
    import_guide(&app, twice).await;
    let administrator = app.administrator().await;
    let page = list(&administrator, "").await;
    assert_eq!(names(&page), ["Lantern Roasters 2"]);
    assert_eq!(page["questions"][0]["namedTwice"], true);
});

both_engines!(
    what_changed_since_it_was_selected_is_left_alone,
    |app: TestApp| {
        let cup = |phone: &str| {
            format!(
                "id,name,address,city,state,phone\n1,Second Cup,9 Elm Street,Alexandria,LA,{phone}\n2,Second Cup,7 Oak Street,Bunkie,LA,\n"
            )
        };
        import_guide(&app, &cup("318 555 0142")).await;
        let administrator = app.administrator().await;
        let selected = selection(&administrator, "").await;
        import_guide(&app, &cup("318 555 0199")).await;
        let all = selected["questions"].as_array().unwrap();
        let of = |key: &str| -> Value { all.iter().map(|one| one[key].clone()).collect() };
        let body = json!({ "decision": "accept", "ids": of("id"), "versions": of("version") });
        let path = format!("{QUESTIONS}/decide");
        let decided = administrator.post(&path, &body).await.expect(200).json();
        let expected = json!({ "done": 1, "skipped": 1, "changed": 1 });
        for (key, value) in expected.as_object().unwrap() {
            assert_eq!(&decided[key], value, "{key}");
        }
        assert_eq!(app.shop_rows().await.len(), 1);
    }
);
