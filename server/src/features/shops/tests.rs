//! A shop in each of its states, at each of its URLs.

use chrono::TimeDelta;
use serde_json::json;

use crate::support::{TestApp, page_of};

both_engines!(a_shop_s_page_is_complete, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app
        .shop(&city)
        .name("Rust & Bean")
        .hours("Mo-Fr 07:00-15:00")
        .votes(3)
        .await;
    let page = app.visitor().get(&page_of(&shop)).await.expect(200).html();
    assert_eq!(page.h1(), "Rust & Bean");
    assert!(
        page.title().starts_with("Rust &amp; Bean") || page.title().starts_with("Rust & Bean"),
        "{}",
        page.title()
    );
    let kinds: Vec<String> = page
        .json_ld()
        .iter()
        .map(|data| data["@type"].to_string())
        .collect();
    assert!(
        kinds.iter().any(|kind| kind.contains("CafeOrCoffeeShop")),
        "{kinds:?}"
    );
    assert!(page.text().contains("126 Main Street"));
});

both_engines!(
    everybody_sees_whether_and_until_when_a_shop_is_boosted,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let path = format!("/api/coffee-shops/{}", shop.slug);
        let plain = app.visitor().get(&path).await.expect(200).json();
        assert_eq!(
            (&plain["isActive"], &plain["boostedUntil"]),
            (&json!(true), &json!(null))
        );
        app.boost(shop.id).await;
        let until = app.clock.now() + TimeDelta::days(30);
        let boosted = app.visitor().get(&path).await.expect(200);
        assert_eq!(boosted.json()["boostedUntil"], json!(until));
        let owner = app.owner_of(&shop).await;
        let (theirs, ours) = (owner.get(&path).await, app.visitor().get(&path).await);
        assert_eq!(theirs.expect(200).bytes(), ours.expect(200).bytes());
        app.clock.advance(TimeDelta::days(30));
        let over = app.visitor().get(&path).await.expect(200).json();
        assert_eq!(
            (&over["isBoosted"], &over["boostedUntil"]),
            (&json!(false), &json!(null))
        );
    }
);

both_engines!(each_state_has_its_status, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let hidden = app.shop(&city).name("Hidden").hidden().await;
    let closed = app.shop(&city).name("Closed").closed().await;
    let deleted = app.shop(&city).name("Deleted").deleted().await;
    for (shop, page, api) in [
        (&hidden, 404, 404),
        (&closed, 200, 200),
        (&deleted, 410, 404),
    ] {
        app.visitor().get(&page_of(shop)).await.expect(page);
        app.visitor()
            .get(&format!("/api/coffee-shops/{}", shop.slug))
            .await
            .expect(api);
    }
    let listed = app
        .visitor()
        .get("/api/cities/alexandria-la/coffee-shops")
        .await
        .expect(200)
        .json();
    assert!(listed.as_array().unwrap().is_empty(), "{listed}");
    let town = app
        .visitor()
        .get("/api/cities/alexandria-la")
        .await
        .expect(200)
        .json();
    assert_eq!(town["coffeeShopCount"], 0);
});

both_engines!(
    a_uuid_and_a_former_slug_lead_to_the_current_address,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).name("Moving").await;
        let old = page_of(&shop);
        let renamed = app
            .edit_shop(shop.id, |row| row.slug = "moved-alexandria-la".to_owned())
            .await;
        for address in [old, format!("/coffee-shops/{}", shop.id)] {
            let answer = app.visitor().get(&address).await.expect(301);
            assert_eq!(answer.header("location"), page_of(&renamed), "{address}");
            let api = app
                .visitor()
                .get(&format!("/api{address}"))
                .await
                .expect(200)
                .json();
            assert_eq!(api["slug"], "moved-alexandria-la", "{address}");
        }
    }
);

both_engines!(
    open_now_changes_at_the_minute_without_a_write,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).hours("Mo-Fr 07:00-15:00").await;
        let unknown = app.shop(&city).await;
        let state = |shop| {
            let visitor = app.visitor();
            let path = format!("/api{}", page_of(shop));
            async move { visitor.get(&path).await.expect(200).json()["openState"].clone() }
        };
        // Wednesday, nine in the morning.
        assert_eq!(state(&shop).await["label"], "Open until 3 PM");
        assert_eq!(state(&unknown).await["state"], "unknown");
        app.clock
            .advance(chrono::TimeDelta::hours(6) - chrono::TimeDelta::seconds(1));
        assert_eq!(state(&shop).await["state"], "open");
        app.clock.advance(chrono::TimeDelta::seconds(1));
        assert_eq!(state(&shop).await["label"], "Closed · opens tomorrow 7 AM");
    }
);

both_engines!(synonyms_agree_and_no_owner_is_named, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app
        .shop(&city)
        .with(|row| {
            row.google_rating = Some(4.55);
            row.google_review_count = Some(31);
            row.phone = Some("(318) 555-0142".to_owned());
        })
        .await;
    let answer = app
        .visitor()
        .get(&format!("/api{}", page_of(&shop)))
        .await
        .expect(200)
        .json();
    for (one, other) in [
        ("rating", "googleRating"),
        ("reviewCount", "googleReviewCount"),
        ("phone", "phoneNumber"),
    ] {
        assert_eq!(answer[one], answer[other], "{one}");
        assert!(!answer[one].is_null(), "{one}");
    }
    assert!(answer["rating"].is_string());
    for name in answer.as_object().unwrap().keys() {
        assert!(
            !name.to_lowercase().contains("email") && name != "ownerName",
            "{name}"
        );
    }
});

both_engines!(
    shops_by_their_identifiers_come_in_the_order_asked,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let first = app
            .shop(&city)
            .name("First")
            .hours("Mo-Fr 07:00-15:00")
            .await;
        let second = app.shop(&city).name("Second").await;
        let closed = app.shop(&city).name("Closed").closed().await;
        let hidden = app.shop(&city).name("Hidden").hidden().await;
        let deleted = app.shop(&city).name("Deleted").deleted().await;
        let nobody = "00000000-0000-7000-8000-000000000000";
        let address = format!(
            "/api/coffee-shops/by-ids?ids={},{nobody},{},{},{},{},{}",
            second.id, first.id, hidden.id, deleted.id, closed.id, second.id
        );
        let answer = app.visitor().get(&address).await.expect(200).json();
        let names: Vec<&str> = answer["shops"]
            .as_array()
            .unwrap()
            .iter()
            .map(|shop| shop["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["Second", "First", "Closed"]);
        assert_eq!(answer["shops"][1]["week"][0]["label"], "7 AM – 3 PM");
        assert_eq!(answer["shops"][1]["cityName"], "Alexandria");
        assert_eq!(answer["shops"][2]["permanentlyClosed"], true);
        assert_eq!(answer["removed"], serde_json::json!([deleted.id]));
        assert_eq!(answer["unknown"], serde_json::json!([nobody, hidden.id]));

        // Earlier answers are no longer valid.
        app.edit_shop(first.id, |row| row.name = "Renamed".to_owned())
            .await;
        let answer = app.visitor().get(&address).await.expect(200).json();
        assert_eq!(answer["shops"][1]["name"], "Renamed");
    }
);

both_engines!(
    bad_lists_of_identifiers_are_refused_by_their_field,
    |app: TestApp| {
        let id = "00000000-0000-7000-8000-000000000000";
        let many = |count: u64| {
            (1..=count)
                .map(|number| format!("00000000-0000-7000-8000-{number:012}"))
                .collect::<Vec<_>>()
                .join(",")
        };
        for ids in [
            String::new(),
            ",".to_owned(),
            format!("{id},"),
            format!("{id},corner-perk-alexandria-la"),
            "%00".to_owned(),
            many(101),
            "x".repeat(5_000),
        ] {
            let refused = app
                .visitor()
                .get(&format!("/api/coffee-shops/by-ids?ids={ids}"))
                .await
                .expect(400);
            assert_eq!(refused.json()["field"], "ids", "{ids}");
        }
        let absent = app
            .visitor()
            .get("/api/coffee-shops/by-ids")
            .await
            .expect(400);
        assert_eq!(absent.json()["field"], "ids");
        let most = app
            .visitor()
            .get(&format!("/api/coffee-shops/by-ids?ids={}", many(100)))
            .await
            .expect(200);
        assert_eq!(most.json()["unknown"].as_array().unwrap().len(), 100);
    }
);

both_engines!(
    each_boosted_shop_has_the_first_place_for_its_share_of_hours,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        for name in ["Aa", "Bb", "Cc"] {
            let shop = app.shop(&city).name(name).await;
            app.boost(shop.id).await;
        }
        let mut first = std::collections::BTreeMap::new();
        for _ in 0..60 {
            let featured = app.visitor().get("/api/coffee-shops/featured").await;
            let featured = featured.expect(200).json();
            assert_eq!(featured.as_array().unwrap().len(), 3);
            let name = featured[0]["name"].as_str().unwrap().to_owned();
            *first.entry(name).or_insert(0) += 1;
            app.clock.advance(chrono::TimeDelta::hours(1));
        }
        // About 20 of 60 hours each; IDs are different in each run, so the bounds are wide.
        assert_eq!(first.len(), 3, "{first:?}");
        assert!(first.values().all(|&hours| hours >= 5), "{first:?}");
    }
);

both_engines!(
    hours_of_which_nothing_is_certain_are_not_told_to_search_engines,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).hours("sunrise-sunset").await;
        let page = app.visitor().get(&page_of(&shop)).await.expect(200).html();
        for data in page.json_ld() {
            assert!(data["openingHoursSpecification"].is_null(), "{data}");
        }
        let path = format!("/api{}", page_of(&shop));
        let answer = app.visitor().get(&path).await.expect(200).json();
        assert_eq!(answer["openState"]["state"], "unknown");
        assert!(answer["hoursSpecification"].is_null(), "{answer}");
    }
);

both_engines!(a_shop_that_closed_for_good_is_not_open, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).hours("Mo-Su 00:00-24:00").closed().await;
    let path = format!("/api{}", page_of(&shop));
    let answer = app.visitor().get(&path).await.expect(200).json();
    assert_eq!(answer["openState"]["state"], "closed");
    assert_eq!(answer["openState"]["label"], "Permanently closed");
    for field in ["openTime", "closeTime", "week", "hoursSpecification"] {
        assert!(answer[field].is_null(), "{field}");
    }
    let page = app.visitor().get(&page_of(&shop)).await.expect(200).text();
    assert!(!page.contains("openingHoursSpecification"));
});

both_engines!(
    hours_in_the_shops_own_words_are_shown_everywhere,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let typed = app
            .shop(&city)
            .with(|row| row.hours = Some("When the lights are on".to_owned()))
            .await;
        let told = app
            .shop(&city)
            .hours("Mo-Fr 07:00-15:00; Sa \"by appointment\"")
            .await;
        let answer = |shop| {
            let (visitor, path) = (app.visitor(), format!("/api{}", page_of(shop)));
            async move { visitor.get(&path).await.expect(200).json() }
        };
        let typed = answer(&typed).await;
        assert_eq!(typed["openState"]["state"], "unknown");
        assert_eq!(typed["openState"]["label"], "Hours in its own words");
        assert_eq!(answer(&told).await["hoursNote"], "Sat: by appointment");
        let town = app.visitor().get("/cities/alexandria-la").await;
        assert!(town.expect(200).text().contains("When the lights are on"));
        let page = app.visitor().get(&page_of(&told)).await.expect(200).text();
        assert!(page.contains("Sat: by appointment"));
    }
);

both_engines!(
    hours_without_days_behind_others_are_shown_as_written,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let written = "Mo-Sa 06:00-11:00; 15:00-19:00";
        // As an earlier release read them.
        let shop = app.shop(&city).hours(written);
        let shop = shop.with(|row| row.hours = Some(written.to_owned())).await;
        let path = format!("/api{}", page_of(&shop));
        let answer = app.visitor().get(&path).await.expect(200).json();
        assert_eq!(answer["openState"]["state"], "unknown");
        assert_eq!(answer["openState"]["label"], "Hours in its own words");
        for field in ["openTime", "closeTime", "week", "hoursSpecification"] {
            assert!(answer[field].is_null(), "{field}: {answer}");
        }
        let page = app.visitor().get(&page_of(&shop)).await.expect(200).text();
        assert!(page.contains(written) && !page.contains("openingHoursSpecification"));
    }
);

// The test clock is at Wednesday, 4 March 2026.

both_engines!(hours_say_what_holidays_may_change, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let plain = app.shop(&city).hours("Mo-Su 07:00-15:00").await;
    let told = app
        .shop(&city)
        .with(|row| {
            row.hours = Some("Daily 7am-3pm, closed Major Holidays".to_owned());
            row.opening_hours = Some("Mo-Su 07:00-15:00; PH unknown; easter unknown".to_owned());
        })
        .await;
    let answer = async |shop: &townperk::catalog::entities::shop::Model| {
        let path = format!("/api{}", page_of(shop));
        app.visitor().get(&path).await.expect(200).json()
    };
    assert!(answer(&plain).await["holidayNotice"].is_null());
    let noted = answer(&told).await;
    assert_eq!(noted["hoursNote"], "closed Major Holidays");
    // Easter is on April 5.
    app.clock.advance(chrono::TimeDelta::days(26));
    let notice = "Easter may change these hours";
    assert_eq!(answer(&plain).await["holidayNotice"], notice);
    assert!(answer(&told).await["holidayNotice"].is_null());
    let page = app.visitor().get(&page_of(&plain)).await.expect(200).text();
    assert!(page.contains(notice));
});

both_engines!(a_listing_that_nobody_confirms_says_so, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let now = app.clock.now();
    let shop = app
        .shop(&city)
        .with(|row| row.created_at = now - chrono::TimeDelta::days(1090))
        .await;
    let since = async || {
        let path = format!("/api{}", page_of(&shop));
        app.visitor().get(&path).await.expect(200).json()["unconfirmedSince"].clone()
    };
    assert!(since().await.is_null());
    app.clock.advance(chrono::TimeDelta::days(6));
    assert_eq!(since().await, "March 2023");
    let page = app.visitor().get(&page_of(&shop)).await.expect(200).text();
    assert!(page.contains("Nobody has confirmed this listing since March 2023."));
    let confirmed = app.clock.now();
    app.edit_shop(shop.id, |row| row.hours_confirmed_at = Some(confirmed))
        .await;
    assert!(since().await.is_null());
});
