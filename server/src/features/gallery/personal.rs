//! What a shop's people cut away from photos may show a person; nobody but them sees it. It goes when they are erased.

use sea_orm::ConnectionTrait;
use serde_json::json;
use uuid::Uuid;

use crate::{
    catalog::{
        entities::photo,
        people::{self, ShopRole},
        photos::{self, Owner},
    },
    features::{Erased, PersonalData},
    platform::error::Result,
};

pub(super) fn all() -> Vec<PersonalData> {
    vec![ORIGINALS]
}

const ORIGINALS: PersonalData = PersonalData {
    name: "original-photos",
    export: |services, whose| {
        Box::pin(async move {
            let parts = parts_of(services.database.reads(), whose.person).await?;
            let parts = parts.iter();
            let parts =
                parts.map(|part| json!({ "shopId": part.owner_id, "createdAt": part.created_at }));
            Ok(parts.collect())
        })
    },
    erase: |_, act, whose| {
        Box::pin(async move {
            let parts = parts_of(act.transaction(), whose.person).await?;
            photos::give_up_originals(act.transaction(), &parts, act.now()).await?;
            Ok(Erased {
                count: parts.len() as u64,
                kept: None,
            })
        })
    },
};

/// The parts of photos that the pages of the person's shops show. A manager's are the owner's.
async fn parts_of(
    connection: &impl ConnectionTrait,
    person: Option<Uuid>,
) -> Result<Vec<photo::Model>> {
    let Some(person) = person else {
        return Ok(Vec::new());
    };
    let mut parts = Vec::new();
    for (shop, role) in people::shops_of(connection, person).await? {
        if role != ShopRole::Manager {
            parts.extend(photos::of_owner(connection, Owner::Shop(shop.id)).await?);
        }
    }
    parts.retain(|photo| photo.original_key.is_some());
    Ok(parts)
}
