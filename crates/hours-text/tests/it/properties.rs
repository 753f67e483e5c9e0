//! Invariants for every schedule and every text. `PROPTEST_CASES` sets how many are tried.

use chrono::{DateTime, TimeDelta, Utc};
use hours_text::{OpenState, Reading, Schedule, normalize};
use proptest::prelude::*;
use proptest::sample::select;

use crate::hand::{Day, day, hand};
use crate::support::{LOUISIANA, at, state_of};
use crate::vectors::{READABLE, UNREADABLE};

/// A schedule's week, from two weeks without holidays.
fn week_of(schedule: &Schedule) -> Vec<Day> {
    let week = schedule.week(at("2026-09-09 12:00"));
    let spans = |day: &hours_text::DayHours| {
        let minutes = |span: &hours_text::Span| {
            let end = span.closes.minutes();
            (
                span.opens.minutes(),
                if span.next_day { end + 1440 } else { end },
            )
        };
        day.spans.iter().map(minutes).collect()
    };
    week.iter().map(spans).collect()
}

/// Building blocks of hours as written by people and in OpenStreetMap.
const PIECES: &[&str] = &[
    "Mo",
    "Mo-Fr",
    "Sa,Su",
    "PH",
    "SH",
    "Th[4]",
    "Fr[-1]",
    "Dec 25",
    "Nov-Feb",
    "2026",
    "2026 Nov",
    "easter",
    "week 1-53/2",
    "+1 day",
    "08:00-17:00",
    "22:00-03:00",
    "08:00-30:00",
    "00:00-24:00",
    "07:00+",
    "sunrise-sunset",
    "(sunset+02:00)-26:00",
    "(dusk+23:59)-(dawn+23:00)",
    "10:00-16:00/01:30",
    "off",
    "open",
    "unknown",
    "\"by appointment\"",
    "24/7",
    ";",
    ",",
    " || ",
    " ",
    "-",
    ":",
    "Mon",
    "Monday",
    "Tue-Sat",
    "weekends",
    "daily",
    "closed",
    "7am",
    "3pm",
    "7",
    "noon",
    "midnight",
    "to",
    "&",
    "/",
    "\n",
    "24 hours",
    "except",
    "holidays",
    "Christmas",
    "July 4th",
    "0700",
    "(",
    ")",
    ".",
    "7:30",
    "\u{202f}",
    "–",
    "T",
];

fn patchwork() -> impl Strategy<Value = String> {
    proptest::collection::vec(select(PIECES), 0..12).prop_map(|pieces| pieces.join(" "))
}

fn mutated_vector() -> impl Strategy<Value = String> {
    let known: Vec<&str> = READABLE
        .iter()
        .chain(UNREADABLE)
        .map(|(text, _)| *text)
        .collect();
    (
        select(known),
        any::<prop::sample::Index>(),
        select(PIECES),
        0usize..4,
    )
        .prop_map(|(text, place, piece, cut)| {
            let characters: Vec<char> = text.chars().collect();
            let place = place.index(characters.len() + 1);
            let head = characters.iter().take(place);
            let tail = characters.iter().skip(place + cut);
            head.copied()
                .chain(piece.chars())
                .chain(tail.copied())
                .collect()
        })
}

/// Mostly valid OpenStreetMap syntax, plausible or not.
fn rules() -> impl Strategy<Value = String> {
    let days = [
        "",
        "Mo-Fr",
        "Sa,Su",
        "Fr-Mo",
        "PH",
        "SH",
        "Mo-Fr,PH",
        "Su[1,-1]",
        "Dec 25",
        "Nov-Feb",
        "2026 Nov",
        "2020-2040/2",
        "easter -2 days-easter +1 day",
        "week 01-53/2 Mo",
        "Feb 29",
        "PH -1 day",
        "Jan Mo[3]",
        "2026 Nov 20-2027 Jan 3",
    ];
    let times = [
        "",
        "08:00-17:00",
        "22:00-03:00",
        "08:00-12:00,13:00-30:00",
        "00:00-24:00",
        "07:00+",
        "07:00-15:00+",
        "20:00-26:00+",
        "sunrise-sunset",
        "(sunset+02:00)-26:00",
        "(dusk+23:59)-(dawn+23:00)",
        "dusk-dawn",
        "02:15-02:45",
        "01:30-01:15",
    ];
    let ends = [
        "",
        "",
        "off",
        "open",
        "unknown",
        "\"by appointment\"",
        "open \"ring\"",
    ];
    let rule = (
        select(days.to_vec()),
        select(times.to_vec()),
        select(ends.to_vec()),
    )
        .prop_map(|(days, times, end)| [days, times, end].join(" ").trim().replace("  ", " "));
    let separated = (rule, select(vec!["; ", ", ", " || "]));
    proptest::collection::vec(separated, 1..6).prop_map(|rules| {
        let text: String = rules
            .into_iter()
            .flat_map(|(rule, separator)| [rule, separator.to_owned()])
            .collect();
        text.trim_end_matches([' ', ',', ';', '|']).to_owned()
    })
}

/// An instant in the years 2000 to 2060.
fn instant() -> impl Strategy<Value = DateTime<Utc>> {
    (946_684_800i64..2_840_140_800)
        .prop_filter_map("an instant", |seconds| DateTime::from_timestamp(seconds, 0))
}

/// Every result can be evaluated, is short enough, and is parsed as itself.
fn check_claim(text: &str) -> Result<(), TestCaseError> {
    if let Reading::Osm { osm } = normalize(text) {
        let schedule = Schedule::parse(&osm, LOUISIANA);
        prop_assert!(schedule.is_ok(), "{osm}");
        // Around both clock changes, a holiday and a new year, at odd minutes.
        let days = ["2026-03-07", "2026-10-31", "2026-12-24", "2026-12-31"];
        for (schedule, day) in schedule.iter().flat_map(|one| days.map(|day| (one, day))) {
            let begin: DateTime<Utc> = format!("{day}T06:07:00Z").parse().unwrap();
            for now in (0..8).map(|step| begin + TimeDelta::minutes(step * 397)) {
                let is_open = matches!(schedule.state_at(now), OpenState::Open { .. });
                prop_assert_eq!(schedule.is_open(now), is_open, "{} at {}", osm, now);
            }
        }
        prop_assert!(osm.chars().count() <= 255);
        prop_assert_eq!(normalize(&osm), Reading::Osm { osm: osm.clone() });
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_written_week_reads_back_as_itself(
        week in proptest::collection::vec(day(), 7),
        like in proptest::collection::vec(0usize..7, 7),
        hand in hand(),
    ) {
        // Some days copy another day's hours, so that groups appear.
        let week: Vec<Day> = like.iter().map(|&day| week[day].clone()).collect();
        prop_assume!(week.iter().any(|day| !day.is_empty()));
        let text = hand.write(&week);
        let reading = normalize(&text);
        let osm = reading.osm();
        prop_assert!(osm.is_some(), "{text}");
        let schedule = Schedule::parse(osm.unwrap_or_default(), LOUISIANA).unwrap();
        prop_assert_eq!(week_of(&schedule), week, "{} => {:?}", text, osm);
    }

    #[test]
    fn any_text_claims_only_what_can_be_evaluated(text in any::<String>()) {
        check_claim(&text)?;
    }

    #[test]
    fn a_patchwork_claims_only_what_can_be_evaluated(text in patchwork()) {
        check_claim(&text)?;
    }

    #[test]
    fn a_changed_text_claims_only_what_can_be_evaluated(text in mutated_vector()) {
        check_claim(&text)?;
    }

    #[test]
    fn a_schedule_answers_at_every_instant(osm in rules(), now in instant()) {
        let Ok(schedule) = Schedule::parse(&osm, LOUISIANA) else {
            return Ok(());
        };
        let schedule = schedule.with_coordinates(71.29, -156.79);
        let moment = schedule.at(now);
        prop_assert!(moment.next_change > now);
        prop_assert!(moment.next_change - now <= TimeDelta::hours(25));
        match moment.state {
            OpenState::Open { until: Some(until) } => {
                prop_assert!(until > now);
                prop_assert_eq!(state_of(&schedule, until - TimeDelta::seconds(1)), "open");
                prop_assert_ne!(state_of(&schedule, until), "open");
            }
            OpenState::Closed { opens: Some(opens) } => {
                prop_assert!(opens > now);
                prop_assert_eq!(state_of(&schedule, opens - TimeDelta::seconds(1)), "closed");
                prop_assert_eq!(state_of(&schedule, opens), "open");
            }
            _ => {}
        }
        prop_assert_eq!(schedule.week(now).iter().filter(|day| day.today).count(), 1);
        schedule.today(now);
        schedule.opening_hours_specification(now);
    }

    #[test]
    fn the_library_agrees_where_no_night_and_no_comment_is_involved(
        rules in proptest::collection::vec(
            (
                select(vec!["Mo-Fr", "Sa,Su", "Fr-Mo", "Su[1,-1]", "Dec 25", "Nov-Feb", "2020-2040/2", "week 01-53/2 Mo", "Feb 29"]),
                select(vec!["08:00-17:00", "08:00-12:00,13:00-24:00", "00:00-24:00", "05:30-06:15", "11:00-13:00"]),
                select(vec!["", "", "off", "unknown"]),
            ),
            1..6,
        ),
        separator in select(vec!["; ", ", "]),
        now in instant(),
    ) {
        let texts = rules.iter().map(|(days, times, end)| format!("{days} {times} {end}").trim().to_owned());
        // An opening rule comes first: the library knows that days not opened by any rule are closed.
        let osm = std::iter::once("Tu 09:00-10:00".to_owned()).chain(texts).collect::<Vec<_>>().join(separator);
        let library: opening_hours::OpeningHours = osm.parse().unwrap();
        let schedule = Schedule::parse(&osm, chrono_tz::UTC).unwrap();
        prop_assert_eq!(state_of(&schedule, now), library.state(now.naive_utc()).0.as_str(), "{}", osm);
    }
}
