//! Photos that show a part of another one, and the originals that parts are cut from.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut photos = Table::alter();
        photos
            .table("photos")
            .add_column(string_len_null("original_key", 32));
        manager.alter_table(photos).await?;
        let mut photos = Table::alter();
        photos.table("photos").add_column(json_binary_null("crop"));
        manager.alter_table(photos).await?;
        let mut files = Table::alter();
        files
            .table("photo_files")
            .add_column(integer_null("original_width"));
        manager.alter_table(files).await?;
        // An original stays as long as a photo shows a part of it.
        let index = Index::create()
            .name("photos_by_original")
            .table("photos")
            .col("original_key")
            .to_owned();
        manager.create_index(index).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let index = Index::drop()
            .name("photos_by_original")
            .table("photos")
            .to_owned();
        manager.drop_index(index).await?;
        for (table, column) in [
            ("photos", "original_key"),
            ("photos", "crop"),
            ("photo_files", "original_width"),
        ] {
            let table = Table::alter().table(table).drop_column(column).to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }
}
