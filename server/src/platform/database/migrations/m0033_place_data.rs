//! Foursquare's content with its end, the calls made to its API, and the runs that improve shops and find city images.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let shops = Table::alter()
            .table("shops")
            .add_column(timestamp_with_time_zone_null("foursquare_expires_at"))
            .to_owned();
        manager.alter_table(shops).await?;
        let ends = Index::create()
            .table("shops")
            .name("ix_shops_foursquare_expires_at")
            .col("foursquare_expires_at")
            .to_owned();
        manager.create_index(ends).await?;
        let calls = Table::create()
            .table("foursquare_calls")
            // As in `2026-03`.
            .col(string_len("month", 7).primary_key())
            .col(big_integer("calls"))
            .to_owned();
        manager.create_table(calls).await?;
        let cities = Table::create()
            .table("foursquare_cities")
            .col(uuid("city_id").primary_key())
            .col(uuid("run_id"))
            .col(timestamp_with_time_zone("reserved_until"))
            .col(timestamp_with_time_zone_null("enhanced_at"))
            .to_owned();
        manager.create_table(cities).await?;
        let runs = Table::create()
            .table("foursquare_runs")
            .col(uuid("id").primary_key())
            .col(uuid_null("city_id"))
            .col(text("city_name"))
            .col(text("state"))
            // Their IDs, in order.
            .col(json_binary("shops"))
            .col(integer("processed"))
            .col(integer("enhanced"))
            .col(integer("photos"))
            .col(integer("calls"))
            .col(timestamp_with_time_zone("started_at"))
            // When it last got further.
            .col(timestamp_with_time_zone("last_at"))
            .col(boolean("is_done"))
            // Why it stopped early.
            .col(text_null("problem"))
            .to_owned();
        manager.create_table(runs).await?;
        let last = Index::create()
            .table("foursquare_runs")
            .name("ix_foursquare_runs_last_at")
            .col("last_at")
            .to_owned();
        manager.create_index(last).await?;
        let images = Table::create()
            .table("city_image_runs")
            .col(uuid("id").primary_key())
            // The last town that was looked at.
            .col(uuid_null("after_city"))
            .col(integer("checked"))
            .col(integer("wikipedia"))
            .col(integer("stock"))
            .col(integer("failed"))
            .col(timestamp_with_time_zone("started_at"))
            .col(timestamp_with_time_zone("last_at"))
            .col(boolean("is_done"))
            .col(text_null("problem"))
            .to_owned();
        manager.create_table(images).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [
            "city_image_runs",
            "foursquare_runs",
            "foursquare_cities",
            "foursquare_calls",
        ] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        let index = Index::drop()
            .table("shops")
            .name("ix_shops_foursquare_expires_at")
            .to_owned();
        manager.drop_index(index).await?;
        let shops = Table::alter()
            .table("shops")
            .drop_column("foursquare_expires_at")
            .to_owned();
        manager.alter_table(shops).await
    }
}
