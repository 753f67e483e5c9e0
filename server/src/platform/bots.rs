//! Signs that no person sent a form: a field that people don't see is filled in, or the form came too fast.

use super::error::{Error, Result};

/// What is said to who filled in the hidden field: nothing that a program could learn from, and what helps a person whose
/// browser did it.
const FILLED: &str = "We couldn't accept this form. Please reload the page and fill it in by hand.";

/// The field that people don't see. No error names it.
pub const HIDDEN_FIELD: &str = "homepage";

/// Refuses a form whose hidden field is filled in.
///
/// # Errors
///
/// [`Error::Invalid`], which doesn't name the field.
pub fn reject_filled(homepage: Option<&str>) -> Result<()> {
    if homepage.is_some_and(|text| !text.is_empty()) {
        return Err(Error::invalid(FILLED));
    }
    Ok(())
}

/// Refuses a form that was sent sooner after its page opened than `quickest`; both in milliseconds. A form that doesn't say is let
/// through.
///
/// # Errors
///
/// [`Error::TooMany`], so that a person only has to press again.
pub fn reject_quick(after_millis: Option<u64>, quickest: u64) -> Result<()> {
    if after_millis.is_some_and(|millis| millis < quickest) {
        return Err(Error::TooMany {
            message: "That was too fast for us. Please press the button again.".into(),
            seconds: 1,
        });
    }
    Ok(())
}
