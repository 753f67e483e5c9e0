//! ZIP code expansion.

use std::fs;

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{Overpass, Told, ZIP, cafe, cafes, expand};
use crate::support::{Setup, TestApp, TestDatabase, Visitor, command::until};

pub async fn latest(administrator: &Visitor) -> Value {
    let list = administrator.get(ZIP).await.expect(200).json();
    list["runs"][0].clone()
}

/// The slugs of a town's shops.
async fn shops_of(app: &TestApp, town: &str) -> Vec<String> {
    let path = format!("/api/cities/{town}/coffee-shops");
    let list = app.visitor().get(&path).await.expect(200).json();
    let shops = list.as_array().or_else(|| list["shops"].as_array());
    let slugs = shops.unwrap().iter().map(|shop| shop["slug"].as_str());
    slugs.map(|slug| slug.unwrap().to_owned()).collect()
}

both_engines!(a_new_town_gets_up_to_five_shops, |home: TestDatabase| {
    let overpass = Overpass::telling([Told::Places(cafes(7))]).await;
    let app = overpass.app(home).await;
    let administrator = app.administrator().await;
    let answer = expand(&app, &administrator, "71301").await.expect(200);
    let told = answer.json();
    assert_eq!(told["zipCode"], "71301");
    assert_eq!(
        (&told["cityName"], &told["state"]),
        (&json!("Alexandria"), &json!("LA"))
    );
    assert_eq!(
        (&told["cityExists"], &told["citySlug"]),
        (&json!(false), &json!("alexandria-la"))
    );
    assert_eq!(told["coffeeShopsAdded"], 5);
    assert_eq!(
        (&told["moreFound"], &told["duplicatesSkipped"]),
        (&json!(2), &json!(0))
    );
    assert_eq!(told["coffeeShops"].as_array().unwrap().len(), 5);
    assert_eq!(
        told["services"][0]["name"], "OpenStreetMap (Overpass)",
        "{told}"
    );
    assert_eq!(
        (
            &told["services"][0]["requests"],
            &told["services"][0]["found"]
        ),
        (&json!(1), &json!(7))
    );
    let first = &told["coffeeShops"][0];
    assert_eq!(first["rating"], Value::Null);
    let address = first["address"].as_str().unwrap();
    assert!(
        address.ends_with(" Jackson Street, Alexandria, LA 71301"),
        "{address}"
    );

    let slug = first["slug"].as_str().unwrap();
    let shop = app
        .visitor()
        .get(&format!("/api/coffee-shops/{slug}"))
        .await;
    let shop = shop.expect(200).json();
    assert_eq!(shop["openingHours"], "Mo-Fr 07:00-15:00");
    for page in ["", "/best-breakfast", "/best-coffee"] {
        let page = format!("/cities/alexandria-la{page}");
        app.visitor().get(&page).await.expect(200);
    }

    let again = expand(&app, &administrator, "71301")
        .await
        .expect(200)
        .json();
    assert_eq!(
        (
            &again["cityExists"],
            &again["coffeeShopsAdded"],
            &again["duplicatesSkipped"]
        ),
        (&json!(true), &json!(2), &json!(5))
    );
    let last = expand(&app, &administrator, "71301-1234")
        .await
        .expect(200)
        .json();
    assert_eq!(
        (
            &last["coffeeShopsAdded"],
            &last["duplicatesSkipped"],
            &last["entry"]
        ),
        (&json!(0), &json!(7), &Value::Null)
    );
    assert_eq!(
        last["message"],
        "No new coffee shops found in Alexandria, LA"
    );
});

both_engines!(
    chains_are_left_out_and_doubts_are_questions,
    |home: TestDatabase| {
        let mut chain = cafe(1, "Starbucks");
        chain["tags"]["brand:wikidata"] = json!("Q37158");
        let elements = vec![chain, cafe(2, "Second Cup"), cafe(3, "Paper Heron")];
        let overpass = Overpass::telling([Told::Places(elements)]).await;
        let app = overpass.app(home).await;
        let administrator = app.administrator().await;
        let told = expand(&app, &administrator, "71301")
            .await
            .expect(200)
            .json();
        assert_eq!(told["coffeeShopsAdded"], 1, "{told}");
        assert_eq!(told["chainsLeftOut"], json!(["Starbucks"]));
        assert_eq!(told["questions"][0]["name"], "Second Cup");
        let questions = administrator.get("/api/admin/import-questions").await;
        let questions = questions.expect(200).json();
        assert_eq!(
            (&questions["total"], &questions["questions"][0]["name"]),
            (&json!(1), &json!("Second Cup"))
        );
    }
);

both_engines!(what_an_owner_entered_is_left_alone, |home: TestDatabase| {
    let overpass = Overpass::telling([Told::Places(vec![cafe(1, "The Slow Ferry")])]).await;
    let app = overpass.app(home).await;
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).name("The Slow Ferry").with(|row| {
        row.street = Some("100 Jackson Street".to_owned());
        row.zip_code = Some("71301".to_owned());
    });
    let shop = shop.await;
    let administrator = app.administrator().await;
    let told = expand(&app, &administrator, "71301")
        .await
        .expect(200)
        .json();
    assert_eq!(
        (&told["coffeeShopsAdded"], &told["duplicatesSkipped"]),
        (&json!(0), &json!(1)),
        "{told}"
    );
    assert_eq!(app.shop_row(shop.id).await, shop);
});

both_engines!(a_trial_writes_nothing, |home: TestDatabase| {
    let overpass = Overpass::telling([Told::Places(cafes(3))]).await;
    let app = overpass.app(home).await;
    let administrator = app.administrator().await;
    let body = json!({ "zipCode": "71301", "trial": true });
    let told = app.working(administrator.post(ZIP, &body)).await;
    let told = told.expect(200).json();
    assert_eq!(
        (&told["coffeeShopsAdded"], &told["isTrial"], &told["entry"]),
        (&json!(3), &json!(true), &Value::Null)
    );
    assert_eq!(
        told["message"],
        "A run would add 3 coffee shops in Alexandria, LA"
    );
    app.visitor()
        .get("/api/cities/alexandria-la")
        .await
        .expect(404);
});

both_engines!(a_busy_server_is_asked_again, |home: TestDatabase| {
    let overpass = Overpass::telling([
        Told::Busy(StatusCode::TOO_MANY_REQUESTS),
        Told::Busy(StatusCode::GATEWAY_TIMEOUT),
        Told::Places(cafes(1)),
    ])
    .await;
    let app = overpass.app(home).await;
    let administrator = app.administrator().await;
    let told = expand(&app, &administrator, "71301")
        .await
        .expect(200)
        .json();
    assert_eq!(
        (&told["coffeeShopsAdded"], &told["services"][0]["requests"]),
        (&json!(1), &json!(3))
    );
});

both_engines!(
    a_second_service_completes_the_first,
    |home: TestDatabase| {
        let overpass = Overpass::telling([Told::Places(cafes(1))]).await;
        let url = overpass.site.url("/api/interpreter");
        let file = home.folder().join("places.csv");
        fs::write(
            file,
            "id,name,address,city,state,zip,phone\n\
        a,Bayou Robert Coffee,100 Jackson Street,Alexandria,LA,71301,(318) 555-0142\n\
        b,The Slow Ferry,200 Jackson Street,Alexandria,LA,71301,\n\
        c,Elsewhere Coffee,1 Main Street,Hammond,LA,70401,\n",
        )
        .unwrap();
        let setup = Setup::new(home).settings(|settings| {
            settings.overpass_url = url;
            settings.open_places_file = "places.csv".into();
        });
        let app = setup.start().await;
        let administrator = app.administrator().await;
        let told = expand(&app, &administrator, "71301")
            .await
            .expect(200)
            .json();
        assert_eq!(
            (&told["coffeeShopsAdded"], &told["duplicatesSkipped"]),
            (&json!(2), &json!(1)),
            "{told}"
        );
        let services = told["services"].as_array().unwrap();
        let names: Vec<&Value> = services.iter().map(|service| &service["name"]).collect();
        assert_eq!(names, ["OpenStreetMap (Overpass)", "Open places file"]);
        let shop = app.visitor();
        let shop = shop
            .get("/api/coffee-shops/bayou-robert-coffee-alexandria-la")
            .await;
        let shop = shop.expect(200).json();
        assert_eq!(
            (&shop["phone"], &shop["openingHours"]),
            (&json!("(318) 555-0142"), &json!("Mo-Fr 07:00-15:00")),
            "what one service lacks, the other gives"
        );

        overpass.tell(Told::Text(StatusCode::BAD_REQUEST, ""));
        let told = expand(&app, &administrator, "71301")
            .await
            .expect(200)
            .json();
        assert!(told["services"][0]["error"].is_string(), "{told}");
        assert_eq!(told["services"][1]["error"], Value::Null);
        assert_eq!(
            told["message"],
            "OpenStreetMap didn't answer, so coffee shops in Alexandria, LA may be missing"
        );
    }
);

both_engines!(one_run_at_a_time, |home: TestDatabase| {
    let overpass = Overpass::telling([Told::Silence]).await;
    let app = overpass.app(home).await;
    let administrator = app.administrator().await;
    let (first, same) = (administrator.clone(), administrator.clone());
    let body = json!({ "zipCode": "71301" });
    let first = tokio::spawn(async move { first.post(ZIP, &body).await });
    until("it is enqueued", || async {
        latest(&administrator).await["state"] == "open"
    })
    .await;
    let other = administrator
        .post(ZIP, &json!({ "zipCode": "70401" }))
        .await;
    assert_eq!(
        other.expect(409).json()["message"],
        "The expansion of 71301 is still running. Wait until it has ended, or cancel it."
    );
    let body = json!({ "zipCode": "71301" });
    let same = tokio::spawn(async move { same.post(ZIP, &body).await });
    overpass.tell(Told::Places(cafes(2)));
    let told = app.working(async { first.await.unwrap() }).await;
    let joined = same.await.unwrap().expect(200).json();
    assert_eq!(told.expect(200).json(), joined);
    assert_eq!(overpass.requests(), 1, "both waited for one run");
});

both_engines!(a_canceled_run_adds_nothing, |home: TestDatabase| {
    let overpass = Overpass::telling([Told::Silence]).await;
    let app = overpass.app(home).await;
    let administrator = app.administrator().await;
    let (asking, body) = (administrator.clone(), json!({ "zipCode": "71301" }));
    let asked = tokio::spawn(async move { asking.post(ZIP, &body).await });
    until("it is enqueued", || async {
        latest(&administrator).await["state"] == "open"
    })
    .await;
    let id = latest(&administrator).await["id"].clone();
    let path = format!("/api/admin/jobs/{}/cancel", id.as_str().unwrap());
    administrator.post(&path, &json!({})).await.expect(200);
    let answer = asked.await.unwrap().expect(409).json();
    assert_eq!(answer["message"], "The run was canceled.");
    assert_eq!(latest(&administrator).await["state"], "canceled");
    app.work().await;
    assert_eq!(overpass.requests(), 0);
});

both_engines!(
    an_interrupted_run_is_finished_by_the_next_node,
    |home: TestDatabase| {
        let overpass = Overpass::telling([Told::Silence]).await;
        let mut app = overpass.app(home).await;
        let administrator = app.administrator().await;
        let (asking, body) = (administrator.clone(), json!({ "zipCode": "71301" }));
        let asked = tokio::spawn(async move { asking.post(ZIP, &body).await });
        // The first node dies while it waits for the service.
        let services = app.services().clone();
        let dying = tokio::spawn(async move {
            loop {
                services.job_worker().run_due().await.unwrap();
                tokio::task::yield_now().await;
            }
        });
        until("it asks", || async { overpass.requests() == 1 }).await;
        dying.abort();
        overpass.tell(Told::Places(cafes(2)));
        app.clock.advance(chrono::TimeDelta::minutes(2));
        let next = app.second_node().await;
        let told = next.working(async { asked.await.unwrap() }).await;
        assert_eq!(told.expect(200).json()["coffeeShopsAdded"], 2);
        app.sync().await;
        assert_eq!(shops_of(&app, "alexandria-la").await.len(), 2);
    }
);

both_engines!(
    wrong_input_is_refused_with_its_field,
    |home: TestDatabase| {
        let overpass = Overpass::telling([Told::Places(Vec::new())]).await;
        let app = overpass.app(home).await;
        let administrator = app.administrator().await;
        for (typed, message) in [
            ("", "Please enter a ZIP code"),
            ("   ", "Please enter a ZIP code"),
            ("71301-12345", "A ZIP code has at most 10 characters"),
            (
                "7130",
                "Please enter a valid ZIP code (e.g., 71301 or 71301-1234)",
            ),
            ("00000", "There is no ZIP code 00000 in the United States"),
            (
                "00901",
                "ZIP code 00901 is in Puerto Rico. This directory covers the 50 states and Washington, D.C.",
            ),
            (
                "09012-1234",
                "ZIP code 09012 is for military mail. This directory covers the 50 states and Washington, D.C.",
            ),
        ] {
            let body = json!({ "zipCode": typed });
            let refused = administrator.post(ZIP, &body).await.expect(400).json();
            assert_eq!(
                (&refused["field"], &refused["message"]),
                (&json!("zipCode"), &json!(message)),
                "{typed:?}"
            );
        }
        let body = json!({ "zipCode": "71301" });
        app.visitor().post(ZIP, &body).await.expect(401);
        assert_eq!(overpass.requests(), 0);
    }
);

both_engines!(
    without_a_service_the_answer_says_what_to_set,
    |app: TestApp| {
        let administrator = app.administrator().await;
        let body = json!({ "zipCode": "71301" });
        let answer = administrator.post(ZIP, &body).await.expect(503).json();
        let message = answer["message"].as_str().unwrap();
        assert!(message.contains("overpass_url"), "{message}");
        let list = administrator.get(ZIP).await.expect(200).json();
        assert_eq!(list, json!({ "services": [], "runs": [] }));
    }
);
