//! A demo's past in figures: views, clicks and searches of the three months before its first start. They are invented, the same each time
//! but for dates and weekdays, and only where nothing was counted before; so all days before the first start are invented, and no
//! other day is. Votes aren't invented here: the demo's shops have theirs, which are counted on their days.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, TimeDelta, Utc, Weekday};
use uuid::Uuid;

use super::{
    REFERRER, SHOWN, VOTE,
    rules::{self, EventType},
    store,
};
use crate::{
    catalog::{CityEntry, Shop, View, entities::vote},
    features::{Services, room::RemovedSamples},
    platform::{
        error::Result,
        event_counts::{Count, Event},
        seeded_random::SeededRandom,
    },
};

/// The towns whose views grow from week to week, by their slugs.
pub const GROWING_TOWNS: [&str; 2] = ["hammond-la", "astoria-or"];

/// How far back: ninety days, and two more, so that on each day of the year the month before the last is whole.
const DAYS: u64 = 92;
/// How many days are written in one transaction.
const TOGETHER: u64 = 7;
/// People had a long weekend around the Saturday this many days ago, or the last one before.
const HOLIDAY: u64 = 45;
/// How long before a vote whose moment is known the same visitor's earlier ones were, each.
const BETWEEN_VOTES: TimeDelta = TimeDelta::days(5);
/// With this many shops, a town is looked for every day.
const LARGE: usize = 10;
/// How many of the largest towns people search for.
const SEARCHED_TOWNS: usize = 6;

/// What people search for besides towns, how many results that has, and how often a day.
const SEARCHES: [(&str, i64, f64); 16] = [
    ("espresso", 24, 0.5),
    ("coffee with wifi", 31, 0.4),
    ("breakfast", 12, 0.4),
    ("cold brew", 9, 0.3),
    ("roastery", 18, 0.3),
    ("drive through", 14, 0.2),
    ("dog friendly", 27, 0.2),
    ("open early", 8, 0.2),
    ("bunkie la", 0, 0.3),
    ("pineville, la", 0, 0.25),
    ("leesville la", 0, 0.2),
    ("anacortes wa", 0, 0.2),
    ("ferndale, wa", 0, 0.15),
    ("matcha", 0, 0.15),
    ("bubble tea", 0, 0.12),
    ("71342", 0, 0.1),
];
/// Where people come from, and how often a day.
const REFERRERS: [(&str, f64); 5] = [
    ("google.com", 6.0),
    ("duckduckgo.com", 1.2),
    ("bing.com", 0.8),
    ("reddit.com", 0.5),
    ("roadtrips.example", 0.4),
];

type Counts = BTreeMap<Event, Count>;

/// Invents what visitors did before today, as many views for the shops `known` as for those that somebody owns and boosts.
/// `false`, and nothing invented, if anything was counted here before.
///
/// # Errors
///
/// If the database fails.
pub async fn invent_samples(services: &Services, known: &[Uuid]) -> Result<bool> {
    let services = services.with_background_timeouts();
    let now = services.clock.now();
    let today = now.date_naive();
    let midnight = today.and_time(NaiveTime::MIN).and_utc();
    if !store::samples::begin(&services.database, midnight).await? {
        return Ok(false);
    }
    let first = back(today, DAYS).and_time(NaiveTime::MIN).and_utc();
    let votes = store::samples::votes_since(&services.database, first).await?;
    let counts = {
        let view = services.catalog.view();
        let mut counts = invented(&view, known, now);
        count_votes(&mut counts, &votes, &view, today);
        counts
    };
    // By weeks, because a transaction is short.
    let mut weeks: BTreeMap<u64, Vec<(Event, Count)>> = BTreeMap::new();
    for (event, count) in counts {
        let ago = u64::try_from((today - event.day).num_days()).unwrap_or(1);
        let week = ago.saturating_sub(1) / TOGETHER;
        weeks.entry(week).or_default().push((event, count));
    }
    for (week, counts) in weeks.into_iter().rev() {
        let last = back(today, week * TOGETHER + 1);
        let evening = last.and_time(NaiveTime::MIN).and_utc() + TimeDelta::hours(20);
        store::add(&services.database, &counts, evening).await?;
    }
    Ok(true)
}

/// Removes what [`invent_samples`] counted, and nothing that visitors did since.
pub(super) async fn clear(services: Services) -> Result<Vec<RemovedSamples>> {
    let services = services.with_background_timeouts();
    let removed = store::samples::remove(&services.database).await?;
    let removed = removed.map(|count| RemovedSamples {
        what: "invented page views",
        count,
        kept: 0,
    });
    Ok(removed.into_iter().collect())
}

/// All counts of the days before `now`.
fn invented(view: &View, known: &[Uuid], now: DateTime<Utc>) -> Counts {
    let today = now.date_naive();
    let days: Vec<NaiveDate> = (1..=DAYS).rev().map(|ago| back(today, ago)).collect();
    let calendar = Calendar::of(today, &days);
    let mut counts = Counts::new();
    for town in view.cities() {
        count_town(&mut counts, town, &calendar);
    }
    view.each_listed_shop(|shop, town| {
        let is_known = known.contains(&shop.id);
        count_shop(&mut counts, (shop, town, is_known), &calendar, now);
    });
    count_searches(&mut counts, view, &calendar);
    for (host, often) in REFERRERS {
        let random = &mut SeededRandom::of(&format!("visits from {host}"));
        for day in &calendar.days {
            let event = (REFERRER, Uuid::nil(), host);
            add(&mut counts, event, day, about(often * day.busy, random));
        }
    }
    counts
}

/// A day, and how much happened on it.
struct Day {
    date: NaiveDate,
    /// 1.0 on a usual day.
    busy: f64,
    /// From 0.0, on the first day, to 1.0.
    progress: f64,
}

struct Calendar {
    days: Vec<Day>,
}

impl Calendar {
    fn of(today: NaiveDate, dates: &[NaiveDate]) -> Self {
        let about = back(today, HOLIDAY);
        let since_saturday = about.weekday().days_since(Weekday::Sat);
        let holiday = back(about, since_saturday.into());
        let days = dates.iter().zip(0_u32..).map(|(date, number)| Day {
            date: *date,
            busy: busy(*date, holiday),
            progress: f64::from(number) / DAYS as f64,
        });
        Self {
            days: days.collect(),
        }
    }
}

/// People look for coffee on weekends, and on the holiday's.
fn busy(date: NaiveDate, holiday: NaiveDate) -> f64 {
    let usual = match date.weekday() {
        Weekday::Sat => 1.5,
        Weekday::Sun => 1.3,
        Weekday::Fri => 1.1,
        Weekday::Mon => 0.75,
        Weekday::Tue | Weekday::Wed | Weekday::Thu => 0.85,
    };
    match (date - holiday).num_days() {
        0 => usual * 2.2,
        -1 | 1 => usual * 1.7,
        2 => usual * 1.9,
        _ => usual,
    }
}

fn count_town(counts: &mut Counts, town: &CityEntry, calendar: &Calendar) {
    let slug: &str = &town.city.slug;
    let random = &mut SeededRandom::of(&format!("views of the town {slug}"));
    let shops = town.shops.len();
    let each = if shops >= LARGE { 0.25 } else { 0.03 };
    let often = shops as f64 * each;
    let grows = GROWING_TOWNS.contains(&slug);
    let made_on = town.city.created_at.date_naive();
    for day in calendar.days.iter().filter(|day| day.date >= made_on) {
        let often = if grows {
            often.max(2.5) * growth(day)
        } else {
            often
        };
        let event = (EventType::PageView.name(), town.city.id, "city");
        add(counts, event, day, about(often * day.busy, random));
    }
}

/// In a town that grows: from a third to nearly double.
fn growth(day: &Day) -> f64 {
    0.35 + 1.55 * day.progress
}

fn count_shop(
    counts: &mut Counts,
    (shop, town, is_known): (&Shop, &CityEntry, bool),
    calendar: &Calendar,
    now: DateTime<Utc>,
) {
    let slug: &str = &shop.slug;
    let random = &mut SeededRandom::of(&format!("views of {slug}"));
    let is_boosted = shop.boosted_at(now).0;
    let is_popular = is_known || (is_boosted && shop.owner_id.is_some());
    let often = match (is_popular, is_boosted, shop.owner_id.is_some()) {
        (true, ..) => 3.0,
        (false, true, _) => 0.3,
        (false, false, true) => 0.12,
        (false, false, false) => 0.03,
    };
    let boosted_since = shop.boosts.iter().map(|boost| boost.starts).min();
    let boosted_since = boosted_since.map(|moment| moment.date_naive());
    let grows = GROWING_TOWNS.contains(&&*town.city.slug);
    let listed_on = shop.created_at.date_naive();
    for day in calendar.days.iter().filter(|day| day.date >= listed_on) {
        let boost = match boosted_since {
            Some(first) if day.date >= first => 2.4,
            _ => 1.0,
        };
        let trend = if grows { growth(day) } else { 1.0 };
        let often = often * boost * trend * day.busy;
        let mut happened = |kind: &'static str, detail: &str, often: f64| {
            let times = about(often, random);
            add(counts, (kind, shop.id, detail), day, times);
        };
        happened(EventType::PageView.name(), "shop", often);
        if is_popular {
            happened(SHOWN, "", often * 1.8);
            happened(EventType::DirectionsClick.name(), "", often * 0.12);
            happened(EventType::WebsiteClick.name(), "", often * 0.1);
            happened(EventType::PhoneClick.name(), "", often * 0.06);
        } else if shop.owner_id.is_some() {
            happened(SHOWN, "", often * 0.5);
        }
    }
}

/// Counts each vote on the day of which the ledger knows, or where it knows only how many there were, on a likely one.
fn count_votes(counts: &mut Counts, votes: &[vote::Model], view: &View, today: NaiveDate) {
    let days = back(today, DAYS)..today;
    for vote in votes {
        let Some(shop) = view.any_shop(vote.shop_id) else {
            continue;
        };
        let dates = moments_of(vote, shop.created_at);
        let dates = dates.into_iter().map(|moment| moment.date_naive());
        for day in dates.filter(|date| days.contains(date)) {
            let event = Event {
                day,
                kind: VOTE,
                subject: vote.shop_id,
                detail: String::new(),
            };
            counts.entry(event).or_default().times += 1;
        }
    }
}

/// When a visitor has voted for a shop that was listed then, the last time first.
fn moments_of(vote: &vote::Model, listed_at: DateTime<Utc>) -> Vec<DateTime<Utc>> {
    let mut moments = vec![vote.voted_at];
    let mut before = vote.previous_at;
    for _ in 1..vote.times {
        moments.push(before.unwrap_or(vote.voted_at));
        before = before.map(|moment| (moment - BETWEEN_VOTES).max(listed_at));
    }
    moments
}

fn count_searches(counts: &mut Counts, view: &View, calendar: &Calendar) {
    let mut towns = view.cities();
    towns.sort_by(|one, other| {
        let order = other.shops.len().cmp(&one.shops.len());
        order.then_with(|| one.city.slug.cmp(&other.city.slug))
    });
    let towns = towns.into_iter().take(SEARCHED_TOWNS).map(|town| {
        let text = rules::search_text(&format!("{}, {}", town.city.name, town.city.state));
        (text, i64::try_from(town.shops.len()).unwrap_or(0), 0.7)
    });
    let others = SEARCHES.into_iter();
    let others = others.map(|(text, results, often)| (text.to_owned(), results, often));
    for (text, results, often) in towns.chain(others) {
        let random = &mut SeededRandom::of(&format!("searches for {text}"));
        for day in &calendar.days {
            let times = about(often * day.busy, random);
            let event = (EventType::Search.name(), Uuid::nil(), text.as_str());
            if let Some(count) = add(counts, event, day, times) {
                count.results = Some(results);
            }
        }
    }
}

/// Adds to the count of an event on a day; `None` if it didn't happen.
fn add<'a>(
    counts: &'a mut Counts,
    (kind, subject, detail): (&'static str, Uuid, &str),
    day: &Day,
    times: i64,
) -> Option<&'a mut Count> {
    if times == 0 {
        return None;
    }
    let event = Event {
        day: day.date,
        kind,
        subject,
        detail: detail.to_owned(),
    };
    let count = counts.entry(event).or_default();
    count.times += times;
    Some(count)
}

/// A whole number that is `often` on average.
fn about(often: f64, random: &mut SeededRandom) -> i64 {
    let often = often * (0.5 + random.fraction());
    let more = i64::from(random.fraction() < often.fract());
    often.floor() as i64 + more
}

fn back(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_sub_days(Days::new(days)).unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calendar(today: &str) -> Calendar {
        let today: NaiveDate = today.parse().unwrap();
        let dates: Vec<NaiveDate> = (1..=DAYS).rev().map(|ago| back(today, ago)).collect();
        Calendar::of(today, &dates)
    }

    #[test]
    fn weekends_and_one_holiday_are_busy() {
        for today in ["2026-03-08", "2026-12-31", "2028-02-29"] {
            let days = calendar(today).days;
            assert_eq!(days.len(), 92, "{today}");
            let most = days
                .iter()
                .max_by(|one, other| one.busy.total_cmp(&other.busy));
            let most = most.unwrap();
            assert_eq!(most.date.weekday(), Weekday::Sat, "{today}");
            let above = days.iter().filter(|day| day.busy > 1.5);
            assert!((2..=4).contains(&above.count()), "{today}");
        }
    }

    #[test]
    fn the_month_before_the_last_is_whole() {
        let first: NaiveDate = "2027-01-01".parse().unwrap();
        for today in first.iter_days().take(2 * 366) {
            let earliest = back(today, DAYS);
            let month = super::super::month::Month::of(today).before().before();
            assert!(month.days().first() >= Some(&earliest), "{today}");
        }
    }

    #[test]
    fn each_vote_of_a_visitor_is_counted_once() {
        let at = |text: &str| -> DateTime<Utc> { text.parse().unwrap() };
        let vote = |times, previous_at: Option<&str>| vote::Model {
            shop_id: Uuid::from_u128(1),
            visitor: Uuid::from_u128(2),
            voted_at: at("2026-03-01T10:00:00Z"),
            previous_at: previous_at.map(at),
            times,
            is_ranked: true,
        };
        let days = |vote: &vote::Model| -> Vec<String> {
            let moments = moments_of(vote, at("2026-02-01T09:00:00Z")).into_iter();
            moments
                .map(|moment| moment.format("%m-%d").to_string())
                .collect()
        };
        assert_eq!(days(&vote(1, None)), ["03-01"]);
        // All of them on one day.
        assert_eq!(days(&vote(2, None)), ["03-01", "03-01"]);
        assert_eq!(
            days(&vote(4, Some("2026-02-08T10:00:00Z"))),
            ["03-01", "02-08", "02-03", "02-01"]
        );
    }

    #[test]
    fn numbers_are_right_on_average() {
        let random = &mut SeededRandom::of("a test");
        for often in [0.03, 0.3, 3.0] {
            let sum: i64 = (0..20_000).map(|_| about(often, random)).sum();
            let mean = sum as f64 / 20_000.0;
            assert!((mean / often - 1.0).abs() < 0.15, "{mean} for {often}");
        }
    }
}
