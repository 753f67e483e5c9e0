//! What is decided without a database.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::entity::suppression::Reason;
use crate::platform::{
    keys::{Keys, hexadecimal},
    limits::Limit,
};

/// How long the button of a confirmation mail works (checklist E1).
pub(super) const TOKEN_LASTS: TimeDelta = TimeDelta::hours(48);
/// An address that nobody confirmed is forgotten after this long.
pub(super) const PENDING_LASTS: TimeDelta = TimeDelta::days(7);
/// One mail to an address in this time, whoever types it how often (checklist E3).
pub(super) const COOL_DOWN: TimeDelta = TimeDelta::hours(24);
/// Nobody types an address and sends it in less time than this after the page came.
pub(super) const QUICKEST_PERSON_MILLIS: u64 = 1000;
/// Mails that sign-ups may cause in an hour, whoever they are for: above it we would be somebody's tool.
pub(super) const MOST_MAILS_AN_HOUR: u64 = 500;
/// What one network (a /24, a /48) has of the second half of those mails: a few networks can't close the newsletter for all.
pub(super) const LATE_OF_A_NETWORK: Limit = Limit {
    name: "newsletter mails of a busy hour to a network",
    count: 2,
    period: TimeDelta::hours(1),
    message: "Many people are signing up right now. Please try again in an hour.",
};
/// Towns that one reader may choose.
pub(super) const MOST_TOWNS: usize = 50;

/// So many issues in [`REFUSALS_COUNT`] that a mail server did not take, and the reader is left in peace (checklist E8).
pub(super) const MOST_REFUSALS: u64 = 3;
/// Three issues in a row lie 14 days apart; a day more, because attempts take their time.
pub(super) const REFUSALS_COUNT: TimeDelta = TimeDelta::days(15);
/// How long a reader is left in peace. Longer than refusals count, so that one more try follows, not one more pause.
pub(super) const PAUSE: TimeDelta = TimeDelta::days(28);

/// The bytes of a token: 160 bits of chance.
const TOKEN_BYTES: usize = 20;
/// The bytes of a reader's signature: 128 bits.
const SIGNATURE_BYTES: usize = 16;

/// A token that nobody can guess, in hexadecimal.
pub(super) fn new_token(fill: impl FnOnce(&mut [u8])) -> String {
    let mut bytes = [0; TOKEN_BYTES];
    fill(&mut bytes);
    hexadecimal(&bytes)
}

/// How a token is kept: who reads the table can't confirm with it.
pub(super) fn token_hash(keys: &Keys, token: &str) -> String {
    hexadecimal(&keys.keyed_hash("newsletter token", token.as_bytes()))
}

/// How an address is recognised in all its spellings.
pub(super) fn address_hash(keys: &Keys, key: &str) -> String {
    hexadecimal(&keys.keyed_hash("newsletter address", key.as_bytes()))
}

/// The authority that stands in every mail to a reader: to leave, and to choose towns. It is made with the key that
/// never changes, because the link of an old mail must work too.
pub(super) fn pass_of(keys: &Keys, reader: Uuid) -> String {
    let signature = keys.keyed_hash("newsletter reader", reader.as_bytes());
    let kept = signature.get(..SIGNATURE_BYTES).unwrap_or(&signature);
    format!("{}{}", reader.simple(), hexadecimal(kept))
}

/// Whose pass it is; `None` when we did not make it.
pub(super) fn reader_of(keys: &Keys, pass: &str) -> Option<Uuid> {
    let reader = Uuid::try_parse(pass.get(..32)?).ok()?;
    let ours = pass_of(keys, reader);
    // Compared without stopping at the first difference, so that nobody can feel their way.
    let differences = ours
        .bytes()
        .zip(pass.bytes())
        .fold(0, |sum, (ours, theirs)| sum | (ours ^ theirs));
    (ours.len() == pass.len() && differences == 0).then_some(reader)
}

/// Whether an address on the list of those we must not write to may be asked once more.
pub(super) fn may_be_asked(reason: Option<Reason>) -> bool {
    reason != Some(Reason::Refused)
}

/// The week that an issue tells of: since the last one, but no more than four weeks of silence.
pub(super) fn period(
    last_end: Option<DateTime<Utc>>,
    turn: DateTime<Utc>,
) -> (DateTime<Utc>, DateTime<Utc>) {
    let start = last_end.map_or(turn - TimeDelta::days(7), |end| {
        end.max(turn - TimeDelta::days(28))
    });
    (start, turn)
}

/// What the name of a town must begin with, as somebody typed it: "alex", "Alexandria, LA".
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
    fn tokens_are_long_and_differ() {
        let one = new_token(|bytes| bytes.fill(1));
        assert_eq!(one.len(), 40);
        assert_ne!(one, new_token(|bytes| bytes.fill(2)));
    }
}
