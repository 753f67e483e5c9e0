//! The operator's dashboard.

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::platform::{
    background::Background,
    database::Engine,
    jobs::{Handlers, NewJob, Worker, enqueue},
    marks, process,
};

use crate::support::{TestApp, command::until};

async fn line(app: &TestApp, name: &str) -> Value {
    let admin = app.administrator().await;
    let overview = admin.get("/api/admin/operator").await.expect(200).json();
    let lines = overview["lines"].as_array().unwrap();
    lines
        .iter()
        .find(|line| line["name"] == name)
        .unwrap()
        .clone()
}

both_engines!(what_was_never_done_says_so, |app: TestApp| {
    let backup = line(&app, "Backup").await;
    assert_eq!(backup["last"], Value::Null);
    assert!(
        backup["advice"]
            .as_str()
            .unwrap()
            .contains("townperk backup")
    );
    let import = line(&app, "Import").await;
    assert_eq!(
        (&import["last"], &import["advice"]),
        (&json!(null), &json!(null))
    );
    let payments = line(&app, "Payments").await;
    assert_eq!(payments["last"], Value::Null);
    assert!(
        payments["advice"]
            .as_str()
            .unwrap()
            .contains("TOWNPERK_STRIPE_SECRET_KEY")
    );
    let disk = line(&app, "Disk").await;
    assert!(disk["text"].as_str().unwrap().contains(" free "), "{disk}");
});

both_engines!(a_backup_is_noted_and_grows_old, |app: TestApp| {
    let at = app.clock.now();
    app.database
        .transaction(move |transaction| {
            Box::pin(async move { marks::set(transaction, marks::BACKUP, at, "3 rows").await })
        })
        .await
        .unwrap();
    app.clock.advance(TimeDelta::hours(3));
    let backup = line(&app, "Backup").await;
    assert_eq!(
        (&backup["text"], &backup["last"]["age"], &backup["advice"]),
        (&json!("3 rows"), &json!("3 hours ago"), &json!(null))
    );
    app.clock.advance(TimeDelta::hours(34));
    let backup = line(&app, "Backup").await;
    assert_eq!(backup["last"]["age"], "37 hours ago");
    assert!(backup["advice"].is_string(), "{backup}");
});

both_engines!(a_storage_that_stops_working_is_told, |app: TestApp| {
    let before = line(&app, "Storage").await;
    assert_eq!(before["last"], Value::Null);
    let (storage, services) = (&app.services.storage, &app.services);
    storage.look(&services.identifiers, &app.clock).await;
    let works = line(&app, "Storage").await;
    assert_eq!(
        (&works["last"]["age"], &works["advice"]),
        (&json!("just now"), &json!(null))
    );
    let folder = app.services.folder.join("photos");
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::write(&folder, "in the way").unwrap();
    app.clock.advance(TimeDelta::minutes(4));
    storage.look(&services.identifiers, &app.clock).await;
    assert_eq!(line(&app, "Storage").await["advice"], Value::Null);
    app.clock.advance(TimeDelta::minutes(2));
    storage.look(&services.identifiers, &app.clock).await;
    let broken = line(&app, "Storage").await;
    let advice = broken["advice"].as_str().unwrap();
    assert!(advice.contains("can't store a file"), "{broken}");
    // What was broken is tried again at once.
    std::fs::remove_file(&folder).unwrap();
    storage.look(&services.identifiers, &app.clock).await;
    assert_eq!(line(&app, "Storage").await["advice"], Value::Null);
});

both_engines!(
    the_database_and_proxies_that_nobody_named_are_told,
    |app: TestApp| {
        let database = line(&app, "Database").await;
        let text = database["text"].as_str().unwrap();
        assert!(
            text.contains("answers in") && text.contains(" ms"),
            "{text}"
        );
        let slow = line(&app, "Slow queries").await;
        let text = slow["text"].as_str().unwrap();
        assert!(text.contains(" above 500 ms in 24 hours"), "{text}");
        if app.database.engine() == Engine::Sqlite {
            let log = line(&app, "Database log").await;
            let text = log["text"].as_str().unwrap();
            assert!(text.ends_with(" MB") && text != "0 MB", "{text}");
            assert_eq!(log["advice"], Value::Null);
            assert!(app.metric("townperk_database_log_bytes").await > 0.0);
        }
        let proxies = line(&app, "Trusted proxies").await;
        assert_eq!(
            (&proxies["text"], &proxies["advice"]),
            (&json!("None: visitors connect directly"), &json!(null))
        );
        let forwarded = app.visitor().with("x-forwarded-for", "1.2.3.4");
        forwarded.get("/api/session").await.expect(200);
        let proxies = line(&app, "Trusted proxies").await;
        let advice = proxies["advice"].as_str().unwrap();
        assert!(advice.contains("127.0.0.1 passed a request on"), "{advice}");
        app.clock.advance(TimeDelta::hours(25));
        assert_eq!(line(&app, "Trusted proxies").await["advice"], Value::Null);
    }
);

both_engines!(nodes_tell_their_clock_and_what_they_run, |app: TestApp| {
    let admin = app.administrator().await;
    let mut background = Background::default();
    app.services.start_workers(&mut background);
    let nodes = || async {
        let overview = admin.get("/api/admin/operator").await.expect(200).json();
        overview["nodes"].as_array().unwrap().clone()
    };
    until("it reports", || async { nodes().await.len() == 1 }).await;
    let now = app.clock.now();
    let job = NewJob {
        kind: "test.endless",
        payload: json!({}),
        unique_key: None,
        due_at: now,
    };
    let identifiers = app.services.identifiers.clone();
    app.database
        .transaction(move |transaction| {
            let (job, identifiers) = (job.clone(), identifiers.clone());
            Box::pin(async move { enqueue(transaction, &job, &identifiers, now).await })
        })
        .await
        .unwrap();
    let handlers = Handlers::default().with_long("test.endless", |_| std::future::pending());
    let worker = Worker::new(
        app.database.clone(),
        app.clock.clone(),
        app.services.identifiers.clone(),
        handlers,
    )
    .on_node(&process::node_name(&app.services.settings));
    let working = tokio::spawn(async move { worker.run_one().await });
    until("it is told", || async {
        nodes().await[0]["jobs"] == json!(["test.endless"])
    })
    .await;
    assert_eq!(nodes().await[0]["clock"], "right");
    let list = admin.get("/api/admin/jobs").await.expect(200).json();
    let jobs = list["jobs"].as_array().unwrap();
    let job = jobs.iter().find(|job| job["kind"] == "test.endless");
    assert_eq!(job.unwrap()["node"], nodes().await[0]["name"]);
    working.abort();
    background.stop().await;
});
