//! Counts every vote against its network for a day; a voter's row says whether the ranking counts it (D20).

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let is_ranked = Table::alter()
            .table("votes")
            .add_column(boolean("is_ranked").default(true))
            .to_owned();
        manager.alter_table(is_ranked).await?;
        manager.create_table(network_votes()).await?;
        let index = Index::create()
            .table("network_votes")
            .name("ix_network_votes_accepted_at")
            .col("accepted_at")
            .to_owned();
        manager.create_index(index).await?;
        // The old table only covers the last hours of voters without a cookie, so it can be dropped.
        let before = Table::drop().table("cookieless_votes").to_owned();
        manager.drop_table(before).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::drop().table("network_votes").to_owned();
        manager.drop_table(table).await?;
        manager.create_table(cookieless_votes()).await?;
        let index = Index::create()
            .table("cookieless_votes")
            .name("ix_cookieless_votes_shop_id_network_accepted_at")
            .col("shop_id")
            .col("network")
            .col("accepted_at")
            .to_owned();
        manager.create_index(index).await?;
        let is_ranked = Table::alter()
            .table("votes")
            .drop_column("is_ranked")
            .to_owned();
        manager.alter_table(is_ranked).await
    }
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

fn network_votes() -> TableCreateStatement {
    Table::create()
        .table("network_votes")
        .col(uuid("shop_id"))
        .col(uuid("network"))
        .col(uuid("vote"))
        .col(timestamp_with_time_zone("accepted_at"))
        .col(boolean("is_new_voter"))
        // A network's votes for a shop are read together.
        .primary_key(Index::create().col("shop_id").col("network").col("vote"))
        .foreign_key(&mut to_shop("network_votes"))
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
