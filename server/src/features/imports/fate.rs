//! What became of a record, and the sums of a run.

use std::fmt;

use crate::catalog::admission::Refusal;

/// The fate of one record. The text of a variant names the rule that decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    Added,
    /// The facts that changed.
    Updated(Vec<&'static str>),
    Unchanged,
    /// Older than what we know: counts as unchanged.
    Outdated(String),
    /// The shop that it repeats.
    Duplicate(String),
    /// Why it is a chain.
    Chain(String),
    /// What a person has to decide.
    ToReview(String),
    /// Closed, says the source.
    Closed(String),
    Unnamed,
    /// Why no town was found.
    NoCity(String),
    /// What is wrong with it.
    Rejected(String),
    /// The shop that its identifier belongs to: the record seems to be of another list. Counts as rejected.
    OfAnotherList(String),
}

impl From<Refusal> for Fate {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Unnamed => Self::Unnamed,
            Refusal::Rejected(reason) => Self::Rejected(reason),
            Refusal::NoTown(reason) => Self::NoCity(reason),
            Refusal::Chain(reason) => Self::Chain(reason),
        }
    }
}

impl Fate {
    /// One word for reports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Updated(_) => "updated",
            Self::Unchanged | Self::Outdated(_) => "unchanged",
            Self::Duplicate(_) => "duplicate",
            Self::Chain(_) => "chain",
            Self::ToReview(_) => "to review",
            Self::Closed(_) => "closed",
            Self::Unnamed => "unnamed",
            Self::NoCity(_) => "no city",
            Self::Rejected(_) | Self::OfAnotherList(_) => "rejected",
        }
    }

    /// The reason, where there is more to say than the word.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Self::Added | Self::Unchanged | Self::Unnamed => String::new(),
            Self::Updated(fields) => fields.join(", "),
            Self::Outdated(reason)
            | Self::Duplicate(reason)
            | Self::Chain(reason)
            | Self::ToReview(reason)
            | Self::Closed(reason)
            | Self::NoCity(reason)
            | Self::Rejected(reason)
            | Self::OfAnotherList(reason) => reason.clone(),
        }
    }
}

/// How many records met which fate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub records: u64,
    pub added: u64,
    pub updated: u64,
    pub unchanged: u64,
    pub duplicates: u64,
    pub chains: u64,
    pub to_review: u64,
    pub closed: u64,
    pub unnamed: u64,
    pub no_city: u64,
    pub rejected: u64,
    /// Of the rejected ones: those that seem to be of another list.
    pub of_another_list: u64,
    /// Passed over because they are no coffee places.
    pub not_coffee: u64,
}

impl Summary {
    /// Counts one record.
    pub fn count(&mut self, fate: &Fate) {
        self.records += 1;
        self.of_another_list += u64::from(matches!(fate, Fate::OfAnotherList(_)));
        *match fate {
            Fate::Added => &mut self.added,
            Fate::Updated(_) => &mut self.updated,
            Fate::Unchanged | Fate::Outdated(_) => &mut self.unchanged,
            Fate::Duplicate(_) => &mut self.duplicates,
            Fate::Chain(_) => &mut self.chains,
            Fate::ToReview(_) => &mut self.to_review,
            Fate::Closed(_) => &mut self.closed,
            Fate::Unnamed => &mut self.unnamed,
            Fate::NoCity(_) => &mut self.no_city,
            Fate::Rejected(_) | Fate::OfAnotherList(_) => &mut self.rejected,
        } += 1;
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, count) in [
            ("records", self.records),
            ("added", self.added),
            ("updated", self.updated),
            ("unchanged", self.unchanged),
            ("duplicates", self.duplicates),
            ("chains", self.chains),
            ("to review", self.to_review),
            ("closed", self.closed),
            ("unnamed", self.unnamed),
            ("no city", self.no_city),
            ("rejected", self.rejected),
            ("not coffee", self.not_coffee),
        ] {
            writeln!(formatter, "  {name:<11} {count:>9}")?;
        }
        Ok(())
    }
}
