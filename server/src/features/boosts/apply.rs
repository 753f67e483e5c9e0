//! The transaction that records what Stripe says.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    alarms,
    emails::{self, EmailKind},
    entity::{
        event,
        payment::{self, VoidReason},
        purchase::{self, EndReason, Plan, State},
    },
    payer_link,
    reading::{PaidFor, Reading},
    rules, spans, store,
    store::NewEvent,
    timeline::{self, Payment, Span},
};
use crate::{
    catalog::{
        entities::shop,
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        error::{Error, Result},
        jobs::{self, NewJob},
        limits_shared,
    },
};

/// The job that refunds a payment.
pub(super) const GIVE_BACK: &str = "boosts.give-back";

/// What was read from Stripe, and the purchase's state at that time.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub purchase: Uuid,
    pub shop: Uuid,
    pub version: i64,
    pub reading: Reading,
    pub event: Option<NewEvent>,
}

/// The result.
#[derive(Clone, Debug)]
pub(super) enum Applied {
    /// The purchase was changed since it was read: nothing is written.
    Stale,
    /// The event was already processed: nothing is written.
    KnownEvent,
    /// The current purchase, and whether anything changed.
    Now(Box<purchase::Model>, bool),
}

/// Records the consequences of a reading.
pub(super) async fn apply(act: &Act<'_>, services: &Services, change: &Change) -> Result<Applied> {
    let connection = act.transaction();
    // Locking the shop's row serializes two purchases for one shop.
    let shop: shop::Model = act
        .find(change.shop)
        .await?
        .ok_or_else(|| Error::Internal(format!("there is no shop {}", change.shop)))?;
    let before = store::find_locked(connection, change.purchase)
        .await?
        .ok_or_else(|| Error::Internal(format!("there is no purchase {}", change.purchase)))?;
    if before.version != change.version {
        return Ok(Applied::Stale);
    }
    if let Some(event) = &change.event
        && !store::take_event(connection, event, event::State::Done, act.now()).await?
    {
        return Ok(Applied::KnownEvent);
    }
    let mut work = Work {
        act,
        services,
        shop,
        after: before.clone(),
        before,
        span: None,
    };
    let payments = work.save_payments(&change.reading).await?;
    work.after.provider_id = Some(change.reading.provider_id.clone());
    work.after.provider_status = Some(change.reading.status.clone());
    work.after.renews = change.reading.renews;
    work.after.cancels_at = change.reading.cancels_at;
    work.notice_first_payment(&payments).await?;
    work.save_spans().await?;
    work.set_state(&change.reading, &payments).await?;
    work.finish().await
}

/// Nobody is charged for such a shop.
pub(super) fn is_gone(shop: &shop::Model) -> bool {
    shop.deleted_at.is_some() || shop.closed_at.is_some()
}

struct Work<'a, 't> {
    act: &'a Act<'t>,
    services: &'a Services,
    shop: shop::Model,
    before: purchase::Model,
    after: purchase::Model,
    /// When this purchase boosts the shop, once calculated.
    span: Option<Span>,
}

impl Work<'_, '_> {
    fn now(&self) -> DateTime<Utc> {
        self.act.now()
    }

    /// Writes the payments that were read; returns all payments.
    async fn save_payments(&mut self, reading: &Reading) -> Result<Vec<payment::Model>> {
        let connection = self.act.transaction();
        let known = store::payments_of(connection, &[self.before.id]).await?;
        let agreed: Vec<i64> = [
            Some(self.before.amount_cents),
            self.before.next_amount_cents,
        ]
        .into_iter()
        .flatten()
        .chain(
            known
                .iter()
                .filter(|row| row.void_reason != Some(VoidReason::Mismatch))
                .map(|row| row.amount_cents),
        )
        .collect();
        for paid in &reading.payments {
            let before = known.iter().find(|row| row.payment_intent == paid.key);
            let mismatch = rules::mismatch(paid, &agreed);
            let is_agreed = match before.map(|row| row.void_reason) {
                None => mismatch.is_none(),
                // The first judgment stays, but an earlier release, or a node that still runs it, refuses months for their amount.
                Some(Some(VoidReason::Mismatch)) => {
                    paid.paid_for == PaidFor::Month && mismatch.is_none()
                }
                Some(_) => true,
            };
            let void = rules::void(paid, is_agreed, before, self.now());
            let row = payment::Model {
                id: before.map_or_else(|| self.services.identifiers.next(), |row| row.id),
                purchase_id: self.before.id,
                payment_intent: paid.key.clone(),
                invoice: paid.invoice.clone(),
                amount_cents: paid.amount_cents,
                refunded_cents: paid.refunded_cents,
                paid_at: before.map_or(paid.paid_at, |row| row.paid_at),
                period_end: paid.period_end,
                void_at: void.map(|(at, _)| at),
                void_reason: void.map(|(_, reason)| reason),
            };
            if before != Some(&row) {
                store::save_payment(connection, &row).await?;
            }
            if let (None, Some(mismatch)) = (before, mismatch) {
                let advice = if paid.amount_cents > 0 {
                    "It was charged, but no boost was activated. Please check it in Stripe's dashboard: refund it, or grant a boost manually."
                } else {
                    "It cost nothing, and no boost was activated. Please check the subscription in Stripe's dashboard: change it back, or cancel it."
                };
                self.alarm(
                    &format!("payment-{}", paid.key),
                    "A payment doesn't match the order",
                    &format!(
                        "The payment {} for the boost of {} was {mismatch}. {advice}",
                        paid.key, self.shop.name
                    ),
                )
                .await?;
            }
        }
        // Stripe may list an invoice's payments a moment after it is paid: they stand for what its own ID stood for until then.
        for row in known.iter().filter(|row| !row.is_at_stripe()) {
            let is_read = (reading.payments.iter()).any(|paid| paid.invoice == row.invoice);
            let is_there = (reading.payments.iter()).any(|paid| paid.key == row.payment_intent);
            if is_read && !is_there {
                store::delete_payment(connection, row.id).await?;
            }
        }
        store::payments_of(connection, &[self.before.id]).await
    }

    /// Handles a purchase's first payment: it counts, unless the shop got a monthly boost in the meantime.
    async fn notice_first_payment(&mut self, payments: &[payment::Model]) -> Result<()> {
        let first = payments
            .iter()
            .filter(|row| row.void_reason != Some(VoidReason::Mismatch))
            .min_by_key(|row| row.paid_at);
        let Some(first) = first else {
            return Ok(());
        };
        if self.before.first_paid_at.is_some() {
            return Ok(());
        }
        self.after.first_paid_at = Some(first.paid_at);
        // The same form may now be used for another purchase.
        self.after.request_hash = None;
        if let Some(counted) = self.after.counted.take() {
            limits_shared::give_back(self.act.transaction(), &counted).await?;
        }
        let other = self.other_running_subscription().await?;
        let stands_in_the_way = other.is_some_and(|other| {
            rules::refuse_beside(self.before.plan, other.renews, None).is_some()
        });
        if stands_in_the_way && first.void_reason.is_none() {
            self.after.end_reason = Some(EndReason::Conflict);
            self.begin_refund().await?;
        }
        Ok(())
    }

    async fn other_running_subscription(&self) -> Result<Option<purchase::Model>> {
        let place = (self.shop.id, self.before.is_live);
        store::running_subscription(self.act.transaction(), place, Some(self.before.id)).await
    }

    /// The payment is to be refunded, however long that takes.
    async fn begin_refund(&mut self) -> Result<()> {
        self.after.refund_since = Some(self.now());
        let (purchase, since) = (self.after.id, self.now().timestamp());
        let job = NewJob {
            kind: GIVE_BACK,
            payload: serde_json::json!({ "purchase": purchase }),
            // The key of a finished job is kept for a while, and the same payment may have to be refunded again.
            unique_key: Some(format!("{GIVE_BACK}:{purchase}:{since}")),
            due_at: self.now(),
        };
        let identifiers = &self.services.identifiers;
        jobs::enqueue(self.act.transaction(), &job, identifiers, self.now()).await?;
        Ok(())
    }

    /// Writes the shop's boosts as they follow from all its purchases.
    async fn save_spans(&mut self) -> Result<()> {
        let connection = self.act.transaction();
        let mut rows = store::paid_of_shop(connection, self.shop.id).await?;
        // The row itself is written at the end.
        rows.retain(|row| row.id != self.after.id);
        if self.after.first_paid_at.is_some() {
            rows.push(self.after.clone());
        }
        let spans = timeline::spans(&spans::entries(connection, self.shop.id, &rows).await?);
        for row in &rows {
            let span = spans
                .iter()
                .find(|(id, _)| *id == row.id)
                .map(|(_, span)| *span);
            spans::save(self.act, row, span).await?;
        }
        let mine = spans.iter().find(|(id, _)| *id == self.after.id);
        self.span = mine.map(|(_, span)| *span);
        Ok(())
    }

    /// Updates the purchase's state, and sends the emails that follow from it.
    async fn set_state(&mut self, reading: &Reading, payments: &[payment::Model]) -> Result<()> {
        if self.after.end_reason == Some(EndReason::Conflict) {
            self.after.state = State::Ended;
            if self.before.end_reason != Some(EndReason::Conflict) {
                self.mail(EmailKind::GivenBack).await?;
            } else if self.before.refund_since.is_none()
                && (payments.iter()).any(|paid| paid.void_at.is_none() && paid.is_at_stripe())
            {
                // Stripe had done it, but the money came back, for example from a closed card account.
                self.after.refund_problem =
                    Some("The payer's bank didn't take the refund.".to_owned());
                self.begin_refund().await?;
            }
            return Ok(());
        }
        let (plan, span) = (self.after.plan, self.span);
        let (state, reason) = rules::state_of(plan, reading, payments, span, self.now());
        self.after.state = state;
        self.after.end_reason = reason;
        if state == State::Abandoned {
            self.after.request_hash = None;
        }
        let accepted =
            (payments.iter()).filter(|paid| paid.void_reason != Some(VoidReason::Mismatch));
        let mine: Vec<Payment> = accepted.map(spans::in_time).collect();
        self.after.paid_until = match self.after.plan {
            Plan::Subscription => timeline::paid_until(&mine),
            Plan::OneTime => span.map(|span| span.ends_at),
        };
        let is_first = self.before.first_paid_at.is_none() && self.after.first_paid_at.is_some();
        let is_running = matches!(state, State::Active | State::Grace);
        if is_first && is_running {
            self.show_store_link().await?;
            self.note_payer();
            self.mail(EmailKind::Activated).await?;
        }
        if let Some(invoice) = &reading.refused_invoice
            && self.before.mailed_failure.as_ref() != Some(invoice)
        {
            self.after.mailed_failure = Some(invoice.clone());
            self.mail(EmailKind::PaymentFailed).await?;
        }
        let was_running = matches!(self.before.state, State::Active | State::Grace);
        let has_ended = state == State::Ended && was_running;
        if let Some(letter) = self.why_no_renewal(was_running, has_ended).await? {
            self.mail(letter).await?;
        } else if has_ended {
            self.mail(EmailKind::Ended).await?;
        } else if plan == Plan::Subscription
            && was_running
            && !self.before.renews
            && self.after.renews
        {
            self.mail(EmailKind::Resumed).await?;
        }
        Ok(())
    }

    /// What tells the payer that a subscription no longer renews, in the transaction that records it, whoever stopped
    /// it: the payer here or at Stripe, or we because of the shop.
    async fn why_no_renewal(
        &self,
        was_running: bool,
        has_ended: bool,
    ) -> Result<Option<EmailKind>> {
        let is_stopped = self.before.renews && !self.after.renews;
        if self.after.plan != Plan::Subscription || !is_stopped {
            return Ok(None);
        }
        if is_gone(&self.shop) || !self.shop.is_active {
            return Ok(Some(EmailKind::ShopGone));
        }
        let other = self.other_running_subscription().await?;
        // One that boosts nothing because of its payment isn't canceled for another one's sake.
        if was_running && other.is_some_and(|other| other.renews) {
            return Ok(Some(EmailKind::SecondSubscription));
        }
        Ok((!has_ended).then_some(EmailKind::Canceled))
    }

    /// Shows the link to the payer's store if no one else has to agree (D45, D92).
    async fn show_store_link(&mut self) -> Result<()> {
        if self.after.store_waits
            || self.after.store_url.is_none() && self.after.store_name.is_none()
        {
            return Ok(());
        }
        // The shop may have got an owner, or lost one, since the order was placed.
        let connection = self.act.transaction();
        if payer_link::is_entitled(connection, &self.shop, &self.after).await? {
            self.shop = payer_link::put_on(self.act, &self.shop, &mut self.after).await?;
        } else {
            self.after.store_waits = true;
            // Without an owner, a proof of the payer's address is all that it waits for.
            self.after.link_review_since = self.shop.owner_id.map(|_| self.now());
        }
        Ok(())
    }

    /// Someone other than the owner may boost a shop; the audit log records it.
    fn note_payer(&self) {
        self.act
            .set_subject(Subject::new("shop", self.shop.id, &self.shop.name));
        let owned = if self.shop.owner_id.is_some() {
            "a shop with an owner"
        } else {
            "a shop without an owner"
        };
        let plan = match self.after.plan {
            Plan::Subscription => "A monthly boost",
            Plan::OneTime => "A one-time boost",
        };
        self.act.set_note(&format!(
            "{plan} of {owned} was paid; purchase {}",
            self.after.id
        ));
    }

    async fn mail(&self, letter: EmailKind) -> Result<()> {
        // As it will be written: what is over by now isn't told as going on.
        let row = purchase::Model {
            updated_at: self.now(),
            ..self.after.clone()
        };
        let mail = emails::write(self.services, letter, &row, &self.shop, self.span)?;
        let Some(mail) = mail else {
            return Ok(());
        };
        let id = self.services.identifiers.next();
        self.services
            .mail
            .enqueue(self.act.transaction(), &mail, id, self.now())
            .await
    }

    async fn alarm(&self, key: &str, subject: &str, text: &str) -> Result<()> {
        alarms::raise(
            self.act.transaction(),
            self.services,
            (key, subject, text),
            self.now(),
        )
        .await
    }

    /// Writes the purchase if anything changed.
    async fn finish(self) -> Result<Applied> {
        if self.after == self.before {
            return Ok(Applied::Now(Box::new(self.after), false));
        }
        let now = self.now();
        let row = store::save(self.act.transaction(), &self.before, self.after, now).await?;
        Ok(Applied::Now(Box::new(row), true))
    }
}
