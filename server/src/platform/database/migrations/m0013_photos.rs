//! Photos of shops, towns, stories and articles, and their files in storage (D49, D55).

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(photo_files()).await?;
        manager.create_table(photos()).await?;
        for (table, name, columns) in [
            (
                "photo_files",
                "ix_photo_files_expires_at",
                &["expires_at"][..],
            ),
            (
                "photo_files",
                "ix_photo_files_holder",
                &["holder", "created_at"],
            ),
            ("photos", "ix_photos_owner", &["owner_kind", "owner_id"]),
            ("photos", "ix_photos_removed_at", &["removed_at"]),
            ("photos", "ix_photos_expires_at", &["expires_at"]),
        ] {
            let mut index = Index::create().table(table).name(name).to_owned();
            for column in columns {
                index.col(*column);
            }
            manager.create_index(index).await?;
        }
        // A set of files belongs to one photo.
        let index = Index::create()
            .table("photos")
            .name("ux_photos_key")
            .col("key")
            .unique()
            .to_owned();
        manager.create_index(index).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["photos", "photo_files"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

fn photo_files() -> TableCreateStatement {
    Table::create()
        .table("photo_files")
        .col(string_len("key", 32).primary_key())
        .col(string_len("state", 8))
        .col(string_len("purpose", 16))
        .col(string_len_null("holder", 64))
        .col(uuid_null("target"))
        .col(json_binary("widths"))
        .col(integer("width"))
        .col(integer("height"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("expires_at"))
        .to_owned()
}

fn photos() -> TableCreateStatement {
    Table::create()
        .table("photos")
        .col(uuid("id").primary_key())
        .col(string_len("owner_kind", 8))
        // Refers to four tables, so it can't be a foreign key.
        .col(uuid("owner_id"))
        .col(string_len("key", 32))
        .col(integer("position"))
        .col(json_binary("widths"))
        .col(integer("width"))
        .col(integer("height"))
        .col(text_null("alternative_text"))
        .col(text_null("credit"))
        .col(string_len("source", 16))
        .col(text_null("source_url"))
        .col(text_null("license"))
        .col(timestamp_with_time_zone_null("fetched_at"))
        .col(timestamp_with_time_zone_null("expires_at"))
        .col(timestamp_with_time_zone_null("removed_at"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .col(big_integer("version"))
        .to_owned()
}
