//! The monthly letter of a shop's figures: the last month that was written about, and who turned it off.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("monthly_letters")
            .col(uuid("id").primary_key())
            .col(uuid("shop_id").unique_key())
            // Counted from the year 0.
            .col(integer_null("month"))
            // The owner who doesn't want it; the next one gets it again.
            .col(uuid_null("off_for"))
            .foreign_key(
                ForeignKey::create()
                    .name("fk_monthly_letters_shop_id")
                    .from("monthly_letters", "shop_id")
                    .to("shops", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .to_owned();
        manager.create_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::drop().table("monthly_letters").to_owned();
        manager.drop_table(table).await
    }
}
