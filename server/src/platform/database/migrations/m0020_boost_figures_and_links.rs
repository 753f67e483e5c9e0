//! How many more views boosted shops get, one row per day measured; and since when a payer's link has waited for the
//! administrator.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("visibility_figures")
                    .col(timestamp_with_time_zone("starts_at").primary_key())
                    .col(big_integer_null("percent"))
                    .col(big_integer("boost_count"))
                    .col(timestamp_with_time_zone("created_at"))
                    .to_owned(),
            )
            .await?;
        manager
            .alter_table(
                Table::alter()
                    .table("boost_purchases")
                    .add_column(timestamp_with_time_zone_null("link_review_since"))
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .alter_table(
                Table::alter()
                    .table("boost_purchases")
                    .drop_column("link_review_since")
                    .to_owned(),
            )
            .await?;
        manager
            .drop_table(Table::drop().table("visibility_figures").to_owned())
            .await
    }
}
