//! Signing in as an administrator: with the shared password (D60), and with a name and an app (D103).

mod apps;
mod confirmation;
mod ended;
mod named;
mod news;

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::{
    features::admin_login::{
        password,
        people::{self, NewAdministrator},
    },
    platform::{app_codes, web::Actor},
};
use uuid::Uuid;

use crate::support::{Response, TestApp, Visitor};

/// The password of every administrator here.
const OWN_PASSWORD: &str = "kettle-drips-slowly";

/// Adds an administrator, as the console does; returns the ID.
async fn add(app: &TestApp, name: &str) -> Uuid {
    let new = NewAdministrator {
        name: name.to_owned(),
        email: None,
    };
    let added = people::add(
        app.services(),
        Actor::Administrator(None),
        new,
        OWN_PASSWORD,
    );
    added.await.unwrap().id
}

/// Tries to sign in a browser that has never been here.
async fn try_sign_in(app: &TestApp, name: &str, code: Option<&str>) -> Response {
    let login = json!({ "name": name, "password": OWN_PASSWORD, "code": code });
    app.visitor().post("/api/admin/login", &login).await
}

/// A browser in which `name` is signed in.
async fn signed_in(app: &TestApp, name: &str, code: Option<&str>) -> Visitor {
    let answer = try_sign_in(app, name, code).await.expect(200);
    app.visitor().keeping_cookies_of(&answer)
}

/// An app's secret, and the recovery codes that came with it.
struct App {
    secret: Vec<u8>,
    recovery_codes: Vec<String>,
}

impl App {
    /// Sets up an app in this browser.
    async fn of(app: &TestApp, browser: &Visitor) -> Self {
        let path = "/api/admin/account/app";
        let begun = browser.post(path, &json!({})).await.expect(200).json();
        let secret = from_base_32(begun["secret"].as_str().unwrap());
        let code = app_codes::code_of(&secret, app.clock.now());
        let first = json!({ "token": begun["token"], "code": code });
        let made = browser.put(path, &first).await.expect(200).json();
        let codes = made["recoveryCodes"].as_array().unwrap();
        Self {
            secret,
            recovery_codes: codes
                .iter()
                .map(|code| code.as_str().unwrap().to_owned())
                .collect(),
        }
    }

    /// The code that the app shows now.
    fn code(&self, app: &TestApp) -> String {
        app_codes::code_of(&self.secret, app.clock.now())
    }

    /// The next code, after waiting for it.
    fn next_code(&self, app: &TestApp) -> String {
        app.clock.advance(TimeDelta::seconds(30));
        self.code(app)
    }
}

fn from_base_32(text: &str) -> Vec<u8> {
    let digit = |sign| "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".find(sign).unwrap();
    let bits: Vec<bool> = text
        .chars()
        .flat_map(|sign| (0..5).rev().map(move |bit| digit(sign) >> bit & 1 == 1))
        .collect();
    let bytes = bits.chunks_exact(8);
    let byte = |bits: &[bool]| bits.iter().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
    bytes.map(byte).collect()
}

async fn is_in(browser: &Visitor) -> bool {
    let status = browser.get("/api/admin/status").await.expect(200).json();
    status["isAdmin"] == json!(true)
}

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

both_engines!(
    cookies_of_a_sibling_domain_do_not_make_a_known_browser_a_stranger,
    |app: TestApp| {
        open(&app).await;
        let login = json!({ "password": PASSWORD });
        let answer = app
            .visitor()
            .post("/api/admin/login", &login)
            .await
            .expect(200);
        let cookies = answer.headers().get_all("set-cookie").iter();
        let mut pairs = cookies.filter_map(|it| it.to_str().unwrap().split(';').next());
        let device = pairs
            .find_map(|pair| pair.strip_prefix("__Secure-"))
            .unwrap();
        for number in 0..100 {
            guess(&app, &format!("198.18.{number}.1")).await;
        }
        // The browser sends all cookies that it has under a name.
        for cookies in [
            format!("admin_device={0}; __Secure-{device}", "0".repeat(96)),
            format!(
                "__Secure-admin_device={0}; __Secure-{device}",
                "0".repeat(96)
            ),
        ] {
            let shadowed = app.visitor().with("cookie", &cookies);
            shadowed.post("/api/admin/login", &login).await.expect(200);
        }
        let stripped = app.visitor().with("cookie", device);
        let refused = stripped.post("/api/admin/login", &login).await;
        assert_eq!(
            refused.status(),
            429,
            "D104: over HTTPS, only the prefixed one counts"
        );
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
    for refused in ["too short", "aaaaaaaaaaaaaaaa", "Password1234!"] {
        password::set(app.services(), refused).await.unwrap_err();
    }
    app.visitor()
        .post("/api/admin/login", &login)
        .await
        .expect(200);
});
