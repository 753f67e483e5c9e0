//! Faulty web apps, in place of the real one.

use std::collections::BTreeMap;

use townperk::pages::WebBundle;

/// A web app with a given script, and routes for home, a town, a shop, and a browser-only screen.
pub struct Bundle;

const ROUTES: &str = r#"{"routes":[
    {"name":"home","pattern":"/","reads":["/api/site"],"query":{},"cache":"page","missing":"page"},
    {"name":"city","pattern":"/cities/{slug}","reads":["/api/cities/{slug}"],"query":{},"cache":"page","missing":"city"},
    {"name":"shop","pattern":"/coffee-shops/{slug}","reads":["/api/coffee-shops/{slug}"],"query":{},"cache":"page","missing":"shop"},
    {"name":"desk","pattern":"/desk/{slug}","reads":[],"query":{},"cache":"shell","missing":"page"}
]}"#;

const MANIFEST: &str = r#"{
    "src/entry.tsx":{"file":"assets/entry-1.js","name":"entry","isEntry":true,"css":["assets/entry-1.css"]},
    "src/starter.ts":{"file":"assets/starter-1.js","name":"starter","isEntry":true}
}"#;

impl Bundle {
    /// `body` is what `render` does with `page` (its parsed argument).
    pub fn drawing(body: &str) -> WebBundle {
        Self::script(&format!(
            "globalThis.render = async (argument) => {{ const page = JSON.parse(argument); {body} }};"
        ))
    }

    /// The whole module.
    pub fn script(module: &str) -> WebBundle {
        let files = [
            ("server/entry-server.js", module),
            ("routes.json", ROUTES),
            ("client/.vite/manifest.json", MANIFEST),
            ("client/assets/entry-1.js", "export {};"),
            ("client/assets/starter-1.js", "export {};"),
            ("client/assets/entry-1.css", "body{}"),
        ];
        let files: BTreeMap<String, Vec<u8>> = files
            .into_iter()
            .map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()))
            .collect();
        WebBundle::from_files(files).unwrap()
    }
}
