//! Finding and showing one city's image.

use std::{collections::HashMap, sync::OnceLock};

use chrono::TimeDelta;
use gazetteer::distance_miles;
use tokio::sync::Mutex;
use uuid::Uuid;

use crate::{
    catalog::{
        entities::city,
        photo_acts,
        photos::{self, NewPhoto, Owner},
        shop_runs::{self, ShopOutcome},
        writing::Subject,
    },
    features::Services,
    platform::{
        error::{Error, Result},
        outbound::OutboundError,
        outside::ServiceError,
        pexels::{Pexels, StockPhoto},
        photo_files::{StoredPhoto, use_photo},
        runs::{Pause, StepError},
        web::Actor,
        wikimedia::Wikimedia,
    },
};

/// The purpose of its files; at most 16 characters.
pub(super) const PURPOSE: &str = "city";
/// An article about a place farther from the city, in miles, is about another one.
const FARTHEST: f64 = 25.0;
/// The pause if a busy host of pictures doesn't say for how long.
const PAUSE: TimeDelta = TimeDelta::minutes(1);
/// A source that wants a longer pause is left out, unless it is the only one.
pub(super) const LONGEST_PAUSE: TimeDelta = TimeDelta::minutes(10);
pub(super) const WIKIPEDIA: &str = "wikipedia";
const STOCK: &str = "stock";

/// Where an image came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FoundIn {
    Wikipedia,
    Stock,
    Nowhere,
}

/// A city to find an image for.
#[derive(Clone, Debug)]
pub(super) struct Town {
    pub(super) id: Uuid,
    /// The run that looks for it.
    pub(super) run: Uuid,
    pub(super) slug: String,
    pub(super) name: String,
    /// Spelled out.
    pub(super) state: &'static str,
    pub(super) point: (f64, f64),
}

/// The sources of one run, in the order in which they are asked. One that doesn't answer is left out of the rest of it.
#[derive(Debug)]
pub(super) struct Sources {
    wikimedia: Option<Wikimedia>,
    pexels: Option<Pexels>,
    /// Stock photos by state: one question serves all its cities.
    stock: Mutex<HashMap<&'static str, Vec<StockPhoto>>>,
    /// Why it was left out, by source.
    out: [OnceLock<String>; 2],
}

/// A source, by its place in [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Wikimedia,
    Pexels,
}

/// What came of one city.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) place: FoundIn,
    /// How each source that was asked took it.
    pub(super) asked: Vec<(Source, Option<StepError>)>,
}

/// A picture with what is shown beside it.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) address: String,
    pub(super) credit: String,
    pub(super) license: Option<String>,
    pub(super) page: String,
    pub(super) alternative_text: Option<String>,
    pub(super) source: &'static str,
}

impl Sources {
    pub(super) fn open(services: &Services) -> Result<Self> {
        Ok(Self {
            wikimedia: Wikimedia::open(&services.settings, &services.outbound),
            pexels: Pexels::open(&services.settings)?,
            stock: Mutex::default(),
            out: Default::default(),
        })
    }

    /// Leaves a source out from now on.
    pub(super) fn leave_out(&self, source: Source, reason: String) {
        let [wikimedia, pexels] = &self.out;
        let out = match source {
            Source::Wikimedia => wikimedia,
            Source::Pexels => pexels,
        };
        if out.set(reason.clone()).is_ok() {
            tracing::warn!(reason, "a source of city images is left out");
        }
    }

    /// Why sources were left out.
    pub(super) fn problems(&self) -> Vec<String> {
        self.out.iter().filter_map(OnceLock::get).cloned().collect()
    }

    /// Whether there is one left to ask.
    pub(super) fn can_ask(&self) -> bool {
        self.wikimedia().is_some() || self.pexels().is_some()
    }

    /// Whether it is the only one left.
    pub(super) fn is_last(&self, source: Source) -> bool {
        match source {
            Source::Wikimedia => self.pexels().is_none(),
            Source::Pexels => self.wikimedia().is_none(),
        }
    }

    fn wikimedia(&self) -> Option<&Wikimedia> {
        let [out, _] = &self.out;
        self.wikimedia.as_ref().filter(|_| out.get().is_none())
    }

    fn pexels(&self) -> Option<&Pexels> {
        let [_, out] = &self.out;
        self.pexels.as_ref().filter(|_| out.get().is_none())
    }
}

/// Finds an image of `town` and shows it. A source that doesn't answer doesn't keep the next one from being asked.
pub(super) async fn find_image(services: &Services, sources: &Sources, town: &Town) -> Found {
    let mut found = Found {
        place: FoundIn::Nowhere,
        asked: Vec::new(),
    };
    if let Some(wikimedia) = sources.wikimedia() {
        let shown = from_wikipedia(services, wikimedia, town).await;
        found.note(Source::Wikimedia, FoundIn::Wikipedia, shown);
    }
    // While Wikipedia only wants a pause, its picture may still come.
    if found.place == FoundIn::Nowhere
        && !found.wants_pause()
        && let Some(pexels) = sources.pexels()
    {
        let shown = from_stock(services, sources, (pexels, town)).await;
        found.note(Source::Pexels, FoundIn::Stock, shown);
    }
    found
}

impl Found {
    fn note(
        &mut self,
        source: Source,
        place: FoundIn,
        shown: std::result::Result<bool, StepError>,
    ) {
        if matches!(shown, Ok(true)) {
            self.place = place;
        }
        self.asked.push((source, shown.err()));
    }

    fn wants_pause(&self) -> bool {
        let mut step_errors = self.asked.iter();
        step_errors.any(|(_, step_error)| {
            matches!(step_error, Some(StepError::Busy(pause)) if pause.time <= LONGEST_PAUSE)
        })
    }
}

async fn from_wikipedia(
    services: &Services,
    wikimedia: &Wikimedia,
    town: &Town,
) -> std::result::Result<bool, StepError> {
    match on_wikipedia(wikimedia, town).await? {
        Some(found) => show(services, town, found).await,
        None => Ok(false),
    }
}

async fn from_stock(
    services: &Services,
    sources: &Sources,
    (pexels, town): (&Pexels, &Town),
) -> std::result::Result<bool, StepError> {
    match in_stock(sources, pexels, town).await? {
        Some(found) => show(services, town, found).await,
        None => Ok(false),
    }
}

async fn on_wikipedia(
    wikimedia: &Wikimedia,
    town: &Town,
) -> std::result::Result<Option<Candidate>, ServiceError> {
    let title = format!("{}, {}", town.name, town.state);
    let article = wikimedia.article(&title).await?;
    let Some(article) =
        article.filter(|article| distance_miles(article.point, town.point) <= FARTHEST)
    else {
        return Ok(None);
    };
    let picture = wikimedia.free_picture(&article.file).await?;
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
) -> std::result::Result<Option<Candidate>, ServiceError> {
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
) -> std::result::Result<bool, StepError> {
    let owner = Owner::City(town.id);
    if photos::was_removed(services.database.reads(), owner, &found.page).await? {
        return Ok(false);
    }
    match fetch(services, &found.address).await? {
        Some(file) => Ok(keep(services, town, found, file).await?),
        None => Ok(false),
    }
}

/// Shows a picture that is stored, unless the city has an image by now.
pub(super) async fn keep(
    services: &Services,
    town: &Town,
    found: Candidate,
    file: StoredPhoto,
) -> Result<bool> {
    let owner = Owner::City(town.id);
    let (identifiers, id, run) = (services.identifiers.clone(), town.id, town.run);
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
                let shown = photo_acts::show(act, &identifiers, &new, None).await?;
                let came = (ShopOutcome::Done, Some(shown.key.as_str()));
                shop_runs::note(act.transaction(), (run, id), came, act.now()).await?;
                let mut after = row.clone();
                found.source.clone_into(&mut after.image_source);
                act.update(&row, after).await?;
                Ok(true)
            })
        })
        .await?;
    Ok(acted.value)
}

/// The file, or `None` if it isn't a picture that may stand for a town.
async fn fetch(
    services: &Services,
    address: &str,
) -> std::result::Result<Option<StoredPhoto>, StepError> {
    let failed = |error: OutboundError| StepError::Skip(format!("{address}: {error}"));
    let fetched = services.outbound.get(address).await.map_err(failed)?;
    match fetched.status {
        200 => {}
        429 => {
            return Err(StepError::Busy(Pause {
                time: (fetched.wait())
                    .and_then(|wait| TimeDelta::from_std(wait).ok())
                    .unwrap_or(PAUSE),
                reason: format!("{address}: it is busy."),
                got_further: false,
            }));
        }
        status => return Err(StepError::Skip(format!("{address}: it answered {status}"))),
    }
    let look = services.photo_files.look(fetched.body.clone()).await?;
    if look.is_none_or(|look| look.complaint().is_some()) {
        return Ok(None);
    }
    match services.photo_files.store(PURPOSE, fetched.body).await {
        Ok(file) => Ok(Some(file)),
        Err(Error::Invalid { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
