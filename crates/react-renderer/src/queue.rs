//! A bounded queue between async callers and rendering threads.
//!
//! Unlike a channel it can be closed with its waiting jobs handed back, and jobs whose caller has gone give up their place.

use std::{
    collections::VecDeque,
    mem,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

/// What can lose its reason while it waits.
pub(crate) trait Abandonable {
    fn is_abandoned(&self) -> bool;
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    Full,
    Closed,
}

#[derive(Debug)]
struct State<T> {
    waiting: VecDeque<T>,
    closed: bool,
}

#[derive(Debug)]
pub(crate) struct Queue<T> {
    state: Mutex<State<T>>,
    arrived: Condvar,
    limit: usize,
}

impl<T: Abandonable> Queue<T> {
    pub(crate) fn new(limit: usize) -> Self {
        let state = State {
            waiting: VecDeque::new(),
            closed: false,
        };
        Self {
            state: Mutex::new(state),
            arrived: Condvar::new(),
            limit,
        }
    }

    /// Adds a job and never waits. Answers how many abandoned jobs it threw out to make room.
    pub(crate) fn push(&self, job: T) -> Result<usize, Refused> {
        let mut state = self.lock();
        if state.closed {
            return Err(Refused::Closed);
        }
        let mut dropped = 0;
        if state.waiting.len() >= self.limit {
            state.waiting.retain(|waiting| !waiting.is_abandoned());
            dropped = self.limit - state.waiting.len();
        }
        if state.waiting.len() >= self.limit {
            return Err(Refused::Full);
        }
        state.waiting.push_back(job);
        drop(state);
        self.arrived.notify_one();
        Ok(dropped)
    }

    /// Waits for a job; `None` once the queue is closed.
    pub(crate) fn pop(&self) -> Option<T> {
        let mut state = self.lock();
        while !state.closed {
            if let Some(job) = state.waiting.pop_front() {
                return Some(job);
            }
            state = self
                .arrived
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        None
    }

    /// Takes out the jobs that match, and keeps the others in their order.
    pub(crate) fn extract(&self, matches: impl Fn(&T) -> bool) -> VecDeque<T> {
        let mut state = self.lock();
        let (out, kept) = mem::take(&mut state.waiting).into_iter().partition(matches);
        state.waiting = kept;
        out
    }

    /// Refuses new jobs from now on and hands back those that waited.
    pub(crate) fn close(&self) -> VecDeque<T> {
        let mut state = self.lock();
        state.closed = true;
        let waiting = mem::take(&mut state.waiting);
        drop(state);
        self.arrived.notify_all();
        waiting
    }

    pub(crate) fn len(&self) -> usize {
        self.lock().waiting.len()
    }

    // No caller's code runs under the lock, so a poisoned lock still guards a whole queue.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
