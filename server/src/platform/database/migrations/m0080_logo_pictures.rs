//! Logos as pictures, for emails, shared links and icons, and an icon of its own.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // A PNG in base64; null if the drawing can't be drawn here.
        let logos = Table::alter()
            .table("site_logos")
            .add_column(text_null("picture"))
            .to_owned();
        manager.alter_table(logos).await?;
        let site = Table::alter()
            .table("site")
            .add_column(uuid_null("icon_id"))
            .to_owned();
        manager.alter_table(site).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let site = Table::alter()
            .table("site")
            .drop_column("icon_id")
            .to_owned();
        manager.alter_table(site).await?;
        let logos = Table::alter()
            .table("site_logos")
            .drop_column("picture")
            .to_owned();
        manager.alter_table(logos).await
    }
}
