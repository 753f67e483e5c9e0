//! Restored dumps: into a new cluster, where transaction numbers start low again, and under running nodes that have
//! read further than the dump. Made with PostgreSQL's own `pg_dump` and `pg_restore`.

use tempfile::TempDir;
use url::Url;

use crate::support::{
    Engine, Relay, Setup, TestApp, TestDatabase,
    cluster::{Cluster, by_way_of, socket_of, sql, tool},
    fault_table::{self, Refusals},
};

/// Two clusters, and a forwarder to the first that can be switched to the second.
struct Restore {
    from: Url,
    to: Url,
    relay: Relay,
    file: String,
    _folder: TempDir,
    _cluster: Cluster,
}

impl Restore {
    async fn begin(database: &TestDatabase) -> Self {
        let from: Url = database.settings().database_url.reveal().parse().unwrap();
        let cluster = Cluster::start();
        let mut to = cluster.url.clone();
        // The nodes know one address and one password.
        let password = from.password().unwrap();
        sql(&to, &format!("ALTER ROLE townperk PASSWORD '{password}'"));
        to.set_password(Some(password)).unwrap();
        sql(&to, &format!("CREATE DATABASE {}", &from.path()[1..]));
        to.set_path(from.path());
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("dump").to_str().unwrap().to_owned();
        let relay = Relay::to(socket_of(&from)).await;
        Self {
            from,
            to,
            relay,
            file,
            _folder: folder,
            _cluster: cluster,
        }
    }

    /// Advances the first cluster's transaction numbers, as in a database with some history.
    fn use_up_transactions(&self) {
        sql(
            &self.from,
            "DO $$ BEGIN FOR i IN 1..5000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$",
        );
    }

    fn dump(&self) {
        tool(
            "pg_dump",
            &["--format=custom", "--file", &self.file, self.from.as_str()],
        );
    }

    /// Restores the dump into the second cluster, and points the nodes' address to it.
    fn restore(&self) {
        tool(
            "pg_restore",
            &[
                "--clean",
                "--if-exists",
                "--no-owner",
                "--dbname",
                self.to.as_str(),
                &self.file,
            ],
        );
        self.relay.lead_to(socket_of(&self.to));
    }

    async fn start_node(&self, database: TestDatabase) -> TestApp {
        let url = by_way_of(&self.from, self.relay.address);
        let set = |settings: &mut townperk::platform::settings::Settings| {
            settings.database_url = townperk::platform::settings::Secret::new(url.to_string());
        };
        Setup::new(database).settings(set).start().await
    }
}

/// Whether the node shows the shop once it has caught up. The first connections after a restore are broken ones.
async fn shows(node: &TestApp, slug: &str) -> bool {
    for _ in 0..20 {
        if node.catalog.catch_up().await.is_ok() {
            break;
        }
    }
    node.sync().await;
    node.visitor()
        .get(&format!("/api/coffee-shops/{slug}"))
        .await
        .status()
        == 200
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_hear_of_each_other_after_a_restore_into_another_cluster() {
    let Some(database) = TestDatabase::on(Engine::Postgres).await else {
        return;
    };
    let restore = Restore::begin(&database).await;
    restore.use_up_transactions();
    let mut one = restore.start_node(database).await;
    let two = one.second_node().await;
    let city = one.city("Alexandria", "LA").await;
    let kept = one.shop(&city).name("Kept Cup").await;
    assert!(shows(&two, &kept.slug).await);
    restore.dump();
    let lost = one.shop(&city).name("Lost Cup").await;
    assert!(shows(&two, &lost.slug).await);

    restore.restore();
    // Running nodes drop what isn't in the backup, and see each other's changes again.
    for node in [&one, &two] {
        assert!(!shows(node, &lost.slug).await);
        assert!(shows(node, &kept.slug).await);
    }
    let new = one.shop(&city).name("New Cup").await;
    assert!(shows(&two, &new.slug).await);
    let answer = two.shop(&city).name("Newer Cup").await;
    assert!(shows(&one, &answer.slug).await);

    // So do nodes that start on it.
    let three = one.second_node().await;
    let newest = one.shop(&city).name("Newest Cup").await;
    for node in [&two, &three] {
        assert!(shows(node, &newest.slug).await);
    }
    let written = [&kept, &new, &answer, &newest];
    let mut found = 0;
    for shop in written {
        found += u64::from(shows(&two, &shop.slug).await && shows(&one, &shop.slug).await);
    }
    fault_table::line(
        "PostgreSQL: dump restored into another cluster, under two nodes",
        written.len() as u64,
        found,
        &Refusals::default(),
    );
    assert_eq!(found, 4);
    // And they don't reload everything forever.
    let revision = two.catalog.revision();
    assert!(shows(&two, &newest.slug).await);
    assert_eq!(two.catalog.revision(), revision);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_backup_under_running_nodes_is_what_they_show() {
    let Some(database) = TestDatabase::on(Engine::Postgres).await else {
        return;
    };
    let restore = Restore::begin(&database).await;
    let mut one = restore.start_node(database).await;
    let two = one.second_node().await;
    let city = one.city("Alexandria", "LA").await;
    let kept = one.shop(&city).name("Kept Cup").await;
    restore.dump();
    let lost = one.shop(&city).name("Lost Cup").await;
    for node in [&one, &two] {
        assert!(shows(node, &lost.slug).await);
    }
    // Into the same cluster: numbers continue, and only the newest changes are missing.
    tool(
        "pg_restore",
        &[
            "--clean",
            "--if-exists",
            "--dbname",
            restore.from.as_str(),
            &restore.file,
        ],
    );
    for node in [&one, &two] {
        assert!(!shows(node, &lost.slug).await);
        assert!(shows(node, &kept.slug).await);
    }
    let new = two.shop(&city).name("New Cup").await;
    assert!(shows(&one, &new.slug).await);
}
