//! Why a person has to decide about a record, as data: stored with the record, and put in words by the panel.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    duplicates::{Doubt, Twin},
    similarity::Sign,
};

/// Why an import could not decide about a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum ReviewReason {
    /// It resembles a shop in the directory.
    Similar {
        /// What the two have in common, strongest first.
        signs: Vec<Sign>,
    },
    /// A shop within 75 meters, at another address, has the same name.
    SameNameNextDoor,
    /// A shop in the same town has the same name, and only one of the two has an address.
    SameNameNoAddress,
    /// A shop at another number of the same street has the same name, and the record's list has no IDs.
    SameNameOtherNumber,
    /// A shop within 300 meters has the same name, and at most one of the two has an address.
    SameNameNearby,
    /// A shop at the same address has another name.
    OtherNameSameAddress,
    /// It has a chain's name, which independent shops use, too.
    CommonName { brand: String },
    /// Its name contains a chain's.
    BrandAmongWords { brand: String },
    /// Its name is one typo away from a chain's.
    Misspelling { brand: String },
    /// Its name is a chain's in some states, and its state is unknown.
    StateUnknown {
        brand: String,
        /// Two-letter codes, such as `CA, NV`.
        states: String,
    },
    /// Its name lost letters when the file was converted.
    LettersLost,
    /// Its coordinates are abroad, but its address is in the United States.
    ForeignPoint {
        /// `latitude, longitude` in degrees.
        point: String,
        /// The address's town, such as `Alexandria, LA`.
        town: String,
    },
    /// Its category or its name is of a place that serves no coffee to passers-by.
    OtherKind {
        /// The category or the word: `Caterer`.
        kind: String,
    },
    /// Somebody reported it at its source, and nobody has settled that.
    Reported {
        /// The reports: `closed, delete`.
        report: String,
    },
}

impl ReviewReason {
    /// Whether it asks if the record is a chain's.
    #[must_use]
    pub fn is_about_a_chain(&self) -> bool {
        matches!(
            self,
            Self::CommonName { .. }
                | Self::BrandAmongWords { .. }
                | Self::Misspelling { .. }
                | Self::StateUnknown { .. }
        )
    }
}

/// A reason with its text for reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewCause {
    pub text: String,
    /// `None` if the text is all there is.
    pub reason: Option<ReviewReason>,
}

impl From<chain_names::Reason> for ReviewCause {
    fn from(rule: chain_names::Reason) -> Self {
        use chain_names::Reason;
        let text = rule.to_string();
        let reason = match rule {
            Reason::CommonName { brand } => Some(ReviewReason::CommonName {
                brand: brand.to_owned(),
            }),
            Reason::AmongWords { brand } => Some(ReviewReason::BrandAmongWords {
                brand: brand.to_owned(),
            }),
            Reason::Misspelt { brand } => Some(ReviewReason::Misspelling {
                brand: brand.to_owned(),
            }),
            Reason::StateUnknown { brand, states } => Some(ReviewReason::StateUnknown {
                brand: brand.to_owned(),
                states: states.to_owned(),
            }),
            // The others are certain, so nobody is asked.
            Reason::Denied
            | Reason::RegionalChain { .. }
            | Reason::BrandId { .. }
            | Reason::SameName { .. }
            | Reason::PartOfName { .. } => None,
        };
        Self { text, reason }
    }
}

impl From<&Twin<'_>> for ReviewCause {
    fn from(twin: &Twin<'_>) -> Self {
        let reason = match twin.doubt {
            None => ReviewReason::Similar {
                signs: twin.similarity.signs.clone(),
            },
            Some(Doubt::NextDoor) => ReviewReason::SameNameNextDoor,
            Some(Doubt::NoPlace) => ReviewReason::SameNameNoAddress,
            Some(Doubt::OtherNumber) => ReviewReason::SameNameOtherNumber,
            Some(Doubt::Nearby) => ReviewReason::SameNameNearby,
            Some(Doubt::SameHouse) => ReviewReason::OtherNameSameAddress,
        };
        Self {
            text: twin.to_string(),
            reason: Some(reason),
        }
    }
}
