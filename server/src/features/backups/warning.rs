//! Emails the operator when backups fail, grow old, or can't be restored: once, and again each week while it lasts.

use chrono::TimeDelta;

use super::{emails, trouble::trouble};
use crate::{
    features::Services,
    platform::{error::Result, jobs::JobOutcome, mail::EmailAddress, marks},
};

/// While it lasts, the operator is reminded this often.
const AGAIN: TimeDelta = TimeDelta::days(7);

pub(super) async fn watch(services: Services) -> Result<JobOutcome> {
    let Some(trouble) = trouble(&services).await? else {
        return Ok(JobOutcome::Done);
    };
    let (now, key) = (services.clock.now(), trouble.key());
    let warned = marks::last(services.database.reads(), marks::BACKUP_WARNING).await?;
    if warned.is_some_and(|(at, of)| of == key && now - at < AGAIN) {
        return Ok(JobOutcome::Done);
    }
    tracing::error!(?trouble, "backups need attention");
    let to = EmailAddress::parse(services.settings.support_email.trim(), "support_email").ok();
    let mail = to
        .map(|to| emails::warning(&services, to, &trouble))
        .transpose()?;
    let held = services.clone();
    services
        .database
        .transaction(move |transaction| {
            let (services, mail, key) = (held.clone(), mail.clone(), key.clone());
            Box::pin(async move {
                marks::set(transaction, marks::BACKUP_WARNING, now, &key).await?;
                if let Some(mail) = &mail {
                    let id = services.identifiers.next();
                    services.mail.enqueue(transaction, mail, id, now).await?;
                }
                Ok(())
            })
        })
        .await?;
    services.mail.wake();
    Ok(JobOutcome::Done)
}
