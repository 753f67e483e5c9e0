//! Finds duplicates among all shops of the country for imports, using little memory. [`super::similarity`] does the
//! scoring. Nothing is merged automatically.

mod entry;
mod index;
#[cfg(test)]
mod tests;
mod texts;

use std::fmt;

pub use index::DuplicateIndex;

use super::similarity::Similarity;

/// A shop that a record seems to duplicate.
#[derive(Clone, Debug, PartialEq)]
pub struct Twin<'a> {
    /// Its slug.
    pub slug: &'a str,
    /// How similar the two are.
    pub similarity: Similarity,
    /// Whether the names are the same beyond doubt.
    pub has_same_name: bool,
    /// Why to ask, when the score alone wouldn't.
    pub doubt: Option<Doubt>,
}

/// Two shops with the same name or address that are probably one, although their score doesn't say so: a person should look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doubt {
    /// They are within 75 m of each other, at different addresses: a corner, or a typo.
    NextDoor,
    /// They are in one town, and only one of them has an address.
    NoPlace,
    /// They have different numbers on the same street, in a list without IDs.
    OtherNumber,
    /// They are within 300 m of each other, and at most one of them has an address.
    Nearby,
    /// They have one address and different names, and nothing else tells whether one has followed the other.
    SameHouse,
}

impl fmt::Display for Doubt {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::NextDoor => "same name next door, at another address",
            Self::NoPlace => "same name in the same town, and no address tells them apart",
            Self::OtherNumber => "same name at another number of the same street",
            Self::Nearby => "same name within 300 meters, and no address tells them apart",
            Self::SameHouse => "another name at the same address",
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
