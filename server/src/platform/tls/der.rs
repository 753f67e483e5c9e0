//! What we need to know of a certificate, read from its DER (X.690, RFC 5280). The TLS library keeps these to itself, and
//! every library that reads all of a certificate is larger than our need.

use chrono::{DateTime, NaiveDateTime, Utc};

const SEQUENCE: u8 = 0x30;
const INTEGER: u8 = 0x02;
const OCTETS: u8 = 0x04;
const OBJECT: u8 = 0x06;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
/// `[0]` and `[3]` in a certificate.
const VERSION: u8 = 0xa0;
const EXTENSIONS: u8 = 0xa3;
/// The extension that names the authority's key (2.5.29.35), and `[0]` in it.
const AUTHORITY_KEY: &[u8] = &[0x55, 0x1d, 0x23];
const KEY_IDENTIFIER: u8 = 0x80;

/// Facts about a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    pub not_before: DateTime<Utc>,
    pub not_after: DateTime<Utc>,
    /// The content of its DER.
    pub serial: Vec<u8>,
    /// The identifier of the key that signed it.
    pub authority_key: Option<Vec<u8>>,
}

impl Facts {
    /// Reads them; `None` if this is no certificate.
    pub fn of(certificate: &[u8]) -> Option<Self> {
        let mut signed = Reader(Reader(certificate).take(SEQUENCE)?);
        let mut fields = Reader(signed.take(SEQUENCE)?);
        if fields.tag() == Some(VERSION) {
            fields.take(VERSION)?;
        }
        let serial = fields.take(INTEGER)?.to_vec();
        // The signature's algorithm and the issuer.
        fields.take(SEQUENCE)?;
        fields.take(SEQUENCE)?;
        let mut validity = Reader(fields.take(SEQUENCE)?);
        Some(Self {
            not_before: validity.time()?,
            not_after: validity.time()?,
            serial,
            authority_key: authority_key(fields),
        })
    }
}

/// Reads it from what follows the validity in a certificate.
fn authority_key(mut fields: Reader<'_>) -> Option<Vec<u8>> {
    let extensions = loop {
        let (tag, content) = fields.any()?;
        if tag == EXTENSIONS {
            break content;
        }
    };
    let mut extensions = Reader(Reader(extensions).take(SEQUENCE)?);
    loop {
        let mut extension = Reader(extensions.take(SEQUENCE)?);
        if extension.take(OBJECT)? != AUTHORITY_KEY {
            continue;
        }
        let mut value = extension.any()?;
        if value.0 != OCTETS {
            // Whether it is critical.
            value = extension.any()?;
        }
        let mut identifier = Reader(Reader(value.1).take(SEQUENCE)?);
        return identifier.take(KEY_IDENTIFIER).map(<[u8]>::to_vec);
    }
}

/// Reads one element after the other.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn tag(&self) -> Option<u8> {
        self.0.first().copied()
    }

    /// The next element's tag and content.
    fn any(&mut self) -> Option<(u8, &'a [u8])> {
        let (&tag, rest) = self.0.split_first()?;
        let (&first, rest) = rest.split_first()?;
        let (length, rest) = match first {
            0..=0x7f => (usize::from(first), rest),
            // The length's own length; certificates are shorter than 16 MB.
            0x81..=0x83 => {
                let (bytes, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
                let length = bytes
                    .iter()
                    .fold(0, |length, byte| length << 8 | usize::from(*byte));
                (length, rest)
            }
            _ => return None,
        };
        let (content, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some((tag, content))
    }

    /// The next element's content, if it has this tag.
    fn take(&mut self, tag: u8) -> Option<&'a [u8]> {
        self.any()
            .filter(|(found, _)| *found == tag)
            .map(|(_, content)| content)
    }

    fn time(&mut self) -> Option<DateTime<Utc>> {
        let (tag, content) = self.any()?;
        let text = std::str::from_utf8(content).ok()?;
        let text = match tag {
            // Two digits of the year, from 1950 to 2049.
            UTC_TIME if text < "50" => format!("20{text}"),
            UTC_TIME => format!("19{text}"),
            GENERALIZED_TIME => text.to_owned(),
            _ => return None,
        };
        let time = NaiveDateTime::parse_from_str(&text, "%Y%m%d%H%M%SZ").ok()?;
        Some(time.and_utc())
    }
}
