//! What a payer's link replaced on a shop's page, so that it comes back when the administrator rejects the link.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite adds one column per statement.
        for column in ["replaced_url", "replaced_name"] {
            let table = Table::alter()
                .table("boost_purchases")
                .add_column(text_null(column))
                .to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in ["replaced_url", "replaced_name"] {
            let table = Table::alter()
                .table("boost_purchases")
                .drop_column(column)
                .to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }
}
