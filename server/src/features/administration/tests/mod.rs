//! The administrator's work, through the API.

mod audit;
mod bad_input;
mod bulk;
mod cities;
mod decisions;
mod files;
mod inbox_mail;
mod merging;
mod removal;
mod shops;
mod spelling;
mod story_photo;
mod time_zones;
mod town_page;

use sea_orm::{EntityTrait, IntoActiveModel};
use townperk::catalog::entities::{shop, story};

use crate::support::{TestApp, Visitor};

fn address_of(shop: &shop::Model) -> String {
    format!("/api/admin/coffee-shops/{}", shop.id)
}

/// The URL to undo the act in a response.
fn undo_of(answer: &serde_json::Value) -> String {
    let entry = answer["entry"].as_str().expect("something was done");
    format!("/api/admin/audit/{entry}/undo")
}

/// A photo of 64 × 48 pixels.
const PHOTO: &[u8] =
    include_bytes!("../../../../../crates/photo-files/tests/files/progressive.jpg");

/// Uploads a photo to a new upload URL; returns that URL.
async fn uploaded(admin: &Visitor, request: &str) -> String {
    let upload = admin.post(request, &serde_json::json!({})).await;
    let upload = upload.expect(200).json();
    let address = upload["uploadURL"].as_str().unwrap().to_owned();
    let path = address.split_once(".example").unwrap().1.to_owned();
    let sent = admin
        .send("PUT".parse().unwrap(), &path, PHOTO.into())
        .await;
    sent.expect(200);
    address
}

async fn told(
    app: &TestApp,
    shop: &shop::Model,
    text: &str,
    status: story::Status,
) -> story::Model {
    let now = app.clock.now();
    let row = story::Model {
        id: app.identifiers.next(),
        shop_id: shop.id,
        status,
        prompt1_response: text.to_owned(),
        prompt2_response: None,
        photo_url: None,
        created_at: now,
        updated_at: now,
    };
    let written = row.clone();
    app.database
        .transaction(move |transaction| {
            let row = written.clone();
            Box::pin(async move {
                story::Entity::insert(row.into_active_model())
                    .exec_without_returning(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
        .unwrap();
    row
}
