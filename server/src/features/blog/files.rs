//! Articles as files: Markdown after a header of `name: value` lines between `---`.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use chrono::{DateTime, SubsecRound, Utc};

use crate::{
    catalog::tag_slug,
    platform::{
        error::{Error, Result},
        markdown,
    },
};

/// An article from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArticleFile {
    pub slug: String,
    pub title: String,
    pub excerpt: String,
    pub description: Option<String>,
    /// The slug of its category.
    pub category: Option<String>,
    pub tags: Vec<String>,
    pub author: Option<String>,
    /// A page about the author.
    pub author_url: Option<String>,
    /// `None` for a draft.
    pub published: Option<DateTime<Utc>>,
    pub content: String,
}

/// A line of `categories.txt`: `slug | name | hsl(…) | description`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CategoryFile {
    pub slug: String,
    pub name: String,
    pub color: String,
    pub description: Option<String>,
}

/// A folder of articles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    pub categories: Vec<CategoryFile>,
    pub articles: Vec<ArticleFile>,
}

impl Collection {
    /// Reads `categories.txt`, if it exists, and every `*.md` in `folder`.
    ///
    /// # Errors
    ///
    /// With file and line of the first problem.
    pub fn open(folder: &Path) -> Result<Self> {
        let unreadable = |path: &Path, error: std::io::Error| {
            Error::Setup(format!("{} can't be read: {error}", path.display()))
        };
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(|error| unreadable(folder, error))? {
            paths.push(entry.map_err(|error| unreadable(folder, error))?.path());
        }
        paths.sort();
        let mut collection = Self::default();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_article = path.extension().is_some_and(|extension| extension == "md");
            if !is_article && name != "categories.txt" {
                continue;
            }
            let text = std::fs::read_to_string(&path).map_err(|error| unreadable(&path, error))?;
            collection.add(&name, &text)?;
        }
        Ok(collection)
    }

    /// Adds one file by its name.
    ///
    /// # Errors
    ///
    /// With file and line of the first problem.
    pub fn add(&mut self, name: &str, text: &str) -> Result<()> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let in_file = |message: String| Error::Setup(format!("{name}: {message}"));
        if let Some(slug) = name.strip_suffix(".md") {
            let article = article(slug, text).map_err(in_file)?;
            self.articles.push(article);
        } else {
            self.categories.extend(categories(text).map_err(in_file)?);
        }
        Ok(())
    }

    /// Checks that every article's category is in the folder or in `known`.
    ///
    /// # Errors
    ///
    /// With the first article with an unknown category.
    pub fn check(&self, known: impl Fn(&str) -> bool) -> Result<()> {
        for article in &self.articles {
            let Some(slug) = &article.category else {
                continue;
            };
            if !known(slug)
                && !self
                    .categories
                    .iter()
                    .any(|category| category.slug == *slug)
            {
                return Err(Error::Setup(format!(
                    "{}.md: there is no category \"{slug}\"; name it in categories.txt",
                    article.slug
                )));
            }
        }
        Ok(())
    }
}

fn article(slug: &str, text: &str) -> std::result::Result<ArticleFile, String> {
    check_slug(slug)?;
    let text = text.replace("\r\n", "\n");
    let (head, content) = text
        .strip_prefix("---\n")
        .and_then(|rest| rest.split_once("\n---\n"))
        .ok_or("it must begin with lines between two lines of ---")?;
    let mut fields = BTreeMap::new();
    for (number, line) in head
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        // The first line of the file is the opening `---`.
        let at = format!("line {}", number + 2);
        let (name, value) = line
            .split_once(':')
            .ok_or(format!("{at} is not \"name: value\""))?;
        let name = name.trim();
        if ![
            "title",
            "excerpt",
            "description",
            "category",
            "tags",
            "author",
            "author-url",
            "published",
        ]
        .contains(&name)
        {
            return Err(format!("{at}: nobody knows \"{name}\""));
        }
        if fields
            .insert(name.to_owned(), value.trim().to_owned())
            .is_some()
        {
            return Err(format!("{at}: \"{name}\" stands there twice"));
        }
    }
    let mut take = |name: &str| fields.remove(name).filter(|value| !value.is_empty());
    let published = take("published").map(|text| moment(&text)).transpose()?;
    let tags = take("tags").map(|text| tags(&text)).transpose()?;
    let content = content.trim().to_owned();
    if content.is_empty() {
        return Err("it has no text below its lines".to_owned());
    }
    if let Some(refusal) = markdown::refusal(&content) {
        return Err(refusal);
    }
    Ok(ArticleFile {
        slug: slug.to_owned(),
        title: take("title").ok_or("\"title\" is missing")?,
        excerpt: take("excerpt").ok_or("\"excerpt\" is missing")?,
        description: take("description"),
        category: take("category"),
        tags: tags.unwrap_or_default(),
        author: take("author"),
        author_url: take("author-url").map(web_address).transpose()?,
        published,
        content,
    })
}

/// The longest tag slug, as accepted by the tag's read.
const LONGEST_TAG: usize = 80;

/// Comma-separated tags, each with its own slug.
fn tags(text: &str) -> std::result::Result<Vec<String>, String> {
    let mut slugs = BTreeSet::new();
    let tags = text.split(',').map(str::trim).filter(|tag| !tag.is_empty());
    tags.map(|tag| match tag_slug(tag) {
        slug if slug.is_empty() => Err(format!("the tag \"{tag}\" has neither letter nor digit")),
        slug if slug.len() > LONGEST_TAG => Err(format!("the tag \"{tag}\" is too long")),
        slug if slugs.insert(slug.clone()) => Ok(tag.to_owned()),
        _ => Err(format!("the tag \"{tag}\" stands there twice")),
    })
    .collect()
}

/// A URL that a link may point to.
fn web_address(text: String) -> std::result::Result<String, String> {
    let has_host = ["http://", "https://"].iter().any(|scheme| {
        text.strip_prefix(scheme)
            .is_some_and(|rest| !rest.is_empty())
    });
    if has_host && !text.contains(char::is_whitespace) {
        Ok(text)
    } else {
        Err(format!(
            "\"author-url\" must begin with https://, not {text}"
        ))
    }
}

/// A time with its zone (RFC 3339), truncated to the databases' microseconds.
fn moment(text: &str) -> std::result::Result<DateTime<Utc>, String> {
    DateTime::parse_from_rfc3339(text)
        .map(|moment| moment.with_timezone(&Utc).trunc_subsecs(6))
        .map_err(|_| format!("\"published\" must look like 2025-03-04T11:00:00Z, not {text}"))
}

fn categories(text: &str) -> std::result::Result<Vec<CategoryFile>, String> {
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            category(line).map_err(|message| format!("line {}: {message}", number + 1))
        })
        .collect()
}

fn category(line: &str) -> std::result::Result<CategoryFile, String> {
    let mut parts = line.splitn(4, '|').map(|part| part.trim().to_owned());
    let mut next = || parts.next().filter(|part| !part.is_empty());
    let (Some(slug), Some(name), Some(color)) = (next(), next(), next()) else {
        return Err("it must be \"slug | name | hsl(20, 60%, 40%) | description\"".to_owned());
    };
    check_slug(&slug)?;
    let numbers = color
        .strip_prefix("hsl(")
        .and_then(|rest| rest.strip_suffix(')'));
    let is_color = numbers.is_some_and(|numbers| {
        numbers
            .chars()
            .all(|letter| letter.is_ascii_digit() || ", %".contains(letter))
    });
    if !is_color {
        return Err(format!("{color} is no color like hsl(20, 60%, 40%)"));
    }
    Ok(CategoryFile {
        slug,
        name,
        color,
        description: next(),
    })
}

fn check_slug(slug: &str) -> std::result::Result<(), String> {
    let is_slug = !slug.is_empty()
        && slug.len() <= 80
        && slug
            .chars()
            .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-');
    if is_slug {
        Ok(())
    } else {
        Err(format!(
            "\"{slug}\" is no slug: small letters, digits and hyphens, at most 80"
        ))
    }
}
