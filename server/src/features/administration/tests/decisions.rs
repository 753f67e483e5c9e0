//! Decisions about stories, their emails, and undoing them.

use serde_json::json;
use townperk::{catalog::entities::story, platform::mail::HELD};

use super::{told, undo_of};
use crate::support::{TestApp, page_of};

both_engines!(a_story_is_decided_once_and_shown, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let old = told(&app, &shop, "The old one.", story::Status::Approved).await;
    let new = told(&app, &shop, "The new one.", story::Status::Pending).await;
    let admin = app.administrator().await;
    let waiting = admin
        .get("/api/admin/local-vibes?status=pending")
        .await
        .expect(200)
        .json();
    assert_eq!(waiting[0]["coffeeShop"]["slug"], shop.slug);
    assert_eq!(waiting.as_array().unwrap().len(), 1);
    let inbox = admin.get("/api/admin/inbox").await.expect(200).json();
    assert_eq!(inbox["items"][0]["kind"], "story");
    let approve = format!("/api/admin/local-vibes/{}/approve", new.id);
    let decided = admin.post(&approve, &json!({})).await.expect(200).json();
    assert_eq!(decided["status"], "approved");
    let address = format!("/api{}/local-vibes", page_of(&shop));
    let shown = app.visitor().get(&address).await.expect(200).json();
    assert_eq!(shown["prompt1Response"], "The new one.");
    admin.post(&approve, &json!({})).await.expect(409);
    let undo = format!(
        "/api/admin/audit/{}/undo",
        decided["entry"].as_str().unwrap()
    );
    admin.post(&undo, &json!({})).await.expect(200);
    let shown = app.visitor().get(&address).await.json();
    assert_eq!(shown["id"], json!(old.id), "the old story is back");
});

both_engines!(
    a_rejected_story_is_explained_to_its_owner,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        app.owner_of(&shop).await;
        let story = told(&app, &shop, "A story.", story::Status::Pending).await;
        let admin = app.administrator().await;
        let reject = format!("/api/admin/local-vibes/{}/reject", story.id);
        let reason = json!({ "reason": "Please name the town." });
        let rejected = admin.post(&reject, &reason).await.expect(200).json();
        assert!(app.mails().await.is_empty(), "it can be taken back");
        app.clock.advance(HELD);
        let mails = app.mails().await;
        assert!(mails.last().unwrap().data.contains("Please name the town."));
        let undone = admin.post(&undo_of(&rejected), &json!({})).await;
        let undone = undone.expect(200).json();
        let notice = undone["notices"][0].as_str().unwrap();
        assert!(notice.ends_with("had already been sent."), "{notice}");
    }
);

both_engines!(undoing_a_decision_takes_its_mail_back, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    app.owner_of(&shop).await;
    let story = told(&app, &shop, "A story.", story::Status::Pending).await;
    let admin = app.administrator().await;
    let reject = format!("/api/admin/local-vibes/{}/reject", story.id);
    let reason = json!({ "reason": "Please name the town." });
    let rejected = admin.post(&reject, &reason).await.expect(200).json();
    let entry = rejected["entry"].as_str().unwrap();
    let detail = admin.get(&format!("/api/admin/audit/{entry}")).await.json();
    assert_eq!(detail["mails"][0]["isSent"], false);
    let undone = admin.post(&undo_of(&rejected), &json!({})).await;
    assert_eq!(undone.expect(200).json()["notices"], json!([]));
    app.clock.advance(HELD * 2);
    assert!(app.mails().await.is_empty());
    let waiting = "/api/admin/local-vibes?status=pending";
    let waiting = admin.get(waiting).await.expect(200).json();
    assert_eq!(waiting[0]["id"], json!(story.id), "it waits again");
});

both_engines!(a_decision_needs_no_body, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let admin = app.administrator().await;
    for verdict in ["reject", "approve"] {
        let story = told(&app, &shop, "A story.", story::Status::Pending).await;
        let path = format!("/api/admin/local-vibes/{}/{verdict}", story.id);
        let empty = axum::body::Body::empty();
        let decided = admin.send(axum::http::Method::POST, &path, empty).await;
        assert_eq!(decided.expect(200).json()["id"], json!(story.id));
        let words = axum::body::Body::from("reason=x");
        let typed = admin.send(axum::http::Method::POST, &path, words).await;
        typed.expect(415);
    }
});
