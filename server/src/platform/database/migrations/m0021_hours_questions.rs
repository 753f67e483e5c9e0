//! When a shop's people were last asked about its hours; an index of acts by time, for newsletter issues.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("hours_questions")
            .col(uuid("shop_id").primary_key())
            .col(timestamp_with_time_zone("asked_at"))
            .foreign_key(
                ForeignKey::create()
                    .name("fk_hours_questions_shop_id")
                    .from("hours_questions", "shop_id")
                    .to("shops", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .to_owned();
        manager.create_table(table).await?;
        let index = Index::create()
            .table("audit_entries")
            .name("ix_audit_entries_created_at")
            .col("created_at")
            .to_owned();
        manager.create_index(index).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let index = Index::drop()
            .table("audit_entries")
            .name("ix_audit_entries_created_at")
            .to_owned();
        manager.drop_index(index).await?;
        let table = Table::drop().table("hours_questions").to_owned();
        manager.drop_table(table).await
    }
}
