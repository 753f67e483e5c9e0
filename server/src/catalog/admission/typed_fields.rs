//! Fields that several forms have, checked alike and refused in the same words (`owner-admin.md`, section 5).

use super::contact;
use crate::platform::{
    error::FieldErrors,
    typed_text::{Field, line},
};

/// What a ZIP code that is none is answered with.
pub const BAD_ZIP: &str = "Please enter a valid ZIP code (e.g., 71301 or 71301-1234)";
const BAD_PHONE: &str = "Please enter a valid US phone number (e.g., (318) 555-0142)";
const BAD_WEB_ADDRESS: &str = "Please enter a valid web address (e.g., https://example.com)";

/// Five digits, optionally followed by a dash and four digits.
#[must_use]
pub fn is_zip(text: &str) -> bool {
    let digits =
        |part: &str, count| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
    match text.split_once('-') {
        Some((five, four)) => digits(five, 5) && digits(four, 4),
        None => digits(text, 5),
    }
}

/// The ZIP code as it was typed, cleaned. What is none is noted under `field`.
pub fn zip(field: &'static str, typed: Option<&str>, wrong: &mut FieldErrors) -> String {
    let zip = line(typed.unwrap_or_default());
    if !is_zip(&zip) {
        wrong.add(field, BAD_ZIP);
    }
    zip
}

/// The telephone number in E.164; `None` where nothing was typed, or no number, which is noted.
pub fn telephone(field: Field, typed: Option<&str>, wrong: &mut FieldErrors) -> Option<String> {
    let typed = field.line(typed, wrong)?;
    let telephone = contact::telephone(&typed);
    if telephone.is_none() {
        wrong.add(field.name, BAD_PHONE);
    }
    telephone
}

/// The web address; `None` where nothing was typed, or no address, which is noted.
pub fn web_address(field: Field, typed: Option<&str>, wrong: &mut FieldErrors) -> Option<String> {
    let typed = typed.map(str::trim).filter(|text| !text.is_empty())?;
    // Too long is said as such; what is no address is refused as typed, not as it looks after cleaning.
    field.line(Some(typed), wrong)?;
    let address = contact::typed_website(typed);
    if address.is_none() {
        wrong.add(field.name, BAD_WEB_ADDRESS);
    }
    address
}
