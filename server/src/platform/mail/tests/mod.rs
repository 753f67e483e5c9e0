//! Emails as received by a mail server.

mod health;
mod nodes;
mod secrecy;

use chrono::TimeDelta;
use townperk::platform::{
    error::Error,
    mail::{self, EmailAddress, List, MailText, NewMail},
    settings::Secret,
};
use uuid::Uuid;

use crate::support::{Mood, Setup, SmtpServer, TestApp, command::until};

fn a_mail() -> NewMail {
    NewMail {
        to: EmailAddress::parse("ann@home.example", "email").unwrap(),
        words: MailText {
            public_subject: None,
            lasts: None,
            subject: "Kaffee für dich".to_owned(),
            text: "Guten Morgen\n.\nEnde\n".to_owned(),
            html: "<!DOCTYPE html><p>Guten Morgen".to_owned(),
        },
        about: None,
        list: None,
    }
}

fn a_newsletter(about: Uuid) -> NewMail {
    NewMail {
        about: Some(about),
        list: Some(List {
            name: "weekly",
            unsubscribe_url: format!("https://townperk.example/out?reader={}", "x".repeat(90)),
        }),
        ..a_mail()
    }
}

async fn write(app: &TestApp, mail: NewMail) {
    let services = app.services();
    let (id, now) = (app.identifiers.next(), app.clock.now());
    app.database
        .transaction(|transaction| {
            let (services, mail) = (services.clone(), mail.clone());
            Box::pin(async move { services.mail.enqueue(transaction, &mail, id, now).await })
        })
        .await
        .unwrap();
}

async fn with_server(setup: Setup) -> (TestApp, SmtpServer) {
    let server = SmtpServer::start().await;
    let app = setup
        .settings(|settings| {
            settings.smtp_url = Secret::new(server.url());
            settings.mail_from = "Townperk <hello@townperk.example>".to_owned();
        })
        .start()
        .await;
    (app, server)
}

async fn send(app: &TestApp) -> usize {
    app.services().mail_worker().send_due().await.unwrap()
}

both_engines!(
    a_mail_arrives_with_both_parts_and_its_headers,
    |setup: Setup| {
        let (app, server) = with_server(setup).await;
        write(&app, a_mail()).await;
        assert_eq!(send(&app).await, 1);
        assert_eq!(send(&app).await, 0, "once");
        let received = server.received();
        assert_eq!(received.len(), 1);
        let mail = &received[0];
        assert_eq!(mail.sender, "hello@townperk.example");
        assert_eq!(mail.recipient, "ann@home.example");
        assert_eq!(mail.header("From"), "Townperk <hello@townperk.example>");
        assert_eq!(mail.header("Date"), "Wed, 04 Mar 2026 15:00:00 +0000");
        assert!(mail.header("Message-ID").ends_with("@townperk.example>"));
        assert!(mail.header("Subject").contains("=?utf-8?"), "{}", mail.data);
        assert!(
            mail.header("Content-Type")
                .starts_with("multipart/alternative")
        );
        assert!(
            mail.data
                .contains("Content-Type: text/plain; charset=utf-8")
        );
        assert!(mail.data.contains("Content-Type: text/html; charset=utf-8"));
        assert!(
            mail.data.contains("Guten Morgen\r\n.\r\nEnde"),
            "dots are stuffed on the way"
        );
        for name in ["List-Unsubscribe", "List-Unsubscribe-Post", "List-ID"] {
            assert_eq!(mail.header(name), "", "{name}");
        }
    }
);

both_engines!(a_list_s_mail_says_how_to_leave, |setup: Setup| {
    let (app, server) = with_server(setup).await;
    write(&app, a_newsletter(Uuid::nil())).await;
    send(&app).await;
    let mail = server.received().remove(0);
    assert_eq!(
        mail.header("List-Unsubscribe"),
        format!("<https://townperk.example/out?reader={}>", "x".repeat(90)),
        "no mailto, since nothing here reads mail"
    );
    assert_eq!(
        mail.header("List-Unsubscribe-Post"),
        "List-Unsubscribe=One-Click"
    );
    assert_eq!(mail.header("List-ID"), "<weekly.townperk.example>");
});

both_engines!(a_refused_recipient_is_given_up_and_kept, |setup: Setup| {
    let (app, server) = with_server(setup).await;
    server.be(Mood::RefusesRecipients("550 no such person here"));
    write(&app, a_mail()).await;
    send(&app).await;
    app.clock.advance(TimeDelta::days(3));
    assert_eq!(send(&app).await, 0);
    let dead = mail::dead(&app.database).await.unwrap();
    assert_eq!(dead.len(), 1);
    assert!(dead[0].error.contains("550"), "{}", dead[0].error);
    server.be(Mood::Good);
    assert_eq!(
        mail::retry_failed(&app.database, app.clock.now())
            .await
            .unwrap(),
        1
    );
    send(&app).await;
    assert_eq!(server.received().len(), 1, "nothing of it was lost");
});

both_engines!(a_server_in_a_bad_mood_is_tried_again, |setup: Setup| {
    let (app, server) = with_server(setup).await;
    server.be(Mood::RefusesRecipients("451 not now"));
    write(&app, a_mail()).await;
    send(&app).await;
    server.be(Mood::Good);
    app.clock.advance(TimeDelta::seconds(59));
    assert_eq!(send(&app).await, 0);
    app.clock.advance(TimeDelta::seconds(1));
    send(&app).await;
    assert_eq!(server.received().len(), 1);
});

both_engines!(
    after_a_death_behind_data_the_same_mail_comes_again,
    |setup: Setup| {
        let (app, server) = with_server(setup).await;
        server.be(Mood::DiesAfterData);
        write(&app, a_mail()).await;
        send(&app).await;
        server.be(Mood::Good);
        app.clock.advance(TimeDelta::minutes(1));
        send(&app).await;
        let received = server.received();
        assert_eq!(received.len(), 2);
        assert_eq!(
            received[0].data, received[1].data,
            "Message-ID, Date and boundaries too"
        );
    }
);

both_engines!(a_server_that_hangs_is_hung_up_on, |setup: Setup| {
    let (mut app, server) = with_server(setup).await;
    // A busy machine may need longer than this for a mail that is taken, so that one is sent by the other node.
    let hasty = app
        .second_node_with(|settings| settings.smtp_timeout_seconds = 3)
        .await;
    server.be(Mood::Hangs);
    write(&app, a_mail()).await;
    send(&hasty).await;
    assert_eq!(server.silences(), 1);
    server.be(Mood::Good);
    app.clock.advance(TimeDelta::minutes(1));
    send(&app).await;
    assert_eq!(server.received().len(), 1);
});

both_engines!(
    a_node_that_dies_while_sending_loses_nothing,
    |setup: Setup| {
        let (mut app, server) = with_server(setup).await;
        write(&app, a_mail()).await;
        server.be(Mood::Hangs);
        let dying = app.services().mail_worker();
        let node = tokio::spawn(async move { dying.send_due().await });
        until("a mail on its way", || async { server.silences() == 1 }).await;
        node.abort();
        assert!(node.await.unwrap_err().is_cancelled());
        server.be(Mood::Good);
        let other = app.second_node().await;
        assert_eq!(send(&other).await, 0, "the lease holds");
        app.clock.advance(TimeDelta::minutes(3));
        assert_eq!(send(&other).await, 1);
        assert_eq!(server.received().len(), 1);
    }
);

both_engines!(without_a_server_mails_are_files, |app: TestApp| {
    write(&app, a_mail()).await;
    send(&app).await;
    let mails = app.mails().await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].header("To"), "ann@home.example");
});

both_engines!(
    somebody_who_waits_goes_before_a_newsletter,
    |setup: Setup| {
        let (app, server) = with_server(setup).await;
        write(&app, a_newsletter(Uuid::nil())).await;
        app.clock.advance(TimeDelta::minutes(1));
        write(&app, a_mail()).await;
        send(&app).await;
        let order: Vec<String> = server
            .received()
            .iter()
            .map(|mail| mail.header("List-ID"))
            .collect();
        assert_eq!(order, ["", "<weekly.townperk.example>"]);
    }
);

both_engines!(
    a_newsletter_can_be_called_back_while_it_waits,
    |setup: Setup| {
        let (app, server) = with_server(setup).await;
        let reader = app.identifiers.next();
        write(&app, a_newsletter(reader)).await;
        let other = NewMail {
            about: Some(reader),
            ..a_mail()
        };
        write(&app, other).await;
        assert_eq!(
            mail::withdraw(app.database.reads(), reader).await.unwrap(),
            1
        );
        send(&app).await;
        let received = server.received();
        assert_eq!(received.len(), 1);
        assert_eq!(received[0].header("List-ID"), "");
    }
);

#[tokio::test]
async fn wrong_settings_of_mail_are_found() {
    let setup = Setup::on_sqlite().await;
    let app = setup.start().await;
    let mut settings = (*app.services().settings).clone();
    for (url, from, wrong) in [
        ("", "", None),
        ("smtp://localhost:2525", "A <a@b.example>", None),
        ("smtps://me:secret@mail.example", "a@b.example", None),
        ("http://mail.example", "", Some("smtp_url")),
        ("smtp://", "", Some("smtp_url")),
        ("", "nobody", Some("mail_from")),
    ] {
        settings.smtp_url = Secret::new(url.to_owned());
        settings.mail_from = from.to_owned();
        let mut found: Vec<&str> = settings
            .findings()
            .iter()
            .map(|finding| finding.setting)
            .filter(|setting| ["smtp_url", "mail_from"].contains(setting))
            .collect();
        // A setting can have several problems.
        found.dedup();
        assert_eq!(found, wrong.into_iter().collect::<Vec<_>>(), "{url} {from}");
    }
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    for (file, reason) in [
        ("/nowhere.pem", "/nowhere.pem"),
        (manifest, "no certificate"),
    ] {
        settings.smtp_ca_file = file.into();
        let found = settings.findings();
        let finding = found.iter().find(|one| one.setting == "smtp_ca_file");
        assert!(finding.unwrap().message.contains(reason), "{found:?}");
    }
    settings.smtp_ca_file = std::path::PathBuf::new();
    settings.smtp_url = Secret::new("http://me:secret@mail.example".to_owned());
    let Err(Error::Setup(words)) = settings.refuse_unsafe() else {
        panic!("it was accepted");
    };
    assert!(!words.contains("secret"), "{words}");
}

both_engines!(every_mail_of_the_rooms_has_two_forms, |app: TestApp| {
    let samples = townperk::rooms::ROOMS.mail_samples(app.services()).unwrap();
    for name in [
        "listing-welcome",
        "claim-approved",
        "claim-rejected",
        "handed-over-owner",
    ] {
        assert!(samples.iter().any(|sample| sample.name == name), "{name}");
    }
    for sample in samples {
        let MailText {
            subject,
            text,
            html,
            ..
        } = sample.words;
        assert!(
            !subject.is_empty() && subject.chars().count() <= 78,
            "{subject}"
        );
        assert!(
            text.len() > 100 && !text.contains("</"),
            "{}: {text}",
            sample.name
        );
        assert!(html.starts_with("<!DOCTYPE html>") && html.contains("lang=\"en\""));
        assert!(
            !html.contains("<img") && !html.contains("<script"),
            "{}",
            sample.name
        );
    }
});

#[tokio::test(flavor = "multi_thread")]
async fn answers_go_to_the_support_address() {
    let app = Setup::on_sqlite()
        .await
        .settings(|settings| settings.support_email = "help@townperk.example".to_owned())
        .start()
        .await;
    write(&app, a_mail()).await;
    write(&app, a_newsletter(Uuid::nil())).await;
    let mails = app.mails().await;
    let answered: Vec<bool> = mails
        .iter()
        .map(|mail| mail.data.contains("Reply-To: <help@townperk.example>\r\n"))
        .collect();
    assert!(
        answered.contains(&true) && answered.contains(&false),
        "{answered:?}"
    );
}
