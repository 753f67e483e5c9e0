//! A body in every encoding that clients ask for. The response cache stores one form, the compressed one that nearly
//! every client wants; the others are made from it on request and soon dropped.

use std::{
    io::{self, Read, Write},
    sync::OnceLock,
};

use axum::http::HeaderValue;
use brotli::enc::BrotliEncoderParams;
use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};

use super::negotiation::Encoding;

/// Below this size, compression isn't worth it.
const SMALLEST: usize = 512;

/// Brotli quality, 0 to 11.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// For responses that a visitor is waiting for.
    Quick,
    /// For files that never change. All of their forms are kept.
    Thorough,
    /// For content with its own compression.
    Needless,
}

/// The name of a piece of content: the first half of its SHA-256 in hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tag([u8; 24]);

impl Tag {
    fn of(content: &[u8]) -> Self {
        let digest = Sha256::digest(content);
        let digits = digest.iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
        let mut tag = [b'0'; 24];
        for (place, digit) in tag.iter_mut().zip(digits) {
            *place = if digit < 10 {
                b'0' + digit
            } else {
                b'a' + digit - 10
            };
        }
        Self(tag)
    }

    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

/// Content, its name, and the forms that are kept.
#[derive(Debug)]
pub struct Body {
    /// The form that the others are made from.
    kept: Encoding,
    bytes: Bytes,
    /// Every form that was made, for files.
    made: Option<Box<MadeForms>>,
    /// Too small to be worth compressing.
    is_small: bool,
    effort: Effort,
    tag: Tag,
}

type MadeForms = [OnceLock<Bytes>; 3];

impl Body {
    /// Stores `plain` as it is, named by its content.
    #[must_use]
    pub fn new(plain: impl Into<Bytes>, effort: Effort) -> Self {
        let plain = plain.into();
        Self {
            kept: Encoding::Identity,
            is_small: plain.len() < SMALLEST,
            tag: Tag::of(&plain),
            made: (effort == Effort::Thorough).then(Box::default),
            bytes: plain,
            effort,
        }
    }

    /// Stores only the compressed form of `plain`, if compressing pays off. Takes some milliseconds of CPU time.
    #[must_use]
    pub fn compressed(plain: impl Into<Bytes>, effort: Effort) -> Self {
        let body = Self::new(plain, effort);
        let encoding = body.form(Encoding::Brotli);
        if encoding == Encoding::Identity {
            return body;
        }
        match body.pack(encoding, &body.bytes) {
            Ok(bytes) => Self {
                kept: encoding,
                bytes,
                ..body
            },
            Err(_) => body,
        }
    }

    /// The name of the content, the same in every encoding.
    #[must_use]
    pub fn tag(&self) -> Tag {
        self.tag
    }

    /// The form that is always present.
    #[must_use]
    pub fn kept(&self) -> Encoding {
        self.kept
    }

    /// The strong `ETag` of one form: different bytes need a different tag (RFC 9110, 8.8.1).
    #[must_use]
    pub fn entity_tag(&self, encoding: Encoding) -> HeaderValue {
        let tag = format!("\"{}{}\"", self.tag.as_str(), encoding.suffix());
        HeaderValue::try_from(tag).unwrap_or(HeaderValue::from_static("\"\""))
    }

    /// The form to send to a client that prefers `encoding`; small bodies stay plain.
    #[must_use]
    pub fn form(&self, encoding: Encoding) -> Encoding {
        if self.is_small || self.effort == Effort::Needless {
            Encoding::Identity
        } else {
            encoding
        }
    }

    /// The bytes in `encoding`, if stored.
    #[must_use]
    pub fn ready(&self, encoding: Encoding) -> Option<(Encoding, &Bytes)> {
        let encoding = self.form(encoding);
        if encoding == self.kept {
            return Some((encoding, &self.bytes));
        }
        let made = self.made.as_ref()?.get(encoding as usize)?.get()?;
        Some((encoding, made))
    }

    /// The bytes in `encoding`, made now if necessary: some milliseconds of CPU time.
    #[must_use]
    pub fn make(&self, encoding: Encoding) -> (Encoding, Bytes) {
        if let Some((encoding, ready)) = self.ready(encoding) {
            return (encoding, ready.clone());
        }
        let encoding = self.form(encoding);
        let made = self.plain().and_then(|plain| match encoding {
            Encoding::Identity => Ok(plain),
            encoding => self.pack(encoding, &plain),
        });
        // Reading bytes from memory can't fail.
        let Ok(bytes) = made else {
            return (self.kept, self.bytes.clone());
        };
        let kept = self
            .made
            .as_ref()
            .and_then(|made| made.get(encoding as usize));
        match kept {
            Some(form) => (encoding, form.get_or_init(|| bytes).clone()),
            None => (encoding, bytes),
        }
    }

    /// Bytes in memory.
    #[must_use]
    pub fn weight(&self) -> usize {
        let made = self.made.iter().flat_map(|made| made.iter());
        let made = made.filter_map(OnceLock::get).map(Bytes::len);
        size_of::<Self>() + self.bytes.len() + made.sum::<usize>()
    }

    fn plain(&self) -> io::Result<Bytes> {
        let mut plain = Vec::new();
        match self.kept {
            Encoding::Identity => return Ok(self.bytes.clone()),
            Encoding::Gzip => flate2::read::GzDecoder::new(&*self.bytes).read_to_end(&mut plain)?,
            Encoding::Brotli => {
                brotli::Decompressor::new(&*self.bytes, 64 * 1024).read_to_end(&mut plain)?
            }
        };
        Ok(plain.into())
    }

    fn pack(&self, encoding: Encoding, plain: &[u8]) -> io::Result<Bytes> {
        let mut out = Vec::with_capacity(plain.len() / 4);
        if encoding == Encoding::Gzip {
            let level = if self.effort == Effort::Quick {
                Compression::new(5)
            } else {
                Compression::best()
            };
            let mut encoder = GzEncoder::new(&mut out, level);
            encoder.write_all(plain)?;
            encoder.finish()?;
        } else {
            let params = BrotliEncoderParams {
                quality: if self.effort == Effort::Quick { 5 } else { 9 },
                lgwin: window(plain.len()),
                size_hint: plain.len(),
                ..BrotliEncoderParams::default()
            };
            let mut encoder = brotli::CompressorWriter::with_params(&mut out, 64 * 1024, &params);
            encoder.write_all(plain)?;
            encoder.flush()?;
            drop(encoder);
        }
        // Shrunk to fit, because it is kept.
        Ok(out.into_boxed_slice().into())
    }
}

/// The base-2 logarithm of the smallest window that covers `length` bytes: a larger one takes memory and time for nothing.
/// Below 17, the library uses a much slower method.
fn window(length: usize) -> i32 {
    (17..=22)
        .find(|bits| length <= (1 << bits) - 16)
        .unwrap_or(22)
}

/// Forms made on request, the most recent ones that fit. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Forms(moka::sync::Cache<(Tag, Encoding), Bytes>);

impl Forms {
    /// Limits it to this many bytes.
    #[must_use]
    pub fn new(bytes: u64) -> Self {
        let weigher =
            |_: &(Tag, Encoding), form: &Bytes| u32::try_from(form.len() + 256).unwrap_or(u32::MAX);
        Self(
            moka::sync::Cache::builder()
                .max_capacity(bytes)
                .weigher(weigher)
                .build(),
        )
    }

    /// The form of `body`, if it was made before.
    #[must_use]
    pub fn get(&self, body: &Body, encoding: Encoding) -> Option<Bytes> {
        self.0.get(&(body.tag(), encoding))
    }

    /// Stores a form for later requests.
    pub fn put(&self, body: &Body, encoding: Encoding, form: Bytes) {
        self.0.insert((body.tag(), encoding), form);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> String {
        (0..400)
            .map(|line| format!("<p>line {line}</p>\n"))
            .collect()
    }

    #[test]
    fn one_form_is_kept_and_the_others_are_made_of_it() {
        let page = page();
        let body = Body::compressed(page.clone(), Effort::Quick);
        assert_eq!(body.kept(), Encoding::Brotli);
        let kept = body.ready(Encoding::Brotli).unwrap().1.len();
        assert!(kept * 3 < page.len(), "{kept}");
        assert_eq!(body.make(Encoding::Identity).1, page);
        let (encoding, gzip) = body.make(Encoding::Gzip);
        let mut plain = String::new();
        let mut decoder = flate2::read::GzDecoder::new(&*gzip);
        decoder.read_to_string(&mut plain).unwrap();
        assert_eq!((encoding, plain), (Encoding::Gzip, page.clone()));
        assert_eq!(
            body.weight(),
            size_of::<Body>() + kept,
            "nothing more stays"
        );
        let plain = Body::new(page, Effort::Quick);
        assert_eq!(plain.tag(), body.tag(), "one name, whatever is kept");
    }

    #[test]
    fn what_is_small_or_packed_stays_as_it_is() {
        for body in [
            Body::compressed("short", Effort::Quick),
            Body::compressed(page(), Effort::Needless),
        ] {
            assert_eq!(body.kept(), Encoding::Identity);
            assert_eq!(body.form(Encoding::Brotli), Encoding::Identity);
        }
    }

    #[test]
    fn forms_of_files_stay() {
        let body = Body::new(page(), Effort::Thorough);
        let made = body.make(Encoding::Gzip).1;
        assert_eq!(body.ready(Encoding::Gzip), Some((Encoding::Gzip, &made)));
    }
}
