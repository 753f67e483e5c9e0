//! What a purchase has to remember so that nothing is promised and lost: who may show its link, from when an announced
//! price applies, and a refund that is still open.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite adds one column per statement.
        for column in [
            uuid_null("link_person_id"),
            timestamp_with_time_zone_null("next_amount_from"),
            timestamp_with_time_zone_null("refund_since"),
            text_null("refund_problem"),
        ] {
            let table = Table::alter()
                .table("boost_purchases")
                .add_column(column)
                .to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in [
            "link_person_id",
            "next_amount_from",
            "refund_since",
            "refund_problem",
        ] {
            let table = Table::alter()
                .table("boost_purchases")
                .drop_column(column)
                .to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }
}
