//! The route table written by the web build: one list for matching, reads, cache keys and canonical URLs.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::platform::{
    arguments::{Arguments, Parameter, decode, encode},
    error::{Error, Result},
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

impl PageRoute {
    /// The URLs of its reads for `arguments`, spelled as the browser spells them.
    #[must_use]
    pub fn read_addresses(&self, arguments: &Arguments) -> Vec<String> {
        self.reads
            .iter()
            .map(|template| self.fill(template, arguments))
            .collect()
    }

    fn fill(&self, template: &str, arguments: &Arguments) -> String {
        let mut filled = String::with_capacity(template.len() + 32);
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            match name.strip_prefix('?') {
                Some(names) => self.append_queries(&mut filled, names, arguments),
                None => filled.push_str(&encode(
                    &arguments.value_of(name, &self.query).unwrap_or_default(),
                )),
            }
            rest = after;
        }
        filled.push_str(rest);
        filled
    }

    fn append_queries(&self, address: &mut String, names: &str, arguments: &Arguments) {
        for name in names.split(',') {
            if let Some(value) = arguments.query(name) {
                address.push(if address.contains('?') { '&' } else { '?' });
                address.push_str(&format!("{name}={}", encode(value)));
            }
        }
    }
}

/// All page routes, with lookup by path.
#[derive(Debug)]
pub struct PageTable {
    router: matchit::Router<usize>,
    routes: Vec<PageRoute>,
}

impl PageTable {
    /// Builds the table.
    ///
    /// # Errors
    ///
    /// When two routes share a path.
    pub fn new(routes: Vec<PageRoute>) -> Result<Self> {
        let mut router = matchit::Router::new();
        for (index, route) in routes.iter().enumerate() {
            router
                .insert(route.pattern.clone(), index)
                .map_err(|error| {
                    Error::Internal(format!(
                        "the page {} can't be routed: {error}",
                        route.pattern
                    ))
                })?;
        }
        Ok(Self { router, routes })
    }

    /// The route at `path` with its parsed arguments; `None` if no page has that path.
    ///
    /// # Errors
    ///
    /// When a parameter is invalid; the error names it.
    pub fn find(&self, path: &str, query: &str) -> Option<Result<(&PageRoute, Arguments)>> {
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

    /// The route with this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&PageRoute> {
        self.routes.iter().find(|route| route.name == name)
    }

    /// All routes.
    #[must_use]
    pub fn routes(&self) -> &[PageRoute] {
        &self.routes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> PageTable {
        let routes: Vec<PageRoute> = serde_json::from_str(
            r#"[{"name":"city","pattern":"/cities/{slug}","cache":"page","missing":"city",
                 "reads":["/api/cities/{slug}","/api/cities/{slug}/coffee-shops?page={page}&pageSize=48"],
                 "query":{"page":{"type":"integer","default":1,"min":1,"max":10}}},
                {"name":"search","pattern":"/search","cache":"search","missing":"page","reads":["/api/search{?q,page}"],
                 "query":{"q":{"type":"text","maxLength":200},"page":{"type":"integer","default":1,"min":1,"max":10}}}]"#,
        )
        .unwrap();
        PageTable::new(routes).unwrap()
    }

    #[test]
    fn fields_that_nobody_filled_in_mean_nothing() {
        let table = table();
        let (route, arguments) = table.find("/search", "q=bend&page=").unwrap().unwrap();
        assert_eq!(route.read_addresses(&arguments), ["/api/search?q=bend"]);
        assert!(table.find("/search", "q=bend&page=x").unwrap().is_err());
    }

    #[test]
    fn reads_are_spelled_with_the_address_s_parameters() {
        let table = table();
        let (route, arguments) = table
            .find("/cities/caf%C3%A9-la", "page=2&x=1")
            .unwrap()
            .unwrap();
        assert_eq!(
            route.read_addresses(&arguments),
            [
                "/api/cities/caf%C3%A9-la",
                "/api/cities/caf%C3%A9-la/coffee-shops?page=2&pageSize=48"
            ]
        );
        assert_eq!(
            arguments.canonical_address(&route.pattern),
            "/cities/caf%C3%A9-la?page=2"
        );
    }

    #[test]
    fn a_group_appends_what_is_not_default() {
        let table = table();
        let read = |query: &str| {
            let (route, arguments) = table.find("/search", query).unwrap().unwrap();
            route.read_addresses(&arguments).remove(0)
        };
        assert_eq!(read(""), "/api/search");
        assert_eq!(read("page=3&q=a+b%26c"), "/api/search?q=a%20b%26c&page=3");
    }

    #[test]
    fn a_path_with_control_characters_is_no_page() {
        assert!(table().find("/cities/a%00b", "").is_none());
        assert!(table().find("/cities/%ff", "").is_none());
    }
}
