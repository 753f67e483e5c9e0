//! API reads: synchronous functions of one view. One table serves both HTTP and page rendering.

use std::{collections::BTreeMap, sync::Arc};

use serde::Serialize;

use super::View;
use crate::{
    catalog::not_found::nothing_at_this_url,
    platform::{
        arguments::{Arguments, Parameter, decode},
        error::{Error, Result},
    },
};

/// A read in the public API.
pub struct Read {
    /// For example `/api/cities/{slug}`.
    pub pattern: &'static str,
    /// The query parameters it knows.
    pub parameters: Vec<Parameter>,
    /// How long its answers are valid.
    pub cache_policy: CachePolicy,
    /// The read itself.
    pub run: RunRead,
}

/// A synchronous function of one view.
pub type RunRead = Box<dyn Fn(&View, &Arguments) -> Result<Json> + Send + Sync>;

/// How long an answer may be cached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CachePolicy {
    /// Until something it read changes.
    WhileUnchanged,
    /// One second, because it has dependencies that scopes can't express.
    OneSecond,
}

impl Read {
    /// A read with answers that are valid until a dependency changes.
    pub fn new(
        pattern: &'static str,
        parameters: Vec<Parameter>,
        run: impl Fn(&View, &Arguments) -> Result<Json> + Send + Sync + 'static,
    ) -> Self {
        Self {
            pattern,
            parameters,
            cache_policy: CachePolicy::WhileUnchanged,
            run: Box::new(run),
        }
    }
}

impl Read {
    /// Whether `arguments` contain a point or an area, of which there are too many to cache.
    #[must_use]
    pub fn asks_for_a_place(&self, arguments: &Arguments) -> bool {
        self.parameters
            .iter()
            .any(|known| known.is_place() && arguments.query(&known.name).is_some())
    }
}

impl std::fmt::Debug for Read {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Read")
            .field("pattern", &self.pattern)
            .finish_non_exhaustive()
    }
}

/// A JSON answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json(String);

impl Json {
    /// Serializes `value` as JSON.
    ///
    /// # Errors
    ///
    /// When it can't be serialized.
    pub fn of(value: &impl Serialize) -> Result<Self> {
        serde_json::to_string(value)
            .map(Self)
            .map_err(|error| Error::Internal(format!("an answer is no JSON: {error}")))
    }

    /// Wraps text that already is JSON.
    #[must_use]
    pub fn ready(text: String) -> Self {
        Self(text)
    }

    /// The text.
    #[must_use]
    pub fn into_text(self) -> String {
        self.0
    }
}

/// Names of path parameters, and their values as they are spelled in a URL.
type Spelled<'t, 'p> = Vec<(&'t str, &'p str)>;

/// All reads, with lookup by path.
#[derive(Debug)]
pub struct ReadTable {
    router: matchit::Router<usize>,
    reads: Vec<Arc<Read>>,
}

impl ReadTable {
    /// Builds the table.
    ///
    /// # Errors
    ///
    /// When two reads share a path.
    pub fn new(reads: Vec<Read>) -> Result<Self> {
        let mut router = matchit::Router::new();
        for (index, read) in reads.iter().enumerate() {
            router.insert(read.pattern, index).map_err(|error| {
                Error::Internal(format!(
                    "the read {} can't be routed: {error}",
                    read.pattern
                ))
            })?;
        }
        let reads = reads.into_iter().map(Arc::new).collect();
        Ok(Self { router, reads })
    }

    /// The read at `path` with its parsed arguments; `None` if there is none.
    ///
    /// # Errors
    ///
    /// When a parameter is invalid; the error names it.
    pub fn find(&self, path: &str, query: &str) -> Option<Result<(&Arc<Read>, Arguments)>> {
        let (read, spelled) = self.at(path)?;
        let mut parameters = BTreeMap::new();
        for (name, value) in spelled {
            match decode(value).filter(|value| !value.chars().any(char::is_control)) {
                Some(value) => _ = parameters.insert(name.to_owned(), value),
                None => {
                    return Some(Err(nothing_at_this_url()));
                }
            }
        }
        Some(
            Arguments::parse(parameters, query, &read.parameters)
                .map(|arguments| (read, arguments)),
        )
    }

    /// The read at `path`, with its path parameters as spelled there; `None` if there is none.
    #[must_use]
    pub fn at<'t, 'p>(&'t self, path: &'p str) -> Option<(&'t Arc<Read>, Spelled<'t, 'p>)> {
        let found = self.router.at(path).ok()?;
        let read = self.reads.get(*found.value)?;
        Some((read, found.params.iter().collect()))
    }

    /// Runs the read at `address` (path and query).
    ///
    /// # Errors
    ///
    /// When there is no such read; otherwise whatever the read fails with.
    pub fn run(&self, view: &View, address: &str) -> Result<Json> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        match self.find(path, query) {
            Some(found) => {
                let (read, arguments) = found?;
                (read.run)(view, &arguments)
            }
            None => Err(nothing_at_this_url()),
        }
    }

    /// Whether a read has this pattern, ignoring parameter names.
    #[must_use]
    pub fn answers(&self, pattern: &str) -> bool {
        let shape = |pattern: &str| {
            let parts = pattern.split('/');
            parts
                .map(|part| if part.starts_with('{') { "{}" } else { part })
                .collect::<Vec<_>>()
                .join("/")
        };
        let wanted = shape(pattern);
        self.patterns().any(|known| shape(known) == wanted)
    }

    /// The paths of all reads.
    pub fn patterns(&self) -> impl Iterator<Item = &'static str> {
        self.reads.iter().map(|read| read.pattern)
    }
}

/// One page of a list.
#[derive(Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// The entries on this page.
    pub items: Vec<T>,
    /// The number of entries on all pages.
    pub total: usize,
    /// From 1.
    pub page: usize,
    /// The maximum number of entries per page.
    pub page_size: usize,
    /// At least 1.
    pub page_count: usize,
}

impl<T> Page<T> {
    /// Cuts page `page` out of `all`.
    ///
    /// # Errors
    ///
    /// [`Error::BeyondEnd`] past the last page.
    pub fn cut(all: Vec<T>, page: usize, page_size: usize) -> Result<Self> {
        let total = all.len();
        let page_count = total.div_ceil(page_size).max(1);
        if page > page_count {
            return Err(Error::BeyondEnd { last: page_count });
        }
        let items = all
            .into_iter()
            .skip(page.saturating_sub(1) * page_size)
            .take(page_size)
            .collect();
        Ok(Self {
            items,
            total,
            page,
            page_size,
            page_count,
        })
    }

    /// The same page with other entries, in the same order.
    #[must_use]
    pub fn map_items<U>(self, items: impl FnOnce(Vec<T>) -> Vec<U>) -> Page<U> {
        Page {
            items: items(self.items),
            total: self.total,
            page: self.page,
            page_size: self.page_size,
            page_count: self.page_count,
        }
    }
}
