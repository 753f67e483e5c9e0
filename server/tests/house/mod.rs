//! Structural rules: who may import whom, and committed files match what is served.

mod access;
mod deploy;
mod imports;
mod limits;
mod not_found;
mod roles;
mod schema;
mod strangers;
mod undo;
mod uses;

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::support::TestApp;

/// Every Rust file below `folder` in this package, except tests.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && name != "tests" {
                folders.push(path);
            } else if name.ends_with(".rs") && name != "tests.rs" {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    assert!(!found.is_empty(), "no sources in {folder}");
    found
}

/// The part of a file before its unit tests, which are at its end. Other items for tests alone don't end it.
fn product_code(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod ").next().unwrap_or(text)
}

#[test]
fn time_and_chance_come_from_the_platform() {
    let banned = [
        "Utc::now",
        "Local::now",
        "SystemTime::now",
        "thread_rng",
        "rand::rng()",
        "Uuid::new_v4",
        "Uuid::now_v7",
        "std::env::var",
    ];
    for (path, text) in sources("src") {
        if path.ends_with("platform/clock.rs") || path.ends_with("platform/id_generator.rs") {
            continue;
        }
        for word in banned {
            assert!(
                !product_code(&text).contains(word),
                "{} takes {word} by itself; the platform's clock, identifiers and settings are for that",
                path.display()
            );
        }
    }
}

#[test]
fn the_committed_api_description_is_the_servers() {
    let committed =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json")).unwrap();
    assert!(
        committed == townperk::http::openapi_document(),
        "server/openapi.json is not what the handlers say: run `make gen` and commit it"
    );
}

/// All public reads: a new one fails this test until someone has decided that it may be public.
const EVERYBODY_MAY_READ: &[&str] = &[
    "/api/site/home",
    "/api/site/legal/{slug}",
    "/api/site/pages/{slug}",
    "/api/site/sources",
    "/api/blog/articles",
    "/api/blog/articles/{slug}",
    "/api/blog/categories",
    "/api/blog/categories/{slug}",
    "/api/blog/tags",
    "/api/blog/tags/{slug}",
    "/api/boosts/visibility",
    "/api/cities",
    "/api/cities/all",
    "/api/cities/{slug}",
    "/api/cities/{slug}/breakfast-spots",
    "/api/cities/{slug}/coffee-shops",
    "/api/cities/{slug}/coffee-spots",
    "/api/cities/{slug}/facts",
    "/api/cities/{slug}/local-vibes",
    "/api/coffee-shops/by-ids",
    "/api/coffee-shops/featured",
    "/api/coffee-shops/recent",
    "/api/coffee-shops/{slugOrId}",
    "/api/coffee-shops/{slugOrId}/local-vibes",
    "/api/freshness",
    "/api/freshness/cities",
    "/api/places",
    "/api/ranking",
    "/api/geo/locate",
    "/api/geo/reverse",
    "/api/search",
    "/api/site",
    "/api/states",
    "/api/trip",
    "/api/zip-codes/{zipCode}",
];

const METHODS: [&str; 4] = ["POST", "PUT", "PATCH", "DELETE"];

/// A URL for the pattern, of something that doesn't exist.
fn filled(path: &str) -> String {
    path.replace("{slug}", "nowhere-xx")
        .replace("{zipCode}", "00000")
        .replace("{slugOrId}", "nothing")
        .replace("{id}", "00000000-0000-7000-8000-000000000000")
}

/// Responses by rooms are for one person, and operators' endpoints are about this moment. Public reads and pages, which
/// may be cached, are answered elsewhere; refusals are never cached.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_everybodys_is_kept_by_nobody() {
    let app = TestApp::start(crate::support::Engine::Sqlite)
        .await
        .unwrap();
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let send = async |method: &str, path: &str, body: &str| {
        let visitor = app.visitor().with("content-type", "application/json");
        let body = body.to_owned().into();
        let answer = visitor.send(method.parse().unwrap(), path, body).await;
        assert_eq!(
            answer.header("cache-control"),
            "no-store",
            "{method} {path} answers {}",
            answer.status()
        );
        answer.status()
    };
    let rooms = townperk::rooms::ROOMS.routes();
    let rooms = rooms.iter().map(|route| route.path);
    let operators = townperk::http::routes().into_iter().map(|(path, _)| path);
    for path in rooms.chain(operators) {
        for method in ["GET", "HEAD", "OPTIONS"].iter().chain(&METHODS) {
            send(method, &filled(path), "{}").await;
        }
    }
    for path in EVERYBODY_MAY_READ {
        for method in METHODS {
            send(method, &filled(path), "{}").await;
        }
    }
    for path in [
        "/api/cities?page=0",
        "/api/cities/nowhere-xx",
        "/api/nothing",
        "/assets/nothing.js",
    ] {
        send("GET", path, "").await;
    }
    let track = format!("{{\"eventType\":\"page_view\",\"cityId\":\"{}\"}}", city.id);
    for (path, body, status) in [
        (format!("/api/coffee-shops/{}/upvote", shop.id), "", 200),
        (format!("/api/coffee-shops/{}/upvote", shop.id), "", 200),
        (
            "/api/newsletter/subscribe".to_owned(),
            "{\"email\":\"reader@mail.example\"}",
            200,
        ),
        ("/api/analytics/track".to_owned(), track.as_str(), 202),
    ] {
        assert_eq!(send("POST", &path, body).await, status, "{path}");
    }
}
