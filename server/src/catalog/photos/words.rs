//! What people say about a photo.

use crate::platform::{error::FieldErrors, typed_text::Field};

const ALT: Field = Field {
    name: "alt",
    label: "Alternative text",
    most: 200,
};

/// Reads a typed alternative text. An empty one marks the photo as decorative; a missing one says nothing.
pub fn alternative_text(typed: Option<&str>, wrong: &mut FieldErrors) -> Option<String> {
    let typed = typed?;
    if typed.trim().is_empty() {
        return Some(String::new());
    }
    ALT.line(Some(typed), wrong)
}
