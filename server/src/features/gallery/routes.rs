//! Reading and changing a gallery.

use axum::extract::{Path, State};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    catalog::{
        answers::PhotoAnswer,
        entities::photo::{self, Crop},
        people::{ShopAccess, ShopRole},
        photos::{self, NewPhoto, Owner, alternative_text},
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, FieldErrors, Result},
        given::given,
        limits::table::CHANGES_OF_A_GALLERY,
        photo_files::{NewUpload, UploadAddress, parse_file_name, use_upload},
        sessions::SignedIn,
        typed_text::Field,
        web::{Actor, Fresh, JsonBody},
    },
};

/// Maximum photos per shop.
const MAX_PHOTOS: usize = 12;
/// The purpose of this room's uploads.
const PURPOSE: &str = "gallery";
/// The action name of all changes in the audit log.
const ACTION: &str = "shop.photos";

const CREDIT: Field = Field {
    name: "credit",
    label: "Credit",
    most: 100,
};

/// A photo as its shop's people see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GalleryPhoto {
    pub id: Uuid,
    /// Who added it: `owner`, `submitter`, `admin`, or the site it was fetched from.
    pub source: String,
    /// The part of its original that it is; `null` if it is whole.
    #[schema(required)]
    pub crop: Option<Crop>,
    #[serde(flatten)]
    pub photo: PhotoAnswer,
}

/// A shop's photos, in display order.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Gallery {
    pub photos: Vec<GalleryPhoto>,
    /// The maximum number of photos.
    pub most: usize,
    /// ID of the change in the shop's history, for undo; `null` if nothing changed.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// A photo that was uploaded to the URL from an upload request.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddedPhoto {
    #[serde(rename = "photoURL")]
    #[schema(max_length = 500)]
    pub photo_url: String,
    /// Alternative text, at most 200 characters; empty for a decorative photo.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub alt: Option<String>,
    #[serde(default)]
    #[schema(max_length = 100)]
    pub credit: Option<String>,
}

/// A change to a photo's texts. An absent field stays as it is; `null` clears it.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PhotoChange {
    /// Alternative text, at most 200 characters; empty for a decorative photo.
    #[schema(value_type = Option<String>, max_length = 200)]
    #[serde(deserialize_with = "given")]
    pub alt: Option<Option<String>>,
    #[schema(value_type = Option<String>, max_length = 100)]
    #[serde(deserialize_with = "given")]
    pub credit: Option<Option<String>>,
}

/// The new order: the IDs of all photos of the shop.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PhotoOrder {
    pub ids: Vec<Uuid>,
}

/// Show a shop's photos to its own people.
#[utoipa::path(get, path = "/api/your-shop/{slugOrId}/photos", tag = "your shop", params(("slugOrId" = String, Path)),
    responses((status = 200, body = Gallery), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn show_gallery(
    State(services): State<Services>,
    access: ShopAccess,
) -> Result<Fresh<Gallery>> {
    let gallery = gallery_of(services.database.reads(), access.shop, None).await?;
    Ok(Fresh(gallery))
}

/// Request a URL to which a photo can be uploaded by PUT: JPEG, PNG or WebP, at most 5,242,880 bytes.
#[utoipa::path(post, operation_id = "request_gallery_upload", path = "/api/your-shop/{slugOrId}/photos/upload", tag = "your shop",
    params(("slugOrId" = String, Path)),
    responses((status = 200, body = UploadAddress), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, description = "The gallery is full", body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub async fn request_upload(
    State(services): State<Services>,
    access: ShopAccess,
    signed_in: SignedIn,
) -> Result<Fresh<UploadAddress>> {
    let photos = photos::of_owner(services.database.reads(), Owner::Shop(access.shop)).await?;
    if photos.len() >= MAX_PHOTOS {
        return Err(full());
    }
    let holder = signed_in.upload_holder();
    let upload = for_gallery(&holder, access.shop);
    services.photo_files.new_upload(upload).await.map(Fresh)
}

/// Add a photo that was sent, after the others.
#[utoipa::path(post, operation_id = "add_gallery_photo", path = "/api/your-shop/{slugOrId}/photos", tag = "your shop", params(("slugOrId" = String, Path)),
    request_body = AddedPhoto,
    responses((status = 200, body = Gallery), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "The gallery is full, or has this photo already", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn add_photo(
    State(services): State<Services>,
    actor: Actor,
    access: ShopAccess,
    signed_in: SignedIn,
    JsonBody(added): JsonBody<AddedPhoto>,
) -> Result<Fresh<Gallery>> {
    let mut wrong = FieldErrors::default();
    let alt = alternative_text(added.alt.as_deref(), &mut wrong);
    let credit = CREDIT.line(added.credit.as_deref(), &mut wrong);
    wrong.refuse_any()?;
    if is_shown_already(&services, access.shop, &added.photo_url).await? {
        return Err(Error::Conflict("This photo is already on the page.".into()));
    }
    let (holder, identifiers) = (signed_in.upload_holder(), services.identifiers.clone());
    change(&services, actor, access, move |act, present| {
        let (holder, identifiers) = (holder.clone(), identifiers.clone());
        let (added, alt, credit) = (added.clone(), alt.clone(), credit.clone());
        Box::pin(async move {
            if present.len() >= MAX_PHOTOS {
                return Err(full());
            }
            let upload = for_gallery(&holder, access.shop);
            let file = use_upload(act.transaction(), &added.photo_url, upload).await?;
            let new = NewPhoto {
                alternative_text: alt,
                credit,
                ..NewPhoto::uploaded(Owner::Shop(access.shop), file, source(access.role))
            };
            let row = photos::next_row(act.transaction(), &new, &identifiers, act.now()).await?;
            act.insert(&row).await
        })
    })
    .await
}

/// Whether the shop shows a photo with the same picture. The files are compared as they are stored, which is the same for the same
/// upload.
async fn is_shown_already(services: &Services, shop: Uuid, photo_url: &str) -> Result<bool> {
    let name = photo_url.rsplit('/').next().and_then(parse_file_name);
    let Some((key, width)) = name else {
        return Ok(false);
    };
    let files = &services.photo_files;
    let Some(new) = files.read(key, width).await? else {
        return Ok(false);
    };
    let present = photos::of_owner(services.database.reads(), Owner::Shop(shop)).await?;
    let wide_as_it = |photo: &&photo::Model| u32::try_from(photo.width) == Ok(width);
    for photo in present.iter().filter(wide_as_it) {
        if files.read(&photo.key, width).await?.as_ref() == Some(&new) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Put the photos into another order.
#[utoipa::path(put, path = "/api/your-shop/{slugOrId}/photos/order", tag = "your shop",
    params(("slugOrId" = String, Path)), request_body = PhotoOrder,
    responses((status = 200, body = Gallery), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Photos came or went meanwhile", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn order_photos(
    State(services): State<Services>,
    actor: Actor,
    access: ShopAccess,
    JsonBody(order): JsonBody<PhotoOrder>,
) -> Result<Fresh<Gallery>> {
    change(&services, actor, access, move |act, present| {
        let order = order.clone();
        Box::pin(async move {
            let is_whole = order.ids.len() == present.len()
                && present.iter().all(|photo| order.ids.contains(&photo.id));
            if !is_whole {
                return Err(Error::Conflict(
                    "The photos have changed. Please check them again.".into(),
                ));
            }
            for photo in &present {
                let mut after = photo.clone();
                let place = order.ids.iter().zip(0..).find(|(id, _)| **id == photo.id);
                after.position = place.map_or(photo.position, |(_, place)| place);
                act.update(photo, after).await?;
            }
            Ok(())
        })
    })
    .await
}

/// Change what is said of a photo.
#[utoipa::path(patch, path = "/api/your-shop/{slugOrId}/photos/{photo}", tag = "your shop",
    params(("slugOrId" = String, Path), ("photo" = String, Path)), request_body = PhotoChange,
    responses((status = 200, body = Gallery), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn change_photo(
    State(services): State<Services>,
    Path((_, id)): Path<(String, String)>,
    actor: Actor,
    access: ShopAccess,
    JsonBody(said): JsonBody<PhotoChange>,
) -> Result<Fresh<Gallery>> {
    let id = Uuid::try_parse(&id).map_err(|_| no_photo())?;
    let mut wrong = FieldErrors::default();
    let alt = said
        .alt
        .map(|text| alternative_text(text.as_deref(), &mut wrong));
    let credit = said
        .credit
        .map(|text| CREDIT.line(text.as_deref(), &mut wrong));
    wrong.refuse_any()?;
    change(&services, actor, access, move |act, present| {
        let (alt, credit) = (alt.clone(), credit.clone());
        Box::pin(async move {
            let photo = find(&present, id)?;
            let mut after = photo.clone();
            after.alternative_text = alt.unwrap_or(after.alternative_text);
            after.credit = credit.unwrap_or(after.credit);
            act.update(photo, after).await?;
            Ok(())
        })
    })
    .await
}

/// Take a photo off the shop's pages.
#[utoipa::path(delete, path = "/api/your-shop/{slugOrId}/photos/{photo}", tag = "your shop",
    params(("slugOrId" = String, Path), ("photo" = String, Path)),
    responses((status = 200, body = Gallery), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn remove_photo(
    State(services): State<Services>,
    Path((_, id)): Path<(String, String)>,
    actor: Actor,
    access: ShopAccess,
) -> Result<Fresh<Gallery>> {
    let id = Uuid::try_parse(&id).map_err(|_| no_photo())?;
    change(&services, actor, access, move |act, present| {
        Box::pin(async move {
            let photo = find(&present, id)?;
            let mut after = photo.clone();
            after.removed_at = Some(act.now());
            act.update(photo, after).await?;
            Ok(())
        })
    })
    .await
}

/// Makes one change to the current photos. The shop's row is locked, so changes happen one after the other.
pub(super) async fn change<F>(
    services: &Services,
    actor: Actor,
    access: ShopAccess,
    body: F,
) -> Result<Fresh<Gallery>>
where
    F: for<'a> Fn(
            &'a Act<'a>,
            Vec<photo::Model>,
        ) -> crate::platform::database::TransactionFuture<'a, ()>
        + Clone
        + Send
        + Sync
        + 'static,
{
    services
        .limits
        .check(&CHANGES_OF_A_GALLERY, access.shop.to_string())?;
    let acted = services
        .ledger
        .act(actor, ACTION, move |act| {
            let body = body.clone();
            Box::pin(async move {
                let row = access.lock(act).await?;
                act.set_subject(Subject::new("shop", row.id, &row.name));
                let present = photos::of_owner(act.transaction(), Owner::Shop(row.id)).await?;
                body(act, present).await
            })
        })
        .await?;
    let gallery = gallery_of(services.database.reads(), access.shop, acted.entry).await?;
    Ok(Fresh(gallery))
}

async fn gallery_of(
    connection: &impl ConnectionTrait,
    shop: Uuid,
    entry: Option<Uuid>,
) -> Result<Gallery> {
    let rows = photos::of_owner(connection, Owner::Shop(shop)).await?;
    let photos = rows.into_iter().map(|row| GalleryPhoto {
        id: row.id,
        source: row.source.clone(),
        crop: row.crop,
        photo: PhotoAnswer::from(&photos::Photo::from(row)),
    });
    Ok(Gallery {
        photos: photos.collect(),
        most: MAX_PHOTOS,
        entry,
    })
}

pub(super) fn find(photos: &[photo::Model], id: Uuid) -> Result<&photo::Model> {
    let mut photos = photos.iter();
    photos.find(|photo| photo.id == id).ok_or_else(no_photo)
}

fn for_gallery(holder: &str, shop: Uuid) -> NewUpload<'_> {
    NewUpload {
        purpose: PURPOSE,
        holder,
        target: Some(shop),
    }
}

fn source(role: ShopRole) -> &'static str {
    match role {
        ShopRole::Owner | ShopRole::Manager => "owner",
        ShopRole::Submitter => "submitter",
        ShopRole::Administrator => "admin",
    }
}

fn full() -> Error {
    Error::Conflict(format!("A shop can have up to {MAX_PHOTOS} photos. Remove one first.").into())
}

pub(super) fn no_photo() -> Error {
    Error::NotFound("We can't find that photo. It may have been removed.".into())
}
