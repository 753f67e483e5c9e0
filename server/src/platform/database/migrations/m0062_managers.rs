//! People whom an owner lets maintain a shop.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("shop_managers")
            .col(uuid("id").primary_key())
            .col(uuid("shop_id"))
            .col(uuid("person_id"))
            // The owner; under another one, it is nobody's manager.
            .col(uuid("invited_by"))
            // Shop and person until it ends, so nobody is one twice.
            .col(string_len_null("open_key", 64).unique_key())
            .col(timestamp_with_time_zone("invited_at"))
            .col(timestamp_with_time_zone_null("accepted_at"))
            .col(timestamp_with_time_zone_null("ended_at"))
            .to_owned();
        manager.create_table(table).await?;
        for column in ["shop_id", "person_id"] {
            let index = Index::create()
                .table("shop_managers")
                .name(format!("ix_shop_managers_{column}"))
                .col(column)
                .to_owned();
            manager.create_index(index).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::drop().table("shop_managers").to_owned();
        manager.drop_table(table).await
    }
}
