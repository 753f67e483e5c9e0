//! Special days as visitors and search engines read them, and the town's usual hours.

use serde_json::{Value, json};

use crate::support::{TestApp, Visitor};

/// Changes the hours, and returns the shop as its owner sees it.
async fn change(owner: &Visitor, path: &str, mut fields: Value) -> Value {
    let shop = owner.get(path).await.expect(200).json();
    fields["version"] = shop["version"].clone();
    owner.patch(path, &fields).await.expect(200).json()
}

// The test clock is at Wednesday, 4 March 2026, nine in the morning in Alexandria.

both_engines!(visitors_read_the_coming_special_days, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let owner = app.owner_of(&shop).await;
    let path = format!("/api/your-shop/{}", shop.slug);
    let public = async || {
        let path = format!("/api/coffee-shops/{}", shop.slug);
        app.visitor().get(&path).await.expect(200).json()
    };
    change(&owner, &path, json!({ "weeklyHours": "Mo-Su 07:00-15:00" })).await;
    assert_eq!(public().await["comingDays"], Value::Null);
    let days = json!([
        { "from": "2026-04-05", "to": "2026-04-05", "spans": [{ "opens": "08:00", "closes": "12:00" }] },
        { "from": "2026-03-02", "to": "2026-03-05", "spans": [] },
        { "from": "2026-03-06", "to": "2026-03-09", "spans": [] },
        { "from": "2026-07-04", "to": "2026-07-04", "spans": [] },
    ]);
    change(&owner, &path, json!({ "specialDays": days })).await;
    let shop = public().await;
    assert_eq!(
        shop["comingDays"],
        json!([
            { "days": "Mar 2 to Mar 9", "label": "Temporarily closed · opens Mar 10" },
            { "days": "Easter, Sunday, Apr 5", "label": "8 AM – noon" },
        ]),
        "two entries of closed days are one closure, and July is too far away"
    );
    assert_eq!(
        shop["openState"],
        json!({ "state": "closed", "label": "Temporarily closed · opens Tuesday 7 AM" })
    );
    assert_eq!(shop["hoursSpecification"][0]["opens"], "07:00");
    let exceptions: Vec<&Value> = shop["hoursSpecification"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["exception"] == true)
        .map(|entry| &entry["validThrough"])
        .collect();
    assert_eq!(exceptions, ["2026-03-09", "2026-04-05", "2026-07-04"]);
    assert_eq!(shop["hoursSpecification"][0].get("exception"), None);
});

both_engines!(
    a_page_says_special_days_to_search_engines,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).await;
        let owner = app.owner_of(&shop).await;
        let path = format!("/api/your-shop/{}", shop.slug);
        let days = json!([{ "from": "2026-03-06", "to": "2026-03-06", "spans": [] }]);
        let hours = json!({ "weeklyHours": "Mo-Su 07:00-15:00", "specialDays": days });
        change(&owner, &path, hours).await;
        let page = app
            .visitor()
            .get(&format!("/coffee-shops/{}", shop.slug))
            .await
            .expect(200);
        let text = page.text();
        let (_, special) = text.split_once("specialOpeningHoursSpecification").unwrap();
        assert!(special.contains("2026-03-06"), "{special:.200}");
        assert!(text.contains("Friday, Mar 6"), "and to visitors");
    }
);

both_engines!(a_day_as_usual_stays_as_usual, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let owner = app.owner_of(&shop).await;
    let path = format!("/api/your-shop/{}", shop.slug);
    let on = |opens: &str| {
        json!([{ "from": "2026-04-05", "to": "2026-04-05",
            "spans": [{ "opens": opens, "closes": "15:00" }] }])
    };
    let hours = json!({ "weeklyHours": "Mo-Su 07:00-15:00", "specialDays": on("07:00") });
    change(&owner, &path, hours).await;
    let later = change(&owner, &path, json!({ "weeklyHours": "Mo-Su 08:00-15:00" })).await;
    assert_eq!(later["specialDays"], on("08:00"));
    change(&owner, &path, json!({ "specialDays": on("10:00") })).await;
    let earlier = change(&owner, &path, json!({ "weeklyHours": "Mo-Su 06:00-15:00" })).await;
    assert_eq!(earlier["specialDays"], on("10:00"), "its own hours stay");
});

both_engines!(
    a_special_day_can_be_added_to_hours_that_nobody_can_read,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let written = "Mo-Sa 06:00-11:00; 15:00-19:00";
        let shop = app.shop(&city).hours(written);
        let shop = shop.with(|row| row.hours = Some(written.to_owned())).await;
        let owner = app.owner_of(&shop).await;
        let path = format!("/api/your-shop/{}", shop.slug);
        let spans = json!([{ "opens": "08:00", "closes": "12:00" }]);
        let day = json!([{ "from": "2026-03-06", "to": "2026-03-06", "spans": spans }]);
        let changed = change(&owner, &path, json!({ "specialDays": day })).await;
        assert_eq!(changed["specialDays"], day);
        // The other days are neither closed nor lost.
        let path = format!("/api/coffee-shops/{}", shop.slug);
        let public = app.visitor().get(&path).await.expect(200).json();
        assert_eq!(public["hours"], written);
        assert_eq!(public["week"], Value::Null);
        let unknown = json!({ "state": "unknown", "label": "Hours in its own words" });
        assert_eq!(public["openState"], unknown);
        let coming = json!([{ "days": "Friday, Mar 6", "label": "8 AM – noon" }]);
        assert_eq!(public["comingDays"], coming);
        assert_eq!(public["hoursSpecification"][0]["validFrom"], "2026-03-06");
    }
);

both_engines!(an_owner_is_offered_the_towns_usual_hours, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).hours("Mo-Su 06:00-12:00").await;
    let owner = app.owner_of(&shop).await;
    let path = format!("/api/your-shop/{}", shop.slug);
    let usual = async || owner.get(&path).await.expect(200).json()["usualHours"].clone();
    for _ in 0..3 {
        assert_eq!(usual().await, Value::Null, "three others must agree");
        app.shop(&city)
            .hours("Mo-Sa 07:00-15:00; Su off; 2026 Mar 20 off")
            .await;
    }
    assert_eq!(usual().await, "Mo-Sa 07:00-15:00; Su off");
    let elsewhere = app.city("Monroe", "LA").await;
    let other = app.shop(&elsewhere).await;
    let stranger = app.owner_of(&other).await;
    let path = format!("/api/your-shop/{}", other.slug);
    let answer = stranger.get(&path).await.expect(200).json();
    assert_eq!(answer["usualHours"], Value::Null, "another town has others");
});

both_engines!(a_closure_reaches_two_years_ahead, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    let shop = app.shop(&city).await;
    let owner = app.owner_of(&shop).await;
    let path = format!("/api/your-shop/{}", shop.slug);
    let until = |to: &str| json!([{ "from": "2026-03-04", "to": to, "spans": [] }]);
    let week = json!({ "weeklyHours": "Mo-Su 07:00-15:00", "specialDays": until("2028-03-04") });
    let changed = change(&owner, &path, week).await;
    assert_eq!(changed["specialDays"], until("2028-03-04"));
    let public = format!("/api/coffee-shops/{}", shop.slug);
    let public = app.visitor().get(&public).await.expect(200).json();
    assert!(
        public["openState"]["label"]
            .as_str()
            .unwrap()
            .starts_with("Temporarily closed"),
        "{public}"
    );
    let longer = json!({ "version": changed["version"], "specialDays": until("2028-03-06") });
    let refused = owner.patch(&path, &longer).await.expect(400);
    assert!(refused.text().contains("up to two years"));
});
