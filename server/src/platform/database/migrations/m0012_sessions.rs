//! People with a proven address, their sessions and the administrator's, one-time codes, limits that all nodes share, the
//! administrator's password, and the audit log.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [
            people(),
            sessions(),
            one_time_codes(),
            limit_counts(),
            admin_passwords(),
            audit_entries(),
            audit_images(),
        ] {
            manager.create_table(table).await?;
        }
        for (table, name, columns) in [
            ("sessions", "ix_sessions_person_id", &["person_id"][..]),
            (
                "one_time_codes",
                "ix_one_time_codes_address",
                &["address_hash", "purpose"],
            ),
            ("audit_entries", "ix_audit_entries_subject", &["subject_id"]),
        ] {
            let mut index = Index::create();
            index.table(table).name(name);
            for column in columns {
                index.col(*column);
            }
            manager.create_index(index).await?;
        }
        // SQLite adds one column per statement.
        for column in [
            uuid_null("submitter_id"),
            // The version that forms compare; votes don't change it.
            big_integer("edition").default(1).to_owned(),
            // Why a listing isn't final: the submitter's address isn't proven, or it may be a chain (D42).
            timestamp_with_time_zone_null("unconfirmed_since"),
        ] {
            let table = Table::alter().table("shops").add_column(column).to_owned();
            manager.alter_table(table).await?;
        }
        let edition = Table::alter()
            .table("cities")
            .add_column(big_integer("edition").default(1))
            .to_owned();
        manager.alter_table(edition).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (table, column) in [
            ("cities", "edition"),
            ("shops", "unconfirmed_since"),
            ("shops", "edition"),
            ("shops", "submitter_id"),
        ] {
            let table = Table::alter().table(table).drop_column(column).to_owned();
            manager.alter_table(table).await?;
        }
        for table in [
            "audit_images",
            "audit_entries",
            "admin_passwords",
            "limit_counts",
            "one_time_codes",
            "sessions",
            "people",
        ] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

fn people() -> TableCreateStatement {
    Table::create()
        .table("people")
        .col(uuid("id").primary_key())
        .col(string_len("email", 254))
        // Finds an address in any spelling.
        .col(string_len("address_hash", 64).unique_key())
        .col(string_len_null("name", 200))
        // Null until someone has proven that the address is theirs.
        .col(timestamp_with_time_zone_null("confirmed_at"))
        .col(timestamp_with_time_zone("created_at"))
        .to_owned()
}

fn sessions() -> TableCreateStatement {
    Table::create()
        .table("sessions")
        .col(uuid("id").primary_key())
        .col(string_len("token_hash", 64).unique_key())
        .col(string_len("kind", 8))
        // Null for the administrator.
        .col(uuid_null("person_id"))
        // Browser and operating system, so people recognize their devices.
        .col(string_len("device", 64))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("last_seen_at"))
        .col(timestamp_with_time_zone("expires_at"))
        .to_owned()
}

fn one_time_codes() -> TableCreateStatement {
    Table::create()
        .table("one_time_codes")
        .col(uuid("id").primary_key())
        .col(string_len("purpose", 32))
        // What it refers to, such as a claim.
        .col(uuid_null("subject_id"))
        .col(string_len("email", 254))
        .col(string_len("address_hash", 64))
        .col(string_len("code_hash", 64))
        .col(string_len("token_hash", 64).unique_key())
        .col(integer("attempts"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("expires_at"))
        .col(timestamp_with_time_zone_null("used_at"))
        .to_owned()
}

fn limit_counts() -> TableCreateStatement {
    Table::create()
        .table("limit_counts")
        // A keyed hash of the limit's name and the caller.
        .col(string_len("caller_hash", 64).primary_key())
        // When the caller will have its full allowance again, in microseconds since 1970.
        .col(big_integer("free_at"))
        .to_owned()
}

fn admin_passwords() -> TableCreateStatement {
    Table::create()
        .table("admin_passwords")
        // One row, with ID 1.
        .col(big_integer("id").primary_key())
        .col(string_len("password_hash", 200))
        .col(timestamp_with_time_zone("updated_at"))
        .to_owned()
}

fn audit_entries() -> TableCreateStatement {
    Table::create()
        .table("audit_entries")
        .col(uuid("id").primary_key())
        .col(string_len("actor_kind", 16))
        .col(uuid_null("actor_id"))
        .col(string_len("action", 48))
        .col(string_len("subject_kind", 16))
        .col(uuid_null("subject_id"))
        // The subject's name at that time.
        .col(string_len("subject_label", 200))
        .col(string_len_null("note", 1000))
        .col(timestamp_with_time_zone("created_at"))
        .col(uuid_null("undone_by"))
        .to_owned()
}

fn audit_images() -> TableCreateStatement {
    Table::create()
        .table("audit_images")
        .col(uuid("entry_id"))
        .col(integer("position"))
        .col(string_len("table_name", 48))
        .col(uuid("row_id"))
        .col(json_binary_null("before_image"))
        .col(json_binary_null("after_image"))
        .primary_key(Index::create().col("entry_id").col("position"))
        .to_owned()
}
