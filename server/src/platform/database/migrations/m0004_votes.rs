//! The ledger of votes, the starting point of the day's ranking, and the breakfast flag of shops (D13, D15, D20).

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(votes()).await?;
        manager.create_table(cookieless_votes()).await?;
        let index = Index::create()
            .table("cookieless_votes")
            .name("ix_cookieless_votes_shop_id_network_accepted_at")
            .col("shop_id")
            .col("network")
            .col("accepted_at")
            .to_owned();
        manager.create_index(index).await?;
        manager.create_table(ranking_days()).await?;
        let serves_breakfast = Table::alter()
            .table("shops")
            .add_column(boolean_null("serves_breakfast"))
            .to_owned();
        manager.alter_table(serves_breakfast).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let serves_breakfast = Table::alter()
            .table("shops")
            .drop_column("serves_breakfast")
            .to_owned();
        manager.alter_table(serves_breakfast).await?;
        for table in ["ranking_days", "cookieless_votes", "votes"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

fn votes() -> TableCreateStatement {
    Table::create()
        .table("votes")
        .col(uuid("shop_id"))
        .col(uuid("visitor"))
        .col(timestamp_with_time_zone("voted_at"))
        .col(timestamp_with_time_zone_null("previous_at"))
        .col(big_integer("times"))
        // Shop first, because a shop's votes are read together.
        .primary_key(Index::create().col("shop_id").col("visitor"))
        .foreign_key(&mut to_shop("votes"))
        .to_owned()
}

fn cookieless_votes() -> TableCreateStatement {
    Table::create()
        .table("cookieless_votes")
        .col(uuid("id").primary_key())
        .col(uuid("shop_id"))
        .col(uuid("network"))
        .col(timestamp_with_time_zone("accepted_at"))
        .foreign_key(&mut to_shop("cookieless_votes"))
        .to_owned()
}

fn ranking_days() -> TableCreateStatement {
    Table::create()
        .table("ranking_days")
        .col(timestamp_with_time_zone("starts_at").primary_key())
        .col(big_integer("rating_thousandths"))
        .col(big_integer("rating_count"))
        .col(timestamp_with_time_zone("created_at"))
        .to_owned()
}

/// Votes are deleted with their shop.
fn to_shop(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .from(table, "shop_id")
        .to("shops", "id")
        .on_delete(ForeignKeyAction::Cascade)
        .to_owned()
}
