//! The words and phrases in opening hours. An unknown word makes the whole text unreadable.

use chrono::Weekday;

use super::clock_pair::{Style, Written};
use super::lexer::{Kind, Lexeme};

/// The meaning of a lexeme or phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Day(Weekday),
    /// Several days as one word, bit 0 = Monday.
    Days(u8),
    Holiday(Holiday),
    Clock(Written),
    /// 24 hours.
    AllDay,
    Closed,
    /// `to`: always between two of a kind.
    To,
    /// Between two of a kind, or between days and times.
    Dash,
    Colon,
    Comma,
    /// `and`, `&`, `/`: joins two of a kind.
    And,
    Break,
    Except,
    /// `open`: introduces hours.
    Open,
    /// `from`, `on`: no meaning of its own.
    Link,
    /// `store hours`: allowed only at the start.
    Heading,
}

/// Days other than weekdays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holiday {
    /// All public holidays.
    Public,
    /// "Major" ones, without saying which.
    Major,
    /// A day with its own selector in OpenStreetMap syntax.
    Named(&'static str),
    /// Month and day.
    Date(Month, u8),
}

/// A month in OpenStreetMap syntax.
pub(super) type Month = &'static str;

const EVERY_DAY: u8 = 0b111_1111;
const WORKDAYS: u8 = 0b001_1111;
const WEEKEND: u8 = 0b110_0000;

/// Phrases of one or more lexemes. The longest match wins.
const PHRASES: &[(&str, Token)] = &[
    ("m", Token::Day(Weekday::Mon)),
    ("mo", Token::Day(Weekday::Mon)),
    ("mon", Token::Day(Weekday::Mon)),
    ("mons", Token::Day(Weekday::Mon)),
    ("monday", Token::Day(Weekday::Mon)),
    ("mondays", Token::Day(Weekday::Mon)),
    ("tu", Token::Day(Weekday::Tue)),
    ("tue", Token::Day(Weekday::Tue)),
    ("tues", Token::Day(Weekday::Tue)),
    ("tuesday", Token::Day(Weekday::Tue)),
    ("tuesdays", Token::Day(Weekday::Tue)),
    ("w", Token::Day(Weekday::Wed)),
    ("we", Token::Day(Weekday::Wed)),
    ("wed", Token::Day(Weekday::Wed)),
    ("weds", Token::Day(Weekday::Wed)),
    ("wednesday", Token::Day(Weekday::Wed)),
    ("wednesdays", Token::Day(Weekday::Wed)),
    ("th", Token::Day(Weekday::Thu)),
    ("thu", Token::Day(Weekday::Thu)),
    ("thur", Token::Day(Weekday::Thu)),
    ("thurs", Token::Day(Weekday::Thu)),
    ("thursday", Token::Day(Weekday::Thu)),
    ("thursdays", Token::Day(Weekday::Thu)),
    ("f", Token::Day(Weekday::Fri)),
    ("fr", Token::Day(Weekday::Fri)),
    ("fri", Token::Day(Weekday::Fri)),
    ("fris", Token::Day(Weekday::Fri)),
    ("friday", Token::Day(Weekday::Fri)),
    ("fridays", Token::Day(Weekday::Fri)),
    ("sa", Token::Day(Weekday::Sat)),
    ("sat", Token::Day(Weekday::Sat)),
    ("sats", Token::Day(Weekday::Sat)),
    ("saturday", Token::Day(Weekday::Sat)),
    ("saturdays", Token::Day(Weekday::Sat)),
    ("su", Token::Day(Weekday::Sun)),
    ("sun", Token::Day(Weekday::Sun)),
    ("suns", Token::Day(Weekday::Sun)),
    ("sunday", Token::Day(Weekday::Sun)),
    ("sundays", Token::Day(Weekday::Sun)),
    ("mwf", Token::Days(0b001_0101)),
    ("tth", Token::Days(0b000_1010)),
    ("mtwthf", Token::Days(WORKDAYS)),
    ("weekday", Token::Days(WORKDAYS)),
    ("weekdays", Token::Days(WORKDAYS)),
    ("weekend", Token::Days(WEEKEND)),
    ("weekends", Token::Days(WEEKEND)),
    ("daily", Token::Days(EVERY_DAY)),
    ("everyday", Token::Days(EVERY_DAY)),
    ("every day", Token::Days(EVERY_DAY)),
    ("each day", Token::Days(EVERY_DAY)),
    ("all week", Token::Days(EVERY_DAY)),
    ("7 days", Token::Days(EVERY_DAY)),
    ("7 days a week", Token::Days(EVERY_DAY)),
    ("7 days per week", Token::Days(EVERY_DAY)),
    ("7 days / week", Token::Days(EVERY_DAY)),
    ("seven days", Token::Days(EVERY_DAY)),
    ("seven days a week", Token::Days(EVERY_DAY)),
    ("24 hours", Token::AllDay),
    ("24 hrs", Token::AllDay),
    ("24 hr", Token::AllDay),
    ("24 h", Token::AllDay),
    ("24 hours a day", Token::AllDay),
    ("24 hours per day", Token::AllDay),
    ("24 hours / day", Token::AllDay),
    ("24 hrs a day", Token::AllDay),
    ("24 / 7", Token::AllDay),
    ("always open", Token::AllDay),
    ("around the clock", Token::AllDay),
    ("noon", Token::Clock(Written::NOON)),
    ("midday", Token::Clock(Written::NOON)),
    ("12 noon", Token::Clock(Written::NOON)),
    ("midnight", Token::Clock(Written::MIDNIGHT)),
    ("12 midnight", Token::Clock(Written::MIDNIGHT)),
    ("closed", Token::Closed),
    ("off", Token::Closed),
    ("to", Token::To),
    ("til", Token::To),
    ("till", Token::To),
    ("until", Token::To),
    ("thru", Token::To),
    ("through", Token::To),
    ("and", Token::And),
    ("except", Token::Except),
    ("except for", Token::Except),
    ("excluding", Token::Except),
    ("but", Token::Except),
    ("open", Token::Open),
    ("open from", Token::Open),
    ("from", Token::Link),
    ("on", Token::Link),
    ("we are open", Token::Open),
    ("were open", Token::Open),
    ("hours", Token::Heading),
    ("our hours", Token::Heading),
    ("open hours", Token::Heading),
    ("opening hours", Token::Heading),
    ("hours of operation", Token::Heading),
    ("business hours", Token::Heading),
    ("store hours", Token::Heading),
    ("shop hours", Token::Heading),
    ("cafe hours", Token::Heading),
    ("regular hours", Token::Heading),
    ("normal hours", Token::Heading),
    ("ph", Token::Holiday(Holiday::Public)),
    ("holiday", Token::Holiday(Holiday::Public)),
    ("holidays", Token::Holiday(Holiday::Public)),
    ("holiday hours", Token::Holiday(Holiday::Public)),
    ("all holidays", Token::Holiday(Holiday::Public)),
    ("public holidays", Token::Holiday(Holiday::Public)),
    ("federal holidays", Token::Holiday(Holiday::Public)),
    ("national holidays", Token::Holiday(Holiday::Public)),
    ("major holidays", Token::Holiday(Holiday::Major)),
    ("all major holidays", Token::Holiday(Holiday::Major)),
    ("new years", Token::Holiday(Holiday::Named("Jan 1"))),
    ("new years day", Token::Holiday(Holiday::Named("Jan 1"))),
    ("easter", Token::Holiday(Holiday::Named("easter"))),
    ("easter sunday", Token::Holiday(Holiday::Named("easter"))),
    ("memorial day", Token::Holiday(Holiday::Named("May Mo[-1]"))),
    ("juneteenth", Token::Holiday(Holiday::Named("Jun 19"))),
    ("independence day", Token::Holiday(Holiday::Named("Jul 4"))),
    ("4th of july", Token::Holiday(Holiday::Named("Jul 4"))),
    ("fourth of july", Token::Holiday(Holiday::Named("Jul 4"))),
    ("labor day", Token::Holiday(Holiday::Named("Sep Mo[1]"))),
    ("veterans day", Token::Holiday(Holiday::Named("Nov 11"))),
    ("thanksgiving", Token::Holiday(Holiday::Named("Nov Th[4]"))),
    (
        "thanksgiving day",
        Token::Holiday(Holiday::Named("Nov Th[4]")),
    ),
    ("christmas eve", Token::Holiday(Holiday::Named("Dec 24"))),
    ("christmas", Token::Holiday(Holiday::Named("Dec 25"))),
    ("christmas day", Token::Holiday(Holiday::Named("Dec 25"))),
    ("xmas", Token::Holiday(Holiday::Named("Dec 25"))),
    ("new years eve", Token::Holiday(Holiday::Named("Dec 31"))),
];

const MONTHS: [(Month, &str, u8); 12] = [
    ("Jan", "january", 31),
    ("Feb", "february", 29),
    ("Mar", "march", 31),
    ("Apr", "april", 30),
    ("May", "may", 31),
    ("Jun", "june", 30),
    ("Jul", "july", 31),
    ("Aug", "august", 31),
    ("Sep", "september", 30),
    ("Oct", "october", 31),
    ("Nov", "november", 30),
    ("Dec", "december", 31),
];

/// The meaning of all lexemes; `None` if one has none.
pub(super) fn tokens(lexemes: Vec<Lexeme>) -> Option<Vec<Token>> {
    // A single T means Tuesday only next to a written Thursday.
    let names_thursday = lexemes.iter().any(|one| one.text.starts_with("th"));
    let mut tokens = Vec::with_capacity(lexemes.len());
    let mut rest = lexemes.as_slice();
    while let Some((first, after_first)) = rest.split_first() {
        if let Some((length, token)) = longest_phrase(rest) {
            tokens.push(token);
            rest = rest.get(length..)?;
            continue;
        }
        if let Some((length, date)) = date(rest) {
            tokens.push(Token::Holiday(date));
            rest = rest.get(length..)?;
            continue;
        }
        tokens.push(match first.kind {
            Kind::Word if first.text == "t" && names_thursday => Token::Day(Weekday::Tue),
            Kind::Word => return None,
            Kind::Clock(written) => Token::Clock(written),
            Kind::Dash => Token::Dash,
            Kind::Colon => Token::Colon,
            Kind::Comma => Token::Comma,
            Kind::And => Token::And,
            Kind::Break => Token::Break,
        });
        rest = after_first;
    }
    Some(tokens)
}

fn longest_phrase(lexemes: &[Lexeme]) -> Option<(usize, Token)> {
    let first = lexemes.first()?;
    if first.text.is_empty() {
        return None;
    }
    let fits = |phrase: &str| {
        let mut words = phrase.split(' ');
        let mut lexemes = lexemes.iter();
        words.all(|word| lexemes.next().is_some_and(|lexeme| lexeme.text == word))
    };
    PHRASES
        .iter()
        .filter(|(phrase, _)| phrase.starts_with(&first.text) && fits(phrase))
        .map(|&(phrase, token)| (phrase.split(' ').count(), token))
        .max_by_key(|&(length, _)| length)
}

/// `Dec 25`, `December 25th`.
fn date(lexemes: &[Lexeme]) -> Option<(usize, Holiday)> {
    let [month, day, ..] = lexemes else {
        return None;
    };
    let (month, _, length) = MONTHS
        .into_iter()
        .find(|(short, long, _)| month.text == *long || month.text.eq_ignore_ascii_case(short))?;
    let day = match day.kind {
        Kind::Word => day.text.strip_suffix("th")?.parse().ok()?,
        Kind::Clock(Written {
            style: Style::Am | Style::Pm,
            ..
        }) => return None,
        Kind::Clock(_) if day.text.len() <= 2 => day.text.parse().ok()?,
        _ => return None,
    };
    (1..=length)
        .contains(&day)
        .then_some((2, Holiday::Date(month, day)))
}

#[cfg(test)]
mod tests {
    use chrono::Weekday;

    use super::{Holiday, Token, tokens};
    use crate::normalize::lexer::lexemes;

    fn read(text: &str) -> Option<Vec<Token>> {
        tokens(lexemes(text)?)
    }

    #[test]
    fn the_longest_phrase_counts() {
        assert_eq!(read("7 days a week"), Some(vec![Token::Days(0b111_1111)]));
        assert_eq!(read("24/7"), Some(vec![Token::AllDay]));
        assert_eq!(
            read("Christmas Eve, Christmas"),
            Some(vec![
                Token::Holiday(Holiday::Named("Dec 24")),
                Token::Comma,
                Token::Holiday(Holiday::Named("Dec 25")),
            ])
        );
        assert_eq!(
            read("Dec. 25th"),
            None,
            "a full stop behind a month is not expected"
        );
        assert_eq!(
            read("July 4th"),
            Some(vec![Token::Holiday(Holiday::Date("Jul", 4))])
        );
    }

    #[test]
    fn a_lone_letter_needs_company() {
        assert_eq!(read("T"), None);
        assert_eq!(
            read("T/Th"),
            Some(vec![
                Token::Day(Weekday::Tue),
                Token::And,
                Token::Day(Weekday::Thu)
            ])
        );
        assert_eq!(read("S"), None, "Saturday or Sunday");
    }

    #[test]
    fn an_unknown_word_is_refused() {
        assert_eq!(read("Mon 7am-3pm kitchen"), None);
        assert_eq!(read("7am until late"), None);
    }
}
