//! Parameters: `items[0][price]=price_1`, in a query or a body. Unknown parameters are refused, so that typos are found
//! here and not by a customer.

use std::{cell::RefCell, collections::BTreeMap, collections::BTreeSet};

use crate::error::{ApiError, Result};

/// The parameters of one call.
#[derive(Clone, Debug, Default)]
pub struct Params {
    values: BTreeMap<String, String>,
    asked: RefCell<BTreeSet<String>>,
}

impl Params {
    /// Parses `application/x-www-form-urlencoded` text. `name[]` is numbered: `name[0]`, `name[1]`, …
    #[must_use]
    pub fn parse(texts: &[&[u8]]) -> Self {
        let mut params = Self::default();
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for (key, value) in texts.iter().flat_map(|text| form_urlencoded::parse(text)) {
            let key = match key.strip_suffix("[]") {
                Some(list) => {
                    let count = counts.entry(list.to_owned()).or_default();
                    let numbered = format!("{list}[{count}]");
                    *count += 1;
                    numbered
                }
                None => key.into_owned(),
            };
            params.values.insert(key, value.into_owned());
        }
        params
    }

    /// From pairs.
    #[must_use]
    pub fn of(pairs: &[(&str, &str)]) -> Self {
        let mut text = form_urlencoded::Serializer::new(String::new());
        for (key, value) in pairs {
            text.append_pair(key, value);
        }
        Self::parse(&[text.finish().as_bytes()])
    }

    /// Equal parameters have equal fingerprints.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let mut text = form_urlencoded::Serializer::new(String::new());
        text.extend_pairs(&self.values);
        text.finish()
    }

    /// A parameter as sent; an empty one counts as missing.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<String> {
        self.sent(name).filter(|value| !value.is_empty())
    }

    /// A parameter as sent, empty or not.
    #[must_use]
    pub fn sent(&self, name: &str) -> Option<String> {
        self.asked.borrow_mut().insert(name.to_owned());
        self.values.get(name).cloned()
    }

    /// A required parameter.
    ///
    /// # Errors
    ///
    /// When it is missing.
    pub fn required(&self, name: &str) -> Result<String> {
        self.text(name).ok_or_else(|| ApiError::missing(name))
    }

    /// A whole number.
    ///
    /// # Errors
    ///
    /// When it isn't one.
    pub fn integer(&self, name: &str) -> Result<Option<i64>> {
        self.text(name)
            .map(|text| {
                text.parse().map_err(|_| {
                    ApiError::invalid(format!("Invalid integer: {text}"))
                        .code("parameter_invalid_integer")
                        .param(name)
                })
            })
            .transpose()
    }

    /// `true` or `false`.
    ///
    /// # Errors
    ///
    /// When it is neither.
    pub fn boolean(&self, name: &str) -> Result<Option<bool>> {
        self.text(name)
            .map(|text| match text.as_str() {
                "true" => Ok(true),
                "false" => Ok(false),
                other => Err(ApiError::invalid(format!("Invalid boolean: {other}")).param(name)),
            })
            .transpose()
    }

    /// One of these words.
    ///
    /// # Errors
    ///
    /// When it is none of them.
    pub fn one_of(&self, name: &str, words: &[&str]) -> Result<Option<String>> {
        let value = self.text(name);
        match value {
            Some(value) if !words.contains(&value.as_str()) => Err(ApiError::invalid(format!(
                "Invalid {name}: must be one of {}",
                words.join(", ")
            ))
            .param(name)),
            value => Ok(value),
        }
    }

    /// `name[0]`, `name[1]`, … in order.
    #[must_use]
    pub fn list(&self, name: &str) -> Vec<String> {
        (0..)
            .map_while(|place| self.text(&format!("{name}[{place}]")))
            .collect()
    }

    /// The members directly under `name`: `metadata[a]=1` gives `a`.
    #[must_use]
    pub fn members(&self, name: &str) -> BTreeMap<String, String> {
        let prefix = format!("{name}[");
        let found: BTreeMap<_, _> = self
            .values
            .iter()
            .filter_map(|(key, value)| {
                let member = key.strip_prefix(&prefix)?.strip_suffix(']')?;
                (!member.contains('[')).then(|| (member.to_owned(), value.clone()))
            })
            .collect();
        let mut asked = self.asked.borrow_mut();
        asked.extend(found.keys().map(|member| format!("{name}[{member}]")));
        found
    }

    /// Accepts everything under `name` without using it, such as what Stripe's script sends.
    pub fn ignore(&self, name: &str) {
        let prefix = format!("{name}[");
        let keys = self
            .values
            .keys()
            .filter(|key| *key == name || key.starts_with(&prefix));
        self.asked.borrow_mut().extend(keys.cloned());
    }

    /// Checks that all parameters were used.
    ///
    /// # Errors
    ///
    /// When there is an unknown one.
    pub fn finish(&self) -> Result<()> {
        let asked = self.asked.borrow();
        match self.values.keys().find(|key| !asked.contains(*key)) {
            None => Ok(()),
            Some(unknown) => Err(ApiError::invalid(format!(
                "Received unknown parameter: {unknown}"
            ))
            .code("parameter_unknown")
            .param(unknown)),
        }
    }
}

/// Updates `metadata` as requested: an empty value removes a key, `metadata=` removes all.
pub fn change_metadata(metadata: &mut BTreeMap<String, String>, params: &Params) {
    if params.sent("metadata").is_some_and(|all| all.is_empty()) {
        metadata.clear();
    }
    for (key, value) in params.members("metadata") {
        if value.is_empty() {
            metadata.remove(&key);
        } else {
            metadata.insert(key, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_and_lists_are_read() {
        let params = Params::parse(&[
            b"expand[]=a&expand[]=b.c",
            b"items[0][price]=p%5F1&metadata[x]=1",
        ]);
        assert_eq!(params.list("expand"), ["a", "b.c"]);
        assert_eq!(params.text("items[0][price]").as_deref(), Some("p_1"));
        assert_eq!(
            params.members("metadata").get("x").map(String::as_str),
            Some("1")
        );
        assert_eq!(params.finish(), Ok(()));
    }

    #[test]
    fn an_unknown_parameter_is_named() {
        let params = Params::of(&[("amount", "500"), ("currancy", "usd")]);
        assert_eq!(params.integer("amount"), Ok(Some(500)));
        let refusal = params.finish().unwrap_err();
        assert_eq!(refusal.members["param"], "currancy");
        assert_eq!(refusal.status, 400);
    }

    #[test]
    fn metadata_is_changed_key_by_key() {
        let mut metadata = BTreeMap::from([("a".into(), "1".into()), ("b".into(), "2".into())]);
        change_metadata(
            &mut metadata,
            &Params::of(&[("metadata[a]", ""), ("metadata[c]", "3")]),
        );
        assert_eq!(metadata.keys().collect::<Vec<_>>(), ["b", "c"]);
    }
}
