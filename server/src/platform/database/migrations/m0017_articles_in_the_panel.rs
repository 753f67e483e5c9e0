//! Editing articles in the panel: the version that forms compare, and when an article was last edited there.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite adds one column per statement.
        for column in [
            // Incremented by edits, not by views.
            big_integer("edition").default(1).to_owned(),
            // Imports skip articles edited in the panel.
            timestamp_with_time_zone_null("edited_at"),
        ] {
            let table = Table::alter()
                .table("articles")
                .add_column(column)
                .to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in ["edited_at", "edition"] {
            let table = Table::alter()
                .table("articles")
                .drop_column(column)
                .to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }
}
