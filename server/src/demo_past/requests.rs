//! Requests: somebody wants a page taken down, and somebody has listed a shop with the name of a chain.

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::{
    Cast, days,
    people::{Person, id_in},
    stage::Stage,
};
use crate::{
    features::demo::{self, people::SUBMITTER},
    platform::error::{Error, Result},
};

pub(super) async fn play(stage: &Stage, cast: &Cast, now: DateTime<Utc>) -> Result<()> {
    stage.go_to(now - days(3, 402));
    let mut member = Person::at(stage, [198, 51, 100, 160]);
    let takedown = json!({
        "shop": cast.private.slug,
        "reason": "not_a_coffee_shop",
        "details": "This is the lounge of our rowing club. The coffee is good, but only members get in, and people from out of town keep ringing the bell.",
        "name": "Ines Calloway",
        "email": "ines.calloway@mail.example"
    });
    member
        .post("/api/takedown-requests", &takedown, StatusCode::ACCEPTED)
        .await?;
    list(stage, now).await
}

/// Lists a shop whose name is that of a chain and, it seems, its own as well. Without a website or a picture, which jobs would look for
/// on the internet.
async fn list(stage: &Stage, now: DateTime<Utc>) -> Result<()> {
    stage.go_to(now - days(1, 583));
    let mut submitter = Person::at(stage, [203, 0, 113, 161]);
    let form = json!({
        "name": "Second Cup",
        "address": "412 Sweetgum Lane",
        "zipCode": "71301",
        "latitude": 31.3113,
        "longitude": -92.4451,
        "description": "My aunt named it for what she says to everybody who gets up to leave.",
        "hours": "M-F 7am-3pm, Sat 8-2",
        "ownerName": "Theo Lindgren",
        "ownerEmail": format!("{SUBMITTER}@mail.example")
    });
    let listed = submitter
        .post("/api/coffee-shops", &form, StatusCode::CREATED)
        .await?;
    // At once: a past that is cut short behind it leaves no shop that seems real.
    let id: Uuid = id_in(&listed)?.parse().map_err(Error::failed)?;
    demo::adopt_shop(stage.services(), id).await?;
    stage.deliver().await
}
