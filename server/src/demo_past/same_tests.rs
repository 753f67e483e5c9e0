//! A demo's past is the same each time, and in a directory that had one before.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};
use townperk::{features::newsletter, platform::clock::Clock};
use uuid::Uuid;

use crate::{
    demo_past::{demo_of, fill},
    demo_past_boosts,
    demo_past_runs::{LISTS, with_places},
    support::{Engine, Setup, TestApp, TestDatabase, run_on},
};

/// What the panel shows besides runs, and the field that has its list.
const SCREENS: [(&str, &str); 13] = [
    ("inbox", "/items"),
    ("business-claims", ""),
    ("suggestions?status=open", "/suggestions"),
    ("suggestions?status=decided", "/suggestions"),
    ("requests", ""),
    ("imports", "/imports"),
    ("import-files", "/files"),
    ("newsletter", ""),
    ("newsletter/readers", "/readers"),
    ("boosts/months", "/months"),
    ("analytics/figures?by=day", ""),
    ("analytics/figures?by=month", ""),
    ("analytics/details", ""),
];

/// The audit log, without IDs and times.
const LOG: &str = "SELECT action || ' ' || actor_kind || ' ' || subject_kind || ' ' || subject_label || ' ' || \
    CASE WHEN undone_by IS NULL THEN 'stands' ELSE 'undone' END AS line FROM audit_entries";

/// What is behind the screens, of which some show the first few: the audit log, emails, boosts and figures.
const TABLES: [&str; 6] = [
    LOG,
    "SELECT recipient || ' ' || COALESCE(public_subject, subject) AS line FROM outbox",
    "SELECT s.slug || ' ' || p.plan || ' ' || p.state || ' ' || p.payer_email AS line \
     FROM boost_purchases p, shops s WHERE s.id = p.shop_id",
    "SELECT p.payer_email || ' ' || m.amount_cents || ' ' || m.refunded_cents AS line \
     FROM boost_payments m, boost_purchases p WHERE p.id = m.purchase_id",
    "SELECT s.slug || ' ' || e.kind || ' ' || e.detail || ' ' || e.day || ' ' || e.count AS line \
     FROM event_counts e, shops s WHERE s.id = e.subject",
    "SELECT c.slug || ' ' || e.kind || ' ' || e.detail || ' ' || e.day || ' ' || e.count AS line \
     FROM event_counts e, cities c WHERE c.id = e.subject",
];

/// The owned shops, in the order of their IDs.
const BY_ID: &str = "SELECT slug AS line FROM shops WHERE owner_id IS NOT NULL ORDER BY id";

/// Fields that differ each time: a photo's address has a random key, and a story's version is a moment.
const PASSING: [&str; 4] = ["id", "photoUrl", "version", "processingTimeMs"];

/// How the payment provider's IDs begin, of which texts name some. They are random for each second in which a demo starts.
const PROVIDERS_IDS: [&str; 2] = ["pi_", "sub_"];

/// A text without the payment provider's IDs.
fn without_ids(text: &str) -> String {
    let is_id = |word: &str| PROVIDERS_IDS.iter().any(|kind| word.starts_with(kind));
    let words = text.split(' ');
    let words = words.map(|word| if is_id(word) { "an ID" } else { word });
    words.collect::<Vec<&str>>().join(" ")
}

/// An answer without IDs and moments. Lists are sorted, because much has happened at one moment.
fn plain(value: &Value) -> Value {
    match value {
        Value::String(text) if Uuid::try_parse(text).is_ok() => json!("an ID"),
        Value::String(text) if DateTime::parse_from_rfc3339(text).is_ok() => json!("a moment"),
        Value::String(text) => Value::String(without_ids(text)),
        Value::Array(items) => {
            let mut items: Vec<Value> = items.iter().map(plain).collect();
            items.sort_by_key(Value::to_string);
            Value::Array(items)
        }
        Value::Object(fields) => fields
            .iter()
            .filter(|(name, _)| !PASSING.contains(&name.as_str()))
            .map(|(name, value)| (name.clone(), plain(value)))
            .collect(),
        other => other.clone(),
    }
}

/// What the panel shows at an address, one item a line.
async fn shown(app: &TestApp, (path, field): (&str, &str)) -> Vec<String> {
    let admin = app.administrator().await;
    let answer = admin.get(&format!("/api/admin/{path}")).await;
    let answer = answer.expect(200).json();
    match plain(answer.pointer(field).unwrap()) {
        Value::Array(items) => items.iter().map(Value::to_string).collect(),
        whole => vec![whole.to_string()],
    }
}

/// The column `line` of a query's rows.
async fn column(app: &TestApp, query: &str) -> Vec<String> {
    let connection = app.database.reads();
    let statement = Statement::from_string(connection.get_database_backend(), query);
    let rows = connection.query_all_raw(statement).await.unwrap();
    let lines = rows.iter().map(|row| row.try_get("", "line").unwrap());
    lines.collect()
}

/// The same, sorted.
async fn lines(app: &TestApp, query: &str) -> Vec<String> {
    let mut lines = column(app, query).await;
    lines.sort();
    lines
}

/// Fails with the first line that differs.
fn expect_same(what: &str, one: &[String], other: &[String]) {
    assert!(!one.is_empty(), "{what} is empty");
    let mut pairs = one.iter().zip(other);
    let differing = pairs.find(|(one, other)| one != other);
    assert_eq!(differing, None, "{what}");
    assert_eq!(one.len(), other.len(), "{what}");
}

/// On New Year's Eve, and on a day when clocks are put forward.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_content_is_the_same_each_time() {
    let mut seen: Vec<[Vec<String>; 3]> = Vec::new();
    for moment in ["2026-12-31T23:59:30Z", "2026-03-08T09:30:00Z"] {
        let app = demo_of(Setup::on_sqlite().await.at(moment)).await;
        let items = app.administrator().await.inbox().await;
        let told = items.iter().map(|item| {
            let [kind, title, text] = ["kind", "title", "text"].map(|field| &item[field]);
            format!("{kind} {title} {text}")
        });
        let mut told: Vec<String> = told.collect();
        // The questions of an import come at one moment.
        told.sort();
        let readers = shown(&app, ("newsletter/readers", "/readers")).await;
        seen.push([told, lines(&app, LOG).await, readers]);
    }
    for (place, what) in ["inbox", "audit log", "readers"].into_iter().enumerate() {
        expect_same(what, &seen[0][place], &seen[1][place]);
    }
}

/// Of two demos at one moment, the clock of the second moves on, so that its IDs are in another order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_a_newcomer_sees_is_left_to_chance() {
    let moment: DateTime<Utc> = "2026-03-04T15:00:00Z".parse().unwrap();
    // By a millisecond with each ID. All are within a minute, so what is invented some minutes before is on the same day in both.
    let moving = Clock::stepping(moment, TimeDelta::milliseconds(1));
    let mut seen: Vec<Vec<(&str, Vec<String>)>> = Vec::new();
    let mut orders: Vec<Vec<String>> = Vec::new();
    for clock in [Clock::manual(moment), moving] {
        let home = TestDatabase::on(Engine::Sqlite).await.unwrap();
        let setup = with_places(home).on_clock(clock);
        let app = demo_past_boosts::demo_of(setup).await;
        let mut all = Vec::new();
        for screen in SCREENS.into_iter().chain(LISTS) {
            all.push((screen.0, shown(&app, screen).await));
        }
        for query in TABLES {
            all.push((query, lines(&app, query).await));
        }
        seen.push(all);
        orders.push(column(&app, BY_ID).await);
    }
    assert_ne!(orders[0], orders[1], "nothing depends on it");
    for ((what, one), (_, other)) in seen[0].iter().zip(&seen[1]) {
        expect_same(what, one, other);
    }
}

/// A Wednesday, half a minute past a full one: issues begin and end at full ones, and whatever is invented was so many of them before.
/// So a second later, each issue is about the same.
const WEDNESDAY: &str = "2026-03-04T15:00:30Z";

/// The newsletter's readers and issues.
async fn newsletter_of(app: &TestApp) -> [Vec<String>; 2] {
    let readers = shown(app, ("newsletter/readers", "/readers")).await;
    [readers, shown(app, ("newsletter", "")).await]
}

/// The jobs that send issues, by their keys.
async fn sent_issues(app: &TestApp) -> Vec<String> {
    let jobs = "SELECT unique_key AS line FROM jobs WHERE kind = 'newsletter.send'";
    lines(app, jobs).await
}

both_engines!(
    a_demo_that_is_filled_again_has_the_same_newsletter,
    |home: TestDatabase| {
        let app = demo_of(Setup::new(home).at(WEDNESDAY)).await;
        let first = newsletter_of(&app).await;
        let rooms = app.services.rooms;
        rooms.clear_samples(&app.services).await.unwrap();
        assert_eq!(sent_issues(&app).await, Vec::<String>::new());
        app.clock.advance(TimeDelta::seconds(1));
        fill(&app).await;
        assert_eq!(newsletter_of(&app).await, first);
    }
);

both_engines!(
    a_real_issue_stays_and_stands_in_no_demos_way,
    |home: TestDatabase| {
        let app = demo_of(Setup::new(home).at(WEDNESDAY)).await;
        // The next Thursday's, which the invented readers don't get.
        app.clock.advance(TimeDelta::hours(23));
        let jobs = app.worker_of(&newsletter::ROOM);
        jobs.run_due().await.unwrap();
        assert_eq!(sent_issues(&app).await.len(), 3);
        let rooms = app.services.rooms;
        rooms.clear_samples(&app.services).await.unwrap();
        let real = ["newsletter.send/2026-03-05T14:00"];
        assert_eq!(sent_issues(&app).await, real);

        // It went to nobody, and is the last one of the next demo's past.
        app.clock.advance(TimeDelta::hours(3));
        fill(&app).await;
        let admin = app.administrator().await;
        let overview = admin.get("/api/admin/newsletter").await.expect(200);
        let overview = overview.json();
        assert_eq!(overview["readers"]["confirmed"], 15, "{overview}");
        let issues = overview["issues"].as_array().unwrap();
        assert_eq!(issues.len(), 2, "{overview}");
        for issue in issues {
            assert!(issue["sent"].as_u64().unwrap() >= 5, "{overview}");
        }
    }
);

/// PostgreSQL decides for itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_decided_after_the_past_is_on_disk() {
    let full = async |home: TestDatabase| {
        let app = demo_of(Setup::new(home)).await;
        let asked = app.database.transaction(|transaction| {
            Box::pin(async move {
                let engine = transaction.get_database_backend();
                let level = Statement::from_string(engine, "PRAGMA synchronous");
                let row = transaction.query_one_raw(level).await?.unwrap();
                Ok(row.try_get::<i32>("", "synchronous")?)
            })
        });
        assert_eq!(asked.await.unwrap(), 2, "FULL");
    };
    run_on(Engine::Sqlite, full).await;
}
