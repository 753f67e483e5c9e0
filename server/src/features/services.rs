//! What the rooms' handlers and workers stand on, in one hand.

use std::sync::Arc;

use crate::{
    catalog::Catalog,
    platform::{
        clock::Clock, data_folder::DataFolder, database::Database, error::Result,
        identifiers::Identifiers, keys::Keys, limits::Limits, settings::Settings,
    },
};

/// Shared by every handler and worker. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Services {
    pub settings: Arc<Settings>,
    pub database: Database,
    pub catalog: Catalog,
    pub clock: Clock,
    pub identifiers: Identifiers,
    pub keys: Keys,
    pub limits: Limits,
    pub folder: Arc<DataFolder>,
}

impl Services {
    /// Opens what is not open yet: the keys and the limits.
    pub async fn open(
        settings: &Settings,
        folder: &DataFolder,
        database: Database,
        catalog: Catalog,
        clock: Clock,
        identifiers: Identifiers,
    ) -> Result<Self> {
        Ok(Self {
            keys: Keys::open(settings, &database, &clock, &identifiers).await?,
            limits: Limits::new(clock.clone()),
            settings: Arc::new(settings.clone()),
            folder: Arc::new(folder.clone()),
            database,
            catalog,
            clock,
            identifiers,
        })
    }
}
