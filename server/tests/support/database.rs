//! A database for one test, copied from a migrated one: a file in a temporary folder, or a database of PostgreSQL.

use std::{
    collections::hash_map::DefaultHasher,
    ffi::OsString,
    fs,
    hash::{Hash, Hasher},
    path::Path,
    sync::atomic::{AtomicU32, Ordering},
};

use sea_orm::{ConnectOptions, ConnectionTrait, DatabaseConnection, Statement};
use tempfile::TempDir;
use tokio::sync::OnceCell;
use townperk::platform::{
    data_folder::DataFolder,
    database::{Database, Engine},
    settings::{Secret, Settings},
};
use url::Url;

use super::OnEngine;

/// The server started by `scripts/with-postgres.sh`.
const POSTGRES: &str = "TOWNPERK_TEST_POSTGRES_URL";

/// An empty, migrated database, removed with its files when dropped.
#[derive(Debug)]
pub struct TestDatabase {
    folder: TempDir,
    postgres: Option<PostgresDatabase>,
}

#[derive(Debug)]
struct PostgresDatabase {
    server: Url,
    name: String,
}

impl TestDatabase {
    /// A database on `engine`; `None` if PostgreSQL isn't available.
    pub async fn on(engine: Engine) -> Option<Self> {
        let folder = TempDir::new().unwrap();
        let postgres = match engine {
            Engine::Sqlite => {
                copy_migrated_files(folder.path()).await;
                None
            }
            Engine::Postgres => Some(PostgresDatabase::create().await?),
        };
        Some(Self { folder, postgres })
    }

    /// The data folder that belongs to it.
    pub fn folder(&self) -> DataFolder {
        DataFolder::open(self.folder.path()).unwrap()
    }

    /// Removes the SQLite file: nothing was ever started here. PostgreSQL's tables stay.
    pub fn remove_file(&self) {
        if self.postgres.is_none() {
            fs::remove_file(self.folder.path().join("townperk.sqlite")).unwrap();
        }
    }

    /// The defaults, pointed at this database.
    pub fn settings(&self) -> Settings {
        let mut settings = Settings::defaults().unwrap();
        settings.data_dir = self.folder.path().to_path_buf();
        settings.database_connections = 4;
        // Tests ask no server but their own.
        settings.overpass_url.clear();
        settings.forget_default_internet();
        // The tests' clock stands still.
        settings.overpass_pause_seconds = 0;
        if let Some(postgres) = &self.postgres {
            settings.database_url = Secret::new(postgres.url());
        }
        settings
    }

    /// Connections to it.
    pub async fn open(&self) -> Database {
        Database::open(&self.settings(), &self.folder())
            .await
            .unwrap()
    }
}

impl OnEngine for TestDatabase {
    async fn on(engine: Engine) -> Option<Self> {
        Self::on(engine).await
    }
}

impl PostgresDatabase {
    async fn create() -> Option<Self> {
        let Some(server) = server() else {
            eprintln!(
                "skipped: {POSTGRES} names no PostgreSQL; scripts/with-postgres.sh starts one"
            );
            return None;
        };
        static TEMPLATE: OnceCell<String> = OnceCell::const_new();
        let template = TEMPLATE.get_or_init(|| make_template(&server)).await;
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("townperk_test_{}_{number}", std::process::id());
        let admin = connect(&server).await;
        run(
            &admin,
            &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"),
        )
        .await;
        run(
            &admin,
            &format!("CREATE DATABASE {name} TEMPLATE {template}"),
        )
        .await;
        admin.close().await.unwrap();
        Some(Self { server, name })
    }

    fn url(&self) -> String {
        at(&self.server, &self.name)
    }
}

impl Drop for PostgresDatabase {
    fn drop(&mut self) {
        // Drop can't await, and the test's runtime may already be gone.
        let (server, name) = (self.server.clone(), self.name.clone());
        let dropped = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let admin = connect(&server).await;
                run(&admin, &format!("DROP DATABASE {name} WITH (FORCE)")).await;
            });
        });
        if dropped.join().is_err() {
            eprintln!("the test database {} could not be dropped", self.name);
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "it is no setting of the product")]
fn server() -> Option<Url> {
    let address = std::env::var(POSTGRES)
        .ok()
        .filter(|address| !address.is_empty())?;
    Some(address.parse().expect("an address of PostgreSQL"))
}

/// Whether tests may start PostgreSQL. Says so if not.
pub fn has_postgres() -> bool {
    if server().is_none() {
        eprintln!("skipped: {POSTGRES} names no PostgreSQL; scripts/with-postgres.sh starts one");
    }
    server().is_some()
}

/// Puts a migrated SQLite database into a folder: to migrate one takes longer than most tests.
async fn copy_migrated_files(into: &Path) {
    static MIGRATED: OnceCell<Vec<(OsString, Vec<u8>)>> = OnceCell::const_new();
    let files = MIGRATED.get_or_init(migrated_files).await;
    for (name, content) in files {
        fs::write(into.join(name), content).unwrap();
    }
}

async fn migrated_files() -> Vec<(OsString, Vec<u8>)> {
    let folder = TempDir::new().unwrap();
    let mut settings = Settings::defaults().unwrap();
    settings.data_dir = folder.path().to_path_buf();
    migrate(&settings, folder.path()).await;
    fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_name().to_string_lossy().contains(".sqlite"))
        .map(|entry| (entry.file_name(), fs::read(entry.path()).unwrap()))
        .collect()
}

async fn migrate(settings: &Settings, folder: &Path) {
    let folder = DataFolder::open(folder).unwrap();
    let database = Database::open(settings, &folder).await.unwrap();
    database.close().await.unwrap();
}

/// Migrates a template database once per build of the tests, removing an earlier build's.
async fn make_template(server: &Url) -> String {
    let name = format!("townperk_template_{:016x}", fingerprint());
    let admin = connect(server).await;
    // Another test process may be creating it right now.
    run(&admin, "SELECT pg_advisory_lock(7203949)").await;
    let templates = "SELECT datname FROM pg_database WHERE datname LIKE 'townperk_template_%'";
    let rows = admin
        .query_all_raw(Statement::from_string(
            admin.get_database_backend(),
            templates,
        ))
        .await
        .unwrap();
    let known: Vec<String> = rows
        .iter()
        .map(|row| row.try_get("", "datname").unwrap())
        .collect();
    for stale in known.iter().filter(|known| **known != name) {
        let _ = admin
            .execute_unprepared(&format!("DROP DATABASE {stale}"))
            .await;
    }
    if !known.contains(&name) {
        let unfinished = format!("townperk_unfinished_{}", std::process::id());
        run(&admin, &format!("CREATE DATABASE {unfinished}")).await;
        let folder = TempDir::new().unwrap();
        let mut settings = Settings::defaults().unwrap();
        settings.database_url = Secret::new(at(server, &unfinished));
        migrate(&settings, folder.path()).await;
        run(
            &admin,
            &format!("ALTER DATABASE {unfinished} RENAME TO {name}"),
        )
        .await;
    }
    admin.close().await.unwrap();
    name
}

/// Changes with each build of the tests, and so with each change to a migration.
fn fingerprint() -> u64 {
    let mut hasher = DefaultHasher::new();
    let file = std::env::current_exe().unwrap();
    let data = file.metadata().unwrap();
    (file, data.len(), data.modified().unwrap()).hash(&mut hasher);
    hasher.finish()
}

fn at(server: &Url, database: &str) -> String {
    let mut url = server.clone();
    url.set_path(database);
    url.to_string()
}

async fn connect(server: &Url) -> DatabaseConnection {
    let mut options = ConnectOptions::new(server.to_string());
    options.max_connections(1).sqlx_logging(false);
    sea_orm::Database::connect(options)
        .await
        .expect("PostgreSQL answers")
}

async fn run(connection: &DatabaseConnection, sql: &str) {
    connection
        .execute_unprepared(sql)
        .await
        .unwrap_or_else(|error| panic!("{sql}: {error}"));
}
