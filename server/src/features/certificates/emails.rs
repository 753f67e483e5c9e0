//! The warning that the certificate ends.

use chrono::{DateTime, TimeDelta, Utc};

use crate::{
    features::Services,
    platform::{
        error::Result,
        mail::{EmailAddress, NewMail, Notice, Sample},
    },
};

const WHY: &str = "The server emails the support address when its certificate ends soon.";

/// Says when the certificate for `host` ends and, in the authority's words, why it wasn't renewed.
pub(super) fn warning(
    services: &Services,
    to: EmailAddress,
    host: &str,
    (end, problem): (DateTime<Utc>, Option<String>),
) -> Result<NewMail> {
    Ok(NewMail {
        to,
        words: notice(host, end, problem).words(&services.brand())?,
        about: None,
        list: None,
    })
}

fn notice(host: &str, end: DateTime<Utc>, problem: Option<String>) -> Notice {
    let day = end.format("%B %-d, %Y");
    let reason = match problem {
        Some(_) => "The last order failed. The certificate authority's answer:".to_owned(),
        None => "It is renewed weeks earlier when all is well. If you renew it yourself, put the new one into its files; \
                 otherwise the server's log says what happened."
            .to_owned(),
    };
    Notice {
        subject: format!("The certificate of {host} ends on {day}"),
        preview: "Browsers will refuse the site from then on.".to_owned(),
        heading: format!("The certificate ends on {day}"),
        paragraphs: vec![
            format!(
                "The certificate of {host} hasn't been renewed. From {day} on, browsers will refuse the site."
            ),
            reason,
        ],
        quote: problem,
        button: Some(("Open the operator page", "/admin/operator".to_owned())),
        why: WHY.to_owned(),
        ..Notice::default()
    }
}

/// A sample of the email.
pub(super) fn samples(services: &Services) -> Result<Vec<Sample>> {
    let end = DateTime::UNIX_EPOCH + TimeDelta::days(20_819);
    let problem = r#"{"type":"urn:ietf:params:acme:error:connection","detail":"198.51.100.7: Connection refused"}"#;
    let notice = notice("perk.example", end, Some(problem.to_owned()));
    let words = notice.words(&services.brand())?;
    Ok(vec![Sample::new("certificate-ends", words)])
}
