//! Links that don't work anymore, and devices that wait (D91).

use chrono::TimeDelta;
use serde_json::json;

use super::{EMAIL, blue_door, claim, decide, form, ownership::link_to, wait};
use crate::support::TestApp;

both_engines!(an_old_link_of_a_claim_gets_a_new_one, |app: TestApp| {
    let shop = blue_door(&app).await;
    let opened = claim(&app, &shop, &form()).await.expect(201).json();
    let state = format!("/api/claims/{}/proof", opened["id"].as_str().unwrap());
    let (_, old) = app.code_to(EMAIL).await;
    app.clock.advance(TimeDelta::minutes(11));
    let visitor = app.visitor();
    let path = "/api/claims/new-link";
    visitor
        .post(path, &json!({ "token": old }))
        .await
        .expect(202);
    let (_, new) = app.code_to(EMAIL).await;
    assert_eq!(
        visitor.get(&state).await.expect(200).json(),
        json!({ "confirmed": false })
    );
    let link = "/api/claims/confirm-link";
    app.visitor()
        .post(link, &json!({ "token": new }))
        .await
        .expect(200);
    assert_eq!(
        visitor.get(&state).await.expect(200).json(),
        json!({ "confirmed": true })
    );
    let refused = visitor
        .post(path, &json!({ "token": old }))
        .await
        .expect(409);
    assert_eq!(refused.json()["details"]["kind"], "already_confirmed");
    // A link of another purpose sends nothing.
    let elsewhere = "/api/listings/new-link";
    visitor
        .post(elsewhere, &json!({ "token": old }))
        .await
        .expect(400);
});

both_engines!(a_decided_claim_gets_no_new_link, |app: TestApp| {
    let shop = blue_door(&app).await;
    let opened = claim(&app, &shop, &form()).await.expect(201).json();
    let (_, old) = app.code_to(EMAIL).await;
    let id = opened["id"].as_str().unwrap();
    let body = json!({ "reason": "Nobody answers." });
    decide(&app, id, "reject", body).await.expect(200);
    let path = "/api/claims/new-link";
    let refused = app.visitor().post(path, &json!({ "token": old })).await;
    assert_eq!(refused.expect(400).json()["field"], "token");
});

both_engines!(an_old_link_of_a_transfer_gets_a_new_one, |app: TestApp| {
    let shop = blue_door(&app).await;
    let owner = app.signed_in(EMAIL).await;
    let person = app.person(EMAIL).await;
    app.edit_shop(shop.id, |row| row.owner_id = Some(person))
        .await;
    wait(&app);
    let begin = format!("/api/coffee-shops/{}/ownership/hand-over", shop.slug);
    let to = json!({ "name": "Ann Lee", "email": "ann@mail.example" });
    owner.post(&begin, &to).await.expect(202);
    let visitor = app.visitor();
    let link = json!({ "token": link_to(&app, "ann@mail.example").await });
    let send = "/api/hand-overs/send-code";
    visitor.post(send, &link).await.expect(202);
    let (_, old) = app.code_to("ann@mail.example").await;
    app.clock.advance(TimeDelta::minutes(11));
    let path = "/api/hand-overs/new-link";
    visitor
        .post(path, &json!({ "token": old }))
        .await
        .expect(202);
    let (_, new) = app.code_to("ann@mail.example").await;
    assert_ne!(new, old);
    let link = "/api/hand-overs/confirm-link";
    visitor
        .post(link, &json!({ "token": new }))
        .await
        .expect(200);
    visitor
        .post(path, &json!({ "token": old }))
        .await
        .expect(409);
    let cancel = format!("/api/coffee-shops/{}/ownership/cancel-hand-over", shop.slug);
    owner.post(&cancel, &json!({})).await.expect(200);
    visitor
        .post(path, &json!({ "token": old }))
        .await
        .expect(404);
});
