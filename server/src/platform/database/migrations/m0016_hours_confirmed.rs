//! When someone from a shop last confirmed its hours.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::alter()
            .table("shops")
            .add_column(timestamp_with_time_zone_null("hours_confirmed_at"))
            .to_owned();
        manager.alter_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::alter()
            .table("shops")
            .drop_column("hours_confirmed_at")
            .to_owned();
        manager.alter_table(table).await
    }
}
