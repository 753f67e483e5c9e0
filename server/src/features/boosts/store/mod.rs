//! All SQL of this room; purchases are in this file.

mod customers;
mod events;
mod figures;
mod forgetting;
mod payments;
mod prices;

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Unchanged,
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder,
    QuerySelect,
    sea_query::{Expr, OnConflict},
};
use uuid::Uuid;

pub(super) use customers::{
    customer_of, forget_customer, keep_customer, living_of_customer, move_purchases,
};
pub(super) use events::{
    NewEvent, count_failed, count_unsettled_events, has_event, keep_event, last_received,
    note_failure, prune_events, settle_event, take_event, unsettled_events,
};
pub(super) use figures::{boosts_since, payments_since};
pub(super) use forgetting::{forget_purchases, paid_for_really};
pub(super) use payments::{
    boosts_of, delete_payment, paid_of_shop, payments_of, save_payment, shop_of_boost,
};
pub(super) use prices::{keep_change, latest_change, to_be_told_of, told_of_price};

use super::entity::{
    payment,
    purchase::{Column, EndReason, Entity, LIVING, Model, Plan, State},
};
use crate::{
    catalog::entities::boost,
    platform::{
        database::{RowCount, count_since},
        error::{Error, Result},
    },
};

/// States of purchases that haven't ended.
const OPEN: [State; 4] = [State::Pending, State::Active, State::Grace, State::Held];
/// States of an active subscription.
const RUNNING: [State; 2] = [State::Active, State::Grace];

/// A purchase.
pub(super) async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).one(connection).await?)
}

/// The same, locked until the transaction ends.
pub(super) async fn find_locked(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id)
        .lock_exclusive()
        .one(connection)
        .await?)
}

/// The purchase for one of Stripe's subscriptions or payment intents, including a subscription's payments.
pub(super) async fn by_provider_id(
    connection: &impl ConnectionTrait,
    id: &str,
) -> Result<Option<Model>> {
    let found = Entity::find()
        .filter(Column::ProviderId.eq(id))
        .one(connection)
        .await?;
    if found.is_some() {
        return Ok(found);
    }
    let paid = payment::Entity::find()
        .filter(payment::Column::PaymentIntent.eq(id))
        .one(connection)
        .await?;
    match paid {
        Some(paid) => find(connection, paid.purchase_id).await,
        None => Ok(None),
    }
}

/// Adds a purchase; returns the existing one for the same request instead, if any.
pub(super) async fn begin(connection: &impl ConnectionTrait, row: &Model) -> Result<Model> {
    let inserted = Entity::insert(row.clone().into_active_model())
        .on_conflict(
            OnConflict::column(Column::RequestHash)
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(connection)
        .await?;
    if inserted > 0 {
        return Ok(row.clone());
    }
    Entity::find()
        .filter(Column::RequestHash.eq(row.request_hash.clone()))
        .lock_exclusive()
        .one(connection)
        .await?
        .ok_or_else(|| Error::Internal("a purchase has gone while it was begun".to_owned()))
}

/// Writes a purchase as `after` with an incremented version. `before` was read with its lock.
pub(super) async fn save(
    connection: &impl ConnectionTrait,
    before: &Model,
    mut after: Model,
    now: DateTime<Utc>,
) -> Result<Model> {
    after.version = before.version + 1;
    after.updated_at = now;
    let mut row = after.clone().into_active_model().reset_all();
    row.id = Unchanged(after.id);
    Entity::update(row).exec(connection).await?;
    Ok(after)
}

/// The purchase that the browser with this token is paying for.
pub(super) async fn by_checkout(
    connection: &impl ConnectionTrait,
    shop: Uuid,
    checkout_hash: &str,
) -> Result<Option<Model>> {
    Ok(Entity::find()
        .filter(Column::ShopId.eq(shop))
        .filter(Column::CheckoutHash.eq(checkout_hash))
        .order_by_desc(Column::CreatedAt)
        .one(connection)
        .await?)
}

/// A shop's active subscription with keys of this mode, whatever it pays for now.
pub(super) async fn running_subscription(
    connection: &impl ConnectionTrait,
    (shop, is_live): (Uuid, bool),
    other_than: Option<Uuid>,
) -> Result<Option<Model>> {
    let mut found = Entity::find()
        .filter(Column::ShopId.eq(shop))
        .filter(Column::IsLive.eq(is_live))
        .filter(Column::Plan.eq(Plan::Subscription))
        .filter(Column::State.is_in(RUNNING))
        .order_by_desc(Column::Renews)
        .order_by_asc(Column::FirstPaidAt);
    if let Some(id) = other_than {
        found = found.filter(Column::Id.ne(id));
    }
    Ok(found.one(connection).await?)
}

/// A shop's subscription with keys of this mode that goes on at Stripe, but boosts nothing because one of its payments was refused.
pub(super) async fn reviewed_subscription(
    connection: &impl ConnectionTrait,
    (shop, is_live): (Uuid, bool),
) -> Result<Option<Model>> {
    // What was bought beside another one is canceled with its refund.
    let stays = Condition::any()
        .add(Column::EndReason.is_null())
        .add(Column::EndReason.ne(EndReason::Conflict));
    Ok(Entity::find()
        .filter(Column::ShopId.eq(shop))
        .filter(Column::IsLive.eq(is_live))
        .filter(Column::Plan.eq(Plan::Subscription))
        .filter(Column::State.is_in([State::Held, State::Ended]))
        .filter(Column::Renews.eq(true))
        .filter(stays)
        .order_by_asc(Column::Id)
        .one(connection)
        .await?)
}

/// Subscriptions that Stripe may still charge.
pub(super) fn living() -> Condition {
    Condition::all()
        .add(Column::Plan.eq(Plan::Subscription))
        .add(Column::ProviderStatus.is_in(LIVING))
}

/// All purchases by an address that were ever paid, or that Stripe may still charge, newest first.
pub(super) async fn of_payer(
    connection: &impl ConnectionTrait,
    payer_hash: &str,
    is_live: bool,
) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::PayerHash.eq(payer_hash))
        .filter(Column::IsLive.eq(is_live))
        .filter(
            Condition::any()
                .add(Column::FirstPaidAt.is_not_null())
                .add(living()),
        )
        .order_by_desc(Column::CreatedAt)
        .all(connection)
        .await?)
}

/// Whether an address has ever paid for a boost.
pub(super) async fn is_payer(
    connection: &impl ConnectionTrait,
    payer_hash: &str,
    is_live: bool,
) -> Result<bool> {
    Ok(!of_payer(connection, payer_hash, is_live).await?.is_empty())
}

/// Purchases that haven't ended, here or at Stripe, after `after` in ID order, up to a maximum.
pub(super) async fn open_after(
    connection: &impl ConnectionTrait,
    is_live: bool,
    after: Uuid,
    most: u64,
) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .filter(
            Condition::any()
                .add(Column::State.is_in(OPEN))
                .add(living()),
        )
        .filter(Column::IsLive.eq(is_live))
        .filter(Column::Id.gt(after))
        .order_by_asc(Column::Id)
        .limit(most)
        .all(connection)
        .await?)
}

/// The number of active subscriptions.
pub(super) async fn count_running(connection: &impl ConnectionTrait, is_live: bool) -> Result<u64> {
    use sea_orm::PaginatorTrait;
    Ok(Entity::find()
        .filter(Column::Plan.eq(Plan::Subscription))
        .filter(Column::State.is_in(RUNNING))
        .filter(Column::IsLive.eq(is_live))
        .count(connection)
        .await?)
}

/// Purchases with a link waiting for the administrator, oldest first.
pub(super) async fn links_to_review(
    connection: &impl ConnectionTrait,
    most: u64,
) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::LinkReviewSince.is_not_null())
        .order_by_asc(Column::LinkReviewSince)
        .limit(most)
        .all(connection)
        .await?)
}

pub(super) async fn count_links_to_review(connection: &impl ConnectionTrait) -> Result<RowCount> {
    let links = Entity::find().filter(Column::LinkReviewSince.is_not_null());
    count_since(connection, links, Column::LinkReviewSince).await
}

/// A shop's purchases with a link waiting for the administrator.
pub(super) async fn links_of_shop(
    connection: &impl ConnectionTrait,
    shop: Uuid,
) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::ShopId.eq(shop))
        .filter(Column::LinkReviewSince.is_not_null())
        .order_by_asc(Column::Id)
        .all(connection)
        .await?)
}

/// Purchases whose refund Stripe has refused, oldest first.
pub(super) async fn refused_refunds(
    connection: &impl ConnectionTrait,
    most: u64,
) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::RefundProblem.is_not_null())
        .order_by_asc(Column::RefundSince)
        .limit(most)
        .all(connection)
        .await?)
}

pub(super) async fn count_refused_refunds(connection: &impl ConnectionTrait) -> Result<RowCount> {
    let refunds = Entity::find().filter(Column::RefundProblem.is_not_null());
    count_since(connection, refunds, Column::RefundSince).await
}

/// Purchases with keys of this mode that are still to be refunded.
pub(super) async fn open_refunds(
    connection: &impl ConnectionTrait,
    is_live: bool,
) -> Result<Vec<Uuid>> {
    Ok(Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::RefundSince.is_not_null())
        .filter(Column::IsLive.eq(is_live))
        .order_by_asc(Column::RefundSince)
        .into_tuple()
        .all(connection)
        .await?)
}

/// Purchases that someone should look at: payments that don't match, or declined renewals.
pub(super) async fn troubled(connection: &impl ConnectionTrait, most: u64) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::State.is_in([State::Held, State::Grace]))
        .order_by_asc(Column::UpdatedAt)
        .limit(most)
        .all(connection)
        .await?)
}

pub(super) async fn count_troubled(connection: &impl ConnectionTrait) -> Result<RowCount> {
    let troubled = Entity::find().filter(Column::State.is_in([State::Held, State::Grace]));
    count_since(connection, troubled, Column::UpdatedAt).await
}

/// Boosts that end in less than `ahead`, with their purchases, if the payer wasn't told yet.
pub(super) async fn ending_soon(
    connection: &impl ConnectionTrait,
    now: DateTime<Utc>,
    ahead: TimeDelta,
) -> Result<Vec<(Model, boost::Model)>> {
    let ending = boost::Entity::find()
        .filter(boost::Column::EndsAt.gt(now))
        .filter(boost::Column::EndsAt.lte(now + ahead))
        .filter(boost::Column::Source.ne(boost::Source::Complimentary))
        .all(connection)
        .await?;
    let mut found = Vec::new();
    for boost in ending {
        if let Some(row) = find(connection, boost.id).await? {
            let is_told = row.mailed_ending == Some(boost.ends_at);
            // Paid days that wait for the end of a subscription move on with each of its months.
            let waits = row.plan == Plan::OneTime
                && running_subscription(connection, (row.shop_id, row.is_live), None)
                    .await?
                    .is_some_and(|other| other.renews);
            if RUNNING.contains(&row.state) && !row.renews && !is_told && !waits {
                found.push((row, boost));
            }
        }
    }
    Ok(found)
}

/// The same form again: its browser has a newer token, and the payer's details may have changed. `kept` was read with
/// its lock; payments aren't changed.
pub(super) async fn renew(
    connection: &impl ConnectionTrait,
    kept: &Model,
    typed: &Model,
    now: DateTime<Utc>,
) -> Result<Model> {
    let mut after = kept.clone();
    after.checkout_hash.clone_from(&typed.checkout_hash);
    if kept.state == State::Pending {
        after.payer_name.clone_from(&typed.payer_name);
        after.store_url.clone_from(&typed.store_url);
        after.store_name.clone_from(&typed.store_name);
        after.store_waits = typed.store_waits;
        after.link_person_id = typed.link_person_id;
    }
    save(connection, kept, after, now).await
}

/// Records that the payer was told about the coming end; `false` if another node did it first.
pub(super) async fn note_told_of_end(
    connection: &impl ConnectionTrait,
    row: &Model,
    ends_at: DateTime<Utc>,
) -> Result<bool> {
    let untold = match row.mailed_ending {
        Some(told) => Column::MailedEnding.eq(told),
        None => Column::MailedEnding.is_null(),
    };
    let updated = Entity::update_many()
        .col_expr(Column::MailedEnding, Expr::value(Some(ends_at)))
        .filter(Column::Id.eq(row.id))
        .filter(untold)
        .exec(connection)
        .await?;
    Ok(updated.rows_affected == 1)
}
