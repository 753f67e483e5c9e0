//! Websites that want no pictures taken, or that fail.

use serde_json::json;
use townperk::catalog::{
    entities::shop,
    photos::{self, Owner},
};

use super::{Desk, results};
use crate::support::TestDatabase;

both_engines!(
    pages_of_any_length_are_read_and_their_wishes_are_kept,
    |home: TestDatabase| {
        let desk = Desk::at(home, None).await;
        let long = desk.shop("/long").await;
        let kept_off = desk.shop("/kept-off").await;
        let parked = desk.shop("/parked").await;
        let told = desk.update().await.expect(200).json();
        assert_eq!(told["results"], results(3, 1, 2));
        assert_eq!(desk.photos_of(&long).await.as_array().unwrap().len(), 1);
        let run = told["runId"].as_str().unwrap();
        let detail = desk.get(&format!("runs/{run}")).await;
        let reason = |shop: &shop::Model| {
            let problems = detail["problems"].as_array().unwrap().iter();
            let mut of_shop = problems.filter(|one| one["shopId"] == json!(shop.id));
            of_shop.next().unwrap()["detail"]
                .as_str()
                .unwrap()
                .to_owned()
        };
        assert!(reason(&kept_off).contains("noimageindex"));
        assert!(reason(&parked).contains("parked"));
    }
);

both_engines!(
    a_picture_whose_name_says_menu_comes_after_others,
    |home: TestDatabase| {
        let desk = Desk::at(home, None).await;
        let shop = desk.shop("/menu").await;
        desk.update().await.expect(200);
        let photos = photos::of_owner(desk.app.database.reads(), Owner::Shop(shop.id));
        let shown = photos.await.unwrap().remove(0);
        assert!(shown.source_url.unwrap().ends_with("/bar.png"));
    }
);

both_engines!(
    a_website_that_fails_gives_no_picture_and_says_why,
    |home: TestDatabase| {
        let desk = Desk::at(home, None).await;
        let mut expected = Vec::new();
        for status in [401, 402, 403, 404, 410, 429, 500, 504] {
            let shop = desk.shop(&format!("/status/{status}")).await;
            expected.push((shop, format!("the site returned {status}")));
        }
        for (path, reason) in [
            ("/html-for-picture", "No suitable picture"),
            ("/cut-picture", "No suitable picture"),
            ("/large-picture", "The file is over 5 MB."),
            ("/to-private", "This URL doesn't lead to a public website."),
        ] {
            expected.push((desk.shop(path).await, reason.to_owned()));
        }
        let told = desk.update().await.expect(200).json();
        assert_eq!(told["results"], results(12, 0, 12));
        let run = told["runId"].as_str().unwrap();
        let detail = desk.get(&format!("runs/{run}")).await;
        let problems = detail["problems"].as_array().unwrap();
        for (shop, reason) in expected {
            let of_shop = problems.iter().find(|one| one["shopId"] == json!(shop.id));
            let said = of_shop.unwrap()["detail"].as_str().unwrap();
            assert!(said.contains(&reason), "{said} should say {reason}");
            assert_eq!(desk.photos_of(&shop).await, json!([]));
        }
    }
);
