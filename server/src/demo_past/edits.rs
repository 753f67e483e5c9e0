//! The administrator's ordinary work of a month, as the audit log has it.

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use super::{LISTED_FOR, days, people::Person, stage::Stage, suggestions::other_phone};
use crate::{
    catalog::entities::shop,
    platform::error::{Error, Result},
};

/// How many shops are edited.
const SHOPS: usize = 5;

/// The shops that are edited. They have no website, so none of them is one of [`super::Cast`]'s.
pub(super) struct Edited {
    phone: shop::Model,
    hours: shop::Model,
    description: shop::Model,
    /// Edited by mistake.
    mistaken: shop::Model,
    /// With new amenities, in a town whose text is rewritten.
    amenities: shop::Model,
}

impl Edited {
    /// Chooses among `samples`, which are in the order of their slugs.
    pub(super) fn among(samples: &[shop::Model], now: DateTime<Utc>) -> Result<Self> {
        let suitable: Vec<&shop::Model> = samples
            .iter()
            .filter(|shop| {
                shop.website.is_none()
                    && shop.opening_hours.is_some()
                    && shop.telephone.is_some()
                    && shop.created_at <= now - LISTED_FOR
            })
            .collect();
        let step = suitable.len() / SHOPS;
        let mut chosen = suitable.into_iter().step_by(step.max(1));
        let mut next = || {
            let shop = chosen.next();
            shop.cloned().ok_or_else(|| {
                Error::Internal(format!(
                    "fewer than {SHOPS} invented shops have hours and phone and no website"
                ))
            })
        };
        Ok(Self {
            phone: next()?,
            hours: next()?,
            description: next()?,
            mistaken: next()?,
            amenities: next()?,
        })
    }
}

pub(super) async fn play(stage: &Stage, edited: &Edited, now: DateTime<Utc>) -> Result<()> {
    stage.go_to(now - days(27, 214));
    let phone = json!({ "phone": other_phone(&edited.phone) });
    edit(stage, &edited.phone, &phone).await?;

    stage.go_to(now - days(22, 95));
    let hours = json!({ "hours": "Mon-Fri 6:45 AM - 2:15 PM, Sat 8 AM - 1 PM, Sun closed" });
    edit(stage, &edited.hours, &hours).await?;

    stage.go_to(now - days(16, 371));
    let description = json!({
        "description": "The counter faces the door, so you are greeted before you have found your glasses. The pastry changes with the week, the drip coffee doesn't."
    });
    edit(stage, &edited.description, &description).await?;

    undo_a_mistake(stage, &edited.mistaken, now).await?;

    stage.go_to(now - days(6, 52));
    let town = json!({
        "description": "Small enough to walk from one cup to the next. Ask at the counter what is in the oven today."
    });
    let path = format!("/api/admin/cities/{}", edited.amenities.city_id);
    act(stage, &path, &town).await?;

    stage.go_to(now - days(2, 163));
    let outdoors = json!({
        "hasOutdoorSeating": edited.amenities.has_outdoor_seating != Some(true),
        "petFriendly": edited.amenities.pet_friendly != Some(true)
    });
    edit(stage, &edited.amenities, &outdoors).await
}

/// An amenity of another shop, noticed nine minutes later.
async fn undo_a_mistake(stage: &Stage, shop: &shop::Model, now: DateTime<Utc>) -> Result<()> {
    stage.go_to(now - days(11, 128));
    let mut administrator = Person::administrator(stage).await?;
    let mistake = json!({ "goodForWork": shop.good_for_work != Some(true) });
    let path = format!("/api/admin/coffee-shops/{}", shop.id);
    let answer = administrator.put(&path, &mistake, StatusCode::OK).await?;
    let entry = answer.get("entry").and_then(Value::as_str);
    let entry = entry.ok_or_else(|| Error::Internal(format!("nothing was edited: {answer}")))?;
    stage.wait(TimeDelta::minutes(9));
    let path = format!("/api/admin/audit/{entry}/undo");
    administrator
        .post(&path, &json!({}), StatusCode::OK)
        .await?;
    leave(administrator).await
}

async fn edit(stage: &Stage, shop: &shop::Model, changes: &Value) -> Result<()> {
    act(
        stage,
        &format!("/api/admin/coffee-shops/{}", shop.id),
        changes,
    )
    .await
}

async fn act(stage: &Stage, path: &str, changes: &Value) -> Result<()> {
    let mut administrator = Person::administrator(stage).await?;
    administrator.put(path, changes, StatusCode::OK).await?;
    leave(administrator).await
}

async fn leave(administrator: Person<'_>) -> Result<()> {
    administrator.sign_out("/api/admin/logout").await
}
