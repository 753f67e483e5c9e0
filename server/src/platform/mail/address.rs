//! Email addresses that people type.

use std::fmt;

use url::Host;
use utoipa::ToSchema;

use crate::platform::error::{Error, Result};

/// RFC 5321, 4.5.3.1: the longest local part, and the longest address that fits in a path.
const LONGEST_LOCAL_PART: usize = 64;
const LONGEST: usize = 254;

/// An address as the API takes it: what [`EmailAddress::parse`] reads, as far as a pattern can say it.
#[derive(Debug, ToSchema)]
#[schema(
    value_type = String,
    format = Email,
    max_length = 254,
    pattern = r"^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$"
)]
pub struct EmailText(pub String);

/// A valid email address, with its host in lower case and ASCII. `Debug` and `Display` shorten it, so it can be logged
/// (checklist X17).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct EmailAddress {
    local: String,
    host: String,
}

impl EmailAddress {
    /// Parses what someone typed into `field`.
    ///
    /// # Errors
    ///
    /// When it isn't a deliverable address; the error names `field`.
    pub fn parse(text: &str, field: &'static str) -> Result<Self> {
        Self::read(text.trim()).ok_or_else(|| {
            Error::invalid_field(
                field,
                "That email address doesn't look right. Please check it, for example name@example.com.",
            )
        })
    }

    fn read(text: &str) -> Option<Self> {
        let (local, host) = text.rsplit_once('@')?;
        if !is_dot_atom(local) || local.len() > LONGEST_LOCAL_PART {
            return None;
        }
        let Ok(Host::Domain(host)) = Host::parse(host) else {
            return None;
        };
        let address = Self {
            local: local.to_owned(),
            host,
        };
        (is_public_name(&address.host) && address.as_text().len() <= LONGEST).then_some(address)
    }

    /// The address as written in an email.
    #[must_use]
    pub fn as_text(&self) -> String {
        format!("{}@{}", self.local, self.host)
    }

    /// Equal for all spellings of one address: no mail host today distinguishes `Ann@` from `ann@`.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{}@{}", self.local.to_lowercase(), self.host)
    }

    /// Equal for all addresses that reach one mailbox at common providers: without dots, and without a plus and what
    /// follows. Used only for limits.
    #[must_use]
    pub fn mailbox(&self) -> String {
        let name = self.local.split('+').next().unwrap_or_default();
        // Two names of one provider: mail to either reaches the same mailbox.
        let host = match self.host.as_str() {
            "googlemail.com" => "gmail.com",
            host => host,
        };
        format!("{}@{host}", name.replace('.', "").to_lowercase())
    }
}

impl fmt::Debug for EmailAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.local.chars().next().unwrap_or('?');
        write!(formatter, "{first}…@{}", self.host)
    }
}

/// RFC 5322, 3.2.3. Quoted local parts are valid, but in a form they are typos.
fn is_dot_atom(local: &str) -> bool {
    let is_atext =
        |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte);
    local
        .split('.')
        .all(|atom| !atom.is_empty() && atom.bytes().all(is_atext))
}

/// A host with a dot, consisting of labels (RFC 1123, 2.1), with a last one that isn't a number.
fn is_public_name(host: &str) -> bool {
    let is_label = |label: &str| {
        let inner = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        (1..=63).contains(&label.len())
            && label.bytes().all(inner)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let labels: Vec<&str> = host.split('.').collect();
    labels.len() >= 2
        && labels.iter().all(|label| is_label(label))
        && labels.last().is_some_and(|last| {
            last.len() >= 2 && last.bytes().any(|byte| byte.is_ascii_alphabetic())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_normalized() {
        for (typed, text) in [
            (" Ann.Lee@Home.Example ", "Ann.Lee@home.example"),
            ("a+b@mail.example", "a+b@mail.example"),
            ("o'neil@shop.example", "o'neil@shop.example"),
            ("ann@bücher.example", "ann@xn--bcher-kva.example"),
        ] {
            assert_eq!(EmailAddress::read(typed.trim()).unwrap().as_text(), text);
        }
        let address = EmailAddress::read("Ann.Lee+news@Home.Example").unwrap();
        assert_eq!(address.key(), "ann.lee+news@home.example");
        assert_eq!(address.mailbox(), "annlee@home.example");
        let [first, second] = ["Ann.Lee+1@googlemail.com", "annlee@gmail.com"]
            .map(|typed| EmailAddress::read(typed).unwrap().mailbox());
        assert_eq!(first, second);
        assert_eq!(address.to_string(), "A…@home.example");
    }

    #[test]
    fn what_only_looks_like_an_address_is_refused() {
        let long = format!("{}@home.example", "a".repeat(65));
        for typed in [
            "",
            "ann",
            "ann@",
            "@home.example",
            "ann@home",
            "ann@@home.example",
            "ann@home..example",
            "ann@-home.example",
            "ann@home.example.",
            ".ann@home.example",
            "ann.@home.example",
            "a..b@home.example",
            "ann lee@home.example",
            "ann@home .example",
            "ann@[127.0.0.1]",
            "ann@127.0.0.1",
            "\"ann\"@home.example",
            "ann@home.1",
            "ann@home.example\r\nBcc: x@y.example",
            "ann@home.example,bob@home.example",
            "Ann <ann@home.example>",
            "änn@home.example",
            "ann@home_house.example",
            "ann(comment)@home.example",
            "mailto:ann@home.example",
            &long,
        ] {
            assert!(EmailAddress::read(typed).is_none(), "{typed}");
        }
    }
}
