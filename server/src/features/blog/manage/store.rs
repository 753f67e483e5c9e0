//! Writes articles for the administrator.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, QuerySelect,
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    answers::AdminArticle,
    history, pictures,
    rules::{self, ArticleDraft},
};
use crate::{
    catalog::{
        Kind,
        entities::{
            article, article_category,
            audit::image,
            former_slug::{self, Column as Former},
            shop::Texts,
        },
        not_found::article_not_found,
        writing::{self, Act, Subject},
    },
    features::{Services, blog::FORMER},
    platform::{
        error::{Error, Result},
        id_generator::IdGenerator,
        web::Actor,
    },
};

/// How many numbers to try for a slug made from a title.
const TRIES: usize = 50;
/// Draft changes with shorter gaps between them become one entry.
const ONE_GO: TimeDelta = TimeDelta::minutes(10);

/// Every article: drafts first, then scheduled, then published ones, newest first in each group.
pub(super) async fn all(services: &Services) -> Result<Vec<article::Model>> {
    let mut rows = article::Entity::find()
        .all(services.database.reads())
        .await?;
    let now = services.clock.now();
    rows.sort_by_cached_key(|row| {
        let state = super::answers::ArticleState::of(row, now);
        let moment = row.published_at.unwrap_or(row.updated_at);
        (state, std::cmp::Reverse(moment), row.id)
    });
    Ok(rows)
}

pub(super) async fn one(services: &Services, id: Uuid) -> Result<article::Model> {
    article::Entity::find_by_id(id)
        .one(services.database.reads())
        .await?
        .ok_or_else(article_not_found)
}

pub(super) async fn create(
    services: &Services,
    actor: Actor,
    draft: ArticleDraft,
) -> Result<article::Model> {
    let id = services.identifiers.next();
    let (origin, identifiers) = (services.settings.origin(), services.identifiers.clone());
    let zone = services.settings.time_zone;
    let acted = services
        .ledger
        .act(actor, "article.create", move |act| {
            let (draft, origin, identifiers) = (draft.clone(), origin.clone(), identifiers.clone());
            Box::pin(async move {
                let now = act.now();
                let mut row = blank(id, now);
                let known = categories(act.transaction()).await?;
                rules::fill(&mut row, &draft, &known, (now, zone))?;
                row.slug = match rules::asked_slug(&draft)? {
                    Some(slug) => {
                        refuse_taken(act.transaction(), &slug, id).await?;
                        slug
                    }
                    None => free_slug(act.transaction(), &row.title, id).await?,
                };
                act.set_subject(Subject::new("article", id, &row.title));
                act.insert(&row).await?;
                pictures::follow(act, id, (&row.content, &origin), &identifiers).await?;
                Ok(row)
            })
        })
        .await
        .map_err(taken_meanwhile)?;
    Ok(acted.value)
}

pub(super) async fn update(
    services: &Services,
    actor: Actor,
    id: Uuid,
    draft: ArticleDraft,
) -> Result<article::Model> {
    let former = services.identifiers.next();
    let (origin, identifiers) = (services.settings.origin(), services.identifiers.clone());
    let zone = services.settings.time_zone;
    let acted = services
        .ledger
        .act(actor, history::EDIT, move |act| {
            let (draft, origin, identifiers) = (draft.clone(), origin.clone(), identifiers.clone());
            Box::pin(async move {
                let now = act.now();
                let row = unchanged_since(act, (id, draft.version), zone).await?;
                let mut after = row.clone();
                let known = categories(act.transaction()).await?;
                rules::fill(&mut after, &draft, &known, (now, zone))?;
                if let Some(slug) = rules::asked_slug(&draft)?
                    && slug != row.slug
                {
                    refuse_taken(act.transaction(), &slug, id).await?;
                    forget_former(act.transaction(), &slug).await?;
                    if was_public(act.transaction(), &row, now).await? {
                        keep_former(act, former, &row).await?;
                    }
                    after.slug = slug;
                }
                if after == row {
                    return Ok((row, false));
                }
                let is_draft = row.published_at.is_none() && after.published_at.is_none();
                let row = written(act, &row, after, (&origin, &identifiers)).await?;
                Ok((row, is_draft))
            })
        })
        .await
        .map_err(taken_meanwhile)?;
    let (row, is_draft) = acted.value;
    if let Some(entry) = acted.entry
        && is_draft
    {
        // A draft saves itself every few seconds; edits in one go become one history entry.
        writing::fold_into_previous(&services.database, entry, ONE_GO).await?;
    }
    Ok(row)
}

/// Restores an article's earlier text; its slug and dates stay.
pub(super) async fn restore(
    services: &Services,
    actor: Actor,
    (id, entry): (Uuid, Uuid),
    version: Option<i64>,
) -> Result<article::Model> {
    let past = history::version(services.database.reads(), id, entry).await?;
    let (origin, identifiers) = (services.settings.origin(), services.identifiers.clone());
    let zone = services.settings.time_zone;
    let acted = services
        .ledger
        .act(actor, history::RESTORE, move |act| {
            let (past, origin, identifiers) = (past.clone(), origin.clone(), identifiers.clone());
            Box::pin(async move {
                let row = unchanged_since(act, (id, version), zone).await?;
                let known = categories(act.transaction()).await?;
                let after = article::Model {
                    title: past.after.title,
                    excerpt: past.after.excerpt,
                    content: past.after.content,
                    meta_description: past.after.meta_description,
                    category_id: past.after.category_id.filter(|id| known.contains(id)),
                    tags: past.after.tags,
                    author: past.after.author,
                    author_url: past.after.author_url,
                    ..row.clone()
                };
                if after == row {
                    return Ok(row);
                }
                if after.published_at.is_some() && after.content.trim().is_empty() {
                    return Err(Error::Conflict(
                        "That version had no text. Make the article a draft first.".into(),
                    ));
                }
                act.set_note(&format!(
                    "As of {}",
                    past.at.format("%b %-d, %Y, %H:%M UTC")
                ));
                written(act, &row, after, (&origin, &identifiers)).await
            })
        })
        .await?;
    Ok(acted.value)
}

/// The row, locked, unless someone has changed it since `version`.
async fn unchanged_since(
    act: &Act<'_>,
    (id, version): (Uuid, Option<i64>),
    zone: Tz,
) -> Result<article::Model> {
    let row: article::Model = act.find(id).await?.ok_or_else(article_not_found)?;
    if version.is_some_and(|version| version != row.edition) {
        return Err(changed_meanwhile(row, (act.now(), zone)));
    }
    act.set_subject(Subject::new("article", id, &row.title));
    Ok(row)
}

/// Writes an editor's changes, with the pictures that the text refers to.
async fn written(
    act: &Act<'_>,
    before: &article::Model,
    mut after: article::Model,
    (origin, identifiers): (&str, &IdGenerator),
) -> Result<article::Model> {
    after.edited_at = Some(act.now());
    after.sample = false;
    if after.content != before.content {
        pictures::follow(act, after.id, (&after.content, origin), identifiers).await?;
    }
    act.update(before, after).await
}

/// Returns the entry in the audit log.
pub(super) async fn delete(services: &Services, actor: Actor, id: Uuid) -> Result<Option<Uuid>> {
    let former = services.identifiers.next();
    let (origin, identifiers) = (services.settings.origin(), services.identifiers.clone());
    let acted = services
        .ledger
        .act(actor, "article.delete", move |act| {
            let (origin, identifiers) = (origin.clone(), identifiers.clone());
            Box::pin(async move {
                let row: article::Model = act.find(id).await?.ok_or_else(article_not_found)?;
                act.set_subject(Subject::new("article", id, &row.title));
                act.delete(&row).await?;
                pictures::follow(act, id, ("", &origin), &identifiers).await?;
                // This tells an import with this file that the article was removed on purpose.
                keep_former(act, former, &row).await
            })
        })
        .await?;
    Ok(acted.entry)
}

fn blank(id: Uuid, now: DateTime<Utc>) -> article::Model {
    article::Model {
        id,
        slug: String::new(),
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
        sample: false,
        created_at: now,
        updated_at: now,
        version: 1,
        edition: 1,
        edited_at: Some(now),
    }
}

async fn categories(transaction: &DatabaseTransaction) -> Result<Vec<Uuid>> {
    let ids = article_category::Entity::find()
        .select_only()
        .column(article_category::Column::Id);
    Ok(ids.into_tuple().all(transaction).await?)
}

/// Refuses a slug that another article has, or that still redirects to one.
async fn refuse_taken(transaction: &DatabaseTransaction, slug: &str, id: Uuid) -> Result<()> {
    if let Some(title) = holder(transaction, slug, id).await? {
        return Err(Error::invalid_field(
            "slug",
            format!("“{title}” already uses this slug. Please choose another one."),
        ));
    }
    Ok(())
}

/// The title of another article that `slug` leads to.
pub(super) async fn holder(
    transaction: &DatabaseTransaction,
    slug: &str,
    id: Uuid,
) -> Result<Option<String>> {
    let here = article::Entity::find().filter(article::Column::Slug.eq(slug));
    if let Some(row) = here.one(transaction).await? {
        return Ok((row.id != id).then_some(row.title));
    }
    let former = former_slug::Entity::find()
        .filter(Former::Kind.eq(FORMER))
        .filter(Former::Slug.eq(slug));
    let Some(former) = former.one(transaction).await? else {
        return Ok(None);
    };
    if former.target_id == id {
        return Ok(None);
    }
    let row = article::Entity::find_by_id(former.target_id)
        .one(transaction)
        .await?;
    // A deleted article's slug stays reserved, so that its deletion can be undone and old links don't lead to another text.
    Ok(Some(row.map_or_else(
        || "A deleted article".to_owned(),
        |row| row.title,
    )))
}

async fn free_slug(transaction: &DatabaseTransaction, title: &str, id: Uuid) -> Result<String> {
    let base = rules::slug_of_title(title);
    if base.is_empty() {
        return Err(Error::invalid_field(
            "slug",
            "Please enter a slug; the title has no letters or digits.",
        ));
    }
    for number in 1..=TRIES {
        let slug = if number == 1 {
            base.clone()
        } else {
            let short: String = base.chars().take(76).collect();
            format!("{}-{number}", short.trim_end_matches('-'))
        };
        if holder(transaction, &slug, id).await?.is_none() {
            return Ok(slug);
        }
    }
    Err(Error::invalid_field(
        "slug",
        "Too many articles have this title. Please enter a slug.",
    ))
}

/// Whether readers may know the article's slug: it is published, or was before it became a draft again.
pub(super) async fn was_public(
    transaction: &DatabaseTransaction,
    row: &article::Model,
    now: DateTime<Utc>,
) -> Result<bool> {
    if row.published_at.is_some_and(|moment| moment <= now) {
        return Ok(true);
    }
    let images = image::Entity::find()
        .filter(image::Column::RowId.eq(row.id))
        .all(transaction)
        .await?;
    let published = |image: &Value| {
        let moment = image.get("published_at").and_then(Value::as_str)?;
        moment.parse::<DateTime<Utc>>().ok()
    };
    let mut moments = images
        .iter()
        .flat_map(|image| [&image.before_image, &image.after_image])
        .flatten()
        .filter_map(published);
    Ok(moments.any(|moment| moment <= now))
}

/// Makes the slug of `row` redirect to it from now on.
pub(super) async fn keep_former(act: &Act<'_>, id: Uuid, row: &article::Model) -> Result<()> {
    forget_former(act.transaction(), &row.slug).await?;
    let former = former_slug::ActiveModel {
        id: Set(id),
        kind: Set(FORMER.to_owned()),
        slug: Set(row.slug.clone()),
        target_id: Set(row.id),
        created_at: Set(act.now()),
    };
    former_slug::Entity::insert(former)
        .exec_without_returning(act.transaction())
        .await?;
    act.touch((Kind::Article, row.id));
    Ok(())
}

pub(super) async fn forget_former(transaction: &DatabaseTransaction, slug: &str) -> Result<()> {
    former_slug::Entity::delete_many()
        .filter(Former::Kind.eq(FORMER))
        .filter(Former::Slug.eq(slug))
        .exec(transaction)
        .await?;
    Ok(())
}

fn changed_meanwhile(row: article::Model, clocks: (DateTime<Utc>, Tz)) -> Error {
    let current = AdminArticle::of(row, clocks);
    Error::ConflictWith {
        message: "Someone changed this article after you opened it.".into(),
        // `article` is what older screens read.
        details: json!({ "kind": "stale", "current": current, "article": current }),
    }
}

/// If two articles take one slug simultaneously, the database lets one through.
fn taken_meanwhile(error: Error) -> Error {
    match &error {
        Error::Database(cause)
            if matches!(
                cause.sql_err(),
                Some(sea_orm::SqlErr::UniqueConstraintViolation(_))
            ) =>
        {
            Error::invalid_field(
                "slug",
                "Another article already uses this slug. Please choose another one.",
            )
        }
        _ => error,
    }
}
