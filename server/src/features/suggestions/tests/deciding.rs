//! Owners and the administrator accept all, some or none, and undo it.

use serde_json::{Value, json};
use townperk::platform::mail::HELD;

use super::{assert_same_as_loaded, blue_door, decide, edit, kept, listed, page, suggest, tasks};
use crate::support::TestApp;

both_engines!(
    some_fields_are_taken_over_and_it_is_undone,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let administrator = app.administrator().await;
        let mut body = edit();
        body["email"] = json!("ann@mail.example");
        let id = kept(&app, &shop, &body).await;
        let decided = decide(
            &administrator,
            &id,
            "accept",
            &json!({ "fields": ["hours", "hasWifi"], "answer": "The phone is right." }),
        )
        .await
        .expect(200)
        .json();
        assert_eq!(decided["status"], "partly");
        let now = page(&app, &shop).await;
        assert_eq!(now["openingHours"], "Mo-Sa 08:00-16:00");
        assert_eq!(now["hasWifi"], true);
        assert_eq!(now["phone"], "(318) 555-0142");
        let taken: Vec<&Value> = decided["differences"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|one| one["wasAccepted"] == true)
            .map(|one| &one["field"])
            .collect();
        assert_eq!(taken, ["hours", "hasWifi"]);
        app.clock.advance(HELD);
        let mails = app.mails_to("ann@mail.example").await;
        assert_eq!(mails.len(), 1);
        assert!(mails[0].contains("The phone is right."), "{}", mails[0]);
        assert!(!mails[0].contains("this morning"), "nothing that was typed");
        assert!(tasks(&app).await.is_empty());
        assert_eq!(listed(&administrator, "?status=decided").await.len(), 1);
        let undo = format!(
            "/api/admin/audit/{}/undo",
            decided["entry"].as_str().unwrap()
        );
        administrator.post(&undo, &json!({})).await.expect(200);
        let now = page(&app, &shop).await;
        assert_eq!(now["openingHours"], "Mo-Fr 07:00-15:00");
        assert_eq!(now["hasWifi"], Value::Null);
        assert_eq!(listed(&administrator, "").await[0]["status"], "open");
        assert_same_as_loaded(app, &shop).await;
    }
);

both_engines!(
    a_decision_in_place_of_an_undone_one_is_told_once,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let administrator = app.administrator().await;
        let mut body = edit();
        body["email"] = json!("ann@mail.example");
        let id = kept(&app, &shop, &body).await;
        let empty = json!({});
        let undo = |decided: Value| {
            let entry = decided["entry"].as_str().unwrap();
            format!("/api/admin/audit/{entry}/undo")
        };
        // Undone before its email was sent: only the second decision is mailed.
        let first = decide(&administrator, &id, "reject", &empty).await;
        let path = undo(first.expect(200).json());
        administrator.post(&path, &empty).await.expect(200);
        let reason = json!({ "reason": "It is right." });
        let second = decide(&administrator, &id, "reject", &reason).await;
        let second = second.expect(200).json();
        app.clock.advance(HELD);
        let mails = app.mails_to("ann@mail.example").await;
        assert_eq!(mails.len(), 1, "{mails:?}");
        assert!(mails[0].contains("It is right."), "{}", mails[0]);
        // Undone afterward: the new decision is mailed as well, once.
        administrator.post(&undo(second), &empty).await.expect(200);
        decide(&administrator, &id, "accept", &empty)
            .await
            .expect(200);
        app.clock.advance(HELD);
        let mails = app.mails_to("ann@mail.example").await;
        assert_eq!(mails.len(), 2, "{mails:?}");
        assert!(mails[1].contains("was accepted"), "{}", mails[1]);
    }
);

both_engines!(
    an_owner_is_written_to_and_decides_about_their_own,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let owner = app.owner_of(&shop).await;
        let another = app.shop(&app.city("Hammond", "LA").await).await;
        let stranger = app.owner_of(&another).await;
        let id = kept(&app, &shop, &edit()).await;
        let mails = app
            .mails_to(&format!("owner.of.{}@mail.example", shop.slug))
            .await;
        assert_eq!(mails.len(), 1);
        assert!(!mails[0].contains("555-0199"), "nothing that was typed");
        assert!(tasks(&app).await.is_empty(), "it waits for the owner");
        let list = format!("/api/your-shop/{}/suggestions", shop.slug);
        let mine = owner.get(&list).await.expect(200).json();
        assert_eq!(
            (&mine[0]["id"], &mine[0]["waitsFor"]),
            (&json!(id), &json!("owner"))
        );
        // The guard checks the shop in the path; the suggestion must belong to that shop.
        let foreign = format!("/api/your-shop/{}/suggestions/{id}/accept", another.slug);
        stranger.post(&foreign, &json!({})).await.expect(404);
        let accept = format!("{list}/{id}/accept");
        let accepted = owner.post(&accept, &json!({})).await.expect(200).json();
        assert_eq!(accepted["status"], "accepted");
        assert_eq!(page(&app, &shop).await["phone"], "(318) 555-0199");
        let row = app.shop_row(shop.id).await;
        assert_eq!(row.provenance.0.get("phone").unwrap(), "owner");
        let undo = format!("{list}/{id}/undo");
        owner.post(&undo, &json!({})).await.expect(200);
        assert_eq!(page(&app, &shop).await["phone"], "(318) 555-0142");
        owner.post(&undo, &json!({})).await.expect(409);
        let reject = format!("{list}/{id}/reject");
        let rejected = owner.post(&reject, &json!({})).await.expect(200).json();
        assert_eq!(rejected["status"], "rejected");
        // Owners don't decide whether their shop is a chain.
        let chain = kept(&app, &shop, &json!({ "kind": "chain" })).await;
        let path = format!("{list}/{chain}/reject");
        owner.post(&path, &json!({})).await.expect(404);
        let mine = owner.get(&list).await.expect(200).json();
        assert!(!mine.to_string().contains(&chain));
    }
);

both_engines!(an_owner_undoes_their_own_decisions_alone, |app: TestApp| {
    let shop = blue_door(&app).await;
    let owner = app.owner_of(&shop).await;
    let administrator = app.administrator().await;
    let list = format!("/api/your-shop/{}/suggestions", shop.slug);
    let theirs = kept(&app, &shop, &edit()).await;
    decide(&administrator, &theirs, "accept", &json!({}))
        .await
        .expect(200);
    let mut hours = edit();
    hours["phone"] = json!("318-555-0177");
    let mine = kept(&app, &shop, &hours).await;
    let reject = format!("{list}/{mine}/reject");
    owner.post(&reject, &json!({})).await.expect(200);
    let seen = |list: &Value, id: &str| {
        let mut all = list.as_array().unwrap().iter();
        all.find(|one| one["id"] == id).unwrap()["canUndo"].clone()
    };
    let all = owner.get(&list).await.expect(200).json();
    assert_eq!(
        (seen(&all, &theirs), seen(&all, &mine)),
        (json!(false), json!(true))
    );
    let undo = |id: &str| format!("{list}/{id}/undo");
    owner.post(&undo(&theirs), &json!({})).await.expect(403);
    assert_eq!(page(&app, &shop).await["phone"], "(318) 555-0199");
    owner.post(&undo(&mine), &json!({})).await.expect(200);
    let all = listed(&administrator, "?status=decided").await;
    assert_eq!(seen(&json!(all), &theirs), json!(true));
});

both_engines!(an_owner_who_does_not_answer_is_relieved, |app: TestApp| {
    let shop = blue_door(&app).await;
    let _owner = app.owner_of(&shop).await;
    kept(&app, &shop, &edit()).await;
    app.work().await;
    app.clock.advance(chrono::TimeDelta::days(13));
    assert!(tasks(&app).await.is_empty());
    app.clock.advance(chrono::TimeDelta::days(2));
    assert_eq!(tasks(&app).await[0]["kind"], "suggestion");
});

both_engines!(an_owner_gets_few_mails_a_day, |app: TestApp| {
    let shop = blue_door(&app).await;
    let owner = app.owner_of(&shop).await;
    for network in 0..6 {
        let visitor = app.visitor().from(&format!("198.51.{network}.1"));
        suggest(
            &visitor,
            &shop,
            &json!({ "kind": "hours", "note": "Closed on Mondays." }),
        )
        .await
        .expect(202);
    }
    let mails = app
        .mails_to(&format!("owner.of.{}@mail.example", shop.slug))
        .await;
    assert_eq!(mails.len(), 3);
    let list = format!("/api/your-shop/{}/suggestions", shop.slug);
    let all = owner.get(&list).await.expect(200).json();
    assert_eq!(all.as_array().unwrap().len(), 6);
});

both_engines!(
    who_decides_on_an_old_page_is_shown_the_new_one,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let administrator = app.administrator().await;
        let id = kept(&app, &shop, &edit()).await;
        let seen = listed(&administrator, "").await[0]["shop"]["version"].clone();
        let path = format!("/api/admin/coffee-shops/{}", shop.id);
        administrator
            .put(&path, &json!({ "phone": "(318) 555-0111" }))
            .await
            .expect(200);
        let stale = decide(&administrator, &id, "accept", &json!({ "version": seen }))
            .await
            .expect(409)
            .json();
        assert_eq!(stale["details"]["kind"], "stale");
        let current = &stale["details"]["current"];
        assert_eq!(current["differences"][0]["now"], "(318) 555-0111");
        assert_eq!(page(&app, &shop).await["phone"], "(318) 555-0111");
        let version = &current["shop"]["version"];
        decide(
            &administrator,
            &id,
            "accept",
            &json!({ "version": version }),
        )
        .await
        .expect(200);
        assert_eq!(page(&app, &shop).await["phone"], "(318) 555-0199");
    }
);

both_engines!(
    fields_that_were_not_suggested_are_refused,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let administrator = app.administrator().await;
        let id = kept(&app, &shop, &edit()).await;
        for fields in [json!([]), json!(["name"]), json!(["phone", "name"])] {
            let body = json!({ "fields": fields });
            let refused = decide(&administrator, &id, "accept", &body)
                .await
                .expect(400)
                .json();
            assert_eq!(refused["field"], "fields");
        }
        let body = json!({ "fields": ["price"] });
        decide(&administrator, &id, "accept", &body)
            .await
            .expect(400);
        decide(&administrator, "no-such-id", "accept", &json!({}))
            .await
            .expect(404);
        let long = json!({ "reason": "x".repeat(501) });
        decide(&administrator, &id, "reject", &long)
            .await
            .expect(400);
        assert_eq!(listed(&administrator, "").await[0]["status"], "open");
    }
);

both_engines!(
    an_address_elsewhere_moves_the_shop_to_its_town,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let administrator = app.administrator().await;
        let body =
            json!({ "kind": "edit", "street": "12 Railroad Avenue", "zipCode": "70401-1234" });
        let id = kept(&app, &shop, &body).await;
        decide(&administrator, &id, "accept", &json!({}))
            .await
            .expect(200);
        let now = page(&app, &shop).await;
        assert_eq!(
            (&now["cityName"], &now["street"], &now["zipCode"]),
            (
                &json!("Hammond"),
                &json!("12 Railroad Avenue"),
                &json!("70401")
            )
        );
        assert_eq!(
            now["latitude"],
            Value::Null,
            "the pin was that of the old address"
        );
        assert_same_as_loaded(app, &shop).await;
    }
);

both_engines!(special_days_stay_when_the_week_changes, |app: TestApp| {
    let shop = blue_door(&app).await;
    app.edit_shop(shop.id, |row| {
        row.opening_hours = Some("Mo-Fr 07:00-15:00; 2030 Dec 25 off".to_owned());
    })
    .await;
    let administrator = app.administrator().await;
    let body = json!({ "kind": "hours", "hours": "Mon-Fri 9am-5pm" });
    let id = kept(&app, &shop, &body).await;
    decide(&administrator, &id, "accept", &json!({}))
        .await
        .expect(200);
    let row = app.shop_row(shop.id).await;
    assert_eq!(
        row.opening_hours.as_deref(),
        Some("Mo-Fr 09:00-17:00; 2030 Dec 25 off")
    );
    assert_eq!(row.hours.as_deref(), Some("Mon-Fri 9am-5pm"));
});

both_engines!(of_two_who_decide_at_once_one_is_told, |app: TestApp| {
    let shop = blue_door(&app).await;
    let administrator = app.administrator().await;
    let id = kept(&app, &shop, &edit()).await;
    let empty = json!({});
    let (one, other) = tokio::join!(
        decide(&administrator, &id, "accept", &empty),
        decide(&administrator, &id, "reject", &empty)
    );
    let mut statuses = [one.status(), other.status()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
});
