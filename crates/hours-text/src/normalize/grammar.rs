//! Tokens to statements. Every token must fit; if it fits in two ways, the text isn't accepted.
//!
//! ```text
//! text      = [heading] statement { [separator] statement }
//! statement = days gap value | value gap days | value | "closed" days | "except" days [gap value]
//! value     = span { [","] span } | "24 hours" | "closed"
//! ```

use super::clock_pair::{self, DAY, Doubt, Opening, Style};
use super::vocabulary::{Holiday, Token};

/// What the text says about some days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Statement {
    /// `None` if no days are named.
    pub days: Option<Selection>,
    pub value: Value,
}

/// Weekdays (bit 0 = Monday) and other days.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Selection {
    pub weekdays: u8,
    pub holidays: Vec<Holiday>,
}

/// A day's hours; no openings means closed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Value {
    pub openings: Vec<Opening>,
}

/// Whether days come before or after their hours; a text doesn't mix the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    DaysFirst,
    HoursFirst,
}

pub(super) fn statements(tokens: &[Token]) -> Option<Vec<Statement>> {
    if !tokens.iter().any(tells_when) {
        return None;
    }
    let mut parser = Parser {
        rest: tokens,
        order: None,
        found: Vec::new(),
        goes_on: false,
        went_on: false,
    };
    while parser.eat_any(&[Token::Heading, Token::Colon, Token::Break, Token::Dash]) {}
    loop {
        parser.statement()?;
        while parser.eat_any(&[Token::Comma, Token::And, Token::Break]) {}
        if parser.rest.is_empty() {
            return Some(parser.found);
        }
    }
}

/// Whether a token says which days, or AM or PM, are meant: "7-3" alone may be anything.
fn tells_when(token: &Token) -> bool {
    match token {
        Token::Clock(written) => written.style != Style::Bare,
        Token::Day(_) | Token::Days(_) | Token::Holiday(_) | Token::AllDay | Token::Closed => true,
        _ => false,
    }
}

fn is_hours(token: &Token) -> bool {
    matches!(token, Token::Clock(_) | Token::AllDay)
}

/// Tokens allowed between days and their hours, besides `open`.
const BETWEEN: [Token; 5] = [
    Token::Colon,
    Token::Comma,
    Token::Dash,
    Token::Break,
    Token::Link,
];

struct Parser<'tokens> {
    rest: &'tokens [Token],
    order: Option<Order>,
    found: Vec<Statement>,
    /// Whether the hours that were read last go on behind a line break or semicolon, and whether any before them do.
    goes_on: bool,
    went_on: bool,
}

impl Parser<'_> {
    fn statement(&mut self) -> Option<()> {
        if self.eat(Token::Except) {
            return self.exception();
        }
        if self.eat(Token::Closed) {
            return self.closing();
        }
        let announced = self.eat(Token::Open);
        while self.eat_any(&[Token::Colon, Token::Link]) {}
        match self.peek()? {
            Token::Day(_) | Token::Days(_) | Token::Holiday(_) => self.days_first(announced),
            Token::Clock(_) | Token::AllDay => self.hours_first(),
            _ => None,
        }
    }

    /// `Mon-Fri: 7-3`, `Sun closed`, `daily except Sunday 7-3`, possibly after `open`.
    fn days_first(&mut self, announced: bool) -> Option<()> {
        let mut days = self.days()?;
        let mut excepted = None;
        if self.eat(Token::Except) {
            let except = self.days()?;
            days.remove(&except)?;
            excepted = Some(except);
        }
        let before_gap = self.rest;
        let opens = self.gap() || announced;
        let gap = before_gap.get(..before_gap.len() - self.rest.len());
        // In a list, days and hours have lines of their own.
        let is_list = gap.is_some_and(|gap| gap.contains(&Token::Break));
        let value = if self.eat(Token::Closed) {
            if opens || excepted.is_some() || self.at_hours() || self.peek() == Some(&Token::Link) {
                return None;
            }
            self.order.get_or_insert(Order::DaysFirst);
            Value::default()
        } else {
            self.settle(Order::DaysFirst)?;
            self.hours_of_days(is_list)?
        };
        self.push(Some(days), value);
        if let Some(excepted) = excepted {
            self.push(Some(excepted), Value::default());
        }
        Some(())
    }

    /// `7-3 Mon-Fri`, or hours without days.
    fn hours_first(&mut self) -> Option<()> {
        self.settle(Order::HoursFirst)?;
        let value = self.hours()?;
        let before_gap = self.rest;
        self.gap();
        let days = if self.at_days() {
            Some(self.days()?)
        } else {
            self.rest = before_gap;
            None
        };
        self.push(days, value);
        Some(())
    }

    /// `closed Sundays`, or just `closed`. What follows must not be able to claim these days.
    fn closing(&mut self) -> Option<()> {
        while self.eat_any(&[Token::Link, Token::Colon]) {}
        let days = if self.at_days() {
            Some(self.closed_days()?)
        } else {
            None
        };
        self.push(days, Value::default());
        match self.rest {
            []
            | [
                Token::Break | Token::Closed | Token::Open | Token::Except,
                ..,
            ] => Some(()),
            [Token::Comma, Token::Clock(_), ..] => {
                (self.order == Some(Order::HoursFirst)).then_some(())
            }
            [Token::Comma | Token::And] => Some(()),
            [Token::Comma | Token::And, next, ..] if Self::starts_anew(next) => Some(()),
            [Token::Comma, Token::Day(_) | Token::Days(_), ..] => Some(()),
            _ => None,
        }
    }

    /// The closed days in a list. In `closed Sunday, Mon-Fri 7-3`, the group after the comma has hours and so is open;
    /// a single day after it (`closed Sat, Sun 8-2`) could be either.
    fn closed_days(&mut self) -> Option<Selection> {
        let at_list = self.rest;
        let mut closed = Selection::default();
        self.day_range(&mut closed)?;
        while self.eat(Token::And) {
            self.day_range(&mut closed)?;
        }
        let before_comma = self.rest;
        let mut group = Selection::default();
        if self.eat(Token::Comma) && self.day_range(&mut group).is_some() {
            while self.eat_any(&[Token::Colon, Token::Dash, Token::Open, Token::Link]) {}
            if self.at_hours() && group.weekdays.count_ones() > 1 {
                self.rest = before_comma;
                return Some(closed);
            }
        }
        self.rest = at_list;
        self.days()
    }

    fn starts_anew(next: &Token) -> bool {
        matches!(next, Token::Break | Token::Closed | Token::Open)
    }

    /// `except Sunday`, `except Sunday 8-2`, after a statement's hours.
    fn exception(&mut self) -> Option<()> {
        self.eat(Token::Link);
        let days = self.days()?;
        let before_gap = self.rest;
        self.gap();
        let value = if self.at_hours() {
            self.hours_of_days(false)?
        } else {
            self.rest = before_gap;
            Value::default()
        };
        let ruled = self.found.last_mut()?;
        if ruled.value.openings.is_empty() {
            return None;
        }
        ruled
            .days
            .get_or_insert_with(Selection::every_day)
            .remove(&days)?;
        self.push(Some(days), value);
        Some(())
    }

    fn days(&mut self) -> Option<Selection> {
        let mut selection = Selection::default();
        loop {
            self.day_range(&mut selection)?;
            let before_separator = self.rest;
            while self.eat_any(&[Token::Comma, Token::And]) {}
            if !self.at_days() {
                self.rest = before_separator;
                return Some(selection);
            }
        }
    }

    /// One entry in a list of days; a range may wrap around the end of the week. No day may be listed twice.
    fn day_range(&mut self, selection: &mut Selection) -> Option<()> {
        let mut weekdays = 0;
        match *self.next()? {
            Token::Holiday(holiday) => selection.holidays.push(holiday),
            Token::Days(days) => weekdays = days,
            Token::Day(first) => {
                let last = match self.rest {
                    [Token::Dash | Token::To, Token::Day(last), after @ ..] => {
                        self.rest = after;
                        *last
                    }
                    _ => first,
                };
                let mut day = first;
                weekdays |= 1 << day.num_days_from_monday();
                while day != last {
                    day = day.succ();
                    weekdays |= 1 << day.num_days_from_monday();
                }
            }
            _ => return None,
        }
        let is_new = selection.weekdays & weekdays == 0;
        selection.weekdays |= weekdays;
        is_new.then_some(())
    }

    /// The hours of days just named. `None` if the last ones follow a break, and may as well be those of all days named
    /// before: `Mon-Fri 7am-11am; Sat 8am-noon; 3pm-7pm`.
    fn hours_of_days(&mut self, is_list: bool) -> Option<Value> {
        let mut before = self.found.iter();
        let are_others_open = before.any(|statement| !statement.value.openings.is_empty());
        let value = self.hours()?;
        let is_last = !self.rest.iter().any(is_hours);
        let is_doubtful = self.goes_on && is_last && are_others_open;
        let is_their_way = is_list || self.went_on;
        self.went_on |= self.goes_on;
        (!is_doubtful || is_their_way).then_some(value)
    }

    fn hours(&mut self) -> Option<Value> {
        self.goes_on = false;
        if self.eat(Token::AllDay) {
            return Some(Value::all_day());
        }
        let mut openings: Vec<Opening> = Vec::new();
        loop {
            let [
                Token::Clock(opens),
                Token::Dash | Token::To,
                Token::Clock(closes),
                after @ ..,
            ] = self.rest
            else {
                return None;
            };
            self.rest = after;
            let previous_end = openings.last().map(|last| last.end);
            let opening = clock_pair::resolve(*opens, *closes, previous_end)?;
            if let Some(last) = openings.last_mut() {
                // More hours on the same day prove that this was noon.
                last.doubt = last.doubt.filter(|doubt| *doubt != Doubt::BareTwelve);
            }
            openings.push(opening);
            let before_separator = self.rest;
            while self.eat_any(&[Token::Comma, Token::And]) {}
            let mut is_behind_break = false;
            while self.order == Some(Order::DaysFirst) && self.eat(Token::Break) {
                is_behind_break = true;
            }
            if !matches!(self.peek(), Some(Token::Clock(_))) {
                self.rest = before_separator;
                return Some(Value { openings });
            }
            self.goes_on |= is_behind_break;
        }
    }

    /// What may come between days and hours; returns whether it contained `open`.
    fn gap(&mut self) -> bool {
        let mut opens = false;
        loop {
            if self.eat(Token::Open) {
                opens = true;
            } else if !self.eat_any(&BETWEEN) {
                return opens;
            }
        }
    }

    /// The first statement with hours determines the order of all.
    fn settle(&mut self, order: Order) -> Option<()> {
        (*self.order.get_or_insert(order) == order).then_some(())
    }

    fn push(&mut self, days: Option<Selection>, value: Value) {
        self.found.push(Statement { days, value });
    }

    fn at_days(&self) -> bool {
        matches!(
            self.peek(),
            Some(Token::Day(_) | Token::Days(_) | Token::Holiday(_))
        )
    }

    fn at_hours(&self) -> bool {
        self.peek().is_some_and(is_hours)
    }

    fn peek(&self) -> Option<&Token> {
        self.rest.first()
    }

    fn next(&mut self) -> Option<&Token> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    fn eat(&mut self, token: Token) -> bool {
        self.eat_any(&[token])
    }

    fn eat_any(&mut self, tokens: &[Token]) -> bool {
        match self.rest.split_first() {
            Some((first, rest)) if tokens.contains(first) => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }
}

impl Selection {
    fn every_day() -> Self {
        Self {
            weekdays: 0b111_1111,
            holidays: Vec::new(),
        }
    }

    /// Removes days. Weekdays must be among these; holidays overlap them anyway.
    fn remove(&mut self, other: &Self) -> Option<()> {
        if other.weekdays & !self.weekdays != 0 || self.weekdays == other.weekdays {
            return None;
        }
        self.weekdays &= !other.weekdays;
        Some(())
    }
}

impl Value {
    fn all_day() -> Self {
        Self {
            openings: vec![Opening {
                start: 0,
                end: DAY,
                doubt: None,
            }],
        }
    }
}
