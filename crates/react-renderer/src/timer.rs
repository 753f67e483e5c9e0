//! How long one render may take. Time in which its thread was ready and no processor was free is the machine's and not the
//! page's: on a machine that has other things to do, sound pages would otherwise be taken for endless ones.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// Whatever a machine is busy with, a render is over after so many times its allowance.
const MOST: u32 = 10;

/// The system's account of one thread. Linux keeps one; elsewhere a thread is taken to have had a processor all the time.
#[derive(Clone, Debug)]
pub(crate) struct Account(Option<PathBuf>);

impl Account {
    /// That of the thread that calls this.
    pub(crate) fn of_this_thread() -> Self {
        let own = fs::read_link("/proc/thread-self").ok();
        Self(own.map(|own| Path::new("/proc").join(own).join("schedstat")))
    }

    /// How long the thread has waited for a processor since it began.
    fn waited(&self) -> Duration {
        let nanoseconds = || {
            let text = fs::read_to_string(self.0.as_ref()?).ok()?;
            text.split(' ').nth(1)?.parse().ok()
        };
        Duration::from_nanos(nanoseconds().unwrap_or(0))
    }
}

/// The time of one render.
#[derive(Clone, Debug)]
pub(crate) struct Timer {
    account: Account,
    began: Instant,
    waited_before: Duration,
    allowance: Duration,
}

impl Timer {
    /// Begins now, on the thread of `account`.
    pub(crate) fn begin(account: &Account, allowance: Duration) -> Self {
        Self {
            account: account.clone(),
            began: Instant::now(),
            waited_before: account.waited(),
            allowance,
        }
    }

    /// Whether the render has had its allowance and `grace` more.
    pub(crate) fn is_over(&self, grace: Duration) -> bool {
        let (passed, allowed) = (self.began.elapsed(), self.allowance + grace);
        if passed <= allowed {
            return false;
        }
        let waited = self.account.waited().saturating_sub(self.waited_before);
        passed.saturating_sub(waited) > allowed || passed > allowed * MOST
    }
}
