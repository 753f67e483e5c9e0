//! Lists of towns: their contents, order and counts.

use serde_json::Value;

use crate::support::TestApp;

async fn towns(app: &TestApp, address: &str) -> Value {
    app.visitor().get(address).await.expect(200).json()
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|town| town["name"].as_str().unwrap())
        .collect()
}

/// A town with this many shops, of which this many have votes.
async fn town_with(app: &TestApp, (name, state): (&str, &str), shops: usize, voted: usize) {
    let city = app.city(name, state).await;
    for number in 0..shops {
        let votes = i64::from(number < voted) * 7;
        app.shop(&city)
            .name(&format!("{name} {number}"))
            .votes(votes)
            .await;
    }
}

both_engines!(
    the_directory_is_in_the_order_of_the_states_names,
    |app: TestApp| {
        // Their codes would sort differently: AK, AL, AR, AZ, IA, ID.
        for town in [
            ("Sitka", "AK"),
            ("Decorah", "IA"),
            ("Eureka Springs", "AR"),
            ("Fairhope", "AL"),
            ("Bisbee", "AZ"),
            ("Sandpoint", "ID"),
            ("athens", "AL"),
        ] {
            town_with(&app, town, 1, 0).await;
        }
        let expected = [
            "athens",
            "Fairhope",
            "Sitka",
            "Bisbee",
            "Eureka Springs",
            "Sandpoint",
            "Decorah",
        ];
        for address in ["/api/cities", "/api/cities/all"] {
            let list = towns(&app, address).await;
            assert_eq!(names(&list), expected, "{address}");
        }
        for address in ["/api/cities", "/api/cities/all"] {
            let page = towns(&app, &format!("{address}?page=2&pageSize=3&utm_source=x")).await;
            assert_eq!(names(&page["items"]), expected[3..6], "{address}");
        }
        let states = towns(&app, "/api/states").await;
        let expected = ["Alabama", "Alaska", "Arizona", "Arkansas", "Idaho", "Iowa"];
        assert_eq!(names(&states), expected);
    }
);

both_engines!(popular_towns_have_shops_then_votes, |app: TestApp| {
    town_with(&app, ("Ruston", "LA"), 2, 0).await;
    town_with(&app, ("Houma", "LA"), 2, 1).await;
    town_with(&app, ("Berea", "KY"), 2, 1).await;
    town_with(&app, ("Hammond", "LA"), 3, 0).await;
    let list = towns(&app, "/api/cities?sort=popular&limit=12").await;
    assert_eq!(names(&list), ["Hammond", "Berea", "Houma", "Ruston"]);
    let list = towns(&app, "/api/cities?sort=popular&limit=2").await;
    assert_eq!(names(&list), ["Hammond", "Berea"]);
});

both_engines!(the_visitor_s_own_state_comes_first, |app: TestApp| {
    // Natchez is closer to Alexandria than Lake Charles is; Marfa's location is unknown, so its state's center counts.
    for (name, state, point) in [
        ("Lake Charles", "LA", Some((30.2266, -93.2174))),
        ("Natchez", "MS", Some((31.5604, -91.4032))),
        ("Marfa", "TX", None),
        ("Hammond", "LA", Some((30.5044, -90.4612))),
        ("Homer", "AK", Some((59.6425, -151.5483))),
    ] {
        let city = match point {
            Some((latitude, longitude)) => app.city(name, state).at(latitude, longitude).await,
            None => app.city(name, state).await,
        };
        app.shop(&city).await;
    }
    let alexandria = "/api/cities?near=31.3113,-92.4451&limit=12";
    let expected = ["Lake Charles", "Hammond", "Natchez", "Marfa", "Homer"];
    assert_eq!(names(&towns(&app, alexandria).await), expected);
    // The state derived from the visitor's IP address may differ from the point's.
    let said = format!("{alexandria}&state=MS");
    assert_eq!(names(&towns(&app, &said).await)[0], "Natchez");
    let abroad = towns(&app, "/api/cities?near=48.2,16.4&limit=12").await;
    assert_eq!(names(&abroad), [""; 0]);
});

both_engines!(a_prefix_finds_twenty_towns_at_most, |app: TestApp| {
    for number in 0..22 {
        town_with(&app, (&format!("Alton {number:02}"), "IL"), 1, 0).await;
    }
    town_with(&app, ("Dalton", "GA"), 1, 0).await;
    let found = towns(&app, "/api/cities?search=alt").await;
    assert_eq!(names(&found).len(), 20);
    assert!(!names(&found).contains(&"Dalton"));
    let found = towns(&app, "/api/cities?search=dalton,%20ga").await;
    assert_eq!(names(&found), ["Dalton"]);
});

both_engines!(
    counts_are_of_active_shops_and_what_is_empty_is_no_town,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let boosted = app.shop(&city).name("Boosted").await;
        app.boost(boosted.id).await;
        app.shop(&city).name("Liked").votes(2).await;
        app.shop(&city).name("Hidden").votes(2).hidden().await;
        app.shop(&city).name("Closed").votes(2).closed().await;
        app.shop(&city).name("Deleted").votes(2).deleted().await;
        let empty = app.city("Monroe", "LA").await;
        app.shop(&empty).closed().await;
        app.city("Hammond", "LA")
            .with(|row| row.made_by_admin = true)
            .await;
        let list = towns(&app, "/api/cities/all").await;
        assert_eq!(names(&list), ["Alexandria", "Hammond"]);
        assert_eq!(list[0]["coffeeShopCount"], 2);
        assert_eq!(list[0]["shopsWith"], 1);
        assert_eq!(list[0]["boostedShops"], 1);
        assert_eq!(list[1]["coffeeShopCount"], 0);
    }
);

both_engines!(
    a_town_s_page_tells_search_engines_of_the_first_twenty_shops,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        for number in 0..22 {
            let hours = "Mo-Fr 07:00-11:00,12:00-15:00; Sa 08:00-12:00";
            app.shop(&city)
                .name(&format!("Shop {number:02}"))
                .hours(hours)
                .with(|row| row.telephone = Some("+13185550142".to_owned()))
                .await;
        }
        let page = app.visitor().get("/cities/alexandria-la").await;
        let data = page.expect(200).html().json_ld();
        let list = data.iter().find(|data| data["@type"] == "CollectionPage");
        let items = list.unwrap()["mainEntity"]["itemListElement"]
            .as_array()
            .unwrap();
        assert_eq!(items.len(), 20);
        for item in items {
            let shop = &item["item"];
            assert_eq!(shop["telephone"], "+13185550142");
            assert_eq!(shop["priceRange"], "$$");
            assert_eq!(shop["address"]["addressCountry"], "US");
            let hours = &shop["openingHoursSpecification"];
            assert_eq!(hours[0]["opens"], "07:00", "{hours}");
            assert_eq!(hours[1]["opens"], "12:00", "{hours}");
            assert_eq!(hours[2]["dayOfWeek"][0], "Saturday", "{hours}");
        }
    }
);

both_engines!(the_first_to_open_opens_in_the_morning, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let facts = "/api/cities/alexandria-la/facts";
    for hours in [
        "Mo-Su 18:00-02:00",
        "Mo-Su 12:00-20:00",
        "24/7",
        "Sa 06:00-12:00",
    ] {
        app.shop(&city).hours(hours).await;
        let known = towns(&app, facts).await;
        assert!(known["openFirst"].is_null(), "{hours}: {known}");
    }
    app.shop(&city).name("Late").hours("Tu 11:30-15:00").await;
    assert_eq!(towns(&app, facts).await["openFirst"]["time"], "11:30 AM");
    app.shop(&city).name("Early").hours("Fr 05:30-11:00").await;
    let known = towns(&app, facts).await;
    assert_eq!(known["openFirst"]["name"], "Early");
    assert_eq!(known["openFirst"]["time"], "5:30 AM");
});

both_engines!(a_state_s_page_has_one_address, |app: TestApp| {
    town_with(&app, ("Ruston", "LA"), 1, 0).await;
    for address in ["/cities?state=la", "/cities?state=LA&page=1"] {
        let page = app.visitor().get(address).await.expect(200).html();
        let links = page.attributes("link rel=\"canonical\"", "href");
        assert!(
            links[0].ends_with("/cities?state=LA"),
            "{address}: {links:?}"
        );
    }
});

both_engines!(a_towns_shops_come_in_the_order_asked_for, |app: TestApp| {
    let city = app.city("Alexandria", "LA").at(31.3113, -92.4451).await;
    let place = |row: &mut townperk::catalog::entities::shop::Model, name: &str, north: f64| {
        row.name = name.to_owned();
        row.latitude = Some(31.311_300_049 + north);
        row.longitude = Some(-92.4451);
    };
    app.shop(&city)
        .hours("Mo-Fr 07:00-15:00")
        .with(|row| place(row, "Open", 0.02))
        .await;
    app.shop(&city)
        .votes(9)
        .with(|row| place(row, "Popular", 0.01))
        .await;
    app.shop(&city).with(|row| place(row, "Near", 0.001)).await;
    for (sort, expected) in [
        ("votes", ["Popular", "Near", "Open"]),
        ("open", ["Open", "Near", "Popular"]),
        ("distance", ["Near", "Popular", "Open"]),
    ] {
        let path = format!("/api/cities/alexandria-la/coffee-shops?sort={sort}");
        let list = towns(&app, &path).await;
        assert_eq!(names(&list), expected, "{sort}");
        let distance = list[0].get("distance").and_then(Value::as_str);
        assert_eq!(distance, (sort == "distance").then_some("0.1 mi"));
    }
    let page = app
        .visitor()
        .get("/cities/alexandria-la?sort=votes")
        .await
        .expect(200);
    let whole = towns(&app, "/api/cities/alexandria-la/coffee-shops").await;
    for shop in whole.as_array().unwrap() {
        let latitude = shop["latitude"].to_string();
        assert!(latitude.len() <= "31.123456".len(), "{latitude}");
    }
    let canonical =
        "<link rel=\"canonical\" href=\"https://townperk.example/cities/alexandria-la\"";
    assert!(page.text().contains(canonical));
});

both_engines!(
    open_by_old_hours_comes_last_in_every_order,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let long_ago = app.clock.now() - chrono::TimeDelta::days(4 * 365);
        app.shop(&city)
            .hours("24/7")
            .with(|row| {
                row.name = "Aged".to_owned();
                row.hours_confirmed_at = Some(long_ago);
                row.upvote_count = 9;
            })
            .await;
        let now = app.clock.now();
        app.shop(&city)
            .hours("24/7")
            .with(|row| {
                row.name = "Fresh".to_owned();
                row.hours_confirmed_at = Some(now);
            })
            .await;
        for sort in ["", "&sort=votes", "&sort=open", "&sort=distance"] {
            let path = format!("/api/cities/alexandria-la/coffee-shops?openNow=true{sort}");
            let list = towns(&app, &path).await;
            assert_eq!(names(&list), ["Fresh", "Aged"], "{sort}");
        }
    }
);

both_engines!(a_towns_list_is_narrowed_and_counted, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    app.shop(&city)
        .hours("24/7")
        .with(|row| {
            row.name = "Open".to_owned();
            row.has_wifi = Some(true);
        })
        .await;
    app.shop(&city)
        .with(|row| {
            row.name = "Quiet".to_owned();
            row.has_wifi = Some(true);
            row.pet_friendly = Some(false);
        })
        .await;
    app.shop(&city)
        .with(|row| {
            row.name = "Early".to_owned();
            row.serves_breakfast = Some(true);
            row.pet_friendly = Some(true);
        })
        .await;
    let path = "/api/cities/alexandria-la/coffee-shops";
    for (filters, expected) in [
        ("openNow=true", vec!["Open"]),
        ("openNow=true&hasWifi=true", vec!["Open"]),
        ("petFriendly=true", vec!["Early"]),
        ("servesBreakfast=true", vec!["Early"]),
        ("servesBreakfast=true&hasWifi=true", vec![]),
    ] {
        let list = towns(&app, &format!("{path}?{filters}")).await;
        assert_eq!(names(&list), expected, "{filters}");
    }
    let facts = towns(&app, "/api/cities/alexandria-la/facts").await;
    let filters = facts["filters"].as_array().unwrap();
    let counts: Vec<_> = filters
        .iter()
        .map(|filter| {
            (
                filter["name"].as_str().unwrap(),
                filter["coffeeShopCount"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        counts,
        [
            ("openNow", 1),
            ("hasWifi", 2),
            ("hasOutdoorSeating", 0),
            ("petFriendly", 1),
            ("goodForWork", 0),
            ("servesBreakfast", 1)
        ]
    );
    let page = app
        .visitor()
        .get("/cities/alexandria-la?hasWifi=true")
        .await;
    let page = page.expect(200).text();
    assert!(page.contains("noindex"));
    assert!(page.contains(
        "<link rel=\"canonical\" href=\"https://townperk.example/cities/alexandria-la\""
    ));
    assert!(page.contains("Upvote Quiet,") && !page.contains("Upvote Early,"));
    let none = app
        .visitor()
        .get("/cities/alexandria-la?hasOutdoorSeating=true")
        .await;
    assert!(
        none.expect(200)
            .text()
            .contains("No coffee shop here has all of that.")
    );
});

both_engines!(
    a_town_whose_last_shop_closes_is_empty_and_in_no_list,
    |app: TestApp| {
        let (first, second) = (
            app.city("Alexandria", "LA").await,
            app.city("Monroe", "LA").await,
        );
        let closing = app.shop(&first).await;
        let hiding = app.shop(&second).await;
        let now = app.clock.now();
        app.edit_shop(closing.id, |row| row.closed_at = Some(now))
            .await;
        app.edit_shop(hiding.id, |row| row.is_active = false).await;
        for slug in ["alexandria-la", "monroe-la"] {
            let page = app.visitor().get(&format!("/cities/{slug}")).await;
            let page = page.expect(200).text();
            assert!(
                page.contains("No coffee shops found in this city yet."),
                "{slug}"
            );
            assert!(page.contains("noindex"), "{slug}");
        }
        assert_eq!(names(&towns(&app, "/api/cities/all").await), [""; 0]);
        let sitemap = app.visitor().get("/sitemaps/city-1.xml").await;
        assert!(!sitemap.text().contains("/cities/alexandria-la"));
    }
);

both_engines!(
    what_is_near_is_short_and_asked_for_by_a_tenth_of_a_degree,
    |app: TestApp| {
        for (number, name) in TOWNS_OF_LOUISIANA.into_iter().enumerate() {
            town_with(&app, (name, "LA"), 1, number % 2).await;
        }
        let near = towns(&app, "/api/cities?near=31.3112,-92.4451").await;
        assert_eq!(near.as_array().unwrap().len(), 12);
        let exact = towns(&app, "/api/cities?near=31.3,-92.4").await;
        assert_eq!(near, exact);
        let more = towns(&app, "/api/cities?near=31.3,-92.4&limit=14").await;
        assert_eq!(more.as_array().unwrap().len(), 14);
    }
);

const TOWNS_OF_LOUISIANA: [&str; 15] = [
    "Alexandria",
    "Bastrop",
    "Bogalusa",
    "Crowley",
    "Eunice",
    "Hammond",
    "Houma",
    "Jennings",
    "Minden",
    "Monroe",
    "Natchitoches",
    "Opelousas",
    "Ruston",
    "Slidell",
    "Thibodaux",
];
