use chrono::TimeDelta;
use serde_json::json;
use townperk::features::admin_door::password;

use crate::support::TestApp;

const PASSWORD: &str = "a long enough password";

async fn open(app: &TestApp) {
    password::set(app.services(), PASSWORD).await.unwrap();
}

both_engines!(the_right_password_opens_for_a_day, |app: TestApp| {
    open(&app).await;
    let visitor = app.visitor();
    let before = visitor.get("/api/admin/status").await.expect(200).json();
    assert_eq!(before["isAdmin"], false);
    let login = json!({ "password": PASSWORD });
    let answer = visitor.post("/api/admin/login", &login).await.expect(200);
    let administrator = visitor.keeping_cookies_of(&answer);
    let status = administrator.get("/api/admin/status").await.json();
    assert_eq!(status["isAdmin"], true);
    app.clock.advance(TimeDelta::hours(24));
    let status = administrator.get("/api/admin/status").await.json();
    assert_eq!(status["isAdmin"], false);
});

both_engines!(
    logging_out_ends_the_session_on_the_server,
    |app: TestApp| {
        open(&app).await;
        let administrator = app.administrator().await;
        administrator
            .post("/api/admin/logout", &json!({}))
            .await
            .expect(200);
        administrator
            .post("/api/admin/logout", &json!({}))
            .await
            .expect(401);
    }
);

both_engines!(a_wrong_password_is_refused, |app: TestApp| {
    open(&app).await;
    let answer = app
        .visitor()
        .post("/api/admin/login", &json!({ "password": "wrong" }))
        .await;
    assert_eq!(answer.expect(401).json()["message"], "Invalid password");
    let blank = app
        .visitor()
        .post("/api/admin/login", &json!({ "password": "  " }))
        .await;
    assert_eq!(blank.expect(400).json()["field"], "password");
});

async fn guess(app: &TestApp, address: &str) -> u16 {
    let wrong = json!({ "password": "a guess" });
    let stranger = app.visitor().from(address);
    stranger.post("/api/admin/login", &wrong).await.status()
}

both_engines!(
    strangers_are_slowed_and_a_known_browser_is_not,
    |app: TestApp| {
        open(&app).await;
        let login = json!({ "password": PASSWORD });
        let answer = app
            .visitor()
            .post("/api/admin/login", &login)
            .await
            .expect(200);
        let known = app.visitor().keeping_cookies_of(&answer);
        let mut taken = 0;
        for _ in 0..1_000 {
            let status = guess(&app, "203.0.113.7").await;
            assert!(matches!(status, 401 | 429), "{status}");
            taken += u32::from(status == 401);
        }
        assert_eq!(taken, 10, "guesses of one network");
        let mut taken = 0;
        for number in 0..1_000 {
            let address = format!("198.{}.{}.1", 18 + number / 250, number % 250);
            taken += u32::from(guess(&app, &address).await == 401);
        }
        assert_eq!(taken, 90, "a hundred guesses of all strangers together");
        let late = app.visitor().from("192.0.2.1");
        let late = late.post("/api/admin/login", &login).await;
        assert_eq!(late.status(), 429, "strangers wait together");
        assert!(late.header("retry-after").parse::<u32>().unwrap() > 0);
        known.post("/api/admin/login", &login).await.expect(200);
    }
);

both_engines!(a_new_password_signs_everybody_out, |app: TestApp| {
    open(&app).await;
    let administrator = app.administrator().await;
    password::set(app.services(), "another long password")
        .await
        .unwrap();
    let status = administrator.get("/api/admin/status").await.json();
    assert_eq!(status["isAdmin"], false);
    let old = app
        .visitor()
        .post("/api/admin/login", &json!({ "password": PASSWORD }))
        .await;
    assert_eq!(old.status(), 401);
});

both_engines!(a_password_is_made_once, |app: TestApp| {
    let made = password::prepare(app.services()).await.unwrap();
    let made = made.expect("the first start makes one");
    assert!(password::prepare(app.services()).await.unwrap().is_none());
    let login = json!({ "password": made });
    app.visitor()
        .post("/api/admin/login", &login)
        .await
        .expect(200);
    password::set(app.services(), "too short")
        .await
        .unwrap_err();
});
