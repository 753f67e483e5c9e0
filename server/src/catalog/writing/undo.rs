//! Undoing an act from the audit log.

use std::{collections::BTreeSet, sync::Arc};

use sea_orm::{ColumnTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, SqlErr, sea_query::Expr};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    Act, Acted, Ledger, Recorded, RecordedTable, Subject, later_acts::changed_since,
    undo_policy::undo_refusal,
};
use crate::{
    catalog::{
        entities::{
            audit::{entry, image},
            shop,
        },
        not_found::entry_not_found,
    },
    platform::{
        database::TransactionFuture,
        error::{Error, Result},
        mail::{self, DecisionMail},
        web::Actor,
    },
};

/// What to undo beside an act.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct UndoBeside {
    /// IDs of later acts that stand in its way, as in `details.later` of a refusal: they are undone, too, all or none.
    #[schema(max_items = 50)]
    pub later: Vec<Uuid>,
}

/// Two towns became one.
const TOWNS_MERGED: &str = "city.merge";

/// How many acts one undo undoes beside the one that it is about.
const MAX_BESIDE: usize = 50;

impl UndoBeside {
    /// # Errors
    ///
    /// [`Error::Invalid`] for more acts than one undo undoes.
    pub fn refuse_too_many(&self) -> Result<()> {
        if self.later.len() > MAX_BESIDE {
            return Err(Error::invalid_field(
                "later",
                "One undo can undo up to 50 later changes.",
            ));
        }
        Ok(())
    }
}

/// Restores all rows of the act `id` to their previous state, in an act of its own, and recalls its unsent emails.
/// Returns the sent ones, and what had to be left. Fields that the act didn't change keep what was done to them since.
///
/// # Errors
///
/// [`Error::NotFound`] if there is no such act, [`Error::Forbidden`] if `actor` may not undo it (D86), [`Error::Conflict`]
/// if it was already undone, something else has its place now, or what it belongs to is gone, [`Error::ConflictWith`] if one
/// of the same fields has changed since: `details` names the row, the fields, and the later acts, newest first.
pub async fn undo(
    ledger: &Ledger,
    tables: Vec<RecordedTable>,
    actor: Actor,
    id: Uuid,
) -> Result<Acted<TakenBack>> {
    undo_beside(ledger, tables, (actor, None), (id, UndoBeside::default())).await
}

/// What an undo couldn't take back.
#[derive(Clone, Debug, Default)]
pub struct TakenBack {
    /// Emails that had been sent.
    pub sent: Vec<DecisionMail>,
    /// Names of coffee shops that stay as they are now, because they have changed since.
    pub left: Vec<String>,
}

/// What must hold for whoever undoes these acts, checked once the act of undoing has begun.
pub type UndoGuard =
    Arc<dyn for<'a> Fn(&'a Act<'a>, Vec<Uuid>) -> TransactionFuture<'a, ()> + Send + Sync>;

/// As [`undo`], of an act and of later ones that changed the same rows, in one act: all of them or none.
///
/// # Errors
///
/// As [`undo`] for each; [`Error::Conflict`] if one of `beside` isn't a later act about the same; those of the guard.
pub async fn undo_beside(
    ledger: &Ledger,
    tables: Vec<RecordedTable>,
    (actor, guard): (Actor, Option<UndoGuard>),
    (id, beside): (Uuid, UndoBeside),
) -> Result<Acted<TakenBack>> {
    beside.refuse_too_many()?;
    let mut later = beside.later;
    later.sort_unstable();
    later.dedup();
    let undone = ledger
        .act(actor, "undo", move |act| {
            let (tables, later, guard) = (tables.clone(), later.clone(), guard.clone());
            Box::pin(async move {
                if let Some(guard) = guard {
                    let undone = later.iter().copied().chain([id]).collect();
                    guard(act, undone).await?;
                }
                refuse_others(act, id, &later).await?;
                let mut done = TakenBack::default();
                for id in later.iter().rev().chain([&id]) {
                    done.left
                        .extend(take_back(act, &tables, (actor, *id)).await?);
                    let mails = mail::recall(act.transaction(), *id).await?;
                    done.sent
                        .extend(mails.into_iter().filter(|mail| mail.is_sent));
                }
                act.set_note(&id.to_string());
                Ok(done)
            })
        })
        .await;
    undone.map_err(|error| match error {
        Error::Database(cause) if is_duplicate(&cause) => Error::Conflict(
            "This can't be undone: something else has its place now, such as the same address or a newer claim. Change or remove that first."
                .into(),
        ),
        error => error,
    })
}

/// Refuses acts in `later`, oldest first, that aren't later than `id` or about none of the same rows.
async fn refuse_others(act: &Act<'_>, id: Uuid, later: &[Uuid]) -> Result<()> {
    if later.is_empty() {
        return Ok(());
    }
    let images = image::Entity::find()
        .filter(image::Column::EntryId.is_in(later.iter().copied().chain([id])))
        .all(act.transaction())
        .await?;
    let rows_of = |entry: Uuid| {
        let of_entry = images.iter().filter(move |image| image.entry_id == entry);
        of_entry.map(|image| image.row_id)
    };
    let mut rows: BTreeSet<Uuid> = rows_of(id).collect();
    for entry in later {
        if *entry <= id || !rows_of(*entry).any(|row| rows.contains(&row)) {
            return Err(Error::Conflict(
                "Only later changes of the same can be undone with it.".into(),
            ));
        }
        rows.extend(rows_of(*entry));
    }
    Ok(())
}

/// Restores the rows of one act, which becomes the subject. Returns what had to be left as it is.
async fn take_back(
    act: &Act<'_>,
    tables: &[RecordedTable],
    (actor, id): (Actor, Uuid),
) -> Result<Vec<String>> {
    let undone = entry::Entity::find_by_id(id)
        .one(act.transaction())
        .await?
        .ok_or_else(entry_not_found)?;
    if let Some(reason) = undo_refusal(actor, &undone) {
        return Err(Error::Forbidden(reason.into()));
    }
    act.set_subject(Subject {
        kind: "act",
        id: undone.subject_id,
        label: format!("{}: {}", undone.action, undone.subject_label),
    });
    // The condition decides: of two simultaneous undos, one is too late.
    let marked = entry::Entity::update_many()
        .col_expr(entry::Column::UndoneBy, Expr::value(act.entry()))
        .filter(entry::Column::Id.eq(id))
        .filter(entry::Column::UndoneBy.is_null())
        .exec(act.transaction())
        .await?;
    if marked.rows_affected == 0 {
        return Err(Error::Conflict("This has already been undone.".into()));
    }
    let images = image::Entity::find()
        .filter(image::Column::EntryId.eq(id))
        .order_by_desc(image::Column::Position)
        .all(act.transaction())
        .await?;
    if images.is_empty() {
        return Err(Error::Conflict("There is nothing to undo.".into()));
    }
    let mut left = Vec::new();
    for written in images {
        let table = tables
            .iter()
            .find(|table| table.name == written.table_name)
            .ok_or_else(|| Error::Conflict("This kind of change can't be undone.".into()))?;
        let (row, before, after) = (written.row_id, written.before_image, written.after_image);
        match (table.restore)(act, row, before, after).await {
            // A coffee shop that moved on since stays where it is, and the others go back to their town.
            Err(Error::ConflictWith { .. })
                if undone.action == TOWNS_MERGED && table.name == shop::Model::TABLE =>
            {
                let moved: Option<shop::Model> = act.find(row).await?;
                left.extend(moved.map(|shop| shop.name));
            }
            Err(Error::ConflictWith { message, details }) => {
                return Err(changed_since(act, (actor, &undone), (message, details)).await?);
            }
            restored => restored?,
        }
    }
    Ok(left)
}

fn is_duplicate(cause: &DbErr) -> bool {
    matches!(cause.sql_err(), Some(SqlErr::UniqueConstraintViolation(_)))
}
