//! Who reads what the demo has mailed, and what elsewhere is kept of it.

use chrono::TimeDelta;
use sea_orm::{ConnectionTrait, Statement};
use serde_json::{Value, json};
use townperk::{
    features::demo::{clear, forget_mails_unless_demo},
    platform::settings::Secret,
};

use super::{demo, demo_with, follow, started_as_demo};
use crate::support::{Setup, SmtpServer, TestApp, TestDatabase, Visitor};

const MAILS: &str = "/api/demo/mails";

/// Asks for a code to sign in, and sends it.
async fn ask(app: &TestApp, email: &str) {
    let body = json!({ "email": email });
    let asked = app.visitor().post("/api/sign-in", &body).await;
    asked.expect(202);
    app.services().mail_worker().send_due().await.unwrap();
}

async fn mails(visitor: &Visitor) -> Vec<Value> {
    let answer = visitor.get(MAILS).await.expect(200);
    assert_eq!(answer.header("cache-control"), "no-store");
    answer.json()["mails"].as_array().unwrap().clone()
}

fn address_of(mail: &Value) -> String {
    format!("{MAILS}/{}", mail["id"].as_str().unwrap())
}

fn html_of(mail: &Value) -> String {
    format!("{}/html", address_of(mail))
}

/// The texts and the HTML in the outbox, of emails that were sent.
async fn sent_texts(app: &TestApp) -> Vec<String> {
    let statement = Statement::from_string(
        app.database.reads().get_database_backend(),
        "SELECT text || html AS line FROM outbox WHERE state = 'sent'",
    );
    let rows = app.database.reads().query_all_raw(statement).await.unwrap();
    rows.iter()
        .map(|row| row.try_get("", "line").unwrap())
        .collect()
}

both_engines!(what_the_demo_mailed_is_read_there, |home: TestDatabase| {
    let app = demo(home).await;
    let visitor = app.visitor();
    let none = visitor.get(MAILS).await.expect(200).json();
    assert_eq!(none, json!({ "mails": [], "isPublic": false }));
    ask(&app, "ann@home.example").await;
    let listed = mails(&visitor).await;
    assert_eq!(listed.len(), 1);
    let mail = &listed[0];
    assert_eq!(mail["to"], "ann@home.example");
    assert_eq!(mail["state"], "sent");
    let code = &mail["subject"].as_str().unwrap()[..6];
    assert_eq!(mail["text"], Value::Null, "a list has no texts");
    let read = visitor.get(&address_of(mail)).await.expect(200);
    assert_eq!(read.header("cache-control"), "no-store");
    let read = read.json();
    let text = read["text"].as_str().unwrap();
    assert!(
        text.contains(code) && text.contains("/sign-in#token="),
        "{text}"
    );

    let shown = visitor.get(&html_of(mail)).await.expect(200);
    assert_eq!(shown.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(shown.header("cache-control"), "no-store");
    let policy = shown.header("content-security-policy").to_owned();
    for part in [
        "default-src 'none'",
        "sandbox allow-top-navigation-by-user-activation;",
        "frame-ancestors 'self'",
    ] {
        assert!(policy.contains(part), "{policy}");
    }
    let html = shown.text();
    assert!(
        html.contains(code) && html.contains("<base target=\"_top\">"),
        "{html}"
    );

    let typed = json!({ "email": "ann@home.example", "code": code });
    visitor.post("/api/sign-in/code", &typed).await.expect(200);
});

both_engines!(the_newest_mail_comes_first, |home: TestDatabase| {
    let app = demo(home).await;
    for email in ["ann@home.example", "bob@home.example"] {
        ask(&app, email).await;
        app.clock.advance(TimeDelta::minutes(1));
    }
    let listed = mails(&app.visitor()).await;
    let order: Vec<&Value> = listed.iter().map(|mail| &mail["to"]).collect();
    assert_eq!(order, ["bob@home.example", "ann@home.example"]);
});

both_engines!(strangers_read_no_mail, |home: TestDatabase| {
    let app = demo(home).await;
    ask(&app, "ann@home.example").await;
    let listed = mails(&app.visitor()).await;
    let (text, html) = (address_of(&listed[0]), html_of(&listed[0]));
    for header in ["x-forwarded-for", "forwarded"] {
        let passed_on = app.visitor().with(header, "for=203.0.113.9");
        for path in [MAILS, text.as_str(), html.as_str()] {
            passed_on.get(path).await.expect(404);
        }
    }
    for id in ["00000000-0000-7000-8000-000000000000", "1"] {
        for path in [format!("{MAILS}/{id}"), format!("{MAILS}/{id}/html")] {
            let missing = app.visitor().get(&path).await.expect(404);
            assert_eq!(missing.json()["code"], "not_found");
        }
    }
});

both_engines!(
    a_mail_says_that_its_code_has_expired,
    |home: TestDatabase| {
        let app = demo(home).await;
        ask(&app, "ann@home.example").await;
        assert_eq!(mails(&app.visitor()).await[0]["isExpired"], false);
        app.clock.advance(TimeDelta::hours(1));
        ask(&app, "bob@home.example").await;
        let listed = mails(&app.visitor()).await;
        let expired: Vec<&Value> = listed.iter().map(|mail| &mail["isExpired"]).collect();
        assert_eq!(expired, [&json!(false), &json!(true)]);
    }
);

both_engines!(
    where_everybody_has_the_doors_everybody_reads_the_mails,
    |home: TestDatabase| {
        let app = demo_with(home, |settings| {
            settings.public_url = "https://demo.townperk.example".to_owned();
            settings.demo_doors = true;
        })
        .await;
        let stranger = app.visitor().with("x-forwarded-for", "203.0.113.9");
        let listed = stranger.get(MAILS).await.expect(200).json();
        assert_eq!(listed["isPublic"], true);
    }
);

both_engines!(outside_a_demo_no_text_is_kept, |home: TestDatabase| {
    let setup = Setup::new(home).settings(|settings| {
        settings.public_url.clear();
        settings.demo_doors = true;
    });
    let app = setup.start().await;
    ask(&app, "ann@home.example").await;
    app.visitor().get(MAILS).await.expect(404);
    assert_eq!(sent_texts(&app).await, [""]);
});

both_engines!(beside_real_shops_no_text_is_kept, |home: TestDatabase| {
    let app = started_as_demo(home, |_| {}).await;
    let city = app.city("Alexandria", "LA").await;
    app.shop(&city).await;
    ask(&app, "ann@home.example").await;
    app.visitor().get(MAILS).await.expect(404);
    assert_eq!(sent_texts(&app).await, [""]);
});

both_engines!(
    once_the_demo_is_removed_no_text_is_kept,
    |home: TestDatabase| {
        let app = demo(home).await;
        ask(&app, "ann@home.example").await;
        let kept = sent_texts(&app).await;
        assert!(kept.len() == 1 && !kept[0].is_empty(), "{kept:?}");
        let listed = mails(&app.visitor()).await;
        for path in [address_of(&listed[0]), html_of(&listed[0])] {
            app.visitor().get(&path).await.expect(200);
        }

        clear(&app.services).await.unwrap();
        follow(&app, 0).await;
        assert_eq!(sent_texts(&app).await, [""]);
        ask(&app, "bob@home.example").await;
        assert_eq!(sent_texts(&app).await, ["", ""]);
        app.visitor().get(MAILS).await.expect(404);
    }
);

both_engines!(
    a_server_that_is_no_demo_forgets_what_one_mailed,
    |home: TestDatabase| {
        let mut app = demo(home).await;
        ask(&app, "ann@home.example").await;
        assert_eq!(forget_mails_unless_demo(&app.services).await.unwrap(), 0);
        assert_eq!(mails(&app.visitor()).await.len(), 1);
        let later = app.second_node_with(|settings| settings.demo = false).await;
        let forgotten = forget_mails_unless_demo(&later.services).await;
        assert_eq!(forgotten.unwrap(), 1);
        assert_eq!(sent_texts(&app).await, [""]);
    }
);

both_engines!(
    a_mail_server_gets_no_mail_to_addresses_that_are_nobodys,
    |home: TestDatabase| {
        let server = SmtpServer::start().await;
        let url = server.url();
        let app = demo_with(home, |settings| settings.smtp_url = Secret::new(url)).await;
        ask(&app, "owner1@example.com").await;
        app.clock.advance(TimeDelta::minutes(1));
        ask(&app, "ann@coffee.cafe").await;
        let received: Vec<String> = server
            .received()
            .into_iter()
            .map(|mail| mail.recipient)
            .collect();
        assert_eq!(received, ["ann@coffee.cafe"]);
        let listed = mails(&app.visitor()).await;
        let kept: Vec<(&Value, &Value)> = listed
            .iter()
            .map(|mail| (&mail["to"], &mail["state"]))
            .collect();
        assert_eq!(
            kept,
            [
                (&json!("ann@coffee.cafe"), &json!("sent")),
                (&json!("owner1@example.com"), &json!("sent")),
            ]
        );
    }
);

both_engines!(
    an_email_that_no_address_can_get_fails_in_a_demo,
    |home: TestDatabase| {
        let app = demo(home).await;
        ask(&app, "ann@home.invalid").await;
        let listed = mails(&app.visitor()).await;
        assert_eq!(
            (&listed[0]["to"], &listed[0]["state"]),
            (&json!("ann@home.invalid"), &json!("failed"))
        );
        let admin = app.administrator().await;
        let failed = admin.get("/api/admin/outbox").await.expect(200).text();
        assert!(failed.contains("5.1.2"), "{failed}");

        // It goes with the demo; afterwards, such an address is as good as any.
        clear(&app.services).await.unwrap();
        assert_eq!(app.administrator().await.inbox().await, Vec::<Value>::new());
        app.clock.advance(TimeDelta::minutes(1));
        ask(&app, "ann@home.invalid").await;
        assert_eq!(sent_texts(&app).await, [""]);
    }
);
