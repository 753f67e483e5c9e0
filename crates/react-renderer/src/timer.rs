//! Limits the time of a render. Time in which its thread was ready but no CPU was free doesn't count; otherwise, sound
//! pages would be taken for endless ones on a busy machine.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// However busy the machine is, a render ends after this many times its allowance.
const MAX_ALLOWANCES: u32 = 10;

/// A thread's CPU accounting. Linux has one; elsewhere, a thread is assumed to have had a CPU all the time.
#[derive(Clone, Debug)]
pub(crate) struct Account(Option<PathBuf>);

impl Account {
    /// The calling thread's.
    pub(crate) fn of_this_thread() -> Self {
        let own = fs::read_link("/proc/thread-self").ok();
        Self(own.map(|own| Path::new("/proc").join(own).join("schedstat")))
    }

    /// How long the thread has waited for a CPU since it started.
    fn waited(&self) -> Duration {
        let nanoseconds = || {
            let text = fs::read_to_string(self.0.as_ref()?).ok()?;
            text.split(' ').nth(1)?.parse().ok()
        };
        Duration::from_nanos(nanoseconds().unwrap_or(0))
    }
}

/// A render's time.
#[derive(Clone, Debug)]
pub(crate) struct Timer {
    account: Account,
    began: Instant,
    waited_before: Duration,
    allowance: Duration,
}

impl Timer {
    /// Starts now, on the thread of `account`.
    pub(crate) fn begin(account: &Account, allowance: Duration) -> Self {
        Self {
            account: account.clone(),
            began: Instant::now(),
            waited_before: account.waited(),
            allowance,
        }
    }

    /// Whether the render has used up its allowance plus `grace`.
    pub(crate) fn is_over(&self, grace: Duration) -> bool {
        let (passed, allowed) = (self.began.elapsed(), self.allowance + grace);
        if passed <= allowed {
            return false;
        }
        let waited = self.account.waited().saturating_sub(self.waited_before);
        passed.saturating_sub(waited) > allowed || passed > allowed * MAX_ALLOWANCES
    }
}
