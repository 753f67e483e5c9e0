//! The site's words: shipped ones while they are true, the operator's where set; everywhere, on every node, undone.

use serde_json::{Value, json};
use townperk::{features::demo::seed_when_empty, platform::settings::Settings};

use crate::support::{Setup, TestApp};

async fn site(app: &TestApp) -> Value {
    app.visitor().get("/api/site").await.expect(200).json()
}

async fn home(app: &TestApp) -> Value {
    app.visitor().get("/api/site/home").await.expect(200).json()
}

async fn edit(app: &TestApp, words: &Value) -> Value {
    let administrator = app.administrator().await;
    administrator
        .put("/api/admin/site", words)
        .await
        .expect(200)
        .json()
}

async fn undo(app: &TestApp, changed: &Value) {
    let path = format!(
        "/api/admin/audit/{}/undo",
        changed["entry"].as_str().unwrap()
    );
    app.administrator()
        .await
        .post(&path, &json!({}))
        .await
        .expect(200);
}

const HERO: &str = "Find the independent coffee shop on the corner, in Louisiana and beyond. No chains, no franchises: every shop here is locally owned.";
const FOOTER: &str = "A directory of independent coffee shops in the small towns and cities of the United States. It covers the whole country, one main street at a time.";

both_engines!(
    the_shipped_words_stand_where_nothing_is_set,
    |app: TestApp| {
        let (home, site) = (home(&app).await, site(&app).await);
        assert_eq!(home["slogan"], "Great Coffee Lives in Small Towns");
        assert_eq!(home["heroText"], HERO);
        assert_eq!(site["footerText"], FOOTER);
        assert_eq!(site["mark"], "", "pictures keep their URLs");
    }
);

both_engines!(
    a_place_is_named_while_there_are_shops_there,
    |app: TestApp| {
        let durham = app.city("Durham", "NC").await;
        let shop = app.shop(&durham).await;
        assert!(
            home(&app).await["heroText"]
                .as_str()
                .unwrap()
                .contains("in North Carolina. No chains")
        );
        let footer = site(&app).await["footerText"].as_str().unwrap().to_owned();
        assert!(
            footer.contains("towns and cities of North Carolina, one main street"),
            "{footer}"
        );
        app.shop(&app.city("Marfa", "TX").await).await;
        assert!(
            home(&app).await["description"]
                .as_str()
                .unwrap()
                .contains("across North Carolina and Texas:")
        );
        for (name, state) in [("Beacon", "NY"), ("Astoria", "OR")] {
            app.shop(&app.city(name, state).await).await;
        }
        app.shop(&durham).await;
        assert!(
            home(&app).await["heroText"]
                .as_str()
                .unwrap()
                .contains("in North Carolina and beyond.")
        );
        assert_eq!(site(&app).await["footerText"], FOOTER, "four states");
        app.shop(&app.city("Hammond", "LA").await).await;
        assert_eq!(home(&app).await["heroText"], HERO);
        app.edit_shop(shop.id, |shop| shop.deleted_at = Some(shop.created_at))
            .await;
        assert_eq!(home(&app).await["heroText"], HERO);
    }
);

both_engines!(
    words_reach_every_node_and_undo_takes_each_back,
    |mut app: TestApp| {
        let other = app.second_node().await;
        let first = edit(
            &app,
            &json!({ "name": "Tar Heel Coffee", "region": "North Carolina" }),
        )
        .await;
        assert_eq!(first["words"]["region"], "North Carolina");
        assert_eq!(
            first["words"]["letterhead"], "",
            "what isn't set follows the name"
        );
        assert_eq!(first["shipped"]["letterhead"], "Tar Heel Coffee");
        other.sync().await;
        assert_eq!(site(&other).await["name"], "Tar Heel Coffee");
        assert!(
            home(&other).await["heroText"]
                .as_str()
                .unwrap()
                .contains("in North Carolina. No chains")
        );
        let slogan = edit(&app, &json!({ "slogan": "Pour over the Piedmont" })).await;
        assert_ne!(slogan["version"], first["version"]);
        undo(&app, &first).await;
        assert_eq!(site(&app).await["name"], "Townperk");
        assert_eq!(home(&app).await["heroText"], HERO);
        assert_eq!(
            home(&app).await["slogan"],
            "Pour over the Piedmont",
            "a later word stays"
        );
        let feed = app.visitor().get("/feed.atom").await.expect(200).text();
        assert!(feed.contains("Townperk: new coffee shops"), "{feed}");
    }
);

both_engines!(
    a_form_that_shows_the_shipped_words_sets_none_of_them,
    |app: TestApp| {
        let form = app
            .administrator()
            .await
            .get("/api/admin/site")
            .await
            .expect(200)
            .json();
        let mut all = form["shipped"].clone();
        all["region"] = "the \"Triangle\"".into();
        all["version"] = form["version"].clone();
        let saved = edit(&app, &all).await;
        assert_eq!(saved["words"]["heroText"], "");
        assert!(
            home(&app).await["heroText"]
                .as_str()
                .unwrap()
                .contains("in the \"Triangle\". No chains")
        );
        let again = edit(&app, &json!({ "region": "the \"Triangle\"" })).await;
        assert_eq!(again["entry"], Value::Null, "nothing changed");
    }
);

both_engines!(two_administrators_at_once_lose_nothing, |app: TestApp| {
    let before = app
        .administrator()
        .await
        .get("/api/admin/site")
        .await
        .expect(200)
        .json();
    edit(
        &app,
        &json!({ "slogan": "First", "version": before["version"] }),
    )
    .await;
    let second = json!({ "slogan": "Second", "version": before["version"] });
    let stale = app
        .administrator()
        .await
        .put("/api/admin/site", &second)
        .await
        .expect(409)
        .json();
    assert_eq!(stale["details"]["kind"], "stale");
    assert_eq!(stale["details"]["current"]["words"]["slogan"], "First");
});

both_engines!(
    long_words_are_refused_beside_their_field_and_emoji_are_kept,
    |app: TestApp| {
        let administrator = app.administrator().await;
        let long = json!({ "name": "x".repeat(81) });
        let refused = administrator
            .put("/api/admin/site", &long)
            .await
            .expect(400)
            .json();
        assert_eq!(refused["field"], "name");
        let name = format!("</script>\"☕ {}", "é".repeat(68));
        assert_eq!(name.chars().count(), 80);
        edit(&app, &json!({ "name": name })).await;
        assert_eq!(site(&app).await["name"], name.as_str());
        let feed = app.visitor().get("/feed.atom").await.expect(200).text();
        assert!(feed.contains("&lt;/script&gt;"), "{feed}");
        let picture = app.visitor().get("/social/site.png").await.expect(200);
        assert_eq!(picture.header("content-type"), "image/png");
    }
);

both_engines!(
    emails_are_from_the_name_and_under_the_letterhead,
    |app: TestApp| {
        edit(
            &app,
            &json!({ "name": "Tar Heel Coffee", "letterhead": "Tar Heel Coffee \"& Friends\"" }),
        )
        .await;
        let code = json!({ "email": "owner@mail.example" });
        app.visitor().post("/api/sign-in", &code).await;
        app.work().await;
        let mails = app.mails().await;
        let mail = mails.last().expect("a code");
        assert!(
            mail.header("From").contains("Tar Heel Coffee"),
            "{}",
            mail.header("From")
        );
        let text = mail.data.replace("=\r\n", "");
        assert!(
            text.contains("Tar Heel Coffee &#34;&#38; Friends&#34;"),
            "{text}"
        );
        assert!(!text.contains("Townperk"), "{text}");
    }
);

#[tokio::test]
async fn what_a_file_sets_is_shown_as_set_there_and_locked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("townperk.toml");
    std::fs::write(&file, "name = \"Piedmont Perk\"").unwrap();
    let given = Settings::load(Some(&file)).unwrap();
    let setup = Setup::on_sqlite().await.settings(|settings| {
        settings.name = given.name;
        settings.source = given.source;
    });
    let app = setup.start().await;
    let administrator = app.administrator().await;
    let form = administrator
        .get("/api/admin/site")
        .await
        .expect(200)
        .json();
    assert_eq!(form["locked"], json!(["name"]));
    assert_eq!(form["shipped"]["name"], "Piedmont Perk");
    let other = json!({ "name": "Tar Heel Coffee" });
    let refused = administrator
        .put("/api/admin/site", &other)
        .await
        .expect(400)
        .json();
    assert_eq!(refused["field"], "name");
    assert!(
        refused["message"]
            .as_str()
            .unwrap()
            .contains("TOWNPERK_NAME")
    );
    edit(
        &app,
        &json!({ "name": "Piedmont Perk", "slogan": "Sit down" }),
    )
    .await;
    assert_eq!(site(&app).await["name"], "Piedmont Perk");
}

both_engines!(
    one_press_removes_the_demo_and_keeps_what_is_real,
    |app: TestApp| {
        let services = app.services();
        seed_when_empty(
            &services.database,
            &services.catalog,
            &services.clock,
            &services.keys,
        )
        .await
        .unwrap();
        let real = app.shop(&app.city("Durham", "NC").await).await;
        app.article("written", 60).await;
        let administrator = app.administrator().await;
        app.visitor()
            .post("/api/admin/site/remove-demo", &json!({}))
            .await
            .expect(401);
        let done = administrator
            .post("/api/admin/site/remove-demo", &json!({}))
            .await
            .expect(200)
            .json();
        for what in ["remaining", "remainingTowns", "remainingArticles"] {
            assert_eq!(done[what], 1, "{what}: {done}");
        }
        let count = |of: &Value, what: &str| {
            let parts = of["removed"].as_array().unwrap();
            let part = parts.iter().find(|part| part["what"] == what);
            part.unwrap()["count"].as_u64().unwrap()
        };
        assert!(count(&done, "invented coffee shops") > 100, "{done}");
        assert_eq!(site(&app).await["demoShopCount"], 0);
        let page = format!("/coffee-shops/{}", real.slug);
        app.visitor().get(&page).await.expect(200);
        let again = administrator
            .post("/api/admin/site/remove-demo", &json!({}))
            .await
            .expect(200)
            .json();
        assert_eq!(count(&again, "invented coffee shops"), 0);
        let log = administrator
            .get("/api/admin/audit?action=site.remove_demo")
            .await
            .expect(200)
            .json();
        assert_eq!(log["total"], 1, "{log}");
    }
);
