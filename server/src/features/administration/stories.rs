//! Local stories, pending and decided.

use std::collections::HashMap;

use axum::extract::{Path, State};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{store, story_emails};
use crate::{
    catalog::{
        Photo,
        entities::{
            photo::{self, OwnerKind},
            shop,
            story::{self, Status},
        },
        not_found::story_not_found,
        photos::{self, Owner},
        story_photos,
        writing::Subject,
    },
    features::Services,
    platform::{
        database::Database,
        error::{Error, ErrorBody, FieldErrors, Result},
        given::whole_number,
        photo_files::address_of,
        typed_text::Field,
        web::{Actor, Fresh, JsonBody, JsonBodyIfAny, path_id},
    },
};

const STALE: &str = "The story was changed while you were reading it. Please read it again.";
/// At most as many stories are listed without pages.
pub const MAX_LISTED: usize = 1_000;
const REASON: Field = Field {
    name: "reason",
    label: "Reason",
    most: 500,
};

/// A story with the shop that tells it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminStory {
    pub id: Uuid,
    pub status: Status,
    pub created_at: DateTime<Utc>,
    pub coffee_shop: AdminStoryShop,
    /// The main story.
    pub prompt1_response: String,
    #[schema(required)]
    pub prompt2_response: Option<String>,
    #[schema(required)]
    pub photo_url: Option<String>,
    /// When it was decided or last changed.
    pub updated_at: DateTime<Utc>,
    /// Increases when its author changes the text or the photo. Send it back with a decision, so that nothing is published
    /// that you haven't read.
    pub version: i64,
    /// The story that the shop's page shows until this one is decided (D54).
    #[schema(required)]
    pub replaces: Option<ReplacedStory>,
}

/// The story that a new one would replace.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplacedStory {
    pub prompt1_response: String,
    #[schema(required)]
    pub prompt2_response: Option<String>,
}

/// The shop of a story.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminStoryShop {
    pub name: String,
    pub city_name: String,
    pub slug: String,
}

/// A story after a decision.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecidedStory {
    #[serde(flatten)]
    pub story: AdminStory,
    /// ID of the decision's audit log entry, for undo.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// A decision about a story; may be empty.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StoryDecision {
    /// Emailed to the shop's owner when a story is rejected.
    #[schema(max_length = 500)]
    pub reason: Option<String>,
    /// The version that was read. If the story has changed since, the response is 409; absent skips the check.
    #[serde(default, deserialize_with = "whole_number")]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: Option<i64>,
}

/// What is decided about a story.
#[derive(Clone, Debug)]
enum Verdict {
    Approve,
    /// With a reason, if one was given.
    Reject(Option<String>),
    /// An approved story goes, for this reason.
    TakeDown(String),
}

impl Verdict {
    /// Its action in the audit log, the state of stories that it is about, and the one after it.
    fn effect(&self) -> (&'static str, Status, Status) {
        match self {
            Self::Approve => ("story.approve", Status::Pending, Status::Approved),
            Self::Reject(_) => ("story.reject", Status::Pending, Status::Rejected),
            Self::TakeDown(_) => ("story.take_down", Status::Approved, Status::Rejected),
        }
    }

    fn reason(&self) -> Option<&str> {
        match self {
            Self::Approve => None,
            Self::Reject(reason) => reason.as_deref(),
            Self::TakeDown(reason) => Some(reason),
        }
    }
}

/// When the story's text or photo last changed, as a number.
fn version_of(row: &story::Model, photos: &[photo::Model]) -> i64 {
    let shown = photos.iter().map(|photo| photo.created_at);
    let last = shown.fold(row.updated_at, DateTime::max);
    last.timestamp_micros()
}

/// Stories for the administrator, in this order.
pub(super) async fn answers(
    services: &Services,
    rows: Vec<story::Model>,
) -> Result<Vec<AdminStory>> {
    let photos = photos_of(&services.database, &rows).await?;
    let none = Vec::new();
    let view = services.catalog.view();
    let answers = rows.into_iter().map(|row| {
        let shop = view.any_shop(row.shop_id);
        let city = shop.as_deref().and_then(|shop| view.city(shop.city_id));
        let shown = shop.as_deref().and_then(|shop| shop.stories.first());
        let replaces = shown.filter(|_| row.status == Status::Pending);
        let own = photos.get(&row.id).unwrap_or(&none);
        AdminStory {
            version: version_of(&row, own),
            id: row.id,
            status: row.status,
            created_at: row.created_at,
            updated_at: row.updated_at,
            coffee_shop: AdminStoryShop {
                name: shop
                    .as_deref()
                    .map_or_else(String::new, |shop| shop.name.to_string()),
                slug: shop
                    .as_deref()
                    .map_or_else(String::new, |shop| shop.slug.to_string()),
                city_name: city.map_or_else(String::new, |entry| {
                    format!("{}, {}", entry.city.name, entry.city.state)
                }),
            },
            prompt1_response: row.prompt1_response,
            prompt2_response: row.prompt2_response,
            // A story without a photo takes over the one of the story it replaces.
            photo_url: own.last().map(photo_address).or_else(|| {
                let photo = replaces.and_then(|story| story.photos.first());
                photo.map(Photo::address)
            }),
            replaces: replaces.map(|story| ReplacedStory {
                prompt1_response: story.prompt1_response.to_string(),
                prompt2_response: story.prompt2_response.as_deref().map(str::to_owned),
            }),
        }
    });
    Ok(answers.collect())
}

/// The stories' photos that are shown.
async fn photos_of(
    database: &Database,
    rows: &[story::Model],
) -> Result<HashMap<Uuid, Vec<photo::Model>>> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let mut found: HashMap<Uuid, Vec<photo::Model>> = HashMap::new();
    for some in ids.chunks(500) {
        for row in photos::of_owners(database.reads(), OwnerKind::Story, some).await? {
            if row.removed_at.is_none() && row.width > 0 {
                found.entry(row.owner_id).or_default().push(row);
            }
        }
    }
    Ok(found)
}

fn photo_address(row: &photo::Model) -> String {
    let file = photos::stored(row);
    address_of(&file.key, file.width)
}

/// Approve a pending story. It replaces the shop's current one. 409 if it was already decided, or changed after the version
/// that was sent.
#[utoipa::path(post, path = "/api/admin/local-vibes/{id}/approve", tag = "administration", params(("id" = String, Path)),
    request_body = Option<StoryDecision>,
    responses((status = 200, body = DecidedStory), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Already decided", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn approve_story(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBodyIfAny(decision): JsonBodyIfAny<StoryDecision>,
) -> Result<Fresh<DecidedStory>> {
    let verdict = (Verdict::Approve, decision.version);
    decide(&services, actor, &id, verdict).await.map(Fresh)
}

/// Reject a pending story. A reason is emailed to the shop's owner, if the address is known. 409 as for approval.
#[utoipa::path(post, path = "/api/admin/local-vibes/{id}/reject", tag = "administration", params(("id" = String, Path)),
    request_body = Option<StoryDecision>,
    responses((status = 200, body = DecidedStory), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Already decided", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn reject_story(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBodyIfAny(decision): JsonBodyIfAny<StoryDecision>,
) -> Result<Fresh<DecidedStory>> {
    let verdict = Verdict::Reject(read_reason(decision.reason.as_deref())?);
    let verdict = (verdict, decision.version);
    decide(&services, actor, &id, verdict).await.map(Fresh)
}

/// Take down an approved story: it is rejected, and the required reason is emailed to the shop's owner, if the address is
/// known. 409 if it isn't shown any more, or changed after the version that was sent.
#[utoipa::path(post, path = "/api/admin/local-vibes/{id}/take-down", tag = "administration", params(("id" = String, Path)),
    request_body = StoryDecision,
    responses((status = 200, body = DecidedStory), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Not shown any more", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn take_down_story(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBody(decision): JsonBody<StoryDecision>,
) -> Result<Fresh<DecidedStory>> {
    let reason = read_reason(decision.reason.as_deref())?
        .ok_or_else(|| Error::invalid_field("reason", "Say why: we email it to the owner."))?;
    let verdict = (Verdict::TakeDown(reason), decision.version);
    decide(&services, actor, &id, verdict).await.map(Fresh)
}

/// The newest [`MAX_LISTED`] stories in this state, or in any, newest first.
pub async fn stories(services: &Services, status: Option<Status>) -> Result<Vec<AdminStory>> {
    let rows = store::stories(services.database.reads(), status, (0, MAX_LISTED)).await?;
    answers(services, rows).await
}

/// Approves a story.
///
/// # Errors
///
/// When there is no such story or it was already decided, or the database fails.
pub async fn approve(services: &Services, actor: Actor, id: &str) -> Result<DecidedStory> {
    decide(services, actor, id, (Verdict::Approve, None)).await
}

/// Rejects a story, and emails the reason to its author.
///
/// # Errors
///
/// When there is no such story or it was already decided, or the database fails.
pub async fn reject(
    services: &Services,
    actor: Actor,
    id: &str,
    reason: Option<&str>,
) -> Result<DecidedStory> {
    let verdict = Verdict::Reject(read_reason(reason)?);
    decide(services, actor, id, (verdict, None)).await
}

fn read_reason(typed: Option<&str>) -> Result<Option<String>> {
    let mut wrong = FieldErrors::default();
    let reason = REASON.paragraphs(typed, &mut wrong);
    wrong.refuse_any()?;
    Ok(reason)
}

async fn decide(
    services: &Services,
    actor: Actor,
    id: &str,
    (verdict, version): (Verdict, Option<i64>),
) -> Result<DecidedStory> {
    let id = path_id(id, story_not_found)?;
    let (action, before, status) = verdict.effect();
    let held = services.clone();
    let acted = services
        .ledger
        .act(actor, action, move |act| {
            let (verdict, services) = (verdict.clone(), held.clone());
            Box::pin(async move {
                let row: Option<story::Model> = act.find(id).await?;
                let row = row.ok_or_else(story_not_found)?;
                if row.status != before {
                    return Err(Error::Conflict(if before == Status::Pending {
                        "This story has already been decided.".into()
                    } else {
                        "This story isn't shown any more.".into()
                    }));
                }
                let shop: Option<shop::Model> = act.find(row.shop_id).await?;
                let own = Owner::Story(row.id, row.shop_id);
                let own = photos::of_owner(act.transaction(), own).await?;
                if version.is_some_and(|version| version != version_of(&row, &own)) {
                    return Err(Error::stale(STALE, None));
                }
                let name = shop.as_ref().map_or("", |shop| &shop.name);
                act.set_subject(Subject::new("story", row.id, name));
                if let Some(reason) = verdict.reason() {
                    act.set_note(reason);
                    if let Some(shop) = &shop {
                        let was_shown = before == Status::Approved;
                        story_emails::tell_owner(&services, act, shop, (reason, was_shown)).await?;
                    }
                }
                if status == Status::Approved {
                    for old in store::approved_beside(act.transaction(), &row).await? {
                        story_photos::take_over(act, &old, &row).await?;
                        act.delete(&old).await?;
                    }
                }
                let mut after = row.clone();
                after.status = status;
                act.update(&row, after).await
            })
        })
        .await?;
    let story = answers(services, vec![acted.value]).await?.pop();
    Ok(DecidedStory {
        story: story.ok_or_else(story_not_found)?,
        entry: acted.entry,
    })
}
