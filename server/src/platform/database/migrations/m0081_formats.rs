//! How times and distances are written. A column without a value stands as shipped.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

const COLUMNS: [(&str, u32); 3] = [
    // "h12" or "h24".
    ("clock", 4),
    // "monday" or "sunday".
    ("first_day", 8),
    // "miles" or "kilometers".
    ("distances", 12),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite adds one column at a time.
        for (column, length) in COLUMNS {
            let table = Table::alter()
                .table("site")
                .add_column(string_len_null(column, length))
                .to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (column, _) in COLUMNS {
            let table = Table::alter().table("site").drop_column(column).to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }
}
