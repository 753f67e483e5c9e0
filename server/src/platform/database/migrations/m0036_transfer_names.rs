//! The new owner's name in a transfer, which belongs to the person once their address is confirmed.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::alter()
            .table("hand_overs")
            .add_column(text_null("to_name"))
            .to_owned();
        manager.alter_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::alter()
            .table("hand_overs")
            .drop_column("to_name")
            .to_owned();
        manager.alter_table(table).await
    }
}
