//! Derives the rows of `boosts` from purchases.

use chrono::DateTime;
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::{
    entity::{
        payment::{self, VoidReason},
        purchase::{self, EndReason, Plan},
    },
    store,
    timeline::{Entry, Facts, Payment, Span},
};
use crate::{
    catalog::{
        entities::boost::{self, Source},
        writing::Act,
    },
    platform::error::Result,
};

/// The sources of a shop's boosts.
pub(super) async fn entries(
    connection: &impl ConnectionTrait,
    shop: Uuid,
    rows: &[purchase::Model],
) -> Result<Vec<Entry>> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let payments = store::payments_of(connection, &ids).await?;
    let granted = store::boosts_of(connection, shop)
        .await?
        .into_iter()
        .filter(|boost| boost.source == Source::Complimentary)
        .map(|boost| Entry {
            id: boost.id,
            began_at: boost.created_at,
            facts: Facts::Granted(Span {
                starts_at: boost.starts_at,
                ends_at: boost.ends_at,
            }),
        });
    let bought = rows.iter().filter_map(|row| {
        // A purchase made beside another one is refunded in full.
        if row.end_reason == Some(EndReason::Conflict) {
            return None;
        }
        let mine: Vec<Payment> = payments
            .iter()
            .filter(|payment| payment.purchase_id == row.id)
            .map(in_time)
            .collect();
        let facts = match row.plan {
            Plan::OneTime => Facts::OneTime(*mine.first()?),
            Plan::Subscription => Facts::Subscription {
                payments: mine,
                renews: row.renews,
            },
        };
        Some(Entry {
            id: row.id,
            began_at: row.first_paid_at?,
            facts,
        })
    });
    Ok(granted.chain(bought).collect())
}

/// A payment for the timeline. One that didn't match its order never paid for anything.
pub(super) fn in_time(row: &payment::Model) -> Payment {
    let never = (row.void_reason == Some(VoidReason::Mismatch)).then_some(DateTime::UNIX_EPOCH);
    Payment {
        paid_at: row.paid_at,
        period_end: row.period_end,
        void_at: never.or(row.void_at),
    }
}

/// Writes the row of `boosts` for a purchase.
pub(super) async fn save(act: &Act<'_>, row: &purchase::Model, span: Option<Span>) -> Result<()> {
    let known: Option<boost::Model> = act.find(row.id).await?;
    match (known, span) {
        (None, None) => Ok(()),
        (None, Some(span)) => {
            let boost = boost::Model {
                id: row.id,
                shop_id: row.shop_id,
                source: match row.plan {
                    Plan::Subscription => Source::Subscription,
                    Plan::OneTime => Source::OneTime,
                },
                starts_at: span.starts_at,
                ends_at: span.ends_at,
                reason: None,
                created_at: act.now(),
            };
            act.insert(&boost).await
        }
        (Some(known), span) => {
            let (starts_at, ends_at) = match span {
                Some(span) => (span.starts_at, span.ends_at),
                None => (known.starts_at.min(act.now()), known.ends_at.min(act.now())),
            };
            let after = boost::Model {
                starts_at,
                ends_at,
                ..known.clone()
            };
            act.update(&known, after).await.map(|_| ())
        }
    }
}
