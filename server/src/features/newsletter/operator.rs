//! Newsletter commands for the operator.

use super::{digest::Issue, emails, rules, store};
use crate::{
    catalog::{Lookup, writing::Subject},
    features::Services,
    platform::{
        error::{Error, Result},
        mail::{self, EmailAddress, MailText, NewMail},
        web::Actor,
    },
};

/// The issue that would be sent now to a reader of the towns with these slugs, or of all. `None` if there is nothing
/// new.
///
/// # Errors
///
/// When a slug isn't a town's, or the template can't be rendered.
pub async fn preview(services: &Services, town_slugs: &[String]) -> Result<Option<MailText>> {
    let view = services.catalog.view();
    let mut towns = Vec::new();
    for slug in town_slugs {
        match view.city_by_slug(slug) {
            Lookup::Found(town) => towns.push(town.city.id),
            _ => {
                return Err(Error::Setup(format!(
                    "there is no town {slug}; a town's slug stands in the address of its page"
                )));
            }
        }
    }
    let now = services.clock.now();
    let last_end = store::end_of_last(services.database.reads(), now).await?;
    let period = rules::period(last_end, now);
    let changed = store::hours_changed(services.database.reads(), period).await?;
    let Some(issue) = Issue::build(&view, period, &towns, &changed) else {
        return Ok(None);
    };
    let pass = rules::pass_of(&services.keys, uuid::Uuid::nil());
    let brand = services.brand();
    Ok(Some(emails::digest(&brand, &pass, &issue)?.0))
}

/// Sends the issue that would be sent now to one address, marked as a test. Its links don't belong to anyone.
///
/// # Errors
///
/// When the address or a slug is invalid, or the database fails.
pub async fn send_test(services: &Services, address: &str, town_slugs: &[String]) -> Result<bool> {
    let by = (Actor::System, "address");
    let is_sent = enqueue_test(services, by, address, town_slugs).await?;
    if is_sent {
        services.mail_worker().send_due().await?;
    }
    Ok(is_sent)
}

/// Puts such a test into the outbox. `field` is where the address was entered. Returns `false` if there is nothing new.
pub(super) async fn enqueue_test(
    services: &Services,
    (actor, field): (Actor, &'static str),
    address: &str,
    town_slugs: &[String],
) -> Result<bool> {
    let to = EmailAddress::parse(address, field)?;
    let Some(mut words) = preview(services, town_slugs).await? else {
        return Ok(false);
    };
    words.subject = format!("[Test] {}", words.subject);
    let mail = NewMail {
        to,
        words,
        about: None,
        list: None,
    };
    let (id, outbox) = (services.identifiers.next(), services.mail.clone());
    services
        .ledger
        .act(actor, "newsletter.test", move |act| {
            let (mail, outbox) = (mail.clone(), outbox.clone());
            Box::pin(async move {
                outbox
                    .enqueue(act.transaction(), &mail, id, act.now())
                    .await?;
                act.set_subject(Subject {
                    kind: "newsletter",
                    id: None,
                    label: "Newsletter".to_owned(),
                });
                act.set_note("A test was sent");
                Ok(())
            })
        })
        .await?;
    Ok(true)
}

/// Ends the subscription of an address, at its owner's request by email. Returns `false` if there is none.
///
/// # Errors
///
/// When the address is invalid, or the database fails.
pub async fn remove(services: &Services, address: &str) -> Result<bool> {
    let address = EmailAddress::parse(address, "address")?;
    let hash = mail::suppression::address_hash(&services.keys, &address);
    let found = store::reader_by_address(services.database.reads(), &hash).await?;
    let Some(reader) = found else {
        return Ok(false);
    };
    leave(services, reader.id).await?;
    Ok(true)
}

/// Ends a subscription, and recalls its unsent emails.
pub(super) async fn leave(services: &Services, reader: uuid::Uuid) -> Result<()> {
    let now = services.clock.now();
    services
        .database
        .transaction(|transaction| {
            let keys = services.keys.clone();
            Box::pin(async move {
                // In this order, so that an issue being put into the outbox right now is waited for and recalled.
                store::leave(transaction, &keys, reader, now).await?;
                mail::withdraw(transaction, reader).await?;
                Ok(())
            })
        })
        .await
}
