//! The mail that carries a code and a link.

use askama::Template;

use super::Issued;
use crate::platform::{
    error::{Error, Result},
    mail::{Brand, MailText},
};

/// What the mail says besides code and link.
#[derive(Clone, Debug)]
pub struct CodeLetter<'a> {
    /// Such as "Sign in to Townperk".
    pub heading: &'a str,
    /// One sentence: who asked for it and for what. Holds nothing that a stranger typed.
    pub reason: &'a str,
    /// The page whose button uses the link, such as `/sign-in`; the token is added behind `#`, which no server sees.
    pub page: &'a str,
    /// What the link's button says.
    pub button: &'a str,
}

#[derive(Template)]
#[template(path = "platform/codes/mail/code.html")]
struct Html<'a> {
    brand: &'a Brand,
    subject: &'a str,
    letter: &'a CodeLetter<'a>,
    code: &'a str,
    link: &'a str,
}

#[derive(Template)]
#[template(path = "platform/codes/mail/code.txt", escape = "none")]
struct Text<'a> {
    brand: &'a Brand,
    letter: &'a CodeLetter<'a>,
    code: &'a str,
    link: &'a str,
}

/// The mail for `issued`.
pub fn words(brand: &Brand, letter: &CodeLetter<'_>, issued: &Issued) -> Result<MailText> {
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
        subject,
    })
}
