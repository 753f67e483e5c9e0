//! Limits shared by all servers of an installation, however many requests arrive at once.

use std::time::Duration;

use chrono::TimeDelta;
use tokio::task::JoinSet;
use townperk::platform::background::Background;

use super::{sign_up, subscribe};
use crate::support::{Setup, TestApp, command::until};

/// Three nodes on one database. On a busy machine, the last of many simultaneous requests waits long for it.
async fn three(setup: Setup) -> Vec<TestApp> {
    let mut app = setup
        .settings(|settings| settings.database_timeout_ms = 120_000)
        .start()
        .await;
    let (second, third) = (app.second_node().await, app.second_node().await);
    vec![app, second, third]
}

/// Signs up `number` addresses at once, across all nodes. Returns how many were accepted; the others were told to wait.
async fn at_once(
    nodes: &[TestApp],
    number: usize,
    who: impl Fn(usize) -> (String, String),
) -> usize {
    let mut answers = JoinSet::new();
    for number in 0..number {
        let (network, email) = who(number);
        let visitor = nodes[number % nodes.len()].visitor().from(&network);
        answers.spawn(async move { sign_up(&visitor, &email).await });
    }
    let answers = answers.join_all().await;
    let taken = answers.iter().filter(|answer| answer.status() == 200);
    let taken = taken.count();
    let told_to_wait = answers.iter().filter(|answer| {
        answer.status() == 429 && answer.header("retry-after").parse::<u32>().unwrap() > 0
    });
    assert_eq!(taken + told_to_wait.count(), number);
    taken
}

both_engines!(
    a_thousand_sign_ups_at_once_cause_five_hundred_mails,
    |setup: Setup| {
        let nodes = three(setup).await;
        let taken = at_once(&nodes, 1000, |number| {
            let network = format!("10.{}.{}.1", number / 250, number % 250);
            (network, format!("person@home{number}.example"))
        })
        .await;
        assert_eq!(taken, 500);
        assert_eq!(nodes[0].mails().await.len(), 500);
    }
);

both_engines!(a_network_has_one_share_on_all_servers, |setup: Setup| {
    let nodes = three(setup).await;
    let taken = at_once(&nodes, 60, |number| {
        let network = format!("2001:db8:1:2::{number:x}");
        (network, format!("person@home{number}.example"))
    })
    .await;
    assert_eq!(taken, 20);
    assert_eq!(nodes[0].mails().await.len(), 20);
});

both_engines!(
    a_mailbox_gets_three_mails_from_all_servers,
    |setup: Setup| {
        let nodes = three(setup).await;
        let taken = at_once(&nodes, 9, |number| {
            let network = format!("10.1.{number}.1");
            (network, format!("ann+{number}@home.example"))
        })
        .await;
        assert_eq!(taken, 3);
        assert_eq!(nodes[0].mails().await.len(), 3);
    }
);

both_engines!(an_address_gets_one_mail_from_all_servers, |setup: Setup| {
    let nodes = three(setup).await;
    let taken = at_once(&nodes, 9, |number| {
        let email = if number % 2 == 0 { "ann" } else { "ANN" };
        let network = format!("10.1.{number}.1");
        (network, format!("{email}@home.example"))
    })
    .await;
    assert_eq!(taken, 1);
    assert_eq!(nodes[0].mails().await.len(), 1);
});

both_engines!(
    all_servers_together_keep_to_the_rate_of_newsletters,
    |setup: Setup| {
        let mut app = setup
            .settings(|settings| settings.newsletter_mails_per_minute = 600)
            .start()
            .await;
        let city = app.city("Alexandria", "LA").await;
        for number in 0..6 {
            subscribe(&app, &format!("reader@home{number}.example"), &[]).await;
        }
        // News in the week before Thursday's issue.
        app.clock.advance(TimeDelta::days(2));
        app.shop(&city).await;
        app.clock.advance(TimeDelta::days(6));
        app.services().job_worker().run_due().await.unwrap();
        let before = sent(&app);
        let other = app.second_node().await;
        let background = Background::default();
        let workers = [&app, &other].map(|node| {
            let worker = node.services().mail_worker();
            tokio::spawn(worker.run(background.stopping()))
        });
        for issues in 1..=6 {
            until("the next issue", || async { sent(&app) >= before + issues }).await;
            // Both nodes look for another one several times.
            tokio::time::sleep(Duration::from_millis(500)).await;
            assert_eq!(sent(&app), before + issues);
            app.clock.advance(TimeDelta::milliseconds(100));
        }
        background.stop().await;
        for worker in workers {
            worker.await.unwrap();
        }
    }
);

/// The number of sent emails, as files in the data folder.
fn sent(app: &TestApp) -> usize {
    let folder = app.home().folder().join("mail");
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}
