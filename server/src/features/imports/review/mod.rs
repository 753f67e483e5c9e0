//! What an import could not decide, kept for the administrator: perhaps a chain, perhaps a shop that we have already.
//!
//! A record waits once, however often it is imported. Accepting makes it a shop, with its source, as the import would
//! have; refusing keeps it out of every later import. Both happen once: of two who decide at the same moment, one is told.

mod store;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::entity::review_item::{self, Status};
use crate::{
    catalog::{
        Catalog,
        admission::{Candidate, facts::Facts, town::NewTown},
    },
    platform::{
        clock::Clock,
        database::Database,
        error::{Error, Result},
        identifiers::Identifiers,
    },
};

/// What a record would become, as it is kept until somebody decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Held {
    pub(super) facts: Facts,
    pub(super) town: NewTown,
    pub(super) refreshed_at: Option<DateTime<Utc>>,
}

impl Held {
    pub(super) fn of(candidate: &Candidate) -> Self {
        Self {
            facts: candidate.facts.clone(),
            town: NewTown::of(&candidate.town),
            refreshed_at: candidate.refreshed_at,
        }
    }

    /// As JSON. The same record gives the same text.
    pub(super) fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    fn from_text(text: &str) -> Result<Self> {
        serde_json::from_str(text)
            .map_err(|error| Error::Internal(format!("a record of the review queue: {error}")))
    }
}

/// The records that wait, and what is done with them.
#[derive(Clone, Debug)]
pub struct ReviewQueue {
    database: Database,
    /// Told of what is accepted, where the queue lives inside a server.
    catalog: Option<Catalog>,
    clock: Clock,
    identifiers: Identifiers,
}

/// A record that became a shop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    pub shop_id: Uuid,
    pub slug: String,
    pub name: String,
}

impl ReviewQueue {
    /// The queue of one installation.
    #[must_use]
    pub fn new(
        database: Database,
        catalog: Option<Catalog>,
        clock: Clock,
        identifiers: Identifiers,
    ) -> Self {
        Self {
            database,
            catalog,
            clock,
            identifiers,
        }
    }

    /// At most `most` records with this status behind the record `after`, the oldest first.
    pub async fn list(
        &self,
        status: Status,
        after: Option<Uuid>,
        most: u64,
    ) -> Result<Vec<review_item::Model>> {
        store::list(&self.database, status, after, most).await
    }

    /// How many records wait.
    pub async fn waiting(&self) -> Result<u64> {
        store::waiting(&self.database).await
    }

    /// Makes a shop of a record. [`Error::NotFound`] where there is none, [`Error::Conflict`] where it was decided before.
    pub async fn accept(&self, id: Uuid) -> Result<Accepted> {
        let (accepted, changes) =
            store::accept(&self.database, &self.identifiers, &self.clock, id).await?;
        if let Some(catalog) = &self.catalog {
            catalog.refresh(&changes).await?;
        }
        Ok(accepted)
    }

    /// Keeps a record out for good; gives its name. Errors as [`ReviewQueue::accept`].
    pub async fn refuse(&self, id: Uuid) -> Result<String> {
        store::refuse(&self.database, self.clock.now(), id).await
    }
}
