//! Imports point downward only: `http → pages, features → catalog → platform`. Rooms don't import each other, and the
//! parts of a folder don't import each other in a circle.

use std::{collections::BTreeSet, fs, path::Path};

use super::{product_code, sources, uses::Modules};

/// What each layer must not name.
const FORBIDDEN: &[(&str, &[&str])] = &[
    (
        "platform",
        &[
            "catalog",
            "features",
            "pages",
            "rooms",
            "http",
            "app",
            "demo_past",
            "cli",
        ],
    ),
    (
        "catalog",
        &[
            "features",
            "pages",
            "rooms",
            "http",
            "app",
            "demo_past",
            "cli",
        ],
    ),
    (
        "features",
        &["pages", "rooms", "http", "app", "demo_past", "cli"],
    ),
    (
        "pages",
        &["features", "rooms", "http", "app", "demo_past", "cli"],
    ),
    ("rooms", &["pages", "http", "app", "demo_past", "cli"]),
    ("http", &["app", "demo_past", "cli"]),
    ("demo_past", &["cli"]),
];

fn server() -> Modules {
    Modules::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
}

fn is_below(path: &[String], layer: &str) -> bool {
    path.first().is_some_and(|first| first == layer)
}

#[test]
fn imports_point_downward() {
    let server = server();
    for (layer, forbidden) in FORBIDDEN {
        let mut modules = 0;
        for (module, names) in server.named().filter(|(module, _)| is_below(module, layer)) {
            modules += 1;
            let wrong = names
                .iter()
                .find(|name| forbidden.iter().any(|above| is_below(name, above)));
            assert!(
                wrong.is_none(),
                "{} imports {wrong:?}, which is above it; move what both need down",
                module.join("::")
            );
        }
        assert!(
            modules > 3 || layer == &"rooms",
            "{layer} has {modules} modules"
        );
    }
}

#[test]
fn a_room_imports_no_room() {
    let server = server();
    let rooms: Vec<String> = server
        .named()
        .filter(|(module, _)| module.len() == 2 && is_below(module, "features"))
        .map(|(module, _)| module[1].clone())
        .collect();
    assert!(rooms.len() >= 5, "{rooms:?}");
    // The house's own files are next to the rooms.
    let house = ["access", "all_rooms", "room", "services"];
    for (module, names) in server.named() {
        let Some(own) = module.get(1).filter(|_| is_below(module, "features")) else {
            continue;
        };
        if house.contains(&own.as_str()) {
            continue;
        }
        let other = names.iter().find(|name| {
            is_below(name, "features")
                && name.get(1).is_some_and(|room| {
                    room != own && rooms.contains(room) && !house.contains(&room.as_str())
                })
        });
        assert!(
            other.is_none(),
            "{} imports the room {other:?}; what two rooms share belongs in the catalog or the platform",
            module.join("::")
        );
    }
}

#[test]
fn the_parts_of_a_folder_import_in_no_circle() {
    let circles: Vec<(String, BTreeSet<String>)> = (server().circles().into_iter())
        .map(|(folder, circle)| (folder.join("::"), circle))
        .collect();
    assert!(circles.is_empty(), "these import each other: {circles:?}");
}

/// What rooms share is defined beside them, and passed on by their common folder; the folder itself defines nothing.
#[test]
fn no_room_imports_what_knows_all_rooms() {
    let imports = server().imports();
    let hub = ["features".to_owned()];
    for (module, homes) in imports
        .iter()
        .filter(|(module, _)| is_below(module, "features"))
    {
        assert!(
            !homes.contains(hub.as_slice()),
            "{} imports something that features/mod.rs defines",
            module.join("::")
        );
    }
}

#[test]
fn the_parts_of_a_crate_import_in_no_circle() {
    let mut circles = Vec::new();
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates")).unwrap() {
        let source = entry.unwrap().path().join("src");
        for circle in Modules::read(&source).circles() {
            circles.push((source.clone(), circle));
        }
    }
    assert!(circles.is_empty(), "these import each other: {circles:?}");
}

#[test]
fn sql_stays_in_stores() {
    for (path, text) in sources("src/features") {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_store = matches!(name.as_str(), "store.rs" | "entity.rs" | "personal.rs")
            || path.components().any(|part| part.as_os_str() == "store");
        let asks = [
            "::find()",
            "::find_by_id(",
            "::insert(",
            "::insert_many(",
            "::update_many(",
            "::delete_many(",
            "::delete_by_id(",
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
