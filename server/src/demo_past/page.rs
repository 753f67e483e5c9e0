//! Photos: the owner whom a door of the demo shows has added one to the shop's page, which lacks nothing else.

use axum::http::{Method, StatusCode};
use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::{
    days,
    stage::{Person, Stage, text_in},
};
use crate::{
    catalog::entities::shop,
    features::demo,
    platform::error::{Error, Result},
};

/// The page that gets a photo.
pub(super) struct Shown {
    shop: shop::Model,
    owner: Uuid,
    picture: Vec<u8>,
}

impl Shown {
    /// Finds it, and draws what its owner will add.
    pub(super) async fn draw(stage: &Stage) -> Result<Self> {
        let services = stage.services();
        let shown = demo::shown_sample(services.database.reads()).await?;
        let missing = || Error::Internal("no boosted invented shop has an owner".to_owned());
        let (shop, owner) = shown.ok_or_else(missing)?;
        let picture = demo::draw_upload(services, &shop.slug).await?;
        Ok(Self {
            shop,
            owner,
            picture,
        })
    }
}

pub(super) async fn play(stage: &Stage, shown: Shown, now: DateTime<Utc>) -> Result<()> {
    stage.go_to(now - days(13, 52));
    // Whoever proves the address of an invented owner isn't shown any more.
    let mut owner = stage.owner(shown.owner, [203, 0, 113, 143]).await?;
    let path = format!("/api/your-shop/{}/photos", shown.shop.slug);
    let asked = format!("{path}/upload");
    let address = upload(stage, &mut owner, (&asked, shown.picture)).await?;
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
