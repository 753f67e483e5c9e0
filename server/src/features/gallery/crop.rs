//! Showing a part of a photo. The files are cut from the original, however often that happens, and "whole" brings it back.

use axum::{
    body::Body,
    extract::{Path, State},
    http::{HeaderValue, Response, header},
};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::routes::{Gallery, change, find, no_photo};
use crate::{
    catalog::{
        entities::photo::{self, Crop},
        origin::FOURSQUARE_API,
        people::ShopAccess,
        photo_acts,
        photos::{self, Owner},
        writing::Act,
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        limits::table::CHANGES_OF_A_GALLERY,
        photo_files::{StoredPhoto, Widths, use_photo},
        web::{Actor, Fresh, JsonBody},
    },
};

/// The purpose of the files of parts.
const PURPOSE: &str = "gallery crop";
/// Smaller pictures look bad on every screen, in pixels.
const SMALLEST: u32 = 200;

/// Which part of a photo to show.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct NewCrop {
    /// `null` shows the whole photo.
    #[schema(required)]
    pub crop: Option<Crop>,
}

/// Show a part of a photo, cut from its original, or the whole of it.
#[utoipa::path(put, path = "/api/your-shop/{slugOrId}/photos/{photo}/crop", tag = "your shop",
    params(("slugOrId" = String, Path), ("photo" = String, Path)), request_body = NewCrop,
    responses((status = 200, body = Gallery), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub async fn crop_photo(
    State(services): State<Services>,
    Path((_, id)): Path<(String, String)>,
    actor: Actor,
    access: ShopAccess,
    JsonBody(asked): JsonBody<NewCrop>,
) -> Result<Fresh<Gallery>> {
    let id = Uuid::try_parse(&id).map_err(|_| no_photo())?;
    let photo = shown(&services, access.shop, id).await?;
    if photo.source == FOURSQUARE_API {
        return Err(Error::Conflict(
            "Foursquare wants its photos shown as they are.".into(),
        ));
    }
    let part = match asked.crop {
        Some(crop) => Some((crop, cut(&services, &photo, crop).await?)),
        None => None,
    };
    let identifiers = services.identifiers.clone();
    change(&services, actor, access, move |act, present| {
        let (part, identifiers, key) = (part.clone(), identifiers.clone(), photo.key.clone());
        Box::pin(async move {
            let present = find(&present, id)?;
            if present.key != key {
                return Err(Error::Conflict(
                    "This photo has changed. Please check it again.".into(),
                ));
            }
            match part {
                Some((crop, file)) => {
                    let file = use_photo(act.transaction(), PURPOSE, &file.key).await?;
                    let new = part_of(present, crop, file, identifiers.next());
                    photo_acts::replace(act, present.clone(), new).await
                }
                None => show_whole(act, present).await,
            }
        })
    })
    .await
}

/// Show the original of a photo to the shop's people, to choose a part of it.
#[utoipa::path(get, path = "/api/your-shop/{slugOrId}/photos/{photo}/original", tag = "your shop",
    params(("slugOrId" = String, Path), ("photo" = String, Path)),
    responses((status = 200, body = Vec<u8>, content_type = "image/webp"), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn show_original(
    State(services): State<Services>,
    Path((_, id)): Path<(String, String)>,
    access: ShopAccess,
) -> Result<Response<Body>> {
    let id = Uuid::try_parse(&id).map_err(|_| no_photo())?;
    let photo = shown(&services, access.shop, id).await?;
    let connection = services.database.reads();
    let whole = match &photo.original_key {
        Some(key) => photos::of_key(connection, key).await?,
        None => Some(photo),
    };
    let whole = whole.ok_or_else(no_photo)?;
    let width = u32::try_from(whole.width).unwrap_or_default();
    let file = services.photo_files.read(&whole.key, width).await?;
    let mut response = Response::new(Body::from(file.ok_or_else(no_photo)?));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/webp"));
    // What was cut away is for nobody else.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// The photo on the shop's page.
async fn shown(services: &Services, shop: Uuid, id: Uuid) -> Result<photo::Model> {
    let present = photos::of_owner(services.database.reads(), Owner::Shop(shop)).await?;
    find(&present, id).cloned()
}

/// Makes the files of a part.
async fn cut(services: &Services, photo: &photo::Model, crop: Crop) -> Result<StoredPhoto> {
    let part = photo_files::Crop {
        left: crop.left,
        top: crop.top,
        width: crop.width,
        height: crop.height,
    };
    if !part.is_inside() {
        return Err(Error::invalid_field(
            "crop",
            "That's not a part of the photo.",
        ));
    }
    let limits = &services.limits;
    limits.check(&CHANGES_OF_A_GALLERY, photo.owner_id.to_string())?;
    let whole = photo.original_key.as_ref().unwrap_or(&photo.key);
    let file = services.photo_files.cut(PURPOSE, whole, part).await?;
    if file.width < SMALLEST || file.height < SMALLEST {
        return Err(Error::invalid_field(
            "crop",
            format!("That part is too small. Choose at least {SMALLEST} by {SMALLEST} pixels."),
        ));
    }
    Ok(file)
}

/// The row of a part of `photo`, in its place and with its words.
fn part_of(photo: &photo::Model, crop: Crop, file: StoredPhoto, id: Uuid) -> photo::Model {
    let side = |pixels: u32| i32::try_from(pixels).unwrap_or(i32::MAX);
    let whole = photo.original_key.as_ref().unwrap_or(&photo.key);
    photo::Model {
        id,
        original_key: Some(whole.clone()),
        crop: Some(crop),
        key: file.key,
        widths: Widths(file.widths),
        width: side(file.width),
        height: side(file.height),
        version: 1,
        ..photo.clone()
    }
}

/// Puts the original in the place of `part`, with its words. Nothing happens to a photo that is whole.
async fn show_whole(act: &Act<'_>, part: &photo::Model) -> Result<()> {
    let Some(key) = &part.original_key else {
        return Ok(());
    };
    let whole = photos::of_key(act.transaction(), key).await?;
    let whole = whole.filter(|row| row.width > 0).ok_or_else(no_photo)?;
    let mut after = whole.clone();
    after.removed_at = None;
    after.position = part.position;
    after.alternative_text.clone_from(&part.alternative_text);
    after.credit.clone_from(&part.credit);
    photo_acts::remove(act, part.clone()).await?;
    act.update(&whole, after).await?;
    Ok(())
}
