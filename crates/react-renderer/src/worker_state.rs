//! What one rendering thread is doing, where the watch can see it and take it over.

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
    /// The reply is gone once the watch has answered in the thread's place.
    Busy {
        timer: Timer,
        reply: Option<Reply>,
    },
    GivenUp,
}

/// What a thread finds when it comes back from a render.
#[derive(Debug)]
pub(crate) enum AfterRender {
    /// The caller still waits.
    InTime(Reply),
    /// The caller has been answered; the thread is still wanted.
    Late,
    /// Another thread has taken this one's place.
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

    /// Whether the thread is at a render whose time was over `grace` ago.
    pub(crate) fn is_overdue(&self, grace: Duration) -> bool {
        matches!(&*self.lock(), State::Busy { timer, .. } if timer.is_over(grace))
    }

    /// Takes the reply of the render that the thread is at, so that the thread no longer answers it.
    pub(crate) fn take_reply(&self) -> Option<Reply> {
        match &mut *self.lock() {
            State::Busy { reply, .. } => reply.take(),
            State::Free | State::GivenUp => None,
        }
    }

    /// Gives the thread up, unless it came back meanwhile. It ends when it does come back.
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

    // Every change is one assignment, so a poisoned lock still guards a whole state.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
