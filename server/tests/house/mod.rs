//! Rules of the house itself: who may import whom, and what is committed is what is served.

mod imports;
mod schema;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use crate::support::TestApp;

/// Every Rust file below `folder` of this package, tests left out.
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

/// The part of a file before its unit tests.
fn product_code(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or(text)
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
        if path.ends_with("platform/clock.rs") || path.ends_with("platform/identifiers.rs") {
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

/// Who may use which route. Every public read is listed: a new one fails this test until somebody has thought about it.
const EVERYBODY_MAY_READ: &[&str] = &[
    "/api/cities",
    "/api/cities/all",
    "/api/cities/{slug}",
    "/api/cities/{slug}/coffee-shops",
    "/api/cities/{slug}/facts",
    "/api/cities/{slug}/local-vibes",
    "/api/coffee-shops/featured",
    "/api/coffee-shops/recent",
    "/api/coffee-shops/{slugOrId}",
    "/api/coffee-shops/{slugOrId}/local-vibes",
    "/api/search",
    "/api/site",
];

#[tokio::test(flavor = "multi_thread")]
async fn every_route_is_described_and_has_an_owner() {
    let app = TestApp::start(crate::support::Engine::Sqlite)
        .await
        .unwrap();
    let described: serde_json::Value =
        serde_json::from_str(&townperk::http::openapi_document()).unwrap();
    let described: BTreeSet<&str> = described["paths"]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let allowed: BTreeSet<&str> = EVERYBODY_MAY_READ.iter().copied().collect();
    assert_eq!(
        described, allowed,
        "described routes and the authorisation matrix differ"
    );
    for path in EVERYBODY_MAY_READ {
        let path = path
            .replace("{slug}", "nowhere-xx")
            .replace("{slugOrId}", "nothing");
        let answer = app.visitor().get(&path).await;
        assert!(
            matches!(answer.status(), 200 | 404),
            "{path}: {}",
            answer.status()
        );
        for method in ["POST", "PUT", "PATCH", "DELETE"] {
            let answer = app
                .visitor()
                .send(method.parse().unwrap(), &path, axum::body::Body::empty())
                .await;
            assert_eq!(answer.status(), 405, "{method} {path}");
        }
    }
}
