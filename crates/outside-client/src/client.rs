//! Sending a request, and sending it again.

use std::{
    fmt,
    hash::{BuildHasher, Hasher, RandomState},
    sync::Arc,
    time::Duration,
};

use reqwest::Request;
use tokio::time::{sleep, timeout};

use crate::{Answer, Problem, RefusalKind};

/// What a service may take.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// For one attempt, reading included.
    pub time: Duration,
    /// The longest body in bytes.
    pub largest: usize,
    /// How often a call is made at most.
    pub attempts: u32,
    /// Delay before the second attempt if the service doesn't name one. It doubles each time, and up to as much is added
    /// at random.
    pub first_pause: Duration,
    /// A service that asks for a longer pause isn't waited for.
    pub longest_pause: Duration,
    /// Whether another attempt may help.
    pub again: fn(&Result<Answer, Problem>) -> bool,
}

impl Policy {
    /// Three attempts of ten seconds.
    pub const USUAL: Self = Self {
        time: Duration::from_secs(10),
        largest: 4 << 20,
        attempts: 3,
        first_pause: Duration::from_millis(250),
        longest_pause: Duration::from_secs(5),
        again: may_pass,
    };
}

/// Whether a failure may be over soon: the service wasn't reached, or is busy or down.
#[must_use]
pub fn may_pass(result: &Result<Answer, Problem>) -> bool {
    match result {
        Ok(answer) => {
            let passes = |kind| matches!(kind, RefusalKind::Busy | RefusalKind::Down);
            !answer.is_success() && passes(answer.refusal().kind)
        }
        Err(problem) => matches!(problem, Problem::Unreachable(_) | Problem::TooSlow(_)),
    }
}

/// Sends one request.
pub trait Transport: Send + Sync {
    /// Returns the response, whatever its status; a body that is longer than `largest` bytes is a problem.
    fn send(
        &self,
        request: Request,
        largest: usize,
    ) -> impl Future<Output = Result<Answer, Problem>> + Send;
}

impl Transport for reqwest::Client {
    async fn send(&self, request: Request, largest: usize) -> Result<Answer, Problem> {
        Answer::read(self.execute(request).await?, largest).await
    }
}

/// A service's client.
#[derive(Clone)]
pub struct Client<T = reqwest::Client> {
    transport: T,
    policy: Policy,
    hidden: Arc<str>,
}

impl<T> fmt::Debug for Client<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Client")
            .field("policy", &self.policy)
            .finish_non_exhaustive()
    }
}

impl<T: Transport> Client<T> {
    /// `hidden` is cut out of refusals, because services repeat keys that they don't accept; it may be empty.
    pub fn new(transport: T, policy: Policy, hidden: &str) -> Self {
        Self {
            transport,
            policy,
            hidden: hidden.into(),
        }
    }

    /// Builds requests.
    pub fn transport(&self) -> &T {
        &self.transport
    }

    /// Asks, again if that may help.
    ///
    /// # Errors
    ///
    /// When there is no response; one without success is an [`Answer`].
    pub async fn ask(&self, request: Request) -> Result<Answer, Problem> {
        self.ask_counted(request, || std::future::ready(Ok(())))
            .await
    }

    /// The same; `count` is called before each attempt, and its error ends the call.
    ///
    /// # Errors
    ///
    /// As for [`Client::ask`], or that of `count`.
    pub async fn ask_counted<E, F>(
        &self,
        request: Request,
        count: impl Fn() -> F,
    ) -> Result<Answer, E>
    where
        E: From<Problem>,
        F: Future<Output = Result<(), E>>,
    {
        let mut pause = self.policy.first_pause;
        let mut attempts = 1;
        // A request whose body is a stream can't be sent twice.
        let mut next = Some(request);
        while let Some(request) = next.take() {
            next = request.try_clone();
            count().await?;
            let result = self.attempt(request).await;
            let asked = result.as_ref().ok().and_then(Answer::wait);
            let is_last = attempts >= self.policy.attempts
                || next.is_none()
                || asked.is_some_and(|wait| wait > self.policy.longest_pause);
            if is_last || !(self.policy.again)(&result) {
                return Ok(result?);
            }
            sleep(asked.unwrap_or_else(|| pause + pause.mul_f64(chance()))).await;
            pause *= 2;
            attempts += 1;
        }
        Err(Problem::Unreachable("the request can't be sent again".into()).into())
    }

    async fn attempt(&self, request: Request) -> Result<Answer, Problem> {
        let sending = self.transport.send(request, self.policy.largest);
        let time = self.policy.time;
        let answer = timeout(time, sending).await;
        let answer = answer.map_err(|_| Problem::TooSlow(time))?;
        let mut answer = answer.map_err(|problem| problem.timed(time))?;
        if !answer.is_success() && !self.hidden.is_empty() {
            let text = String::from_utf8_lossy(&answer.content);
            answer.content = text.replace(&*self.hidden, "…").into();
        }
        Ok(answer)
    }
}

/// From 0 to 1, so that many nodes don't ask again at the same moment. Nothing else depends on it.
fn chance() -> f64 {
    let random = RandomState::new().build_hasher().finish();
    f64::from(u16::try_from(random & 0xffff).unwrap_or_default()) / f64::from(u16::MAX)
}
