//! Whether the half-yearly question about a shop's hours was answered by its links.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::alter()
            .table("hours_questions")
            .add_column(timestamp_with_time_zone_null("answered_at"))
            .to_owned();
        manager.alter_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::alter()
            .table("hours_questions")
            .drop_column("answered_at")
            .to_owned();
        manager.alter_table(table).await
    }
}
