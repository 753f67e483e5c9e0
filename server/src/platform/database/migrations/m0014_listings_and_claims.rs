//! Listings by people, claims, ownership transfers, and requests that wait for the administrator.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [listings(), claims(), hand_overs(), admin_requests()] {
            manager.create_table(table).await?;
        }
        for (table, name, columns) in [
            ("listings", "ix_listings_shop_id", &["shop_id"][..]),
            ("claims", "ix_claims_shop_id", &["shop_id"]),
            ("claims", "ix_claims_status", &["status", "created_at"]),
            ("hand_overs", "ix_hand_overs_shop_id", &["shop_id"]),
            (
                "admin_requests",
                "ix_admin_requests_status",
                &["status", "created_at"],
            ),
            ("admin_requests", "ix_admin_requests_shop_id", &["shop_id"]),
        ] {
            let mut index = Index::create();
            index.table(table).name(name);
            for column in columns {
                index.col(*column);
            }
            manager.create_index(index).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["admin_requests", "hand_overs", "claims", "listings"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

fn listings() -> TableCreateStatement {
    Table::create()
        .table("listings")
        .col(uuid("id").primary_key())
        .col(uuid("shop_id"))
        .col(uuid("person_id"))
        .col(string_len("owner_name", 120))
        // Made of name, street and ZIP code, so that the same form sent twice creates one shop.
        .col(string_len("form_key", 64).unique_key())
        // The URL of a picture, according to the submitter.
        .col(text_null("image_source"))
        // Why the administrator has to review it.
        .col(string_len_null("doubt", 500))
        .col(timestamp_with_time_zone_null("confirmed_at"))
        .col(timestamp_with_time_zone("created_at"))
        .to_owned()
}

fn claims() -> TableCreateStatement {
    Table::create()
        .table("claims")
        .col(uuid("id").primary_key())
        .col(uuid("shop_id"))
        .col(uuid("person_id"))
        .col(string_len("owner_name", 120))
        .col(string_len_null("owner_phone", 40))
        .col(string_len("business_role", 80))
        .col(string_len("verification_method", 16))
        .col(text_null("additional_info"))
        .col(text_null("owner_description"))
        .col(boolean("is_open_again"))
        .col(boolean("from_listing"))
        .col(string_len("status", 16))
        // Shop and person while it is pending, so there is one claim each.
        .col(string_len_null("open_key", 64).unique_key())
        .col(timestamp_with_time_zone_null("email_confirmed_at"))
        .col(text_null("rejection_reason"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone_null("reviewed_at"))
        .to_owned()
}

fn hand_overs() -> TableCreateStatement {
    Table::create()
        .table("hand_overs")
        .col(uuid("id").primary_key())
        .col(uuid("shop_id"))
        .col(uuid("from_person_id"))
        .col(uuid("to_person_id"))
        .col(timestamp_with_time_zone_null("from_confirmed_at"))
        .col(timestamp_with_time_zone_null("to_confirmed_at"))
        // The shop while the transfer is pending: one at a time.
        .col(string_len_null("open_key", 32).unique_key())
        .col(timestamp_with_time_zone_null("done_at"))
        .col(timestamp_with_time_zone("created_at"))
        .to_owned()
}

fn admin_requests() -> TableCreateStatement {
    Table::create()
        .table("admin_requests")
        .col(uuid("id").primary_key())
        .col(string_len("kind", 24))
        .col(string_len("status", 16))
        .col(uuid_null("shop_id"))
        .col(string_len("subject", 300))
        .col(text("explanation"))
        // What would be done, such as the form of a listing.
        .col(json_binary_null("details"))
        .col(string_len_null("name", 120))
        .col(string_len_null("email", 254))
        .col(text_null("answer"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone_null("decided_at"))
        .to_owned()
}
