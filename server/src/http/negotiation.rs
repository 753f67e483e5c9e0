//! Content negotiation: which encodings a client accepts, and what it already has.

use axum::http::{HeaderMap, HeaderValue, header};

/// The encodings that bodies are sent in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    Identity,
    Gzip,
    Brotli,
}

impl Encoding {
    /// The value of `Content-Encoding`, if the header is needed.
    #[must_use]
    pub fn header(self) -> Option<HeaderValue> {
        match self {
            Self::Identity => None,
            Self::Gzip => Some(HeaderValue::from_static("gzip")),
            Self::Brotli => Some(HeaderValue::from_static("br")),
        }
    }

    /// The encoding that a `Content-Encoding` header names.
    #[must_use]
    pub fn named(header: Option<&HeaderValue>) -> Self {
        [Self::Gzip, Self::Brotli]
            .into_iter()
            .find(|encoding| header.is_some() && encoding.header().as_ref() == header)
            .unwrap_or(Self::Identity)
    }

    pub(super) fn suffix(self) -> &'static str {
        match self {
            Self::Identity => "",
            Self::Gzip => "-gzip",
            Self::Brotli => "-br",
        }
    }

    /// The encoding with the highest weight in `Accept-Encoding`, preferring Brotli over gzip on a tie (RFC 9110,
    /// 12.5.3).
    #[must_use]
    pub fn preferred(headers: &HeaderMap) -> Self {
        let accepted = headers.get(header::ACCEPT_ENCODING);
        Self::preferred_of(
            accepted
                .and_then(|value| value.to_str().ok())
                .unwrap_or_default(),
        )
    }

    /// The same, from the header's value; empty if there is none.
    #[must_use]
    pub fn preferred_of(accepted: &str) -> Self {
        let (mut gzip, mut brotli, mut any) = (None, None, None);
        for part in accepted.split(',') {
            let (name, weight) = part
                .split_once(';')
                .map_or((part, 1.0), |(name, rest)| (name, weight(rest)));
            match name.trim() {
                name if name.eq_ignore_ascii_case("br") => brotli = Some(weight),
                name if name.eq_ignore_ascii_case("gzip")
                    || name.eq_ignore_ascii_case("x-gzip") =>
                {
                    gzip = Some(weight)
                }
                "*" => any = Some(weight),
                _ => {}
            }
        }
        let (gzip, brotli) = (gzip.or(any).unwrap_or(0.0), brotli.or(any).unwrap_or(0.0));
        if brotli > 0.0 && brotli >= gzip {
            Self::Brotli
        } else if gzip > 0.0 {
            Self::Gzip
        } else {
            Self::Identity
        }
    }
}

fn weight(parameter: &str) -> f32 {
    parameter
        .trim()
        .strip_prefix("q=")
        .and_then(|value| value.trim().parse().ok())
        .unwrap_or(1.0)
}

/// Whether the client already has the content named `tag`, in any encoding (weak comparison, RFC 9110, 13.1.2).
#[must_use]
pub fn holds(headers: &HeaderMap, tag: &str) -> bool {
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .any(|list| {
            list.split(',').map(str::trim).any(|candidate| {
                let candidate = candidate
                    .strip_prefix("W/")
                    .unwrap_or(candidate)
                    .trim_matches('"');
                candidate == "*"
                    || candidate == tag
                    || [Encoding::Gzip, Encoding::Brotli]
                        .iter()
                        .any(|encoding| candidate.strip_suffix(encoding.suffix()) == Some(tag))
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preferred(accepted: &str) -> Encoding {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, accepted.parse().unwrap());
        Encoding::preferred(&headers)
    }

    #[test]
    fn the_client_s_weights_decide() {
        for (accepted, encoding) in [
            ("gzip, deflate, br, zstd", Encoding::Brotli),
            ("gzip", Encoding::Gzip),
            ("br;q=0.5, gzip;q=0.8", Encoding::Gzip),
            ("br;q=0, gzip;q=0", Encoding::Identity),
            ("*", Encoding::Brotli),
            ("br;q=0, *", Encoding::Gzip),
            ("deflate", Encoding::Identity),
            ("", Encoding::Identity),
            ("GZIP", Encoding::Gzip),
        ] {
            assert_eq!(preferred(accepted), encoding, "{accepted}");
        }
    }

    #[test]
    fn a_tag_is_known_in_every_encoding() {
        let holding = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::IF_NONE_MATCH, value.parse().unwrap());
            holds(&headers, "abc")
        };
        assert!(holding("\"abc\""));
        assert!(holding("W/\"abc-br\""));
        assert!(holding("\"x\", \"abc-gzip\""));
        assert!(holding("*"));
        assert!(!holding("\"abcd\""));
        assert!(!holding("\"abc-zstd\""));
    }
}
