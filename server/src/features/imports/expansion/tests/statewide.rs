//! A whole state at once, as `townperk places fetch` brings it.

use std::fs;

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{Overpass, Told, cafe, cafes};
use crate::support::{
    TestDatabase,
    command::{Ended, argument, file_in, run, townperk, until},
};

/// Runs the command against the server.
async fn fetch(home: &TestDatabase, overpass: &Overpass, more: &[&str]) -> Ended {
    let arguments = [&["places", "fetch", "--state", "DC"], more].concat();
    let mut command = townperk(home, &arguments);
    command
        .env("TOWNPERK_OVERPASS_URL", overpass.url())
        .env("TOWNPERK_OVERPASS_PAUSE_SECONDS", "0");
    tokio::task::spawn_blocking(move || run(command))
        .await
        .unwrap()
}

fn migrated(home: &TestDatabase) {
    run(townperk(home, &["migrate"])).expect_success();
}

/// A café in Washington, or in Virginia across the river.
fn washington(number: u32, name: &str, state: &str) -> Value {
    let mut cafe = cafe(number, name);
    let (city, zip, longitude) = match state {
        "DC" => ("Washington", "20001", -77.02),
        _ => ("Arlington", "22201", -77.09),
    };
    cafe["lat"] = json!(38.9 - f64::from(number) * 0.002);
    cafe["lon"] = json!(longitude);
    cafe["tags"]["addr:city"] = json!(city);
    cafe["tags"]["addr:state"] = json!(state);
    cafe["tags"]["addr:postcode"] = json!(zip);
    cafe
}

both_engines!(a_state_is_one_import, |home: TestDatabase| {
    migrated(&home);
    let places = vec![
        washington(1, "Bayou Robert Coffee", "DC"),
        washington(2, "The Slow Ferry", "DC"),
        washington(3, "Hollow Oak Espresso", "VA"),
        washington(4, "Starbucks", "DC"),
        washington(5, "Dunkin Donut", "DC"),
    ];
    let overpass = Overpass::telling([Told::Places(places)]).await;
    let dry = fetch(&home, &overpass, &["--dry-run"])
        .await
        .expect_success();
    assert_eq!((dry.count("added"), dry.count("chains")), (2, 2), "{dry:?}");
    let pieces = overpass.requests();
    assert!(pieces > 0);
    let first = fetch(&home, &overpass, &[]).await.expect_success();
    assert_eq!(first.count("records"), 4, "each place once: {first:?}");
    assert_eq!(first.count("added"), 2);
    for part in [
        "OpenStreetMap, District of Columbia",
        "1 records of other states",
        "This was import 1.",
    ] {
        assert!(first.said.contains(part), "{part}: {first:?}");
    }
    assert!(
        first
            .complained
            .contains(&format!("{pieces} of {pieces} pieces, 5 places")),
        "{first:?}"
    );
    let again = fetch(&home, &overpass, &[]).await.expect_success();
    assert_eq!((again.count("added"), again.count("unchanged")), (0, 2));
    let undone = run(townperk(&home, &["imports", "undo", "1"])).expect_success();
    assert!(undone.said.contains("2 shops removed"), "{undone:?}");
});

both_engines!(a_piece_without_an_answer_is_told, |home: TestDatabase| {
    migrated(&home);
    let shop = vec![washington(1, "Bayou Robert Coffee", "DC")];
    // The first piece is silent, and the others answer.
    let overpass = Overpass::telling([
        Told::Text(StatusCode::BAD_REQUEST, "parse error"),
        Told::Places(shop.clone()),
    ])
    .await;
    let ended = fetch(&home, &overpass, &[]).await;
    assert_eq!(
        (ended.code, ended.count("added")),
        (Some(1), 1),
        "{ended:?}"
    );
    for part in ["status 400", "° N", "1 of ", "Run the same command again"] {
        assert!(ended.complained.contains(part), "{part}: {ended:?}");
    }
    overpass.tell(Told::Places(shop));
    let again = fetch(&home, &overpass, &[]).await.expect_success();
    assert_eq!((again.count("added"), again.count("unchanged")), (0, 1));
    // Nobody answers: nothing is written.
    overpass.tell(Told::Text(StatusCode::FORBIDDEN, "<html>"));
    let before = overpass.requests();
    let ended = fetch(&home, &overpass, &[]).await;
    let ended = ended.expect_refusal(&["OpenStreetMap didn't answer", "status 403"]);
    assert!(!ended.said.contains("This was import"), "{ended:?}");
    assert!(overpass.requests() - before <= 5, "it gives up");
});

both_engines!(a_piece_that_is_too_much_is_cut, |home: TestDatabase| {
    migrated(&home);
    const REMARK: &str = r#"{"elements":[],"remark":"runtime error: Query run out of memory"}"#;
    let overpass = Overpass::telling([
        Told::Text(StatusCode::OK, REMARK),
        Told::Places(vec![washington(1, "Bayou Robert Coffee", "DC")]),
    ])
    .await;
    let ended = fetch(&home, &overpass, &[]).await.expect_success();
    assert_eq!(ended.count("added"), 1, "{ended:?}");
    let asked = overpass.questions();
    let first_two = (bounds(&asked[0]), bounds(&asked[1]));
    let side = |(south, north): (f64, f64)| north - south;
    assert!(
        (side(first_two.0) - 1.0).abs() < 1e-9 && (side(first_two.1) - 0.5).abs() < 1e-9,
        "{asked:?}"
    );
});

const LISTS: &str = "/api/admin/import-files";

both_engines!(
    the_panel_fetches_a_state_as_a_list_that_is_imported_by_its_rules,
    |home: TestDatabase| {
        let overpass = Overpass::telling([
            Told::Text(StatusCode::BAD_REQUEST, "parse error"),
            Told::Places(vec![
                washington(1, "Bayou Robert Coffee", "DC"),
                washington(3, "Hollow Oak Espresso", "VA"),
            ]),
        ])
        .await;
        let app = overpass.app(home).await;
        let administrator = app.administrator().await;
        let states = administrator.get(LISTS).await.expect(200).json()["states"].clone();
        assert_eq!(states.as_array().unwrap().len(), 51);
        let fetch = format!("{LISTS}/states");
        let refused = administrator.post(&fetch, &json!({ "state": "XX" })).await;
        assert_eq!(refused.expect(400).json()["field"], "state");
        let wanted = json!({ "state": "DC" });
        let fetched = app.working(administrator.post(&fetch, &wanted)).await;
        let fetched = fetched.expect(200).json();
        assert_eq!(fetched["places"], 2, "{fetched}");
        let list = format!("{LISTS}/{}", fetched["file"].as_str().unwrap());
        let detail = administrator.get(&list).await.expect(200).json();
        assert_eq!(detail["name"], "OpenStreetMap, District of Columbia.json");
        let missing = detail["missing"].as_str().unwrap();
        assert!(
            missing.starts_with("1 of ") && missing.contains("status 400"),
            "{missing}"
        );
        let runs = format!("{list}/runs");
        let asked = json!({ "dryRun": false });
        administrator.post(&runs, &asked).await.expect(202);
        until("it is imported", || async {
            app.work().await;
            let detail = administrator.get(&list).await.expect(200).json();
            detail["run"]["state"] == "done"
        })
        .await;
        let detail = administrator.get(&list).await.expect(200).json();
        let counts = &detail["outcome"]["counts"];
        assert_eq!(
            (&counts["added"], &counts["records"]),
            (&json!(1), &json!(1)),
            "the other one is in Virginia: {detail}"
        );
        app.visitor().post(&fetch, &wanted).await.expect(401);
    }
);

both_engines!(
    a_state_that_is_not_answered_leaves_no_list,
    |home: TestDatabase| {
        let overpass = Overpass::telling([Told::Text(StatusCode::FORBIDDEN, "<html>")]).await;
        let app = overpass.app(home).await;
        let administrator = app.administrator().await;
        let wanted = json!({ "state": "DC" });
        let fetch = format!("{LISTS}/states");
        let refused = app.working(administrator.post(&fetch, &wanted)).await;
        let message = refused.expect(503).json()["message"].clone();
        let message = message.as_str().unwrap();
        assert!(
            message.starts_with("OpenStreetMap didn't answer: ") && message.contains("status 403"),
            "{message}"
        );
        let lists = administrator.get(LISTS).await.expect(200).json();
        assert_eq!(lists["files"], json!([]));
    }
);

/// South and north of a question's rectangle.
fn bounds(question: &str) -> (f64, f64) {
    let plain = question.replace("%28", "(").replace("%2C", ",");
    let inside = plain
        .split('(')
        .find(|part| part.starts_with(|letter: char| letter.is_ascii_digit()))
        .unwrap();
    let mut numbers = inside.split(',').map(|text| text.parse::<f64>());
    let south = numbers.next().unwrap().unwrap();
    (south, numbers.nth(1).unwrap().unwrap())
}

both_engines!(a_file_fills_a_state_too, |home: TestDatabase| {
    migrated(&home);
    let mut features: Vec<Value> = cafes(2);
    features.push(washington(3, "Hollow Oak Espresso", "DC"));
    let body = json!({ "version": 0.6, "elements": features });
    let file = file_in(&home.settings().data_dir, "us.json", body.to_string());
    let report = home.settings().data_dir.join("report.csv");
    let arguments = [
        "places",
        "fetch",
        "--state",
        "Louisiana",
        "--from",
        argument(&file),
        "--report",
        argument(&report),
    ];
    let ended = run(townperk(&home, &arguments)).expect_success();
    assert_eq!(
        (ended.count("added"), ended.count("records")),
        (2, 2),
        "{ended:?}"
    );
    assert_eq!(fs::read_to_string(report).unwrap().lines().count(), 3);
    let wrong = run(townperk(&home, &["places", "fetch", "--state", "Ontario"]));
    wrong.expect_refusal(&["--state must be one of the 50 states"]);
    let mut unset = townperk(&home, &["places", "fetch", "--state", "LA"]);
    unset.env("TOWNPERK_OVERPASS_URL", "");
    run(unset).expect_refusal(&["overpass_url"]);
});
