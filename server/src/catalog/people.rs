//! Who may act for which shop, according to the database.

use std::sync::Arc;

use sea_orm::{
    ActiveEnum, ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect,
};
use uuid::Uuid;

use super::{
    Kind,
    entities::{audit::entry, former_slug, shop, shop_manager, story},
    origin::{EDITORS, OWNER, SUBMITTER},
    writing::{Act, UndoGuard, is_owners_alone},
};
use crate::{
    catalog::not_found::shop_not_found,
    platform::{
        error::{Error, Result},
        sessions::person,
        web::Actor,
    },
};

/// What somebody is to a shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShopRole {
    /// Someone whose claim was approved, or who was given the shop (D43).
    Owner,
    /// Someone who listed it and confirmed the address, while there is no owner (D42).
    Submitter,
    /// Someone whom the owner lets maintain the page: everything but transfers, closing, payments and managers.
    Manager,
    /// May do everything with every shop.
    Administrator,
}

impl ShopRole {
    /// The source of the facts that somebody with this role enters (D64).
    #[must_use]
    pub fn source(self) -> &'static str {
        match self {
            Self::Owner | Self::Manager => OWNER,
            Self::Submitter => SUBMITTER,
            Self::Administrator => EDITORS,
        }
    }
}

/// A shop that the caller may act for. Handlers behind a shop guard get it as an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShopAccess {
    pub shop: Uuid,
    pub role: ShopRole,
}

impl ShopAccess {
    /// The shop's row, locked until the act ends, if whoever acts still is to the shop what the guard found: the owner may have
    /// left, handed it over or lost it since.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`] if the shop is gone, [`Error::Forbidden`] if the role is.
    pub async fn lock(self, act: &Act<'_>) -> Result<shop::Model> {
        let row = act.find::<shop::Model>(self.shop).await?;
        let row = row
            .filter(|row| row.deleted_at.is_none())
            .ok_or_else(shop_not_found)?;
        let role = match act.actor() {
            Actor::Person(person) => role_in(act.transaction(), &row, person).await?,
            Actor::Administrator(_) => Some(ShopRole::Administrator),
            Actor::Visitor | Actor::System => None,
        };
        if role == Some(self.role) {
            Ok(row)
        } else {
            Err(not_yours())
        }
    }

    /// [`Self::lock`] and [`Self::may_undo`], for an undo.
    #[must_use]
    pub fn guard(self) -> UndoGuard {
        Arc::new(move |act, undone| {
            Box::pin(async move {
                self.lock(act).await?;
                let entries = entry::Entity::find()
                    .filter(entry::Column::Id.is_in(undone))
                    .all(act.transaction())
                    .await?;
                if entries.iter().all(|entry| self.may_undo(entry)) {
                    Ok(())
                } else {
                    Err(not_yours())
                }
            })
        })
    }

    /// Whether an act isn't the owner's alone: what only an owner sets, a manager doesn't undo.
    #[must_use]
    pub fn may_undo(self, act: &entry::Model) -> bool {
        self.role != ShopRole::Manager || !is_owners_alone(act)
    }
}

/// The answer to somebody who isn't what an endpoint of a shop asks for.
#[must_use]
pub fn not_yours() -> Error {
    Error::Forbidden(
        "Only this shop's owner can do that. Are you signed in with the right email address?"
            .into(),
    )
}

/// The role of `person` for the shop in `row`, as far as the row says: it knows no managers.
#[must_use]
pub fn role_of(row: &shop::Model, person: Uuid) -> Option<ShopRole> {
    match (row.owner_id, row.submitter_id) {
        (Some(owner), _) => (owner == person).then_some(ShopRole::Owner),
        (None, Some(submitter)) => (submitter == person).then_some(ShopRole::Submitter),
        (None, None) => None,
    }
}

/// The role of `person` for the shop in `row`.
///
/// # Errors
///
/// When the database fails.
pub async fn role_in(
    connection: &impl ConnectionTrait,
    row: &shop::Model,
    person: Uuid,
) -> Result<Option<ShopRole>> {
    if let Some(role) = role_of(row, person) {
        return Ok(Some(role));
    }
    let managing = managing(connection, row, person).await?;
    Ok(managing.map(|_| ShopRole::Manager))
}

/// What makes `person` a manager of the shop in `row`; `None` if they aren't one under its present owner.
///
/// # Errors
///
/// When the database fails.
pub async fn managing(
    connection: &impl ConnectionTrait,
    row: &shop::Model,
    person: Uuid,
) -> Result<Option<shop_manager::Model>> {
    let Some(owner) = row.owner_id else {
        return Ok(None);
    };
    let found = shop_manager::Entity::find()
        .filter(shop_manager::Column::ShopId.eq(row.id))
        .filter(shop_manager::Column::PersonId.eq(person))
        .filter(manages())
        .filter(shop_manager::Column::InvitedBy.eq(owner));
    Ok(found.one(connection).await?)
}

/// Accepted, and not ended.
fn manages() -> Condition {
    Condition::all()
        .add(shop_manager::Column::AcceptedAt.is_not_null())
        .add(shop_manager::Column::EndedAt.is_null())
}

/// The `open_key` of a manager or of an invitation: one for each person at a shop.
#[must_use]
pub fn manager_key(shop: Uuid, person: Uuid) -> String {
    format!("{}{}", shop.simple(), person.simple())
}

/// Ends what a former owner allowed: if they come back, they begin without managers, too.
///
/// # Errors
///
/// When the database fails.
pub async fn end_managers(act: &Act<'_>, shop: Uuid) -> Result<()> {
    let rows = shop_manager::Entity::find()
        .filter(shop_manager::Column::ShopId.eq(shop))
        .filter(shop_manager::Column::EndedAt.is_null())
        .order_by_asc(shop_manager::Column::Id)
        .all(act.transaction())
        .await?;
    for row in rows {
        let mut after = row.clone();
        after.ended_at = Some(act.now());
        after.open_key = None;
        act.update(&row, after).await?;
    }
    Ok(())
}

/// Everybody who is or was among the people of the shop in `row`, for names in its history.
///
/// # Errors
///
/// When the database fails.
pub async fn named_people(
    connection: &impl ConnectionTrait,
    row: &shop::Model,
) -> Result<Vec<person::Model>> {
    let managers = shop_manager::Entity::find()
        .filter(shop_manager::Column::ShopId.eq(row.id))
        .filter(shop_manager::Column::AcceptedAt.is_not_null())
        .filter(shop_manager::Column::InvitedBy.is_in(row.owner_id))
        .all(connection)
        .await?;
    let ids = managers.iter().map(|manager| manager.person_id);
    let ids: Vec<Uuid> = ids.chain(row.owner_id).collect();
    Ok(person::Entity::find()
        .filter(person::Column::Id.is_in(ids))
        .all(connection)
        .await?)
}

/// A shop's row, locked until the transaction ends.
///
/// # Errors
///
/// When the database fails.
pub async fn lock_shop_row(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<shop::Model>> {
    let row = shop::Entity::find_by_id(id).lock_exclusive();
    Ok(row.one(connection).await?)
}

/// A shop's row by slug, former slug or ID, published or not; `None` if it doesn't exist or was deleted.
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
pub async fn shops_of(
    connection: &impl ConnectionTrait,
    person: Uuid,
) -> Result<Vec<(shop::Model, ShopRole)>> {
    let managed = shop_manager::Entity::find()
        .filter(shop_manager::Column::PersonId.eq(person))
        .filter(manages())
        .all(connection)
        .await?;
    let mine = Condition::any()
        .add(shop::Column::OwnerId.eq(person))
        .add(
            Condition::all()
                .add(shop::Column::OwnerId.is_null())
                .add(shop::Column::SubmitterId.eq(person)),
        )
        .add(shop::Column::Id.is_in(managed.iter().map(|manager| manager.shop_id)));
    let manages = |row: &shop::Model| {
        let of_shop = managed.iter().filter(|manager| manager.shop_id == row.id);
        let mut owners = of_shop.map(|manager| manager.invited_by);
        owners.any(|owner| row.owner_id == Some(owner))
    };
    let rows = shop::Entity::find()
        .filter(mine)
        .filter(shop::Column::DeletedAt.is_null())
        .order_by_asc(shop::Column::Id)
        .all(connection)
        .await?;
    let mut shops: Vec<_> = rows
        .into_iter()
        .filter_map(|row| {
            let manager = manages(&row).then_some(ShopRole::Manager);
            role_of(&row, person).or(manager).map(|role| (row, role))
        })
        .collect();
    shops.sort_by(|(one, _), (other, _)| one.name.cmp(&other.name));
    Ok(shops)
}

/// A shop's newest story, in any state.
pub async fn latest_story_of(
    connection: &impl ConnectionTrait,
    shop: Uuid,
) -> Result<Option<story::Model>> {
    let newest = || {
        story::Entity::find()
            .filter(story::Column::ShopId.eq(shop))
            .order_by_desc(story::Column::CreatedAt)
            .order_by_desc(story::Column::Id)
    };
    let waiting = newest().filter(story::Column::Status.eq(story::Status::Pending));
    if let Some(waiting) = waiting.one(connection).await? {
        return Ok(Some(waiting));
    }
    Ok(newest().one(connection).await?)
}

/// Why the administrator rejected a story, if a reason was given.
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
