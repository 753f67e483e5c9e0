//! A listed shop's picture: the one its submitter named, or else one from its website (D55, D66, D77). Fetched in the
//! background through the guarded client, and stored with its source.

use std::{cmp::Reverse, sync::Arc};

use bytes::Bytes;
use chrono::{DateTime, Utc};
use page_pictures::{Found, MIN_WIDTH, Picture, pictures};
use serde_json::json;
use url::Url;
use uuid::Uuid;

use super::store;
use crate::{
    catalog::{
        entities::shop,
        photo_acts,
        photos::{self, NewPhoto, Owner},
        writing::Subject,
    },
    features::Services,
    platform::{
        error::{Error, Result},
        jobs::{JobAttempt, JobOutcome, NewJob},
        outbound::{Fetched, OutboundError},
        photo_files::{StoredPhoto, use_photo},
        web::Actor,
    },
};

/// The job's kind.
pub(super) const JOB: &str = "listings.photo";
/// The purpose of its files.
const PURPOSE: &str = "website";
/// How many pictures are fetched from one website.
const MAX_FETCHED: usize = 6;
/// Pictures for link previews may be smaller than others, in pixels.
const MIN_SHARED_WIDTH: u32 = 400;
const MIN_HEIGHT: u32 = 250;
/// A picture wider than this many times its height is a banner, not a picture of a place.
const WIDEST: u32 = 3;
/// How often an unreachable website is tried.
const ATTEMPTS: i32 = 3;

/// Pictures and pages that couldn't be used, each with its URL and the reason, for the audit log.
type Misses = Vec<String>;

/// A picture that could represent the shop, and its URL.
struct Candidate {
    found: Found,
    area: u64,
    bytes: Bytes,
    address: String,
}

/// The job that finds a shop's picture.
pub(super) fn job(shop: Uuid, now: DateTime<Utc>) -> NewJob {
    NewJob {
        kind: JOB,
        payload: json!({ "shop": shop }),
        unique_key: Some(format!("{JOB} {shop}")),
        due_at: now,
    }
}

/// Runs the job.
pub(super) async fn run(services: Services, run: JobAttempt) -> Result<JobOutcome> {
    let Some(shop) = store::shop_of_job(&services, &run).await? else {
        return Ok(JobOutcome::Done);
    };
    let connection = services.database.reads();
    if !photos::of_owner(connection, Owner::Shop(shop.id))
        .await?
        .is_empty()
    {
        return Ok(JobOutcome::Done);
    }
    let listing = store::confirm::listing_of(connection, shop.id).await?;
    let named = listing.and_then(|(listing, _)| listing.image_source);
    let mut misses = Misses::new();
    if let Some(address) = named
        && !was_removed(&services, &shop, &address).await?
        && let Some(bytes) = answered(services.outbound.get(&address).await, &address, &mut misses)
        && let Some(file) = stored(&services, bytes, &address, &mut misses).await?
    {
        keep(&services, shop, file, address).await?;
        return Ok(JobOutcome::Done);
    }
    let Some(website) = shop.website.clone() else {
        note_misses(&services, &shop, &misses).await?;
        return Ok(JobOutcome::Done);
    };
    let page = match services.outbound.get_as_robot(&website).await {
        Ok(page) => page,
        Err(error) if run.attempt < ATTEMPTS && is_passing(&error) => {
            return Err(Error::Internal(format!("{website}: {error}")));
        }
        Err(error) => {
            misses.push(format!("{website}: {error}"));
            note_misses(&services, &shop, &misses).await?;
            return Ok(JobOutcome::Done);
        }
    };
    if page.status != 200 {
        misses.push(format!("{website}: the site returned {}", page.status));
    }
    for candidate in candidates(&services, &shop, page, &mut misses).await? {
        let address = candidate.address;
        if let Some(file) = stored(&services, candidate.bytes, &address, &mut misses).await? {
            keep(&services, shop, file, address).await?;
            return Ok(JobOutcome::Done);
        }
    }
    note_misses(&services, &shop, &misses).await?;
    Ok(JobOutcome::Done)
}

/// Writes into the audit log what couldn't be fetched or read, if that left the shop without a picture.
async fn note_misses(services: &Services, shop: &shop::Model, misses: &Misses) -> Result<()> {
    if misses.is_empty() {
        return Ok(());
    }
    let subject = Subject::new("shop", shop.id, &shop.name);
    let note = format!("No picture was added.\n{}", misses.join("\n"));
    services
        .ledger
        .act(Actor::System, "shop.photo_missed", move |act| {
            let (subject, note) = (subject.clone(), note.clone());
            Box::pin(async move {
                act.set_subject(subject);
                act.set_note(&note);
                Ok(())
            })
        })
        .await?;
    Ok(())
}

/// The page's pictures of the shop, best first: link previews, then structured data, then the largest picture.
async fn candidates(
    services: &Services,
    shop: &shop::Model,
    page: Fetched,
    misses: &mut Misses,
) -> Result<Vec<Candidate>> {
    if !is_page(&page) {
        return Ok(Vec::new());
    }
    let read = move || pictures(&String::from_utf8_lossy(&page.body), &page.address);
    let mut good = Vec::new();
    for picture in services.cpu.run(read).await?.into_iter().take(MAX_FETCHED) {
        let address = picture.url.to_string();
        if was_removed(services, shop, &address).await? {
            continue;
        }
        let fetched = services.outbound.get_as_robot(&address).await;
        let Some(bytes) = answered(fetched, &address, misses) else {
            continue;
        };
        let Ok(size) = photo_files::size(&bytes) else {
            continue;
        };
        if is_of_a_place(&picture, size) {
            good.push(Candidate {
                found: picture.found,
                area: u64::from(size.0) * u64::from(size.1),
                bytes,
                address,
            });
        }
    }
    // The sort is stable: the page's own order counts among those it names.
    good.sort_by_key(|one| {
        let is_shown = one.found == Found::Image;
        (one.found, Reverse(if is_shown { one.area } else { 0 }))
    });
    Ok(good)
}

fn is_page(page: &Fetched) -> bool {
    let kind = page.content_type.as_deref().unwrap_or("text/html");
    page.status == 200 && (kind.contains("html") || kind.contains("xml"))
}

/// Whether the picture is large enough and not a banner.
fn is_of_a_place(picture: &Picture, (width, height): (u32, u32)) -> bool {
    let least = match picture.found {
        Found::Image => MIN_WIDTH,
        Found::SharedLink | Found::StructuredData => MIN_SHARED_WIDTH,
    };
    width >= least && height >= MIN_HEIGHT && width <= height.saturating_mul(WIDEST)
}

/// A picture that someone removed from the shop's page isn't added again (D77).
async fn was_removed(services: &Services, shop: &shop::Model, address: &str) -> Result<bool> {
    photos::was_removed(services.database.reads(), Owner::Shop(shop.id), address).await
}

/// The picture as our own files; `None` if it can't be shown.
async fn stored(
    services: &Services,
    bytes: Bytes,
    address: &str,
    misses: &mut Misses,
) -> Result<Option<StoredPhoto>> {
    match services.photo_files.store(PURPOSE, bytes).await {
        Ok(stored) => Ok(Some(stored)),
        Err(Error::Invalid { message, .. }) => {
            misses.push(format!("{address}: {message}"));
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

fn answered(
    fetched: std::result::Result<Fetched, OutboundError>,
    address: &str,
    misses: &mut Misses,
) -> Option<Bytes> {
    match fetched {
        Ok(fetched) if fetched.status == 200 => return Some(fetched.body),
        Ok(fetched) => misses.push(format!("{address}: the site returned {}", fetched.status)),
        Err(error) => misses.push(format!("{address}: {error}")),
    }
    None
}

/// Whether a later attempt may succeed.
fn is_passing(error: &OutboundError) -> bool {
    matches!(
        error,
        OutboundError::TooSlow | OutboundError::Failed(_) | OutboundError::UnknownHost
    )
}

/// Shows the picture on the shop's page, with its source and credit.
async fn keep(
    services: &Services,
    shop: shop::Model,
    file: StoredPhoto,
    address: String,
) -> Result<()> {
    let (held, shop, address) = (services.clone(), Arc::new(shop), Arc::new(address));
    services
        .ledger
        .act(Actor::System, "shop.photo", move |act| {
            let (services, file) = (held.clone(), file.clone());
            let (shop, address) = (shop.clone(), address.clone());
            Box::pin(async move {
                let transaction = act.transaction();
                let owner = Owner::Shop(shop.id);
                if !photos::of_owner(transaction, owner).await?.is_empty() {
                    return Ok(());
                }
                let file = use_photo(transaction, PURPOSE, &file.key).await?;
                let new = NewPhoto {
                    credit: host(&address).map(|host| format!("Photo: {host}")),
                    source_url: Some(address.to_string()),
                    fetched_at: Some(act.now()),
                    ..NewPhoto::uploaded(owner, file, "website")
                };
                photo_acts::show(act, &services.identifiers, &new, None).await?;
                act.set_subject(Subject::new("shop", shop.id, &shop.name));
                act.set_note(&address);
                Ok(())
            })
        })
        .await?;
    Ok(())
}

/// The picture's host, for its credit.
fn host(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    Some(url.host_str()?.trim_start_matches("www.").to_owned())
}
