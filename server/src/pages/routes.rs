//! The route table written by the web build: one list for matching, reads, cache keys and canonical URLs.

use std::{collections::BTreeMap, sync::Arc};

use serde::Deserialize;

use super::reads::PageRead;
use crate::{
    catalog::{View, read::ReadTable},
    platform::{
        arguments::{Arguments, Parameter, decode},
        error::{Error, Result},
    },
};

/// A page that visitors can open.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PageRoute {
    pub name: String,
    /// For example `/cities/{slug}`.
    pub pattern: String,
    /// URLs of API reads. `{x}` stands for a parameter; `{?a,b}` at the end for parameters with non-default values.
    pub reads: Vec<String>,
    /// The reads of a page that the server renders for everyone, in the same order.
    #[serde(skip)]
    pub resolved: Vec<PageRead>,
    #[serde(default, deserialize_with = "parameters")]
    pub query: Vec<Parameter>,
    pub cache: CacheClass,
    /// The screen that says the page wasn't found.
    pub missing: String,
    /// The source file of its screen, as named in the manifest.
    #[serde(default)]
    pub module: Option<String>,
    /// Whether it is in the sitemap.
    #[serde(default)]
    pub sitemap: bool,
    /// Exists only while there is demo content.
    #[serde(default)]
    pub demo_only: bool,
    /// Visitors pay here: only this page may run the payment provider's script.
    #[serde(default)]
    pub takes_payments: bool,
}

/// How long an answer may be kept.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum CacheClass {
    /// Until something it depends on changes.
    Page,
    /// For one second.
    Search,
    /// Like `Page`, for pages without data of their own.
    Static,
    /// Never cached: a room answers it for one person.
    Private,
    /// Never cached: an empty document rendered only in the browser.
    Shell,
}

fn parameters<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Vec<Parameter>, D::Error> {
    let by_name = BTreeMap::<String, Parameter>::deserialize(deserializer)?;
    Ok(by_name
        .into_iter()
        .map(|(name, parameter)| Parameter { name, ..parameter })
        .collect())
}

impl CacheClass {
    /// Whether the server renders it from the API's reads.
    fn is_rendered_from_reads(self) -> bool {
        matches!(self, Self::Page | Self::Search | Self::Static)
    }
}

impl PageRoute {
    /// Runs its reads, which decide between a page, a redirect and an error. Returns their URLs and answers.
    ///
    /// # Errors
    ///
    /// Whatever the first failing read fails with, such as [`Error::NotFound`].
    pub fn read(&self, view: &View, arguments: &Arguments) -> Result<Vec<(String, String)>> {
        let reads = self.resolved.iter();
        reads
            .map(|read| {
                let json = read.run(view, &self.query, arguments)?;
                Ok((read.address(&self.query, arguments), json.into_text()))
            })
            .collect()
    }
}

/// All page routes, with lookup by path.
#[derive(Debug)]
pub struct PageTable {
    router: matchit::Router<usize>,
    routes: Vec<Arc<PageRoute>>,
}

impl PageTable {
    /// Builds the table.
    ///
    /// # Errors
    ///
    /// When two routes share a path, or one names a read that doesn't exist.
    pub fn new(mut routes: Vec<PageRoute>, reads: &ReadTable) -> Result<Self> {
        let mut router = matchit::Router::new();
        for (index, route) in routes.iter_mut().enumerate() {
            if route.cache.is_rendered_from_reads() {
                let resolved = route
                    .reads
                    .iter()
                    .map(|read| PageRead::resolve(read, reads));
                route.resolved = resolved.collect::<Result<_>>()?;
            }
            router
                .insert(route.pattern.clone(), index)
                .map_err(|error| {
                    Error::Internal(format!(
                        "the page {} can't be routed: {error}",
                        route.pattern
                    ))
                })?;
        }
        let routes = routes.into_iter().map(Arc::new).collect();
        Ok(Self { router, routes })
    }

    /// The route at `path` with its parsed arguments; `None` if no page has that path.
    ///
    /// # Errors
    ///
    /// When a parameter is invalid; the error names it.
    pub fn find(&self, path: &str, query: &str) -> Option<Result<(&Arc<PageRoute>, Arguments)>> {
        let found = self.router.at(path).ok()?;
        let route = self.routes.get(*found.value)?;
        let mut parameters = BTreeMap::new();
        for (name, value) in found.params.iter() {
            let value = decode(value).filter(|value| !value.chars().any(char::is_control))?;
            parameters.insert(name.to_owned(), value);
        }
        // A plain form also submits its empty fields.
        let is_given = |pair: &&str| {
            pair.split_once('=')
                .is_none_or(|(_, value)| !value.is_empty())
        };
        let query = query
            .split('&')
            .filter(is_given)
            .collect::<Vec<_>>()
            .join("&");
        Some(Arguments::parse(parameters, &query, &route.query).map(|arguments| (route, arguments)))
    }

    /// Whether there is a page at this path.
    #[must_use]
    pub fn holds(&self, path: &str) -> bool {
        self.router.at(path).is_ok()
    }

    /// The route at `path`, whatever its parameters are.
    #[must_use]
    pub fn at(&self, path: &str) -> Option<&PageRoute> {
        let found = self.router.at(path).ok()?;
        self.routes.get(*found.value).map(AsRef::as_ref)
    }

    /// The route with this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&PageRoute> {
        let mut routes = self.routes.iter();
        routes.find(|route| route.name == name).map(AsRef::as_ref)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> PageTable {
        let routes: Vec<PageRoute> = serde_json::from_str(
            r#"[{"name":"city","pattern":"/cities/{slug}","cache":"page","missing":"city","reads":[],
                 "query":{"page":{"type":"integer","default":1,"min":1,"max":10}}}]"#,
        )
        .unwrap();
        PageTable::new(routes, &ReadTable::new(Vec::new()).unwrap()).unwrap()
    }

    #[test]
    fn a_canonical_address_has_known_parameters_only() {
        let table = table();
        let (route, arguments) = table
            .find("/cities/caf%C3%A9-la", "page=2&x=1")
            .unwrap()
            .unwrap();
        assert_eq!(
            arguments.canonical_address(&route.pattern),
            "/cities/caf%C3%A9-la?page=2"
        );
    }

    #[test]
    fn a_path_with_control_characters_is_no_page() {
        assert!(table().find("/cities/a%00b", "").is_none());
        assert!(table().find("/cities/%ff", "").is_none());
    }
}
