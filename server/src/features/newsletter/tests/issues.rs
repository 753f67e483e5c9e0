//! Issues: their content and recipients.

use chrono::TimeDelta;
use sea_orm::EntityTrait;
use townperk::{
    catalog::entities::story,
    features::{demo::clear, newsletter::operator},
    platform::settings::Secret,
};

use super::{ANN, link, post, sign_up, subscribe, value_after};
use crate::support::{Mood, Received, Setup, SmtpServer, TestApp, command::until};

both_engines!(
    an_issue_goes_out_once_to_those_it_has_news_for,
    |app: TestApp| {
        let town = app.city("Alexandria", "LA").await;
        let other = app.city("Hammond", "LA").await;
        let old = app.shop(&town).name("Old Shop").await;
        // The next Thursday, an hour after the issue.
        app.clock.advance(TimeDelta::days(29));
        subscribe(&app, ANN, &[]).await;
        subscribe(&app, "bob@home.example", &[town.id]).await;
        subscribe(&app, "carl@home.example", &[other.id]).await;
        app.shop(&town).name("Rust & Bean").await;
        app.clock.advance(TimeDelta::days(7));
        app.work().await;
        app.work().await;
        let issues = |mails: Vec<Received>| -> Vec<Received> {
            mails
                .into_iter()
                .filter(|mail| !mail.header("List-ID").is_empty())
                .collect()
        };
        let sent = issues(app.mails().await);
        let mut to: Vec<&str> = sent.iter().map(|mail| mail.recipient.as_str()).collect();
        to.sort_unstable();
        assert_eq!(to, [ANN, "bob@home.example"], "nothing is new in Hammond");
        assert!(sent[0].data.contains("Rust & Bean") && !sent[0].data.contains(&old.name));
        assert!(
            sent[0].data.contains("Rust &#38; Bean"),
            "in the HTML part too"
        );
        assert!(
            sent[0]
                .header("List-Unsubscribe")
                .starts_with("<https://townperk.example/newsletter/unsubscribe?reader=")
        );
        assert_eq!(
            sent[0].header("List-Unsubscribe-Post"),
            "List-Unsubscribe=One-Click"
        );
        app.clock.advance(TimeDelta::days(7));
        assert_eq!(
            issues(app.mails().await).len(),
            2,
            "a week without news has no issue"
        );
        app.shop(&other).name("Fresh").await;
        app.clock.advance(TimeDelta::days(7));
        assert_eq!(issues(app.mails().await).len(), 4);
    }
);

both_engines!(
    who_chose_only_towns_that_went_with_the_demo_gets_the_whole_directory,
    |app: TestApp| {
        let gone = app.city("Alexandria", "LA").await;
        let other = app.city("Hammond", "LA").await;
        let quiet = app.city("Bunkie", "LA").await;
        app.shop(&gone).with(|row| row.sample = true).await;
        for town in [&other, &quiet] {
            app.shop(town).await;
        }
        // The next Thursday, an hour after the issue.
        app.clock.advance(TimeDelta::days(29));
        subscribe(&app, ANN, &[gone.id]).await;
        subscribe(&app, "bob@home.example", &[gone.id, other.id]).await;
        subscribe(&app, "carl@home.example", &[gone.id, quiet.id]).await;
        clear(&app.services).await.unwrap();
        app.shop(&other).name("Rust & Bean").await;
        app.clock.advance(TimeDelta::days(7));
        app.work().await;
        let mails = app.mails().await;
        let issues = mails
            .iter()
            .filter(|mail| !mail.header("List-ID").is_empty());
        let mut to: Vec<&str> = issues.map(|mail| mail.recipient.as_str()).collect();
        to.sort_unstable();
        assert_eq!(to, [ANN, "bob@home.example"], "nothing is new in Bunkie");
    }
);

both_engines!(the_newest_article_of_the_week_is_news, |app: TestApp| {
    app.article("long-ago", 60 * 24 * 30).await;
    app.article("to-come", -60).await;
    let preview = || async {
        let words = operator::preview(app.services(), &[]).await.unwrap();
        words.map(|words| words.text).unwrap_or_default()
    };
    assert_eq!(preview().await, "");
    app.article("older", 60 * 24).await;
    app.article("newer", 60).await;
    let text = preview().await;
    for part in [
        "This week: 1 article.",
        "About newer",
        "Words of newer.",
        "https://townperk.example/blog/newer",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("older"), "{text}");
    app.clock.advance(TimeDelta::hours(2));
    assert!(preview().await.contains("About to-come"));
    app.clock.advance(TimeDelta::days(30));
    assert_eq!(preview().await, "", "it was news once");
});

both_engines!(stories_are_news_too, |app: TestApp| {
    let town = app.city("Alexandria", "LA").await;
    let shop = app.shop(&town).await;
    app.clock.advance(TimeDelta::days(30));
    assert!(
        operator::preview(app.services(), &[])
            .await
            .unwrap()
            .is_none()
    );
    let row = story::Model {
        id: app.identifiers.next(),
        shop_id: shop.id,
        status: story::Status::Approved,
        prompt1_response: "The clock is four minutes late.".to_owned(),
        prompt2_response: None,
        photo_url: None,
        created_at: app.clock.now() - TimeDelta::hours(1),
        updated_at: app.clock.now(),
    };
    story::Entity::insert(sea_orm::IntoActiveModel::into_active_model(row))
        .exec_without_returning(app.database.reads())
        .await
        .unwrap();
    app.edit_shop(shop.id, |_| {}).await;
    let slugs = ["alexandria-la".to_owned()];
    let words = operator::preview(app.services(), &slugs)
        .await
        .unwrap()
        .unwrap();
    assert!(
        words.text.contains("The clock is four minutes late."),
        "{}",
        words.text
    );
    assert!(
        words.text.contains("This week: 1 local story."),
        "{}",
        words.text
    );
    operator::preview(app.services(), &["nowhere-xx".to_owned()])
        .await
        .unwrap_err();
});

both_engines!(a_crash_repeats_no_issue, |setup: Setup| {
    let server = SmtpServer::start().await;
    let mut app = setup
        .settings(|settings| {
            settings.smtp_url = Secret::new(server.url());
        })
        .start()
        .await;
    let town = app.city("Alexandria", "LA").await;
    let mut readers = Vec::new();
    for number in 0..5 {
        let email = format!("reader{number}@home.example");
        sign_up(&app.visitor(), &email).await.expect(200);
        app.work().await;
        let mail = server.received().pop().unwrap();
        let form = format!(
            "credential={}&action=confirm",
            value_after(&link(&mail, "/newsletter/confirm"), "token")
        );
        post(&app, "/newsletter/confirm", &form).await.expect(200);
        readers.push(email);
    }
    app.shop(&town).await;
    app.clock.advance(TimeDelta::days(1));
    let second = app.second_node().await;
    let (one, other) = (app.services().job_worker(), second.services().job_worker());
    let (one, other) = tokio::join!(one.run_due(), other.run_due());
    one.unwrap();
    other.unwrap();
    server.be(Mood::DiesAfterData);
    let worker = app.services().mail_worker();
    let before = server.received().len();
    let dying = tokio::spawn(async move { worker.send_due().await });
    until("the first issue", || async {
        server.received().len() > before
    })
    .await;
    dying.abort();
    // It may have tried all of them by now.
    match dying.await {
        Ok(sent) => drop(sent.unwrap()),
        Err(ended) => assert!(ended.is_cancelled(), "{ended}"),
    }
    server.be(Mood::Good);
    app.clock.advance(TimeDelta::minutes(10));
    second.work().await;
    app.work().await;
    let issues: Vec<Received> = server
        .received()
        .into_iter()
        .filter(|mail| !mail.header("List-ID").is_empty())
        .collect();
    for reader in &readers {
        let theirs: Vec<&Received> = issues
            .iter()
            .filter(|mail| mail.recipient == *reader)
            .collect();
        assert!(!theirs.is_empty(), "{reader} got nothing");
        let first = theirs[0].header("Message-ID");
        assert!(
            theirs.iter().all(|mail| mail.header("Message-ID") == first),
            "{reader} got two issues"
        );
    }
});

#[tokio::test(flavor = "multi_thread")]
async fn a_test_issue_goes_to_one_address() {
    let app = Setup::on_sqlite().await.start().await;
    assert!(!operator::send_test(app.services(), ANN, &[]).await.unwrap());
    let town = app.city("Alexandria", "LA").await;
    app.shop(&town).await;
    app.clock.advance(TimeDelta::hours(1));
    assert!(operator::send_test(app.services(), ANN, &[]).await.unwrap());
    let mails = app.mails().await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].header("Subject").starts_with("[Test] "));
    let reader = subscribe(&app, "bob@home.example", &[]).await;
    assert!(
        operator::remove(app.services(), "BOB@home.example")
            .await
            .unwrap()
    );
    assert!(
        !operator::remove(app.services(), "bob@home.example")
            .await
            .unwrap()
    );
    let page = app
        .visitor()
        .get(&format!("/newsletter/unsubscribe?reader={reader}"))
        .await;
    assert_eq!(page.expect(200).html().h1(), "You are unsubscribed");
}

both_engines!(
    changed_hours_are_news_in_a_readers_own_towns,
    |app: TestApp| {
        let (town, other) = (
            app.city("Alexandria", "LA").await,
            app.city("Hammond", "LA").await,
        );
        let (shop, slip) = (
            app.shop(&town).name("Rust & Bean").await,
            app.shop(&town).name("As Before").await,
        );
        app.clock.advance(TimeDelta::days(29));
        let edit = |shop: &townperk::catalog::entities::shop::Model, hours: &str| {
            let (slug, hours) = (shop.slug.clone(), hours.to_owned());
            let app = &app;
            async move {
                let administrator = app.administrator().await;
                let path = format!("/api/your-shop/{slug}");
                let version = administrator.get(&path).await.json()["version"].clone();
                let body = serde_json::json!({ "version": version, "weeklyHours": hours });
                administrator.patch(&path, &body).await.expect(200);
            }
        };
        edit(&shop, "Mo-Fr 07:00-15:00").await;
        edit(&slip, "Mo-Fr 07:00-15:00").await;
        app.clock.advance(TimeDelta::days(8));
        edit(&shop, "Mo-Sa 08:00-16:00").await;
        // A change that was reverted isn't news.
        edit(&slip, "24/7").await;
        edit(&slip, "Mo-Fr 07:00-15:00").await;
        app.clock.advance(TimeDelta::minutes(1));
        let preview = |slugs: Vec<String>| {
            let app = &app;
            async move {
                let words = operator::preview(app.services(), &slugs).await.unwrap();
                words.map(|words| words.text).unwrap_or_default()
            }
        };
        let text = preview(vec![town.slug.clone()]).await;
        for part in [
            "This week: 1 shop with new hours.",
            "* Rust & Bean, Alexandria, LA",
            "Mon to Sat 8 AM – 4 PM; Sun closed",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("As Before"), "{text}");
        assert_eq!(preview(vec![other.slug.clone()]).await, "");
        assert_eq!(
            preview(Vec::new()).await,
            "",
            "a whole country's are no news"
        );
    }
);
