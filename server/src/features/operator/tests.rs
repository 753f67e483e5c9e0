//! Listing, watching and canceling jobs as the administrator.

use std::time::Duration;

use axum::http::Request;
use chrono::TimeDelta;
use http_body_util::BodyExt;
use hyper::service::Service;
use serde_json::{Value, json};
use townperk::{
    http::Front,
    platform::jobs::{self, Handlers, JobOutcome, NewJob, Worker},
};

use crate::support::{TestApp, Visitor, command::until};

const KIND: &str = "test.long";

/// Enqueues one job of [`KIND`].
async fn ask(app: &TestApp) {
    let now = app.clock.now();
    let job = NewJob {
        kind: KIND,
        payload: json!({}),
        unique_key: None,
        due_at: now,
    };
    let identifiers = app.identifiers.clone();
    app.database
        .transaction(move |transaction| {
            let (job, identifiers) = (job.clone(), identifiers.clone());
            Box::pin(async move { jobs::enqueue(transaction, &job, &identifiers, now).await })
        })
        .await
        .unwrap();
}

/// A worker on its own node that runs `handlers`.
fn worker(app: &TestApp, handlers: Handlers) -> Worker {
    Worker::new(
        app.database.clone(),
        app.clock.clone(),
        app.identifiers.clone(),
        handlers,
    )
}

/// Reports 1,200 of 4,000 items done and never ends.
fn endless() -> Handlers {
    Handlers::default().with_long(KIND, |run| async move {
        run.progress.note(1200, 4000).await;
        std::future::pending().await
    })
}

async fn listed(administrator: &Visitor) -> Vec<Value> {
    let list = administrator.get("/api/admin/jobs").await.expect(200);
    let list = list.json()["jobs"].as_array().unwrap().clone();
    list.into_iter().filter(|job| job["kind"] == KIND).collect()
}

both_engines!(a_job_that_runs_says_how_far_it_is, |app: TestApp| {
    let administrator = app.administrator().await;
    ask(&app).await;
    let waiting = listed(&administrator).await;
    assert_eq!(waiting[0]["state"], "waiting");
    assert_eq!(waiting[0]["progress"], Value::Null);
    let worker = worker(&app, endless());
    let working = tokio::spawn(async move { worker.run_one().await });
    until("it runs", || async {
        listed(&administrator).await[0]["progress"] != Value::Null
    })
    .await;
    let running = &listed(&administrator).await[0];
    assert_eq!(running["state"], "running");
    assert_eq!(
        running["progress"],
        json!({ "done": 1200, "total": 4000, "text": "1,200 of 4,000" })
    );
    assert_eq!(
        (&running["attempts"], &running["isEnding"]),
        (&json!(1), &json!(false))
    );
    working.abort();
});

both_engines!(a_job_that_waits_is_canceled_at_once, |app: TestApp| {
    let administrator = app.administrator().await;
    ask(&app).await;
    let id = listed(&administrator).await[0]["id"].clone();
    let one = format!("/api/admin/jobs/{}", id.as_str().unwrap());
    let path = format!("{one}/cancel");
    app.visitor().post(&path, &json!({})).await.expect(401);
    let canceled = administrator.post(&path, &json!({})).await.expect(200);
    assert_eq!(canceled.json()["state"], "canceled");
    assert_eq!(
        administrator.get(&one).await.expect(200).json(),
        canceled.json()
    );
    let unknown = "/api/admin/jobs/00000000-0000-7000-8000-000000000000";
    administrator.get(unknown).await.expect(404);
    assert_eq!(canceled.json()["error"], Value::Null);
    let log = administrator
        .get("/api/admin/audit")
        .await
        .expect(200)
        .json();
    let entry = &log["entries"][0];
    assert_eq!(
        (&entry["action"], &entry["actor"], &entry["subjectLabel"]),
        (&json!("job.cancel"), &json!("administrator"), &json!(KIND))
    );
    let again = administrator.post(&path, &json!({})).await.expect(404);
    assert_eq!(
        again.json()["message"],
        "There is no such job, or it has ended."
    );
    let runs = worker(&app, endless()).run_due().await.unwrap();
    assert_eq!(runs, 0, "nobody does it any more");
    // A canceled job isn't a problem.
    let overview = administrator.get("/api/admin/operator").await.json();
    let jobs = overview["jobs"].as_array().unwrap();
    assert!(jobs.iter().all(|job| job["advice"].is_null()), "{overview}");
});

both_engines!(
    a_job_that_runs_on_another_node_is_canceled_at_its_next_step,
    |app: TestApp| {
        let mut app = app;
        let administrator = app.administrator().await;
        let other = app.second_node().await;
        ask(&app).await;
        let worker = worker(&other, endless());
        let working = tokio::spawn(async move { worker.run_one().await });
        until("it runs", || async {
            listed(&administrator).await[0]["state"] == "running"
        })
        .await;
        let id = listed(&administrator).await[0]["id"].clone();
        let path = format!("/api/admin/jobs/{}/cancel", id.as_str().unwrap());
        let asked = administrator.post(&path, &json!({})).await.expect(200);
        assert_eq!(asked.json()["isEnding"], true);
        assert!(working.await.unwrap().unwrap(), "the worker goes on");
        let ended = &listed(&administrator).await[0];
        assert_eq!(
            (&ended["state"], &ended["isEnding"]),
            (&json!("canceled"), &json!(false))
        );
        assert_eq!(administrator.post(&path, &json!({})).await.status(), 404);
    }
);

both_engines!(
    a_canceled_job_of_a_dead_node_is_not_begun_again,
    |app: TestApp| {
        let administrator = app.administrator().await;
        ask(&app).await;
        let dying = worker(&app, endless());
        let working = tokio::spawn(async move { dying.run_one().await });
        until("it runs", || async {
            listed(&administrator).await[0]["state"] == "running"
        })
        .await;
        working.abort();
        let _ = working.await;
        let id = listed(&administrator).await[0]["id"].clone();
        let path = format!("/api/admin/jobs/{}/cancel", id.as_str().unwrap());
        administrator.post(&path, &json!({})).await.expect(200);
        app.clock.advance(TimeDelta::minutes(2));
        let begun = Handlers::default().with(KIND, |_| async { Ok(JobOutcome::Done) });
        worker(&app, begun).run_due().await.unwrap();
        assert_eq!(listed(&administrator).await[0]["state"], "canceled");
    }
);

/// `cookie` is the session's.
async fn open_stream(front: &Front, cookie: &str) -> axum::http::Response<axum::body::Body> {
    let request = Request::builder()
        .uri("/api/admin/jobs/events")
        .header("host", "localhost")
        .header("cookie", cookie)
        .body(axum::body::Body::empty())
        .unwrap();
    let peer: std::net::SocketAddr = "127.0.0.1:50000".parse().unwrap();
    let answer = front.for_peer(peer).call(request).await.unwrap();
    answer.map(axum::body::Body::new)
}

async fn next_text(body: &mut axum::body::Body) -> Option<String> {
    let frame = tokio::time::timeout(Duration::from_secs(40), body.frame()).await;
    let frame = frame.expect("something comes")?.unwrap();
    Some(String::from_utf8(frame.into_data().unwrap().to_vec()).unwrap())
}

both_engines!(
    whoever_watches_hears_of_each_change_until_the_server_stops,
    |app: TestApp| {
        let stranger = open_stream(&app.front, "").await;
        assert_eq!(stranger.status(), 401);
        let cookie = app.administrator_cookie().await;
        let answer = open_stream(&app.front, &cookie).await;
        assert_eq!(answer.status(), 200);
        assert_eq!(answer.headers()["content-type"], "text/event-stream");
        assert_eq!(answer.headers()["cache-control"], "no-store");
        let mut body = answer.into_body();
        let first = next_text(&mut body).await.unwrap();
        assert!(
            first.starts_with("event: jobs\ndata: {\"jobs\":["),
            "{first}"
        );
        assert!(!first.contains(KIND));
        ask(&app).await;
        let second = next_text(&mut body).await.unwrap();
        assert!(second.contains(KIND), "{second}");
        // Without changes, a comment keeps the stream alive.
        assert_eq!(next_text(&mut body).await.unwrap(), ": open\n\n");
        app.services.closing.close();
        assert_eq!(next_text(&mut body).await, None);
        // New streams are closed while the server stops.
        let late = open_stream(&app.front, &cookie).await;
        let rest = late.into_body().collect().await.unwrap().to_bytes();
        assert!(rest.len() < 100_000);
    }
);

both_engines!(a_stream_of_jobs_ends_with_its_session, |app: TestApp| {
    let cookie = app.administrator_cookie().await;
    let mut body = open_stream(&app.front, &cookie).await.into_body();
    next_text(&mut body).await.unwrap();
    let administrator = app.visitor().with("cookie", &cookie);
    administrator
        .post("/api/admin/logout", &json!({}))
        .await
        .expect(200);
    assert_eq!(next_text(&mut body).await, None);
});
