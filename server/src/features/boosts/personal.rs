//! Personal data of payers.

use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, sea_query::Expr,
};
use serde_json::json;

use super::{
    entity::{
        customer,
        purchase::{self, Column, State},
    },
    store,
};
use crate::{
    features::{ERASED, Erased, PersonalData},
    platform::{error::Result, money::price, sessions},
};

/// Ended states.
const OVER: [State; 2] = [State::Ended, State::Abandoned];

/// Purchases for which nothing more is charged. A subscription that Stripe may still charge keeps its address, because its payer
/// has to be able to cancel it.
fn is_over() -> Condition {
    // `NOT` of a missing status is neither true nor false.
    let is_gone = Condition::any()
        .add(Column::ProviderStatus.is_null())
        .add(store::living().not());
    Condition::all().add(Column::State.is_in(OVER)).add(is_gone)
}

pub(super) const DATA: PersonalData = PersonalData {
    name: "boosts",
    export: |services, whose| {
        Box::pin(async move {
            let hash = sessions::address_hash(&services.keys, &whose.address);
            let rows = purchase::Entity::find()
                .filter(Column::PayerHash.eq(hash))
                .order_by_asc(Column::CreatedAt)
                .all(services.database.reads())
                .await?;
            let purchases = rows.into_iter().map(|row| {
                json!({
                    "shopId": row.shop_id,
                    "plan": format!("{:?}", row.plan),
                    "state": format!("{:?}", row.state),
                    "price": price(row.amount_cents),
                    "payerName": row.payer_name,
                    "stripeCustomer": row.customer,
                    "onlineStoreUrl": row.store_url,
                    "onlineStoreName": row.store_name,
                    "createdAt": row.created_at,
                    "firstPaidAt": row.first_paid_at,
                    "paidUntil": row.paid_until,
                })
            });
            Ok(purchases.collect())
        })
    },
    erase: |services, act, whose| {
        Box::pin(async move {
            let hash = sessions::address_hash(&services.keys, &whose.address);
            let erased = purchase::Entity::update_many()
                .col_expr(Column::PayerEmail, Expr::value(ERASED))
                .col_expr(Column::PayerName, Expr::value(ERASED))
                .col_expr(Column::PayerHash, Expr::value(ERASED))
                .col_expr(Column::StoreUrl, Expr::value(None::<String>))
                .col_expr(Column::StoreName, Expr::value(None::<String>))
                .filter(Column::PayerHash.eq(&hash))
                .filter(is_over())
                .exec(act.transaction())
                .await?;
            // Messages about an active boost need its address: the name is erased now, the address when the boost ends.
            let named = purchase::Entity::update_many()
                .col_expr(Column::PayerName, Expr::value(ERASED))
                .filter(Column::PayerHash.eq(&hash))
                .filter(Column::PayerName.ne(ERASED))
                .exec(act.transaction())
                .await?;
            let running = purchase::Entity::find()
                .filter(Column::PayerHash.eq(&hash))
                .one(act.transaction())
                .await?;
            if running.is_none() {
                customer::Entity::delete_many()
                    .filter(customer::Column::AddressHash.eq(&hash))
                    .exec(act.transaction())
                    .await?;
            }
            let kept = match (running, erased.rows_affected) {
                (Some(_), _) => Some(
                    "Active boosts, and subscriptions that Stripe may still charge, keep their address until they end or are canceled, payments that are being reviewed until that is settled; payments, without name and address. Stripe keeps its own records.",
                ),
                (None, 1..) => {
                    Some("Payments, without name and address. Stripe keeps its own records.")
                }
                (None, 0) => None,
            };
            Ok(Erased {
                count: erased.rows_affected + named.rows_affected,
                kept,
            })
        })
    },
};

/// Erases the addresses of payers who asked for it while their boosts were active, once those have ended; returns how
/// many.
pub(super) async fn erase_what_is_over(transaction: &impl ConnectionTrait) -> Result<u64> {
    let erased = purchase::Entity::update_many()
        .col_expr(Column::PayerEmail, Expr::value(ERASED))
        .col_expr(Column::PayerHash, Expr::value(ERASED))
        .col_expr(Column::StoreUrl, Expr::value(None::<String>))
        .col_expr(Column::StoreName, Expr::value(None::<String>))
        .filter(Column::PayerName.eq(ERASED))
        .filter(Column::PayerEmail.ne(ERASED))
        .filter(is_over())
        .exec(transaction)
        .await?;
    Ok(erased.rows_affected)
}
