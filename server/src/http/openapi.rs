//! The API description, generated from the handlers: each room describes its part.

use axum::http::Method;
use utoipa::{
    OpenApi, ToSchema,
    openapi::{ContentBuilder, PathItem, Ref, Response, ResponseBuilder, path::Operation},
};

use crate::{
    catalog::read::{Json, Read},
    platform::{error::ErrorBody, web::Access},
    rooms::ROOMS,
};

/// The title in the document, which the site's name replaces.
const TITLE: &str = "Townperk";

#[derive(OpenApi)]
#[openapi(info(
    title = "Townperk",
    description = "The public directory of independent coffee shops in small US towns."
))]
struct Document;

fn whole() -> utoipa::openapi::OpenApi {
    let mut whole = ROOMS
        .apis()
        .fold(Document::openapi(), |mut document, part| {
            document.merge(part);
            document
        });
    for route in ROOMS.routes() {
        let Some(item) = whole.paths.paths.get_mut(route.path) else {
            continue;
        };
        let closed = route.endpoints.iter();
        for endpoint in closed.filter(|endpoint| endpoint.access == Access::Administrator) {
            if let Some(operation) = operation_of(item, &endpoint.method) {
                let answers = &mut operation.responses.responses;
                answers
                    .entry("403".to_owned())
                    .or_insert_with(|| not_the_administrator().into());
            }
        }
    }
    whole
}

fn operation_of<'a>(item: &'a mut PathItem, method: &Method) -> Option<&'a mut Operation> {
    match method.as_str() {
        "GET" => item.get.as_mut(),
        "POST" => item.post.as_mut(),
        "PUT" => item.put.as_mut(),
        "PATCH" => item.patch.as_mut(),
        "DELETE" => item.delete.as_mut(),
        _ => None,
    }
}

/// What the guard answers, so that no handler has to describe it.
fn not_the_administrator() -> Response {
    let body = Ref::from_schema_name(ErrorBody::name());
    ResponseBuilder::new()
        .description("Signed in, but not as the administrator")
        .content(
            "application/json",
            ContentBuilder::new().schema(Some(body)).build(),
        )
        .build()
}

/// The description as an API read, for programs and for the documentation page.
#[must_use]
pub fn read() -> Read {
    let text = whole().to_json().unwrap_or_default();
    // Its title is the site's name, which its operator may change.
    let title = format!("\"title\":\"{TITLE}\"");
    let (before, after) = text.split_once(&title).unwrap_or((&text, ""));
    let (before, after) = (before.to_owned(), after.to_owned());
    Read::new("/api/openapi.json", Vec::new(), move |view, _| {
        let name = Json::of(&view.site().name)?.into_text();
        Ok(Json::ready(format!("{before}\"title\":{name}{after}")))
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
