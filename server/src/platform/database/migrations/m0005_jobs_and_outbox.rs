//! Background work: jobs, and the outbox (D50).

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(jobs()).await?;
        manager.create_table(outbox()).await?;
        for index in indexes() {
            manager.create_index(index).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["outbox", "jobs"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

fn jobs() -> TableCreateStatement {
    Table::create()
        .table("jobs")
        .col(uuid("id").primary_key())
        .col(string_len("kind", 64))
        // Keeps a piece of work from being enqueued twice.
        .col(string_len_null("unique_key", 160))
        .col(json_binary("payload"))
        .col(string_len("state", 16))
        // When a worker may take it; while one is working on it, the end of its lease.
        .col(timestamp_with_time_zone("due_at"))
        .col(uuid_null("lease"))
        .col(integer("attempts"))
        .col(text_null("last_error"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone_null("finished_at"))
        .to_owned()
}

fn outbox() -> TableCreateStatement {
    Table::create()
        .table("outbox")
        .col(uuid("id").primary_key())
        .col(string_len("stream", 16))
        .col(string_len("recipient", 254))
        .col(text("subject"))
        .col(text("text"))
        .col(text("html"))
        .col(json_binary("headers"))
        .col(text("message_id"))
        // Who the email is about, so it can be recalled while it waits.
        .col(uuid_null("about"))
        .col(string_len("state", 16))
        .col(timestamp_with_time_zone("due_at"))
        .col(uuid_null("lease"))
        .col(integer("attempts"))
        .col(text_null("last_error"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone_null("finished_at"))
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
        index("jobs", "ix_jobs_state_due_at", &["state", "due_at"]),
        index("jobs", "ux_jobs_unique_key", &["unique_key"])
            .unique()
            .to_owned(),
        index(
            "outbox",
            "ix_outbox_state_stream_due_at",
            &["state", "stream", "due_at"],
        ),
        index("outbox", "ix_outbox_about", &["about"]),
    ]
}
