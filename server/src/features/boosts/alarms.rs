//! Alarms for the operator: logged at once, and emailed once.

use chrono::{DateTime, Utc};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};

use super::emails;
use crate::{
    features::Services,
    platform::{
        error::{Error, Result},
        jobs::{self, JobAttempt, JobOutcome, NewJob},
        mail::EmailAddress,
    },
};

/// The job that emails an alarm.
pub(super) const KIND: &str = "boosts.alarm";

#[derive(Debug, Serialize, Deserialize)]
struct Alarm {
    subject: String,
    text: String,
}

/// Raises an alarm in the caller's transaction. Raising it again with the same key doesn't repeat it, for as long as
/// jobs are kept.
pub(super) async fn raise(
    connection: &impl ConnectionTrait,
    services: &Services,
    (key, subject, text): (&str, &str, &str),
    now: DateTime<Utc>,
) -> Result<()> {
    tracing::error!(alarm = key, "{subject}: {text}");
    let job = NewJob {
        kind: KIND,
        payload: serde_json::json!({ "subject": subject, "text": text }),
        unique_key: Some(format!("{KIND}:{key}")),
        due_at: now,
    };
    jobs::enqueue(connection, &job, &services.identifiers, now).await?;
    Ok(())
}

/// Emails an alarm to the support address; without one, it is only in the log.
pub(super) async fn mail(services: Services, run: JobAttempt) -> Result<JobOutcome> {
    let alarm: Alarm = serde_json::from_value(run.payload)
        .map_err(|error| Error::Internal(format!("an alarm: {error}")))?;
    let address = services.settings.support_email.trim();
    let Ok(to) = EmailAddress::parse(address, "support_email") else {
        return Ok(JobOutcome::Done);
    };
    let mail = emails::alarm(&services, to, &alarm.subject, &alarm.text)?;
    // Using the job's ID for the email means that running it twice sends it once.
    let (held, id, now) = (services.clone(), run.id, services.clock.now());
    services
        .database
        .transaction(move |transaction| {
            let (services, mail) = (held.clone(), mail.clone());
            Box::pin(async move { services.mail.enqueue(transaction, &mail, id, now).await })
        })
        .await?;
    services.mail.wake();
    Ok(JobOutcome::Done)
}
