//! Verdicts, and the rules behind them as text.

use std::fmt;

/// What a shop is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No rule matches.
    Independent,
    /// Part of a chain.
    Chain(Reason),
    /// A person has to decide.
    Review(Reason),
}

/// The text of the record that was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The shop's name.
    Name,
    /// The record's brand.
    Brand,
}

/// Evidence that resolves an ambiguous name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// The record has the brand in addition to the name.
    Brand,
    /// The record has the brand as operator.
    Operator,
    /// The website's host contains the brand's name.
    Website,
    /// The record's provider says that the shop belongs to a chain.
    Provider,
}

/// The rule that decided. `Display` is for the person reviewing an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The administrator's deny list.
    Denied,
    /// The list of regional chains.
    RegionalChain {
        /// The chain's name.
        brand: &'static str,
        /// What was removed from the shop's name before they matched.
        cut: Option<String>,
    },
    /// The record's `brand:wikidata` is in the table.
    BrandId {
        /// The Wikidata ID.
        id: String,
        /// The brand's name.
        brand: &'static str,
    },
    /// The name is a brand's.
    SameName {
        /// The brand's name.
        brand: &'static str,
        /// The text that was compared.
        field: Field,
        /// What was removed before they matched.
        cut: Option<String>,
        /// The additional evidence, if the name is ambiguous.
        sign: Option<Sign>,
    },
    /// The name is a brand's but also a common word, and there is no other evidence.
    CommonName {
        /// The brand's name.
        brand: &'static str,
    },
    /// A separate part of the name is a brand's.
    PartOfName {
        /// The brand's name.
        brand: &'static str,
    },
    /// A brand's name is among other words.
    AmongWords {
        /// The brand's name.
        brand: &'static str,
    },
    /// The name is one typo away from a brand's.
    Misspelt {
        /// The brand's name.
        brand: &'static str,
    },
    /// The name is a brand's in some states, and the shop's state is unknown.
    StateUnknown {
        /// The brand's name.
        brand: &'static str,
        /// The codes of the states.
        states: &'static str,
    },
}

impl Reason {
    /// For the person whose shop is refused, without the rule.
    #[must_use]
    pub fn in_plain_words(&self) -> String {
        match self {
            Self::Denied => "The name is on our list of chains".to_owned(),
            Self::RegionalChain { brand, .. }
            | Self::BrandId { brand, .. }
            | Self::SameName { brand, .. }
            | Self::CommonName { brand }
            | Self::PartOfName { brand }
            | Self::AmongWords { brand }
            | Self::Misspelt { brand }
            | Self::StateUnknown { brand, .. } => format!("{brand} is a chain"),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Denied => formatter.write_str("on the deny list"),
            Self::RegionalChain { brand, cut } => {
                write!(formatter, "equals the regional chain \"{brand}\"")?;
                write_cut(formatter, cut.as_deref())
            }
            Self::BrandId { id, brand } => write!(formatter, "brand:wikidata {id} is {brand}"),
            Self::SameName {
                brand,
                field,
                cut,
                sign,
            } => {
                let subject = if *field == Field::Brand {
                    "its brand equals"
                } else {
                    "equals"
                };
                write!(formatter, "{subject} \"{brand}\"")?;
                write_cut(formatter, cut.as_deref())?;
                match sign {
                    None => Ok(()),
                    Some(Sign::Brand) => formatter.write_str(", and the record names that brand"),
                    Some(Sign::Operator) => {
                        formatter.write_str(", and the record names that operator")
                    }
                    Some(Sign::Website) => formatter.write_str(", and so does its website's host"),
                    Some(Sign::Provider) => {
                        formatter.write_str(", and the provider marks it as a chain")
                    }
                }
            }
            Self::CommonName { brand } => write!(
                formatter,
                "has the name of \"{brand}\", which others have too"
            ),
            Self::PartOfName { brand } => write!(formatter, "\"{brand}\" is a part of the name"),
            Self::AmongWords { brand } => {
                write!(formatter, "has \"{brand}\" among the words of its name")
            }
            Self::Misspelt { brand } => write!(formatter, "is one slip away from \"{brand}\""),
            Self::StateUnknown { brand, states } => {
                write!(
                    formatter,
                    "equals \"{brand}\", which is a chain in {states}, but the state is not known"
                )
            }
        }
    }
}

fn write_cut(formatter: &mut fmt::Formatter<'_>, cut: Option<&str>) -> fmt::Result {
    cut.map_or(Ok(()), |cut| write!(formatter, " after cutting \"{cut}\""))
}
