//! What search engines are told, and what they aren't.

use std::collections::BTreeMap;

use townperk::{
    app::listed_pages,
    catalog::document::DocumentTable,
    features::{Listed, sitemap},
    pages::WebBundle,
    platform::arguments::Arguments,
};

use crate::support::TestApp;

async fn addresses(app: &TestApp, path: &str) -> Vec<String> {
    let answer = app.visitor().get(path).await.expect(200);
    assert_eq!(
        answer.header("content-type"),
        "application/xml; charset=utf-8"
    );
    let text = answer.text();
    let parts = text.split("<loc>").skip(1);
    parts
        .map(|rest| rest.split("</loc>").next().unwrap().to_owned())
        .collect()
}

async fn all_pages(app: &TestApp) -> Vec<String> {
    let mut pages = Vec::new();
    for file in addresses(app, "/sitemap.xml").await {
        let path = file.strip_prefix("https://townperk.example").unwrap();
        pages.extend(addresses(app, path).await);
    }
    pages
}

both_engines!(only_what_may_be_found_is_listed, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let empty = app
        .city("Pollock", "LA")
        .with(|row| row.made_by_admin = true)
        .await;
    let shop = app.shop(&city).name("Tamp").await;
    let hidden = app.shop(&city).name("Hidden").hidden().await;
    let closed = app.shop(&city).name("Closed").closed().await;
    let deleted = app.shop(&city).name("Deleted").deleted().await;
    let pages = all_pages(&app).await;
    let has = |path: &str| pages.contains(&format!("https://townperk.example{path}"));
    for path in ["/", "/cities", "/terms", "/cities/alexandria-la"] {
        assert!(has(path), "{path} is missing: {pages:?}");
    }
    assert!(has(&format!("/coffee-shops/{}", shop.slug)));
    assert!(!has("/search"), "search pages are not for indexes");
    assert!(!has("/design"));
    assert!(
        !has(&format!("/cities/{}", empty.slug)),
        "a town without shops"
    );
    for shop in [hidden, closed, deleted] {
        assert!(
            !has(&format!("/coffee-shops/{}", shop.slug)),
            "{}",
            shop.name
        );
    }
    let mut once = pages.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), pages.len());
});

both_engines!(
    every_listed_page_is_there_and_its_own_canonical,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        app.shop(&city).name("Tamp").await;
        let pages = all_pages(&app).await;
        assert!(pages.len() >= 6, "{pages:?}");
        for address in pages {
            let path = address.strip_prefix("https://townperk.example").unwrap();
            let page = app.visitor().get(path).await.expect(200).html();
            assert_eq!(
                page.attributes("link rel=\"canonical\"", "href"),
                std::slice::from_ref(&address)
            );
            assert!(
                page.attributes("meta name=\"robots\"", "content")
                    .is_empty(),
                "{address}"
            );
        }
    }
);

both_engines!(a_page_s_change_is_its_shops_change, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).name("Tamp").await;
    let files = [
        "/sitemaps/pages-1.xml",
        "/sitemaps/city-1.xml",
        "/sitemaps/shop-1.xml",
        "/sitemap.xml",
    ];
    for path in files {
        let text = app.visitor().get(path).await.expect(200).text();
        assert!(
            text.contains("<lastmod>2026-03-04T15:00:00Z</lastmod>"),
            "{text}"
        );
    }
    app.clock.advance(chrono::TimeDelta::hours(2));
    app.edit_shop(shop.id, |row| row.phone = Some("318-555-0100".to_owned()))
        .await;
    for path in files {
        let text = app.visitor().get(path).await.expect(200).text();
        assert!(
            text.contains("<lastmod>2026-03-04T17:00:00Z</lastmod>"),
            "{path}: {text}"
        );
    }
});

both_engines!(votes_change_no_page_s_date, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).name("Tamp").await;
    let before = app.visitor().get("/sitemaps/shop-1.xml").await.text();
    app.clock.advance(chrono::TimeDelta::hours(2));
    app.vote(shop.id, 1).await;
    assert_eq!(
        app.visitor().get("/sitemaps/shop-1.xml").await.text(),
        before
    );
});

both_engines!(a_sitemap_that_is_not_there_is_missing, |app: TestApp| {
    for file in [
        "shop-1.xml",
        "pages-2.xml",
        "pages-01.xml",
        "pages.xml",
        "nothing-1.xml",
        "pages-1.xml%00",
    ] {
        app.visitor()
            .get(&format!("/sitemaps/{file}"))
            .await
            .expect(404);
    }
});

#[test]
fn every_family_of_pages_for_search_engines_has_somebody_who_names_its_members() {
    let pages = listed_pages(&WebBundle::embedded().unwrap());
    assert!(pages.len() >= 6);
    assert_eq!(
        sitemap::without_collection(&pages),
        Vec::<&Listed>::new(),
        "give these routes a line in sitemap::COLLECTIONS"
    );
}

both_engines!(
    best_of_pages_are_named_from_three_shops_on,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let monroe = app.city("Monroe", "LA").await;
        for number in 0..3 {
            app.shop(&city).await;
            // The latest of three closes before breakfast ends.
            let hours = if number == 2 {
                "Mo-Su 11:00-20:00"
            } else {
                "Mo-Su 07:00-12:00"
            };
            app.shop(&monroe)
                .hours(hours)
                .with(|row| row.serves_breakfast = Some(true))
                .await;
        }
        let coffee = addresses(&app, "/sitemaps/bestCoffee-1.xml").await;
        assert_eq!(
            coffee,
            [
                "https://townperk.example/cities/alexandria-la/best-coffee",
                "https://townperk.example/cities/monroe-la/best-coffee"
            ]
        );
        app.visitor()
            .get("/sitemaps/bestBreakfast-1.xml")
            .await
            .expect(404);
        app.shop(&monroe)
            .with(|row| row.serves_breakfast = Some(true))
            .await;
        let breakfast = addresses(&app, "/sitemaps/bestBreakfast-1.xml").await;
        assert_eq!(
            breakfast,
            ["https://townperk.example/cities/monroe-la/best-breakfast"]
        );
    }
);

both_engines!(
    the_blog_s_dates_are_those_of_its_articles,
    |app: TestApp| {
        app.article_of(
            "one",
            "title: x\nexcerpt: y\ncategory: brewing\ntags: Cold Brew, Water\npublished: 2026-03-01T08:00:00Z",
            "words",
        )
        .await;
        app.article("two", -60).await;
        let listed = |name: &str, pattern: &str| Listed {
            name: name.to_owned(),
            pattern: pattern.to_owned(),
        };
        let documents = DocumentTable::new(sitemap::documents(vec![
            listed("terms", "/terms"),
            listed("blog", "/blog"),
            listed("article", "/blog/{slug}"),
            listed("articleCategory", "/blog/category/{slug}"),
        ]))
        .unwrap();
        let file = |name: &str| {
            let path = BTreeMap::from([("file".to_owned(), format!("{name}-1.xml"))]);
            let arguments = Arguments::parse(path, "", &[]).unwrap();
            let content = documents.run("/sitemaps/{file}", &app.catalog.view(), &arguments);
            let text = String::from_utf8(content.unwrap().bytes).unwrap();
            let entries = text.split("<url>").skip(1).map(|entry| {
                let part = |name: &str| {
                    let rest = entry.split(&format!("<{name}>")).nth(1)?;
                    rest.split('<').next().map(str::to_owned)
                };
                let address = part("loc").unwrap();
                let path = address.strip_prefix("https://townperk.example").unwrap();
                format!("{path} {}", part("lastmod").unwrap_or_default())
            });
            entries.collect::<Vec<_>>()
        };
        // Its row was written at 15:00.
        let written = "2026-03-04T15:00:00Z";
        assert_eq!(file("article"), [format!("/blog/one {written}")]);
        assert_eq!(
            file("articleCategory"),
            [format!("/blog/category/brewing {written}")]
        );
        assert_eq!(file("pages"), ["/terms ", &format!("/blog {written}")]);

        app.clock.advance(chrono::TimeDelta::hours(1));
        let out = "2026-03-04T16:00:00Z";
        assert_eq!(
            file("article"),
            [format!("/blog/two {out}"), format!("/blog/one {written}")]
        );
        assert_eq!(
            file("articleCategory"),
            [format!("/blog/category/brewing {out}")]
        );
        assert_eq!(file("pages"), ["/terms ", &format!("/blog {out}")]);
    }
);
