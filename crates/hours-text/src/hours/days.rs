//! Which days a rule applies to.

use chrono::{Datelike, NaiveDate};
use opening_hours::{OpeningHours, RuleKind};
use opening_hours_syntax::rules::day::{
    Date, DateOffset, DaySelector, HolidayKind, MonthdayRange, WeekDayRange,
};
use opening_hours_syntax::rules::time::TimeSelector;
use opening_hours_syntax::rules::{OpeningHoursExpression, RuleOperator, RuleSequence};

use super::{InvalidHours, holidays};

/// Whether a rule applies on a day. `Maybe` comes from holidays that only some states or schools observe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Applies {
    No,
    Maybe,
    Yes,
}

/// A rule's day selector, split into weekdays and holidays.
///
/// The library marks a whole rule as unknown on a possible holiday; split, `Mo-Fr,PH` stays certain on a Monday.
#[derive(Clone, Debug)]
pub(super) struct Days {
    ordinary: Option<DayTest>,
    public_holidays: Option<DayTest>,
    school_holidays: Option<DayTest>,
}

/// One test of a date: a plain set of weekdays (bit 0 = Monday), or library queries that must all match.
#[derive(Clone, Debug)]
enum DayTest {
    Weekdays(u8),
    Calendar(Vec<OpeningHours>),
}

const EVERY_DAY: u8 = 0b111_1111;

impl Days {
    pub fn new(selector: &DaySelector) -> Result<Self, InvalidHours> {
        let mut selector = selector.clone();
        year_into_months(&mut selector);
        selector.monthday.iter_mut().for_each(whole_months);
        let only = |keep: fn(&WeekDayRange) -> bool| {
            let weekday: Vec<_> = selector
                .weekday
                .iter()
                .filter(|range| keep(range))
                .cloned()
                .collect();
            (!weekday.is_empty()).then(|| DaySelector {
                weekday,
                ..selector.clone()
            })
        };
        let ordinary = if selector.weekday.is_empty() {
            Some(selector.clone())
        } else {
            only(|range| matches!(range, WeekDayRange::Fixed { .. }))
        };
        let public = only(|range| is_holiday(range, HolidayKind::Public));
        // There is no nationwide calendar of school holidays, so any day may be one.
        let school = only(|range| is_holiday(range, HolidayKind::School)).map(|school| {
            let weekday = Vec::new();
            DaySelector { weekday, ..school }
        });
        let test = |days: Option<DaySelector>| days.map(DayTest::new).transpose();
        Ok(Self {
            ordinary: test(ordinary)?,
            public_holidays: test(public)?,
            school_holidays: test(school)?,
        })
    }

    /// Whether this is a public holiday that the rule is about.
    pub fn are_holiday(&self, date: NaiveDate) -> bool {
        let test = self.public_holidays.as_ref();
        test.is_some_and(|test| test.ask(date) != Applies::No)
    }

    pub fn apply_on(&self, date: NaiveDate) -> Applies {
        let ask = |test: &Option<DayTest>| test.as_ref().map_or(Applies::No, |test| test.ask(date));
        match (ask(&self.ordinary), ask(&self.public_holidays)) {
            (Applies::Yes, _) | (_, Applies::Yes) => Applies::Yes,
            (_, Applies::Maybe) => Applies::Maybe,
            _ if ask(&self.school_holidays) == Applies::No => Applies::No,
            _ => Applies::Maybe,
        }
    }
}

/// The longest range of dates that is about these days rather than a season.
const DATED_DAYS: u32 = 45;

/// Whether the selector names certain dates: `Dec 24`, `Dec 24-Jan 01`, `easter`. Weekdays among them don't matter.
pub(super) fn is_dated(selector: &DaySelector) -> bool {
    let day_of_year = |date: &Date| match date {
        Date::Fixed { month, day, .. } => Some(u32::from(*month as u8) * 31 + u32::from(*day)),
        Date::Weekday { .. } | Date::Easter { .. } => None,
    };
    let is_short = |range: &MonthdayRange| match range {
        MonthdayRange::Month { .. } => false,
        MonthdayRange::Date { start, end } => match (day_of_year(&start.0), day_of_year(&end.0)) {
            (Some(start), Some(end)) => {
                let year = 12 * 31;
                (end + year - start) % year < DATED_DAYS
            }
            _ => true,
        },
    };
    !selector.monthday.is_empty() && selector.monthday.iter().all(is_short)
}

impl DayTest {
    fn new(selector: DaySelector) -> Result<Self, InvalidHours> {
        if let Some(weekdays) = plain_weekdays(&selector) {
            return Ok(Self::Weekdays(weekdays));
        }
        // Years and months in one selector don't survive the round trip through text in `question`.
        let years = DaySelector {
            year: selector.year.clone(),
            ..DaySelector::default()
        };
        let rest = DaySelector {
            year: Vec::new(),
            ..selector
        };
        let parts = [years, rest].into_iter().filter(|part| !part.is_empty());
        parts
            .map(question)
            .collect::<Result<_, _>>()
            .map(Self::Calendar)
    }

    fn ask(&self, date: NaiveDate) -> Applies {
        match self {
            Self::Weekdays(days) => match days & (1 << date.weekday().num_days_from_monday()) {
                0 => Applies::No,
                _ => Applies::Yes,
            },
            Self::Calendar(questions) => questions
                .iter()
                .map(|question| answer(question, date))
                .min()
                .unwrap_or(Applies::Yes),
        }
    }
}

/// Hours that are open all day on each day that the selector matches. The library can't be constructed from a parsed
/// expression, so the rule is converted to text and back.
fn question(day_selector: DaySelector) -> Result<OpeningHours, InvalidHours> {
    let rule = RuleSequence {
        day_selector,
        time_selector: TimeSelector::default(),
        kind: RuleKind::Open,
        operator: RuleOperator::Normal,
        comment: "".into(),
    };
    let expression = OpeningHoursExpression { rules: vec![rule] };
    match expression.to_string().parse::<OpeningHours>() {
        Ok(hours) if *hours.get_expression() == expression => {
            Ok(hours.with_context(holidays::united_states()))
        }
        _ => Err(InvalidHours::Unsupported("this form of date")),
    }
}

fn answer(question: &OpeningHours, date: NaiveDate) -> Applies {
    let first = question.schedule_at(date).into_iter().next();
    match first.map(|range| range.kind) {
        Some(RuleKind::Open) => Applies::Yes,
        Some(RuleKind::Unknown) => Applies::Maybe,
        Some(RuleKind::Closed) | None => Applies::No,
    }
}

fn is_holiday(range: &WeekDayRange, wanted: HolidayKind) -> bool {
    matches!(range, WeekDayRange::Holiday { kind, .. } if *kind == wanted)
}

/// The weekdays (bit 0 = Monday) of a selector that depends on nothing else.
pub(crate) fn plain_weekdays(selector: &DaySelector) -> Option<u8> {
    if !(selector.year.is_empty() && selector.monthday.is_empty() && selector.week.is_empty()) {
        return None;
    }
    if selector.weekday.is_empty() {
        return Some(EVERY_DAY);
    }
    selector.weekday.iter().try_fold(0, |days, range| {
        let WeekDayRange::Fixed {
            range,
            offset: 0,
            nth_from_start,
            nth_from_end,
        } = range
        else {
            return None;
        };
        if nth_from_start.contains(&false) || nth_from_end.contains(&false) {
            return None;
        }
        let mut day = *range.start();
        let mut mask = 1 << day.num_days_from_monday();
        while day != *range.end() {
            day = day.succ();
            mask |= 1 << day.num_days_from_monday();
        }
        Some(days | mask)
    })
}

/// `2026 Nov-Feb` is one season that starts in 2026, although the parser treats the year as a separate selector.
fn year_into_months(selector: &mut DaySelector) {
    let [years] = selector.year.as_slice() else {
        return;
    };
    let (years, _) = years.into_parts();
    let yearless = |range: &MonthdayRange| matches!(range, MonthdayRange::Month { year: None, .. });
    if years.start() != years.end()
        || selector.monthday.is_empty()
        || !selector.monthday.iter().all(yearless)
    {
        return;
    }
    for range in &mut selector.monthday {
        if let MonthdayRange::Month { year, .. } = range {
            *year = Some(*years.start());
        }
    }
    selector.year.clear();
}

/// `2026 Nov` is a whole month, but the library ends such a range on the first day of its last month.
fn whole_months(range: &mut MonthdayRange) {
    let MonthdayRange::Month {
        range: months,
        year: Some(year),
    } = range
    else {
        return;
    };
    let start = Date::ymd(1, *months.start(), *year);
    let end = Date::Fixed {
        year: (months.start() <= months.end()).then_some(*year),
        month: *months.end(),
        day: 31,
    };
    *range = MonthdayRange::Date {
        start: (start, DateOffset::default()),
        end: (end, DateOffset::default()),
    };
}
