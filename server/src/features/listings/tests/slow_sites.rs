//! Websites made to take long.

use axum::{Router, routing::get};
use serde_json::Value;
use townperk::catalog::website_photos::WebsitePhotos;

use super::photos::{app_with, image, listed_with, missed, page};
use crate::support::{Site, TestDatabase, busy_reader};

both_engines!(
    a_website_made_to_be_slow_is_not_read_and_the_history_says_so,
    |home: TestDatabase| {
        let attributes: String = (0..100_000).map(|number| format!(" a{number}")).collect();
        let html = format!("<div{attributes}><meta property=og:image content=/front.png>");
        let pages = Router::new()
            .route("/", page(Box::leak(html.into_boxed_str())))
            .route("/front.png", image(800, 500));
        let site = Site::serve(pages).await;
        let app = app_with(home, &site).await;
        let shop = listed_with(&app, site.url("/")).await;
        assert_eq!(shop["imageUrl"], Value::Null);
        let note = missed(&app, &shop).await;
        assert!(note.contains("too many attributes"), "{note}");
    }
);

both_engines!(
    a_page_that_takes_too_long_to_read_has_no_pictures,
    |home: TestDatabase| {
        let pages = Router::new()
            .route("/", page(r#"<img src="/front.png">"#))
            .route("/robots.txt", get("User-agent: *\nDisallow:\n"))
            .route("/front.png", image(800, 500));
        let site = Site::serve(pages).await;
        let app = app_with(home, &site).await;
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let finder = app.services().website_photos();
        let (reader, _busy) = busy_reader().await;
        let hurried = WebsitePhotos {
            reader,
            ..finder.clone()
        };
        let mut misses = Vec::new();
        let website = site.url("/");
        let found = hurried.candidates(&shop, &website, &mut misses).await;
        assert!(found.unwrap().unwrap().is_empty());
        let expected = format!("{website}: reading the page took too long");
        assert_eq!(misses, [expected]);
        misses.clear();
        let found = finder.candidates(&shop, &website, &mut misses).await;
        assert_eq!(found.unwrap().unwrap().len(), 1, "{misses:?}");
    }
);
