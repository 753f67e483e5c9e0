//! Decides whether a text about a shop may be shown. It is untrusted: a model invents, and a shop's name may have told it
//! what to write. So a text is taken apart: what it says about days, hours, prices and amenities is compared with the
//! facts, names have to be the facts', and every other word has to be one that claims nothing.

mod pieces;
mod tokens;

use std::collections::BTreeSet;

use self::{
    pieces::{Piece, pieces},
    tokens::{Token, tokens, with_given},
};
use super::{
    fact::{Fact, ShopFacts, price_name},
    week::{Days, Said},
};

/// In characters.
pub(super) const SHORTEST: usize = 60;
/// As long as an owner's description may be (D35).
pub(super) const LONGEST: usize = 500;

/// The numbers of the facts that a text rests on.
pub(super) type Used = BTreeSet<usize>;

/// A text as it is shown, of at least [`SHORTEST`] characters.
///
/// # Errors
///
/// Why it isn't, for the administrator.
pub(super) fn check_length(text: &str) -> Result<(), String> {
    let length = text.chars().count();
    if length < SHORTEST {
        return Err(format!("It is shorter than {SHORTEST} characters."));
    }
    if length > LONGEST {
        return Err(format!("It is longer than {LONGEST} characters."));
    }
    Ok(())
}

/// Compares sentences with the facts; returns those that they rest on.
///
/// # Errors
///
/// What they say that the facts don't, for the administrator.
pub(super) fn check(text: &str, facts: &ShopFacts) -> Result<Used, String> {
    if text
        .chars()
        .any(|letter| letter.is_control() || is_hidden(letter))
    {
        return Err("It contains control characters.".to_owned());
    }
    if !text.trim_end().ends_with(['.', '!']) {
        return Err("Its last sentence has no end.".to_owned());
    }
    let has_meaning = |word: &str| pieces(&[Token::Word(word.to_owned(), false)]).is_ok();
    let tokens = with_given(tokens(text), facts, has_meaning);
    let mut used = Used::new();
    for sentence in tokens.split(|token| *token == Token::End) {
        used.extend(check_sentence(sentence, facts)?);
    }
    Ok(used)
}

fn is_hidden(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

fn check_sentence(sentence: &[Token], facts: &ShopFacts) -> Result<Used, String> {
    let pieces = closings(pieces(sentence)?);
    let mut used = check_amenities(&pieces, facts)?;
    used.extend(check_prices(&pieces, facts)?);
    used.extend(check_hours(pieces.clone(), facts)?);
    used.extend(pieces.iter().filter_map(|piece| match piece {
        Piece::Given(number) => Some(*number),
        _ => None,
    }));
    Ok(used)
}

/// "Not open" is "closed".
fn closings(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::new();
    for piece in pieces {
        if piece == Piece::Open && found.last() == Some(&Piece::Not) {
            found.pop();
            found.push(Piece::Shut);
        } else {
            found.push(piece);
        }
    }
    found
}

/// Amenities by yes and no. A negation holds for its clause, and for those that only add to it.
fn check_amenities(pieces: &[Piece], facts: &ShopFacts) -> Result<Used, String> {
    let mut used = Used::new();
    let mut is_negated_before = false;
    let mut adds = false;
    for clause in pieces.split_inclusive(|piece| matches!(piece, Piece::And | Piece::But)) {
        let says_not = clause.contains(&Piece::Not);
        let has_verb = clause.contains(&Piece::Verb);
        let is_negated = says_not || (adds && is_negated_before && !has_verb);
        let mut any = false;
        for piece in clause {
            let Piece::Has(amenity) = piece else { continue };
            any = true;
            let known = |fact: &Fact| *fact == Fact::Amenity(*amenity, !is_negated);
            let Some(number) = facts.number_of(known) else {
                let answer = if is_negated { "no" } else { "yes" };
                return Err(format!(
                    "It says “{}: {answer}”, which no fact says.",
                    amenity.name()
                ));
            };
            used.insert(number);
        }
        if says_not && !any {
            return Err("It denies something that no fact denies.".to_owned());
        }
        is_negated_before = is_negated;
        adds = clause.last() == Some(&Piece::And);
    }
    Ok(used)
}

fn check_prices(pieces: &[Piece], facts: &ShopFacts) -> Result<Used, String> {
    let mut used = Used::new();
    for piece in pieces {
        let Piece::Price(level) = piece else { continue };
        let number = facts.number_of(|fact| *fact == Fact::Price(*level));
        let number = number.filter(|_| !pieces.contains(&Piece::Not));
        let number = number.ok_or_else(|| {
            format!(
                "It calls the prices {}, which no fact says.",
                price_name(*level)
            )
        })?;
        used.insert(number);
    }
    if used.is_empty() && pieces.contains(&Piece::PriceWord) {
        return Err("It speaks of prices, and doesn't say which.".to_owned());
    }
    Ok(used)
}

/// Each time with its days, each day with its hours.
fn check_hours(mut pieces: Vec<Piece>, facts: &ShopFacts) -> Result<Used, String> {
    let speaks = |piece: &Piece| matches!(piece, Piece::Open | Piece::Close | Piece::Shut);
    let is_about_hours = |piece: &Piece| is_days(piece) || is_time(piece) || speaks(piece);
    if !pieces.iter().any(is_about_hours) {
        return Ok(Used::new());
    }
    let week = facts.week();
    if !week.is_known() {
        return Err("It says when the shop is open, which no fact says.".to_owned());
    }
    of_the_shop(&pieces)?;
    let mut said: Vec<(Days, Said)> = Vec::new();
    closed_days(&mut pieces, &mut said)?;
    if let Some(Piece::DayCount(count)) = pieces.iter().find(|it| matches!(it, Piece::DayCount(_)))
        && week.open_days().count() != *count
    {
        return Err(format!(
            "It says that the shop is open {count} days a week."
        ));
    }
    times_with_days(&pieces, week.open_days(), &mut said)?;
    let mut used = Used::new();
    for (days, said) in said {
        let facts = week.says(days, said);
        used.extend(facts.ok_or("It says other days or hours than the facts.")?);
    }
    Ok(used)
}

const fn is_days(piece: &Piece) -> bool {
    matches!(
        piece,
        Piece::Days(_) | Piece::Except(_) | Piece::DayCount(_)
    )
}

const fn is_time(piece: &Piece) -> bool {
    matches!(
        piece,
        Piece::Span(..) | Piece::From(_) | Piece::Until(_) | Piece::At(_) | Piece::Always
    )
}

/// Facts don't say at which times there is breakfast or wifi: days and times have to be the shop's own.
fn of_the_shop(pieces: &[Piece]) -> Result<(), String> {
    let error = || Err("It says when there is something, which no fact says.".to_owned());
    let opens = |piece: &Piece| matches!(piece, Piece::Open | Piece::Close | Piece::Shut);
    let any_amenity = pieces.iter().any(|piece| matches!(piece, Piece::Has(_)));
    let says_open = pieces.iter().any(opens);
    if !says_open && any_amenity {
        return error();
    }
    for (at, piece) in pieces.iter().enumerate() {
        if !is_days(piece) && !is_time(piece) {
            continue;
        }
        let before = pieces.get(..at).unwrap_or_default().iter().rev();
        let nearest = before.clone().find(|piece| {
            opens(piece)
                || is_days(piece)
                || is_time(piece)
                || matches!(piece, Piece::Has(_) | Piece::Verb)
        });
        if matches!(nearest, Some(Piece::Has(_))) {
            return error();
        }
    }
    Ok(())
}

/// Takes "closed" and its days out of the pieces.
fn closed_days(pieces: &mut Vec<Piece>, said: &mut Vec<(Days, Said)>) -> Result<(), String> {
    while let Some(at) = pieces.iter().position(|piece| *piece == Piece::Shut) {
        let matters = |piece: &Piece| {
            is_days(piece)
                || is_time(piece)
                || matches!(
                    piece,
                    Piece::Open | Piece::Close | Piece::Shut | Piece::Has(_)
                )
        };
        let after = pieces
            .iter()
            .enumerate()
            .skip(at + 1)
            .find(|(_, piece)| matters(piece));
        let before = pieces
            .iter()
            .enumerate()
            .take(at)
            .rev()
            .find(|(_, piece)| matters(piece));
        let found = [after, before]
            .into_iter()
            .flatten()
            .find_map(|(place, piece)| match piece {
                Piece::Days(days) => Some((place, *days)),
                _ => None,
            });
        let Some((place, days)) = found else {
            return Err("It says that the shop is closed.".to_owned());
        };
        said.push((days, Said::Closed));
        pieces.remove(at.max(place));
        pieces.remove(at.min(place));
        // The sentence still speaks of hours.
        pieces.insert(at.min(place), Piece::And);
    }
    for piece in pieces.iter() {
        if let Piece::Except(days) = piece {
            said.push((*days, Said::Closed));
        }
    }
    Ok(())
}

/// Each time belongs to the days before it, or to those after it if the sentence begins with a time.
fn times_with_days(
    pieces: &[Piece],
    open: Days,
    said: &mut Vec<(Days, Said)>,
) -> Result<(), String> {
    let days: Vec<(usize, Days)> = (0..)
        .zip(pieces)
        .filter_map(|(at, piece)| match piece {
            Piece::Days(days) => Some((at, *days)),
            _ => None,
        })
        .collect();
    let first_time = pieces.iter().position(is_time);
    let days_first = days
        .first()
        .is_some_and(|(at, _)| first_time.is_none_or(|time| *at < time));
    let mut taken = BTreeSet::new();
    let mut closes = false;
    let mut close_waits = false;
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Open => closes = false,
            Piece::Close => (closes, close_waits) = (true, true),
            _ => {}
        }
        let what = match piece {
            Piece::Span(from, to) => Said::Span(*from, *to),
            Piece::From(time) => Said::From(*time),
            Piece::Until(time) => Said::Until(*time),
            Piece::At(time) if closes => Said::Until(*time),
            Piece::At(time) => Said::From(*time),
            Piece::Always => Said::Always,
            _ => continue,
        };
        close_waits = false;
        let before = days.iter().rev().find(|(place, _)| *place < at);
        let after = days.iter().find(|(place, _)| *place > at);
        let belongs = if days_first { before } else { after.or(before) };
        match belongs {
            Some((place, days)) => {
                taken.insert(*place);
                said.push((*days, what));
            }
            None => said.push((open, what)),
        }
    }
    if close_waits {
        return Err("It says that the shop closes.".to_owned());
    }
    for (place, days) in days {
        if !taken.contains(&place) {
            said.push((days, Said::Open));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
