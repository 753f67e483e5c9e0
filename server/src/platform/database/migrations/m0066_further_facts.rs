//! Further facts of a shop: its pages elsewhere, its public email address, and amenities that coffee people ask for.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

const TEXTS: [&str; 4] = ["instagram", "facebook", "menu_url", "public_email"];
const AMENITIES: [&str; 7] = [
    "has_outlets",
    "has_restroom",
    "has_drive_through",
    "wheelchair_accessible",
    "has_changing_table",
    "has_plant_milk",
    "roasts_here",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let texts = TEXTS.map(text_null).into_iter();
        let amenities = AMENITIES.map(boolean_null).into_iter();
        for column in texts.chain(amenities) {
            // SQLite adds one column at a time.
            let table = Table::alter().table("shops").add_column(column).to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in TEXTS.into_iter().chain(AMENITIES) {
            let table = Table::alter().table("shops").drop_column(column).to_owned();
            manager.alter_table(table).await?;
        }
        Ok(())
    }
}
