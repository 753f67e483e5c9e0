//! The page of the owner whom a door of the demo shows, which lacks nothing: the owner has given hours that the editor of a week can
//! show, whatever they were, and added a photo.

use axum::http::{Method, StatusCode};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use uuid::Uuid;

use super::{
    days,
    people::{Person, text_in},
    stage::Stage,
};
use crate::{
    catalog::entities::shop,
    features::demo,
    platform::error::{Error, Result},
};

/// The shop's week.
const HOURS: &str = "Mon-Fri 6:30 AM - 4 PM, Sat 7 AM - 2 PM, Sun closed";

/// The page.
pub(super) struct Shown {
    shop: shop::Model,
    owner: Uuid,
}

impl Shown {
    pub(super) async fn find(stage: &Stage) -> Result<Self> {
        let shown = demo::shown_sample(stage.services().database.reads()).await?;
        let missing = || Error::Internal("no boosted invented shop has an owner".to_owned());
        let (shop, owner) = shown.ok_or_else(missing)?;
        Ok(Self { shop, owner })
    }

    /// The shop's slug.
    pub(super) fn slug(&self) -> &str {
        &self.shop.slug
    }
}

pub(super) async fn play(
    stage: &Stage,
    shown: &Shown,
    picture: Vec<u8>,
    now: DateTime<Utc>,
) -> Result<()> {
    stage.go_to(now - days(13, 52));
    // Whoever proves the address of an invented owner isn't shown any more.
    let mut owner = Person::owner(stage, shown.owner, [203, 0, 113, 143]).await?;
    let page = format!("/api/your-shop/{}", shown.shop.slug);
    let hours = json!({ "version": shown.shop.edition, "hours": HOURS });
    owner.patch(&page, &hours, StatusCode::OK).await?;
    stage.wait(TimeDelta::minutes(9));
    let path = format!("{page}/photos");
    let asked = format!("{path}/upload");
    let address = upload(stage, &mut owner, (&asked, picture)).await?;
    let photo = json!({ "photoURL": address, "alt": "The view from our table by the window" });
    owner.post(&path, &photo, StatusCode::OK).await?;
    owner.sign_out("/api/sign-out").await
}

/// Sends a picture as a browser does, to the address that a request to `path` brings. Returns that address.
pub(super) async fn upload(
    stage: &Stage,
    owner: &mut Person<'_>,
    (path, picture): (&str, Vec<u8>),
) -> Result<String> {
    let upload = owner.post(path, &json!({}), StatusCode::OK).await?;
    let address = text_in(&upload, "uploadURL")?;
    let origin = stage.services().settings.origin();
    let path = address.strip_prefix(&origin).unwrap_or(&address);
    owner
        .upload((Method::PUT, path), picture, StatusCode::OK)
        .await?;
    Ok(address)
}
