//! Jobs and time: nodes whose clocks differ, and attempts that don't end.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use chrono::TimeDelta;
use townperk::platform::{
    clock::Clock,
    database::{Database, Engine},
    database_clock,
    error::Result,
    id_generator::IdGenerator,
    jobs::{self, Handlers, JobOutcome, NewJob, RunState, Worker},
};

use crate::support::{TestDatabase, command::until};

async fn ask(database: &Database, clock: &Clock, identifiers: &IdGenerator) {
    let now = clock.now();
    let job = NewJob {
        kind: "mails",
        payload: serde_json::json!({}),
        unique_key: None,
        due_at: now,
    };
    database
        .transaction(|transaction| {
            let (job, identifiers) = (job.clone(), identifiers.clone());
            Box::pin(async move { jobs::enqueue(transaction, &job, &identifiers, now).await })
        })
        .await
        .unwrap();
}

/// A worker on `clock` that counts its runs, each of which takes as long as `time`.
fn worker(database: &Database, clock: &Clock, runs: &Arc<AtomicUsize>, time: Duration) -> Worker {
    let runs = runs.clone();
    let handlers = Handlers::default().with("mails", move |_| {
        runs.fetch_add(1, Ordering::SeqCst);
        async move {
            tokio::time::sleep(time).await;
            Ok(JobOutcome::Done)
        }
    });
    let identifiers = IdGenerator::new(clock.clone());
    Worker::new(database.clone(), clock.clone(), identifiers, handlers)
}

both_engines!(
    a_node_whose_clock_is_ahead_takes_no_job_of_another,
    |home: TestDatabase| {
        let database = home.open().await;
        let (right, ahead) = match database.engine() {
            Engine::Postgres => (
                Clock::system(),
                Clock::system_ahead_by(TimeDelta::seconds(300)),
            ),
            // With SQLite, all processes are on one machine.
            Engine::Sqlite => (Clock::system(), Clock::system()),
        };
        let mut offsets = Vec::new();
        for clock in [&right, &ahead] {
            offsets.push(database_clock::measure(&database, clock).await.unwrap());
        }
        if database.engine() == Engine::Postgres {
            let error = offsets[1] + TimeDelta::seconds(300);
            assert!(error.abs() < TimeDelta::seconds(2), "{offsets:?}");
            assert!(database_clock::is_noticeable(offsets[1]));
            assert!((ahead.now() - right.now()).abs() < TimeDelta::seconds(2));
        } else {
            assert_eq!(offsets, [TimeDelta::zero(), TimeDelta::zero()]);
        }
        assert!(!database_clock::is_noticeable(offsets[0]), "{offsets:?}");
        ask(&database, &right, &IdGenerator::new(right.clone())).await;
        let runs = Arc::new(AtomicUsize::new(0));
        let slow = worker(&database, &right, &runs, Duration::from_secs(2));
        let thief = worker(&database, &ahead, &runs, Duration::ZERO);
        let (first, second) = tokio::join!(slow.run_due(), async {
            until("the first attempt", || async {
                runs.load(Ordering::SeqCst) > 0
            })
            .await;
            thief.run_due().await
        });
        assert_eq!((first.unwrap(), second.unwrap()), (1, 0));
        assert_eq!(runs.load(Ordering::SeqCst), 1);
    }
);

both_engines!(
    a_manual_clock_is_only_offset_by_its_test,
    |home: TestDatabase| {
        let database = home.open().await;
        let start = "2026-03-04T15:00:00Z".parse().unwrap();
        let clock = Clock::manual(start);
        database_clock::measure(&database, &clock).await.unwrap();
        assert_eq!(clock.now(), start);
        clock.set_offset(TimeDelta::seconds(3));
        assert_eq!(clock.clone().now(), start + TimeDelta::seconds(3));
        assert_eq!(clock.own(), start);
    }
);

both_engines!(
    an_attempt_that_takes_too_long_ends_and_says_so,
    |home: TestDatabase| {
        let database = home.open().await;
        let clock = Clock::manual("2026-03-04T15:00:00Z".parse().unwrap());
        let identifiers = IdGenerator::seeded(clock.clone(), 7);
        let handlers = Handlers::default()
            .with("mails", |_| std::future::pending::<Result<JobOutcome>>())
            .within("mails", Duration::from_millis(50));
        let worker = Worker::new(
            database.clone(),
            clock.clone(),
            identifiers.clone(),
            handlers,
        );
        ask(&database, &clock, &identifiers).await;
        // It is tried again like any other failure, and ends for good after the last attempt.
        for attempt in 1..=8 {
            let ran = tokio::time::timeout(Duration::from_secs(20), worker.run_one()).await;
            assert!(ran.expect("it ends").unwrap(), "attempt {attempt}");
            let runs = jobs::runs(&database, 5, clock.now()).await.unwrap();
            let error = runs[0].error.clone().unwrap();
            assert!(error.contains("took longer than 1 second"), "{error}");
            let expected = if attempt == 8 {
                RunState::Failed
            } else {
                RunState::Waiting
            };
            assert_eq!(runs[0].state, expected, "attempt {attempt}");
            clock.advance(TimeDelta::hours(12));
        }
        assert!(!worker.run_one().await.unwrap());
    }
);
