//! The state of a rendering thread, visible to the watch, which can take over.

use std::{
    mem,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use crate::{shared::Reply, timer::Timer};

#[derive(Debug, Default)]
pub(crate) struct WorkerState(Mutex<State>);

#[derive(Debug, Default)]
enum State {
    #[default]
    Free,
    /// The reply is taken once the watch has answered instead of the thread.
    Busy {
        timer: Timer,
        reply: Option<Reply>,
    },
    GivenUp,
}

/// What a thread finds when it returns from a render.
#[derive(Debug)]
pub(crate) enum AfterRender {
    /// The caller is still waiting.
    InTime(Reply),
    /// The caller has been answered, but the thread is still needed.
    Late,
    /// Another thread has replaced this one.
    Replaced,
}

impl WorkerState {
    pub(crate) fn begin(&self, timer: Timer, reply: Reply) {
        *self.lock() = State::Busy {
            timer,
            reply: Some(reply),
        };
    }

    pub(crate) fn finish(&self) -> AfterRender {
        let mut state = self.lock();
        match mem::take(&mut *state) {
            State::Busy {
                reply: Some(reply), ..
            } => AfterRender::InTime(reply),
            State::Busy { reply: None, .. } | State::Free => AfterRender::Late,
            State::GivenUp => {
                *state = State::GivenUp;
                AfterRender::Replaced
            }
        }
    }

    /// Whether the thread is in a render that ran out of time `grace` ago.
    pub(crate) fn is_overdue(&self, grace: Duration) -> bool {
        matches!(&*self.lock(), State::Busy { timer, .. } if timer.is_over(grace))
    }

    /// Takes the reply of the current render, so that the thread no longer answers it.
    pub(crate) fn take_reply(&self) -> Option<Reply> {
        match &mut *self.lock() {
            State::Busy { reply, .. } => reply.take(),
            State::Free | State::GivenUp => None,
        }
    }

    /// Abandons the thread unless it has returned meanwhile. It ends when it does return.
    pub(crate) fn give_up(&self) -> bool {
        let mut state = self.lock();
        let stuck = matches!(&*state, State::Busy { reply: None, .. });
        if stuck {
            *state = State::GivenUp;
        }
        stuck
    }

    pub(crate) fn is_given_up(&self) -> bool {
        matches!(&*self.lock(), State::GivenUp)
    }

    // Every change is a single assignment, so a poisoned lock still guards a consistent state.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
