//! What visitors report about a shop: proposed edits, wrong hours, "permanently closed", "this is a chain".

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(suggestions()).await?;
        manager.create_table(suggestion_senders()).await?;
        for (name, columns) in [
            ("ix_suggestions_shop_id", &["shop_id", "status"][..]),
            ("ix_suggestions_status", &["status", "kind", "created_at"]),
        ] {
            let mut index = Index::create();
            index.table("suggestions").name(name);
            for column in columns {
                index.col(*column);
            }
            manager.create_index(index).await?;
        }
        let by_address = Index::create()
            .table("suggestion_senders")
            .name("ix_suggestion_senders_email")
            .col("email")
            .to_owned();
        manager.create_index(by_address).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["suggestion_senders", "suggestions"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

fn suggestions() -> TableCreateStatement {
    Table::create()
        .table("suggestions")
        .col(uuid("id").primary_key())
        .col(uuid("shop_id"))
        .col(string_len("kind", 16))
        .col(string_len("status", 16))
        // Proposed values by field.
        .col(json_binary("proposal"))
        .col(text_null("note"))
        // The fields that were applied.
        .col(json_binary_null("accepted"))
        .col(text_null("answer"))
        // The act that decided it, for undo.
        .col(uuid_null("entry_id"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone_null("decided_at"))
        .to_owned()
}

/// A separate table, so the audit log never contains it; deleted with the decision.
fn suggestion_senders() -> TableCreateStatement {
    Table::create()
        .table("suggestion_senders")
        .col(uuid("suggestion_id").primary_key())
        .col(uuid_null("visitor"))
        .col(uuid("network"))
        .col(string_len_null("email", 254))
        .to_owned()
}
