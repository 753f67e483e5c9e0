//! How many bytes were uploaded, and from where, so that unused uploads can't fill the storage.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite adds one column per statement.
        for column in [
            // The network, in text, such as 203.0.113.7/32. It goes with the row, a day after an unused upload.
            string_len_null("network", 64),
            big_integer_null("bytes"),
        ] {
            let table = Table::alter()
                .table("photo_files")
                .add_column(column)
                .to_owned();
            manager.alter_table(table).await?;
        }
        let index = Index::create()
            .table("photo_files")
            .name("ix_photo_files_network")
            .col("network")
            .col("created_at")
            .to_owned();
        manager.create_index(index).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let index = Index::drop()
            .table("photo_files")
            .name("ix_photo_files_network")
            .to_owned();
        manager.drop_index(index).await?;
        for column in ["bytes", "network"] {
            let table = Table::alter()
                .table("photo_files")
                .drop_column(column)
                .to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }
}
