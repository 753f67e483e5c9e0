//! Administrators with a name, their app codes and recovery codes, the browsers they know, and whose session is whose.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [administrators(), recovery_codes(), devices()] {
            manager.create_table(table).await?;
        }
        for column in [
            // Null for who came in with the shared password, or a link of the console.
            uuid_null("administrator_id"),
            // When this browser last entered the password or a code.
            timestamp_with_time_zone_null("confirmed_at"),
        ] {
            let table = Table::alter()
                .table("sessions")
                .add_column(column)
                .to_owned();
            manager.alter_table(table).await?;
        }
        for table in ["admin_recovery_codes", "sessions"] {
            let index = Index::create()
                .table(table)
                .name(format!("ix_{table}_administrator_id"))
                .col("administrator_id")
                .to_owned();
            manager.create_index(index).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let index = Index::drop()
            .table("sessions")
            .name("ix_sessions_administrator_id")
            .to_owned();
        manager.drop_index(index).await?;
        for column in ["confirmed_at", "administrator_id"] {
            let table = Table::alter()
                .table("sessions")
                .drop_column(column)
                .to_owned();
            manager.alter_table(table).await?;
        }
        for table in ["admin_devices", "admin_recovery_codes", "administrators"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

fn administrators() -> TableCreateStatement {
    Table::create()
        .table("administrators")
        .col(uuid("id").primary_key())
        .col(string_len("name", 60))
        // The name in any spelling; null once removed, so that another may have it.
        .col(string_len_null("name_key", 240).unique_key())
        .col(string_len_null("email", 254))
        .col(string_len("password_hash", 200))
        // Sealed.
        .col(string_len_null("app_secret", 200))
        .col(timestamp_with_time_zone_null("app_since"))
        // The step of the last code that was used (RFC 6238).
        .col(big_integer_null("app_step"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone_null("signed_in_at"))
        // The row stays, because the audit log names it.
        .col(timestamp_with_time_zone_null("removed_at"))
        .to_owned()
}

fn recovery_codes() -> TableCreateStatement {
    Table::create()
        .table("admin_recovery_codes")
        .col(uuid("id").primary_key())
        .col(uuid("administrator_id"))
        .col(string_len("code_hash", 64).unique_key())
        .col(timestamp_with_time_zone_null("used_at"))
        .to_owned()
}

fn devices() -> TableCreateStatement {
    Table::create()
        .table("admin_devices")
        .col(uuid("administrator_id"))
        .col(uuid("device_id"))
        .col(timestamp_with_time_zone("seen_at"))
        .primary_key(Index::create().col("administrator_id").col("device_id"))
        .to_owned()
}
