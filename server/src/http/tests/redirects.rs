//! One redirect reaches a page, however its URL is spelled and whatever it used to be.

use crate::support::{TestApp, Visitor};

/// Follows redirects like a client: the final URL, the number of redirects, and the status.
async fn follow(visitor: &Visitor, path: &str) -> (String, usize, u16) {
    let mut address = path.to_owned();
    for redirects in 0..5 {
        let answer = visitor.get(&address).await;
        if answer.status() != 301 {
            return (address, redirects, answer.status());
        }
        address = answer.header("location").to_owned();
    }
    panic!("{path} leads nowhere");
}

both_engines!(
    every_former_address_is_one_redirect_from_its_page,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).name("Rust and Bean").await;
        app.edit_city(city.id, |row| row.slug = "alexandria-rapides-la".to_owned())
            .await;
        app.edit_shop(shop.id, |row| row.slug = "rust-and-bean-la".to_owned())
            .await;
        app.article("cold-brew", 60).await;
        let town = "/cities/alexandria-rapides-la";
        let of_id = |path: &str| path.replace("{id}", &city.id.to_string());
        let addresses = [
            ("/cities".to_owned(), "/cities".to_owned()),
            ("/cities/alexandria-la".into(), town.into()),
            (of_id("/cities/{id}"), town.into()),
            (town.into(), town.into()),
            (
                format!("/coffee-shops/{}", shop.slug),
                "/coffee-shops/rust-and-bean-la".into(),
            ),
            (
                format!("/coffee-shops/{}", shop.id),
                "/coffee-shops/rust-and-bean-la".into(),
            ),
            (
                "/best-breakfast-alexandria-la".into(),
                format!("{town}/best-breakfast"),
            ),
            (
                "/best-coffee-alexandria-rapides-la".into(),
                format!("{town}/best-coffee"),
            ),
            (of_id("/best-coffee-{id}"), format!("{town}/best-coffee")),
            (
                "/cities/alexandria-la/best-breakfast".into(),
                format!("{town}/best-breakfast"),
            ),
            (
                of_id("/cities/{id}/best-coffee"),
                format!("{town}/best-coffee"),
            ),
            ("/blog/cold-brew".into(), "/blog/cold-brew".into()),
            ("/blog/tag/cold-brew".into(), "/blog/tag/cold-brew".into()),
            (
                "/blog/category/brewing".into(),
                "/blog/category/brewing".into(),
            ),
        ];
        let visitor = app.visitor();
        for (from, page) in &addresses {
            let capitals = from.to_ascii_uppercase();
            let name_in_capitals = from.replace("alexandria", "Alexandria");
            for spelling in [from, &capitals, &name_in_capitals] {
                for end in ["", "/", "//"] {
                    let path = format!("{spelling}{end}");
                    let (address, redirects, status) = follow(&visitor, &path).await;
                    assert_eq!((&address, status), (page, 200), "{path}");
                    assert!(redirects <= 1, "{path} takes {redirects} redirects");
                }
            }
        }
        let feed = follow(&visitor, "/cities/alexandria-la/feed.atom/").await;
        assert_eq!(feed, (format!("{town}/feed.atom"), 1, 200));
    }
);

both_engines!(a_redirect_keeps_what_the_page_asks_for, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    for _ in 0..50 {
        app.shop(&city).await;
    }
    for (from, to) in [
        (
            "/Search/?q=Rust+Bean&utm_source=x",
            "/search?q=Rust+Bean&utm_source=x",
        ),
        (
            "/cities/Alexandria-LA?page=2",
            "/cities/alexandria-la?page=2",
        ),
        (
            "/cities/alexandria-la/?page=0",
            "/cities/alexandria-la?page=0",
        ),
    ] {
        let answer = app.visitor().get(from).await.expect(301);
        assert_eq!(answer.header("location"), to, "{from}");
    }
});

both_engines!(
    who_comes_back_from_paying_keeps_what_the_provider_says,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        app.edit_shop(shop.id, |row| row.slug = "new-name-la".to_owned())
            .await;
        let said = "payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded";
        for former in [
            shop.slug.clone(),
            shop.id.to_string(),
            shop.slug.to_uppercase(),
        ] {
            let path = format!("/coffee-shops/{former}?{said}");
            let answer = app.visitor().get(&path).await.expect(301);
            assert_eq!(
                answer.header("location"),
                format!("/coffee-shops/new-name-la?{said}"),
                "{former}"
            );
        }
    }
);

both_engines!(
    what_is_nowhere_is_not_found_in_any_spelling,
    |app: TestApp| {
        for path in [
            "/best-coffee-nowhere-xx",
            "/Best-Coffee-Nowhere-XX",
            "/cities/Nowhere-LA",
            "/Cities/Nowhere-LA",
            "/Nothing",
        ] {
            app.visitor().get(path).await.expect(404);
            let (_, redirects, status) = follow(&app.visitor(), &format!("{path}/")).await;
            assert_eq!((redirects, status), (1, 404), "{path}/");
        }
    }
);
