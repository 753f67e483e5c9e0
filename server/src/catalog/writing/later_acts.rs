//! What stands in the way of an undo: later acts that changed the same, in plain words.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use sea_orm::{ActiveEnum, ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    Act,
    undo_policy::{is_of_bulk_edit, undo_refusal},
};
use crate::{
    catalog::entities::audit::{
        entry::{self, ActorKind},
        image,
    },
    platform::{
        error::{Error, Result},
        web::Actor,
    },
};

/// A later act that changed the same fields.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct LaterAct {
    entry: Uuid,
    action: String,
    at: DateTime<Utc>,
    /// `visitor`, `person`, `administrator` or `system`.
    by: String,
    /// The same in words, such as "the administrator".
    who: &'static str,
    /// What they did, such as "changed the shop's facts".
    did: Cow<'static, str>,
    /// Whether the same actor may undo it.
    can_undo: bool,
}

/// The refusal that names the acts since `undone` that changed the same fields of a row.
pub(super) async fn changed_since(
    act: &Act<'_>,
    undone: (Actor, &entry::Model),
    (message, mut details): (Cow<'static, str>, Value),
) -> Result<Error> {
    let later = later_acts(act, undone, &details).await?;
    let message = match later.split_first() {
        Some((latest, others)) => {
            let day = latest.at.format("%B %-d, %Y");
            let before = match others.len() {
                0 => String::new(),
                1 => "; and once more before that".to_owned(),
                more => format!("; and {more} times more before that"),
            };
            let remedy = match (later.iter().all(|act| act.can_undo), others.is_empty()) {
                (true, true) => "Undo that first, or both.",
                (true, false) => "Undo those first, or all of them.",
                (false, _) if matches!(undone.0, Actor::Administrator(_)) => {
                    "Take the bulk edit back first, under “Edit many coffee shops”."
                }
                (false, _) => "Only the directory's administrator can undo that.",
            };
            format!(
                "This can't be undone because the same was changed again on {day}: {} {}{before}. {remedy}",
                latest.who, latest.did
            )
            .into()
        }
        None => message,
    };
    if let Some(details) = details.as_object_mut() {
        details.insert("later".to_owned(), json!(later));
    }
    Ok(Error::ConflictWith { message, details })
}

/// The acts since `undone` that changed the row's fields in `details`, newest first.
async fn later_acts(
    act: &Act<'_>,
    (actor, undone): (Actor, &entry::Model),
    details: &Value,
) -> Result<Vec<LaterAct>> {
    let row = details.get("row").and_then(Value::as_str);
    let Some(row) = row.and_then(|row| Uuid::try_parse(row).ok()) else {
        return Ok(Vec::new());
    };
    let fields: Vec<&str> = (details.get("fields").and_then(Value::as_array))
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let images = image::Entity::find()
        .filter(image::Column::RowId.eq(row))
        .filter(image::Column::EntryId.gt(undone.id))
        .order_by_desc(image::Column::EntryId)
        .all(act.transaction())
        .await?;
    let touching = images.into_iter().filter(|image| {
        let of = |image: &Option<Value>, field: &str| image.as_ref()?.get(field).cloned();
        fields.is_empty()
            || (fields.iter())
                .any(|field| of(&image.before_image, field) != of(&image.after_image, field))
    });
    let mut ids: Vec<Uuid> = touching.map(|image| image.entry_id).collect();
    ids.dedup();
    let mut later = Vec::new();
    for id in ids {
        let found = entry::Entity::find_by_id(id)
            .filter(entry::Column::UndoneBy.is_null())
            .filter(entry::Column::Action.ne("undo"))
            .one(act.transaction())
            .await?;
        later.extend(found.map(|entry| LaterAct {
            entry: entry.id,
            can_undo: undo_refusal(actor, &entry).is_none() && !is_of_bulk_edit(&entry),
            by: entry.actor_kind.to_value(),
            who: who(actor, &entry),
            did: did(&entry.action),
            action: entry.action,
            at: entry.created_at,
        }));
    }
    Ok(later)
}

/// Who acted, in the eyes of `viewer`.
fn who(viewer: Actor, act: &entry::Model) -> &'static str {
    match (act.actor_kind, viewer) {
        (ActorKind::Administrator, Actor::Person(_)) => "the directory's administrator",
        (ActorKind::Administrator, _) => "the administrator",
        (ActorKind::Person, Actor::Person(_)) if act.actor_id == viewer.person() => "you",
        (ActorKind::Person, Actor::Person(_)) => "someone else who manages the shop",
        (ActorKind::Person, _) => "an owner",
        (ActorKind::Visitor, _) => "a visitor",
        (ActorKind::System, _) => "the system",
    }
}

/// What an act did, in words that follow who did it.
fn did(action: &str) -> Cow<'static, str> {
    let known = match action {
        "shop.edit" => "changed the shop's facts",
        "shop.hours-confirmed" => "confirmed the hours",
        "shop.visitors-agreed" => "confirmed a fact with another",
        "shop.fact-confirmed" => "confirmed a fact",
        "shop.store" | "boost.link.show" => "changed the online store",
        "shop.photos" | "shop.photo" | "story.photo" => "changed photos",
        "shop.point" => "moved the pin",
        "shop.close" => "closed the shop",
        "shop.remove" => "removed the listing",
        "shop.reopen" => "reopened the shop",
        "shop.delete" => "deleted the shop",
        "shop.merge" => "merged two shops",
        "suggestion.accept" => "accepted a suggestion",
        "suggestion.reject" => "rejected a suggestion",
        "story.write" => "wrote the story",
        "story.approve" => "approved the story",
        "story.reject" => "rejected the story",
        "claim.approve" | "claim.prove" => "approved a claim",
        "claim.reject" => "rejected a claim",
        "city.edit" => "changed the city's facts",
        "city.image" => "changed the city's picture",
        "city.merge" => "merged two cities",
        "article.edit" => "changed the article",
        "article.restore" => "restored an older version of the article",
        "article.delete" => "deleted the article",
        "import.undo" => "undid an import",
        "expansion.undo" => "undid an expansion",
        other => return format!("made another change ({})", other.replace(['.', '_'], " ")).into(),
    };
    known.into()
}
