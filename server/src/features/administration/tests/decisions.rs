//! Decisions about stories, their emails, and undoing them.

use chrono::TimeDelta;
use serde_json::json;
use townperk::{
    catalog::{entities::story, photos::Owner},
    platform::mail::HELD,
};

use super::{told, undo_of};
use crate::support::{Setup, TestApp, page_of};

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

both_engines!(
    a_decision_s_mail_waits_as_long_as_the_settings_say,
    |setup: Setup| {
        let setup = setup.settings(|settings| settings.decision_mail_seconds = 2);
        let app = setup.start().await;
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        app.owner_of(&shop).await;
        let story = told(&app, &shop, "A story.", story::Status::Pending).await;
        let admin = app.administrator().await;
        let reject = format!("/api/admin/local-vibes/{}/reject", story.id);
        let reason = json!({ "reason": "Please name the town." });
        admin.post(&reject, &reason).await.expect(200);
        app.clock.advance(TimeDelta::seconds(1));
        assert!(app.mails().await.is_empty(), "it can be taken back");
        app.clock.advance(TimeDelta::seconds(1));
        let mails = app.mails().await;
        assert!(mails[0].data.contains("Please name the town."));
    }
);

both_engines!(
    an_approved_story_is_taken_down_with_a_reason_and_back,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        app.owner_of(&shop).await;
        let story = told(&app, &shop, "The mill.", story::Status::Approved).await;
        let admin = app.administrator().await;
        let path = |what: &str| format!("/api/admin/local-vibes/{}/{what}", story.id);
        let reason = json!({ "reason": "The mill isn't in town." });
        admin.post(&path("reject"), &reason).await.expect(409);
        let none = admin.post(&path("take-down"), &json!({})).await;
        assert_eq!(none.expect(400).json()["field"], "reason");
        let taken = admin.post(&path("take-down"), &reason).await;
        let taken = taken.expect(200).json();
        assert_eq!(taken["status"], "rejected");
        admin.post(&path("take-down"), &reason).await.expect(409);
        let address = format!("/api{}/local-vibes", page_of(&shop));
        let shown = app.visitor().get(&address).await.expect(200).json();
        assert_eq!(shown, json!(null));
        app.clock.advance(HELD);
        let mails = app.mails().await;
        let mail = &mails.last().unwrap().data;
        assert!(mail.contains("Your story was taken down"), "{mail}");

        // Meanwhile, the shop tells another one.
        let other = told(&app, &shop, "The bridge.", story::Status::Pending).await;
        let approve = format!("/api/admin/local-vibes/{}/approve", other.id);
        let approved = admin.post(&approve, &json!({})).await.expect(200).json();
        let refused = admin.post(&undo_of(&taken), &json!({})).await.expect(409);
        assert!(
            refused.text().contains("another story"),
            "{}",
            refused.text()
        );
        admin
            .post(&undo_of(&approved), &json!({}))
            .await
            .expect(200);
        admin.post(&undo_of(&taken), &json!({})).await.expect(200);
        let shown = app.visitor().get(&address).await.expect(200).json();
        assert_eq!(shown["id"], json!(story.id));
    }
);

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

both_engines!(
    a_story_that_was_changed_while_it_was_read_is_not_published,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let owner = app.owner_of(&shop).await;
        let story = told(&app, &shop, "As it was read.", story::Status::Pending).await;
        let admin = app.administrator().await;
        let pending = "/api/admin/local-vibes?status=pending";
        let read = admin.get(pending).await.expect(200).json()[0]["version"].clone();
        let inbox = admin.get("/api/admin/inbox").await.expect(200).json();
        assert_eq!(inbox["items"][0]["version"], read);

        app.clock.advance(TimeDelta::seconds(5));
        let words = json!({ "prompt1Response": "As it is now." });
        let address = format!("/api{}/local-vibes", page_of(&shop));
        owner.put(&address, &words).await.expect(200);
        let decide = |what: &str| format!("/api/admin/local-vibes/{}/{what}", story.id);
        for what in ["approve", "reject"] {
            let late = admin.post(&decide(what), &json!({ "version": read })).await;
            assert_eq!(late.expect(409).json()["details"]["kind"], "stale");
        }
        let read = admin.get(pending).await.expect(200).json()[0]["version"].clone();
        app.clock.advance(TimeDelta::seconds(5));
        app.photo(Owner::Story(story.id, shop.id)).await;
        let late = admin
            .post(&decide("approve"), &json!({ "version": read }))
            .await;
        late.expect(409);

        let inbox = admin.get("/api/admin/inbox").await.expect(200).json();
        let item = &inbox["items"][0];
        assert!(item["photoUrl"].as_str().unwrap().starts_with("/photos/"));
        let version = json!({ "version": item["version"] });
        let decided = admin.post(&decide("approve"), &version).await.expect(200);
        assert_eq!(decided.json()["prompt1Response"], "As it is now.");
    }
);

both_engines!(
    the_inbox_begins_with_what_has_waited_longest_and_says_when_there_is_more,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let oldest = told(&app, &shop, "The oldest.", story::Status::Pending).await;
        let admin = app.administrator().await;
        for _ in 0..199 {
            app.clock.advance(TimeDelta::seconds(1));
            told(&app, &shop, "Another.", story::Status::Pending).await;
        }
        let inbox = admin.get("/api/admin/inbox").await.expect(200).json();
        assert_eq!(inbox["more"], json!([]));
        app.clock.advance(TimeDelta::seconds(1));
        told(&app, &shop, "The newest.", story::Status::Pending).await;
        let inbox = admin.get("/api/admin/inbox").await.expect(200).json();
        let items = inbox["items"].as_array().unwrap();
        assert_eq!((items.len(), &inbox["more"]), (200, &json!(["story"])));
        assert_eq!(items[0]["id"], json!(oldest.id));
        let counts = admin.get("/api/admin/counts").await.expect(200).json();
        let stories = json!({ "count": 201, "oldest": items[0]["since"] });
        assert_eq!(
            counts,
            json!({ "total": 201, "kinds": { "story": stories } })
        );
    }
);

both_engines!(stories_come_in_pages, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let first = told(&app, &shop, "The first.", story::Status::Rejected).await;
    for _ in 0..20 {
        app.clock.advance(TimeDelta::seconds(1));
        told(&app, &shop, "Another.", story::Status::Rejected).await;
    }
    told(&app, &shop, "It waits.", story::Status::Pending).await;
    let admin = app.administrator().await;
    let list = "/api/admin/local-vibes";
    let all = admin.get(list).await.expect(200).json();
    assert_eq!(all.as_array().unwrap().len(), 22);
    let page = format!("{list}?status=rejected&page=2");
    let page = admin.get(&page).await.expect(200).json();
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
    assert_eq!(page["items"][0]["id"], json!(first.id));
    assert_eq!(
        (&page["total"], &page["pageCount"]),
        (&json!(21), &json!(2))
    );
    let beyond = format!("{list}?status=pending&page=2");
    let beyond = admin.get(&beyond).await.expect(200).json();
    assert_eq!(
        (&beyond["items"], &beyond["total"]),
        (&json!([]), &json!(1))
    );
});
