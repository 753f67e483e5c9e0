//! The site's logo: an SVG drawing, cleaned by an allow-list, or a PNG, written anew.

use axum::extract::State;
use base64::{Engine, engine::general_purpose::STANDARD};
use serde::Deserialize;
use tiny_skia::Pixmap;
use utoipa::ToSchema;

use super::{
    look::{self, SiteLook},
    store, words,
};
use crate::{
    catalog::{
        document::{Content, Document},
        entities::{site, site_logo::Model},
        writing::Subject,
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        raster, svg,
        web::{Actor, Fresh, JsonBody},
    },
};

const SVG: &str = "image/svg+xml";
const PNG: &str = "image/png";
/// The largest PNG in bytes.
const LARGEST: usize = 256 * 1024;
/// The longest body: a PNG in base64 in JSON.
pub(super) const LARGEST_BODY: usize = 512 * 1024;
/// A wider or higher logo can't be seen in the bar.
const SLIMMEST: u32 = 12;
/// How much longer the longer side of an icon may be, in percent.
const SQUARE: u32 = 125;
/// The longer side of a logo's picture, in pixels.
const DRAWN: u32 = 1024;

/// A file with a logo.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LogoFile {
    /// The file in base64: SVG, at most 64 KB, or PNG, at most 256 KB.
    #[schema(max_length = 400_000)]
    pub file: String,
}

/// The logo as a file.
pub(super) fn document() -> Document {
    Document::new("/site-logo", |view, _| {
        let missing = || Error::NotFound("The site has no logo of its own.".into());
        let logo = view.site_logo().ok_or_else(missing)?;
        let content = if logo.media_type == SVG {
            Content::text(SVG, logo.content.clone())
        } else {
            Content::png(STANDARD.decode(&logo.content).map_err(Error::failed)?)
        };
        Ok(content.with_version(logo.id.to_string()))
    })
}

/// The logo's picture, twice as large as in the bar.
pub(super) fn picture() -> Document {
    Document::new("/site-logo.png", |view, _| {
        let missing = || Error::NotFound("The site has no logo of its own.".into());
        let logo = view.site_logo().ok_or_else(missing)?;
        let facts = view.site().look.logo.ok_or_else(missing)?;
        let side = |pixels: i32| u32::try_from(pixels * 2).unwrap_or(1).max(1);
        let size = (side(facts.width), side(facts.height));
        let picture = logo.picture.as_deref().and_then(raster::read);
        let scaled = picture.and_then(|picture| raster::scaled(&picture, size));
        let bytes = scaled.ok_or_else(missing)?.encode_png();
        let content = Content::png(bytes.map_err(Error::failed)?);
        Ok(content.with_version(logo.id.to_string()))
    })
}

/// Use this logo. A drawing is cleaned: what could run, load or embed something is refused.
#[utoipa::path(put, operation_id = "put_site_logo", path = "/api/admin/site/logo", tag = "administration",
    request_body = LogoFile,
    responses((status = 200, body = SiteLook), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn put_logo(
    State(services): State<Services>,
    actor: Actor,
    JsonBody(sent): JsonBody<LogoFile>,
) -> Result<Fresh<SiteLook>> {
    let logo = read(&services, &sent).await?;
    set(&services, actor, Kind::Logo, Some(logo)).await
}

/// Use this icon instead of one made of the logo. Its sides are about equally long.
#[utoipa::path(put, operation_id = "put_site_icon", path = "/api/admin/site/icon", tag = "administration",
    request_body = LogoFile,
    responses((status = 200, body = SiteLook), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn put_icon(
    State(services): State<Services>,
    actor: Actor,
    JsonBody(sent): JsonBody<LogoFile>,
) -> Result<Fresh<SiteLook>> {
    let icon = read(&services, &sent).await?;
    let side = |pixels: i32| u32::try_from(pixels).unwrap_or_default();
    let (width, height) = (side(icon.width), side(icon.height));
    if width.max(height) * 100 > width.min(height) * SQUARE {
        return Err(refused(format!(
            "The icon is {width} × {height}. Its sides must be about equally long."
        )));
    }
    if icon.picture.is_none() {
        return Err(refused(
            "We can't draw this icon: convert its text to paths, or use a PNG.",
        ));
    }
    set(&services, actor, Kind::Icon, Some(icon)).await
}

/// Make the icon of the logo again.
#[utoipa::path(delete, operation_id = "remove_site_icon", path = "/api/admin/site/icon", tag = "administration",
    responses((status = 200, body = SiteLook), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody)))]
pub async fn remove_icon(
    State(services): State<Services>,
    actor: Actor,
) -> Result<Fresh<SiteLook>> {
    set(&services, actor, Kind::Icon, None).await
}

/// Use our logo again.
#[utoipa::path(delete, operation_id = "remove_site_logo", path = "/api/admin/site/logo", tag = "administration",
    responses((status = 200, body = SiteLook), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody)))]
pub async fn remove_logo(
    State(services): State<Services>,
    actor: Actor,
) -> Result<Fresh<SiteLook>> {
    set(&services, actor, Kind::Logo, None).await
}

/// What a file is used as.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Logo,
    Icon,
}

/// The file as a row, cleaned and drawn.
async fn read(services: &Services, sent: &LogoFile) -> Result<Model> {
    let bytes = STANDARD
        .decode(sent.file.trim())
        .map_err(|_| refused("The file must be sent in base64."))?;
    let (id, now) = (services.identifiers.next(), services.clock.now());
    let cleaned = services.cpu.run(move || cleaned(&bytes)).await??;
    Ok(Model {
        id,
        created_at: now,
        ..cleaned
    })
}

/// Uses the row, or none.
async fn set(
    services: &Services,
    actor: Actor,
    kind: Kind,
    row: Option<Model>,
) -> Result<Fresh<SiteLook>> {
    let (action, label) = match kind {
        Kind::Logo => ("site.logo", "Logo"),
        Kind::Icon => ("site.icon", "Icon"),
    };
    let acted = services
        .ledger
        .act(actor, action, move |act| {
            let row = row.clone();
            Box::pin(async move {
                if let Some(row) = &row {
                    store::insert_logo(act.transaction(), row).await?;
                }
                let before = words::row(act).await?;
                act.set_subject(Subject::new("site", site::ID, label));
                let mut after = before.clone();
                let id = row.map(|row| row.id);
                match kind {
                    Kind::Logo => after.logo_id = id,
                    Kind::Icon => after.icon_id = id,
                }
                act.update(&before, after).await
            })
        })
        .await?;
    Ok(Fresh(look::form(services, acted.entry)))
}

fn refused(message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::invalid_field("file", message)
}

/// The file as it is stored, by what it contains rather than by its name.
fn cleaned(bytes: &[u8]) -> Result<Model> {
    let (media_type, content, width, height) = if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        let (content, width, height) = png(bytes)?;
        (PNG, content, width, height)
    } else {
        let text = std::str::from_utf8(bytes)
            .map_err(|_| refused("This is neither an SVG drawing nor a PNG picture."))?;
        let drawing = svg::clean(text).map_err(refused)?;
        (SVG, drawing.text, drawing.width, drawing.height)
    };
    if width > height.saturating_mul(SLIMMEST) || height > width.saturating_mul(SLIMMEST) {
        return Err(refused(format!(
            "The logo is {width} × {height}. One side may be {SLIMMEST} times as long as the other at most."
        )));
    }
    let picture = if media_type == SVG {
        raster::draw(&content, DRAWN).and_then(|pixels| raster::write(&pixels))
    } else {
        Some(content.clone())
    };
    let side = |pixels: u32| i32::try_from(pixels).unwrap_or(i32::MAX);
    Ok(Model {
        picture,
        id: uuid::Uuid::nil(),
        media_type: media_type.to_owned(),
        content,
        width: side(width),
        height: side(height),
        created_at: chrono::DateTime::default(),
    })
}

/// A PNG without anything but its pixels, in base64, and its size. The size is read before the pixels are.
fn png(bytes: &[u8]) -> Result<(String, u32, u32)> {
    if bytes.len() > LARGEST {
        return Err(refused(format!(
            "A PNG may have {} KB at most.",
            LARGEST / 1024
        )));
    }
    let broken = || refused("This PNG can't be read.");
    let number = |from: usize| {
        let four = bytes.get(from..from + 4)?.try_into().ok()?;
        Some(u32::from_be_bytes(four))
    };
    let (width, height) = (
        number(16).ok_or_else(broken)?,
        number(20).ok_or_else(broken)?,
    );
    if width > svg::LONGEST_SIDE || height > svg::LONGEST_SIDE {
        return Err(refused(svg::too_large(width.into(), height.into())));
    }
    let pixels = Pixmap::decode_png(bytes).map_err(|_| broken())?;
    let again = pixels.encode_png().map_err(|_| broken())?;
    Ok((STANDARD.encode(again), width, height))
}
