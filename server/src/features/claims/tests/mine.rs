//! What waits for an address shows to its person, who confirms or removes it (D91).

use serde_json::{Value, json};

use super::{EMAIL, blue_door, claim, confirmed, decide, form, with};
use crate::support::{TestApp, Visitor};

async fn your_claims(visitor: &Visitor) -> Vec<Value> {
    let answer = visitor.get("/api/your-claims").await.expect(200);
    answer.json().as_array().unwrap().clone()
}

both_engines!(
    a_strangers_claim_is_removed_by_the_address,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let stranger = with("ownerEmail", json!("owner@shop.example"));
        let opened = claim(&app, &shop, &stranger).await.expect(201).json();
        let path = format!("/api/claims/{}/not-mine", opened["id"].as_str().unwrap());
        let victim = app.signed_in("owner@shop.example").await;
        let another = app.signed_in("another@shop.example").await;

        let shown = your_claims(&victim).await;
        assert_eq!(shown.len(), 1);
        assert_eq!(
            (&shown[0]["status"], &shown[0]["shopName"]),
            (&json!("to_be_confirmed"), &json!("Blue Door"))
        );
        assert!(
            !shown[0].to_string().contains("Jo Doe"),
            "nothing that the stranger typed about a person"
        );
        assert_eq!(your_claims(&another).await, Vec::<Value>::new());
        another.post(&path, &json!({})).await.expect(404);

        let (code, _) = app.code_to("owner@shop.example").await;
        victim.post(&path, &json!({})).await.expect(204);
        assert_eq!(your_claims(&victim).await, Vec::<Value>::new());
        victim.post(&path, &json!({})).await.expect(404);
        let confirm = path.replace("not-mine", "confirm");
        let body = json!({ "code": code });
        app.visitor().post(&confirm, &body).await.expect(404);

        let administrator = app.administrator().await;
        let inbox = administrator.get("/api/admin/inbox").await.json();
        let items = inbox["items"].as_array().unwrap();
        let told: Vec<&Value> = items
            .iter()
            .filter(|item| item["kind"] == "claim_not_mine")
            .collect();
        assert_eq!(told.len(), 1, "{inbox}");
        assert_eq!(told[0]["title"], "Blue Door");
        assert_eq!(told[0]["shopSlug"], shop.slug);
        assert!(!inbox.to_string().contains("owner@shop.example"));
        let seen = format!(
            "/api/admin/requests/{}/approve",
            told[0]["id"].as_str().unwrap()
        );
        administrator.post(&seen, &json!({})).await.expect(200);
        assert!(app.shop_row(shop.id).await.is_active);
    }
);

both_engines!(what_became_of_a_claim_is_told, |app: TestApp| {
    let shop = blue_door(&app).await;
    let id = confirmed(&app, &shop, &form()).await;
    let person = app.signed_in(EMAIL).await;
    assert_eq!(your_claims(&person).await[0]["status"], "sent");
    let path = format!("/api/claims/{id}/not-mine");
    person.post(&path, &json!({})).await.expect(409);
    let body = json!({ "reason": "The website names somebody else." });
    decide(&app, &id, "reject", body).await.expect(200);
    let shown = &your_claims(&person).await[0];
    assert_eq!(
        (&shown["status"], &shown["reason"]),
        (
            &json!("rejected"),
            &json!("The website names somebody else.")
        )
    );
});

both_engines!(
    another_proof_of_the_address_confirms_a_claim,
    |app: TestApp| {
        let shop = blue_door(&app).await;
        let opened = claim(&app, &shop, &form()).await.expect(201).json();
        let person = app.signed_in(EMAIL).await;
        let path = format!("/api/claims/{}/confirm", opened["id"].as_str().unwrap());
        person.post(&path, &json!({})).await.expect(200);
        assert_eq!(your_claims(&person).await[0]["status"], "sent");
    }
);
