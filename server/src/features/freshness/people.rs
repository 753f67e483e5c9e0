//! Whom and what to ask about a shop's hours.

use chrono::TimeDelta;
use uuid::Uuid;

use crate::{catalog::entities::shop, platform::sessions::person};

/// When unconfirmed hours are asked about, and how long until they are asked about again.
pub(super) const PAUSE: TimeDelta = TimeDelta::days(180);

/// Who is asked about the shop.
pub(super) fn people_of(row: &shop::Model) -> Option<Uuid> {
    row.owner_id.or(row.submitter_id)
}

/// Whether there is something to confirm.
pub(super) fn has_hours(row: &shop::Model) -> bool {
    row.hours.is_some() || row.opening_hours.is_some()
}

/// Whether this person has proven the address.
pub(super) fn is_reachable(person: &person::Model) -> bool {
    person.confirmed_at.is_some()
}
