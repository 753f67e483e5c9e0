use super::*;

const ERASE: &str = "/api/admin/people/erase";
const EXPORT: &str = "/api/admin/people/export";
const SHOW: &str = "/api/admin/people/show";

fn somebody() -> Value {
    json!({ "email": "nobody@mail.example" })
}

both_engines!(
    after_a_quarter_of_an_hour_the_password_is_asked_for_again,
    |app: TestApp| {
        open(&app).await;
        add(&app, "Ann").await;
        for is_shared in [true, false] {
            let (browser, password) = if is_shared {
                (app.administrator().await, PASSWORD)
            } else {
                (signed_in(&app, "Ann", None).await, OWN_PASSWORD)
            };
            browser.post(EXPORT, &somebody()).await.expect(200);
            app.clock.advance(TimeDelta::minutes(15));
            for path in [EXPORT, ERASE, SHOW] {
                let refused = browser.post(path, &somebody()).await.expect(401).json();
                assert_eq!(refused["code"], "confirmation_needed", "{refused}");
                assert_eq!(refused["factor"], "password");
            }
            let path = "/api/admin/administrators";
            let new = json!({ "name": "Bob" });
            let refused = browser.post(path, &new).await.expect(401).json();
            assert_eq!(refused["code"], "confirmation_needed");
            browser.get("/api/admin/stats").await.expect(200);

            let confirm = "/api/admin/confirm";
            let wrong = json!({ "password": "not that one" });
            let refused = browser.post(confirm, &wrong).await.expect(400).json();
            assert_eq!(refused["field"], "password");
            browser.post(ERASE, &somebody()).await.expect(401);
            let right = json!({ "password": password });
            browser.post(confirm, &right).await.expect(200);
            for path in [EXPORT, ERASE, SHOW] {
                browser.post(path, &somebody()).await.expect(200);
            }
        }
    }
);

both_engines!(one_browser_confirms_for_itself_alone, |app: TestApp| {
    add(&app, "Ann").await;
    let here = signed_in(&app, "Ann", None).await;
    let elsewhere = signed_in(&app, "Ann", None).await;
    app.clock.advance(TimeDelta::minutes(20));
    let right = json!({ "password": OWN_PASSWORD });
    here.post("/api/admin/confirm", &right).await.expect(200);
    here.post(EXPORT, &somebody()).await.expect(200);
    elsewhere.post(EXPORT, &somebody()).await.expect(401);
});

both_engines!(an_apps_code_confirms_once, |app: TestApp| {
    add(&app, "Ann").await;
    let ann = signed_in(&app, "Ann", None).await;
    let phone = App::of(&app, &ann).await;
    app.clock.advance(TimeDelta::minutes(20));
    let refused = ann.post(EXPORT, &somebody()).await.expect(401).json();
    assert_eq!(refused["factor"], "code");
    let code = json!({ "code": phone.code(&app) });
    ann.post("/api/admin/confirm", &code).await.expect(200);
    ann.post(EXPORT, &somebody()).await.expect(200);
    let again = ann.post("/api/admin/confirm", &code).await;
    assert_eq!(again.expect(400).json()["field"], "code");
    // Who hasn't the phone at hand has the password.
    app.clock.advance(TimeDelta::minutes(20));
    let right = json!({ "password": OWN_PASSWORD });
    ann.post("/api/admin/confirm", &right).await.expect(200);
    ann.post(EXPORT, &somebody()).await.expect(200);
});

both_engines!(guessing_in_an_open_browser_is_limited, |app: TestApp| {
    add(&app, "Ann").await;
    let ann = signed_in(&app, "Ann", None).await;
    let mut taken = 0;
    for number in 0..20 {
        let guess = json!({ "password": format!("guess number {number}") });
        let status = ann.post("/api/admin/confirm", &guess).await.status();
        taken += u32::from(status == 400);
    }
    assert_eq!(taken, 10);
    let right = json!({ "password": OWN_PASSWORD });
    ann.post("/api/admin/confirm", &right).await.expect(429);
    app.visitor()
        .post("/api/admin/confirm", &right)
        .await
        .expect(401);
});

both_engines!(
    a_clock_that_is_set_back_prolongs_no_confirmation,
    |app: TestApp| {
        let shared = app.administrator().await;
        app.clock.advance(TimeDelta::minutes(-30));
        let refused = shared.post(EXPORT, &somebody()).await.expect(401).json();
        assert_eq!(refused["code"], "confirmation_needed");
    }
);
