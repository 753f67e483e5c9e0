//! The API reads of a page. Entries of the route table are resolved once at startup; a page view only fills in its
//! arguments.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    catalog::{
        View,
        read::{Json, Read, ReadTable},
    },
    platform::{
        arguments::{Arguments, Parameter, decode, encode},
        error::{Error, Result},
    },
};

/// An API read of a page.
#[derive(Clone, Debug)]
pub struct PageRead {
    read: Arc<Read>,
    /// Its URL as spelled by the browser.
    spelling: Vec<Piece>,
    path: Vec<(String, Value)>,
    query: Vec<(Parameter, Value)>,
}

/// A part of a URL.
#[derive(Clone, Debug)]
enum Piece {
    Text(String),
    /// The value of the page's parameter with this name.
    Value(String),
    /// The same as an additional query parameter, unless it has the default value.
    Query(String),
}

/// Where an argument comes from.
#[derive(Clone, Debug)]
enum Value {
    Fixed(String),
    /// The page's parameter with this name, or its default.
    Parameter(String),
    /// The same, unless it has the default value.
    NonDefault(String),
}

impl Value {
    fn of(text: &str) -> Option<Self> {
        let name = text
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        match name {
            Some(name) => Some(Self::Parameter(name.to_owned())),
            None if text.contains('{') => None,
            None => decode(text).map(Self::Fixed),
        }
    }

    fn for_page(&self, page: &Arguments, known: &[Parameter]) -> Option<String> {
        match self {
            Self::Fixed(text) => Some(text.clone()),
            Self::Parameter(name) => page.value_of(name, known),
            Self::NonDefault(name) => page.query(name).map(str::to_owned),
        }
    }
}

impl PageRead {
    /// Resolves a URL of the route table: `{x}` stands for a parameter of the page; `{?a,b}` at the end for parameters with
    /// non-default values.
    ///
    /// # Errors
    ///
    /// When no read has such a URL or such parameters.
    pub fn resolve(template: &str, reads: &ReadTable) -> Result<Self> {
        let wrong = || Error::Internal(format!("there is no API read {template}"));
        let (address, further) = template.split_once("{?").unwrap_or((template, ""));
        let further = further.trim_end_matches('}').split(',');
        let further: Vec<&str> = further.filter(|name| !name.is_empty()).collect();
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let (read, spelled) = reads.at(path).ok_or_else(wrong)?;
        let path = spelled
            .into_iter()
            .map(|(name, value)| Some((name.to_owned(), Value::of(value)?)))
            .collect::<Option<_>>();
        let parameter = |name: &str| {
            let mut known = read.parameters.iter();
            known.find(|known| known.name == name).cloned()
        };
        let pairs = query.split('&').filter(|pair| !pair.is_empty());
        let mut query = pairs
            .map(|pair| {
                let (name, value) = pair.split_once('=')?;
                Some((parameter(name)?, Value::of(value)?))
            })
            .collect::<Option<Vec<_>>>()
            .ok_or_else(wrong)?;
        for name in &further {
            let value = Value::NonDefault((*name).to_owned());
            query.push((parameter(name).ok_or_else(wrong)?, value));
        }
        let further = further
            .into_iter()
            .map(|name| Piece::Query(name.to_owned()));
        Ok(Self {
            read: read.clone(),
            spelling: pieces(address).into_iter().chain(further).collect(),
            path: path.ok_or_else(wrong)?,
            query,
        })
    }

    /// The URL for the page's arguments, spelled as by the browser.
    #[must_use]
    pub fn address(&self, known: &[Parameter], page: &Arguments) -> String {
        let mut address = String::with_capacity(64);
        for piece in &self.spelling {
            match piece {
                Piece::Text(text) => address.push_str(text),
                Piece::Value(name) => {
                    let value = page.value_of(name, known);
                    address.push_str(&encode(&value.unwrap_or_default()));
                }
                Piece::Query(name) => {
                    if let Some(value) = page.query(name) {
                        address.push(if address.contains('?') { '&' } else { '?' });
                        address.push_str(&format!("{name}={}", encode(value)));
                    }
                }
            }
        }
        address
    }

    /// Runs the read with the page's arguments.
    ///
    /// # Errors
    ///
    /// Whatever the read fails with; [`Error::Invalid`] when it doesn't take a value that the page takes.
    pub fn run(&self, view: &View, known: &[Parameter], page: &Arguments) -> Result<Json> {
        (self.read.run)(view, &self.arguments(known, page)?)
    }

    fn arguments(&self, known: &[Parameter], page: &Arguments) -> Result<Arguments> {
        let path: BTreeMap<String, String> = self
            .path
            .iter()
            .map(|(name, value)| {
                (
                    name.clone(),
                    value.for_page(page, known).unwrap_or_default(),
                )
            })
            .collect();
        let query = self.query.iter();
        Arguments::of(
            path,
            query.filter_map(|(name, value)| Some((name, value.for_page(page, known)?))),
        )
    }
}

fn pieces(address: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = address;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        pieces.push(Piece::Text(before.to_owned()));
        pieces.push(Piece::Value(name.to_owned()));
        rest = after;
    }
    pieces.push(Piece::Text(rest.to_owned()));
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::{PageRoute, PageTable};

    fn reads() -> ReadTable {
        let read = |pattern: &'static str, parameters| {
            Read::new(pattern, parameters, |_, _| Ok(Json::ready("{}".into())))
        };
        let page = || Parameter::integer("page", Some(1), 1, 9);
        let size = || Parameter::integer("pageSize", Some(20), 1, 100);
        let shops = "/api/cities/{slug}/coffee-shops";
        ReadTable::new(vec![
            read("/api/cities/{slug}", Vec::new()),
            read(shops, vec![page(), size()]),
            read("/api/search", vec![page(), Parameter::text("q", 200)]),
        ])
        .unwrap()
    }

    fn table() -> PageTable {
        let routes: Vec<PageRoute> = serde_json::from_str(
            r#"[{"name":"city","pattern":"/cities/{slug}","cache":"page","missing":"city",
                 "reads":["/api/cities/{slug}","/api/cities/{slug}/coffee-shops?page={page}&pageSize=48"],
                 "query":{"page":{"type":"integer","default":1,"min":1,"max":10}}},
                {"name":"search","pattern":"/search","cache":"search","missing":"page","reads":["/api/search{?q,page}"],
                 "query":{"q":{"type":"text","maxLength":200},"page":{"type":"integer","default":1,"min":1,"max":10}}}]"#,
        )
        .unwrap();
        PageTable::new(routes, &reads()).unwrap()
    }

    fn addresses(path: &str, query: &str) -> Vec<String> {
        let table = table();
        let (route, arguments) = table.find(path, query).unwrap().unwrap();
        let reads = route.resolved.iter();
        reads
            .map(|read| read.address(&route.query, &arguments))
            .collect()
    }

    #[test]
    fn fields_that_nobody_filled_in_mean_nothing() {
        assert_eq!(addresses("/search", "q=bend&page="), ["/api/search?q=bend"]);
        assert!(table().find("/search", "q=bend&page=x").unwrap().is_err());
    }

    #[test]
    fn reads_are_spelled_with_the_address_s_parameters() {
        assert_eq!(
            addresses("/cities/caf%C3%A9-la", "page=2&x=1"),
            [
                "/api/cities/caf%C3%A9-la",
                "/api/cities/caf%C3%A9-la/coffee-shops?page=2&pageSize=48"
            ]
        );
    }

    #[test]
    fn a_group_appends_what_is_not_default() {
        assert_eq!(addresses("/search", ""), ["/api/search"]);
        assert_eq!(
            addresses("/search", "page=3&q=a+b%26c"),
            ["/api/search?q=a%20b%26c&page=3"]
        );
    }

    #[test]
    fn a_read_gets_the_arguments_that_its_address_says() {
        let (table, reads) = (table(), reads());
        for (path, query) in [
            ("/cities/caf%C3%A9-la", ""),
            ("/cities/bend-or", "page=2"),
            ("/search", "q=a+b%26%2B&page=3"),
            ("/search", ""),
        ] {
            let (route, page) = table.find(path, query).unwrap().unwrap();
            for read in &route.resolved {
                let address = read.address(&route.query, &page);
                let (path, query) = address.split_once('?').unwrap_or((&address, ""));
                let (_, parsed) = reads.find(path, query).unwrap().unwrap();
                assert_eq!(
                    read.arguments(&route.query, &page).unwrap(),
                    parsed,
                    "{address}"
                );
            }
        }
        // The page accepts ten, the read nine.
        let (route, page) = table.find("/search", "page=10").unwrap().unwrap();
        let refused = route.resolved[0]
            .arguments(&route.query, &page)
            .unwrap_err();
        assert!(matches!(refused, Error::Invalid { .. }), "{refused:?}");
    }

    #[test]
    fn a_route_names_reads_and_parameters_that_exist() {
        for wrong in [
            "/api/towns/{slug}",
            "/api/search?size=2",
            "/api/search{?near}",
            "/api/cities/x-{slug}",
        ] {
            assert!(PageRead::resolve(wrong, &reads()).is_err(), "{wrong}");
        }
    }
}
