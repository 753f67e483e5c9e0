//! Pictures in a text: our own photos, by their addresses on this site.

use std::fmt::Write;

use comrak::{Arena, nodes::NodeValue, parse_document};

use super::{bounded, options};
use crate::platform::photo_files::{StoredPhoto, address_of, parse_file_name};

/// Where photos lie on this site.
pub(super) const FOLDER: &str = "/photos/";
/// What the element of a picture may say.
pub(super) const ATTRIBUTES: [&str; 8] = [
    "src", "srcset", "sizes", "width", "height", "loading", "decoding", "alt",
];
/// The column of an article's text.
const SIZES: &str = "(min-width: 37rem) 33.5rem, 92vw";

/// The files of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub key: String,
    /// In pixels, the smallest first.
    pub widths: Vec<u32>,
    /// Of the largest file.
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
    /// All but its words. Keys hold small letters and digits alone, so nothing needs escaping.
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

/// A picture that a text refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureLink {
    pub address: String,
    /// Of one of our photos; absent: the address is none of ours.
    pub key: Option<String>,
    /// Description (alt text), in words.
    pub words: String,
}

/// The pictures of `markdown` in their order, each address once.
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

/// The key of our photo at this address, with or without `origin` in front.
pub(super) fn own_key<'a>(url: &'a str, origin: &str) -> Option<&'a str> {
    let path = url.strip_prefix(origin).unwrap_or(url);
    let (key, _) = parse_file_name(path.strip_prefix(FOLDER)?)?;
    Some(key)
}
