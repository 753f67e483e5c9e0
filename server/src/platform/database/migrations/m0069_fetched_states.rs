//! Lists that were fetched for a state: the only one whose records are read, and what is missing in them.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

const TABLE: &str = "import_files";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in [string_len_null("state", 2), text_null("missing")] {
            let table = Table::alter().table(TABLE).add_column(column).to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in ["state", "missing"] {
            let table = Table::alter().table(TABLE).drop_column(column).to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }
}
