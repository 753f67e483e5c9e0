//! Icons in the sizes that browsers and phones ask for, made of the operator's icon or logo.

use tiny_skia::{Color, Pixmap};

use crate::{
    catalog::{
        View,
        document::{Content, Document},
    },
    platform::{
        error::{Error, Result},
        raster,
    },
};

/// An icon: its file's name, its side in pixels, and which part of it the logo may fill, in percent. Phones cut a maskable
/// one to a circle; Apple's rounds the corners.
const ICONS: [(&str, u32, u32); 5] = [
    ("32.png", 32, 94),
    ("180.png", 180, 80),
    ("192.png", 192, 88),
    ("512.png", 512, 88),
    ("maskable-512.png", 512, 62),
];
/// Behind what is transparent.
const PAPER: [u8; 3] = [0xf8, 0xf2, 0xe4];

/// For what asks for the address of old instead of reading a page's head, when the operator gave nothing.
const SHIPPED: &[u8] = include_bytes!("favicon.ico");

/// The icons.
pub(super) fn documents() -> [Document; 2] {
    let icons = Document::new("/site-icon/{file}", |view, arguments| {
        let icon = own(view, arguments.path("file"))?;
        icon.ok_or_else(|| Error::NotFound("There is no such icon.".into()))
    });
    let favicon = Document::new("/favicon.ico", |view, _| {
        Ok(own(view, "32.png")?.unwrap_or_else(|| Content {
            media_type: "image/x-icon",
            bytes: SHIPPED.to_vec(),
            is_packed: true,
            version: None,
        }))
    });
    [icons, favicon]
}

/// The operator's icon in one of the sizes; `None` if there is no such size, or nothing to make it of.
fn own(view: &View, name: &str) -> Result<Option<Content>> {
    let (Some((row, is_own)), Some((_, side, filled))) = (
        view.site_icon(),
        ICONS.into_iter().find(|(known, ..)| *known == name),
    ) else {
        return Ok(None);
    };
    let picture = row.picture.as_deref().and_then(raster::read);
    // An icon has its own margin, if it wants one; only a circle would cut it.
    let filled = match (is_own, name.starts_with("maskable")) {
        (true, false) => 100,
        (true, true) => 80,
        (false, _) => filled,
    };
    let is_opaque = !is_own || name == "180.png" || name.starts_with("maskable");
    let Some(icon) = picture.and_then(|picture| icon(&picture, side, filled, is_opaque)) else {
        return Ok(None);
    };
    let content = Content::png(icon.encode_png().map_err(Error::failed)?);
    Ok(Some(content.with_version(row.id.to_string())))
}

fn icon(picture: &Pixmap, side: u32, filled: u32, is_opaque: bool) -> Option<Pixmap> {
    let mut sheet = Pixmap::new(side, side)?;
    if is_opaque {
        let [red, green, blue] = PAPER;
        sheet.fill(Color::from_rgba8(red, green, blue, 255));
    }
    let most = side * filled / 100;
    let size = raster::fitted(picture, most, most);
    let small = raster::scaled(picture, size)?;
    let middle = |length: u32| i32::try_from((side - length.min(side)) / 2).unwrap_or_default();
    raster::put(&mut sheet, &small, (middle(size.0), middle(size.1)));
    Some(sheet)
}

/// The URL's path of an icon.
#[must_use]
pub(super) fn path(name: &str, version: uuid::Uuid) -> String {
    format!("/site-icon/{name}?v={version}")
}
