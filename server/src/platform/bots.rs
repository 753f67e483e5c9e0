//! Signs that no person sent a form: a field that people don't see is filled in, or the form came too fast.

use super::error::{Error, Result};

/// What is said where the hidden field is filled in: nothing that a program could learn from, and what a person needs to know whose
/// browser did it. The form then offers to be sent without it.
const FILLED: &str = "Nothing was sent yet. Part of this form seems to have been filled in by a program, such as your browser or a password manager.";

/// The names of the field that people don't see, none of which any error mentions. Browsers and password managers fill in fields by
/// their names, and know nothing that is called like the first. The second is its former name, accepted for one more release.
pub const HIDDEN_FIELDS: [&str; 2] = ["leftEmpty", "homepage"];

/// Refuses a form whose hidden field is filled in, under either name.
///
/// # Errors
///
/// [`Error::FilledByProgram`], which doesn't name the field.
pub fn reject_filled(texts: [Option<&str>; 2]) -> Result<()> {
    if texts.into_iter().flatten().any(|text| !text.is_empty()) {
        return Err(Error::FilledByProgram(FILLED));
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
