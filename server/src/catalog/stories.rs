//! A shop tells one story at a time (D54), also after an undo.

use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};

use super::{
    entities::story::{self, Status},
    writing::{Act, RecordedTable, restore},
};
use crate::platform::error::{Error, Result};

/// The stories, for undo.
#[must_use]
pub(super) fn recorded_table() -> RecordedTable {
    RecordedTable::restored_by::<story::Model>(|act, row, before, after| {
        Box::pin(async move {
            restore::<story::Model>(act, row, before, after).await?;
            let restored: Option<story::Model> = act.find(row).await?;
            match restored {
                Some(restored) => refuse_second(act, &restored).await,
                None => Ok(()),
            }
        })
    })
}

async fn refuse_second(act: &Act<'_>, story: &story::Model) -> Result<()> {
    if story.status != Status::Approved {
        return Ok(());
    }
    let others = story::Entity::find()
        .filter(story::Column::ShopId.eq(story.shop_id))
        .filter(story::Column::Status.eq(Status::Approved))
        .filter(story::Column::Id.ne(story.id))
        .count(act.transaction())
        .await?;
    if others > 0 {
        return Err(Error::Conflict(
            "The shop tells another story now. Take that one down first.".into(),
        ));
    }
    Ok(())
}
