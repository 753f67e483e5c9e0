//! The outbox in the panel.

use serde_json::json;

use crate::support::TestApp;

both_engines!(nobody_reads_a_sign_in_code_in_the_panel, |app: TestApp| {
    let admin = app.administrator().await;
    let email = json!({ "email": "owner@mail.example" });
    app.visitor().post("/api/sign-in", &email).await.expect(202);

    let list = "/api/admin/outbox?state=waiting";
    let waiting = admin.get(list).await.expect(200).json();
    let subject = waiting["items"][0]["subject"].as_str().unwrap();
    assert!(subject.starts_with("•••••• is your "), "{subject}");
    let id = waiting["items"][0]["id"].as_str().unwrap();
    let again = format!("/api/admin/outbox/{id}/retry");
    admin.post(&again, &json!({})).await.expect(200);
    let log = admin.get("/api/admin/audit").await.expect(200).json();
    assert_eq!(log["entries"][0]["action"], "mail.retry");

    let (code, _) = app.code_to("owner@mail.example").await;
    assert!(!waiting.to_string().contains(&code), "{waiting}");
    assert!(!log.to_string().contains(&code), "{log}");
});
