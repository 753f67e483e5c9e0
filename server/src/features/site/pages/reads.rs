//! The pages as visitors read them.

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use super::shipped;
use crate::{
    catalog::{
        LEGAL, SiteFacts, View,
        entities::site_page::Model,
        page_path,
        read::{Json, Read},
    },
    platform::{
        arguments::Arguments,
        error::{Error, Result},
        markdown,
    },
};

/// A page of the operator's, or a legal text that we ship.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SitePage {
    pub title: String,
    /// For search engines.
    pub description: String,
    pub path: String,
    /// Safe HTML.
    pub content_html: String,
    /// The day of its last change, such as `November 22, 2026`.
    #[schema(required)]
    pub updated: Option<String>,
}

/// The reads.
pub(in crate::features::site) fn reads() -> Vec<Read> {
    vec![
        Read::new("/api/site/legal/{slug}", Vec::new(), show_legal),
        Read::new("/api/site/pages/{slug}", Vec::new(), show_page),
    ]
}

/// Show a legal text: `terms`, `privacy` or `imprint`.
#[utoipa::path(get, path = "/api/site/legal/{slug}", tag = "site", params(("slug" = String, Path)),
    responses((status = 200, body = SitePage), (status = 404, body = crate::platform::error::ErrorBody)))]
pub fn show_legal(view: &View, arguments: &Arguments) -> Result<Json> {
    let slug = arguments.path("slug");
    if !LEGAL.contains(&slug) {
        return Err(not_found());
    }
    show(view, slug)
}

/// Show one of the operator's further pages.
#[utoipa::path(get, path = "/api/site/pages/{slug}", tag = "site", params(("slug" = String, Path)),
    responses((status = 200, body = SitePage), (status = 404, body = crate::platform::error::ErrorBody)))]
pub fn show_page(view: &View, arguments: &Arguments) -> Result<Json> {
    let slug = arguments.path("slug");
    if LEGAL.contains(&slug) {
        return Err(not_found());
    }
    show(view, slug)
}

fn show(view: &View, slug: &str) -> Result<Json> {
    let facts = view.site();
    let own = view.site_pages().find(|page| page.slug == slug);
    let page = match own {
        Some(own) => of_row(own, facts),
        None => {
            let shipped = shipped::page(slug, facts)?.ok_or_else(not_found)?;
            answer(
                slug,
                (shipped.title, shipped.description, &shipped.content),
                shipped.dated,
                facts,
            )
        }
    };
    Json::of(&page)
}

fn of_row(row: &Model, facts: &SiteFacts) -> SitePage {
    let description = row.description.clone().unwrap_or_else(|| first_words(row));
    let dated = row.dated.as_deref();
    answer(
        &row.slug,
        (&row.title, &description, &row.content),
        dated,
        facts,
    )
}

fn answer(
    slug: &str,
    (title, description, content): (&str, &str, &str),
    dated: Option<&str>,
    facts: &SiteFacts,
) -> SitePage {
    SitePage {
        title: title.to_owned(),
        description: description.replace("{name}", &facts.name),
        path: page_path(slug),
        content_html: html(content, facts),
        updated: dated.and_then(in_words),
    }
}

/// A text with its placeholders filled, as safe HTML.
pub(super) fn html(content: &str, facts: &SiteFacts) -> String {
    let filled = shipped::filled(content, facts);
    markdown::to_safe_html(&filled, &facts.origin, &|_| None)
}

const DESCRIBED: usize = 160;

/// The beginning of a page without a description, for search engines.
fn first_words(row: &Model) -> String {
    let text = markdown::plain_text(&row.content);
    let mut words = String::new();
    for word in text.split(' ') {
        if words.chars().count() + word.chars().count() >= DESCRIBED {
            break;
        }
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
    }
    words
}

/// `November 22, 2026` for `2026-11-22`.
fn in_words(day: &str) -> Option<String> {
    let day: NaiveDate = day.parse().ok()?;
    Some(day.format("%B %-d, %Y").to_string())
}

pub(super) fn not_found() -> Error {
    Error::NotFound("There is no such page.".into())
}
