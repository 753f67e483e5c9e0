//! An act and its transaction.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
};

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, DatabaseTransaction, EntityTrait, Iterable, QueryFilter, QueryOrder, QuerySelect,
    sea_query::Expr,
};
use serde_json::Value;
use tracing::instrument::WithSubscriber;
use uuid::Uuid;

use super::{
    Recorded,
    log_entries::{NewEntry, NewImage, Subject},
    record_changes,
};
use crate::{
    catalog::{Catalog, Change, Kind, View, photos},
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
    catalog: Catalog,
    actor: Actor,
    now: DateTime<Utc>,
    entry: Uuid,
    identifiers: IdGenerator,
    noted: Mutex<Noted>,
}

#[derive(Default)]
struct Noted {
    entry: NewEntry,
    changes: BTreeSet<Change>,
    /// Changes whose own row was written, and so has a new version.
    stamped: BTreeSet<Change>,
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
        let (catalog, identifiers) = (self.catalog.clone(), self.identifiers.clone());
        let (value, changes, entry) = self
            .database
            .transaction(move |transaction| {
                let (body, identifiers) = (body.clone(), identifiers.clone());
                let catalog = catalog.clone();
                Box::pin(async move {
                    let act = Act {
                        identifiers,
                        transaction,
                        catalog,
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
                    let is_entry = noted.entry.is_worth_writing();
                    if is_entry {
                        let by = (entry_id, actor, action);
                        noted.entry.write(transaction, by, now).await?;
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

    /// The directory without what this act writes.
    #[must_use]
    pub fn view(&self) -> View {
        self.catalog.view()
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
    pub async fn update<M: Recorded>(&self, before: &M, after: M) -> Result<M> {
        if before.is_same(&after) {
            return Ok(before.clone());
        }
        let after = self.write(before, after).await?;
        let images = if before.lasting().is_same(&after.lasting()) {
            None
        } else {
            Some((Some(before.image()?), Some(after.image()?)))
        };
        self.record(&after, images);
        Ok(after)
    }

    /// Writes a row as [`Act::update`] does, without recording what it was: for what a person's erasure takes from it.
    pub async fn update_unrecorded<M: Recorded>(&self, before: &M, after: M) -> Result<()> {
        let after = self.write(before, after).await?;
        self.record(&after, None);
        Ok(())
    }

    async fn write<M: Recorded>(&self, before: &M, mut after: M) -> Result<M> {
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
        self.noted().entry.subject = Some(subject);
    }

    /// Stores information that isn't in the rows, such as a reason; the first 1,000 characters.
    pub fn set_note(&self, note: &str) {
        self.noted().entry.note = Some(note.to_owned());
    }

    /// Says that the log has an entry for what this act goes on with.
    pub fn set_part(&self) {
        self.noted().entry.is_part = true;
    }

    /// Records an image of something that isn't a single row.
    pub fn record_image(
        &self,
        table: &'static str,
        row: Uuid,
        (before, after): (Option<Value>, Option<Value>),
    ) {
        self.noted().entry.images.push(NewImage {
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
        let images = images.map(|(before, after)| NewImage {
            table: M::TABLE,
            row: row.key(),
            before,
            after,
        });
        noted.entry.images.extend(images);
    }

    fn noted(&self) -> std::sync::MutexGuard<'_, Noted> {
        self.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
