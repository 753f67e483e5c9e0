//! Receives photos at their upload URLs.

use axum::extract::{FromRequest, Path, Query, Request, State};
use serde::Serialize;
use utoipa::{OpenApi, ToSchema};

use crate::{
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        photo_files::{UploadQuery, address_of},
        sessions::SignedIn,
        web::{Client, Fresh, LargeBody},
    },
};

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(receive))]
pub(super) struct Api;

/// An uploaded photo. It is deleted unless something uses its URL soon.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceivedPhoto {
    #[serde(rename = "photoURL")]
    pub photo_url: String,
    /// Of the largest size, in pixels.
    pub width: u32,
    pub height: u32,
    /// How good it is as the cover of a place, from 0 to 100, by its pixels.
    pub score: u32,
    /// Why it may not suit as the main photo. It is only a hint: the photo is accepted.
    #[schema(required)]
    pub hint: Option<String>,
}

/// Upload a photo to a URL from an upload request: JPEG, PNG or WebP, at most 5,242,880 bytes. A URL works once.
#[utoipa::path(put, path = "/api/uploads/{key}", tag = "photos",
    params(("key" = String, Path), ("expires" = i64, Query), ("signature" = String, Query)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = ReceivedPhoto), (status = 400, description = "Not a photo that we can read", body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 408, body = ErrorBody),
        (status = 409, description = "The URL was already used or has expired", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 429, description = "Too many bytes today from this network, or in all", body = ErrorBody),
        (status = 503, body = ErrorBody)))]
pub async fn receive(
    State(services): State<Services>,
    Path(key): Path<String>,
    query: std::result::Result<Query<UploadQuery>, axum::extract::rejection::QueryRejection>,
    signed_in: SignedIn,
    client: Client,
    request: Request,
) -> Result<Fresh<ReceivedPhoto>> {
    let Ok(Query(query)) = query else {
        return Err(Error::invalid("That's not a valid upload URL."));
    };
    let holder = signed_in.upload_holder();
    services
        .photo_files
        .begin_upload(&key, &query, (&holder, client.network()))
        .await?;
    let LargeBody(file) = LargeBody::from_request(request, &services).await?;
    // A busy converter costs the hint, not the photo.
    let look = services.photo_files.look(file.clone()).await.ok().flatten();
    let photo = services.photo_files.finish_upload(&key, file).await?;
    let complaint = look.and_then(|look| look.complaint());
    Ok(Fresh(ReceivedPhoto {
        score: look.map_or(0, |look| look.score),
        hint: complaint.map(|why| format!("It may not suit as the main photo: {why}.")),
        photo_url: address_of(&photo.key, photo.width),
        width: photo.width,
        height: photo.height,
    }))
}
