//! Finds duplicates among all shops of the country, in little memory, for imports. How alike two shops are is said by
//! [`super::similarity`]. Never merges by itself.

mod entry;
mod index;
#[cfg(test)]
mod tests;
mod texts;

use std::fmt;

pub use index::DuplicateIndex;

use super::similarity::Similarity;

/// A shop that a record seems to repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Twin<'a> {
    /// Its slug.
    pub slug: &'a str,
    /// What speaks for it.
    pub similarity: Similarity,
    /// Why it is a question where the points would not ask one.
    pub doubt: Option<Doubt>,
}

/// Two shops of one name that are probably one: the points don't say so, and a person should look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doubt {
    /// They stand within 75 m of each other, at two addresses: a corner, or a slip.
    NextDoor,
    /// They are in one town, one of them has a house, and nothing tells whether it is the other's, too.
    NoPlace,
    /// They have two numbers of one street, in a list that has no numbers of its own for its records.
    OtherNumber,
}

impl fmt::Display for Doubt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::NextDoor => "same name next door, at another address",
            Self::NoPlace => "same name in the same town, and no address tells them apart",
            Self::OtherNumber => "same name at another number of the same street",
        })
    }
}

impl fmt::Display for Twin<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (points, slug) = (self.similarity.points, self.slug);
        match self.doubt {
            Some(doubt) => write!(formatter, "perhaps {slug}: {doubt}"),
            None => write!(
                formatter,
                "{points} points for being {slug}: {}",
                self.similarity
            ),
        }
    }
}
