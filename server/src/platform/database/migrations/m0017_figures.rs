//! Statistics: totals by day, views by subject, and each search text with the last time it was used.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [event_days(), view_totals(), search_texts()] {
            manager.create_table(table).await?;
        }
        for (table, name, columns) in [
            (
                "view_totals",
                "ix_view_totals_kind_count",
                &["kind", "count"][..],
            ),
            ("search_texts", "ix_search_texts_last_at", &["last_at"]),
            (
                "search_texts",
                "ix_search_texts_results_last_at",
                &["results", "last_at"],
            ),
        ] {
            let mut index = Index::create().table(table).name(name).to_owned();
            for column in columns {
                index.col(*column);
            }
            manager.create_index(index).await?;
        }
        // Adds totals for what was counted before.
        for statement in [
            "INSERT INTO event_days (day, kind, count) \
             SELECT day, kind, CAST(SUM(count) AS BIGINT) FROM event_counts GROUP BY day, kind",
            "INSERT INTO view_totals (subject, kind, count) \
             SELECT subject, detail, CAST(SUM(count) AS BIGINT) FROM event_counts WHERE kind = 'page_view' \
             GROUP BY subject, detail",
        ] {
            manager
                .get_connection()
                .execute_unprepared(statement)
                .await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["search_texts", "view_totals", "event_days"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

fn event_days() -> TableCreateStatement {
    Table::create()
        .table("event_days")
        .col(string_len("day", 10))
        .col(string_len("kind", 32))
        .col(big_integer("count"))
        .primary_key(Index::create().col("day").col("kind"))
        .to_owned()
}

fn view_totals() -> TableCreateStatement {
    Table::create()
        .table("view_totals")
        .col(uuid("subject").primary_key())
        .col(string_len("kind", 8))
        .col(big_integer("count"))
        .to_owned()
}

fn search_texts() -> TableCreateStatement {
    Table::create()
        .table("search_texts")
        .col(string_len("text", 200).primary_key())
        .col(big_integer("count"))
        .col(big_integer_null("results"))
        .col(timestamp_with_time_zone("last_at"))
        .to_owned()
}
