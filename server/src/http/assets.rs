//! The files that browsers load: hashed ones are cached forever, the others revalidate by tag.

use std::{collections::HashMap, sync::Arc};

use axum::http::HeaderValue;

use super::encoding::{Body, Effort};
use crate::pages::WebBundle;

/// A file, ready to be sent.
#[derive(Debug)]
pub struct File {
    pub body: Arc<Body>,
    pub media_type: HeaderValue,
    pub cache_control: HeaderValue,
}

/// All files, by URL.
#[derive(Debug)]
pub struct Files(HashMap<String, File>);

impl Files {
    /// Takes the bundle's files.
    #[must_use]
    pub fn new(web: &WebBundle) -> Self {
        let files = web
            .assets()
            .iter()
            .filter(|(address, _)| !address.starts_with("/."))
            .map(|(address, asset)| {
                let cache_control = if asset.immutable {
                    "public, max-age=31536000, immutable"
                } else {
                    "no-cache"
                };
                let file = File {
                    body: Arc::new(Body::new(asset.content.clone(), Effort::Thorough)),
                    media_type: HeaderValue::from_static(asset.media_type),
                    cache_control: HeaderValue::from_static(cache_control),
                };
                (address.clone(), file)
            });
        Self(files.collect())
    }

    /// The file at `path`.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<&File> {
        self.0.get(path)
    }
}
