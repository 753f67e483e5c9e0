//! Whatever a script does, each visitor gets a page with the right status, and the next render is unaffected.

use chrono::TimeDelta;

use crate::support::{Bundle, Setup, TestApp, page_of};

/// Renders the shop's name, unless the name names a failure.
const DRAWS_OR_FAILS: &str = r#"
    const path = page.path.replace("/coffee-shops/", "/api/coffee-shops/");
    const name = page.outcome.status === 200 && path.startsWith("/api/") ? JSON.parse(host.get(path)).name : "status " + page.outcome.status;
    if (name === "Throws") throw new Error("a component threw");
    if (name === "Loops") for (;;) {}
    if (name === "Grows") { const all = []; for (;;) all.push(new Array(10000).fill(all.length)); }
    return `<html><head></head><body><h1>${name}</h1></body></html>`;
"#;

both_engines!(
    a_faulty_page_is_a_shell_and_the_pool_recovers,
    |setup: Setup| {
        let app: TestApp = setup
            .web(Bundle::drawing(DRAWS_OR_FAILS))
            .settings(|settings| settings.render_deadline_ms = 300)
            .start()
            .await;
        let city = app.city("Alexandria", "LA").await;
        let good = app.shop(&city).name("Good").await;
        for fault in ["Throws", "Loops", "Grows"] {
            let shop = app.shop(&city).name(fault).await;
            let shell = app.visitor().get(&page_of(&shop)).await.expect(200);
            assert!(
                shell.text().contains("\"shell\":true"),
                "{fault}: {}",
                shell.text()
            );
            assert_eq!(shell.header("cache-control"), "no-store", "{fault}");
            let next = app.visitor().get(&page_of(&good)).await.expect(200);
            assert!(
                next.text().contains("<h1>Good</h1>"),
                "after {fault}: {}",
                next.text()
            );
        }
    }
);

both_engines!(a_failed_page_is_left_alone_for_a_while, |setup: Setup| {
    let app = setup
        .web(Bundle::drawing("throw new Error('always');"))
        .start()
        .await;
    let failures = || async { app.metric("townperk_render_failures_total").await };
    for _ in 0..5 {
        let shell = app.visitor().get("/").await.expect(200);
        assert!(shell.text().contains("\"shell\":true"));
    }
    assert_eq!(failures().await, 1.0);
    app.clock.advance(TimeDelta::seconds(29));
    app.visitor().get("/").await.expect(200);
    assert_eq!(failures().await, 1.0, "within the half minute");
    app.clock.advance(TimeDelta::seconds(1));
    app.visitor().get("/").await.expect(200);
    assert_eq!(failures().await, 2.0, "after it");
});

both_engines!(
    missing_pages_keep_their_status_when_the_script_fails,
    |setup: Setup| {
        let app = setup
            .web(Bundle::drawing("throw new Error('always');"))
            .start()
            .await;
        for path in ["/cities/nowhere-xx", "/coffee-shops/nothing", "/nothing"] {
            let shell = app.visitor().get(path).await.expect(404);
            assert!(shell.text().contains("\"status\":404"), "{path}");
        }
    }
);

both_engines!(
    a_browser_screen_is_an_empty_document_that_nobody_keeps,
    |setup: Setup| {
        let app = setup
            .web(Bundle::drawing("return '<html><body>drawn</body></html>';"))
            .start()
            .await;
        for path in ["/desk/anything", "/desk/other?page=none&x=%00"] {
            let page = app.visitor().get(path).await.expect(200);
            assert!(page.text().contains("\"shell\":true"), "{}", page.text());
            assert!(!page.text().contains("drawn"), "{}", page.text());
            assert_eq!(page.header("cache-control"), "no-store");
            assert_eq!(page.header("x-robots-tag"), "noindex");
        }
        app.visitor().get("/desk").await.expect(404);
    }
);

both_engines!(
    the_state_block_holds_the_bytes_of_the_api,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app
            .shop(&city)
            .name("</script><script>alert(1)</script>")
            .await;
        let page = app.visitor().get(&page_of(&shop)).await.expect(200).text();
        let block = page
            .split("id=\"page-state\">")
            .nth(1)
            .and_then(|rest| rest.split("</script>").next())
            .unwrap();
        let path = format!("/api/coffee-shops/{}", shop.slug);
        let api = app.visitor().get(&path).await.expect(200).text();
        let escaped = api.replace('<', "\\u003c");
        assert!(block.contains(&format!("\"{path}\":{escaped}")), "{block}");
        assert!(!page.contains("<script>alert"), "user text became markup");
    }
);

both_engines!(
    one_page_after_another_is_the_same_as_alone,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let first = app.shop(&city).name("First").await;
        let second = app.shop(&city).name("Second").await;
        let alone = app
            .visitor()
            .get(&page_of(&second))
            .await
            .expect(200)
            .text();
        let mut app = app;
        let other = app.second_node().await;
        other.visitor().get(&page_of(&first)).await.expect(200);
        assert_eq!(
            other
                .visitor()
                .get(&page_of(&second))
                .await
                .expect(200)
                .text(),
            alone
        );
    }
);

both_engines!(cookies_change_no_byte_of_a_public_page, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let pages = [
        "/".to_owned(),
        "/cities".to_owned(),
        format!("/cities/{}", city.slug),
        page_of(&shop),
        "/search?q=shop".to_owned(),
    ];
    for path in pages {
        let plain = app.visitor().get(&path).await.expect(200);
        let with = app
            .visitor()
            .with("cookie", "session=abc; visitor=def; theme=dark")
            .get(&path)
            .await
            .expect(200);
        assert_eq!(plain.text(), with.text(), "{path}");
        assert!(
            plain.header("set-cookie").is_empty() && with.header("set-cookie").is_empty(),
            "{path}"
        );
    }
});
