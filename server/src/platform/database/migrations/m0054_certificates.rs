//! Certificates that the server orders itself: by host, with the account at their authority and its open challenges.

use sea_orm_migration::{prelude::*, schema::*};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let certificates = Table::create()
            .table("certificates")
            .col(string_len("host", 253).primary_key())
            // Both in PEM. Null until the first order succeeds, and for an operator's own files.
            .col(text_null("chain"))
            .col(text_null("private_key"))
            .col(timestamp_with_time_zone_null("issued_at"))
            .col(timestamp_with_time_zone_null("renew_at"))
            // When the authority was last asked for a better time.
            .col(timestamp_with_time_zone_null("renewal_asked_at"))
            .col(timestamp_with_time_zone_null("ordered_at"))
            // Why the last order failed.
            .col(text_null("problem"))
            // The end of the certificate that the operator was last warned of.
            .col(timestamp_with_time_zone_null("warned_of"))
            .to_owned();
        manager.create_table(certificates).await?;
        let accounts = Table::create()
            .table("acme_accounts")
            .col(string_len("directory", 500).primary_key())
            .col(text("credentials"))
            .col(timestamp_with_time_zone("created_at"))
            .to_owned();
        manager.create_table(accounts).await?;
        let challenges = Table::create()
            .table("acme_challenges")
            .col(string_len("token", 200).primary_key())
            .col(text("answer"))
            .col(timestamp_with_time_zone("created_at"))
            .to_owned();
        manager.create_table(challenges).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["acme_challenges", "acme_accounts", "certificates"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}
