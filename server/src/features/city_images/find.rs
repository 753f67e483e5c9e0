//! Finding and showing one city's image.

use std::collections::HashMap;

use gazetteer::distance_miles;
use tokio::sync::Mutex;
use uuid::Uuid;

use super::{asks_wikipedia, run::FoundIn};
use crate::{
    catalog::{
        entities::city,
        photo_acts,
        photos::{self, NewPhoto, Owner},
        writing::Subject,
    },
    features::Services,
    platform::{
        error::{Error, Result},
        outbound::OutboundError,
        pexels::{Pexels, PexelsError, StockPhoto},
        photo_files::{StoredPhoto, use_photo},
        web::Actor,
        wikimedia::{self, WikimediaError},
    },
};

/// The purpose of its files; at most 16 characters.
const PURPOSE: &str = "city";
/// An article about a place farther from the city, in miles, is about another one.
const FARTHEST: f64 = 25.0;
const WIKIPEDIA: &str = "wikipedia";
const STOCK: &str = "stock";

/// A city to find an image for.
#[derive(Clone, Debug)]
pub(super) struct Town {
    pub(super) id: Uuid,
    pub(super) slug: String,
    pub(super) name: String,
    /// Spelled out.
    pub(super) state: &'static str,
    pub(super) point: (f64, f64),
}

/// The sources of one run.
#[derive(Debug)]
pub(super) struct Sources {
    asks_wikipedia: bool,
    pexels: Option<Pexels>,
    /// Stock photos by state: one question serves all its cities.
    stock: Mutex<HashMap<&'static str, Vec<StockPhoto>>>,
}

/// Why a city's image wasn't found, and how to go on.
pub(super) enum Setback {
    /// Later, from the same cities on.
    Later(u32),
    /// With the next city.
    Failed(String),
    /// Not at all, with the reason for the administrator.
    Stop(String),
    Ours(Error),
}

impl From<Error> for Setback {
    fn from(error: Error) -> Self {
        Self::Ours(error)
    }
}

impl From<WikimediaError> for Setback {
    fn from(error: WikimediaError) -> Self {
        match error {
            WikimediaError::Throttled(seconds) => Self::Later(seconds),
            WikimediaError::Setting(_) => Self::Stop(error.to_string()),
            _ => Self::Failed(error.to_string()),
        }
    }
}

impl From<PexelsError> for Setback {
    fn from(error: PexelsError) -> Self {
        match error {
            PexelsError::Throttled(seconds) => Self::Later(seconds),
            PexelsError::WrongKey(_) => Self::Stop(error.to_string()),
            PexelsError::Failed(_) => Self::Failed(error.to_string()),
        }
    }
}

/// A picture with what is shown beside it.
#[derive(Clone, Debug)]
struct Candidate {
    address: String,
    credit: String,
    license: Option<String>,
    page: String,
    alternative_text: Option<String>,
    source: &'static str,
}

impl Sources {
    pub(super) fn open(services: &Services) -> Result<Self> {
        Ok(Self {
            asks_wikipedia: asks_wikipedia(&services.settings),
            pexels: Pexels::open(&services.settings)?,
            stock: Mutex::default(),
        })
    }
}

/// Finds an image of `town` and shows it.
pub(super) async fn find_image(
    services: &Services,
    sources: &Sources,
    town: &Town,
) -> std::result::Result<FoundIn, Setback> {
    if sources.asks_wikipedia
        && let Some(found) = on_wikipedia(services, town).await?
        && show(services, town, found).await?
    {
        return Ok(FoundIn::Wikipedia);
    }
    if let Some(pexels) = &sources.pexels
        && let Some(found) = in_stock(sources, pexels, town).await?
        && show(services, town, found).await?
    {
        return Ok(FoundIn::Stock);
    }
    Ok(FoundIn::Nowhere)
}

async fn on_wikipedia(
    services: &Services,
    town: &Town,
) -> std::result::Result<Option<Candidate>, WikimediaError> {
    let (settings, outbound) = (&services.settings, &services.outbound);
    let title = format!("{}, {}", town.name, town.state);
    let article = wikimedia::article(outbound, &settings.wikipedia_url, &title).await?;
    let Some(article) =
        article.filter(|article| distance_miles(article.point, town.point) <= FARTHEST)
    else {
        return Ok(None);
    };
    let picture = wikimedia::free_picture(outbound, &settings.wikimedia_url, &article.file).await?;
    Ok(picture.map(|picture| Candidate {
        address: picture.address,
        credit: match picture.author {
            Some(author) => format!("Photo: {author}, Wikimedia Commons"),
            None => "Photo: Wikimedia Commons".to_owned(),
        },
        license: Some(picture.license),
        page: picture.page,
        alternative_text: None,
        source: WIKIPEDIA,
    }))
}

/// One of the state's stock photos, always the same for the same city.
async fn in_stock(
    sources: &Sources,
    pexels: &Pexels,
    town: &Town,
) -> std::result::Result<Option<Candidate>, PexelsError> {
    let mut stock = sources.stock.lock().await;
    if !stock.contains_key(town.state) {
        let found = pexels.search(&format!("small town {}", town.state)).await?;
        stock.insert(town.state, found);
    }
    let photos = stock.get(town.state).map(Vec::as_slice).unwrap_or_default();
    let hash = town.slug.bytes().fold(0_usize, |hash, byte| {
        hash.wrapping_mul(31).wrapping_add(byte.into())
    });
    let chosen = hash
        .checked_rem(photos.len())
        .and_then(|place| photos.get(place));
    Ok(chosen.map(|photo| Candidate {
        address: photo.src.large2x.clone(),
        credit: format!("Photo by {} on Pexels", photo.photographer),
        license: None,
        page: photo.url.clone(),
        alternative_text: photo.alt.clone().filter(|text| !text.is_empty()),
        source: STOCK,
    }))
}

/// Fetches the picture and shows it, unless somebody removed it before, or the city has an image by now.
async fn show(
    services: &Services,
    town: &Town,
    found: Candidate,
) -> std::result::Result<bool, Setback> {
    let owner = Owner::City(town.id);
    if photos::was_removed(services.database.reads(), owner, &found.page).await? {
        return Ok(false);
    }
    let Some(file) = fetch(services, &found.address).await? else {
        return Ok(false);
    };
    let (identifiers, id) = (services.identifiers.clone(), town.id);
    let acted = services
        .ledger
        .act(Actor::System, "city.image", move |act| {
            let (found, file, identifiers) = (found.clone(), file.clone(), identifiers.clone());
            Box::pin(async move {
                let Some(row) = act.find::<city::Model>(id).await? else {
                    return Ok(false);
                };
                if !photos::of_owner(act.transaction(), owner).await?.is_empty() {
                    return Ok(false);
                }
                act.set_subject(Subject::new("city", row.id, &row.name));
                act.set_note(&found.page);
                let file = use_photo(act.transaction(), PURPOSE, &file.key).await?;
                let new = NewPhoto {
                    credit: Some(found.credit),
                    license: found.license,
                    alternative_text: found.alternative_text,
                    source_url: Some(found.page),
                    fetched_at: Some(act.now()),
                    ..NewPhoto::uploaded(owner, file, found.source)
                };
                photo_acts::show(act, &identifiers, &new, None).await?;
                let mut after = row.clone();
                found.source.clone_into(&mut after.image_source);
                act.update(&row, after).await?;
                Ok(true)
            })
        })
        .await?;
    Ok(acted.value)
}

/// The file, or `None` if it isn't a picture.
async fn fetch(
    services: &Services,
    address: &str,
) -> std::result::Result<Option<StoredPhoto>, Setback> {
    let failed = |error: OutboundError| Setback::Failed(format!("{address}: {error}"));
    let fetched = services.outbound.get(address).await.map_err(failed)?;
    match fetched.status {
        200 => {}
        429 => return Err(Setback::Later(fetched.retry_after.unwrap_or(60))),
        status => return Err(Setback::Failed(format!("{address}: it answered {status}"))),
    }
    match services.photo_files.store(PURPOSE, fetched.body).await {
        Ok(file) => Ok(Some(file)),
        Err(Error::Invalid { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
