//! Indexes for the administrator's lists and tiles, which otherwise would read every shop: owners, submitters, and
//! pending listings. Few shops have any of these, so the indexes are partial.

use sea_orm_migration::prelude::*;

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

const ON_SHOPS: [(&str, &str); 3] = [
    ("ix_shops_owner_id", "owner_id"),
    ("ix_shops_submitter_id", "submitter_id"),
    ("ix_shops_unconfirmed_since", "unconfirmed_since"),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (index, column) in ON_SHOPS {
            let create =
                format!("CREATE INDEX {index} ON shops ({column}) WHERE {column} IS NOT NULL");
            manager.get_connection().execute_unprepared(&create).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (index, _) in ON_SHOPS {
            manager
                .get_connection()
                .execute_unprepared(&format!("DROP INDEX {index}"))
                .await?;
        }
        Ok(())
    }
}
