//! The blog, through a view.

use std::sync::Arc;

use super::View;
use crate::catalog::{
    blog::{Article, Category},
    entities::change::Kind,
    scope::Scope,
};

impl View {
    /// The published articles, newest first. Notes when the next one is published.
    #[must_use]
    pub fn articles(&self) -> Vec<Arc<Article>> {
        self.note(&Scope::Articles);
        let (out, next) = self.state.blog.published_at(self.now);
        if let Some(moment) = next {
            self.changes_at(moment);
        }
        out
    }

    /// The published article that used to have this slug.
    #[must_use]
    pub fn article_formerly_at(&self, slug: &str) -> Option<Arc<Article>> {
        let id = self.state.former_slugs.get(&(Kind::Article, slug.into()))?;
        let mut articles = self.articles().into_iter();
        articles.find(|article| article.facts.id == *id)
    }

    /// The displayed view count of `article`.
    #[must_use]
    pub fn views_of(&self, article: &Article) -> i64 {
        self.note(&Scope::ArticleViews(article.facts.id));
        self.state.blog.views_of(article.facts.id)
    }

    /// The version of `article`'s pictures in URLs, which changes with the text on them.
    #[must_use]
    pub fn picture_version(&self, article: &Article) -> String {
        let category = self.category_of(article);
        let changes = [
            Some(article.facts.updated_at),
            category.map(|category| category.updated_at),
        ];
        let newest = changes.into_iter().flatten().max().unwrap_or_default();
        format!("{}{}", newest.timestamp_micros(), self.site().mark)
    }

    /// The category that `article` is in.
    #[must_use]
    pub fn category_of(&self, article: &Article) -> Option<&Category> {
        let mut categories = self.article_categories().iter();
        let category =
            categories.find(|category| Some(category.id) == article.facts.category_id)?;
        Some(category)
    }

    /// The categories of articles, by name.
    #[must_use]
    pub fn article_categories(&self) -> &[Arc<Category>] {
        self.note(&Scope::Articles);
        self.state.blog.categories()
    }
}
