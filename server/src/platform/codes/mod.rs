//! Proof of an address (D40): a six-digit code and a link, sent together. Either works once, for ten minutes, for one
//! purpose and subject; five wrong guesses invalidate a code (checklist X4).

mod confirming;
mod entity;
mod letter;
mod limits;
mod old_links;
mod proving;
mod store;

use chrono::TimeDelta;
use uuid::Uuid;

pub use confirming::{ProofMethod, count_link, count_stranger, session_cookie, sign_in};
pub use letter::CodeEmail;
pub use limits::{count_again, count_request, next_code_at, next_code_unless_sent};
pub use old_links::{
    NewLinkSent, OldLink, ProofState, already_confirmed, no_new_link, of_old_link,
};
pub use proving::{Proof, Sender, peek_link, redeem, send, send_if};
pub use store::{forget_address, issue, issue_unsent, issued_to, kept, prune, revoke};

use super::{
    error::{Error, Result},
    limits::table::LINKS_OF_A_NETWORK,
    mail::EmailAddress,
};

/// How long a code and its link are valid.
pub const LASTS: TimeDelta = TimeDelta::minutes(10);
/// Guesses per code.
const MAX_ATTEMPTS: i32 = 5;
const DIGITS: usize = 6;

/// What a code is for.
#[derive(Clone, Debug)]
pub struct Purpose {
    /// For example `sign-in`: at most 32 characters.
    pub name: &'static str,
    /// For example the claim that it confirms.
    pub subject: Option<Uuid>,
}

/// Signs an owner in, whichever room asks for the code.
pub const SIGN_IN: Purpose = Purpose {
    name: "sign-in",
    subject: None,
};

/// An issued code; its secrets go into the email and nowhere else.
#[derive(Clone)]
pub struct Issued {
    pub id: Uuid,
    /// Six digits.
    pub code: String,
    /// For the link, in hexadecimal.
    pub token: String,
}

/// An address that was proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The code that proved it.
    pub code: Uuid,
    pub subject: Option<Uuid>,
    pub address: EmailAddress,
}

/// The result of a guess. The transaction that counts it is committed in every case.
pub type Guess = std::result::Result<Proven, Refused>;

/// A proof failed; the attempt was counted. Whether a code was sent to the address at all makes no difference to the answer
/// (D90).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    Wrong,
    /// A wrong guess after which no code for this address works anymore.
    LastGuess,
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        let message = match refused {
            Refused::Wrong => {
                "That code isn't right, or it has expired. Check the latest email, or send a new code."
            }
            Refused::LastGuess => {
                "That was the fifth wrong code, so the code no longer works. Use the link in the email, or send a new code."
            }
        };
        Self::invalid_field("code", message)
    }
}

/// The digits of a typed or pasted code, without spaces and dashes.
///
/// # Errors
///
/// When it isn't six digits.
pub fn clean(typed: &str) -> Result<String> {
    let digits: String = typed
        .chars()
        .filter(|sign| !sign.is_whitespace() && !matches!(sign, '-' | '\u{2010}'..='\u{2015}'))
        .collect();
    if digits.len() == DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        Ok(digits)
    } else {
        Err(Error::invalid_field(
            "code",
            "Enter all six digits of the code.",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pasted_code_is_read_with_its_blanks() {
        for typed in [
            "123456",
            " 123 456 ",
            "123-456",
            "123\u{a0}456",
            "12\u{2013}34 56",
        ] {
            assert_eq!(clean(typed).unwrap(), "123456", "{typed}");
        }
        for typed in ["", "12345", "1234567", "12345a", "١٢٣٤٥٦"] {
            clean(typed).unwrap_err();
        }
    }
}
