//! The one task that writes votes. What waited during a commit is the next batch, so that a disk which takes its time for
//! each commit does not decide how many can vote. It outlives the request: a vote that was taken is counted even when the
//! visitor has gone.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use chrono::TimeDelta;
use tokio::{
    runtime::Handle,
    sync::{mpsc, oneshot},
    time::{Instant, timeout},
};
use uuid::Uuid;

use super::{network::VotingNetwork, rules::VoteLimits, store};
use crate::{
    catalog::CountedVotes,
    features::Services,
    platform::error::{Error, Result},
};

/// Votes in one transaction at most: more gained nothing when it was tried.
const BATCH: usize = 64;
/// Of the votes that wait, a batch takes half, but not fewer than these: were all who vote answered together, they would
/// come again together too, and disk and network would wait for each other in turns.
const SMALLEST_BATCH: usize = 8;
/// Votes that may wait; beyond them the server says that it is busy.
const WAITING: usize = 4096;

/// A vote to be cast.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vote {
    pub(super) shop: Uuid,
    pub(super) visitor: Uuid,
    /// The visitor had no cookie of ours.
    pub(super) is_new: bool,
    /// What the vote is called among those of its network. Grows with time, so that new rows lie together on the disk.
    pub(super) id: Uuid,
    pub(super) networks: [Option<VotingNetwork>; 3],
    pub(super) limits: VoteLimits,
}

impl Vote {
    /// The networks that it counts against.
    pub(super) fn networks(&self) -> impl Iterator<Item = VotingNetwork> + use<> {
        self.networks.into_iter().flatten()
    }
}

/// What became of a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The shop has so many votes now.
    Counted(i64),
    /// The visitor, or the network, waits so long.
    TooEarly(TimeDelta),
    /// There is none, or it is not public.
    NoSuchShop,
    /// It is there and takes no votes.
    ClosedForGood,
}

/// A vote that waits for its batch.
struct Ballot {
    vote: Vote,
    handed_in: Instant,
    reply: oneshot::Sender<Result<Outcome>>,
}

/// Where votes are handed in. The writing task starts with the first one. Cheap to clone.
#[derive(Clone, Debug)]
pub struct BallotBox {
    sender: Arc<OnceLock<mpsc::Sender<Ballot>>>,
    runtime: Option<Handle>,
}

impl BallotBox {
    /// Writes on the runtime on which it is made: a thread that holds connections would come back to a batch only after all
    /// requests that wait there, and a batch is nine statements.
    pub(super) fn new() -> Self {
        Self {
            sender: Arc::default(),
            runtime: Handle::try_current().ok(),
        }
    }

    /// Hands in a vote and waits until it is durable, or refused. A visitor who could not be answered in time is told that
    /// nothing can be saved now.
    pub(super) async fn cast(&self, services: &Services, vote: Vote) -> Result<Outcome> {
        let sender = self.sender.get_or_init(|| {
            let (sender, receiver) = mpsc::channel(WAITING);
            let runtime = self.runtime.clone().unwrap_or_else(Handle::current);
            runtime.spawn(write(services.clone(), receiver));
            sender
        });
        let (reply, outcome) = oneshot::channel();
        let ballot = Ballot {
            vote,
            handed_in: Instant::now(),
            reply,
        };
        sender
            .try_send(ballot)
            .map_err(|_| Error::Busy { seconds: 1 })?;
        match timeout(services.database.timeout(), outcome).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_)) => Err(Error::Internal("the writer of votes is gone".to_owned())),
            Err(_) => Err(services.database.no_answer()),
        }
    }
}

/// A batch whose transaction has ended.
struct Counted {
    replies: Vec<oneshot::Sender<Result<Outcome>>>,
    result: Result<(Vec<Outcome>, Vec<CountedVotes>)>,
}

/// Ends when nobody can hand in votes any more.
async fn write(services: Services, mut ballots: mpsc::Receiver<Ballot>) {
    // The next batch is written while this one is shown and answered.
    let (counted, to_tell) = mpsc::channel(1);
    tokio::spawn(tell(services.clone(), to_tell));
    let mut batch = Vec::with_capacity(BATCH);
    loop {
        let half = (ballots.len() / 2).clamp(SMALLEST_BATCH, BATCH);
        if ballots.recv_many(&mut batch, half).await == 0 {
            return;
        }
        refuse_late(&services, &mut batch);
        let Some(first) = batch.iter().map(|ballot| ballot.handed_in).min() else {
            continue;
        };
        let left = services.database.timeout().saturating_sub(first.elapsed());
        // Two nodes that hold several shops each must take them in one order.
        batch.sort_by_key(|ballot| ballot.vote.shop);
        let (votes, replies): (Vec<Vote>, Vec<_>) = batch
            .drain(..)
            .map(|ballot| (ballot.vote, ballot.reply))
            .unzip();
        let result = cast(&services, votes.into(), left).await;
        if counted.send(Counted { replies, result }).await.is_err() {
            return;
        }
    }
}

/// Refuses what has waited so long that a transaction could not end before its visitor is told that nothing can be saved:
/// whoever was told so must not be counted after all.
fn refuse_late(services: &Services, batch: &mut Vec<Ballot>) {
    let longest = services.database.timeout() / 2;
    for late in batch.extract_if(.., |ballot| ballot.handed_in.elapsed() > longest) {
        // Nobody listens any more.
        let _ = late.reply.send(Err(services.database.no_answer()));
    }
}

/// One transaction, within the time that is `left`.
async fn cast(
    services: &Services,
    votes: Arc<[Vote]>,
    left: Duration,
) -> Result<(Vec<Outcome>, Vec<CountedVotes>)> {
    let now = services.clock.now();
    services
        .database
        .transaction_within(left, |transaction| {
            let votes = votes.clone();
            Box::pin(async move { store::cast(transaction, &votes, now).await })
        })
        .await
}

/// Batch by batch: this node shows the new counts, then the voters are answered.
async fn tell(services: Services, mut batches: mpsc::Receiver<Counted>) {
    while let Some(Counted { replies, result }) = batches.recv().await {
        match result {
            Ok((outcomes, counted)) => {
                if let Err(error) = services.catalog.count_votes(&counted).await {
                    // They are durable; the feed brings them.
                    tracing::warn!(%error, "new votes can't be shown at once");
                }
                for (reply, outcome) in replies.into_iter().zip(outcomes) {
                    // Nobody listens any more: the vote is counted all the same.
                    let _ = reply.send(Ok(outcome));
                }
            }
            Err(error) => {
                for reply in replies {
                    let _ = reply.send(Err(share(&error)));
                }
            }
        }
    }
}

/// The same error for each vote of the batch.
fn share(error: &Error) -> Error {
    match error {
        Error::Database(cause) => Error::Database(cause.clone()),
        other => Error::Internal(format!("a batch of votes: {other}")),
    }
}
