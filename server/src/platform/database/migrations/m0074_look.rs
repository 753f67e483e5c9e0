//! The site's look: two colors, the typefaces, and whether the awning hangs.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in [
            // #1d4c78; null: as shipped.
            string_len_null("main_color", 7),
            string_len_null("accent_color", 7),
            string_len_null("typefaces", 8),
        ] {
            let table = Table::alter().table("site").add_column(column).to_owned();
            manager.alter_table(table).await?;
        }
        let awning = boolean("has_awning").default(true).take();
        let table = Table::alter().table("site").add_column(awning).to_owned();
        manager.alter_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in ["main_color", "accent_color", "typefaces", "has_awning"] {
            let table = Table::alter().table("site").drop_column(column).to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }
}
