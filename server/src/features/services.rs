//! Everything that the rooms' handlers and workers use.

use std::{ops::Deref, sync::Arc};

use crate::{
    catalog::{Catalog, shop_texts::ShopTexts, website_photos::WebsitePhotos, writing::Ledger},
    platform::{
        address_places::AddressPlaces,
        ai::Ai,
        background::Closing,
        clock::Clock,
        cpu::CpuPool,
        data_folder::DataFolder,
        database::Database,
        error::Result,
        event_counts::EventCounts,
        id_generator::IdGenerator,
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

/// Maximum pages of strangers waiting to be read: each holds a few megabytes.
const MAX_READ: usize = 8;

/// Shared by every handler and worker. Cheap to clone, which each request does per layer.
#[derive(Clone, Debug)]
pub struct Services(Arc<Shared>);

/// The contents of [`Services`].
#[derive(Clone, Debug)]
pub struct Shared {
    pub settings: Arc<Settings>,
    pub database: Database,
    pub catalog: Catalog,
    /// The texts for the administrator's shop search.
    pub shop_texts: ShopTexts,
    pub clock: Clock,
    pub identifiers: IdGenerator,
    pub keys: Keys,
    pub limits: Limits,
    pub mail: Mail,
    pub payments: Payments,
    pub folder: Arc<DataFolder>,
    pub address_places: AddressPlaces,
    pub events: EventCounts,
    /// How owners and the administrator write.
    pub ledger: Ledger,
    /// For CPU-heavy work; the same pool renders pages.
    pub cpu: CpuPool,
    /// Reads what strangers' websites send, on a thread of its own.
    pub reader: CpuPool,
    /// For URLs that people typed.
    pub outbound: Outbound,
    pub photo_files: PhotoFiles,
    pub storage: Storage,
    /// For texts and pictures of shops.
    pub ai: Ai,
    /// For open-ended responses.
    pub closing: Closing,
}

impl Deref for Services {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl Services {
    /// Opens what isn't open yet: keys, limits, mail, storage and payments.
    ///
    /// # Errors
    ///
    /// When a setting is invalid, or the database fails.
    pub async fn open(
        settings: &Settings,
        folder: &DataFolder,
        database: Database,
        catalog: Catalog,
        clock: Clock,
        identifiers: IdGenerator,
        cpu: CpuPool,
    ) -> Result<Self> {
        let ledger = Ledger {
            database: database.clone(),
            catalog: catalog.clone(),
            clock: clock.clone(),
            identifiers: identifiers.clone(),
        };
        let keys = Keys::open(settings, &database, &clock, &identifiers).await?;
        let ai = Ai::open(settings, database.clone(), keys.clone(), clock.clone())?;
        let storage = Storage::open(settings, folder)?;
        let photo_files = PhotoFiles::open(
            storage.clone(),
            database.clone(),
            (keys.clone(), settings.origin()),
            clock.clone(),
            identifiers.clone(),
        )?;
        Ok(Self(Arc::new(Shared {
            shop_texts: ShopTexts::new(catalog.clone()),
            ledger,
            cpu,
            reader: CpuPool::start(1, MAX_READ)?,
            keys,
            outbound: Outbound::new(settings)?,
            photo_files,
            storage,
            ai,
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
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn signed_in(&self, client: &Client) -> Result<SignedIn> {
        let caller = (client, self.is_secure());
        sessions::signed_in(&self.database, &self.keys, caller, self.clock.now()).await
    }

    /// Whether browsers reach the site over HTTPS, so that cookies can be marked secure.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.settings.origin().starts_with("https://")
    }

    /// The same for background work, with longer database timeouts.
    #[must_use]
    pub fn patient(&self) -> Self {
        let database = self.database.patient();
        Self(Arc::new(Shared {
            ledger: Ledger {
                database: database.clone(),
                ..self.ledger.clone()
            },
            database,
            ..Shared::clone(&self.0)
        }))
    }

    /// What finding pictures on shops' websites needs.
    #[must_use]
    pub fn website_photos(&self) -> WebsitePhotos {
        WebsitePhotos {
            outbound: self.outbound.clone(),
            reader: self.reader.clone(),
            photo_files: self.photo_files.clone(),
            ledger: self.ledger.clone(),
        }
    }

    /// Sends the outbox.
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

    /// Runs the rooms' jobs.
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
