use serde_json::{Value, json};
use townperk::catalog::entities::story;
use uuid::Uuid;

use crate::support::{TestApp, Visitor};

/// A photo of 64 × 48 pixels.
const PHOTO: &[u8] = include_bytes!("../../../../crates/photo-files/tests/files/progressive.jpg");

async fn told(app: &TestApp, path: &str) -> Value {
    app.visitor().get(path).await.expect(200).json()
}

both_engines!(
    an_owners_story_waits_and_the_old_one_stays,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let path = format!("/api/coffee-shops/{}/local-vibes", shop.slug);
        let owner = app.owner_of(&shop).await;
        let administrator = app.administrator().await;
        let first = json!({ "prompt1Response": "The river.", "prompt2Response": " " });

        let written = owner.post(&path, &first).await.expect(200).json();
        assert_eq!(written["status"], "pending");
        assert_eq!(written["prompt2Response"], Value::Null);
        assert_eq!(told(&app, &path).await, Value::Null, "nobody reads it yet");
        owner.post(&path, &first).await.expect(409);
        let session = owner.get("/api/session").await.json();
        assert_eq!(session["shops"][0]["story"]["status"], "pending");

        administrator
            .put(&path, &json!({ "prompt1Response": "The old bridge." }))
            .await
            .expect(200);
        assert_eq!(
            told(&app, &path).await["prompt1Response"],
            "The old bridge."
        );

        let changed = owner
            .put(&path, &json!({ "prompt1Response": "The new bridge." }))
            .await;
        assert_eq!(changed.expect(200).json()["status"], "pending");
        assert_eq!(
            told(&app, &path).await["prompt1Response"],
            "The old bridge.",
            "D54"
        );
    }
);

both_engines!(
    the_administrators_second_edit_of_a_story_is_shown_the_first,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let path = format!("/api/coffee-shops/{}/local-vibes", shop.slug);
        let admin = app.administrator().await;
        let first = json!({ "prompt1Response": "The river.", "version": 0 });
        let written = admin.post(&path, &first).await.expect(200).json();
        let read = told(&app, &path).await["version"].clone();
        assert_eq!(read, written["version"]);
        // Whoever saw no story doesn't replace the one that was told meanwhile.
        let late = admin.post(&path, &first).await.expect(409).json();
        assert_eq!(late["details"]["kind"], "stale");
        assert_eq!(late["details"]["current"]["prompt1Response"], "The river.");

        app.clock.advance(chrono::TimeDelta::minutes(1));
        let bridge = json!({ "prompt1Response": "The bridge.", "version": read });
        let now = admin.put(&path, &bridge).await.expect(200).json();
        let hill = json!({ "prompt1Response": "The hill.", "version": read });
        let refused = admin.put(&path, &hill).await.expect(409).json();
        let current = &refused["details"]["current"];
        assert_eq!(current["prompt1Response"], "The bridge.");
        assert_eq!(current["version"], now["version"]);
        assert_eq!(told(&app, &path).await["prompt1Response"], "The bridge.");
        let again = json!({ "prompt1Response": "The hill.", "version": current["version"] });
        admin.put(&path, &again).await.expect(200);
        // Older screens send no version.
        let without = json!({ "prompt1Response": "The lake." });
        admin.put(&path, &without).await.expect(200);
    }
);

both_engines!(only_a_shops_people_tell_its_story, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let another = app.shop(&city).await;
    let path = format!("/api/coffee-shops/{}/local-vibes", shop.slug);
    let story = json!({ "prompt1Response": "A fact." });
    app.visitor().post(&path, &story).await.expect(401);
    app.owner_of(&another)
        .await
        .post(&path, &story)
        .await
        .expect(403);
    app.submitter_of(&shop)
        .await
        .post(&path, &story)
        .await
        .expect(200);
});

both_engines!(a_story_is_checked_by_field, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let path = format!("/api/coffee-shops/{}/local-vibes", shop.slug);
    let owner = app.owner_of(&shop).await;
    for (body, field, message) in [
        (json!({}), "prompt1Response", "This field is required"),
        (
            json!({ "prompt1Response": "  " }),
            "prompt1Response",
            "This field is required",
        ),
        (
            json!({ "prompt1Response": "x".repeat(501) }),
            "prompt1Response",
            "Maximum 500 characters",
        ),
        (
            json!({ "prompt1Response": "x", "prompt2Response": "\u{1F600}".repeat(501) }),
            "prompt2Response",
            "Maximum 500 characters",
        ),
    ] {
        let answer = owner.post(&path, &body).await.expect(400).json();
        assert_eq!(
            (&answer["field"], &answer["message"]),
            (&json!(field), &json!(message))
        );
    }
    let blank = app
        .administrator()
        .await
        .post(&path, &json!({ "prompt1Response": "" }))
        .await;
    assert_eq!(
        blank.expect(400).json()["message"],
        "Main story is required"
    );
});

/// Uploads a photo to a new upload URL of `owner`; returns the URL and the status.
async fn upload(owner: &Visitor, file: Vec<u8>) -> (String, u16) {
    let upload = owner
        .post("/api/local-vibes/upload", &json!({}))
        .await
        .expect(200)
        .json();
    let address = upload["uploadURL"].as_str().unwrap().to_owned();
    let path = address.split_once(".example").unwrap().1.to_owned();
    let sent = owner.send("PUT".parse().unwrap(), &path, file.into()).await;
    (address, sent.status())
}

both_engines!(a_photo_is_added_to_a_story_that_waits, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let owner = app.owner_of(&shop).await;
    let path = format!("/api/coffee-shops/{}/local-vibes", shop.slug);
    let story = owner
        .post(&path, &json!({ "prompt1Response": "A fact." }))
        .await
        .json();
    let photo = format!("/api/local-vibes/{}/photo", story["id"].as_str().unwrap());

    let (address, status) = upload(&owner, PHOTO.to_vec()).await;
    assert_eq!(status, 200);
    let body = json!({ "photoURL": address });
    let stranger = app.signed_in("stranger@mail.example").await;
    stranger.put(&photo, &body).await.expect(404);
    let added = owner.put(&photo, &body).await.expect(200).json();
    let file = app
        .visitor()
        .get(added["photoUrl"].as_str().unwrap())
        .await
        .expect(200);
    assert_eq!(file.header("content-type"), "image/webp");

    let elsewhere = json!({ "photoURL": "https://elsewhere.example/a.jpg" });
    assert_eq!(
        owner.put(&photo, &elsewhere).await.expect(400).json()["field"],
        "photoURL"
    );
    let (_, status) = upload(&owner, b"<html>".to_vec()).await;
    assert_eq!(status, 400);
});

both_engines!(
    an_upload_address_is_one_sessions_and_works_once,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let owner = app.owner_of(&shop).await;
        let upload = owner
            .post("/api/local-vibes/upload", &json!({}))
            .await
            .json();
        let path = upload["uploadURL"]
            .as_str()
            .unwrap()
            .split_once(".example")
            .unwrap()
            .1
            .to_owned();
        let put = || "PUT".parse().unwrap();
        let stranger = app.signed_in("stranger@mail.example").await;
        assert_eq!(
            stranger.send(put(), &path, PHOTO.into()).await.status(),
            403
        );
        let forged = path.replace("signature=", "signature=00");
        assert_eq!(owner.send(put(), &forged, PHOTO.into()).await.status(), 403);
        assert_eq!(owner.send(put(), &path, PHOTO.into()).await.status(), 200);
        let again = owner
            .send(put(), &path, PHOTO.into())
            .await
            .expect(409)
            .json();
        assert!(again["message"].as_str().unwrap().contains("already used"));
    }
);

/// Uploads a photo and adds it to one's own story; returns its URL.
async fn add_photo(owner: &Visitor, story: &Value) -> String {
    let (address, status) = upload(owner, PHOTO.to_vec()).await;
    assert_eq!(status, 200);
    let path = format!("/api/local-vibes/{}/photo", story["id"].as_str().unwrap());
    let added = owner.put(&path, &json!({ "photoURL": address })).await;
    added.expect(200).json()["photoUrl"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn decide(app: &TestApp, story: &Value, decision: &str, body: Value) {
    let id = story["id"].as_str().unwrap();
    let path = format!("/api/admin/local-vibes/{id}/{decision}");
    app.administrator()
        .await
        .post(&path, &body)
        .await
        .expect(200);
}

both_engines!(
    a_rejected_story_comes_back_with_its_reason,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let owner = app.owner_of(&shop).await;
        let path = format!("/api/coffee-shops/{}/local-vibes", shop.slug);
        let words = json!({ "prompt1Response": "A festival." });
        let first = owner.post(&path, &words).await.expect(200).json();
        let photo = add_photo(&owner, &first).await;
        decide(&app, &first, "reject", json!({ "reason": "When is it?" })).await;
        let mine = owner.get("/api/session").await.json()["shops"][0]["story"].clone();
        assert_eq!(
            (&mine["status"], &mine["reason"]),
            (&json!("rejected"), &json!("When is it?"))
        );
        assert_eq!(mine["prompt1Response"], "A festival.");

        let words = json!({ "prompt1Response": "A festival, each May." });
        owner.post(&path, &words).await.expect(200);
        let again = owner.get("/api/session").await.json()["shops"][0]["story"].clone();
        assert_eq!(
            (&again["status"], &again["reason"]),
            (&json!("pending"), &Value::Null)
        );
        assert_eq!(again["photoUrl"], json!(photo), "the photo comes along");
    }
);

both_engines!(
    an_edited_story_keeps_its_photo_unless_it_has_a_new_one,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let owner = app.owner_of(&shop).await;
        let path = format!("/api/coffee-shops/{}/local-vibes", shop.slug);
        let words = |text: &str| json!({ "prompt1Response": text });
        let first = owner.post(&path, &words("One.")).await.expect(200).json();
        let photo = add_photo(&owner, &first).await;
        decide(&app, &first, "approve", json!({})).await;

        let second = owner.put(&path, &words("Two.")).await.expect(200).json();
        let mine = owner.get("/api/session").await.json();
        assert_eq!(mine["shops"][0]["story"]["photoUrl"], json!(photo));
        let waiting = "/api/admin/local-vibes?status=pending";
        let waiting = app.administrator().await.get(waiting).await.json();
        assert_eq!(
            waiting[0]["photoUrl"],
            json!(photo),
            "the administrator sees it too"
        );
        assert_eq!(told(&app, &path).await["photoUrl"], json!(photo), "D54");
        decide(&app, &second, "approve", json!({})).await;
        let shown = told(&app, &path).await;
        assert_eq!(
            (&shown["prompt1Response"], &shown["photoUrl"]),
            (&json!("Two."), &json!(photo))
        );

        let third = owner.put(&path, &words("Three.")).await.expect(200).json();
        let other = add_photo(&owner, &third).await;
        decide(&app, &third, "approve", json!({})).await;
        assert_eq!(told(&app, &path).await["photoUrl"], json!(other));
        app.visitor().get(&photo).await.expect(404);
    }
);

both_engines!(
    a_photo_sent_during_an_approval_waits_for_it_and_is_refused,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let owner = app.owner_of(&shop).await;
        let path = format!("/api/coffee-shops/{}/local-vibes", shop.slug);
        let words = json!({ "prompt1Response": "A festival." });
        let told = owner.post(&path, &words).await.expect(200).json();
        let id = told["id"].as_str().unwrap().to_owned();
        let (address, status) = upload(&owner, PHOTO.to_vec()).await;
        assert_eq!(status, 200);

        let story = Uuid::parse_str(&id).unwrap();
        let approval = app.hold(move |act| {
            Box::pin(async move {
                let row: story::Model = act.find(story).await?.unwrap();
                let mut after = row.clone();
                after.status = story::Status::Approved;
                act.update(&row, after).await?;
                Ok(())
            })
        });
        let photo = json!({ "photoURL": address });
        let path = format!("/api/local-vibes/{id}/photo");
        let sent = approval.await.meets(owner.put(&path, &photo)).await;
        sent.expect(409);
    }
);
