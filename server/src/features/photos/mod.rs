//! Serving photo files, and removing them. A file never changes, so it can be cached forever; one that was removed from
//! its pages is no longer served.

mod uploads;

use axum::{
    body::Body,
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};

use utoipa::OpenApi;

use crate::{
    catalog::photos::{purge, removed_kept},
    features::{RetentionInfo, Room, Services},
    platform::{
        error::{Error, Result},
        jobs::{Handlers, JobOutcome, Schedule},
        photo_files::{LARGEST_UPLOAD, parse_file_name},
        web::{Access, Route},
    },
};

/// The job that removes unused files.
const TIDY: &str = "photos.tidy";
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const WEBP: HeaderValue = HeaderValue::from_static("image/webp");

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(uploads::Api::openapi),
    routes,
    jobs: handlers,
    kept: |services| Box::pin(kept(services)),
    ..Room::EMPTY
};

fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/photos/{file}").get(Access::Anyone, show_file),
        // The signature in the URL and the session are checked before the body is read.
        Route::at("/api/uploads/{key}")
            .put(Access::SignedCall, uploads::receive)
            .with_largest_body(LARGEST_UPLOAD),
    ]
}

fn handlers(services: &Services) -> Handlers {
    let services = services.clone();
    Handlers::default().with_recurring(TIDY, Schedule::Hourly, move |_| tidy(services.clone()))
}

async fn kept(services: Services) -> Result<Vec<RetentionInfo>> {
    let (rows, oldest) = removed_kept(services.database.reads()).await?;
    Ok(vec![RetentionInfo {
        what: "Photos that were taken off their pages",
        time: "30 days".to_owned(),
        rows,
        oldest,
        job: Some(TIDY),
    }])
}

async fn show_file(
    State(services): State<Services>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Result<Response<Body>> {
    let (key, width) = parse_file_name(&file).ok_or_else(missing)?;
    if services.catalog.view().is_removed_photo(key) {
        return Err(missing());
    }
    let tag = format!("\"{key}-{width}\"");
    let mut response = if holds(&headers, &tag) {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        response
    } else {
        let bytes = services.photo_files.read(key, width).await?;
        let mut response = Response::new(Body::from(bytes.ok_or_else(missing)?));
        response.headers_mut().insert(header::CONTENT_TYPE, WEBP);
        response
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, IMMUTABLE);
    if let Ok(tag) = HeaderValue::try_from(tag) {
        headers.insert(header::ETAG, tag);
    }
    Ok(response)
}

/// Whether the client has this file already.
fn holds(headers: &HeaderMap, tag: &str) -> bool {
    let values = headers.get_all(header::IF_NONE_MATCH).iter();
    let known = values.filter_map(|value| value.to_str().ok());
    let mut known = known.flat_map(|value| value.split(','));
    known.any(|known| known.trim().trim_start_matches("W/") == tag)
}

fn missing() -> Error {
    Error::NotFound("There is no such photo.".into())
}

/// Removes unused files.
async fn tidy(services: Services) -> Result<JobOutcome> {
    let now = services.clock.now();
    let forgotten = services.photo_files.sweep().await?;
    let purged = purge(&services.database, &services.photo_files, now).await?;
    if forgotten + purged > 0 {
        tracing::info!(forgotten, purged, "files of photos removed");
    }
    Ok(JobOutcome::Done)
}
