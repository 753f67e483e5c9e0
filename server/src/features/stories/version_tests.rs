//! Stories that two people write, through the API.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{TestApp, Visitor};

/// The texts that wait for the administrator.
async fn waiting(admin: &Visitor) -> Vec<String> {
    let path = "/api/admin/local-vibes?status=pending";
    let stories = admin.get(path).await.expect(200).json();
    let stories = stories.as_array().unwrap().iter();
    let text = |story: &Value| story["prompt1Response"].as_str().unwrap().to_owned();
    stories.map(text).collect()
}

async fn told(app: &TestApp, path: &str) -> Value {
    app.visitor().get(path).await.expect(200).json()["prompt1Response"].clone()
}

fn words(text: &str) -> Value {
    json!({ "prompt1Response": text })
}

both_engines!(
    what_an_owner_wrote_waits_beside_the_administrators_story,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let path = format!("/api/coffee-shops/{}/local-vibes", shop.slug);
        let owner = app.owner_of(&shop).await;
        let admin = app.administrator().await;
        owner.post(&path, &words("The river.")).await.expect(200);
        for text in ["The bridge.", "The old bridge."] {
            app.clock.advance(TimeDelta::minutes(1));
            admin.put(&path, &words(text)).await.expect(200);
            assert_eq!(told(&app, &path).await, text, "D62");
            assert_eq!(waiting(&admin).await, ["The river."]);
        }
        let mine = owner.get("/api/session").await.json()["shops"][0]["story"].clone();
        assert_eq!(
            (&mine["status"], &mine["prompt1Response"]),
            (&json!("pending"), &json!("The river."))
        );
        // It is still the one that waits: there is no second one.
        owner.post(&path, &words("The lake.")).await.expect(409);
        let second = owner.put(&path, &words("The wide river.")).await;
        let second = second.expect(200).json();
        assert_eq!(waiting(&admin).await, ["The wide river."]);
        let id = second["id"].as_str().unwrap();
        let approve = format!("/api/admin/local-vibes/{id}/approve");
        admin.post(&approve, &json!({})).await.expect(200);
        assert_eq!(told(&app, &path).await, "The wide river.");
    }
);

both_engines!(
    of_an_owners_two_devices_the_second_sees_what_the_first_sent,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let path = format!("/api/coffee-shops/{}/local-vibes", shop.slug);
        let owner = app.owner_of(&shop).await;
        let admin = app.administrator().await;
        let over =
            |text: &str, version: &Value| json!({ "prompt1Response": text, "version": version });
        let first = owner.post(&path, &over("The river.", &json!(0))).await;
        let first = first.expect(200).json();
        let mine = owner.get("/api/session").await.json()["shops"][0]["story"].clone();
        assert_eq!(mine["version"], first["version"]);

        app.clock.advance(TimeDelta::minutes(1));
        let refused = owner.post(&path, &over("The lake.", &json!(0))).await;
        let refused = refused.expect(409).json();
        assert_eq!(refused["details"]["kind"], "stale");
        let current = &refused["details"]["current"];
        assert_eq!(current["prompt1Response"], "The river.");
        assert_eq!(waiting(&admin).await, ["The river."]);
        // Whoever has seen it replaces it.
        let text = "The river and the lake.";
        let second = owner.post(&path, &over(text, &current["version"])).await;
        assert_eq!(second.expect(200).json()["status"], "pending");
        assert_eq!(waiting(&admin).await, [text]);

        app.clock.advance(TimeDelta::minutes(1));
        let late = over("The hill.", &first["version"]);
        let refused = owner.put(&path, &late).await.expect(409).json();
        assert_eq!(refused["details"]["current"]["prompt1Response"], text);
        assert_eq!(waiting(&admin).await, [text]);
    }
);
