//! Shops that the administrator has put off in the worklist.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("worklist_pauses")
            .col(uuid("shop_id").primary_key())
            .col(timestamp_with_time_zone("ends_at"))
            .foreign_key(
                ForeignKey::create()
                    .name("fk_worklist_pauses_shop_id")
                    .from("worklist_pauses", "shop_id")
                    .to("shops", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .to_owned();
        manager.create_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::drop().table("worklist_pauses").to_owned();
        manager.drop_table(table).await
    }
}
