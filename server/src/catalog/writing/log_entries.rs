//! What an act writes into the audit log.

use chrono::{DateTime, Utc};
use sea_orm::{ActiveValue::Set, DatabaseTransaction, EntityTrait};
use serde_json::Value;
use uuid::Uuid;

use crate::{
    catalog::entities::audit::{entry, image},
    platform::{error::Result, web::Actor},
};

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

/// An entry that is being made.
#[derive(Default)]
pub(super) struct NewEntry {
    pub(super) images: Vec<NewImage>,
    pub(super) subject: Option<Subject>,
    pub(super) note: Option<String>,
    pub(super) is_part: bool,
}

/// A row that the act wrote, before and after.
pub(super) struct NewImage {
    pub(super) table: &'static str,
    pub(super) row: Uuid,
    pub(super) before: Option<Value>,
    pub(super) after: Option<Value>,
}

impl NewEntry {
    /// Whether there is something to say.
    pub(super) fn is_worth_writing(&self) -> bool {
        !self.images.is_empty() || self.note.is_some()
    }

    /// Writes it, with its images.
    pub(super) async fn write(
        self,
        transaction: &DatabaseTransaction,
        (id, actor, action): (Uuid, Actor, &'static str),
        now: DateTime<Utc>,
    ) -> Result<()> {
        let (actor_kind, actor_id) = match actor {
            Actor::Visitor => (entry::ActorKind::Visitor, None),
            Actor::Person(id) => (entry::ActorKind::Person, Some(id)),
            Actor::Administrator(id) => (entry::ActorKind::Administrator, id.map(|id| id.0)),
            Actor::System => (entry::ActorKind::System, None),
        };
        let subject = self.subject.unwrap_or_else(|| Subject {
            kind: self.images.first().map_or("", |image| image.table),
            id: self.images.first().map(|image| image.row),
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
            note: Set(self.note.map(|note| cut(note, 1000))),
            created_at: Set(now),
            undone_by: Set(None),
            is_part: Set(self.is_part),
        })
        .exec_without_returning(transaction)
        .await?;
        let images =
            self.images
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
}
