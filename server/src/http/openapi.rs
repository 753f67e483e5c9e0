//! The API description, generated from the handlers: each room describes its part.

use utoipa::OpenApi;

use crate::{
    catalog::read::{Json, Read},
    features,
};

#[derive(OpenApi)]
#[openapi(info(
    title = "Townperk",
    description = "The public directory of independent coffee shops in small US towns."
))]
struct Document;

fn whole() -> utoipa::openapi::OpenApi {
    features::apis().fold(Document::openapi(), |mut document, part| {
        document.merge(part);
        document
    })
}

/// The description as an API read, for programs and for the documentation page.
#[must_use]
pub fn read() -> Read {
    let text = whole().to_json().unwrap_or_default();
    Read::new("/api/openapi.json", Vec::new(), move |_, _| {
        Ok(Json::ready(text.clone()))
    })
}

/// The document as formatted JSON, as it is committed.
#[must_use]
pub fn document() -> String {
    whole()
        .to_pretty_json()
        .map(|json| json + "\n")
        .unwrap_or_default()
}
