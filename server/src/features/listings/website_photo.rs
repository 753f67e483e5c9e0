//! A listed shop's picture: the one its submitter named, or else one from its website (D55, D66, D77). Fetched in the
//! background (`catalog::website_photos`), and stored with its source.

use super::entity;
use crate::{
    catalog::{
        entities::shop,
        photos::{self, Owner},
        website_photos::Misses,
        writing::Subject,
    },
    features::Services,
    platform::{
        error::{Error, Result},
        jobs::{JobAttempt, JobOutcome},
        outbound::OutboundError,
        web::Actor,
    },
};

/// How often an unreachable website is tried.
const ATTEMPTS: i32 = 3;

/// Runs the job.
pub(super) async fn run(services: Services, run: JobAttempt) -> Result<JobOutcome> {
    let Some(shop) = entity::shop_of_job(&services, &run).await? else {
        return Ok(JobOutcome::Done);
    };
    let connection = services.database.reads();
    if !photos::of_owner(connection, Owner::Shop(shop.id))
        .await?
        .is_empty()
    {
        return Ok(JobOutcome::Done);
    }
    let finder = services.website_photos();
    let listing = entity::listing_of(connection, shop.id).await?;
    let named = listing.and_then(|(listing, _)| listing.image_source);
    let mut misses = Misses::new();
    if let Some(address) = named
        && let Some(file) = finder.named(&shop, &address, &mut misses).await?
    {
        finder.keep(shop, file, address, None).await?;
        return Ok(JobOutcome::Done);
    }
    let Some(website) = shop.website.clone() else {
        note_misses(&services, &shop, &misses).await?;
        return Ok(JobOutcome::Done);
    };
    let candidates = match finder.candidates(&shop, &website, &mut misses).await? {
        Ok(candidates) => candidates,
        Err(error) if run.attempt < ATTEMPTS && is_passing(&error) => {
            return Err(Error::Internal(format!("{website}: {error}")));
        }
        Err(error) => {
            misses.push(format!("{website}: {error}"));
            Vec::new()
        }
    };
    for candidate in candidates {
        let address = candidate.address;
        let stored = finder.stored(candidate.bytes, &address, &mut misses);
        if let Some(file) = stored.await? {
            finder.keep(shop, file, address, None).await?;
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

/// Whether a later attempt may succeed.
fn is_passing(error: &OutboundError) -> bool {
    matches!(
        error,
        OutboundError::TooSlow | OutboundError::Failed(_) | OutboundError::UnknownHost
    )
}
