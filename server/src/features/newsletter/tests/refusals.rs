//! Readers whose mail server rejects issues (checklist E8), and the cap on emails that strangers can cause (E3).

use chrono::TimeDelta;
use sea_orm::{ConnectionTrait, Statement};
use townperk::{catalog::Lookup, features::newsletter, platform::settings::Secret};

use super::{ANN, link, post, sign_up, value_after};
use crate::support::{Mood, Received, Setup, SmtpServer, TestApp};

const BOB: &str = "bob@home.example";

/// A site with a mail server and readers, on a Sunday.
async fn with_readers(setup: Setup, readers: &[&str]) -> (TestApp, SmtpServer) {
    let server = SmtpServer::start().await;
    let setup = setup.settings(|settings| {
        settings.smtp_url = Secret::new(server.url());
    });
    let app = setup.start().await;
    app.city("Alexandria", "LA").await;
    app.clock.advance(TimeDelta::days(4));
    for reader in readers {
        sign_up(&app.visitor(), reader).await.expect(200);
        app.work().await;
        let mail = server.received().pop().unwrap();
        let token = link(&mail, "/newsletter/confirm");
        let form = format!("credential={}&action=confirm", value_after(&token, "token"));
        post(&app, "/newsletter/confirm", &form).await.expect(200);
    }
    (app, server)
}

/// A week from Sunday to Sunday with a new shop: on Thursday the issue is sent, and retried if necessary.
async fn a_week_passes(app: &TestApp) {
    let town = match app.catalog.view().city_by_slug("alexandria-la") {
        Lookup::Found(town) => app.city_row(town.city.id).await,
        other => panic!("{other:?}"),
    };
    app.shop(&town).await;
    app.clock.advance(TimeDelta::days(4));
    app.work().await;
    let (jobs, mails) = (
        app.worker_of(&newsletter::ROOM),
        app.services().mail_worker(),
    );
    for _ in 0..24 {
        app.clock.advance(TimeDelta::hours(3));
        jobs.run_due().await.unwrap();
        mails.send_due().await.unwrap();
    }
    app.services().job_worker().run_due().await.unwrap();
}

fn issues_to(server: &SmtpServer, reader: &str) -> usize {
    let is_theirs =
        |mail: &Received| mail.recipient == reader && !mail.header("List-ID").is_empty();
    server
        .received()
        .iter()
        .filter(|mail| is_theirs(mail))
        .count()
}

async fn suppressions(app: &TestApp) -> Vec<String> {
    let connection = app.database.reads();
    let statement = Statement::from_string(
        connection.get_database_backend(),
        "SELECT reason AS line FROM newsletter_suppressions ORDER BY 1",
    );
    let rows = connection.query_all_raw(statement).await.unwrap();
    rows.iter()
        .map(|row| row.try_get("", "line").unwrap())
        .collect()
}

both_engines!(a_mailbox_that_is_gone_gets_no_more, |setup: Setup| {
    let (app, server) = with_readers(setup, &[ANN]).await;
    server.be(Mood::RefusesRecipients("550 5.1.1 no such person here"));
    a_week_passes(&app).await;
    assert_eq!(suppressions(&app).await, ["gone"]);
    let dead = townperk::platform::mail::dead(&app.database).await.unwrap();
    assert!(dead.is_empty(), "nobody tries that mail again");
    server.be(Mood::Good);
    a_week_passes(&app).await;
    assert_eq!(issues_to(&server, ANN), 0);

    sign_up(&app.visitor(), ANN).await.expect(200);
    app.work().await;
    let mail = server.received().pop().unwrap();
    let form = format!(
        "credential={}&action=confirm",
        value_after(&link(&mail, "/newsletter/confirm"), "token")
    );
    post(&app, "/newsletter/confirm", &form).await.expect(200);
    assert!(
        suppressions(&app).await.is_empty(),
        "whoever is back is back"
    );
});

both_engines!(a_mailbox_in_trouble_is_left_in_peace, |setup: Setup| {
    let (app, server) = with_readers(setup, &[ANN, BOB]).await;
    server.be(Mood::RefusesRecipients("452 4.2.2 mailbox full"));
    for _ in 0..2 {
        a_week_passes(&app).await;
    }
    server.be(Mood::Good);
    a_week_passes(&app).await;
    assert_eq!(issues_to(&server, ANN), 1, "two bad weeks are forgiven");

    server.be(Mood::RefusesRecipients("452 4.2.2 mailbox full"));
    for _ in 0..3 {
        a_week_passes(&app).await;
    }
    server.be(Mood::Good);
    for _ in 0..3 {
        a_week_passes(&app).await;
    }
    assert_eq!(issues_to(&server, ANN), 1, "then it is quiet");
    for _ in 0..2 {
        a_week_passes(&app).await;
    }
    assert!(issues_to(&server, ANN) > 1, "then comes another try");
    assert!(suppressions(&app).await.is_empty());
    assert_eq!(issues_to(&server, BOB), issues_to(&server, ANN));
});

both_engines!(a_server_that_trusts_us_not_pauses_nobody, |setup: Setup| {
    let (app, server) = with_readers(setup, &[ANN]).await;
    server.be(Mood::RefusesRecipients("554 5.7.1 relay access denied"));
    for _ in 0..4 {
        a_week_passes(&app).await;
    }
    server.be(Mood::Good);
    a_week_passes(&app).await;
    assert_eq!(issues_to(&server, ANN), 1);
    assert!(suppressions(&app).await.is_empty());
});

both_engines!(strangers_can_cause_so_many_mails_an_hour, |app: TestApp| {
    let mut app = app;
    let other = app.second_node().await;
    for number in 0..500 {
        let node = if number % 2 == 0 { &app } else { &other };
        let visitor = node.visitor().from(&format!("10.1.{}.1", number % 250));
        let email = format!("person{number}@home{number}.example");
        sign_up(&visitor, &email).await.expect(200);
    }
    for node in [&app, &other] {
        let refused = sign_up(&node.visitor(), ANN).await.expect(429);
        assert_eq!(refused.header("retry-after"), "3600");
    }
    app.clock.advance(TimeDelta::minutes(59));
    sign_up(&app.visitor(), ANN).await.expect(429);
    app.clock.advance(TimeDelta::minutes(1));
    sign_up(&app.visitor(), ANN).await.expect(200);
    assert_eq!(app.mails().await.len(), 501);
});
