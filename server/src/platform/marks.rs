//! When something was last done that leaves no other trace, such as a backup.

use chrono::{DateTime, Utc};
use sea_orm::{ActiveValue::Set, ConnectionTrait, EntityTrait, sea_query::OnConflict};

use super::error::Result;

/// The last backup.
pub const BACKUP: &str = "backup";
/// The last time a snapshot was restored to try it.
pub const BACKUP_DRILL: &str = "backup-drill";
/// Since when nightly backups have failed, and why.
pub const BACKUP_PROBLEM: &str = "backup-problem";
/// The last email about backups.
pub const BACKUP_WARNING: &str = "backup-warning";

/// The administrator has finished or left the first start.
pub const FIRST_START: &str = "first-start";

/// A server began to fill an empty database with a demo; gone once that is done.
pub const FILLING_DEMO: &str = "filling-demo";
/// The midnight before which all counted views and searches are invented.
pub const INVENTED_FIGURES: &str = "invented-figures";
/// The last issue of the newsletter that a demo's invented readers get.
pub const INVENTED_ISSUES: &str = "invented-issues";
/// A demo's past was played to its end.
pub const INVENTED_PAST: &str = "invented-past";
/// With the kind of runs behind it: the moment before which all runs of the kind are invented.
pub const INVENTED_RUNS: &str = "invented-";

mod entity {
    use sea_orm::entity::prelude::*;

    /// A row of `marks`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "marks")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub name: String,
        pub at: ChronoDateTimeUtc,
        /// Details about it.
        pub detail: String,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Records that `name` was done at `at`.
pub async fn set(
    connection: &impl ConnectionTrait,
    name: &str,
    at: DateTime<Utc>,
    detail: &str,
) -> Result<()> {
    let row = entity::ActiveModel {
        name: Set(name.to_owned()),
        at: Set(at),
        detail: Set(detail.to_owned()),
    };
    entity::Entity::insert(row)
        .on_conflict(
            OnConflict::column(entity::Column::Name)
                .update_columns([entity::Column::At, entity::Column::Detail])
                .to_owned(),
        )
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// Forgets that `name` was ever done.
pub async fn forget(connection: &impl ConnectionTrait, name: &str) -> Result<()> {
    entity::Entity::delete_by_id(name).exec(connection).await?;
    Ok(())
}

/// When `name` was last done, and details about it.
pub async fn last(
    connection: &impl ConnectionTrait,
    name: &str,
) -> Result<Option<(DateTime<Utc>, String)>> {
    let row = entity::Entity::find_by_id(name).one(connection).await?;
    Ok(row.map(|row| (row.at, row.detail)))
}
