//! The boosts of a demo's past, and how they go on.

use axum::{Router, body::Body, http::Method};
use chrono::TimeDelta;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};
use townperk::{
    demo_past,
    features::{boosts, demo::seed_when_empty},
    platform::{id_generator::IdGenerator, payment_sandbox, settings::Listen},
};

use crate::support::{Setup, TestApp, TestDatabase};

/// A demo with its payment sandbox, as `serve --demo` makes it, at an address that answers from then on.
pub(crate) async fn demo_of(setup: Setup) -> TestApp {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let identifiers = IdGenerator::seeded(setup.clock(), 5);
    let setup = setup.settings(|settings| {
        settings.demo = true;
        settings.public_url.clear();
        settings.listen = Listen::Network(address);
        payment_sandbox::configure(settings, &identifiers).unwrap();
    });
    let app = setup.start().await;
    seed_when_empty(&app.database, &app.catalog, &app.clock, &app.services.keys)
        .await
        .unwrap();
    demo_past::play(&app.app).await.unwrap();
    let sandbox = app.app.payment_sandbox().unwrap().router();
    let router = Router::new().nest(payment_sandbox::PATH, sandbox);
    tokio::spawn(async move { axum::serve(listener, router).await });
    app
}

/// Sends what the sandbox has to tell, and returns how many events that were.
async fn receive_events(app: &TestApp) -> usize {
    let events = app.app.payment_sandbox().unwrap().take_due();
    let count = events.len();
    for event in events {
        app.visitor()
            .with("stripe-signature", &event.signature)
            .with("content-type", "application/json")
            .send(Method::POST, "/api/stripe/webhook", Body::from(event.body))
            .await
            .expect(200);
    }
    count
}

/// What somebody sees who has paid.
async fn boosts_of(app: &TestApp, mailbox: &str) -> Value {
    let email = format!("{mailbox}@mail.example");
    let payer = app.signed_in(&email).await;
    let asked = json!({ "email": email });
    let answer = payer.post("/api/get-subscription-info", &asked).await;
    answer.expect(200).json()
}

/// The state of somebody's only boost, as a sentence.
async fn state_of(app: &TestApp, mailbox: &str) -> String {
    let info = boosts_of(app, mailbox).await;
    let lists = ["subscriptions", "oneTimeBoosts"];
    let all: Vec<&Value> = lists
        .iter()
        .flat_map(|list| info[*list].as_array().unwrap())
        .collect();
    assert_eq!(all.len(), 1, "{info}");
    all[0]["stateLabel"].as_str().unwrap().to_owned()
}

/// Of the last twelve months: boosts by the month and at once, payments, and cents that came and went back.
async fn figures(app: &TestApp) -> [i64; 5] {
    let admin = app.administrator().await;
    let answer = admin.get("/api/admin/boosts/months").await.expect(200);
    let months = answer.json()["months"].as_array().unwrap().clone();
    [
        "subscriptions",
        "oneTime",
        "payments",
        "takenCents",
        "returnedCents",
    ]
    .map(|figure| {
        let each = months.iter().map(|month| month[figure].as_i64().unwrap());
        each.sum::<i64>()
    })
}

async fn inbox(app: &TestApp) -> Vec<Value> {
    app.administrator().await.inbox().await
}

/// The titles of what waits about payments, without the shops' names.
async fn payments_to_look_at(app: &TestApp) -> Vec<String> {
    let items = inbox(app).await.into_iter();
    let payments = items.filter(|item| item["kind"] == "boost_payment");
    let mut titles: Vec<String> = payments
        .map(|item| {
            let title = item["title"].as_str().unwrap();
            title.rsplit_once(": ").unwrap().1.to_owned()
        })
        .collect();
    titles.sort_unstable();
    titles
}

/// How many emails are in the data folder.
fn mail_count(app: &TestApp) -> usize {
    let folder = app.home().folder().join("mail");
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}

async fn count(app: &TestApp, table: &str) -> i64 {
    let reads = app.database.reads();
    let sql = format!("SELECT COUNT(*) AS number FROM {table}");
    let asked = Statement::from_string(reads.get_database_backend(), sql);
    let row = reads.query_one_raw(asked).await.unwrap().unwrap();
    row.try_get("", "number").unwrap()
}

both_engines!(there_is_a_boost_in_each_state, |home: TestDatabase| {
    let app = demo_of(Setup::new(home)).await;
    // The dollar that was paid instead of the price is being reviewed: it came in, and hasn't gone back.
    assert_eq!(figures(&app).await, [3, 2, 7, 3700, 800]);
    let told = [
        ("irene.castle", "Renews "),
        ("priya.raman", "Ends "),
        ("carla.mendes", "The last payment failed."),
        ("owen.park", "Refunded"),
        ("nora.whitfield", "$8, active until "),
    ];
    for (mailbox, beginning) in told {
        let state = state_of(&app, mailbox).await;
        assert!(state.starts_with(beginning), "{mailbox}: {state}");
    }
    assert_eq!(
        payments_to_look_at(&app).await,
        [
            "a payment that doesn't match its order",
            "a renewal was declined"
        ]
    );
    // Nobody has to look at anything else because of payments.
    let items = inbox(&app).await;
    let others = ["boost_link", "payment_notice"];
    let kind = |item: &Value| item["kind"].as_str().unwrap().to_owned();
    assert!(
        items
            .iter()
            .all(|item| !others.contains(&kind(item).as_str()))
    );
});

both_engines!(whoever_has_paid_finds_receipts, |home: TestDatabase| {
    let app = demo_of(Setup::new(home)).await;
    let email = "irene.castle@mail.example";
    let payer = app.signed_in(email).await;
    let asked = json!({ "email": email });
    let path = "/api/create-customer-portal-session";
    let portal = payer.post(path, &asked).await.expect(200).json();
    let (_, token) = portal["url"]
        .as_str()
        .unwrap()
        .split_once("/portal/")
        .unwrap();
    let path = format!("{}/portal/{token}", payment_sandbox::PATH);
    let page = app.visitor().get(&path).await.expect(200).text();
    assert!(page.contains("Renews on"), "{page}");
    assert_eq!(page.matches("<p>$5.00 paid</p>").count(), 2, "{page}");

    // And the owner whom a door shows, on the page of the shop.
    let owner = app.signed_in("nora.whitfield@mail.example").await;
    let session = owner.get("/api/session").await.expect(200).json();
    let slug = session["shops"][0]["slug"].as_str().unwrap();
    let path = format!("/api/your-shop/{slug}/boost");
    let boost = owner.get(&path).await.expect(200).json();
    let bought = boost["oneTimeBoosts"].as_array().unwrap();
    assert_eq!(bought.len(), 1, "{boost}");
    assert_eq!(bought[0]["amount"], 800);
});

both_engines!(the_first_30_hours_charge_nobody, |home: TestDatabase| {
    let app = demo_of(Setup::new(home)).await;
    let before = (inbox(&app).await, mail_count(&app), figures(&app).await);
    for hours in [0, 6, 6, 6, 6, 6] {
        app.clock.advance(TimeDelta::hours(hours));
        assert_eq!(receive_events(&app).await, 0);
        app.work().await;
    }
    let after = (inbox(&app).await, mail_count(&app), figures(&app).await);
    assert_eq!(after, before);
});

both_engines!(the_months_go_on_after_the_past, |home: TestDatabase| {
    let setup = Setup::new(home)
        .settings(|settings| settings.support_email = "help@coffee.cafe".to_owned());
    let app = demo_of(setup).await;
    let jobs = app.worker_of(&boosts::ROOM);
    let mut told = 0;
    for _ in 0..20 {
        app.clock.advance(TimeDelta::days(1));
        told += receive_events(&app).await;
        jobs.run_due().await.unwrap();
    }
    assert!(told > 0);
    // Days without an event are no reason to look for the webhook's URL.
    let alarms = "outbox WHERE subject = 'No payment webhook for two days'";
    assert_eq!(count(&app, alarms).await, 0);
    // One month more, and a card that was tried until it was given up.
    assert_eq!(figures(&app).await, [3, 2, 8, 4200, 800]);
    let renews = state_of(&app, "irene.castle").await;
    assert!(renews.starts_with("Renews "), "{renews}");
    let declined = state_of(&app, "carla.mendes").await;
    assert_eq!(declined, "Ended: the card was declined");
});

both_engines!(
    nothing_of_the_boosts_is_left_without_the_demo,
    |home: TestDatabase| {
        let app = demo_of(Setup::new(home)).await;
        assert_eq!(count(&app, "boost_purchases").await, 6);
        let rooms = app.services.rooms;
        rooms.clear_samples(&app.services).await.unwrap();
        let tables = [
            "boost_purchases",
            "boost_payments",
            "boosts",
            "people",
            "stripe_customers",
        ];
        let (jobs, mails) = (app.worker_of(&boosts::ROOM), app.services.mail_worker());
        // The sandbox knows nothing of it and goes on; nobody is told, and nothing comes back.
        for _ in 0..3 {
            for table in tables {
                assert_eq!(count(&app, table).await, 0, "{table}");
            }
            assert_eq!(inbox(&app).await, Vec::<Value>::new());
            app.clock.advance(TimeDelta::days(15));
            assert!(receive_events(&app).await > 0);
            jobs.run_due().await.unwrap();
            assert_eq!(mails.send_due().await.unwrap(), 0);
        }
    }
);

/// Also where the month that ended lately can't have begun on the same day of the month before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_card_was_declined_on_every_day_of_a_year() {
    for moment in ["2026-04-01T12:00:00Z", "2026-12-31T23:59:30Z"] {
        let app = demo_of(Setup::on_sqlite().await.at(moment)).await;
        assert_eq!(payments_to_look_at(&app).await.len(), 2, "{moment}");
        assert_eq!(figures(&app).await, [3, 2, 7, 3700, 800], "{moment}");
        app.clock.advance(TimeDelta::hours(30));
        assert_eq!(receive_events(&app).await, 0, "{moment}");
    }
}
