//! A mail that tells one person one thing. Rooms give the words, the form is the same for all.

use askama::Template;

use super::{Brand, MailText};
use crate::platform::error::{Error, Result};

/// What a notice says. Texts are plain; links stand in `button`.
#[derive(Clone, Debug, Default)]
pub struct Notice {
    /// The mail's subject.
    pub subject: String,
    /// What mail programs show beside the subject.
    pub preview: String,
    /// The heading.
    pub heading: String,
    /// What happened, and what follows.
    pub paragraphs: Vec<String>,
    /// Somebody's own words, such as a reason.
    pub quote: Option<String>,
    /// What the button says, and where it leads: a path of the site.
    pub button: Option<(&'static str, String)>,
    /// Why this mail was sent.
    pub why: String,
}

#[derive(Template)]
#[template(path = "platform/mail/notice.html")]
struct Html<'a> {
    brand: &'a Brand,
    subject: &'a str,
    notice: &'a Notice,
}

#[derive(Template)]
#[template(path = "platform/mail/notice.txt", escape = "none")]
struct Text<'a> {
    brand: &'a Brand,
    notice: &'a Notice,
}

impl Notice {
    /// The mail's words in both forms.
    pub fn words(&self, brand: &Brand) -> Result<MailText> {
        let unwritten =
            |error: askama::Error| Error::Internal(format!("a mail can't be written: {error}"));
        let html = Html {
            brand,
            subject: &self.subject,
            notice: self,
        };
        let text = Text {
            brand,
            notice: self,
        };
        Ok(MailText {
            subject: self.subject.clone(),
            text: text.render().map_err(unwritten)?,
            html: html.render().map_err(unwritten)?,
        })
    }
}
