//! The life of jobs, on both engines.

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
    database::Database,
    error::{Error, Result},
    id_generator::IdGenerator,
    jobs::{self, Handlers, JobOutcome, NewJob, RunState, Schedule, SingleRun, Worker},
};

use crate::support::{TestDatabase, command::until};

const START: &str = "2026-03-04T15:00:00Z";

struct Desk {
    database: Database,
    clock: Clock,
    identifiers: IdGenerator,
    runs: Arc<AtomicUsize>,
    _home: TestDatabase,
}

impl Desk {
    async fn at(home: TestDatabase) -> Self {
        let clock = Clock::manual(START.parse().unwrap());
        Self {
            database: home.open().await,
            identifiers: IdGenerator::seeded(clock.clone(), 7),
            clock,
            runs: Arc::default(),
            _home: home,
        }
    }

    fn worker(&self, handlers: Handlers) -> Worker {
        Worker::new(
            self.database.clone(),
            self.clock.clone(),
            self.identifiers.clone(),
            handlers,
        )
    }

    /// Counts its runs and then returns `end`'s result.
    fn counting(&self, end: fn(usize) -> Result<JobOutcome>) -> Handlers {
        let runs = self.runs.clone();
        Handlers::default().with("count", move |_| {
            let run = runs.fetch_add(1, Ordering::SeqCst) + 1;
            async move { end(run) }
        })
    }

    fn runs(&self) -> usize {
        self.runs.load(Ordering::SeqCst)
    }

    async fn ask(&self, key: Option<&str>) -> bool {
        self.ask_and(key, Ok(())).await.unwrap()
    }

    async fn ask_and(&self, key: Option<&str>, then: std::result::Result<(), ()>) -> Result<bool> {
        let job = NewJob {
            kind: "count",
            payload: serde_json::json!({}),
            unique_key: key.map(str::to_owned),
            due_at: self.clock.now(),
        };
        let now = self.clock.now();
        self.database
            .transaction(|transaction| {
                let (job, identifiers) = (job.clone(), self.identifiers.clone());
                Box::pin(async move {
                    let is_new = jobs::enqueue(transaction, &job, &identifiers, now).await?;
                    then.map_err(|()| Error::invalid("changed its mind"))?;
                    Ok(is_new)
                })
            })
            .await
    }
}

both_engines!(a_job_is_done_once, |home: TestDatabase| {
    let desk = Desk::at(home).await;
    let worker = desk.worker(desk.counting(|_| Ok(JobOutcome::Done)));
    desk.ask(None).await;
    assert_eq!(worker.run_due().await.unwrap(), 1);
    assert_eq!(worker.run_due().await.unwrap(), 0);
    assert_eq!(desk.runs(), 1);
});

both_engines!(
    work_of_a_transaction_that_failed_is_not_done,
    |home: TestDatabase| {
        let desk = Desk::at(home).await;
        let worker = desk.worker(desk.counting(|_| Ok(JobOutcome::Done)));
        desk.ask_and(None, Err(())).await.unwrap_err();
        assert_eq!(worker.run_due().await.unwrap(), 0);
    }
);

both_engines!(
    asked_for_twice_under_one_key_it_is_one_job,
    |home: TestDatabase| {
        let desk = Desk::at(home).await;
        let worker = desk.worker(desk.counting(|_| Ok(JobOutcome::Done)));
        assert!(desk.ask(Some("issue/1")).await);
        assert!(!desk.ask(Some("issue/1")).await);
        worker.run_due().await.unwrap();
        assert!(!desk.ask(Some("issue/1")).await, "done jobs count too");
        worker.run_due().await.unwrap();
        assert_eq!(desk.runs(), 1);
    }
);

both_engines!(
    a_failed_attempt_is_repeated_after_growing_pauses,
    |home: TestDatabase| {
        let desk = Desk::at(home).await;
        let worker = desk.worker(desk.counting(|run| {
            if run < 3 {
                Err(Error::Internal("not yet".to_owned()))
            } else {
                Ok(JobOutcome::Done)
            }
        }));
        desk.ask(None).await;
        worker.run_due().await.unwrap();
        desk.clock.advance(TimeDelta::seconds(29));
        assert_eq!(worker.run_due().await.unwrap(), 0);
        desk.clock.advance(TimeDelta::seconds(1));
        assert_eq!(worker.run_due().await.unwrap(), 1);
        desk.clock.advance(TimeDelta::seconds(59));
        assert_eq!(worker.run_due().await.unwrap(), 0);
        desk.clock.advance(TimeDelta::seconds(1));
        assert_eq!(worker.run_due().await.unwrap(), 1);
        desk.clock.advance(TimeDelta::days(1));
        assert_eq!(worker.run_due().await.unwrap(), 0);
        assert_eq!(desk.runs(), 3);
    }
);

both_engines!(a_job_that_never_works_is_given_up, |home: TestDatabase| {
    let desk = Desk::at(home).await;
    let worker = desk.worker(desk.counting(|_| Err(Error::Internal("never".to_owned()))));
    desk.ask(None).await;
    for _ in 0..20 {
        worker.run_due().await.unwrap();
        desk.clock.advance(TimeDelta::days(1));
    }
    assert_eq!(desk.runs(), 8);
});

both_engines!(a_panic_is_a_failed_attempt, |home: TestDatabase| {
    let desk = Desk::at(home).await;
    let worker = desk.worker(desk.counting(|run| {
        assert!(run > 1, "the first attempt panics");
        Ok(JobOutcome::Done)
    }));
    desk.ask(None).await;
    worker.run_due().await.unwrap();
    desk.clock.advance(TimeDelta::minutes(1));
    worker.run_due().await.unwrap();
    assert_eq!(desk.runs(), 2);
});

both_engines!(
    the_job_of_a_dead_node_is_taken_over_when_its_lease_ends,
    |home: TestDatabase| {
        let desk = Desk::at(home).await;
        let begun = Arc::new(tokio::sync::Notify::new());
        let noted = begun.clone();
        let dying = desk.worker(Handlers::default().with("count", move |_| {
            noted.notify_one();
            std::future::pending()
        }));
        desk.ask(None).await;
        let node = tokio::spawn(async move { dying.run_one().await });
        begun.notified().await;
        let other = desk.worker(desk.counting(|_| Ok(JobOutcome::Done)));
        assert_eq!(other.run_due().await.unwrap(), 0, "the lease holds");
        node.abort();
        desk.clock.advance(TimeDelta::seconds(61));
        assert_eq!(other.run_due().await.unwrap(), 1);
        assert_eq!(desk.runs(), 1);
    }
);

both_engines!(of_many_workers_one_does_a_job, |home: TestDatabase| {
    let desk = Desk::at(home).await;
    for _ in 0..5 {
        desk.ask(None).await;
    }
    let mut nodes = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let worker = desk.worker(desk.counting(|_| Ok(JobOutcome::Done)));
        nodes.spawn(async move { worker.run_due().await.unwrap() });
    }
    let attempts: usize = nodes.join_all().await.into_iter().sum();
    assert_eq!((attempts, desk.runs()), (5, 5));
});

both_engines!(
    a_job_that_says_it_failed_is_not_tried_again,
    |home: TestDatabase| {
        let desk = Desk::at(home).await;
        let failing = desk.counting(|_| Ok(JobOutcome::Failed("No service answers.".to_owned())));
        let worker = desk.worker(failing);
        desk.ask(None).await;
        for _ in 0..3 {
            worker.run_due().await.unwrap();
            desk.clock.advance(TimeDelta::hours(6));
        }
        assert_eq!(desk.runs(), 1);
        let runs = jobs::runs(&desk.database, 10, desk.clock.now()).await;
        let run = runs.unwrap().remove(0);
        assert_eq!(
            (run.state, run.error.as_deref()),
            (RunState::Failed, Some("No service answers."))
        );
        let kinds = jobs::overview(&desk.database).await.unwrap();
        assert_eq!(kinds[0].last_error.as_deref(), Some("No service answers."));
        assert_eq!(kinds[0].last_done_at, None);
    }
);

both_engines!(
    what_goes_on_later_uses_up_no_attempts,
    |home: TestDatabase| {
        let desk = Desk::at(home).await;
        let worker = desk.worker(desk.counting(|run| {
            Ok(if run < 20 {
                JobOutcome::MoreAfter(TimeDelta::seconds(10))
            } else {
                JobOutcome::Done
            })
        }));
        desk.ask(None).await;
        for _ in 0..30 {
            worker.run_due().await.unwrap();
            desk.clock.advance(TimeDelta::seconds(10));
        }
        assert_eq!(desk.runs(), 20);
    }
);

both_engines!(
    recurring_work_is_done_once_a_turn_by_one_node,
    |home: TestDatabase| {
        let desk = Desk::at(home).await;
        let recurring = || {
            let runs = desk.runs.clone();
            Handlers::default().with_recurring("hourly", Schedule::Hourly, move |_| {
                runs.fetch_add(1, Ordering::SeqCst);
                async { Ok(JobOutcome::Done) }
            })
        };
        let nodes = [desk.worker(recurring()), desk.worker(recurring())];
        for hour in 1..=3 {
            for node in &nodes {
                node.run_due().await.unwrap();
            }
            assert_eq!(desk.runs(), hour);
            desk.clock.advance(TimeDelta::hours(1));
        }
        desk.clock.advance(TimeDelta::days(30));
        nodes[0].run_due().await.unwrap();
        assert_eq!(desk.runs(), 4, "missed turns are not made up one by one");
    }
);

both_engines!(
    old_jobs_are_removed_and_open_ones_stay,
    |home: TestDatabase| {
        let desk = Desk::at(home).await;
        let worker = desk.worker(desk.counting(|_| Ok(JobOutcome::Done)));
        desk.ask(None).await;
        assert_eq!(worker.run_due().await.unwrap(), 1);
        desk.ask(None).await;
        let ended = desk.clock.now();
        assert_eq!(jobs::prune(&desk.database, ended).await.unwrap(), 0);
        let later = ended + TimeDelta::days(1);
        assert_eq!(jobs::prune(&desk.database, later).await.unwrap(), 1);
        assert_eq!(jobs::prune(&desk.database, later).await.unwrap(), 0);
        assert_eq!(
            worker.run_due().await.unwrap(),
            1,
            "the open one is still there"
        );
    }
);

both_engines!(
    a_job_whose_attempts_never_end_is_given_up,
    |home: TestDatabase| {
        let desk = Desk::at(home).await;
        desk.ask(None).await;
        // A process that dies during an attempt can't record its end; here its task is dropped.
        let runs = desk.runs.clone();
        let handlers = Handlers::default().with("count", move |_| {
            runs.fetch_add(1, Ordering::SeqCst);
            std::future::pending::<Result<JobOutcome>>()
        });
        for _ in 0..12 {
            let (worker, before) = (desk.worker(handlers.clone()), desk.runs());
            let attempt = tokio::spawn(async move { worker.run_one().await });
            until("an attempt, or its refusal", || async {
                desk.runs() > before || attempt.is_finished()
            })
            .await;
            attempt.abort();
            let _ = attempt.await;
            desk.clock.advance(TimeDelta::minutes(2));
        }
        assert_eq!(desk.runs(), 8, "the ninth attempt is not made");
    }
);

both_engines!(long_work_has_a_worker_of_its_own, |home: TestDatabase| {
    let desk = Desk::at(home).await;
    desk.ask(None).await;
    let handlers = desk
        .counting(|_| Ok(JobOutcome::Done))
        .with_long("import", |_| std::future::pending::<Result<JobOutcome>>());
    let job = NewJob {
        kind: "import",
        payload: serde_json::json!({}),
        unique_key: None,
        due_at: desk.clock.now() - TimeDelta::hours(1),
    };
    let (now, identifiers) = (desk.clock.now(), desk.identifiers.clone());
    desk.database
        .transaction(move |transaction| {
            let (job, identifiers) = (job.clone(), identifiers.clone());
            Box::pin(async move { jobs::enqueue(transaction, &job, &identifiers, now).await })
        })
        .await
        .unwrap();
    let mut lanes = desk.worker(handlers).lanes().into_iter();
    let [short, long] = [(); 2].map(|()| lanes.next().unwrap());
    let busy = tokio::spawn(async move { long.run_one().await });
    short.run_due().await.unwrap();
    assert_eq!(desk.runs(), 1, "it did not wait for the import");
    busy.abort();
});

both_engines!(
    a_run_that_must_be_alone_starts_again_after_it_ended,
    |home: TestDatabase| {
        let desk = Desk::at(home).await;
        let start = async || {
            let job = NewJob {
                kind: "count",
                payload: serde_json::json!({}),
                unique_key: None,
                due_at: desk.clock.now(),
            };
            let (now, identifiers) = (desk.clock.now(), desk.identifiers.clone());
            let started = desk.database.transaction(move |transaction| {
                let (job, identifiers) = (job.clone(), identifiers.clone());
                Box::pin(async move {
                    jobs::enqueue_single(transaction, ("count", job), &identifiers, now).await
                })
            });
            started.await.unwrap()
        };
        let SingleRun::Started(first) = start().await else {
            panic!("nothing was open");
        };
        assert_eq!(start().await, SingleRun::AlreadyOpen(first));
        let waiting = async |limit| {
            jobs::ended_within(&desk.database, &desk.clock, first, limit)
                .await
                .unwrap()
        };
        assert_eq!(waiting(Duration::ZERO).await, None, "it still waits");
        let worker = desk.worker(desk.counting(|_| Ok(JobOutcome::Done)));
        let (run, ended) = tokio::join!(worker.run_due(), waiting(Duration::from_secs(30)));
        run.unwrap();
        assert_eq!(ended.unwrap().state, RunState::Done);
        assert!(matches!(start().await, SingleRun::Started(second) if second != first));
    }
);
