//! This room's emails, with samples that a test renders and people can look at.

use askama::Template;
use uuid::Uuid;

use super::{digest::Issue, rules};
use crate::platform::{
    error::{Error, Result},
    keys::Keys,
    mail::{Brand, List, MailText, Sample},
};

/// Asks for confirmation. Contains nothing that anyone typed (checklist E2).
#[derive(Template)]
#[template(path = "features/newsletter/mail/confirmation.html")]
struct ConfirmationHtml<'a> {
    brand: &'a Brand,
    subject: &'a str,
    confirm_url: &'a str,
    leave_url: &'a str,
}

#[derive(Template)]
#[template(path = "features/newsletter/mail/confirmation.txt", escape = "none")]
struct ConfirmationText<'a> {
    brand: &'a Brand,
    confirm_url: &'a str,
    leave_url: &'a str,
}

#[derive(Template)]
#[template(path = "features/newsletter/mail/reminder.html")]
struct ReminderHtml<'a> {
    brand: &'a Brand,
    subject: &'a str,
    preferences_url: &'a str,
    leave_url: &'a str,
}

#[derive(Template)]
#[template(path = "features/newsletter/mail/reminder.txt", escape = "none")]
struct ReminderText<'a> {
    brand: &'a Brand,
    preferences_url: &'a str,
    leave_url: &'a str,
}

#[derive(Template)]
#[template(path = "features/newsletter/mail/digest.html")]
struct DigestHtml<'a> {
    brand: &'a Brand,
    subject: &'a str,
    issue: &'a Issue,
    preferences_url: &'a str,
    leave_url: &'a str,
}

#[derive(Template)]
#[template(path = "features/newsletter/mail/digest.txt", escape = "none")]
struct DigestText<'a> {
    brand: &'a Brand,
    issue: &'a Issue,
    preferences_url: &'a str,
    leave_url: &'a str,
}

fn words(subject: String, text: &impl Template, html: &impl Template) -> Result<MailText> {
    let unwritten =
        |error: askama::Error| Error::Internal(format!("a mail can't be written: {error}"));
    Ok(MailText {
        public_subject: None,
        lasts: None,
        subject,
        text: text.render().map_err(unwritten)?,
        html: html.render().map_err(unwritten)?,
    })
}

/// The links in a reader's emails.
struct Links {
    preferences: String,
    leave: String,
}

impl Links {
    fn of(brand: &Brand, pass: &str) -> Self {
        Self {
            preferences: format!("{}/newsletter/preferences?reader={pass}", brand.origin),
            leave: format!("{}/newsletter/unsubscribe?reader={pass}", brand.origin),
        }
    }
}

/// The confirmation email.
pub(super) fn confirmation(
    brand: &Brand,
    keys: &Keys,
    reader: Uuid,
    token: &str,
) -> Result<MailText> {
    let confirm_url = format!("{}/newsletter/confirm?token={token}", brand.origin);
    let links = Links::of(brand, &rules::pass_of(keys, reader));
    let subject = format!("Please confirm: the {} newsletter", brand.name);
    let text = ConfirmationText {
        brand,
        confirm_url: &confirm_url,
        leave_url: &links.leave,
    };
    let html = ConfirmationHtml {
        brand,
        subject: &subject,
        confirm_url: &confirm_url,
        leave_url: &links.leave,
    };
    words(subject.clone(), &text, &html)
}

/// The email to someone who is already subscribed.
pub(super) fn reminder(brand: &Brand, keys: &Keys, reader: Uuid) -> Result<MailText> {
    let links = Links::of(brand, &rules::pass_of(keys, reader));
    let subject = format!("You already get the {} newsletter", brand.name);
    let text = ReminderText {
        brand,
        preferences_url: &links.preferences,
        leave_url: &links.leave,
    };
    let html = ReminderHtml {
        brand,
        subject: &subject,
        preferences_url: &links.preferences,
        leave_url: &links.leave,
    };
    words(subject.clone(), &text, &html)
}

/// A reader's issue, with the link to unsubscribe.
pub(super) fn digest(brand: &Brand, pass: &str, issue: &Issue) -> Result<(MailText, List)> {
    let links = Links::of(brand, pass);
    let subject = issue.headline.clone();
    let text = DigestText {
        brand,
        issue,
        preferences_url: &links.preferences,
        leave_url: &links.leave,
    };
    let html = DigestHtml {
        brand,
        subject: &subject,
        issue,
        preferences_url: &links.preferences,
        leave_url: &links.leave,
    };
    let words = words(subject.clone(), &text, &html)?;
    let list = List {
        name: "weekly",
        unsubscribe_url: links.leave,
    };
    Ok((words, list))
}

/// A sample of each email.
///
/// # Errors
///
/// When a template can't be rendered.
pub fn samples(brand: &Brand, keys: &Keys) -> Result<Vec<Sample>> {
    let (reader, token) = (Uuid::nil(), "0123456789abcdef0123456789abcdef01234567");
    let pass = rules::pass_of(keys, reader);
    Ok(vec![
        Sample::new(
            "newsletter-confirmation",
            confirmation(brand, keys, reader, token)?,
        ),
        Sample::new("newsletter-reminder", reminder(brand, keys, reader)?),
        Sample::new(
            "newsletter-digest",
            digest(brand, &pass, &Issue::sample(brand))?.0,
        ),
    ])
}
