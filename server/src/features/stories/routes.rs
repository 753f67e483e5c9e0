//! Writing a story, and adding a photo to it.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    rules::{self, Step, StoryText},
    store,
};
use crate::{
    catalog::{
        Kind,
        entities::{
            shop,
            story::{self, Status},
        },
        not_found::story_not_found,
        people::{self, ShopAccess, ShopRole},
        photos::{self, NewPhoto, Owner},
        story_photos,
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        given::whole_number,
        limits::table::STORIES_OF_A_SHOP,
        photo_files::{NewUpload, UploadAddress, use_upload},
        sessions::SignedIn,
        web::{Actor, Fresh, JsonBody, path_id},
    },
};

const CHANGED: &str = "Someone changed this story after you opened it.";
/// The purpose of this room's uploads.
const PURPOSE: &str = "story";

/// A local story about the town.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct StoryWords {
    /// A unique fact or story about the town; at most 500 characters.
    #[schema(value_type = String, required, max_length = 500,
        pattern = r"[^\x00-\x20\x7f-\xa0\xad\u061c\u1680\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff\ufff9-\ufffb]")]
    pub prompt1_response: Option<String>,
    /// A local event or tradition; at most 500 characters.
    #[schema(max_length = 500)]
    pub prompt2_response: Option<String>,
    /// The `version` of the story that the text is based on, 0 when there was none: for the administrator the one on the
    /// page, for the shop's people theirs in `GET /api/session`. If there is another one by now, nothing is saved (409, with
    /// that one in `details.current`).
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: Option<i64>,
}

/// A story, as its author sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WrittenStory {
    pub id: Uuid,
    pub status: Status,
    pub prompt1_response: String,
    #[schema(required)]
    pub prompt2_response: Option<String>,
    /// Rises with every change.
    pub version: i64,
}

impl From<story::Model> for WrittenStory {
    fn from(row: story::Model) -> Self {
        Self {
            id: row.id,
            status: row.status,
            version: row.edition(),
            prompt1_response: row.prompt1_response,
            prompt2_response: row.prompt2_response,
        }
    }
}

/// A photo that was uploaded to the URL from an upload request.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StoryPhoto {
    #[serde(rename = "photoURL")]
    #[schema(max_length = 500)]
    pub photo_url: String,
}

/// The stored photo.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoryPhotoAdded {
    pub id: Uuid,
    pub photo_url: String,
}

/// Submit a story about the shop's town. It is pending until the administrator decides; the administrator's own is public
/// at once.
#[utoipa::path(post, path = "/api/coffee-shops/{slugOrId}/local-vibes", tag = "stories",
    params(("slugOrId" = String, Path)), request_body = StoryWords,
    responses((status = 200, body = WrittenStory), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "A story waits already", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn submit_story(
    State(services): State<Services>,
    Path(_): Path<String>,
    actor: Actor,
    access: ShopAccess,
    JsonBody(words): JsonBody<StoryWords>,
) -> Result<Fresh<WrittenStory>> {
    write(&services, (actor, access), &words, false).await
}

/// Edit the shop's story. An approved one stays public until the administrator decides about the edit.
#[utoipa::path(put, path = "/api/coffee-shops/{slugOrId}/local-vibes", tag = "stories",
    params(("slugOrId" = String, Path)), request_body = StoryWords,
    responses((status = 200, body = WrittenStory), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "The story has changed since it was read", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn change_story(
    State(services): State<Services>,
    Path(_): Path<String>,
    actor: Actor,
    access: ShopAccess,
    JsonBody(words): JsonBody<StoryWords>,
) -> Result<Fresh<WrittenStory>> {
    write(&services, (actor, access), &words, true).await
}

async fn write(
    services: &Services,
    (actor, access): (Actor, ShopAccess),
    words: &StoryWords,
    is_edit: bool,
) -> Result<Fresh<WrittenStory>> {
    let is_administrator = access.role == ShopRole::Administrator;
    let missing = if is_administrator {
        "Main story is required"
    } else {
        "This field is required"
    };
    let read = words.version;
    let words = StoryText::read(
        words.prompt1_response.as_deref(),
        words.prompt2_response.as_deref(),
        missing,
    )?;
    services
        .limits
        .check(&STORIES_OF_A_SHOP, access.shop.to_string())?;
    let identifiers = services.identifiers.clone();
    let acted = services
        .ledger
        .act(actor, "story.write", move |act| {
            let (words, id) = (words.clone(), identifiers.next());
            Box::pin(async move {
                let shop = access.lock(act).await?;
                let present = if is_administrator {
                    let approved = store::approved_of(act.transaction(), shop.id).await?;
                    approved.into_iter().max_by_key(|story| story.created_at)
                } else {
                    people::latest_story_of(act.transaction(), shop.id).await?
                };
                if let Some(read) = read {
                    refuse_stale(present.as_ref(), read)?;
                }
                let status = present.as_ref().map(|story| story.status);
                let step = if is_administrator {
                    rules::step_of_administrator(present.is_some())
                } else {
                    // Whoever has seen what waits edits it.
                    rules::step_of_owner(status, is_edit || read.is_some())
                };
                match (step, present) {
                    (Step::Rewrite(status), Some(row)) => {
                        act.set_subject(Subject::new("story", row.id, &shop.name));
                        if status == Status::Approved {
                            remove_other_approved(act, &row).await?;
                        }
                        let mut after = row.clone();
                        after.status = status;
                        after.prompt1_response = words.main;
                        after.prompt2_response = words.details;
                        act.update(&row, after).await
                    }
                    (Step::Add(status), present) => {
                        act.set_subject(Subject::new("story", id, &shop.name));
                        let row = story::Model {
                            id,
                            shop_id: shop.id,
                            status,
                            prompt1_response: words.main,
                            prompt2_response: words.details,
                            photo_url: None,
                            created_at: act.now(),
                            updated_at: act.now(),
                        };
                        act.insert(&row).await?;
                        if let Some(rejected) =
                            present.filter(|story| story.status == Status::Rejected)
                        {
                            story_photos::take_over(act, &rejected, &row).await?;
                        }
                        Ok(row)
                    }
                    (Step::Refuse | Step::Rewrite(_), _) => Err(Error::Conflict(
                        "Your local story is under review and will be published once approved."
                            .into(),
                    )),
                }
            })
        })
        .await?;
    Ok(Fresh(acted.value.into()))
}

/// Refuses a text that is based on another story than the present one.
fn refuse_stale(present: Option<&story::Model>, read: i64) -> Result<()> {
    if present.map_or(0, story::Model::edition) == read {
        return Ok(());
    }
    let current = present.cloned().map(WrittenStory::from);
    Err(Error::stale(CHANGED, Some(json!(current))))
}

/// A shop has one story at a time.
async fn remove_other_approved(act: &Act<'_>, kept: &story::Model) -> Result<()> {
    for other in store::approved_of(act.transaction(), kept.shop_id).await? {
        if other.id != kept.id {
            story_photos::take_over(act, &other, kept).await?;
            act.delete(&other).await?;
        }
    }
    Ok(())
}

/// Request a URL to which a story's photo can be uploaded by PUT: JPEG, PNG or WebP, at most 5,242,880 bytes.
#[utoipa::path(post, path = "/api/local-vibes/upload", tag = "stories",
    responses((status = 200, body = UploadAddress), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn request_upload(
    State(services): State<Services>,
    signed_in: SignedIn,
) -> Result<Fresh<UploadAddress>> {
    let holder = signed_in.upload_holder();
    let upload = NewUpload {
        purpose: PURPOSE,
        holder: &holder,
        target: None,
    };
    services.photo_files.new_upload(upload).await.map(Fresh)
}

/// Attach an uploaded photo to one's own pending story.
#[utoipa::path(put, path = "/api/local-vibes/{id}/photo", tag = "stories", params(("id" = String, Path)),
    request_body = StoryPhoto,
    responses((status = 200, body = StoryPhotoAdded), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "The story was decided", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn add_photo(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    signed_in: SignedIn,
    JsonBody(photo): JsonBody<StoryPhoto>,
) -> Result<Fresh<StoryPhotoAdded>> {
    let id = path_id(&id, story_not_found)?;
    let person = actor.person().ok_or_else(story_not_found)?;
    let holder = signed_in.upload_holder();
    let held = services.clone();
    let acted = services
        .ledger
        .act(actor, "story.photo", move |act| {
            let (services, photo, holder) = (held.clone(), photo.clone(), holder.clone());
            Box::pin(async move {
                // Locked before anything is decided: an approval in progress ends first.
                let row: Option<story::Model> = act.find(id).await?;
                let row = row.ok_or_else(story_not_found)?;
                let shop: shop::Model = act.find(row.shop_id).await?.ok_or_else(story_not_found)?;
                // Someone else's story is treated as missing.
                people::role_in(act.transaction(), &shop, person)
                    .await?
                    .ok_or_else(story_not_found)?;
                if row.status != Status::Pending {
                    return Err(Error::Conflict(
                        "This story has already been decided. Submit it again to change its photo."
                            .into(),
                    ));
                }
                let upload = NewUpload {
                    purpose: PURPOSE,
                    holder: &holder,
                    target: None,
                };
                let file = use_upload(act.transaction(), &photo.photo_url, upload).await?;
                let owner = Owner::Story(row.id, shop.id);
                for old in photos::of_owner(act.transaction(), owner).await? {
                    photos::remove(act.transaction(), &old, act.now()).await?;
                }
                let new = NewPhoto::uploaded(owner, file, "owner");
                let added =
                    photos::add(act.transaction(), &new, &services.identifiers, act.now()).await?;
                act.set_subject(Subject::new("story", row.id, &shop.name));
                act.set_note("photo added");
                act.touch((Kind::Shop, shop.id));
                Ok((row.id, photos::Photo::from(added).address()))
            })
        })
        .await?;
    let (id, photo_url) = acted.value;
    Ok(Fresh(StoryPhotoAdded { id, photo_url }))
}
