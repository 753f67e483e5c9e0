//! What the operator sees of the certificate.

use chrono::TimeDelta;
use serde_json::Value;
use townperk::platform::settings::TlsSource;

use crate::support::{Setup, TestApp, secure::certificates};

async fn app_at(setup: Setup, public_url: &str) -> TestApp {
    let public_url = public_url.to_owned();
    setup
        .settings(move |settings| {
            settings.tls = TlsSource::Files;
            settings.tls_certificate_file = certificates().join("loopback.pem");
            settings.tls_key_file = certificates().join("loopback.key");
            settings.public_url = public_url;
        })
        .start()
        .await
}

async fn line(app: &TestApp) -> Option<Value> {
    let admin = app.administrator().await;
    let overview = admin.get("/api/admin/operator").await.expect(200).json();
    let mut lines = overview["lines"].as_array().unwrap().iter();
    lines.find(|line| line["name"] == "Certificate").cloned()
}

both_engines!(
    a_certificate_is_a_line_of_the_operator_page,
    |setup: Setup| {
        let app = app_at(setup, "https://localhost").await;
        let fine = line(&app).await.unwrap();
        assert_eq!(fine["text"], "Valid until 2124-01-01 00:00 UTC");
        assert_eq!(fine["advice"], Value::Null);
        let end = chrono::DateTime::parse_from_rfc3339("2124-01-01T00:00:00Z").unwrap();
        let metrics = app.visitor().get("/metrics").await.expect(200).text();
        let figure = format!(
            "townperk_certificate_end_timestamp_seconds {}",
            end.timestamp()
        );
        assert!(metrics.contains(&figure), "{metrics}");
        for (before_the_end, words) in [(10, "It ends soon"), (-1, "It has ended")] {
            let left = end.to_utc() - app.clock.now();
            app.clock.advance(left - TimeDelta::days(before_the_end));
            let advice = line(&app).await.unwrap()["advice"].clone();
            assert!(advice.as_str().unwrap().contains(words), "{advice}");
        }
    }
);

both_engines!(a_certificate_for_another_host_is_said, |setup: Setup| {
    let app = app_at(setup, "https://perk.example").await;
    let advice = line(&app).await.unwrap()["advice"].clone();
    assert!(
        advice.as_str().unwrap().contains("isn't for perk.example"),
        "{advice}"
    );
});

both_engines!(behind_a_proxy_there_is_no_such_line, |app: TestApp| {
    assert_eq!(line(&app).await, None);
});
