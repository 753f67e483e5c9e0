//! Enhancing one shop: asking Foursquare, then writing what it says in one act.

use chrono::TimeDelta;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{
    photos,
    rules::{self, Doubt},
    store, undo,
};
use crate::{
    catalog::{
        entities::{
            city, shop,
            suggestion::{self, Proposal, Status},
        },
        foursquare_content,
        shop_runs::{self, ShopOutcome},
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        foursquare::{Around, Foursquare, FoursquareError, Place},
        web::Actor,
    },
};

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Enhanced {
    /// Foursquare knows the shop; so many photos were added.
    Matched { photos: i32 },
    /// It doesn't.
    Unknown,
    /// What it says is a question for the administrator.
    Doubted(Doubt),
    /// The shop has been closed or removed meanwhile.
    Gone,
}

/// Asks about a shop and writes the answer, as a result of the run if there is one. Shops that are closed or deleted are left
/// out without asking.
pub(super) async fn enhance(
    services: &Services,
    foursquare: &Foursquare,
    (id, run): (Uuid, Option<Uuid>),
) -> Result<Enhanced, FoursquareError> {
    let Some((row, city)) = store::shop_and_city(services.database.reads(), id).await? else {
        return Ok(Enhanced::Gone);
    };
    let Some(place) = find(foursquare, &row, &city).await? else {
        if row.foursquare_id.is_some() {
            end(services, row.id, Ending::Unlisted).await?;
        }
        return Ok(Enhanced::Unknown);
    };
    match Doubt::of(&place) {
        Some(doubt) => {
            end(services, row.id, Ending::Doubted(doubt)).await?;
            Ok(Enhanced::Doubted(doubt))
        }
        None => write(services, (row.id, run), place).await,
    }
}

/// The shop's place: by its known ID if that is still the shop's, else by name around the shop.
async fn find(
    foursquare: &Foursquare,
    row: &shop::Model,
    city: &city::Model,
) -> Result<Option<Place>, FoursquareError> {
    if let Some(id) = &row.foursquare_id
        && let Some(place) = foursquare.place(id).await?
        && rules::may_be((row, city), &place)
    {
        return Ok(Some(place));
    }
    let town = format!("{}, {}", city.name, city.state);
    let around = match row.latitude.zip(row.longitude) {
        Some((latitude, longitude)) => Around::Point(latitude, longitude),
        None => Around::Town(&town),
    };
    let found = foursquare.search(&row.name, around).await?;
    Ok(rules::matching((row, city), found))
}

/// Writes what Foursquare says about a shop, as a result of the run if there is one.
pub(super) async fn write(
    services: &Services,
    (id, run): (Uuid, Option<Uuid>),
    place: Place,
) -> Result<Enhanced, FoursquareError> {
    let plan = photos::plan(services, id, &place).await?;
    let identifiers = services.identifiers.clone();
    let kept = TimeDelta::days(services.settings.foursquare_kept_days.into());
    let acted = services
        .ledger
        .act(Actor::System, "shop.enhance", move |act| {
            let (place, plan, identifiers) = (place.clone(), plan.clone(), identifiers.clone());
            Box::pin(async move {
                let Some(row) = act.find::<shop::Model>(id).await? else {
                    return Ok(Enhanced::Gone);
                };
                act.set_subject(Subject::new("shop", row.id, &row.name));
                let until = act.now() + kept;
                let day = until.format("%B %-d, %Y");
                act.set_note(&format!(
                    "What Foursquare says is shown until {day}. It isn't kept in this log."
                ));
                let mut after = row.clone();
                rules::apply(&mut after, &place, until);
                act.update(&row, after).await?;
                let photos = photos::show(act, &identifiers, (id, &plan), until).await?;
                if let Some(run) = run {
                    let mark = undo::mark(until);
                    let came = (ShopOutcome::Done, Some(mark.as_str()));
                    shop_runs::note(act.transaction(), (run, id), came, act.now()).await?;
                }
                Ok(Enhanced::Matched { photos })
            })
        })
        .await?;
    Ok(acted.value)
}

/// Why what Foursquare said ends.
#[derive(Clone, Copy, Debug)]
enum Ending {
    /// It no longer has the shop.
    Unlisted,
    Doubted(Doubt),
}

/// Ends what Foursquare said about the shop, facts and photos, and asks the administrator about a doubt, once.
async fn end(services: &Services, id: Uuid, ending: Ending) -> Result<(), FoursquareError> {
    services
        .ledger
        .act(Actor::System, "shop.enhance", move |act| {
            Box::pin(async move {
                let Some(row) = act.find::<shop::Model>(id).await? else {
                    return Ok(());
                };
                act.set_subject(Subject::new("shop", row.id, &row.name));
                act.set_note(match ending {
                    Ending::Unlisted => "Foursquare no longer lists this shop.",
                    Ending::Doubted(doubt) => doubt.words(),
                });
                if let Ending::Doubted(doubt) = ending {
                    ask(act, id, doubt).await?;
                }
                let mut after = row.clone();
                foursquare_content::erase(&mut after);
                if !matches!(ending, Ending::Doubted(Doubt::Chain | Doubt::Other)) {
                    after.foursquare_id = None;
                }
                photos::end(act, id).await?;
                act.update(&row, after).await?;
                Ok(())
            })
        })
        .await?;
    Ok(())
}

/// Puts the question into the inbox, unless it was asked before: then the answer stands.
async fn ask(act: &Act<'_>, shop: Uuid, doubt: Doubt) -> crate::platform::error::Result<()> {
    let hash = Sha256::new()
        .chain_update(b"foursquare\0")
        .chain_update(doubt.words())
        .chain_update(b"\0")
        .chain_update(shop.as_bytes())
        .finalize();
    let mut bytes = [0; 16];
    bytes
        .iter_mut()
        .zip(hash)
        .for_each(|(byte, value)| *byte = value);
    let id = uuid::Builder::from_custom_bytes(bytes).into_uuid();
    if act.find::<suggestion::Model>(id).await?.is_some() {
        return Ok(());
    }
    act.insert(&suggestion::Model {
        id,
        shop_id: shop,
        kind: doubt.kind(),
        status: Status::Open,
        proposal: Proposal::default(),
        note: Some(doubt.words().to_owned()),
        accepted: None,
        answer: None,
        entry_id: None,
        created_at: act.now(),
        decided_at: None,
    })
    .await
}
