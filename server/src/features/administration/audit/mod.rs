//! The audit log: who did what, what it changed, and undoing it.

mod differences;

use axum::extract::{Path, RawQuery, State};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

pub use differences::AuditField;

use super::{id_of, query_of, store::log};
use crate::{
    catalog::{
        entities::audit::{
            entry::{self, ActorKind},
            image,
        },
        writing,
    },
    features::{self, Services},
    platform::{
        arguments::Parameter,
        error::{Error, ErrorBody, Result},
        mail::{self, DecisionMail},
        web::{Actor, Fresh},
    },
};
use differences::differences;

const MISSING: &str = "There is no such entry.";
/// Entries per page.
const PAGE_SIZE: u64 = 20;
/// How many entries, newest first, a text search looks at.
const SEARCHED: u64 = 5_000;

/// Who did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AuditActor {
    Visitor,
    Person,
    Administrator,
    System,
}

const ACTORS: [(&str, ActorKind, AuditActor); 4] = [
    ("visitor", ActorKind::Visitor, AuditActor::Visitor),
    ("person", ActorKind::Person, AuditActor::Person),
    (
        "administrator",
        ActorKind::Administrator,
        AuditActor::Administrator,
    ),
    ("system", ActorKind::System, AuditActor::System),
];

/// One audit log entry.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditEntry {
    pub id: Uuid,
    /// Such as `shop.edit`.
    pub action: String,
    pub actor: AuditActor,
    /// Such as `shop`.
    pub subject_kind: String,
    #[schema(required)]
    pub subject_id: Option<Uuid>,
    /// Its name at the time.
    pub subject_label: String,
    #[schema(required)]
    pub note: Option<String>,
    pub created_at: DateTime<Utc>,
    pub is_undone: bool,
}

/// One page of the log.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditLog {
    pub entries: Vec<AuditEntry>,
    pub total: u64,
}

/// An audit log entry with its changes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditDetail {
    #[serde(flatten)]
    pub entry: AuditEntry,
    pub changes: Vec<AuditChange>,
    /// Emails that it caused, if still in the outbox. Undoing cancels unsent ones.
    pub mails: Vec<AuditMail>,
    /// Why it can't be undone; `null` if it can, unless something has changed since.
    #[schema(required)]
    pub cannot_undo: Option<String>,
}

/// An email about a decision.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditMail {
    pub recipient: String,
    pub subject: String,
    pub is_sent: bool,
}

/// The result of an undo.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Undone {
    /// ID of its audit log entry.
    #[schema(required)]
    pub entry: Option<Uuid>,
    /// What couldn't be undone, such as a sent email.
    pub notices: Vec<String>,
}

/// A changed row.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditChange {
    /// Such as `shops`.
    pub table: String,
    pub row: Uuid,
    pub kind: AuditChangeKind,
    pub fields: Vec<AuditField>,
}

/// What happened to the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AuditChangeKind {
    Added,
    Changed,
    Removed,
}

impl From<entry::Model> for AuditEntry {
    fn from(row: entry::Model) -> Self {
        let actor = ACTORS.iter().find(|(_, kind, _)| *kind == row.actor_kind);
        Self {
            id: row.id,
            action: row.action,
            actor: actor.map_or(AuditActor::System, |(_, _, actor)| *actor),
            subject_kind: row.subject_kind,
            subject_id: row.subject_id,
            subject_label: row.subject_label,
            note: row.note,
            created_at: row.created_at,
            is_undone: row.undone_by.is_some(),
        }
    }
}

/// List changes, newest first.
#[utoipa::path(get, path = "/api/admin/audit", tag = "administration",
    params(("search" = Option<String>, Query, description = "Words of action, subject or note", max_length = 100,
            pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("actor" = inline(Option<AuditActor>), Query),
        ("subject" = Option<String>, Query, description = "ID of what was changed", max_length = 36,
            pattern = "^([0-9A-Fa-f]{32}|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})?$"),
        ("page" = Option<u32>, Query, minimum = 1, maximum = 100_000)),
    responses((status = 200, body = AuditLog), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
pub async fn list_entries(
    State(services): State<Services>,
    RawQuery(query): RawQuery,
) -> Result<Fresh<AuditLog>> {
    let known = [
        Parameter::text("search", 100),
        Parameter::choice("actor", &ACTORS.map(|(name, _, _)| name)),
        Parameter::text("subject", 36),
        Parameter::integer("page", Some(1), 1, 100_000),
    ];
    let arguments = query_of(query.as_deref(), &known)?;
    let actor = ACTORS
        .iter()
        .find(|(name, _, _)| Some(*name) == arguments.query("actor"));
    let subject = arguments.query("subject").map(Uuid::try_parse).transpose();
    let wanted = log::Wanted {
        actor: actor.map(|(_, kind, _)| *kind),
        subject: subject
            .map_err(|_| Error::invalid_field("subject", "'subject' must be an identifier."))?,
    };
    let page = u64::try_from(arguments.integer("page").unwrap_or(1)).unwrap_or(1);
    let skip = (page - 1).saturating_mul(PAGE_SIZE);
    let database = &services.database;
    let Some(search) = arguments.query("search") else {
        let total = log::count(database, &wanted).await?;
        let rows = log::entries(database, &wanted, (skip, PAGE_SIZE)).await?;
        let entries = rows.into_iter().map(AuditEntry::from).collect();
        return Ok(Fresh(AuditLog { entries, total }));
    };
    let words: Vec<String> = search
        .to_lowercase()
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let rows = log::entries(database, &wanted, (0, SEARCHED)).await?;
    let found: Vec<entry::Model> = rows
        .into_iter()
        .filter(|row| {
            let note = row.note.as_deref().unwrap_or_default();
            let text = format!("{} {} {note}", row.action, row.subject_label).to_lowercase();
            words.iter().all(|word| text.contains(word.as_str()))
        })
        .collect();
    let total = u64::try_from(found.len()).unwrap_or(u64::MAX);
    let skip = usize::try_from(skip).unwrap_or(usize::MAX);
    let size = usize::try_from(PAGE_SIZE).unwrap_or(20);
    let entries = found.into_iter().skip(skip).take(size);
    Ok(Fresh(AuditLog {
        entries: entries.map(AuditEntry::from).collect(),
        total,
    }))
}

/// Show the details of a change.
#[utoipa::path(get, path = "/api/admin/audit/{id}", tag = "administration", params(("id" = String, Path)),
    responses((status = 200, body = AuditDetail), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn show_entry(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<AuditDetail>> {
    let (entry, images) = find(&services, &id).await?;
    let cannot_undo = why_not(&entry, &images).map(str::to_owned);
    let changes = images.iter().map(AuditChange::of).collect();
    let mails = mail::of_decision(services.database.reads(), entry.id).await?;
    Ok(Fresh(AuditDetail {
        entry: entry.into(),
        changes,
        mails: mails.into_iter().map(AuditMail::from).collect(),
        cannot_undo,
    }))
}

impl From<DecisionMail> for AuditMail {
    fn from(mail: DecisionMail) -> Self {
        Self {
            recipient: mail.recipient,
            subject: mail.subject,
            is_sent: mail.is_sent,
        }
    }
}

/// Undo an act: its rows become what they were, in an act of its own. Mails about it that have not left are taken back.
#[utoipa::path(post, path = "/api/admin/audit/{id}/undo", tag = "administration", params(("id" = String, Path)),
    responses((status = 200, body = Undone), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Undone already, or changed since: `details` names the row", body = ErrorBody)))]
pub async fn undo_entry(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
) -> Result<Fresh<Undone>> {
    let (entry, images) = find(&services, &id).await?;
    if let Some(reason) = why_not(&entry, &images) {
        return Err(Error::Conflict(reason.into()));
    }
    let tables = features::recorded_tables();
    let undone = writing::undo(&services.ledger, tables, actor, entry.id).await?;
    let sent = undone.value.into_iter().filter(|mail| mail.is_sent);
    let notices = sent.map(|mail| {
        let DecisionMail {
            subject, recipient, ..
        } = mail;
        format!("The email “{subject}” to {recipient} had already been sent.")
    });
    Ok(Fresh(Undone {
        entry: undone.entry,
        notices: notices.collect(),
    }))
}

async fn find(services: &Services, id: &str) -> Result<(entry::Model, Vec<image::Model>)> {
    log::entry(&services.database, id_of(id, MISSING)?)
        .await?
        .ok_or_else(|| Error::NotFound(MISSING.into()))
}

impl AuditChange {
    fn of(image: &image::Model) -> Self {
        let kind = match (&image.before_image, &image.after_image) {
            (None, _) => AuditChangeKind::Added,
            (_, None) => AuditChangeKind::Removed,
            _ => AuditChangeKind::Changed,
        };
        Self {
            table: image.table_name.clone(),
            row: image.row_id,
            kind,
            fields: differences(image.before_image.as_ref(), image.after_image.as_ref()),
        }
    }
}

/// Why an act can't be undone, as far as the entry itself shows.
fn why_not(entry: &entry::Model, images: &[image::Model]) -> Option<&'static str> {
    if entry.undone_by.is_some() {
        return Some("This has already been undone.");
    }
    if images.is_empty() {
        return Some("There's nothing to undo, as with an email that has been sent.");
    }
    let is_paid = |image: &image::Model| {
        let state = image.after_image.as_ref().or(image.before_image.as_ref());
        let source = state
            .and_then(|state| state.get("source"))
            .and_then(Value::as_str);
        image.table_name == "boosts" && source != Some("complimentary")
    };
    let moved = entry.action == "shop.merge" || entry.action == "undo";
    if !moved && images.iter().any(is_paid) {
        return Some("A paid boost can't be undone. Refund it in Stripe.");
    }
    let known = features::recorded_tables();
    let is_known = |image: &image::Model| known.iter().any(|table| table.name == image.table_name);
    (!images.iter().all(is_known)).then_some("This kind of change can't be undone.")
}
