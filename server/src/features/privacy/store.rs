//! Erases a person's data from the audit log, and alike from the rows that it is about: acts stay and can be undone as before, but
//! nothing says any more who they were about.

use std::collections::BTreeSet;

use sea_orm::{
    ColumnTrait, Condition, DatabaseTransaction, EntityTrait, ExprTrait, QueryFilter, QueryOrder,
    QuerySelect, sea_query::Expr,
};
use serde_json::Value;
use uuid::Uuid;

use super::erasure::Erasure;
use crate::{
    catalog::{
        entities::audit::{entry, image},
        writing::Act,
    },
    features::{DataSubject, Services},
    platform::{error::Result, sessions},
};

/// Rows per page.
const PAGE: u64 = 500;

/// Where the log mentions someone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Mentions {
    entries: Vec<Uuid>,
    images: Vec<(Uuid, i32)>,
    /// The rows of these images, by table.
    rows: BTreeSet<(String, Uuid)>,
}

/// What of `whose` the log may hold. Asked for before the person is erased.
pub(super) async fn erasure(services: &Services, whose: &DataSubject) -> Result<Erasure> {
    let reads = services.database.reads();
    let mut addresses = vec![whose.address.as_text()];
    if let Some(person) = whose.person {
        let row = sessions::find_person(reads, person).await?;
        addresses.extend(row.map(|row| row.email));
    }
    let tables = services.rooms.recorded_tables();
    Ok(Erasure::new(whose.person, addresses, tables))
}

/// Searches the whole log, page by page and outside a transaction.
pub(super) async fn mentions(services: &Services, erasure: &Erasure) -> Result<Mentions> {
    let reads = services.database.reads();
    let mut found = Mentions::default();
    let mut after = Uuid::nil();
    loop {
        let page = entry::Entity::find()
            .filter(entry::Column::Id.gt(after))
            .order_by_asc(entry::Column::Id)
            .limit(PAGE)
            .all(reads)
            .await?;
        let Some(last) = page.last() else { break };
        after = last.id;
        let named = page.into_iter().filter(|row| {
            let texts = [Some(&row.subject_label), row.note.as_ref()];
            let mut texts = texts.into_iter().flatten();
            texts.any(|text| erasure.text(text).is_some())
        });
        let named: Vec<Uuid> = named.map(|row| row.id).collect();
        found.entries.extend(named);
    }
    let (mut entry, mut position) = (Uuid::nil(), 0);
    loop {
        let later = Condition::any().add(image::Column::EntryId.gt(entry)).add(
            image::Column::EntryId
                .eq(entry)
                .and(image::Column::Position.gt(position)),
        );
        let page = image::Entity::find()
            .filter(later)
            .order_by_asc(image::Column::EntryId)
            .order_by_asc(image::Column::Position)
            .limit(PAGE)
            .all(reads)
            .await?;
        let Some(last) = page.last() else { break };
        (entry, position) = (last.entry_id, last.position);
        let named = page.into_iter().filter(|row| {
            let images = [&row.before_image, &row.after_image];
            let mut images = images.into_iter().flatten();
            images.any(|image| erasure.image(&row.table_name, image).is_some())
        });
        for row in named {
            found.images.push((row.entry_id, row.position));
            found.rows.insert((row.table_name, row.row_id));
        }
    }
    Ok(found)
}

/// Erases the person's data from the log; returns the number of affected rows.
pub(super) async fn scrub(
    transaction: &DatabaseTransaction,
    whose: &DataSubject,
    (erasure, found): (&Erasure, &Mentions),
) -> Result<u64> {
    let mut count = 0;
    if let Some(person) = whose.person {
        let acts = entry::Entity::update_many()
            .col_expr(entry::Column::ActorId, Expr::value(None::<Uuid>))
            .filter(entry::Column::ActorKind.eq(entry::ActorKind::Person))
            .filter(entry::Column::ActorId.eq(person))
            .exec(transaction)
            .await?;
        count += acts.rows_affected;
    }
    for id in &found.entries {
        let Some(row) = entry::Entity::find_by_id(*id).one(transaction).await? else {
            continue;
        };
        let erased = |text: String| erasure.text(&text).unwrap_or(text);
        let note = row.note.map(erased);
        let label = erased(row.subject_label);
        entry::Entity::update_many()
            .col_expr(entry::Column::SubjectLabel, Expr::value(label))
            .col_expr(entry::Column::Note, Expr::value(note))
            .filter(entry::Column::Id.eq(*id))
            .exec(transaction)
            .await?;
        count += 1;
    }
    for key in &found.images {
        let Some(row) = image::Entity::find_by_id(*key).one(transaction).await? else {
            continue;
        };
        let table = row.table_name;
        let erased = |image| erasure.image(&table, &image).unwrap_or(image);
        let (before, after) = (row.before_image.map(erased), row.after_image.map(erased));
        image::Entity::update_many()
            .col_expr(image::Column::BeforeImage, Expr::value(before))
            .col_expr(image::Column::AfterImage, Expr::value(after))
            .filter(image::Column::EntryId.eq(key.0))
            .filter(image::Column::Position.eq(key.1))
            .exec(transaction)
            .await?;
        count += 1;
    }
    Ok(count)
}

/// Erases the person's data from the rows whose images hold it, as from those, so that an undo finds each row as its act left it.
/// Called once the rooms have erased theirs. Returns the number of changed rows.
pub(super) async fn clean_rows(
    act: &Act<'_>,
    (erasure, found): (&Erasure, &Mentions),
) -> Result<u64> {
    let mut count = 0;
    for (name, row) in &found.rows {
        let Some(table) = erasure.table(name) else {
            continue;
        };
        let erased = |image: &Value| erasure.image(name, image);
        if table.rewrite(act, *row, &erased).await? {
            count += 1;
        }
    }
    Ok(count)
}
