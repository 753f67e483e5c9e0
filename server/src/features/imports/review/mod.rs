//! What an import couldn't decide, kept for the administrator: possible chains and possible duplicates.
//!
//! A record waits once, however often it is imported. Accepting creates the shop, with its source, as the import would
//! have. "Same shop" adds what the administrator selects from the record to an existing shop, and the record's source
//! keeps that up to date from then on. Refusing keeps the record out of every later import. Each record is decided
//! once; the second of two simultaneous decisions gets an error. So does a decision about a record that isn't as it was
//! read, because an import or an edit of the shop has changed it. Decisions are acts, so they are in the audit log and can
//! be undone.

mod question;
mod store;

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

pub use question::Question;

use super::{
    entity::review_item::{self, Status},
    store::reading,
};
use crate::{
    catalog::{
        admission::{
            Candidate, ReviewReason,
            facts::{self, FactDifference, Facts},
            shop::{Origin, new_shop},
            town::NewTown,
        },
        entities::shop::{self, FactOrigin},
        writing::{self, Act, Ledger, RecordedTable},
    },
    platform::{
        error::{Error, Result},
        web::Actor,
    },
};

const STALE: &str =
    "This record or its shop has changed since you opened it. Please check it again.";

/// What a record would become, stored until someone decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Held {
    pub(super) facts: Facts,
    pub(super) town: NewTown,
    pub(super) refreshed_at: Option<DateTime<Utc>>,
    /// As set by the operator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    license: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    provider: Option<String>,
    /// Why someone has to decide; `None` for records of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    why: Option<ReviewReason>,
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
    fn origin(&self) -> FactOrigin {
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

    fn from_text(text: &str) -> Result<Self> {
        serde_json::from_str(text)
            .map_err(|error| Error::Internal(format!("a record of the review queue: {error}")))
    }
}

/// Pending records, and decisions about them.
#[derive(Clone, Debug)]
pub struct ReviewQueue(Ledger);

/// A record, as someone who decides about it has read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadRecord {
    pub id: Uuid,
    /// [`Question::version`]; `None` decides in any case.
    pub version: Option<i64>,
}

impl From<Uuid> for ReadRecord {
    fn from(id: Uuid) -> Self {
        Self { id, version: None }
    }
}

/// A record that became a shop, or belongs to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    pub shop_id: Uuid,
    pub slug: String,
    pub name: String,
    /// The act, for undo.
    pub entry: Option<Uuid>,
}

/// A refused record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    pub name: String,
    /// The act, for undo.
    pub entry: Option<Uuid>,
}

impl ReviewQueue {
    /// The queue of an installation.
    #[must_use]
    pub fn new(ledger: &Ledger) -> Self {
        Self(ledger.clone())
    }

    /// Up to `most` records with this status after the record `after`, oldest first.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn list(
        &self,
        status: Status,
        after: Option<Uuid>,
        most: u64,
    ) -> Result<Vec<review_item::Model>> {
        store::list(&self.0.database, status, after, most).await
    }

    /// A page of pending records, oldest first, each with the shop that it may duplicate.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn questions(&self, skip: u64, most: u64) -> Result<Vec<Question>> {
        let items = store::page(&self.0.database, skip, most).await?;
        questions_of(self.0.database.reads(), items).await
    }

    /// A pending record, next to the shop that it may duplicate.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`] if there is none; otherwise when the database fails.
    pub async fn question(&self, id: Uuid) -> Result<Question> {
        let items = vec![self.find(id).await?];
        let mut questions = questions_of(self.0.database.reads(), items).await?;
        questions.pop().ok_or_else(|| no_record(id))
    }

    /// The record with this ID.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`] if there is none; otherwise when the database fails.
    pub async fn find(&self, id: Uuid) -> Result<review_item::Model> {
        store::find(&self.0.database, id)
            .await?
            .ok_or_else(|| no_record(id))
    }

    /// The record with this short number.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`] if there is none; otherwise when the database fails.
    pub async fn numbered(&self, number: i64) -> Result<review_item::Model> {
        store::numbered(&self.0.database, number)
            .await?
            .ok_or_else(|| {
                Error::NotFound(format!("no record {number} is in the review queue").into())
            })
    }

    /// Undoes the last decision about a record.
    ///
    /// # Errors
    ///
    /// [`Error::Conflict`] if there is none to undo; otherwise as [`writing::undo`].
    pub async fn undo(
        &self,
        tables: Vec<RecordedTable>,
        actor: Actor,
        item: &review_item::Model,
    ) -> Result<()> {
        let entry = store::last_decision(&self.0.database, item.id)
            .await?
            .ok_or_else(|| Error::Conflict(format!("{} waits still", item.name).into()))?;
        writing::undo(&self.0, tables, actor, entry).await?;
        Ok(())
    }

    /// Whether a record may duplicate an existing shop.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn is_doubtful(&self, id: Uuid) -> Result<bool> {
        let item = store::find(&self.0.database, id).await?;
        Ok(item.is_some_and(|item| item.similar_slug.is_some()))
    }

    /// The number of pending records.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn waiting(&self) -> Result<u64> {
        store::waiting(&self.0.database).await
    }

    /// Creates a shop from a record.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`] if there is none, [`Error::Conflict`] if it was already decided, [`Error::ConflictWith`] of the
    /// kind `stale` if it isn't as it was read, or if a shop that seems to be the same came in since; otherwise when the
    /// database fails.
    pub async fn accept(&self, actor: Actor, record: impl Into<ReadRecord>) -> Result<Accepted> {
        let (ledger, record) = (self.0.clone(), record.into());
        let acted = self.0.act(actor, "import.accept", move |act| {
            let identifiers = ledger.identifiers.clone();
            Box::pin(async move { store::accept(act, &identifiers, record).await })
        });
        let acted = acted.await?;
        match acted.value {
            Ok(accepted) => Ok(Accepted {
                entry: acted.entry,
                ..accepted
            }),
            Err(store::CameMeanwhile) => Err(Error::stale(STALE, None)),
        }
    }

    /// Matches a record with an existing shop, and writes the given facts to that shop, or those that the shop lacks.
    ///
    /// # Errors
    ///
    /// [`Error::Unprocessable`] if the shop doesn't exist; otherwise as [`ReviewQueue::accept`].
    pub async fn join(
        &self,
        actor: Actor,
        record: impl Into<ReadRecord>,
        (shop, facts): (Uuid, Option<Vec<String>>),
    ) -> Result<Accepted> {
        let (ledger, record) = (self.0.clone(), record.into());
        let acted = self.0.act(actor, "import.same", move |act| {
            let (identifiers, facts) = (ledger.identifiers.clone(), facts.clone());
            Box::pin(async move { store::join(act, &identifiers, record, (shop, facts)).await })
        });
        let acted = acted.await?;
        Ok(Accepted {
            entry: acted.entry,
            ..acted.value
        })
    }

    /// Rejects a record permanently.
    ///
    /// # Errors
    ///
    /// As [`ReviewQueue::accept`].
    pub async fn refuse(&self, actor: Actor, record: impl Into<ReadRecord>) -> Result<Refused> {
        let record = record.into();
        let acted = self.0.act(actor, "import.refuse", move |act| {
            Box::pin(async move { store::decide(act, record, Status::Refused, None).await })
        });
        let acted = acted.await?;
        Ok(Refused {
            name: acted.value.name,
            entry: acted.entry,
        })
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

/// Records with the shops that they may duplicate.
async fn questions_of(
    connection: &impl ConnectionTrait,
    items: Vec<review_item::Model>,
) -> Result<Vec<Question>> {
    let slugs: HashSet<&str> = items
        .iter()
        .filter_map(|item| item.similar_slug.as_deref())
        .collect();
    let shops = reading::shops_of(connection, &slugs).await?;
    let towns: HashSet<Uuid> = shops.values().map(|shop| shop.city_id).collect();
    let towns = reading::town_names(connection, &towns).await?;
    let questions = items.into_iter().map(|item| {
        let slug = item.similar_slug.as_ref();
        let shop = slug.and_then(|slug| shops.get(slug)).cloned();
        let town = |shop: &shop::Model| towns.get(&shop.city_id).cloned().unwrap_or_default();
        Question::of(item, shop.map(|shop| (shop.clone(), town(&shop))))
    });
    questions.collect()
}

/// The facts in which a record differs from `shop`; all of its facts if there is no shop.
fn differences(shop: Option<&shop::Model>, record: &Facts) -> Vec<FactDifference> {
    let origin = Origin {
        id: Uuid::nil(),
        now: DateTime::UNIX_EPOCH,
        source: "",
    };
    let blank = new_shop(String::new(), &Facts::default(), Uuid::nil(), origin);
    facts::differences(shop, record, &blank)
}

fn no_record(id: Uuid) -> Error {
    Error::NotFound(format!("no record {id} is in the review queue").into())
}

fn no_shop() -> Error {
    Error::Unprocessable {
        message: "This coffee shop is not in the directory.".into(),
        field: Some("shop".into()),
        details: Some(json!({ "kind": "no_shop" })),
    }
}

/// The record, locked until the act ends. The second of two simultaneous decisions gets an error.
async fn open_item(
    act: &Act<'_>,
    ReadRecord { id, version }: ReadRecord,
) -> Result<review_item::Model> {
    let item: review_item::Model = act.find(id).await?.ok_or_else(|| no_record(id))?;
    if item.status != Status::Open {
        return Err(Error::Conflict(
            format!("{} was decided about before", item.name).into(),
        ));
    }
    if let Some(version) = version {
        let questions = questions_of(act.transaction(), vec![item.clone()]).await?;
        if questions.iter().any(|now| now.version() != version) {
            return Err(Error::stale(STALE, None));
        }
    }
    Ok(item)
}
