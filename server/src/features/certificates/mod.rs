//! The certificate of the server's own HTTPS: kept in use, ordered and renewed in time, and a warning when that fails.
//!
//! Every node looks every few seconds whether there is a newer certificate or something to do. What there is to do is one
//! job, whose order the database grants once an hour.

mod emails;
mod health;

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use crate::{
    features::{Room, Services},
    platform::{
        background::{Background, Stopping},
        error::Result,
        jobs::{Handlers, JobOutcome, NewJob, enqueue_single},
        mail::EmailAddress,
        settings::TlsSource,
        tls::{self, Acme, Outcome, Tls},
    },
};

/// The job that orders and renews.
const KIND: &str = "certificates.renew";
/// How long an attempt may take. The certificate authority has less.
const LONGEST: Duration = Duration::from_secs(300);
/// How often a node looks.
const PAUSE: Duration = Duration::from_secs(5);
/// How long before its end the operator is warned. Renewals succeed weeks earlier.
const WARNING: TimeDelta = TimeDelta::days(14);

/// This room's contributions.
pub const ROOM: Room = Room {
    jobs,
    workers: start_workers,
    mail_samples: emails::samples,
    health: |services| Box::pin(health::lines(services)),
    figures: |services| Box::pin(health::figures(services)),
    ..Room::EMPTY
};

fn jobs(services: &Services) -> Handlers {
    let services = services.clone();
    Handlers::default()
        .with(KIND, move |_| renew(services.clone()))
        .within(KIND, LONGEST)
}

fn start_workers(services: &Services, background: &mut Background) {
    let Some(tls) = &services.tls else {
        return;
    };
    if tls.source() == TlsSource::Files {
        background.start(tls.clone().follow_files(background.stopping()));
    }
    background.start(look_after(
        services.with_background_timeouts(),
        tls.clone(),
        background.stopping(),
    ));
}

fn acme(services: &Services) -> Result<Acme> {
    Acme::new(
        &services.settings,
        services.database.clone(),
        services.clock.clone(),
        services.identifiers.clone(),
    )
}

async fn look_after(services: Services, tls: Tls, stopping: Stopping) {
    let mut is_away = false;
    let mut warned_of = None;
    loop {
        match look(&services, &tls, &mut warned_of).await {
            Ok(()) => is_away = false,
            Err(error) => {
                if !is_away {
                    tracing::warn!(%error, "the certificate can't be looked after now");
                }
                is_away = true;
            }
        }
        if !stopping.pause(PAUSE).await {
            return;
        }
    }
}

/// `warned_of`: the end of the certificate that was warned of, by whichever node.
async fn look(services: &Services, tls: &Tls, warned_of: &mut Option<DateTime<Utc>>) -> Result<()> {
    let Some(host) = tls::host_of(&services.settings) else {
        return Ok(());
    };
    if tls.source() == TlsSource::Acme {
        if tls.follow_stored(&services.database, &host).await?
            && let Some(certificate) = tls.certificate()
        {
            tracing::info!(host, until = %certificate.not_after(), "a certificate is in use");
        }
        if acme(services)?.is_due().await? {
            enqueue(services).await?;
        }
    }
    let now = services.clock.now();
    let end = tls.certificate().map(|certificate| certificate.not_after());
    if let Some(end) = end.filter(|end| *end - now < WARNING && Some(*end) != *warned_of) {
        warn(services, &host, end).await?;
        *warned_of = Some(end);
    }
    Ok(())
}

async fn enqueue(services: &Services) -> Result<()> {
    let now = services.clock.now();
    let identifiers = services.identifiers.clone();
    services
        .database
        .transaction(move |transaction| {
            let identifiers = identifiers.clone();
            Box::pin(async move {
                let job = NewJob {
                    kind: KIND,
                    payload: json!({}),
                    unique_key: None,
                    due_at: now,
                };
                enqueue_single(transaction, (KIND, job), &identifiers, now).await?;
                Ok(())
            })
        })
        .await
}

async fn renew(services: Services) -> Result<JobOutcome> {
    if services.settings.tls != TlsSource::Acme {
        return Ok(JobOutcome::Done);
    }
    match acme(&services)?.look_after().await? {
        Outcome::Rested => Ok(JobOutcome::Done),
        Outcome::Ordered => {
            tracing::info!("the certificate authority issued a certificate");
            Ok(JobOutcome::Done)
        }
        Outcome::Failed(problem) => {
            tracing::error!("no certificate was issued; the next attempt is in an hour: {problem}");
            Ok(JobOutcome::Failed(problem))
        }
    }
}

/// Logs and emails that the certificate ends soon, once for all nodes.
async fn warn(services: &Services, host: &str, end: DateTime<Utc>) -> Result<()> {
    let problem = tls::last_problem(&services.database, host).await?;
    let problem = problem.map(|(_, problem)| problem);
    let to = EmailAddress::parse(services.settings.support_email.trim(), "support_email").ok();
    let mail = to
        .map(|to| emails::warning(services, to, host, (end, problem)))
        .transpose()?;
    let (held, host, now) = (services.clone(), host.to_owned(), services.clock.now());
    let is_first = services
        .database
        .transaction(move |transaction| {
            let (services, host, mail) = (held.clone(), host.clone(), mail.clone());
            Box::pin(async move {
                if !tls::claim_warning(transaction, &host, end).await? {
                    return Ok(false);
                }
                if let Some(mail) = &mail {
                    let id = services.identifiers.next();
                    services.mail.enqueue(transaction, mail, id, now).await?;
                }
                Ok(true)
            })
        })
        .await?;
    if is_first {
        services.mail.wake();
        tracing::error!(%end, "the certificate ends soon and wasn't renewed");
    }
    Ok(())
}
