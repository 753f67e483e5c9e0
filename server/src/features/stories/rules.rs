//! What a story may say, and what becomes of one that is sent.

use crate::{
    catalog::entities::story::Status,
    platform::{
        error::{FieldErrors, Result},
        typed_text,
    },
};

/// Characters of each part (visitor.md 5).
pub(super) const LONGEST: usize = 500;

/// The two parts of a story, cleaned and checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoryText {
    /// A unique fact or story about the town.
    pub(super) main: String,
    /// A local event or tradition.
    pub(super) details: Option<String>,
}

impl StoryText {
    /// What somebody typed. `missing` is said when the main part is blank.
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

/// What becomes of words that are sent while the shop's newest story is in some state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A new row.
    Add(Status),
    /// The newest row gets the words.
    Rewrite(Status),
    /// A story waits for a decision already.
    Refuse,
}

/// For an owner or a submitter. `is_edit`: the words take the place of a story that they have before them.
pub(super) fn step_of_owner(newest: Option<Status>, is_edit: bool) -> Step {
    match newest {
        Some(Status::Pending) if is_edit => Step::Rewrite(Status::Pending),
        Some(Status::Pending) => Step::Refuse,
        // The approved one stays public until the new one is decided (D54); a rejected one stays for the record.
        None | Some(Status::Approved | Status::Rejected) => Step::Add(Status::Pending),
    }
}

/// For the administrator, whose words are approved at once (D62).
pub(super) fn step_of_administrator(newest: Option<Status>) -> Step {
    match newest {
        None => Step::Add(Status::Approved),
        Some(_) => Step::Rewrite(Status::Approved),
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
