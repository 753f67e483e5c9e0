//! The same form repeatedly, many forms, other people's mailboxes.

use serde_json::json;
use townperk::catalog::entities::shop;

use super::{form, list, shops, with};
use crate::support::TestApp;

/// A page's form.
const FORM: &str = "0190a8b2-0000-4000-8000-00000000000a";

both_engines!(
    the_same_form_sent_twice_at_once_makes_one_shop,
    |app: TestApp| {
        let mut app = app;
        let other = app.second_node().await;
        let form = with("formId", json!(FORM));
        let here = || app.visitor();
        let (one, two, three, four) = {
            let [a, b] = [here(), here()];
            let [c, d] = [other.visitor(), other.visitor()];
            tokio::join!(
                async { a.post("/api/coffee-shops", &form).await },
                async { b.post("/api/coffee-shops", &form).await },
                async { c.post("/api/coffee-shops", &form).await },
                async { d.post("/api/coffee-shops", &form).await },
            )
        };
        let answers = [one, two, three, four];
        let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status()).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 200, 200, 201], "{}", answers[0].text());
        let slugs: Vec<_> = answers
            .iter()
            .map(|answer| answer.json()["slug"].clone())
            .collect();
        assert!(slugs.iter().all(|slug| *slug == slugs[0]));
        assert_eq!(shops(&app).await.len(), 1);
        assert_eq!(app.mails_to("jo@mail.example").await.len(), 1);
    }
);

both_engines!(
    sending_again_after_a_cut_connection_finds_the_shop,
    |app: TestApp| {
        let sent = with("formId", json!(FORM));
        let first = list(&app, &sent).await.expect(201).json();
        let mut again = sent.clone();
        again["address"] = json!("126 Main St., Alexandria, LA 71301");
        again["ownerEmail"] = json!("Jo@Mail.example");
        let second = list(&app, &again).await.expect(200).json();
        assert_eq!(
            (&second["id"], &second["alreadyListed"]),
            (&first["id"], &json!(true))
        );
        assert_eq!(app.mails_to("jo@mail.example").await.len(), 1);
        // Later it is a duplicate like any other: the answer doesn't tell whose address the listing has.
        app.clock.advance(chrono::TimeDelta::days(1));
        let late = list(&app, &sent).await.expect(409).json();
        assert_eq!(late["details"]["kind"], "duplicate");
        // Someone else's form is an ordinary duplicate.
        let stranger = with("ownerEmail", json!("ann@mail.example"));
        let refused = list(&app, &stranger).await.expect(409).json();
        assert_eq!(refused["details"]["kind"], "duplicate");
        assert!(app.mails_to("ann@mail.example").await.is_empty());
    }
);

both_engines!(
    a_form_made_up_elsewhere_does_not_tell_whose_address_a_listing_has,
    |app: TestApp| {
        list(&app, &with("formId", json!(FORM))).await.expect(201);
        let mut answers = Vec::new();
        for email in ["jo@mail.example", "ann@mail.example"] {
            for id in [json!(null), json!("0190a8b2-0000-4000-8000-00000000000b")] {
                let mut guess = with("ownerEmail", json!(email));
                guess["formId"] = id;
                let answer = list(&app, &guess).await.expect(409).json();
                answers.push(json!([answer["message"], answer["details"]]));
            }
        }
        answers.dedup();
        assert_eq!(answers.len(), 1, "{answers:?}");
    }
);

both_engines!(
    the_same_form_with_few_facts_from_someone_else_is_a_duplicate,
    |app: TestApp| {
        let mut form = json!({ "name": "\u{125}", "address": "\u{125}", "zipCode": "71301",
            "ownerName": "Jo Doe", "ownerEmail": "jo@mail.example" });
        let first = list(&app, &form).await.expect(201).json();
        form["ownerEmail"] = json!("ann@mail.example");
        let refused = list(&app, &form).await.expect(409).json();
        assert_eq!(refused["details"]["kind"], "duplicate");
        assert_eq!(refused["details"]["similar"][0]["slug"], first["slug"]);
        assert!(app.mails_to("ann@mail.example").await.is_empty());
    }
);

both_engines!(a_deleted_shop_can_be_listed_anew, |app: TestApp| {
    let first = list(&app, &form()).await.expect(201).json();
    let id = first["id"].as_str().unwrap().parse().unwrap();
    app.edit_shop(id, |row: &mut shop::Model| {
        row.deleted_at = Some(row.created_at)
    })
    .await;
    let second = list(&app, &form()).await.expect(201).json();
    assert_ne!(second["id"], first["id"]);
    assert_eq!(second["slug"], "blue-door-alexandria-la-2");
    // Not unseen: it waits in the administrator's inbox.
    let doubt = second["unconfirmedReason"].as_str().unwrap();
    assert!(
        doubt.contains("deleted blue-door-alexandria-la before"),
        "{doubt}"
    );
    let inbox = app.administrator().await.inbox().await;
    let told = inbox
        .iter()
        .any(|item| item["text"].as_str().unwrap().contains(doubt));
    assert!(told, "{inbox:?}");
});

both_engines!(a_network_lists_ten_shops_an_hour, |app: TestApp| {
    let mut statuses = Vec::new();
    for number in 0..200 {
        let mut form = form();
        form["name"] = json!(format!(
            "Shop of letters {}",
            char::from(b'a' + number % 26)
        ));
        form["address"] = json!(format!("{} Oak Street", 100 + u32::from(number)));
        form["phone"] = json!("");
        form["website"] = json!("");
        form["ownerEmail"] = json!(format!("jo{number}@mail.example"));
        statuses.push(list(&app, &form).await.status());
    }
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 10);
    assert!(statuses[10..].iter().all(|status| *status == 429));
    assert_eq!(shops(&app).await.len(), 10);
    let elsewhere = app.visitor().from("198.51.100.7");
    elsewhere
        .post("/api/coffee-shops", &form())
        .await
        .expect(201);
});

both_engines!(
    a_strangers_mailbox_gets_three_mails_an_hour,
    |app: TestApp| {
        for (number, email) in [
            "jo@mail.example",
            "j.o@mail.example",
            "jo+1@mail.example",
            "jo+2@mail.example",
            "jo@mail.example",
        ]
        .into_iter()
        .enumerate()
        {
            let mut form = form();
            form["address"] = json!(format!("{} Oak Street", 100 + number));
            form["ownerEmail"] = json!(email);
            let listed = list(&app, &form).await.expect(201).json();
            assert_eq!(
                listed["confirmationSentTo"].is_null(),
                number >= 3,
                "{number}"
            );
        }
        assert_eq!(app.mails().await.len(), 3);
    }
);

both_engines!(programs_are_told_apart, |app: TestApp| {
    for name in ["leftEmpty", "homepage"] {
        let honey = with(name, json!("https://spam.example"));
        let refused = list(&app, &honey).await.expect(400);
        assert!(!refused.text().contains(name), "{}", refused.text());
        assert_eq!(refused.json()["code"], "filled_by_program");
    }
    list(&app, &with("afterMillis", json!(20)))
        .await
        .expect(429);
    let elsewhere = app.visitor().with("sec-fetch-site", "cross-site");
    elsewhere
        .post("/api/coffee-shops", &form())
        .await
        .expect(403);
    assert!(shops(&app).await.is_empty());
});
