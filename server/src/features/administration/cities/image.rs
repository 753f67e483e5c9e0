//! A town's picture.

use axum::extract::{Path, State};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{EditedCity, MISSING, edited, live};
use crate::{
    catalog::{
        photo_acts,
        photos::{self, Owner},
        writing::Subject,
    },
    features::{
        Services,
        administration::{
            id_of,
            shops::photo::{fetch, show},
        },
    },
    platform::{
        error::{Error, ErrorBody, FieldErrors, Result},
        typed_text::Field,
        web::{Actor, Fresh, JsonBody},
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
    /// URL of the picture. Required.
    #[schema(max_length = 2000)]
    pub image_url: Option<String>,
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
    JsonBody(image): JsonBody<CityImage>,
) -> Result<Fresh<EditedCity>> {
    let id = id_of(&id, MISSING)?;
    let address = image.image_url.as_deref().unwrap_or_default().trim();
    if address.is_empty() {
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
    if present.city.image_url.as_deref() == Some(address) {
        return Ok(Fresh(present));
    }
    let mut photo = fetch(&services, address).await?;
    photo.credit = credit.or_else(|| host_of(address));
    photo.license = license;
    let identifiers = services.identifiers.clone();
    let acted = services
        .ledger
        .act(actor, "city.image", move |act| {
            let (photo, identifiers) = (photo.clone(), identifiers.clone());
            let source = source.clone();
            Box::pin(async move {
                let row = live(act, id).await?;
                act.set_subject(Subject::new("city", row.id, &row.name));
                let owner = Owner::City(id);
                for old in photos::of_owner(act.transaction(), owner).await? {
                    photo_acts::remove(act, old).await?;
                }
                show(act, &identifiers, owner, (&photo, 0)).await?;
                let mut after = row.clone();
                after.image_source = source;
                act.update(&row, after).await
            })
        })
        .await?;
    edited(&services, id, acted.entry).await.map(Fresh)
}
