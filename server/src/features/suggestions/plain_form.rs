//! The same forms sent by a browser without our script: fields as they are on the page, and a page as the answer.

use std::collections::BTreeMap;

use axum::{
    extract::{Path, State},
    http::StatusCode,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::form_urlencoded;
use utoipa::ToSchema;

use super::{
    form::SuggestionForm,
    routes::{find_shop, take},
};
use crate::{
    catalog::entities::{shop, suggestion::Kind},
    features::Services,
    platform::{
        error::{Error, FieldError, Result},
        web::{Client, PrivatePage, WholeBody, status_of},
    },
};

/// The forms' fields; any other is ignored.
const FIELDS: [&str; 15] = [
    "name",
    "street",
    "zipCode",
    "phone",
    "website",
    "hours",
    "description",
    "categories",
    "hasWifi",
    "hasParking",
    "petFriendly",
    "goodForWork",
    "hasOutdoorSeating",
    "note",
    "email",
];
/// A field with this prefix holds what the page showed, so that untouched fields are no suggestion.
const SHOWN: &str = "shown-";

/// The page after such a form: thanks, or the form with what was typed and what is wrong with it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestionPage {
    pub kind: Kind,
    /// The shop's slug.
    pub slug: String,
    /// The shop's name.
    pub name: String,
    /// The thanks; null if nothing was kept.
    pub message: Option<String>,
    /// Why nothing was kept, if it isn't about one field.
    pub problem: Option<String>,
    /// The hidden field was filled in: the form is shown without it, to be sent anyway.
    pub is_filled_by_program: bool,
    pub mistakes: Vec<FieldError>,
    /// What the fields contained.
    pub typed: BTreeMap<String, String>,
    /// What the page showed in them before.
    pub shown: BTreeMap<String, String>,
}

/// A submitted form.
#[derive(Debug, Default)]
struct Plain {
    kind: String,
    /// The hidden field, by its present name and the former one.
    left_empty: String,
    homepage: String,
    typed: BTreeMap<String, String>,
    shown: BTreeMap<String, String>,
}

impl Plain {
    fn read(body: &[u8]) -> Self {
        let mut form = Self::default();
        for (name, value) in form_urlencoded::parse(body) {
            // Browsers send line breaks as CRLF.
            let value = value.replace("\r\n", "\n");
            match &*name {
                "kind" => form.kind = value,
                "leftEmpty" => form.left_empty = value,
                "homepage" => form.homepage = value,
                name if FIELDS.contains(&name) => _ = form.typed.insert(name.to_owned(), value),
                name => {
                    let shown = name.strip_prefix(SHOWN);
                    if let Some(name) = shown.filter(|name| FIELDS.contains(name)) {
                        form.shown.insert(name.to_owned(), value);
                    }
                }
            }
        }
        form
    }

    fn kind(&self) -> Result<Kind> {
        Kind::deserialize(Value::String(self.kind.clone()))
            .map_err(|_| Error::invalid_field("kind", "Please choose what's wrong."))
    }

    /// The text of a field, if it isn't what the page showed.
    fn changed(&self, name: &str) -> Option<String> {
        let typed = self.typed.get(name)?.trim();
        let shown = self.shown.get(name).map_or("", |text| text.trim());
        (typed != shown).then(|| typed.to_owned())
    }

    /// The same, where an empty field says nothing.
    fn filled_in(&self, name: &str) -> Option<String> {
        self.changed(name).filter(|text| !text.is_empty())
    }

    fn yes_or_no(&self, name: &str) -> Option<bool> {
        match self.changed(name)?.as_str() {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        }
    }

    fn suggestion(&self, kind: Kind) -> SuggestionForm {
        let lines = |text: String| text.lines().map(str::to_owned).collect();
        SuggestionForm {
            kind,
            name: self.changed("name"),
            street: self.changed("street"),
            zip_code: self.changed("zipCode"),
            phone: self.changed("phone").map(Some),
            website: self.changed("website").map(Some),
            weekly_hours: None,
            hours: self.filled_in("hours"),
            description: self.changed("description").map(Some),
            categories: self.changed("categories").map(lines),
            has_wifi: self.yes_or_no("hasWifi"),
            has_parking: self.yes_or_no("hasParking"),
            pet_friendly: self.yes_or_no("petFriendly"),
            good_for_work: self.yes_or_no("goodForWork"),
            has_outdoor_seating: self.yes_or_no("hasOutdoorSeating"),
            serves_breakfast: None,
            note: self.filled_in("note"),
            email: self.filled_in("email"),
            left_empty: Some(self.left_empty.clone()),
            homepage: Some(self.homepage.clone()),
            after_millis: None,
        }
    }

    fn answered(self, shop: &shop::Model, kind: Kind) -> SuggestionPage {
        SuggestionPage {
            kind,
            slug: shop.slug.clone(),
            name: shop.name.clone(),
            message: None,
            problem: None,
            is_filled_by_program: false,
            mistakes: Vec::new(),
            typed: self.typed,
            shown: self.shown,
        }
    }
}

/// Keeps the suggestion, or shows the form again. It sets no cookie: only the network tells its sender apart.
pub(super) async fn suggest_by_form(
    State(services): State<Services>,
    Path(shop): Path<String>,
    client: Client,
    WholeBody(body): WholeBody,
) -> Result<PrivatePage> {
    let row = find_shop(&services, &shop).await?;
    let form = Plain::read(&body);
    let kind = form.kind()?;
    let taken = take(&services, &client, &row, &form.suggestion(kind)).await;
    let mut page = form.answered(&row, kind);
    let status = match taken {
        Ok(taken) => {
            page.message = Some(taken.answer.message);
            StatusCode::OK
        }
        Err(error) if status_of(&error).is_client_error() => {
            let status = status_of(&error);
            page.is_filled_by_program = matches!(error, Error::FilledByProgram(_));
            (page.mistakes, page.problem) = reasons(error);
            status
        }
        Err(error) => return Err(error),
    };
    Ok(PrivatePage::new("suggestionSent", status, &page))
}

/// What is wrong with fields of the form, and otherwise.
fn reasons(error: Error) -> (Vec<FieldError>, Option<String>) {
    let mistakes = match error {
        Error::InvalidFields(fields) => fields,
        Error::Invalid {
            message,
            field: Some(field),
        } => vec![FieldError {
            field: field.into_owned(),
            message: message.into_owned(),
        }],
        other => return (Vec::new(), Some(other.to_string())),
    };
    let (known, others): (Vec<_>, Vec<_>) = mistakes
        .into_iter()
        .partition(|mistake| FIELDS.contains(&mistake.field.as_str()));
    (known, others.into_iter().next().map(|other| other.message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_from_the_page_is_a_suggestion() {
        let body = "kind=edit&name=Blue+Door&shown-name=Blue+Door&phone=&shown-phone=318-555-0142\
            &description=One%0D%0Atwo&shown-description=One%0D%0Atwo&categories=Bakery%0D%0ARoastery\
            &shown-categories=Bakery&hasWifi=&shown-hasWifi=yes&hasParking=no&shown-hasParking=\
            &note=+&admin=1";
        let form = Plain::read(body.as_bytes());
        let said = form.suggestion(form.kind().unwrap());
        assert_eq!(said.kind, Kind::Edit);
        assert_eq!((said.name, said.description, said.note), (None, None, None));
        assert_eq!(said.phone, Some(Some(String::new())));
        assert_eq!(
            said.categories,
            Some(vec!["Bakery".to_owned(), "Roastery".to_owned()])
        );
        assert_eq!((said.has_wifi, said.has_parking), (None, Some(false)));
        assert!(!form.typed.contains_key("admin"));
    }
}
