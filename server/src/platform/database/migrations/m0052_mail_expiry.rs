//! When an email loses its point: a code that has expired isn't sent any more.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::alter()
            .table("outbox")
            .add_column(timestamp_with_time_zone_null("expires_at"))
            .to_owned();
        manager.alter_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::alter()
            .table("outbox")
            .drop_column("expires_at")
            .to_owned();
        manager.alter_table(table).await
    }
}
