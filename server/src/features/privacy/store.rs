//! Removes a name from the audit log: acts stay, but no longer say who they were about.

use sea_orm::{
    ColumnTrait, Condition, DatabaseTransaction, EntityTrait, ExprTrait, QueryFilter, QueryOrder,
    QuerySelect, sea_query::Expr,
};
use serde_json::Value;
use uuid::Uuid;

use crate::{
    catalog::entities::audit::{entry, image},
    features::{Services, Whose},
    platform::{error::Result, sessions},
};

/// Replaces the name.
const ERASED: &str = "(erased)";
/// Rows per page.
const PAGE: u64 = 500;

/// Where the log mentions someone.
#[derive(Clone, Debug, Default)]
pub(super) struct Mentions {
    person: Option<Uuid>,
    words: Vec<String>,
    entries: Vec<Uuid>,
    images: Vec<(Uuid, i32)>,
}

/// Searches the whole log, page by page and outside a transaction.
pub(super) async fn mentions(services: &Services, whose: &Whose) -> Result<Mentions> {
    let reads = services.database.reads();
    let mut words = vec![whose.address.as_text().to_lowercase()];
    if let Some(person) = whose.person
        && let Some(row) = sessions::find_person(reads, person).await?
    {
        words.push(row.email.to_lowercase());
        // A short name would match parts of other words.
        let name = row.name.filter(|name| name.chars().count() >= 4);
        words.extend(name.map(|name| name.to_lowercase()));
    }
    let mut found = Mentions {
        person: whose.person,
        words,
        ..Mentions::default()
    };
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
            let note = row.note.as_deref().unwrap_or_default();
            found.is_in(&row.subject_label) || found.is_in(note)
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
            images.any(|image| found.is_in(&image.to_string()))
        });
        let named: Vec<(Uuid, i32)> = named.map(|row| (row.entry_id, row.position)).collect();
        found.images.extend(named);
    }
    Ok(found)
}

impl Mentions {
    fn is_in(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        self.words.iter().any(|word| text.contains(word))
    }

    /// Replaces every text that mentions the person.
    fn cleaned(&self, value: Value) -> Value {
        match value {
            Value::String(text) if self.is_in(&text) => Value::String(ERASED.to_owned()),
            Value::Array(items) => items.into_iter().map(|item| self.cleaned(item)).collect(),
            Value::Object(fields) => {
                let fields = fields.into_iter();
                fields
                    .map(|(name, field)| (name, self.cleaned(field)))
                    .collect()
            }
            other => other,
        }
    }
}

/// Removes the name from the log; returns the number of affected rows.
pub(super) async fn scrub(transaction: &DatabaseTransaction, found: &Mentions) -> Result<u64> {
    let mut count = 0;
    if let Some(person) = found.person {
        let acts = entry::Entity::update_many()
            .col_expr(entry::Column::ActorId, Expr::value(None::<Uuid>))
            .filter(entry::Column::ActorId.eq(person))
            .exec(transaction)
            .await?;
        count += acts.rows_affected;
    }
    for id in &found.entries {
        let Some(row) = entry::Entity::find_by_id(*id).one(transaction).await? else {
            continue;
        };
        let note = row.note.map(|note| {
            if found.is_in(&note) {
                ERASED.to_owned()
            } else {
                note
            }
        });
        let label = if found.is_in(&row.subject_label) {
            ERASED.to_owned()
        } else {
            row.subject_label
        };
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
        image::Entity::update_many()
            .col_expr(
                image::Column::BeforeImage,
                Expr::value(row.before_image.map(|value| found.cleaned(value))),
            )
            .col_expr(
                image::Column::AfterImage,
                Expr::value(row.after_image.map(|value| found.cleaned(value))),
            )
            .filter(image::Column::EntryId.eq(key.0))
            .filter(image::Column::Position.eq(key.1))
            .exec(transaction)
            .await?;
        count += 1;
    }
    Ok(count)
}
