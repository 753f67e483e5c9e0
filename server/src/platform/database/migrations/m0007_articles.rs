//! The blog: articles and their categories.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(article_categories()).await?;
        manager.create_table(articles()).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["articles", "article_categories"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

fn article_categories() -> TableCreateStatement {
    Table::create()
        .table("article_categories")
        .col(uuid("id").primary_key())
        .col(text("slug").unique_key())
        .col(text("name"))
        .col(text_null("description"))
        .col(text("color"))
        .col(boolean("sample"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .col(big_integer("version"))
        .to_owned()
}

fn articles() -> TableCreateStatement {
    Table::create()
        .table("articles")
        .col(uuid("id").primary_key())
        .col(text("slug").unique_key())
        .col(text("title"))
        .col(text("excerpt"))
        .col(text("content"))
        .col(text_null("meta_description"))
        .col(uuid_null("category_id"))
        .col(json_binary("tags"))
        .col(text_null("author"))
        .col(text_null("author_url"))
        .col(timestamp_with_time_zone_null("published_at"))
        .col(big_integer("view_count"))
        .col(boolean("sample"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .col(big_integer("version"))
        .foreign_key(
            ForeignKey::create()
                .from("articles", "category_id")
                .to("article_categories", "id"),
        )
        .to_owned()
}
