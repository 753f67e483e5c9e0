//! Decisions that don't need a database.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::entity::suppression::Reason;
use crate::platform::{
    error::Error,
    keys::{Keys, hexadecimal},
};

/// The job that sends an issue.
pub(super) const SEND: &str = "newsletter.send";

/// How long the button in a confirmation email works (checklist E1).
pub(super) const TOKEN_LASTS: TimeDelta = TimeDelta::hours(48);
/// When an unconfirmed address is removed.
pub(super) const PENDING_LASTS: TimeDelta = TimeDelta::days(7);
/// No person enters an address in less time after the page loads.
pub(super) const QUICKEST_PERSON_MILLIS: u64 = 1000;
/// How many towns one reader may choose.
pub(super) const MAX_TOWNS: usize = 50;

/// After this many rejected issues within [`REFUSALS_COUNT`], the reader gets none for a while (checklist E8).
pub(super) const MAX_REFUSALS: u64 = 3;
/// Three consecutive issues span 14 days; one more day, because retries take time.
pub(super) const REFUSALS_COUNT: TimeDelta = TimeDelta::days(15);
/// How long such a reader gets none. Longer than rejections count, so that another attempt follows and not another
/// pause.
pub(super) const PAUSE: TimeDelta = TimeDelta::days(28);

/// When the issues were due that a demo's invented readers get, of which the later one is due at `last`.
#[must_use]
pub fn sample_turns(last: DateTime<Utc>) -> [DateTime<Utc>; 2] {
    [last - TimeDelta::weeks(1), last]
}

/// Length of a token: 160 random bits.
const TOKEN_BYTES: usize = 20;
/// Length of a reader's signature: 128 bits.
const SIGNATURE_BYTES: usize = 16;

/// An unguessable token, in hexadecimal.
pub(super) fn new_token(fill: impl FnOnce(&mut [u8])) -> String {
    let mut bytes = [0; TOKEN_BYTES];
    fill(&mut bytes);
    hexadecimal(&bytes)
}

/// The stored form of a token, which is useless for confirming.
pub(super) fn token_hash(keys: &Keys, token: &str) -> String {
    hexadecimal(&keys.keyed_hash("newsletter token", token.as_bytes()))
}

/// The pass in every email to a reader, for unsubscribing and choosing towns. It is made with the key that never
/// changes, because links in old emails must keep working.
pub(super) fn pass_of(keys: &Keys, reader: Uuid) -> String {
    let signature = keys.keyed_hash("newsletter reader", reader.as_bytes());
    let kept = signature.get(..SIGNATURE_BYTES).unwrap_or(&signature);
    format!("{}{}", reader.simple(), hexadecimal(kept))
}

/// The reader whose pass it is; `None` if we didn't make it.
pub(super) fn reader_of(keys: &Keys, pass: &str) -> Option<Uuid> {
    let reader = Uuid::try_parse(pass.get(..32)?).ok()?;
    let ours = pass_of(keys, reader);
    // Constant-time comparison, so that timing reveals nothing.
    let differences = ours
        .bytes()
        .zip(pass.bytes())
        .fold(0, |sum, (ours, theirs)| sum | (ours ^ theirs));
    (ours.len() == pass.len() && differences == 0).then_some(reader)
}

/// Whether an address on the suppression list may be asked once more.
pub(super) fn may_be_asked(reason: Option<Reason>) -> bool {
    reason != Some(Reason::Refused)
}

/// The refusal to write to an address, in any spelling of its mailbox, again before `wait` is over. It is the same for every address,
/// known or not (D90).
pub(super) fn too_soon(wait: TimeDelta) -> Error {
    let seconds = (wait + TimeDelta::microseconds(999_999)).num_seconds();
    let seconds = u32::try_from(seconds).unwrap_or(u32::MAX);
    let when = match seconds.div_ceil(60) {
        0 | 1 => "a minute".to_owned(),
        minutes @ 2..60 => format!("{minutes} minutes"),
        60 => "an hour".to_owned(),
        minutes => format!("{} hours", minutes.div_ceil(60)),
    };
    Error::TooMany {
        message: format!(
            "This address, or another spelling of it, was entered within the last day, so no further email was sent. Please look in the spam folder, too, or try again in {when}."
        )
        .into(),
        seconds,
    }
}

/// The period that an issue covers: since the previous one, but at most four weeks.
pub(super) fn period(
    last_end: Option<DateTime<Utc>>,
    turn: DateTime<Utc>,
) -> (DateTime<Utc>, DateTime<Utc>) {
    let start = last_end.map_or(turn - TimeDelta::days(7), |end| {
        end.max(turn - TimeDelta::days(28))
    });
    (start, turn)
}

/// Whether a town's name starts with what someone typed: "alex", "Alexandria, LA".
pub(super) fn begins_with(name: &str, state: &str, typed: &str) -> bool {
    let plain = |text: &str| text.to_lowercase().replace(',', " ");
    let words = |text: &str| plain(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let typed = words(typed);
    !typed.is_empty() && words(&format!("{name}, {state}")).starts_with(&typed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issue_tells_of_what_came_since_the_last_one() {
        let turn: DateTime<Utc> = "2026-03-05T14:00:00Z".parse().unwrap();
        assert_eq!(period(None, turn), (turn - TimeDelta::days(7), turn));
        let last = turn - TimeDelta::days(14);
        assert_eq!(period(Some(last), turn), (last, turn));
        let long_ago = turn - TimeDelta::days(200);
        assert_eq!(
            period(Some(long_ago), turn),
            (turn - TimeDelta::days(28), turn)
        );
    }

    #[test]
    fn towns_are_found_by_the_beginning_of_their_name() {
        for (typed, found) in [
            ("alex", true),
            ("Alexandria, LA", true),
            ("alexandria  la", true),
            ("la", false),
            (" ", false),
            ("Alexandria, VA", false),
        ] {
            assert_eq!(begins_with("Alexandria", "LA", typed), found, "{typed}");
        }
    }

    #[test]
    fn how_long_to_wait_is_said_in_words() {
        for (wait, seconds, words) in [
            (TimeDelta::microseconds(1), 1, "in a minute."),
            (TimeDelta::seconds(61), 61, "in 2 minutes."),
            (TimeDelta::minutes(60), 3600, "in an hour."),
            (TimeDelta::minutes(61), 3660, "in 2 hours."),
            (TimeDelta::hours(24), 86_400, "in 24 hours."),
        ] {
            let refusal = too_soon(wait);
            assert!(refusal.to_string().ends_with(words), "{refusal}");
            assert!(matches!(refusal, Error::TooMany { seconds: told, .. } if told == seconds));
        }
    }

    #[test]
    fn tokens_are_long_and_differ() {
        let one = new_token(|bytes| bytes.fill(1));
        assert_eq!(one.len(), 40);
        assert_ne!(one, new_token(|bytes| bytes.fill(2)));
    }
}
