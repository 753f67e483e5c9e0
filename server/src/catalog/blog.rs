//! The blog in memory. It is small, so each state holds all of it, in readers' order.

use std::{
    cmp::Reverse,
    sync::{Arc, OnceLock},
};

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    entities::{article, article_category},
    photos::Photo,
};
use crate::platform::markdown;

/// Words per minute: a typical reading speed for prose on a screen.
const WORDS_A_MINUTE: usize = 220;

/// An article with its photos.
pub(super) type ArticleRow = (article::Model, Box<[Photo]>);

/// A subject that articles are sorted by.
pub type Category = article_category::Model;

/// An article.
#[derive(Clone, Debug)]
pub struct Article {
    pub facts: ArticleFacts,
    /// Rendered on first use, and kept until the text changes.
    html: Arc<OnceLock<String>>,
}

/// An article's row without its views, which come from a [view](super::View::views_of), so that answers which show
/// views depend on a separate scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArticleFacts {
    pub id: Uuid,
    pub slug: String,
    pub title: String,
    /// One or two sentences for lists.
    pub excerpt: String,
    /// Markdown (CommonMark with tables).
    pub content: String,
    /// For search engines; the excerpt stands in where it is absent.
    pub meta_description: Option<String>,
    pub category_id: Option<Uuid>,
    /// As people write them, such as `cold brew`.
    pub tags: Vec<String>,
    /// Absent: the site itself.
    pub author: Option<String>,
    /// A page about the author, with `http` or `https`.
    pub author_url: Option<String>,
    /// The first is the article's picture.
    pub photos: Box<[Photo]>,
    /// When it becomes public; `None` for a draft.
    pub published_at: Option<DateTime<Utc>>,
    /// When its text last changed.
    pub updated_at: DateTime<Utc>,
}

impl From<ArticleRow> for ArticleFacts {
    fn from((row, photos): (article::Model, Box<[Photo]>)) -> Self {
        Self {
            photos,
            id: row.id,
            slug: row.slug,
            title: row.title,
            excerpt: row.excerpt,
            content: row.content,
            meta_description: row.meta_description,
            category_id: row.category_id,
            tags: row.tags.0,
            author: row.author,
            author_url: row.author_url,
            published_at: row.published_at,
            updated_at: row.updated_at,
        }
    }
}

impl Article {
    /// Its content as safe HTML. `origin` is the site's origin, which doesn't change while the process runs.
    #[must_use]
    pub fn html(&self, origin: &str) -> &str {
        self.html.get_or_init(|| {
            let picture = |key: &str| {
                let photo = self.facts.photos.iter().find(|photo| &*photo.key == key)?;
                Some(markdown::Picture {
                    key: key.to_owned(),
                    widths: photo.widths.to_vec(),
                    width: photo.width,
                    height: photo.height,
                })
            };
            markdown::to_safe_html(&self.facts.content, origin, &picture)
        })
    }

    /// When it was published; for drafts, the beginning of time.
    #[must_use]
    pub fn published_at(&self) -> DateTime<Utc> {
        self.facts.published_at.unwrap_or_default()
    }

    /// When its page last changed: the text may be older than the publication date.
    #[must_use]
    pub fn changed_at(&self) -> DateTime<Utc> {
        self.facts.updated_at.max(self.published_at())
    }

    /// Its tags as written, with their slugs.
    pub fn tags(&self) -> impl Iterator<Item = (&str, String)> {
        let tags = self.facts.tags.iter();
        tags.map(|tag| (tag.as_str(), tag_slug(tag)))
    }

    /// Reading time in whole minutes, at least one.
    #[must_use]
    pub fn read_minutes(&self) -> usize {
        minutes_to_read(word_count(&self.facts.content))
    }

    /// Its position in readers' order: dated articles newest first, then drafts.
    fn place(&self) -> Place {
        (Reverse(self.facts.published_at), self.facts.id)
    }
}

/// The number of words in a text.
#[must_use]
pub fn word_count(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Reading time in whole minutes for this many words, at least one.
#[must_use]
pub fn minutes_to_read(words: usize) -> usize {
    words.div_ceil(WORDS_A_MINUTE).max(1)
}

/// A tag in URLs: lower-case letters and digits, with hyphens between words.
#[must_use]
pub fn tag_slug(tag: &str) -> String {
    let lower = tag.to_lowercase();
    let words = lower
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

type Place = (Reverse<Option<DateTime<Utc>>>, Uuid);

/// What changed with an article's row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Moved {
    pub(super) words: bool,
    pub(super) views: bool,
}

/// All articles and categories.
#[derive(Clone, Debug, Default)]
pub struct Blog {
    articles: imbl::HashMap<Uuid, StoredArticle>,
    /// Readers' order.
    order: imbl::OrdSet<Place>,
    /// Sorted by name.
    categories: Arc<Vec<Arc<Category>>>,
}

#[derive(Clone, Debug)]
struct StoredArticle {
    article: Arc<Article>,
    views: i64,
    version: i64,
}

impl Blog {
    /// The articles published at `now`, newest first, and when the next one will be.
    pub(super) fn published_at(
        &self,
        now: DateTime<Utc>,
    ) -> (Vec<Arc<Article>>, Option<DateTime<Utc>>) {
        let mut next = None;
        let mut out = Vec::new();
        for (Reverse(published), id) in &self.order {
            match published {
                // Iterated backward: the last one seen is the next to be published.
                Some(moment) if *moment > now => next = Some(*moment),
                Some(_) => out.extend(self.articles.get(id).map(|held| held.article.clone())),
                None => break,
            }
        }
        (out, next)
    }

    pub(super) fn views_of(&self, id: Uuid) -> i64 {
        self.articles.get(&id).map_or(0, |held| held.views)
    }

    pub(super) fn categories(&self) -> &[Arc<Category>] {
        &self.categories
    }

    /// Applies an article's row (`None` if it was removed); returns `None` if nothing is new.
    pub(super) fn put_article(&mut self, id: Uuid, row: Option<ArticleRow>) -> Option<Moved> {
        let known = self.articles.get(&id).cloned();
        let Some(row) = row else {
            let known = known?;
            self.order.remove(&known.article.place());
            self.articles.remove(&id);
            return Some(Moved {
                words: true,
                views: known.views != 0,
            });
        };
        if let Some(known) = &known
            && known.version >= row.0.version
        {
            return None;
        }
        let (views, version) = (row.0.view_count, row.0.version);
        let moved_views = views != known.as_ref().map_or(0, |known| known.views);
        let facts = ArticleFacts::from(row);
        let same = known.as_ref().filter(|known| known.article.facts == facts);
        let moved = Moved {
            words: same.is_none(),
            views: moved_views,
        };
        let article = match same {
            Some(known) => known.article.clone(),
            None => self.place_anew(facts, known.as_ref().map(|known| &*known.article)),
        };
        let held = StoredArticle {
            article,
            views,
            version,
        };
        self.articles.insert(id, held);
        Some(moved)
    }

    /// The article with these facts, at its place in the order, replacing `known`.
    fn place_anew(&mut self, facts: ArticleFacts, known: Option<&Article>) -> Arc<Article> {
        let same_content = known.filter(|known| {
            known.facts.content == facts.content && known.facts.photos == facts.photos
        });
        let html = same_content.map_or_else(Arc::default, |known| known.html.clone());
        let article = Article { facts, html };
        if let Some(known) = known {
            self.order.remove(&known.place());
        }
        self.order.insert(article.place());
        Arc::new(article)
    }

    /// Applies a category's row (`None` if it was removed); returns whether it was new.
    pub(super) fn put_category(&mut self, id: Uuid, row: Option<article_category::Model>) -> bool {
        let known = self.categories.iter().find(|category| category.id == id);
        match (&row, known) {
            (None, None) => return false,
            (Some(row), Some(known)) if known.version >= row.version => return false,
            _ => {}
        }
        let categories = Arc::make_mut(&mut self.categories);
        categories.retain(|category| category.id != id);
        if let Some(row) = row {
            let comes_before = |other: &Arc<Category>| (&other.name, other.id) < (&row.name, id);
            let place = categories.partition_point(comes_before);
            categories.insert(place, Arc::new(row));
        }
        true
    }
}
