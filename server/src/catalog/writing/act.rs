//! An act and its transaction.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
};

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, DatabaseTransaction, EntityTrait, Iterable, QueryFilter,
    QueryOrder, QuerySelect, sea_query::Expr,
};
use serde_json::Value;
use tracing::instrument::WithSubscriber;
use uuid::Uuid;

use super::{Recorded, record_changes};
use crate::{
    catalog::{
        Catalog, Change, Kind,
        entities::audit::{entry, image},
        photos,
    },
    platform::{
        clock::Clock,
        database::{Database, TransactionFuture},
        error::{Error, Result},
        id_generator::IdGenerator,
        runs::Runs,
        web::Actor,
    },
};

/// Executes acts. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Ledger {
    pub database: Database,
    pub catalog: Catalog,
    pub clock: Clock,
    pub identifiers: IdGenerator,
}

/// What an act is about, for the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// For example `shop`: at most 16 characters.
    pub kind: &'static str,
    pub id: Option<Uuid>,
    /// Its current name; the first 200 characters are kept.
    pub label: String,
}

impl Subject {
    /// The subject `label` with this ID.
    #[must_use]
    pub fn new(kind: &'static str, id: Uuid, label: &str) -> Self {
        Self {
            kind,
            id: Some(id),
            label: label.to_owned(),
        }
    }
}

/// The result of an act.
#[derive(Clone, Debug)]
pub struct Acted<T> {
    pub value: T,
    /// Its entry in the audit log; `None` if it wrote no row.
    pub entry: Option<Uuid>,
}

/// An act in progress. Every row is written through it, so that everything is recorded.
pub struct Act<'t> {
    transaction: &'t DatabaseTransaction,
    actor: Actor,
    now: DateTime<Utc>,
    entry: Uuid,
    identifiers: IdGenerator,
    noted: Mutex<Noted>,
}

#[derive(Default)]
struct Noted {
    images: Vec<Image>,
    changes: BTreeSet<Change>,
    /// Changes whose own row was written, and so has a new version.
    stamped: BTreeSet<Change>,
    subject: Option<Subject>,
    note: Option<String>,
    is_part: bool,
}

struct Image {
    table: &'static str,
    row: Uuid,
    before: Option<Value>,
    after: Option<Value>,
}

impl Ledger {
    /// For runs that act.
    #[must_use]
    pub fn runs(&self) -> Runs {
        Runs {
            database: self.database.clone(),
            clock: self.clock.clone(),
            identifiers: self.identifiers.clone(),
        }
    }

    /// Runs `body` as `actor` and commits what it wrote, with an audit log entry named `action`. `body` may be run
    /// again if the database chose its transaction as the loser of a race. Continues if the caller is gone.
    ///
    /// # Errors
    ///
    /// Those of `body`, and of the database; then nothing was written.
    pub async fn act<T, F>(&self, actor: Actor, action: &'static str, body: F) -> Result<Acted<T>>
    where
        T: Send + 'static,
        F: for<'a> Fn(&'a Act<'a>) -> TransactionFuture<'a, T> + Send + Sync + 'static,
    {
        let ledger = self.clone();
        let done = tokio::spawn(
            async move { ledger.perform(actor, action, body).await }.with_current_subscriber(),
        );
        done.await
            .map_err(|error| Error::Internal(format!("{action} did not end: {error}")))?
    }

    async fn perform<T, F>(&self, actor: Actor, action: &'static str, body: F) -> Result<Acted<T>>
    where
        T: Send + 'static,
        F: for<'a> Fn(&'a Act<'a>) -> TransactionFuture<'a, T> + Send + Sync + 'static,
    {
        let (now, entry_id) = (self.clock.now(), self.identifiers.next());
        let body = Arc::new(body);
        let identifiers = self.identifiers.clone();
        let (value, changes, entry) = self
            .database
            .transaction(move |transaction| {
                let (body, identifiers) = (body.clone(), identifiers.clone());
                Box::pin(async move {
                    let act = Act {
                        identifiers,
                        transaction,
                        actor,
                        now,
                        entry: entry_id,
                        noted: Mutex::default(),
                    };
                    let value = body(&act).await?;
                    let noted = act
                        .noted
                        .into_inner()
                        .unwrap_or_else(PoisonError::into_inner);
                    let changes: Vec<Change> = noted.changes.iter().copied().collect();
                    for change in noted.changes.difference(&noted.stamped) {
                        // Its photos, boosts or stories changed, but nodes reload a row only for a newer version.
                        photos::raise_version(transaction, *change, now).await?;
                    }
                    record_changes(transaction, &changes, now).await?;
                    let is_entry = !noted.images.is_empty() || noted.note.is_some();
                    if is_entry {
                        write_entry(transaction, (entry_id, actor, action), noted, now).await?;
                    }
                    Ok((value, changes, is_entry.then_some(entry_id)))
                })
            })
            .await?;
        if !changes.is_empty()
            && let Err(error) = self.catalog.refresh(&changes).await
        {
            // It is committed, and the feed will deliver it once the database responds.
            tracing::warn!(%error, action, "cache refresh failed; the change feed will catch up");
        }
        Ok(Acted { value, entry })
    }
}

impl<'t> Act<'t> {
    /// The transaction, for writes that aren't recorded: outbox, jobs, codes, limits.
    #[must_use]
    pub fn transaction(&self) -> &'t DatabaseTransaction {
        self.transaction
    }

    /// Who acts.
    #[must_use]
    pub fn actor(&self) -> Actor {
        self.actor
    }

    /// The time of the act, used in its rows.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        self.now
    }

    /// The ID of the act's audit log entry, once it is written.
    #[must_use]
    pub fn entry(&self) -> Uuid {
        self.entry
    }

    /// An ID for a new row.
    #[must_use]
    pub fn new_id(&self) -> Uuid {
        self.identifiers.next()
    }

    /// The row with this ID, locked until the act ends.
    pub async fn find<M: Recorded>(&self, id: Uuid) -> Result<Option<M>> {
        let found = M::Rows::find()
            .filter(M::key_column().eq(id))
            .lock_exclusive()
            .one(self.transaction)
            .await?;
        Ok(found)
    }

    /// The rows with these IDs, at most a few hundred, locked in one order until the act ends.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn find_all<M: Recorded>(&self, ids: &[Uuid]) -> Result<Vec<M>> {
        let found = M::Rows::find()
            .filter(M::key_column().is_in(ids.iter().copied()))
            .order_by_asc(M::key_column())
            .lock_exclusive()
            .all(self.transaction)
            .await?;
        Ok(found)
    }

    /// Adds a row.
    pub async fn insert<M: Recorded>(&self, row: &M) -> Result<()> {
        let mut row = row.clone();
        row.derive();
        M::Rows::insert(row.clone().into_active_model())
            .exec_without_returning(self.transaction)
            .await?;
        self.record(&row, Some((None, Some(row.image()?))));
        Ok(())
    }

    /// Writes the columns in which `after` differs from `before` (from [`Act::find`]), if any. Sets version and
    /// modification time. Returns the current row. Changes of what isn't kept for good are written, but not recorded.
    pub async fn update<M: Recorded>(&self, before: &M, mut after: M) -> Result<M> {
        if before.is_same(&after) {
            return Ok(before.clone());
        }
        after.stamp(before, self.now);
        after.derive();
        let mut update = M::Rows::update_many().filter(M::key_column().eq(after.key()));
        for column in <M::Rows as EntityTrait>::Column::iter() {
            let value = after.get(column);
            if value != before.get(column) {
                update = update.col_expr(column, column.save_as(Expr::value(value)));
            }
        }
        let written = update.exec(self.transaction).await?;
        if written.rows_affected != 1 {
            return Err(Error::Conflict(
                "This has changed since you opened it. Please reload it.".into(),
            ));
        }
        let images = if before.lasting().is_same(&after.lasting()) {
            None
        } else {
            Some((Some(before.image()?), Some(after.image()?)))
        };
        self.record(&after, images);
        Ok(after)
    }

    /// Removes a row.
    pub async fn delete<M: Recorded>(&self, row: &M) -> Result<()> {
        M::Rows::delete_many()
            .filter(M::key_column().eq(row.key()))
            .exec(self.transaction)
            .await?;
        self.record(row, Some((Some(row.image()?), None)));
        Ok(())
    }

    /// Reports these rows as changed to every node, for cases where the row itself doesn't.
    pub fn touch(&self, change: Change) {
        self.noted().changes.insert(change);
    }

    /// Sets what the act is about.
    pub fn set_subject(&self, subject: Subject) {
        self.noted().subject = Some(subject);
    }

    /// Stores information that isn't in the rows, such as a reason; the first 1,000 characters.
    pub fn set_note(&self, note: &str) {
        self.noted().note = Some(note.to_owned());
    }

    /// Says that the log has an entry for what this act goes on with.
    pub fn set_part(&self) {
        self.noted().is_part = true;
    }

    /// Records an image of something that isn't a single row.
    pub fn record_image(
        &self,
        table: &'static str,
        row: Uuid,
        (before, after): (Option<Value>, Option<Value>),
    ) {
        self.noted().images.push(Image {
            table,
            row,
            before,
            after,
        });
    }

    /// Notes that the row changed, and its images before and after.
    fn record<M: Recorded>(&self, row: &M, images: Option<(Option<Value>, Option<Value>)>) {
        let mut noted = self.noted();
        noted.changes.extend(row.changes());
        let own = (row.changes().into_iter()).filter(|(kind, id)| {
            let table = match kind {
                Kind::Shop => "shops",
                Kind::City => "cities",
                Kind::Article => "articles",
                Kind::Category => "article_categories",
                Kind::Site => "site",
                Kind::Page => "site_pages",
            };
            M::TABLE == table && *id == row.key()
        });
        noted.stamped.extend(own);
        noted.images.extend(images.map(|(before, after)| Image {
            table: M::TABLE,
            row: row.key(),
            before,
            after,
        }));
    }

    fn noted(&self) -> std::sync::MutexGuard<'_, Noted> {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn write_entry(
    transaction: &DatabaseTransaction,
    (id, actor, action): (Uuid, Actor, &'static str),
    noted: Noted,
    now: DateTime<Utc>,
) -> Result<()> {
    let (actor_kind, actor_id) = match actor {
        Actor::Visitor => (entry::ActorKind::Visitor, None),
        Actor::Person(id) => (entry::ActorKind::Person, Some(id)),
        Actor::Administrator(id) => (entry::ActorKind::Administrator, id.map(|id| id.0)),
        Actor::System => (entry::ActorKind::System, None),
    };
    let subject = noted.subject.unwrap_or_else(|| Subject {
        kind: noted.images.first().map_or("", |image| image.table),
        id: noted.images.first().map(|image| image.row),
        label: String::new(),
    });
    let cut = |text: String, length| text.chars().take(length).collect::<String>();
    entry::Entity::insert(entry::ActiveModel {
        id: Set(id),
        actor_kind: Set(actor_kind),
        actor_id: Set(actor_id),
        action: Set(action.to_owned()),
        subject_kind: Set(cut(subject.kind.to_owned(), 16)),
        subject_id: Set(subject.id),
        subject_label: Set(cut(subject.label, 200)),
        note: Set(noted.note.map(|note| cut(note, 1000))),
        created_at: Set(now),
        undone_by: Set(None),
        is_part: Set(noted.is_part),
    })
    .exec_without_returning(transaction)
    .await?;
    let images = noted
        .images
        .into_iter()
        .zip(0..)
        .map(|(written, position)| image::ActiveModel {
            entry_id: Set(id),
            position: Set(position),
            table_name: Set(written.table.to_owned()),
            row_id: Set(written.row),
            before_image: Set(written.before),
            after_image: Set(written.after),
        });
    let images: Vec<_> = images.collect();
    for some in images.chunks(200) {
        image::Entity::insert_many(some.to_vec())
            .exec_without_returning(transaction)
            .await?;
    }
    Ok(())
}
