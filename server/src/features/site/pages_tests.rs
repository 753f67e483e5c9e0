//! Legal texts and further pages: shipped ones, the operator's, two administrators at once, files, the sitemap.

use serde_json::{Value, json};
use townperk::platform::settings::Secret;

use crate::support::{Setup, TestApp, Visitor, page_of};

const PAGES: &str = "/api/admin/site/pages";

async fn legal(app: &TestApp, slug: &str) -> Value {
    let path = format!("/api/site/legal/{slug}");
    app.visitor().get(&path).await.expect(200).json()
}

/// A site that takes payments.
async fn selling(setup: Setup) -> TestApp {
    let keys = setup.settings(|settings| {
        settings.stripe_secret_key = Secret::new("sk_test_1".to_owned());
        settings.stripe_publishable_key = "pk_test_1".to_owned();
    });
    keys.start().await
}

async fn form(administrator: &Visitor, slug: &str) -> Value {
    administrator
        .get(&format!("{PAGES}/{slug}"))
        .await
        .expect(200)
        .json()
}

/// The form as it would be sent back.
fn edit_of(form: &Value) -> Value {
    let mut edit = json!({});
    for name in [
        "title",
        "description",
        "content",
        "place",
        "date",
        "version",
    ] {
        edit[name] = form[name].clone();
    }
    edit
}

both_engines!(
    where_nothing_is_sold_no_page_speaks_of_boosts_or_prices,
    |app: TestApp| {
        let durham = app.city("Durham", "NC").await;
        let shop = app.shop(&durham).await;
        let visitor = app.visitor();
        let own = page_of(&shop);
        let boost = format!("/boost-profile/{}", shop.slug);
        for path in ["/", "/list-shop", "/terms", "/privacy", &own, &boost] {
            let page = visitor.get(path).await.expect(200).text();
            let (shown, _) = page.split_once("id=\"page-state\"").unwrap();
            for word in [
                "$5",
                "$8",
                "/mo",
                "Stripe",
                "Boost Profile",
                "Boost This",
                "Manage Subscription",
            ] {
                assert!(!shown.contains(word), "{path} says {word}");
            }
        }
        let page = visitor.get(&boost).await.expect(200).text();
        let unavailable = "Payment processing is currently unavailable. Please try again later.";
        assert!(page.contains(unavailable), "D48");
        let terms = legal(&app, "terms").await;
        let html = terms["contentHtml"].as_str().unwrap();
        assert!(
            html.contains("featured placement isn't sold") || html.contains("isn’t sold"),
            "{html}"
        );
        assert!(html.contains("7. Payment Terms"), "{html}");
    }
);

both_engines!(
    shipped_texts_say_what_this_installation_does,
    |setup: Setup| {
        let app = selling(setup).await;
        let page = app.visitor().get("/").await.expect(200).text();
        assert!(page.contains("Boost Profile - From $5/mo"), "as specified");
        let terms = legal(&app, "terms").await;
        assert_eq!(terms["title"], "Terms of Service");
        assert_eq!(terms["updated"], "November 22, 2026");
        let html = terms["contentHtml"].as_str().unwrap();
        assert!(
            html.contains("costs $5 per month as a subscription, or $8 once for 30 days"),
            "{html}"
        );
        assert!(html.contains("By using Townperk you agree"), "{html}");
        for section in [
            "1. Acceptance of Terms",
            "2. Description of Service",
            "3. User Accounts and Registration",
            "4. Coffee Shop Listings",
            "5. Acceptable Use Policy",
            "6. Content and Intellectual Property",
            "7. Payment Terms",
            "8. Disclaimers and Limitations",
            "9. Limitation of Liability",
            "10. Termination",
            "11. Changes to Terms",
            "12. Governing Law",
            "13. Contact Information",
            "the amount you paid us in the prior 12 months",
            "Price changes are announced 30 days ahead.",
        ] {
            assert!(html.contains(section), "{section}: {html}");
        }
        let privacy = legal(&app, "privacy").await;
        let html = privacy["contentHtml"].as_str().unwrap();
        assert!(
            html.contains("Daily visit counts, which identify no one: "),
            "{html}"
        );
        assert!(html.contains("payment provider"), "{html}");
        let imprint = legal(&app, "imprint").await;
        assert!(
            imprint["contentHtml"]
                .as_str()
                .unwrap()
                .contains("[[your name")
        );
        app.visitor()
            .get("/api/site/legal/no-such")
            .await
            .expect(404);
        for path in ["/terms", "/privacy", "/imprint"] {
            app.visitor().get(path).await.expect(200);
        }
    }
);

both_engines!(
    earlier_texts_of_a_page_can_be_read_and_compared,
    |app: TestApp| {
        let administrator = app.administrator().await;
        let path = format!("{PAGES}/imprint");
        let list = format!("{path}/versions");
        let only = administrator.get(&list).await.expect(200).json();
        assert_eq!(only["versions"][0]["id"], "shipped");
        assert_eq!(only["versions"][0]["isPresent"], true);
        let mut edit = edit_of(&form(&administrator, "imprint").await);
        for text in ["First", "Second"] {
            edit["content"] = text.into();
            let saved = administrator.put(&path, &edit).await.expect(200).json();
            edit["version"] = saved["version"].clone();
            app.clock.advance(chrono::TimeDelta::minutes(1));
        }
        let all = administrator.get(&list).await.expect(200).json();
        let all = all["versions"].as_array().unwrap();
        assert_eq!(all.len(), 3, "{all:?}");
        let present: Vec<&Value> = all.iter().map(|one| &one["isPresent"]).collect();
        assert_eq!(present, [true, false, false]);
        let mut texts = Vec::new();
        for version in all {
            let path = format!("{list}/{}", version["id"].as_str().unwrap());
            texts.push(administrator.get(&path).await.expect(200).json());
        }
        assert_eq!(
            (&texts[0]["content"], &texts[1]["content"]),
            (&json!("Second"), &json!("First"))
        );
        assert!(
            texts[2]["content"]
                .as_str()
                .unwrap()
                .contains("[[your name")
        );
        for missing in ["no-such", "018f0000-0000-7000-8000-000000000000"] {
            let path = format!("{list}/{missing}");
            administrator.get(&path).await.expect(404);
            app.visitor().get(&path).await.expect(401);
        }
        let none = format!("{PAGES}/no-such/versions");
        administrator.get(&none).await.expect(404);
    }
);

both_engines!(
    an_operators_text_replaces_a_shipped_one_until_it_is_removed,
    |app: TestApp| {
        let administrator = app.administrator().await;
        let shipped = form(&administrator, "imprint").await;
        assert_eq!(
            (&shipped["isShipped"], &shipped["version"]),
            (&json!(true), &json!(0))
        );
        let mut edit = edit_of(&shipped);
        edit["content"] = "## Who\n\nJo of {name}, <script>alert(1)</script>".into();
        edit["date"] = "2026-03-04".into();
        let path = format!("{PAGES}/imprint");
        let saved = administrator.put(&path, &edit).await.expect(200).json();
        assert_eq!(saved["isShipped"], false);
        let page = legal(&app, "imprint").await;
        let html = page["contentHtml"].as_str().unwrap();
        assert!(html.contains("Jo of Townperk"), "{html}");
        assert!(!html.contains("<script"), "{html}");
        assert_eq!(page["updated"], "March 4, 2026");
        let list = administrator.get(PAGES).await.expect(200).json();
        assert_eq!(list["pages"][2]["unfilled"], json!([]));
        let removed = administrator.delete(&path).await.expect(200).json();
        assert!(
            legal(&app, "imprint").await["contentHtml"]
                .as_str()
                .unwrap()
                .contains("[[your name")
        );
        let undo = format!(
            "/api/admin/audit/{}/undo",
            removed["entry"].as_str().unwrap()
        );
        administrator.post(&undo, &json!({})).await.expect(200);
        assert_eq!(legal(&app, "imprint").await["updated"], "March 4, 2026");
    }
);

both_engines!(
    a_further_page_is_linked_everywhere_and_in_the_sitemap,
    |mut app: TestApp| {
        let other = app.second_node().await;
        let administrator = app.administrator().await;
        let about = json!({ "title": "About us", "content": "We drink coffee.", "place": "menu" });
        let added = administrator.post(PAGES, &about).await.expect(200).json();
        assert_eq!(added["path"], "/pages/about-us");
        other.sync().await;
        let site = other.visitor().get("/api/site").await.expect(200).json();
        assert_eq!(
            site["pages"],
            json!([{ "title": "About us", "path": "/pages/about-us", "isInMenu": true }])
        );
        let page = app
            .visitor()
            .get("/pages/about-us")
            .await
            .expect(200)
            .text();
        assert!(page.contains("We drink coffee."));
        let home = app.visitor().get("/").await.expect(200).text();
        assert!(home.contains("href=\"/pages/about-us\""));
        let sitemap = app
            .visitor()
            .get("/sitemaps/page-1.xml")
            .await
            .expect(200)
            .text();
        assert!(
            sitemap.contains("https://townperk.example/pages/about-us"),
            "{sitemap}"
        );
        administrator
            .delete(&format!("{PAGES}/about-us"))
            .await
            .expect(200);
        app.visitor().get("/pages/about-us").await.expect(404);
        app.visitor().get("/sitemaps/page-1.xml").await.expect(404);
    }
);

both_engines!(
    reserved_and_taken_names_and_empty_pages_are_refused_beside_their_fields,
    |app: TestApp| {
        let administrator = app.administrator().await;
        for (slug, title, content, field) in [
            ("terms", "Ours", "Text", "slug"),
            ("admin", "Ours", "Text", "slug"),
            ("About Us", "Ours", "Text", "slug"),
            ("../x", "Ours", "Text", "slug"),
            ("fine", "", "Text", "title"),
            ("fine", "Ours", " ", "content"),
        ] {
            let page = json!({ "slug": slug, "title": title, "content": content });
            let refused = administrator.post(PAGES, &page).await.expect(400).json();
            assert_eq!(refused["field"], field, "{slug}: {refused}");
        }
        let page =
            json!({ "slug": "fine", "title": "Ours", "content": "Text", "date": "2026-02-30" });
        assert_eq!(
            administrator.post(PAGES, &page).await.expect(400).json()["field"],
            "date"
        );
        let page = json!({ "slug": "fine", "title": "Ours", "content": "Text" });
        administrator.post(PAGES, &page).await.expect(200);
        assert_eq!(
            administrator.post(PAGES, &page).await.expect(400).json()["field"],
            "slug"
        );
        app.visitor().post(PAGES, &page).await.expect(401);
    }
);

both_engines!(
    two_administrators_on_one_page_lose_nothing,
    |app: TestApp| {
        let administrator = app.administrator().await;
        let before = form(&administrator, "terms").await;
        let path = format!("{PAGES}/terms");
        let mut first = edit_of(&before);
        first["content"] = "First".into();
        administrator.put(&path, &first).await.expect(200);
        let mut second = edit_of(&before);
        second["content"] = "Second".into();
        let stale = administrator.put(&path, &second).await.expect(409).json();
        assert_eq!(stale["details"]["kind"], "stale");
        assert_eq!(stale["details"]["current"]["content"], "First");
        second["version"] = stale["details"]["current"]["version"].clone();
        administrator.put(&path, &second).await.expect(200);
    }
);

both_engines!(a_preview_shows_what_the_page_would, |app: TestApp| {
    let administrator = app.administrator().await;
    let text =
        json!({ "content": "**{name}** <img src=x onerror=alert(1)> [far](https://far.example)" });
    let preview = administrator
        .post("/api/admin/site/page-preview", &text)
        .await
        .expect(200)
        .json();
    let html = preview["html"].as_str().unwrap();
    assert!(html.contains("<strong>Townperk</strong>"), "{html}");
    assert!(!html.contains("onerror"), "{html}");
});

#[tokio::test]
async fn pages_come_from_files_all_or_none() {
    let app = Setup::on_sqlite().await.start().await;
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    file(
        "imprint.md",
        "---\ntitle: Imprint\ndate: 2026-03-04\n---\nJo",
    );
    file(
        "about-us.md",
        "---\ntitle: About us\nplace: menu\n---\nWe drink coffee.",
    );
    let ledger = &app.services().ledger;
    let import = townperk::features::site::pages::files::import;
    let done = import(ledger, folder.path()).await.unwrap();
    assert_eq!((done.added, done.updated, done.unchanged), (2, 0, 0));
    file(
        "about-us.md",
        "---\ntitle: About us\nplace: menu\n---\nWe drink tea.",
    );
    let done = import(ledger, folder.path()).await.unwrap();
    assert_eq!((done.added, done.updated, done.unchanged), (0, 1, 1));
    assert_eq!(legal(&app, "imprint").await["updated"], "March 4, 2026");
    file("contact.md", "---\ntitle: Contact\n---\nNo.");
    file("about-us.md", "---\ntitle: About us\n---\nNever.");
    let refused = import(ledger, folder.path()).await.unwrap_err().to_string();
    assert!(refused.contains("contact.md"), "{refused}");
    let page = app
        .visitor()
        .get("/api/site/pages/about-us")
        .await
        .expect(200)
        .text();
    assert!(page.contains("tea"), "{page}");
}
