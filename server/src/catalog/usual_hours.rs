//! The hours that are usual in a town: what owners are offered as a starting point.

use std::collections::HashMap;

use hours_text::UsualWeek;
use uuid::Uuid;

use super::View;

/// So many shops must agree on a day's hours.
const SHARED: usize = 3;

/// The week that is usual among the listed shops of a town other than `but`, in OpenStreetMap syntax. A weekday is closed
/// if more than half of the shops are; otherwise it has the hours that most of the open ones share, at least three. `None`
/// if that leaves a day open. Foursquare's hours don't count: they may be shown as a shop's own only.
#[must_use]
pub fn usual_hours(view: &View, city: Uuid, but: Option<Uuid>) -> Option<String> {
    let mut weeks: HashMap<&str, (Option<UsualWeek>, usize)> = HashMap::new();
    let shops = view.shops_of_city(city);
    for shop in shops.iter().filter(|shop| Some(shop.id) != but) {
        let Some(schedule) = shop.schedule().filter(|_| !shop.foursquare.gave_hours) else {
            continue;
        };
        let hours = schedule.hours();
        let (_, shops) = weeks
            .entry(hours.as_str())
            .or_insert_with(|| (hours.usual_week(), 0));
        *shops += 1;
    }
    let known = weeks
        .values()
        .filter_map(|(week, shops)| Some((week.as_ref()?, *shops)));
    UsualWeek::shared(known, SHARED).map(|week| week.to_string())
}
