//! What all rooms contribute together.

use std::collections::HashSet;

use sea_orm::DatabaseTransaction;
use utoipa::openapi::OpenApi;
use uuid::Uuid;

use super::room::{
    DocumentParts, Health, PersonalData, ReadParts, RemovedSamples, RetentionInfo, Room, Waiting,
    WaitingCount,
};
use crate::{
    catalog::{self, document::Document, read::Read, shop_runs, writing::RecordedTable},
    platform::{
        background::Background,
        error::Result,
        jobs::{Handlers, RunTable},
        mail::Sample,
        metrics::Figure,
        web::Route,
    },
};

/// All rooms of the server.
#[derive(Debug)]
pub struct AllRooms<S: 'static>(pub &'static [Room<S>]);

impl<S> Clone for AllRooms<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for AllRooms<S> {}

impl<S: Clone> AllRooms<S> {
    /// The reads of every room.
    #[must_use]
    pub fn reads(self, parts: &ReadParts) -> Vec<Read> {
        self.0.iter().flat_map(|room| (room.reads)(parts)).collect()
    }

    /// The documents of every room.
    #[must_use]
    pub fn documents(self, parts: &DocumentParts<'_>) -> Vec<Document> {
        let documents = self.0.iter().flat_map(|room| (room.documents)(parts));
        documents.collect()
    }

    /// The rooms' own endpoints.
    #[must_use]
    pub fn routes(self) -> Vec<Route<S>> {
        self.0.iter().flat_map(|room| (room.routes)()).collect()
    }

    /// The rooms' parts of the API description.
    pub fn apis(self) -> impl Iterator<Item = OpenApi> {
        self.0.iter().filter_map(|room| room.api).map(|api| api())
    }

    /// A sample of each email.
    ///
    /// # Errors
    ///
    /// When a template can't be rendered.
    pub fn mail_samples(self, services: &S) -> Result<Vec<Sample>> {
        let mut samples = Vec::new();
        for room in self.0 {
            samples.extend((room.mail_samples)(services)?);
        }
        Ok(samples)
    }

    /// The rooms' jobs.
    #[must_use]
    pub fn jobs(self, services: &S) -> Handlers {
        self.0.iter().fold(Handlers::default(), |handlers, room| {
            handlers.and((room.jobs)(services))
        })
    }

    /// Starts the rooms' workers.
    pub fn start_workers(self, services: &S, background: &mut Background) {
        for room in self.0 {
            (room.workers)(services, background);
        }
    }

    /// The personal data that rooms store, in the order of the rooms: the person's own row goes last.
    #[must_use]
    pub fn personal_data(self) -> Vec<PersonalData<S>> {
        let rooms = self.0.iter();
        rooms.flat_map(|room| (room.personal_data)()).collect()
    }

    /// The tables with rows that the audit log can restore.
    #[must_use]
    pub fn recorded_tables(self) -> Vec<RecordedTable> {
        let rooms = self.0.iter().flat_map(|room| (room.recorded)());
        catalog::recorded_tables::all()
            .into_iter()
            .chain(rooms)
            .collect()
    }

    /// The tables of runs that the administrator starts.
    #[must_use]
    pub fn run_tables(self) -> Vec<RunTable> {
        let rooms = self.0.iter().flat_map(|room| room.run_tables);
        std::iter::once(&shop_runs::TABLE)
            .chain(rooms)
            .copied()
            .collect()
    }

    /// What waits for the administrator in all rooms.
    pub async fn waiting(self, services: &S) -> Result<Vec<Waiting>> {
        let mut items = Vec::new();
        for room in self.0 {
            items.extend((room.waiting)(services.clone()).await?);
        }
        Ok(items)
    }

    /// How much waits for the administrator: the numbers of the rooms that count, and the items of the others.
    pub async fn waiting_counts(self, services: &S) -> Result<(Vec<WaitingCount>, Vec<Waiting>)> {
        let (mut counts, mut items) = (Vec::new(), Vec::new());
        for room in self.0 {
            match room.counts {
                Some(count) => counts.extend(count(services.clone()).await?),
                None => items.extend((room.waiting)(services.clone()).await?),
            }
        }
        Ok((counts, items))
    }

    /// The state of everything that the operator looks after, from all rooms.
    pub async fn health(self, services: &S) -> Result<Vec<Health>> {
        let mut lines = Vec::new();
        for room in self.0 {
            lines.extend((room.health)(services.clone()).await?);
        }
        Ok(lines)
    }

    /// All rooms' figures for the metrics.
    pub async fn figures(self, services: &S) -> Result<Vec<Figure>> {
        let mut figures = Vec::new();
        for room in self.0 {
            figures.extend((room.figures)(services.clone()).await?);
        }
        Ok(figures)
    }

    /// Removes the demo from all rooms, and says what that was.
    pub async fn clear_samples(self, services: &S) -> Result<Vec<RemovedSamples>> {
        let mut removed = Vec::new();
        for room in self.0 {
            removed.extend((room.clear_samples)(services.clone()).await?);
        }
        Ok(removed)
    }

    /// Those of these invented shops that a room holds.
    pub async fn held_shops(
        self,
        transaction: &DatabaseTransaction,
        shops: &[Uuid],
    ) -> Result<HashSet<Uuid>> {
        let mut held = HashSet::new();
        for room in self.0 {
            held.extend((room.held_shops)(transaction, shops).await?);
        }
        Ok(held)
    }

    /// Removes what the rooms' own tables have of invented shops.
    pub async fn forget_shops(
        self,
        transaction: &DatabaseTransaction,
        shops: &[Uuid],
    ) -> Result<()> {
        for room in self.0 {
            (room.forget_shops)(transaction, shops).await?;
        }
        Ok(())
    }

    /// Removes what the rooms' own tables have of towns that go with invented shops.
    pub async fn forget_towns(
        self,
        transaction: &DatabaseTransaction,
        towns: &[Uuid],
    ) -> Result<()> {
        for room in self.0 {
            (room.forget_towns)(transaction, towns).await?;
        }
        Ok(())
    }

    /// What all rooms store for a limited time.
    pub async fn kept(self, services: &S) -> Result<Vec<RetentionInfo>> {
        let mut lines = Vec::new();
        for room in self.0 {
            lines.extend((room.kept)(services.clone()).await?);
        }
        Ok(lines)
    }
}
