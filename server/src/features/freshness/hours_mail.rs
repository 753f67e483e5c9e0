//! Twice a year, a shop's people are asked by email whether its hours are right, unless they have confirmed them
//! meanwhile.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    people::{PAUSE, is_reachable, people_of},
    store,
};
use crate::{
    catalog::{
        answers::week_in_words,
        entities::shop,
        hours_links::{self, Use},
    },
    features::Services,
    platform::{
        error::Result,
        jobs::{Handlers, JobOutcome, Schedule},
        mail::{Brand, EmailAddress, MailText, NewMail, Notice, Sample},
        sessions::{self, person},
    },
};

/// Morning in the whole country.
const DAILY: Schedule = Schedule::Daily { hour: 15 };
/// Shops per batch.
const BATCH: u64 = 100;

/// This room's jobs.
pub(super) fn handlers(services: &Services) -> Handlers {
    let services = services.clone();
    Handlers::default().with_recurring("your-shop.ask-hours", DAILY, move |_| ask(services.clone()))
}

async fn ask(services: Services) -> Result<JobOutcome> {
    let limit = services.clock.now() - PAUSE;
    let now = services.clock.now();
    services
        .database
        .transaction(move |transaction| {
            Box::pin(async move { store::end_pauses(transaction, now).await })
        })
        .await?;
    let (mut after, mut asked) = (Uuid::nil(), 0_u64);
    loop {
        let shops = store::with_old_hours(services.database.reads(), limit, after, BATCH).await?;
        let Some(last) = shops.last() else { break };
        after = last.id;
        for shop in &shops {
            asked += u64::from(ask_about(&services, shop, limit).await?);
        }
        services.mail.wake();
    }
    if asked > 0 {
        tracing::info!(asked, "shops were asked whether their hours are right");
    }
    Ok(JobOutcome::Done)
}

/// Asks one shop's people; `false` if none of them has a proven address, or they were asked recently.
async fn ask_about(services: &Services, shop: &shop::Model, limit: DateTime<Utc>) -> Result<bool> {
    let Some(id) = people_of(shop) else {
        return Ok(false);
    };
    let person = sessions::find_person(services.database.reads(), id).await?;
    let Some(person) = person.filter(is_reachable) else {
        return Ok(false);
    };
    let now = services.clock.now();
    let mail = of(services, shop, &person, now)?;
    let mail_id = services.identifiers.next();
    let shop = shop.id;
    services
        .database
        .transaction(|transaction| {
            let (mail, outbox) = (mail.clone(), services.mail.clone());
            Box::pin(async move {
                let is_due = store::note_question(transaction, shop, now, limit).await?;
                if is_due {
                    outbox.enqueue(transaction, &mail, mail_id, now).await?;
                }
                Ok(is_due)
            })
        })
        .await
}

/// The question to `person` about `shop`, asked at `now`.
pub(super) fn of(
    services: &Services,
    shop: &shop::Model,
    person: &person::Model,
    now: DateTime<Utc>,
) -> Result<NewMail> {
    let view = services.catalog.view();
    let week = view.any_shop(shop.id);
    let week = week.and_then(|shop| week_in_words(&view, &shop));
    let hours = week.or_else(|| shop.hours.clone()).unwrap_or_default();
    let brand = services.brand();
    Ok(NewMail {
        to: EmailAddress::parse(&person.email, "email")?,
        words: question(&brand, &shop.name, &hours, |what| {
            hours_links::token(&services.keys, what, (shop.id, person.id), now)
        })?,
        about: Some(person.id),
        list: None,
    })
}

fn question(
    brand: &Brand,
    name: &str,
    hours: &str,
    token: impl Fn(Use) -> String,
) -> Result<MailText> {
    let link = |page: &str, what| format!("{page}#token={}", token(what));
    Notice {
        subject: format!("Are the hours for {name} still right?"),
        preview: "Confirm or change them without signing in.".to_owned(),
        heading: "Are your hours still right?".to_owned(),
        paragraphs: vec![
            format!(
                "The hours for {name} haven't been confirmed for a while. You can confirm or change them without signing in: each button opens a page where you press once more. They work once, within 30 days, and only for these hours."
            ),
            "Here's what visitors see:".to_owned(),
        ],
        quote: Some(hours.to_owned()),
        button: Some(("Still right", link("/confirm-hours", Use::Confirm))),
        second: Some(("Change the hours", link("/change-hours", Use::Change))),
        why: format!(
            "You're receiving this because you manage {name} on {}. We ask at most every 180 days.",
            brand.name
        ),
    }
    .words(brand)
}

/// A sample of each email.
pub(super) fn samples(services: &Services) -> Result<Vec<Sample>> {
    let hours = "Mon to Fri 7 AM – 3 PM; Sat 8 AM – 2 PM; Sun closed";
    let words = question(&services.brand(), "Rust & Bean", hours, |_| "0".repeat(96))?;
    Ok(vec![Sample::new("hours-question", words)])
}
