//! The operator's dashboard.

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::platform::marks;

use crate::support::TestApp;

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
    app.clock.advance(TimeDelta::days(8));
    let backup = line(&app, "Backup").await;
    assert_eq!(backup["last"]["age"], "8 days ago");
    assert!(backup["advice"].is_string(), "{backup}");
});
