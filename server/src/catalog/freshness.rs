//! Grades of towns, states and the whole directory (D98): the share of open shops whose hours somebody confirmed within a
//! year. Ages are counted to the day in effect, so that every node gives the same grade all day long.

use chrono::{DateTime, TimeDelta, Utc};

use super::{directory::Directory, scope::Scope};

/// How long a confirmation counts.
pub const COUNTS_FOR: TimeDelta = TimeDelta::days(365);

/// The smallest shares, in percent, of five, four, three and two stars; less is one star.
pub const STARS_FROM: [usize; 4] = [95, 75, 50, 25];

/// Whether hours confirmed at `confirmed` count on `day`.
pub(super) fn is_fresh(confirmed: Option<DateTime<Utc>>, day: DateTime<Utc>) -> bool {
    confirmed.is_some_and(|at| at >= day - COUNTS_FOR)
}

/// Stars, one to five, of a place with that many shops, `confirmed` of them with confirmed hours; `None` without shops.
#[must_use]
pub fn stars(confirmed: usize, shops: usize) -> Option<u8> {
    if shops == 0 {
        return None;
    }
    let reached = STARS_FROM
        .iter()
        .filter(|share| confirmed * 100 >= shops * **share);
    u8::try_from(1 + reached.count()).ok()
}

/// Takes the confirmations out of their towns' counts that no longer count since the day was `before` (or puts back those
/// that do again, if a clock was set back).
pub(super) fn follow_the_day(state: &mut Directory, before: DateTime<Utc>) {
    let after = state.daily_ranking.day;
    let (from, until) = (
        before.min(after) - COUNTS_FOR,
        before.max(after) - COUNTS_FOR,
    );
    let first = (from, uuid::Uuid::nil());
    let lapsed: Vec<(uuid::Uuid, uuid::Uuid)> = state
        .confirmed
        .range(first..(until, uuid::Uuid::nil()))
        .filter_map(|(_, shop)| Some((*shop, state.shops.get(shop)?.city_id)))
        .collect();
    for (shop, city) in lapsed {
        let entry = state.cities.get_mut(&city);
        if let Some(entry) = entry.filter(|entry| entry.shops.contains(&shop)) {
            if after > before {
                entry.shops_with_fresh_hours -= 1;
            } else {
                entry.shops_with_fresh_hours += 1;
            }
        }
        state.touch(&Scope::City(city), false);
        state.touch(&Scope::Cities, false);
    }
}

#[cfg(test)]
mod tests {
    use super::stars;

    #[test]
    fn stars_follow_the_share() {
        for (confirmed, shops, expected) in [
            (0, 0, None),
            (0, 7, Some(1)),
            (1, 1, Some(5)),
            (19, 20, Some(5)),
            (94, 100, Some(4)),
            (3, 4, Some(4)),
            (2, 3, Some(3)),
            (1, 2, Some(3)),
            (49, 100, Some(2)),
            (1, 4, Some(2)),
            (24, 100, Some(1)),
        ] {
            assert_eq!(stars(confirmed, shops), expected, "{confirmed} of {shops}");
        }
    }
}
