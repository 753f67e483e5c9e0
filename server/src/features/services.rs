//! Everything that the rooms' handlers and workers use.

use std::{ops::Deref, sync::Arc};

use super::{all_rooms::AllRooms, room};
use crate::{
    catalog::{
        Catalog, Look, palette, shop_texts::ShopTexts, website_photos::WebsitePhotos,
        writing::Ledger,
    },
    platform::{
        address_places::AddressPlaces,
        ai::Ai,
        background::{Background, Closing},
        backup::continuous::ContinuousBackup,
        clock::Clock,
        codes,
        cpu::CpuPool,
        data_folder::DataFolder,
        database::Database,
        error::Result,
        event_counts::EventCounts,
        housekeeping,
        id_generator::IdGenerator,
        jobs,
        keys::Keys,
        limits::Limits,
        mail::{self, Brand, BrandColors, BrandLogo, Mail},
        outbound::Outbound,
        payments::Payments,
        photo_files::PhotoFiles,
        process,
        reader::Reader,
        sessions::{self, SignedIn},
        settings::Settings,
        storage::Storage,
        tls::Tls,
        web::{Client, TrustedProxies},
    },
};

/// One capability, as the house sees it.
pub type Room = room::Room<Services>;
/// One kind of personal data, with its export and erasure.
pub type PersonalData = room::PersonalData<Services>;

/// Shared by every handler and worker. Cheap to clone, which each request does per layer.
#[derive(Clone, Debug)]
pub struct Services(Arc<Shared>);

/// The contents of [`Services`].
#[derive(Clone, Debug)]
pub struct Shared {
    pub rooms: AllRooms<Services>,
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
    /// Reads what strangers' websites send.
    pub reader: Reader,
    /// For URLs that people typed.
    pub outbound: Outbound,
    pub photo_files: PhotoFiles,
    pub storage: Storage,
    pub continuous_backup: ContinuousBackup,
    /// For texts and pictures of shops.
    pub ai: Ai,
    /// Whose word about visitors' addresses counts, and who else gave one.
    pub proxies: TrustedProxies,
    /// For open-ended responses.
    pub closing: Closing,
    /// Our own HTTPS, unless a proxy speaks it.
    pub tls: Option<Tls>,
}

impl Deref for Services {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

/// Whether the directory shows invented shops.
fn has_samples(catalog: &Catalog) -> bool {
    catalog.view().sample_count() > 0
}

/// The colors of emails. Those that we ship are the style sheet's.
fn colors_of(look: Look) -> BrandColors {
    if look.main == palette::MAIN {
        return BrandColors {
            main: palette::MAIN.hex(),
            main_dark: "#93c4f0".to_owned(),
            on_main_dark: "#0f1b28".to_owned(),
        };
    }
    let tokens = palette::tokens(look.main, look.accent);
    let dark = |name: &str| {
        let found = tokens.iter().find(|(token, ..)| *token == name);
        found.map_or(look.main, |(_, _, dark)| *dark).hex()
    };
    BrandColors {
        main: look.main.hex(),
        main_dark: dark("blue"),
        on_main_dark: dark("on-blue"),
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
        (cpu, rooms): (CpuPool, AllRooms<Self>),
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
        let reader = Reader::start()?;
        let directory = catalog.clone();
        let name = move || directory.view().site().name.clone();
        let (may_be_demo, directory) = (settings.demo, catalog.clone());
        let is_demo = move || may_be_demo && has_samples(&directory);
        let photo_files = PhotoFiles::open(
            storage.clone(),
            database.clone(),
            (keys.clone(), settings.origin()),
            clock.clone(),
            identifiers.clone(),
        )?;
        Ok(Self(Arc::new(Shared {
            rooms,
            shop_texts: ShopTexts::new(catalog.clone()),
            ledger,
            cpu,
            outbound: Outbound::new(settings, reader.clone())?,
            reader,
            keys,
            photo_files,
            storage,
            continuous_backup: ContinuousBackup::default(),
            ai,
            closing: Closing::default(),
            proxies: TrustedProxies::parse(&settings.trusted_proxies)?,
            tls: Tls::open(settings)?,
            limits: Limits::new(clock.clone()),
            mail: Mail::open(settings, folder)?
                .named_by(name)
                .in_demo_while(is_demo),
            payments: Payments::open(settings)?,
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
        let caller = (client, self.is_secure());
        sessions::signed_in(&self.database, &self.keys, caller, self.clock.now()).await
    }

    /// What sends codes to addresses.
    #[must_use]
    pub fn code_sender(&self) -> codes::Sender<'_> {
        codes::Sender {
            keys: &self.keys,
            identifiers: &self.identifiers,
            mail: &self.mail,
            brand: self.brand(),
        }
    }

    /// What every email says about its sender, as the site calls itself at this moment.
    #[must_use]
    pub fn brand(&self) -> Brand {
        let view = self.catalog.view();
        let site = view.site();
        let brand = Brand::of(
            &self.settings,
            &site.name,
            &site.words.letterhead,
            colors_of(site.look),
        );
        let logo = site.look.logo.and_then(|logo| {
            Some(BrandLogo {
                url: format!("{}{}", brand.origin, logo.picture_path()?),
                width: logo.width,
                height: logo.height,
            })
        });
        Brand { logo, ..brand }
    }

    /// Whether browsers reach the site over HTTPS, so that cookies can be marked secure.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.settings.origin().starts_with("https://")
    }

    /// Whether this is a demo: it was started as one, and shows invented shops. In a folder with real shops alone nothing is invented,
    /// so it is none.
    #[must_use]
    pub fn is_demo(&self) -> bool {
        self.settings.demo && has_samples(&self.catalog)
    }

    /// The same for background work, with longer database timeouts.
    #[must_use]
    pub fn with_background_timeouts(&self) -> Self {
        let database = self.database.with_background_timeouts();
        Self(Arc::new(Shared {
            ledger: Ledger {
                database: database.clone(),
                ..self.ledger.clone()
            },
            database,
            ..Shared::clone(&self.0)
        }))
    }

    /// The same installation with another clock and way to the payment provider, for writes at an earlier moment. What is counted in
    /// memory starts anew, IDs carry the clock's time, and emails are files in the data folder, whatever mail server is set: those
    /// people are made up.
    ///
    /// # Errors
    ///
    /// When the photo converter's thread can't be started, or a setting is invalid.
    pub fn at(&self, clock: Clock, payments: Payments) -> Result<Self> {
        // Not seeded: tokens and codes come from it, too.
        let identifiers = IdGenerator::new(clock.clone());
        Ok(Self(Arc::new(Shared {
            ledger: Ledger {
                clock: clock.clone(),
                identifiers: identifiers.clone(),
                ..self.ledger.clone()
            },
            photo_files: PhotoFiles::open(
                self.storage.clone(),
                self.database.clone(),
                (self.keys.clone(), self.settings.origin()),
                clock.clone(),
                identifiers.clone(),
            )?,
            ai: Ai::open(
                &self.settings,
                self.database.clone(),
                self.keys.clone(),
                clock.clone(),
            )?,
            limits: Limits::new(clock.clone()),
            mail: self.mail.clone().in_folder(&self.folder),
            closing: Closing::default(),
            payments,
            clock,
            identifiers,
            ..Shared::clone(&self.0)
        })))
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
            self.database.with_background_timeouts(),
            self.keys.clone(),
            self.clock.clone(),
            self.identifiers.clone(),
        )
    }

    /// Runs the rooms' jobs.
    #[must_use]
    pub fn job_worker(&self) -> jobs::Worker {
        jobs::Worker::new(
            self.database.with_background_timeouts(),
            self.clock.clone(),
            self.identifiers.clone(),
            housekeeping::handlers(&self.database.with_background_timeouts(), &self.clock)
                .and(self.rooms.jobs(&self.with_background_timeouts())),
        )
        .on_node(&process::node_name(&self.settings))
    }

    /// Starts the platform's and the rooms' workers.
    pub fn start_workers(&self, background: &mut Background) {
        let services = self.with_background_timeouts();
        self.rooms.start_workers(&services, background);
        let stopping = background.stopping();
        background.start(services.mail_worker().run(stopping.clone()));
        for lane in services.job_worker().lanes() {
            background.start(lane.run(stopping.clone()));
        }
    }
}
