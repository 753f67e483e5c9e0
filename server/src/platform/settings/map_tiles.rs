//! The operator's map tiles: their URL and attribution.

use serde::Serialize;
use url::Url;
use utoipa::ToSchema;

use crate::platform::error::{Error, Result};

/// What a tile holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TileKind {
    /// Images.
    Raster,
    /// Vector tiles in the OpenMapTiles schema.
    Vector,
}

/// A map tile server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapTiles {
    template: String,
    attribution: String,
    kind: TileKind,
    origin: String,
}

impl MapTiles {
    /// Parses the two settings; `None` if no tiles are configured.
    ///
    /// # Errors
    ///
    /// When the URL or the attribution is invalid, saying why.
    pub fn parse(template: &str, attribution: &str) -> Result<Option<Self>> {
        let (template, attribution) = (template.trim(), attribution.trim());
        if template.is_empty() {
            return Ok(None);
        }
        let refuse = |message: &str| Err(Error::Setup(message.to_owned()));
        let mut example = template.to_owned();
        for place in ["{z}", "{x}", "{y}"] {
            if !example.contains(place) {
                return refuse("must hold {z}, {x} and {y}");
            }
            example = example.replace(place, "0");
        }
        if example.contains(['{', '}']) {
            return refuse("must hold no other braces than {z}, {x} and {y}");
        }
        // The host goes into the content security policy, so it can't contain a placeholder.
        let url = match Url::parse(&example) {
            Ok(url) if matches!(url.scheme(), "http" | "https") && url.has_host() => url,
            _ => return refuse("must start with https:// and name a host"),
        };
        let origin = url.origin().ascii_serialization();
        if !template.starts_with(&origin) {
            return refuse(
                "must name its host in lower case, without a user and without {z}, {x} or {y}",
            );
        }
        if attribution.is_empty() {
            return refuse(
                "needs map_tiles_attribution, the credit that the tile provider asks for",
            );
        }
        let path = url.path();
        let kind = if path.ends_with(".pbf") || path.ends_with(".mvt") {
            TileKind::Vector
        } else {
            TileKind::Raster
        };
        Ok(Some(Self {
            template: template.to_owned(),
            attribution: attribution.to_owned(),
            kind,
            origin,
        }))
    }

    /// An address with `{z}`, `{x}` and `{y}` in it.
    #[must_use]
    pub fn template(&self) -> &str {
        &self.template
    }

    /// The words that the tiles' makers ask for.
    #[must_use]
    pub fn attribution(&self) -> &str {
        &self.attribution
    }

    /// The format of the tiles.
    #[must_use]
    pub fn kind(&self) -> TileKind {
        self.kind
    }

    /// The tiles' scheme and host: `https://tiles.example`.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_tells_its_host_and_its_kind() {
        let tiles = MapTiles::parse(" https://tiles.example:8443/a/{z}/{x}/{y}.png?k=1 ", "© A")
            .unwrap()
            .unwrap();
        assert_eq!(tiles.origin(), "https://tiles.example:8443");
        assert_eq!(tiles.kind(), TileKind::Raster);
        let tiles = MapTiles::parse("https://tiles.example/{z}/{x}/{y}.pbf?k=1", "© A")
            .unwrap()
            .unwrap();
        assert_eq!(tiles.kind(), TileKind::Vector);
        assert_eq!(MapTiles::parse(" ", "").unwrap(), None);
    }

    #[test]
    fn what_could_not_work_or_would_open_the_policy_is_refused() {
        for template in [
            "https://tiles.example/{z}/{x}.png",
            "https://{s}.tiles.example/{z}/{x}/{y}.png",
            "https://{x}.tiles.example/{z}/{x}/{y}.png",
            "/tiles/{z}/{x}/{y}.png",
            "file:///tiles/{z}/{x}/{y}.png",
            "data:{z}{x}{y}",
            "https://tiles.example;script-src *;/{z}/{x}/{y}.png",
            "https://a b/{z}/{x}/{y}.png",
            "https://user:word@tiles.example/{z}/{x}/{y}.png",
        ] {
            assert!(MapTiles::parse(template, "© A").is_err(), "{template}");
        }
        assert!(MapTiles::parse("https://tiles.example/{z}/{x}/{y}.png", " ").is_err());
    }
}
