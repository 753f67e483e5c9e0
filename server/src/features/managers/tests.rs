//! Managers through the API.

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::catalog::entities::shop;

use crate::support::{TestApp, Visitor};

const EMAIL: &str = "kay@bluedoor.example";

async fn blue_door(app: &TestApp) -> (shop::Model, Visitor) {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).name("Blue Door").await;
    let owner = app.owner_of(&shop).await;
    (shop, owner)
}

fn managers(shop: &shop::Model) -> String {
    format!("/api/your-shop/{}/managers", shop.slug)
}

/// Invites the address, and returns the token of the link in the email.
async fn invited(app: &TestApp, shop: &shop::Model, owner: &Visitor) -> String {
    app.clock.advance(TimeDelta::seconds(1));
    let body = json!({ "email": EMAIL });
    owner.post(&managers(shop), &body).await.expect(201);
    let mails = app.mails_to(EMAIL).await;
    let mail = mails.last().unwrap();
    assert!(mail.contains("Help manage Blue Door"), "{mail}");
    assert!(
        mail.contains("owner.of."),
        "the email names its sender: {mail}"
    );
    let (_, rest) = mail.split_once("/join-shop#token=").unwrap();
    rest.chars().take_while(char::is_ascii_hexdigit).collect()
}

/// Accepts the invitation with a mailed code; returns the manager's browser.
async fn accepted(app: &TestApp, token: &str) -> Visitor {
    let visitor = app.visitor();
    let link = json!({ "token": token });
    let shown = visitor
        .post("/api/manager-invitations/show", &link)
        .await
        .expect(200)
        .json();
    assert_eq!(
        (&shown["shopName"], &shown["to"], &shown["isSignedIn"]),
        (&json!("Blue Door"), &json!(EMAIL), &json!(false))
    );
    let accept = "/api/manager-invitations/accept";
    visitor.post(accept, &link).await.expect(400);
    visitor
        .post("/api/manager-invitations/send-code", &link)
        .await
        .expect(202);
    let (code, _) = app.code_to(EMAIL).await;
    let wrong = json!({ "token": token, "code": "000000" });
    visitor.post(accept, &wrong).await.expect(400);
    let answer = visitor
        .post(accept, &json!({ "token": token, "code": code }))
        .await
        .expect(200);
    app.visitor().keeping_cookies_of(&answer)
}

async fn edit(person: &Visitor, shop: &shop::Model, mut fields: Value) -> u16 {
    let path = format!("/api/your-shop/{}", shop.slug);
    let shown = person.get(&path).await;
    if shown.status() != 200 {
        return shown.status();
    }
    fields["version"] = shown.json()["version"].clone();
    person.patch(&path, &fields).await.status()
}

both_engines!(
    a_manager_is_invited_edits_and_is_removed_on_every_node,
    |app: TestApp| {
        let mut app = app;
        let (shop, owner) = blue_door(&app).await;
        let token = invited(&app, &shop, &owner).await;
        let listed = owner.get(&managers(&shop)).await.expect(200).json();
        assert_eq!(
            (&listed[0]["email"], &listed[0]["acceptedAt"]),
            (&json!(EMAIL), &Value::Null)
        );
        let manager = accepted(&app, &token).await;
        let session = manager.get("/api/session").await.json();
        assert_eq!(session["shops"][0]["role"], "manager");
        assert_eq!(
            edit(&manager, &shop, json!({ "phone": "3185550142" })).await,
            200
        );
        assert_eq!(
            edit(
                &manager,
                &shop,
                json!({ "ownerDescription": "Two counters." })
            )
            .await,
            200
        );
        let path = format!("/api/your-shop/{}", shop.slug);
        for part in ["photos", "figures", "history", "suggestions"] {
            manager.get(&format!("{path}/{part}")).await.expect(200);
        }
        // The owner's alone.
        manager.get(&managers(&shop)).await.expect(403);
        manager
            .post(&managers(&shop), &json!({ "email": "x@y.example" }))
            .await
            .expect(403);
        let ownership = format!("/api/coffee-shops/{}/ownership", shop.slug);
        for step in ["leave", "hand-over"] {
            let body = json!({});
            manager
                .post(&format!("{ownership}/{step}"), &body)
                .await
                .expect(403);
        }
        let close = json!({ "closing": "removed" });
        manager
            .post(&format!("{path}/close"), &close)
            .await
            .expect(403);
        // Each in the history under their name; either undoes what the shop's people did (D86).
        let history = owner.get(&format!("{path}/history")).await.json();
        assert_eq!(
            (
                &history[0]["by"],
                &history[0]["byName"],
                &history[0]["canUndo"]
            ),
            (&json!("other"), &json!(EMAIL), &json!(true))
        );
        let own = manager.get(&format!("{path}/history")).await.json();
        assert_eq!(
            (&own[0]["by"], &own[0]["byName"]),
            (&json!("you"), &Value::Null)
        );
        let undo = format!("{path}/history/{}/undo", history[0]["id"].as_str().unwrap());
        owner.post(&undo, &json!({})).await.expect(200);
        let mails = app
            .mails_to(&format!("owner.of.{}@mail.example", shop.slug))
            .await;
        assert!(
            mails
                .last()
                .unwrap()
                .contains("invitation to manage Blue Door was accepted"),
            "{mails:?}"
        );

        // Removed here, refused on the other node with its next request.
        let other = app.second_node().await;
        let there = other.signed_in(EMAIL).await;
        there.get(&path).await.expect(200);
        let listed = owner.get(&managers(&shop)).await.json();
        let one = format!("{}/{}", managers(&shop), listed[0]["id"].as_str().unwrap());
        owner.delete(&one).await.expect(204);
        there.get(&path).await.expect(403);
        assert_eq!(
            edit(&manager, &shop, json!({ "phone": "3185550143" })).await,
            403
        );
        let mails = app.mails_to(EMAIL).await;
        let told = |mail: &String| mail.contains("You no longer manage");
        assert!(mails.iter().any(told), "{mails:?}");
        assert_eq!(
            owner.get(&managers(&shop)).await.json(),
            json!([]),
            "and is off the list"
        );
        owner.delete(&one).await.expect(404);
    }
);

both_engines!(
    a_manager_neither_closes_the_shop_nor_undoes_the_owners_link,
    |app: TestApp| {
        let (shop, owner) = blue_door(&app).await;
        let token = invited(&app, &shop, &owner).await;
        let manager = accepted(&app, &token).await;
        let path = format!("/api/your-shop/{}", shop.slug);
        let report = json!({ "kind": "closed" });
        let reports = format!("/api/coffee-shops/{}/suggestions", shop.slug);
        app.visitor().post(&reports, &report).await.expect(202);
        let waiting = owner.get(&format!("{path}/suggestions")).await.json();
        let id = waiting[0]["id"].as_str().unwrap();
        let accept = format!("{path}/suggestions/{id}/accept");
        manager.post(&accept, &json!({})).await.expect(403);
        assert_eq!(app.shop_row(shop.id).await.closed_at, None);

        app.clock.advance(TimeDelta::seconds(1));
        let link = json!({ "onlineStoreUrl": "https://beans.example/" });
        let page = format!("/api/coffee-shops/{}", shop.slug);
        owner.patch(&page, &link).await.expect(200);
        let history = |entries: Value| entries[0].clone();
        let seen = history(manager.get(&format!("{path}/history")).await.json());
        assert_eq!(
            (&seen["action"], &seen["canUndo"]),
            (&json!("shop.store"), &json!(false))
        );
        let undo = format!("{path}/history/{}/undo", seen["id"].as_str().unwrap());
        manager.post(&undo, &json!({})).await.expect(403);
        let seen = history(owner.get(&format!("{path}/history")).await.json());
        assert_eq!(seen["canUndo"], true);
        owner.post(&undo, &json!({})).await.expect(200);
    }
);

both_engines!(
    an_owner_who_comes_back_begins_without_managers,
    |app: TestApp| {
        let (shop, owner) = blue_door(&app).await;
        let token = invited(&app, &shop, &owner).await;
        let manager = accepted(&app, &token).await;
        let path = format!("/api/your-shop/{}", shop.slug);
        manager.get(&path).await.expect(200);
        let leave = format!("/api/coffee-shops/{}/ownership/leave", shop.slug);
        owner.post(&leave, &json!({})).await.expect(200);
        let owner = app.owner_of(&shop).await;
        owner.get(&path).await.expect(200);
        manager.get(&path).await.expect(403);
        assert_eq!(owner.get(&managers(&shop)).await.json(), json!([]));
    }
);

both_engines!(managers_stay_with_a_merged_shop, |app: TestApp| {
    let (shop, owner) = blue_door(&app).await;
    let token = invited(&app, &shop, &owner).await;
    let manager = accepted(&app, &token).await;
    let city = app.city_row(shop.city_id).await;
    let stays = app.shop(&city).name("The Blue Door").await;
    let merge = format!("/api/admin/coffee-shops/{}/merge", stays.id);
    let admin = app.administrator().await;
    let other = json!({ "other": shop.id });
    admin.post(&merge, &other).await.expect(200);
    let path = format!("/api/your-shop/{}", stays.slug);
    owner.get(&path).await.expect(200);
    manager.get(&path).await.expect(200);
    let listed = owner.get(&managers(&stays)).await.json();
    assert_eq!(listed[0]["email"], EMAIL);
});

both_engines!(a_manager_leaves_and_the_owner_is_told, |app: TestApp| {
    let (shop, owner) = blue_door(&app).await;
    let token = invited(&app, &shop, &owner).await;
    let manager = accepted(&app, &token).await;
    let leave = format!("/api/your-shop/{}/stop-managing", shop.slug);
    owner.post(&leave, &json!({})).await.expect(403);
    app.clock.advance(TimeDelta::seconds(1));
    manager.post(&leave, &json!({})).await.expect(204);
    manager.post(&leave, &json!({})).await.expect(403);
    let mails = app
        .mails_to(&format!("owner.of.{}@mail.example", shop.slug))
        .await;
    assert!(mails.last().unwrap().contains("has left"), "{mails:?}");
});

both_engines!(an_invitation_ends, |app: TestApp| {
    let (shop, owner) = blue_door(&app).await;
    let show = "/api/manager-invitations/show";
    let first = invited(&app, &shop, &owner).await;
    // Inviting again replaces the first link.
    let second = invited(&app, &shop, &owner).await;
    let visitor = app.visitor();
    let link = |token: &str| json!({ "token": token });
    visitor.post(show, &link(&first)).await.expect(404);
    visitor.post(show, &link(&second)).await.expect(200);
    visitor.post(show, &link("nothing")).await.expect(404);
    let mut forged = second.clone();
    forged.replace_range(94..96, if forged.ends_with("00") { "11" } else { "00" });
    visitor.post(show, &link(&forged)).await.expect(404);

    let declined = "/api/manager-invitations/decline";
    visitor.post(declined, &link(&second)).await.expect(204);
    visitor.post(declined, &link(&second)).await.expect(404);

    let third = invited(&app, &shop, &owner).await;
    app.clock.advance(TimeDelta::days(7));
    visitor.post(show, &link(&third)).await.expect(404);
    let listed = owner.get(&managers(&shop)).await.json();
    assert_eq!(listed[0]["hasExpired"], true);

    // Another owner's invitation is nobody's.
    let fourth = invited(&app, &shop, &owner).await;
    let next = app.person("next@owner.example").await;
    app.edit_shop(shop.id, |row| row.owner_id = Some(next))
        .await;
    visitor.post(show, &link(&fourth)).await.expect(404);
});

both_engines!(a_new_owner_begins_without_managers, |app: TestApp| {
    let (shop, owner) = blue_door(&app).await;
    let token = invited(&app, &shop, &owner).await;
    let manager = accepted(&app, &token).await;
    let path = format!("/api/your-shop/{}", shop.slug);
    manager.get(&path).await.expect(200);
    let next = app.person("next@owner.example").await;
    app.edit_shop(shop.id, |row| row.owner_id = Some(next))
        .await;
    manager.get(&path).await.expect(403);
    let session = manager.get("/api/session").await.json();
    assert_eq!(session["shops"], json!([]));
    let next = app.signed_in("next@owner.example").await;
    assert_eq!(next.get(&managers(&shop)).await.json(), json!([]));
});

both_engines!(invitations_have_limits, |app: TestApp| {
    let (shop, owner) = blue_door(&app).await;
    let invite = async |email: &str| {
        let body = json!({ "email": email });
        owner.post(&managers(&shop), &body).await
    };
    for wrong in [
        "",
        "kay",
        &format!("owner.of.{}@mail.example", shop.slug)[..],
    ] {
        let refused = invite(wrong).await.expect(400).json();
        assert_eq!(refused["field"], "email", "{wrong}");
    }
    for number in 0..20 {
        invite(&format!("kay{number}@door.example"))
            .await
            .expect(201);
    }
    invite("one.more@door.example").await.expect(429);
    app.clock.advance(TimeDelta::days(1));
    invite("one.more@door.example").await.expect(409);
});
