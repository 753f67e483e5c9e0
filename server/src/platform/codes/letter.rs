//! The email with a code and a link.

use std::borrow::Cow;

use askama::Template;
use uuid::Uuid;

use super::{Issued, LASTS};
use crate::platform::{
    error::{Error, Result},
    mail::{Brand, MailText},
};

/// The texts of the email besides code and link.
#[derive(Clone, Debug)]
pub struct CodeEmail {
    /// For example "Sign in to Townperk".
    pub heading: Cow<'static, str>,
    /// One sentence: who asked for it and why. Contains nothing that a stranger typed.
    pub reason: String,
    /// The page with the button that uses the link, such as `/sign-in`. The token is added after `#`, which isn't sent
    /// to servers.
    pub page: &'static str,
    /// The label of the link's button.
    pub button: &'static str,
}

impl CodeEmail {
    /// The email with a code and a link that nobody issued.
    ///
    /// # Errors
    ///
    /// When its template can't be rendered.
    pub fn sample(&self, brand: &Brand) -> Result<MailText> {
        let issued = Issued {
            id: Uuid::nil(),
            code: "123456".to_owned(),
            token: "0".repeat(40),
        };
        words(brand, self, &issued)
    }
}

#[derive(Template)]
#[template(path = "platform/codes/mail/code.html")]
struct Html<'a> {
    brand: &'a Brand,
    subject: &'a str,
    letter: &'a CodeEmail,
    code: &'a str,
    link: &'a str,
}

#[derive(Template)]
#[template(path = "platform/codes/mail/code.txt", escape = "none")]
struct Text<'a> {
    brand: &'a Brand,
    letter: &'a CodeEmail,
    code: &'a str,
    link: &'a str,
}

/// The email for `issued`.
///
/// # Errors
///
/// When its template can't be rendered.
pub(super) fn words(brand: &Brand, letter: &CodeEmail, issued: &Issued) -> Result<MailText> {
    let unwritten =
        |error: askama::Error| Error::Internal(format!("a mail can't be written: {error}"));
    let subject = format!("{} is your {} code", issued.code, brand.name);
    let link = format!("{}{}#token={}", brand.origin, letter.page, issued.token);
    let (code, link) = (&issued.code, &link);
    Ok(MailText {
        text: Text {
            brand,
            letter,
            code,
            link,
        }
        .render()
        .map_err(unwritten)?,
        html: Html {
            brand,
            subject: &subject,
            letter,
            code,
            link,
        }
        .render()
        .map_err(unwritten)?,
        public_subject: Some(format!("•••••• is your {} code", brand.name)),
        lasts: Some(LASTS),
        subject,
    })
}
