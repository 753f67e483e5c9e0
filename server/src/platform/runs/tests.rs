//! The life of runs, on both engines.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::sea_query::Expr;
use sea_orm_migration::{MigratorTrait, SchemaManager};
use serde_json::{Value, json};
use townperk::{
    catalog::shop_runs::{AskedShops, WhichShops},
    features::imports::ImportCounts,
    platform::{
        clock::Clock,
        database::{Database, migrations::Migrator},
        error::{Error, Result},
        housekeeping,
        id_generator::IdGenerator,
        jobs::{self, Handlers, JobAttempt, NewJob, Worker},
        runs::{Kind, Run, RunState, Runs, StepError},
    },
};
use uuid::Uuid;

use crate::support::{OldRow, Setup, TestDatabase, insert_rows};

const START: &str = "2026-03-04T15:00:00Z";

/// Counts to what was asked for.
#[derive(Clone, Debug)]
struct Counting;

impl Kind for Counting {
    const JOB: &'static str = "count";
    type Asked = u32;
    type Result = Vec<u32>;

    fn joins(wanted: &u32, asked: &u32) -> bool {
        wanted == asked
    }

    fn busy(asked: Option<&u32>) -> String {
        format!("It counts to {asked:?}.")
    }
}

struct Desk {
    runs: Runs,
    _home: TestDatabase,
}

impl Desk {
    async fn at(home: TestDatabase) -> Self {
        let clock = Clock::manual(START.parse().unwrap());
        let runs = Runs {
            database: home.open().await,
            identifiers: IdGenerator::seeded(clock.clone(), 7),
            clock,
        };
        Self { runs, _home: home }
    }

    /// Does what is due, the housekeeping too. `step_error` may hold up a count.
    async fn work(&self, step_error: fn(usize) -> Option<StepError>) {
        let (runs, turns) = (self.runs.clone(), Arc::new(AtomicUsize::new(0)));
        let own = housekeeping::handlers(&runs.database, &runs.clock);
        let handlers = own.and(
            Handlers::default().with("count", move |attempt: JobAttempt| {
                let (runs, turns) = (runs.clone(), turns.clone());
                async move {
                    let step = |run| count(&runs, run, (&turns, step_error));
                    runs.work::<Counting, _>(&attempt, step).await
                }
            }),
        );
        let runs = self.runs.clone();
        let worker = Worker::new(runs.database, runs.clock, runs.identifiers, handlers);
        worker.run_due().await.unwrap();
    }

    async fn start(&self, to: u32) -> Result<Uuid> {
        self.runs.start::<Counting>(&to).await
    }

    async fn run(&self, id: Uuid) -> Run<Counting> {
        self.runs.find(id).await.unwrap().unwrap()
    }

    async fn cancel(&self, id: Uuid) {
        let now = self.runs.clock.now();
        let canceled = self
            .runs
            .database
            .transaction(move |to| Box::pin(jobs::cancel(to, id, now)));
        assert!(canceled.await.unwrap());
    }
}

async fn count(
    runs: &Runs,
    run: Run<Counting>,
    (turns, step_error): (&AtomicUsize, fn(usize) -> Option<StepError>),
) -> std::result::Result<(), StepError> {
    let mut counted = run.result;
    for number in counted.len() as u32 + 1..=run.asked {
        if let Some(step_error) = step_error(turns.fetch_add(1, Ordering::SeqCst)) {
            return Err(step_error);
        }
        counted.push(number);
        runs.keep::<Counting>(run.id, &counted).await?;
    }
    Ok(())
}

both_engines!(a_run_goes_on_from_what_it_has_done, |home: TestDatabase| {
    let desk = Desk::at(home).await;
    let id = desk.start(4).await.unwrap();
    assert_eq!(desk.start(4).await.unwrap(), id, "the same is joined");
    let refused = desk.start(5).await.unwrap_err();
    assert!(
        matches!(&refused, Error::Conflict(message) if message == "It counts to Some(4)."),
        "{refused:?}"
    );
    let refused = desk.runs.take_back::<Counting>(id).await.unwrap_err();
    assert!(matches!(refused, Error::Conflict(_)), "{refused:?}");
    assert_eq!(desk.run(id).await.state, RunState::Waiting);

    desk.work(|turn| (turn == 1).then(|| StepError::Later(TimeDelta::hours(1))))
        .await;
    let run = desk.run(id).await;
    assert_eq!((run.state, run.result), (RunState::Waiting, vec![1]));
    desk.runs.clock.advance(TimeDelta::hours(1));
    desk.work(|turn| (turn == 1).then(|| Error::Internal("no disk".to_owned()).into()))
        .await;
    let run = desk.run(id).await;
    assert_eq!((run.state, run.result), (RunState::Waiting, vec![1, 2]));
    assert_eq!((run.stopped, run.ended_at), (None, None));
    desk.runs.clock.advance(TimeDelta::hours(1));
    desk.work(|_| None).await;
    let run = desk.run(id).await;
    assert_eq!((run.state, run.result), (RunState::Done, vec![1, 2, 3, 4]));
    assert_eq!(run.ended_at, Some(desk.runs.clock.now()));

    desk.runs.clock.advance(TimeDelta::seconds(1));
    let next = desk.start(5).await.unwrap();
    desk.work(|turn| (turn == 1).then(|| StepError::Stop("It's enough.".to_owned())))
        .await;
    let run = desk.run(next).await;
    assert_eq!((run.state, run.result), (RunState::Stopped, vec![1]));
    assert_eq!(run.stopped.as_deref(), Some("It's enough."));
    let latest = desk.runs.latest::<Counting>(10).await.unwrap();
    let ids: Vec<Uuid> = latest.iter().map(|run| run.id).collect();
    assert_eq!(ids, [next, id]);
});

both_engines!(
    how_a_run_ended_is_known_longer_than_its_job,
    |home: TestDatabase| {
        let desk = Desk::at(home).await;
        let canceled = desk.start(1).await.unwrap();
        desk.cancel(canceled).await;
        let failed = desk.start(2).await.unwrap();
        for _ in 0..8 {
            desk.work(|_| Some(Error::Internal("no disk".to_owned()).into()))
                .await;
            desk.runs.clock.advance(TimeDelta::hours(7));
        }
        let done = desk.start(3).await.unwrap();
        desk.work(|_| None).await;
        let told = async || {
            let mut told = Vec::new();
            for id in [canceled, failed, done] {
                let run = desk.run(id).await;
                told.push((run.state, run.stopped, run.ended_at, run.last_at));
            }
            told
        };
        let before = told().await;
        let states: Vec<RunState> = before.iter().map(|(state, ..)| *state).collect();
        assert_eq!(
            states,
            [RunState::Canceled, RunState::Failed, RunState::Done]
        );
        assert!(
            before[1].1.as_ref().unwrap().contains("no disk"),
            "{before:?}"
        );
        assert!(
            before.iter().all(|(_, _, ended_at, _)| ended_at.is_some()),
            "{before:?}"
        );
        desk.runs
            .clock
            .advance(housekeeping::KEPT + TimeDelta::days(1));
        desk.work(|_| None).await;
        let now = desk.runs.clock.now();
        for id in [canceled, failed, done] {
            let job = jobs::run_of(&desk.runs.database, id, now).await.unwrap();
            assert_eq!(job, None, "its job is no longer kept");
        }
        assert_eq!(told().await, before);
    }
);

/// Runs of an old kind, as its room reads them.
macro_rules! old_kind {
    ($name:ident, $job:literal, $asked:ty, $result:ty) => {
        #[derive(Clone, Debug)]
        struct $name;

        impl Kind for $name {
            const JOB: &'static str = $job;
            type Asked = $asked;
            type Result = $result;

            fn joins(_: &Self::Asked, _: &Self::Asked) -> bool {
                false
            }

            fn busy(_: Option<&Self::Asked>) -> String {
                String::new()
            }
        }
    };
}

old_kind!(Texts, "ai_texts.run", AskedShops, ());
old_kind!(Images, "shop_images.run", AskedShops, ());
old_kind!(CityImages, "cities.discover_images", Value, Value);

/// Writes rows as an earlier release would have, and then migrates.
async fn migrated(database: &Database, name: &'static str, rows: Vec<OldRow>) {
    let migrated = database.transaction(move |transaction| {
        let rows = rows.clone();
        Box::pin(async move {
            let all = Migrator::migrations();
            let named = |name| all.iter().find(|it| it.name() == name).unwrap();
            let (migration, pauses) = (named(name), named("m0050_run_pauses"));
            let fetched = named("m0069_fetched_states");
            let manager = SchemaManager::new(transaction);
            fetched.down(&manager).await?;
            pauses.down(&manager).await?;
            migration.down(&manager).await?;
            insert_rows(transaction, rows).await?;
            migration.up(&manager).await?;
            pauses.up(&manager).await?;
            Ok(fetched.up(&manager).await?)
        })
    });
    migrated.await.unwrap();
}

fn at(hour: i64) -> DateTime<Utc> {
    START.parse::<DateTime<Utc>>().unwrap() + TimeDelta::hours(hour)
}

both_engines!(old_runs_over_shops_arrive, |home: TestDatabase| {
    let desk = Desk::at(home).await;
    let runs = &desk.runs;
    let [town, shop, done, stopped, open] = [1, 2, 3, 4, 5].map(Uuid::from_u128);
    let old = |id: Uuid, kind: &'static str, which: (&'static str, Option<Uuid>)| {
        vec![
            ("id", Expr::value(id)),
            ("kind", Expr::value(kind)),
            ("scope", Expr::value(which.0)),
            ("subject_id", Expr::value(which.1)),
            ("label", Expr::value("Alexandria, LA")),
            ("started_at", Expr::value(at(0))),
        ]
    };
    let job = NewJob {
        kind: "ai_texts.run",
        payload: json!({}),
        unique_key: Some("shop_runs/texts".to_owned()),
        due_at: at(0),
    };
    let identifiers = runs.identifiers.clone();
    let enqueued = runs.database.transaction(move |transaction| {
        let (job, identifiers) = (job.clone(), identifiers.clone());
        Box::pin(async move { jobs::enqueue(transaction, &job, &identifiers, at(0)).await })
    });
    assert!(enqueued.await.unwrap());
    let mut texts = old(done, "texts", ("city", Some(town)));
    texts.push(("model", Expr::value("small")));
    texts.push(("ended_at", Expr::value(at(1))));
    let mut images = old(stopped, "images", ("all", None));
    images.push(("ended_at", Expr::value(at(2))));
    images.push(("stopped", Expr::value("No credit.")));
    let going_on = old(open, "texts", ("shop", Some(shop)));
    let rows = [texts, images, going_on].map(|row| ("shop_runs", row));
    migrated(&runs.database, "m0047_runs", rows.into()).await;
    let run: Run<Texts> = runs.find(done).await.unwrap().unwrap();
    let asked = AskedShops {
        shops: WhichShops::City(town),
        label: "Alexandria, LA".to_owned(),
        model: Some("small".to_owned()),
        by: None,
    };
    assert_eq!(
        (run.state, run.asked, run.stopped),
        (RunState::Done, asked, None)
    );
    assert_eq!((run.started_at, run.ended_at), (at(0), Some(at(1))));
    let run: Run<Images> = runs.find(stopped).await.unwrap().unwrap();
    assert_eq!(
        (run.state, run.asked.shops),
        (RunState::Stopped, WhichShops::All)
    );
    assert_eq!(run.stopped.as_deref(), Some("No credit."));
    let run: Run<Texts> = runs.find(open).await.unwrap().unwrap();
    assert_eq!(
        (run.asked.shops, run.ended_at),
        (WhichShops::Shop(shop), None)
    );
    let beside = AskedShops {
        shops: WhichShops::All,
        label: "All shops".to_owned(),
        model: None,
        by: None,
    };
    let refused = runs.start::<Texts>(&beside).await.unwrap_err();
    assert!(
        matches!(refused, Error::Conflict(_)),
        "one is open: {refused:?}"
    );
});

both_engines!(old_runs_of_enhancement_arrive, |home: TestDatabase| {
    let app = Setup::new(home).start().await;
    let [images, done, stopped, city, shop] = [1, 2, 3, 4, 5].map(Uuid::from_u128);
    let looked = vec![
        ("id", Expr::value(images)),
        ("after_city", Expr::value(Some(city))),
        ("checked", Expr::value(7)),
        ("wikipedia", Expr::value(2)),
        ("stock", Expr::value(1)),
        ("failed", Expr::value(3)),
        ("started_at", Expr::value(at(0))),
        ("last_at", Expr::value(at(1))),
        ("is_done", Expr::value(false)),
    ];
    let old = |id: Uuid, is_done: bool, problem: Option<&str>| {
        vec![
            ("id", Expr::value(id)),
            ("city_id", Expr::value(Some(city))),
            ("city_name", Expr::value("Alexandria")),
            ("state", Expr::value("LA")),
            ("shops", Expr::value(json!([shop, city]))),
            ("processed", Expr::value(2)),
            ("enhanced", Expr::value(1)),
            ("photos", Expr::value(4)),
            ("calls", Expr::value(3)),
            ("started_at", Expr::value(at(0))),
            ("last_at", Expr::value(at(if is_done { 2 } else { 1 }))),
            ("is_done", Expr::value(is_done)),
            ("problem", Expr::value(problem)),
        ]
    };
    let rows = vec![
        ("city_image_runs", looked),
        ("foursquare_runs", old(done, true, None)),
        ("foursquare_runs", old(stopped, false, Some("No credits."))),
    ];
    migrated(&app.database, "m0048_enhancement_runs", rows).await;
    let runs = app.services.ledger.runs();
    let run: Run<CityImages> = runs.find(images).await.unwrap().unwrap();
    let expected =
        json!({ "after_city": city, "checked": 7, "wikipedia": 2, "stock": 1, "failed": 3 });
    assert_eq!((run.result, run.ended_at), (expected, None));
    let administrator = app.administrator().await;
    let history = administrator
        .get("/api/admin/foursquare-enhancement/history")
        .await;
    let history = history.expect(200).json();
    let expected = json!({
        "id": done, "cityName": "Alexandria", "state": "LA", "coffeeShopsProcessed": 2,
        "coffeeShopsEnhanced": 1, "photosEnhanced": 4, "apiCallsUsed": 3, "enhancedAt": at(2),
        "processingTimeMs": 7_200_000, "coffeeShops": 2, "isDone": true, "problem": null,
        "undoable": 0, "undone": 0,
    });
    let (first, second) = (&history[0], &history[1]);
    let (finished, gave_up) = if first["id"] == json!(done) {
        (first, second)
    } else {
        (second, first)
    };
    assert_eq!(finished, &expected);
    assert_eq!(
        (&gave_up["isDone"], &gave_up["problem"]),
        (&json!(false), &json!("No credits."))
    );
    let stats = administrator
        .get("/api/admin/foursquare-enhancement/stats")
        .await;
    let stats = stats.expect(200).json();
    assert_eq!(
        (&stats["totalPhotosEnhanced"], &stats["lastEnhancementDate"]),
        (&json!(8), &json!(at(2)))
    );
});

both_engines!(old_runs_of_expansion_arrive, |home: TestDatabase| {
    let app = Setup::new(home).start().await;
    let [zip, failed, metro, entry] = [1, 2, 3, 4].map(Uuid::from_u128);
    let town = json!({
        "cityName": "Alexandria", "state": "LA", "cityExists": true, "citySlug": "alexandria-la",
        "coffeeShopsAdded": 1,
        "coffeeShops": [{ "slug": "beans", "name": "Beans", "address": "Alexandria, LA", "rating": null }],
        "duplicatesSkipped": 2, "moreFound": 3, "chainsLeftOut": ["Starbucks"],
        "questions": [{ "name": "Bean", "reason": "It may be Beans." }],
        "services": [{ "service": "overpass", "name": "OpenStreetMap (Overpass)", "requests": 1,
            "found": 6, "error": null }],
    });
    let mut of_zip = town.clone();
    let more = json!({ "message": "Added 1 coffee shop in Alexandria, LA", "zipCode": "71301",
        "isTrial": false, "entry": entry });
    for (name, value) in more.as_object().unwrap() {
        of_zip[name] = value.clone();
    }
    let of_metro = json!({
        "message": "Processed 1 metro area and added 1 coffee shop", "areasProcessed": 1,
        "coffeeShopsAdded": 1,
        "areas": [
            { "slug": "alexandria-la", "name": "Alexandria, LA", "coffeeShopsAdded": 1, "towns": [town],
                "error": null, "entry": entry },
            { "slug": "monroe-la", "name": "Monroe, LA", "coffeeShopsAdded": 0, "towns": [],
                "error": "No answer.", "entry": null },
        ],
    });
    let old = |id: Uuid, (kind, asked): (&'static str, &'static str), result: Option<&Value>| {
        vec![
            ("id", Expr::value(id)),
            ("kind", Expr::value(kind)),
            ("asked", Expr::value(asked)),
            ("is_trial", Expr::value(false)),
            ("result", Expr::value(result.cloned())),
            ("created_at", Expr::value(at(0))),
            ("finished_at", Expr::value(at(1))),
        ]
    };
    let mut without = old(failed, ("zip", "71302"), None);
    without.push(("error", Expr::value("No answer.")));
    let rows = [
        old(zip, ("zip", "71301"), Some(&of_zip)),
        without,
        old(metro, ("metro", "5"), Some(&of_metro)),
    ];
    let rows = rows.map(|row| ("expansion_runs", row));
    migrated(&app.database, "m0049_imports_runs", rows.into()).await;
    let administrator = app.administrator().await;
    let zips = administrator
        .get("/api/admin/zip-expansion")
        .await
        .expect(200)
        .json();
    let (last, first) = (&zips["runs"][0], &zips["runs"][1]);
    assert_eq!(first["result"], of_zip);
    assert_eq!(
        (&first["state"], &first["zipCode"]),
        (&json!("done"), &json!("71301"))
    );
    assert_eq!(
        (&last["state"], &last["error"]),
        (&json!("failed"), &json!("No answer."))
    );
    let metros = administrator
        .get("/api/admin/expansion/runs")
        .await
        .expect(200)
        .json();
    let run = &metros["runs"][0];
    // Its sentence names what isn't done.
    let mut of_metro = of_metro;
    of_metro["message"] =
        json!("No answer. Processed 1 metro area and added 1 coffee shop; 1 area to repeat");
    assert_eq!(run["result"], of_metro);
    assert_eq!(
        (&run["state"], &run["areasToProcess"]),
        (&json!("done"), &json!(5))
    );
});

both_engines!(old_runs_of_uploaded_lists_arrive, |home: TestDatabase| {
    let app = Setup::new(home).start().await;
    let [done, open] = [1, 2].map(Uuid::from_u128);
    let [first, second] = [11, 12].map(Uuid::from_u128);
    let choices = json!({
        "dryRun": false, "columns": { "Web": "website" }, "source": "guide", "license": null,
        "asOf": "2026-02", "missing": "ask", "allowLoss": true,
    });
    let counts = serde_json::to_value(ImportCounts {
        added: 2,
        ..ImportCounts::default()
    })
    .unwrap();
    let outcome = json!({
        "isDryRun": false, "number": 7, "counts": counts, "examples": [], "losses": [],
        "advice": ["Name it."], "problem": null,
    });
    let old = |id: Uuid, job: Uuid, outcome: Option<&Value>| {
        vec![
            ("id", Expr::value(id)),
            ("name", Expr::value("guide.csv")),
            ("bytes", Expr::value(9_i64)),
            ("format", Expr::value("table")),
            ("columns", Expr::value(json!([]))),
            ("choices", Expr::value(choices.clone())),
            ("job_id", Expr::value(Some(job))),
            ("outcome", Expr::value(outcome.cloned())),
            ("uploaded_at", Expr::value(at(0))),
        ]
    };
    let rows = [old(first, done, Some(&outcome)), old(second, open, None)];
    let rows = rows.map(|row| ("import_files", row));
    migrated(&app.database, "m0049_imports_runs", rows.into()).await;
    let administrator = app.administrator().await;
    let list = administrator
        .get(&format!("/api/admin/import-files/{first}"))
        .await;
    let list = list.expect(200).json();
    // What was added since has its default.
    let mut outcome = outcome;
    outcome["isCanceled"] = json!(false);
    outcome["source"] = Value::Null;
    let mut choices = choices;
    choices["town"] = Value::Null;
    assert_eq!((&list["outcome"], &list["choices"]), (&outcome, &choices));
    let run = (&list["run"]["jobId"], &list["run"]["state"]);
    assert_eq!(
        (run, &list["number"]),
        ((&json!(done), &json!("done")), &json!(7))
    );
    let list = administrator
        .get(&format!("/api/admin/import-files/{second}"))
        .await;
    let list = list.expect(200).json();
    assert_eq!(
        (&list["outcome"], &list["choices"]),
        (&Value::Null, &choices)
    );
    let lists = administrator
        .get("/api/admin/import-files")
        .await
        .expect(200)
        .json();
    let numbers: Vec<&Value> = lists["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|list| &list["number"])
        .collect();
    assert!(
        numbers.contains(&&json!(7)) && numbers.contains(&&Value::Null),
        "{numbers:?}"
    );
});
