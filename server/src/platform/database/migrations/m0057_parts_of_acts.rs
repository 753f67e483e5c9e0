//! Runs write in many short acts. Of those, the audit log lists the first alone.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::alter()
            .table("audit_entries")
            .add_column(boolean("is_part").default(false))
            .to_owned();
        manager.alter_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::alter()
            .table("audit_entries")
            .drop_column("is_part")
            .to_owned();
        manager.alter_table(table).await
    }
}
