//! Runs over many shops that the administrator starts: AI texts, pictures from websites.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let runs = Table::create()
            .table("shop_runs")
            // The ID of its job.
            .col(uuid("id").primary_key())
            .col(string_len("kind", 8))
            .col(string_len("scope", 8))
            // The town or the shop.
            .col(uuid_null("subject_id"))
            .col(text("label"))
            .col(text_null("model"))
            .col(timestamp_with_time_zone("started_at"))
            .col(timestamp_with_time_zone_null("ended_at"))
            .col(text_null("stopped"))
            .to_owned();
        manager.create_table(runs).await?;
        let by_kind = Index::create()
            .name("shop_runs_by_kind")
            .table("shop_runs")
            .col("kind")
            .col("started_at")
            .to_owned();
        manager.create_index(by_kind).await?;
        let results = Table::create()
            .table("shop_run_results")
            .col(uuid("run_id"))
            .col(uuid("shop_id"))
            .col(string_len("outcome", 8))
            .col(text_null("detail"))
            .col(timestamp_with_time_zone("created_at"))
            .primary_key(Index::create().col("run_id").col("shop_id"))
            .to_owned();
        manager.create_table(results).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["shop_run_results", "shop_runs"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}
