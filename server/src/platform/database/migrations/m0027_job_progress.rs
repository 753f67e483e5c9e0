//! A job's progress, and requests to cancel it.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite adds one column per statement.
        for column in [
            big_integer_null("progress_done"),
            big_integer_null("progress_total"),
            timestamp_with_time_zone_null("cancel_asked_at"),
        ] {
            let add = Table::alter().table("jobs").add_column(column).to_owned();
            manager.alter_table(add).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in ["cancel_asked_at", "progress_total", "progress_done"] {
            let drop = Table::alter().table("jobs").drop_column(column).to_owned();
            manager.alter_table(drop).await?;
        }
        Ok(())
    }
}
