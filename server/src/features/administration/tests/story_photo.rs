//! A story's photo in the administrator's hands.

use serde_json::{Value, json};
use townperk::catalog::{entities::story, photos::Owner};

use super::{told, undo_of, uploaded};
use crate::support::{TestApp, page_of};

const UPLOAD: &str = "/api/admin/local-vibes/upload";

async fn shown(app: &TestApp, path: &str) -> Value {
    app.visitor().get(path).await.expect(200).json()["photo"].clone()
}

both_engines!(
    the_administrator_adds_describes_replaces_and_removes_a_storys_photo,
    |app: TestApp| {
        let mut app = app;
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let story = told(&app, &shop, "The river.", story::Status::Approved).await;
        let path = format!("/api{}/local-vibes", page_of(&shop));
        let photo = format!("/api/admin/local-vibes/{}/photo", story.id);
        let admin = app.administrator().await;
        let other = app.second_node().await;

        let body = json!({ "photoURL": uploaded(&admin, UPLOAD).await });
        let first = admin.put(&photo, &body).await.expect(200).json();
        assert_eq!(first["photo"]["alt"], Value::Null);
        assert_eq!(shown(&app, &path).await["url"], first["photo"]["url"]);
        admin.put(&photo, &body).await.expect(400);

        let said = admin.put(&photo, &json!({ "alt": " A mill " })).await;
        assert_eq!(said.expect(200).json()["photo"]["alt"], "A mill");
        assert_eq!(shown(&app, &path).await["alt"], "A mill");
        let long = json!({ "alt": "x".repeat(201) });
        let refused = admin.put(&photo, &long).await.expect(400).json();
        assert_eq!(refused["field"], "alt");

        let body = json!({ "photoURL": uploaded(&admin, UPLOAD).await, "alt": "" });
        let second = admin.put(&photo, &body).await.expect(200).json();
        assert_eq!(shown(&app, &path).await["alt"], "");
        let old = first["photo"]["url"].as_str().unwrap();
        app.visitor().get(old).await.expect(404);

        admin.post(&undo_of(&second), &json!({})).await.expect(200);
        assert_eq!(
            shown(&app, &path).await["alt"],
            "A mill",
            "the first is back"
        );
        app.visitor().get(old).await.expect(200);

        let removed = admin.delete(&photo).await.expect(200).json();
        assert_eq!(removed["photo"], Value::Null);
        assert_eq!(shown(&app, &path).await, Value::Null);
        admin.delete(&photo).await.expect(404);
        admin
            .put(&photo, &json!({ "alt": "A mill" }))
            .await
            .expect(404);
        other.sync().await;
        assert_eq!(shown(&other, &path).await, Value::Null);
        admin.post(&undo_of(&removed), &json!({})).await.expect(200);
        assert_eq!(shown(&app, &path).await["url"], *old);
        other.sync().await;
        assert_eq!(shown(&other, &path).await["url"], *old, "on each node");
    }
);

both_engines!(
    a_storys_photo_is_the_administrators_alone,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let story = told(&app, &shop, "The river.", story::Status::Approved).await;
        app.photo(Owner::Story(story.id, shop.id)).await;
        let photo = format!("/api/admin/local-vibes/{}/photo", story.id);
        let owner = app.owner_of(&shop).await;
        owner.delete(&photo).await.expect(403);
        owner
            .post("/api/admin/local-vibes/upload", &json!({}))
            .await
            .expect(403);
        let admin = app.administrator().await;
        for missing in ["no-id", "018f0000-0000-7000-8000-000000000000"] {
            let photo = format!("/api/admin/local-vibes/{missing}/photo");
            admin.delete(&photo).await.expect(404);
        }
        // Another browser can't use what this one has sent.
        let body = json!({ "photoURL": uploaded(&admin, UPLOAD).await });
        let elsewhere = app.administrator().await;
        let refused = elsewhere.put(&photo, &body).await.expect(400).json();
        assert_eq!(refused["field"], "photoURL");
    }
);
