//! The audit log: who did what, what it changed, and undoing it.

mod differences;

use std::collections::HashMap;

use axum::extract::{Path, RawQuery, State};
use chrono::{DateTime, NaiveDate, NaiveTime, TimeZone, Utc};
use chrono_tz::Tz;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

pub use differences::AuditField;

use super::{query_of, store::log};
use crate::{
    catalog::{
        entities::audit::{
            entry::{self, ActorKind},
            image,
        },
        not_found::entry_not_found,
        writing::{self, TakenBack, UndoBeside},
    },
    features::Services,
    platform::{
        administrators,
        arguments::Parameter,
        error::{Error, ErrorBody, Result},
        mail::{self, DecisionMail},
        web::{Actor, Fresh, JsonBodyIfAny, path_id},
    },
};
use differences::differences;

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
    /// The name of an administrator who has one.
    #[schema(required)]
    pub actor_name: Option<String>,
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

impl AuditEntry {
    fn of(row: entry::Model, names: &HashMap<Uuid, String>) -> Self {
        let actor = ACTORS.iter().find(|(_, kind, _)| *kind == row.actor_kind);
        Self {
            id: row.id,
            action: row.action,
            actor: actor.map_or(AuditActor::System, |(_, _, actor)| *actor),
            actor_name: row.actor_id.and_then(|id| names.get(&id)).cloned(),
            subject_kind: row.subject_kind,
            subject_id: row.subject_id,
            subject_label: row.subject_label,
            note: row.note,
            created_at: row.created_at,
            is_undone: row.undone_by.is_some(),
        }
    }
}

/// List changes, newest first unless another order is asked for.
#[utoipa::path(get, path = "/api/admin/audit", tag = "administration",
    params(("search" = Option<String>, Query, description = "Words of action, subject or note", max_length = 100,
            pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("actor" = inline(Option<AuditActor>), Query),
        ("machine" = Option<bool>, Query, description = "`false` leaves out what the server did by itself; `true`: that alone"),
        ("action" = Option<String>, Query, description = "Such as `shop.edit`", max_length = 64),
        ("day" = Option<String>, Query, description = "In the site's time zone (setting `time_zone`)",
            pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
        ("subject" = Option<String>, Query, description = "ID of what was changed", max_length = 36,
            pattern = "^([0-9A-Fa-f]{32}|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})?$"),
        ("kind" = Option<String>, Query, description = "Of what was changed, such as `shop`", max_length = 16,
            pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("sort" = Option<String>, Query, description = "The column: `when`", pattern = "^when$"),
        ("direction" = Option<String>, Query, description = "With `sort`: `ascending` (the default) or `descending`",
            pattern = "^(ascending|descending)$"),
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
        Parameter::choice("machine", &["true", "false"]),
        Parameter::text("action", 64),
        Parameter::text("day", 10),
        Parameter::text("kind", 16),
        Parameter::choice("sort", &["when"]),
        Parameter::choice("direction", &["ascending", "descending"]),
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
        by_people: arguments.query("machine").map(|machine| machine == "false"),
        action: arguments.query("action").map(str::to_owned),
        span: (arguments.query("day"))
            .map(|day| span_of(day, services.settings.time_zone))
            .transpose()?,
        kind: arguments.query("kind").map(str::to_owned),
        is_ascending: arguments.query("sort").is_some()
            && arguments.query("direction") != Some("descending"),
    };
    let page = u64::try_from(arguments.integer("page").unwrap_or(1)).unwrap_or(1);
    let skip = (page - 1).saturating_mul(PAGE_SIZE);
    let database = &services.database;
    let Some(search) = arguments.query("search") else {
        let total = log::count(database, &wanted).await?;
        let rows = log::entries(database, &wanted, (skip, PAGE_SIZE)).await?;
        let entries = named(&services, rows).await?;
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
    let page = found.into_iter().skip(skip).take(size).collect();
    let entries = named(&services, page).await?;
    Ok(Fresh(AuditLog { entries, total }))
}

/// The entries, with the names of administrators.
async fn named(services: &Services, rows: Vec<entry::Model>) -> Result<Vec<AuditEntry>> {
    let ids = rows
        .iter()
        .filter(|row| row.actor_kind == ActorKind::Administrator)
        .filter_map(|row| row.actor_id);
    let names = administrators::names_of(services.database.reads(), ids).await?;
    let entries = rows.into_iter().map(|row| AuditEntry::of(row, &names));
    Ok(entries.collect())
}

/// A day on the site's clocks.
fn span_of(day: &str, zone: Tz) -> Result<(DateTime<Utc>, DateTime<Utc>)> {
    let wrong = || Error::invalid_field("day", "Write the day like 2026-11-24.");
    let day = NaiveDate::parse_from_str(day, "%Y-%m-%d").map_err(|_| wrong())?;
    let next = day.succ_opt().ok_or_else(wrong)?;
    let begins = |day: NaiveDate| {
        let midnight = day.and_time(NaiveTime::MIN);
        // Where clocks skip midnight, the day begins an hour later.
        let moment = zone.from_local_datetime(&midnight).earliest();
        moment.map_or_else(|| midnight.and_utc(), |moment| moment.to_utc())
    };
    Ok((begins(day), begins(next)))
}

/// Show the details of a change.
#[utoipa::path(get, path = "/api/admin/audit/{id}", tag = "administration", params(("id" = String, Path)),
    responses((status = 200, body = AuditDetail), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn show_entry(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<AuditDetail>> {
    let (entry, images) = find(&services, path_id(&id, entry_not_found)?).await?;
    let changes = images.iter().map(AuditChange::of).collect();
    let mails = mail::of_decision(services.database.reads(), entry.id).await?;
    let cannot_undo = why_not(&services, (&entry, &images), &mails).map(str::to_owned);
    let entry = named(&services, vec![entry]).await?.pop();
    Ok(Fresh(AuditDetail {
        entry: entry.ok_or_else(entry_not_found)?,
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
/// With `later`, later acts about the same are undone, too, all or none.
#[utoipa::path(post, path = "/api/admin/audit/{id}/undo", tag = "administration", params(("id" = String, Path)),
    request_body = Option<UndoBeside>,
    responses((status = 200, body = Undone), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Undone already, or changed since: `details` names the row and the later acts",
            body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn undo_entry(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBodyIfAny(beside): JsonBodyIfAny<UndoBeside>,
) -> Result<Fresh<Undone>> {
    let id = path_id(&id, entry_not_found)?;
    beside.refuse_too_many()?;
    for id in beside.later.iter().chain([&id]) {
        let (entry, images) = find(&services, *id).await?;
        let mails = mail::of_decision(services.database.reads(), *id).await?;
        if let Some(reason) = why_not(&services, (&entry, &images), &mails) {
            return Err(Error::Conflict(reason.into()));
        }
    }
    let tables = services.rooms.recorded_tables();
    let undone =
        writing::undo_beside(&services.ledger, tables, (actor, None), (id, beside)).await?;
    let TakenBack { sent, left } = undone.value;
    let left = left
        .into_iter()
        .map(|name| format!("{name} has moved since and stays where it is."));
    let sent = sent.into_iter().map(|mail| {
        let DecisionMail {
            subject, recipient, ..
        } = mail;
        format!("The email “{subject}” to {recipient} had already been sent.")
    });
    Ok(Fresh(Undone {
        entry: undone.entry,
        notices: sent.chain(left).collect(),
    }))
}

async fn find(services: &Services, id: Uuid) -> Result<(entry::Model, Vec<image::Model>)> {
    log::entry(&services.database, id)
        .await?
        .ok_or_else(entry_not_found)
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
fn why_not(
    services: &Services,
    (entry, images): (&entry::Model, &[image::Model]),
    mails: &[DecisionMail],
) -> Option<&'static str> {
    if entry.undone_by.is_some() {
        return Some("This has already been undone.");
    }
    if entry.subject_kind == "administrator" {
        return Some("Access isn't undone here: change it on the page of your account.");
    }
    if images.is_empty() {
        return Some("There's nothing to undo, as with an email that has been sent.");
    }
    if entry.action == "shop.ask_hours" && mails.iter().any(|mail| mail.is_sent) {
        return Some("The email has been sent, and its links must keep working.");
    }
    if writing::is_of_bulk_edit(entry) {
        return Some(if entry.action == "shop.bulk_undo" {
            "Only the first shops are shown here. This took a bulk edit back, and can't be undone."
        } else {
            "Only the first shops are shown here. A bulk edit is taken back as a whole, under “Edit many coffee shops”."
        });
    }
    if matches!(entry.action.as_str(), "expansion.zip" | "expansion.area") {
        return Some(
            "Take this back on the page of its run: what others have changed since stays there.",
        );
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
    let known = services.rooms.recorded_tables();
    let is_known = |image: &image::Model| known.iter().any(|table| table.name == image.table_name);
    (!images.iter().all(is_known)).then_some("This kind of change can't be undone.")
}
