//! What moves with a merged shop: former slugs, stories, boosts, sources, claims, managers, photos.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use uuid::Uuid;

use crate::{
    catalog::{
        claiming,
        entities::{boost, former_slug, photo, shop, shop_manager, shop_source, story, suggestion},
        people, photos,
        writing::Act,
    },
    platform::{error::Result, id_generator::IdGenerator},
};

/// Former slugs of the removed shop, and its current `addresses`, now lead to the remaining one.
pub(super) async fn move_addresses(
    act: &Act<'_>,
    identifiers: &IdGenerator,
    (kind, addresses): (&'static str, [String; 2]),
    (stays, goes): (Uuid, Uuid),
) -> Result<()> {
    let former = former_slug::Entity::find()
        .filter(former_slug::Column::TargetId.eq(goes))
        .filter(former_slug::Column::Kind.eq(kind))
        .all(act.transaction())
        .await?;
    for row in former {
        let mut after = row.clone();
        after.target_id = stays;
        act.update(&row, after).await?;
    }
    for slug in addresses {
        let known = former_slug::Entity::find()
            .filter(former_slug::Column::Kind.eq(kind))
            .filter(former_slug::Column::Slug.eq(&slug))
            .one(act.transaction())
            .await?;
        match known {
            Some(row) => {
                let mut after = row.clone();
                after.target_id = stays;
                act.update(&row, after).await?;
            }
            None => {
                act.insert(&former_slug::Model {
                    id: identifiers.next(),
                    kind: kind.to_owned(),
                    slug,
                    target_id: stays,
                    created_at: act.now(),
                })
                .await?;
            }
        }
    }
    Ok(())
}

/// Moves stories, boosts, sources, open claims, managers and photos.
pub(super) async fn move_all(act: &Act<'_>, stays: &shop::Model, goes: &shop::Model) -> Result<()> {
    let transaction = act.transaction();
    let stories = story::Entity::find().filter(story::Column::ShopId.eq(goes.id));
    for row in stories.all(transaction).await? {
        let mut after = row.clone();
        after.shop_id = stays.id;
        act.update(&row, after).await?;
    }
    let boosts = boost::Entity::find().filter(boost::Column::ShopId.eq(goes.id));
    for row in boosts.all(transaction).await? {
        let mut after = row.clone();
        after.shop_id = stays.id;
        act.update(&row, after).await?;
    }
    let sources = shop_source::Entity::find().filter(shop_source::Column::ShopId.eq(goes.id));
    for row in sources.all(transaction).await? {
        let mut after = row.clone();
        after.shop_id = stays.id;
        act.update(&row, after).await?;
    }
    let suggestions = suggestion::Entity::find()
        .filter(suggestion::Column::ShopId.eq(goes.id))
        .filter(suggestion::Column::Status.eq(suggestion::Status::Open))
        // Reports that the removed shop has closed or is a chain say nothing about the remaining one.
        .filter(suggestion::Column::Kind.is_in([suggestion::Kind::Edit, suggestion::Kind::Hours]));
    for row in suggestions.all(transaction).await? {
        let mut after = row.clone();
        after.shop_id = stays.id;
        act.update(&row, after).await?;
    }
    claiming::follow_shop(act, (goes.id, stays.id)).await?;
    let managers = shop_manager::Entity::find()
        .filter(shop_manager::Column::ShopId.eq(goes.id))
        .filter(shop_manager::Column::OpenKey.is_not_null());
    for row in managers.all(transaction).await? {
        let key = people::manager_key(stays.id, row.person_id);
        let known = shop_manager::Entity::find()
            .filter(shop_manager::Column::OpenKey.eq(key.clone()))
            .one(transaction)
            .await?;
        if known.is_none() {
            let mut after = row.clone();
            after.shop_id = stays.id;
            after.open_key = Some(key);
            act.update(&row, after).await?;
        }
    }
    let held = photos::of_owner(transaction, photos::Owner::Shop(stays.id)).await?;
    let first = held.last().map_or(0, |last| last.position + 1);
    let moved = photos::of_owner(transaction, photos::Owner::Shop(goes.id)).await?;
    for (position, row) in (first..).zip(moved) {
        let mut after: photo::Model = row.clone();
        after.owner_id = stays.id;
        after.position = position;
        act.update(&row, after).await?;
    }
    Ok(())
}
