//! The form of browsers without our script.

use axum::{body::Body, http::Method};

use super::{kept, old_hours};
use crate::support::{Response, TestApp, Visitor, page_of};

async fn send(visitor: &Visitor, path: &str, body: &str) -> Response {
    visitor
        .clone()
        .with("content-type", "application/x-www-form-urlencoded")
        .send(Method::POST, path, Body::from(body.to_owned()))
        .await
}

both_engines!(
    a_form_without_script_is_answered_and_taken_back,
    |app: TestApp| {
        let shop = old_hours(&app).await;
        let html = app.visitor().get(&page_of(&shop)).await.expect(200).text();
        let action = format!("/still-right/{}", shop.slug);
        assert!(html.contains(&format!("action=\"{action}\"")), "{html}");
        assert!(html.contains("name=\"fact\" value=\"hours\""));
        let visitor = app.visitor();
        let sent = send(&visitor, &action, "fact=hours&answer=yes")
            .await
            .expect(303);
        assert!(sent.header("set-cookie").starts_with("answered=1"));
        let thanks = visitor.get(sent.header("location")).await.expect(200);
        assert_eq!(thanks.header("cache-control"), "no-store");
        assert_eq!(thanks.html().h1(), "Thank you");
        let text = thanks.text();
        let (_, id) = text.split_once("name=\"answer\" value=\"").unwrap();
        let (id, _) = id.split_once('"').unwrap();
        let undo = format!("{action}/undo");
        let undone = send(&visitor, &undo, &format!("answer={id}"))
            .await
            .expect(303);
        assert_eq!(undone.header("location"), page_of(&shop));
        assert!(kept(&app).await.is_empty());
        // The page of an answer that is gone has no button.
        let later = visitor
            .get(sent.header("location"))
            .await
            .expect(200)
            .text();
        assert!(!later.contains(&undo));
    }
);

both_engines!(a_form_that_says_nothing_is_refused, |app: TestApp| {
    let shop = old_hours(&app).await;
    let action = format!("/still-right/{}", shop.slug);
    for body in ["", "fact=hours", "fact=taste&answer=yes"] {
        send(&app.visitor(), &action, body).await.expect(400);
    }
    let nowhere = send(
        &app.visitor(),
        "/still-right/nowhere",
        "fact=hours&answer=yes",
    )
    .await;
    nowhere.expect(404);
    assert!(kept(&app).await.is_empty());
});
