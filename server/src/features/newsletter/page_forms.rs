//! Input of the pages behind links in emails: the link's query, and their forms.

use std::convert::Infallible;

use axum::{extract::FromRequestParts, http::request::Parts};
use url::form_urlencoded;
use uuid::Uuid;

use super::rules;
use crate::catalog::View;

/// Maximum characters of a town search.
const LONGEST_SEARCH: usize = 80;

/// `?token=` in a confirmation email, `?reader=` in all others.
#[derive(Default)]
pub(super) struct Link {
    pub(super) token: String,
    pub(super) reader: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Link {
    type Rejection = Infallible;

    /// Parameters added by mail programs are ignored.
    async fn from_request_parts(parts: &mut Parts, _: &S) -> std::result::Result<Self, Infallible> {
        let query = parts.uri.query().unwrap_or_default();
        let mut link = Self::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "token" => link.token = value.into_owned(),
                "reader" => link.reader = value.into_owned(),
                _ => {}
            }
        }
        Ok(link)
    }
}

/// A submitted form.
#[derive(Default)]
pub(super) struct Form {
    pub(super) credential: String,
    pub(super) find: String,
    pub(super) towns: Vec<Uuid>,
    pub(super) only_finds: bool,
}

impl Form {
    /// Unknown fields and towns beyond the limit are ignored.
    pub(super) fn read(body: &[u8]) -> Self {
        let mut form = Self::default();
        for (name, value) in form_urlencoded::parse(body) {
            match &*name {
                "credential" => form.credential = value.into_owned(),
                "find" => form.find = value.trim().chars().take(LONGEST_SEARCH).collect(),
                "action" => form.only_finds = value == "find",
                "town" if form.towns.len() < rules::MAX_TOWNS => {
                    form.towns.extend(Uuid::try_parse(&value).ok());
                }
                _ => {}
            }
        }
        form.towns.sort();
        form.towns.dedup();
        form
    }

    /// The towns that exist in the directory.
    pub(super) fn known_towns(&self, view: &View) -> Vec<Uuid> {
        let is_known = |id: &&Uuid| view.city(**id).is_some();
        self.towns.iter().filter(is_known).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_holds_no_more_than_it_may() {
        let id = "018f0000-0000-7000-8000-000000000000";
        let body = format!(
            "credential=a%20b&town={id}&town={id}&town=x&find=%20alex%20&action=find&more=1"
        );
        let form = Form::read(body.as_bytes());
        assert_eq!(
            (form.credential.as_str(), form.find.as_str()),
            ("a b", "alex")
        );
        assert_eq!(form.towns.len(), 1);
        assert!(form.only_finds);
        let ids: Vec<String> = (0..500)
            .map(|number| format!("town={}", Uuid::from_u128(number)))
            .collect();
        assert_eq!(
            Form::read(ids.join("&").as_bytes()).towns.len(),
            rules::MAX_TOWNS
        );
    }
}
