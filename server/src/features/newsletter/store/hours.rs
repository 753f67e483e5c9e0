//! Shops with changed hours, from the audit log, which has all changes by owners and the administrator.

use std::collections::{BTreeMap, HashSet};

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde_json::Value;
use uuid::Uuid;

use crate::{
    catalog::entities::audit::{entry, image},
    features::newsletter::digest::Period,
    platform::error::Result,
};

/// Entries whose rows are read together.
const TOGETHER: usize = 200;

/// Hours in a row: as text, and parsed.
type Hours = (Value, Value);

/// The shops whose hours at the end of `period` differ from those at its start.
pub(in crate::features::newsletter) async fn hours_changed(
    connection: &impl ConnectionTrait,
    (start, end): Period,
) -> Result<HashSet<Uuid>> {
    let entries: Vec<Uuid> = entry::Entity::find()
        .select_only()
        .column(entry::Column::Id)
        .filter(entry::Column::CreatedAt.gte(start))
        .filter(entry::Column::CreatedAt.lt(end))
        .filter(entry::Column::SubjectKind.eq("shop"))
        .order_by_asc(entry::Column::CreatedAt)
        .order_by_asc(entry::Column::Id)
        .into_tuple()
        .all(connection)
        .await?;
    let mut hours: BTreeMap<Uuid, (Hours, Hours)> = BTreeMap::new();
    for some in entries.chunks(TOGETHER) {
        let images = image::Entity::find()
            .filter(image::Column::EntryId.is_in(some.iter().copied()))
            .filter(image::Column::TableName.eq("shops"))
            .order_by_asc(image::Column::Position)
            .all(connection)
            .await?;
        for id in some {
            for row in images.iter().filter(|row| row.entry_id == *id) {
                let (Some(before), Some(after)) = (&row.before_image, &row.after_image) else {
                    continue;
                };
                let known = hours.entry(row.row_id);
                let known = known.or_insert_with(|| (hours_in(before), Hours::default()));
                known.1 = hours_in(after);
            }
        }
    }
    let changed = hours
        .into_iter()
        .filter(|(_, (before, after))| before != after);
    Ok(changed.map(|(shop, _)| shop).collect())
}

fn hours_in(row: &Value) -> Hours {
    let column = |name| row.get(name).cloned().unwrap_or_default();
    (column("hours"), column("opening_hours"))
}
