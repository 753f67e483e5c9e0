//! Photos in the catalog, and the steps for changing them. A photo belongs to a shop, a town, a story or an article,
//! and nodes learn about it through a change of that row.

mod owned;
mod purge;
mod words;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveModelTrait, ActiveValue::NotSet, ColumnTrait, ConnectionTrait, EntityTrait, ExprTrait,
    IntoActiveModel, QueryFilter, QueryOrder, sea_query::Expr,
};
use uuid::Uuid;

use super::{
    Change,
    entities::{
        article,
        change::Kind,
        city,
        photo::{self, OwnerKind},
        shop,
    },
};
use crate::platform::{
    error::{Error, Result},
    id_generator::IdGenerator,
    photo_files::{StoredPhoto, Widths, address_of},
};

pub(super) use owned::OwnedPhotos;
pub use purge::{give_up, give_up_all, give_up_originals, purge, removed_kept};
pub use words::alternative_text;

/// A photo in the catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Photo {
    pub key: Box<str>,
    /// In pixels, smallest first.
    pub widths: Box<[u32]>,
    /// Width of the largest file.
    pub width: u32,
    pub height: u32,
    pub alternative_text: Option<Box<str>>,
    pub credit: Option<Box<str>>,
    pub source_url: Option<Box<str>>,
    pub license: Option<Box<str>>,
    pub expires_at: Option<DateTime<Utc>>,
}

impl Photo {
    /// The URL of the largest file.
    #[must_use]
    pub fn address(&self) -> String {
        address_of(&self.key, self.width)
    }
}

impl From<photo::Model> for Photo {
    fn from(row: photo::Model) -> Self {
        let side = |pixels: i32| u32::try_from(pixels).unwrap_or_default();
        Self {
            key: row.key.into(),
            widths: row.widths.0.into(),
            width: side(row.width),
            height: side(row.height),
            alternative_text: row.alternative_text.map(Into::into),
            credit: row.credit.map(Into::into),
            source_url: row.source_url.map(Into::into),
            license: row.license.map(Into::into),
            expires_at: row.expires_at,
        }
    }
}

/// What a photo belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    Shop(Uuid),
    City(Uuid),
    /// A story, and the shop that told it.
    Story(Uuid, Uuid),
    Article(Uuid),
}

impl Owner {
    fn kind(self) -> OwnerKind {
        match self {
            Self::Shop(_) => OwnerKind::Shop,
            Self::City(_) => OwnerKind::City,
            Self::Story(..) => OwnerKind::Story,
            Self::Article(_) => OwnerKind::Article,
        }
    }

    fn id(self) -> Uuid {
        match self {
            Self::Shop(id) | Self::City(id) | Self::Story(id, _) | Self::Article(id) => id,
        }
    }

    /// The change to report to nodes.
    fn change(self) -> Change {
        match self {
            Self::Shop(id) | Self::Story(_, id) => (Kind::Shop, id),
            Self::City(id) => (Kind::City, id),
            Self::Article(id) => (Kind::Article, id),
        }
    }
}

/// The change to report when the row changes. A story's photo doesn't contain its shop, so its writer reports it.
pub(super) fn change_of(row: &photo::Model) -> Option<Change> {
    match row.owner_kind {
        OwnerKind::Shop => Some((Kind::Shop, row.owner_id)),
        OwnerKind::City => Some((Kind::City, row.owner_id)),
        OwnerKind::Article => Some((Kind::Article, row.owner_id)),
        OwnerKind::Story => None,
    }
}

/// A new photo.
#[derive(Clone, Debug)]
pub struct NewPhoto {
    pub owner: Owner,
    /// Marked as used in the same transaction.
    pub file: StoredPhoto,
    pub alternative_text: Option<String>,
    pub credit: Option<String>,
    /// `owner`, `admin`, `website` …
    pub source: &'static str,
    pub source_url: Option<String>,
    pub license: Option<String>,
    pub fetched_at: Option<DateTime<Utc>>,
    pub expires_at: Option<DateTime<Utc>>,
}

impl NewPhoto {
    /// A photo uploaded by a person, without alt text or credit.
    #[must_use]
    pub fn uploaded(owner: Owner, file: StoredPhoto, source: &'static str) -> Self {
        Self {
            owner,
            file,
            alternative_text: None,
            credit: None,
            source,
            source_url: None,
            license: None,
            fetched_at: None,
            expires_at: None,
        }
    }
}

/// The row of a photo placed after the owner's others, not yet written.
pub async fn next_row(
    transaction: &impl ConnectionTrait,
    new: &NewPhoto,
    identifiers: &IdGenerator,
    now: DateTime<Utc>,
) -> Result<photo::Model> {
    let others = of_owner(transaction, new.owner).await?;
    Ok(photo::Model {
        id: identifiers.next(),
        owner_kind: new.owner.kind(),
        owner_id: new.owner.id(),
        key: new.file.key.clone(),
        position: others.last().map_or(0, |last| last.position + 1),
        widths: Widths(new.file.widths.clone()),
        width: side(new.file.width),
        height: side(new.file.height),
        original_key: None,
        crop: None,
        alternative_text: new.alternative_text.clone(),
        credit: new.credit.clone(),
        source: new.source.to_owned(),
        source_url: new.source_url.clone(),
        license: new.license.clone(),
        fetched_at: new.fetched_at,
        expires_at: new.expires_at,
        removed_at: None,
        created_at: now,
        updated_at: now,
        version: 1,
    })
}

/// Writes a new row.
pub(super) async fn insert(transaction: &impl ConnectionTrait, row: &photo::Model) -> Result<()> {
    photo::Entity::insert(row.clone().into_active_model().reset_all())
        .exec_without_returning(transaction)
        .await?;
    Ok(())
}

/// The photo with this key, shown or removed.
pub async fn of_key(connection: &impl ConnectionTrait, key: &str) -> Result<Option<photo::Model>> {
    Ok(photo::Entity::find()
        .filter(photo::Column::Key.eq(key))
        .one(connection)
        .await?)
}

/// Adds a photo after the owner's others. Call [`touch`] for its owner, so that nodes learn about it.
pub async fn add(
    transaction: &impl ConnectionTrait,
    new: &NewPhoto,
    identifiers: &IdGenerator,
    now: DateTime<Utc>,
) -> Result<photo::Model> {
    let row = next_row(transaction, new, identifiers, now).await?;
    insert(transaction, &row).await?;
    Ok(row)
}

/// The owner's photos in order, without removed ones but including expired ones.
pub async fn of_owner(
    connection: &impl ConnectionTrait,
    owner: Owner,
) -> Result<Vec<photo::Model>> {
    Ok(photo::Entity::find()
        .filter(photo::Column::OwnerKind.eq(owner.kind()))
        .filter(photo::Column::OwnerId.eq(owner.id()))
        .filter(photo::Column::RemovedAt.is_null())
        .order_by_asc(photo::Column::Position)
        .order_by_asc(photo::Column::Id)
        .all(connection)
        .await?)
}

/// Whether a photo from this URL once belonged to the owner and was removed; then it isn't fetched again (D77).
pub async fn was_removed(
    connection: &impl ConnectionTrait,
    owner: Owner,
    source_url: &str,
) -> Result<bool> {
    let found = photo::Entity::find()
        .filter(photo::Column::OwnerKind.eq(owner.kind()))
        .filter(photo::Column::OwnerId.eq(owner.id()))
        .filter(photo::Column::SourceUrl.eq(source_url))
        .filter(photo::Column::RemovedAt.is_not_null())
        .one(connection)
        .await?;
    Ok(found.is_some())
}

/// Writes a changed row; `before` is the row as read.
///
/// # Errors
///
/// [`Error::Conflict`] if someone else has changed it since; otherwise when the database fails.
pub async fn replace(
    transaction: &impl ConnectionTrait,
    before: &photo::Model,
    mut row: photo::Model,
    now: DateTime<Utc>,
) -> Result<photo::Model> {
    row.updated_at = now;
    row.version = before.version + 1;
    let mut changed = row.clone().into_active_model().reset_all();
    changed.id = NotSet;
    let updated = photo::Entity::update_many()
        .set(changed)
        .filter(photo::Column::Id.eq(before.id))
        .filter(photo::Column::Version.eq(before.version))
        .exec(transaction)
        .await?;
    if updated.rows_affected == 0 {
        return Err(Error::Conflict(
            "This photo has changed. Please check it again.".into(),
        ));
    }
    Ok(row)
}

/// Removes a photo from its pages. Its files are kept for a month, so this can be undone.
///
/// # Errors
///
/// When someone else has changed it since, or the database fails.
pub async fn remove(
    transaction: &impl ConnectionTrait,
    before: &photo::Model,
    now: DateTime<Utc>,
) -> Result<photo::Model> {
    let mut row = before.clone();
    row.removed_at = Some(now);
    replace(transaction, before, row, now).await
}

/// Gives the owner's row a new version, so that nodes reload its photos; returns the change to record and refresh with.
pub async fn touch(
    transaction: &impl ConnectionTrait,
    owner: Owner,
    now: DateTime<Utc>,
) -> Result<Change> {
    let change = owner.change();
    raise_version(transaction, change, now).await?;
    Ok(change)
}

/// Gives the row of `change` a new version although none of its own columns changed.
pub(super) async fn raise_version(
    transaction: &impl ConnectionTrait,
    (kind, id): Change,
    now: DateTime<Utc>,
) -> Result<()> {
    match kind {
        Kind::Shop => {
            let update = shop::Entity::update_many()
                .col_expr(
                    shop::Column::Version,
                    Expr::col(shop::Column::Version).add(1),
                )
                .col_expr(shop::Column::UpdatedAt, Expr::value(now))
                .filter(shop::Column::Id.eq(id));
            update.exec(transaction).await?;
        }
        Kind::City => {
            let update = city::Entity::update_many()
                .col_expr(
                    city::Column::Version,
                    Expr::col(city::Column::Version).add(1),
                )
                .col_expr(city::Column::UpdatedAt, Expr::value(now))
                .filter(city::Column::Id.eq(id));
            update.exec(transaction).await?;
        }
        Kind::Article => {
            let update = article::Entity::update_many()
                .col_expr(
                    article::Column::Version,
                    Expr::col(article::Column::Version).add(1),
                )
                .filter(article::Column::Id.eq(id));
            update.exec(transaction).await?;
        }
        Kind::Category | Kind::Site | Kind::Page => {}
    }
    Ok(())
}

fn side(pixels: u32) -> i32 {
    i32::try_from(pixels).unwrap_or(i32::MAX)
}

/// The files of a row.
#[must_use]
pub fn stored(row: &photo::Model) -> StoredPhoto {
    let side = |pixels: i32| u32::try_from(pixels).unwrap_or_default();
    StoredPhoto {
        key: row.key.clone(),
        widths: row.widths.0.clone(),
        width: side(row.width),
        height: side(row.height),
    }
}

/// The photos of several owners of one kind, including removed ones.
pub async fn of_owners(
    connection: &impl ConnectionTrait,
    kind: OwnerKind,
    ids: &[Uuid],
) -> Result<Vec<photo::Model>> {
    Ok(photo::Entity::find()
        .filter(photo::Column::OwnerKind.eq(kind))
        .filter(photo::Column::OwnerId.is_in(ids.iter().copied()))
        .all(connection)
        .await?)
}
