//! Pausing list emails: one row for all nodes while they are paused.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let pause = Table::create()
            .table("list_mail_pauses")
            .col(string_len("name", 16).primary_key())
            .col(timestamp_with_time_zone("since"))
            .to_owned();
        manager.create_table(pause).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("list_mail_pauses").to_owned())
            .await
    }
}
