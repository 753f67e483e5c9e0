//! What an import couldn't decide, kept for the administrator: possible chains and possible duplicates.
//!
//! A record waits once, however often it is imported. Accepting creates the shop, with its source, as the import would
//! have. "Same shop" adds what the administrator selects from the record to an existing shop, and the record's source
//! keeps that up to date from then on. Refusing keeps the record out of every later import. Each record is decided
//! once; the second of two simultaneous decisions gets an error. So does a decision about a record that isn't as it was
//! read, because an import or an edit of the shop has changed it. Decisions are acts, so they are in the audit log and can
//! be undone.

mod overview;
mod question;
mod several;
mod store;

use std::collections::HashSet;

use chrono::DateTime;
use sea_orm::ConnectionTrait;
use serde_json::json;
use uuid::Uuid;

pub use overview::{Counted, Overview, QuestionFilter, QuestionGroup};
pub use question::Question;
pub use several::{CommonAnswer, Several};
pub(super) use store::waiting_of;

use self::question::SimilarShop;
use super::{
    entity::review_item::{self, Status},
    held::Held,
    list::OWN_NUMBERS,
    store::reading,
};
use crate::{
    catalog::{
        admission::{
            facts::{self, FactDifference, Facts},
            shop::{Origin, new_shop},
        },
        entities::shop,
        writing::{self, Act, Ledger, RecordedTable},
    },
    platform::{
        database::RowCount,
        error::{Error, Result},
        web::Actor,
    },
};

const STALE: &str =
    "This record or its shop has changed since you opened it. Please check it again.";

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
    pub async fn list(
        &self,
        status: Status,
        after: Option<Uuid>,
        most: u64,
    ) -> Result<Vec<review_item::Model>> {
        store::list(&self.0.database, status, after, most).await
    }

    /// A page of pending records, oldest first, each with the shop that it may duplicate.
    pub async fn questions(&self, skip: u64, most: u64) -> Result<Vec<Question>> {
        let items = store::page(&self.0.database, skip, most).await?;
        questions_of(self.0.database.reads(), items).await
    }

    /// How many records are pending, and since when the first of them.
    pub async fn count_open(&self) -> Result<RowCount> {
        store::count_open(&self.0.database).await
    }

    /// What the pending records are about, as far as a filter leaves them.
    pub async fn overview(&self, filter: &QuestionFilter) -> Result<Overview> {
        Overview::read(&self.0.database, filter).await
    }

    /// Those of these records that are pending, in this order.
    pub async fn questions_with(&self, ids: &[Uuid]) -> Result<Vec<Question>> {
        let items = store::open_with(&self.0.database, ids).await?;
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
    /// [`Error::Conflict`] if there is none to undo, or others were decided with it; otherwise as [`writing::undo`].
    pub async fn undo(
        &self,
        tables: Vec<RecordedTable>,
        actor: Actor,
        item: &review_item::Model,
    ) -> Result<()> {
        let entry = store::last_decision(&self.0.database, item.id)
            .await?
            .ok_or_else(|| Error::Conflict(format!("{} waits still", item.name).into()))?;
        let together = store::decided_in(&self.0.database, entry).await?;
        if together > 1 {
            return Err(Error::Conflict(
                format!(
                    "{} was decided together with {} more. Undo them together in the panel's audit log",
                    item.name,
                    together - 1
                )
                .into(),
            ));
        }
        writing::undo(&self.0, tables, actor, entry).await?;
        Ok(())
    }

    /// The number of pending records.
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
            Err(store::UnseenTwin) => Err(Error::stale(STALE, None)),
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
    let lists = reading::lists_of(connection, shops.values().map(|shop| shop.id)).await?;
    let questions = items.into_iter().map(|item| {
        let slug = item.similar_slug.as_ref();
        let shop = slug.and_then(|slug| shops.get(slug)).cloned();
        let shop = shop.map(|shop| SimilarShop {
            town: towns.get(&shop.city_id).cloned().unwrap_or_default(),
            is_of_the_same_list: is_a_list(&item.source)
                && lists.contains(&(shop.id, item.source.clone())),
            shop,
        });
        Question::of(item, shop)
    });
    questions.collect()
}

/// Whether records of this source are one list's: unnamed lists share a source.
fn is_a_list(source: &str) -> bool {
    OWN_NUMBERS.iter().all(|kind| kind.name() != source)
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
