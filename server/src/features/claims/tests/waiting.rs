//! Links that don't work anymore, and devices that wait (D91).

use chrono::TimeDelta;
use sea_orm::{ConnectionTrait, EntityTrait};
use serde_json::{Value, json};
use townperk::catalog::entities;

use super::{EMAIL, blue_door, claim, claims, confirmed, decide, form, ownership::link_to, wait};
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

/// Gives the only claim the place that a confirmed one has, as releases did before claims of one person stood side by side.
async fn with_a_place(app: &TestApp) -> entities::claim::Model {
    let reads = app.database.reads();
    let row = entities::claim::Entity::find().one(reads).await.unwrap();
    let row = row.unwrap();
    let key = format!("{}{}", row.shop_id.simple(), row.person_id.simple());
    let reserve = format!("UPDATE claims SET open_key = '{key}'");
    reads.execute_unprepared(&reserve).await.unwrap();
    row
}

both_engines!(an_undo_gives_no_old_place_back, |app: TestApp| {
    let shop = blue_door(&app).await;
    claim(&app, &shop, &form()).await.expect(201);
    let row = with_a_place(&app).await;
    let person = app.signed_in(EMAIL).await;
    let path = format!("/api/claims/{}/not-mine", row.id);
    person.post(&path, &json!({})).await.expect(204);
    // The log has it with its place, which another claim has by now.
    let own = confirmed(&app, &shop, &form()).await;
    let admin = app.administrator().await;
    let log = admin.get("/api/admin/audit?action=claim.disown").await;
    let log = log.expect(200).json();
    let entry = log["entries"][0]["id"].as_str().unwrap();
    let undo = format!("/api/admin/audit/{entry}/undo");
    admin.post(&undo, &json!({})).await.expect(200);
    let waiting = claims(&app).await;
    let ids: Vec<&Value> = waiting.iter().map(|claim| &claim["id"]).collect();
    assert_eq!(ids, [&json!(row.id), &json!(own)]);
    let again = entities::claim::Entity::find_by_id(row.id);
    let again = again.one(app.database.reads()).await.unwrap();
    assert_eq!(again.unwrap().open_key, None);
});

both_engines!(
    a_confirmation_never_deletes_the_claim_that_it_confirms,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let opened = claim(&app, &shop, &form()).await.expect(201).json();
        let row = with_a_place(&app).await;
        let (code, _) = app.code_to(EMAIL).await;
        wait(&app);
        let path = format!("/api/claims/{}/confirm", row.id);
        let answer = app.visitor().post(&path, &json!({ "code": code })).await;
        assert_eq!(answer.expect(200).json()["id"], opened["id"]);
        let waiting = claims(&app).await;
        assert_eq!(waiting.len(), 1, "it waits for the administrator");
        assert_eq!(waiting[0]["evidence"]["level"], 2);
        let id = row.id.to_string();
        decide(&app, &id, "approve", json!({})).await.expect(200);
        let owner = app.shop_row(shop.id).await.owner_id;
        assert_eq!(owner, Some(row.person_id));
    }
);
