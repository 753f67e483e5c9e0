//! Payments for boosts: purchases, their payments, Stripe's customers and events, and announced prices. A paid purchase
//! has a row in `boosts` with the purchase's ID.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [
            purchases(),
            payments(),
            customers(),
            events(),
            price_changes(),
        ] {
            manager.create_table(table).await?;
        }
        for (table, name, columns, unique) in [
            (
                "boost_purchases",
                "ix_boost_purchases_shop",
                &["shop_id"][..],
                false,
            ),
            (
                "boost_purchases",
                "ix_boost_purchases_payer",
                &["payer_hash"],
                false,
            ),
            (
                "boost_purchases",
                "ix_boost_purchases_state",
                &["state"],
                false,
            ),
            (
                "boost_purchases",
                "uq_boost_purchases_provider",
                &["provider_id"],
                true,
            ),
            (
                "boost_purchases",
                "uq_boost_purchases_request",
                &["request_hash"],
                true,
            ),
            (
                "boost_purchases",
                "ix_boost_purchases_checkout",
                &["checkout_hash"],
                false,
            ),
            (
                "boost_payments",
                "ix_boost_payments_purchase",
                &["purchase_id"],
                false,
            ),
            (
                "boost_payments",
                "uq_boost_payments_intent",
                &["payment_intent"],
                true,
            ),
            (
                "stripe_customers",
                "uq_stripe_customers_address",
                &["address_hash", "is_live"],
                true,
            ),
            (
                "stripe_events",
                "ix_stripe_events_received",
                &["received_at"],
                false,
            ),
        ] {
            let mut index = Index::create();
            index.table(table).name(name);
            if unique {
                index.unique();
            }
            for column in columns {
                index.col(*column);
            }
            manager.create_index(index).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [
            "boost_price_changes",
            "stripe_events",
            "stripe_customers",
            "boost_payments",
            "boost_purchases",
        ] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

fn purchases() -> TableCreateStatement {
    Table::create()
        .table("boost_purchases")
        .col(uuid("id").primary_key())
        .col(uuid("shop_id"))
        .col(string_len("plan", 16))
        .col(string_len("state", 16))
        .col(string_len_null("end_reason", 16))
        .col(boolean("is_live"))
        .col(text("payer_email"))
        .col(text("payer_hash"))
        .col(text("payer_name"))
        .col(big_integer("amount_cents"))
        .col(big_integer_null("next_amount_cents"))
        .col(text_null("customer"))
        .col(text_null("provider_id"))
        .col(text_null("provider_status"))
        .col(boolean("renews"))
        .col(timestamp_with_time_zone_null("cancels_at"))
        .col(timestamp_with_time_zone_null("first_paid_at"))
        .col(timestamp_with_time_zone_null("paid_until"))
        .col(text_null("store_url"))
        .col(text_null("store_name"))
        .col(boolean("store_waits"))
        .col(text("checkout_hash"))
        .col(text_null("request_hash"))
        .col(text_null("mailed_failure"))
        .col(timestamp_with_time_zone_null("mailed_ending"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .col(big_integer("version"))
        .foreign_key(
            ForeignKey::create()
                .from("boost_purchases", "shop_id")
                .to("shops", "id"),
        )
        .to_owned()
}

fn payments() -> TableCreateStatement {
    Table::create()
        .table("boost_payments")
        .col(uuid("id").primary_key())
        .col(uuid("purchase_id"))
        .col(text("payment_intent"))
        .col(text_null("invoice"))
        .col(big_integer("amount_cents"))
        .col(big_integer("refunded_cents"))
        .col(timestamp_with_time_zone("paid_at"))
        .col(timestamp_with_time_zone_null("period_end"))
        .col(timestamp_with_time_zone_null("void_at"))
        .col(string_len_null("void_reason", 16))
        .foreign_key(
            ForeignKey::create()
                .from("boost_payments", "purchase_id")
                .to("boost_purchases", "id"),
        )
        .to_owned()
}

fn customers() -> TableCreateStatement {
    Table::create()
        .table("stripe_customers")
        .col(uuid("id").primary_key())
        .col(text("address_hash"))
        .col(boolean("is_live"))
        .col(text_null("customer"))
        .col(timestamp_with_time_zone("created_at"))
        .to_owned()
}

fn events() -> TableCreateStatement {
    Table::create()
        .table("stripe_events")
        .col(text("id").primary_key())
        .col(text("kind"))
        .col(string_len("state", 16))
        .col(integer("attempts"))
        .col(text_null("last_error"))
        .col(text_null("payload"))
        .col(timestamp_with_time_zone("happened_at"))
        .col(timestamp_with_time_zone("received_at"))
        .to_owned()
}

fn price_changes() -> TableCreateStatement {
    Table::create()
        .table("boost_price_changes")
        .col(uuid("id").primary_key())
        .col(big_integer("amount_cents"))
        .col(timestamp_with_time_zone("announced_at"))
        .col(timestamp_with_time_zone("effective_at"))
        .col(timestamp_with_time_zone_null("finished_at"))
        .to_owned()
}
