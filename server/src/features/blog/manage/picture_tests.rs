//! Pictures and versions of articles, through the API.

use axum::{body::Body, http::Method};
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::support::{TestApp, Visitor, photo_file};

const ARTICLES: &str = "/api/admin/blog/articles";
const PICTURES: &str = "/api/admin/blog/pictures";

fn address(article: &Value) -> String {
    format!("{ARTICLES}/{}", article["id"].as_str().unwrap())
}

async fn upload_address(admin: &Visitor) -> String {
    let upload = admin.post(PICTURES, &json!({})).await.expect(200).json();
    let address = upload["uploadURL"].as_str().unwrap();
    let path = address.strip_prefix("https://townperk.example").unwrap();
    path.to_owned()
}

/// Uploads a picture; returns its URL.
async fn picture(admin: &Visitor) -> String {
    let path = upload_address(admin).await;
    let sent = admin
        .send(Method::PUT, &path, Body::from(photo_file()))
        .await;
    let sent = sent.expect(200).json();
    sent["photoURL"].as_str().unwrap().to_owned()
}

async fn saved(admin: &Visitor, article: &Value, change: Value) -> Value {
    admin
        .put(&address(article), &change)
        .await
        .expect(200)
        .json()
}

async fn shown(app: &TestApp, slug: &str) -> String {
    let path = format!("/api/blog/articles/{slug}");
    let article = app.visitor().get(&path).await.expect(200).json();
    article["contentHtml"].as_str().unwrap().to_owned()
}

async fn history(admin: &Visitor, article: &Value) -> Vec<Value> {
    let path = format!("{}/history", address(article));
    let answer = admin.get(&path).await.expect(200).json();
    answer.as_array().unwrap().clone()
}

both_engines!(a_picture_is_shown_while_the_text_has_it, |app: TestApp| {
    let admin = app.administrator().await;
    let url = picture(&admin).await;
    let text = format!("Look:\n\n![A \"small\" cup]({url})\n");
    let preview = admin
        .post("/api/admin/blog/preview", &json!({ "content": text }))
        .await
        .expect(200)
        .json();
    assert!(
        preview["html"].as_str().unwrap().contains("<img "),
        "{preview}"
    );
    assert_eq!(preview["deadLinks"], json!([]));

    let draft = json!({ "title": "Cups", "content": text, "isPublished": true });
    let article = admin.post(ARTICLES, &draft).await.expect(201).json();
    assert_eq!(article["excerpt"], "Look:");
    let html = shown(&app, "cups").await;
    assert!(
        html.contains(&format!("src=\"{url}\""))
            && html.contains("alt=\"A &quot;small&quot; cup\""),
        "{html}"
    );
    let page = app.visitor().get("/blog/cups").await.expect(200).text();
    assert!(page.contains(&url), "the page shows it without JavaScript");
    app.visitor().get(&url).await.expect(200);

    app.clock.advance(TimeDelta::minutes(1));
    saved(&admin, &article, json!({ "content": "Nothing to see." })).await;
    assert!(!shown(&app, "cups").await.contains("<img"));
    app.visitor().get(&url).await.expect(404);

    // The earlier version comes back with its picture.
    let versions = history(&admin, &article).await;
    let first = versions.last().unwrap()["entry"]
        .as_str()
        .unwrap()
        .to_owned();
    let restore = format!("{}/history/{first}/restore", address(&article));
    let restored = admin.post(&restore, &json!({})).await.expect(200).json();
    assert_eq!(restored["content"], text);
    assert!(shown(&app, "cups").await.contains(&url));
    app.visitor().get(&url).await.expect(200);

    admin.delete(&address(&article)).await.expect(200);
    app.visitor().get(&url).await.expect(404);
});

both_engines!(the_feed_has_absolute_addresses_alone, |app: TestApp| {
    let admin = app.administrator().await;
    let url = picture(&admin).await;
    let text = format!("[a](/cities) [b](#part) [c](../about) <jo@x.example> ![A cup]({url})");
    let draft = json!({ "title": "Cups", "content": text, "isPublished": true });
    admin.post(ARTICLES, &draft).await.expect(201);
    let feed = app.visitor().get("/blog/feed.atom").await.expect(200);
    let feed = feed.text();
    let (_, content) = feed.split_once("<content").unwrap();
    let mut found = 0;
    for attribute in [" href=&quot;", " src=&quot;", " srcset=&quot;"] {
        for value in content.split(attribute).skip(1) {
            let (value, _) = value.split_once("&quot;").unwrap();
            for address in value.split(", ") {
                let is_ours = address.starts_with("https://townperk.example/");
                assert!(is_ours || address == "mailto:jo@x.example", "{address}");
                found += 1;
            }
        }
    }
    assert!(found >= 6, "{content}");
    assert!(content.contains(&format!("https://townperk.example{url}")));
});

both_engines!(pictures_of_others_are_words, |app: TestApp| {
    let admin = app.administrator().await;
    let text = "![Far](https://elsewhere.example/x.png) ![Lost](/photos/abcdefghijkmnpqrstuvwxyz23-400.webp)";
    let preview = admin
        .post("/api/admin/blog/preview", &json!({ "content": text }))
        .await
        .expect(200)
        .json();
    assert_eq!(preview["html"].as_str().unwrap().trim(), "<p>Far Lost</p>");
    let dead: Vec<&Value> = preview["deadLinks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|link| &link["address"])
        .collect();
    assert_eq!(
        dead,
        [
            "https://elsewhere.example/x.png",
            "/photos/abcdefghijkmnpqrstuvwxyz23-400.webp"
        ]
    );
    // A picture belongs to one article and isn't shown in others.
    let url = picture(&admin).await;
    for title in ["One", "Two"] {
        let draft =
            json!({ "title": title, "content": format!("![x]({url})"), "isPublished": true });
        admin.post(ARTICLES, &draft).await.expect(201);
    }
    assert!(shown(&app, "one").await.contains("<img"));
    assert!(!shown(&app, "two").await.contains("<img"));
});

both_engines!(large_and_wrong_pictures_are_refused, |app: TestApp| {
    let admin = app.administrator().await;
    let path = upload_address(&admin).await;
    let large = Body::from(vec![0xff; 50 * 1024 * 1024]);
    admin.send(Method::PUT, &path, large).await.expect(413);
    let path = upload_address(&admin).await;
    let script = Body::from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>");
    let refused = admin.send(Method::PUT, &path, script).await.expect(400);
    assert_eq!(refused.json()["field"], "photo");
    let path = upload_address(&admin).await;
    let stranger = app.visitor();
    let sent = stranger
        .send(Method::PUT, &path, Body::from(photo_file()))
        .await;
    assert!([401, 403].contains(&sent.status()), "{}", sent.status());
});

both_engines!(
    versions_are_kept_compared_and_brought_back,
    |app: TestApp| {
        let admin = app.administrator().await;
        let draft = json!({ "title": "One", "content": "First." });
        let article = admin.post(ARTICLES, &draft).await.expect(201).json();
        for words in ["Second.", "Second, and", "Second, and more."] {
            app.clock.advance(TimeDelta::seconds(5));
            saved(&admin, &article, json!({ "content": words })).await;
        }
        let versions = history(&admin, &article).await;
        assert_eq!(
            versions.len(),
            2,
            "what a draft saves in one go is one: {versions:?}"
        );
        assert_eq!(versions[0]["fields"], json!(["Text"]));
        assert_eq!(versions[0]["isPresent"], true);
        app.clock.advance(TimeDelta::minutes(11));
        let last = saved(
            &admin,
            &article,
            json!({ "title": "Two", "content": "Third." }),
        )
        .await;
        let versions = history(&admin, &article).await;
        assert_eq!(versions.len(), 3);
        assert_eq!(versions[0]["fields"], json!(["Title", "Text"]));

        let path = |version: &Value| {
            let entry = version["entry"].as_str().unwrap();
            format!("{}/history/{entry}", address(&article))
        };
        let shown = admin.get(&path(&versions[0])).await.expect(200).json();
        assert_eq!(
            (&shown["before"]["content"], &shown["after"]["content"]),
            (&json!("Second, and more."), &json!("Third."))
        );
        let restore = format!("{}/restore", path(&versions[1]));
        let old = json!({ "version": 1 });
        admin.post(&restore, &old).await.expect(409);
        let present = json!({ "version": last["version"] });
        let restored = admin.post(&restore, &present).await.expect(200).json();
        assert_eq!(
            (&restored["title"], &restored["content"], &restored["slug"]),
            (&json!("One"), &json!("Second, and more."), &json!("one"))
        );
        let versions = history(&admin, &article).await;
        assert_eq!(versions[0]["action"], "article.restore");
        let other = admin
            .post(ARTICLES, &json!({ "title": "Other" }))
            .await
            .expect(201)
            .json();
        let foreign = format!(
            "{}/history/{}",
            address(&other),
            versions[0]["entry"].as_str().unwrap()
        );
        admin.get(&foreign).await.expect(404);
        admin
            .get(&format!("{}/history/nothing", address(&article)))
            .await
            .expect(404);
    }
);

both_engines!(hostile_texts_are_bounded, |app: TestApp| {
    let admin = app.administrator().await;
    let nested = format!("{}deep", "- ".repeat(24));
    let text = format!("---\nno front matter: here\n{nested}\n\n<script>alert(1)</script>\n");
    let draft = json!({ "title": "Deep", "content": text, "isPublished": true });
    admin.post(ARTICLES, &draft).await.expect(201);
    let html = shown(&app, "deep").await;
    assert!(!html.contains("script") && html.contains("deep"), "{html}");
    // A date in the past is the publication date.
    let past = app.clock.now() - TimeDelta::days(400);
    let draft =
        json!({ "title": "Old", "content": "Words.", "isPublished": true, "publishedAt": past });
    let old = admin.post(ARTICLES, &draft).await.expect(201).json();
    assert_eq!(
        (&old["state"], &old["publishedAt"]),
        (&json!("published"), &json!(past))
    );
});
