//! Photos of shops, towns, stories and articles, from their rows to responses.

use chrono::TimeDelta;
use sea_orm::{EntityTrait, IntoActiveModel};
use townperk::catalog::{
    Kind,
    entities::story,
    photos::{Owner, was_removed},
};

use crate::support::{TestApp, page_of};

const IMMUTABLE: &str = "public, max-age=31536000, immutable";

both_engines!(a_shops_photos_are_shown_everywhere, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).name("Tamp").await;
    let read = format!("/api/coffee-shops/{}", shop.slug);
    let before = app.visitor().get(&read).await.json();
    assert_eq!(
        (&before["imageUrl"], &before["photos"]),
        (&serde_json::Value::Null, &serde_json::json!([]))
    );
    let first = app
        .photo_with(Owner::Shop(shop.id), |new| {
            new.alternative_text = Some("The counter".to_owned());
            new.credit = Some("Photo: tamp.example".to_owned());
            new.source_url = Some("https://tamp.example/1.jpg".to_owned());
            new.license = Some("CC BY 4.0".to_owned());
        })
        .await;
    let second = app.photo(Owner::Shop(shop.id)).await;
    let answer = app.visitor().get(&read).await.json();
    let url = format!("/photos/{}-1600.webp", first.key);
    assert_eq!(answer["imageUrl"], url);
    let file = |width: u32| format!("/photos/{}-{width}.webp {width}w", first.key);
    let srcset = [file(400), file(800), file(1600)].join(", ");
    assert_eq!(
        answer["photos"][0],
        serde_json::json!({
            "url": url,
            "srcset": srcset,
            "width": 1600,
            "height": 1000,
            "alt": "The counter",
            "credit": "Photo: tamp.example",
            "sourceUrl": "https://tamp.example/1.jpg",
            "license": "CC BY 4.0",
        })
    );
    assert_eq!(
        answer["photos"][1]["url"],
        format!("/photos/{}-1600.webp", second.key)
    );
    let list = app
        .visitor()
        .get("/api/cities/alexandria-la/coffee-shops")
        .await
        .json();
    assert_eq!(list[0]["imageUrl"], url);
    assert_eq!(list[0]["photos"].as_array().unwrap().len(), 1);
    let page = app.visitor().get(&page_of(&shop)).await.expect(200).text();
    assert!(page.contains(&url));
});

both_engines!(
    photos_have_an_order_and_another_node_sees_it,
    |app: TestApp| {
        let mut app = app;
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let owner = Owner::Shop(shop.id);
        let [first, second] = [app.photo(owner).await, app.photo(owner).await];
        let other = app.second_node().await;
        app.edit_photo(owner, &first, |row| row.position = 5).await;
        other.sync().await;
        for node in [&app, &other] {
            let answer = node
                .visitor()
                .get(&format!("/api/coffee-shops/{}", shop.slug))
                .await
                .json();
            let urls: Vec<_> = answer["photos"]
                .as_array()
                .unwrap()
                .iter()
                .map(|it| it["url"].as_str().unwrap())
                .collect();
            let url = |key: &str| format!("/photos/{key}-1600.webp");
            assert_eq!(urls, [url(&second.key), url(&first.key)]);
        }
    }
);

both_engines!(
    a_photo_that_may_be_shown_for_a_time_vanishes_at_its_end,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let ends = app.clock.now() + TimeDelta::days(30);
        app.photo_with(Owner::Shop(shop.id), |new| new.expires_at = Some(ends))
            .await;
        let read = format!("/api/coffee-shops/{}", shop.slug);
        app.clock
            .advance(TimeDelta::days(30) - TimeDelta::seconds(1));
        assert!(app.visitor().get(&read).await.json()["imageUrl"].is_string());
        app.clock.advance(TimeDelta::seconds(1));
        assert!(app.visitor().get(&read).await.json()["imageUrl"].is_null());
    }
);

both_engines!(
    a_town_a_story_and_an_article_have_photos_too,
    |app: TestApp| {
        let city = app
            .city("Alexandria", "LA")
            .with(|row| row.image_source = "wikipedia".to_owned())
            .await;
        let shop = app.shop(&city).await;
        let town = |answer: &serde_json::Value| {
            (
                answer["imageSource"].clone(),
                answer["imageUrl"].is_string(),
            )
        };
        let read = "/api/cities/alexandria-la";
        assert_eq!(
            town(&app.visitor().get(read).await.json()),
            ("fallback".into(), false)
        );
        let photo = app.photo(Owner::City(city.id)).await;
        let answer = app.visitor().get(read).await.json();
        assert_eq!(town(&answer), ("wikipedia".into(), true));
        assert_eq!(
            answer["photos"][0]["url"],
            format!("/photos/{}-1600.webp", photo.key)
        );

        let story = story::Model {
            id: app.identifiers.next(),
            shop_id: shop.id,
            status: story::Status::Approved,
            prompt1_response: "The mill once stood here.".to_owned(),
            prompt2_response: None,
            photo_url: None,
            created_at: app.clock.now(),
            updated_at: app.clock.now(),
        };
        let id = story.id;
        story::Entity::insert(story.into_active_model())
            .exec_without_returning(app.database.reads())
            .await
            .unwrap();
        let photo = app.photo(Owner::Story(id, shop.id)).await;
        let answer = app
            .visitor()
            .get("/api/cities/alexandria-la/local-vibes")
            .await
            .json();
        assert_eq!(
            answer[0]["photoUrl"],
            format!("/photos/{}-1600.webp", photo.key)
        );
        assert_eq!(answer[0]["photo"]["width"], 1600);

        let article = app.article("cold-brew", 60).await;
        let photo = app.photo(Owner::Article(article)).await;
        let answer = app
            .visitor()
            .get("/api/blog/articles/cold-brew")
            .await
            .json();
        assert_eq!(
            answer["photos"][0]["url"],
            format!("/photos/{}-1600.webp", photo.key)
        );
    }
);

both_engines!(
    files_are_served_as_what_they_are_and_for_ever,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let photo = app.stored_photo(Owner::Shop(shop.id)).await;
        let answer = app
            .visitor()
            .get(&format!("/api/coffee-shops/{}", shop.slug))
            .await
            .json();
        let url = answer["imageUrl"].as_str().unwrap().to_owned();
        let file = app.visitor().get(&url).await.expect(200);
        assert_eq!(file.header("content-type"), "image/webp");
        assert_eq!(file.header("x-content-type-options"), "nosniff");
        assert_eq!(file.header("cache-control"), IMMUTABLE);
        assert_eq!(file.header("set-cookie"), "");
        assert_eq!(&file.bytes()[..4], b"RIFF");
        let again = app
            .visitor()
            .with("if-none-match", file.header("etag"))
            .get(&url)
            .await
            .expect(304);
        assert_eq!(
            (again.bytes().len(), again.header("cache-control")),
            (0, IMMUTABLE)
        );
        let head = app.visitor().head(&url).await.expect(200);
        assert_eq!(
            head.header("content-length"),
            file.bytes().len().to_string()
        );
        let key = &photo.key;
        for missing in [
            format!("/photos/{key}-400.webp"),
            format!("/photos/{key}-64.jpg"),
            format!("/photos/{key}"),
            "/photos/abcdefghijkmnpqrstuvwxyz23-400.webp".to_owned(),
            "/photos/..%2F..%2Ftownperk.sqlite".to_owned(),
            "/photos/%ff".to_owned(),
        ] {
            let answer = app.visitor().get(&missing).await;
            assert!(
                matches!(answer.status(), 400 | 404),
                "{missing}: {}",
                answer.status()
            );
            assert_eq!(answer.header("cache-control"), "no-store", "{missing}");
        }
    }
);

both_engines!(
    a_removed_photo_is_answered_no_more_unless_it_comes_back,
    |app: TestApp| {
        let mut app = app;
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let owner = Owner::Shop(shop.id);
        let photo = app.stored_photo(owner).await;
        let photo = app
            .edit_photo(owner, &photo, |row| {
                row.source_url = Some("https://tamp.example/1.jpg".to_owned())
            })
            .await;
        let url = format!("/photos/{}-64.webp", photo.key);
        let other = app.second_node().await;
        let now = app.clock.now();
        let removed = app
            .edit_photo(owner, &photo, |row| row.removed_at = Some(now))
            .await;
        let late = app.second_node().await;
        other.sync().await;
        for node in [&app, &other, &late] {
            node.visitor().get(&url).await.expect(404);
            let answer = node
                .visitor()
                .get(&format!("/api/coffee-shops/{}", shop.slug))
                .await
                .json();
            assert!(answer["imageUrl"].is_null());
        }
        assert!(
            was_removed(app.database.reads(), owner, "https://tamp.example/1.jpg")
                .await
                .unwrap()
        );
        let back = app
            .edit_photo(owner, &removed, |row| row.removed_at = None)
            .await;
        app.visitor().get(&url).await.expect(200);
        assert!(
            !was_removed(app.database.reads(), owner, "https://tamp.example/1.jpg")
                .await
                .unwrap()
        );

        // The files are deleted a month after the removal; the row stays, so that the photo isn't fetched again.
        app.edit_photo(owner, &back, |row| row.removed_at = Some(now))
            .await;
        app.clock.advance(TimeDelta::days(29));
        app.work().await;
        assert!(
            app.services
                .photo_files
                .read(&photo.key, 64)
                .await
                .unwrap()
                .is_some()
        );
        app.clock.advance(TimeDelta::days(2));
        app.work().await;
        assert!(
            app.services
                .photo_files
                .read(&photo.key, 64)
                .await
                .unwrap()
                .is_none()
        );
        assert!(
            was_removed(app.database.reads(), owner, "https://tamp.example/1.jpg")
                .await
                .unwrap()
        );
        app.visitor().get(&url).await.expect(404);
    }
);

both_engines!(expired_photos_and_their_files_go, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let owner = Owner::Shop(shop.id);
    let photo = app.stored_photo(owner).await;
    let ends = app.clock.now() + TimeDelta::days(30);
    app.edit_photo(owner, &photo, |row| row.expires_at = Some(ends))
        .await;
    app.clock.advance(TimeDelta::days(30));
    app.work().await;
    assert!(app.photo_row(photo.id).await.is_some());
    app.clock.advance(TimeDelta::days(2));
    app.work().await;
    assert!(app.photo_row(photo.id).await.is_none());
    assert!(
        app.services
            .photo_files
            .read(&photo.key, 64)
            .await
            .unwrap()
            .is_none()
    );
});

both_engines!(
    of_two_changes_of_one_photo_the_second_is_told,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let owner = Owner::Shop(shop.id);
        let photo = app.photo(owner).await;
        app.edit_photo(owner, &photo, |row| row.credit = Some("One".to_owned()))
            .await;
        let now = app.clock.now();
        let second = app
            .database
            .transaction(|transaction| {
                let photo = photo.clone();
                Box::pin(async move {
                    townperk::catalog::photos::remove(transaction, &photo, now).await
                })
            })
            .await;
        assert!(matches!(
            second,
            Err(townperk::platform::error::Error::Conflict(_))
        ));
        assert_eq!(app.photo_row(photo.id).await.unwrap().removed_at, None);
        app.catalog.refresh(&[(Kind::Shop, shop.id)]).await.unwrap();
    }
);
