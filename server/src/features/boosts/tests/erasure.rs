//! Erasing someone who is paying for an active boost.

use serde_json::{Value, json};

use super::desk::{Desk, ONE_TIME, PAYER, VISA};

async fn asked(desk: &Desk, what: &str) -> Value {
    let admin = desk.administrator().await;
    let path = format!("/api/admin/people/{what}");
    let answer = admin.post(&path, &json!({ "email": PAYER })).await;
    answer.expect(200).json()
}

fn boosts(answer: &Value) -> Option<&Value> {
    let mut parts = answer["parts"].as_array().unwrap().iter();
    parts.find(|part| part["name"] == "boosts")
}

both_engines!(a_payer_is_erased_when_the_boost_is_over, |desk: Desk| {
    let mut desk = desk;
    let shop = desk.new_shop().await;
    desk.buy(ONE_TIME, &shop, VISA).await;
    assert!(desk.is_boosted(&shop).await);
    let export = asked(&desk, "export").await;
    assert!(boosts(&export).is_some(), "{export}");

    let erased = asked(&desk, "erase").await;
    assert!(
        erased["kept"].to_string().contains("Active boosts"),
        "{erased}"
    );
    assert!(desk.is_boosted(&shop).await, "what was paid for goes on");
    let again = asked(&desk, "erase").await;
    assert!(boosts(&again).is_none(), "nothing more to erase: {again}");
    let export = asked(&desk, "export").await;
    let record = &boosts(&export).unwrap()["records"][0];
    assert_eq!(record["payerName"], "(erased)");

    desk.live(32).await;
    assert!(!desk.is_boosted(&shop).await);
    let export = asked(&desk, "export").await;
    assert!(boosts(&export).is_none(), "{export}");
});
