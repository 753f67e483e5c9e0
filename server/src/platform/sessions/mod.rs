//! Sessions (D40, D60): a random token in an `HttpOnly` cookie, stored here as a hash. Owners prove an address,
//! administrators know a password; one browser can be signed in as both.

mod administrators;
mod cookie;
mod device;
mod entity;
mod store;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

pub use administrators::{
    confirm, end_all_of_administrator, end_of_administrator, end_others_of_administrator,
    list_of_administrator, open_for_administrator, open_unconfirmed,
};
pub use cookie::{clear, set};
pub use entity::{person, session};
pub use store::{
    confirm_person, end, end_of_people, end_other_sessions, ensure_person, find_person, kept,
    list_of, open, person_by_address, prune,
};

use super::{
    database::Database,
    error::{Error, Result},
    keys::{Keys, hexadecimal},
    mail::EmailAddress,
    web::{Actor, AdministratorId, Client},
};
pub use session::Kind;

/// How long an owner stays signed in at most.
const OWNER_LASTS: TimeDelta = TimeDelta::days(30);
/// An owner who is inactive for this long is signed out.
const OWNER_IDLE: TimeDelta = TimeDelta::days(14);
/// The length of an administrator's session (`owner-admin.md`, section 9).
const ADMIN_LASTS: TimeDelta = TimeDelta::hours(24);
/// How long after entering the password an administrator may do what asks for it (D103).
const CONFIRMED_LASTS: TimeDelta = TimeDelta::minutes(15);
/// How far another node's clock may be ahead. A confirmation further in the future is of a clock that was set back.
const CLOCKS_DIFFER: TimeDelta = TimeDelta::minutes(1);

impl Kind {
    /// The maximum length of such a session.
    #[must_use]
    pub fn lasts(self) -> TimeDelta {
        match self {
            Self::Owner => OWNER_LASTS,
            Self::Admin => ADMIN_LASTS,
        }
    }

    fn longest_pause(self) -> TimeDelta {
        match self {
            Self::Owner => OWNER_IDLE,
            Self::Admin => ADMIN_LASTS,
        }
    }
}

/// A valid session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    pub id: Uuid,
    pub kind: Kind,
    /// `None` for administrators.
    pub person: Option<Uuid>,
    /// `None` for owners, and for who came in with the shared password or a link of the console.
    pub administrator: Option<AdministratorId>,
    pub expires_at: DateTime<Utc>,
    /// When an administrator last entered the password or a code.
    pub confirmed_at: Option<DateTime<Utc>>,
}

impl Session {
    /// Until when this browser may do what asks for the password again; `None` if it may not at `now`.
    #[must_use]
    pub fn confirmed_until(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let at = self.confirmed_at?;
        let until = at + CONFIRMED_LASTS;
        (at <= now + CLOCKS_DIFFER && now < until).then_some(until)
    }
}

/// Who a browser is signed in as: an owner, the administrator, both or neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SignedIn {
    pub owner: Option<Session>,
    pub admin: Option<Session>,
}

impl SignedIn {
    /// Identifies the session for uploads: only the session that uploaded a photo can use it (D49).
    #[must_use]
    pub fn upload_holder(&self) -> String {
        let session = self.owner.or(self.admin);
        session.map_or_else(String::new, |session| session.id.to_string())
    }

    /// The person with the address that the browser proved.
    #[must_use]
    pub fn person(&self) -> Option<Uuid> {
        self.owner.and_then(|session| session.person)
    }

    /// What the administrator acts as; `None` if none is signed in.
    #[must_use]
    pub fn administrator(&self) -> Option<Actor> {
        self.admin
            .map(|session| Actor::Administrator(session.administrator))
    }

    /// The person, for what only people with a proven address may do.
    ///
    /// # Errors
    ///
    /// [`Error::Unauthorized`] if nobody is signed in as an owner.
    pub fn required_person(&self) -> Result<Uuid> {
        self.person()
            .ok_or_else(|| Error::Unauthorized("Please sign in first.".into()))
    }
}

/// Reads the sessions in the caller's cookies. Expired and revoked ones count as none. `is_secure`: the site uses HTTPS.
pub async fn signed_in(
    database: &Database,
    keys: &Keys,
    (client, is_secure): (&Client, bool),
    now: DateTime<Utc>,
) -> Result<SignedIn> {
    let mut found = SignedIn::default();
    for kind in [Kind::Owner, Kind::Admin] {
        let Some(token) = cookie::read(client, kind, is_secure) else {
            continue;
        };
        let session = with_token(database, keys, (kind, &token), now).await?;
        match kind {
            Kind::Owner => found.owner = session,
            Kind::Admin => found.admin = session,
        }
    }
    Ok(found)
}

/// The valid session for `token`, if there is one.
pub async fn with_token(
    database: &Database,
    keys: &Keys,
    (kind, token): (Kind, &str),
    now: DateTime<Utc>,
) -> Result<Option<Session>> {
    store::find(database, &token_hash(keys, token), kind, now).await
}

/// A browser's name, as people recognize it: "Safari on iPhone".
#[must_use]
pub fn device_name(client: &Client) -> String {
    device::name_of(client.user_agent())
}

/// The stored form of a token, which is useless for signing in.
fn token_hash(keys: &Keys, token: &str) -> String {
    hexadecimal(&keys.keyed_hash("session token", token.as_bytes()))
}

/// Finds a person's address in any spelling.
#[must_use]
pub fn address_hash(keys: &Keys, address: &EmailAddress) -> String {
    hexadecimal(&keys.keyed_hash("person's address", address.key().as_bytes()))
}
