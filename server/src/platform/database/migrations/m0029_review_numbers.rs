//! Short numbers for import questions, for people to type.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let number = Table::alter()
            .table("review_items")
            .add_column(big_integer("number").default(0))
            .to_owned();
        manager.alter_table(number).await?;
        // IDs grow with time, so the oldest record gets the first number.
        let numbered = "UPDATE review_items SET number = \
            (SELECT COUNT(*) FROM review_items AS older WHERE older.id <= review_items.id)";
        manager
            .get_connection()
            .execute_unprepared(numbered)
            .await?;
        let index = Index::create()
            .table("review_items")
            .name("ix_review_items_number")
            .col("number")
            .to_owned();
        manager.create_index(index).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let index = Index::drop()
            .table("review_items")
            .name("ix_review_items_number")
            .to_owned();
        manager.drop_index(index).await?;
        let number = Table::alter()
            .table("review_items")
            .drop_column("number")
            .to_owned();
        manager.alter_table(number).await
    }
}
