//! The photo of a story. The administrator replaces, describes and removes it, whether the story is pending or shown.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    catalog::{
        Kind,
        answers::PhotoAnswer,
        entities::{photo, shop, story},
        not_found::story_not_found,
        photo_acts,
        photos::{self, NewPhoto, Owner, Photo, alternative_text},
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, FieldErrors, Result},
        given::given,
        photo_files::{NewUpload, UploadAddress, use_upload},
        sessions::SignedIn,
        web::{Actor, Fresh, JsonBody, path_id},
    },
};

/// The purpose of its uploads.
const PURPOSE: &str = "admin story";
/// The action name of all changes in the audit log.
const ACTION: &str = "story.photo";

/// A change of a story's photo. An absent field stays as it is.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AdminStoryPhotoChange {
    /// A photo that was uploaded to the URL from an upload request. It replaces the current one.
    #[serde(rename = "photoURL")]
    #[schema(max_length = 500)]
    pub photo_url: Option<String>,
    /// Alternative text, at most 200 characters; empty for a decorative photo, `null` for none yet.
    #[schema(value_type = Option<String>, max_length = 200)]
    #[serde(deserialize_with = "given")]
    pub alt: Option<Option<String>>,
}

/// A story's photo after a change.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdminStoryPhoto {
    #[schema(required)]
    pub photo: Option<PhotoAnswer>,
    /// ID of the entry in the audit log, for undo; `null` if nothing changed.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// Request a URL to which a story's photo can be uploaded by PUT: JPEG, PNG or WebP, at most 5,242,880 bytes.
#[utoipa::path(post, operation_id = "request_admin_story_upload", path = "/api/admin/local-vibes/upload", tag = "administration",
    responses((status = 200, body = UploadAddress), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn request_upload(
    State(services): State<Services>,
    signed_in: SignedIn,
) -> Result<Fresh<UploadAddress>> {
    let holder = signed_in.upload_holder();
    let upload = upload_of(&holder);
    services.photo_files.new_upload(upload).await.map(Fresh)
}

/// Replace a story's photo with one that was uploaded, or change its alternative text.
#[utoipa::path(put, operation_id = "change_admin_story_photo", path = "/api/admin/local-vibes/{id}/photo", tag = "administration",
    params(("id" = String, Path)), request_body = AdminStoryPhotoChange,
    responses((status = 200, body = AdminStoryPhoto), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn change_photo(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    signed_in: SignedIn,
    JsonBody(wanted): JsonBody<AdminStoryPhotoChange>,
) -> Result<Fresh<AdminStoryPhoto>> {
    let mut wrong = FieldErrors::default();
    let alt = wanted
        .alt
        .map(|text| alternative_text(text.as_deref(), &mut wrong));
    wrong.refuse_any()?;
    let (holder, identifiers) = (signed_in.upload_holder(), services.identifiers.clone());
    change(&services, actor, &id, move |act, owner, present| {
        let (holder, identifiers) = (holder.clone(), identifiers.clone());
        let (url, alt) = (wanted.photo_url.clone(), alt.clone());
        Box::pin(async move {
            let Some(url) = url else {
                let shown = present.into_iter().next().ok_or_else(no_photo)?;
                let mut after = shown.clone();
                after.alternative_text = alt.unwrap_or(after.alternative_text);
                return act.update(&shown, after).await.map(Some);
            };
            let file = use_upload(act.transaction(), &url, upload_of(&holder)).await?;
            for old in present {
                photo_acts::remove(act, old).await?;
            }
            // What was said about the old photo isn't said about this one.
            let new = NewPhoto {
                alternative_text: alt.flatten(),
                ..NewPhoto::uploaded(owner, file, "admin")
            };
            let shown = photo_acts::show(act, &identifiers, &new, Some(0)).await?;
            Ok(Some(shown))
        })
    })
    .await
}

/// Take a story's photo off its pages.
#[utoipa::path(delete, operation_id = "remove_admin_story_photo", path = "/api/admin/local-vibes/{id}/photo", tag = "administration",
    params(("id" = String, Path)),
    responses((status = 200, body = AdminStoryPhoto), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn remove_photo(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
) -> Result<Fresh<AdminStoryPhoto>> {
    change(&services, actor, &id, |act, _, present| {
        Box::pin(async move {
            if present.is_empty() {
                return Err(no_photo());
            }
            for old in present {
                photo_acts::remove(act, old).await?;
            }
            Ok(None)
        })
    })
    .await
}

/// Makes one change to the story's current photos, which `body` gets in order; returns the one that is shown then. The
/// story's row is locked, so changes happen one after the other.
async fn change<F>(
    services: &Services,
    actor: Actor,
    id: &str,
    body: F,
) -> Result<Fresh<AdminStoryPhoto>>
where
    F: for<'a> Fn(
            &'a Act<'a>,
            Owner,
            Vec<photo::Model>,
        )
            -> crate::platform::database::TransactionFuture<'a, Option<photo::Model>>
        + Clone
        + Send
        + Sync
        + 'static,
{
    let id = path_id(id, story_not_found)?;
    let acted = services
        .ledger
        .act(actor, ACTION, move |act| {
            let body = body.clone();
            Box::pin(async move {
                let row: story::Model = act.find(id).await?.ok_or_else(story_not_found)?;
                let shop: shop::Model = act.find(row.shop_id).await?.ok_or_else(story_not_found)?;
                let owner = Owner::Story(row.id, shop.id);
                let present = photos::of_owner(act.transaction(), owner).await?;
                let shown = body(act, owner, present).await?;
                act.set_subject(Subject::new("story", row.id, &shop.name));
                act.touch((Kind::Shop, shop.id));
                Ok(shown)
            })
        })
        .await?;
    let photo = acted.value.map(|row| PhotoAnswer::from(&Photo::from(row)));
    Ok(Fresh(AdminStoryPhoto {
        photo,
        entry: acted.entry,
    }))
}

fn upload_of(holder: &str) -> NewUpload<'_> {
    NewUpload {
        purpose: PURPOSE,
        holder,
        target: None,
    }
}

fn no_photo() -> Error {
    Error::NotFound("This story has no photo.".into())
}
