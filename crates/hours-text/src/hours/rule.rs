//! One rule of an expression, and its effect on a day.

use chrono::NaiveDate;
use opening_hours_syntax::RuleKind;
use opening_hours_syntax::rules::{RuleOperator, RuleSequence};

use super::InvalidHours;
use super::day_plan::{DAY, DayPlan, Piece, Status, TWO_DAYS};
use super::days::{Applies, Days, is_dated};
use super::times::{Sky, Times};

/// A rule ready for evaluation.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    days: Days,
    times: Vec<Times>,
    effect: Effect,
    is_dated: bool,
}

#[derive(Clone, Copy, Debug)]
enum Effect {
    /// `;` replaces the day.
    Replace(Status),
    /// `,` adds to the day.
    Add(Status),
    /// `||` applies where earlier rules say nothing.
    Fall(Status),
    Close,
}

impl Rule {
    /// `certain` is false for a rule with a qualifying comment ("by appointment"): its hours are unknown, never open.
    ///
    /// # Errors
    ///
    /// When its days or times use unsupported syntax.
    pub fn new(rule: &RuleSequence, certain: bool) -> Result<Self, InvalidHours> {
        let status = match rule.kind {
            RuleKind::Open if certain => Status::Open,
            RuleKind::Open | RuleKind::Unknown | RuleKind::Closed => Status::Unknown,
        };
        let effect = match (rule.operator, rule.kind) {
            (RuleOperator::Fallback, RuleKind::Closed) => {
                return Err(InvalidHours::Unsupported("closed as a fallback"));
            }
            (_, RuleKind::Closed) => Effect::Close,
            (RuleOperator::Normal, _) => Effect::Replace(status),
            (RuleOperator::Additional, _) => Effect::Add(status),
            (RuleOperator::Fallback, _) => Effect::Fall(status),
        };
        Ok(Self {
            days: Days::new(&rule.day_selector)?,
            times: Times::all_of(&rule.time_selector)?,
            effect,
            is_dated: is_dated(&rule.day_selector),
        })
    }

    /// Whether the rule is about this date in particular: it names the day, or a holiday on it. Weekdays and seasons
    /// don't.
    pub fn names(&self, date: NaiveDate) -> bool {
        self.days.are_holiday(date) || self.is_dated && self.days.apply_on(date) != Applies::No
    }

    /// Its hours on this date where the sun decides about them, in words; the outer `None` if it isn't about the date.
    pub fn by_the_sun(&self, date: NaiveDate) -> Option<Option<String>> {
        match (self.days.apply_on(date), self.effect) {
            (Applies::No, _) => None,
            (Applies::Yes, Effect::Replace(Status::Open)) => {
                let all = self.times.iter().map(Times::by_the_sun);
                Some(all.collect::<Option<Vec<_>>>().map(|all| all.join(", ")))
            }
            _ => Some(None),
        }
    }

    pub fn apply(&self, plan: DayPlan, date: NaiveDate, sky: Sky) -> DayPlan {
        match self.days.apply_on(date) {
            Applies::No => plan,
            Applies::Yes => self.change(plan, date, sky),
            Applies::Maybe => {
                let changed = self.change(plan.clone(), date, sky);
                plan.agree(&changed)
            }
        }
    }

    fn change(&self, mut plan: DayPlan, date: NaiveDate, sky: Sky) -> DayPlan {
        let pieces = |status| {
            self.times
                .iter()
                .flat_map(move |times| pieces(times, status, date, sky))
        };
        match self.effect {
            Effect::Replace(status) => {
                let mut fresh = DayPlan::default();
                pieces(status).for_each(|piece| fresh.overlay(piece));
                fresh
            }
            Effect::Add(status) => {
                pieces(status).for_each(|piece| match piece.status {
                    Status::Open => plan.overlay(piece),
                    Status::Unknown if status == Status::Open => plan.underlay(piece),
                    Status::Unknown => plan.overlay(piece),
                });
                plan
            }
            Effect::Fall(status) => {
                pieces(status).for_each(|piece| plan.underlay(piece));
                plan
            }
            Effect::Close => self.close(plan, date, sky),
        }
    }

    fn close(&self, mut plan: DayPlan, date: NaiveDate, sky: Sky) -> DayPlan {
        for times in &self.times {
            match times.on(date, sky) {
                // A day off cancels everything that starts on it, including spans past midnight.
                Some(_) if times.is_whole_day() => plan.clear(0, TWO_DAYS),
                Some((start, end)) => plan.clear(start, end),
                None => plan = plan.agree(&DayPlan::default()),
            }
        }
        plan
    }
}

/// The parts of one span in ascending certainty: a certain part, and one with an unknown end.
fn pieces(
    times: &Times,
    status: Status,
    date: NaiveDate,
    sky: Sky,
) -> impl Iterator<Item = Piece> + use<> {
    let unknown = |start, end| Piece {
        start,
        end,
        status: Status::Unknown,
    };
    let parts = match times.on(date, sky) {
        // It may open then, and not before.
        None => [Some(unknown(times.fixed_start().unwrap_or(0), DAY)), None],
        Some((start, end)) if times.open_end && end >= DAY => [Some(unknown(start, end)), None],
        Some((start, end)) => [
            Some(Piece { start, end, status }),
            times.open_end.then(|| unknown(end, DAY)),
        ],
    };
    parts.into_iter().flatten()
}
