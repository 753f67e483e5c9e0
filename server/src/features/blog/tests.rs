//! The blog, through the API.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use townperk::{
    catalog::Kind,
    features::blog::{self, Collection},
};

use crate::support::{Engine, TestApp};

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

both_engines!(
    an_article_is_read_safely_and_only_once_it_is_out,
    |app: TestApp| {
        let at = |minutes: i64| {
            let moment = app.clock.now() + TimeDelta::minutes(minutes);
            HOSTILE.replace("{}", &moment.to_rfc3339())
        };
        let files = collection(&[("one.md", at(-60)), ("two.md", at(10))]);
        assert_eq!(app.bring(&files).await, (2, 0, 0));
        assert_eq!(app.bring(&files).await, (0, 0, 2), "again changes nothing");

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
        assert!(html.contains("<h2 id=\"part-top\">Top</h2>"), "{html}");
        assert!(!html.contains("script"), "{html}");

        app.clock.advance(TimeDelta::seconds(10 * 60 - 1));
        visitor.get("/api/blog/articles/two").await.expect(404);
        let list = visitor.get("/api/blog/articles").await.expect(200).json();
        assert_eq!(list.as_array().unwrap().len(), 1, "not a second too early");
        app.clock.advance(TimeDelta::seconds(1));
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
        app.bring(&collection(&[("one.md", past.clone()), ("two.md", past)]))
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

both_engines!(every_node_holds_the_same_blog, |app: TestApp| {
    let mut app = app;
    let other = app.second_node().await;
    for slug in ["one", "two", "three"] {
        app.article(slug, 60).await;
    }
    app.article("later", -60).await;
    other.sync().await;
    app.article_of(
        "two",
        "title: x\nexcerpt: y\npublished: 2026-01-01T08:00:00Z",
        "new",
    )
    .await;
    app.article_of("three", "title: a draft again\nexcerpt: y", "new")
        .await;
    other.sync().await;
    let held = |node: &TestApp| {
        let view = node.catalog.view();
        let articles: Vec<_> = view
            .articles()
            .iter()
            .map(|one| (one.facts.clone(), view.views_of(one)))
            .collect();
        let categories: Vec<_> = view
            .article_categories()
            .iter()
            .map(|one| (**one).clone())
            .collect();
        (articles, categories, view.trace().expires)
    };
    let fresh = app.second_node().await;
    let articles = held(&fresh).0.into_iter();
    let slugs: Vec<String> = articles.map(|(facts, _)| facts.slug).collect();
    assert_eq!(slugs, ["one", "two"]);
    for node in [&app, &other] {
        assert_eq!(held(node), held(&fresh));
        let before = node.catalog.revision();
        let known: Vec<_> = held(node)
            .0
            .iter()
            .map(|(facts, _)| (Kind::Article, facts.id))
            .collect();
        node.catalog.refresh(&known).await.unwrap();
        assert_eq!(
            node.catalog.revision(),
            before,
            "what is known changes nothing"
        );
    }
});

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
    app.sync().await;
    let list = visitor.get("/api/blog/articles").await.expect(200).json();
    assert_eq!(list.as_array().unwrap().len(), 0);
    let categories = visitor.get("/api/blog/categories").await.expect(200).json();
    assert_eq!(categories.as_array().unwrap().len(), 0);
});

both_engines!(
    pages_of_the_blog_follow_the_clock_and_the_words,
    |app: TestApp| {
        app.article("one", 60).await;
        app.article("two", -10).await;
        let titles = || async {
            let list = app.visitor().get("/blog").await.expect(200).text();
            let article = app.visitor().get("/blog/two").await;
            let feed = app
                .visitor()
                .get("/blog/feed.atom")
                .await
                .expect(200)
                .text();
            (
                list.contains("About two"),
                article.status(),
                feed.contains("About two"),
            )
        };
        assert_eq!(titles().await, (false, 404, false));
        app.clock.advance(TimeDelta::minutes(10));
        assert_eq!(titles().await, (true, 200, true));
        let page = app.visitor().get("/blog/two").await.expect(200);
        assert_eq!(page.html().h1(), "About two");
        let moment = app.clock.now().to_rfc3339();
        app.article_of(
            "two",
            &format!("title: Other words\nexcerpt: y\npublished: {moment}"),
            "words",
        )
        .await;
        let again = app.visitor().get("/blog/two").await.expect(200);
        assert_eq!(again.html().h1(), "Other words");
    }
);

both_engines!(
    an_article_says_what_structured_data_asks_of_it,
    |app: TestApp| {
        let moment = app.clock.now() + TimeDelta::minutes(5);
        app.article_of(
            "one",
            &format!(
                "title: x\nexcerpt: y\nauthor: Somebody\nauthor-url: https://example.org/somebody\npublished: {}",
                moment.to_rfc3339()
            ),
            "words",
        )
        .await;
        app.clock.advance(TimeDelta::hours(1));
        let path = "/api/blog/articles/one";
        let article = app.visitor().get(path).await.expect(200).json();
        assert_eq!(article["author"], "Somebody");
        assert_eq!(article["authorUrl"], "https://example.org/somebody");
        assert_eq!(article["publishedAt"], "2026-03-04T15:05:00Z");
        assert_eq!(
            article["updatedAt"], article["publishedAt"],
            "words are no older than the day they came out"
        );
        assert_eq!(article["updatedLong"], serde_json::Value::Null);
        let pictures = article["pictures"].as_object().unwrap();
        assert_eq!(pictures.len(), 4);
        for address in pictures.values() {
            let address = address.as_str().unwrap();
            let picture = app.visitor().get(address).await.expect(200);
            assert_eq!(
                picture.header("cache-control"),
                "public, max-age=31536000, immutable"
            );
        }
        app.clock.advance(TimeDelta::days(2));
        app.article_of(
            "one",
            &format!("title: x\nexcerpt: y\npublished: {}", moment.to_rfc3339()),
            "better words",
        )
        .await;
        let changed = app.visitor().get(path).await.expect(200).json();
        assert_eq!(changed["updatedLong"], "March 6, 2026");
        assert_eq!(changed["publishedAt"], article["publishedAt"]);
        assert_ne!(changed["pictures"]["social"], article["pictures"]["social"]);
    }
);

#[tokio::test(flavor = "multi_thread")]
async fn ten_articles_of_the_demo_can_be_read() {
    let app = TestApp::start(Engine::Sqlite).await.unwrap();
    blog::seed_samples(&app.database, &app.catalog, &app.clock, &app.identifiers)
        .await
        .unwrap();
    let visitor = app.visitor();
    let list = visitor.get("/api/blog/articles").await.expect(200).json();
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), 10);
    let days: BTreeSet<&str> = list
        .iter()
        .map(|article| &article["publishedAt"].as_str().unwrap()[..10])
        .collect();
    assert_eq!(days.len(), 10, "no two on one day");
    for summary in list {
        let slug = summary["slug"].as_str().unwrap();
        let page = visitor.get(&format!("/blog/{slug}")).await.expect(200);
        assert_eq!(page.html().h1(), summary["title"].as_str().unwrap());
        let address = format!("/api/blog/articles/{slug}");
        let article = visitor.get(&address).await.expect(200).json();
        let text = |name: &str| article[name].as_str().unwrap().to_owned();
        let words = text("content").split_whitespace().count();
        assert!((500..=900).contains(&words), "{slug}: {words} words");
        assert!(text("title").len() <= 60, "{slug}");
        assert!(
            (50..=155).contains(&text("metaDescription").len()),
            "{slug}"
        );
        assert_eq!(article["related"].as_array().unwrap().len(), 3, "{slug}");
        assert!(article["updatedLong"].is_null(), "{slug}");
        let html = text("contentHtml");
        assert!(
            html.contains("<h2 id=\"part-") && !html.contains("<h1"),
            "{slug}"
        );
        for link in html.split("href=\"").skip(1) {
            let path = link.split('"').next().unwrap();
            assert!(path.starts_with('/'), "{slug}: {path}");
            visitor.get(path).await.expect(200);
        }
    }
    let categories = visitor.get("/api/blog/categories").await.expect(200).json();
    for category in categories.as_array().unwrap() {
        let slug = category["slug"].as_str().unwrap();
        assert!(category["count"].as_u64() >= Some(2), "{slug}");
        let path = format!("/blog/category/{slug}");
        visitor.get(&path).await.expect(200);
    }
}

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
        (
            "---\ntitle: x\nexcerpt: y\ntags: ☕\n---\nwords",
            "neither letter nor digit",
        ),
        (
            "---\ntitle: x\nexcerpt: y\ntags: Cold Brew, cold-brew\n---\nwords",
            "\"cold-brew\" stands there twice",
        ),
        (
            "---\ntitle: x\nexcerpt: y\nauthor-url: javascript:x\n---\nwords",
            "must begin with https://",
        ),
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

#[test]
fn the_documentation_s_example_is_an_article() {
    let text = include_str!("../../../../docs/articles.md");
    let example = text.split("```\n").nth(1).unwrap();
    let mut collection = Collection::default();
    collection.add("reading-a-roast-date.md", example).unwrap();
    let article = &collection.articles[0];
    assert_eq!(article.tags, ["beans", "freshness"]);
    assert!(article.published.is_some() && article.author_url.is_some());
    let line = text.rsplit('`').nth(1).unwrap();
    collection.add("categories.txt", line).unwrap();
    assert_eq!(collection.categories.len(), 1);
}
