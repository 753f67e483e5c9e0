//! Feeds as seen by readers. `Xml` checks what RFC 4287 requires of every feed.

use crate::support::TestApp;

/// Fails unless `text` is a valid feed (RFC 4287); returns the titles of its entries.
fn entries_of(text: &str, address: &str) -> Vec<String> {
    let mut open = Vec::new();
    for tag in text.split('<').skip(1) {
        let (inside, _) = tag.split_once('>').expect("tags end");
        if inside.starts_with('?') || inside.ends_with('/') {
            continue;
        }
        match inside.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop().as_deref(), Some(name), "well-formed"),
            None => open.push(inside.split(' ').next().unwrap().to_owned()),
        }
    }
    assert!(open.is_empty(), "{open:?} stay open");
    let (head, entries) = text.split_once("<entry>").unwrap_or((text, ""));
    for part in [
        "<id>",
        "<title>",
        "<updated>",
        "<author><name>",
        "rel=\"self\"",
        "rel=\"alternate\"",
    ] {
        assert_eq!(head.matches(part).count(), 1, "{part} in {head}");
    }
    assert!(head.contains(&format!("<id>{address}</id>")), "{head}");
    let entries = entries.split("<entry>").filter(|entry| !entry.is_empty());
    let mut ids = Vec::new();
    let titles =
        entries
            .map(|entry| {
                let one = |name: &str| {
                    let start = format!("<{name}>");
                    assert_eq!(entry.matches(&start).count(), 1, "{name} in {entry}");
                    let rest = entry.split(&start).nth(1).unwrap();
                    rest.split("</").next().unwrap().to_owned()
                };
                assert!(one("id").starts_with("urn:uuid:"));
                ids.push(one("id"));
                for time in [one("updated"), one("published")] {
                    chrono::DateTime::parse_from_rfc3339(&time).expect("a time with a zone");
                }
                assert!(entry.contains(
                    "rel=\"alternate\" type=\"text/html\" href=\"https://townperk.example/"
                ));
                one("summary");
                one("title")
            })
            .collect();
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count, "an id is used twice");
    titles
}

both_engines!(feeds_follow_the_directory, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let other = app.city("Hammond", "LA").await;
    app.shop(&city).name("Tamp").await;
    app.clock.advance(chrono::TimeDelta::hours(1));
    app.shop(&other).name("Grind & <Go>").await;
    for (path, expected) in [
        (
            "/feed.atom",
            vec![
                "Grind &amp; &lt;Go&gt; in Hammond, LA",
                "Tamp in Alexandria, LA",
            ],
        ),
        (
            "/cities/alexandria-la/feed.atom",
            vec!["Tamp in Alexandria, LA"],
        ),
    ] {
        let answer = app.visitor().get(path).await.expect(200);
        assert_eq!(
            answer.header("content-type"),
            "application/atom+xml; charset=utf-8"
        );
        let address = format!("https://townperk.example{path}");
        assert_eq!(entries_of(&answer.text(), &address), expected);
        let again = app
            .visitor()
            .with("if-none-match", answer.header("etag"))
            .get(path)
            .await;
        assert_eq!(again.status(), 304);
    }
    app.clock.advance(chrono::TimeDelta::hours(1));
    app.shop(&city).name("Newest").await;
    let text = app.visitor().get("/feed.atom").await.text();
    let titles = entries_of(&text, "https://townperk.example/feed.atom");
    assert_eq!(
        titles.first().map(String::as_str),
        Some("Newest in Alexandria, LA")
    );
});

both_engines!(a_feed_says_which_text_no_person_wrote, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let texts = |owner: Option<&str>| {
        let owner = owner.map(str::to_owned);
        move |row: &mut townperk::catalog::entities::shop::Model| {
            row.description = None;
            row.owner_description = owner;
            row.ai_generated_description = Some("It has WiFi.".to_owned());
        }
    };
    app.shop(&city).name("Tamp").with(texts(None)).await;
    app.shop(&city)
        .name("Grind")
        .with(texts(Some("We roast.")))
        .await;
    let text = app.visitor().get("/feed.atom").await.text();
    entries_of(&text, "https://townperk.example/feed.atom");
    assert_eq!(
        text.matches("It has WiFi.\n\nWritten by AI<").count(),
        1,
        "{text}"
    );
    assert_eq!(text.matches("by AI").count(), 1);
    assert!(text.contains("We roast."));
});

both_engines!(a_feed_of_nothing_is_still_a_feed, |app: TestApp| {
    app.city("Alexandria", "LA").await;
    for path in [
        "/feed.atom",
        "/cities/alexandria-la/feed.atom",
        "/blog/feed.atom",
    ] {
        let text = app.visitor().get(path).await.expect(200).text();
        let address = format!("https://townperk.example{path}");
        assert!(entries_of(&text, &address).is_empty());
    }
    app.visitor()
        .get("/cities/nowhere-xx/feed.atom")
        .await
        .expect(404);
});

both_engines!(pages_name_their_feeds, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    app.shop(&city).await;
    let feeds = |page: crate::support::Html| {
        page.attributes(
            "link rel=\"alternate\" type=\"application/atom+xml\"",
            "href",
        )
    };
    assert_eq!(feeds(app.visitor().get("/").await.html()), ["/feed.atom"]);
    assert_eq!(
        feeds(app.visitor().get("/cities/alexandria-la").await.html()),
        ["/feed.atom", "/cities/alexandria-la/feed.atom"]
    );
});

both_engines!(the_blog_s_feed_holds_whole_articles, |app: TestApp| {
    app.article("older", 90).await;
    app.article_of(
        "newer",
        "title: Grind & <Go>\nexcerpt: Short.\nauthor: Somebody\npublished: 2026-03-04T14:30:00Z",
        "Read [more](/cities) of it.",
    )
    .await;
    app.article("later", -60).await;
    let text = app
        .visitor()
        .get("/blog/feed.atom")
        .await
        .expect(200)
        .text();
    let titles = entries_of(&text, "https://townperk.example/blog/feed.atom");
    assert_eq!(titles, ["Grind &amp; &lt;Go&gt;", "About older"]);
    for part in [
        "<author><name>Somebody</name></author>",
        "<published>2026-03-04T14:30:00Z</published>",
        "<content type=\"html\" xml:base=\"https://townperk.example/blog/newer\">&lt;p&gt;Read &lt;a href=&quot;https://townperk.example/cities&quot;&gt;more&lt;/a&gt; of it.&lt;/p&gt;",
        "href=\"https://townperk.example/blog/newer\"",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
});
