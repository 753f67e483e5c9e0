//! Articles in the panel, through the API.

use chrono::TimeDelta;
use serde_json::{Value, json};
use townperk::{
    features::blog::{self, Collection, Edited},
    platform::settings::Settings,
};

use crate::support::{Setup, TestApp, Visitor};

const ARTICLES: &str = "/api/admin/blog/articles";

fn address(article: &Value) -> String {
    format!("{ARTICLES}/{}", article["id"].as_str().unwrap())
}

async fn created(admin: &Visitor, draft: Value) -> Value {
    admin.post(ARTICLES, &draft).await.expect(201).json()
}

both_engines!(
    dates_are_the_sites_and_the_first_category_is_preset,
    |setup: Setup| {
        let zone = |settings: &mut Settings| settings.time_zone = chrono_tz::America::Los_Angeles;
        let app = setup
            .at("2026-07-01T12:00:00Z")
            .settings(zone)
            .start()
            .await;
        let admin = app.administrator().await;
        let draft = json!({
            "title": "my_first_article 2026",
            "content": "Fresh **beans**.",
            "isPublished": true,
            "publishedAtLocal": "2026-07-04T08:30"
        });
        let article = created(&admin, draft).await;
        assert_eq!(article["slug"], "my-first-article-2026");
        assert_eq!(article["excerpt"], "Fresh beans.");
        assert_eq!(article["publishedAt"], "2026-07-04T15:30:00Z");
        assert_eq!(article["publishedAtLocal"], "2026-07-04T08:30");
        assert_eq!(article["timeZone"], "America/Los_Angeles");
        let exact = json!({ "publishedAtLocal": "2026-07-04T08:30:15" });
        let article = admin.put(&address(&article), &exact).await;
        let article = article.expect(200).json();
        assert_eq!(article["publishedAt"], "2026-07-04T15:30:15Z");
        // An hour that clocks skip.
        let skipped = json!({ "publishedAtLocal": "2027-03-14T02:30" });
        let refused = admin.put(&address(&article), &skipped).await.expect(400);
        assert_eq!(refused.json()["field"], "publishedAt");

        let page = format!("{ARTICLES}?page=1");
        let page = admin.get(&page).await.expect(200).json();
        let categories = admin.get("/api/blog/categories").await.json();
        assert_eq!(page["defaultCategoryId"], categories[0]["id"]);
        assert_eq!(page["timeZone"], "America/Los_Angeles");
    }
);

both_engines!(
    an_article_is_a_draft_then_scheduled_then_out,
    |app: TestApp| {
        let admin = app.administrator().await;
        let article = created(&admin, json!({ "title": "Reading a Roast Date" })).await;
        assert_eq!(article["slug"], "reading-a-roast-date");
        assert_eq!(
            (&article["isPublished"], &article["state"]),
            (&json!(false), &json!("draft"))
        );
        assert_eq!(article["publishedAt"], Value::Null);

        let at = app.clock.now() + TimeDelta::hours(2);
        let words =
            json!({ "content": "# Top\n\nFresh beans.", "isPublished": true, "publishedAt": at });
        let article = admin
            .put(&address(&article), &words)
            .await
            .expect(200)
            .json();
        assert_eq!(article["state"], "scheduled");
        assert_eq!(
            article["excerpt"], "Fresh beans.",
            "made of the text where it was empty"
        );
        let page = "/api/blog/articles/reading-a-roast-date";
        app.visitor().get(page).await.expect(404);
        app.clock.advance(TimeDelta::hours(2));
        app.visitor().get(page).await.expect(200);
        let article = admin.get(&address(&article)).await.expect(200).json();
        assert_eq!(article["state"], "published");

        let draft = json!({ "isPublished": false, "publishedAt": at });
        let article = admin
            .put(&address(&article), &draft)
            .await
            .expect(200)
            .json();
        assert_eq!(
            article["publishedAt"],
            Value::Null,
            "not published: no date"
        );
        app.visitor().get(page).await.expect(404);
        let now = admin
            .put(&address(&article), &json!({ "isPublished": true }))
            .await;
        let now = now.expect(200).json();
        assert_eq!(
            now["publishedAt"],
            json!(app.clock.now()),
            "without a date: now"
        );
        let deleted = admin.delete(&address(&now)).await.expect(200).json();
        app.visitor().get(page).await.expect(404);
        admin.delete(&address(&now)).await.expect(404);
        let undo = format!(
            "/api/admin/audit/{}/undo",
            deleted["entry"].as_str().unwrap()
        );
        admin.post(&undo, &json!({})).await.expect(200);
        app.visitor().get(page).await.expect(200);
    }
);

both_engines!(a_changed_slug_redirects_and_is_kept, |app: TestApp| {
    let admin = app.administrator().await;
    let draft = json!({ "title": "One", "slug": "one", "content": "Words.", "isPublished": true });
    let one = created(&admin, draft).await;
    let renamed = admin.put(&address(&one), &json!({ "slug": "first" })).await;
    assert_eq!(renamed.expect(200).json()["slug"], "first");
    let visitor = app.visitor();
    let moved = visitor.get("/blog/one").await.expect(301);
    assert_eq!(moved.header("location"), "/blog/first");
    let read = visitor.get("/api/blog/articles/one").await.expect(200);
    assert_eq!(read.json()["slug"], "first");
    let other = json!({ "title": "Other", "slug": "one" });
    let refused = admin.post(ARTICLES, &other).await.expect(400).json();
    assert_eq!(
        refused["field"], "slug",
        "the address still leads to the first one"
    );
    let untitled = created(&admin, json!({ "title": "One" })).await;
    assert_eq!(untitled["slug"], "one-2");
    let back = admin.put(&address(&one), &json!({ "slug": "one" })).await;
    back.expect(200);
    visitor.get("/api/blog/articles/one").await.expect(200);
    let moved = visitor.get("/blog/first").await.expect(301);
    assert_eq!(moved.header("location"), "/blog/one");
});

both_engines!(of_two_editors_the_second_is_told, |app: TestApp| {
    let admin = app.administrator().await;
    let article = created(&admin, json!({ "title": "One" })).await;
    let version = &article["version"];
    let first = json!({ "title": "One and a half", "version": version });
    let saved = admin
        .put(&address(&article), &first)
        .await
        .expect(200)
        .json();
    let second = json!({ "title": "Two", "version": version });
    let refused = admin
        .put(&address(&article), &second)
        .await
        .expect(409)
        .json();
    assert_eq!(refused["details"]["article"]["title"], "One and a half");
    let same = json!({ "title": "One and a half", "version": saved["version"] });
    let again = admin
        .put(&address(&article), &same)
        .await
        .expect(200)
        .json();
    assert_eq!(
        again["version"], saved["version"],
        "what is equal is no change"
    );
});

both_engines!(every_mistake_is_named_at_once, |app: TestApp| {
    let admin = app.administrator().await;
    let bad = json!({ "title": " ", "categoryId": "nothing", "tags": ["☕", "a", " A "], "authorUrl": "javascript:x",
            "isPublished": true });
    let refused = admin.post(ARTICLES, &bad).await.expect(400).json();
    let fields: Vec<&str> = refused["fields"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["field"].as_str().unwrap())
        .collect();
    for field in ["title", "categoryId", "tags", "authorUrl", "content"] {
        assert!(fields.contains(&field), "{field}: {refused}");
    }
    for slug in ["Not A Slug!", "-x", "category"] {
        let refused = admin
            .post(ARTICLES, &json!({ "title": "x", "slug": slug }))
            .await;
        assert_eq!(refused.expect(400).json()["field"], "slug", "{slug}");
    }
    let long = json!({ "title": "x", "content": "y".repeat(300 * 1024) });
    let refused = admin.post(ARTICLES, &long).await.expect(400).json();
    assert_eq!(refused["field"], "content");
    let date = json!({ "title": "x", "content": "y", "isPublished": true, "publishedAt": "9999-01-01T00:00:00Z" });
    assert_eq!(
        admin.post(ARTICLES, &date).await.expect(400).json()["field"],
        "publishedAt"
    );
});

both_engines!(a_preview_is_safe_and_names_dead_links, |app: TestApp| {
    let admin = app.administrator().await;
    let city = app.city("Alexandria", "LA").await;
    let text = format!(
        "# Top\n\n<script>x</script>\n\n[town](/cities/{}) [none](/coffee-shops/nowhere) [part](#part-top) [gone](#part-end)",
        city.slug
    );
    let preview = admin
        .post("/api/admin/blog/preview", &json!({ "content": text }))
        .await
        .expect(200)
        .json();
    assert!(
        !preview["html"].as_str().unwrap().contains("script"),
        "{preview}"
    );
    let dead: Vec<&str> = preview["deadLinks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|link| link["address"].as_str().unwrap())
        .collect();
    assert_eq!(dead, ["/coffee-shops/nowhere", "#part-end"]);
});

both_engines!(the_list_shows_drafts_first_and_pages, |app: TestApp| {
    let admin = app.administrator().await;
    app.article("out", 60).await;
    app.article("to-come", -60).await;
    created(&admin, json!({ "title": "A draft" })).await;
    let list = admin.get(ARTICLES).await.expect(200).json();
    let states: Vec<&Value> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["state"])
        .collect();
    assert_eq!(states, ["draft", "scheduled", "published"]);
    let page = admin
        .get(&format!("{ARTICLES}?page=2&pageSize=2"))
        .await
        .expect(200)
        .json();
    assert_eq!(
        (&page["total"], &page["items"][0]["slug"]),
        (&json!(3), &json!("out"))
    );
    let found = admin
        .get(&format!("{ARTICLES}?page=1&search=draft"))
        .await
        .expect(200)
        .json();
    assert_eq!(found["total"], 1);
    admin.get(&format!("{ARTICLES}?page=9")).await.expect(404);
});

both_engines!(
    articles_are_found_however_titles_are_spelled,
    |app: TestApp| {
        let admin = app.administrator().await;
        created(&admin, json!({ "title": "Joe’s Co-Op: J.B.'s café" })).await;
        created(&admin, json!({ "title": "Another" })).await;
        for (typed, total) in [
            ("joes", 1),
            ("joe%27s", 1),
            ("coop", 1),
            ("co+op", 1),
            ("co-op+jbs", 1),
            ("cafe+joe%E2%80%99s", 1),
            ("joes+another", 0),
            ("%27", 0),
        ] {
            let path = format!("{ARTICLES}?page=1&search={typed}");
            let found = admin.get(&path).await.expect(200).json();
            assert_eq!(found["total"], total, "{typed}");
        }
    }
);

both_engines!(
    an_import_leaves_alone_what_the_panel_changed,
    |app: TestApp| {
        let admin = app.administrator().await;
        let file = |slug: &str, title: &str| {
            let mut files = Collection::default();
            let text = format!("---\ntitle: {title}\nexcerpt: e\n---\nwords");
            files.add(&format!("{slug}.md"), &text).unwrap();
            files
        };
        for slug in ["edited", "moved", "deleted"] {
            app.bring(&file(slug, "From a file")).await;
        }
        let list = admin.get(ARTICLES).await.expect(200).json();
        let of = |slug: &str| {
            let list = list.as_array().unwrap();
            address(list.iter().find(|one| one["slug"] == slug).unwrap())
        };
        admin
            .put(&of("edited"), &json!({ "title": "By hand" }))
            .await
            .expect(200);
        admin
            .put(&of("moved"), &json!({ "isPublished": true }))
            .await
            .expect(200);
        admin
            .put(&of("moved"), &json!({ "slug": "elsewhere" }))
            .await
            .expect(200);
        admin.delete(&of("deleted")).await.expect(200);
        let by = (&app.clock, &app.identifiers);
        for slug in ["edited", "moved", "deleted"] {
            let files = file(slug, "From a file, again");
            let done = blog::import(&app.database, &files, by, Edited::LeftAlone)
                .await
                .unwrap();
            assert_eq!(
                (done.left_alone.as_slice(), done.added + done.updated),
                (&[slug.to_owned()][..], 0)
            );
        }
        let article = admin.get(&of("edited")).await.expect(200).json();
        assert_eq!(article["title"], "By hand");
        let files = file("edited", "From a file, again");
        let done = blog::import(&app.database, &files, by, Edited::Replaced)
            .await
            .unwrap();
        assert_eq!(done.updated, 1);
        let article = admin.get(&of("edited")).await.expect(200).json();
        assert_eq!(article["title"], "From a file, again");
        let done = blog::import(&app.database, &files, by, Edited::LeftAlone)
            .await
            .unwrap();
        assert_eq!(done.unchanged, 1, "it is the file's again");
    }
);

both_engines!(a_text_may_begin_with_any_letter, |app: TestApp| {
    let admin = app.administrator().await;
    for text in ["“Quoted” words", "\u{8ae11}", "1. one\n2é"] {
        let preview = json!({ "content": text });
        let shown = admin.post("/api/admin/blog/preview", &preview).await;
        shown.expect(200);
        created(&admin, json!({ "title": "Letters", "content": text })).await;
    }
});

both_engines!(a_text_of_headings_alone_is_refused, |app: TestApp| {
    let admin = app.administrator().await;
    let text = "# a\n".repeat(50_000);
    let article = json!({ "title": "Headings", "content": text });
    let refused = admin.post(ARTICLES, &article).await.expect(400).json();
    assert_eq!(refused["field"], "content", "{refused}");
    let message = refused["message"].as_str().unwrap();
    assert!(message.contains("50000 headings"), "{message}");
    let preview = json!({ "content": article["content"] });
    let refused = admin.post("/api/admin/blog/preview", &preview).await;
    assert_eq!(refused.expect(400).json()["field"], "content");
});

both_engines!(
    slugs_of_deleted_and_unpublished_articles_stay_theirs,
    |app: TestApp| {
        let admin = app.administrator().await;
        let draft = |slug: &str| json!({ "title": slug, "slug": slug, "content": "Words.", "isPublished": true });
        let gone = created(&admin, draft("gone")).await;
        let deleted = admin.delete(&address(&gone)).await.expect(200).json();
        let refused = admin.post(ARTICLES, &draft("gone")).await.expect(400);
        assert_eq!(refused.json()["field"], "slug");
        let entry = deleted["entry"].as_str().unwrap();
        let undo = format!("/api/admin/audit/{entry}/undo");
        admin.post(&undo, &json!({})).await.expect(200);
        app.visitor().get("/blog/gone").await.expect(200);

        let article = created(&admin, draft("before")).await;
        for change in [
            json!({ "isPublished": false }),
            json!({ "slug": "after" }),
            json!({ "isPublished": true }),
        ] {
            admin.put(&address(&article), &change).await.expect(200);
        }
        let moved = app.visitor().get("/blog/before").await.expect(301);
        assert_eq!(moved.header("location"), "/blog/after");
    }
);
