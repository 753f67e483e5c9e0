//! The blog as it is held in memory. It is small, so each state holds it whole, in the order that readers see.

use std::{
    cmp::Reverse,
    sync::{Arc, OnceLock},
};

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::entities::{article, article_category};
use crate::platform::markdown;

/// Words a minute: what people read of plain prose on a screen.
const WORDS_A_MINUTE: usize = 220;

/// A subject that articles are sorted by.
pub type Category = article_category::Model;

/// An article.
#[derive(Clone, Debug)]
pub struct Article {
    /// Its row.
    pub row: article::Model,
    /// Rendered when it is first asked for; kept while the words stay.
    html: Arc<OnceLock<String>>,
}

impl Article {
    fn new(row: article::Model) -> Self {
        Self {
            row,
            html: Arc::default(),
        }
    }

    /// Its content as safe HTML. `origin` is the site's address, the same for as long as the process runs.
    #[must_use]
    pub fn html(&self, origin: &str) -> &str {
        self.html
            .get_or_init(|| markdown::to_safe_html(&self.row.content, origin))
    }

    /// When it came out; of drafts, the beginning of time.
    #[must_use]
    pub fn published_at(&self) -> DateTime<Utc> {
        self.row.published_at.unwrap_or_default()
    }

    /// When what its page shows last changed: its words may be older than the day on which it came out.
    #[must_use]
    pub fn changed_at(&self) -> DateTime<Utc> {
        self.row.updated_at.max(self.published_at())
    }

    /// Its tags as they are written, with their slugs.
    pub fn tags(&self) -> impl Iterator<Item = (&str, String)> {
        let tags = self.row.tags.0.iter();
        tags.map(|tag| (tag.as_str(), tag_slug(tag)))
    }

    /// Whole minutes that reading takes, at least one.
    #[must_use]
    pub fn read_minutes(&self) -> usize {
        let words = self.row.content.split_whitespace().count();
        words.div_ceil(WORDS_A_MINUTE).max(1)
    }
}

/// A tag as it stands in addresses: small letters and digits, hyphens between words.
#[must_use]
pub fn tag_slug(tag: &str) -> String {
    let lower = tag.to_lowercase();
    let words = lower
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// What became of an article's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Put {
    /// It was known.
    Known,
    /// Only its views are others.
    Viewed,
    /// Its words are others.
    Changed,
}

/// All articles and categories.
#[derive(Clone, Debug, Default)]
pub struct Blog {
    /// Dated ones first to last by their date backwards, drafts after them.
    articles: imbl::Vector<Arc<Article>>,
    /// By name.
    categories: Arc<Vec<Arc<Category>>>,
}

impl Blog {
    /// The articles that are out at `now`, the newest first, and when the next one comes out.
    pub(super) fn published_at(
        &self,
        now: DateTime<Utc>,
    ) -> (Vec<Arc<Article>>, Option<DateTime<Utc>>) {
        let mut next = None;
        let mut out = Vec::new();
        for article in &self.articles {
            match article.row.published_at {
                // Sorted backwards: the last one seen is the first to come.
                Some(moment) if moment > now => next = Some(moment),
                Some(_) => out.push(article.clone()),
                None => {}
            }
        }
        (out, next)
    }

    pub(super) fn categories(&self) -> &[Arc<Category>] {
        &self.categories
    }

    /// Takes over an article's row; `None` when it was removed.
    pub(super) fn put_article(&mut self, id: Uuid, row: Option<article::Model>) -> Put {
        let place = self
            .articles
            .iter()
            .position(|article| article.row.id == id);
        let known = place.and_then(|place| self.articles.get(place)).cloned();
        let Some(row) = row else {
            return match place {
                Some(place) => {
                    self.articles.remove(place);
                    Put::Changed
                }
                None => Put::Known,
            };
        };
        if let Some(known) = &known
            && known.row.version >= row.version
        {
            return Put::Known;
        }
        let viewed_only = known.as_ref().is_some_and(|known| {
            let same = article::Model {
                view_count: row.view_count,
                version: row.version,
                ..known.row.clone()
            };
            same == row
        });
        let mut article = Article::new(row);
        if let Some(known) = known.filter(|known| known.row.content == article.row.content) {
            article.html = known.html.clone();
        }
        if let Some(place) = place {
            self.articles.remove(place);
        }
        self.articles.push_back(Arc::new(article));
        let key = |article: &Article| (Reverse(article.row.published_at), article.row.id);
        self.articles.sort_by(|a, b| key(a).cmp(&key(b)));
        if viewed_only {
            Put::Viewed
        } else {
            Put::Changed
        }
    }

    /// Takes over a category's row, `None` when it was removed; whether that was new.
    pub(super) fn put_category(&mut self, id: Uuid, row: Option<article_category::Model>) -> bool {
        let known = self.categories.iter().find(|category| category.id == id);
        match (&row, known) {
            (None, None) => return false,
            (Some(row), Some(known)) if known.version >= row.version => return false,
            _ => {}
        }
        let categories = Arc::make_mut(&mut self.categories);
        categories.retain(|category| category.id != id);
        categories.extend(row.map(Arc::new));
        categories.sort_by(|a, b| (&a.name, a.id).cmp(&(&b.name, b.id)));
        true
    }
}
