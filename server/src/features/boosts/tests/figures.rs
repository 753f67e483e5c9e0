//! Boosts and revenue by month.

use serde_json::json;

use super::desk::{Desk, MONTHLY, ONE_TIME, VISA};

both_engines!(months_show_what_was_sold_and_given_back, |desk: Desk| {
    let mut desk = desk;
    let one = desk.new_shop().await;
    let city = desk.city_row(one.city_id).await;
    let (other, third) = (desk.shop(&city).await, desk.shop(&city).await);
    desk.buy(MONTHLY, &one, VISA).await;
    let paid = desk.buy(ONE_TIME, &other, VISA).await;
    desk.refund(&paid.secret, Some(300));
    desk.deliver().await;
    desk.boost(third.id).await;
    let admin = desk.administrator().await;
    let path = "/api/admin/boosts/months";
    let months = admin.get(path).await.expect(200).json();
    assert_eq!(months["isLive"], false, "test keys");
    assert_eq!(months["months"].as_array().unwrap().len(), 12);
    let now = &months["months"][11];
    assert_eq!(
        [
            &now["subscriptions"],
            &now["oneTime"],
            &now["complimentary"],
            &now["payments"]
        ],
        [&json!(1), &json!(1), &json!(1), &json!(2)],
        "{now}"
    );
    assert_eq!(
        [&now["taken"], &now["returned"], &now["kept"]],
        [&json!("13.00"), &json!("3.00"), &json!("10.00")]
    );
    desk.visitor().get(path).await.expect(401);
    let line = admin.get("/api/admin/operator").await.expect(200).json();
    let lines = line["lines"].as_array().unwrap();
    let payments = lines
        .iter()
        .find(|line| line["name"] == "Payments")
        .unwrap();
    assert!(payments["last"]["age"].is_string(), "{payments}");
    assert_eq!(payments["advice"], json!(null));
});
