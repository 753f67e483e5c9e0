//! The site's look: colors that can be read, a logo that can't act, on every node, undone.

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use crate::support::TestApp;

async fn undo(app: &TestApp, changed: &Value) {
    let path = format!(
        "/api/admin/audit/{}/undo",
        changed["entry"].as_str().unwrap()
    );
    let administrator = app.administrator().await;
    administrator.post(&path, &json!({})).await.expect(200);
}

both_engines!(
    two_colors_reach_pages_emails_and_pictures_on_every_node,
    |mut app: TestApp| {
        let other = app.second_node().await;
        let administrator = app.administrator().await;
        let path = "/api/admin/site/look";
        let shipped = administrator.get(path).await.expect(200).json();
        assert_eq!(shipped["isShipped"], true);
        app.visitor().get("/look.css").await.expect(404);
        let page = app.visitor().get("/contact").await.expect(200).text();
        assert!(!page.contains("look.css"), "the shipped look costs nothing");
        let before = app
            .visitor()
            .get("/social/site.png")
            .await
            .expect(200)
            .bytes()
            .clone();
        let green = json!({ "mainColor": "#1f5f3a", "typefaces": "serif", "hasAwning": false, "version": shipped["version"] });
        let saved = administrator.put(path, &green).await.expect(200).json();
        assert_eq!(saved["mainColor"], "#1f5f3a");
        other.sync().await;
        for node in [&app, &other] {
            let page = node.visitor().get("/contact").await.expect(200).text();
            let link = page
                .split("/look.css")
                .nth(1)
                .expect("the look's style sheet");
            let version = link.split('"').next().unwrap();
            let style = node
                .visitor()
                .get(&format!("/look.css{version}"))
                .await
                .expect(200);
            assert!(
                style.header("cache-control").contains("immutable"),
                "{}",
                style.header("cache-control")
            );
            let style = style.text();
            assert!(style.contains("--blue:light-dark(#1f5f3a, "), "{style}");
            assert!(style.contains("--font-serif:Charter"), "{style}");
            assert!(style.contains(".awning{display:none}"), "{style}");
        }
        let after = app
            .visitor()
            .get("/social/site.png")
            .await
            .expect(200)
            .bytes()
            .clone();
        assert_ne!(before, after);
        app.visitor()
            .post("/api/sign-in", &json!({ "email": "owner@mail.example" }))
            .await;
        app.work().await;
        let mail = app
            .mails()
            .await
            .pop()
            .expect("a code")
            .data
            .replace("=\r\n", "");
        assert!(
            mail.contains("#1f5f3a") && !mail.contains("#1d4c78"),
            "{mail}"
        );
        undo(&app, &saved).await;
        let page = app.visitor().get("/contact").await.expect(200).text();
        assert!(!page.contains("look.css"));
    }
);

both_engines!(
    a_color_that_cannot_be_read_is_refused_with_the_nearest_that_can,
    |app: TestApp| {
        let administrator = app.administrator().await;
        let path = "/api/admin/site/look";
        let white = json!({ "mainColor": "#ffffff" });
        let refused = administrator.put(path, &white).await.expect(400).json();
        assert_eq!(refused["field"], "mainColor");
        let message = refused["message"].as_str().unwrap();
        let nearest = message.rsplit('#').next().unwrap().trim_end_matches('.');
        let nearest = json!({ "mainColor": format!("#{nearest}"), "accentColor": "#C17810" });
        administrator.put(path, &nearest).await.expect(200);
        let odd = json!({ "mainColor": "red", "accentColor": "#fffdf0" });
        let refused = administrator
            .post("/api/admin/site/look-preview", &odd)
            .await
            .expect(400)
            .json();
        assert_eq!(refused["field"], "mainColor");
        let fine = json!({ "mainColor": "#7a1f4b", "accentColor": "#c17810" });
        let preview = administrator
            .post("/api/admin/site/look-preview", &fine)
            .await
            .expect(200)
            .json();
        assert_eq!(preview["tokens"][0]["name"], "--blue");
    }
);

both_engines!(two_administrators_lose_no_look, |app: TestApp| {
    let administrator = app.administrator().await;
    let path = "/api/admin/site/look";
    let before = administrator.get(path).await.expect(200).json();
    let words = json!({ "slogan": "Sit down", "version": before["version"] });
    administrator
        .put("/api/admin/site", &words)
        .await
        .expect(200);
    let look = json!({ "hasAwning": false, "version": before["version"] });
    let stale = administrator.put(path, &look).await.expect(409).json();
    assert_eq!(stale["details"]["kind"], "stale");
    assert_eq!(stale["details"]["current"]["hasAwning"], true);
});

both_engines!(a_logo_is_cleaned_shown_and_undone, |mut app: TestApp| {
    let other = app.second_node().await;
    let administrator = app.administrator().await;
    let path = "/api/admin/site/logo";
    let file = |text: &[u8]| json!({ "file": STANDARD.encode(text) });
    let drawing = |inside: &str| {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 80 20\">{inside}</svg>")
    };
    for (bad, word) in [
        (drawing("<script>alert(1)</script>"), "script"),
        (drawing("<foreignObject/>"), "foreignObject"),
        (
            drawing("<use href=\"https://evil.example/#a\"/>"),
            "outside",
        ),
        (drawing("").replace("80 20", "20000 20000"), "20000 × 20000"),
        (drawing("").replace("80 20", "2000 2"), "12 times"),
        ("no logo".to_owned(), "SVG"),
    ] {
        let refused = administrator
            .put(path, &file(bad.as_bytes()))
            .await
            .expect(400)
            .json();
        assert_eq!(refused["field"], "file");
        assert!(
            refused["message"].as_str().unwrap().contains(word),
            "{refused}"
        );
    }
    let wide = [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(),
        &20_000_u32.to_be_bytes(),
        &20_000_u32.to_be_bytes(),
    ]
    .concat();
    let refused = administrator
        .put(path, &file(&wide))
        .await
        .expect(400)
        .json();
    assert!(
        refused["message"]
            .as_str()
            .unwrap()
            .contains("20000 × 20000"),
        "{refused}"
    );

    let good = drawing("<metadata>who</metadata><path d=\"M0 0h80v20z\"/>");
    let saved = administrator
        .put(path, &file(good.as_bytes()))
        .await
        .expect(200)
        .json();
    assert_eq!(
        (&saved["logo"]["width"], &saved["logo"]["height"]),
        (&json!(144), &json!(36))
    );
    other.sync().await;
    let url = saved["logo"]["url"].as_str().unwrap();
    let shown = other.visitor().get(url).await.expect(200);
    assert_eq!(shown.header("content-type"), "image/svg+xml");
    assert!(!shown.text().contains("who"), "{}", shown.text());
    let page = other.visitor().get("/contact").await.expect(200).text();
    assert!(page.contains(&format!("<img src=\"{url}\"")), "{page}");
    assert!(!page.contains("look.css"), "colors are as shipped");
    let manifest = other
        .visitor()
        .get("/site.webmanifest")
        .await
        .expect(200)
        .text();
    assert!(
        manifest.contains("/site-icon/maskable-512.png?v="),
        "{manifest}"
    );
    let version = url.rsplit('=').next().unwrap();
    for (path, size) in [
        (format!("/site-logo.png?v={version}"), (288, 72)),
        (format!("/site-icon/32.png?v={version}"), (32, 32)),
        (format!("/site-icon/180.png?v={version}"), (180, 180)),
        (format!("/site-icon/512.png?v={version}"), (512, 512)),
    ] {
        let one = other.visitor().get(&path).await.expect(200);
        assert!(one.header("cache-control").contains("immutable"), "{path}");
        assert_eq!(size_of(one.bytes()), size, "{path}");
        let two = app.visitor().get(&path).await.expect(200);
        assert_eq!(one.bytes(), two.bytes(), "the same on every node");
    }
    app.visitor().get("/site-icon/33.png").await.expect(404);
    let of_old = app.visitor().get("/favicon.ico").await.expect(200);
    assert_eq!(size_of(of_old.bytes()), (32, 32));
    for icon in ["/site-icon/32.png", "/site-icon/180.png"] {
        assert!(
            page.contains(&format!("href=\"{icon}?v={version}\"")),
            "{page}"
        );
    }
    app.visitor()
        .post("/api/sign-in", &json!({ "email": "owner@mail.example" }))
        .await;
    let mail = app.mails().await.pop().expect("a code").data;
    let mail = mail.replace("=\r\n", "").replace("=3D", "=");
    let shown = format!(
        "<img src=\"https://townperk.example/site-logo.png?v={version}\" width=\"144\" height=\"36\" alt=\"Townperk\">"
    );
    assert!(mail.contains(&shown), "{mail}");

    let own = "/api/admin/site/icon";
    let long = administrator.put(own, &file(good.as_bytes())).await;
    let refused = long.expect(400).json();
    let message = refused["message"].as_str().unwrap();
    assert!(message.contains("about equally long"), "{message}");
    let words = drawing("<text>Tar Heel</text>").replace("80 20", "20 20");
    let refused = administrator.put(own, &file(words.as_bytes())).await;
    assert_eq!(refused.expect(400).json()["field"], "file");
    let square = good.replace("80 20", "20 20");
    let saved = administrator.put(own, &file(square.as_bytes())).await;
    let saved = saved.expect(200).json();
    assert_eq!(saved["hasOwnIcon"], true);
    let icon = saved["icon"].as_str().unwrap();
    assert!(
        !icon.ends_with(version) && icon.starts_with("/site-icon/192.png"),
        "{icon}"
    );
    app.visitor().get(icon).await.expect(200);
    undo(&app, &saved).await;
    app.visitor().get(icon).await.expect(200);
    administrator.delete(own).await.expect(200);

    let icon = tiny_png();
    let second = administrator
        .put(path, &file(&icon))
        .await
        .expect(200)
        .json();
    assert_eq!(second["logo"]["isSvg"], false);
    undo(&app, &second).await;
    let look = administrator
        .get("/api/admin/site/look")
        .await
        .expect(200)
        .json();
    assert_eq!(look["logo"]["url"], url);
    administrator.delete(path).await.expect(200);
    app.visitor().get("/site-logo").await.expect(404);
});

both_engines!(
    times_and_distances_are_written_as_the_operator_chooses,
    |mut app: TestApp| {
        let other = app.second_node().await;
        let durham = app.city("Durham", "NC").at(35.994, -78.8986).await;
        let hours = |row: &mut townperk::catalog::entities::shop::Model| {
            row.opening_hours = Some("Mo-Su 07:00-17:30".to_owned());
            row.hours = row.opening_hours.clone();
        };
        let shop = app.shop(&durham).with(hours).await;
        app.shop(&app.city("Raleigh", "NC").at(35.7796, -78.6382).await)
            .await;
        other.sync().await;
        let path = format!("/api/coffee-shops/{}", shop.slug);
        let seen = async |app: &TestApp| {
            let shop = app.visitor().get(&path).await.expect(200).json();
            let facts = app.visitor().get("/api/cities/durham-nc/facts").await;
            let facts = facts.expect(200).text();
            let state = shop["openState"]["label"].clone();
            (state, shop["openTime"].clone(), facts)
        };
        let (state, opens, facts) = seen(&app).await;
        assert_eq!(
            (state, opens),
            (json!("Open until 5:30 PM"), json!("7:00 AM"))
        );
        assert!(facts.contains(" miles\""), "{facts}");
        let administrator = app.administrator().await;
        let formats = "/api/admin/site/formats";
        let chosen = json!({ "clock": "24", "firstDay": "sunday", "distances": "kilometers" });
        let saved = administrator.put(formats, &chosen).await.expect(200).json();
        assert_eq!(saved["clock"], "24");
        other.sync().await;
        for node in [&app, &other] {
            let (state, opens, facts) = seen(node).await;
            assert_eq!((state, opens), (json!("Open until 17:30"), json!("07:00")));
            assert!(facts.contains(" kilometers\""), "{facts}");
            let site = node.visitor().get("/api/site").await.expect(200).json();
            assert_eq!(site["formats"]["firstDay"], "sunday");
        }
        let stale = json!({ "clock": "12", "version": 0 });
        administrator.put(formats, &stale).await.expect(409);
        let odd = json!({ "clock": "13" });
        administrator.put(formats, &odd).await.expect(400);
        app.visitor().put(formats, &chosen).await.expect(401);
        undo(&app, &saved).await;
        let (state, ..) = seen(&app).await;
        assert_eq!(state, "Open until 5:30 PM");
    }
);

/// Width and height from the PNG header.
fn size_of(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n", "a PNG");
    let number = |from: usize| u32::from_be_bytes(png[from..from + 4].try_into().unwrap());
    (number(16), number(20))
}

/// A PNG of one pixel.
fn tiny_png() -> Vec<u8> {
    let text = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
    STANDARD.decode(text).unwrap()
}
