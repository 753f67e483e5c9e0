//! A photo in the API.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    catalog::{Photo, View},
    platform::photo_files::address_of,
};

/// A photo in its sizes, all of one shape. Its addresses may be kept for ever.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Photo)]
pub struct PhotoAnswer {
    /// The largest file.
    pub url: String,
    /// All files with their widths, as the attribute of an `img` takes them.
    pub srcset: String,
    /// Of the largest file, in pixels.
    pub width: u32,
    pub height: u32,
    /// Description (alt text), for those who can't; empty when it only decorates; null when nobody has said.
    #[schema(required)]
    pub alt: Option<String>,
    /// Who took it, to be shown beside it.
    #[schema(required)]
    pub credit: Option<String>,
    /// Where it comes from, if from another site.
    #[schema(required)]
    pub source_url: Option<String>,
    /// Under which it is shown, such as `CC BY 4.0`.
    #[schema(required)]
    pub license: Option<String>,
}

impl From<&Photo> for PhotoAnswer {
    fn from(photo: &Photo) -> Self {
        let text = |value: &Option<Box<str>>| value.as_deref().map(str::to_owned);
        let files = photo.widths.iter();
        let files = files.map(|width| format!("{} {width}w", address_of(&photo.key, *width)));
        Self {
            url: photo.address(),
            srcset: files.collect::<Vec<_>>().join(", "),
            width: photo.width,
            height: photo.height,
            alt: text(&photo.alternative_text),
            credit: text(&photo.credit),
            source_url: text(&photo.source_url),
            license: text(&photo.license),
        }
    }
}

impl PhotoAnswer {
    /// Up to `most` of the photos in `all` that may be shown now.
    #[must_use]
    pub fn list(view: &View, all: &[Photo], most: usize) -> Vec<Self> {
        let shown = view.shown(all).into_iter();
        shown.take(most).map(Self::from).collect()
    }
}
