//! A demo's past: things that wait for a decision, decisions of the last days, two imports, a second owner, a full page of the first one's, a
//! month of edits, readers of the newsletter, boosts in each state, and runs of the growth tools. Nothing is written past the product:
//! invented people send its own requests to the whole server ([`crate::app::App`]), whose clock stands at an earlier moment. So history,
//! emails and undo are true. Only that a shop which they list is invented, too, is noted afterwards (`demo::adopt_shop`), as a list's name
//! (`catalog::origin::SAMPLE_LIST`) says it of the shops in it; what three months of visitors looked at is too much for that, and is
//! invented as sums; and what services on the internet would have said to a growth tool is invented by its room.
//!
//! The jobs of the first night find nothing to do about it, and those that were missed in the last 24 hours run in its first minute:
//!
//! - Emails are in the data folder as soon as they are due (`Stage::deliver`). Codes in them have expired.
//! - Claims wait for the administrator; the hourly job looks at a website only if the claimant has asked for it once. Where
//!   `claims_auto_approve` is set, the claim with strong proof is approved when its address is confirmed, as everywhere.
//! - The shops of these suggestions have no owner, so no owner's time runs out. Answers that they bring about are looked at at once
//!   (`Stage::settle_answers`).
//! - The second owner has confirmed the hours, so isn't asked about them, and doesn't want the monthly letter, which the first
//!   morning of a month's first week would write about the invented votes. Nor do the owners who have written a story.
//! - An email to somebody who mistyped the address has failed for good, which no job tries again.
//! - The listing has no website and no picture that a job would look for, and its point. Nobody is reminded to confirm it.
//! - The uploaded lists are younger than the age at which files are removed.
//! - The operator isn't mailed what waits in the inbox (`administration::hold_inbox_mail`).
//! - The newsletter's invented readers get the issues of the past and none later. A turn that the last 24 hours missed is the last of
//!   these, whose readers all have it, or a later one.
//! - All runs of growth tools have ended. What Foursquare is said to have said is shown for as long as ever, and is never renewed.
//! - Boosts are paid at the demo's own sandbox, which was at the same moments and goes on from there. Within 30 hours no month ends, no
//!   card is tried again, and nobody is told of an end that comes near; the jobs find at the sandbox what the ledger says.
//!
//! The content is the same each time but for IDs and dates, which are relative to now.

mod boosts;
mod claims;
mod edits;
mod imports;
mod page;
mod people;
mod pictures;
mod readers;
mod requests;
mod runs;
mod stage;
mod stories;
mod suggestions;

use chrono::{DateTime, TimeDelta, Utc};
use tracing::{Dispatch, dispatcher, instrument::WithSubscriber, subscriber::NoSubscriber};

use crate::{
    app::App,
    catalog::entities::shop,
    features::{administration, analytics, demo},
    platform::{
        error::{Error, Result},
        marks,
    },
};
use edits::Edited;
use page::Shown;
use pictures::Pictures;
use stage::Stage;
use stories::Tellers;

/// Before this age of a listing, its website proves nothing, and nobody would have much to say about it.
const LISTED_FOR: TimeDelta = TimeDelta::days(60);
/// How many shops something happens to.
const SHOPS: usize = 15;
/// Where addresses are that anybody could have.
const MAIL: &str = "mail.example";
/// How long people take to find the code in their mail.
const READING: TimeDelta = TimeDelta::minutes(3);
/// How long the operator isn't mailed about what waits in the inbox.
const UNTOLD: TimeDelta = TimeDelta::hours(30);

/// Plays the past of a demo that was just filled, before it answers anybody, and notes that it is whole: a process that ends meanwhile
/// leaves a demo whose next start says so (`demo::lacks_past`).
///
/// # Errors
///
/// When the product refuses something, which the error names, or there are too few invented shops.
pub async fn play(app: &App) -> Result<()> {
    let (database, now) = (app.database(), app.clock().now());
    // Six hundred commits are as safe if the last one alone, which says that the past is whole, waits for the disk.
    database.wait_for_disk(false).await?;
    let log = dispatcher::get_default(Dispatch::clone);
    // A line in the log says that something happens now, such as sixty emails and a payment that doesn't match its order.
    let unlogged = play_at(app, now, log).with_subscriber(NoSubscriber::default());
    let played = unlogged.await;
    database.wait_for_disk(true).await?;
    played?;
    database
        .transaction(move |transaction| {
            Box::pin(async move { marks::set(transaction, marks::INVENTED_PAST, now, "").await })
        })
        .await
}

async fn play_at(app: &App, now: DateTime<Utc>, log: Dispatch) -> Result<()> {
    let reads = app.database().reads();
    let samples = demo::unowned_samples(reads).await?;
    let edited = Edited::among(&samples, now)?;
    let cast = Cast::among(samples, now)?;
    let tellers = Tellers::among(demo::owned_samples(reads).await?, now)?;
    let stage = Stage::of(app, log).await?;
    let shown = Shown::find(&stage).await?;
    let names = (shown.slug(), tellers.pictured_slug(), runs::PICTURED);
    let pictures = Pictures::draw(stage.services(), names);
    let unpictured = async {
        imports::play(&stage, now).await?;
        claims::play(&stage, &cast, now).await?;
        suggestions::play(&stage, &cast, now).await?;
        requests::play(&stage, &cast, now).await?;
        edits::play(&stage, &edited, now).await?;
        boosts::play(&stage, &cast, now).await
    };
    let (pictures, ()) = tokio::try_join!(pictures, unpictured)?;
    stories::play(&stage, &tellers, pictures.story, now).await?;
    page::play(&stage, &shown, pictures.page, now).await?;
    runs::play(&stage, (pictures.websites, pictures.town), now).await?;
    if !analytics::invent_samples(app.services(), &[cast.owned.id]).await? {
        stage.say("this demo has no invented views: some were counted here before");
    }
    readers::play(&stage, now).await?;
    administration::hold_inbox_mail(app.services(), now + UNTOLD).await
}

/// Days and minutes, so that not everything has happened at the time of day at which the demo was started.
fn days(days: i64, minutes: i64) -> TimeDelta {
    TimeDelta::days(days) + TimeDelta::minutes(minutes)
}

/// The shops to which something happens, each to one.
struct Cast {
    /// Has had an owner since yesterday.
    owned: shop::Model,
    /// Claimed by two people.
    contested: shop::Model,
    /// Claimed by somebody who didn't confirm the address.
    claimed: shop::Model,
    /// Has other hours.
    hours: shop::Model,
    /// Reported as closed.
    closed: shop::Model,
    /// Reported as a chain's.
    chain: shop::Model,
    /// With an edit that waits.
    edit: shop::Model,
    /// With an edit that was accepted.
    accepted: shop::Model,
    /// With a report that was rejected.
    rejected: shop::Model,
    /// No place for everybody, as somebody says.
    private: shop::Model,
    /// Boosted by the month.
    monthly: shop::Model,
    /// The same, until the month that is paid ends.
    canceled: shop::Model,
    /// The same, while the card is tried again.
    declined: shop::Model,
    /// Boosted no more, since the payment was refunded.
    refunded: shop::Model,
    /// With a payment that has to be looked at.
    under_review: shop::Model,
}

impl Cast {
    /// Chooses among `samples`, which are in the order of their slugs, so that they are in different towns.
    fn among(samples: Vec<shop::Model>, now: DateTime<Utc>) -> Result<Self> {
        let suitable: Vec<shop::Model> = samples
            .into_iter()
            .filter(|shop| {
                shop.website.is_some()
                    && shop.opening_hours.is_some()
                    && shop.telephone.is_some()
                    && shop.created_at <= now - LISTED_FOR
            })
            .collect();
        let step = suitable.len() / SHOPS;
        let mut chosen = suitable.into_iter().step_by(step.max(1));
        let mut next = || {
            let shop = chosen.next();
            shop.ok_or_else(|| {
                Error::Internal(format!(
                    "fewer than {SHOPS} invented shops have website, hours, phone and no owner"
                ))
            })
        };
        Ok(Self {
            owned: next()?,
            contested: next()?,
            claimed: next()?,
            hours: next()?,
            closed: next()?,
            chain: next()?,
            edit: next()?,
            accepted: next()?,
            rejected: next()?,
            private: next()?,
            monthly: next()?,
            canceled: next()?,
            declined: next()?,
            refunded: next()?,
            under_review: next()?,
        })
    }
}
