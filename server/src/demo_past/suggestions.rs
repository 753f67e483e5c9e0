//! Suggestions: one of each kind waits for the administrator, and two were decided last week.

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use super::{
    Cast, days,
    people::{Person, id_in},
    stage::Stage,
};
use crate::{catalog::entities::shop, platform::error::Result};

/// Three networks: each counts once for "permanently closed". All are reserved for documentation (RFC 5737).
const PASSERSBY: [[u8; 4]; 3] = [[192, 0, 2, 11], [198, 51, 100, 12], [203, 0, 113, 13]];

pub(super) async fn play(stage: &Stage, cast: &Cast, now: DateTime<Utc>) -> Result<()> {
    reject(stage, &cast.rejected, now).await?;
    accept(stage, &cast.accepted, now).await?;
    report_closed(stage, &cast.closed, now).await?;

    stage.go_to(now - days(3, 118));
    let chain = json!({
        "kind": "chain",
        "note": "There is one with the same sign and the same menu at the highway exit."
    });
    send(stage, &cast.chain, &chain, [198, 51, 100, 90]).await?;

    stage.go_to(now - days(1, 401));
    let hours = json!({
        "kind": "hours",
        "weeklyHours": "Mo-Fr 06:15-14:45; Sa 07:15-13:45; Su off",
        "note": "The new hours have been on the door since Monday."
    });
    send(stage, &cast.hours, &hours, [203, 0, 113, 91]).await?;

    stage.go_to(now - TimeDelta::minutes(19 * 60 + 26));
    let edit = json!({
        "kind": "edit",
        "phone": other_phone(&cast.edit),
        "servesBreakfast": true,
        "note": "They have a new number. It's on the window.",
        "email": "ruth.okafor@mail.example"
    });
    send(stage, &cast.edit, &edit, [192, 0, 2, 92]).await?;
    Ok(())
}

/// What somebody reported who mistyped the address, and the administrator didn't believe: the answer reaches nobody.
async fn reject(stage: &Stage, shop: &shop::Model, now: DateTime<Utc>) -> Result<()> {
    stage.go_to(now - days(10, 204));
    let report = json!({
        "kind": "hours",
        "note": "It was closed when I came by at noon.",
        "email": "june.alder@mial.invalid"
    });
    let id = send(stage, shop, &report, [203, 0, 113, 93]).await?;
    stage.go_to(now - days(9, 61));
    let reason = json!({
        "reason": "Thank you. We called the shop: they closed early that day for a funeral, and the hours on the page are right."
    });
    decide(stage, (&id, "reject"), &reason).await
}

/// What somebody suggested, and the page has said since.
async fn accept(stage: &Stage, shop: &shop::Model, now: DateTime<Utc>) -> Result<()> {
    stage.go_to(now - days(8, 149));
    let edit = json!({
        "kind": "edit",
        "servesBreakfast": true,
        "note": "They make biscuits until ten now.",
        "email": "walt.hanley@mail.example"
    });
    let id = send(stage, shop, &edit, [198, 51, 100, 94]).await?;
    stage.go_to(now - days(7, 322));
    let answer = json!({ "answer": "Thank you, the page says so now." });
    decide(stage, (&id, "accept"), &answer).await
}

/// As many visitors as it takes for the page to say so.
async fn report_closed(stage: &Stage, shop: &shop::Model, now: DateTime<Utc>) -> Result<()> {
    let notes = [
        (
            days(6, 287),
            "The door is locked, and paper is up in the windows.",
        ),
        (days(4, 76), "The phone number isn't in service any more."),
        (
            days(1, 993),
            "The sign is gone. Somebody is painting inside.",
        ),
    ];
    for ((ago, note), from) in notes.into_iter().zip(PASSERSBY) {
        stage.go_to(now - ago);
        let report = json!({ "kind": "closed", "note": note });
        send(stage, shop, &report, from).await?;
        stage.settle_answers().await?;
    }
    Ok(())
}

/// Sends a suggestion, and returns its ID.
async fn send(stage: &Stage, shop: &shop::Model, form: &Value, from: [u8; 4]) -> Result<String> {
    let path = format!("/api/coffee-shops/{}/suggestions", shop.slug);
    let mut visitor = Person::at(stage, from);
    let kept = visitor.post(&path, form, StatusCode::ACCEPTED).await?;
    id_in(&kept)
}

async fn decide(stage: &Stage, (id, what): (&str, &str), body: &Value) -> Result<()> {
    let mut administrator = Person::administrator(stage).await?;
    let path = format!("/api/admin/suggestions/{id}/{what}");
    administrator.post(&path, body, StatusCode::OK).await?;
    administrator.sign_out("/api/admin/logout").await?;
    stage.deliver().await
}

/// A number in the shop's area that is reserved for fiction (555-0100 to 555-0199).
pub(super) fn other_phone(shop: &shop::Model) -> String {
    let area = shop.telephone.as_deref().and_then(|phone| phone.get(2..5));
    format!("({}) 555-0176", area.unwrap_or("318"))
}
