//! Pictures in a text: our own photos, by their URLs on this site.

use std::fmt::Write;

use comrak::{Arena, nodes::NodeValue, parse_document};
use url::Url;

use super::{bounded, options};
use crate::platform::photo_files::{StoredPhoto, address_of, parse_file_name};

/// The path of photos on this site.
pub(super) const FOLDER: &str = "/photos/";
/// Attributes allowed on a picture.
pub(super) const ATTRIBUTES: [&str; 8] = [
    "src", "srcset", "sizes", "width", "height", "loading", "decoding", "alt",
];
/// The width of an article's text column.
const SIZES: &str = "(min-width: 37rem) 33.5rem, 92vw";

/// The files of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub key: String,
    /// In pixels, smallest first.
    pub widths: Vec<u32>,
    /// Width of the largest file.
    pub width: u32,
    pub height: u32,
}

impl From<StoredPhoto> for Picture {
    fn from(photo: StoredPhoto) -> Self {
        Self {
            key: photo.key,
            widths: photo.widths,
            width: photo.width,
            height: photo.height,
        }
    }
}

impl Picture {
    /// All attributes except the alt text. Keys contain only lower-case letters and digits, so nothing needs escaping.
    pub(super) fn attributes(&self) -> String {
        let source = address_of(&self.key, self.width);
        let mut files = String::new();
        for width in &self.widths {
            let comma = if files.is_empty() { "" } else { ", " };
            // Writing to a string can't fail.
            let _ = write!(files, "{comma}{} {width}w", address_of(&self.key, *width));
        }
        let (width, height) = (self.width, self.height);
        format!(
            "src=\"{source}\" srcset=\"{files}\" sizes=\"{SIZES}\" width=\"{width}\" height=\"{height}\" \
             loading=\"lazy\" decoding=\"async\""
        )
    }
}

/// A picture referenced in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureLink {
    pub address: String,
    /// The key of our photo; `None` if the URL isn't ours.
    pub key: Option<String>,
    /// Alt text.
    pub words: String,
}

/// The pictures in `markdown` in order, each URL once.
#[must_use]
pub fn pictures_in(markdown: &str, origin: &str) -> Vec<PictureLink> {
    let arena = Arena::new();
    let root = parse_document(&arena, &bounded(markdown), &options());
    let mut found: Vec<PictureLink> = Vec::new();
    for node in root.descendants() {
        let NodeValue::Image(link) = &node.data().value else {
            continue;
        };
        if found.iter().any(|known| known.address == link.url) {
            continue;
        }
        found.push(PictureLink {
            address: link.url.clone(),
            key: own_key(&link.url, origin).map(str::to_owned),
            words: node.collect_text(),
        });
    }
    found
}

/// A `srcset` of ours with absolute URLs, as seen from the page at `base`.
pub(super) fn absolute_files(files: &str, base: &Url) -> String {
    let absolute = |file: &str| {
        let (url, width) = file.split_once(' ').unwrap_or((file, ""));
        let url = base.join(url).map_or_else(|_| url.to_owned(), String::from);
        format!("{url} {width}").trim_end().to_owned()
    };
    let files: Vec<String> = files.split(", ").map(absolute).collect();
    files.join(", ")
}

/// The key of our photo at this URL, with or without `origin`.
pub(super) fn own_key<'a>(url: &'a str, origin: &str) -> Option<&'a str> {
    let path = url.strip_prefix(origin).unwrap_or(url);
    let (key, _) = parse_file_name(path.strip_prefix(FOLDER)?)?;
    Some(key)
}
