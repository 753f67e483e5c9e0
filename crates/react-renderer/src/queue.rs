//! A bounded queue between async callers and rendering threads.
//!
//! Unlike a channel, it returns waiting jobs when closed, and jobs whose caller is gone give up their place.

use std::{
    collections::VecDeque,
    mem,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

/// A job that can become pointless while it waits.
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

    /// Adds a job without waiting. Returns how many abandoned jobs were removed to make room.
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

    /// Removes and returns the jobs that match, keeping the others in order.
    pub(crate) fn extract(&self, matches: impl Fn(&T) -> bool) -> VecDeque<T> {
        let mut state = self.lock();
        let (out, kept) = mem::take(&mut state.waiting).into_iter().partition(matches);
        state.waiting = kept;
        out
    }

    /// Refuses new jobs from now on, and returns the waiting ones.
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

    // No caller's code runs under the lock, so a poisoned lock still guards a consistent queue.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
