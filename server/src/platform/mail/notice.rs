//! An email with a single message for one person. Rooms provide the text; the layout is shared.

use askama::Template;

use super::{Brand, MailText};
use crate::platform::error::{Error, Result};

/// The content of a notice, as plain text; links go in `button`.
#[derive(Clone, Debug, Default)]
pub struct Notice {
    /// The mail's subject.
    pub subject: String,
    /// Preview text that mail programs show next to the subject.
    pub preview: String,
    /// The heading.
    pub heading: String,
    /// What happened, and what happens next.
    pub paragraphs: Vec<String>,
    /// Someone's own words, such as a reason.
    pub quote: Option<String>,
    /// The button's label, and the path on our site that it opens.
    pub button: Option<(&'static str, String)>,
    /// Another one below it, for the other answer to a question.
    pub second: Option<(&'static str, String)>,
    /// Why this email was sent.
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
    /// The email's text and HTML parts.
    ///
    /// # Errors
    ///
    /// When the template can't be rendered.
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
            public_subject: None,
            lasts: None,
            subject: self.subject.clone(),
            text: text.render().map_err(unwritten)?,
            html: html.render().map_err(unwritten)?,
        })
    }
}
