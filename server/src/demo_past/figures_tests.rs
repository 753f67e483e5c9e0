//! A demo's figures, its newsletter and its audit log, and that they go with it.

use axum::{body::Body, http::Method};
use chrono::{NaiveDate, TimeDelta};
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};
use townperk::{
    features::{
        analytics::{self, GROWING_TOWNS},
        demo::{self, clear},
        newsletter::SAMPLE_READERS,
    },
    platform::{
        mail::{self, EmailAddress},
        marks,
    },
};

use crate::{
    demo_past::{demo_of, follow, holding, mail_count},
    support::{Setup, TestApp, TestDatabase},
};

const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
/// Who really reads the newsletter.
const ANN: &str = "ann@home.example";

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("{value}"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn sum(points: &Value, field: &str) -> i64 {
    list(points).iter().map(|point| number(&point[field])).sum()
}

async fn read(app: &TestApp, path: &str) -> Value {
    let admin = app.administrator().await;
    admin.get(path).await.expect(200).json()
}

/// The column `line` of a query's only row.
async fn line(app: &TestApp, query: String) -> String {
    let connection = app.database.reads();
    let statement = Statement::from_string(connection.get_database_backend(), query);
    let rows = connection.query_all_raw(statement).await.unwrap();
    rows[0].try_get("", "line").unwrap()
}

/// The views of a town's page from `since` days ago up to `until` days ago.
async fn views(app: &TestApp, slug: &str, since: i64, until: i64) -> i64 {
    let day = |ago: i64| -> NaiveDate { (app.clock.now() - TimeDelta::days(ago)).date_naive() };
    let query = format!(
        "SELECT CAST(COALESCE(SUM(e.count), 0) AS text) AS line FROM event_counts e, cities c \
         WHERE c.id = e.subject AND c.slug = '{slug}' AND e.kind = 'page_view' \
         AND e.day >= '{}' AND e.day < '{}'",
        day(since),
        day(until)
    );
    line(app, query).await.parse().unwrap()
}

both_engines!(the_dashboard_shows_three_months, |home: TestDatabase| {
    let app = demo_of(Setup::new(home)).await;
    let all = read(&app, "/api/analytics").await;
    assert!(number(&all["totalViews"]) > 1000, "{all}");
    assert!(number(&all["searchCount"]) > 200, "{all}");
    for (field, count) in [
        ("popularShops", 10),
        ("popularCities", 10),
        ("searchQueries", 15),
    ] {
        assert_eq!(list(&all[field]).len(), count, "{field}: {all}");
    }
    let days = read(&app, "/api/admin/analytics/figures?by=day").await;
    for part in ["points", "before"] {
        for field in [
            "views",
            "searches",
            "votes",
            "websiteClicks",
            "phoneClicks",
            "directionsClicks",
        ] {
            assert!(sum(&days[part], field) > 0, "{part}, {field}: {days}");
        }
    }
    let today = list(&days["points"]).last().unwrap();
    assert_eq!(
        number(&today["views"]),
        0,
        "only days before the first start are invented"
    );
    for by in ["week", "month"] {
        let figures = read(&app, &format!("/api/admin/analytics/figures?by={by}")).await;
        assert!(sum(&figures["points"], "views") > 1000, "{figures}");
    }
    let details = read(&app, "/api/admin/analytics/details").await;
    assert_eq!(list(&details["referrers"]).len(), 5, "{details}");
    assert!(
        list(&details["searchesWithoutResults"]).len() >= 5,
        "{details}"
    );
    for town in GROWING_TOWNS {
        let (first, last) = (
            views(&app, town, 90, 60).await,
            views(&app, town, 30, 0).await,
        );
        assert!(
            first > 0 && last > 3 * first / 2,
            "{town}: {first}, then {last}"
        );
    }
});

both_engines!(votes_are_counted_on_their_days, |home: TestDatabase| {
    let app = demo_of(Setup::new(home)).await;
    let count = async |text: &str| -> i64 {
        let query = format!("SELECT CAST({text} AS text) AS line");
        line(&app, query).await.parse().unwrap()
    };
    let counted = count("(SELECT SUM(count) FROM event_counts WHERE kind = 'vote')").await;
    assert!(counted > 100, "{counted}");
    let more_than_it_has = count(
        "(SELECT COUNT(*) FROM shops s WHERE s.upvote_count < \
         (SELECT COALESCE(SUM(e.count), 0) FROM event_counts e WHERE e.subject = s.id AND e.kind = 'vote'))",
    )
    .await;
    assert_eq!(more_than_it_has, 0, "a shop got more votes than it has");
    let returned = "(SELECT COUNT(*) FROM votes WHERE times > 1 AND previous_at IS NOT NULL)";
    let returned = count(returned).await;
    let all = count("(SELECT COUNT(*) FROM votes WHERE times > 1)").await;
    assert!(
        returned > 9 * all / 10,
        "{returned} of {all} have voted on an earlier day, too"
    );
});

both_engines!(owners_see_figures_of_their_shops, |home: TestDatabase| {
    let app = demo_of(Setup::new(home)).await;
    let links = [
        demo::owner_link(&app.services).await.unwrap(),
        demo::second_owner_link(&app.services).await.unwrap(),
    ];
    for link in links {
        let answer = follow(&app, &link.unwrap()).await.expect(200);
        let owner = holding(&app, &answer);
        let session = owner.get("/api/session").await.expect(200).json();
        let shop = session["shops"][0]["id"].as_str().unwrap();
        let path = format!("/api/your-shop/{shop}/figures");
        for days in [30, 90] {
            let figures = owner.get(&format!("{path}?days={days}")).await;
            let figures = figures.expect(200).json();
            for figure in list(&figures["figures"]).iter().take(2) {
                assert!(number(&figure["total"]) > 0, "{days}: {figure}");
                let is_compared = figure["totalBefore"].is_i64();
                assert_eq!(is_compared, days == 30, "{figure}");
            }
        }
        let figures = owner.get(&path).await.expect(200).json();
        let month = figures["lastMonth"]["month"].as_str().unwrap();
        let figures = owner.get(&format!("{path}?month={month}")).await;
        let figures = figures.expect(200).json();
        let views = &figures["figures"][0];
        assert!(
            number(&views["total"]) > 0 && number(&views["totalBefore"]) > 0,
            "{views}"
        );
    }
});

both_engines!(
    the_newsletter_has_readers_and_issues,
    |home: TestDatabase| {
        let app = demo_of(Setup::new(home)).await;
        let overview = read(&app, "/api/admin/newsletter").await;
        assert_eq!(overview["readers"]["confirmed"], 15, "{overview}");
        assert_eq!(overview["readers"]["pending"], 0, "{overview}");
        assert_eq!(overview["pausedSince"], Value::Null);
        assert!(list(&overview["towns"]).len() >= 4, "{overview}");
        assert_eq!(sum(&overview["growth"], "joined"), 15);
        let issues = list(&overview["issues"]);
        assert_eq!(issues.len(), 2, "{overview}");
        for issue in issues {
            assert!(issue["finishedAt"].is_string(), "{issue}");
            assert!(number(&issue["sent"]) >= 5, "{issue}");
            assert_eq!(
                (number(&issue["waiting"]), number(&issue["refused"])),
                (0, 0)
            );
        }
        let readers = read(&app, "/api/admin/newsletter/readers?state=confirmed").await;
        assert_eq!(readers["total"], 15, "{readers}");
    }
);

/// An hour after a turn of the newsletter, which the first minute makes up, and a day before the next one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invented_readers_are_mailed_nothing_by_itself() {
    for moment in [
        "2026-03-05T15:00:00Z",
        "2026-03-05T17:00:00Z",
        "2026-03-04T15:00:00Z",
    ] {
        let app = demo_of(Setup::on_sqlite().await.at(moment)).await;
        let mails = mail_count(&app);
        for _ in 0..5 {
            app.work().await;
            app.clock.advance(TimeDelta::hours(6));
        }
        app.work().await;
        assert_eq!(mail_count(&app), mails, "{moment}");
        let overview = read(&app, "/api/admin/newsletter").await;
        let issues = list(&overview["issues"]);
        let by_itself = issues.iter().rev().skip(2);
        assert!(
            by_itself.clone().all(|issue| issue["sent"] == 0),
            "{moment}: {overview}"
        );
        assert!(
            issues.iter().all(|issue| issue["waiting"] == 0),
            "{moment}: {overview}"
        );
    }
}

both_engines!(the_audit_log_has_a_month_of_edits, |home: TestDatabase| {
    let app = demo_of(Setup::new(home)).await;
    let edits = read(&app, "/api/admin/audit?action=shop.edit").await;
    assert!(number(&edits["total"]) >= 5, "{edits}");
    let entries = list(&edits["entries"]);
    let undone = entries.iter().filter(|entry| entry["isUndone"] == true);
    assert_eq!(undone.count(), 1, "{edits}");
    let oldest = entries.last().unwrap()["createdAt"].as_str().unwrap();
    let oldest: chrono::DateTime<chrono::Utc> = oldest.parse().unwrap();
    assert!(app.clock.now() - oldest > TimeDelta::days(25), "{edits}");
    let towns = read(&app, "/api/admin/audit?action=city.edit").await;
    assert_eq!(towns["total"], 1, "{towns}");
    // What was edited can be undone, as ever.
    let admin = app.administrator().await;
    let path = format!(
        "/api/admin/audit/{}/undo",
        towns["entries"][0]["id"].as_str().unwrap()
    );
    admin.post(&path, &json!({})).await.expect(200);
});

/// An invented reader's last issue is opened in the demo, and its link followed.
async fn unsubscribe(app: &TestApp, address: &str) {
    let address = EmailAddress::parse(address, "email").unwrap();
    let text = mail::newest_text(app.database.reads(), &address).await;
    let text = text.unwrap().unwrap();
    let (_, behind) = text.split_once("/newsletter/unsubscribe?reader=").unwrap();
    let reader = behind.split_whitespace().next().unwrap();
    let page = format!("/newsletter/unsubscribe?reader={reader}");
    let button = app
        .visitor()
        .with("content-type", "application/x-www-form-urlencoded");
    let pressed = button.send(Method::POST, &page, Body::empty());
    pressed.await.expect(200);
}

/// Somebody real signs up and confirms.
async fn subscribe(app: &TestApp) {
    let form = json!({ "email": ANN });
    let answer = app.visitor().post("/api/newsletter/subscribe", &form).await;
    answer.expect(200);
    let address = EmailAddress::parse(ANN, "email").unwrap();
    let text = mail::newest_text(app.database.reads(), &address).await;
    let text = text.unwrap().unwrap();
    let (_, behind) = text.split_once("/newsletter/confirm?token=").unwrap();
    let token = behind.split_whitespace().next().unwrap();
    let form = format!("credential={token}&action=confirm");
    let visitor = app.visitor();
    let visitor = visitor.with("content-type", "application/x-www-form-urlencoded");
    let page = visitor.send(Method::POST, "/newsletter/confirm", Body::from(form));
    page.await.expect(200);
}

both_engines!(what_visitors_did_since_stays, |home: TestDatabase| {
    let app = demo_of(Setup::new(home)).await;
    let shop = app.shop(&app.city("Durham", "NC").await).await;
    let browser = app.visitor().with("user-agent", BROWSER);
    for event in [
        json!({ "eventType": "page_view", "coffeeShopId": shop.id }),
        json!({ "eventType": "search", "query": "Espresso", "results": 3 }),
    ] {
        browser
            .post("/api/analytics/track", &event)
            .await
            .expect(202);
    }
    analytics::write(&app.services).await.unwrap();
    subscribe(&app).await;
    unsubscribe(&app, SAMPLE_READERS[0]).await;
    app.work().await;

    clear(&app.services).await.unwrap();
    let removed = app
        .services
        .rooms
        .clear_samples(&app.services)
        .await
        .unwrap();
    let count = |what: &str| {
        let part = removed.iter().find(|part| part.what == what);
        part.map_or(0, |part| part.count)
    };
    assert!(count("invented page views") > 1000, "{removed:?}");
    assert_eq!(
        count("invented readers of the newsletter"),
        14,
        "{removed:?}"
    );
    assert_eq!(count("issues that they got"), 2, "{removed:?}");

    let all = read(&app, "/api/analytics").await;
    let expected = json!({
        "totalViews": 1,
        "searchCount": 1,
        "viewedShopCount": 1,
        "viewedCityCount": 0,
        "searchQueries": ["espresso"],
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&all[field], value, "{field}: {all}");
    }
    let counts = "SELECT CAST(COUNT(*) AS text) AS line FROM event_counts".to_owned();
    assert_eq!(line(&app, counts).await, "2");
    let searched = "SELECT CAST(SUM(count) AS text) AS line FROM search_texts".to_owned();
    assert_eq!(line(&app, searched).await, "1");
    let handled = "SELECT CAST(COUNT(*) AS text) AS line FROM newsletter_deliveries".to_owned();
    assert_eq!(line(&app, handled).await, "0");

    let overview = read(&app, "/api/admin/newsletter").await;
    assert_eq!(overview["readers"]["confirmed"], 1, "{overview}");
    assert_eq!(overview["issues"], json!([]));
    let readers = read(&app, "/api/admin/newsletter/readers").await;
    assert_eq!(readers["readers"][0]["email"], ANN, "{readers}");
    for address in SAMPLE_READERS {
        let address = EmailAddress::parse(address, "email").unwrap();
        let mails = mail::to_address(&app.database, &address).await.unwrap();
        assert_eq!(mails.len(), 0);
    }
    for mark in [marks::INVENTED_FIGURES, marks::INVENTED_ISSUES] {
        assert_eq!(marks::last(app.database.reads(), mark).await.unwrap(), None);
    }
});
