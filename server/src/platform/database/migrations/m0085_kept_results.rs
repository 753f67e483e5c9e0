//! Why a result of a run stayed when the run was taken back.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

const TABLE: &str = "shop_run_results";
const COLUMN: &str = "kept_because";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::alter()
            .table(TABLE)
            .add_column(string_len_null(COLUMN, 200))
            .to_owned();
        manager.alter_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::alter().table(TABLE).drop_column(COLUMN).to_owned();
        manager.alter_table(table).await
    }
}
