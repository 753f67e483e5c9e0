//! The built web app: the server's script, the route table, and the files that browsers load.

use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
    sync::{Arc, OnceLock},
};

use react_renderer::Bundle;
use rust_embed::RustEmbed;
use serde::Deserialize;

use super::routes::PageRoute;
use crate::platform::error::{Error, Result};

/// The output of `npm run build` in `web/`, compiled into the binary.
#[derive(RustEmbed)]
#[folder = "../web/dist"]
struct Built;

/// The built web app. All clones share its files and the compiled script.
#[derive(Clone, Debug)]
pub struct WebBundle {
    server_script: Arc<str>,
    compiled: Arc<OnceLock<Bundle>>,
    routes: Vec<PageRoute>,
    manifest: Arc<HashMap<String, Chunk>>,
    assets: Arc<BTreeMap<String, Asset>>,
}

/// A file that browsers load.
#[derive(Clone, Debug)]
pub struct Asset {
    pub content: Vec<u8>,
    pub media_type: &'static str,
    /// Whether its name contains a hash of its content.
    pub immutable: bool,
}

/// An entry of Vite's manifest.
#[derive(Clone, Debug, Deserialize)]
struct Chunk {
    file: String,
    #[serde(default)]
    name: String,
    #[serde(default, rename = "isEntry")]
    is_entry: bool,
    #[serde(default)]
    css: Vec<String>,
    #[serde(default)]
    imports: Vec<String>,
}

#[derive(Deserialize)]
struct Routes {
    routes: Vec<PageRoute>,
}

impl WebBundle {
    /// The bundle in this binary.
    ///
    /// # Errors
    ///
    /// When the web app wasn't built, or its files don't fit together.
    pub fn embedded() -> Result<Self> {
        let files = Built::iter().filter_map(|path| {
            let content = Built::get(&path)?.data.into_owned();
            Some((path.into_owned(), content))
        });
        Self::from_files(files.collect())
    }

    /// A bundle from the files of a `dist` folder, keyed by path.
    ///
    /// # Errors
    ///
    /// When a required file is missing or can't be parsed.
    pub fn from_files(mut files: BTreeMap<String, Vec<u8>>) -> Result<Self> {
        let broken = |what: &str| {
            Error::Internal(format!(
                "the web app in this binary is incomplete: {what}. Run `make run` again."
            ))
        };
        let mut text = |path: &str| {
            let content = files
                .remove(path)
                .ok_or_else(|| broken(&format!("{path} is missing")))?;
            String::from_utf8(content).map_err(|_| broken(&format!("{path} is no text")))
        };
        let server_script = text("server/entry-server.js")?;
        let routes = text("routes.json")?;
        let manifest = text("client/.vite/manifest.json")?;
        let Routes { routes } = serde_json::from_str(&routes)
            .map_err(|error| broken(&format!("routes.json: {error}")))?;
        let manifest: HashMap<String, Chunk> = serde_json::from_str(&manifest)
            .map_err(|error| broken(&format!("manifest.json: {error}")))?;
        let assets = files
            .into_iter()
            .filter_map(|(path, content)| {
                let address = format!("/{}", path.strip_prefix("client/")?);
                let media_type = media_type(&address);
                let immutable = address.starts_with("/assets/");
                Some((
                    address,
                    Asset {
                        content,
                        media_type,
                        immutable,
                    },
                ))
            })
            .collect();
        Ok(Self {
            server_script: server_script.into(),
            compiled: Arc::default(),
            routes,
            manifest: Arc::new(manifest),
            assets: Arc::new(assets),
        })
    }

    /// The module that defines `globalThis.render`, compiled when it is first asked for.
    ///
    /// # Errors
    ///
    /// When it doesn't compile.
    pub fn script(&self) -> Result<Bundle> {
        if let Some(compiled) = self.compiled.get() {
            return Ok(compiled.clone());
        }
        let compiled = Bundle::compile(&self.server_script).map_err(|error| {
            Error::Internal(format!("the server bundle can't be compiled: {error}"))
        })?;
        Ok(self.compiled.get_or_init(|| compiled).clone())
    }

    /// The routes of public pages.
    #[must_use]
    pub fn routes(&self) -> Vec<PageRoute> {
        self.routes.clone()
    }

    /// The files, by URL.
    #[must_use]
    pub fn assets(&self) -> &BTreeMap<String, Asset> {
        &self.assets
    }

    /// The module that is the app.
    #[must_use]
    pub fn entry(&self) -> Option<String> {
        self.entry_named("entry")
    }

    /// The module that loads the app once a page is on the screen.
    #[must_use]
    pub fn starter(&self) -> Option<String> {
        self.entry_named("starter")
    }

    fn entry_named(&self, name: &str) -> Option<String> {
        self.manifest
            .values()
            .find(|chunk| chunk.is_entry && chunk.name == name)
            .map(|chunk| format!("/{}", chunk.file))
    }

    /// The style sheets of the whole app.
    #[must_use]
    pub fn style_sheets(&self) -> Vec<String> {
        let mut sheets: Vec<String> = self
            .manifest
            .values()
            .flat_map(|chunk| &chunk.css)
            .map(|file| format!("/{file}"))
            .collect();
        sheets.sort();
        sheets.dedup();
        sheets
    }

    /// The chunks that the screen in source file `module` needs besides the entry.
    #[must_use]
    pub fn chunks_of(&self, module: &str) -> Vec<String> {
        let mut wanted = vec![module];
        let mut files = Vec::new();
        while let Some(name) = wanted.pop() {
            let Some(chunk) = self.manifest.get(name).filter(|chunk| !chunk.is_entry) else {
                continue;
            };
            let file = format!("/{}", chunk.file);
            if !files.contains(&file) {
                files.push(file);
                wanted.extend(chunk.imports.iter().map(String::as_str));
            }
        }
        files
    }
}

fn media_type(path: &str) -> &'static str {
    match Path::new(path)
        .extension()
        .and_then(|extension| extension.to_str())
    {
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("webp") => "image/webp",
        Some("woff2") => "font/woff2",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
