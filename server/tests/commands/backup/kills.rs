//! Backups and restores killed at each step.

use std::{fs, time::Duration};

use tempfile::TempDir;

use super::{back_up, backup_of_demo, server, tables};
use crate::support::{
    TestDatabase,
    command::{Running, argument, run, townperk},
    line::Line,
};

/// Kills `start` after more and more of its work, until it completes. Returns how often it was killed.
fn kill_again_and_again(start: impl Fn() -> Running, mut after_each: impl FnMut()) -> u32 {
    let mut kills = 0;
    loop {
        let mut running = start();
        let ended = running.ends_within(Duration::from_millis(u64::from(kills) * 15));
        if let Some(ended) = ended {
            ended.expect_success();
            return kills;
        }
        running.signal("KILL");
        running.end();
        after_each();
        kills += 1;
    }
}

both_engines!(
    a_backup_that_was_killed_leaves_nothing_that_looks_whole,
    |home: TestDatabase| {
        let server = server(&home);
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("backup.tar");
        let kills = kill_again_and_again(
            || {
                // It may have been killed after its last step.
                let _ = fs::remove_file(&file);
                Running::start(townperk(&home, &["backup", argument(&file)]))
            },
            || {
                if file.exists() {
                    run(townperk(&home, &["restore", "--check", argument(&file)])).expect_success();
                }
            },
        );
        assert!(kills > 2, "{kills}");
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
        let mut is_restored = false;
        let mut kills = 0;
        while !is_restored {
            let mut running = Running::start(townperk(&target, &["restore", argument(&file)]));
            match running.ends_within(Duration::from_millis(kills * 15)) {
                Some(ended) if ended.code == Some(0) => is_restored = true,
                // It was killed after its last step.
                Some(ended) => {
                    ended.expect_refusal(&["not empty"]);
                    is_restored = true;
                }
                None => {
                    running.signal("KILL");
                    running.end();
                    kills += 1;
                }
            }
        }
        assert!(kills > 2, "{kills}");
        back_up(&target, &again).expect_success();
        assert_eq!(tables(&again), tables(&file));
        let photo = target.settings().data_dir.join("photos/ab/one.webp");
        assert_eq!(fs::read(photo).unwrap().len(), 300_000);
    }
);
