//! Public documents that are neither pages nor JSON: feeds, sitemaps, pictures, files for robots. Like reads, they are
//! synchronous functions of one view, so their dependencies are recorded and they are cached.

use std::collections::BTreeMap;

use super::View;
use crate::platform::{
    arguments::{Arguments, decode},
    error::{Error, Result},
};

/// A URL, or a family of URLs, answered with a document.
pub struct Document {
    /// For example `/cities/{slug}/feed.atom`.
    pub pattern: &'static str,
    run: RunDocument,
}

/// The content of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// The value of `Content-Type`.
    pub media_type: &'static str,
    pub bytes: Vec<u8>,
    /// Whether the format is already compressed, like PNG.
    pub is_packed: bool,
    /// The version of this state in URLs (`?v=`), if it has one.
    pub version: Option<String>,
}

/// A synchronous function of one view.
pub type RunDocument = Box<dyn Fn(&View, &Arguments) -> Result<Content> + Send + Sync>;

impl Document {
    /// A document at `pattern`. `Error::Moved` contains the new value of its path parameter.
    pub fn new(
        pattern: &'static str,
        run: impl Fn(&View, &Arguments) -> Result<Content> + Send + Sync + 'static,
    ) -> Self {
        Self {
            pattern,
            run: Box::new(run),
        }
    }
}

impl std::fmt::Debug for Document {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Document")
            .field("pattern", &self.pattern)
            .finish_non_exhaustive()
    }
}

impl Content {
    /// A text document.
    #[must_use]
    pub fn text(media_type: &'static str, text: String) -> Self {
        Self {
            media_type,
            bytes: text.into_bytes(),
            is_packed: false,
            version: None,
        }
    }

    /// A picture.
    #[must_use]
    pub fn png(bytes: Vec<u8>) -> Self {
        Self {
            media_type: "image/png",
            bytes,
            is_packed: true,
            version: None,
        }
    }

    /// Sets the version in URLs.
    #[must_use]
    pub fn with_version(mut self, version: String) -> Self {
        self.version = Some(version);
        self
    }
}

/// All documents, with lookup by path.
#[derive(Debug)]
pub struct DocumentTable {
    router: matchit::Router<usize>,
    documents: Vec<Document>,
}

impl DocumentTable {
    /// Builds the table.
    ///
    /// # Errors
    ///
    /// When two documents share a path.
    pub fn new(documents: Vec<Document>) -> Result<Self> {
        let mut router = matchit::Router::new();
        for (index, document) in documents.iter().enumerate() {
            router.insert(document.pattern, index).map_err(|error| {
                Error::Internal(format!(
                    "the document {} can't be routed: {error}",
                    document.pattern
                ))
            })?;
        }
        Ok(Self { router, documents })
    }

    /// The document at `path` with its arguments. Documents have no query parameters.
    pub fn find(&self, path: &str) -> Option<(&Document, Arguments)> {
        let found = self.router.at(path).ok()?;
        let document = self.documents.get(*found.value)?;
        let mut parameters = BTreeMap::new();
        for (name, value) in found.params.iter() {
            let value = decode(value).filter(|value| !value.chars().any(char::is_control))?;
            parameters.insert(name.to_owned(), value);
        }
        Some((document, Arguments::parse(parameters, "", &[]).ok()?))
    }

    /// Runs the document with this pattern.
    ///
    /// # Errors
    ///
    /// When there is no such document; otherwise whatever the document fails with.
    pub fn run(&self, pattern: &str, view: &View, arguments: &Arguments) -> Result<Content> {
        let document = self
            .documents
            .iter()
            .find(|document| document.pattern == pattern)
            .ok_or_else(|| Error::Internal(format!("there is no document {pattern}")))?;
        (document.run)(view, arguments)
    }

    /// The patterns of all documents.
    pub fn patterns(&self) -> impl Iterator<Item = &'static str> {
        self.documents.iter().map(|document| document.pattern)
    }
}
