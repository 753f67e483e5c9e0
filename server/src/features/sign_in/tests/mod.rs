mod faults;
mod foreign_headers;

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{TestApp, Visitor};

const EMAIL: &str = "owner@mail.example";

/// The code in the newest email, and its link's token.
async fn newest_code(app: &TestApp) -> (String, String) {
    let mails = app.mails().await;
    let mail = mails.last().expect("a mail").data.replace("=\r\n", "");
    let code = mail
        .lines()
        .find_map(|line| line.trim_end().strip_prefix("Your code: "))
        .expect("a code")
        .to_owned();
    let token = mail.split("#token=").nth(1).expect("a link");
    // Quoted-printable emails encode "=" as "=3D".
    let token = token.trim_start_matches("3D");
    let token = token.chars().take_while(char::is_ascii_hexdigit).collect();
    (code, token)
}

async fn ask(app: &TestApp, email: &str) -> (u16, Value) {
    let answer = app
        .visitor()
        .post("/api/sign-in", &json!({ "email": email }))
        .await;
    (answer.status(), answer.json())
}

async fn guess(visitor: &Visitor, code: &str) -> crate::support::Response {
    let body = json!({ "email": EMAIL, "code": code });
    visitor.post("/api/sign-in/code", &body).await
}

/// What is said to a guess that is refused.
async fn refusal(app: &TestApp, email: &str, code: &str) -> Value {
    let body = json!({ "email": email, "code": code });
    let answer = app.visitor().post("/api/sign-in/code", &body).await;
    let mut answer = answer.expect(400).json();
    answer["requestId"] = Value::Null;
    answer
}

both_engines!(a_code_signs_in_once, |app: TestApp| {
    let (status, _) = ask(&app, EMAIL).await;
    assert_eq!(status, 202);
    let (code, _) = newest_code(&app).await;
    let pasted = format!(" {} {} ", &code[..3], &code[3..]);
    let visitor = app.visitor();
    let answer = guess(&visitor, &pasted).await.expect(200);
    assert_eq!(answer.json()["person"]["email"], EMAIL);
    let cookie = answer.header("set-cookie").to_owned();
    for part in [
        "__Host-owner_session=",
        "HttpOnly",
        "Secure",
        "SameSite=Lax",
        "Path=/",
    ] {
        assert!(cookie.contains(part), "{part} in {cookie}");
    }
    let signed_in = visitor.keeping_cookies_of(&answer);
    let session = signed_in.get("/api/session").await.expect(200);
    assert_eq!(session.header("cache-control"), "no-store");
    assert_eq!(session.json()["person"]["email"], EMAIL);
    let again = guess(&app.visitor(), &code).await.expect(400).json();
    assert_eq!(again["field"], "code");

    signed_in
        .post("/api/sign-out", &json!({}))
        .await
        .expect(200);
    let session = signed_in.get("/api/session").await.json();
    assert_eq!(session["person"], Value::Null);
});

both_engines!(a_link_works_on_another_device, |app: TestApp| {
    ask(&app, EMAIL).await;
    let (_, token) = newest_code(&app).await;
    // A mail scanner that opens the page changes nothing.
    app.visitor().get("/sign-in").await;
    let answer = app
        .visitor()
        .post("/api/sign-in/link", &json!({ "token": token }))
        .await
        .expect(200);
    assert_eq!(answer.json()["person"]["email"], EMAIL);
    app.visitor()
        .post("/api/sign-in/link", &json!({ "token": token }))
        .await
        .expect(400);
});

both_engines!(five_wrong_guesses_end_a_code, |app: TestApp| {
    ask(&app, EMAIL).await;
    let (code, _) = newest_code(&app).await;
    let wrong = if code == "000000" { "000001" } else { "000000" };
    let mut answers = Vec::new();
    for _ in 0..5 {
        answers.push(refusal(&app, EMAIL, wrong).await);
    }
    answers.push(refusal(&app, EMAIL, &code).await);
    let last = answers.remove(4);
    let message = last["message"].as_str().unwrap();
    assert!(message.contains("the fifth wrong code"), "{message}");
    assert!(answers.iter().all(|answer| *answer == answers[0]), "D90");
    let message = answers[0]["message"].as_str().unwrap();
    assert!(
        message.contains("isn't right, or it has expired"),
        "{message}"
    );
    // Another code doesn't bring it back to life.
    app.clock.advance(TimeDelta::minutes(2));
    ask(&app, EMAIL).await;
    let (second, _) = newest_code(&app).await;
    assert_ne!(second, code);
    guess(&app.visitor(), &code).await.expect(400);
    guess(&app.visitor(), &second).await.expect(200);
});

both_engines!(a_code_ends_after_ten_minutes, |app: TestApp| {
    ask(&app, EMAIL).await;
    let (code, token) = newest_code(&app).await;
    app.clock.advance(TimeDelta::minutes(10));
    guess(&app.visitor(), &code).await.expect(400);
    let link = json!({ "token": token });
    app.visitor()
        .post("/api/sign-in/link", &link)
        .await
        .expect(400);
});

both_engines!(
    an_older_code_still_works_after_a_second_mail,
    |app: TestApp| {
        ask(&app, EMAIL).await;
        let (first, _) = newest_code(&app).await;
        app.clock.advance(TimeDelta::minutes(2));
        ask(&app, EMAIL).await;
        guess(&app.visitor(), &first).await.expect(200);
    }
);

both_engines!(nobody_is_buried_in_codes, |app: TestApp| {
    let mut answers = Vec::new();
    for spelling in [
        "owner@mail.example",
        "Owner+1@mail.example",
        "o.wner@mail.example",
        EMAIL,
        EMAIL,
    ] {
        let asked = json!({ "email": spelling });
        answers.push(app.visitor().post("/api/sign-in", &asked).await);
    }
    assert_eq!(app.mails().await.len(), 3);
    let statuses: Vec<u16> = answers.iter().map(|answer| answer.status()).collect();
    assert_eq!(
        statuses,
        [202, 202, 202, 429, 429],
        "nobody is told of a code that wasn't sent"
    );
    assert!(answers[3].header("retry-after").parse::<u32>().unwrap() > 60);
});

both_engines!(two_nodes_accept_a_code_once, |app: TestApp| {
    let mut app = app;
    let other = app.second_node().await;
    ask(&app, EMAIL).await;
    let (code, _) = newest_code(&app).await;
    let (here, there) = (app.visitor(), other.visitor());
    let (one, two) = tokio::join!(guess(&here, &code), guess(&there, &code));
    let mut statuses = [one.status(), two.status()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400]);
});

both_engines!(sessions_are_listed_and_ended, |app: TestApp| {
    let here = app.signed_in(EMAIL).await;
    let elsewhere = app.signed_in(EMAIL).await;
    let stranger = app.signed_in("stranger@mail.example").await;
    let sessions = here.get("/api/sessions").await.expect(200).json();
    let sessions = sessions.as_array().unwrap();
    assert_eq!(sessions.len(), 2);
    let other = sessions
        .iter()
        .find(|one| one["isCurrent"] == false)
        .unwrap();
    let path = format!("/api/sessions/{}", other["id"].as_str().unwrap());
    stranger.delete(&path).await.expect(404);
    here.delete(&path).await.expect(204);
    elsewhere.get("/api/sessions").await.expect(401);
    here.get("/api/sessions").await.expect(200);
});

both_engines!(
    a_session_ends_when_nobody_comes_for_two_weeks,
    |app: TestApp| {
        let owner = app.signed_in(EMAIL).await;
        app.clock.advance(TimeDelta::days(13));
        owner.get("/api/sessions").await.expect(200);
        app.clock.advance(TimeDelta::days(15));
        owner.get("/api/sessions").await.expect(401);
    }
);

both_engines!(a_session_names_the_shops_of_its_person, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let owner = app.owner_of(&shop).await;
    let session = owner.get("/api/session").await.expect(200).json();
    assert_eq!(session["shops"][0]["slug"], shop.slug);
    assert_eq!(session["shops"][0]["role"], "owner");
    let public = app
        .visitor()
        .get(&format!("/api/coffee-shops/{}", shop.slug))
        .await;
    assert!(
        !public.text().contains("owner.of."),
        "no address in public (D8)"
    );
});

both_engines!(a_store_link_is_the_owners, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let owner = app.owner_of(&shop).await;
    let path = format!("/api/coffee-shops/{}", shop.slug);
    let link = json!({ "onlineStoreUrl": "beans.example.com", "onlineStoreName": " Beans " });
    app.visitor().patch(&path, &link).await.expect(401);
    let stranger = app.signed_in("stranger@mail.example").await;
    stranger.patch(&path, &link).await.expect(403);
    let answer = owner.patch(&path, &link).await.expect(200).json();
    assert_eq!(answer["onlineStoreUrl"], "https://beans.example.com/");
    assert_eq!(answer["onlineStoreName"], "Beans");
    let shown = app.visitor().get(&path).await.json();
    assert_eq!(shown["onlineStoreUrl"], "https://beans.example.com/");
    for bad in [
        "javascript:alert(1)",
        "https://a:b@example.com",
        "nothing",
        "https://x\u{7}.example",
    ] {
        let answer = owner.patch(&path, &json!({ "onlineStoreUrl": bad })).await;
        assert_eq!(
            answer.expect(400).json()["field"],
            "onlineStoreUrl",
            "{bad}"
        );
    }
    owner
        .patch(&path, &json!({ "onlineStoreUrl": null }))
        .await
        .expect(200);
    assert_eq!(
        app.visitor().get(&path).await.json()["onlineStoreUrl"],
        Value::Null
    );
    assert_eq!(
        app.shop_row(shop.id).await.online_store_name.as_deref(),
        Some("Beans")
    );
});

both_engines!(an_old_link_gets_a_new_one, |app: TestApp| {
    ask(&app, EMAIL).await;
    let (_, old) = newest_code(&app).await;
    app.clock.advance(TimeDelta::minutes(11));
    let path = "/api/sign-in/new-link";
    let visitor = app.visitor();
    let sent = visitor
        .post(path, &json!({ "token": old }))
        .await
        .expect(202);
    assert!(!sent.text().contains(EMAIL), "{}", sent.text());
    let (_, new) = newest_code(&app).await;
    assert_ne!(new, old);
    let link = "/api/sign-in/link";
    visitor
        .post(link, &json!({ "token": old }))
        .await
        .expect(400);
    visitor
        .post(link, &json!({ "token": new }))
        .await
        .expect(200);
    let unknown = json!({ "token": "0".repeat(40) });
    visitor.post(path, &unknown).await.expect(400);
});
