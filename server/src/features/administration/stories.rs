//! Local stories, pending and decided.

use std::collections::HashMap;

use axum::extract::{Path, RawQuery, State};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{id_of, query_of, store};
use crate::{
    catalog::{
        Photo,
        entities::{
            photo::OwnerKind,
            shop,
            story::{self, Status},
        },
        photos, story_photos,
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        arguments::Parameter,
        database::Database,
        error::{Error, ErrorBody, FieldErrors, Result},
        mail::{Brand, EmailAddress, MailText, NewMail, Notice, Sample},
        photo_files::address_of,
        typed_text::Field,
        web::{Actor, Fresh, JsonBodyIfAny},
    },
};

/// Stories per response.
const MAX_LISTED: u64 = 1000;
const MISSING: &str = "There is no such story.";
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
    /// Additive: when it was decided or last changed.
    pub updated_at: DateTime<Utc>,
    /// Additive: what the shop's page shows until this one is decided (D54).
    #[schema(required)]
    pub replaces: Option<ReplacedStory>,
}

/// The story that a new one would take the place of.
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
    /// The decision's entry in the audit log, to undo it by.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// Nothing, or why.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StoryDecision {
    /// Emailed to the shop's owner when a story is rejected.
    #[schema(max_length = 500)]
    pub reason: Option<String>,
}

/// List stories, the newest first.
#[utoipa::path(get, path = "/api/admin/local-vibes", tag = "administration",
    params(("status" = inline(Option<Status>), Query)),
    responses((status = 200, body = Vec<AdminStory>), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
pub async fn list_stories(
    State(services): State<Services>,
    RawQuery(query): RawQuery,
) -> Result<Fresh<Vec<AdminStory>>> {
    let known = [Parameter::choice(
        "status",
        &["pending", "approved", "rejected"],
    )];
    let arguments = query_of(query.as_deref(), &known)?;
    let status = arguments.query("status").and_then(|status| match status {
        "pending" => Some(Status::Pending),
        "approved" => Some(Status::Approved),
        "rejected" => Some(Status::Rejected),
        _ => None,
    });
    stories(&services, status).await.map(Fresh)
}

/// Stories for the administrator, in this order.
pub(super) async fn answers(
    services: &Services,
    rows: Vec<story::Model>,
) -> Result<Vec<AdminStory>> {
    let photos = photos_of(&services.database, &rows).await?;
    let view = services.catalog.view();
    let answers = rows.into_iter().map(|row| {
        let shop = view.any_shop(row.shop_id);
        let city = shop.as_deref().and_then(|shop| view.city(shop.city_id));
        let shown = shop.as_deref().and_then(|shop| shop.stories.first());
        let replaces = shown.filter(|_| row.status == Status::Pending);
        AdminStory {
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
            photo_url: photos.get(&row.id).cloned().or_else(|| {
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

async fn photos_of(database: &Database, rows: &[story::Model]) -> Result<HashMap<Uuid, String>> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let mut addresses = HashMap::new();
    for some in ids.chunks(500) {
        for row in photos::of_owners(database.reads(), OwnerKind::Story, some).await? {
            if row.removed_at.is_none() && row.width > 0 {
                let file = photos::stored(&row);
                addresses.insert(row.owner_id, address_of(&file.key, file.width));
            }
        }
    }
    Ok(addresses)
}

/// Approve a story that waits. No body is needed. It takes the place of the one that the shop told before.
#[utoipa::path(post, path = "/api/admin/local-vibes/{id}/approve", tag = "administration", params(("id" = String, Path)),
    request_body = Option<StoryDecision>,
    responses((status = 200, body = DecidedStory), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "It was decided already", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn approve_story(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBodyIfAny(_): JsonBodyIfAny<StoryDecision>,
) -> Result<Fresh<DecidedStory>> {
    approve(&services, actor, &id).await.map(Fresh)
}

/// Reject a story that waits. With a reason the shop's owner is told, where the address is known.
#[utoipa::path(post, path = "/api/admin/local-vibes/{id}/reject", tag = "administration", params(("id" = String, Path)),
    request_body = Option<StoryDecision>,
    responses((status = 200, body = DecidedStory), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "It was decided already", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn reject_story(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBodyIfAny(decision): JsonBodyIfAny<StoryDecision>,
) -> Result<Fresh<DecidedStory>> {
    let reason = decision.reason.as_deref();
    reject(&services, actor, &id, reason).await.map(Fresh)
}

/// The stories in this state, or all, newest first.
///
/// # Errors
///
/// When the database fails.
pub async fn stories(services: &Services, status: Option<Status>) -> Result<Vec<AdminStory>> {
    let rows = store::stories(services.database.reads(), status, MAX_LISTED).await?;
    answers(services, rows).await
}

/// Approves a story.
///
/// # Errors
///
/// When there is no such story or it was already decided, or the database fails.
pub async fn approve(services: &Services, actor: Actor, id: &str) -> Result<DecidedStory> {
    decide(services, actor, id, (Status::Approved, None)).await
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
    let mut wrong = FieldErrors::default();
    let reason = REASON.paragraphs(reason, &mut wrong);
    wrong.refuse_any()?;
    decide(services, actor, id, (Status::Rejected, reason)).await
}

async fn decide(
    services: &Services,
    actor: Actor,
    id: &str,
    (status, reason): (Status, Option<String>),
) -> Result<DecidedStory> {
    let id = id_of(id, MISSING)?;
    let action = match status {
        Status::Approved => "story.approve",
        Status::Rejected | Status::Pending => "story.reject",
    };
    let held = services.clone();
    let acted = services
        .ledger
        .act(actor, action, move |act| {
            let (reason, services) = (reason.clone(), held.clone());
            Box::pin(async move {
                let row: Option<story::Model> = act.find(id).await?;
                let row = row.ok_or_else(|| Error::NotFound(MISSING.into()))?;
                if row.status != Status::Pending {
                    return Err(Error::Conflict(
                        "This story has already been decided.".into(),
                    ));
                }
                let shop: Option<shop::Model> = act.find(row.shop_id).await?;
                let name = shop.as_ref().map_or("", |shop| &shop.name);
                act.set_subject(Subject::new("story", row.id, name));
                if let Some(reason) = &reason {
                    act.set_note(reason);
                    if let Some(shop) = &shop {
                        tell_owner(&services, act, shop, reason).await?;
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
        story: story.ok_or_else(|| Error::NotFound(MISSING.into()))?,
        entry: acted.entry,
    })
}

/// Emails the shop's owner or submitter, if the address is confirmed.
async fn tell_owner(
    services: &Services,
    act: &Act<'_>,
    shop: &shop::Model,
    reason: &str,
) -> Result<()> {
    let Some(id) = shop.owner_id.or(shop.submitter_id) else {
        return Ok(());
    };
    let person = store::person(act.transaction(), id).await?;
    let Some(person) = person.filter(|person| person.confirmed_at.is_some()) else {
        return Ok(());
    };
    let mail = NewMail {
        to: EmailAddress::parse(&person.email, "email")?,
        words: rejected(
            &Brand::of(&services.settings),
            &shop.name,
            &shop.slug,
            reason,
        )?,
        about: Some(person.id),
        list: None,
    };
    let id = services.identifiers.next();
    let outbox = act.transaction();
    let ids = (id, act.entry());
    services
        .mail
        .enqueue_held(outbox, &mail, ids, act.now())
        .await
}

/// The email about a rejected story.
fn rejected(brand: &Brand, name: &str, slug: &str, reason: &str) -> Result<MailText> {
    let notice = Notice {
        subject: format!("Your local story for {name}"),
        preview: "Here's why it wasn't published.".to_owned(),
        heading: "Your story wasn't published".to_owned(),
        paragraphs: vec![
            format!("Thank you for the local story from {name}. We couldn't publish it as is."),
            "You can change it on your shop's page and submit it again.".to_owned(),
        ],
        quote: Some(reason.to_owned()),
        button: Some(("Change the story", format!("/your-shop/{slug}"))),
        why: format!(
            "You're receiving this because you manage {name} on {}.",
            brand.name
        ),
    };
    notice.words(brand)
}

/// A sample of each email.
pub(super) fn samples(services: &Services) -> Result<Vec<Sample>> {
    let brand = Brand::of(&services.settings);
    let (name, slug) = ("Rust & Bean", "rust-and-bean-alexandria-la");
    let reason = "Please tell us a little more about the festival: when is it?";
    let words = rejected(&brand, name, slug, reason)?;
    Ok(vec![Sample::new("story-rejected", words)])
}
