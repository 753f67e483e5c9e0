//! Nightly backups into a vault, the drill that tries them, and what the operator hears when either fails.

use std::{collections::BTreeSet, path::Path};

use chrono::TimeDelta;
use serde_json::Value;
use tempfile::TempDir;
use townperk::platform::{
    background::Background,
    backup::vault::{SealingKey, Snapshot, Vault},
    settings::{Secret, Settings},
};

use crate::support::{Bucket, Setup, TestApp, command::until};

/// An app that backs up into `vault`.
async fn app(setup: Setup, vault: Secret) -> TestApp {
    let key = SealingKey::generate().unwrap();
    setup
        .settings(move |settings| {
            settings.backup_url = vault;
            settings.backup_key = Secret::new(key);
            settings.support_email = "operator@perk.example".to_owned();
        })
        .start()
        .await
}

fn folder_of(vault: &TempDir) -> Secret {
    Secret::new(vault.path().to_str().unwrap().to_owned())
}

fn vault_of(app: &TestApp) -> Vault {
    Vault::of(&app.services().settings).unwrap().unwrap()
}

async fn snapshots(app: &TestApp) -> Vec<Snapshot> {
    vault_of(app).snapshots().await.unwrap().all().unwrap()
}

/// A day later, with its nightly and weekly jobs done.
async fn next_day(app: &TestApp) {
    app.clock.advance(TimeDelta::days(1));
    app.work().await;
}

async fn line(app: &TestApp, name: &str) -> Value {
    let admin = app.administrator().await;
    let overview = admin.get("/api/admin/operator").await.expect(200).json();
    let lines = overview["lines"].as_array().unwrap();
    let mut lines = lines.iter().filter(|line| line["name"] == name);
    lines.next().unwrap().clone()
}

async fn warnings(app: &TestApp) -> Vec<String> {
    let mails = app.mails().await.into_iter();
    mails
        .filter(|mail| mail.recipient == "operator@perk.example")
        .map(|mail| mail.header("Subject"))
        .filter(|subject| subject.to_lowercase().contains("backup"))
        .collect()
}

/// The paths of all files below `folder`.
fn files(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.insert(path.to_str().unwrap().to_owned());
        }
    }
    found
}

both_engines!(
    each_night_a_sealed_snapshot_reaches_the_vault,
    |setup: Setup| {
        let vault = TempDir::new().unwrap();
        let app = app(setup, folder_of(&vault)).await;
        let city = app.city("Natchitoches", "LA").await;
        app.shop(&city).name("Blue Heron Coffee").await;
        let photo = bytes::Bytes::from_static(b"a photo of the Blue Heron");
        app.services()
            .storage
            .put("ab/one.webp", photo)
            .await
            .unwrap();
        next_day(&app).await;
        let backup = line(&app, "Backup").await;
        let text = backup["text"].as_str().unwrap();
        assert!(text.contains("and 1 photo, in "), "{text}");
        assert_eq!(backup["advice"], Value::Null);
        let snapshots = snapshots(&app).await;
        assert_eq!(snapshots.len(), 1);
        assert_eq!(snapshots[0].photos, ["ab/one.webp"]);
        for file in files(vault.path()) {
            let sealed = std::fs::read(&file).unwrap();
            let shown = String::from_utf8_lossy(&sealed);
            assert!(shown.starts_with("TPSEAL1"), "{file}");
            assert!(!shown.contains("Heron"), "{file}");
        }
        assert_eq!(app.metric("townperk_backup_failing").await, 0.0);
        assert_eq!(warnings(&app).await, [""; 0]);
    }
);

both_engines!(
    a_drill_restores_the_newest_snapshot_and_says_so,
    |setup: Setup| {
        let vault = TempDir::new().unwrap();
        let app = app(setup, folder_of(&vault)).await;
        let before = line(&app, "Backup drill").await;
        assert_eq!(before["last"], Value::Null);
        for _ in 0..8 {
            next_day(&app).await;
        }
        let drill = line(&app, "Backup drill").await;
        let text = drill["text"].as_str().unwrap();
        assert!(text.contains("came back whole"), "{text}");
        assert_eq!(drill["advice"], Value::Null);
        assert_eq!(app.metric("townperk_backup_drill_failed").await, 0.0);
        let left: Vec<String> = files(&app.home().folder().join(""))
            .into_iter()
            .filter(|file| file.contains("scratch"))
            .collect();
        assert_eq!(left, [""; 0]);
    }
);

both_engines!(
    a_snapshot_that_was_changed_is_found_by_the_drill_and_mailed_once,
    |setup: Setup| {
        let vault = TempDir::new().unwrap();
        let app = app(setup, folder_of(&vault)).await;
        let mut changed = BTreeSet::new();
        for _ in 0..70 {
            // A snapshot is made in the night, and tried hours later.
            app.clock.advance(TimeDelta::hours(3));
            app.work().await;
            let pieces = files(vault.path()).into_iter();
            for piece in pieces.filter(|file| file.ends_with("/0001")) {
                if changed.insert(piece.clone()) {
                    let mut bytes = std::fs::read(&piece).unwrap();
                    let middle = bytes.len() / 2;
                    bytes[middle] ^= 1;
                    std::fs::write(&piece, bytes).unwrap();
                }
            }
            if !warnings(&app).await.is_empty() {
                break;
            }
        }
        assert_eq!(
            warnings(&app).await,
            ["A backup can't be restored".to_owned()]
        );
        let drill = line(&app, "Backup drill").await;
        let text = drill["text"].as_str().unwrap();
        assert!(
            text.starts_with("Failed: ") && text.contains("it was changed"),
            "{text}"
        );
        assert!(
            drill["advice"]
                .as_str()
                .unwrap()
                .contains("townperk backup FILE")
        );
        assert_eq!(app.metric("townperk_backup_drill_failed").await, 1.0);
        app.clock.advance(TimeDelta::hours(1));
        assert_eq!(warnings(&app).await.len(), 1, "once");
    }
);

both_engines!(
    a_bucket_that_is_away_is_tried_again_and_mailed_after_half_an_hour,
    |setup: Setup| {
        let bucket = Bucket::start().await;
        let app = app(setup, bucket.setting("vault")).await;
        bucket.set_away(true);
        next_day(&app).await;
        let drill = line(&app, "Backup drill").await;
        assert_eq!(drill["advice"], Value::Null, "too early to worry");
        assert_eq!(app.metric("townperk_backup_failing").await, 1.0);
        for _ in 0..4 {
            app.clock.advance(TimeDelta::minutes(11));
            app.work().await;
        }
        let expected = ["Backups are failing".to_owned()];
        assert_eq!(warnings(&app).await, expected);
        let drill = line(&app, "Backup drill").await;
        let advice = drill["advice"].as_str().unwrap();
        assert!(advice.contains("Backups have failed since"), "{advice}");
        assert!(!advice.contains("wJalrXUtnFEMI"), "{advice}");
        bucket.set_away(false);
        app.clock.advance(TimeDelta::minutes(11));
        app.work().await;
        assert_eq!(snapshots(&app).await.len(), 1);
        assert_eq!(app.metric("townperk_backup_failing").await, 0.0);
        assert_eq!(line(&app, "Backup drill").await["advice"], Value::Null);
        assert_eq!(warnings(&app).await, expected, "once");
        let objects = bucket.keys();
        assert!(
            objects.iter().all(|key| key.starts_with("vault/")),
            "{objects:?}"
        );
    }
);

both_engines!(
    old_snapshots_and_photos_that_none_names_are_removed,
    |setup: Setup| {
        let vault = TempDir::new().unwrap();
        let app = app(setup, folder_of(&vault)).await;
        let storage = &app.services().storage;
        let photo = bytes::Bytes::from_static(b"a photo");
        storage.put("ab/one.webp", photo.clone()).await.unwrap();
        next_day(&app).await;
        storage.delete("ab/one.webp").await.unwrap();
        storage.put("ab/two.webp", photo).await.unwrap();
        let photos = || {
            let folder = vault.path().join("photos/ab");
            let found = files(&folder).into_iter();
            let names = found.map(|file| file.rsplit('/').next().unwrap().to_owned());
            names.collect::<Vec<_>>()
        };
        next_day(&app).await;
        assert_eq!(photos(), ["one.webp", "two.webp"], "one is still named");
        for _ in 0..75 {
            next_day(&app).await;
        }
        let snapshots = snapshots(&app).await;
        // Seven days, four weeks besides, and the ends of months before them.
        assert!(
            (11..=14).contains(&snapshots.len()),
            "{} are kept",
            snapshots.len()
        );
        let named = snapshots
            .iter()
            .any(|snapshot| snapshot.photos.contains(&"ab/one.webp".to_owned()));
        assert_eq!(photos().contains(&"one.webp".to_owned()), named);
        assert!(photos().contains(&"two.webp".to_owned()));
    }
);

both_engines!(
    an_index_that_can_t_be_read_stops_nothing_and_what_it_may_name_stays,
    |setup: Setup| {
        let vault = TempDir::new().unwrap();
        let app = app(setup, folder_of(&vault)).await;
        next_day(&app).await;
        let broken = vault.path().join("snapshots/2020-01-01T000000Z");
        let piece = broken.join("0001");
        let recording = vault
            .path()
            .join("commits/00000000-0000-7000-8000-000000000000");
        let photo = vault.path().join("photos/ab/of_the_broken_one.webp");
        for file in [
            &broken.join("index"),
            &piece,
            &recording.join("base"),
            &photo,
        ] {
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, "nonsense").unwrap();
        }
        for _ in 0..9 {
            next_day(&app).await;
        }
        let listed = vault_of(&app).snapshots().await.unwrap();
        let unreadable: Vec<&str> = listed
            .unreadable
            .iter()
            .map(|index| index.file.as_str())
            .collect();
        assert_eq!(unreadable, ["snapshots/2020-01-01T000000Z/index"]);
        // Ten were made, and the older ones went.
        let made = listed.found.len();
        assert!((7..10).contains(&made), "{made} are kept");
        assert!(piece.exists() && recording.join("base").exists() && photo.exists());
        assert_eq!(app.metric("townperk_backup_failing").await, 0.0);
        assert_eq!(app.metric("townperk_backup_drill_failed").await, 1.0);
        // Once nothing unreadable is left, what nobody names goes.
        std::fs::remove_dir_all(&broken).unwrap();
        next_day(&app).await;
        assert!(photo.exists(), "the recording may name it");
        std::fs::remove_dir_all(&recording).unwrap();
        next_day(&app).await;
        assert!(!photo.exists());
    }
);

both_engines!(
    another_installation_s_vault_is_left_alone,
    |setup: Setup| {
        let vault = TempDir::new().unwrap();
        let app = app(setup, folder_of(&vault)).await;
        let opened = vault_of(&app);
        opened.belong_to("another installation").await.unwrap();
        let before = files(vault.path());
        next_day(&app).await;
        for _ in 0..4 {
            app.clock.advance(TimeDelta::minutes(31));
            app.work().await;
        }
        assert_eq!(files(vault.path()), before);
        assert_eq!(warnings(&app).await, ["Backups are failing".to_owned()]);
        let drill = line(&app, "Backup drill").await;
        let advice = drill["advice"].as_str().unwrap();
        assert!(advice.contains("another installation"), "{advice}");
    }
);

both_engines!(
    a_vault_that_lets_nothing_be_deleted_still_takes_backups,
    |setup: Setup| {
        let bucket = Bucket::start().await;
        let app = app(setup, bucket.setting("vault")).await;
        bucket.refuse_deletions();
        for _ in 0..9 {
            next_day(&app).await;
        }
        assert_eq!(snapshots(&app).await.len(), 9);
        assert_eq!(app.metric("townperk_backup_failing").await, 0.0);
    }
);

#[tokio::test]
async fn who_sets_no_vault_has_no_jobs_for_it() {
    let app = Setup::on_sqlite().await.start().await;
    next_day(&app).await;
    let admin = app.administrator().await;
    let overview = admin.get("/api/admin/operator").await.expect(200).text();
    assert!(!overview.contains("Backup drill"));
}

#[test]
fn a_vault_without_a_key_or_in_the_photos_place_is_refused() {
    let mut settings = Settings::defaults().unwrap();
    let found = |settings: &Settings| {
        let found = townperk::platform::backup::vault::check(settings);
        let names: Vec<&str> = found.iter().map(|(setting, _)| *setting).collect();
        names
    };
    assert_eq!(found(&settings), [""; 0]);
    settings.backup_url = Secret::new("/backups".to_owned());
    assert_eq!(found(&settings), ["backup_key"]);
    settings.backup_key = Secret::new("a".repeat(64));
    assert_eq!(found(&settings), [""; 0]);
    settings.storage_url = settings.backup_url.clone();
    assert_eq!(found(&settings), ["backup_url"]);
    settings.backup_url = Secret::new("ftp://backups".to_owned());
    assert_eq!(found(&settings), ["backup_url"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_waits_for_the_bucket_for_half_an_hour_is_mailed_and_caught_up() {
    let bucket = Bucket::start().await;
    let app = app(Setup::on_sqlite().await, bucket.setting("vault")).await;
    next_day(&app).await;
    let services = app.services();
    let mut background = Background::default();
    let copier = services
        .continuous_backup
        .start(
            &services.settings,
            &services.folder,
            (&services.database, &services.storage),
            (services.clock.clone(), services.identifiers.clone()),
            (&services.keys, &mut background),
        )
        .unwrap();
    let stopping = background.stopping();
    background.start(services.database.clone().keep_log_short(copier, stopping));
    let waits = |is_waiting: bool| async move {
        let state = || services.continuous_backup.state();
        let is_there =
            || state().shipped_until.is_some() && state().waiting_since().is_some() == is_waiting;
        until("commits wait as they should", || async { is_there() }).await;
    };
    waits(false).await;
    let calm = line(&app, "Continuous backup").await;
    assert_eq!(calm["advice"], Value::Null);

    bucket.set_away(true);
    app.city("Natchitoches", "LA").await;
    waits(true).await;
    app.clock.advance(TimeDelta::minutes(31));
    app.work().await;
    assert_eq!(warnings(&app).await, ["Backups are behind".to_owned()]);
    let late = line(&app, "Continuous backup").await;
    let advice = late["advice"].as_str().unwrap();
    assert!(advice.contains("waits on this machine"), "{advice}");
    assert!(app.metric("townperk_backup_behind_seconds").await >= 1800.0);

    bucket.set_away(false);
    waits(false).await;
    assert_eq!(app.metric("townperk_backup_behind_seconds").await, 0.0);
    background.stop().await;
}
