//! Claims after the shop has its first owner.

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::{catalog::entities::shop, platform::mail::HELD};

use super::{EMAIL, blue_door, claim, form, wait};
use crate::support::{TestApp, Visitor};

const NEW: &str = "ann@mail.example";

/// A shop whose owner is signed in.
async fn owned(app: &TestApp) -> (shop::Model, Visitor) {
    let shop = blue_door(app).await;
    let owner = app.signed_in(EMAIL).await;
    let person = app.person(EMAIL).await;
    let shop = app
        .edit_shop(shop.id, |row| row.owner_id = Some(person))
        .await;
    (shop, owner)
}

/// A fresh code of the transfer `id` for this address, and its link's token.
async fn code_of(app: &TestApp, id: &str, email: &str) -> (String, String) {
    wait(app);
    let again = format!("/api/hand-overs/{id}/resend");
    let body = json!({ "email": email });
    app.visitor().post(&again, &body).await.expect(202);
    app.code_to(email).await
}

/// The token of the link in the first email of a transfer.
pub(super) async fn link_to(app: &TestApp, email: &str) -> String {
    let mails = app.mails_to(email).await;
    let mail = mails.last().unwrap();
    let (_, rest) = mail.split_once("/confirm-hand-over#token=").unwrap();
    rest.chars().take_while(char::is_ascii_hexdigit).collect()
}

fn path(shop: &shop::Model, what: &str) -> String {
    format!("/api/coffee-shops/{}/ownership/{what}", shop.slug)
}

both_engines!(an_owner_may_leave, |app: TestApp| {
    let (shop, owner) = owned(&app).await;
    owner
        .post(&path(&shop, "leave"), &json!({}))
        .await
        .expect(200);
    assert_eq!(app.shop_row(shop.id).await.owner_id, None);
    app.clock.advance(HELD);
    assert!(app.mails_to(EMAIL).await[0].contains("You've left Blue Door"));
    owner
        .post(&path(&shop, "leave"), &json!({}))
        .await
        .expect(403);
    claim(&app, &shop, &form()).await.expect(201);
});

both_engines!(a_shop_moves_when_both_have_confirmed, |app: TestApp| {
    let (shop, owner) = owned(&app).await;
    let to = json!({ "name": "Ann Lee", "email": NEW });
    let begun = owner
        .post(&path(&shop, "hand-over"), &to)
        .await
        .expect(202)
        .json();
    let id = begun["id"].as_str().unwrap();
    let confirm = format!("/api/hand-overs/{id}/confirm");
    let (code, _) = code_of(&app, id, NEW).await;
    let answer = app
        .visitor()
        .post(&confirm, &json!({ "email": NEW, "code": code }))
        .await
        .expect(200)
        .json();
    assert_eq!(
        (
            &answer["ownerConfirmed"],
            &answer["newOwnerConfirmed"],
            &answer["done"]
        ),
        (&json!(false), &json!(true), &json!(false))
    );
    assert_eq!(
        app.shop_row(shop.id).await.owner_id,
        Some(app.person(EMAIL).await)
    );
    let (_, token) = code_of(&app, id, EMAIL).await;
    wait(&app);
    let done = app
        .visitor()
        .post("/api/hand-overs/confirm-link", &json!({ "token": token }))
        .await
        .expect(200)
        .json();
    assert_eq!(done["done"], true);
    assert_eq!(
        app.shop_row(shop.id).await.owner_id,
        Some(app.person(NEW).await)
    );
    assert!(app.mails_to(NEW).await[2].contains("Blue Door is yours"));
    assert!(app.mails_to(EMAIL).await[2].contains("has been transferred"));
    owner
        .post(&path(&shop, "leave"), &json!({}))
        .await
        .expect(403);
});

both_engines!(strangers_and_others_codes_move_nothing, |app: TestApp| {
    let (shop, owner) = owned(&app).await;
    let to = json!({ "email": NEW });
    for stranger in [app.visitor(), app.signed_in("bo@mail.example").await] {
        let status = stranger.post(&path(&shop, "hand-over"), &to).await.status();
        assert!(matches!(status, 401 | 403), "{status}");
    }
    let administrator = app.administrator().await;
    administrator
        .post(&path(&shop, "hand-over"), &to)
        .await
        .expect(403);
    let begun = owner
        .post(&path(&shop, "hand-over"), &to)
        .await
        .expect(202)
        .json();
    let id = begun["id"].as_str().unwrap();
    let confirm = format!("/api/hand-overs/{id}/confirm");
    let (code_of_owner, _) = code_of(&app, id, EMAIL).await;
    for body in [
        json!({ "email": NEW, "code": code_of_owner }),
        json!({ "email": "bo@mail.example", "code": code_of_owner }),
        json!({ "email": NEW }),
    ] {
        app.visitor().post(&confirm, &body).await.expect(400);
    }
    assert_eq!(
        app.shop_row(shop.id).await.owner_id,
        Some(app.person(EMAIL).await)
    );
    for (email, field) in [(EMAIL, "email"), ("ann", "email"), ("", "email")] {
        let refused = owner
            .post(&path(&shop, "hand-over"), &json!({ "email": email }))
            .await
            .expect(400)
            .json();
        assert_eq!(refused["field"], field);
    }
});

both_engines!(an_owner_sees_the_transfer_that_waits, |app: TestApp| {
    let (shop, owner) = owned(&app).await;
    let pending = async || {
        let answer = owner.get(&path(&shop, "hand-over")).await.expect(200);
        answer.json()["pending"].clone()
    };
    assert_eq!(pending().await, Value::Null);
    let body = json!({ "name": "Ann Lee", "email": NEW });
    let begun = owner.post(&path(&shop, "hand-over"), &body).await;
    let id = begun.expect(202).json()["id"].clone();
    let waiting = pending().await;
    assert_eq!(waiting["to"], NEW);
    assert_eq!(waiting["newOwnerConfirmed"], false);
    let (code, _) = code_of(&app, id.as_str().unwrap(), NEW).await;
    let confirm = format!("/api/hand-overs/{}/confirm", id.as_str().unwrap());
    let body = json!({ "email": NEW, "code": code });
    app.visitor().post(&confirm, &body).await.expect(200);
    assert_eq!(pending().await["newOwnerConfirmed"], true);
    app.visitor()
        .get(&path(&shop, "hand-over"))
        .await
        .expect(401);
    let stranger = app.signed_in("stranger@mail.example").await;
    stranger.get(&path(&shop, "hand-over")).await.expect(403);
    owner
        .post(&path(&shop, "cancel-hand-over"), &json!({}))
        .await
        .expect(200);
    assert_eq!(pending().await, Value::Null);
    owner
        .post(&path(&shop, "hand-over"), &json!({ "email": NEW }))
        .await
        .expect(202);
    app.clock.advance(TimeDelta::days(8));
    let owner = app.signed_in(EMAIL).await;
    let answer = owner.get(&path(&shop, "hand-over")).await.expect(200);
    assert_eq!(answer.json()["pending"], Value::Null, "it has expired");
});

both_engines!(a_hand_over_lapses_ends_and_is_replaced, |app: TestApp| {
    let (shop, owner) = owned(&app).await;
    let begin = async |email: &str| {
        let body = json!({ "email": email });
        let begun = owner
            .post(&path(&shop, "hand-over"), &body)
            .await
            .expect(202)
            .json();
        begun["id"].as_str().unwrap().to_owned()
    };
    let first = begin(NEW).await;
    let (code, _) = code_of(&app, &first, NEW).await;
    let second = begin("bo@mail.example").await;
    let body = json!({ "email": NEW, "code": code });
    app.visitor()
        .post(&format!("/api/hand-overs/{first}/confirm"), &body)
        .await
        .expect(404);
    owner
        .post(&path(&shop, "cancel-hand-over"), &json!({}))
        .await
        .expect(200);
    owner
        .post(&path(&shop, "cancel-hand-over"), &json!({}))
        .await
        .expect(404);
    app.visitor()
        .post(
            &format!("/api/hand-overs/{second}/resend"),
            &json!({ "email": NEW }),
        )
        .await
        .expect(404);
    app.clock.advance(TimeDelta::hours(2));
    let third = begin(NEW).await;
    let known = app.mails().await.len();
    for email in [NEW, "bo@mail.example"] {
        let path = format!("/api/hand-overs/{third}/resend");
        app.visitor()
            .post(&path, &json!({ "email": email }))
            .await
            .expect(202);
    }
    assert_eq!(app.mails().await.len(), known + 1);
    app.clock.advance(TimeDelta::days(7));
    app.visitor()
        .post(&format!("/api/hand-overs/{third}/confirm"), &body)
        .await
        .expect(404);
});

both_engines!(
    guesses_at_a_hand_over_do_not_tell_whose_it_is,
    |app: TestApp| {
        let (shop, owner) = owned(&app).await;
        let body = json!({ "email": NEW });
        let begun = owner.post(&path(&shop, "hand-over"), &body).await;
        let id = begun.expect(202).json()["id"].as_str().unwrap().to_owned();
        let path = format!("/api/hand-overs/{id}/confirm");
        let mut told = Vec::new();
        for email in [EMAIL, NEW, "stranger@mail.example"] {
            let (mut answers, visitor) = (Vec::new(), app.visitor());
            for code in [json!(null), json!("12"), json!("000000")] {
                let guess = json!({ "email": email, "code": code });
                let mut answer = visitor.post(&path, &guess).await.expect(400).json();
                answer["requestId"] = Value::Null;
                answers.push(answer);
            }
            // The digits before counted, too.
            for _ in 1..20 {
                let guess = json!({ "email": email, "code": "000000" });
                let visitor = visitor.clone().from("203.0.113.9");
                visitor.post(&path, &guess).await.expect(400);
                app.clock.advance(TimeDelta::minutes(2));
            }
            let guess = json!({ "email": email, "code": "000000" });
            visitor.post(&path, &guess).await.expect(429);
            told.push(answers);
        }
        assert_eq!(told[0], told[1]);
        assert_eq!(told[0], told[2], "D90");
    }
);

both_engines!(
    the_administrator_takes_back_with_a_reason,
    |app: TestApp| {
        let (shop, owner) = owned(&app).await;
        let path = format!("/api/admin/coffee-shops/{}/take-back", shop.id);
        owner
            .post(&path, &json!({ "reason": "x" }))
            .await
            .expect(403);
        let admin = app.administrator().await;
        let refused = admin.post(&path, &json!({})).await.expect(400).json();
        assert_eq!(refused["field"], "reason");
        admin
            .post(&path, &json!({ "reason": "The shop was sold." }))
            .await
            .expect(200);
        assert_eq!(app.shop_row(shop.id).await.owner_id, None);
        app.clock.advance(HELD);
        assert!(app.mails_to(EMAIL).await[0].contains("The shop was sold."));
        let again = admin
            .post(&path, &json!({ "reason": "x" }))
            .await
            .expect(409)
            .json();
        assert_eq!(again["details"]["kind"], "no_owner");
        let public = app
            .visitor()
            .get(&format!("/api/coffee-shops/{}", shop.slug))
            .await
            .json();
        assert_eq!(public["ownerId"], Value::Null);
    }
);

both_engines!(a_transfers_link_shows_it_for_seven_days, |app: TestApp| {
    let (shop, owner) = owned(&app).await;
    let body = json!({ "email": NEW });
    owner
        .post(&path(&shop, "hand-over"), &body)
        .await
        .expect(202);
    let (theirs, mine) = (link_to(&app, NEW).await, link_to(&app, EMAIL).await);
    let mails = app.mails_to(NEW).await;
    assert!(
        mails[0].contains("Blue Door") && mails[0].contains(EMAIL),
        "shop and sender are named: {}",
        mails[0]
    );
    app.clock.advance(TimeDelta::days(6));
    let visitor = app.visitor();
    let (show, send) = ("/api/hand-overs/show", "/api/hand-overs/send-code");
    let seen = visitor
        .post(show, &json!({ "token": theirs }))
        .await
        .expect(200)
        .json();
    assert_eq!(
        (&seen["shopName"], &seen["email"], &seen["otherEmail"]),
        (&json!("Blue Door"), &json!(NEW), &json!(EMAIL))
    );
    assert_eq!(
        (&seen["isOwner"], &seen["isSignedIn"]),
        (&json!(false), &json!(false))
    );
    let seen = app
        .signed_in(EMAIL)
        .await
        .post(show, &json!({ "token": mine }))
        .await
        .expect(200)
        .json();
    assert_eq!(
        (&seen["isOwner"], &seen["isSignedIn"]),
        (&json!(true), &json!(true))
    );
    // Neither shows nor sends anything for others, and the link itself confirms nothing.
    for token in ["", "0", &theirs[..95], &format!("{:0>96}", "")] {
        let body = json!({ "token": token });
        visitor.post(show, &body).await.expect(404);
        visitor.post(send, &body).await.expect(404);
    }
    let known = app.mails_to(NEW).await.len();
    visitor
        .post(send, &json!({ "token": theirs }))
        .await
        .expect(202);
    assert_eq!(app.mails_to(NEW).await.len(), known + 1);
    let (code, _) = app.code_to(NEW).await;
    let id = seen["id"].as_str().unwrap();
    let confirm = format!("/api/hand-overs/{id}/confirm");
    let body = json!({ "email": NEW, "code": code });
    let confirmed = visitor.post(&confirm, &body).await.expect(200).json();
    assert_eq!(confirmed["newOwnerConfirmed"], true);
    // The owner is signed in, so a press is enough.
    let done = app
        .signed_in(EMAIL)
        .await
        .post(&confirm, &json!({ "email": EMAIL }))
        .await
        .expect(200)
        .json();
    assert_eq!(done["done"], true);
    visitor
        .post(show, &json!({ "token": theirs }))
        .await
        .expect(404);
});

both_engines!(a_revoked_ownership_is_given_back_by_undo, |app: TestApp| {
    let (shop, _) = owned(&app).await;
    let owner = app.shop_row(shop.id).await.owner_id;
    let path = format!("/api/admin/coffee-shops/{}/take-back", shop.id);
    let admin = app.administrator().await;
    let reason = json!({ "reason": "The shop was sold." });
    let revoked = admin.post(&path, &reason).await.expect(200).json();
    let entry = revoked["entry"].as_str().unwrap();
    let undo = format!("/api/admin/audit/{entry}/undo");
    let undone = admin.post(&undo, &json!({})).await.expect(200).json();
    assert_eq!(undone["notices"], json!([]), "the email hadn't been sent");
    assert_eq!(app.shop_row(shop.id).await.owner_id, owner);
    app.clock.advance(HELD);
    assert!(app.mails_to(EMAIL).await.is_empty());
});
