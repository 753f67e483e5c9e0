//! What may be typed for a page.

use chrono::NaiveDate;
use gazetteer::slugify;

use crate::{
    catalog::{LEGAL, entities::site_page::Place},
    platform::{
        error::{Error, FieldErrors, Result},
        markdown,
        typed_text::Field,
    },
};

const TITLE: Field = Field {
    name: "title",
    label: "Title",
    most: 80,
};
const DESCRIPTION: Field = Field {
    name: "description",
    label: "Description",
    most: 300,
};
const LONGEST_SLUG: usize = 80;

/// Names that a further page can't have: visitors would take it for one of the product's own.
const RESERVED: [&str; 9] = [
    "terms",
    "privacy",
    "imprint",
    "contact",
    "accessibility",
    "data-sources",
    "admin",
    "api",
    "preview",
];

/// A page as typed.
#[derive(Clone, Debug, Default)]
pub(super) struct Typed<'a> {
    pub(super) slug: &'a str,
    pub(super) title: &'a str,
    pub(super) description: &'a str,
    pub(super) content: &'a str,
    pub(super) place: Option<Place>,
    pub(super) dated: &'a str,
}

/// A page as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Checked {
    pub(super) slug: String,
    pub(super) title: String,
    pub(super) description: Option<String>,
    pub(super) content: String,
    pub(super) place: Place,
    pub(super) dated: Option<String>,
}

/// Checks what was typed. A legal text has its slug and place from us.
///
/// # Errors
///
/// [`Error::Invalid`] with every field that is wrong.
pub(super) fn checked(typed: &Typed<'_>) -> Result<Checked> {
    let mut wrong = FieldErrors::default();
    let title = TITLE.required_line(Some(typed.title), "Title is required", &mut wrong);
    let description = DESCRIPTION.line(Some(typed.description), &mut wrong);
    let slug = match typed.slug.trim() {
        "" => slugify(&title, LONGEST_SLUG),
        slug => slug.to_owned(),
    };
    let is_legal = LEGAL.contains(&slug.as_str());
    if !is_legal && let Some(refusal) = refusal_of_slug(&slug) {
        wrong.add("slug", refusal);
    }
    let content = typed.content.replace("\r\n", "\n").trim().to_owned();
    if content.is_empty() {
        wrong.add("content", "Write the page's text.");
    } else if let Some(refusal) = markdown::refusal(&content) {
        wrong.add("content", refusal);
    }
    let dated = match typed.dated.trim() {
        "" => None,
        day if day.len() == 10 && day.parse::<NaiveDate>().is_ok() => Some(day.to_owned()),
        _ => {
            wrong.add("date", "Write the date as 2026-11-22.");
            None
        }
    };
    wrong.refuse_any()?;
    Ok(Checked {
        slug,
        title,
        description,
        content,
        place: typed.place.unwrap_or(Place::Footer),
        dated,
    })
}

/// Why a further page can't have this slug.
pub(super) fn refusal_of_slug(slug: &str) -> Option<String> {
    if RESERVED.contains(&slug) {
        return Some(format!(
            "\"{slug}\" is one of the site's own pages. Choose another name."
        ));
    }
    let is_fine =
        !slug.is_empty() && slug.len() <= LONGEST_SLUG && slug == slugify(slug, LONGEST_SLUG);
    (!is_fine).then(|| "Use lower-case letters, digits and hyphens, such as about-us.".to_owned())
}

/// The error for a slug that another page has.
pub(super) fn taken() -> Error {
    Error::invalid_field("slug", "Another page has this name.")
}
