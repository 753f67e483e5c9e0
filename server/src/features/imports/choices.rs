//! What somebody who imports a list says about it. The messages go on after the name of the option or the field.

use chrono::{DateTime, Utc};
use gazetteer::{Gazetteer, State, TownQuery};
use place_files::PlaceRecord;

use crate::catalog::{admission::origins::moment, origin::SAMPLE_LIST};

/// The name of a list.
///
/// # Errors
///
/// What it must be.
pub fn source(text: &str) -> Result<String, &'static str> {
    let name = text.trim();
    let is_word = (1..=32).contains(&name.len())
        && name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter));
    if !is_word || matches!(name, "owner" | "admin") {
        return Err(
            "must be 1 to 32 letters, digits, dots, dashes or underscores, and not \"owner\" or \"admin\"",
        );
    }
    if name == SAMPLE_LIST {
        return Err("is that of the demo's invented list, which is removed with the demo");
    }
    Ok(name.to_owned())
}

/// The license of a list.
///
/// # Errors
///
/// What it must be.
pub fn license(text: &str) -> Result<String, &'static str> {
    let license = text.trim();
    if !(1..=60).contains(&license.chars().count()) || license.chars().any(char::is_control) {
        return Err("must be 1 to 60 characters, such as \"CC BY 4.0\"");
    }
    Ok(license.to_owned())
}

/// The town of a list whose records don't name theirs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListTown {
    name: String,
    /// Two-letter code.
    state: &'static str,
}

impl ListTown {
    /// The record in this town, if it names none and no other state.
    pub(super) fn fill(&self, record: &PlaceRecord) -> Option<PlaceRecord> {
        let state = record.state.as_deref();
        let is_here = state.is_none_or(|state| {
            State::parse(state).is_some_and(|state| state.code() == self.state)
        });
        (record.city.is_none() && is_here).then(|| PlaceRecord {
            city: Some(self.name.clone()),
            state: Some(self.state.to_owned()),
            ..record.clone()
        })
    }
}

/// The town of all records that don't name theirs.
///
/// # Errors
///
/// What it must be.
pub fn town(text: &str) -> Result<ListTown, &'static str> {
    let (city, state) = text.rsplit_once(',').unwrap_or((text, ""));
    let query = TownQuery {
        city: Some(city.trim()),
        state: Some(state.trim()),
        ..TownQuery::default()
    };
    let town = Gazetteer::get().town_of(query);
    let town = town.map_err(|_| "must be a town and its state, such as \"San Francisco, CA\"")?;
    Ok(ListTown {
        name: town.name,
        state: town.state.code(),
    })
}

/// The only state whose records count.
///
/// # Errors
///
/// What it must be.
pub fn state(text: &str) -> Result<State, &'static str> {
    let state = State::parse(text.trim());
    state.ok_or("must be one of the 50 states or DC, such as LA or Louisiana")
}

/// The date of a list: a day or a month.
///
/// # Errors
///
/// What it must be.
pub fn as_of(text: &str, now: DateTime<Utc>) -> Result<DateTime<Utc>, &'static str> {
    let date = moment(text).filter(|date| *date <= now);
    date.ok_or("must be a day or a month that has begun: 2026-05-01, or 2026-05")
}
