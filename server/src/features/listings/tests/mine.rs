//! What waits for an address shows to its person, who confirms or removes it (D91).

use serde_json::{Value, json};

use super::{form, list, shops, with};
use crate::support::{TestApp, Visitor};

const EMAIL: &str = "jo@mail.example";

async fn your_listings(visitor: &Visitor) -> Vec<Value> {
    let answer = visitor.get("/api/your-listings").await.expect(200);
    answer.json().as_array().unwrap().clone()
}

both_engines!(
    a_strangers_listing_is_removed_by_the_address,
    |app: TestApp| {
        let listed = list(&app, &form()).await.expect(201).json();
        let path = format!("/api/listings/{}/not-mine", listed["id"].as_str().unwrap());
        let victim = app.signed_in(EMAIL).await;
        let another = app.signed_in("another@shop.example").await;
        assert_eq!(your_listings(&victim).await[0]["status"], "to_be_confirmed");
        another.post(&path, &json!({})).await.expect(404);
        app.visitor().post(&path, &json!({})).await.expect(401);

        let (code, token) = app.code_to(EMAIL).await;
        victim.post(&path, &json!({})).await.expect(204);
        assert_eq!(your_listings(&victim).await, Vec::<Value>::new());
        let confirm = path.replace("not-mine", "confirm");
        let body = json!({ "code": code });
        app.visitor().post(&confirm, &body).await.expect(404);
        let body = json!({ "token": token });
        let link = "/api/listings/confirm-link";
        app.visitor().post(link, &body).await.expect(400);

        let administrator = app.administrator().await;
        let inbox = administrator.get("/api/admin/inbox").await.json();
        let items = inbox["items"].as_array().unwrap();
        let told = items.iter().find(|item| item["kind"] == "listing_not_mine");
        let told = told.expect("the administrator is told");
        assert!(!told.to_string().contains(EMAIL));
        let approve = format!(
            "/api/admin/requests/{}/approve",
            told["id"].as_str().unwrap()
        );
        let answer = administrator.post(&approve, &json!({})).await.expect(200);
        assert!(!shops(&app).await[0].is_active, "it is unpublished");
        let undo = format!(
            "/api/admin/audit/{}/undo",
            answer.json()["entry"].as_str().unwrap()
        );
        administrator.post(&undo, &json!({})).await.expect(200);
        assert!(shops(&app).await[0].is_active);
    }
);

both_engines!(the_person_confirms_after_another_proof, |app: TestApp| {
    let listed = list(&app, &form()).await.expect(201).json();
    let person = app.signed_in(EMAIL).await;
    let path = format!("/api/listings/{}/confirm", listed["id"].as_str().unwrap());
    person.post(&path, &json!({})).await.expect(200);
    assert_eq!(your_listings(&person).await[0]["status"], "live");
    let not_mine = path.replace("/confirm", "/not-mine");
    person.post(&not_mine, &json!({})).await.expect(409);
});

both_engines!(
    a_doubtful_listing_goes_although_its_address_said_not_me,
    |app: TestApp| {
        let doubtful = with("name", json!("Second Cup"));
        let listed = list(&app, &doubtful).await.expect(201).json();
        assert!(listed["unconfirmedReason"].is_string(), "{listed}");
        let victim = app.signed_in(EMAIL).await;
        let path = format!("/api/listings/{}/not-mine", listed["id"].as_str().unwrap());
        victim.post(&path, &json!({})).await.expect(204);
        let administrator = app.administrator().await;
        let inbox = administrator.get("/api/admin/inbox").await.json();
        let mut items = inbox["items"].as_array().unwrap().iter();
        let doubt = items.find(|item| item["kind"] == "listing").unwrap();
        let reject = format!(
            "/api/admin/requests/{}/reject",
            doubt["id"].as_str().unwrap()
        );
        let reason = json!({ "reason": "It is a chain." });
        administrator.post(&reject, &reason).await.expect(200);
        assert!(!shops(&app).await[0].is_active);
    }
);
