//! Lists that the administrator uploads.

use axum::{body::Body, http::Method};
use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::features::imports::ImportOptions;

use super::{CAFES, file, importer};
use crate::support::{Response, TestApp, command::until};

const FILES: &str = "/api/admin/import-files";
const GUIDE: &str = "Moniker,address,city,state,zip,phone,Shelf\n\
    Amber Lantern,100 Oak Street,Hammond,LA,70401,985-555-0101,patio\n\
    Blue Heron,200 Pine Street,Hammond,LA,70401,985-555-0102,\n\
    Copper Kettle,300 Elm Street,Hammond,LA,70401,985-555-0103,books\n\
    Dusty Trail,400 Ash Street,Hammond,LA,70401,985-555-0104,\n\
    Early Bird,500 Fir Street,Hammond,LA,70401,985-555-0105,\n";

async fn upload(app: &TestApp, name: &str, content: impl Into<Body>) -> Response {
    let administrator = app.administrator().await;
    let path = format!("{FILES}?name={name}");
    administrator
        .send(Method::POST, &path, content.into())
        .await
}

async fn uploaded(app: &TestApp, name: &str, content: &str) -> String {
    let answer = upload(app, name, content.to_owned()).await.expect(201);
    format!("{FILES}/{}", answer.json()["id"].as_str().unwrap())
}

async fn start(app: &TestApp, path: &str, choices: &Value) -> Response {
    let administrator = app.administrator().await;
    administrator.post(&format!("{path}/runs"), choices).await
}

/// Runs an uploaded list to its end. Returns what the screen shows then.
async fn run(app: &TestApp, path: &str, choices: &Value) -> Value {
    let started = start(app, path, choices).await.expect(202).json();
    assert_eq!(started["run"]["state"], "waiting");
    app.work().await;
    shown(app, path).await
}

async fn shown(app: &TestApp, path: &str) -> Value {
    let administrator = app.administrator().await;
    administrator.get(path).await.expect(200).json()
}

fn guide(dry_run: bool) -> Value {
    json!({
        "dryRun": dry_run,
        "columns": { "Moniker": "name" },
        "source": "guide",
        "license": "CC BY 4.0",
        "asOf": "2024-04",
    })
}

both_engines!(a_list_is_seen_tried_and_imported, |app: TestApp| {
    let answer = upload(&app, "guide.csv", GUIDE).await.expect(201).json();
    assert_eq!(
        (&answer["name"], &answer["format"]),
        (&json!("guide.csv"), &json!("table"))
    );
    assert_eq!(answer["columns"][0]["name"], "Moniker");
    let phone = json!({ "name": "phone", "field": "phone", "looksLike": null,
        "values": ["985-555-0101", "985-555-0102", "985-555-0103"] });
    assert_eq!(answer["columns"][5], phone);
    assert_eq!(answer["columns"][6]["field"], Value::Null);
    assert_eq!(answer["columns"][6]["values"], json!(["patio", "books"]));
    let path = format!("{FILES}/{}", answer["id"].as_str().unwrap());

    let tried = run(&app, &path, &guide(true)).await;
    let outcome = &tried["outcome"];
    assert_eq!(
        (&outcome["isDryRun"], &outcome["counts"]["added"]),
        (&json!(true), &json!(5))
    );
    assert_eq!(outcome["examples"][0]["name"], "Amber Lantern");
    assert_eq!(outcome["examples"][0]["result"], "added");
    assert_eq!(
        (&outcome["number"], &tried["number"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(app.shop_rows().await.len(), 0);

    let imported = run(&app, &path, &guide(false)).await;
    assert_eq!(imported["run"]["state"], "done");
    assert_eq!(imported["outcome"]["number"], 1);
    assert_eq!(imported["choices"]["source"], "guide");
    assert_eq!(app.shop_rows().await.len(), 5);
    let listed = shown(&app, "/api/admin/imports").await;
    assert_eq!(listed["imports"][0]["files"], json!(["guide.csv"]));
    assert_ne!(listed["imports"][0]["endedAt"], Value::Null);
    assert_eq!(shown(&app, FILES).await["files"][0]["number"], 1);
});

both_engines!(
    a_choice_that_is_wrong_is_told_beside_its_field,
    |app: TestApp| {
        let path = uploaded(&app, "guide.csv", GUIDE).await;
        let fields = async |choices: Value| {
            let refused = start(&app, &path, &choices).await.expect(400).json();
            let fields = refused["fields"].as_array().cloned().unwrap_or_default();
            let names: Vec<Value> = fields.iter().map(|one| one["field"].clone()).collect();
            json!(names)
        };
        let wrong = json!({ "dryRun": true, "columns": { "Moniker": "nose" }, "source": "a b",
        "license": "x".repeat(61), "asOf": "2099" });
        assert_eq!(
            fields(wrong).await,
            json!(["source", "license", "asOf", "columns"])
        );
        // The name is the demo's, which takes its shops along when it is removed.
        let mut demos = guide(false);
        demos["source"] = json!("sample-coffee-guide");
        assert_eq!(fields(demos).await, json!(["source"]));
        let without_names = json!({ "dryRun": true });
        assert_eq!(fields(without_names).await, json!(["columns"]));
        let unnamed =
            json!({ "dryRun": true, "columns": { "Moniker": "name" }, "missing": "close" });
        assert_eq!(fields(unnamed).await, json!(["source"]));
        assert_eq!(shown(&app, &path).await["run"], Value::Null);
    }
);

both_engines!(what_is_no_list_is_refused_and_not_kept, |app: TestApp| {
    for content in [
        &b"\x89PNG\r\n\x1a\n\0\0\0\0"[..],
        b"PK\x03\x04 a workbook",
        b"",
        b"<!DOCTYPE html><html></html>",
    ] {
        let refused = upload(&app, "guide.csv", content.to_vec())
            .await
            .expect(400);
        assert_eq!(refused.json()["field"], "file");
    }
    upload(&app, "", GUIDE).await.expect(400);
    upload(&app, "guide.csv", vec![b'a'; 50 * 1024 * 1024 + 1])
        .await
        .expect(413);
    assert_eq!(shown(&app, FILES).await["files"], json!([]));
});

both_engines!(
    an_edition_that_takes_too_much_waits_for_a_word,
    |app: TestApp| {
        let first = uploaded(&app, "guide.csv", GUIDE).await;
        run(&app, &first, &guide(false)).await;
        let second = uploaded(&app, "guide-2027.csv", &without_phones()).await;
        let refused = run(&app, &second, &guide(false)).await;
        let losses = refused["outcome"]["losses"].as_array().unwrap();
        assert!(
            losses[0]
                .as_str()
                .unwrap()
                .contains("4 of 5 values of phone"),
            "{losses:?}"
        );
        assert_eq!(refused["outcome"]["number"], Value::Null);
        assert_eq!(shown(&app, "/api/admin/imports").await["total"], 1);
        let phones = async || {
            app.shop_rows()
                .await
                .iter()
                .filter(|row| row.phone.is_some())
                .count()
        };
        assert_eq!(phones().await, 5);
        let mut allowed = guide(false);
        allowed["allowLoss"] = json!(true);
        let written = run(&app, &second, &allowed).await;
        assert_eq!(written["outcome"]["number"], 2);
        assert_eq!(phones().await, 1);
    }
);

/// The guide with a phone for its first shop alone.
fn without_phones() -> String {
    let line = |(number, line): (usize, &str)| {
        let mut cells: Vec<&str> = line.split(',').collect();
        if number > 1 {
            cells[5] = "";
        }
        cells.join(",") + "\n"
    };
    GUIDE.lines().enumerate().map(line).collect()
}

both_engines!(a_second_list_waits_for_the_first_one, |app: TestApp| {
    let (one, two) = (
        uploaded(&app, "one.csv", GUIDE).await,
        uploaded(&app, "two.csv", &GUIDE.replace("Street", "Avenue")).await,
    );
    start(&app, &one, &guide(false)).await.expect(202);
    start(&app, &two, &guide(false)).await.expect(409);
    let administrator = app.administrator().await;
    administrator.delete(&one).await.expect(409);

    // An import on the command line writes meanwhile.
    let cafes = file("cafes.geojson", CAFES);
    let mut other = importer(&app).await;
    other
        .file(
            &cafes.path,
            &ImportOptions::default(),
            &mut None,
            &mut |_| {},
        )
        .await
        .unwrap();
    app.work().await;
    assert_eq!(shown(&app, &one).await["run"]["state"], "waiting");
    // The same shops: the list finds them there, and makes no twins.
    let same = file("same.csv", GUIDE.replace("Moniker", "name"));
    let options = ImportOptions {
        source: Some("same".to_owned()),
        ..ImportOptions::default()
    };
    other
        .file(&same.path, &options, &mut None, &mut |_| {})
        .await
        .unwrap();
    other.end().await.unwrap();
    app.clock.advance(TimeDelta::seconds(6));
    app.work().await;
    let ended = shown(&app, &one).await;
    let (state, outcome) = (&ended["run"]["state"], &ended["outcome"]);
    assert_eq!((state, &outcome["number"]), (&json!("done"), &json!(2)));
    let counts = ["added", "duplicates"].map(|name| &outcome["counts"][name]);
    assert_eq!(counts, [&json!(0), &json!(5)]);
});

both_engines!(
    a_list_is_removed_by_hand_or_after_30_days,
    |app: TestApp| {
        let (one, two) = (
            uploaded(&app, "one.csv", GUIDE).await,
            uploaded(&app, "two.csv", GUIDE).await,
        );
        let administrator = app.administrator().await;
        administrator.delete(&one).await.expect(204);
        administrator.get(&one).await.expect(404);
        administrator.get(&two).await.expect(200);
        app.clock.advance(TimeDelta::days(32));
        app.work().await;
        let administrator = app.administrator().await;
        administrator.get(&two).await.expect(404);
        assert_eq!(
            app.services()
                .storage
                .get(&two.replace(FILES, "imports").replace("//", "/"))
                .await
                .unwrap(),
            None
        );
        start(&app, &two, &guide(true)).await.expect(404);
    }
);

both_engines!(a_list_that_ends_in_the_middle_says_so, |app: TestApp| {
    let cut = &CAFES[..CAFES.find("\"node/3\"").unwrap()];
    let path = uploaded(&app, "cut.geojson", cut).await;
    let ended = run(&app, &path, &json!({ "dryRun": false })).await;
    let problem = ended["outcome"]["problem"].as_str().unwrap();
    assert!(
        problem.contains("cut off") && problem.contains("cut.geojson"),
        "{problem}"
    );
    assert_eq!(ended["outcome"]["counts"]["added"], 2);
    assert_eq!(app.shop_rows().await.len(), 2);
});

both_engines!(
    a_canceled_import_says_how_far_it_came_and_makes_room,
    |app: TestApp| {
        let row = |number: u32| {
            let letter =
                |place: u32| char::from_u32(u32::from(b'a') + number / 26_u32.pow(place) % 26);
            let word: String = (0..4).filter_map(letter).collect();
            format!("{word} Roasters,{number} {word} Street,Hammond,LA,70401\n")
        };
        let rows: String = (1..=40_000).map(row).collect();
        let list = format!("name,address,city,state,zip\n{rows}");
        let path = uploaded(&app, "long.csv", &list).await;
        let mut choices = json!({ "dryRun": false, "source": "guide" });
        choices["missing"] = json!("close");
        let started = start(&app, &path, &choices).await.expect(202).json();
        let job = started["run"]["jobId"].as_str().unwrap().to_owned();
        let administrator = app.administrator().await;
        let canceling = async {
            until("the first shop", || async {
                !app.shop_rows().await.is_empty()
            })
            .await;
            let cancel = format!("/api/admin/jobs/{job}/cancel");
            administrator.post(&cancel, &json!({})).await.expect(200);
        };
        tokio::join!(app.work(), canceling);

        let ended = shown(&app, &path).await;
        assert_eq!(ended["run"]["state"], "canceled");
        let outcome = &ended["outcome"];
        let rows = app.shop_rows().await.len();
        assert!((1..40_000).contains(&rows), "{rows}");
        assert_eq!(
            (
                &outcome["isCanceled"],
                &outcome["number"],
                &outcome["counts"]["added"]
            ),
            (&json!(true), &json!(1), &json!(rows))
        );
        let listed = shown(&app, "/api/admin/imports/1").await;
        assert_eq!(
            (
                &listed["isRunning"],
                &listed["endedAt"],
                &listed["counts"]["added"]
            ),
            (&json!(false), &Value::Null, &json!(rows))
        );
        let next = importer(&app).await;
        assert_eq!(next.other().await.unwrap(), None, "nobody waits for it");
    }
);

both_engines!(
    every_record_is_counted_and_the_questions_left_are_told,
    |app: TestApp| {
        let path = uploaded(&app, "cafes.geojson", CAFES).await;
        let ended = run(&app, &path, &json!({ "dryRun": false })).await;
        let counts = &ended["outcome"]["counts"];
        let kinds = [
            "added",
            "updated",
            "unchanged",
            "duplicates",
            "chains",
            "toReview",
            "closed",
            "rejected",
            "unnamed",
            "noCity",
            "notCoffee",
        ];
        let sum: u64 = kinds
            .iter()
            .map(|kind| counts[kind].as_u64().unwrap())
            .sum();
        assert_eq!((counts["records"].as_u64(), sum), (Some(6), 6), "{counts}");
        assert_eq!(
            (&counts["notCoffee"], &counts["unnamed"]),
            (&json!(1), &json!(1))
        );
        assert_eq!(
            (&ended["outcome"]["source"], &ended["questionsLeft"]),
            (&json!("osm"), &json!(0))
        );

        let doubt = "name,address,city,state\nSecond Cup,9 Oak Street,Hammond,LA\n";
        let path = uploaded(&app, "doubt.csv", doubt).await;
        let asked = run(&app, &path, &json!({ "dryRun": false, "source": "guide" })).await;
        assert_eq!(asked["questionsLeft"], 1);
        let administrator = app.administrator().await;
        let page = administrator
            .get("/api/admin/import-questions?source=guide")
            .await
            .json();
        let refuse = format!(
            "/api/admin/import-questions/{}/refuse",
            page["questions"][0]["id"].as_str().unwrap()
        );
        administrator.post(&refuse, &json!({})).await.expect(200);
        assert_eq!(shown(&app, &path).await["questionsLeft"], 0);
    }
);

both_engines!(the_properties_of_geojson_can_be_chosen, |app: TestApp| {
    let list = r#"{"type":"FeatureCollection","features":[{"type":"Feature",
        "properties":{"Moniker":"Amber Lantern","address":"100 Oak Street","city":"Hammond","state":"LA"},"geometry":null}]}"#;
    let path = uploaded(&app, "list.geojson", list).await;
    let columns = &shown(&app, &path).await["columns"];
    assert_eq!(
        (&columns[0]["name"], &columns[0]["values"]),
        (&json!("Moniker"), &json!(["Amber Lantern"]))
    );
    start(&app, &path, &json!({ "dryRun": true }))
        .await
        .expect(400);
    let chosen = json!({ "dryRun": false, "columns": { "Moniker": "name" } });
    let ended = run(&app, &path, &chosen).await;
    assert_eq!(ended["outcome"]["counts"]["added"], 1);
    assert_eq!(app.shop_rows().await[0].name, "Amber Lantern");
});
