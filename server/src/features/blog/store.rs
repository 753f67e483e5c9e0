//! Writes articles to the database.

use std::{collections::HashMap, sync::Arc};

use chrono::{DateTime, TimeDelta, Utc};
use rust_embed::Embed;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, DatabaseTransaction, EntityTrait, IntoActiveModel,
    PaginatorTrait, QueryFilter, QuerySelect,
};
use uuid::Uuid;

use super::{
    FORMER,
    files::{ArticleFile, CategoryFile, Collection},
};
use crate::{
    catalog::{
        Catalog, Change, Kind,
        entities::{article, article_category, former_slug, shop::Texts},
        writing::record_changes,
    },
    platform::{
        clock::Clock,
        database::Database,
        error::{Error, Result},
        id_generator::IdGenerator,
    },
};

/// The demo's articles.
#[derive(Embed)]
#[folder = "src/features/blog/articles"]
struct Samples;

/// The result of [`import`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    pub added: usize,
    pub updated: usize,
    pub unchanged: usize,
    /// Slugs of articles that were changed or deleted in the panel and differ from their files.
    pub left_alone: Vec<String>,
    changes: Vec<Change>,
}

/// What to do with articles that were changed or deleted in the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edited {
    /// Leave them as they are.
    LeftAlone,
    /// Replace them with their files.
    Replaced,
}

/// Adds or updates the articles and categories of `collection` by slug, in one transaction. Unchanged ones are left
/// alone, so a second run changes nothing. A running server picks it up through the change feed.
///
/// # Errors
///
/// When an article's category doesn't exist, or the database fails.
pub async fn import(
    database: &Database,
    collection: &Collection,
    (clock, identifiers): (&Clock, &IdGenerator),
    edited: Edited,
) -> Result<Imported> {
    write(database, collection, (clock, identifiers), edited, false).await
}

/// Adds the demo's articles if there are no articles; returns how many.
pub async fn seed_samples(
    database: &Database,
    catalog: &Catalog,
    clock: &Clock,
    identifiers: &IdGenerator,
) -> Result<usize> {
    if article::Entity::find()
        .one(database.reads())
        .await?
        .is_some()
    {
        return Ok(0);
    }
    let written = write(
        database,
        &samples(clock.now())?,
        (clock, identifiers),
        Edited::LeftAlone,
        true,
    )
    .await?;
    catalog.refresh(&written.changes).await?;
    Ok(written.added)
}

/// Removes the demo's articles, and their categories if no other article uses them; returns how many articles.
pub async fn clear_samples(database: &Database, clock: &Clock) -> Result<u64> {
    let now = clock.now();
    database
        .transaction(|transaction| {
            Box::pin(async move {
                let gone = article::Entity::find()
                    .filter(article::Column::Sample.eq(true))
                    .all(transaction)
                    .await?;
                article::Entity::delete_many()
                    .filter(article::Column::Sample.eq(true))
                    .exec(transaction)
                    .await?;
                let mut changes: Vec<Change> =
                    gone.iter().map(|row| (Kind::Article, row.id)).collect();
                let categories = article_category::Entity::find()
                    .filter(article_category::Column::Sample.eq(true));
                for category in categories.all(transaction).await? {
                    let used =
                        article::Entity::find().filter(article::Column::CategoryId.eq(category.id));
                    if used.count(transaction).await? == 0 {
                        article_category::Entity::delete_by_id(category.id)
                            .exec(transaction)
                            .await?;
                        changes.push((Kind::Category, category.id));
                    }
                }
                record_changes(transaction, &changes, now).await?;
                Ok(gone.len() as u64)
            })
        })
        .await
}

/// The embedded articles, with their `published` dates shifted to around `now`.
fn samples(now: DateTime<Utc>) -> Result<Collection> {
    let mut collection = Collection::default();
    for name in Samples::iter() {
        let file = Samples::get(&name)
            .ok_or_else(|| Error::Internal(format!("{name} is not embedded")))?;
        let text = std::str::from_utf8(&file.data)
            .map_err(|error| Error::Internal(format!("{name}: {error}")))?;
        collection.add(&name, text)?;
    }
    // The last one is a week ahead, so there is always a scheduled one.
    let last = collection
        .articles
        .iter()
        .filter_map(|article| article.published)
        .max();
    let shift = last.map_or(TimeDelta::zero(), |last| {
        TimeDelta::days((now + TimeDelta::days(7) - last).num_days())
    });
    for article in &mut collection.articles {
        article.published = article.published.map(|moment| moment + shift);
    }
    Ok(collection)
}

async fn write(
    database: &Database,
    collection: &Collection,
    (clock, identifiers): (&Clock, &IdGenerator),
    edited: Edited,
    sample: bool,
) -> Result<Imported> {
    let (now, collection, identifiers) = (
        clock.now(),
        Arc::new(collection.clone()),
        identifiers.clone(),
    );
    database
        .transaction(|transaction| {
            let (collection, identifiers) = (collection.clone(), identifiers.clone());
            Box::pin(async move {
                let mut writer = Writer {
                    transaction,
                    identifiers,
                    now,
                    edited,
                    sample,
                    done: Imported::default(),
                };
                let categories = writer.categories(&collection).await?;
                for file in &collection.articles {
                    writer.article(file, &categories).await?;
                }
                record_changes(transaction, &writer.done.changes, now).await?;
                Ok(writer.done)
            })
        })
        .await
}

struct Writer<'a> {
    transaction: &'a DatabaseTransaction,
    identifiers: IdGenerator,
    now: DateTime<Utc>,
    edited: Edited,
    sample: bool,
    done: Imported,
}

impl Writer<'_> {
    /// Writes the categories; returns all IDs by slug.
    async fn categories(&mut self, collection: &Collection) -> Result<HashMap<String, Uuid>> {
        let known = article_category::Entity::find()
            .all(self.transaction)
            .await?;
        let mut known: HashMap<String, article_category::Model> = known
            .into_iter()
            .map(|row| (row.slug.clone(), row))
            .collect();
        collection.check(|slug| known.contains_key(slug))?;
        for file in &collection.categories {
            let row = self.category(file, known.remove(&file.slug)).await?;
            known.insert(row.slug.clone(), row);
        }
        Ok(known
            .into_iter()
            .map(|(slug, row)| (slug, row.id))
            .collect())
    }

    async fn category(
        &mut self,
        file: &CategoryFile,
        known: Option<article_category::Model>,
    ) -> Result<article_category::Model> {
        let before = known.clone();
        let mut row = known.unwrap_or_else(|| article_category::Model {
            id: self.identifiers.next(),
            slug: file.slug.clone(),
            name: String::new(),
            description: None,
            color: String::new(),
            sample: self.sample,
            created_at: self.now,
            updated_at: self.now,
            version: 0,
        });
        row.name.clone_from(&file.name);
        row.description.clone_from(&file.description);
        row.color.clone_from(&file.color);
        // Rewriting a sample makes it the editor's own.
        row.sample = self.sample;
        if before.as_ref() == Some(&row) {
            return Ok(row);
        }
        row.version += 1;
        row.updated_at = self.now;
        let active = row.clone().into_active_model().reset_all();
        if before.is_some() {
            article_category::Entity::update(active)
                .exec(self.transaction)
                .await?;
        } else {
            article_category::Entity::insert(active)
                .exec_without_returning(self.transaction)
                .await?;
        }
        self.done.changes.push((Kind::Category, row.id));
        Ok(row)
    }

    async fn article(
        &mut self,
        file: &ArticleFile,
        categories: &HashMap<String, Uuid>,
    ) -> Result<()> {
        // Held until the commit, because another node may be adding views to the row.
        let find = article::Entity::find()
            .filter(article::Column::Slug.eq(&file.slug))
            .lock_exclusive();
        let mut before = find.one(self.transaction).await?;
        let mut is_deleted = false;
        if before.is_none()
            && let Some(former) = self.former(&file.slug).await?
        {
            let moved = article::Entity::find_by_id(former.target_id).lock_exclusive();
            before = moved.one(self.transaction).await?;
            is_deleted = before.is_none();
        }
        let mut row = before.clone().unwrap_or_else(|| article::Model {
            id: self.identifiers.next(),
            slug: file.slug.clone(),
            title: String::new(),
            excerpt: String::new(),
            content: String::new(),
            meta_description: None,
            category_id: None,
            tags: Texts::default(),
            author: None,
            author_url: None,
            published_at: None,
            view_count: 0,
            sample: self.sample,
            created_at: self.now,
            updated_at: self.now,
            version: 0,
            edition: 0,
            edited_at: None,
        });
        row.title.clone_from(&file.title);
        row.sample = self.sample;
        row.excerpt.clone_from(&file.excerpt);
        row.content.clone_from(&file.content);
        row.meta_description.clone_from(&file.description);
        row.category_id = file
            .category
            .as_ref()
            .and_then(|slug| categories.get(slug).copied());
        row.tags = Texts(file.tags.clone());
        row.author.clone_from(&file.author);
        row.author_url.clone_from(&file.author_url);
        row.published_at = file.published;
        if before.as_ref() == Some(&row) {
            self.done.unchanged += 1;
            return Ok(());
        }
        if is_deleted || row.edited_at.is_some() {
            if self.edited == Edited::LeftAlone {
                self.done.left_alone.push(file.slug.clone());
                return Ok(());
            }
            row.edited_at = None;
        }
        row.version += 1;
        row.edition += 1;
        // A sample's text is as old as its date.
        row.updated_at = if self.sample {
            file.published.unwrap_or(self.now).min(self.now)
        } else {
            self.now
        };
        let active = row.clone().into_active_model().reset_all();
        if before.is_some() {
            self.done.updated += 1;
            article::Entity::update(active)
                .exec(self.transaction)
                .await?;
        } else {
            self.done.added += 1;
            article::Entity::insert(active)
                .exec_without_returning(self.transaction)
                .await?;
        }
        self.done.changes.push((Kind::Article, row.id));
        Ok(())
    }

    /// What was at this slug before the panel moved or deleted it.
    async fn former(&self, slug: &str) -> Result<Option<former_slug::Model>> {
        let former = former_slug::Entity::find()
            .filter(former_slug::Column::Kind.eq(FORMER))
            .filter(former_slug::Column::Slug.eq(slug));
        Ok(former.one(self.transaction).await?)
    }
}
