//! Who may act for which shop, according to the database.

use sea_orm::{
    ActiveEnum, ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder,
};
use uuid::Uuid;

use super::{
    Kind,
    entities::{audit::entry, former_slug, shop, story},
};
use crate::platform::error::Result;

/// What somebody is to a shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShopRole {
    /// Someone whose claim was approved, or who was given the shop (D43).
    Owner,
    /// Someone who listed it and confirmed the address, while there is no owner (D42).
    Submitter,
    /// May do everything with every shop.
    Administrator,
}

/// A shop that the caller may act for. Handlers behind a shop guard get it as an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShopAccess {
    pub shop: Uuid,
    pub role: ShopRole,
}

/// The role of `person` for the shop in `row`.
#[must_use]
pub fn role_of(row: &shop::Model, person: Uuid) -> Option<ShopRole> {
    match (row.owner_id, row.submitter_id) {
        (Some(owner), _) => (owner == person).then_some(ShopRole::Owner),
        (None, Some(submitter)) => (submitter == person).then_some(ShopRole::Submitter),
        (None, None) => None,
    }
}

/// A shop's row by slug, former slug or ID, published or not; `None` if it doesn't exist or was deleted.
///
/// # Errors
///
/// When the database fails.
pub async fn find_shop_row(
    connection: &impl ConnectionTrait,
    slug_or_id: &str,
) -> Result<Option<shop::Model>> {
    let shops = || shop::Entity::find().filter(shop::Column::DeletedAt.is_null());
    if let Ok(id) = Uuid::try_parse(slug_or_id) {
        let found = shops().filter(shop::Column::Id.eq(id));
        if let Some(found) = found.one(connection).await? {
            return Ok(Some(found));
        }
    }
    let found = shops()
        .filter(shop::Column::Slug.eq(slug_or_id))
        .one(connection)
        .await?;
    if found.is_some() {
        return Ok(found);
    }
    let former = former_slug::Entity::find()
        .filter(former_slug::Column::Kind.eq(Kind::Shop.to_value()))
        .filter(former_slug::Column::Slug.eq(slug_or_id))
        .one(connection)
        .await?;
    match former {
        Some(former) => Ok(shops()
            .filter(shop::Column::Id.eq(former.target_id))
            .one(connection)
            .await?),
        None => Ok(None),
    }
}

/// The shops that `person` may act for, by name.
///
/// # Errors
///
/// When the database fails.
pub async fn shops_of(
    connection: &impl ConnectionTrait,
    person: Uuid,
) -> Result<Vec<(shop::Model, ShopRole)>> {
    let mine = Condition::any().add(shop::Column::OwnerId.eq(person)).add(
        Condition::all()
            .add(shop::Column::OwnerId.is_null())
            .add(shop::Column::SubmitterId.eq(person)),
    );
    let rows = shop::Entity::find()
        .filter(mine)
        .filter(shop::Column::DeletedAt.is_null())
        .order_by_asc(shop::Column::Id)
        .all(connection)
        .await?;
    let mut shops: Vec<_> = rows
        .into_iter()
        .filter_map(|row| role_of(&row, person).map(|role| (row, role)))
        .collect();
    shops.sort_by(|(one, _), (other, _)| one.name.cmp(&other.name));
    Ok(shops)
}

/// A shop's newest story, in any state.
///
/// # Errors
///
/// When the database fails.
pub async fn latest_story_of(
    connection: &impl ConnectionTrait,
    shop: Uuid,
) -> Result<Option<story::Model>> {
    Ok(story::Entity::find()
        .filter(story::Column::ShopId.eq(shop))
        .order_by_desc(story::Column::CreatedAt)
        .order_by_desc(story::Column::Id)
        .one(connection)
        .await?)
}

/// Why the administrator rejected a story, if a reason was given.
///
/// # Errors
///
/// When the database fails.
pub async fn rejection_of(
    connection: &impl ConnectionTrait,
    story: Uuid,
) -> Result<Option<String>> {
    let decision = entry::Entity::find()
        .filter(entry::Column::SubjectId.eq(story))
        .filter(entry::Column::SubjectKind.eq("story"))
        .filter(entry::Column::Action.eq("story.reject"))
        .filter(entry::Column::UndoneBy.is_null())
        .order_by_desc(entry::Column::CreatedAt)
        .order_by_desc(entry::Column::Id)
        .one(connection)
        .await?;
    Ok(decision.and_then(|decision| decision.note))
}
