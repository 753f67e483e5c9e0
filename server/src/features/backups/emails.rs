//! The email about backups that need the operator.

use chrono::DateTime;

use super::trouble::Trouble;
use crate::{
    features::Services,
    platform::{
        error::Result,
        mail::{EmailAddress, NewMail, Notice, Sample},
    },
};

const WHY: &str = "The server emails the support address when backups fail.";
const MOMENT: &str = "%B %-d, %Y, %H:%M UTC";

/// Says what is wrong with the backups, and what to do.
pub(super) fn warning(services: &Services, to: EmailAddress, trouble: &Trouble) -> Result<NewMail> {
    Ok(NewMail {
        to,
        words: notice(trouble).words(&services.brand())?,
        about: None,
        list: None,
    })
}

fn notice(trouble: &Trouble) -> Notice {
    let (subject, paragraph, quote) = match trouble {
        Trouble::Failing(since, reason) => (
            "Backups are failing",
            format!(
                "Since {}, no backup has reached its vault. It is tried again every few minutes. The last answer:",
                since.format(MOMENT)
            ),
            Some(reason.clone()),
        ),
        Trouble::Old(at) => (
            "The last backup is old",
            format!(
                "The last backup is of {}. Look at the jobs on the operator page, and whether a server is running at night.",
                at.format(MOMENT)
            ),
            None,
        ),
        Trouble::Unusable(at, reason) => (
            "A backup can't be restored",
            format!(
                "On {}, the newest backup was restored to try it, and that failed. Make another one now with “townperk backup FILE”, and find out why. What was found:",
                at.format(MOMENT)
            ),
            Some(reason.clone()),
        ),
        Trouble::Behind(since, reason) => (
            "Backups are behind",
            format!(
                "What was saved since {} is on this machine alone, because the vault doesn't take it. It is tried again every few seconds. The last answer:",
                since.format(MOMENT)
            ),
            Some(reason.clone()).filter(|reason| !reason.is_empty()),
        ),
    };
    Notice {
        subject: subject.to_owned(),
        preview: "Until that is mended, what is written now may be lost with this machine."
            .to_owned(),
        heading: subject.to_owned(),
        paragraphs: vec![paragraph],
        quote,
        button: Some(("Open the operator page", "/admin/operator".to_owned())),
        why: WHY.to_owned(),
        ..Notice::default()
    }
}

/// A sample of the email.
pub(super) fn samples(services: &Services) -> Result<Vec<Sample>> {
    let reason = "The vault for backups at s3://backups fails: 403 Forbidden";
    let notice = notice(&Trouble::Failing(DateTime::UNIX_EPOCH, reason.to_owned()));
    let words = notice.words(&services.brand())?;
    Ok(vec![Sample::new("backups-fail", words)])
}
