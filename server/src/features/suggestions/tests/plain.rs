//! Forms of browsers without our script.

use axum::{body::Body, http::Method};
use serde_json::json;
use townperk::catalog::entities::shop;
use url::form_urlencoded::Serializer;

use super::{blue_door, listed, suggest};
use crate::support::{Response, TestApp, Visitor};

/// The fields that the page of `kind` holds without a script, as a browser would send them untouched.
async fn fields(app: &TestApp, shop: &shop::Model, kind: &str) -> Vec<(String, String)> {
    let path = format!("/suggest-edit/{}{kind}", shop.slug);
    let html = app.visitor().get(&path).await.expect(200).html();
    let (_, form) = html.text().split_once("<noscript><form").unwrap();
    let (form, _) = form.split_once("</form>").unwrap();
    assert!(
        form.contains(&format!("action=\"/suggest-edit/{}/send\"", shop.slug)),
        "{form}"
    );
    sent_by(form)
}

/// The fields of a form with their values; lists count as untouched.
fn sent_by(form: &str) -> Vec<(String, String)> {
    let tags = form.split('<').skip(1);
    tags.filter_map(|tag| {
        let (inside, text) = tag.split_once('>')?;
        let name = attribute(inside, "name")?;
        let value = if inside.starts_with("textarea") {
            unescaped(text)
        } else {
            attribute(inside, "value").unwrap_or_default()
        };
        Some((name, value))
    })
    .collect()
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, value) = tag.split_once(&format!(" {name}=\""))?;
    Some(unescaped(value.split_once('"')?.0))
}

fn unescaped(text: &str) -> String {
    let marks = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#x27;", "'"),
        ("&amp;", "&"),
    ];
    marks
        .into_iter()
        .fold(text.to_owned(), |text, (escaped, mark)| {
            text.replace(escaped, mark)
        })
}

fn with(fields: &[(String, String)], changes: &[(&str, &str)]) -> String {
    let mut body = Serializer::new(String::new());
    for (name, value) in fields {
        let change = changes.iter().find(|(changed, _)| changed == name);
        body.append_pair(name, change.map_or(value.as_str(), |(_, value)| *value));
    }
    body.finish()
}

async fn send(visitor: Visitor, slug: &str, body: String) -> Response {
    visitor
        .with("content-type", "application/x-www-form-urlencoded")
        .send(
            Method::POST,
            &format!("/suggest-edit/{slug}/send"),
            Body::from(body),
        )
        .await
}

both_engines!(
    a_form_without_script_is_kept_like_any_other,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let fields = fields(&app, &shop, "").await;
        let changes = [
            ("phone", "318-555-0199"),
            ("hours", "Mon-Sat 8am-4pm"),
            ("hasWifi", "yes"),
            ("categories", "Bakery\r\nRoastery"),
            ("note", "I was there this morning."),
            ("email", "ann@mail.example"),
        ];
        let answer = send(app.visitor(), &shop.slug, with(&fields, &changes)).await;
        let page = answer.expect(200);
        assert_eq!(page.html().h1(), "We've got it");
        assert!(page.html().text().contains("Thank you."));
        assert_eq!(page.header("cache-control"), "no-store");
        assert_eq!(page.header("set-cookie"), "");
        let administrator = app.administrator().await;
        let suggestion = &listed(&administrator, "").await[0];
        assert_eq!(suggestion["kind"], "edit");
        assert_eq!(suggestion["notes"], json!(["I was there this morning."]));
        let changed: Vec<_> = suggestion["differences"]
            .as_array()
            .unwrap()
            .iter()
            .map(|difference| (difference["field"].clone(), difference["suggested"].clone()))
            .collect();
        assert_eq!(
            json!(changed),
            json!([
                ["phone", "(318) 555-0199"],
                ["hours", "Mo-Sa 08:00-16:00"],
                ["categories", "Bakery, Roastery"],
                ["hasWifi", "Yes"],
            ])
        );
    }
);

both_engines!(
    a_report_without_script_counts_once_a_network,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let fields = fields(&app, &shop, "?kind=closed").await;
        let report = || with(&fields, &[]);
        for (network, says) in [
            ("203.0.1.1", "review it; the page stays"),
            ("203.0.1.9", "already told us"),
        ] {
            let page = send(app.visitor().from(network), &shop.slug, report()).await;
            let page = page.expect(200).html();
            assert_eq!(page.h1(), "We've got it");
            assert!(page.text().contains(says), "{}", page.text());
        }
        // With our script, from the same network.
        let neighbor = app.visitor().from("203.0.1.5");
        let again = suggest(&neighbor, &shop, &json!({ "kind": "closed" })).await;
        assert_eq!(again.expect(202).json()["alreadyReported"], true);
        assert_eq!(listed(&app.administrator().await, "").await.len(), 1);
    }
);

both_engines!(
    a_refused_form_comes_back_with_what_was_typed,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let fields = fields(&app, &shop, "").await;
        let untouched = send(app.visitor(), &shop.slug, with(&fields, &[])).await;
        let page = untouched.expect(400).html();
        assert_eq!(page.h1(), "There is a problem");
        assert!(
            page.text().contains("Nothing has changed."),
            "{}",
            page.text()
        );

        let changes = [("phone", "12"), ("description", "Warm <rolls> & milk.")];
        let refused = send(app.visitor(), &shop.slug, with(&fields, &changes)).await;
        let page = refused.expect(400).html();
        assert!(page.text().contains("Please enter a valid US phone number"));
        let (_, form) = page.text().split_once("<form").unwrap();
        let form = sent_by(form.split_once("</form>").unwrap().0);
        let of = |name: &str| {
            let found = form.iter().find(|(known, _)| known == name);
            found.map(|(_, value)| value.as_str())
        };
        assert_eq!(of("phone"), Some("12"));
        assert_eq!(of("shown-phone"), Some("(318) 555-0142"));
        assert_eq!(of("description"), Some("Warm <rolls> & milk."));
        // The corrected form is kept.
        let mended = with(&form, &[("phone", "318-555-0199"), ("description", "")]);
        let page = send(app.visitor(), &shop.slug, mended).await.expect(200);
        assert_eq!(page.html().h1(), "We've got it");
    }
);

both_engines!(a_filled_trap_can_be_sent_anyway, |app: TestApp| {
    let shop = blue_door(&app).await;
    for trap in ["leftEmpty", "homepage"] {
        let filled = format!("kind=hours&note=Closed+on+Mondays.&{trap}=Blue+Door");
        let refused = send(app.visitor(), &shop.slug, filled).await.expect(400);
        let page = refused.html();
        for words in ["Nothing was sent yet.", "Send it anyway"] {
            assert!(page.text().contains(words), "{words}");
        }
        assert!(listed(&app.administrator().await, "").await.is_empty());
        let (_, form) = page.text().split_once("<form").unwrap();
        let form = sent_by(form.split_once("</form>").unwrap().0);
        let has = |name: &str| form.iter().any(|(known, _)| known == name);
        assert!(has("note") && !has("leftEmpty") && !has("homepage"));
        if trap == "homepage" {
            send(app.visitor(), &shop.slug, with(&form, &[]))
                .await
                .expect(200);
        }
    }
    let all = listed(&app.administrator().await, "").await;
    assert_eq!(all.len(), 1);
    assert_eq!(all[0]["notes"], json!(["Closed on Mondays."]));
});

both_engines!(what_is_no_form_of_ours_is_refused, |app: TestApp| {
    let shop = blue_door(&app).await;
    let report = || "kind=closed".to_owned();
    for body in ["", "kind=gone&note=x", "kind=edit&ownerId=x"] {
        send(app.visitor(), &shop.slug, body.to_owned())
            .await
            .expect(400);
    }
    let elsewhere = app.visitor().with("sec-fetch-site", "cross-site");
    send(elsewhere, &shop.slug, report()).await.expect(403);
    send(app.visitor(), "no-such-shop", report())
        .await
        .expect(404);
    let long = format!("kind=chain&note={}", "a".repeat(40_000));
    send(app.visitor(), &shop.slug, long).await.expect(413);
    assert!(listed(&app.administrator().await, "").await.is_empty());
    // Opened again, the address is that of no page.
    let opened = app
        .visitor()
        .get(&format!("/suggest-edit/{}/send", shop.slug))
        .await;
    assert_eq!(opened.expect(404).html().h1(), "404 Page Not Found");
    // Another address of the kind, by its former slug or ID, is fine.
    let by_id = send(app.visitor(), &shop.id.to_string(), report()).await;
    by_id.expect(200);
});
