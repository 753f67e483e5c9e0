//! Which fact of a shop visitors are asked about, by its age and its weight (D97): whether the shop is still there comes
//! before its hours, and those before its Wi-Fi.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use hours_text::{OpenState, Schedule};

use super::{
    Shop, View, Visibility,
    entities::{fact_answer::Fact, shop},
    origin::VISITORS,
};

/// The age at which a fact is asked about.
const OLD_PLACE: TimeDelta = TimeDelta::days(365);
const OLD_HOURS: TimeDelta = TimeDelta::days(180);
const OLD_WIFI: TimeDelta = TimeDelta::days(730);
/// A shop that stays closed for longer is out of season, and nobody can see whether it is still there.
const LONGEST_PAUSE: TimeDelta = TimeDelta::days(7);

/// What the page of `shop` asks now. Notes when that changes.
#[must_use]
pub fn asked(view: &View, shop: &Shop) -> Option<Fact> {
    if shop.visibility != Visibility::Listed || shop.is_reported_closed {
        return None;
    }
    let is_old = |at: DateTime<Utc>, age: TimeDelta| {
        if at + age > view.now() {
            view.changes_at(at + age);
        }
        at + age <= view.now()
    };
    if is_old(shop.last_word(), OLD_PLACE) && is_in_season(view.schedule(shop), view.now()) {
        return Some(Fact::Place);
    }
    let has_hours =
        view.shows_hours(shop) && (shop.hours.is_some() || shop.opening_hours.is_some());
    if has_hours && shop.hours_dated().is_none_or(|at| is_old(at, OLD_HOURS)) {
        return Some(Fact::Hours);
    }
    let wifi_dated = shop.wifi_confirmed_at.unwrap_or_else(|| shop.last_word());
    (shop.has_wifi.is_none() || is_old(wifi_dated, OLD_WIFI)).then_some(Fact::Wifi)
}

/// Whether a visitor at the door at `now` can tell that the shop is still there. The caller notes when the hours change.
fn is_in_season(schedule: Option<&Schedule>, now: DateTime<Utc>) -> bool {
    let state = schedule.map(|schedule| schedule.at(now).state);
    match state {
        Some(OpenState::Closed { opens }) => {
            opens.is_some_and(|opens| opens <= now + LONGEST_PAUSE)
        }
        _ => true,
    }
}

/// Whether `fact` of the shop in `row` can be confirmed at `now`, by the shop's clocks: the page may be older than the question.
#[must_use]
pub fn can_be_asked(row: &shop::Model, fact: Fact, now: DateTime<Tz>) -> bool {
    if row.closed_at.is_some() || row.deleted_at.is_some() || !row.is_active {
        return false;
    }
    match fact {
        Fact::Place => {
            let hours = row.opening_hours.as_deref();
            let schedule = hours.and_then(|text| Schedule::parse(text, now.timezone()).ok());
            is_in_season(schedule.as_ref(), now.to_utc())
        }
        Fact::Hours => row.hours.is_some() || row.opening_hours.is_some(),
        Fact::Wifi => true,
    }
}

/// The fact as text, to tell whether it has changed since somebody answered.
pub(super) fn value_of(row: &shop::Model, fact: Fact) -> String {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let (value, dated) = match fact {
        Fact::Place => (text(&row.street), row.place_confirmed_at),
        Fact::Hours => (
            format!("{}\n{}", text(&row.hours), text(&row.opening_hours)),
            row.hours_confirmed_at,
        ),
        Fact::Wifi => (format!("{:?}", row.has_wifi), row.wifi_confirmed_at),
    };
    format!("{value}\n{dated:?}")
}

/// `row` with a fact that was confirmed at `now` by `source`, which is `admin` or `visitors`. What nobody knew is what they
/// say.
#[must_use]
pub fn confirmed(
    row: &shop::Model,
    (fact, says_yes): (Fact, bool),
    (source, now): (&str, DateTime<Utc>),
) -> shop::Model {
    let mut after = row.clone();
    match fact {
        Fact::Place => after.place_confirmed_at = Some(now),
        Fact::Hours => {
            after.hours_confirmed_at = Some(now);
            after.hours_confirmed_by = Some(source.to_owned());
        }
        Fact::Wifi => {
            after.wifi_confirmed_at = Some(now);
            if row.has_wifi.is_none() || source != VISITORS {
                after.has_wifi = Some(says_yes);
            }
            if row.has_wifi != after.has_wifi {
                let sources = &mut after.provenance.0;
                sources.insert("hasWifi".to_owned(), source.to_owned());
            }
        }
    }
    after
}
