//! Wires the parts together: database, catalog, pages, edge, and background work.

use std::{sync::Arc, time::Duration};

use chrono::TimeDelta;
use tokio::time::MissedTickBehavior;

use crate::{
    catalog::{
        Catalog, PaymentFacts, SiteFacts,
        document::DocumentTable,
        read::{Read, ReadTable},
    },
    features::{self, DocumentParts, ReadParts, Services, search::SearchIndex, sitemap::Listed},
    http::{self, Edge, Front},
    pages::WebBundle,
    platform::{
        background::Background, clock::Clock, data_folder::DataFolder, database::Database,
        database_clock, error::Result, id_generator::IdGenerator, payment_sandbox, payments,
        settings::Settings,
    },
};
use stripe_sandbox::Sandbox;

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
        let documents = DocumentTable::new(features::documents(&DocumentParts {
            settings,
            pages: listed_pages(web),
        }))?;
        let cpu = http::cpu_pool()?;
        let edge = Edge::new(
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
        let services =
            Services::open(settings, folder, database, catalog, clock, identifiers, cpu).await?;
        services.payments.notices().show_in(edge.metrics());
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

    /// The whole server, as called by connections.
    #[must_use]
    pub fn front(&self) -> Front {
        let guard = features::access::guard(self.services.clone());
        let rooms = features::routes();
        let router = http::router(self.edge.clone(), rooms, self.services.clone(), guard);
        let router = match &self.sandbox {
            Some(sandbox) => router.nest(payment_sandbox::PATH, sandbox.router()),
            None => router,
        };
        Front::new(self.edge.clone(), router)
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
        background.start(database.keep_log_short(background.stopping()));
        let keys = self.services.keys.clone();
        background.start(keys.follow(self.services.database.clone(), background.stopping()));
        features::start_workers(&self.services, &mut background);
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

/// The reads of every room, and the description of the API.
#[must_use]
pub fn reads(search: SearchIndex) -> Vec<Read> {
    let mut reads = features::reads(&ReadParts { search });
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
        origin: settings.origin(),
        support_email,
        map_tiles: settings.map_tiles()?,
        prompt_for_location: settings.prompt_for_location,
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
