//! Rules for articles (owner-admin.md 4, 5).

use chrono::{DateTime, Datelike, NaiveDateTime, SubsecRound, TimeZone, Utc};
use chrono_tz::Tz;
use deunicode::deunicode;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    catalog::{
        entities::{article, shop::Texts},
        tag_slug,
    },
    platform::{
        error::{FieldErrors, Result},
        given::{given, whole_number},
        markdown,
    },
};

const LONGEST_TITLE: usize = 200;
const LONGEST_SLUG: usize = 80;
const LONGEST_EXCERPT: usize = 500;
const LONGEST_META: usize = 300;
const LONGEST_AUTHOR: usize = 100;
const LONGEST_ADDRESS: usize = 500;
const LONGEST_TAG: usize = 80;
const MAX_TAGS: usize = 20;
/// How many characters of the text replace a missing excerpt.
const EXCERPT_CUT: usize = 150;

/// An article's new content. Absent fields stay as they are; `null` or an empty string clears a field.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ArticleDraft {
    #[schema(value_type = Option<String>, max_length = 200)]
    #[serde(deserialize_with = "given")]
    pub title: Option<Option<String>>,
    /// If absent, a new article's slug is made from its title.
    #[schema(value_type = Option<String>, max_length = 80)]
    #[serde(deserialize_with = "given")]
    pub slug: Option<Option<String>>,
    #[schema(value_type = Option<String>, max_length = 500)]
    #[serde(deserialize_with = "given")]
    pub excerpt: Option<Option<String>>,
    /// Markdown, at most 256 KB.
    #[schema(value_type = Option<String>)]
    #[serde(deserialize_with = "given")]
    pub content: Option<Option<String>>,
    #[schema(value_type = Option<String>)]
    #[serde(deserialize_with = "given")]
    pub category_id: Option<Option<String>>,
    #[schema(value_type = Option<Vec<String>>)]
    #[serde(deserialize_with = "given")]
    pub tags: Option<Option<Vec<String>>>,
    #[schema(value_type = Option<String>, max_length = 300)]
    #[serde(deserialize_with = "given")]
    pub meta_description: Option<Option<String>>,
    #[schema(value_type = Option<String>, max_length = 100)]
    #[serde(deserialize_with = "given")]
    pub author: Option<Option<String>>,
    #[schema(value_type = Option<String>, max_length = 500)]
    #[serde(deserialize_with = "given")]
    pub author_url: Option<Option<String>>,
    pub is_published: Option<bool>,
    /// When it becomes public; now if absent, scheduled if in the future. Ignored for drafts.
    #[schema(value_type = Option<DateTime<Utc>>)]
    #[serde(deserialize_with = "given")]
    pub published_at: Option<Option<DateTime<Utc>>>,
    /// The same on the site's clocks (setting `time_zone`), such as `2026-11-24T08:00`. It takes precedence.
    #[schema(value_type = Option<String>, max_length = 16, pattern = "^([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2})?$")]
    #[serde(deserialize_with = "given")]
    pub published_at_local: Option<Option<String>>,
    /// The version that the edit is based on. If it has changed since, the response is 409; absent skips the check.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: Option<i64>,
}

/// Copies the form into `row`, reporting all mistakes at once. The slug is handled by [`asked_slug`].
pub(super) fn fill(
    row: &mut article::Model,
    draft: &ArticleDraft,
    categories: &[Uuid],
    (now, zone): (DateTime<Utc>, Tz),
) -> Result<()> {
    let mut wrong = FieldErrors::default();
    if let Some(title) = &draft.title {
        row.title = line(title.as_deref());
    }
    if row.title.is_empty() {
        wrong.add("title", "Title is required");
    }
    check_length("title", &row.title, LONGEST_TITLE, &mut wrong);
    if let Some(excerpt) = &draft.excerpt {
        row.excerpt = line(excerpt.as_deref());
        check_length("excerpt", &row.excerpt, LONGEST_EXCERPT, &mut wrong);
    }
    if let Some(content) = &draft.content {
        row.content = text(content.as_deref());
        if let Some(refusal) = markdown::refusal(&row.content) {
            wrong.add("content", refusal);
        }
    }
    for (name, sent, field, longest) in [
        (
            "metaDescription",
            &draft.meta_description,
            &mut row.meta_description,
            LONGEST_META,
        ),
        ("author", &draft.author, &mut row.author, LONGEST_AUTHOR),
        (
            "authorUrl",
            &draft.author_url,
            &mut row.author_url,
            LONGEST_ADDRESS,
        ),
    ] {
        if let Some(sent) = sent {
            let sent = line(sent.as_deref());
            check_length(name, &sent, longest, &mut wrong);
            *field = Some(sent).filter(|text| !text.is_empty());
        }
    }
    if draft.author_url.is_some() && !row.author_url.as_deref().is_none_or(is_web_address) {
        wrong.add(
            "authorUrl",
            "Enter a web address, such as https://example.com.",
        );
    }
    if let Some(category) = &draft.category_id {
        let category = category.as_deref().map(str::trim).unwrap_or_default();
        row.category_id = Uuid::try_parse(category)
            .ok()
            .filter(|id| categories.contains(id));
        if row.category_id.is_none() && !category.is_empty() {
            wrong.add("categoryId", "There is no such category.");
        }
    }
    if let Some(sent) = &draft.tags {
        row.tags = tags(sent.as_deref().unwrap_or_default(), &mut wrong);
    }
    publish(row, draft, (now, zone), &mut wrong);
    wrong.refuse_any()
}

/// Published without a date: now. With a later date: scheduled. Not published: no date.
fn publish(
    row: &mut article::Model,
    draft: &ArticleDraft,
    (now, zone): (DateTime<Utc>, Tz),
    wrong: &mut FieldErrors,
) {
    let is_published = draft.is_published.unwrap_or(row.published_at.is_some());
    if !is_published {
        row.published_at = None;
        return;
    }
    let local = draft.published_at_local.clone().flatten();
    let asked = match local.filter(|local| !local.trim().is_empty()) {
        Some(local) => match moment_of(&local, zone) {
            Some(moment) => Some(moment),
            None => {
                wrong.add("publishedAt", "There's no such date and time.");
                return;
            }
        },
        None => draft.published_at.flatten(),
    };
    // Databases store microseconds.
    let moment = asked.or(row.published_at).unwrap_or(now).trunc_subsecs(6);
    if !(1970..=2100).contains(&moment.year()) {
        wrong.add("publishedAt", "The date must be between 1970 and 2100.");
    }
    row.published_at = Some(moment);
    if row.content.trim().is_empty() {
        wrong.add("content", "Add some text before you publish.");
    } else if row.excerpt.is_empty() {
        row.excerpt = excerpt_of(&row.content);
    }
}

/// How dates are written in the form.
const ON_CLOCKS: &str = "%Y-%m-%dT%H:%M";
/// How browsers send them if somebody typed seconds.
const WITH_SECONDS: &str = "%Y-%m-%dT%H:%M:%S";

/// The moment as clocks there show it.
pub(super) fn on_clocks(moment: DateTime<Utc>, zone: Tz) -> String {
    moment.with_timezone(&zone).format(ON_CLOCKS).to_string()
}

/// When clocks there show it; `None` if they never do. Of two such moments in a night in fall, the first.
fn moment_of(local: &str, zone: Tz) -> Option<DateTime<Utc>> {
    let local = local.trim();
    let shown = NaiveDateTime::parse_from_str(local, ON_CLOCKS)
        .or_else(|_| NaiveDateTime::parse_from_str(local, WITH_SECONDS))
        .ok()?;
    let moment = zone.from_local_datetime(&shown).earliest()?;
    Some(moment.to_utc())
}

/// The first line of `content` that is neither a heading nor a picture, without Markdown's signs, cut to 150 characters with an ellipsis.
fn excerpt_of(content: &str) -> String {
    let mut lines = content.lines().map(str::trim);
    let is_text =
        |line: &&str| !line.is_empty() && !line.starts_with('#') && !line.starts_with("![");
    let first = lines.find(|line| is_text(line) && !markdown::plain_text(line).is_empty());
    let first = markdown::plain_text(first.unwrap_or_default());
    let cut: String = first.chars().take(EXCERPT_CUT).collect();
    if cut.len() < first.len() {
        format!("{}…", cut.trim_end())
    } else {
        cut
    }
}

/// The slug in the form; `None` if there is none.
pub(super) fn asked_slug(draft: &ArticleDraft) -> Result<Option<String>> {
    let Some(slug) = draft.slug.clone().flatten() else {
        return Ok(None);
    };
    let slug = slug.trim().to_lowercase();
    if slug.is_empty() {
        return Ok(None);
    }
    let is_slug = slug.len() <= LONGEST_SLUG
        && !slug.starts_with('-')
        && !slug.ends_with('-')
        && slug
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    let mut wrong = FieldErrors::default();
    if !is_slug {
        wrong.add(
            "slug",
            "Use lowercase letters, digits and hyphens, up to 80 characters.",
        );
    } else if slug == "category" || slug == "tag" {
        wrong.add("slug", "This slug is reserved.");
    }
    wrong.refuse_any()?;
    Ok(Some(slug))
}

/// The slug of a title: lower case, without anything but letters and digits, with single hyphens for spaces.
pub(super) fn slug_of_title(title: &str) -> String {
    let plain = deunicode(title).to_lowercase();
    let kept: String = plain
        .chars()
        .filter(|sign| sign.is_ascii_alphanumeric() || is_between(*sign))
        .collect();
    let words = kept.split(is_between);
    let mut slug = String::new();
    for word in words.filter(|word| !word.is_empty()) {
        let hyphen = usize::from(!slug.is_empty());
        let room = LONGEST_SLUG.saturating_sub(slug.len() + hyphen);
        if word.len() > room && !slug.is_empty() {
            break;
        }
        if hyphen == 1 {
            slug.push('-');
        }
        slug.extend(word.chars().take(room));
    }
    slug
}

/// Whether a sign separates words in a slug. Underscores count as spaces, as in names of files.
fn is_between(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, '-' | '_')
}

fn tags(sent: &[String], wrong: &mut FieldErrors) -> Texts {
    let mut tags: Vec<String> = Vec::new();
    for tag in sent.iter().map(|tag| line(Some(tag))) {
        let slug = tag_slug(&tag);
        if tag.is_empty() || tags.iter().any(|known| tag_slug(known) == slug) {
            continue;
        }
        if slug.is_empty() {
            wrong.add("tags", format!("The tag “{tag}” needs a letter or digit."));
        } else if slug.len() > LONGEST_TAG {
            wrong.add("tags", format!("The tag “{tag}” is too long."));
        }
        tags.push(tag);
    }
    if tags.len() > MAX_TAGS {
        wrong.add("tags", format!("At most {MAX_TAGS} tags, please."));
    }
    Texts(tags)
}

fn check_length(field: &str, text: &str, longest: usize, wrong: &mut FieldErrors) {
    if text.chars().count() > longest {
        wrong.add(field, format!("Please use {longest} characters or fewer."));
    }
}

/// One line, without control characters.
fn line(typed: Option<&str>) -> String {
    let typed: String = typed
        .unwrap_or_default()
        .chars()
        .map(|sign| if sign.is_whitespace() { ' ' } else { sign })
        .filter(|sign| !sign.is_control())
        .collect();
    typed.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Several lines, without control characters.
fn text(typed: Option<&str>) -> String {
    let typed = typed.unwrap_or_default().replace("\r\n", "\n");
    let is_kept = |sign: &char| !sign.is_control() || matches!(sign, '\n' | '\t');
    typed.replace('\r', "\n").chars().filter(is_kept).collect()
}

/// Whether a link may point there.
fn is_web_address(text: &str) -> bool {
    let host = ["https://", "http://"]
        .iter()
        .find_map(|scheme| text.strip_prefix(scheme));
    host.is_some_and(|host| host.contains('.') && !host.starts_with('.'))
        && !text.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_come_from_titles() {
        for (title, slug) in [
            ("How to Read a Roast Date", "how-to-read-a-roast-date"),
            ("  Don't   panic -- it's Café!  ", "dont-panic-its-cafe"),
            ("100% Arabica & more", "100-arabica-more"),
            ("my_first_article 2026", "my-first-article-2026"),
            ("☕", "coffee"),
            ("---", ""),
        ] {
            assert_eq!(slug_of_title(title), slug, "{title}");
        }
        let long = slug_of_title(&"word ".repeat(40));
        assert!(long.len() <= LONGEST_SLUG && long.ends_with("word"));
        assert_eq!(slug_of_title(&"x".repeat(200)).len(), LONGEST_SLUG);
    }

    #[test]
    fn an_excerpt_is_the_first_line_that_is_no_heading() {
        assert_eq!(
            excerpt_of("# Top\n\n![A cup](/photos/x)\n Words. \nMore"),
            "Words."
        );
        let signs = "- **Bold** _words_ with a [link](https://a.example) and `code`";
        assert_eq!(excerpt_of(signs), "Bold words with a link and code");
        assert_eq!(excerpt_of("***\n> Quoted."), "Quoted.");
        let long = excerpt_of(&"é".repeat(200));
        assert_eq!(long.chars().count(), EXCERPT_CUT + 1);
        assert!(long.ends_with('…'));
        assert_eq!(excerpt_of("# Only\n## headings"), "");
    }

    #[test]
    fn texts_lose_what_no_database_takes() {
        assert_eq!(text(Some("a\0b\r\nc\td\re\u{7}")), "ab\nc\td\ne");
        assert_eq!(line(Some(" a\n b\0 ")), "a b");
    }
}
