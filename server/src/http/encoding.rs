//! A body in every encoding that clients ask for, each made once and when it is first wanted.

use std::{
    io::{self, Write},
    sync::OnceLock,
};

use axum::http::HeaderValue;
use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};

use super::negotiation::Encoding;

/// Below this many bytes a compressed body is no smaller worth the work.
const SMALLEST: usize = 512;

/// How hard Brotli tries, 0 to 11.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// For what is made while a visitor waits.
    Quick,
    /// For files that never change.
    Thorough,
    /// For what is compressed by its own format.
    Needless,
}

/// Bytes, their name, and their compressed forms.
#[derive(Debug)]
pub struct Body {
    plain: Bytes,
    gzip: OnceLock<Bytes>,
    brotli: OnceLock<Bytes>,
    effort: Effort,
    tag: String,
}

impl Body {
    /// Takes `plain` and names it by its content.
    #[must_use]
    pub fn new(plain: impl Into<Bytes>, effort: Effort) -> Self {
        let plain = plain.into();
        let digest = Sha256::digest(&plain);
        let tag = digest
            .iter()
            .take(12)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        Self {
            plain,
            gzip: OnceLock::new(),
            brotli: OnceLock::new(),
            effort,
            tag,
        }
    }

    /// The name of the content, the same in every encoding.
    #[must_use]
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// The strong `ETag` of one form: other bytes, another tag (RFC 9110, 8.8.1).
    #[must_use]
    pub fn entity_tag(&self, encoding: Encoding) -> HeaderValue {
        let tag = format!("\"{}{}\"", self.tag, encoding.suffix());
        HeaderValue::try_from(tag).unwrap_or(HeaderValue::from_static("\"\""))
    }

    /// What a client that prefers `encoding` is sent: small bodies stay as they are.
    #[must_use]
    pub fn form(&self, encoding: Encoding) -> Encoding {
        if self.plain.len() < SMALLEST || self.effort == Effort::Needless {
            Encoding::Identity
        } else {
            encoding
        }
    }

    /// The bytes in `encoding` when they are made already or need no making.
    #[must_use]
    pub fn ready(&self, encoding: Encoding) -> Option<(Encoding, &Bytes)> {
        let encoding = self.form(encoding);
        let bytes = match encoding {
            Encoding::Identity => &self.plain,
            Encoding::Gzip => self.gzip.get()?,
            Encoding::Brotli => self.brotli.get()?,
        };
        Some((encoding, bytes))
    }

    /// The bytes in `encoding`, made now if need be: some milliseconds of processor time.
    #[must_use]
    pub fn make(&self, encoding: Encoding) -> (Encoding, Bytes) {
        if let Some((encoding, ready)) = self.ready(encoding) {
            return (encoding, ready.clone());
        }
        let made = match encoding {
            Encoding::Gzip => &self.gzip,
            _ => &self.brotli,
        };
        (
            encoding,
            made.get_or_init(|| {
                self.compressed(encoding)
                    .unwrap_or_else(|_| self.plain.clone())
            })
            .clone(),
        )
    }

    /// Bytes in memory, about.
    #[must_use]
    pub fn weight(&self) -> usize {
        // The compressed forms come later and are some fifth of the plain one each.
        self.plain.len() + self.plain.len() / 2
    }

    fn compressed(&self, encoding: Encoding) -> io::Result<Bytes> {
        let mut out = Vec::with_capacity(self.plain.len() / 4);
        if encoding == Encoding::Gzip {
            let level = if self.effort == Effort::Quick {
                Compression::new(5)
            } else {
                Compression::best()
            };
            let mut encoder = GzEncoder::new(&mut out, level);
            encoder.write_all(&self.plain)?;
            encoder.finish()?;
        } else {
            let quality = if self.effort == Effort::Quick { 5 } else { 9 };
            let mut encoder = brotli::CompressorWriter::new(&mut out, 64 * 1024, quality, 22);
            encoder.write_all(&self.plain)?;
            encoder.flush()?;
            drop(encoder);
        }
        Ok(out.into())
    }
}
