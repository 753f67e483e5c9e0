//! What the rooms' handlers and workers stand on, in one hand.

use std::{ops::Deref, sync::Arc};

use crate::{
    catalog::{Catalog, shop_texts::ShopTexts, writing::Ledger},
    platform::{
        address_places::AddressPlaces,
        background::Closing,
        clock::Clock,
        cpu::CpuPool,
        data_folder::DataFolder,
        database::Database,
        error::Result,
        event_counts::EventCounts,
        identifiers::Identifiers,
        jobs,
        keys::Keys,
        limits::Limits,
        mail::{self, Mail},
        outbound::Outbound,
        payments::Payments,
        photo_files::PhotoFiles,
        sessions::{self, SignedIn},
        settings::Settings,
        storage::Storage,
        web::Client,
    },
};

/// Shared by every handler and worker. Cheap to clone, as each request does for each layer it passes.
#[derive(Clone, Debug)]
pub struct Services(Arc<Held>);

/// What [`Services`] holds.
#[derive(Clone, Debug)]
pub struct Held {
    pub settings: Arc<Settings>,
    pub database: Database,
    pub catalog: Catalog,
    /// What the administrator finds shops by.
    pub shop_texts: ShopTexts,
    pub clock: Clock,
    pub identifiers: Identifiers,
    pub keys: Keys,
    pub limits: Limits,
    pub mail: Mail,
    pub payments: Payments,
    pub folder: Arc<DataFolder>,
    pub address_places: AddressPlaces,
    pub events: EventCounts,
    /// How owners and the administrator write.
    pub ledger: Ledger,
    /// For what keeps a processor busy; the same that renders pages.
    pub cpu: CpuPool,
    /// For addresses that people typed.
    pub outbound: Outbound,
    pub photo_files: PhotoFiles,
    /// For answers that stay open.
    pub closing: Closing,
}

impl Deref for Services {
    type Target = Held;

    fn deref(&self) -> &Held {
        &self.0
    }
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
        cpu: CpuPool,
    ) -> Result<Self> {
        let ledger = Ledger {
            database: database.clone(),
            catalog: catalog.clone(),
            clock: clock.clone(),
            identifiers: identifiers.clone(),
        };
        let keys = Keys::open(settings, &database, &clock, &identifiers).await?;
        let photo_files = PhotoFiles::new(
            Storage::open(settings, folder)?,
            database.clone(),
            (keys.clone(), settings.origin()),
            clock.clone(),
            identifiers.clone(),
        );
        Ok(Self(Arc::new(Held {
            shop_texts: ShopTexts::new(catalog.clone()),
            ledger,
            cpu,
            keys,
            outbound: Outbound::new(settings)?,
            photo_files,
            closing: Closing::default(),
            limits: Limits::new(clock.clone()),
            mail: Mail::open(settings, folder)?,
            payments: Payments::open(settings, &identifiers)?,
            settings: Arc::new(settings.clone()),
            folder: Arc::new(folder.clone()),
            address_places: AddressPlaces::open(&settings.geoip_file)?,
            events: EventCounts::default(),
            database,
            catalog,
            clock,
            identifiers,
        })))
    }

    /// Who the caller is signed in as.
    pub async fn signed_in(&self, client: &Client) -> Result<SignedIn> {
        sessions::signed_in(&self.database, &self.keys, client, self.clock.now()).await
    }

    /// Whether browsers reach the site over HTTPS, so that cookies can say so.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.settings.origin().starts_with("https://")
    }

    /// The same for work that nobody waits for: its transactions may take their time.
    #[must_use]
    pub fn patient(&self) -> Self {
        let database = self.database.patient();
        Self(Arc::new(Held {
            ledger: Ledger {
                database: database.clone(),
                ..self.ledger.clone()
            },
            database,
            ..Held::clone(&self.0)
        }))
    }

    /// Sends what is in the outbox.
    #[must_use]
    pub fn mail_worker(&self) -> mail::Worker {
        mail::Worker::new(
            self.mail.clone(),
            self.database.patient(),
            self.keys.clone(),
            self.clock.clone(),
            self.identifiers.clone(),
        )
    }

    /// Does the rooms' jobs.
    #[must_use]
    pub fn job_worker(&self) -> jobs::Worker {
        jobs::Worker::new(
            self.database.patient(),
            self.clock.clone(),
            self.identifiers.clone(),
            super::job_handlers(&self.patient()),
        )
    }
}
