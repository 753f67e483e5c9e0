//! When the change feed restarted: nodes that have read an earlier one reload everything.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let begun_at = Table::alter()
            .table("change_horizon")
            .add_column(timestamp_with_time_zone_null("begun_at"))
            .to_owned();
        manager.alter_table(begun_at).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let begun_at = Table::alter()
            .table("change_horizon")
            .drop_column("begun_at")
            .to_owned();
        manager.alter_table(begun_at).await
    }
}
