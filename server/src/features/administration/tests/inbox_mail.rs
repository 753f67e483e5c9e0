//! The email about what waits.

use chrono::TimeDelta;
use townperk::{
    catalog::entities::story, features::administration::hold_inbox_mail,
    platform::settings::InboxMail,
};

use super::told;
use crate::support::{Setup, TestApp};

const US: &str = "help@townperk.example";

fn mailing(setup: Setup, how: InboxMail) -> Setup {
    setup.at("2026-03-09T12:00:00Z").settings(move |settings| {
        settings.support_email = US.to_owned();
        settings.inbox_mail = how;
    })
}

/// The subjects of all emails to the support address.
async fn subjects(app: &TestApp) -> Vec<String> {
    let mails = app.mails().await.into_iter();
    mails
        .filter(|mail| mail.recipient.contains(US))
        .map(|mail| mail.header("Subject"))
        .collect()
}

both_engines!(
    what_waits_is_mailed_once_each_morning_by_one_of_all_nodes,
    |setup: Setup| {
        let mut app = mailing(setup, InboxMail::Daily).start().await;
        let other = app.second_node().await;
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).name("Rust & Bean").await;
        // The morning turn of a day on which nothing waits.
        app.clock.advance(TimeDelta::minutes(61));
        assert!(subjects(&app).await.is_empty(), "nothing waits");
        told(
            &app,
            &shop,
            "The secret of Main Street.",
            story::Status::Pending,
        )
        .await;
        app.clock.advance(TimeDelta::hours(22));
        assert!(
            subjects(&app).await.is_empty(),
            "it isn't eight o'clock in Chicago"
        );
        app.clock.advance(TimeDelta::hours(2));
        tokio::join!(app.work(), other.work());
        app.clock.advance(TimeDelta::hours(1));
        other.work().await;
        assert_eq!(
            subjects(&app).await,
            ["1 item waits in the inbox of Townperk"]
        );
        let mails = app.mails().await;
        let text = &mails.last().unwrap().data;
        assert!(
            text.contains("1 local story, since Mar 9, 2026 (1 day)"),
            "{text}"
        );
        assert!(
            !text.contains("Rust") && !text.contains("Main Street"),
            "{text}"
        );
        app.clock.advance(TimeDelta::days(1));
        assert_eq!(
            subjects(&app).await.len(),
            2,
            "it still waits the next morning"
        );
    }
);

both_engines!(
    what_waits_once_a_demo_is_removed_is_mailed,
    |setup: Setup| {
        let app = mailing(setup, InboxMail::Daily).start().await;
        let services = &app.services;
        let until = app.clock.now() + TimeDelta::hours(30);
        hold_inbox_mail(services, until).await.unwrap();
        services.rooms.clear_samples(services).await.unwrap();
        let shop = app.shop(&app.city("Alexandria", "LA").await).await;
        told(&app, &shop, "The secret.", story::Status::Pending).await;
        app.clock.advance(TimeDelta::hours(26));
        assert_eq!(subjects(&app).await.len(), 1);
        // What was mailed isn't mailed again.
        services.rooms.clear_samples(services).await.unwrap();
        app.clock.advance(TimeDelta::minutes(30));
        assert_eq!(subjects(&app).await.len(), 1);
    }
);

both_engines!(
    what_is_new_is_mailed_within_minutes_if_the_operator_wants_that,
    |setup: Setup| {
        let app = mailing(setup, InboxMail::AtOnce).start().await;
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        told(&app, &shop, "The first.", story::Status::Pending).await;
        let minutes = |count| app.clock.advance(TimeDelta::minutes(count));
        minutes(5);
        assert_eq!(subjects(&app).await.len(), 1);
        minutes(5);
        assert_eq!(subjects(&app).await.len(), 1, "nothing new came");
        told(&app, &shop, "The second.", story::Status::Pending).await;
        minutes(5);
        let told = subjects(&app).await;
        assert_eq!(
            told.last().unwrap(),
            "2 items wait in the inbox of Townperk"
        );
        assert_eq!(told.len(), 2);
    }
);

both_engines!(an_operator_who_wants_no_mail_gets_none, |setup: Setup| {
    let app = mailing(setup, InboxMail::Never).start().await;
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    told(&app, &shop, "A story.", story::Status::Pending).await;
    app.clock.advance(TimeDelta::days(2));
    assert!(subjects(&app).await.is_empty());
});
