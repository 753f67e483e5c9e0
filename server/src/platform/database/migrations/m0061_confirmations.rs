//! What visitors answer when they are asked whether a fact is still right, and when a fact was last confirmed.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in [
            string_len_null("hours_confirmed_by", 16),
            timestamp_with_time_zone_null("place_confirmed_at"),
            timestamp_with_time_zone_null("wifi_confirmed_at"),
        ] {
            let table = Table::alter().table("shops").add_column(column).to_owned();
            manager.alter_table(table).await?;
        }
        manager.create_table(fact_answers()).await?;
        let by_shop = Index::create()
            .table("fact_answers")
            .name("ix_fact_answers_shop_id")
            .col("shop_id")
            .col("fact")
            .to_owned();
        manager.create_index(by_shop).await?;
        let once = Index::create()
            .table("fact_answers")
            .name("uq_fact_answers_network")
            .col("round")
            .col("network")
            .unique()
            .to_owned();
        manager.create_index(once).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("fact_answers").to_owned())
            .await?;
        for column in [
            "wifi_confirmed_at",
            "place_confirmed_at",
            "hours_confirmed_by",
        ] {
            let table = Table::alter().table("shops").drop_column(column).to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }
}

fn fact_answers() -> TableCreateStatement {
    Table::create()
        .table("fact_answers")
        .col(uuid("id").primary_key())
        .col(uuid("shop_id"))
        .col(string_len("fact", 16))
        .col(boolean("says_yes"))
        // A hash of the fact that the page showed.
        .col(uuid("about"))
        // The question that it belongs to, which keys the two hashes below.
        .col(uuid("round"))
        .col(uuid_null("network"))
        .col(uuid_null("visitor"))
        .col(timestamp_with_time_zone("created_at"))
        // Since when it contradicts another, which the administrator decides.
        .col(timestamp_with_time_zone_null("contested_at"))
        .to_owned()
}
