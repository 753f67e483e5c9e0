//! Newsletter readers, the towns they chose, addresses we must not write to, issues, and their recipients.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [readers(), towns(), suppressions(), issues(), deliveries()] {
            manager.create_table(table).await?;
        }
        for (name, columns, is_unique) in [
            (
                "ux_newsletter_readers_address_hash",
                &["address_hash"],
                true,
            ),
            ("ux_newsletter_readers_token_hash", &["token_hash"], true),
            ("ix_newsletter_readers_asked_at", &["asked_at"], false),
        ] {
            let mut index = Index::create();
            index.table("newsletter_readers").name(name);
            for column in columns {
                index.col(*column);
            }
            if is_unique {
                index.unique();
            }
            manager.create_index(index).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [
            "newsletter_deliveries",
            "newsletter_issues",
            "newsletter_suppressions",
            "newsletter_towns",
            "newsletter_readers",
        ] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

fn readers() -> TableCreateStatement {
    Table::create()
        .table("newsletter_readers")
        .col(uuid("id").primary_key())
        .col(string_len("email", 254))
        // Finds an address in any spelling.
        .col(string_len("address_hash", 64))
        .col(string_len("state", 16))
        // Of the latest confirmation email.
        .col(string_len_null("token_hash", 64))
        .col(timestamp_with_time_zone_null("token_expires_at"))
        // When an email was last sent because someone typed the address.
        .col(timestamp_with_time_zone("asked_at"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone_null("confirmed_at"))
        .to_owned()
}

fn towns() -> TableCreateStatement {
    Table::create()
        .table("newsletter_towns")
        .col(uuid("reader_id"))
        .col(uuid("city_id"))
        .primary_key(Index::create().col("reader_id").col("city_id"))
        .to_owned()
}

fn suppressions() -> TableCreateStatement {
    Table::create()
        .table("newsletter_suppressions")
        .col(string_len("address_hash", 64).primary_key())
        .col(string_len("reason", 16))
        .col(timestamp_with_time_zone("created_at"))
        .to_owned()
}

fn issues() -> TableCreateStatement {
    Table::create()
        .table("newsletter_issues")
        .col(uuid("id").primary_key())
        // When the issue was due: of two nodes, one writes the row.
        .col(timestamp_with_time_zone("turn").unique_key())
        .col(timestamp_with_time_zone("starts_at"))
        .col(timestamp_with_time_zone("ends_at"))
        .col(timestamp_with_time_zone_null("finished_at"))
        .to_owned()
}

/// The recipients of an issue: each pair can be written once.
fn deliveries() -> TableCreateStatement {
    Table::create()
        .table("newsletter_deliveries")
        .col(uuid("issue_id"))
        .col(uuid("reader_id"))
        .col(timestamp_with_time_zone("created_at"))
        .primary_key(Index::create().col("issue_id").col("reader_id"))
        .to_owned()
}
