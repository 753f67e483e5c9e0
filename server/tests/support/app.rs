//! A whole server without its sockets.

use std::{
    ops::Deref,
    sync::{Arc, LazyLock},
    time::Duration,
};

use chrono::{DateTime, TimeZone, Utc};
use tokio::sync::Notify;
use townperk::{
    app::App,
    catalog::{entities::shop, writing::Act},
    features::{Room, Services},
    http::Front,
    pages::WebBundle,
    platform::{
        clock::Clock,
        database::{Engine, TransactionFuture},
        housekeeping,
        id_generator::IdGenerator,
        jobs::Worker,
        settings::Settings,
        web::Actor,
    },
};
use uuid::Uuid;

use super::{Node, OnEngine, Received, TestDatabase, Visitor, command::LONGEST_WAIT};

/// A running installation. It dereferences to its [`Node`], which can write rows.
pub struct TestApp {
    pub front: Front,
    /// The rooms' services.
    pub services: Services,
    /// What it all belongs to.
    pub app: App,
    node: Node,
    setup: Arc<Shape>,
    nodes: u64,
}

/// A server that has not been started yet.
pub struct Setup {
    database: Arc<TestDatabase>,
    clock: Clock,
    shape: Shape,
}

/// The settings that a second node shares with the first.
struct Shape {
    settings: Settings,
    web: WebBundle,
}

impl TestApp {
    /// A server with the real web app on an empty database, on a Wednesday at nine in the morning in Chicago.
    pub async fn start(engine: Engine) -> Option<Self> {
        Some(Setup::on(engine).await?.start().await)
    }

    /// Somebody without a session.
    pub fn visitor(&self) -> Visitor {
        Visitor::new(self.front.clone())
    }

    /// The rooms' services.
    pub fn services(&self) -> &Services {
        &self.services
    }

    /// Runs due jobs, then sends due emails.
    pub async fn work(&self) {
        self.services.job_worker().run_due().await.unwrap();
        self.services.mail_worker().send_due().await.unwrap();
    }

    /// A worker of one room's jobs and of housekeeping, for tests that live through months: the jobs of others, which are most of
    /// a day's work, are no matter of theirs.
    pub fn worker_of(&self, room: &Room) -> Worker {
        let services = self.services.with_background_timeouts();
        Worker::new(
            services.database.clone(),
            services.clock.clone(),
            services.identifiers.clone(),
            housekeeping::handlers(&services.database, &services.clock).and((room.jobs)(&services)),
        )
    }

    /// Works until `condition` is true.
    pub async fn work_until(&self, what: &str, condition: impl Fn() -> bool) {
        // Work that a busy machine takes long for isn't stuck.
        let longest = 5 * LONGEST_WAIT;
        let (jobs, mails) = (self.services.job_worker(), self.services.mail_worker());
        let work = async {
            while !condition() {
                jobs.run_due().await.unwrap();
                mails.send_due().await.unwrap();
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let done = tokio::time::timeout(longest, work).await;
        assert!(done.is_ok(), "{what} did not happen");
    }

    /// Works until `answer` is there.
    pub async fn working<T>(&self, answer: impl Future<Output = T>) -> T {
        tokio::select! {
            answer = answer => answer,
            () = self.work_until("the answer", || false) => unreachable!("it works until then"),
        }
    }

    /// Sends `request` while another act holds the shop: it is let in by the rows as they were, and acts after `meanwhile` was
    /// committed.
    pub async fn overtaken<T>(
        &self,
        shop: Uuid,
        meanwhile: impl for<'a> Fn(&'a Act<'a>, shop::Model) -> TransactionFuture<'a, ()>
        + Clone
        + Send
        + Sync
        + 'static,
        request: impl Future<Output = T>,
    ) -> T {
        let begun = Arc::new(Notify::new());
        let noted = begun.clone();
        let holding = self
            .services
            .ledger
            .act(Actor::System, "test.overtake", move |act| {
                let (meanwhile, noted) = (meanwhile.clone(), noted.clone());
                Box::pin(async move {
                    let row: shop::Model = act.find(shop).await?.unwrap();
                    noted.notify_one();
                    tokio::time::sleep(Duration::from_millis(300)).await;
                    meanwhile(act, row).await
                })
            });
        let sending = async {
            begun.notified().await;
            request.await
        };
        let (held, answer) = tokio::join!(holding, sending);
        held.unwrap();
        answer
    }

    /// The emails written to the data folder, oldest first, after doing what is due.
    pub async fn mails(&self) -> Vec<Received> {
        self.work().await;
        let folder = self.home().folder().join("mail");
        let mut files: Vec<_> = std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        files
            .iter()
            .map(|file| {
                let data = std::fs::read_to_string(file).unwrap();
                Received::of(data)
            })
            .collect()
    }

    /// A value in `/metrics`, by name with labels; 0 if it was never counted.
    pub async fn metric(&self, name: &str) -> f64 {
        let figures = self.visitor().get("/metrics").await.expect(200).text();
        let value = figures
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.map_or(0.0, |value| value.parse().unwrap())
    }

    /// Another process on the same database, with the same clock.
    pub async fn second_node(&mut self) -> Self {
        self.second_node_with(|_| {}).await
    }

    /// Another process on the same database, with other settings.
    pub async fn second_node_with(&mut self, change: impl FnOnce(&mut Settings)) -> Self {
        let clock = self.node.clock.clone();
        self.another_node(clock, change).await
    }

    /// Another process on the same database, on a machine with another clock.
    pub async fn second_node_on(&mut self, clock: Clock) -> Self {
        self.another_node(clock, |_| {}).await
    }

    async fn another_node(&mut self, clock: Clock, change: impl FnOnce(&mut Settings)) -> Self {
        self.nodes += 1;
        let mut settings = self.setup.settings.clone();
        change(&mut settings);
        let shape = Shape {
            settings,
            web: self.setup.web.clone(),
        };
        start(self.node.home().clone(), clock, shape, self.nodes).await
    }
}

impl Deref for TestApp {
    type Target = Node;

    fn deref(&self) -> &Node {
        &self.node
    }
}

impl OnEngine for TestApp {
    async fn on(engine: Engine) -> Option<Self> {
        Self::start(engine).await
    }
}

impl OnEngine for Setup {
    async fn on(engine: Engine) -> Option<Self> {
        Some(Self::new(TestDatabase::on(engine).await?))
    }
}

impl Setup {
    /// Defaults for tests: one rendering thread, and enough time for a busy machine.
    pub fn new(database: TestDatabase) -> Self {
        let mut settings = database.settings();
        settings.public_url = "https://townperk.example".to_owned();
        settings.render_threads = 1;
        settings.render_deadline_ms = 20_000;
        settings.database_timeout_ms = 20_000;
        settings.cache_megabytes = 16;
        static WEB: LazyLock<WebBundle> = LazyLock::new(|| WebBundle::embedded().unwrap());
        Self {
            database: Arc::new(database),
            clock: Clock::manual(start_of_time()),
            shape: Shape {
                settings,
                web: WEB.clone(),
            },
        }
    }

    /// For tests that only need one engine.
    pub async fn on_sqlite() -> Self {
        Self::new(TestDatabase::on(Engine::Sqlite).await.unwrap())
    }

    /// Changes settings.
    pub fn settings(mut self, change: impl FnOnce(&mut Settings)) -> Self {
        change(&mut self.shape.settings);
        self
    }

    /// Renders pages with another web app.
    pub fn web(mut self, web: WebBundle) -> Self {
        self.shape.web = web;
        self
    }

    /// Starts at another time.
    pub fn at(self, moment: &str) -> Self {
        self.on_clock(Clock::manual(moment.parse().unwrap()))
    }

    /// Uses another clock.
    pub fn on_clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    /// The clock that it will use.
    pub fn clock(&self) -> Clock {
        self.clock.clone()
    }

    /// Starts it.
    pub async fn start(self) -> TestApp {
        start(self.database, self.clock, self.shape, 1).await
    }
}

/// Wednesday, 4 March 2026, 9 AM in Chicago.
fn start_of_time() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 3, 4, 15, 0, 0).unwrap()
}

async fn start(database: Arc<TestDatabase>, clock: Clock, shape: Shape, seed: u64) -> TestApp {
    let identifiers = IdGenerator::seeded(clock.clone(), seed << 32);
    let folder = database.folder();
    let app = App::start(
        &shape.settings,
        &folder,
        &shape.web,
        clock.clone(),
        identifiers,
    )
    .await
    .unwrap();
    TestApp {
        front: app.front(),
        services: app.services().clone(),
        app: app.clone(),
        node: Node::of(
            database,
            app.database().clone(),
            app.catalog().clone(),
            clock,
            seed,
        ),
        setup: Arc::new(shape),
        nodes: seed,
    }
}
