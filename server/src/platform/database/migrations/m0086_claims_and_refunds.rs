//! Two columns mean more than they did when older rows were written. `claims.open_key`: a claim that nobody has confirmed holds
//! none. `boost_purchases.refund_since`: a payment that came too late and hasn't been refunded is due, also where its job has
//! ended; the hourly reconciliation tries it, and learns from Stripe what has been refunded without our knowing.

use sea_orm_migration::prelude::*;

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

const CLAIMS: &str = "UPDATE claims SET open_key = NULL \
    WHERE status = 'pending' AND email_confirmed_at IS NULL AND open_key IS NOT NULL";

const REFUNDS: &str = "UPDATE boost_purchases \
    SET refund_since = COALESCE(first_paid_at, updated_at), version = version + 1 \
    WHERE end_reason = 'conflict' AND refund_since IS NULL AND EXISTS ( \
        SELECT 1 FROM boost_payments \
        WHERE boost_payments.purchase_id = boost_purchases.id AND boost_payments.void_at IS NULL)";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for fill in [CLAIMS, REFUNDS] {
            manager.get_connection().execute_unprepared(fill).await?;
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        // Earlier programs can work with what was filled.
        Ok(())
    }
}
