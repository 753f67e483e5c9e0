//! Stop requests: Ctrl-C, or a service manager's signal.

use super::error::{Error, Result};

/// Requests to read the settings again (SIGHUP).
#[derive(Debug)]
pub struct ReloadRequests {
    #[cfg(unix)]
    hang_up: tokio::signal::unix::Signal,
}

impl ReloadRequests {
    /// Starts listening; needs a Tokio runtime. From then on, the signal no longer ends the process.
    ///
    /// # Errors
    ///
    /// When the system refuses a signal handler.
    pub fn listen() -> Result<Self> {
        Ok(Self {
            #[cfg(unix)]
            hang_up: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::hangup())
                .map_err(failed)?,
        })
    }

    /// Waits for the next request.
    pub async fn next(&mut self) {
        #[cfg(unix)]
        self.hang_up.recv().await;
        #[cfg(not(unix))]
        std::future::pending::<()>().await;
    }
}

/// How a stop was requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopKind {
    /// Somebody pressed Ctrl-C.
    Person,
    /// A service manager sent SIGTERM.
    Manager,
}

/// Listens from its creation; from then on, a stop request no longer ends the process by itself.
#[derive(Debug)]
pub struct StopRequests {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(windows)]
    interrupt: tokio::signal::windows::CtrlC,
}

impl StopRequests {
    /// Starts listening; needs a Tokio runtime.
    ///
    /// # Errors
    ///
    /// When the system refuses a signal handler.
    #[cfg(unix)]
    pub fn listen() -> Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt()).map_err(failed)?,
            terminate: signal(SignalKind::terminate()).map_err(failed)?,
        })
    }

    /// Starts listening; needs a Tokio runtime.
    ///
    /// # Errors
    ///
    /// When the system refuses a handler.
    #[cfg(windows)]
    pub fn listen() -> Result<Self> {
        Ok(Self {
            interrupt: tokio::signal::windows::ctrl_c().map_err(failed)?,
        })
    }

    /// Waits for the next request. One that arrived since the last call isn't lost.
    pub async fn next(&mut self) -> StopKind {
        #[cfg(unix)]
        tokio::select! {
            _ = self.interrupt.recv() => StopKind::Person,
            _ = self.terminate.recv() => StopKind::Manager,
        }
        #[cfg(windows)]
        {
            self.interrupt.recv().await;
            StopKind::Person
        }
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "the shape that map_err wants"
)]
fn failed(error: std::io::Error) -> Error {
    Error::Setup(format!("can't listen for requests to stop: {error}"))
}
