//! Combines statements into one plan for the week, if they are consistent.

use super::clock_pair::{Doubt, Opening};
use super::grammar::{Selection, Statement, Value};
use super::vocabulary::Holiday;

/// What is known about one weekday.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DayPlan {
    /// Not mentioned, although other days are: closed.
    Unmentioned,
    /// The text only says when the place is closed, which is on other days.
    Unknown,
    Closed,
    Open(Vec<Opening>),
}

/// The whole text: Monday first, then days that aren't weekdays, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WeekPlan {
    pub days: [DayPlan; 7],
    pub holidays: Vec<(Holiday, Value)>,
}

/// A place that is open this late may mean midnight by a bare 12.
const LATE: u16 = 21 * 60;

impl WeekPlan {
    pub fn of(statements: Vec<Statement>) -> Option<Self> {
        let statements = with_days(statements)?;
        if is_doubtful(&statements) {
            return None;
        }
        let is_opening = |statement: &&(Selection, Value)| !statement.1.openings.is_empty();
        let mut plan = Self {
            days: [const { DayPlan::Unmentioned }; 7],
            holidays: Vec::new(),
        };
        for (selection, value) in statements.iter().filter(is_opening) {
            plan.open(selection, value)?;
        }
        let opens_on_weekdays = plan.days.iter().any(|day| *day != DayPlan::Unmentioned);
        let opened = statements.iter().filter(is_opening);
        let opened: Vec<u8> = opened.map(|(selection, _)| selection.weekdays).collect();
        for (selection, value) in statements.iter().filter(|one| !is_opening(one)) {
            plan.close(selection, value, &opened)?;
        }
        if !opens_on_weekdays {
            if !opened.is_empty() {
                // Holiday hours alone say nothing about the week.
                return None;
            }
            plan.leave_the_rest_unknown();
        }
        Some(plan)
    }

    fn open(&mut self, selection: &Selection, value: &Value) -> Option<()> {
        for day in self.selected(selection.weekdays) {
            let hours = DayPlan::Open(value.openings.clone());
            if *day != DayPlan::Unmentioned && *day != hours {
                return None;
            }
            *day = hours;
        }
        self.add_holidays(selection, value)
    }

    /// Closed days may be taken out of a larger group of open days, but not contradict one.
    fn close(&mut self, selection: &Selection, value: &Value, opened: &[u8]) -> Option<()> {
        let closed = selection.weekdays;
        let contradicts = |open: &u8| {
            let is_exception = closed & !open == 0 && 2 * closed.count_ones() < open.count_ones();
            open & closed != 0 && !is_exception
        };
        if opened.iter().any(contradicts) {
            return None;
        }
        for day in self.selected(closed) {
            *day = DayPlan::Closed;
        }
        self.add_holidays(selection, value)
    }

    fn add_holidays(&mut self, selection: &Selection, value: &Value) -> Option<()> {
        for &holiday in &selection.holidays {
            let is_told = self.holidays.iter().any(|(known, _)| *known == holiday);
            let vague = holiday == Holiday::Major && !value.openings.is_empty();
            if is_told || vague {
                return None;
            }
            self.holidays.push((holiday, value.clone()));
        }
        Some(())
    }

    fn leave_the_rest_unknown(&mut self) {
        for day in &mut self.days {
            if *day == DayPlan::Unmentioned {
                *day = DayPlan::Unknown;
            }
        }
    }

    fn selected(&mut self, weekdays: u8) -> impl Iterator<Item = &mut DayPlan> {
        let is_selected = move |index: usize| weekdays & (1 << index) != 0;
        let days = self.days.iter_mut().enumerate();
        days.filter(move |(index, _)| is_selected(*index))
            .map(|(_, day)| day)
    }
}

/// Hours without days apply to every day, but only if there are no other hours; `closed` without days only by itself.
fn with_days(statements: Vec<Statement>) -> Option<Vec<(Selection, Value)>> {
    let hours = statements
        .iter()
        .filter(|statement| !statement.value.openings.is_empty())
        .count();
    let alone = statements.len() == 1;
    let every_day = Selection {
        weekdays: 0b111_1111,
        holidays: Vec::new(),
    };
    let complete = |statement: Statement| match statement.days {
        Some(days) => Some((days, statement.value)),
        None if statement.value.openings.is_empty() => {
            alone.then(|| (every_day.clone(), statement.value))
        }
        None => (hours == 1).then(|| (every_day.clone(), statement.value)),
    };
    statements.into_iter().map(complete).collect()
}

/// Whether the text's hours contradict, or fail to support, a doubtful one.
fn is_doubtful(statements: &[(Selection, Value)]) -> bool {
    let openings = || statements.iter().flat_map(|(_, value)| &value.openings);
    let any = |doubt| openings().any(|opening| opening.doubt == Some(doubt));
    let is_late = openings().any(|opening| opening.end >= LATE);
    any(Doubt::BareTwelve) && is_late || any(Doubt::PaddedHours) && !any(Doubt::Settles24Hours)
}
