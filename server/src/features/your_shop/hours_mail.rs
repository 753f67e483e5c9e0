//! Twice a year, a shop's people are asked by email whether its hours are right, unless they have confirmed them
//! meanwhile.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::store;
use crate::{
    catalog::{answers::week_in_words, entities::shop},
    features::Services,
    platform::{
        error::Result,
        jobs::{Handlers, JobOutcome, Schedule},
        mail::{Brand, EmailAddress, MailText, NewMail, Notice, Sample},
        sessions,
    },
};

/// Morning in the whole country.
const DAILY: Schedule = Schedule::Daily { hour: 15 };
/// When unconfirmed hours are asked about, and how long until they are asked about again.
const PAUSE: TimeDelta = TimeDelta::days(180);
/// Shops per batch.
const BATCH: u64 = 100;

/// This room's jobs.
pub(super) fn handlers(services: &Services) -> Handlers {
    let services = services.clone();
    Handlers::default().with_recurring("your-shop.ask-hours", DAILY, move |_| ask(services.clone()))
}

async fn ask(services: Services) -> Result<JobOutcome> {
    let limit = services.clock.now() - PAUSE;
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
    let Some(id) = shop.owner_id.or(shop.submitter_id) else {
        return Ok(false);
    };
    let person = sessions::find_person(services.database.reads(), id).await?;
    let Some(person) = person.filter(|person| person.confirmed_at.is_some()) else {
        return Ok(false);
    };
    let view = services.catalog.view();
    let week = view.any_shop(shop.id);
    let week = week.and_then(|shop| week_in_words(&view, &shop));
    let hours = week.or_else(|| shop.hours.clone()).unwrap_or_default();
    let brand = Brand::of(&services.settings);
    let mail = NewMail {
        to: EmailAddress::parse(&person.email, "email")?,
        words: question(&brand, (&shop.name, &shop.slug), &hours)?,
        about: Some(person.id),
        list: None,
    };
    let (now, mail_id) = (services.clock.now(), services.identifiers.next());
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

fn question(brand: &Brand, (name, slug): (&str, &str), hours: &str) -> Result<MailText> {
    Notice {
        subject: format!("Are the hours for {name} still right?"),
        preview: "Confirm them with one click, or change them.".to_owned(),
        heading: "Are your hours still right?".to_owned(),
        paragraphs: vec![
            format!(
                "The hours for {name} haven't been confirmed in six months. If they're right, open your shop and press “These hours are right”. If not, change them there. The page will show when they were last confirmed."
            ),
            "Here's what visitors see:".to_owned(),
        ],
        quote: Some(hours.to_owned()),
        button: Some(("Open your shop", format!("/your-shop/{slug}#hours"))),
        why: format!(
            "You're receiving this because you manage {name} on {}. We ask at most every 180 days.",
            brand.name
        ),
    }
    .words(brand)
}

/// A sample of each email.
pub(super) fn samples(services: &Services) -> Result<Vec<Sample>> {
    let shop = ("Rust & Bean", "rust-and-bean-alexandria-la");
    let hours = "Mon to Fri 7 AM – 3 PM; Sat 8 AM – 2 PM; Sun closed";
    let words = question(&Brand::of(&services.settings), shop, hours)?;
    Ok(vec![Sample::new("hours-question", words)])
}
