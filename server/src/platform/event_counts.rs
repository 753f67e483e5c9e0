//! Event counts, held in memory until they are written. They don't say who did anything.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use chrono::NaiveDate;
use uuid::Uuid;

/// Maximum number of different events held at once. Beyond it, new ones aren't counted, so nobody can fill the memory.
const MAX_EVENTS: usize = 50_000;

/// Maximum number of different texts per day, for events that consist only of their text. The rest are counted under an
/// empty text, so nobody can fill the database.
const MAX_TEXTS: usize = 20_000;

/// The key of a count.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Event {
    /// In UTC.
    pub day: NaiveDate,
    /// For example `page_view`.
    pub kind: &'static str,
    /// What it happened to; nil if nothing.
    pub subject: Uuid,
    /// More about it, such as a plan or the text of a search; may be empty.
    pub detail: String,
}

/// How often it happened, and how many results a search found last time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub times: i64,
    pub results: Option<i64>,
}

/// The counts since they were last taken. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct EventCounts(Arc<Mutex<Counters>>);

#[derive(Debug, Default)]
struct Counters {
    counts: HashMap<Event, Count>,
    /// The different texts of `day`.
    texts: HashSet<String>,
    day: NaiveDate,
}

impl EventCounts {
    /// Counts one more.
    pub fn add(&self, event: Event, results: Option<i64>) {
        let mut held = self.held();
        let event = held.told_apart(event);
        held.merge(event, Count { times: 1, results });
    }

    /// Takes the counts and starts over.
    #[must_use]
    pub fn take(&self) -> Vec<(Event, Count)> {
        let mut taken: Vec<_> = std::mem::take(&mut self.held().counts)
            .into_iter()
            .collect();
        taken.sort_by(|(one, _), (other, _)| one.cmp(other));
        taken
    }

    /// Returns counts that couldn't be written.
    pub fn put_back(&self, counts: Vec<(Event, Count)>) {
        let mut held = self.held();
        for (event, count) in counts {
            held.merge(event, count);
        }
    }

    fn held(&self) -> MutexGuard<'_, Counters> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Counters {
    /// The event, without its text if there are too many different ones today.
    fn told_apart(&mut self, event: Event) -> Event {
        if !event.subject.is_nil() || event.detail.is_empty() {
            return event;
        }
        if self.day != event.day {
            self.day = event.day;
            self.texts.clear();
        }
        if self.texts.contains(&event.detail) {
            return event;
        }
        if self.texts.len() < MAX_TEXTS {
            self.texts.insert(event.detail.clone());
            return event;
        }
        Event {
            detail: String::new(),
            ..event
        }
    }

    fn merge(&mut self, event: Event, count: Count) {
        if self.counts.len() >= MAX_EVENTS && !self.counts.contains_key(&event) {
            return;
        }
        let known = self.counts.entry(event).or_default();
        known.times += count.times;
        known.results = count.results.or(known.results);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(number: u128) -> Event {
        Event {
            day: "2026-03-04".parse().unwrap(),
            kind: "page_view",
            subject: Uuid::from_u128(number),
            detail: String::new(),
        }
    }

    #[test]
    fn what_could_not_be_written_is_counted_with_what_came_meanwhile() {
        let counts = EventCounts::default();
        counts.add(event(1), Some(7));
        counts.add(event(1), None);
        let taken = counts.take();
        assert_eq!(
            taken,
            [(
                event(1),
                Count {
                    times: 2,
                    results: Some(7)
                }
            )]
        );
        counts.add(event(1), None);
        counts.put_back(taken);
        assert_eq!(counts.take().first().map(|(_, count)| count.times), Some(3));
        assert!(counts.take().is_empty());
    }

    #[test]
    fn nobody_fills_the_database_with_searches() {
        let search = |day: &str, number: usize| Event {
            day: day.parse().unwrap(),
            kind: "search",
            subject: Uuid::nil(),
            detail: format!("town {number}"),
        };
        let counts = EventCounts::default();
        for number in 0..MAX_TEXTS + 100 {
            counts.add(search("2026-03-04", number), Some(1));
            if number % 1000 == 0 {
                assert!(!counts.take().is_empty());
            }
        }
        counts.add(search("2026-03-04", 7), None);
        let taken = counts.take();
        let times = |detail: &str| {
            let mut found = taken.iter().filter(|(event, _)| event.detail == detail);
            found.next().map(|(_, count)| count.times)
        };
        assert_eq!((times(""), times("town 7")), (Some(99), Some(1)));
        counts.add(search("2026-03-05", MAX_TEXTS + 1), None);
        let taken = counts.take();
        let new_day = taken.first().map(|(event, _)| event.detail.as_str());
        assert_eq!(new_day, Some(format!("town {}", MAX_TEXTS + 1).as_str()));
    }

    #[test]
    fn nobody_fills_the_memory() {
        let counts = EventCounts::default();
        for number in 0..(MAX_EVENTS as u128 + 100) {
            counts.add(event(number), None);
        }
        counts.add(event(0), None);
        let taken = counts.take();
        assert_eq!(taken.len(), MAX_EVENTS);
        assert_eq!(taken.first().map(|(_, count)| count.times), Some(2));
    }
}
