//! Metro expansion, with a list of two areas in the data folder.

use std::fs;

use serde_json::{Value, json};

use super::{Overpass, Told, cafe, cafes};
use crate::support::{Setup, TestApp, TestDatabase, Visitor};

const STATS: &str = "/api/admin/expansion/stats";
pub const RUN: &str = "/api/admin/expansion/run";
const RUNS: &str = "/api/admin/expansion/runs";

/// Two areas, and a town near the first.
pub fn write_list(home: &TestDatabase) {
    let folder = home.folder();
    fs::write(
        folder.join("expansion-areas.csv"),
        "name,state,latitude,longitude\nAlexandria,LA,31.3113,-92.4451\nMarfa,TX,30.3095,-104.0207\n",
    )
    .unwrap();
    fs::write(
        folder.join("expansion-towns.csv"),
        "name,state,latitude,longitude\nBunkie,LA,30.9533,-92.1826\n",
    )
    .unwrap();
}

async fn expand(app: &TestApp, administrator: &Visitor) -> crate::support::Response {
    app.clock.advance(chrono::TimeDelta::seconds(1));
    let body = json!({ "areasToProcess": 5 });
    app.working(administrator.post(RUN, &body)).await
}

async fn stats(administrator: &Visitor) -> Value {
    administrator.get(STATS).await.expect(200).json()
}

both_engines!(
    a_run_does_the_next_areas_with_their_towns,
    |home: TestDatabase| {
        write_list(&home);
        let mut bunkie = cafe(9, "Sugar Road Coffee");
        bunkie["lat"] = json!(30.9537);
        bunkie["lon"] = json!(-92.183);
        bunkie["tags"]["addr:city"] = json!("Bunkie");
        bunkie["tags"]["addr:postcode"] = json!("71322");
        let overpass = Overpass::telling([
            Told::Places(cafes(6)),
            Told::Places(vec![bunkie]),
            Told::Places(Vec::new()),
        ])
        .await;
        let app = overpass.app(home).await;
        let administrator = app.administrator().await;
        let before = stats(&administrator).await;
        assert_eq!(
            (
                &before["totalMetroAreas"],
                &before["remainingAreas"],
                &before["totalTowns"],
                &before["list"]
            ),
            (&json!(2), &json!(2), &json!(1), &json!("files"))
        );
        let told = expand(&app, &administrator).await.expect(200).json();
        assert_eq!(
            told["message"], "Processed 2 metro areas and added 6 coffee shops",
            "{told}"
        );
        let [alexandria, marfa] = &told["areas"].as_array().unwrap()[..] else {
            panic!("{told}");
        };
        assert_eq!(alexandria["name"], "Alexandria, LA");
        let added: Vec<&Value> = alexandria["towns"]
            .as_array()
            .unwrap()
            .iter()
            .map(|town| &town["coffeeShopsAdded"])
            .collect();
        assert_eq!(added, [5, 1], "up to five per town");
        assert_eq!(
            (&marfa["coffeeShopsAdded"], &marfa["error"]),
            (&json!(0), &Value::Null)
        );
        assert_eq!(overpass.requests(), 3);
        let after = stats(&administrator).await;
        assert_eq!(
            (
                &after["completionPercentage"],
                &after["scrapedAreas"],
                &after["remainingAreas"],
                &after["totalCoffeeShops"]
            ),
            (&json!(100.0), &json!(2), &json!(0), &json!(6))
        );
        let nothing = expand(&app, &administrator).await.expect(200).json();
        assert_eq!(
            (&nothing["areasProcessed"], overpass.requests()),
            (&json!(0), 3)
        );

        // Undoing an area makes it one of the remaining ones.
        let entry = alexandria["entry"].as_str().unwrap();
        let runs = administrator.get(RUNS).await.expect(200).json();
        let run = runs["runs"][1]["id"].as_str().unwrap();
        let path = format!("{RUNS}/{run}/undo");
        let area = json!({ "area": "alexandria-la" });
        administrator.post(&path, &area).await.expect(200);
        let undone = stats(&administrator).await;
        assert_eq!(
            (&undone["scrapedAreas"], &undone["totalCoffeeShops"]),
            (&json!(1), &json!(0))
        );
        let towns = administrator.get("/api/admin/cities").await.expect(200);
        assert_eq!(towns.json()["cities"], json!([]), "its two towns are gone");
        let runs = administrator.get(RUNS).await.expect(200).json();
        assert_eq!(runs["runs"][1]["undone"], json!([entry]));
        administrator.post(&path, &area).await.expect(409);
        administrator.post(&path, &json!({})).await.expect(200);
        assert_eq!(
            stats(&administrator).await["scrapedAreas"],
            0,
            "with the other area"
        );
    }
);

both_engines!(
    an_area_is_done_longer_than_its_run_is_kept,
    |home: TestDatabase| {
        write_list(&home);
        let overpass = Overpass::telling([Told::Places(cafes(1))]).await;
        let app = overpass.app(home).await;
        let administrator = app.administrator().await;
        expand(&app, &administrator).await.expect(200);
        app.clock.advance(chrono::TimeDelta::days(366));
        app.work().await;
        let administrator = app.administrator().await;
        let runs = administrator.get(RUNS).await.expect(200).json();
        assert_eq!(runs["runs"], json!([]));
        assert_eq!(stats(&administrator).await["scrapedAreas"], 2);
    }
);

both_engines!(
    an_area_without_an_answer_is_not_done,
    |home: TestDatabase| {
        write_list(&home);
        let overpass =
            Overpass::telling([Told::Text(axum::http::StatusCode::BAD_REQUEST, "no")]).await;
        let app = overpass.app(home).await;
        let administrator = app.administrator().await;
        let refused = expand(&app, &administrator).await.expect(503).json();
        let message = refused["message"].as_str().unwrap();
        assert!(message.contains("status 400"), "{message}");
        assert_eq!(stats(&administrator).await["scrapedAreas"], 0);
        let runs = administrator.get(RUNS).await.expect(200).json();
        let run = &runs["runs"][0];
        assert_eq!(run["state"], "failed");
        assert!(run["result"]["areas"][0]["error"].is_string(), "{run}");
        let job = administrator.job(&run["id"]).await;
        assert_eq!(job, json!(["failed", message, 1]));

        overpass.tell(Told::Places(cafes(1)));
        let told = expand(&app, &administrator).await.expect(200).json();
        assert_eq!(told["areasProcessed"], 2);
    }
);

both_engines!(
    an_area_is_repeated_until_every_service_has_answered,
    |home: TestDatabase| {
        write_list(&home);
        let refusal = Told::Text(axum::http::StatusCode::BAD_REQUEST, "no");
        let overpass =
            Overpass::telling([Told::Places(Vec::new()), refusal, Told::Places(Vec::new())]).await;
        let table = "id,name,address,city,state,zip\n\
            a,Bayou Robert Coffee,100 Jackson Street,Alexandria,LA,71301\n";
        fs::write(home.folder().join("places.csv"), table).unwrap();
        let url = overpass.site.url("/api/interpreter");
        let setup = Setup::new(home).settings(|settings| {
            settings.overpass_url = url;
            settings.open_places_file = "places.csv".into();
        });
        let app = setup.start().await;
        let administrator = app.administrator().await;
        let told = expand(&app, &administrator).await.expect(200).json();
        assert_eq!(
            (&told["areasProcessed"], &told["coffeeShopsAdded"]),
            (&json!(1), &json!(1)),
            "{told}"
        );
        let message = told["message"].as_str().unwrap();
        assert!(
            message.starts_with("OpenStreetMap didn't answer: ")
                && message.ends_with("; 1 area to repeat"),
            "{message}"
        );
        let area = &told["areas"][0];
        assert!(
            area["error"].is_string() && area["entry"].is_string(),
            "{area}"
        );
        assert_eq!(stats(&administrator).await["scrapedAreas"], 1);

        let runs = administrator.get(RUNS).await.expect(200).json();
        let repeat = json!({ "repeat": runs["runs"][0]["id"] });
        app.clock.advance(chrono::TimeDelta::seconds(1));
        let told = app.working(administrator.post(RUN, &repeat)).await;
        let told = told.expect(200).json();
        assert_eq!(
            (&told["areasProcessed"], &told["areas"][0]["error"]),
            (&json!(1), &Value::Null)
        );
        assert_eq!(stats(&administrator).await["scrapedAreas"], 2);
        let runs = administrator.get(RUNS).await.expect(200).json();
        let repeat = json!({ "repeat": runs["runs"][0]["id"] });
        let refused = administrator.post(RUN, &repeat).await.expect(400).json();
        assert_eq!(refused["field"], "repeat");
    }
);

both_engines!(
    an_interrupted_run_goes_on_with_the_next_area,
    |home: TestDatabase| {
        write_list(&home);
        let overpass = Overpass::telling([
            Told::Places(cafes(1)),
            Told::Places(Vec::new()),
            Told::Silence,
        ])
        .await;
        let mut app = overpass.app(home).await;
        let administrator = app.administrator().await;
        let asking = administrator.clone();
        let body = json!({ "areasToProcess": 5 });
        let asked = tokio::spawn(async move { asking.post(RUN, &body).await });
        let services = app.services().clone();
        let dying = tokio::spawn(async move {
            loop {
                services.job_worker().run_due().await.unwrap();
                tokio::task::yield_now().await;
            }
        });
        crate::support::command::until("it is in the second area", || async {
            overpass.requests() == 3
        })
        .await;
        dying.abort();
        overpass.tell(Told::Places(Vec::new()));
        app.clock.advance(chrono::TimeDelta::minutes(2));
        let next = app.second_node().await;
        let told = next
            .working(async { asked.await.unwrap() })
            .await
            .expect(200)
            .json();
        assert_eq!(
            (&told["areasProcessed"], &told["coffeeShopsAdded"]),
            (&json!(2), &json!(1))
        );
        assert_eq!(
            overpass.requests(),
            4,
            "the first area isn't asked about again"
        );
    }
);

both_engines!(only_the_four_sizes_are_runs, |app: TestApp| {
    let administrator = app.administrator().await;
    let refused = administrator
        .post(RUN, &json!({ "areasToProcess": 6 }))
        .await;
    assert_eq!(refused.expect(400).json()["field"], "areasToProcess");
    app.visitor().post(RUN, &json!({})).await.expect(401);
    app.visitor().get(STATS).await.expect(401);
    let shipped = stats(&administrator).await;
    assert_eq!(
        (
            &shipped["totalMetroAreas"],
            &shipped["totalTowns"],
            &shipped["list"]
        ),
        (&json!(321), &json!(250), &json!("shipped"))
    );
});
