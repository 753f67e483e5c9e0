//! The state of the certificate, for the operator and the metrics.

use chrono::{DateTime, TimeDelta, Utc};

use super::WARNING;
use crate::{
    features::{Health, Services},
    platform::{
        error::Result,
        metrics::Figure,
        settings::TlsSource,
        tls::{self, Certificate},
    },
};

/// Certificate authorities date their certificates back an hour.
const CLOCKS_DIFFER: TimeDelta = TimeDelta::hours(1);

/// One line, where the server speaks HTTPS itself.
pub(super) async fn lines(services: Services) -> Result<Vec<Health>> {
    let Some(tls) = &services.tls else {
        return Ok(Vec::new());
    };
    let (now, host) = (services.clock.now(), tls::host_of(&services.settings));
    let problem = match &host {
        Some(host) => tls::last_problem(&services.database, host).await?,
        None => None,
    };
    let certificate = tls.certificate();
    let advice = certificate
        .as_deref()
        .and_then(|certificate| unfit(certificate, host.as_deref(), now))
        .or_else(|| problem.as_ref().map(|(at, problem)| failed(*at, problem)))
        .or_else(|| tls.plain_http_problem())
        .or_else(|| {
            certificate
                .as_deref()
                .filter(|certificate| certificate.not_after() - now < WARNING)
                .map(|_| match tls.source() {
                    TlsSource::Acme => "It ends soon and wasn't renewed. See the server's log.",
                    TlsSource::Files | TlsSource::Off => {
                        "It ends soon. Put a new one into its files."
                    }
                })
                .map(str::to_owned)
        });
    Ok(vec![Health {
        name: "Certificate",
        text: match &certificate {
            Some(certificate) => format!(
                "Valid until {}",
                certificate.not_after().format("%Y-%m-%d %H:%M UTC")
            ),
            None => "None yet: HTTPS doesn't work.".to_owned(),
        },
        last: certificate.map(|certificate| certificate.not_before()),
        advice,
    }])
}

fn failed(at: DateTime<Utc>, problem: &str) -> String {
    format!(
        "The order at {} failed; the next is an hour later. The certificate authority's answer: {problem}",
        at.format("%Y-%m-%d %H:%M UTC")
    )
}

/// Why browsers refuse the certificate now.
fn unfit(certificate: &Certificate, host: Option<&str>, now: DateTime<Utc>) -> Option<String> {
    if certificate.not_before() > now + CLOCKS_DIFFER {
        Some(
            "It isn't valid yet by the database's clock. Check the clocks of all machines."
                .to_owned(),
        )
    } else if certificate.not_after() <= now {
        Some("It has ended, so browsers refuse the site. If that is wrong, check the clocks of all machines.".to_owned())
    } else {
        let host = host.filter(|host| !certificate.names(host))?;
        Some(format!("It isn't for {host}, so browsers refuse the site."))
    }
}

/// When the certificate ends, in seconds since 1970.
pub(super) async fn figures(services: Services) -> Result<Vec<Figure>> {
    let certificate = services.tls.as_ref().and_then(tls::Tls::certificate);
    let end =
        certificate.and_then(|certificate| u64::try_from(certificate.not_after().timestamp()).ok());
    Ok(end
        .map(|end| ("townperk_certificate_end_timestamp_seconds", end).into())
        .into_iter()
        .collect())
}
