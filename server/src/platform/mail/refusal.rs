//! What a rejection by the mail server means for the recipient (checklist E8). This covers only responses during
//! delivery: a server that accepts an email and bounces it later writes to an inbox, which we don't read.

use sea_orm::DatabaseTransaction;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::entity::{Headers, Model, Stream};
use crate::platform::{
    clock::Clock,
    error::Result,
    id_generator::IdGenerator,
    jobs::{self, NewJob},
};

/// The job that reports an undeliverable list email to the newsletter. Its payload is a [`Refusal`].
pub const REFUSED: &str = "mail.refused";
/// The same for the monthly letters to owners, the list [`LETTERS`].
pub const LETTER_REFUSED: &str = "mail.letter-refused";
/// The name of that list.
pub const LETTERS: &str = "monthly";

/// A list email that failed because of its recipient.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
pub struct Refusal {
    /// The email.
    pub mail: Uuid,
    /// Who the email was about.
    pub about: Uuid,
    pub fault: Fault,
}

/// How certain it is that the recipient can't be reached.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// The server says that the mailbox doesn't exist (any more).
    Gone,
    /// A full mailbox, a temporary problem, or a rejection without a reason.
    Doubtful,
}

/// What a response with this reply code says about the recipient; `None` if it is about something else, such as us, the
/// connection, or suspected spam. Decided by the enhanced status code (RFC 3463), which is specific. A plain 550 may
/// also mean that the server won't relay for us (RFC 5321, 4.2.3), so it never counts as a missing mailbox: one wrong
/// setting would end all subscriptions.
pub(super) fn fault(code: u16, words: &str) -> Option<Fault> {
    match enhanced_status(words) {
        // Bad mailbox, bad system, syntax, moved, null MX; disabled. 1.7 and 1.8 are about the sender.
        Some((5, 1, 1 | 2 | 3 | 6 | 10) | (5, 2, 1)) => Some(Fault::Gone),
        Some((_, 1, 7 | 8)) => None,
        Some((_, 1 | 2, _)) => Some(Fault::Doubtful),
        Some(_) => None,
        None => matches!(code, 450 | 452 | 550..=553).then_some(Fault::Doubtful),
    }
}

/// The first `class.subject.detail` in a response, such as `5.1.1`.
fn enhanced_status(words: &str) -> Option<(u8, u16, u16)> {
    let mut candidates = words.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
    candidates.find_map(|candidate| {
        let mut parts = candidate.trim_end_matches('.').split('.');
        let class = parts.next()?.parse().ok()?;
        let subject = parts.next()?.parse().ok()?;
        let detail = parts.next()?.parse().ok()?;
        (matches!(class, 4 | 5) && parts.next().is_none()).then_some((class, subject, detail))
    })
}

/// Enqueues the job that reports a list email, in the caller's transaction.
pub(super) async fn tell(
    transaction: &DatabaseTransaction,
    mail: &Model,
    fault: Fault,
    (identifiers, clock): (&IdGenerator, &Clock),
) -> Result<()> {
    let (Stream::Bulk, Some(about)) = (mail.stream, mail.about) else {
        return Ok(());
    };
    let refusal = Refusal {
        mail: mail.id,
        about,
        fault,
    };
    let now = clock.now();
    let job = NewJob {
        kind: if is_letter(mail) {
            LETTER_REFUSED
        } else {
            REFUSED
        },
        payload: serde_json::to_value(refusal).map_err(|error| {
            crate::platform::error::Error::Internal(format!("a refusal is no JSON: {error}"))
        })?,
        unique_key: Some(format!("{REFUSED} {}", mail.id)),
        due_at: now,
    };
    jobs::enqueue(transaction, &job, identifiers, now).await?;
    Ok(())
}

fn is_letter(mail: &Model) -> bool {
    let Headers(headers) = &mail.headers;
    let id = headers.iter().find(|(name, _)| name == "List-ID");
    let list = id.and_then(|(_, value)| value.strip_prefix('<'));
    list.and_then(|list| list.split('.').next()) == Some(LETTERS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_speaks_of_the_recipient_counts() {
        for (code, words, said) in [
            (
                550,
                "permanent error (550): 5.1.1 no such user",
                Some(Fault::Gone),
            ),
            (
                550,
                "5.1.10 recipient address has null MX",
                Some(Fault::Gone),
            ),
            (550, "5.2.1 The account is disabled.", Some(Fault::Gone)),
            (552, "5.2.2 mailbox full", Some(Fault::Doubtful)),
            (452, "4.2.2 over quota", Some(Fault::Doubtful)),
            (450, "4.2.0 greylisted", Some(Fault::Doubtful)),
            (550, "no such person here", Some(Fault::Doubtful)),
            (450, "mailbox busy", Some(Fault::Doubtful)),
            (550, "5.7.1 listed at 192.0.2.1 as spam", None),
            (550, "5.1.8 sender rejected", None),
            (554, "5.7.1 relay access denied", None),
            (554, "no SMTP service here", None),
            (535, "5.7.8 wrong password", None),
            (421, "4.3.2 going down", None),
            (451, "local error", None),
        ] {
            assert_eq!(fault(code, words), said, "{code} {words}");
        }
    }
}
