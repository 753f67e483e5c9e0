//! Mistyped URLs and hostile ones: never a server error, never a redirect to another site.

use proptest::prelude::*;

use crate::support::{Engine, TestApp, check};

both_engines!(
    a_slash_at_the_end_leads_to_the_address_without_it,
    |app: TestApp| {
        for (path, location) in [
            ("/cities/", "/cities"),
            ("/cities///", "/cities"),
            ("/cities/?page=2", "/cities?page=2"),
            ("//cities/", "/cities"),
            ("/a/b/", "/a/b"),
        ] {
            let answer = app.visitor().get(path).await.expect(301);
            assert_eq!(answer.header("location"), location, "{path}");
        }
    }
);

both_engines!(no_redirect_leads_to_another_host, |app: TestApp| {
    for path in [
        "//evil.example/",
        "///evil.example//",
        "/\\evil.example/",
        "/\\/evil.example/",
        "//\\evil.example/",
        "/\\\\evil.example/",
        "/%5cevil.example/",
        "/%2fevil.example/",
        "//evil.example/%2e%2e/",
    ] {
        let answer = app.visitor().get(path).await;
        let location = answer.header("location");
        let here: url::Url = "https://townperk.example/".parse().unwrap();
        assert_eq!(
            here.join(location).unwrap().host_str(),
            here.host_str(),
            "{path} leads to {location}"
        );
    }
});

both_engines!(addresses_that_no_page_has_are_not_found, |app: TestApp| {
    let long = "a".repeat(4000);
    for path in [
        "/cities/%00",
        "/cities/%ff",
        "/cities/a%0d%0aset-cookie:%20x=1",
        "/cities/a%1bb",
        "/cities/%f0%9f%92%a9",
        "/cities/a%2fb",
        "/cities/..%2f..%2fetc%2fpasswd",
        "/cities/..",
        "/coffee-shops/%00",
        "/coffee-shops/00000000-0000-0000-0000-000000000000",
        "/coffee-shops/%7B00000000-0000-0000-0000-000000000000%7D",
        "/__proto__",
        "/cities/constructor",
        "/.vite/manifest.json",
        "/.env",
        "/assets",
        "/assets/../../etc/passwd",
        "/api",
        "//cities",
        &format!("/cities/{long}"),
        &format!("/coffee-shops/{long}"),
        &format!("/api/cities/{long}"),
        "/api/",
        "/api/cities/",
        "/api/cities/%00",
        "/api/coffee-shops/%ff",
        "/api/cities/a/b/c",
    ] {
        app.visitor().get(path).await.expect(404);
    }
});

both_engines!(
    what_cannot_be_read_is_refused_by_its_name,
    |app: TestApp| {
        for (query, field) in [
            ("page=0", "page"),
            ("page=99999999999999999999", "page"),
            ("page=1.5", "page"),
            ("pageSize=0&page=1", "pageSize"),
            ("limit=101", "limit"),
            ("near=1", "near"),
            ("near=NaN,NaN", "near"),
            ("near=91,0", "near"),
            ("search=%00", "search"),
            ("search=%ff", "search"),
            ("state=LAX", "state"),
            ("sort=price", "sort"),
        ] {
            let refused = app
                .visitor()
                .get(&format!("/api/cities?{query}"))
                .await
                .expect(400);
            assert_eq!(refused.json()["field"], field, "{query}");
        }
        // A page for a town or shop that doesn't exist.
        app.visitor()
            .get("/cities/nowhere-la?page=0")
            .await
            .expect(404);
    }
);

both_engines!(the_first_of_a_repeated_parameter_counts, |app: TestApp| {
    app.city("Alexandria", "LA")
        .with(|row| row.made_by_admin = true)
        .await;
    for (query, page) in [("page=1&page=2", 1), ("page=2&page=1", 2)] {
        let status = app
            .visitor()
            .get(&format!("/api/cities?{query}"))
            .await
            .status();
        assert_eq!(status, if page == 1 { 200 } else { 404 }, "{query}");
    }
    let city = app.city("Pineville", "LA").await;
    app.shop(&city).await;
    app.visitor()
        .get("/cities/pineville-la?page=1&page=2")
        .await
        .expect(200);
});

both_engines!(an_address_of_twenty_kilobytes_is_refused, |app: TestApp| {
    let long = "a".repeat(20_000);
    for path in [
        format!("/cities/{long}"),
        format!("/api/cities?search={long}"),
        format!("/?utm_source={long}"),
    ] {
        app.visitor().get(&path).await.expect(400);
    }
});

/// Characters for a request target, with odd ones more often than people type them.
fn address() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("/".to_owned()),
        Just("cities".to_owned()),
        Just("coffee-shops".to_owned()),
        Just("alexandria-la".to_owned()),
        Just("api".to_owned()),
        Just("assets".to_owned()),
        "%[0-9a-f]{2}",
        "[-!$&'()*+,.0-9:;=@A-Z\\[\\\\\\]^_`a-z|~\"{}]{1,8}",
    ];
    let query = prop_oneof![
        Just(String::new()),
        "\\?(page|pageSize|near|search|filter|limit|state|sort|q)=[-%0-9a-zA-Z.,+&=;]{0,20}",
        "\\?[-%0-9a-zA-Z.,+&=;?/]{0,30}",
    ];
    (prop::collection::vec(piece, 0..8), query)
        .prop_map(|(pieces, query)| format!("/{}{query}", pieces.concat()))
}

#[test]
fn no_address_is_a_fault_of_ours() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let app = runtime.block_on(async {
        let app = TestApp::start(Engine::Sqlite).await.unwrap();
        let city = app.city("Alexandria", "LA").await;
        app.shop(&city).await;
        app
    });
    check(600, address(), |path| {
        if path.parse::<axum::http::Uri>().is_err() {
            return;
        }
        let answer = runtime.block_on(app.visitor().get(&path));
        assert!(answer.status() < 500, "{path}: {}", answer.status());
        let location = answer.header("location");
        assert!(
            !location.starts_with("//") && !location.starts_with("/\\"),
            "{path} leads to {location}"
        );
    });
}
