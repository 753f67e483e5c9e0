//! Listing a shop through the API.

mod abuse;
mod again;
mod confirming;
mod fields;
mod meetings;
mod mine;
mod photos;
mod points;
mod requests;
mod slow_sites;
mod takedowns;

use sea_orm::EntityTrait;
use serde_json::{Value, json};
use townperk::catalog::entities::{city, shop};

use crate::support::{Response, TestApp};

/// A valid form.
fn form() -> Value {
    json!({
        "name": "Blue Door",
        "address": "126 Main Street",
        "zipCode": "71301",
        "description": "Small, blue, and early.",
        "phone": "318-555-0142",
        "website": "bluedoor.example",
        "hours": "M-F 7am-3pm, Sat 8-2",
        "imageUrl": "",
        "ownerName": "Jo Doe",
        "ownerEmail": "jo@mail.example"
    })
}

/// The form with one field changed.
fn with(field: &str, value: Value) -> Value {
    let mut form = form();
    form[field] = value;
    form
}

async fn list(app: &TestApp, form: &Value) -> Response {
    app.visitor().post("/api/coffee-shops", form).await
}

async fn shops(app: &TestApp) -> Vec<shop::Model> {
    shop::Entity::find()
        .all(app.database.reads())
        .await
        .unwrap()
}

both_engines!(a_listed_shop_is_live_at_once, |app: TestApp| {
    let listed = list(&app, &form()).await.expect(201).json();
    assert_eq!(listed["slug"], "blue-door-alexandria-la");
    assert_eq!(
        listed["url"],
        "/coffee-shops/blue-door-alexandria-la?owner=true"
    );
    assert_eq!(listed["address"], "126 Main Street, Alexandria, LA 71301");
    assert_eq!(listed["openingHours"], "Mo-Fr 07:00-15:00; Sa 08:00-14:00");
    assert_eq!(
        listed["hoursLabel"],
        "Monday to Friday 7 AM – 3 PM, Saturday 8 AM – 2 PM, Sunday closed."
    );
    assert_eq!(listed["confirmationSentTo"], "jo@mail.example");
    assert_eq!(listed["unconfirmedReason"], Value::Null);
    let address = format!("/api/coffee-shops/{}", listed["slug"].as_str().unwrap());
    let answer = app.visitor().get(&address).await.expect(200);
    assert!(
        !answer.text().contains("mail.example"),
        "an address is public"
    );
    let shop = answer.json();
    assert_eq!(shop["id"], listed["id"]);
    assert_eq!(shop["phone"], "(318) 555-0142");
    assert_eq!(shop["website"], "https://bluedoor.example/");
    assert_eq!(shop["description"], "Small, blue, and early.");
    assert_eq!(shop["ownerId"], Value::Null);
    assert_eq!(shop["latitude"], Value::Null, "nobody has set a pin");
    // The town was created with it.
    let city = app.visitor().get("/api/cities/alexandria-la").await;
    assert_eq!(city.expect(200).json()["coffeeShopCount"], 1);
    let row = &shops(&app).await[0];
    assert!(row.unconfirmed_since.is_some() && row.submitter_id.is_none());
    assert_eq!(row.time_zone, "America/Chicago");
    assert_eq!(row.provenance.0["name"], "submitter");
    let near = "/api/search?type=shops&lat=31.31&lon=-92.45&radius=10";
    let found = app.visitor().get(near).await.expect(200).json();
    assert_eq!(found[0]["slug"], "blue-door-alexandria-la");
});

both_engines!(a_pin_is_kept_and_must_be_near, |app: TestApp| {
    let mut pinned = form();
    pinned["latitude"] = json!(31.3113);
    pinned["longitude"] = json!(-92.4451);
    list(&app, &pinned).await.expect(201);
    let row = &shops(&app).await[0];
    assert_eq!(
        (row.latitude, row.longitude),
        (Some(31.3113), Some(-92.4451))
    );
    pinned["name"] = json!("Another");
    pinned["longitude"] = json!(-97.7);
    let refused = list(&app, &pinned).await.expect(400).json();
    assert_eq!(refused["field"], "latitude");
});

both_engines!(a_new_town_has_all_that_a_town_needs, |app: TestApp| {
    list(&app, &with("zipCode", json!("85001")))
        .await
        .expect(201);
    let cities = city::Entity::find()
        .all(app.database.reads())
        .await
        .unwrap();
    let city = &cities[0];
    assert_eq!(
        (&*city.slug, &*city.name, &*city.state),
        ("phoenix-az", "Phoenix", "AZ")
    );
    assert_eq!(city.time_zone, "America/Phoenix");
    assert!(city.latitude.is_some() && city.fallback_color.is_some());
});

both_engines!(
    the_town_of_the_address_counts_more_than_the_zip_codes,
    |app: TestApp| {
        let elsewhere = with("address", json!("300 Main Street, Pineville, LA 71301"));
        let listed = list(&app, &elsewhere).await.expect(201).json();
        assert_eq!(listed["citySlug"], "pineville-la");
        assert_eq!(listed["address"], "300 Main Street, Pineville, LA 71301");
    }
);

both_engines!(a_chain_is_refused_with_its_reason, |app: TestApp| {
    let refused = list(&app, &with("name", json!("Starbucks")))
        .await
        .expect(422)
        .json();
    assert_eq!(refused["details"]["kind"], "chain");
    assert!(
        refused["details"]["reason"]
            .as_str()
            .unwrap()
            .contains("Starbucks")
    );
    assert_eq!(
        refused["message"],
        "Starbucks is a chain, and this directory is for independent coffee shops."
    );
    assert!(shops(&app).await.is_empty());
});

both_engines!(zip_codes_beyond_the_states_are_named, |app: TestApp| {
    for (zip, place) in [
        ("00901", "is in Puerto Rico."),
        ("09012", "is for military mail."),
    ] {
        let refused = list(&app, &with("zipCode", json!(zip))).await.expect(400);
        let refused = refused.json();
        assert_eq!(refused["field"], "zipCode");
        let message = refused["message"].as_str().unwrap();
        assert!(message.contains(place), "{message}");
    }
});

both_engines!(
    an_uncertain_chain_is_listed_and_looked_at,
    |app: TestApp| {
        let listed = list(&app, &with("name", json!("Second Cup")))
            .await
            .expect(201)
            .json();
        let reason = listed["unconfirmedReason"].as_str().unwrap();
        assert!(reason.starts_with("Possibly a chain"), "{reason}");
        let waiting = app
            .administrator()
            .await
            .get("/api/admin/requests")
            .await
            .expect(200)
            .json();
        assert_eq!(waiting[0]["kind"], "listing");
        assert_eq!(waiting[0]["shopSlug"], listed["slug"]);
    }
);

both_engines!(a_shop_that_is_there_already_is_shown, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let known = app.shop(&city).name("The Blue Door Coffee Co.").await;
    let refused = list(&app, &form()).await.expect(409).json();
    assert_eq!(refused["details"]["kind"], "duplicate");
    let similar = &refused["details"]["similar"][0];
    assert_eq!(similar["id"], known.id.to_string());
    assert_eq!(similar["name"], "The Blue Door Coffee Co.");
    assert_eq!(similar["address"], "126 Main Street, Alexandria, LA");
    assert_eq!(
        similar["claimUrl"],
        format!("/claim-business/{}", known.slug)
    );
    assert_eq!(
        (&similar["points"], &similar["isSame"]),
        (&json!(80), &json!(true))
    );
    let reasons: Vec<&str> = similar["reasons"]
        .as_array()
        .unwrap()
        .iter()
        .map(|reason| reason["label"].as_str().unwrap())
        .collect();
    assert_eq!(reasons, ["Same name", "Same street address"]);
    // Merely claiming so doesn't override the rules.
    let insists = with("differentFrom", json!([known.id]));
    list(&app, &insists).await.expect(409);
});

both_engines!(a_shop_is_known_by_its_former_name_too, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let renamed = |row: &mut shop::Model| {
        row.other_names.0 = vec!["Blue Door".to_owned()];
    };
    app.shop(&city).name("Cup and Saucer").with(renamed).await;
    let refused = list(&app, &form()).await.expect(409).json();
    let similar = &refused["details"]["similar"][0];
    assert_eq!(similar["name"], "Cup and Saucer");
    assert_eq!(similar["isSame"], true, "{refused}");
});

both_engines!(a_question_is_asked_and_answered, |app: TestApp| {
    let city = app.city("Hammond", "LA").await;
    let known = app
        .shop(&city)
        .name("Blue Door")
        .with(|row| {
            row.street = None;
            row.telephone = Some("+13185550142".to_owned());
        })
        .await;
    let asked = list(&app, &form()).await.expect(409).json();
    assert_eq!(asked["details"]["kind"], "possible_duplicate");
    assert_eq!(asked["details"]["similar"][0]["isSame"], false);
    let answered = with("differentFrom", json!([known.id]));
    let listed = list(&app, &answered).await.expect(201).json();
    let reason = listed["unconfirmedReason"].as_str().unwrap();
    assert!(
        reason.contains("blue-door-hammond-la: 60 points"),
        "{reason}"
    );
});

both_engines!(branches_of_one_business_are_two_shops, |app: TestApp| {
    list(&app, &form()).await.expect(201);
    let branch = with("address", json!("900 Oak Street"));
    let listed = list(&app, &branch).await.expect(201).json();
    assert_eq!(listed["slug"], "blue-door-alexandria-la-2");
});

both_engines!(
    a_shop_that_was_taken_off_does_not_come_back_by_itself,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        app.shop(&city).name("Blue Door").hidden().await;
        let refused = list(&app, &form()).await.expect(409).json();
        assert_eq!(
            refused["details"]["similar"],
            json!([]),
            "what is hidden is not shown"
        );
        assert!(
            refused["message"]
                .as_str()
                .unwrap()
                .contains("contact support")
        );
    }
);
