//! Articles are written in the panel, too: what its forms compare, and when one of them last wrote.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite adds one column a statement.
        for column in [
            // Grows with each edit, not with views.
            big_integer("edition").default(1).to_owned(),
            // An import leaves alone what was edited in the panel.
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
