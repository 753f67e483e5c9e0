//! Mail servers with good, wrong and missing certificates.

use sea_orm::{ConnectionTrait, Statement};
use townperk::platform::settings::Secret;

use super::{a_mail, send, write};
use crate::support::{Secrecy, Setup, SmtpServer, TestApp};

/// The errors recorded for waiting emails.
async fn complaints(app: &TestApp) -> Vec<String> {
    let statement = Statement::from_string(
        app.database.reads().get_database_backend(),
        "SELECT last_error AS line FROM outbox WHERE state = 'waiting'",
    );
    let rows = app.database.reads().query_all_raw(statement).await.unwrap();
    rows.iter()
        .map(|row| row.try_get("", "line").unwrap())
        .collect()
}

async fn with_secrets(server: &SmtpServer, authority: Option<&str>) -> TestApp {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/certificates");
    let setup = Setup::on_sqlite().await.settings(|settings| {
        settings.smtp_url = Secret::new(server.url());
        if let Some(authority) = authority {
            settings.smtp_ca_file = format!("{folder}/{authority}").into();
        }
    });
    setup.start().await
}

#[tokio::test]
async fn a_server_with_a_good_certificate_gets_the_mail() {
    for secrecy in [Secrecy::Implicit, Secrecy::StartTls] {
        let server = SmtpServer::start_secret(secrecy, "loopback").await;
        let app = with_secrets(&server, Some("authority.pem")).await;
        write(&app, a_mail()).await;
        send(&app).await;
        let received = server.received();
        assert_eq!(
            received.len(),
            1,
            "{secrecy:?}: {:?}",
            complaints(&app).await
        );
        assert_eq!(received[0].recipient, "ann@home.example");
    }
}

#[tokio::test]
async fn a_server_with_a_wrong_certificate_gets_nothing() {
    for secrecy in [Secrecy::Implicit, Secrecy::StartTls] {
        for (certificate, authority, reason) in [
            ("loopback", None, "UnknownIssuer"),
            ("elsewhere", Some("authority.pem"), "not valid for name"),
        ] {
            let server = SmtpServer::start_secret(secrecy, certificate).await;
            let app = with_secrets(&server, authority).await;
            write(&app, a_mail()).await;
            send(&app).await;
            assert!(server.received().is_empty(), "{secrecy:?} {certificate}");
            let complaints = complaints(&app).await;
            assert_eq!(complaints.len(), 1, "it stays in the outbox");
            assert!(
                complaints[0].contains("certificate") && complaints[0].contains(reason),
                "{secrecy:?} {certificate}: {}",
                complaints[0]
            );
        }
    }
}

#[tokio::test]
async fn tls_that_is_required_and_not_there_stops_the_mail() {
    let setup = Setup::on_sqlite().await;
    let server = SmtpServer::start().await;
    let app = setup
        .settings(|settings| {
            settings.smtp_url = Secret::new(format!("{}?tls=required", server.url()));
        })
        .start()
        .await;
    write(&app, a_mail()).await;
    send(&app).await;
    assert!(server.received().is_empty());
}
