//! Pausing list emails. The pause is a database row, so it applies to all nodes and survives restarts.

use chrono::{DateTime, Utc};
use sea_orm::{ActiveValue::Set, ConnectionTrait, EntityTrait, sea_query::OnConflict};

use crate::platform::error::Result;

/// The key of the only row.
const LISTS: &str = "lists";

mod entity {
    use sea_orm::entity::prelude::*;

    /// A row of `list_mail_pauses`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "list_mail_pauses")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub name: String,
        pub since: ChronoDateTimeUtc,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Since when list emails are paused; `None` if they aren't.
pub async fn lists_paused_since(
    connection: &impl ConnectionTrait,
) -> Result<Option<DateTime<Utc>>> {
    let row = entity::Entity::find_by_id(LISTS).one(connection).await?;
    Ok(row.map(|row| row.since))
}

/// Pauses list emails from now on, including those already in the outbox. Other emails aren't affected.
pub async fn pause_lists(connection: &impl ConnectionTrait, now: DateTime<Utc>) -> Result<()> {
    let row = entity::ActiveModel {
        name: Set(LISTS.to_owned()),
        since: Set(now),
    };
    entity::Entity::insert(row)
        .on_conflict(
            OnConflict::column(entity::Column::Name)
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// Resumes list emails.
pub async fn resume_lists(connection: &impl ConnectionTrait) -> Result<()> {
    entity::Entity::delete_by_id(LISTS).exec(connection).await?;
    Ok(())
}
