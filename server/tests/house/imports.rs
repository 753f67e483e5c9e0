//! Imports point downwards only: `http → pages, features → catalog → platform`. A room does not import a room.

use super::{product_code, sources};

/// What each storey must not name.
const FORBIDDEN: &[(&str, &[&str])] = &[
    (
        "src/platform",
        &[
            "crate::catalog",
            "crate::features",
            "crate::pages",
            "crate::http",
            "crate::app",
            "crate::cli",
        ],
    ),
    (
        "src/catalog",
        &[
            "crate::features",
            "crate::pages",
            "crate::http",
            "crate::app",
            "crate::cli",
        ],
    ),
    (
        "src/features",
        &["crate::pages", "crate::http", "crate::app", "crate::cli"],
    ),
    (
        "src/pages",
        &["crate::features", "crate::http", "crate::app", "crate::cli"],
    ),
    ("src/http", &["crate::app", "crate::cli"]),
];

#[test]
fn imports_point_downwards() {
    for (storey, forbidden) in FORBIDDEN {
        for (path, text) in sources(storey) {
            for name in *forbidden {
                assert!(
                    !product_code(&text).contains(name),
                    "{} imports {name}, which lies above it; move what both need down",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn a_room_imports_no_room() {
    let rooms: Vec<String> =
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/features"))
            .unwrap()
            .map(|entry| {
                entry
                    .unwrap()
                    .path()
                    .file_stem()
                    .unwrap()
                    .to_string_lossy()
                    .into_owned()
            })
            .filter(|name| name != "mod")
            .collect();
    assert!(rooms.len() >= 5, "{rooms:?}");
    for (path, text) in sources("src/features") {
        for room in &rooms {
            let is_own = path
                .components()
                .any(|part| part.as_os_str().to_string_lossy().trim_end_matches(".rs") == *room);
            assert!(
                is_own || !product_code(&text).contains(&format!("features::{room}")),
                "{} imports the room {room}; what two rooms share belongs in the catalog or the platform",
                path.display()
            );
        }
    }
}

#[test]
fn sql_stays_in_stores() {
    for (path, text) in sources("src/features") {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_store = matches!(name.as_str(), "store.rs" | "entity.rs" | "personal.rs")
            || path.components().any(|part| part.as_os_str() == "store");
        let asks = [
            "::find()",
            "::insert(",
            "::insert_many(",
            "::update_many(",
            "::delete_many(",
        ];
        assert!(
            is_store
                || asks
                    .iter()
                    .all(|word| !product_code(&text).contains(&format!("Entity{word}"))),
            "{} talks to the database; that is for the room's store",
            path.display()
        );
    }
}
