//! Newsletters rejected by a reader's mail server, and until when such a reader gets none.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(refusals()).await?;
        let of_reader = Index::create()
            .table("newsletter_refusals")
            .name("ix_newsletter_refusals_reader_id")
            .col("reader_id")
            .to_owned();
        manager.create_index(of_reader).await?;
        let paused_until = Table::alter()
            .table("newsletter_readers")
            .add_column(timestamp_with_time_zone_null("paused_until"))
            .to_owned();
        manager.alter_table(paused_until).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let paused_until = Table::alter()
            .table("newsletter_readers")
            .drop_column("paused_until")
            .to_owned();
        manager.alter_table(paused_until).await?;
        let table = Table::drop().table("newsletter_refusals").to_owned();
        manager.drop_table(table).await
    }
}

fn refusals() -> TableCreateStatement {
    Table::create()
        .table("newsletter_refusals")
        // The email's ID, so each rejection counts once, however often its job runs.
        .col(uuid("mail_id").primary_key())
        .col(uuid("reader_id"))
        .col(timestamp_with_time_zone("created_at"))
        .to_owned()
}
