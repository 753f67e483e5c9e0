//! The result of each record, and the totals of an import.

use std::fmt;

use crate::catalog::admission::{Refusal, facts::FILLABLE};

/// The result of one record. A variant's text names the rule that decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportResult {
    Added,
    /// The facts that changed.
    Updated(Vec<&'static str>),
    Unchanged,
    /// Older than what we have; counts as unchanged.
    Outdated(String),
    /// An existing shop.
    Duplicate {
        /// The shop that it duplicates, and the evidence.
        reason: String,
        /// The facts that it gave that shop.
        filled: Vec<&'static str>,
    },
    /// Why it is part of a chain.
    Chain(String),
    /// What a person has to decide.
    ToReview(String),
    /// Closed, according to the source.
    Closed(String),
    Unnamed,
    /// Why no town was found.
    NoCity(String),
    /// What's wrong with it.
    Rejected(String),
    /// What its name says that it is.
    NotCoffee(String),
}

impl From<Refusal> for ImportResult {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Unnamed => Self::Unnamed,
            Refusal::Rejected(reason) => Self::Rejected(reason),
            Refusal::NoTown(reason) => Self::NoCity(reason),
            Refusal::Chain(reason) => Self::Chain(reason),
        }
    }
}

impl ImportResult {
    /// The result of a record of a shop in the directory.
    pub(super) fn of_changes(changed: Vec<&'static str>) -> Self {
        if changed.is_empty() {
            Self::Unchanged
        } else {
            Self::Updated(changed)
        }
    }

    /// A duplicate that hasn't contributed anything yet.
    #[must_use]
    pub fn duplicate(reason: String) -> Self {
        Self::Duplicate {
            reason,
            filled: Vec::new(),
        }
    }

    /// Its name in reports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Updated(_) => "updated",
            Self::Unchanged | Self::Outdated(_) => "unchanged",
            Self::Duplicate { .. } => "duplicate",
            Self::Chain(_) => "chain",
            Self::ToReview(_) => "to review",
            Self::Closed(_) => "closed",
            Self::Unnamed => "unnamed",
            Self::NoCity(_) => "no city",
            Self::Rejected(_) => "rejected",
            Self::NotCoffee(_) => "not coffee",
        }
    }

    /// The reason, if there is more to say than the name.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Self::Added | Self::Unchanged | Self::Unnamed => String::new(),
            Self::Updated(fields) => fields.join(", "),
            Self::Duplicate { reason, filled } if !filled.is_empty() => {
                format!("{reason}; filled in {}", filled.join(", "))
            }
            Self::Outdated(reason)
            | Self::Duplicate { reason, .. }
            | Self::Chain(reason)
            | Self::ToReview(reason)
            | Self::Closed(reason)
            | Self::NoCity(reason)
            | Self::Rejected(reason)
            | Self::NotCoffee(reason) => reason.clone(),
        }
    }
}

/// How often each fact of [`FILLABLE`] was filled in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filled([u64; FILLABLE.len()]);

/// How many records had which result.
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
    /// Records with an ID that belongs to another shop, in this file or in an earlier one from its source.
    pub renamed: u64,
    /// How often duplicates gave a shop which fact.
    pub filled: Filled,
    /// Left out because they aren't coffee places. They don't count among the records.
    pub not_coffee: u64,
    /// Passed over because they are of another state than the wanted one. They don't count among the records.
    pub elsewhere: u64,
    /// Records with something that isn't used: coordinates of a projection, a date, a phone number, a formula.
    pub lost: u64,
}

impl Summary {
    /// Counts one record.
    pub fn count(&mut self, result: &ImportResult) {
        self.records += u64::from(!matches!(result, ImportResult::NotCoffee(_)));
        if let ImportResult::Duplicate { filled, .. } = result {
            filled.iter().for_each(|fact| self.filled.count(fact));
        }
        *match result {
            ImportResult::Added => &mut self.added,
            ImportResult::Updated(_) => &mut self.updated,
            ImportResult::Unchanged | ImportResult::Outdated(_) => &mut self.unchanged,
            ImportResult::Duplicate { .. } => &mut self.duplicates,
            ImportResult::Chain(_) => &mut self.chains,
            ImportResult::ToReview(_) => &mut self.to_review,
            ImportResult::Closed(_) => &mut self.closed,
            ImportResult::Unnamed => &mut self.unnamed,
            ImportResult::NoCity(_) => &mut self.no_city,
            ImportResult::Rejected(_) => &mut self.rejected,
            ImportResult::NotCoffee(_) => &mut self.not_coffee,
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
        if self.elsewhere > 0 {
            let records = self.elsewhere;
            writeln!(
                formatter,
                "  {records} records of other states were passed over."
            )?;
        }
        if self.lost > 0 {
            let records = self.lost;
            writeln!(
                formatter,
                "  {records} records have coordinates, dates, numbers, hours, websites or formulas that aren't used; the report tells which."
            )?;
        }
        if self.filled != Filled::default() {
            writeln!(formatter, "  Duplicates filled in {}.", self.filled)?;
        }
        Ok(())
    }
}

impl Filled {
    fn count(&mut self, fact: &str) {
        for (name, count) in FILLABLE.iter().zip(&mut self.0) {
            *count += u64::from(*name == fact);
        }
    }
}

impl fmt::Display for Filled {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = FILLABLE.iter().zip(self.0).filter(|(_, count)| *count > 0);
        for (place, (name, count)) in known.enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(formatter, "{comma}{name} ({count})")?;
        }
        Ok(())
    }
}
