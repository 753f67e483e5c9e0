//! Towns, shops, the source of each fact, former slugs, and the change feed.

use sea_orm_migration::{prelude::*, schema::*};

use crate::platform::database::dialect;

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(cities()).await?;
        manager.create_table(shops()).await?;
        manager.create_table(shop_sources()).await?;
        manager.create_table(former_slugs()).await?;
        manager.create_table(changes()).await?;
        manager.create_table(change_horizon()).await?;
        for index in indexes() {
            manager.create_index(index).await?;
        }
        dialect::default_to_transaction_id(manager.get_connection(), "changes", "txid").await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [
            "change_horizon",
            "changes",
            "former_slugs",
            "shop_sources",
            "shops",
            "cities",
        ] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

fn cities() -> TableCreateStatement {
    Table::create()
        .table("cities")
        .col(uuid("id").primary_key())
        .col(string_len("slug", 80).unique_key())
        .col(string_len("name", 120))
        .col(string_len("state", 2))
        .col(string_len_null("county", 120))
        .col(double_null("latitude"))
        .col(double_null("longitude"))
        .col(string_len("time_zone", 64))
        .col(text_null("description"))
        .col(text_null("image_url"))
        .col(string_len("image_source", 16))
        .col(string_len_null("fallback_color", 32))
        .col(boolean("made_by_admin"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .col(big_integer("version"))
        .to_owned()
}

fn shops() -> TableCreateStatement {
    Table::create()
        .table("shops")
        .col(uuid("id").primary_key())
        .col(string_len("slug", 80).unique_key())
        .col(uuid("city_id"))
        .col(string_len("name", 200))
        .col(string_len_null("street", 200))
        .col(string_len_null("zip_code", 10))
        .col(double_null("latitude"))
        .col(double_null("longitude"))
        .col(string_len("time_zone", 64))
        .col(string_len_null("phone", 64))
        .col(string_len_null("telephone", 24))
        .col(text_null("website"))
        .col(text_null("hours"))
        .col(text_null("opening_hours"))
        .col(text_null("description"))
        .col(text_null("owner_description"))
        .col(text_null("ai_generated_description"))
        .col(uuid_null("owner_id"))
        .col(text_null("image_url"))
        .col(json_binary("categories"))
        .col(text_null("google_place_id"))
        .col(double_null("google_rating"))
        .col(integer_null("google_review_count"))
        .col(text_null("foursquare_id"))
        .col(double_null("foursquare_rating"))
        .col(integer_null("foursquare_price_level"))
        .col(integer_null("price_level"))
        .col(boolean_null("has_wifi"))
        .col(boolean_null("has_parking"))
        .col(boolean_null("pet_friendly"))
        .col(boolean_null("good_for_work"))
        .col(boolean_null("has_outdoor_seating"))
        .col(big_integer("upvote_count"))
        .col(text_null("online_store_url"))
        .col(text_null("online_store_name"))
        .col(boolean("is_active"))
        .col(timestamp_with_time_zone_null("closed_at"))
        .col(timestamp_with_time_zone_null("deleted_at"))
        .col(boolean("sample"))
        .col(json_binary("provenance"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .col(big_integer("version"))
        .foreign_key(
            ForeignKey::create()
                .from("shops", "city_id")
                .to("cities", "id"),
        )
        .to_owned()
}

fn shop_sources() -> TableCreateStatement {
    Table::create()
        .table("shop_sources")
        .col(uuid("id").primary_key())
        .col(uuid("shop_id"))
        .col(string_len("source", 32))
        .col(string_len("source_id", 160))
        .col(timestamp_with_time_zone_null("refreshed_at"))
        .col(timestamp_with_time_zone("fetched_at"))
        .foreign_key(
            ForeignKey::create()
                .from("shop_sources", "shop_id")
                .to("shops", "id"),
        )
        .to_owned()
}

fn former_slugs() -> TableCreateStatement {
    Table::create()
        .table("former_slugs")
        .col(uuid("id").primary_key())
        .col(string_len("kind", 8))
        .col(string_len("slug", 80))
        .col(uuid("target_id"))
        .col(timestamp_with_time_zone("created_at"))
        .to_owned()
}

fn changes() -> TableCreateStatement {
    Table::create()
        .table("changes")
        .col(big_integer("seq").auto_increment().primary_key())
        .col(big_integer("txid").default(0))
        .col(string_len("kind", 8))
        .col(uuid("entity_id"))
        .col(timestamp_with_time_zone("created_at"))
        .to_owned()
}

/// One row: how far old changes have been pruned. A node with an older cursor reloads.
fn change_horizon() -> TableCreateStatement {
    Table::create()
        .table("change_horizon")
        .col(integer("id").primary_key())
        .col(big_integer("txid"))
        .col(big_integer("seq"))
        .to_owned()
}

fn indexes() -> Vec<IndexCreateStatement> {
    let index = |table: &'static str, name: &str, columns: &[&'static str]| {
        let mut index = Index::create();
        index.table(table).name(name);
        for column in columns {
            index.col(*column);
        }
        index.to_owned()
    };
    vec![
        index("shops", "ix_shops_city_id", &["city_id"]),
        index("shop_sources", "ix_shop_sources_shop_id", &["shop_id"]),
        index("shop_sources", "uq_shop_sources", &["source", "source_id"])
            .unique()
            .to_owned(),
        index("former_slugs", "uq_former_slugs", &["kind", "slug"])
            .unique()
            .to_owned(),
        index("former_slugs", "ix_former_slugs_target_id", &["target_id"]),
        index("changes", "ix_changes_txid_seq", &["txid", "seq"]),
    ]
}
