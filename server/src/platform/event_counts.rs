//! Events counted in memory until somebody writes them down. What is counted says nothing of who did it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use uuid::Uuid;

/// Different events that are held at once; beyond them new ones are not counted, so that nobody can fill the memory.
const MOST: usize = 50_000;

/// What is counted as the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Event {
    /// As in `2026-03-04`, in UTC.
    pub day: String,
    /// Such as `page_view`.
    pub kind: &'static str,
    /// What it happened to; nil when to nothing.
    pub subject: Uuid,
    /// More about it: a plan, a search's text; may be empty.
    pub detail: String,
}

/// How often, and what a search found the last time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub times: i64,
    pub results: Option<i64>,
}

/// The counts since they were last taken. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct EventCounts(Arc<Mutex<HashMap<Event, Count>>>);

impl EventCounts {
    /// Counts one more.
    pub fn add(&self, event: Event, results: Option<i64>) {
        self.merge(event, Count { times: 1, results });
    }

    /// Takes what was counted, and begins anew.
    #[must_use]
    pub fn take(&self) -> Vec<(Event, Count)> {
        let mut taken: Vec<_> = std::mem::take(&mut *self.held()).into_iter().collect();
        taken.sort_by(|(one, _), (other, _)| one.cmp(other));
        taken
    }

    /// Gives back what could not be written.
    pub fn put_back(&self, counts: Vec<(Event, Count)>) {
        for (event, count) in counts {
            self.merge(event, count);
        }
    }

    fn merge(&self, event: Event, count: Count) {
        let mut held = self.held();
        if held.len() >= MOST && !held.contains_key(&event) {
            return;
        }
        let known = held.entry(event).or_default();
        known.times += count.times;
        known.results = count.results.or(known.results);
    }

    fn held(&self) -> MutexGuard<'_, HashMap<Event, Count>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(number: u128) -> Event {
        Event {
            day: "2026-03-04".to_owned(),
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
    fn nobody_fills_the_memory() {
        let counts = EventCounts::default();
        for number in 0..(MOST as u128 + 100) {
            counts.add(event(number), None);
        }
        counts.add(event(0), None);
        let taken = counts.take();
        assert_eq!(taken.len(), MOST);
        assert_eq!(taken.first().map(|(_, count)| count.times), Some(2));
    }
}
