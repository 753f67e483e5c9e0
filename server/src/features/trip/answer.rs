//! The answer about a trip.

use std::{collections::BTreeMap, sync::Arc};

use chrono::{DateTime, Duration, DurationRound, NaiveDateTime, TimeDelta, TimeZone, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    corridor::{Beside, Corridor},
    places::{self, TripPlace},
    problem::{TripProblem, problem},
};
use crate::{
    catalog::{
        CityEntry, Shop, View, Visibility,
        answers::{OpenStateAnswer, OpenStateName, ShopAnswer, open_state_at},
        read::{Json, Page},
    },
    platform::{
        arguments::Arguments,
        error::{ErrorBody, Result},
    },
};

/// The longest detours that can be asked for, in minutes.
pub(super) const DETOURS: [&str; 4] = ["10", "20", "30", "60"];
/// The one without an answer to that.
const DETOUR: f64 = 20.0;
/// Roads are longer than the straight way.
const LONGER: f64 = 1.2;
/// Miles an hour on the way, and off it.
const ON_THE_WAY: f64 = 55.0;
const OFF_THE_WAY: f64 = 40.0;
/// Roads wind: what is nearer to the straight way than this share of its length, and than so many miles, counts as on it.
const WINDING: f64 = 0.08;
const MOST_WINDING: f64 = 15.0;
/// Nobody drives farther, in straight miles.
const FARTHEST: f64 = 3500.0;
/// Miles between the points around which towns are looked for, and from a town's middle to its last shop.
const STEP: f64 = 25.0;
const TOWN: f64 = 20.0;
/// Stops on a page.
const PAGE: usize = 20;
/// Hours are known so far ahead.
const AHEAD: TimeDelta = TimeDelta::days(366);
/// Times of arrival are told to this.
const ABOUT: Duration = TimeDelta::minutes(5);

/// A trip, or what is wrong with what was asked.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Trip)]
pub struct TripAnswer {
    /// `null` until both places are known.
    #[schema(required)]
    pub way: Option<TripWay>,
    /// What to correct; `null` if nothing, or if no place was given.
    #[schema(required)]
    pub problem: Option<TripProblem>,
    /// Coffee shops near the way that are open when one gets there.
    pub open_count: usize,
    /// The stops on this page, in the order of driving.
    pub items: Vec<TripStop>,
    pub total: usize,
    pub page: usize,
    pub page_size: usize,
    pub page_count: usize,
}

/// The way, estimated.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TripWay {
    pub from: TripEnd,
    pub to: TripEnd,
    /// Such as `102 miles`.
    pub distance: String,
    pub minutes: i64,
    /// Such as `1 h 50 min`.
    pub time: String,
    pub departs_at: DateTime<Utc>,
    /// In the time of the place, such as `Sun, Nov 29, 6:10 AM`.
    pub departs: String,
    pub arrives_at: DateTime<Utc>,
    /// Likewise.
    pub arrives: String,
}

/// A place of a trip.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TripEnd {
    /// Such as `Alexandria, LA`.
    pub name: String,
    /// Of the directory's town there; `null` if it has none.
    #[schema(required)]
    pub slug: Option<String>,
}

/// A coffee shop near the way.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TripStop {
    pub shop: ShopAnswer,
    /// How far along the way, such as `42 mi`.
    pub along: String,
    /// Minutes that it takes longer than to drive by.
    pub detour_minutes: i64,
    pub arrives_at: DateTime<Utc>,
    /// In the shop's time, such as `7:10 AM`, or `Mon 7:10 AM` on another day than that of the departure.
    pub arrives: String,
    /// Whether it is open then.
    pub open_state: OpenStateAnswer,
}

/// Plan a trip: the coffee shops along the way, in the order of driving, and whether they are open when one gets there. Distances
/// and times are estimates that know no roads. A place that isn't known is no error: `problem` says what to correct.
#[utoipa::path(get, path = "/api/trip", tag = "search",
    params(
        ("from" = Option<String>, Query, description = "A town, with its state or without, or a ZIP code", max_length = 100,
            pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("to" = Option<String>, Query, description = "Likewise", max_length = 100,
            pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("depart" = Option<String>, Query, description = "Where the trip begins, as `2026-11-29T06:10`; now if absent", max_length = 16,
            pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("detour" = Option<String>, Query, description = "The longest detour in minutes: `10`, `20` (if absent), `30` or `60`",
            pattern = "^(10|20|30|60)$"),
        ("open" = Option<bool>, Query, description = "Only shops that are open when one gets there"),
        ("page" = Option<u32>, Query, minimum = 1, maximum = 1000)),
    responses((status = 200, body = TripAnswer), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub fn plan_trip(view: &View, arguments: &Arguments) -> Result<Json> {
    let trip = match Trip::asked(view, arguments) {
        Ok(Some(trip)) => trip,
        Ok(None) => return Json::of(&TripAnswer::without_way(None)),
        Err(problem) => return Json::of(&TripAnswer::without_way(Some(problem))),
    };
    let detour = arguments.query("detour").and_then(|text| text.parse().ok());
    let off_the_road = detour.unwrap_or(DETOUR) / 60.0 * OFF_THE_WAY / LONGER / 2.0;
    let mut stops = trip.stops(view, trip.winding() + off_the_road);
    let is_open = |stop: &Stop| stop.open_state.state == OpenStateName::Open;
    let open_count = stops.iter().filter(|stop| is_open(stop)).count();
    if arguments.query("open").is_some() {
        stops.retain(is_open);
    }
    let page = Page::cut(stops, arguments.integer("page").unwrap_or(1), PAGE)?;
    let page = page.map_items(|stops| {
        stops
            .into_iter()
            .map(|stop| trip.told(view, stop))
            .collect()
    });
    Json::of(&TripAnswer {
        way: Some(trip.way(view)),
        problem: None,
        open_count,
        items: page.items,
        total: page.total,
        page: page.page,
        page_size: page.page_size,
        page_count: page.page_count,
    })
}

impl TripAnswer {
    fn without_way(problem: Option<TripProblem>) -> Self {
        Self {
            problem,
            page: 1,
            page_size: PAGE,
            page_count: 1,
            ..Self::default()
        }
    }
}

/// A trip that can be driven.
struct Trip {
    from: TripPlace,
    to: TripPlace,
    corridor: Corridor,
    departs_at: DateTime<Utc>,
}

/// A coffee shop near the way.
struct Stop {
    shop: Arc<Shop>,
    town: CityEntry,
    beside: Beside,
    arrives_at: DateTime<Utc>,
    open_state: OpenStateAnswer,
}

impl Trip {
    /// What was asked for; `None` if no place was given.
    fn asked(view: &View, arguments: &Arguments) -> std::result::Result<Option<Self>, TripProblem> {
        let typed = |name| arguments.query(name).unwrap_or_default();
        let (from, to) = (
            places::read(view, "from", typed("from"))?,
            places::read(view, "to", typed("to"))?,
        );
        let (from, to) = match (from, to) {
            (Some(from), Some(to)) => (from, to),
            (None, None) => return Ok(None),
            (None, Some(_)) => return Err(problem("from", "Where do you start?")),
            (Some(_), None) => return Err(problem("to", "Where do you drive to?")),
        };
        let is_hawaii = |place: &TripPlace| place.state.code() == "HI";
        if is_hawaii(&from) != is_hawaii(&to) {
            return Err(problem("to", "There is no road across the Pacific."));
        }
        let corridor = Corridor::between(from.point, to.point);
        if corridor.miles > FARTHEST {
            return Err(problem("to", "That is farther than anybody drives."));
        }
        let departs_at = departure(view, typed("depart"), &from)?;
        Ok(Some(Self {
            from,
            to,
            corridor,
            departs_at,
        }))
    }

    /// Miles from the straight way within which the road may be.
    fn winding(&self) -> f64 {
        (self.corridor.miles * WINDING).min(MOST_WINDING)
    }

    /// There and back, off the road.
    fn detour_minutes(&self, beside: Beside) -> f64 {
        let off = (beside.off - self.winding()).max(0.0);
        2.0 * off * LONGER / OFF_THE_WAY * 60.0
    }

    /// When one is so many straight miles along the way.
    fn time_at(&self, miles: f64) -> DateTime<Utc> {
        self.departs_at + minutes(miles * LONGER / ON_THE_WAY * 60.0)
    }

    /// All shops within `reach` miles of the way, in the order of driving.
    fn stops(&self, view: &View, reach: f64) -> Vec<Stop> {
        let mut towns: BTreeMap<Uuid, CityEntry> = BTreeMap::new();
        for point in self.corridor.points(STEP) {
            for entry in view.cities_around(point, STEP / 2.0 + TOWN + reach) {
                towns
                    .entry(entry.city.id)
                    .or_insert_with(|| (*entry).clone());
            }
        }
        let mut stops = Vec::new();
        for town in towns.into_values() {
            let middle = town.city.point;
            let is_far = |point| self.corridor.beside(point).off > reach + TOWN;
            if middle.is_some_and(is_far) {
                continue;
            }
            for shop in view.shops_of_city(town.city.id) {
                if shop.visibility == Visibility::ClosedForGood {
                    continue;
                }
                let Some(point) = shop.whereabouts().or(middle) else {
                    continue;
                };
                let beside = self.corridor.beside(point);
                if beside.off <= reach {
                    let there =
                        self.time_at(beside.along) + minutes(self.detour_minutes(beside) / 2.0);
                    stops.push(Stop {
                        arrives_at: there,
                        open_state: open_state_at(view, &shop, there),
                        town: town.clone(),
                        shop,
                        beside,
                    });
                }
            }
        }
        stops.sort_by(|one, other| {
            let by_way = one.beside.along.total_cmp(&other.beside.along);
            by_way
                .then_with(|| one.beside.off.total_cmp(&other.beside.off))
                .then_with(|| one.shop.id.cmp(&other.shop.id))
        });
        stops
    }

    fn told(&self, view: &View, stop: Stop) -> TripStop {
        let formats = view.site().formats;
        let there = stop.arrives_at.with_timezone(&stop.shop.time_zone);
        let there = there.duration_round(ABOUT).unwrap_or(there);
        let left = self.departs_at.with_timezone(&self.from.time_zone);
        let format = if there.date_naive() == left.date_naive() {
            "%-I:%M %p"
        } else {
            "%a %-I:%M %p"
        };
        TripStop {
            shop: ShopAnswer::in_town(view, &stop.shop, Some(&stop.town)),
            along: formats.distance(stop.beside.along * LONGER),
            detour_minutes: whole(self.detour_minutes(stop.beside)),
            arrives_at: stop.arrives_at,
            arrives: formats.hours(there.format(format).to_string()),
            open_state: stop.open_state,
        }
    }

    fn way(&self, view: &View) -> TripWay {
        let formats = view.site().formats;
        let arrives_at = self.time_at(self.corridor.miles);
        let told = |at: DateTime<Utc>, place: &TripPlace| {
            let local = at.with_timezone(&place.time_zone);
            let time = local.duration_round(ABOUT).unwrap_or(local);
            formats.hours(time.format("%a, %b %-d, %-I:%M %p").to_string())
        };
        let end = |place: &TripPlace| TripEnd {
            name: place.name.clone(),
            slug: place.slug.clone(),
        };
        let minutes = (arrives_at - self.departs_at).num_minutes();
        TripWay {
            from: end(&self.from),
            to: end(&self.to),
            distance: formats.distance_in_words(self.corridor.miles * LONGER),
            minutes,
            time: in_hours(minutes),
            departs_at: self.departs_at,
            departs: told(self.departs_at, &self.from),
            arrives_at,
            arrives: told(arrives_at, &self.to),
        }
    }
}

/// Where the trip begins, in its time: what was typed, or now.
fn departure(
    view: &View,
    typed: &str,
    from: &TripPlace,
) -> std::result::Result<DateTime<Utc>, TripProblem> {
    let now = view.now();
    if typed.trim().is_empty() {
        return Ok(now);
    }
    let Ok(local) = NaiveDateTime::parse_from_str(typed.trim(), "%Y-%m-%dT%H:%M") else {
        return Err(problem("depart", "Enter a date and a time."));
    };
    // The hour that a spring night leaves out is the one after it.
    let at = from.time_zone.from_local_datetime(&local).earliest();
    let later = || {
        let later = local.checked_add_signed(TimeDelta::hours(1))?;
        from.time_zone.from_local_datetime(&later).earliest()
    };
    let at = at.or_else(later).map(|at| at.with_timezone(&Utc));
    let within = (now - TimeDelta::days(1))..=(now + AHEAD);
    at.filter(|at| within.contains(at))
        .ok_or_else(|| problem("depart", "Choose a time between now and a year from now."))
}

fn minutes(of: f64) -> TimeDelta {
    TimeDelta::minutes(whole(of))
}

#[expect(clippy::cast_possible_truncation, reason = "a trip takes a few days")]
fn whole(of: f64) -> i64 {
    of.round() as i64
}

/// `45 min`, `1 h`, `1 h 50 min`
fn in_hours(minutes: i64) -> String {
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}
