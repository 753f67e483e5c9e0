//! Links in emails: how long they work, and that they can't be forged.

use chrono::TimeDelta;

use super::{ANN, link, post, sign_up, subscribe, value_after};
use crate::support::TestApp;

both_engines!(
    a_newer_mail_replaces_the_link_of_the_older,
    |app: TestApp| {
        sign_up(&app.visitor(), ANN).await.expect(200);
        let first = link(&app.mails().await[0], "/newsletter/confirm");
        app.clock.advance(TimeDelta::hours(30));
        sign_up(&app.visitor(), ANN).await.expect(200);
        let second = link(&app.mails().await[1], "/newsletter/confirm");
        app.visitor().get(&first).await.expect(404);
        app.clock.advance(TimeDelta::hours(47));
        app.visitor().get(&second).await.expect(200);
    }
);

both_engines!(
    forged_and_expired_tokens_get_a_clear_page,
    |app: TestApp| {
        sign_up(&app.visitor(), ANN).await.expect(200);
        let address = link(&app.mails().await[0], "/newsletter/confirm");
        let token = value_after(&address, "token").to_owned();
        for forged in [
            "",
            "0",
            &"0".repeat(40),
            &token[1..],
            "%00%ff",
            &"x".repeat(3000),
        ] {
            let page = app
                .visitor()
                .get(&format!("/newsletter/confirm?token={forged}"))
                .await
                .expect(404);
            assert_eq!(page.html().h1(), "This link does not work");
            let form = format!("credential={forged}&action=confirm");
            post(&app, "/newsletter/confirm", &form).await.expect(404);
        }
        app.clock.advance(TimeDelta::hours(48));
        let page = app.visitor().get(&address).await.expect(410);
        assert_eq!(page.html().h1(), "This link has expired");
        let form = format!("credential={token}&action=confirm");
        post(&app, "/newsletter/confirm", &form).await.expect(410);
        let reader = subscribe(&app, "bob@home.example", &[]).await;
        let mut forged = reader.clone();
        forged.replace_range(
            40..41,
            if forged.as_bytes()[40] == b'0' {
                "1"
            } else {
                "0"
            },
        );
        for pass in ["", &forged, &reader[..63], &format!("{reader}0"), "ä"] {
            for page in ["preferences", "unsubscribe"] {
                let address = format!("/newsletter/{page}?reader={}", pass.replace('ä', "%C3%A4"));
                app.visitor().get(&address).await.expect(404);
                post(&app, &address, "").await.expect(404);
            }
        }
    }
);

both_engines!(
    who_never_confirms_is_forgotten_after_a_week,
    |app: TestApp| {
        sign_up(&app.visitor(), ANN).await.expect(200);
        let reader = link(&app.mails().await[0], "/newsletter/unsubscribe");
        app.clock.advance(TimeDelta::days(6));
        app.work().await;
        assert_eq!(
            app.visitor().get(&reader).await.expect(200).html().h1(),
            "Unsubscribe"
        );
        app.clock.advance(TimeDelta::hours(25));
        app.work().await;
        let page = app.visitor().get(&reader).await.expect(200);
        assert_eq!(page.html().h1(), "You are unsubscribed");
    }
);
