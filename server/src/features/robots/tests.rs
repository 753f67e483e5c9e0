//! Files at fixed URLs.

use chrono::{DateTime, Utc};

use crate::support::{Setup, TestApp};

both_engines!(crawlers_learn_their_way, |app: TestApp| {
    let text = app.visitor().get("/robots.txt").await.expect(200).text();
    assert!(
        text.contains("\nSitemap: https://townperk.example/sitemap.xml\n"),
        "{text}"
    );
    for line in [
        "User-agent: *",
        "Disallow: /admin",
        "Disallow: /api/",
        "Allow: /api/docs",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
    assert!(
        !text.contains("/search"),
        "a crawler must see that it is noindex"
    );
    assert!(!text.contains("GPTBot"));
});

both_engines!(one_setting_refuses_language_models, |setup: Setup| {
    let app = setup
        .settings(|settings| settings.ai_crawlers = false)
        .start()
        .await;
    let text = app.visitor().get("/robots.txt").await.expect(200).text();
    let (refused, rest) = text.split_once("Disallow: /\n\n").unwrap();
    for name in ["GPTBot", "ClaudeBot", "CCBot", "Google-Extended"] {
        assert!(refused.contains(&format!("User-agent: {name}\n")), "{name}");
    }
    assert!(rest.starts_with("User-agent: *\n"));
});

both_engines!(security_txt_never_runs_out, |app: TestApp| {
    for _ in 0..14 {
        let text = app
            .visitor()
            .get("/.well-known/security.txt")
            .await
            .expect(200)
            .text();
        assert!(text.starts_with("Contact: "), "{text}");
        assert!(text.contains("\nCanonical: https://townperk.example/.well-known/security.txt\n"));
        let expires = text.split("Expires: ").nth(1).unwrap();
        let expires: DateTime<Utc> = expires.lines().next().unwrap().parse().unwrap();
        let left = expires - app.clock.now();
        assert!(left.num_days() > 120 && left.num_days() < 366, "{left}");
        app.clock.advance(chrono::TimeDelta::days(29));
    }
});

both_engines!(programs_are_told_where_things_are, |app: TestApp| {
    let text = app.visitor().get("/llms.txt").await.expect(200).text();
    assert!(text.starts_with("# Townperk\n\n> "), "{text}");
    for address in text.split("](").skip(1) {
        let address = address.split(')').next().unwrap();
        let path = address.strip_prefix("https://townperk.example").unwrap();
        app.visitor().get(path).await.expect(200);
    }
    let manifest = app
        .visitor()
        .get("/site.webmanifest")
        .await
        .expect(200)
        .json();
    assert_eq!(manifest["name"], "Townperk");
    for icon in manifest["icons"].as_array().unwrap() {
        let answer = app
            .visitor()
            .get(icon["src"].as_str().unwrap())
            .await
            .expect(200);
        assert_eq!(answer.header("content-type"), "image/png");
    }
    app.visitor().get("/favicon.ico").await.expect(200);
});
