//! A record that waits for a person, as it is stored.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::entity::review_item;
use crate::{
    catalog::{
        admission::{Candidate, ReviewReason, facts::Facts, town::NewTown},
        entities::shop::FactOrigin,
    },
    platform::error::{Error, Result},
};

/// What a record would become, stored until someone decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Held {
    pub(super) facts: Facts,
    pub(super) town: NewTown,
    pub(super) refreshed_at: Option<DateTime<Utc>>,
    /// As set by the operator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) license: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) provider: Option<String>,
    /// Why someone has to decide; `None` for records of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) why: Option<ReviewReason>,
}

impl Held {
    pub(super) fn of(candidate: &Candidate, origin: FactOrigin, why: Option<ReviewReason>) -> Self {
        Self {
            why,
            facts: candidate.facts.clone(),
            town: NewTown::of(&candidate.town),
            refreshed_at: origin.as_of,
            license: origin.license,
            provider: origin.provider,
        }
    }

    /// What is stored with its facts.
    pub(super) fn origin(&self) -> FactOrigin {
        FactOrigin {
            as_of: self.refreshed_at,
            license: self.license.clone(),
            provider: self.provider.clone(),
        }
    }

    /// Serialized as JSON; the same record gives the same text.
    pub(super) fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub(super) fn from_text(text: &str) -> Result<Self> {
        serde_json::from_str(text)
            .map_err(|error| Error::Internal(format!("a record of the review queue: {error}")))
    }
}

/// Why someone has to decide about a record; `None` for records of earlier versions.
pub(super) fn reason_of(item: &review_item::Model) -> Option<ReviewReason> {
    reason_in(&item.record)
}

/// The same, from a stored record.
pub(super) fn reason_in(record: &str) -> Option<ReviewReason> {
    Held::from_text(record).ok()?.why
}
