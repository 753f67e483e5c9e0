//! Background jobs: repair the effects of lost webhooks, cancel stale payments, tell payers what's coming, and tell the operator what went wrong.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::{
    alarms,
    apply::{GIVE_BACK, is_gone},
    emails::{self, EmailKind},
    entity::purchase::{self, EndReason, Plan, State},
    personal, prices, refunds,
    stop::stop,
    store,
    sync::{self, Cause, Synced},
    timeline::Span,
};
use crate::{
    catalog::entities,
    features::Services,
    platform::{
        error::{Error, Result},
        jobs::{Handlers, JobAttempt, JobOutcome, Schedule},
        payments::Provider,
    },
};

/// How many purchases are handled between checks whether the server is stopping.
const BATCH: u64 = 50;
/// When an unpaid payment is canceled: forms that stay open forever are for trying out stolen cards.
const PENDING_LASTS: TimeDelta = TimeDelta::hours(6);
/// How far ahead payers hear about an end.
const ENDING_NOTICE: TimeDelta = TimeDelta::days(7);
/// How long before a renewal a subscription ends that may be needed again: the shop may be published, or a merge undone.
const BEFORE_RENEWAL: TimeDelta = TimeDelta::days(2);
/// How long without any webhook, while there are subscriptions, is suspicious.
pub(super) const SILENCE: TimeDelta = TimeDelta::hours(48);
/// How long a webhook may fail before the operator is told.
pub(super) const FAILING: TimeDelta = TimeDelta::hours(2);
/// Stripe stops resending after three days.
const EVENTS_KEPT: TimeDelta = TimeDelta::days(90);
/// How often one hour's comparison with Stripe is attempted; the next hour's comes soon.
const ATTEMPTS: i32 = 3;
/// Recent changes at Stripe may still be on their way as webhooks.
const UNTOLD: TimeDelta = TimeDelta::minutes(10);

const RECONCILE: &str = "boosts.reconcile";
/// The lane for what goes through all purchases: it must not hold up refunds, nor wait for an import of hours.
const LANE: &str = "boosts";

/// This room's jobs.
#[must_use]
pub fn handlers(services: &Services) -> Handlers {
    let [reconciling, announcing, refunding, telling] = [(); 4].map(|()| services.clone());
    Handlers::default()
        .with_recurring(RECONCILE, Schedule::Hourly, move |run| {
            reconcile(reconciling.clone(), run)
        })
        .in_lane(RECONCILE, LANE)
        .with(prices::TELL, move |run| {
            prices::tell_all(announcing.clone(), run)
        })
        .in_lane(prices::TELL, LANE)
        .with(GIVE_BACK, move |run| refunds::run(refunding.clone(), run))
        .with(alarms::KIND, move |run| alarms::mail(telling.clone(), run))
}

/// Reconciles the ledger with Stripe (checklist X10).
async fn reconcile(services: Services, run: JobAttempt) -> Result<JobOutcome> {
    let now = services.clock.now();
    tell_of_ends(&services, now).await?;
    services
        .database
        .transaction(move |transaction| {
            Box::pin(async move {
                store::prune_events(transaction, now - EVENTS_KEPT).await?;
                personal::erase_what_is_over(transaction).await?;
                Ok(())
            })
        })
        .await?;
    let Some(provider) = services.payments.configured() else {
        return Ok(JobOutcome::Done);
    };
    let refunded = refunds::attempt_all(&services).await;
    if let Err(error) = &refunded {
        tracing::warn!(%error, "open refunds can't be tried now");
    }
    if let Err(error) = prices::apply_due(&services, provider, now).await {
        tracing::warn!(%error, "announced prices can't be applied now");
    }
    let (mut after, mut repaired, mut unreadable) = (Uuid::nil(), 0_u32, 0_u32);
    loop {
        let reads = services.database.reads();
        let rows = store::open_after(reads, provider.is_live, after, BATCH).await?;
        let Some(last) = rows.last() else { break };
        after = last.id;
        for row in &rows {
            match look_after(&services, provider, row, now).await {
                Ok(was_untold) => repaired += u32::from(was_untold),
                // One that can't be read doesn't hold up the others.
                Err(error) => {
                    tracing::warn!(purchase = %row.id, %error, "a purchase can't be compared with Stripe now");
                    unreadable += 1;
                }
            }
        }
    }
    if repaired > 0 || unreadable > 0 {
        tracing::warn!(
            repaired,
            unreadable,
            "the ledger of boosts was compared with Stripe"
        );
    }
    watch_notices(&services, provider, repaired, now).await?;
    let is_last = run.attempt >= ATTEMPTS;
    if let Err(error) = refunded {
        let text = format!("open refunds can't be tried: {error}");
        // A failed job stands in the panel until a later one succeeds, so money that is owed doesn't go unseen.
        return if is_last {
            Ok(JobOutcome::Failed(text))
        } else {
            Err(Error::unavailable(text))
        };
    }
    if unreadable > 0 && !is_last {
        return Err(Error::unavailable(format!(
            "{unreadable} purchases can't be compared with Stripe"
        )));
    }
    Ok(JobOutcome::Done)
}

/// Reads one purchase from Stripe, cancels it if nobody pays, and stops its renewal if there is a reason. Returns whether
/// Stripe had a change that no webhook reported.
async fn look_after(
    services: &Services,
    provider: &Provider,
    row: &purchase::Model,
    now: DateTime<Utc>,
) -> Result<bool> {
    let is_stale = row.state == State::Pending && row.created_at + PENDING_LASTS < now;
    if is_stale {
        give_up(services, provider, row, now).await?;
    }
    let after = match sync::sync(services, row.id, Cause::default()).await? {
        Synced::Now(after, _) => after,
        Synced::KnownEvent | Synced::NothingThere => return Ok(false),
    };
    if after.renews && is_to_stop(services, &after, now).await? {
        stop_renewing(services, provider, &after).await?;
    }
    // Changes caused only by time have no webhook, and recent changes may still be on their way.
    let facts = |row: &purchase::Model| {
        (
            row.first_paid_at,
            row.renews,
            row.paid_until,
            row.cancels_at,
        )
    };
    let is_news = facts(row) != facts(&after);
    // A month that an earlier release refused counts by now, which has no webhook either.
    let was_refused = row.state == State::Held || row.end_reason == Some(EndReason::Refunded);
    let is_judged_anew = was_refused && matches!(after.state, State::Active | State::Grace);
    Ok(is_news && !is_stale && !is_judged_anew && row.updated_at + UNTOLD < now)
}

/// Cancels a payment that nobody has made (against card testing). If it is paid at the same moment, Stripe refuses, and
/// the purchase is read as paid.
async fn give_up(
    services: &Services,
    provider: &Provider,
    row: &purchase::Model,
    now: DateTime<Utc>,
) -> Result<()> {
    let Some(id) = row.provider_id.as_deref() else {
        return abandon(services, row.id, now).await;
    };
    let key = format!("boost-give-up-{}", row.id);
    let given_up = match row.plan {
        Plan::OneTime => provider
            .client
            .cancel_payment_intent(id, &key)
            .await
            .map(|_| ()),
        Plan::Subscription => {
            // Only one that was never paid; any other belongs to someone.
            let waits = provider.client.subscription(id).await;
            match waits {
                Ok(subscription) if subscription.status == "incomplete" => provider
                    .client
                    .cancel_subscription(id, &key)
                    .await
                    .map(|_| ()),
                Ok(_) => Ok(()),
                Err(error) => Err(error),
            }
        }
    };
    match given_up {
        Err(error) if error.refusal().is_some() => {
            tracing::info!(purchase = %row.id, %error, "a stale payment was not given up");
            Ok(())
        }
        Err(error) => Err(Error::unavailable(error.to_string())),
        Ok(()) => Ok(()),
    }
}

/// Stripe never got this purchase.
async fn abandon(services: &Services, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    services
        .database
        .transaction(move |transaction| {
            Box::pin(async move {
                let Some(row) = store::find_locked(transaction, id).await? else {
                    return Ok(());
                };
                if row.state == State::Pending && row.provider_id.is_none() {
                    let after = purchase::Model {
                        state: State::Abandoned,
                        request_hash: None,
                        ..row.clone()
                    };
                    store::save(transaction, &row, after, now).await?;
                }
                Ok(())
            })
        })
        .await
}

/// Whether a subscription mustn't renew: the shop was deleted or has permanently closed; or, when the next month is about to be
/// charged, it is unpublished, or an older subscription renews for it. Two listings that are merged may have one each.
async fn is_to_stop(
    services: &Services,
    row: &purchase::Model,
    now: DateTime<Utc>,
) -> Result<bool> {
    let reads = services.database.reads();
    let shop = entities::shop_row(reads, row.shop_id).await?;
    let is_due = row
        .paid_until
        .is_none_or(|until| until < now + BEFORE_RENEWAL);
    if shop.is_none_or(|shop| is_gone(&shop) || (!shop.is_active && is_due)) {
        return Ok(true);
    }
    if !is_due || !matches!(row.state, State::Active | State::Grace) {
        return Ok(false);
    }
    let first = store::running_subscription(reads, (row.shop_id, row.is_live), None).await?;
    Ok(first.is_some_and(|first| first.renews && first.id != row.id))
}

/// Nobody is charged for a shop that no longer exists, or twice for one. The payer is told when the change is recorded.
async fn stop_renewing(
    services: &Services,
    provider: &Provider,
    row: &purchase::Model,
) -> Result<()> {
    let Some(id) = row.provider_id.as_deref() else {
        return Ok(());
    };
    let key = format!("boost-stop-{}-{}", row.id, row.version);
    stop(provider, id, &key)
        .await
        .map_err(|error| Error::unavailable(error.to_string()))?;
    sync::sync(services, row.id, Cause::default()).await?;
    Ok(())
}

/// Tells payers about boosts that end within seven days.
async fn tell_of_ends(services: &Services, now: DateTime<Utc>) -> Result<()> {
    let ending = store::ending_soon(services.database.reads(), now, ENDING_NOTICE).await?;
    for (row, boost) in ending {
        let span = Span {
            starts_at: boost.starts_at,
            ends_at: boost.ends_at,
        };
        tell_of_end(services, &row, span).await?;
    }
    Ok(())
}

async fn tell_of_end(services: &Services, row: &purchase::Model, span: Span) -> Result<()> {
    let reads = services.database.reads();
    let Some(shop) = entities::shop_row(reads, row.shop_id).await? else {
        return Ok(());
    };
    let letter = EmailKind::EndingSoon;
    let Some(mail) = emails::write(services, letter, row, &shop, Some(span))? else {
        return Ok(());
    };
    let (held, row, now) = (services.clone(), row.clone(), services.clock.now());
    let id = services.identifiers.next();
    services
        .database
        .transaction(move |transaction| {
            let (services, row, mail) = (held.clone(), row.clone(), mail.clone());
            Box::pin(async move {
                if store::note_told_of_end(transaction, &row, span.ends_at).await? {
                    services.mail.enqueue(transaction, &mail, id, now).await?;
                }
                Ok(())
            })
        })
        .await?;
    services.mail.wake();
    Ok(())
}

/// Checks whether Stripe's webhooks still arrive. The demo's sandbox, where months pass without any, is in the same process.
async fn watch_notices(
    services: &Services,
    provider: &Provider,
    repaired: u32,
    now: DateTime<Utc>,
) -> Result<()> {
    let reads = services.database.reads();
    let running = store::count_running(reads, provider.is_live).await?;
    let last = store::last_received(reads).await?;
    let is_silent =
        !provider.is_sandbox && running > 0 && last.is_none_or(|last| last + SILENCE < now);
    let failing = store::count_failed(reads, now - FAILING).await?;
    let today = now.date_naive().to_string();
    let mut alarms: Vec<(&str, String, String)> = Vec::new();
    if repaired > 0 {
        alarms.push((
            "Payment webhooks are missing",
            today.clone(),
            format!("{repaired} purchases changed at Stripe without a webhook. They have been corrected. Please check the webhook endpoint {}/api/stripe/webhook in Stripe's dashboard.", services.settings.origin()),
        ));
    } else if is_silent {
        alarms.push((
            "No payment webhook for two days",
            // Once per silence.
            last.map(|last| last.to_rfc3339()).unwrap_or_default(),
            format!("{running} subscriptions are active, but Stripe has sent nothing for two days. With few subscriptions that can be normal. Please check the webhook endpoint {}/api/stripe/webhook in Stripe's dashboard.", services.settings.origin()),
        ));
    }
    if failing > 0 {
        alarms.push((
            "Payment webhooks are failing",
            today,
            format!("{failing} Stripe webhooks have been failing for hours. See the log for the reason; they are kept in the table stripe_events."),
        ));
    }
    let held = services.clone();
    services
        .database
        .transaction(move |transaction| {
            let (services, alarms) = (held.clone(), alarms.clone());
            Box::pin(async move {
                for (subject, once, text) in &alarms {
                    let key = format!("{subject} {once}");
                    alarms::raise(transaction, &services, (&key, subject, text), now).await?;
                }
                Ok(())
            })
        })
        .await
}
