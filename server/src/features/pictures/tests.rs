//! Pictures for shared links.

use townperk::catalog::photos::{NewPhoto, Owner};

use crate::support::{TestApp, page_of};

/// Width and height from the PNG header.
fn size_of(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n", "a PNG");
    let number = |from: usize| u32::from_be_bytes(png[from..from + 4].try_into().unwrap());
    (number(16), number(20))
}

both_engines!(every_page_has_a_picture_that_is_there, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).name("Tamp").await;
    for path in ["/", "/cities/alexandria-la", &page_of(&shop), "/terms"] {
        let page = app.visitor().get(path).await.expect(200).html();
        let pictures = page.attributes("meta property=\"og:image\"", "content");
        let [picture] = pictures.as_slice() else {
            panic!("{path}: {pictures:?}");
        };
        assert_eq!(
            page.attributes("meta name=\"twitter:image\"", "content"),
            pictures
        );
        let address = picture.strip_prefix("https://townperk.example").unwrap();
        let answer = app.visitor().get(address).await.expect(200);
        assert_eq!(answer.header("content-type"), "image/png");
        assert_eq!(
            answer.header("cache-control"),
            "public, max-age=31536000, immutable",
            "{address}"
        );
        assert_eq!(size_of(answer.bytes()), (1200, 630), "{address}");
        assert!(answer.bytes().len() < 300_000, "{}", answer.bytes().len());
    }
});

both_engines!(a_shop_is_shared_with_its_cover, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let (large, small) = (app.shop(&city).await, app.shop(&city).await);
    let said = |new: &mut NewPhoto| new.alternative_text = Some("The counter".to_owned());
    let cover = app.photo_with(Owner::Shop(large.id), said).await;
    let thumbnail = |new: &mut NewPhoto| {
        new.file.widths = vec![400];
        (new.file.width, new.file.height) = (400, 300);
    };
    app.photo_with(Owner::Shop(small.id), thumbnail).await;
    let page = app.visitor().get(&page_of(&large)).await.expect(200).html();
    let said = |name: &str| page.attributes(&format!("meta property=\"{name}\""), "content");
    let address = format!("https://townperk.example/photos/{}-1600.webp", cover.key);
    assert_eq!(said("og:image"), [address]);
    assert_eq!(said("og:image:width"), ["1600"]);
    assert_eq!(said("og:image:height"), ["1000"]);
    assert_eq!(said("og:image:alt"), ["The counter"]);
    let page = app.visitor().get(&page_of(&small)).await.expect(200).html();
    let drawn = page.attributes("meta property=\"og:image\"", "content");
    assert!(drawn[0].contains("/social/coffee-shops/"), "{drawn:?}");
});

both_engines!(
    only_the_present_state_s_name_makes_a_picture_immutable,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).name("Tamp").await;
        app.article("one", 10).await;
        let policy = |address: String| {
            let visitor = app.visitor();
            async move {
                let answer = visitor.get(&address).await.expect(200);
                answer.header("cache-control").to_owned()
            }
        };
        let own = |path: &str, pages: &str| {
            let address = pages
                .split('"')
                .find(|text| text.contains(path) && text.contains("?v="));
            address
                .unwrap_or_else(|| panic!("{path}: {pages}"))
                .replace("https://townperk.example", "")
        };
        let page = |path: String| {
            let visitor = app.visitor();
            async move { visitor.get(&path).await.expect(200).text() }
        };
        let of_shop = format!("/social/coffee-shops/{}.png", shop.slug);
        for (picture, page) in [
            (
                "/social/site.png".to_owned(),
                page("/terms".to_owned()).await,
            ),
            (
                "/social/cities/alexandria-la.png".to_owned(),
                page("/cities/alexandria-la".to_owned()).await,
            ),
            (of_shop.clone(), page(page_of(&shop)).await),
            (
                "/social/blog/one.png".to_owned(),
                page("/blog/one".to_owned()).await,
            ),
        ] {
            let named = own(&picture, &page);
            assert_eq!(
                policy(named.clone()).await,
                "public, max-age=31536000, immutable",
                "{named}"
            );
            for guess in ["", "?v=", "?v=1", "?v=2099-01-01", "?w=1"] {
                assert_eq!(
                    policy(format!("{picture}{guess}")).await,
                    "no-cache",
                    "{picture}{guess}"
                );
            }
            assert_eq!(policy(format!("{named}1")).await, "no-cache", "{named}");
        }
        let before = own(&of_shop, &page(page_of(&shop)).await);
        app.clock.advance(chrono::TimeDelta::minutes(1));
        app.edit_shop(shop.id, |row| {
            row.name = "Grind".to_owned();
            row.updated_at += chrono::TimeDelta::minutes(1);
        })
        .await;
        assert_eq!(
            policy(before).await,
            "no-cache",
            "it names the state that was"
        );
    }
);

both_engines!(
    a_picture_is_drawn_again_when_its_words_change,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).name("Tamp").await;
        let path = format!("/social/coffee-shops/{}.png", shop.slug);
        let picture = || async { app.visitor().get(&path).await.expect(200) };
        let before = picture().await;
        assert_eq!(before.header("cache-control"), "no-cache");
        app.edit_shop(shop.id, |row| row.phone = Some("318-555-0100".to_owned()))
            .await;
        assert_eq!(
            picture().await.bytes(),
            before.bytes(),
            "a telephone is not on it"
        );
        app.edit_shop(shop.id, |row| row.name = "Grind".to_owned())
            .await;
        assert_ne!(picture().await.bytes(), before.bytes());
    }
);

both_engines!(odd_names_are_drawn_too, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    for name in [
        "☕",
        "Ein Laden mit einem wirklich außerordentlich langen Namen, der auf kein Schild der Welt passt",
        "Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik",
        "\u{202e}backwards",
    ] {
        let shop = app.shop(&city).name(name).await;
        let path = format!("/social/coffee-shops/{}.png", shop.slug);
        let answer = app.visitor().get(&path).await.expect(200);
        assert_eq!(size_of(answer.bytes()), (1200, 630), "{name}");
    }
});

both_engines!(no_picture_of_what_is_not_there, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let gone = app.shop(&city).name("Gone").deleted().await;
    let deleted = format!("/social/coffee-shops/{}.png", gone.slug);
    for path in [
        "/social/cities/nowhere-xx.png",
        "/social/cities/alexandria-la",
        "/social/cities/alexandria-la.jpg",
        "/social/cities/a%00.png",
        &deleted,
    ] {
        app.visitor().get(path).await.expect(404);
    }
});

both_engines!(articles_have_pictures_in_four_shapes, |app: TestApp| {
    app.article("one", 10).await;
    app.article("two", -10).await;
    let heights = [("", 630), ("1x1/", 1200), ("4x3/", 900), ("16x9/", 675)];
    for (shape, height) in heights {
        let path = format!("/social/blog/{shape}one.png");
        let answer = app.visitor().get(&path).await.expect(200);
        assert_eq!(size_of(answer.bytes()), (1200, height), "{path}");
        assert!(answer.bytes().len() < 300_000, "{}", answer.bytes().len());
        let ahead = format!("/social/blog/{shape}two.png");
        app.visitor().get(&ahead).await.expect(404);
    }
    app.visitor()
        .get("/social/blog/2x3/one.png")
        .await
        .expect(404);
    let path = "/social/blog/one.png";
    let before = app.visitor().get(path).await;
    app.article_of(
        "one",
        "title: Other words\nexcerpt: y\npublished: 2026-03-01T08:00:00Z",
        "words",
    )
    .await;
    assert_ne!(app.visitor().get(path).await.bytes(), before.bytes());
});
