//! Exporting and erasing everything stored about a person. Each room declares its own data; this one handles people,
//! their sessions, their shops and the audit log.

mod erasure;
mod personal;
pub mod routes;
mod store;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use utoipa::{OpenApi, ToSchema};
use uuid::Uuid;

use erasure::Erasure;
use store::Mentions;

use crate::{
    catalog::writing::Subject,
    features::{DataSubject, Room, Services},
    platform::{error::Result, jobs, mail::EmailAddress, sessions, web::Actor},
};

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    routes::show_person,
    routes::export_person,
    routes::erase_person,
    routes::show_retention
))]
struct Api;

/// This room's contributions. Last in the list, because the person's row is deleted after everything that refers to it.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: routes::routes,
    personal_data: personal::all,
    ..Room::EMPTY
};

/// Everything stored about an address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonExport {
    pub address: String,
    pub exported_at: DateTime<Utc>,
    /// `false` if nothing is stored about the address.
    pub is_known: bool,
    pub parts: Vec<PersonPart>,
}

/// One kind of data.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonPart {
    /// Such as `newsletter`.
    pub name: String,
    #[schema(value_type = Vec<Object>)]
    pub records: Vec<Value>,
}

/// Everything stored about an address, for the panel.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonShown {
    #[serde(flatten)]
    pub person: PersonExport,
    /// The coffee shops that the records are about.
    pub shops: Vec<PersonShop>,
}

/// A coffee shop that a record is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonShop {
    pub id: Uuid,
    pub name: String,
}

/// The result of erasing a person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonErased {
    pub address: String,
    /// `false` if nothing was stored about the address.
    pub was_known: bool,
    pub parts: Vec<ErasedPart>,
    /// What isn't erased, and why.
    pub kept: Vec<String>,
}

/// The erased records of one kind.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ErasedPart {
    pub name: String,
    /// Number of records that were deleted or anonymized.
    pub count: u64,
}

/// Data that is stored for a limited time.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RetentionLine {
    /// Such as `Sessions`.
    pub what: String,
    /// How long it is stored, as text.
    pub time: String,
    /// Number of records now.
    pub count: u64,
    #[schema(required)]
    pub oldest: Option<DateTime<Utc>>,
    /// The job that deletes it; `null` if no separate job is needed.
    #[schema(required)]
    pub job: Option<String>,
    /// When that job last finished.
    #[schema(required)]
    pub last_done: Option<DateTime<Utc>>,
}

/// What is stored for a limited time, with the jobs that remove it.
pub async fn retention(services: &Services) -> Result<Vec<RetentionLine>> {
    let jobs = jobs::overview(&services.database).await?;
    let kept = services.rooms.kept(services).await?;
    let lines = kept.into_iter().map(|line| RetentionLine {
        last_done: (jobs.iter())
            .find(|job| Some(job.kind.as_str()) == line.job)
            .and_then(|job| job.last_done_at),
        what: line.what.to_owned(),
        time: line.time,
        count: line.rows,
        oldest: line.oldest,
        job: line.job.map(str::to_owned),
    });
    Ok(lines.collect())
}

async fn whose(services: &Services, email: &str) -> Result<DataSubject> {
    let address = EmailAddress::parse(email, "email")?;
    let reads = services.database.reads();
    let person = sessions::person_by_address(reads, &services.keys, &address).await?;
    Ok(DataSubject {
        address,
        person: person.map(|row| row.id),
    })
}

/// Everything stored about an address, for the person. The log says that an export was made, but not for whom.
///
/// # Errors
///
/// When the address is invalid, or the database fails.
pub async fn export(services: &Services, actor: Actor, email: &str) -> Result<PersonExport> {
    let export = collect(services, email).await?;
    note(
        services,
        actor,
        ("person.export", "At the person's request."),
    )
    .await?;
    Ok(export)
}

/// The same for a look in the panel, which the log tells from an export.
///
/// # Errors
///
/// When the address is invalid, or the database fails.
pub async fn show(services: &Services, actor: Actor, email: &str) -> Result<PersonShown> {
    let person = collect(services, email).await?;
    note(services, actor, ("person.show", "In the panel.")).await?;
    let records = person.parts.iter().flat_map(|part| &part.records);
    let mut ids: Vec<Uuid> = records.filter_map(shop_of).collect();
    let own = person.parts.iter().filter(|part| part.name == "shops");
    let own = own.flat_map(|part| &part.records);
    ids.extend(own.filter_map(|record| id_in(record, "id")));
    ids.sort_unstable();
    ids.dedup();
    let view = services.catalog.view();
    let shops = ids.into_iter().filter_map(|id| {
        let name = view.any_shop(id)?.name.to_string();
        Some(PersonShop { id, name })
    });
    let shops = shops.collect();
    Ok(PersonShown { person, shops })
}

/// The shop that a room's record is about.
fn shop_of(record: &Value) -> Option<Uuid> {
    id_in(record, "shopId").or_else(|| id_in(record, "shop_id"))
}

fn id_in(record: &Value, name: &str) -> Option<Uuid> {
    Uuid::try_parse(record.get(name)?.as_str()?).ok()
}

async fn collect(services: &Services, email: &str) -> Result<PersonExport> {
    let whose = whose(services, email).await?;
    let mut parts = Vec::new();
    for data in services.rooms.personal_data() {
        let records = (data.export)(services, &whose).await?;
        if !records.is_empty() {
            parts.push(PersonPart {
                name: data.name.to_owned(),
                records,
            });
        }
    }
    Ok(PersonExport {
        address: whose.address.as_text(),
        exported_at: services.clock.now(),
        is_known: !parts.is_empty(),
        parts,
    })
}

async fn note(
    services: &Services,
    actor: Actor,
    (action, note): (&'static str, &'static str),
) -> Result<()> {
    services
        .ledger
        .act(actor, action, move |act| {
            Box::pin(async move {
                act.set_subject(subject());
                act.set_note(note);
                Ok(())
            })
        })
        .await?;
    Ok(())
}

fn subject() -> Subject {
    Subject {
        kind: "person",
        id: None,
        label: "A person".to_owned(),
    }
}

/// Erases what is stored about an address. Doing it again finds nothing and changes nothing.
///
/// # Errors
///
/// When the address is invalid, or the database fails.
pub async fn erase(services: &Services, actor: Actor, email: &str) -> Result<PersonErased> {
    let whose = whose(services, email).await?;
    // Searched beforehand, because the log may be long and a transaction must be short.
    let erasure = store::erasure(services, &whose).await?;
    let mentions = store::mentions(services, &erasure).await?;
    let held = (services.clone(), whose.clone(), erasure.clone(), mentions);
    let acted = services
        .ledger
        .act(actor, "person.erase", move |act| {
            let (services, whose, erasure, mentions) = held.clone();
            Box::pin(async move {
                let mut erased = Vec::new();
                let mut kept = Vec::new();
                let found = (&erasure, &mentions);
                let scrubbed = store::scrub(act.transaction(), &whose, found).await?;
                for data in services.rooms.personal_data() {
                    let done = (data.erase)(&services, act, &whose).await?;
                    erased.push((data.name, done.count));
                    kept.extend(done.kept.map(str::to_owned));
                }
                let cleaned = store::clean_rows(act, found).await?;
                erased.push(("texts with the address", cleaned));
                erased.push(("audit log", scrubbed));
                act.set_subject(subject());
                let counts: Vec<String> = (erased.iter().filter(|(_, count)| *count > 0))
                    .map(|(name, count)| format!("{name}: {count}"))
                    .collect();
                if !counts.is_empty() {
                    act.set_note(&counts.join(", "));
                }
                Ok((erased, kept))
            })
        })
        .await?;
    scrub_what_came_meanwhile(services, actor, (whose.clone(), erasure)).await?;
    let (erased, kept) = acted.value;
    let parts: Vec<ErasedPart> = erased
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(name, count)| ErasedPart {
            name: name.to_owned(),
            count,
        })
        .collect();
    Ok(PersonErased {
        address: whose.address.as_text(),
        was_known: !parts.is_empty(),
        parts,
        kept,
    })
}

/// Others may have written of the person between the search and the transaction.
async fn scrub_what_came_meanwhile(
    services: &Services,
    actor: Actor,
    (whose, erasure): (DataSubject, Erasure),
) -> Result<()> {
    let mentions = store::mentions(services, &erasure).await?;
    if mentions == Mentions::default() {
        return Ok(());
    }
    let held = (whose, erasure, mentions);
    // The log has the erasure already, and this says nothing, so it makes no second entry.
    services
        .ledger
        .act(actor, "person.erase", move |act| {
            let (whose, erasure, mentions) = held.clone();
            Box::pin(async move {
                let found = (&erasure, &mentions);
                store::scrub(act.transaction(), &whose, found).await?;
                store::clean_rows(act, found).await?;
                Ok(())
            })
        })
        .await?;
    Ok(())
}
