//! A town's picture.

use axum::extract::{Path, State};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{EditedCity, edited, live};
use crate::{
    catalog::{
        not_found::city_not_found,
        photo_acts,
        photos::{self, NewPhoto, Owner},
        writing::Subject,
    },
    features::{
        Services,
        administration::shops::photo::{FetchedPhoto, fetch, show},
    },
    platform::{
        error::{Error, ErrorBody, FieldErrors, Result},
        photo_files::{NewUpload, UploadAddress, use_upload},
        sessions::SignedIn,
        typed_text::Field,
        web::{Actor, Fresh, JsonBody, path_id},
    },
};

const CREDIT: Field = Field {
    name: "credit",
    label: "Credit",
    most: 200,
};
const LICENSE: Field = Field {
    name: "license",
    label: "License",
    most: 60,
};
const SOURCE: Field = Field {
    name: "imageSource",
    label: "Source",
    most: 16,
};
/// The source if none is given.
const CUSTOM: &str = "custom";
/// Stands for towns without a picture.
const FALLBACK: &str = "fallback";

/// A picture for a town.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CityImage {
    /// URL of the picture. Required, unless one was uploaded.
    #[schema(max_length = 2000)]
    pub image_url: Option<String>,
    /// A picture that was uploaded to the URL from an upload request, instead.
    #[serde(rename = "photoURL")]
    #[schema(max_length = 500)]
    pub photo_url: Option<String>,
    /// The photographer, shown next to it; if absent, the website's name.
    #[schema(max_length = 200)]
    pub credit: Option<String>,
    /// Such as `CC BY 4.0`.
    #[schema(max_length = 60)]
    pub license: Option<String>,
    /// `stock`, `wikipedia`, `tourism` or a word of your own; `custom` if absent. `fallback` is for towns without a picture
    /// and is rejected.
    #[schema(max_length = 16)]
    pub image_source: Option<String>,
}

/// If nobody is named, the picture's site is the credit.
fn host_of(address: &str) -> Option<String> {
    let address = url::Url::parse(address).ok()?;
    address.host_str().map(str::to_owned)
}

/// The purpose of uploads.
const PURPOSE: &str = "admin city";

fn upload_of(holder: &str) -> NewUpload<'_> {
    NewUpload {
        purpose: PURPOSE,
        holder,
        target: None,
    }
}

/// Request a URL to which a town's picture can be uploaded by PUT: JPEG, PNG or WebP, at most 5,242,880 bytes.
#[utoipa::path(post, operation_id = "request_city_upload", path = "/api/admin/cities/upload", tag = "administration",
    responses((status = 200, body = UploadAddress), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn request_city_upload(
    State(services): State<Services>,
    signed_in: SignedIn,
) -> Result<Fresh<UploadAddress>> {
    let holder = signed_in.upload_holder();
    let upload = upload_of(&holder);
    services.photo_files.new_upload(upload).await.map(Fresh)
}

/// Remove a town's picture; its gradient is shown instead.
#[utoipa::path(delete, operation_id = "remove_city_image", path = "/api/admin/cities/{id}/image", tag = "administration",
    params(("id" = String, Path)),
    responses((status = 200, body = EditedCity), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn remove_city_image(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
) -> Result<Fresh<EditedCity>> {
    let id = path_id(&id, city_not_found)?;
    let acted = services
        .ledger
        .act(actor, "city.image", move |act| {
            Box::pin(async move {
                let row = live(act, id).await?;
                act.set_subject(Subject::new("city", row.id, &row.name));
                for old in photos::of_owner(act.transaction(), Owner::City(id)).await? {
                    photo_acts::remove(act, old).await?;
                }
                let mut after = row.clone();
                after.image_source = FALLBACK.to_owned();
                act.update(&row, after).await
            })
        })
        .await?;
    edited(&services, id, acted.entry).await.map(Fresh)
}

/// A new picture that isn't shown yet.
#[derive(Clone)]
enum NewPicture {
    Fetched(Box<FetchedPhoto>),
    Uploaded {
        url: String,
        credit: Option<String>,
        license: Option<String>,
    },
}

/// Set a town's picture. It is downloaded, converted and stored, with its source (D55).
#[utoipa::path(put, path = "/api/admin/cities/{id}/image", tag = "administration", params(("id" = String, Path)),
    request_body = CityImage,
    responses((status = 200, body = EditedCity), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn set_city_image(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    signed_in: SignedIn,
    JsonBody(image): JsonBody<CityImage>,
) -> Result<Fresh<EditedCity>> {
    let id = path_id(&id, city_not_found)?;
    let address = image.image_url.as_deref().unwrap_or_default().trim();
    if address.is_empty() && image.photo_url.is_none() {
        return Err(Error::invalid_field(
            "imageUrl",
            "Please enter an image URL",
        ));
    }
    let mut wrong = FieldErrors::default();
    let credit = CREDIT.line(image.credit.as_deref(), &mut wrong);
    let license = LICENSE.line(image.license.as_deref(), &mut wrong);
    let source = SOURCE.line(image.image_source.as_deref(), &mut wrong);
    let source = source.unwrap_or_else(|| CUSTOM.to_owned()).to_lowercase();
    if source == FALLBACK {
        wrong.add("imageSource", "Choose where the image is from.");
    }
    wrong.refuse_any()?;
    let present = edited(&services, id, None).await?;
    let picture = if let Some(url) = image.photo_url {
        NewPicture::Uploaded {
            url,
            credit,
            license,
        }
    } else if present.city.image_url.as_deref() == Some(address) {
        return Ok(Fresh(present));
    } else {
        let mut photo = fetch(&services, address).await?;
        photo.credit = credit.or_else(|| host_of(address));
        photo.license = license;
        NewPicture::Fetched(Box::new(photo))
    };
    let holder = signed_in.upload_holder();
    let identifiers = services.identifiers.clone();
    let acted = services
        .ledger
        .act(actor, "city.image", move |act| {
            let (picture, identifiers) = (picture.clone(), identifiers.clone());
            let (source, holder) = (source.clone(), holder.clone());
            Box::pin(async move {
                let row = live(act, id).await?;
                act.set_subject(Subject::new("city", row.id, &row.name));
                let owner = Owner::City(id);
                for old in photos::of_owner(act.transaction(), owner).await? {
                    photo_acts::remove(act, old).await?;
                }
                match &picture {
                    NewPicture::Fetched(photo) => {
                        show(act, &identifiers, owner, (photo, 0)).await?;
                    }
                    NewPicture::Uploaded {
                        url,
                        credit,
                        license,
                    } => {
                        let file = use_upload(act.transaction(), url, upload_of(&holder)).await?;
                        let new = NewPhoto {
                            credit: credit.clone(),
                            license: license.clone(),
                            ..NewPhoto::uploaded(owner, file, "admin")
                        };
                        photo_acts::show(act, &identifiers, &new, Some(0)).await?;
                    }
                }
                let mut after = row.clone();
                after.image_source = source;
                act.update(&row, after).await
            })
        })
        .await?;
    edited(&services, id, acted.entry).await.map(Fresh)
}
