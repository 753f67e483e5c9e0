//! Several nodes that send from one outbox.

use std::{collections::BTreeSet, time::Duration};

use chrono::TimeDelta;
use townperk::platform::{clock::Clock, mail::EmailAddress};

use super::{a_mail, with_server, write};
use crate::support::{Engine, Mood, Setup};

both_engines!(
    two_nodes_whose_clocks_differ_send_ten_mails_once,
    |setup: Setup| {
        let (mut app, server) = with_server(setup.on_clock(Clock::system())).await;
        // Longer than a lease. With SQLite, all processes are on one machine.
        let other = match app.database.engine() {
            Engine::Postgres => Clock::system_ahead_by(TimeDelta::seconds(300)),
            Engine::Sqlite => Clock::system(),
        };
        let other = app.second_node_on(other).await;
        let apart = other.clock.now() - app.clock.now();
        assert!(apart.abs() < TimeDelta::seconds(2), "{apart}");
        for number in 0..10 {
            let mut mail = a_mail();
            let to = format!("reader{number}@home.example");
            mail.to = EmailAddress::parse(&to, "email").unwrap();
            write(&app, mail).await;
        }
        server.be(Mood::Slow(Duration::from_millis(150)));
        let (one, two) = (app.services().mail_worker(), other.services().mail_worker());
        let (one, two) = tokio::join!(one.send_due(), two.send_due());
        let (one, two) = (one.unwrap(), two.unwrap());
        assert_eq!(one + two, 10);
        assert!(one > 0 && two > 0, "both of them sent: {one} and {two}");
        let received = server.received();
        assert_eq!(received.len(), 10);
        let readers: BTreeSet<_> = received.iter().map(|mail| &mail.recipient).collect();
        assert_eq!(readers.len(), 10, "each is sent once");
    }
);
