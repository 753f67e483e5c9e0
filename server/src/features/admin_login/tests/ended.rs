//! What ends with a password, an app or an access.

use townperk::{features::admin_login::link, platform::passwords};

use super::*;

both_engines!(
    a_sign_in_that_overlaps_a_new_password_is_out,
    |app: TestApp| {
        open(&app).await;
        let seen = passwords::kept(app.services().database.reads());
        let seen = seen.await.unwrap().unwrap();
        assert!(holds(&app, &seen).await);
        // At once: whichever is faster, the old password's session doesn't outlive the old password.
        let mut old = PASSWORD.to_owned();
        for number in 0..6 {
            let new = format!("kettle {number} drips slowly");
            let visitor = app.visitor().from(&format!("198.18.{number}.1"));
            let login = json!({ "password": old });
            let (answer, set) = tokio::join!(
                visitor.post("/api/admin/login", &login),
                password::set(app.services(), &new)
            );
            set.unwrap();
            assert!(matches!(answer.status(), 200 | 401), "{}", answer.text());
            assert!(!is_in(&visitor.keeping_cookies_of(&answer)).await);
            old = new;
        }
        assert!(
            !holds(&app, &seen).await,
            "what was checked against the old password comes too late"
        );
    }
);

/// Whether a sign-in that was checked against this hash goes on.
async fn holds(app: &TestApp, seen: &str) -> bool {
    let seen = seen.to_owned();
    let held = app.services().database.transaction(move |transaction| {
        let seen = seen.clone();
        Box::pin(async move { passwords::hold(transaction, &seen).await })
    });
    held.await.unwrap()
}

both_engines!(an_app_signs_out_ones_other_browsers, |app: TestApp| {
    add(&app, "Ann").await;
    add(&app, "Bob").await;
    let here = signed_in(&app, "Ann", None).await;
    let elsewhere = signed_in(&app, "Ann", None).await;
    let bob = signed_in(&app, "Bob", None).await;
    let phone = App::of(&app, &here).await;
    assert!(is_in(&here).await, "who sets it up stays in");
    assert!(!is_in(&elsewhere).await, "it has never shown a code");
    assert!(is_in(&bob).await, "it isn't Bob's app");
    // Another phone instead of that one.
    let with_code = signed_in(&app, "Ann", Some(&phone.next_code(&app))).await;
    App::of(&app, &here).await;
    assert!(is_in(&here).await);
    assert!(
        !is_in(&with_code).await,
        "it was the code of the app before"
    );
});

/// All guesses that strangers have together.
async fn lock_strangers(app: &TestApp) {
    for number in 0..100 {
        guess(app, &format!("198.18.{number}.1")).await;
    }
}

async fn guess_in(browser: &Visitor) -> u16 {
    let login = json!({ "name": "Bob", "password": "a guess" });
    browser.post("/api/admin/login", &login).await.status()
}

both_engines!(a_browser_is_known_as_long_as_its_access, |app: TestApp| {
    open(&app).await;
    add(&app, "Ann").await;
    add(&app, "Bob").await;
    let of_ann = signed_in(&app, "Ann", None).await;
    let of_bob = signed_in(&app, "Bob", None).await;
    let login = json!({ "password": PASSWORD });
    let answer = app.visitor().post("/api/admin/login", &login).await;
    let shared = app.visitor().keeping_cookies_of(&answer.expect(200));
    lock_strangers(&app).await;
    assert_eq!(guess_in(&app.visitor()).await, 429, "strangers wait");
    for known in [&of_ann, &of_bob, &shared] {
        assert_eq!(guess_in(known).await, 401);
    }

    let ann = people::named(app.services(), "Ann").await.unwrap();
    let console = (Actor::Administrator(None), false);
    people::remove(app.services(), console, ann).await.unwrap();
    assert_eq!(guess_in(&of_ann).await, 429, "she is a stranger");
    assert_eq!(guess_in(&of_bob).await, 401);
    assert_eq!(guess_in(&shared).await, 401);

    password::set(app.services(), "another long password")
        .await
        .unwrap();
    assert_eq!(guess_in(&shared).await, 429, "it knew the old password");
    let right = json!({ "name": "Bob", "password": OWN_PASSWORD });
    of_bob.post("/api/admin/login", &right).await.expect(200);
});

both_engines!(
    an_app_makes_strangers_of_who_came_in_by_the_shared_password,
    |app: TestApp| {
        open(&app).await;
        add(&app, "Ann").await;
        let login = json!({ "password": PASSWORD });
        let answer = app.visitor().post("/api/admin/login", &login).await;
        let shared = app.visitor().keeping_cookies_of(&answer.expect(200));
        let ann = signed_in(&app, "Ann", None).await;
        lock_strangers(&app).await;
        assert_eq!(guess_in(&shared).await, 401);
        App::of(&app, &ann).await;
        assert_eq!(guess_in(&shared).await, 429, "it opens nothing any more");
        assert_eq!(guess_in(&ann).await, 401);
    }
);

both_engines!(
    links_of_the_console_end_with_the_password,
    |app: TestApp| {
        open(&app).await;
        let use_link = async |address: &str| {
            let (_, token) = address.split_once("#token=").unwrap();
            let token = json!({ "token": token });
            let path = "/api/admin/sign-in-link";
            app.visitor().post(path, &token).await.status()
        };
        let before = link::issue(app.services()).await.unwrap();
        password::set(app.services(), "another long password")
            .await
            .unwrap();
        assert_eq!(use_link(&before).await, 401);
        let after = link::issue(app.services()).await.unwrap();
        assert_eq!(use_link(&after).await, 200);
    }
);
