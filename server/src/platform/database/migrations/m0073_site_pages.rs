//! The operator's own pages: legal texts in place of those we ship, and further ones.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("site_pages")
            .col(uuid("id").primary_key())
            .col(string_len("slug", 80).unique_key())
            .col(text("title"))
            .col(text_null("description"))
            // Markdown.
            .col(text("content"))
            // "menu", "footer" or "nowhere".
            .col(string_len("place", 8))
            // 2026-11-22; null: no date is shown.
            .col(string_len_null("dated", 10))
            .col(big_integer("version").default(1))
            .col(big_integer("edition").default(1))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone("updated_at"))
            .to_owned();
        manager.create_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("site_pages").to_owned())
            .await
    }
}
