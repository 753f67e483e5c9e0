//! The site's own words: one row. A column without a value stands for the text that the product ships.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

const WORDS: [&str; 16] = [
    "name",
    "region",
    "slogan",
    "description",
    "hero_text",
    "destinations_title",
    "featured_title",
    "featured_text",
    "owners_title",
    "owners_text",
    "recent_title",
    "recent_text",
    "newsletter_title",
    "newsletter_text",
    "footer_text",
    "letterhead",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut table = Table::create();
        table
            .table("site")
            .col(uuid("id").primary_key())
            .col(big_integer("version").default(0))
            .col(big_integer("edition").default(0))
            .col(timestamp_with_time_zone("updated_at"));
        for word in WORDS {
            table.col(text_null(word));
        }
        manager.create_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("site").to_owned())
            .await
    }
}
