//! What the administrator does about a shop of the worklist. Each is an act, so it can be undone.

use axum::extract::{Path, State};
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    hours_mail, pause,
    people::{PAUSE, has_hours, is_reachable, people_of},
};
use crate::{
    catalog::{
        entities::{fact_answer::Fact, hours_question, shop},
        not_found::shop_not_found,
        origin::{EDITORS, FOURSQUARE_API},
        questions,
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        sessions,
        web::{Actor, Fresh, JsonBody, path_id},
    },
};

/// How long a shop is put off.
const LATER: TimeDelta = TimeDelta::days(30);

/// Which hours are right.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HoursSeen {
    /// As in the worklist: hours that somebody has changed since aren't confirmed.
    pub version: i64,
}

/// What was done.
#[derive(Debug, Serialize, ToSchema)]
pub struct WorkDone {
    /// ID of the audit log entry, for undo.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// Confirm a shop's hours, such as after a call: the shop is there, and they are right.
#[utoipa::path(post, operation_id = "confirm_hours_of_work", path = "/api/admin/worklist/{id}/confirm", tag = "administration",
    params(("id" = String, Path)), request_body = HoursSeen,
    responses((status = 200, body = WorkDone), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Edited meanwhile, or there are no hours", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn confirm_hours(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBody(seen): JsonBody<HoursSeen>,
) -> Result<Fresh<WorkDone>> {
    let id = path_id(&id, shop_not_found)?;
    let acted = services
        .ledger
        .act(actor, "shop.hours-confirmed", move |act| {
            Box::pin(async move {
                let row = locked(act, id).await?;
                if row.edition != seen.version {
                    return Err(Error::stale(
                        "Someone has changed this shop meanwhile. Please look at its hours again.",
                        Some(json!({ "version": row.edition })),
                    ));
                }
                if !has_hours(&row) {
                    return Err(Error::Conflict("Add the hours first.".into()));
                }
                let by = (EDITORS, act.now());
                let after = questions::confirmed(&row, (Fact::Place, true), by);
                let mut after = questions::confirmed(&after, (Fact::Hours, true), by);
                let source = after.provenance.0.get_mut("hours");
                if let Some(source) = source.filter(|source| *source == FOURSQUARE_API) {
                    // From now on they are ours, and don't expire with Foursquare's.
                    EDITORS.clone_into(source);
                }
                act.update(&row, after).await?;
                Ok(())
            })
        })
        .await?;
    Ok(Fresh(WorkDone { entry: acted.entry }))
}

/// Ask a shop's people by email whether its hours are right, at most every 180 days. The email waits for a moment, and
/// undo recalls it.
#[utoipa::path(post, path = "/api/admin/worklist/{id}/ask", tag = "administration", params(("id" = String, Path)),
    responses((status = 200, body = WorkDone), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "There is nobody or nothing to ask", body = ErrorBody)))]
pub async fn ask_owner(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
) -> Result<Fresh<WorkDone>> {
    let id = path_id(&id, shop_not_found)?;
    let held = services.clone();
    let acted = services
        .ledger
        .act(actor, "shop.ask_hours", move |act| {
            let services = held.clone();
            Box::pin(async move {
                let row = locked(act, id).await?;
                let nobody = || Error::Conflict("This shop has nobody whom we can ask.".into());
                let person = people_of(&row).ok_or_else(nobody)?;
                let person = sessions::find_person(act.transaction(), person).await?;
                let person = person.filter(is_reachable).ok_or_else(nobody)?;
                if !has_hours(&row) {
                    return Err(Error::Conflict("Add the hours first.".into()));
                }
                note_question(act, id).await?;
                let mail = hours_mail::of(&services, &row, &person, act.now())?;
                let ids = (services.identifiers.next(), act.entry());
                let (outbox, now) = (act.transaction(), act.now());
                services.mail.enqueue_held(outbox, &mail, ids, now).await
            })
        })
        .await?;
    services.mail.wake();
    Ok(Fresh(WorkDone { entry: acted.entry }))
}

/// Notes that they are asked now, unless they were within 180 days.
async fn note_question(act: &Act<'_>, shop: Uuid) -> Result<()> {
    let asked = hours_question::Model {
        id: shop,
        asked_at: act.now(),
        answered_at: None,
    };
    let Some(before) = act.find::<hours_question::Model>(shop).await? else {
        return act.insert(&asked).await;
    };
    if before.asked_at > act.now() - PAUSE {
        let day = before.asked_at.format("%B %-d, %Y");
        let message = format!("They were asked on {day}. We ask at most every 180 days.");
        return Err(Error::Conflict(message.into()));
    }
    act.update(&before, asked).await?;
    Ok(())
}

/// Put a shop off for 30 days, such as when nobody answers the phone.
#[utoipa::path(post, path = "/api/admin/worklist/{id}/later", tag = "administration", params(("id" = String, Path)),
    responses((status = 200, body = WorkDone), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn put_off(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
) -> Result<Fresh<WorkDone>> {
    let id = path_id(&id, shop_not_found)?;
    let acted = services
        .ledger
        .act(actor, "shop.put_off", move |act| {
            Box::pin(async move {
                locked(act, id).await?;
                let pause = pause::Model {
                    id,
                    ends_at: act.now() + LATER,
                };
                match act.find::<pause::Model>(id).await? {
                    Some(before) => act.update(&before, pause).await.map(|_| ()),
                    None => act.insert(&pause).await,
                }
            })
        })
        .await?;
    Ok(Fresh(WorkDone { entry: acted.entry }))
}

/// The row of a shop that visitors can see, which the act is about.
async fn locked(act: &Act<'_>, id: Uuid) -> Result<shop::Model> {
    let row: Option<shop::Model> = act.find(id).await?;
    let is_there =
        |row: &shop::Model| row.is_active && row.deleted_at.is_none() && row.closed_at.is_none();
    let row = row.filter(is_there).ok_or_else(shop_not_found)?;
    act.set_subject(Subject::new("shop", id, &row.name));
    Ok(row)
}
