//! What an operator does at the command line.

use super::{digest::Issue, letters, rules, store};
use crate::{
    catalog::Lookup,
    features::Services,
    platform::{
        error::{Error, Result},
        mail::{self, Brand, EmailAddress, MailText, NewMail},
    },
};

/// The issue that would go out now, to a reader who chose the towns with these slugs, or none. `None`: nothing is new.
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
    let brand = Brand::of(&services.settings);
    Ok(Some(letters::digest(&brand, &pass, &issue)?.0))
}

/// Sends the issue that would go out now to one address, marked as a test. The links in it belong to nobody.
pub async fn send_test(services: &Services, address: &str, town_slugs: &[String]) -> Result<bool> {
    let is_sent = enqueue_test(services, address, "address", town_slugs).await?;
    if is_sent {
        services.mail_worker().send_due().await?;
    }
    Ok(is_sent)
}

/// Puts such a test into the outbox. `field` is where the address was typed. `false`: nothing is new.
pub(super) async fn enqueue_test(
    services: &Services,
    address: &str,
    field: &'static str,
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
    let (id, now) = (services.identifiers.next(), services.clock.now());
    services
        .database
        .transaction(|transaction| {
            let (mail, outbox) = (mail.clone(), services.mail.clone());
            Box::pin(async move { outbox.enqueue(transaction, &mail, id, now).await })
        })
        .await?;
    Ok(true)
}

/// Does what somebody asked for by mail: ends the subscription of an address. `false` when it has none.
pub async fn remove(services: &Services, address: &str) -> Result<bool> {
    let address = EmailAddress::parse(address, "address")?;
    let hash = rules::address_hash(&services.keys, &address.key());
    let found = store::reader_by_address(services.database.reads(), &hash).await?;
    let Some(reader) = found else {
        return Ok(false);
    };
    leave(services, reader.id).await?;
    Ok(true)
}

/// Ends a subscription, and calls back what waits to be sent to it.
pub(super) async fn leave(services: &Services, reader: uuid::Uuid) -> Result<()> {
    let now = services.clock.now();
    services
        .database
        .transaction(|transaction| {
            Box::pin(async move {
                // In this order: an issue that is put into the outbox at this moment is waited for, and called back.
                store::leave(transaction, reader, now).await?;
                mail::withdraw(transaction, reader).await?;
                Ok(())
            })
        })
        .await
}
