//! Entity tags, encodings and HEAD.

use crate::support::{Response, TestApp, page_of};

/// A page, a read and a file: a town's page, its API answer and the app's style sheet.
async fn some_addresses(app: &TestApp) -> Vec<String> {
    let city = app.city("Alexandria", "LA").await;
    for number in 0..5 {
        app.shop(&city).name(&format!("Shop number {number}")).await;
    }
    let sheet = app
        .visitor()
        .get("/")
        .await
        .html()
        .attributes("link rel=\"stylesheet\"", "href")
        .remove(0);
    vec![
        "/cities/alexandria-la".to_owned(),
        "/api/cities/alexandria-la/coffee-shops".to_owned(),
        sheet,
    ]
}

both_engines!(every_encoding_carries_the_same_bytes, |app: TestApp| {
    for path in some_addresses(&app).await {
        let plain = app.visitor().get(&path).await.expect(200);
        assert_eq!(plain.header("content-encoding"), "", "{path}");
        for encoding in ["br", "gzip"] {
            let packed = app
                .visitor()
                .with("accept-encoding", encoding)
                .get(&path)
                .await
                .expect(200);
            assert_eq!(packed.header("content-encoding"), encoding, "{path}");
            assert!(packed.bytes().len() < plain.bytes().len(), "{path}");
            assert_eq!(packed.decoded(), plain.decoded(), "{path}");
            assert_ne!(
                packed.header("etag"),
                plain.header("etag"),
                "other bytes, another tag: {path}"
            );
            assert_eq!(packed.header("vary"), "accept-encoding", "{path}");
        }
        let foreign = app
            .visitor()
            .with("accept-encoding", "zstd, deflate")
            .get(&path)
            .await;
        assert_eq!(foreign.bytes(), plain.bytes(), "{path}");
    }
});

both_engines!(
    who_holds_the_tag_gets_304_with_the_same_tag,
    |app: TestApp| {
        let mut addresses = some_addresses(&app).await;
        // Below the minimum size for compression.
        addresses.push("/api/site".to_owned());
        for path in addresses {
            for encoding in ["identity", "br", "gzip"] {
                let visitor = app.visitor().with("accept-encoding", encoding);
                let whole = visitor.get(&path).await.expect(200);
                let tag = whole.header("etag").to_owned();
                assert!(tag.starts_with('"') && tag.len() > 20, "{path}: {tag}");
                for held in [
                    tag.clone(),
                    format!("\"other\", {tag}"),
                    format!("W/{tag}"),
                    "*".to_owned(),
                ] {
                    let answer = visitor
                        .clone()
                        .with("if-none-match", &held)
                        .get(&path)
                        .await
                        .expect(304);
                    assert!(answer.bytes().is_empty(), "{path}");
                    assert_eq!(answer.header("etag"), tag, "{path} as {encoding}");
                    assert_eq!(
                        answer.header("cache-control"),
                        whole.header("cache-control"),
                        "{path}"
                    );
                    assert_eq!(answer.header("vary"), "accept-encoding", "{path}");
                }
                visitor
                    .clone()
                    .with("if-none-match", "\"other\"")
                    .get(&path)
                    .await
                    .expect(200);
            }
        }
    }
);

both_engines!(a_tag_ends_with_the_content, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).name("Tamp").await;
    let before = app.visitor().get(&page_of(&shop)).await;
    app.edit_shop(shop.id, |row| row.name = "Grind".to_owned())
        .await;
    let after = app
        .visitor()
        .with("if-none-match", before.header("etag"))
        .get(&page_of(&shop))
        .await
        .expect(200);
    assert_ne!(after.header("etag"), before.header("etag"));
});

both_engines!(head_says_what_get_would, |app: TestApp| {
    let mut addresses = some_addresses(&app).await;
    addresses.extend(
        [
            "/no-such-page",
            "/api/no-such-call",
            "/cities/",
            "/healthz",
            "/api/openapi.json",
        ]
        .map(str::to_owned),
    );
    for path in addresses {
        let (get, head) = (
            app.visitor().get(&path).await,
            app.visitor().head(&path).await,
        );
        let without_own_name = |answer: &Response| {
            let mut headers = answer.headers().clone();
            for own in ["x-request-id", "content-length", "server-timing"] {
                headers.remove(own);
            }
            headers
        };
        assert_eq!(head.status(), get.status(), "{path}");
        assert_eq!(without_own_name(&head), without_own_name(&get), "{path}");
    }
});

both_engines!(
    files_with_a_hash_in_their_name_are_kept_for_ever,
    |app: TestApp| {
        let home = app.visitor().get("/").await.html();
        let mut files = home.attributes("link rel=\"stylesheet\"", "href");
        files.extend(home.attributes("script type=\"module\"", "src"));
        for modules in home.attributes("script type=\"module\"", "data-modules") {
            files.extend(modules.split(' ').map(str::to_owned));
        }
        assert!(files.len() >= 4, "{files:?}");
        for file in files {
            let answer = app.visitor().get(&file).await.expect(200);
            assert_eq!(
                answer.header("cache-control"),
                "public, max-age=31536000, immutable",
                "{file}"
            );
            let expected = if file.ends_with(".css") {
                "text/css; charset=utf-8"
            } else {
                "text/javascript; charset=utf-8"
            };
            assert_eq!(answer.header("content-type"), expected, "{file}");
        }
        let missing = app
            .visitor()
            .get("/assets/entry-of-yesterday.js")
            .await
            .expect(404);
        assert_eq!(missing.header("cache-control"), "no-store");
    }
);

both_engines!(
    the_app_waits_for_style_and_fonts_unless_it_renders_the_page,
    |app: TestApp| {
        let scripts = async |path: &str| {
            let page = app.visitor().get(path).await.html();
            let scripts = page.attributes("script type=\"module\"", "src");
            let entry = |one: &String| one.contains("/entry");
            (scripts.iter().any(entry), scripts.len())
        };
        // The starter alone, which keeps what is pressed and asks for the app once the page is painted.
        assert_eq!(scripts("/").await, (false, 1));
        assert_eq!(scripts("/sign-in").await, (true, 1));
    }
);

both_engines!(a_page_is_asked_for_again_each_time, |app: TestApp| {
    assert_eq!(
        app.visitor().get("/").await.header("cache-control"),
        "no-cache"
    );
    assert_eq!(
        app.visitor()
            .get("/api/cities")
            .await
            .header("cache-control"),
        "no-cache"
    );
});

both_engines!(the_panels_answers_are_compressed, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    for number in 0..20 {
        app.shop(&city).name(&format!("Shop number {number}")).await;
    }
    let admin = app.administrator().await;
    let path = "/api/admin/coffee-shops";
    let plain = admin.get(path).await.expect(200);
    assert_eq!(plain.header("content-encoding"), "");
    for encoding in ["br", "gzip"] {
        let packed = admin
            .clone()
            .with("accept-encoding", encoding)
            .get(path)
            .await;
        assert_eq!(packed.header("content-encoding"), encoding);
        assert_eq!(packed.header("vary"), "accept-encoding");
        assert_eq!(packed.header("cache-control"), "no-store");
        assert!(packed.bytes().len() * 4 < plain.bytes().len());
        assert_eq!(packed.decoded(), plain.decoded());
    }
    // Files and small answers are sent as they are.
    for path in [
        "/api/admin/export/coffee-shops.csv",
        "/api/admin/counts",
        "/api/admin/status",
    ] {
        let answer = admin.clone().with("accept-encoding", "br").get(path).await;
        assert_eq!(answer.expect(200).header("content-encoding"), "", "{path}");
    }
});
