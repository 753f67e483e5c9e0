//! An administrator's name.

use unicode_normalization::UnicodeNormalization;

use crate::platform::{
    error::{Error, Result},
    typed_text,
};

const SHORTEST: usize = 2;
const LONGEST: usize = 60;
/// What the audit log calls who came in with the shared password.
const SHARED: &str = "administrator";

/// A name as it is shown, and as it is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdministratorName {
    pub shown: String,
    /// The same for every spelling: case, width and spaces don't count.
    pub key: String,
}

impl AdministratorName {
    /// A name for a new administrator.
    ///
    /// # Errors
    ///
    /// When it is too short, too long, or the shared one; about the field `name`.
    pub fn parse(typed: &str) -> Result<Self> {
        let name = Self::of(typed);
        let length = typed_text::length(&name.shown);
        if !(SHORTEST..=LONGEST).contains(&length) || name.key.is_empty() {
            return Err(Error::invalid_field(
                "name",
                format!("Enter a name of {SHORTEST} to {LONGEST} characters."),
            ));
        }
        if name.key == SHARED {
            return Err(Error::invalid_field(
                "name",
                "Choose another name: the log calls the shared password's user that.",
            ));
        }
        Ok(name)
    }

    /// What was typed, to find an administrator by.
    #[must_use]
    pub fn of(typed: &str) -> Self {
        let shown = typed_text::line(typed);
        // Lower case of a composed sign can be a decomposed one.
        let folded: String = shown.nfkc().flat_map(char::to_lowercase).nfkc().collect();
        let key = folded.chars().filter(|sign| !sign.is_whitespace());
        Self {
            key: key.collect(),
            shown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_name_are_one() {
        let key = AdministratorName::parse("Ann  Lee").unwrap().key;
        for typed in [
            "ann lee",
            " ANN\u{a0}LEE\t",
            "AnnLee",
            "Ａｎｎ Lee",
            "An\u{200b}n Lee",
        ] {
            assert_eq!(AdministratorName::of(typed).key, key, "{typed:?}");
        }
        assert_eq!(
            AdministratorName::parse(" Ann   Lee ").unwrap().shown,
            "Ann Lee"
        );
        assert_eq!(
            AdministratorName::of("Zoe\u{301}").key,
            AdministratorName::of("ZOÉ").key
        );
        assert_ne!(AdministratorName::of("Ann Leo").key, key);
    }

    #[test]
    fn a_name_is_neither_empty_nor_endless_nor_the_shared_one() {
        for wrong in [
            "",
            " ",
            "a",
            &"a".repeat(61),
            "Administrator",
            "administrator ",
        ] {
            assert!(AdministratorName::parse(wrong).is_err(), "{wrong:?}");
        }
        AdministratorName::parse(&"a".repeat(60)).unwrap();
    }
}
