//! A story's photo, and what happens to it when another story replaces it.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use super::{
    Kind,
    entities::{
        photo::{self, OwnerKind},
        story::{self, Status},
    },
    photos::{self, Owner},
    writing::{self, Act, RecordedTable},
};
use crate::platform::error::Result;

/// The photo that a story shows, or will show once approved: its own, or that of the story it replaces.
pub async fn photo_of(
    connection: &impl ConnectionTrait,
    story: &story::Model,
) -> Result<Option<photo::Model>> {
    if let Some(own) = own_photo(connection, story).await? {
        return Ok(Some(own));
    }
    if story.status != Status::Pending {
        return Ok(None);
    }
    for replaced in approved_of(connection, story).await? {
        if let Some(photo) = own_photo(connection, &replaced).await? {
            return Ok(Some(photo));
        }
    }
    Ok(None)
}

/// Moves the photo of `from` to `to`, which replaces it; if `to` has its own, the old photo is removed.
pub async fn take_over(act: &Act<'_>, from: &story::Model, to: &story::Model) -> Result<()> {
    let transaction = act.transaction();
    let has_own = own_photo(transaction, to).await?.is_some();
    for photo in photos::of_owner(transaction, Owner::Story(from.id, from.shop_id)).await? {
        let mut after = photo.clone();
        after.owner_id = to.id;
        if has_own {
            after.removed_at = Some(act.now());
        }
        act.update(&photo, after).await?;
    }
    Ok(())
}

/// The photos of all owners. A story's photo doesn't say which shop shows it, so undoing reports the shop.
pub(super) fn recorded_table() -> RecordedTable {
    RecordedTable::restored_by::<photo::Model>(|act, row, before, after| {
        Box::pin(async move {
            writing::restore::<photo::Model>(act, row, before, after).await?;
            let photo = photo::Entity::find_by_id(row)
                .one(act.transaction())
                .await?;
            let of_story = photo.filter(|photo| photo.owner_kind == OwnerKind::Story);
            let Some(photo) = of_story else {
                return Ok(());
            };
            let story = story::Entity::find_by_id(photo.owner_id);
            if let Some(story) = story.one(act.transaction()).await? {
                act.touch((Kind::Shop, story.shop_id));
            }
            Ok(())
        })
    })
}

async fn own_photo(
    connection: &impl ConnectionTrait,
    story: &story::Model,
) -> Result<Option<photo::Model>> {
    let owner = Owner::Story(story.id, story.shop_id);
    let photos = photos::of_owner(connection, owner).await?;
    Ok(photos.into_iter().find(|photo| photo.width > 0))
}

/// The same shop's approved stories.
async fn approved_of(
    connection: &impl ConnectionTrait,
    story: &story::Model,
) -> Result<Vec<story::Model>> {
    Ok(story::Entity::find()
        .filter(story::Column::ShopId.eq(story.shop_id))
        .filter(story::Column::Status.eq(Status::Approved))
        .filter(story::Column::Id.ne(story.id))
        .all(connection)
        .await?)
}
