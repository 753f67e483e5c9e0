//! Finds what waits for the administrator among the results of runs, of all shops and of one.

use sea_orm_migration::prelude::*;

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let index = Index::create()
            .name("shop_run_results_by_outcome")
            .table("shop_run_results")
            .col("outcome")
            .col("shop_id")
            .to_owned();
        manager.create_index(index).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let index = Index::drop()
            .name("shop_run_results_by_outcome")
            .table("shop_run_results")
            .to_owned();
        manager.drop_index(index).await
    }
}
