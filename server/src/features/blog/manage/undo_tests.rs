//! Undoing acts about articles, through the API.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{TestApp, Visitor};

const ARTICLES: &str = "/api/admin/blog/articles";

fn address(article: &Value) -> String {
    format!("{ARTICLES}/{}", article["id"].as_str().unwrap())
}

async fn created(admin: &Visitor, draft: Value) -> Value {
    admin.post(ARTICLES, &draft).await.expect(201).json()
}

/// Changes an article; returns the address that undoes it.
async fn changed(app: &TestApp, admin: &Visitor, article: &Value, change: Value) -> String {
    app.clock.advance(TimeDelta::hours(1));
    admin.put(&address(article), &change).await.expect(200);
    let log = admin.get("/api/admin/audit").await.expect(200).json();
    let entry = &log["entries"][0];
    assert_eq!(entry["action"], "article.edit");
    format!("/api/admin/audit/{}/undo", entry["id"].as_str().unwrap())
}

both_engines!(
    a_slug_that_was_public_redirects_after_its_change_is_undone,
    |app: TestApp| {
        let admin = app.administrator().await;
        let draft =
            json!({ "title": "One", "slug": "one", "content": "Words.", "isPublished": true });
        let one = created(&admin, draft).await;
        let undo = changed(&app, &admin, &one, json!({ "slug": "first" })).await;
        let visitor = app.visitor();
        visitor.get("/blog/first").await.expect(200);
        admin.post(&undo, &json!({})).await.expect(200);
        visitor.get("/blog/one").await.expect(200);
        let moved = visitor.get("/blog/first").await.expect(301);
        assert_eq!(moved.header("location"), "/blog/one");
        let other = json!({ "title": "Other", "slug": "first" });
        let refused = admin.post(ARTICLES, &other).await.expect(400).json();
        assert_eq!(refused["field"], "slug", "it stays reserved");
    }
);

both_engines!(
    undoing_a_slug_that_another_article_has_by_now_names_that_one,
    |app: TestApp| {
        let admin = app.administrator().await;
        // Nobody has read it, so its slug isn't kept.
        let draft = created(&admin, json!({ "title": "Draft", "slug": "a" })).await;
        let undo = changed(&app, &admin, &draft, json!({ "slug": "b" })).await;
        let other = json!({ "title": "Water", "slug": "a", "content": "W.", "isPublished": true });
        let other = created(&admin, other).await;
        let refused = admin.post(&undo, &json!({})).await.expect(409).json();
        let message = refused["message"].as_str().unwrap();
        assert!(
            message.contains("“Water” uses the slug “a” now"),
            "{message}"
        );
        // The same when it only redirects to the other one.
        let renamed = json!({ "slug": "water" });
        admin.put(&address(&other), &renamed).await.expect(200);
        let refused = admin.post(&undo, &json!({})).await.expect(409).json();
        let message = refused["message"].as_str().unwrap();
        assert!(message.contains("“Water”"), "{message}");
        let moved = app.visitor().get("/blog/a").await.expect(301);
        assert_eq!(moved.header("location"), "/blog/water");
    }
);
