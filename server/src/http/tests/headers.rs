//! Headers of every kind of response, request IDs, methods and limits.

use std::collections::HashSet;

use axum::{body::Body, http::Method};

use townperk::platform::settings::Secret;

use crate::support::{Response, Setup, TestApp};

const POLICY: &str = "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
    connect-src 'self'; frame-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// One URL for each kind of response, and its status.
const KINDS: &[(&str, u16)] = &[
    ("/", 200),
    ("/cities", 200),
    ("/cities/nowhere-la", 404),
    ("/no-such-page", 404),
    ("/coffee-shops/removed-alexandria-la", 410),
    ("/cities/", 301),
    ("/api/cities", 200),
    ("/api/cities?page=0", 400),
    ("/api/cities/nowhere-la", 404),
    ("/api/no-such-call", 404),
    ("/api/openapi.json", 200),
    ("/assets/no-such-file.js", 404),
    ("/healthz", 200),
    ("/readyz", 200),
    ("/metrics", 200),
];

async fn app_with_a_removed_shop(app: &TestApp) {
    let city = app.city("Alexandria", "LA").await;
    app.shop(&city).name("Removed").deleted().await;
}

#[track_caller]
fn expect_headers(answer: &Response, of: &str) {
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "strict-origin-when-cross-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        (
            "strict-transport-security",
            "max-age=31536000; includeSubDomains",
        ),
    ] {
        assert_eq!(answer.header(name), value, "{name} of {of}");
    }
    assert!(
        answer
            .header("permissions-policy")
            .contains("geolocation=(self)"),
        "{of}"
    );
    assert_eq!(answer.header("set-cookie"), "", "{of}");
}

both_engines!(
    every_kind_of_answer_carries_the_security_headers,
    |app: TestApp| {
        app_with_a_removed_shop(&app).await;
        for (path, status) in KINDS {
            let answer = app.visitor().get(path).await;
            assert_eq!(answer.status(), *status, "{path}");
            expect_headers(&answer, path);
        }
        let asset = app
            .visitor()
            .get("/")
            .await
            .html()
            .attributes("link rel=\"stylesheet\"", "href")
            .remove(0);
        expect_headers(&app.visitor().get(&asset).await.expect(200), &asset);
    }
);

both_engines!(what_no_handler_answers_carries_them_too, |app: TestApp| {
    for path in ["/", "/api/cities", "/healthz", "/api/openapi.json"] {
        let refused = app
            .visitor()
            .send(Method::POST, path, Body::empty())
            .await
            .expect(405);
        expect_headers(&refused, path);
    }
    let large = app
        .visitor()
        .with("content-length", "70000")
        .send(Method::POST, "/", Body::empty())
        .await
        .expect(413);
    expect_headers(&large, "a body that is too large");
    let page = app.visitor().get("/").await;
    let unchanged = app
        .visitor()
        .with("if-none-match", page.header("etag"))
        .get("/")
        .await
        .expect(304);
    expect_headers(&unchanged, "304");
});

both_engines!(
    only_https_visitors_are_told_to_stay_with_https,
    |setup: Setup| {
        let app = setup
            .settings(|settings| settings.public_url.clear())
            .start()
            .await;
        assert_eq!(
            app.visitor()
                .get("/")
                .await
                .header("strict-transport-security"),
            ""
        );
    }
);

both_engines!(
    map_tiles_open_the_policy_for_their_host_alone,
    |setup: Setup| {
        let app = setup
            .settings(|settings| {
                settings.map_tiles = "https://tiles.example/{z}/{x}/{y}.png?key=a".to_owned();
                settings.map_tiles_attribution = "Tiles Example".to_owned();
            })
            .start()
            .await;
        let page = app.visitor().get("/cities").await.expect(200);
        let opened = POLICY
            .replace("data:;", "data: https://tiles.example;")
            .replace(
                "connect-src 'self';",
                "connect-src 'self' https://tiles.example;",
            );
        assert_eq!(page.header("content-security-policy"), opened);
        let site = app.visitor().get("/api/site").await.expect(200).json();
        assert_eq!(site["mapTiles"]["kind"], "raster");
        assert_eq!(
            site["mapTiles"]["template"],
            "https://tiles.example/{z}/{x}/{y}.png?key=a"
        );
        assert_eq!(site["mapTiles"]["attribution"], "Tiles Example");
    }
);

both_engines!(
    the_payment_provider_is_allowed_where_people_pay_alone,
    |setup: Setup| {
        let app = setup
            .settings(|settings| {
                settings.stripe_secret_key = Secret::new("sk_test_1".into());
                settings.stripe_publishable_key = "pk_test_1".into();
                settings.stripe_webhook_secret = Secret::new("whsec_1".into());
            })
            .start()
            .await;
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let path = format!("/boost-profile/{}", shop.slug);
        let opened = POLICY
            .replace(
                "script-src 'self';",
                "script-src 'self' https://js.stripe.com https://*.js.stripe.com;",
            )
            .replace(
                "connect-src 'self'; frame-src 'self';",
                "connect-src 'self' https://api.stripe.com; \
                 frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;",
            );
        let first = app.visitor().get(&path).await.expect(200);
        assert_eq!(first.header("content-security-policy"), opened);
        // The same from the cache, and for a client that already has it.
        let second = app.visitor().get(&path).await.expect(200);
        assert_eq!(second.header("content-security-policy"), opened);
        let known = app
            .visitor()
            .with("if-none-match", first.header("etag"))
            .get(&path)
            .await
            .expect(304);
        assert_eq!(known.header("content-security-policy"), opened);
        for (other, status) in [
            ("/".to_owned(), 200),
            (format!("/coffee-shops/{}", shop.slug), 200),
            ("/manage-subscription".to_owned(), 200),
            ("/boost-profile/nowhere-la".to_owned(), 404),
            (format!("/boost-profile/{}", shop.id), 301),
        ] {
            let answer = app.visitor().get(&other).await.expect(status);
            assert_eq!(answer.header("content-security-policy"), POLICY, "{other}");
        }
    }
);

both_engines!(
    without_a_payment_provider_no_page_has_another_policy,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let page = app
            .visitor()
            .get(&format!("/boost-profile/{}", shop.slug))
            .await
            .expect(200);
        expect_headers(&page, "the page where people would pay");
        let html = page.html();
        assert_eq!(
            html.attributes("meta name=\"robots\"", "content"),
            ["noindex"]
        );
    }
);

both_engines!(each_request_has_a_name_of_its_own, |app: TestApp| {
    let mut names = HashSet::new();
    for (path, _) in KINDS {
        let answer = app.visitor().get(path).await;
        assert_eq!(answer.header("x-request-id").len(), 32, "{path}");
        assert!(
            names.insert(answer.header("x-request-id").to_owned()),
            "{path}"
        );
    }
    let refused = app.visitor().get("/api/cities/nowhere-la").await;
    assert_eq!(refused.json()["requestId"], refused.header("x-request-id"));
});

both_engines!(other_methods_are_refused_everywhere, |app: TestApp| {
    let methods = [
        "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW",
    ];
    for (path, _) in KINDS {
        for method in methods {
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            let refused = app
                .visitor()
                .send(method.clone(), path, Body::empty())
                .await;
            assert_eq!(refused.status(), 405, "{method} {path}");
            let allowed = refused.header("allow").replace(", ", ",");
            assert_eq!(allowed, "GET,HEAD", "{method} {path}");
            assert_eq!(refused.json()["code"], "invalid", "{method} {path}");
        }
    }
});

both_engines!(
    a_body_is_limited_and_otherwise_passed_over,
    |app: TestApp| {
        let with_length = |length: usize| app.visitor().with("content-length", &length.to_string());
        let body = |length: usize| Body::from(vec![b'x'; length]);
        with_length(65_536)
            .send(Method::POST, "/", body(65_536))
            .await
            .expect(405);
        with_length(65_537)
            .send(Method::POST, "/", body(65_537))
            .await
            .expect(413);
        app.visitor()
            .send(Method::GET, "/", body(1000))
            .await
            .expect(200);
    }
);

both_engines!(errors_say_nothing_of_the_inside, |app: TestApp| {
    for path in [
        "/api/cities?page=0",
        "/api/cities/nowhere-la",
        "/api/no-such-call",
        "/assets/none.js",
    ] {
        let refused = app.visitor().get(path).await;
        assert_eq!(refused.header("content-type"), "application/json", "{path}");
        assert_eq!(refused.header("cache-control"), "no-store", "{path}");
        let body = refused.json();
        let mut fields: Vec<&str> = body
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        fields.retain(|field| *field != "field");
        assert_eq!(fields, ["code", "message", "requestId"], "{path}");
        assert!(body["message"].as_str().unwrap().ends_with('.'), "{path}");
    }
    let refused = app
        .visitor()
        .get("/api/cities?pageSize=101")
        .await
        .expect(400);
    assert_eq!(refused.json()["field"], "pageSize");
});

both_engines!(figures_are_for_this_machine_only, |app: TestApp| {
    app.visitor().get("/").await.expect(200);
    let figures = app.visitor().get("/metrics").await.expect(200).text();
    assert!(
        figures.contains("townperk_http_responses_total{class=\"2xx\"} 1"),
        "{figures}"
    );
    for header in ["x-forwarded-for", "forwarded"] {
        app.visitor()
            .with(header, "203.0.113.7")
            .get("/metrics")
            .await
            .expect(404);
    }
    app.visitor()
        .from("203.0.113.7")
        .get("/metrics")
        .await
        .expect(404);
});

#[tokio::test]
async fn figures_are_for_whoever_has_the_token() {
    let token = "b2f1c0de5a7e4d9f8a6b3c2d1e0f9a8b";
    let setup = Setup::on_sqlite()
        .await
        .settings(|settings| settings.metrics_token = Secret::new(token.to_owned()));
    let app = setup.start().await;
    let figures = |sent: &str| app.visitor().with("authorization", sent);
    figures(&format!("Bearer {token}"))
        .get("/metrics")
        .await
        .expect(200);
    let from_elsewhere = figures(&format!("Bearer {token}")).from("203.0.113.7");
    from_elsewhere.get("/metrics").await.expect(200);
    for wrong in ["Bearer ", "Bearer b2f1c0de", token, "Basic b2f1c0de"] {
        figures(wrong).get("/metrics").await.expect(404);
    }
    app.visitor().get("/metrics").await.expect(404);
}

both_engines!(two_servers_in_one_process_count_apart, |app: TestApp| {
    let mut app = app;
    let other = app.second_node().await;
    app.visitor().get("/").await.expect(200);
    assert_eq!(
        app.metric("townperk_http_responses_total{class=\"2xx\"}")
            .await,
        1.0
    );
    assert_eq!(
        other
            .metric("townperk_http_responses_total{class=\"2xx\"}")
            .await,
        0.0
    );
});

#[tokio::test]
async fn https_is_promised_for_subdomains_only_if_the_operator_says_so() {
    let setup = Setup::on_sqlite()
        .await
        .settings(|settings| settings.hsts_subdomains = false);
    let answer = setup.start().await.visitor().get("/terms").await;
    assert_eq!(
        answer.expect(200).header("strict-transport-security"),
        "max-age=31536000"
    );
}
