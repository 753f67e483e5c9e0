//! The run: one website after the other, each result written at once, so it can be interrupted anywhere.

use uuid::Uuid;

use super::{
    Images,
    pick::{Choice, choose},
};
use crate::{
    catalog::{
        Shop,
        entities::{shop, shop_row},
        photos::{self, Owner},
        shop_runs::{self, ShopOutcome},
        website_photos::Misses,
    },
    features::Services,
    platform::{
        error::Result,
        jobs::{JobAttempt, JobOutcome},
        runs::StepError,
    },
};

/// The reason of shops that got a picture or lost their website meanwhile.
const CHANGED: &str = "It has got a picture or has been changed meanwhile.";

/// Whether a run visits this shop's website.
pub(super) fn needs_image(shop: &Shop) -> bool {
    shop.is_listed() && shop.photos.is_empty() && has_website(shop.website.as_deref())
}

fn has_website(website: Option<&str>) -> bool {
    website.is_some_and(|website| !website.trim().is_empty())
}

/// Runs the job: adds images, or takes them back.
pub(super) async fn run(services: Services, attempt: JobAttempt) -> Result<JobOutcome> {
    let turn = |run: Uuid, shop: Uuid| {
        let services = services.clone();
        async move { update(&services, run, shop).await }
    };
    let shared = (&services.ledger, &services.cpu);
    shop_runs::run_job::<Images, _>(shared, &attempt, turn).await
}

/// Looks for a picture on one shop's website.
async fn update(services: &Services, run: Uuid, id: Uuid) -> std::result::Result<(), StepError> {
    let note = |outcome, detail| note(services, (run, id), (outcome, detail));
    let reads = services.database.reads();
    let shop = shop_row(reads, id).await?.filter(may_get_image);
    let has_photo = !photos::of_owner(reads, Owner::Shop(id)).await?.is_empty();
    let shop = shop.filter(|_| !has_photo);
    let Some((website, shop)) = shop.and_then(|shop| Some((shop.website.clone()?, shop))) else {
        note(ShopOutcome::Skipped, CHANGED.to_owned()).await?;
        return Ok(());
    };
    let finder = services.website_photos();
    let mut misses = Misses::new();
    let mut candidates = match finder.candidates(&shop, &website, &mut misses).await? {
        Ok(candidates) => candidates,
        Err(error) => {
            note(ShopOutcome::Failed, format!("{website}: {error}")).await?;
            return Ok(());
        }
    };
    if let Some(model) = services.ai.vision_model()
        && !candidates.is_empty()
    {
        match choose(services, model, &shop.name, candidates).await? {
            Choice::Ordered(ordered) => candidates = ordered,
            Choice::Nothing => {
                let reason = "The AI model saw no picture of the shop on its website.".to_owned();
                note(ShopOutcome::Refused, reason).await?;
                return Ok(());
            }
            Choice::Failed(error) => {
                let step_error = StepError::from(error);
                if let StepError::Skip(reason) | StepError::Unanswered(reason) = &step_error {
                    note(ShopOutcome::Failed, reason.clone()).await?;
                }
                return Err(step_error);
            }
        }
    }
    for candidate in candidates {
        let address = candidate.address;
        let stored = finder.stored(candidate.bytes, &address, &mut misses);
        if let Some(file) = stored.await? {
            finder.keep(shop, file, address, Some(run)).await?;
            return Ok(());
        }
    }
    misses.insert(0, unsuitable(&website));
    note(ShopOutcome::Refused, misses.join("\n")).await?;
    Ok(())
}

pub(super) async fn note(
    services: &Services,
    ids: (Uuid, Uuid),
    result: (ShopOutcome, String),
) -> Result<()> {
    let now = services.clock.now();
    shop_runs::note_alone(&services.database, ids, result, now).await
}

/// The reason of a shop whose website has no picture that may be shown.
pub(super) fn unsuitable(website: &str) -> String {
    format!("No suitable picture at {website}.")
}

/// [`needs_image`], for the row as it is now.
fn may_get_image(row: &shop::Model) -> bool {
    row.is_active
        && row.closed_at.is_none()
        && row.deleted_at.is_none()
        && has_website(row.website.as_deref())
}
