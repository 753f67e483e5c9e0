use super::*;

both_engines!(an_app_asks_for_its_code, |app: TestApp| {
    open(&app).await;
    add(&app, "Ann").await;
    let shared = app.administrator().await;
    let ann = signed_in(&app, "Ann", None).await;
    let phone = App::of(&app, &ann).await;
    assert_eq!(phone.recovery_codes.len(), 10);
    assert!(is_in(&ann).await, "who sets it up stays in");
    assert!(
        !is_in(&shared).await,
        "who came with the shared password doesn't"
    );

    let refused = try_sign_in(&app, "Ann", None).await.expect(401).json();
    assert_eq!(refused["factor"], "code", "{refused}");
    let wrong = try_sign_in(&app, "Ann", Some("000000")).await;
    assert_eq!(wrong.expect(401).json()["factor"], "code");
    let login = json!({ "name": "Ann", "password": "a wrong password", "code": phone.code(&app) });
    let wrong = app.visitor().post("/api/admin/login", &login).await;
    assert_eq!(wrong.expect(401).json().get("factor"), None);
    signed_in(&app, "Ann", Some(&phone.next_code(&app))).await;

    let login = json!({ "password": PASSWORD });
    let refused = app.visitor().post("/api/admin/login", &login).await;
    assert_eq!(refused.expect(401).json()["factor"], "name");
    let status = app.visitor().get("/api/admin/status").await.json();
    assert_eq!(status["asksName"], "required");
    let wrong = json!({ "password": "not the shared one" });
    let refused = app.visitor().post("/api/admin/login", &wrong).await;
    assert_eq!(refused.expect(401).json().get("factor"), None);
});

both_engines!(a_code_works_once_over_all_nodes, |app: TestApp| {
    let mut app = app;
    let other = app.second_node().await;
    add(&app, "Ann").await;
    let phone = App::of(&app, &signed_in(&app, "Ann", None).await).await;
    let first = phone.code(&app);
    try_sign_in(&other, "Ann", Some(&first)).await.expect(401);
    for _ in 0..4 {
        let code = phone.next_code(&app);
        let (here, there) = tokio::join!(
            try_sign_in(&app, "Ann", Some(&code)),
            try_sign_in(&other, "Ann", Some(&code))
        );
        let mut statuses = [here.status(), there.status()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 401]);
    }
    let earlier = phone.code(&app);
    app.clock.advance(TimeDelta::seconds(30));
    signed_in(&app, "Ann", Some(&phone.code(&app))).await;
    let refused = try_sign_in(&other, "Ann", Some(&earlier)).await;
    refused.expect(401);
});

both_engines!(
    wrong_codes_of_all_nodes_are_counted_together,
    |app: TestApp| {
        let mut app = app;
        let other = app.second_node().await;
        add(&app, "Ann").await;
        let phone = App::of(&app, &signed_in(&app, "Ann", None).await).await;
        let mut taken = 0;
        for number in 0..30 {
            let node = if number % 2 == 0 { &app } else { &other };
            let login = json!({ "name": "Ann", "password": OWN_PASSWORD, "code": "000000" });
            let stranger = node.visitor().from(&format!("198.18.{number}.1"));
            let status = stranger.post("/api/admin/login", &login).await.status();
            assert!(matches!(status, 401 | 429), "{status}");
            taken += u32::from(status == 401);
        }
        assert_eq!(taken, 10);
        let right = phone.next_code(&app);
        let visitor = app.visitor().from("192.0.2.1");
        let login = json!({ "name": "Ann", "password": OWN_PASSWORD, "code": right });
        visitor.post("/api/admin/login", &login).await.expect(429);
        // The console lets in again.
        let ann = people::named(app.services(), "Ann").await.unwrap();
        people::reset(app.services(), ann, OWN_PASSWORD)
            .await
            .unwrap();
        signed_in(&other, "Ann", None).await;
    }
);

both_engines!(
    a_clock_that_is_set_back_lets_no_old_code_in,
    |app: TestApp| {
        add(&app, "Ann").await;
        let phone = App::of(&app, &signed_in(&app, "Ann", None).await).await;
        let used = phone.next_code(&app);
        signed_in(&app, "Ann", Some(&used)).await;
        app.clock.advance(TimeDelta::seconds(-30));
        try_sign_in(&app, "Ann", Some(&used)).await.expect(401);
        let earlier = phone.code(&app);
        try_sign_in(&app, "Ann", Some(&earlier)).await.expect(401);
        app.clock.advance(TimeDelta::minutes(-5));
        let earlier = phone.code(&app);
        try_sign_in(&app, "Ann", Some(&earlier)).await.expect(401);
        // A recovery code knows no time.
        let code = phone.recovery_codes[0].clone();
        signed_in(&app, "Ann", Some(&code)).await;
        app.clock.advance(TimeDelta::minutes(6));
        signed_in(&app, "Ann", Some(&phone.code(&app))).await;
    }
);

both_engines!(
    a_lost_phone_is_replaced_with_a_recovery_code,
    |app: TestApp| {
        let mut app = app;
        let other = app.second_node().await;
        add(&app, "Ann").await;
        let phone = App::of(&app, &signed_in(&app, "Ann", None).await).await;
        let code = phone.recovery_codes[3].clone();
        let typed = code.to_uppercase().replace('-', " ");
        let (here, there) = tokio::join!(
            try_sign_in(&app, "Ann", Some(&typed)),
            try_sign_in(&other, "Ann", Some(&code))
        );
        let mut statuses = [here.status(), there.status()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 401], "each works once");
        let ann = signed_in(&app, "Ann", Some(&phone.recovery_codes[4])).await;
        let account = ann.get("/api/admin/account").await.expect(200).json();
        assert_eq!(account["recoveryCodesLeft"], 8);

        app.clock.advance(TimeDelta::seconds(60));
        let new = App::of(&app, &ann).await;
        let old = phone.next_code(&app);
        try_sign_in(&app, "Ann", Some(&old)).await.expect(401);
        let old = phone.recovery_codes[5].clone();
        try_sign_in(&app, "Ann", Some(&old)).await.expect(401);
        signed_in(&app, "Ann", Some(&new.next_code(&app))).await;
        let renewed = ann
            .post("/api/admin/account/recovery-codes", &json!({}))
            .await;
        let renewed = renewed.expect(200).json();
        let code = renewed["recoveryCodes"][9].as_str().unwrap();
        try_sign_in(&app, "Ann", Some(&new.recovery_codes[0]))
            .await
            .expect(401);
        signed_in(&app, "Ann", Some(code)).await;
    }
);

both_engines!(the_console_opens_for_who_lost_everything, |app: TestApp| {
    add(&app, "Ann").await;
    let browser = signed_in(&app, "Ann", None).await;
    App::of(&app, &browser).await;
    let ann = people::named(app.services(), "ann").await.unwrap();
    people::reset(app.services(), ann, "a fresh password of mine")
        .await
        .unwrap();
    assert!(!is_in(&browser).await, "signed out everywhere");
    let login = json!({ "name": "Ann", "password": "a fresh password of mine" });
    app.visitor()
        .post("/api/admin/login", &login)
        .await
        .expect(200);
    open(&app).await;
    let shared = json!({ "password": PASSWORD });
    app.visitor()
        .post("/api/admin/login", &shared)
        .await
        .expect(200);
});

both_engines!(the_last_app_stays_in_the_browser, |app: TestApp| {
    let ann = add(&app, "Ann").await;
    let bob = add(&app, "Bob").await;
    let at_ann = signed_in(&app, "Ann", None).await;
    let at_bob = signed_in(&app, "Bob", None).await;
    App::of(&app, &at_ann).await;
    let path = "/api/admin/account/app";
    let refused = at_ann.delete(path).await.expect(409).json();
    assert!(
        refused["message"]
            .as_str()
            .unwrap()
            .contains("townperk admin reset")
    );
    let account = at_ann.get("/api/admin/account").await.json();
    assert_eq!(account["mayRemoveApp"], false);
    let of_ann = format!("/api/admin/administrators/{ann}");
    at_bob.delete(&of_ann).await.expect(409);

    App::of(&app, &at_bob).await;
    // Both at once: one stays.
    let (first, second) = tokio::join!(at_ann.delete(path), at_bob.delete(path));
    let mut statuses = [first.status(), second.status()];
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 409]);
    let (with, without) = if first.status() == 409 {
        (ann, &at_bob)
    } else {
        (bob, &at_ann)
    };
    let of_last = format!("/api/admin/administrators/{with}");
    without.delete(&of_last).await.expect(409);
    let name = if with == ann { "Ann" } else { "Bob" };
    let row = people::named(app.services(), name).await.unwrap();
    let console = (Actor::Administrator(None), false);
    people::remove(app.services(), console, row).await.unwrap();
    assert!(is_in(without).await);
});

both_engines!(an_app_added_in_another_tab_wins, |app: TestApp| {
    add(&app, "Ann").await;
    let ann = signed_in(&app, "Ann", None).await;
    let path = "/api/admin/account/app";
    let begun = ann.post(path, &json!({})).await.expect(200).json();
    let phone = App::of(&app, &ann).await;
    let secret = from_base_32(begun["secret"].as_str().unwrap());
    let code = app_codes::code_of(&secret, app.clock.now());
    let late = json!({ "token": begun["token"], "code": code });
    ann.put(path, &late).await.expect(409);
    signed_in(&app, "Ann", Some(&phone.next_code(&app))).await;

    // Both at once.
    let begin = async || ann.post(path, &json!({})).await.expect(200).json();
    let (one, two) = (begin().await, begin().await);
    let body = |begun: &Value| {
        let secret = from_base_32(begun["secret"].as_str().unwrap());
        let code = app_codes::code_of(&secret, app.clock.now());
        json!({ "token": begun["token"], "code": code })
    };
    let (one, two) = (body(&one), body(&two));
    let (one, two) = tokio::join!(ann.put(path, &one), ann.put(path, &two));
    let mut statuses = [one.status(), two.status()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
});

both_engines!(an_app_counts_once_its_code_was_seen, |app: TestApp| {
    add(&app, "Ann").await;
    add(&app, "Bob").await;
    let ann = signed_in(&app, "Ann", None).await;
    let bob = signed_in(&app, "Bob", None).await;
    let path = "/api/admin/account/app";
    let begun = ann.post(path, &json!({})).await.expect(200).json();
    assert!(
        begun["address"]
            .as_str()
            .unwrap()
            .starts_with("otpauth://totp/")
    );
    let wrong = json!({ "token": begun["token"], "code": "000000" });
    let refused = ann.put(path, &wrong).await.expect(400).json();
    assert_eq!(refused["field"], "code");
    signed_in(&app, "Ann", None).await;
    let secret = from_base_32(begun["secret"].as_str().unwrap());
    let code = app_codes::code_of(&secret, app.clock.now());
    let theirs = json!({ "token": begun["token"], "code": code });
    bob.put(path, &theirs).await.expect(409);
    let shared = app.administrator().await;
    shared.post(path, &json!({})).await.expect(409);
});

both_engines!(
    secrets_are_stored_sealed_and_codes_hashed,
    |app: TestApp| {
        use sea_orm::EntityTrait;
        use townperk::platform::administrators::{administrator, recovery_code};

        add(&app, "Ann").await;
        let phone = App::of(&app, &signed_in(&app, "Ann", None).await).await;
        let reads = app.services().database.reads();
        let row = administrator::Entity::find().one(reads).await.unwrap();
        let sealed = row.unwrap().app_secret.unwrap();
        let plain: String = phone
            .secret
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert!(!sealed.contains(&plain));
        assert!(!sealed.contains(&app_codes::secret_text(&phone.secret)));
        let codes = recovery_code::Entity::find().all(reads).await.unwrap();
        assert_eq!(codes.len(), 10);
        for code in codes {
            let plain = &phone.recovery_codes;
            assert!(!plain.iter().any(|it| it.replace('-', "") == code.code_hash));
            assert_eq!(code.code_hash.len(), 64);
        }
    }
);
