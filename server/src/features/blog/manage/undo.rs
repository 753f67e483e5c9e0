//! Undoing an act about an article: a slug that readers know goes on leading to it.

use serde_json::Value;
use uuid::Uuid;

use super::store::{forget_former, holder, keep_former, was_public};
use crate::{
    catalog::{
        entities::article,
        writing::{self, Act, RecordedTable},
    },
    platform::error::{Error, Result},
};

/// How the articles' rows are restored.
pub(in crate::features::blog) fn recorded_table() -> RecordedTable {
    RecordedTable::restored_by::<article::Model>(|act, row, before, after| {
        Box::pin(restore(act, row, before, after))
    })
}

async fn restore(
    act: &Act<'_>,
    id: Uuid,
    before: Option<Value>,
    after: Option<Value>,
) -> Result<()> {
    let was: Option<article::Model> = act.find(id).await?;
    let slug = before.as_ref().and_then(|row| row.get("slug"));
    if let Some(slug) = slug.and_then(Value::as_str)
        && was.as_ref().is_none_or(|row| row.slug != slug)
        && let Some(title) = holder(act.transaction(), slug, id).await?
    {
        return Err(Error::Conflict(
            format!("This can't be undone because “{title}” uses the slug “{slug}” now. Change or remove that first.")
                .into(),
        ));
    }
    writing::restore::<article::Model>(act, id, before, after).await?;
    let is: Option<article::Model> = act.find(id).await?;
    let Some(was) = was else { return Ok(()) };
    match is {
        Some(is) if is.slug == was.slug => return Ok(()),
        Some(is) => forget_former(act.transaction(), &is.slug).await?,
        None => {}
    }
    if was_public(act.transaction(), &was, act.now()).await? {
        keep_former(act, act.new_id(), &was).await?;
    }
    Ok(())
}
