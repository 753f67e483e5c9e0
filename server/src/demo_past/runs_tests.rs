//! The growth tools' runs in a demo's past, and that they go with it.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Statement};
use serde_json::{Value, json};
use townperk::{
    catalog::entities::city,
    demo_past,
    features::demo::{self, clear},
    platform::{clock::Clock, settings::Settings},
};

use crate::{
    demo_past::{demo_of, mail_count},
    support::{Setup, TestApp, TestDatabase},
};

/// Where the runs of each tool are listed, newest first, with the field that has them.
pub(crate) const LISTS: [(&str, &str); 6] = [
    ("zip-expansion", "/runs"),
    ("expansion/runs", "/runs"),
    ("content-enhancement/runs", ""),
    ("update-images/runs", ""),
    ("cities/discover-images/runs", ""),
    ("foursquare-enhancement/history", ""),
];
const ZIPS: usize = 0;
const METROS: usize = 1;

/// A demo as `serve --demo` makes it, whose expansion reads invented places.
pub(crate) fn with_places(home: TestDatabase) -> Setup {
    let folder = home.folder();
    Setup::new(home).settings(|settings| demo::provide_places(settings, &folder).unwrap())
}

async fn read(app: &TestApp, path: &str) -> Value {
    let admin = app.administrator().await;
    let answer = admin.get(&format!("/api/admin/{path}")).await;
    answer.expect(200).json()
}

/// All tools' runs.
async fn runs(app: &TestApp) -> Vec<Vec<Value>> {
    let mut all = Vec::new();
    for (path, field) in LISTS {
        let list = read(app, path).await;
        all.push(list.pointer(field).unwrap().as_array().unwrap().clone());
    }
    all
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value}"))
}

/// The column `line` of a query's rows.
async fn lines(app: &TestApp, query: String) -> Vec<String> {
    let connection = app.database.reads();
    let statement = Statement::from_string(connection.get_database_backend(), query);
    let rows = connection.query_all_raw(statement).await.unwrap();
    rows.iter()
        .map(|row| row.try_get("", "line").unwrap())
        .collect()
}

/// The number that `what` selects.
async fn count(app: &TestApp, what: &str) -> i64 {
    let counted = lines(app, format!("SELECT CAST(({what}) AS text) AS line")).await;
    counted[0].parse().unwrap()
}

/// What must be gone with the demo, besides its runs.
const LEFT_BEHIND: [&str; 7] = [
    "SELECT COUNT(*) FROM expansion_areas",
    "SELECT COUNT(*) FROM shop_run_results",
    "SELECT COUNT(*) FROM foursquare_cities",
    "SELECT COALESCE(SUM(calls), 0) FROM foursquare_calls",
    "SELECT COUNT(*) FROM marks WHERE name LIKE 'invented-%'",
    "SELECT COUNT(*) FROM cities WHERE image_source <> 'fallback'",
    "SELECT COUNT(*) FROM photos WHERE owner_kind = 'city' AND removed_at IS NULL",
];

async fn expect_nothing_left(app: &TestApp) {
    for what in LEFT_BEHIND {
        assert_eq!(count(app, what).await, 0, "{what}");
    }
}

both_engines!(expansion_found_the_invented_places, |home: TestDatabase| {
    let app = demo_of(with_places(home)).await;
    let zips = read(&app, "zip-expansion").await;
    let [found, silent] = zips["runs"].as_array().unwrap().as_slice() else {
        panic!("{zips}");
    };
    assert_eq!(found["state"], "done", "{found}");
    let result = &found["result"];
    assert_eq!(
        (&result["cityName"], &result["coffeeShopsAdded"]),
        (&json!("Amarillo"), &json!(3)),
        "{found}"
    );
    assert_eq!(silent["state"], "failed", "{silent}");
    let words = silent["error"].as_str().unwrap();
    assert!(
        words.contains("file of open places can't be read"),
        "{words}"
    );

    let metros = read(&app, "expansion/runs").await;
    let [found, silent] = metros["runs"].as_array().unwrap().as_slice() else {
        panic!("{metros}");
    };
    assert_eq!(found["state"], "done", "{found}");
    let result = &found["result"];
    assert_eq!(
        (&result["areasProcessed"], &result["coffeeShopsAdded"]),
        (&json!(5), &json!(2)),
        "{found}"
    );
    assert_eq!(silent["state"], "failed", "{silent}");
    assert_eq!(silent["result"]["areasProcessed"], 0, "{silent}");
    assert_eq!(silent["result"]["areas"].as_array().unwrap().len(), 2);
    assert_eq!(read(&app, "expansion/stats").await["scrapedAreas"], 5);
    let real = "SELECT COUNT(*) FROM shops WHERE sample = FALSE";
    assert_eq!(count(&app, real).await, 0, "what it found is invented");

    // It can be undone, as ever.
    let admin = app.administrator().await;
    let path = format!(
        "/api/admin/zip-expansion/{}/undo",
        zips["runs"][0]["id"].as_str().unwrap()
    );
    let undone = admin.post(&path, &json!({})).await.expect(200).json();
    assert_eq!(undone, json!({ "removed": 3, "kept": 0 }));
});

both_engines!(
    the_other_tools_have_results_and_words,
    |home: TestDatabase| {
        let app = demo_of(Setup::new(home)).await;
        let all = runs(&app).await;
        let [zips, metros, texts, images, towns, foursquare] = all.as_slice() else {
            panic!("{all:?}");
        };
        assert!(
            zips.is_empty() && metros.is_empty(),
            "nobody is asked who isn't invented"
        );

        assert_eq!(texts.len(), 2, "{texts:?}");
        let (found, stopped) = (&texts[0], &texts[1]);
        assert_eq!(
            (&found["state"], &found["done"]),
            (&json!("done"), &json!(2))
        );
        for field in ["waiting", "refused"] {
            assert!(number(&found[field]) > 0, "{field}: {found}");
        }
        assert_eq!(stopped["state"], "stopped");
        assert!(stopped["stopped"].as_str().unwrap().contains("AI calls"));
        let path = format!("content-enhancement/runs/{}", found["id"].as_str().unwrap());
        let detail = read(&app, &path).await;
        for waiting in detail["waiting"].as_array().unwrap() {
            assert_eq!(waiting["doubt"], Value::Null, "{waiting}");
        }
        assert_eq!(
            detail["problems"].as_array().unwrap().len() as i64,
            number(&found["refused"])
        );

        assert_eq!(images.len(), 2, "{images:?}");
        let (found, stopped) = (&images[0], &images[1]);
        assert_eq!(
            (&found["state"], &found["done"]),
            (&json!("done"), &json!(4))
        );
        for field in ["refused", "failed"] {
            assert!(number(&found[field]) > 0, "{field}: {found}");
        }
        assert_eq!(
            (&stopped["state"], &stopped["failed"]),
            (&json!("stopped"), &json!(5))
        );
        assert!(
            stopped["stopped"]
                .as_str()
                .unwrap()
                .contains("didn't answer")
        );

        assert_eq!(towns.len(), 2, "{towns:?}");
        let (found, stopped) = (&towns[0], &towns[1]);
        assert_eq!(
            (&found["state"], &found["wikipedia"], &found["undoable"]),
            (&json!("done"), &json!(1), &json!(1))
        );
        assert!(number(&found["checked"]) > 50, "{found}");
        assert_eq!(
            (&stopped["state"], &stopped["checked"]),
            (&json!("stopped"), &json!(5))
        );

        assert_eq!(foursquare.len(), 2, "{foursquare:?}");
        let (found, stopped) = (&foursquare[0], &foursquare[1]);
        assert_eq!(
            (&found["cityName"], &found["isDone"]),
            (&json!("Oxford"), &json!(true))
        );
        assert!(number(&found["coffeeShopsEnhanced"]) > 1, "{found}");
        assert_eq!(found["coffeeShopsEnhanced"], found["undoable"], "{found}");
        assert!(
            stopped["problem"]
                .as_str()
                .unwrap()
                .contains("didn't answer")
        );
        let stats = read(&app, "foursquare-enhancement/stats").await;
        let used = number(&found["apiCallsUsed"]) + number(&stopped["apiCallsUsed"]);
        assert_eq!(number(&stats["totalApiCallsUsed"]), used, "{stats}");

        // What was found can be taken back, as ever.
        let admin = app.administrator().await;
        let nothing = json!({});
        for (path, run, pictures) in [
            ("update-images/runs", &images[0], 4),
            ("cities/discover-images/runs", &towns[0], 1),
        ] {
            let path = format!("/api/admin/{path}/{}/undo", run["id"].as_str().unwrap());
            let undone = app.working(admin.post(&path, &nothing)).await;
            let undone = undone.expect(200).json();
            assert_eq!(undone, json!({ "undone": pictures, "kept": 0 }), "{path}");
        }
    }
);

both_engines!(
    the_first_nights_add_nothing_to_runs,
    |home: TestDatabase| {
        let operator =
            |settings: &mut Settings| settings.support_email = "help@coffee.cafe".to_owned();
        let app = demo_of(with_places(home).settings(operator)).await;
        let (before, mails) = (runs(&app).await, mail_count(&app));
        assert!(before.iter().all(|list| list.len() == 2), "{before:?}");
        for _ in 0..5 {
            app.work().await;
            app.clock.advance(chrono::TimeDelta::hours(6));
        }
        app.work().await;
        assert_eq!(runs(&app).await, before);
        assert_eq!(mail_count(&app), mails);
        let shown = "SELECT COUNT(*) FROM shops WHERE foursquare_expires_at IS NOT NULL";
        assert!(
            count(&app, shown).await > 1,
            "Foursquare's content is shown"
        );
        let asked = "SELECT COUNT(*) FROM shops WHERE foursquare_id IS NOT NULL";
        assert_eq!(count(&app, asked).await, 0, "a key would have it asked");
    }
);

both_engines!(
    a_demo_takes_its_runs_along_and_no_others,
    |home: TestDatabase| {
        let app = demo_of(with_places(home)).await;
        let admin = app.administrator().await;
        let asked = json!({ "zipCode": "71322" });
        let run = admin.post("/api/admin/zip-expansion", &asked);
        app.working(run).await.expect(200);
        let asked = json!({ "areasToProcess": 5 });
        let run = admin.post("/api/admin/expansion/run", &asked);
        app.working(run).await.expect(200);
        let areas = "SELECT COUNT(*) FROM expansion_areas";
        assert_eq!(count(&app, areas).await, 10);
        // The town with an invented image stays, because of a shop that isn't invented.
        let pictured = city::Entity::find()
            .filter(city::Column::Slug.eq("natchitoches-la"))
            .one(app.database.reads())
            .await
            .unwrap()
            .unwrap();
        app.shop(&pictured).await;
        let images = "SELECT COUNT(*) FROM photos WHERE owner_kind = 'city' AND removed_at IS NULL";
        assert_eq!(count(&app, images).await, 1);

        clear(&app.services).await.unwrap();
        let services = &app.services;
        let removed = services.rooms.clear_samples(services).await.unwrap();
        for (what, count) in [
            ("expansions of the invented past", 4),
            ("invented runs of AI texts", 2),
            ("invented runs of the image update", 2),
            ("invented searches for city images", 2),
            ("invented runs of Foursquare", 2),
        ] {
            let part = removed.iter().find(|part| part.what == what);
            assert_eq!(part.map(|part| part.count), Some(count), "{removed:?}");
        }
        let left = runs(&app).await;
        for (place, list) in left.iter().enumerate() {
            let expected = usize::from(place == ZIPS || place == METROS);
            assert_eq!(list.len(), expected, "{}: {list:?}", LISTS[place].0);
        }
        assert_eq!(left[ZIPS][0]["zipCode"], "71322");
        expect_nothing_left(&app).await;
        let acts = "SELECT COUNT(*) FROM audit_entries WHERE action = 'city.image_undo'";
        assert_eq!(count(&app, acts).await, 0, "an undo would show it again");
        let files = "SELECT COUNT(*) FROM photos WHERE owner_kind = 'city' AND expires_at IS NULL";
        assert_eq!(count(&app, files).await, 0, "no undo brings it back");
    }
);

both_engines!(
    runs_of_a_past_that_was_cut_short_go_with_the_demo,
    |home: TestDatabase| {
        let app = demo_of(with_places(home)).await;
        app.database
            .transaction(|transaction| {
                Box::pin(async move {
                    let cut = "UPDATE runs SET outcome = NULL, stopped = NULL, ended_at = NULL";
                    transaction.execute_unprepared(cut).await?;
                    Ok(())
                })
            })
            .await
            .unwrap();
        let all = runs(&app).await;
        assert_eq!(all[ZIPS][1]["state"], "canceled", "{all:?}");
        let services = &app.services;
        services.rooms.clear_samples(services).await.unwrap();
        let kinds = "'places.expand_zip', 'places.expand_metro', 'ai_texts.run', 'shop_images.run', \
                     'cities.discover_images', 'foursquare.enhance'";
        let left = format!("SELECT COUNT(*) FROM runs WHERE kind IN ({kinds})");
        assert_eq!(count(&app, &left).await, 0);
        expect_nothing_left(&app).await;
    }
);

/// IDs are in another order each time, as soon as the clock moves between two of them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_shops_have_the_same_results_each_time() {
    let mut seen: Vec<Vec<String>> = Vec::new();
    for is_moving in [false, true] {
        let home = TestDatabase::on(crate::support::Engine::Sqlite)
            .await
            .unwrap();
        let mut setup = with_places(home);
        if is_moving {
            setup = setup.on_clock(Clock::system());
        }
        let app = demo_of(setup).await;
        let of_shops = "SELECT r.kind || ' ' || x.outcome || ' ' || s.slug AS line \
                        FROM shop_run_results x, runs r, shops s \
                        WHERE r.id = x.run_id AND s.id = x.shop_id";
        let of_towns = "SELECT r.kind || ' ' || x.outcome || ' ' || c.slug AS line \
                        FROM shop_run_results x, runs r, cities c \
                        WHERE r.id = x.run_id AND c.id = x.shop_id";
        let mut results = lines(&app, format!("{of_shops} UNION ALL {of_towns}")).await;
        results.sort();
        assert!(results.len() > 20, "{results:?}");
        seen.push(results);
    }
    assert_eq!(seen[0], seen[1]);
}

/// A tool that somebody has used before keeps its runs, and gets no others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn real_runs_are_never_taken_for_invented_ones() {
    let home = TestDatabase::on(crate::support::Engine::Sqlite)
        .await
        .unwrap();
    let setup = with_places(home).settings(|settings| {
        settings.demo = true;
        settings.public_url.clear();
    });
    let app = setup.start().await;
    let admin = app.administrator().await;
    let trial = json!({ "zipCode": "71322", "trial": true });
    let run = admin.post("/api/admin/zip-expansion", &trial);
    app.working(run).await.expect(200);
    app.clock.advance(chrono::TimeDelta::minutes(1));
    demo::seed_when_empty(&app.database, &app.catalog, &app.clock, &app.services.keys)
        .await
        .unwrap();
    demo_past::play(&app.app).await.unwrap();
    let zips = &runs(&app).await[ZIPS];
    assert_eq!(zips.len(), 1, "{zips:?}");
    clear(&app.services).await.unwrap();
    let services = &app.services;
    services.rooms.clear_samples(services).await.unwrap();
    assert_eq!(runs(&app).await[ZIPS].len(), 1);
}
