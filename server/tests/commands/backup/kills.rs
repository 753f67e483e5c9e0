//! Backups and restores killed at a dozen moments of their work.

use std::{
    fs,
    ops::ControlFlow,
    time::{Duration, Instant},
};

use tempfile::TempDir;

use super::{back_up, backup_of_demo, server, tables};
use crate::support::{
    Engine, TestDatabase,
    command::{Ended, Running, argument, run, townperk, wait_until},
    line::Line,
};

/// At how many moments of its work a command is killed, equally far from each other.
const MOMENTS: u32 = 12;

/// Starts a command once for each moment of a whole run, and kills it then unless it has ended. Returns how often it was killed.
fn kill_at_each_moment(
    whole: Duration,
    start: impl Fn() -> Running,
    mut after_each: impl FnMut(Option<Ended>) -> ControlFlow<()>,
) -> u32 {
    let mut kills = 0;
    for moment in 0..MOMENTS {
        let mut running = start();
        let ended = running.ends_within(whole * moment / MOMENTS);
        if ended.is_none() {
            running.signal("KILL");
            running.end();
            kills += 1;
        }
        if after_each(ended).is_break() {
            break;
        }
    }
    kills
}

/// How long a command takes that nobody kills.
fn duration_of(start: impl FnOnce() -> Running) -> Duration {
    let began = Instant::now();
    start().end().expect_success();
    began.elapsed()
}

both_engines!(
    a_backup_that_was_killed_leaves_nothing_that_looks_whole,
    |home: TestDatabase| {
        let server = server(&home);
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("backup.tar");
        let start = || {
            // It may have been killed after its last step.
            let _ = fs::remove_file(&file);
            Running::start(townperk(&home, &["backup", argument(&file)]))
        };
        let check = || {
            run(townperk(&home, &["restore", "--check", argument(&file)])).expect_success();
        };
        // The shorter of two, as one may have met a busy machine.
        let whole = duration_of(start).min(duration_of(start));
        let kills = kill_at_each_moment(whole, start, |ended| {
            if let Some(ended) = ended {
                ended.expect_success();
            } else if file.exists() {
                check();
            }
            ControlFlow::Continue(())
        });
        assert!(kills > 2, "{kills}");
        let running = start();
        wait_until("a backup's file", || file.exists());
        running.signal("KILL");
        running.end();
        check();
        start().end().expect_success();
        let files = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(files, 1, "nothing is left over");
        let mut line = Line::over(server.connect());
        assert_eq!(line.get("/healthz", "").status, 200);
    }
);

both_engines!(
    a_restore_that_was_killed_can_be_begun_again,
    |target: TestDatabase| {
        let folder = TempDir::new().unwrap();
        let file = backup_of_demo(folder.path()).await;
        let again = folder.path().join("again.tar");
        let engine = if target.settings().database_url.reveal().is_empty() {
            Engine::Sqlite
        } else {
            Engine::Postgres
        };
        let elsewhere = [
            TestDatabase::on(engine).await.unwrap(),
            TestDatabase::on(engine).await.unwrap(),
        ];
        let restore =
            |home: &TestDatabase| Running::start(townperk(home, &["restore", argument(&file)]));
        let [one, another] = elsewhere
            .each_ref()
            .map(|home| duration_of(|| restore(home)));
        let whole = one.min(another);
        let mut is_restored = false;
        let kills = kill_at_each_moment(
            whole,
            || restore(&target),
            |ended| {
                let Some(ended) = ended else {
                    return ControlFlow::Continue(());
                };
                // The one before may have been killed after its last step.
                if ended.code != Some(0) {
                    ended.expect_refusal(&["not empty"]);
                }
                is_restored = true;
                ControlFlow::Break(())
            },
        );
        assert!(kills > 2, "{kills}");
        if !is_restored {
            let ended = restore(&target).end();
            // The last one may have been killed after its last step.
            if ended.code != Some(0) {
                ended.expect_refusal(&["not empty"]);
            }
        }
        back_up(&target, &again).expect_success();
        assert_eq!(tables(&again), tables(&file));
        let photo = target.settings().data_dir.join("photos/ab/one.webp");
        assert_eq!(fs::read(photo).unwrap().len(), 300_000);
    }
);
