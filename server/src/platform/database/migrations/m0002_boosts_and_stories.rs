//! The ledger of boosts (D9), and local stories told by shops.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(boosts()).await?;
        manager.create_table(stories()).await?;
        for (table, name) in [
            ("boosts", "ix_boosts_shop_id"),
            ("stories", "ix_stories_shop_id"),
        ] {
            let index = Index::create()
                .table(table)
                .name(name)
                .col("shop_id")
                .to_owned();
            manager.create_index(index).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["stories", "boosts"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

fn boosts() -> TableCreateStatement {
    Table::create()
        .table("boosts")
        .col(uuid("id").primary_key())
        .col(uuid("shop_id"))
        .col(string_len("source", 16))
        .col(timestamp_with_time_zone("starts_at"))
        .col(timestamp_with_time_zone("ends_at"))
        .col(text_null("reason"))
        .col(timestamp_with_time_zone("created_at"))
        .foreign_key(
            ForeignKey::create()
                .from("boosts", "shop_id")
                .to("shops", "id"),
        )
        .to_owned()
}

fn stories() -> TableCreateStatement {
    Table::create()
        .table("stories")
        .col(uuid("id").primary_key())
        .col(uuid("shop_id"))
        .col(string_len("status", 16))
        .col(text("prompt1_response"))
        .col(text_null("prompt2_response"))
        .col(text_null("photo_url"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .foreign_key(
            ForeignKey::create()
                .from("stories", "shop_id")
                .to("shops", "id"),
        )
        .to_owned()
}
