//! The blog, through the API.

use chrono::TimeDelta;
use townperk::features::blog::{self, Collection};

use crate::support::TestApp;

const HOSTILE: &str = "---\ntitle: One\nexcerpt: First.\ncategory: brewing\ntags: Cold Brew, water\npublished: {}\n---\n# Top\n\nWords <script>alert(1)</script> [x](javascript:alert(1))\n";

fn collection(files: &[(&str, String)]) -> Collection {
    let mut collection = Collection::default();
    let categories = "brewing | Brewing | hsl(24, 55%, 38%) | At home.";
    collection.add("categories.txt", categories).unwrap();
    for (name, text) in files {
        collection.add(name, text).unwrap();
    }
    collection
}

async fn import(app: &TestApp, collection: &Collection) -> (usize, usize, usize) {
    let done = blog::import(&app.database, collection, &app.clock, &app.identifiers)
        .await
        .unwrap();
    app.catalog.catch_up().await.unwrap();
    (done.added, done.updated, done.unchanged)
}

both_engines!(
    an_article_is_read_safely_and_only_once_it_is_out,
    |app: TestApp| {
        let at = |minutes: i64| {
            let moment = app.clock.now() + TimeDelta::minutes(minutes);
            HOSTILE.replace("{}", &moment.to_rfc3339())
        };
        let files = collection(&[("one.md", at(-60)), ("two.md", at(10))]);
        assert_eq!(import(&app, &files).await, (2, 0, 0));
        assert_eq!(
            import(&app, &files).await,
            (0, 0, 2),
            "again changes nothing"
        );

        let visitor = app.visitor();
        let list = visitor.get("/api/blog/articles").await.expect(200).json();
        assert_eq!(list.as_array().unwrap().len(), 1);
        assert_eq!(list[0]["slug"], "one");
        assert_eq!(list[0]["readTimeMinutes"], 1);
        assert_eq!(list[0]["category"]["slug"], "brewing");
        visitor.get("/api/blog/articles/two").await.expect(404);

        let html = visitor
            .get("/api/blog/articles/one")
            .await
            .expect(200)
            .json()["contentHtml"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(html.contains("<h2>Top</h2>"), "{html}");
        assert!(!html.contains("script"), "{html}");

        app.clock.advance(TimeDelta::minutes(11));
        let list = visitor.get("/api/blog/articles").await.expect(200).json();
        assert_eq!(list[0]["slug"], "two", "it comes out by the clock alone");
        let article = visitor
            .get("/api/blog/articles/two")
            .await
            .expect(200)
            .json();
        assert_eq!(article["previous"]["slug"], "one");
        assert_eq!(article["related"][0]["slug"], "one");
    }
);

both_engines!(
    articles_are_found_by_category_tag_and_page,
    |app: TestApp| {
        let past = HOSTILE.replace("{}", "2020-01-01T00:00:00Z");
        import(
            &app,
            &collection(&[("one.md", past.clone()), ("two.md", past)]),
        )
        .await;
        let visitor = app.visitor();
        for (query, count) in [
            ("category=brewing", 2),
            ("category=none", 0),
            ("tag=cold-brew", 2),
            ("tag=tea", 0),
        ] {
            let list = visitor
                .get(&format!("/api/blog/articles?{query}"))
                .await
                .expect(200)
                .json();
            assert_eq!(list.as_array().unwrap().len(), count, "{query}");
        }
        let page = visitor
            .get("/api/blog/articles?page=2&pageSize=1")
            .await
            .expect(200)
            .json();
        assert_eq!((&page["total"], &page["pageCount"]), (&2.into(), &2.into()));
        let tags = visitor.get("/api/blog/tags").await.expect(200).json();
        assert_eq!(tags[0]["count"], 2);
        let tag = visitor.get("/api/blog/tags/cold-brew").await.expect(200);
        assert_eq!(tag.json()["name"], "Cold Brew");
        visitor.get("/api/blog/tags/tea").await.expect(404);
        for path in ["categories", "categories/brewing"] {
            let answer = visitor.get(&format!("/api/blog/{path}")).await.expect(200);
            let answer = answer.json();
            let category = answer.get(0).unwrap_or(&answer);
            assert_eq!(
                (&category["slug"], &category["count"]),
                (&"brewing".into(), &2.into())
            );
        }
        visitor.get("/api/blog/categories/none").await.expect(404);
    }
);

both_engines!(samples_come_and_go, |app: TestApp| {
    let (database, clock) = (&app.database, &app.clock);
    let added = blog::seed_samples(database, &app.catalog, clock, &app.identifiers)
        .await
        .unwrap();
    assert!(added > 1);
    let visitor = app.visitor();
    let list = visitor.get("/api/blog/articles").await.expect(200).json();
    assert_eq!(
        list.as_array().unwrap().len(),
        added - 1,
        "one is still to come"
    );
    let again = blog::seed_samples(database, &app.catalog, clock, &app.identifiers)
        .await
        .unwrap();
    assert_eq!(again, 0);
    assert_eq!(
        blog::clear_samples(database, clock).await.unwrap(),
        added as u64
    );
    app.catalog.catch_up().await.unwrap();
    let list = visitor.get("/api/blog/articles").await.expect(200).json();
    assert_eq!(list.as_array().unwrap().len(), 0);
    let categories = visitor.get("/api/blog/categories").await.expect(200).json();
    assert_eq!(categories.as_array().unwrap().len(), 0);
});

#[test]
fn a_fault_in_a_file_is_named() {
    for (text, fault) in [
        ("words", "between two lines of ---"),
        ("---\ntitle: x\n---\nwords", "\"excerpt\" is missing"),
        (
            "---\ntitel: x\n---\nwords",
            "line 2: nobody knows \"titel\"",
        ),
        (
            "---\ntitle: x\nexcerpt: y\npublished: soon\n---\nwords",
            "must look like",
        ),
        ("---\ntitle: x\nexcerpt: y\n---\n", "no text"),
    ] {
        let error = Collection::default()
            .add("a.md", text)
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("a.md: ") && error.contains(fault),
            "{error}"
        );
    }
    let mut collection = Collection::default();
    let text = "---\ntitle: x\nexcerpt: y\ncategory: tea\n---\nwords";
    collection.add("a.md", text).unwrap();
    assert!(collection.check(|_| false).is_err());
    assert!(collection.check(|slug| slug == "tea").is_ok());
}
