//! What a demo's past leaves behind.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};
use serde_json::{Value, json};
use townperk::{
    catalog::entities::{
        claim, fact_answer, listing, request, shop, story, suggestion, suggestion_sender,
    },
    demo_past,
    features::{
        demo::{self, clear, seed_when_empty},
        imports::{self, entity::review_item},
    },
    platform::{
        marks,
        sessions::{person, session},
        settings::{InboxMail, Secret, Settings},
    },
};
use uuid::Uuid;

use crate::support::{Response, Setup, SmtpServer, TestApp, TestDatabase, Visitor};

/// The support address, which is somebody's.
const OPERATOR: &str = "help@coffee.cafe";

/// A demo as `serve --demo` makes it.
pub(crate) async fn demo_of(setup: Setup) -> TestApp {
    let setup = setup.settings(|settings| {
        settings.demo = true;
        settings.public_url.clear();
    });
    let app = setup.start().await;
    fill(&app).await;
    app
}

/// Fills an empty directory as `serve --demo` does.
pub(crate) async fn fill(app: &TestApp) {
    seed_when_empty(&app.database, &app.catalog, &app.clock, &app.services.keys)
        .await
        .unwrap();
    demo_past::play(&app.app).await.unwrap();
}

async fn inbox(app: &TestApp) -> Vec<Value> {
    app.administrator().await.inbox().await
}

fn text<'a>(item: &'a Value, field: &str) -> &'a str {
    item[field].as_str().unwrap_or_default()
}

/// How many emails are in the data folder.
pub(crate) fn mail_count(app: &TestApp) -> usize {
    let folder = app.home().folder().join("mail");
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}

/// What the panel lists of imports, uploaded lists and requests.
async fn administration(app: &TestApp) -> Vec<Value> {
    let admin = app.administrator().await;
    let mut lists = Vec::new();
    for path in ["imports", "import-files", "requests"] {
        let list = admin.get(&format!("/api/admin/{path}")).await;
        lists.push(list.expect(200).json());
    }
    lists
}

/// Whoever has the cookies of an answer.
pub(crate) fn holding(app: &TestApp, answer: &Response) -> Visitor {
    let cookies: Vec<&str> = answer
        .headers()
        .get_all("set-cookie")
        .iter()
        .filter_map(|cookie| cookie.to_str().unwrap().split(';').next())
        .filter(|cookie| !cookie.ends_with('='))
        .collect();
    app.visitor().with("cookie", &cookies.join("; "))
}

pub(crate) async fn follow(app: &TestApp, link: &str) -> Response {
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
            "import",
            "import",
            "import",
            "listing",
            "mail",
            "story",
            "story",
            "suggestion",
            "suggestion",
            "takedown_page",
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
    each_thing_to_decide_is_what_it_seems,
    |home: TestDatabase| {
        let app = demo_of(Setup::new(home)).await;
        let items = inbox(&app).await;
        let of = |kind: &str| {
            let theirs = items.iter().filter(|item| text(item, "kind") == kind);
            theirs.collect::<Vec<&Value>>()
        };
        let mut reasons: Vec<&str> = of("import")
            .iter()
            .map(|item| text(&item["record"]["why"], "code"))
            .collect();
        reasons.sort_unstable();
        assert_eq!(
            reasons,
            ["common_name", "foreign_point", "same_name_no_address"]
        );
        let bounced = text(of("mail")[0], "text");
        assert!(
            bounced.contains("june.alder@mial.invalid") && bounced.contains("5.1.2"),
            "{bounced}"
        );
        let photos: Vec<&str> = of("story")
            .iter()
            .filter_map(|item| item["photoUrl"].as_str())
            .collect();
        assert_eq!(photos.len(), 1);
        app.visitor().get(photos[0]).await.expect(200);
        let doubt = text(of("listing")[0], "text");
        assert!(doubt.contains("Possibly a chain"), "{doubt}");

        let admin = app.administrator().await;
        let log = admin.get("/api/admin/audit?action=story.approve").await;
        assert_eq!(log.expect(200).json()["total"], 1);
    }
);

both_engines!(
    the_newer_of_two_imports_can_be_undone,
    |home: TestDatabase| {
        let app = demo_of(Setup::new(home)).await;
        let reads = app.database.reads();
        let real = shop::Entity::find().filter(shop::Column::Sample.eq(false));
        assert_eq!(real.count(reads).await.unwrap(), 0);
        let view = app.services.catalog.view();
        view.each_listed_shop(|shop, _| assert!(shop.sample, "{} seems real", shop.slug));
        let admin = app.administrator().await;
        let listed = admin.get("/api/admin/imports").await.expect(200).json();
        let told: Vec<Value> = (listed["imports"].as_array().unwrap().iter())
            .map(|import| {
                assert_eq!(import["source"], "sample-coffee-guide");
                assert_ne!(import["endedAt"], Value::Null);
                let counts = &import["counts"];
                json!([import["number"], counts["added"], counts["toReview"]])
            })
            .collect();
        assert_eq!(told, [json!([2, 2, 3]), json!([1, 6, 0])]);

        let nothing = json!({});
        let undo = admin.post("/api/admin/imports/2/undo", &nothing);
        let undone = app.working(undo).await.expect(200).json();
        assert_eq!(
            (&undone["removed"], &undone["kept"]),
            (&json!(2), &json!(0)),
            "{undone}"
        );
        let left = inbox(&app).await;
        assert!(left.iter().all(|item| text(item, "kind") != "import"));
    }
);

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
    let operator = |settings: &mut Settings| settings.support_email = OPERATOR.to_owned();
    let app = demo_of(Setup::new(home).settings(operator)).await;
    let (waiting, mails) = (inbox(&app).await, mail_count(&app));
    let lists = administration(&app).await;
    // Codes of four claims, a listing and three sign-ins, two thank-yous, an approval, and an answer about a suggestion.
    assert!(mails >= 12, "{mails}");
    for _ in 0..5 {
        app.work().await;
        app.clock.advance(TimeDelta::hours(6));
    }
    app.work().await;
    assert_eq!(inbox(&app).await, waiting);
    assert_eq!(mail_count(&app), mails);
    assert_eq!(administration(&app).await, lists);
});

/// A night later, the operator is mailed as everywhere: each morning, or when something new has come.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_operator_is_mailed_nothing_about_what_a_demo_begins_with() {
    for inbox_mail in [InboxMail::Daily, InboxMail::AtOnce] {
        let server = SmtpServer::start().await;
        let url = server.url();
        let setup = Setup::on_sqlite().await.settings(|settings| {
            settings.support_email = OPERATOR.to_owned();
            settings.inbox_mail = inbox_mail;
            settings.smtp_url = Secret::new(url);
        });
        let app = demo_of(setup).await;
        let told = || {
            let received = server.received().into_iter();
            received.filter(|mail| mail.recipient == OPERATOR).count()
        };
        for _ in 0..5 {
            app.work().await;
            app.clock.advance(TimeDelta::hours(6));
        }
        app.work().await;
        assert_eq!(told(), 0, "{inbox_mail:?}");
        if inbox_mail == InboxMail::AtOnce {
            let samples = demo::unowned_samples(app.database.reads()).await.unwrap();
            let takedown = json!({
                "shop": samples[0].slug,
                "reason": "closed",
                "details": "We closed in May.",
                "email": "jo@mail.example"
            });
            let visitor = app.visitor();
            let asked = visitor.post("/api/takedown-requests", &takedown).await;
            asked.expect(202);
        }
        app.clock.advance(TimeDelta::days(1));
        app.work().await;
        assert_eq!(told(), 1, "{inbox_mail:?}");
    }
}

both_engines!(
    a_demo_knows_whether_its_past_is_whole,
    |home: TestDatabase| {
        let folder = home.folder();
        let setup = Setup::new(home).settings(|settings| {
            settings.demo = true;
            settings.public_url.clear();
            demo::provide_places(settings, &folder).unwrap();
        });
        let app = setup.start().await;
        let lacks_past = async || demo::lacks_past(app.database.reads()).await.unwrap();
        assert!(!lacks_past().await, "there is no demo");
        seed_when_empty(&app.database, &app.catalog, &app.clock, &app.services.keys)
            .await
            .unwrap();
        assert!(lacks_past().await);
        demo_past::play(&app.app).await.unwrap();
        assert!(!lacks_past().await);
        clear(&app.services).await.unwrap();
        assert!(!lacks_past().await);
        let mark = marks::last(app.database.reads(), marks::INVENTED_PAST).await;
        assert_eq!(mark.unwrap(), None, "the next demo has a past of its own");
        // Whoever tries expansion in what was a demo gets invented shops, and no demo.
        let admin = app.administrator().await;
        let asked = json!({ "zipCode": "71322" });
        let run = admin.post("/api/admin/zip-expansion", &asked);
        app.working(run).await.expect(200);
        let samples = demo::unowned_samples(app.database.reads()).await.unwrap();
        assert!(!samples.is_empty());
        assert!(!lacks_past().await);
    }
);

both_engines!(removing_the_demo_removes_its_past, |home: TestDatabase| {
    let app = demo_of(Setup::new(home)).await;
    let link = demo::second_owner_link(&app.services).await.unwrap();
    follow(&app, &link.unwrap()).await.expect(200);
    // What becomes of a question about an invented list is invented, too.
    let admin = app.administrator().await;
    for question in inbox(&app).await {
        if text(&question["record"]["why"], "code") == "foreign_point" {
            let path = format!(
                "/api/admin/import-questions/{}/accept",
                text(&question, "id")
            );
            admin.post(&path, &json!({})).await.expect(200);
        }
    }
    let cleared = clear(&app.services).await.unwrap();
    assert_eq!((cleared.held, cleared.remaining), (0, 0));
    assert_eq!(imports::clear_samples(&app.services).await.unwrap(), 2);
    let lists = administration(&app).await;
    assert_eq!(lists[0]["total"], 0);
    assert_eq!((&lists[1]["files"], &lists[2]), (&json!([]), &json!([])));
    let of_people = session::Entity::find().filter(session::Column::Kind.eq(session::Kind::Owner));
    let reads = app.database.reads();
    let left = [
        claim::Entity::find().count(reads).await.unwrap(),
        suggestion::Entity::find().count(reads).await.unwrap(),
        suggestion_sender::Entity::find()
            .count(reads)
            .await
            .unwrap(),
        fact_answer::Entity::find().count(reads).await.unwrap(),
        listing::Entity::find().count(reads).await.unwrap(),
        request::Entity::find().count(reads).await.unwrap(),
        story::Entity::find().count(reads).await.unwrap(),
        review_item::Entity::find().count(reads).await.unwrap(),
        of_people.count(reads).await.unwrap(),
        person::Entity::find().count(reads).await.unwrap(),
    ];
    assert_eq!(left, [0; 10]);
    assert_eq!(inbox(&app).await, Vec::<Value>::new());
    let gone = demo::second_owner_link(&app.services).await.unwrap();
    assert_eq!(gone, None);
});
