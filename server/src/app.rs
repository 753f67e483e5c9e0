//! Wires the parts together: database, catalog, pages, edge, and background work.

use std::{sync::Arc, time::Duration};

use chrono::TimeDelta;
use tokio::time::MissedTickBehavior;

use crate::{
    catalog::{
        Catalog, KeptRule, PaymentFacts, ServiceFacts, SiteFacts,
        document::DocumentTable,
        read::{Read, ReadTable},
        search_index::SearchIndex,
    },
    features::{self, DocumentParts, Listed, ReadParts, Services},
    http::{self, Edge, Front, StateLine},
    pages::WebBundle,
    platform::{
        background::Background,
        clock::Clock,
        data_folder::DataFolder,
        database::{Copier, Database},
        database_clock, demo_doors,
        error::Result,
        id_generator::IdGenerator,
        payment_sandbox::{self, Sandbox},
        payments::{self, Payments},
        settings::{Settings, TlsSource},
        tls,
    },
    rooms::ROOMS,
};

/// How often a node polls for other processes' changes. Each poll is one index lookup.
const FEED_PAUSE: Duration = Duration::from_millis(250);
/// Delay before the next poll after an error.
const FEED_PAUSE_AFTER_ERROR: Duration = Duration::from_secs(2);
/// How long the feed keeps changes. A node that was away longer reloads everything.
const FEED_KEPT: TimeDelta = TimeDelta::days(2);
/// How often a node checks whether a new day has begun.
const DAY_PAUSE: Duration = Duration::from_secs(1);
/// How often old changes are removed.
const PRUNE_PAUSE: Duration = Duration::from_secs(3600);

/// A running installation, without its sockets.
#[derive(Clone)]
pub struct App {
    services: Services,
    edge: Arc<Edge>,
    /// Where a demo sends its payments.
    sandbox: Option<Sandbox>,
}

impl App {
    /// Opens the database, loads the catalog and starts the renderer.
    ///
    /// # Errors
    ///
    /// When a setting is invalid, the database can't be opened or read, or the web bundle doesn't compile.
    pub async fn start(
        settings: &Settings,
        folder: &DataFolder,
        web: &WebBundle,
        clock: Clock,
        identifiers: IdGenerator,
    ) -> Result<Self> {
        let database = Database::open_for_visitors(settings, folder).await?;
        database_clock::measure(&database, &clock).await?;
        let catalog = Catalog::open(database.clone(), clock.clone(), site_facts(settings)?).await?;
        let search = SearchIndex::start(catalog.clone())?;
        let reads = ReadTable::new(reads(search.clone()))?;
        let documents = DocumentTable::new(ROOMS.documents(&DocumentParts {
            settings,
            pages: listed_pages(web),
        }))?;
        let cpu = http::cpu_pool()?;
        let mut edge = Edge::new(
            settings,
            web,
            catalog.clone(),
            (reads, documents),
            clock.clone(),
            &identifiers,
            cpu.clone(),
        )?;
        search.show_size_in(
            edge.metrics()
                .register(|| metrics::gauge!("townperk_search_shops")),
        );
        let services = Services::open(
            settings,
            folder,
            database,
            catalog,
            clock,
            identifiers,
            (cpu, ROOMS),
        )
        .await?;
        let kept = ROOMS.kept(&services).await?.into_iter();
        let kept = kept.map(|line| KeptRule {
            what: line.what.to_owned(),
            time: line.time,
        });
        services.catalog.tell_kept(kept.collect()).await;
        edge.believe(services.proxies.clone());
        services.payments.webhook_metrics().show_in(edge.metrics());
        services.database.slow_statements().show_in(edge.metrics());
        // Before the first connection; later ones are installed by the room's worker.
        if let (Some(tls), Some(host)) = (&services.tls, tls::host_of(settings))
            && tls.source() == TlsSource::Acme
        {
            tls.follow_stored(&services.database, &host).await?;
        }
        let read = services.clone();
        edge.metrics().read_when_shown(move || {
            let services = read.clone();
            async move { services.rooms.figures(&services).await }
        });
        let read = services.clone();
        edge.show_state(move || {
            let services = read.clone();
            async move { state(&services).await }
        });
        services.ai.calls().show_in(edge.metrics());
        let sandbox = settings
            .payment_sandbox
            .then(|| payment_sandbox::open(settings, folder, &services.clock))
            .transpose()?;
        Ok(Self {
            services,
            edge: Arc::new(edge),
            sandbox,
        })
    }

    /// The same installation with another clock and way to the payment provider ([`Services::at`]). Pages are rendered, and public
    /// reads answered, with this one's.
    ///
    /// # Errors
    ///
    /// As [`Services::at`].
    pub fn at(&self, clock: Clock, payments: Payments) -> Result<Self> {
        Ok(Self {
            services: self.services.at(clock, payments)?,
            ..self.clone()
        })
    }

    /// The whole server, as called by connections.
    #[must_use]
    pub fn front(&self) -> Front {
        let guard = features::access::guard(self.services.clone());
        let rooms = ROOMS.routes();
        let router = http::router(self.edge.clone(), rooms, self.services.clone(), guard);
        let router = match &self.sandbox {
            Some(sandbox) => router.nest(payment_sandbox::PATH, sandbox.router()),
            None => router,
        };
        Front::new(self.edge.clone(), router)
    }

    /// What connections without TLS call beside our own HTTPS.
    #[must_use]
    pub fn plain_front(&self) -> Front {
        let database = self.services.database.clone();
        let challenges: http::Challenges = Arc::new(move |token: String| {
            let database = database.clone();
            Box::pin(async move { tls::challenge(&database, &token).await })
        });
        let origin = self.services.settings.origin();
        Front::without_pages(self.edge.clone(), http::plain_router(&origin, challenges))
    }

    /// The ledger.
    #[must_use]
    pub fn database(&self) -> &Database {
        &self.services.database
    }

    /// The directory in memory.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        &self.services.catalog
    }

    /// The time as this installation sees it.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.services.clock
    }

    /// The source of IDs.
    #[must_use]
    pub fn identifiers(&self) -> &IdGenerator {
        &self.services.identifiers
    }

    /// What the rooms' handlers use.
    #[must_use]
    pub fn services(&self) -> &Services {
        &self.services
    }

    /// Where a demo sends its payments; `None` with keys of Stripe's, or without any.
    #[must_use]
    pub fn payment_sandbox(&self) -> Option<&Sandbox> {
        self.sandbox.as_ref()
    }

    /// The parts that answer requests.
    #[must_use]
    pub fn edge(&self) -> &Edge {
        &self.edge
    }

    /// Starts background work: following the change feed, pruning it, and the rooms' workers.
    #[must_use]
    pub fn start_background(&self) -> Background {
        let mut background = Background::default();
        let catalog = self.services.catalog.clone();
        let stopping = background.stopping();
        background.start(async move {
            tokio::select! {
                () = follow_feed(&catalog) => {}
                () = prune_feed(&catalog) => {}
                () = follow_days(&catalog) => {}
                () = stopping.asked() => {}
            }
        });
        let database = self.services.database.clone();
        let clocked = database_clock::follow(
            database.clone(),
            self.services.clock.clone(),
            self.edge
                .metrics()
                .register(|| metrics::gauge!("townperk_clock_offset_seconds")),
            background.stopping(),
        );
        background.start(clocked);
        let copier = self.start_continuous_backup(&mut background);
        background.start(database.keep_log_short(copier, background.stopping()));
        let keys = self.services.keys.clone();
        background.start(keys.follow(self.services.database.clone(), background.stopping()));
        self.services.start_workers(&mut background);
        if let Some(sandbox) = &self.sandbox {
            let (sandbox, stopping) = (sandbox.clone(), background.stopping());
            background.start(async move {
                tokio::select! {
                    () = sandbox.run_webhooks() => {}
                    () = stopping.asked() => {}
                }
            });
        }
        background
    }
}

impl App {
    fn start_continuous_backup(&self, background: &mut Background) -> Option<Copier> {
        let services = &self.services;
        let started = services.continuous_backup.start(
            &services.settings,
            &services.folder,
            (&services.database, &services.storage),
            (services.clock.clone(), services.identifiers.clone()),
            (&services.keys, background),
        );
        started.unwrap_or_else(|error| {
            tracing::error!(%error, "there is no continuous backup; snapshots are still made every night");
            None
        })
    }
}

/// What the operator's page says, for monitoring.
async fn state(services: &Services) -> Result<Vec<StateLine>> {
    let lines = features::operator::state(services).await?;
    let lines = lines.into_iter().map(|line| StateLine {
        name: line.name,
        text: line.text,
        advice: line.advice,
    });
    Ok(lines.collect())
}

/// The reads of every room, and the description of the API.
#[must_use]
pub fn reads(search: SearchIndex) -> Vec<Read> {
    let mut reads = ROOMS.reads(&ReadParts { search });
    reads.push(http::openapi_read());
    reads
}

/// The pages that the route table marks for the sitemap.
#[must_use]
pub fn listed_pages(web: &WebBundle) -> Vec<Listed> {
    let routes = web.routes().into_iter().filter(|route| route.sitemap);
    let listed = routes.map(|route| Listed {
        name: route.name,
        pattern: route.pattern,
    });
    listed.collect()
}

/// Facts about the site, from the operator's settings.
pub(crate) fn site_facts(settings: &Settings) -> Result<SiteFacts> {
    let support_email =
        Some(settings.support_email.trim().to_owned()).filter(|address| !address.is_empty());
    Ok(SiteFacts {
        name: settings.name.clone(),
        name_is_set: settings.source.gives("name"),
        origin: settings.origin(),
        support_email,
        postal_address: Some(settings.postal_address.trim().to_owned())
            .filter(|address| !address.is_empty()),
        map_tiles: settings.map_tiles()?,
        prompt_for_location: settings.prompt_for_location,
        demo_doors: demo_doors::are_offered(settings),
        monthly_boost_cents: settings.boost_monthly_cents,
        one_time_boost_cents: settings.boost_one_time_cents,
        visibility_claim: (settings.visibility_claim > 0).then(|| {
            let source = settings.visibility_claim_source.trim().to_owned();
            (i64::from(settings.visibility_claim), source)
        }),
        payments: (!settings.stripe_secret_key.reveal().is_empty()).then(|| PaymentFacts {
            publishable_key: settings.stripe_publishable_key.clone(),
            script_url: settings.stripe_js_url.clone(),
            is_sandbox: settings.payment_sandbox
                || !payments::is_live(settings.stripe_secret_key.reveal()),
        }),
        services: ServiceFacts {
            foursquare: !settings.foursquare_api_key.reveal().is_empty(),
            pexels: !settings.pexels_api_key.reveal().is_empty(),
            ai: !settings.ai_url.trim().is_empty(),
        },
        ..SiteFacts::default()
    })
}

async fn follow_feed(catalog: &Catalog) {
    let mut away = false;
    loop {
        match catalog.catch_up().await {
            Ok(_) => {
                if away {
                    tracing::info!("the database is back");
                }
                away = false;
                tokio::time::sleep(FEED_PAUSE).await;
            }
            Err(error) => {
                // Reads continue from memory, so one line when the outage starts is enough.
                if !away {
                    tracing::error!(%error, "the change feed can't be read; serving pages from memory");
                }
                away = true;
                tokio::time::sleep(FEED_PAUSE_AFTER_ERROR).await;
            }
        }
    }
}

/// Switches to the new day's ranking numbers. While the database is down, yesterday's stay in use.
async fn follow_days(catalog: &Catalog) {
    let mut away = false;
    loop {
        tokio::time::sleep(DAY_PAUSE).await;
        match catalog.follow_the_day().await {
            Ok(_) => away = false,
            Err(error) if !away => {
                tracing::warn!(%error, "today's votes can't be counted; using yesterday's ranking");
                away = true;
            }
            Err(_) => {}
        }
    }
}

async fn prune_feed(catalog: &Catalog) {
    let mut ticks = tokio::time::interval(PRUNE_PAUSE);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        match catalog.prune_feed(FEED_KEPT).await {
            Ok(0) => {}
            Ok(removed) => tracing::info!(removed, "old changes removed from the feed"),
            Err(error) => tracing::warn!(%error, "the change feed can't be pruned now"),
        }
    }
}
