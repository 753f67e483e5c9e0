//! The signed links in the half-yearly question about hours. Whoever has one answers for the shop without signing in, but proves
//! no address: it is good for this question, the shop's present owner and 30 days, and is used once.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use crate::platform::keys::{Keys, bytes_of, hexadecimal};

/// How long a link can be used.
pub const LASTS: TimeDelta = TimeDelta::days(30);
/// How long the hours can be changed after "change" was pressed.
pub const EDITABLE: TimeDelta = TimeDelta::minutes(30);

/// What a token is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// "Still right".
    Confirm,
    /// Opens the hours for a change.
    Change,
    /// Changes them, for half an hour.
    Edit,
}

impl Use {
    const ALL: [Self; 3] = [Self::Confirm, Self::Change, Self::Edit];

    fn purpose(self) -> &'static str {
        match self {
            Self::Confirm => "hours-right",
            Self::Change => "hours-change",
            Self::Edit => "hours-edit",
        }
    }
}

/// The token for `shop`, its `person` and the time of the question or, for [`Use::Edit`], of the press.
pub fn token(keys: &Keys, what: Use, (shop, person): (Uuid, Uuid), at: DateTime<Utc>) -> String {
    let signature = keys.sign(what.purpose(), &message(shop, person, at));
    format!("{}{}", shop.simple(), hexadecimal(&signature))
}

/// The shop that a token names, signed or not; `None` if it is no token.
pub fn shop_of(token: &str) -> Option<Uuid> {
    Uuid::try_parse(token.get(..32)?).ok()
}

/// What `given` is good for; `None` if it is for another person, another question or nothing at all.
pub fn read(
    keys: &Keys,
    given: &str,
    (shop, person): (Uuid, Uuid),
    at: DateTime<Utc>,
) -> Option<Use> {
    let signature = bytes_of(given.get(32..)?)?;
    let message = message(shop, person, at);
    Use::ALL
        .into_iter()
        .find(|what| keys.verify(what.purpose(), &message, &signature))
}

fn message(shop: Uuid, person: Uuid, at: DateTime<Utc>) -> Vec<u8> {
    let mut message = shop.as_bytes().to_vec();
    message.extend(person.as_bytes());
    message.extend(at.timestamp_micros().to_be_bytes());
    message
}
