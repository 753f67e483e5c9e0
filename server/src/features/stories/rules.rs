//! Rules for story texts, and what happens to a submitted story.

use crate::{
    catalog::entities::story::Status,
    platform::{
        error::{FieldErrors, Result},
        typed_text,
    },
};

/// Maximum characters of each part (visitor.md 5).
pub(super) const LONGEST: usize = 500;

/// The two parts of a story, validated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoryText {
    /// A unique fact or story about the town.
    pub(super) main: String,
    /// A local event or tradition.
    pub(super) details: Option<String>,
}

impl StoryText {
    /// The submitted text. `missing` is the message if the main part is blank.
    pub(super) fn read(
        main: Option<&str>,
        details: Option<&str>,
        missing: &'static str,
    ) -> Result<Self> {
        let mut wrong = FieldErrors::default();
        let main = typed_text::paragraphs(main.unwrap_or_default());
        let details = typed_text::paragraphs(details.unwrap_or_default());
        if main.is_empty() {
            wrong.add("prompt1Response", missing);
        }
        for (field, text) in [("prompt1Response", &main), ("prompt2Response", &details)] {
            if typed_text::length(text) > LONGEST {
                wrong.add(field, "Maximum 500 characters");
            }
        }
        wrong.refuse_any()?;
        Ok(Self {
            main,
            details: Some(details).filter(|details| !details.is_empty()),
        })
    }
}

/// What to do with a submitted text, depending on the shop's stories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Add a row.
    Add(Status),
    /// Replace the text of the story with this status.
    Rewrite(Status),
    /// Refuse it, because a story is already pending.
    Refuse,
}

/// For an owner or a submitter. `is_edit`: the text replaces an existing story that they are editing.
pub(super) fn step_of_owner(newest: Option<Status>, is_edit: bool) -> Step {
    match newest {
        Some(Status::Pending) if is_edit => Step::Rewrite(Status::Pending),
        Some(Status::Pending) => Step::Refuse,
        // The approved story stays public until the new one is decided (D54); a rejected one is kept for the record.
        None | Some(Status::Approved | Status::Rejected) => Step::Add(Status::Pending),
    }
}

/// For the administrator, whose stories are approved at once (D62). What an owner wrote goes on waiting beside it, and a
/// rejected story is kept for the record.
pub(super) fn step_of_administrator(is_told: bool) -> Step {
    if is_told {
        Step::Rewrite(Status::Approved)
    } else {
        Step::Add(Status::Approved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_has_500_characters_at_most_however_many_bytes() {
        let longest = "é".repeat(500);
        assert_eq!(
            StoryText::read(Some(&longest), None, "").unwrap().main,
            longest
        );
        StoryText::read(Some(&"é".repeat(501)), None, "").unwrap_err();
        StoryText::read(Some("a"), Some(&"b".repeat(501)), "").unwrap_err();
        StoryText::read(Some(" \n "), None, "This field is required").unwrap_err();
        let blank = StoryText::read(Some(" a "), Some("  "), "").unwrap();
        assert_eq!((blank.main.as_str(), blank.details), ("a", None));
    }
}
