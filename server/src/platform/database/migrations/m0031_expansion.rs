//! Runs of ZIP code and metro expansion, and the metro areas that are done.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let runs = Table::create()
            .table("expansion_runs")
            // The job's.
            .col(uuid("id").primary_key())
            .col(string_len("kind", 16))
            // A ZIP code, or a number of areas.
            .col(string_len("asked", 16))
            .col(boolean("is_trial"))
            .col(json_binary_null("result"))
            .col(text_null("error"))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone_null("finished_at"))
            .to_owned();
        manager.create_table(runs).await?;
        let areas = Table::create()
            .table("expansion_areas")
            .col(uuid("id").primary_key())
            .col(string_len("area", 120).unique_key())
            .col(uuid("run_id"))
            .col(timestamp_with_time_zone("done_at"))
            .to_owned();
        manager.create_table(areas).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["expansion_areas", "expansion_runs"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}
