//! The oldest release that can work with the schema, so that a server started by mistake from an older program knows
//! whether it may run. `migrate.rs` writes the row after each migration. Backups leave this table out: it describes the
//! tables, not what is in them.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("schema_release")
            // Always 1.
            .col(small_integer("id").primary_key())
            .col(string_len("oldest", 32))
            .to_owned();
        manager.create_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("schema_release").to_owned())
            .await
    }
}
