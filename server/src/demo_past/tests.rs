//! What a demo's past leaves behind.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{EntityTrait, PaginatorTrait};
use serde_json::{Value, json};
use townperk::{
    catalog::entities::{claim, fact_answer, shop, suggestion, suggestion_sender},
    demo_past,
    features::demo::{self, clear, seed_when_empty},
    platform::sessions::{person, session},
};
use uuid::Uuid;

use crate::support::{Response, Setup, TestApp, TestDatabase, Visitor};

/// A demo as `serve --demo` makes it.
async fn demo_of(setup: Setup) -> TestApp {
    let setup = setup.settings(|settings| {
        settings.demo = true;
        settings.public_url.clear();
    });
    let app = setup.start().await;
    seed_when_empty(&app.database, &app.catalog, &app.clock, &app.services.keys)
        .await
        .unwrap();
    demo_past::play(&app.app).await.unwrap();
    app
}

async fn inbox(app: &TestApp) -> Vec<Value> {
    app.administrator().await.inbox().await
}

fn text<'a>(item: &'a Value, field: &str) -> &'a str {
    item[field].as_str().unwrap_or_default()
}

/// How many emails are in the data folder.
fn mail_count(app: &TestApp) -> usize {
    let folder = app.home().folder().join("mail");
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}

/// Whoever has the cookies of an answer.
fn holding(app: &TestApp, answer: &Response) -> Visitor {
    let cookies: Vec<&str> = answer
        .headers()
        .get_all("set-cookie")
        .iter()
        .filter_map(|cookie| cookie.to_str().unwrap().split(';').next())
        .filter(|cookie| !cookie.ends_with('='))
        .collect();
    app.visitor().with("cookie", &cookies.join("; "))
}

async fn follow(app: &TestApp, link: &str) -> Response {
    let (_, token) = link.split_once("/demo#token=").unwrap();
    let link = json!({ "token": token });
    app.visitor().post("/api/demo/link", &link).await
}

both_engines!(a_demo_begins_with_things_to_decide, |home: TestDatabase| {
    let app = demo_of(Setup::new(home)).await;
    let items = inbox(&app).await;
    let mut kinds: Vec<&str> = items.iter().map(|item| text(item, "kind")).collect();
    kinds.sort_unstable();
    assert_eq!(
        kinds,
        [
            "chain_report",
            "claim",
            "claim",
            "claim",
            "closed_reports",
            "suggestion",
            "suggestion",
            "visitors_doubt",
        ]
    );
    for item in &items {
        let since: DateTime<Utc> = text(item, "since").parse().unwrap();
        let age = app.clock.now() - since;
        assert!(
            (TimeDelta::hours(12)..TimeDelta::days(14)).contains(&age),
            "{item}"
        );
    }

    let claims: Vec<&Value> = items
        .iter()
        .filter(|item| text(item, "kind") == "claim")
        .collect();
    let slugs: Vec<&str> = claims.iter().map(|claim| text(claim, "shopSlug")).collect();
    let contested = slugs
        .iter()
        .filter(|slug| slugs.iter().filter(|other| other == slug).count() == 2);
    assert_eq!(contested.count(), 2, "{slugs:?}");
    let words: String = claims.iter().map(|claim| text(claim, "text")).collect();
    for part in ["Form only", "strong proof", "Someone else claims it, too"] {
        assert!(words.contains(part), "{part}: {words}");
    }

    let admin = app.administrator().await;
    let all = admin.get("/api/admin/suggestions?status=decided").await;
    let all = all.expect(200).json();
    let mut states: Vec<&str> = all["suggestions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| text(one, "status"))
        .collect();
    states.sort_unstable();
    assert_eq!(states, ["accepted", "rejected"]);
    // What was decided can be undone, as ever.
    for decided in all["suggestions"].as_array().unwrap() {
        let path = format!("/api/admin/audit/{}/undo", text(decided, "entry"));
        admin.post(&path, &json!({})).await.expect(200);
    }
});

both_engines!(
    somebody_has_owned_a_shop_since_yesterday,
    |home: TestDatabase| {
        let app = demo_of(Setup::new(home)).await;
        let link = demo::second_owner_link(&app.services).await.unwrap();
        let answer = follow(&app, &link.unwrap()).await.expect(200);
        assert_eq!(answer.json()["path"], "/your-shop");
        let owner = holding(&app, &answer);
        let session = owner.get("/api/session").await.expect(200).json();
        let email = text(&session["person"], "email");
        assert_eq!(email, "nora.whitfield@mail.example");
        let shops = session["shops"].as_array().unwrap();
        assert_eq!(shops.len(), 1, "{session}");
        let id: Uuid = text(&shops[0], "id").parse().unwrap();
        let reads = app.database.reads();
        let row = shop::Entity::find_by_id(id).one(reads).await.unwrap();
        let row = row.unwrap();
        assert!(row.sample && row.owner_id.is_some());
        let confirmed_at = row.hours_confirmed_at.unwrap();
        assert!(app.clock.now() - confirmed_at < TimeDelta::days(1));

        let first = demo::owner_link(&app.services).await.unwrap();
        let answer = follow(&app, &first.unwrap()).await.expect(200);
        let other = holding(&app, &answer).get("/api/session").await.json();
        assert_ne!(text(&other["person"], "email"), email);

        // Whoever loses the shop isn't shown any more.
        app.edit_shop(id, |shop| shop.owner_id = None).await;
        let gone = demo::second_owner_link(&app.services).await.unwrap();
        assert_eq!(gone, None);
    }
);

both_engines!(the_first_night_changes_nothing, |home: TestDatabase| {
    let app = demo_of(Setup::new(home)).await;
    let (waiting, mails) = (inbox(&app).await, mail_count(&app));
    // Codes of four claims, two thank-yous, an approval, and two answers about suggestions, besides the owner's.
    assert!(mails >= 9, "{mails}");
    for _ in 0..5 {
        app.work().await;
        app.clock.advance(TimeDelta::hours(6));
    }
    app.work().await;
    assert_eq!(inbox(&app).await, waiting);
    assert_eq!(mail_count(&app), mails);
});

both_engines!(removing_the_demo_removes_its_past, |home: TestDatabase| {
    let app = demo_of(Setup::new(home)).await;
    let link = demo::second_owner_link(&app.services).await.unwrap();
    follow(&app, &link.unwrap()).await.expect(200);
    clear(&app.services).await.unwrap();
    let reads = app.database.reads();
    let left = [
        claim::Entity::find().count(reads).await.unwrap(),
        suggestion::Entity::find().count(reads).await.unwrap(),
        suggestion_sender::Entity::find()
            .count(reads)
            .await
            .unwrap(),
        fact_answer::Entity::find().count(reads).await.unwrap(),
        session::Entity::find().count(reads).await.unwrap(),
        person::Entity::find().count(reads).await.unwrap(),
    ];
    assert_eq!(left, [0; 6]);
    assert_eq!(inbox(&app).await, Vec::<Value>::new());
    let gone = demo::second_owner_link(&app.services).await.unwrap();
    assert_eq!(gone, None);
});

/// On New Year's Eve, and on a day when clocks are put forward.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_content_is_the_same_each_time() {
    let mut seen: Vec<Vec<[String; 3]>> = Vec::new();
    for moment in ["2026-12-31T23:59:30Z", "2026-03-08T09:30:00Z"] {
        let app = demo_of(Setup::on_sqlite().await.at(moment)).await;
        let items = inbox(&app).await;
        let told = items
            .iter()
            .map(|item| ["kind", "title", "text"].map(|field| text(item, field).to_owned()));
        seen.push(told.collect());
    }
    assert_eq!(seen[0], seen[1]);
}
