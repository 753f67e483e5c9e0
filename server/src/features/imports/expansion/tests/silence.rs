//! Servers that don't answer as agreed, and the order in which they are asked.

use std::time::Duration;

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::json;

use super::{Overpass, Told, ZIP, cafes, expand, zip::latest};
use crate::support::{Setup, TestDatabase};

both_engines!(
    a_server_that_fails_is_a_clear_failure,
    |home: TestDatabase| {
        const REMARK: &str = r#"{"version":0.6,"elements":[{"type":"node","id":1,"lat":31.3,"lon":-92.45,
            "tags":{"amenity":"cafe","name":"Paper Heron","addr:city":"Alexandria","addr:state":"LA"}}],
            "remark":"runtime error: Query timed out in \"query\" at line 1 after 26 seconds."}"#;
        let overpass = Overpass::telling([Told::Silence]).await;
        let mut app = overpass.app(home).await;
        // A busy machine may need longer than this for an answer, so only silence is met by this node.
        let hasty = app
            .second_node_with(|settings| settings.overpass_timeout_seconds = 2)
            .await;
        let administrator = app.administrator().await;
        let cases = [
            (Told::Text(StatusCode::OK, REMARK), "timed out"),
            (
                Told::Text(StatusCode::OK, "<html>rate limited</html>"),
                "can't be read",
            ),
            (
                Told::Text(StatusCode::OK, r#"{"elements":[{"type":"#),
                "can't be",
            ),
            (
                Told::Text(StatusCode::BAD_REQUEST, "parse error"),
                "status 400",
            ),
            (Told::Text(StatusCode::OK, "{}"), "can't be"),
            (
                Told::Text(StatusCode::OK, r#"{"elements":null}"#),
                "can't be",
            ),
            (Told::Text(StatusCode::UNAUTHORIZED, ""), "status 401"),
            (Told::Text(StatusCode::PAYMENT_REQUIRED, ""), "status 402"),
            (Told::Text(StatusCode::FOUND, ""), "status 302"),
            (Told::Text(StatusCode::FORBIDDEN, "<html>"), "status 403"),
            (Told::Text(StatusCode::NOT_FOUND, "<html>"), "status 404"),
            (Told::Text(StatusCode::GONE, ""), "status 410"),
            (
                Told::Busy(StatusCode::INTERNAL_SERVER_ERROR),
                "it failed (status 500)",
            ),
            (
                Told::Busy(StatusCode::TOO_MANY_REQUESTS),
                "is busy (status 429). The run waited 5 times for it.",
            ),
            (
                Told::Busy(StatusCode::GATEWAY_TIMEOUT),
                "is busy (status 504). The run waited 5 times for it.",
            ),
            (Told::Silence, "didn't answer within 2 seconds"),
        ];
        for (told, reason) in cases {
            let node = match told {
                Told::Silence => &hasty,
                _ => &app,
            };
            overpass.tell(told);
            let answer = expand(node, &administrator, "71301")
                .await
                .expect(503)
                .json();
            let message = answer["message"].as_str().unwrap();
            assert!(
                message.starts_with("OpenStreetMap didn't answer: "),
                "{message}"
            );
            assert!(message.contains(reason), "{message} should say {reason}");
            let run = latest(&administrator).await;
            assert_eq!(
                (&run["state"], &run["error"]),
                (&json!("failed"), &json!(message))
            );
            let job = administrator.job(&run["id"]).await;
            assert_eq!(job, json!(["failed", message, 1]), "without another try");
        }
        app.visitor()
            .get("/api/cities/alexandria-la")
            .await
            .expect(404);
        overpass.tell(Told::Places(cafes(1)));
        let told = expand(&app, &administrator, "71301")
            .await
            .expect(200)
            .json();
        assert_eq!(
            told["coffeeShopsAdded"], 1,
            "a failed run doesn't block the next"
        );
    }
);

both_engines!(the_next_server_is_asked, |home: TestDatabase| {
    let first = Overpass::telling([Told::Text(StatusCode::FORBIDDEN, "")]).await;
    let second = Overpass::telling([Told::Places(cafes(1))]).await;
    let servers = [&first, &second].map(|it| it.site.url("/api/interpreter"));
    let setup = Setup::new(home).settings(|settings| settings.overpass_url = servers.join(" "));
    let app = setup.start().await;
    let administrator = app.administrator().await;
    let told = expand(&app, &administrator, "71301")
        .await
        .expect(200)
        .json();
    assert_eq!(
        (&told["coffeeShopsAdded"], &told["services"][0]["requests"]),
        (&json!(1), &json!(2))
    );
});

both_engines!(
    questions_of_all_nodes_have_a_pause_between_them,
    |home: TestDatabase| {
        let overpass = Overpass::telling([Told::Places(cafes(1))]).await;
        let url = overpass.site.url("/api/interpreter");
        let setup = Setup::new(home).settings(|settings| {
            settings.overpass_url = url;
            settings.overpass_pause_seconds = 2;
        });
        let mut app = setup.start().await;
        let administrator = app.administrator().await;
        expand(&app, &administrator, "71301").await.expect(200);
        let node = app.second_node().await;
        let asking = administrator.clone();
        let body = json!({ "zipCode": "71301" });
        let asked = tokio::spawn(async move { asking.post(ZIP, &body).await });
        let services = node.services().clone();
        let work = tokio::spawn(async move {
            loop {
                services.job_worker().run_due().await.unwrap();
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        });
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(overpass.requests(), 1, "before the pause was over");
        app.clock.advance(TimeDelta::seconds(2));
        asked.await.unwrap().expect(200);
        assert_eq!(overpass.requests(), 2);
        work.abort();
    }
);
