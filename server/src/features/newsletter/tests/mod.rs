//! The newsletter as readers, strangers and mail programs meet it.

use axum::{body::Body, http::Method};
use chrono::TimeDelta;
use sea_orm::EntityTrait;
use serde_json::json;
use townperk::{
    catalog::entities::story, features::newsletter::operator, platform::settings::Secret,
};

use crate::support::{Mood, Received, Response, Setup, SmtpServer, TestApp, Visitor};

const ANN: &str = "ann@home.example";

async fn sign_up(visitor: &Visitor, email: &str) -> Response {
    sign_up_with(visitor, json!({ "email": email })).await
}

async fn sign_up_with(visitor: &Visitor, body: serde_json::Value) -> Response {
    visitor
        .clone()
        .with("content-type", "application/json")
        .send(
            Method::POST,
            "/api/newsletter/subscribe",
            Body::from(body.to_string()),
        )
        .await
}

async fn post(app: &TestApp, path: &str, form: &str) -> Response {
    app.visitor()
        .with("content-type", "application/x-www-form-urlencoded")
        .send(Method::POST, path, Body::from(form.to_owned()))
        .await
}

/// The first link to `path` in a mail's text part, from its path on.
fn link(mail: &Received, path: &str) -> String {
    let text = mail.data.replace("=\r\n", "").replace("=3D", "=");
    let start = text
        .find(&format!("https://townperk.example{path}"))
        .unwrap_or_else(|| panic!("no {path} in {text}"));
    let address = text[start..].split_whitespace().next().unwrap();
    address
        .trim_start_matches("https://townperk.example")
        .to_owned()
}

fn value_after<'a>(link: &'a str, name: &str) -> &'a str {
    link.split_once(&format!("{name}=")).unwrap().1
}

/// Signs up and confirms; gives the reader's pass.
async fn subscribe(app: &TestApp, email: &str, towns: &[uuid::Uuid]) -> String {
    sign_up(&app.visitor(), email).await.expect(200);
    let mails = app.mails().await;
    let mail = mails.iter().rfind(|mail| mail.recipient == email).unwrap();
    let token = link(mail, "/newsletter/confirm");
    let towns: String = towns.iter().map(|id| format!("&town={id}")).collect();
    let form = format!(
        "credential={}&action=confirm{towns}",
        value_after(&token, "token")
    );
    let page = post(app, "/newsletter/confirm", &form).await.expect(200);
    assert_eq!(page.html().h1(), "You are subscribed");
    value_after(&link(mail, "/newsletter/unsubscribe"), "reader").to_owned()
}

both_engines!(
    signing_up_takes_a_mail_and_a_press_of_a_button,
    |app: TestApp| {
        let answer = sign_up(&app.visitor(), " Ann@Home.Example ")
            .await
            .expect(200);
        assert_eq!(answer.header("cache-control"), "no-store");
        assert!(answer.headers().get("set-cookie").is_none());
        let mails = app.mails().await;
        assert_eq!(mails.len(), 1);
        assert_eq!(mails[0].recipient, "Ann@home.example");
        assert_eq!(
            mails[0].header("List-Unsubscribe"),
            "",
            "nobody is on a list yet"
        );
        let address = link(&mails[0], "/newsletter/confirm");
        for _ in 0..2 {
            let page = app.visitor().get(&address).await.expect(200);
            assert_eq!(
                page.html().h1(),
                "Confirm your subscription",
                "a GET confirms nothing"
            );
            assert_eq!(page.header("cache-control"), "no-store");
            assert_eq!(page.header("x-robots-tag"), "noindex");
            assert!(!page.text().contains("<script"), "it works without one");
        }
        let form = format!(
            "credential={}&action=confirm",
            value_after(&address, "token")
        );
        let page = post(&app, "/newsletter/confirm", &form).await.expect(200);
        assert_eq!(page.html().h1(), "You are subscribed");
        let again = post(&app, "/newsletter/confirm", &form).await.expect(200);
        assert_eq!(
            again.html().h1(),
            "You are subscribed already",
            "a token works once"
        );
    }
);

both_engines!(the_answer_is_the_same_for_every_address, |app: TestApp| {
    let reader = subscribe(&app, ANN, &[]).await;
    let refused = "bob@home.example";
    sign_up(&app.visitor(), refused).await.expect(200);
    let mails = app.mails().await;
    let mail = mails.iter().find(|mail| mail.recipient == refused).unwrap();
    post(&app, &link(mail, "/newsletter/unsubscribe"), "")
        .await
        .expect(200);
    app.clock.advance(TimeDelta::hours(25));
    let sent = app.mails().await.len();
    let mut answers = Vec::new();
    for email in ["new@home.example", ANN, refused] {
        let answer = sign_up(&app.visitor(), email).await.expect(200);
        answers.push(answer.text());
    }
    assert!(
        answers.windows(2).all(|two| two[0] == two[1]),
        "{answers:?}"
    );
    let mails = app.mails().await;
    let mut to: Vec<&str> = mails[sent..]
        .iter()
        .map(|mail| mail.recipient.as_str())
        .collect();
    to.sort_unstable();
    assert_eq!(
        to,
        [ANN, "new@home.example"],
        "who said no hears nothing more"
    );
    let reminder = mails[sent..]
        .iter()
        .find(|mail| mail.recipient == ANN)
        .unwrap();
    assert!(reminder.header("Subject").contains("already"));
    assert!(link(reminder, "/newsletter/preferences").ends_with(&reader));
});

both_engines!(an_address_gets_one_mail_a_day_by_it, |app: TestApp| {
    for email in [ANN, "ANN@home.example", ANN] {
        sign_up(&app.visitor(), email).await.expect(200);
    }
    assert_eq!(app.mails().await.len(), 1);
    for number in 0..10 {
        sign_up(&app.visitor(), &format!("carl+{number}@home.example"))
            .await
            .expect(200);
    }
    assert_eq!(app.mails().await.len(), 4, "tags lead into one mailbox");
    app.clock.advance(TimeDelta::hours(24));
    sign_up(&app.visitor(), ANN).await.expect(200);
    assert_eq!(app.mails().await.len(), 5);
});

both_engines!(
    a_newer_mail_replaces_the_link_of_the_older,
    |app: TestApp| {
        sign_up(&app.visitor(), ANN).await.expect(200);
        let first = link(&app.mails().await[0], "/newsletter/confirm");
        app.clock.advance(TimeDelta::hours(30));
        sign_up(&app.visitor(), ANN).await.expect(200);
        let second = link(&app.mails().await[1], "/newsletter/confirm");
        app.visitor().get(&first).await.expect(404);
        app.clock.advance(TimeDelta::hours(47));
        app.visitor().get(&second).await.expect(200);
    }
);

both_engines!(
    forged_and_expired_tokens_get_a_clear_page,
    |app: TestApp| {
        sign_up(&app.visitor(), ANN).await.expect(200);
        let address = link(&app.mails().await[0], "/newsletter/confirm");
        let token = value_after(&address, "token").to_owned();
        for forged in [
            "",
            "0",
            &"0".repeat(40),
            &token[1..],
            "%00%ff",
            &"x".repeat(3000),
        ] {
            let page = app
                .visitor()
                .get(&format!("/newsletter/confirm?token={forged}"))
                .await
                .expect(404);
            assert_eq!(page.html().h1(), "This link does not work");
            let form = format!("credential={forged}&action=confirm");
            post(&app, "/newsletter/confirm", &form).await.expect(404);
        }
        app.clock.advance(TimeDelta::hours(48));
        let page = app.visitor().get(&address).await.expect(410);
        assert_eq!(page.html().h1(), "This link has expired");
        let form = format!("credential={token}&action=confirm");
        post(&app, "/newsletter/confirm", &form).await.expect(410);
        let reader = subscribe(&app, "bob@home.example", &[]).await;
        let mut forged = reader.clone();
        forged.replace_range(
            40..41,
            if forged.as_bytes()[40] == b'0' {
                "1"
            } else {
                "0"
            },
        );
        for pass in ["", &forged, &reader[..63], &format!("{reader}0"), "ä"] {
            for page in ["preferences", "unsubscribe"] {
                let address = format!("/newsletter/{page}?reader={}", pass.replace('ä', "%C3%A4"));
                app.visitor().get(&address).await.expect(404);
                post(&app, &address, "").await.expect(404);
            }
        }
    }
);

both_engines!(
    who_never_confirms_is_forgotten_after_a_week,
    |app: TestApp| {
        sign_up(&app.visitor(), ANN).await.expect(200);
        let reader = link(&app.mails().await[0], "/newsletter/unsubscribe");
        app.clock.advance(TimeDelta::days(6));
        app.work().await;
        assert_eq!(
            app.visitor().get(&reader).await.expect(200).html().h1(),
            "Unsubscribe"
        );
        app.clock.advance(TimeDelta::hours(25));
        app.work().await;
        let page = app.visitor().get(&reader).await.expect(200);
        assert_eq!(page.html().h1(), "You are unsubscribed");
    }
);

both_engines!(bad_input_is_refused_with_its_field, |app: TestApp| {
    for email in [
        "",
        " ",
        "ann",
        "ann@home",
        "ann@@home.example",
        "ann@home.example, bob@home.example",
        "<ann@home.example>",
    ] {
        let answer = sign_up(&app.visitor(), email).await.expect(400).json();
        assert_eq!(answer["field"], "email", "{email}");
    }
    for body in [
        json!({}),
        json!({ "email": 1 }),
        json!({ "email": ANN, "admin": true }),
    ] {
        sign_up_with(&app.visitor(), body).await.expect(400);
    }
    for body in [json!([ANN]), json!(ANN), json!(1), json!(null)] {
        let answer = sign_up_with(&app.visitor(), body).await.expect(400).json();
        assert_eq!(answer["message"], "The body must be a JSON object.");
    }
    let form = app
        .visitor()
        .with("content-type", "application/x-www-form-urlencoded");
    let send = |visitor: Visitor, body: &str| {
        let body = Body::from(body.to_owned());
        async move {
            visitor
                .send(Method::POST, "/api/newsletter/subscribe", body)
                .await
        }
    };
    send(form, "email=ann@home.example").await.expect(415);
    let foreign = app
        .visitor()
        .with("content-type", "application/json")
        .with("origin", "https://evil.example");
    send(foreign, r#"{"email":"ann@home.example"}"#)
        .await
        .expect(403);
    let long = format!(r#"{{"email":"{}"}}"#, "a".repeat(10_000));
    send(
        app.visitor().with("content-type", "application/json"),
        &long,
    )
    .await
    .expect(413);
    assert!(app.mails().await.is_empty());
});

both_engines!(programs_are_told_nothing, |app: TestApp| {
    let filled = json!({ "email": ANN, "homepage": "https://spam.example", "afterMillis": 5000 });
    let answer = sign_up_with(&app.visitor(), filled).await.expect(200);
    let person = json!({ "email": "bob@home.example", "homepage": "", "afterMillis": 5000 });
    assert_eq!(
        answer.text(),
        sign_up_with(&app.visitor(), person)
            .await
            .expect(200)
            .text()
    );
    let hasty = json!({ "email": "carl@home.example", "afterMillis": 20 });
    let refused = sign_up_with(&app.visitor(), hasty).await.expect(429);
    assert_eq!(refused.header("retry-after"), "1");
    let to: Vec<String> = app
        .mails()
        .await
        .into_iter()
        .map(|mail| mail.recipient)
        .collect();
    assert_eq!(to, ["bob@home.example"]);
});

both_engines!(
    five_hundred_sign_ups_of_one_network_cause_twenty_mails,
    |app: TestApp| {
        let mut taken = 0;
        for number in 0..500 {
            let visitor = app.visitor().from(&format!("203.0.113.{}", number % 250));
            let answer = sign_up(&visitor, &format!("person{number}@home.example")).await;
            match answer.status() {
                200 => taken += 1,
                429 => assert!(answer.header("retry-after").parse::<u32>().unwrap() > 0),
                other => panic!("{other}"),
            }
        }
        assert_eq!((taken, app.mails().await.len()), (20, 20));
        sign_up(&app.visitor().from("198.51.100.7"), ANN)
            .await
            .expect(200);
    }
);

both_engines!(
    one_click_ends_it_at_once_without_a_cookie,
    |app: TestApp| {
        let town = app.city("Alexandria", "LA").await;
        let reader = subscribe(&app, ANN, &[]).await;
        app.shop(&town).await;
        // Thursday, 5 March 2026, 14:00 UTC.
        app.clock.advance(TimeDelta::hours(23));
        app.services().job_worker().run_due().await.unwrap();
        let address = format!("/newsletter/unsubscribe?reader={reader}");
        let program = app
            .visitor()
            .with("content-type", "application/x-www-form-urlencoded")
            .with("sec-fetch-site", "cross-site")
            .with("origin", "https://mail.example");
        for _ in 0..2 {
            let body = Body::from("List-Unsubscribe=One-Click");
            let answer = program.send(Method::POST, &address, body).await.expect(200);
            assert_eq!(answer.html().h1(), "You are unsubscribed");
            assert!(answer.headers().get("set-cookie").is_none());
        }
        let issues = app
            .mails()
            .await
            .into_iter()
            .filter(|mail| !mail.header("List-ID").is_empty());
        assert_eq!(issues.count(), 0, "what waited was called back");
        let preferences = app
            .visitor()
            .get(&format!("/newsletter/preferences?reader={reader}"))
            .await;
        assert_eq!(preferences.expect(200).html().h1(), "You are unsubscribed");
    }
);

both_engines!(who_left_may_come_back, |app: TestApp| {
    let reader = subscribe(&app, ANN, &[]).await;
    post(
        &app,
        &format!("/newsletter/unsubscribe?reader={reader}"),
        "",
    )
    .await
    .expect(200);
    app.clock.advance(TimeDelta::minutes(1));
    let again = subscribe(&app, ANN, &[]).await;
    assert_ne!(reader, again);
});

both_engines!(a_reader_chooses_towns, |app: TestApp| {
    let town = app.city("Alexandria", "LA").await;
    let other = app.city("Hammond", "LA").await;
    app.shop(&town).await;
    app.shop(&other).await;
    let reader = subscribe(&app, ANN, &[town.id]).await;
    let address = format!("/newsletter/preferences?reader={reader}");
    let page = app.visitor().get(&address).await.expect(200).text();
    assert!(page.contains("Alexandria, LA") && !page.contains("Hammond, LA"));
    let find = format!("credential={reader}&find=hamm&action=find&town={}", town.id);
    let page = post(&app, "/newsletter/preferences", &find)
        .await
        .expect(200)
        .text();
    assert!(page.contains("Hammond, LA") && page.contains("Alexandria, LA"));
    let save = format!(
        "credential={reader}&find=&action=save&town={}&town={}",
        other.id,
        uuid::Uuid::nil()
    );
    let page = post(&app, "/newsletter/preferences", &save)
        .await
        .expect(200)
        .text();
    assert!(
        page.contains("Saved.") && page.contains("Hammond, LA") && !page.contains("Alexandria, LA")
    );
    let html = "credential=x&find=%3Cscript%3Ealert(1)%3C/script%3E&action=find";
    let page = post(&app, "/newsletter/preferences", &html.replace('x', &reader))
        .await
        .expect(200)
        .text();
    assert!(!page.contains("<script"), "what was typed is text");
});

both_engines!(
    an_issue_goes_out_once_to_those_it_has_news_for,
    |app: TestApp| {
        let town = app.city("Alexandria", "LA").await;
        let other = app.city("Hammond", "LA").await;
        let old = app.shop(&town).name("Old Shop").await;
        // Thursday again, an hour after the issue.
        app.clock.advance(TimeDelta::days(29));
        subscribe(&app, ANN, &[]).await;
        subscribe(&app, "bob@home.example", &[town.id]).await;
        subscribe(&app, "carl@home.example", &[other.id]).await;
        app.shop(&town).name("Rust & Bean").await;
        app.clock.advance(TimeDelta::days(7));
        app.work().await;
        app.work().await;
        let issues = |mails: Vec<Received>| -> Vec<Received> {
            mails
                .into_iter()
                .filter(|mail| !mail.header("List-ID").is_empty())
                .collect()
        };
        let sent = issues(app.mails().await);
        let mut to: Vec<&str> = sent.iter().map(|mail| mail.recipient.as_str()).collect();
        to.sort_unstable();
        assert_eq!(to, [ANN, "bob@home.example"], "nothing is new in Hammond");
        assert!(sent[0].data.contains("Rust & Bean") && !sent[0].data.contains(&old.name));
        assert!(
            sent[0].data.contains("Rust &#38; Bean"),
            "in the HTML part too"
        );
        assert!(
            sent[0]
                .header("List-Unsubscribe")
                .starts_with("<https://townperk.example/newsletter/unsubscribe?reader=")
        );
        assert_eq!(
            sent[0].header("List-Unsubscribe-Post"),
            "List-Unsubscribe=One-Click"
        );
        app.clock.advance(TimeDelta::days(7));
        assert_eq!(
            issues(app.mails().await).len(),
            2,
            "a week without news has no issue"
        );
        app.shop(&other).name("Fresh").await;
        app.clock.advance(TimeDelta::days(7));
        assert_eq!(issues(app.mails().await).len(), 4);
    }
);

both_engines!(the_newest_article_of_the_week_is_news, |app: TestApp| {
    app.article("long-ago", 60 * 24 * 30).await;
    app.article("to-come", -60).await;
    let preview = || async {
        let words = operator::preview(app.services(), &[]).await.unwrap();
        words.map(|words| words.text).unwrap_or_default()
    };
    assert_eq!(preview().await, "");
    app.article("older", 60 * 24).await;
    app.article("newer", 60).await;
    let text = preview().await;
    for part in [
        "This week: 1 article.",
        "About newer",
        "Words of newer.",
        "https://townperk.example/blog/newer",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("older"), "{text}");
    app.clock.advance(TimeDelta::hours(2));
    assert!(preview().await.contains("About to-come"));
    app.clock.advance(TimeDelta::days(30));
    assert_eq!(preview().await, "", "it was news once");
});

both_engines!(stories_are_news_too, |app: TestApp| {
    let town = app.city("Alexandria", "LA").await;
    let shop = app.shop(&town).await;
    app.clock.advance(TimeDelta::days(30));
    assert!(
        operator::preview(app.services(), &[])
            .await
            .unwrap()
            .is_none()
    );
    let row = story::Model {
        id: app.identifiers.next(),
        shop_id: shop.id,
        status: story::Status::Approved,
        prompt1_response: "The clock is four minutes late.".to_owned(),
        prompt2_response: None,
        photo_url: None,
        created_at: app.clock.now() - TimeDelta::hours(1),
        updated_at: app.clock.now(),
    };
    story::Entity::insert(sea_orm::IntoActiveModel::into_active_model(row))
        .exec_without_returning(app.database.reads())
        .await
        .unwrap();
    app.edit_shop(shop.id, |_| {}).await;
    let slugs = ["alexandria-la".to_owned()];
    let words = operator::preview(app.services(), &slugs)
        .await
        .unwrap()
        .unwrap();
    assert!(
        words.text.contains("The clock is four minutes late."),
        "{}",
        words.text
    );
    assert!(
        words.text.contains("This week: 1 local story."),
        "{}",
        words.text
    );
    operator::preview(app.services(), &["nowhere-xx".to_owned()])
        .await
        .unwrap_err();
});

both_engines!(a_crash_repeats_no_issue, |setup: Setup| {
    let server = SmtpServer::start().await;
    let mut app = setup
        .settings(|settings| {
            settings.smtp_url = Secret::new(server.url());
            settings.smtp_timeout_seconds = 1;
        })
        .start()
        .await;
    let town = app.city("Alexandria", "LA").await;
    let mut readers = Vec::new();
    for number in 0..5 {
        let email = format!("reader{number}@home.example");
        sign_up(&app.visitor(), &email).await.expect(200);
        app.work().await;
        let mail = server.received().pop().unwrap();
        let form = format!(
            "credential={}&action=confirm",
            value_after(&link(&mail, "/newsletter/confirm"), "token")
        );
        post(&app, "/newsletter/confirm", &form).await.expect(200);
        readers.push(email);
    }
    app.shop(&town).await;
    app.clock.advance(TimeDelta::days(1));
    let second = app.second_node().await;
    let (one, other) = (app.services().job_worker(), second.services().job_worker());
    let (one, other) = tokio::join!(one.run_due(), other.run_due());
    one.unwrap();
    other.unwrap();
    server.be(Mood::DiesAfterData);
    let worker = app.services().mail_worker();
    let dying = tokio::spawn(async move { worker.send_due().await });
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    dying.abort();
    server.be(Mood::Good);
    app.clock.advance(TimeDelta::minutes(10));
    second.work().await;
    app.work().await;
    let issues: Vec<Received> = server
        .received()
        .into_iter()
        .filter(|mail| !mail.header("List-ID").is_empty())
        .collect();
    for reader in &readers {
        let theirs: Vec<&Received> = issues
            .iter()
            .filter(|mail| mail.recipient == *reader)
            .collect();
        assert!(!theirs.is_empty(), "{reader} got nothing");
        let first = theirs[0].header("Message-ID");
        assert!(
            theirs.iter().all(|mail| mail.header("Message-ID") == first),
            "{reader} got two issues"
        );
    }
});

#[tokio::test(flavor = "multi_thread")]
async fn a_test_issue_goes_to_one_address() {
    let app = Setup::on_sqlite().await.start().await;
    assert!(!operator::send_test(app.services(), ANN, &[]).await.unwrap());
    let town = app.city("Alexandria", "LA").await;
    app.shop(&town).await;
    app.clock.advance(TimeDelta::hours(1));
    assert!(operator::send_test(app.services(), ANN, &[]).await.unwrap());
    let mails = app.mails().await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].header("Subject").starts_with("[Test] "));
    let reader = subscribe(&app, "bob@home.example", &[]).await;
    assert!(
        operator::remove(app.services(), "BOB@home.example")
            .await
            .unwrap()
    );
    assert!(
        !operator::remove(app.services(), "bob@home.example")
            .await
            .unwrap()
    );
    let page = app
        .visitor()
        .get(&format!("/newsletter/unsubscribe?reader={reader}"))
        .await;
    assert_eq!(page.expect(200).html().h1(), "You are unsubscribed");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_mail_is_whole() {
    let app = Setup::on_sqlite().await.start().await;
    let samples = townperk::features::mail_samples(app.services()).unwrap();
    assert!(samples.len() >= 3);
    for sample in samples {
        let (name, words) = (sample.name, sample.words);
        let (text, html) = (words.text.as_str(), words.html.as_str());
        assert!(
            !words.subject.is_empty() && words.subject.chars().count() <= 78,
            "{name}"
        );
        for part in [text, html] {
            assert!(!part.contains("{{") && !part.contains("{%"), "{name}");
            assert!(!part.contains("http://"), "{name}: links are https");
        }
        assert!(
            html.starts_with("<!DOCTYPE html>") && html.contains("<html lang=\"en\">"),
            "{name}"
        );
        assert!(html.contains("<h1>") && html.contains("<title>"), "{name}");
        assert!(
            !html.contains("<img") && !html.contains("<script"),
            "{name}: no pixel, no script (E10)"
        );
        assert!(html.contains("prefers-color-scheme: dark"), "{name}");
        assert!(!html.contains("href=\"/"), "{name}: links are absolute");
        assert!(
            !text.contains('<') || text.contains("Second Cup <of Joe>"),
            "{name}: {text}"
        );
        assert!(!html.contains("<of Joe>"), "{name}: facts are escaped");
        assert!(
            text.contains("https://townperk.example/newsletter/"),
            "{name}"
        );
    }
}
