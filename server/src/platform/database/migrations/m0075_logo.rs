//! The site's logo. A new one is a new row, so that undo finds the one before.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let logos = Table::create()
            .table("site_logos")
            .col(uuid("id").primary_key())
            .col(string_len("media_type", 16))
            // SVG as it is, PNG in base64.
            .col(text("content"))
            .col(integer("width"))
            .col(integer("height"))
            .col(timestamp_with_time_zone("created_at"))
            .to_owned();
        manager.create_table(logos).await?;
        let table = Table::alter()
            .table("site")
            .add_column(uuid_null("logo_id"))
            .to_owned();
        manager.alter_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::alter()
            .table("site")
            .drop_column("logo_id")
            .to_owned();
        manager.alter_table(table).await?;
        manager
            .drop_table(Table::drop().table("site_logos").to_owned())
            .await
    }
}
