//! What administrators are emailed about their own access.

use super::*;

const ADDRESS: &str = "ann@mail.example";

both_engines!(a_new_browser_is_told_by_email, |app: TestApp| {
    let shared = app.administrator().await;
    let new = json!({ "name": "Ann", "email": ADDRESS });
    let made = shared.post("/api/admin/administrators", &new).await;
    let made = made.expect(200).json();
    let login = json!({ "name": "Ann", "password": made["password"] });
    let answer = app.visitor().post("/api/admin/login", &login).await;
    let known = app.visitor().keeping_cookies_of(&answer.expect(200));
    assert_eq!(app.mails_to(ADDRESS).await.len(), 1);
    known.post("/api/admin/login", &login).await.expect(200);
    assert_eq!(app.mails_to(ADDRESS).await.len(), 1, "it is known");
    app.clock.advance(TimeDelta::minutes(1));
    let phone = app.visitor().with(
        "user-agent",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    );
    phone.post("/api/admin/login", &login).await.expect(200);
    let mails = app.mails_to(ADDRESS).await;
    assert_eq!(mails.len(), 2);
    assert!(mails[1].contains("Safari on iPhone"), "{}", mails[1]);
    assert!(mails[1].contains("/admin/account"));
});

/// Ann's browser; her account has an address.
async fn ann_with_address(app: &TestApp) -> Visitor {
    add(app, "Ann").await;
    let ann = signed_in(app, "Ann", None).await;
    set_address(&ann, Some(ADDRESS)).await;
    assert_eq!(
        app.mails_to(ADDRESS).await.len(),
        0,
        "there was none before"
    );
    ann
}

async fn set_address(browser: &Visitor, email: Option<&str>) {
    let typed = json!({ "email": email });
    let path = "/api/admin/account/email";
    browser.put(path, &typed).await.expect(200);
}

both_engines!(the_address_before_is_told_of_another, |app: TestApp| {
    let ann = ann_with_address(&app).await;
    set_address(&ann, Some(ADDRESS)).await;
    assert_eq!(app.mails_to(ADDRESS).await.len(), 0, "it's the same");
    set_address(&ann, Some("mallory@evil.example")).await;
    let told = app.mails_to(ADDRESS).await;
    assert_eq!(told.len(), 1);
    assert!(told[0].contains("address was changed"), "{}", told[0]);
    assert!(told[0].contains("/admin/account"), "{}", told[0]);
    assert!(!told[0].contains("mallory"), "{}", told[0]);
    assert_eq!(app.mails_to("mallory@evil.example").await.len(), 0);
    set_address(&ann, None).await;
    let told = app.mails_to("mallory@evil.example").await;
    assert_eq!(told.len(), 1);
    assert!(told[0].contains("address was removed"), "{}", told[0]);
    assert_eq!(app.mails_to(ADDRESS).await.len(), 1);
});

both_engines!(each_use_of_a_recovery_code_is_told, |app: TestApp| {
    let ann = ann_with_address(&app).await;
    let phone = App::of(&app, &ann).await;
    let told = async || {
        let mails = app.mails_to(ADDRESS).await;
        let told = mails
            .iter()
            .filter(|it| it.contains("recovery code was used"));
        told.count()
    };
    let confirm = "/api/admin/confirm";
    let code = json!({ "code": phone.next_code(&app) });
    ann.post(confirm, &code).await.expect(200);
    let wrong = json!({ "code": "abcd-efgh-jkmn-pqrs" });
    ann.post(confirm, &wrong).await.expect(400);
    assert_eq!(told().await, 0);
    let code = json!({ "code": phone.recovery_codes[0] });
    ann.post(confirm, &code).await.expect(200);
    assert_eq!(told().await, 1, "a confirmation");
    ann.post(confirm, &code).await.expect(400);
    signed_in(&app, "Ann", Some(&phone.recovery_codes[1])).await;
    assert_eq!(told().await, 2, "a sign-in");
});

both_engines!(a_reset_on_the_console_is_told, |app: TestApp| {
    ann_with_address(&app).await;
    let ann = people::named(app.services(), "Ann").await.unwrap();
    people::reset(app.services(), ann.clone(), "short")
        .await
        .unwrap_err();
    assert_eq!(app.mails_to(ADDRESS).await.len(), 0, "nothing was done");
    let new = "a fresh password of mine";
    people::reset(app.services(), ann, new).await.unwrap();
    let told = app.mails_to(ADDRESS).await;
    assert_eq!(told.len(), 1);
    assert!(told[0].contains("access was reset"), "{}", told[0]);
    assert!(!told[0].contains(new), "{}", told[0]);
});
