use townperk::platform::web::AdministratorId;

use super::*;

both_engines!(
    an_administrator_signs_in_by_name_and_the_log_has_it,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        add(&app, "Ann Lee").await;
        // Case, spaces and width don't count.
        for spelling in ["Ann Lee", " ann  lee ", "ANNLEE", "Ａnn lee"] {
            assert!(is_in(&signed_in(&app, spelling, None).await).await);
        }
        let ann = signed_in(&app, "ann lee", None).await;
        let status = ann.get("/api/admin/status").await.json();
        assert_eq!(status["name"], "Ann Lee");
        assert_eq!(status["asksName"], "optional");

        let path = format!("/api/admin/coffee-shops/{}", shop.id);
        let edit = json!({ "phone": "318 555 0142" });
        ann.put(&path, &edit).await.expect(200);
        let of_shop = format!("/api/admin/audit?subject={}", shop.id);
        let log = ann.get(&of_shop).await.expect(200).json();
        assert_eq!(log["entries"][0]["actorName"], "Ann Lee", "{log}");
        let entry = log["entries"][0]["id"].as_str().unwrap().to_owned();
        let detail = ann.get(&format!("/api/admin/audit/{entry}")).await;
        assert_eq!(detail.expect(200).json()["actorName"], "Ann Lee");

        let history = format!("/api/your-shop/{}/history", shop.slug);
        let seen = ann.get(&history).await.expect(200).json();
        assert_eq!(seen[0]["byName"], "Ann Lee", "{seen}");
        let owner = app.owner_of(&shop).await;
        let seen = owner.get(&history).await.expect(200).json();
        assert_eq!(seen[0]["by"], "administrator");
        assert_eq!(seen[0]["byName"], json!(null), "owners needn't know who");

        let shared = app.administrator().await;
        people::remove(
            app.services(),
            (Actor::Administrator(None), false),
            people::named(app.services(), "ann lee").await.unwrap(),
        )
        .await
        .unwrap();
        let log = shared.get(&of_shop).await.expect(200).json();
        assert_eq!(
            log["entries"][0]["actorName"], "Ann Lee",
            "also once removed"
        );
    }
);

both_engines!(
    a_wrong_name_and_a_wrong_password_are_refused_alike,
    |app: TestApp| {
        add(&app, "Ann Lee").await;
        for (name, password) in [("Bob", OWN_PASSWORD), ("Ann Lee", "a wrong password")] {
            let login = json!({ "name": name, "password": password });
            let refused = app.visitor().post("/api/admin/login", &login).await;
            let refused = refused.expect(401).json();
            assert_eq!(refused["message"], "Wrong name or password");
            assert_eq!(refused.get("factor"), None, "{refused}");
        }
        let shared = json!({ "password": OWN_PASSWORD });
        let refused = app.visitor().post("/api/admin/login", &shared).await;
        assert_eq!(refused.expect(401).json()["message"], "Invalid password");
    }
);

both_engines!(guesses_at_names_are_limited_too, |app: TestApp| {
    add(&app, "Ann Lee").await;
    let guess = json!({ "name": "Ann Lee", "password": "a guess" });
    let mut taken = 0;
    for _ in 0..30 {
        let stranger = app.visitor().from("203.0.113.7");
        let status = stranger.post("/api/admin/login", &guess).await.status();
        taken += u32::from(status == 401);
    }
    assert_eq!(taken, 10, "guesses of one network");
});

both_engines!(
    a_removed_administrator_is_out_at_once_on_every_node,
    |app: TestApp| {
        let mut app = app;
        let other = app.second_node().await;
        let ann = add(&app, "Ann").await;
        add(&app, "Bob").await;
        let (here, there) = (
            signed_in(&app, "Ann", None).await,
            signed_in(&other, "Ann", None).await,
        );
        let bob = signed_in(&app, "Bob", None).await;
        assert!(is_in(&here).await && is_in(&there).await);
        let path = format!("/api/admin/administrators/{ann}");
        bob.delete(&path).await.expect(204);
        assert!(!is_in(&here).await && !is_in(&there).await);
        here.get("/api/admin/stats").await.expect(401);
        there.get("/api/admin/stats").await.expect(401);
        try_sign_in(&other, "Ann", None).await.expect(401);
        bob.delete(&path).await.expect(404);
        // The name is free again, for somebody else.
        assert_ne!(add(&app, "ANN").await, ann);
        signed_in(&other, "Ann", None).await;
        assert!(!is_in(&here).await);
    }
);

both_engines!(
    of_two_administrators_who_remove_each_other_one_stays,
    |app: TestApp| {
        let mut app = app;
        let other = app.second_node().await;
        for _ in 0..5 {
            let (ann, bob) = (add(&app, "Ann").await, add(&app, "Bob").await);
            let at_ann = signed_in(&app, "Ann", None).await;
            let at_bob = signed_in(&other, "Bob", None).await;
            let (of_bob, of_ann) = (
                format!("/api/admin/administrators/{bob}"),
                format!("/api/admin/administrators/{ann}"),
            );
            let (first, second) = tokio::join!(at_ann.delete(&of_bob), at_bob.delete(&of_ann));
            let mut statuses = [first.status(), second.status()];
            statuses.sort_unstable();
            assert_eq!(statuses, [204, 401]);
            let shared = app.administrator().await;
            let left = shared.get("/api/admin/administrators").await.json();
            let left = left.as_array().unwrap().clone();
            assert_eq!(left.len(), 1, "{left:?}");
            let id: Uuid = serde_json::from_value(left[0]["id"].clone()).unwrap();
            shared
                .delete(&format!("/api/admin/administrators/{id}"))
                .await
                .expect(204);
        }
    }
);

both_engines!(nobody_removes_themselves, |app: TestApp| {
    let ann = add(&app, "Ann").await;
    let browser = signed_in(&app, "Ann", None).await;
    let path = format!("/api/admin/administrators/{ann}");
    browser.delete(&path).await.expect(409);
    assert!(is_in(&browser).await);
});

both_engines!(
    the_panel_adds_an_administrator_with_a_password_shown_once,
    |app: TestApp| {
        let shared = app.administrator().await;
        let path = "/api/admin/administrators";
        let new = json!({ "name": "Ann Lee", "email": "ann@mail.example" });
        let made = shared.post(path, &new).await.expect(200).json();
        let login = json!({ "name": "Ann Lee", "password": made["password"] });
        let visitor = app.visitor();
        visitor.post("/api/admin/login", &login).await.expect(200);
        let taken = shared.post(path, &json!({ "name": "ANN  lee" })).await;
        assert_eq!(taken.expect(400).json()["field"], "name");
        for name in ["", "a", "Administrator", &"x".repeat(61)] {
            let refused = shared.post(path, &json!({ "name": name })).await;
            assert_eq!(refused.expect(400).json()["field"], "name", "{name}");
        }
        let refused = json!({ "name": "Bob", "email": "nobody" });
        let refused = shared.post(path, &refused).await.expect(400).json();
        assert_eq!(refused["field"], "email");
        let listed = shared.get(path).await.expect(200).json();
        assert_eq!(listed.as_array().unwrap().len(), 1);
        assert_eq!(listed[0]["name"], "Ann Lee");
        assert_eq!(listed[0]["hasApp"], false);
        assert!(!listed.to_string().contains("argon2"), "{listed}");
        let log = shared.get("/api/admin/audit?action=administrator.add");
        let log = log.await.expect(200).json();
        assert_eq!(log["entries"][0]["subjectLabel"], "Ann Lee");
        let entry = log["entries"][0]["id"].as_str().unwrap().to_owned();
        let undo = format!("/api/admin/audit/{entry}/undo");
        shared.post(&undo, &json!({})).await.expect(409);
    }
);

both_engines!(
    ones_own_password_is_changed_and_other_browsers_are_signed_out,
    |app: TestApp| {
        add(&app, "Ann").await;
        let here = signed_in(&app, "Ann", None).await;
        let elsewhere = signed_in(&app, "Ann", None).await;
        let path = "/api/admin/account/password";
        let new = "a kettle on a hill";
        let wrong = json!({ "current": "not that one", "password": new });
        let refused = here.put(path, &wrong).await.expect(400).json();
        assert_eq!(refused["field"], "current");
        for weak in ["short", "aaaaaaaaaaaaaa", "qwertyuiop12", "Password2026!"] {
            let change = json!({ "current": OWN_PASSWORD, "password": weak });
            let refused = here.put(path, &change).await.expect(400).json();
            assert_eq!(refused["field"], "password", "{weak}");
        }
        app.clock.advance(TimeDelta::minutes(16));
        let change = json!({ "current": OWN_PASSWORD, "password": new });
        here.put(path, &change).await.expect(200);
        assert!(is_in(&here).await);
        assert!(!is_in(&elsewhere).await);
        try_sign_in(&app, "Ann", None).await.expect(401);
        let login = json!({ "name": "Ann", "password": new });
        let visitor = app.visitor();
        visitor.post("/api/admin/login", &login).await.expect(200);
    }
);

both_engines!(sessions_are_listed_and_ended, |app: TestApp| {
    add(&app, "Ann").await;
    add(&app, "Bob").await;
    let here = signed_in(&app, "Ann", None).await;
    let elsewhere = signed_in(&app, "Ann", None).await;
    let third = signed_in(&app, "Ann", None).await;
    let bob = signed_in(&app, "Bob", None).await;
    let list = async |browser: &Visitor| -> Vec<Value> {
        let account = browser.get("/api/admin/account").await.expect(200).json();
        account["sessions"].as_array().unwrap().clone()
    };
    let listed = list(&here).await;
    assert_eq!(listed.len(), 3);
    let current = listed.iter().filter(|it| it["isCurrent"] == true);
    assert_eq!(current.count(), 1);
    let of_elsewhere = list(&elsewhere).await;
    let other = of_elsewhere.iter().find(|it| it["isCurrent"] == true);
    let other = other.unwrap()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/admin/account/sessions/{other}");
    bob.delete(&path).await.expect(404);
    assert!(
        is_in(&elsewhere).await,
        "another's session isn't Bob's to end"
    );
    here.delete(&path).await.expect(204);
    assert!(!is_in(&elsewhere).await);
    here.delete(&path).await.expect(404);
    let ended = here.delete("/api/admin/account/sessions").await;
    assert_eq!(ended.expect(200).json()["ended"], 1);
    assert!(!is_in(&third).await);
    assert!(is_in(&here).await && is_in(&bob).await);
});

both_engines!(
    a_password_changed_during_a_sign_in_keeps_it_out,
    |app: TestApp| {
        use townperk::platform::administrators;

        let ann = add(&app, "Ann").await;
        let reads = app.services().database.reads();
        let id = AdministratorId(ann);
        let seen = administrators::find(reads, id).await.unwrap().unwrap();
        people::reset(app.services(), seen.clone(), "another one of mine")
            .await
            .unwrap();
        let now = app.clock.now();
        let noted = app
            .services()
            .database
            .transaction(move |transaction| {
                let seen = seen.clone();
                Box::pin(async move { administrators::note_sign_in(transaction, &seen, now).await })
            })
            .await;
        assert!(!noted.unwrap(), "it was checked against the old password");
    }
);
