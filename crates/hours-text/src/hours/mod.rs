//! Opening hours in OpenStreetMap syntax, ready to be evaluated for any day.

mod day_plan;
mod days;
mod holidays;
mod remarks;
mod rule;
mod seasons;
mod special_days;
mod times;

use std::sync::Arc;

use chrono::NaiveDate;
use opening_hours_syntax::RuleKind;
use opening_hours_syntax::rules::day::WeekDayRange;
use opening_hours_syntax::rules::{OpeningHoursExpression, RuleOperator, RuleSequence};

pub(crate) use day_plan::{DAY, DayPlan, Piece, Status};
use days::is_dated;
pub(crate) use days::plain_weekdays;
use rule::Rule;
pub(crate) use seasons::YearParts;
pub(crate) use special_days::SpecialDays;
pub(crate) use times::Sky;

/// OpenStreetMap's maximum length of an expression, in characters.
pub(crate) const MAX_CHARACTERS: usize = 255;

/// Why a text isn't usable as OpenStreetMap opening hours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidHours {
    /// A syntax error; the message says where.
    #[error("not in the opening_hours syntax: {0}")]
    Syntax(String),
    /// Valid syntax that this crate doesn't evaluate.
    #[error("{0} cannot be evaluated")]
    Unsupported(&'static str),
    /// Longer than OpenStreetMap's 255 characters.
    #[error("longer than 255 characters")]
    TooLong,
}

/// A parsed expression without a location: cheap to clone, so that all shops with the same hours can share it.
#[derive(Clone, Debug)]
pub struct Hours {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    osm: Box<str>,
    note: Option<Box<str>>,
    rules: Box<[Rule]>,
    /// All rules only close certain days; nothing is known about the others.
    only_closings: bool,
    /// All rules are about dates with their year; nothing is known about the others.
    are_dates_alone: bool,
    /// The dates of rules written with a year.
    special: Box<[SpecialDays]>,
    /// The hours without these rules, if there are both.
    regular: Option<Hours>,
}

impl Hours {
    /// Parses OpenStreetMap `opening_hours`, ignoring case.
    ///
    /// # Errors
    ///
    /// [`InvalidHours`] for invalid syntax, for points in time (`10:00-16:00/01:30`), and for hours without days after
    /// others (`Mo-Sa 06:00-11:00; 15:00-19:00`).
    pub fn parse(osm: &str) -> Result<Self, InvalidHours> {
        if osm.chars().nth(MAX_CHARACTERS).is_some() {
            return Err(InvalidHours::TooLong);
        }
        let mut expression = opening_hours_syntax::parse(osm)
            .map_err(|error| InvalidHours::Syntax(error.to_string()))?;
        put_exceptions_last(&mut expression.rules);
        if replaces_all_before(&expression.rules) {
            return Err(InvalidHours::Unsupported(
                "a rule without days after others",
            ));
        }
        let certain = comments_are_remarks(osm, &expression);
        let rules = expression
            .rules
            .iter()
            .map(|rule| Rule::new(rule, certain || rule.comment.is_empty()))
            .collect::<Result<_, _>>()?;
        let note = expression
            .rules
            .iter()
            .map(|rule| &*rule.comment)
            .find(|comment| !comment.is_empty())
            .map(Into::into);
        let only_closings = expression
            .rules
            .iter()
            .all(|rule| rule.kind == RuleKind::Closed && !rule.day_selector.is_empty());
        let (regular, special) = special_days::split(osm);
        let are_dates_alone = regular.is_empty();
        let regular = if special.is_empty() || regular.is_empty() {
            None
        } else {
            Self::parse(&regular).ok()
        };
        let inner = Inner {
            osm: osm.into(),
            note,
            rules,
            only_closings,
            are_dates_alone,
            special,
            regular,
        };
        Ok(Self {
            inner: Arc::new(inner),
        })
    }

    /// The expression as given.
    pub fn as_str(&self) -> &str {
        &self.inner.osm
    }

    /// The first comment of the expression, such as `by appointment`.
    pub fn note(&self) -> Option<&str> {
        self.inner.note.as_deref()
    }

    /// All texts in the expression, each with its days: `Sat: by appointment`, `Until sunset`.
    pub fn remarks(&self) -> Vec<String> {
        remarks::of(&self.inner.osm)
    }

    /// Dates with hours of their own, in order.
    pub(crate) fn special_days(&self) -> &[SpecialDays] {
        &self.inner.special
    }

    /// The hours without these dates; all of them if there are no others.
    pub(crate) fn regular(&self) -> &Self {
        self.inner.regular.as_ref().unwrap_or(self)
    }

    /// Whether they are about dates with their year alone: `2026 Dec 24 08:00-12:00`.
    pub fn are_dates_alone(&self) -> bool {
        self.inner.are_dates_alone
    }

    /// What the rules say about the year besides weekdays.
    pub(crate) fn year_parts(&self) -> YearParts {
        YearParts::of(&self.inner.osm)
    }

    /// Whether a rule is about this date in particular, or about a holiday on it: `Dec 24 off`, `PH off`.
    pub(crate) fn names(&self, date: NaiveDate) -> bool {
        self.inner.rules.iter().any(|rule| rule.names(date))
    }

    /// The hours of a day in words where the sun decides about them: `8 AM – sunset`.
    pub(crate) fn by_the_sun(&self, date: NaiveDate) -> Option<String> {
        let rules = self.inner.rules.iter();
        rules.filter_map(|rule| rule.by_the_sun(date)).next_back()?
    }

    /// The spans that start on this day. A span past midnight belongs to the day on which it starts, so that a later
    /// rule for the next day can't cut it off (opening_hours.js does the same; the library drops it).
    pub(crate) fn plan(&self, date: NaiveDate, sky: Sky) -> DayPlan {
        let mut start = DayPlan::default();
        if self.inner.only_closings || self.inner.are_dates_alone {
            start.overlay(Piece {
                start: 0,
                end: DAY,
                status: Status::Unknown,
            });
        }
        self.inner
            .rules
            .iter()
            .fold(start, |plan, rule| rule.apply(plan, date, sky))
    }
}

/// Puts a rule without days before the exceptions in front of it: `PH off; 08:00-16:00`, `Dec 24 08:00-12:00; 24/7`. By the
/// syntax it replaces them, and nobody writes an exception for nothing.
pub(crate) fn put_exceptions_last(rules: &mut [RuleSequence]) {
    let place = rules.iter().take_while(|rule| is_exception(rule)).count();
    let Some(daily) = rules.get_mut(place) else {
        return;
    };
    let opens = daily.kind != RuleKind::Closed && daily.operator != RuleOperator::Fallback;
    if !opens || !daily.day_selector.is_empty() {
        return;
    }
    daily.operator = RuleOperator::Normal;
    if let Some(moved) = rules.get_mut(..=place) {
        moved.rotate_right(1);
    }
}

/// Whether a rule takes something out of a week that others tell: closed days or a break, holidays, single dates.
fn is_exception(rule: &RuleSequence) -> bool {
    let days = &rule.day_selector;
    let is_holiday = |range: &WeekDayRange| matches!(range, WeekDayRange::Holiday { .. });
    let closes = rule.kind == RuleKind::Closed && !rule.is_constant();
    let is_about_holidays = !days.weekday.is_empty() && days.weekday.iter().all(is_holiday);
    closes || is_about_holidays || is_dated(days)
}

/// Whether a rule without days replaces all rules before it, or adds to days that none of them names. That is what the
/// syntax says of `Mo-Sa 06:00-11:00; 15:00-19:00`, and nobody who writes it means 3 to 7 PM every day. A daily break
/// (`12:30-13:00 off`) is an exception, and a fallback says what it is.
fn replaces_all_before(rules: &[RuleSequence]) -> bool {
    let has_no_days = |rule: &RuleSequence| rule.day_selector.is_empty();
    rules.iter().enumerate().skip(1).any(|(place, rule)| {
        let is_break = rule.kind == RuleKind::Closed && !rule.is_constant();
        let replaces = match rule.operator {
            RuleOperator::Normal => true,
            RuleOperator::Additional => !rules.iter().take(place).all(has_no_days),
            RuleOperator::Fallback => false,
        };
        has_no_days(rule) && replaces && !is_break
    })
}

/// Whether all comments are mere remarks on certain hours, each after an explicit `open`. A bare comment qualifies its
/// hours (`Mo-Fr 09:00-17:00 "by appointment"`), a difference that the parser doesn't keep.
pub(crate) fn comments_are_remarks(osm: &str, expression: &OpeningHoursExpression) -> bool {
    let commented = expression
        .rules
        .iter()
        .filter(|rule| rule.kind == RuleKind::Open && !rule.comment.is_empty())
        .count();
    let outside_comments = osm.split('"').step_by(2);
    let declared = outside_comments
        .filter(|text| text.trim_end().to_ascii_lowercase().ends_with("open"))
        .count();
    // The text after the last comment doesn't introduce one; a plain `open` at its end only makes the result more
    // cautious.
    let trailing = osm
        .rsplit('"')
        .next()
        .is_some_and(|text| text.trim_end().to_ascii_lowercase().ends_with("open"));
    commented == declared.saturating_sub(usize::from(trailing))
}
