//! Fields that several forms share, with the same checks and messages (`owner-admin.md`, section 5).

use super::contact;
use crate::platform::{
    error::FieldErrors,
    typed_text::{Field, line},
};

/// The message for an invalid ZIP code.
pub const BAD_ZIP: &str = "Please enter a valid ZIP code (e.g., 71301 or 71301-1234)";
const BAD_PHONE: &str = "Please enter a valid US phone number (e.g., (318) 555-0142)";
const BAD_WEB_ADDRESS: &str = "Please enter a valid web address (e.g., https://example.com)";

/// Five digits, optionally followed by a dash and four more.
#[must_use]
pub fn is_zip(text: &str) -> bool {
    let digits =
        |part: &str, count| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
    match text.split_once('-') {
        Some((five, four)) => digits(five, 5) && digits(four, 4),
        None => digits(text, 5),
    }
}

/// The cleaned ZIP code. An invalid one is recorded under `field`.
pub fn zip(field: &'static str, typed: Option<&str>, wrong: &mut FieldErrors) -> String {
    let zip = line(typed.unwrap_or_default());
    if !is_zip(&zip) {
        wrong.add(field, BAD_ZIP);
    }
    zip
}

/// The phone number in E.164; `None` if it is empty, or invalid, which is recorded.
pub fn telephone(field: Field, typed: Option<&str>, wrong: &mut FieldErrors) -> Option<String> {
    let typed = field.line(typed, wrong)?;
    let telephone = contact::telephone(&typed);
    if telephone.is_none() {
        wrong.add(field.name, BAD_PHONE);
    }
    telephone
}

/// The web address; `None` if it is empty, or invalid, which is recorded.
pub fn web_address(field: Field, typed: Option<&str>, wrong: &mut FieldErrors) -> Option<String> {
    let typed = typed.map(str::trim).filter(|text| !text.is_empty())?;
    // Excessive length has its own message; an invalid address is quoted as typed, not as cleaned.
    field.line(Some(typed), wrong)?;
    let address = contact::typed_website(typed);
    if address.is_none() {
        wrong.add(field.name, BAD_WEB_ADDRESS);
    }
    address
}
