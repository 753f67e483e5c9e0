//! Adding what waits for the administrator. Visitors' forms do, and people who say that somebody else used their address (D91).

use uuid::Uuid;

use super::{
    entities::{
        request::{Kind, Model, Status},
        shop,
    },
    writing::Act,
};
use crate::platform::error::Result;

/// The most signs of a title.
const LONGEST_SUBJECT: usize = 300;

/// A new request.
#[derive(Clone, Debug)]
pub struct NewRequest {
    pub kind: Kind,
    pub shop_id: Option<Uuid>,
    pub subject: String,
    pub explanation: String,
    pub details: Option<serde_json::Value>,
    pub name: Option<String>,
    /// Where the answer goes; nobody is told if it is absent.
    pub email: Option<String>,
}

/// Adds an open request.
pub async fn add(act: &Act<'_>, id: Uuid, new: NewRequest) -> Result<Model> {
    let row = Model {
        id,
        kind: new.kind,
        status: Status::Open,
        shop_id: new.shop_id,
        subject: new.subject.chars().take(LONGEST_SUBJECT).collect(),
        explanation: new.explanation,
        details: new.details,
        name: new.name,
        email: new.email,
        answer: None,
        created_at: act.now(),
        decided_at: None,
    };
    act.insert(&row).await?;
    Ok(row)
}

/// Tells the administrator that somebody used another person's address to list or claim a shop (D91), in that person's
/// `words`.
pub async fn add_not_mine(
    act: &Act<'_>,
    id: Uuid,
    (kind, words): (Kind, &str),
    shop: shop::Model,
) -> Result<()> {
    let new = NewRequest {
        kind,
        shop_id: Some(shop.id),
        subject: shop.name,
        explanation: words.to_owned(),
        details: None,
        name: None,
        email: None,
    };
    add(act, id, new).await?;
    Ok(())
}
