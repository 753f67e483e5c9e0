//! Proof of a claim on the shop's own website, and since when a listing has its website (D100).

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let since = Table::alter()
            .table("shops")
            .add_column(timestamp_with_time_zone_null("website_since"))
            .to_owned();
        manager.alter_table(since).await?;
        for column in columns() {
            let table = Table::alter().table("claims").add_column(column).to_owned();
            manager.alter_table(table).await?;
        }
        // Nobody noted when a website came; no later than the last change of anything.
        let known = "UPDATE shops SET website_since = updated_at WHERE website IS NOT NULL";
        manager.get_connection().execute_unprepared(known).await?;
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in [
            "website_problem",
            "website_checked_at",
            "checked_website",
            "proven_website",
        ] {
            let table = Table::alter()
                .table("claims")
                .drop_column(column)
                .to_owned();
            manager.alter_table(table).await?;
        }
        let since = Table::alter()
            .table("shops")
            .drop_column("website_since")
            .to_owned();
        manager.alter_table(since).await
    }
}

fn columns() -> [ColumnDef; 4] {
    [
        // The host at which the claim's code was found.
        string_len_null("proven_website", 255),
        // The host that was looked at last, when, and why the code wasn't found.
        string_len_null("checked_website", 255),
        timestamp_with_time_zone_null("website_checked_at"),
        string_len_null("website_problem", 300),
    ]
}
