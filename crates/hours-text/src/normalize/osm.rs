//! Text that already is in OpenStreetMap syntax.

use chrono::Weekday;
use opening_hours_syntax::RuleKind;
use opening_hours_syntax::rules::time::{Time, TimeSelector, TimeSpan};
use opening_hours_syntax::rules::{OpeningHoursExpression, RuleOperator, RuleSequence};

use super::clock_pair::{DAY, NOON};
use crate::hours::{
    Hours, MAX_CHARACTERS, comments_are_remarks, plain_weekdays, put_exceptions_last,
};

/// A morning opening that ends after this time on the next day is `08:00-05:00`, a typo for the afternoon.
const MORNING_STARTS: u16 = 4 * 60;
const LONG_DAY_ENDS: u16 = 2 * 60;

/// The canonical form of a text with two digits in every hour, as the syntax requires.
pub(super) fn read_strict(text: &str) -> Option<String> {
    if has_short_hour(text) {
        return None;
    }
    let (expression, canonical) = read(text)?;
    open_spans(&expression)
        .all(|(rule, span)| is_plausible(rule, span))
        .then_some(canonical)
}

/// The canonical form of a text with hours such as `8:00`, if its closing times show that it uses a 24-hour clock.
pub(super) fn read_lenient(text: &str) -> Option<String> {
    let (expression, canonical) = read(text)?;
    let counts_to_24 = |(_, span): (_, &TimeSpan)| match (span.range.start, span.range.end) {
        (Time::Fixed(start), Time::Fixed(end)) => {
            let end = end.mins_from_midnight();
            (NOON + 60..=DAY).contains(&end) && start.mins_from_midnight() < end
        }
        (Time::Variable(_), Time::Variable(_)) => true,
        _ => false,
    };
    open_spans(&expression)
        .all(counts_to_24)
        .then_some(canonical)
}

fn read(text: &str) -> Option<(OpeningHoursExpression, String)> {
    Hours::parse(text).ok()?;
    let mut expression = opening_hours_syntax::parse(text).ok()?;
    put_exceptions_last(&mut expression.rules);
    let remarks = comments_are_remarks(text, &expression);
    if opens_without_hours(text, &expression, remarks) || days_named_twice(&expression) != 0 {
        return None;
    }
    let canonical = display(&expression, remarks);
    let is_same = opening_hours_syntax::parse(&canonical).is_ok_and(|again| again == expression);
    let osm = if is_same { canonical } else { text.to_owned() };
    osm.chars()
        .nth(MAX_CHARACTERS)
        .is_none()
        .then_some((expression, osm))
}

/// `Mo-Fr` alone is valid and means "around the clock", but its writer just hasn't finished. Only written hours count.
fn opens_without_hours(text: &str, expression: &OpeningHoursExpression, remarks: bool) -> bool {
    let open_all_day = expression.rules.iter().filter(|rule| {
        rule.kind == RuleKind::Open
            && is_all_day(&rule.time_selector)
            && (remarks || rule.comment.is_empty())
    });
    let outside_comments = text.split('"').step_by(2);
    let words = outside_comments
        .flat_map(|text| text.split(|c: char| c.is_whitespace() || ",;|".contains(c)));
    let written = words.filter(|word| matches!(*word, "24/7" | "00:00-24:00" | "0:00-24:00"));
    open_all_day.count() > written.count()
}

/// In the syntax, a later rule replaces an earlier one for the days it names, and that is how exceptions are written:
/// `Mo-Su 07:00-15:00; Su 08:00-12:00`. A later rule that names all of an earlier one's days, or some of them and
/// others, isn't an exception: someone who writes `Mo 07:00-12:00; Mo 13:00-17:00` means both.
///
/// Returns those days (bit 0 = Monday).
fn days_named_twice(expression: &OpeningHoursExpression) -> u8 {
    let mut before: Vec<u8> = Vec::new();
    let mut twice = 0;
    for days in expression.rules.iter().filter_map(weekdays_of) {
        for known in &before {
            let common = known & days;
            let is_exception = common == days && days != *known;
            if !is_exception {
                twice |= common;
            }
        }
        before.push(days);
    }
    twice
}

/// The days that `text` names twice (see [`days_named_twice`]), Monday first; none if it isn't in the syntax.
pub(super) fn repeated_days(text: &str) -> Vec<Weekday> {
    let twice =
        opening_hours_syntax::parse(text).map_or(0, |expression| days_named_twice(&expression));
    let week = std::iter::successors(Some(Weekday::Mon), |day| Some(day.succ())).take(7);
    week.enumerate()
        .filter(|(bit, _)| twice & (1 << bit) != 0)
        .map(|(_, day)| day)
        .collect()
}

/// The weekdays (bit 0 = Monday) on which a rule opens every week.
fn weekdays_of(rule: &RuleSequence) -> Option<u8> {
    let days = &rule.day_selector;
    let opens_on_named_days = rule.kind == RuleKind::Open
        && rule.operator == RuleOperator::Normal
        && !days.weekday.is_empty();
    opens_on_named_days.then(|| plain_weekdays(days)).flatten()
}

/// Whether there is a one-digit hour, so that it isn't certain that the text uses a 24-hour clock.
fn has_short_hour(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.windows(3).enumerate().any(|(index, window)| {
        let before = index.checked_sub(1).and_then(|index| bytes.get(index));
        matches!(window, [hour, b':', minute] if hour.is_ascii_digit() && minute.is_ascii_digit())
            && !before.is_some_and(u8::is_ascii_digit)
    })
}

fn open_spans(
    expression: &OpeningHoursExpression,
) -> impl Iterator<Item = (&RuleSequence, &TimeSpan)> {
    let open = expression
        .rules
        .iter()
        .filter(|rule| rule.kind == RuleKind::Open);
    open.flat_map(|rule| {
        rule.time_selector
            .spans
            .iter()
            .map(move |span| (rule, span))
    })
}

fn is_plausible(rule: &RuleSequence, span: &TimeSpan) -> bool {
    let (Time::Fixed(start), Time::Fixed(end)) = (span.range.start, span.range.end) else {
        return true;
    };
    let (start, end) = (start.mins_from_midnight(), end.mins_from_midnight());
    let wraps = end <= start && end != 0;
    let in_the_morning = (MORNING_STARTS..NOON).contains(&start);
    // Without any weekday code, the writer may never have heard of the syntax.
    !(wraps && in_the_morning && (end > LONG_DAY_ENDS || rule.day_selector.is_empty()))
}

fn is_all_day(times: &TimeSelector) -> bool {
    *times == TimeSelector::default()
}

/// Like the library's own display, but keeps the hours of a whole day, and `open` before a remark.
fn display(expression: &OpeningHoursExpression, remarks: bool) -> String {
    let mut text = String::new();
    for (index, rule) in expression.rules.iter().enumerate() {
        if index > 0 {
            text.push_str(match rule.operator {
                RuleOperator::Normal => "; ",
                RuleOperator::Additional => ", ",
                RuleOperator::Fallback => " || ",
            });
        }
        text.push_str(&display_rule(rule, remarks));
    }
    text
}

fn display_rule(rule: &RuleSequence, remarks: bool) -> String {
    let mut parts = Vec::new();
    let all_day = is_all_day(&rule.time_selector);
    let qualified = !rule.comment.is_empty() && !remarks;
    if !rule.day_selector.is_empty() {
        parts.push(rule.day_selector.to_string());
    } else if rule.operator == RuleOperator::Additional {
        parts.push("Mo-Su".to_owned());
    }
    if !all_day {
        parts.push(rule.time_selector.to_string());
    } else if rule.kind == RuleKind::Open && !qualified {
        let always = rule.day_selector.is_empty() && parts.is_empty();
        parts.push(if always { "24/7" } else { "00:00-24:00" }.to_owned());
    }
    match rule.kind {
        RuleKind::Closed => parts.push("off".to_owned()),
        RuleKind::Unknown => parts.push("unknown".to_owned()),
        RuleKind::Open if remarks && !rule.comment.is_empty() => parts.push("open".to_owned()),
        RuleKind::Open => {}
    }
    if !rule.comment.is_empty() {
        parts.push(format!("\"{}\"", rule.comment));
    }
    parts.join(" ")
}
