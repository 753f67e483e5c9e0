//! The place-data services (D73): a run asks the first two that are configured.

use std::{
    io::Cursor,
    path::{Path, PathBuf},
    sync::Arc,
};

use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use outside_client::Problem;
use place_files::{Container, FormatHint, Item, OpenOptions, PlaceFile, Schema};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    super::reader::{Classified, Dates, Reader},
    target::Target,
};
use crate::{
    catalog::admission::{Classifier, chains::ChainLists},
    features::Services,
    platform::{
        error::{Error, Result},
        limits::table,
        limits_shared,
        outside::ServiceError,
        overpass::{OVERPASS, Overpass},
        settings::Settings,
    },
};

/// How many services a run asks.
const MAX_SERVICES: usize = 2;

/// One service's part of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct AskedService {
    pub(super) service: PlaceService,
    pub(super) requests: u32,
    /// Coffee places that it knows in the town.
    pub(super) found: usize,
    pub(super) error: Option<String>,
}

/// A service with data on places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlaceService {
    /// OpenStreetMap's Overpass API.
    Overpass,
    /// The operator's file of open places.
    OpenPlaces,
}

impl PlaceService {
    /// Its name on screens.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Overpass => "OpenStreetMap (Overpass)",
            Self::OpenPlaces => "Open places file",
        }
    }

    /// That it said nothing, as the beginning of a sentence.
    pub(super) fn silence(self) -> &'static str {
        match self {
            Self::Overpass => "OpenStreetMap didn't answer",
            Self::OpenPlaces => "The file of open places can't be read",
        }
    }
}

/// Those that a run asks, in this order.
pub(super) fn configured(settings: &Settings) -> Vec<PlaceService> {
    let all = [
        (PlaceService::Overpass, !settings.overpass_url.is_empty()),
        (
            PlaceService::OpenPlaces,
            !settings.open_places_file.as_os_str().is_empty(),
        ),
    ];
    let on = all.into_iter().filter(|(_, is_on)| *is_on);
    on.map(|(service, _)| service).take(MAX_SERVICES).collect()
}

/// What a service said about a town.
pub(super) struct ServiceAnswer {
    pub(super) service: PlaceService,
    /// Requests sent over the network.
    pub(super) requests: u32,
    /// The classified records, or why there are none.
    pub(super) records: std::result::Result<Vec<Classified>, Unanswered>,
}

/// Why a service said nothing about a town.
#[derive(Clone, Debug)]
pub(super) struct Unanswered {
    /// A sentence.
    pub(super) reason: String,
    /// How long it wants to be left alone.
    pub(super) pause: Option<TimeDelta>,
}

impl From<ServiceError> for Unanswered {
    fn from(error: ServiceError) -> Self {
        Self {
            reason: error.to_string(),
            pause: error.pause(),
        }
    }
}

/// The services of a run.
pub(super) struct PlaceServices {
    pub(super) list: Vec<PlaceService>,
    overpass: Option<Overpass>,
    file: PathBuf,
    chains: Arc<ChainLists>,
    now: DateTime<Utc>,
}

impl PlaceServices {
    /// The configured services.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] if there is none; otherwise when a setting is wrong, or the database fails.
    pub(super) async fn open(services: &Services) -> Result<Self> {
        let settings = &services.settings;
        let list = configured(settings);
        if list.is_empty() {
            return Err(none_configured());
        }
        let chains = ChainLists::open(&services.database, &services.folder).await?;
        Ok(Self {
            list,
            overpass: Overpass::open(settings)?,
            file: services.folder.join("").join(&settings.open_places_file),
            chains: Arc::new(chains),
            now: services.clock.now(),
        })
    }

    /// Asks Overpass about one town, once it is our turn.
    pub(super) async fn ask_overpass(
        &self,
        services: &Services,
        target: &Target,
    ) -> Result<ServiceAnswer> {
        let mut answer = ServiceAnswer {
            service: PlaceService::Overpass,
            requests: 0,
            records: Ok(Vec::new()),
        };
        let Some(overpass) = &self.overpass else {
            return Ok(answer);
        };
        turn(services).await?;
        let told = overpass.coffee_places(target.bounds()).await;
        answer.requests = told.requests;
        answer.records = match told.result {
            Ok(body) => self.read_body(body, target).await.map_err(|reason| {
                let problem = Problem::Unreadable(reason.into());
                OVERPASS.failed(problem).into()
            }),
            Err(error) => Err(error.into()),
        };
        Ok(answer)
    }

    async fn read_body(
        &self,
        body: Bytes,
        target: &Target,
    ) -> std::result::Result<Vec<Classified>, String> {
        let (chains, now, target) = (self.chains.clone(), self.now, target.clone());
        let read = tokio::task::spawn_blocking(move || {
            let hint = FormatHint {
                container: Some(Container::Json),
                schema: Some(Schema::Osm),
                delimiter: None,
            };
            let options = OpenOptions::new().format(hint);
            let file = place_files::open_reader(Cursor::new(body), None, &options)
                .map_err(|error| error.to_string())?;
            let mut records = records_near(file, &[target], chains, now)?;
            Ok(records.pop().unwrap_or_default())
        });
        read.await.map_err(|error| error.to_string())?
    }

    /// Reads the file of open places once, for all `targets`; the answers are in their order.
    pub(super) async fn read_file(&self, targets: &[Target]) -> Vec<ServiceAnswer> {
        let (chains, now) = (self.chains.clone(), self.now);
        let (path, wanted) = (self.file.clone(), targets.to_vec());
        let read = tokio::task::spawn_blocking(move || {
            let file = open_file(&path)?;
            records_near(file, &wanted, chains, now)
                .map_err(|error| format!("{}: {error}", path.display()))
        });
        let read = read.await.unwrap_or_else(|error| Err(error.to_string()));
        let answer = |records| ServiceAnswer {
            service: PlaceService::OpenPlaces,
            requests: 0,
            records,
        };
        match read {
            Ok(records) => records.into_iter().map(|some| answer(Ok(some))).collect(),
            Err(reason) => targets
                .iter()
                .map(|_| answer(Err(unreadable(&reason))))
                .collect(),
        }
    }
}

/// No service is set up, so there is nothing to ask.
pub(super) fn none_configured() -> Error {
    Error::unavailable(
        "No place-data service is set up. Set overpass_url or open_places_file in the server's settings.",
    )
}

/// Waits until Overpass may be asked.
pub(super) async fn turn(services: &Services) -> Result<()> {
    let pause = services.settings.overpass_pause_seconds;
    if pause == 0 {
        return Ok(());
    }
    let limit = table::overpass_questions(pause);
    loop {
        let (keys, now) = (services.keys.clone(), services.clock.now());
        let counted = services.database.transaction(move |transaction| {
            let keys = keys.clone();
            Box::pin(async move {
                limits_shared::count_or_wait(transaction, &keys, &limit, "", now).await
            })
        });
        match counted.await? {
            None => return Ok(()),
            Some(wait) => tokio::time::sleep(wait.to_std().unwrap_or_default()).await,
        }
    }
}

/// The file said nothing, for this reason.
pub(super) fn unreadable(reason: &str) -> Unanswered {
    Unanswered {
        reason: format!("{}: {reason}.", PlaceService::OpenPlaces.silence()),
        pause: None,
    }
}

fn open_file(path: &Path) -> std::result::Result<PlaceFile, String> {
    place_files::open(path, &OpenOptions::new())
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// The records that may be in each target's town. Records that can't be read are left out; a file that ends early is an
/// error.
fn records_near(
    file: PlaceFile,
    targets: &[Target],
    chains: Arc<ChainLists>,
    now: DateTime<Utc>,
) -> std::result::Result<Vec<Vec<Classified>>, String> {
    let mut reader = Reader {
        town: None,
        state: None,
        file,
        classifier: Classifier::new(chains, now),
        dates: Dates::new(None, now),
        with_ids: false,
    };
    let mut near: Vec<Vec<Classified>> = targets.iter().map(|_| Vec::new()).collect();
    while let Some(item) = reader.file.next() {
        match item {
            Ok(Item::Place(place)) => {
                for (target, records) in targets.iter().zip(&mut near) {
                    if target.may_have(&place) {
                        records.push(reader.classified(&place));
                    }
                }
            }
            Ok(Item::Skipped(_)) => {}
            Err(error) if error.ends_file => return Err(error.to_string()),
            Err(error) => tracing::debug!(%error, "a record is left out"),
        }
    }
    Ok(near)
}
