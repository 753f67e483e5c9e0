//! The email with a code and a link.

use askama::Template;

use super::Issued;
use crate::platform::{
    error::{Error, Result},
    mail::{Brand, MailText},
};

/// The texts of the email besides code and link.
#[derive(Clone, Debug)]
pub struct CodeEmail<'a> {
    /// For example "Sign in to Townperk".
    pub heading: &'a str,
    /// One sentence: who asked for it and why. Contains nothing that a stranger typed.
    pub reason: &'a str,
    /// The page with the button that uses the link, such as `/sign-in`. The token is added after `#`, which isn't sent
    /// to servers.
    pub page: &'a str,
    /// The label of the link's button.
    pub button: &'a str,
}

#[derive(Template)]
#[template(path = "platform/codes/mail/code.html")]
struct Html<'a> {
    brand: &'a Brand,
    subject: &'a str,
    letter: &'a CodeEmail<'a>,
    code: &'a str,
    link: &'a str,
}

#[derive(Template)]
#[template(path = "platform/codes/mail/code.txt", escape = "none")]
struct Text<'a> {
    brand: &'a Brand,
    letter: &'a CodeEmail<'a>,
    code: &'a str,
    link: &'a str,
}

/// The email for `issued`.
///
/// # Errors
///
/// When its template can't be rendered.
pub fn words(brand: &Brand, letter: &CodeEmail<'_>, issued: &Issued) -> Result<MailText> {
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
        subject,
    })
}
