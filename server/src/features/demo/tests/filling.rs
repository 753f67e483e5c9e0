//! Servers that begin with a demo at once: one fills the database, and the others wait.

use std::pin::{Pin, pin};

use chrono::TimeDelta;
use townperk::{
    features::demo::{clear, end_filling, wait_until_filled},
    platform::{error::Result, marks},
};

use super::demo;
use crate::support::{TestApp, TestDatabase};

/// Whether a server is said to fill the database.
async fn is_filling(app: &TestApp) -> bool {
    let mark = marks::last(app.database.reads(), marks::FILLING_DEMO).await;
    mark.unwrap().is_some()
}

/// Fails if the server that waits doesn't go on waiting. Each time, it has as long as looking takes.
async fn expect_waiting(app: &TestApp, mut waiting: Pin<&mut impl Future<Output = Result<bool>>>) {
    for _ in 0..3 {
        tokio::select! {
            biased;
            ended = waiting.as_mut() => panic!("it doesn't wait: {ended:?}"),
            still = is_filling(app) => assert!(still),
        }
    }
}

both_engines!(
    a_server_waits_while_another_one_fills_the_demo,
    |home: TestDatabase| {
        let app = demo(home).await;
        let mut waiting = pin!(wait_until_filled(&app.database, &app.clock));
        expect_waiting(&app, waiting.as_mut()).await;
        end_filling(&app.database).await.unwrap();
        assert!(waiting.await.unwrap());
        assert!(!is_filling(&app).await);
    }
);

both_engines!(
    a_server_waits_three_minutes_at_most,
    |home: TestDatabase| {
        let app = demo(home).await;
        let mut waiting = pin!(wait_until_filled(&app.database, &app.clock));
        expect_waiting(&app, waiting.as_mut()).await;
        app.clock.advance(TimeDelta::minutes(3));
        assert!(!waiting.await.unwrap(), "the other one isn't done");
        // Who starts now takes the other one for stopped.
        let late = wait_until_filled(&app.database, &app.clock).await;
        assert!(late.unwrap());
        assert!(is_filling(&app).await);
        clear(&app.services).await.unwrap();
        assert!(!is_filling(&app).await, "the next demo is filled anew");
    }
);
