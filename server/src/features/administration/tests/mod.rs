//! The administrator's work, through the API.

mod bad_input;
mod cities;
mod decisions;
mod files;
mod merging;
mod shops;
mod story_photo;

use sea_orm::{EntityTrait, IntoActiveModel};
use townperk::catalog::entities::{shop, story};

use crate::support::TestApp;

fn address_of(shop: &shop::Model) -> String {
    format!("/api/admin/coffee-shops/{}", shop.id)
}

/// The URL to undo the act in a response.
fn undo_of(answer: &serde_json::Value) -> String {
    let entry = answer["entry"].as_str().expect("something was done");
    format!("/api/admin/audit/{entry}/undo")
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
