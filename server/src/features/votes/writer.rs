//! The single task that writes votes. Votes that arrive during a commit form the next batch, so throughput isn't
//! limited by the disk's commit time. It is independent of requests: an accepted vote is counted even if the visitor
//! has disconnected.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use tokio::{
    runtime::Handle,
    sync::{mpsc, oneshot},
    time::{Instant, timeout},
};

use super::{
    store,
    vote::{Vote, VoteOutcome},
};
use crate::{
    catalog::CountedVotes,
    features::Services,
    platform::error::{Error, Result},
};

/// Maximum votes per transaction: more didn't help in tests.
const BATCH: usize = 64;
/// A batch takes half of the waiting votes, but at least this many. If all voters were answered together, they would
/// also return together, and disk and network would take turns waiting.
const SMALLEST_BATCH: usize = 8;
/// Maximum waiting votes; beyond that, the server says that it is busy.
const WAITING: usize = 4096;

/// A vote waiting for its batch.
struct PendingVote {
    vote: Vote,
    handed_in: Instant,
    reply: oneshot::Sender<Result<VoteOutcome>>,
}

/// Submits votes. The writing task starts with the first one. Cheap to clone.
#[derive(Clone, Debug)]
pub struct VoteWriter {
    sender: Arc<OnceLock<mpsc::Sender<PendingVote>>>,
    runtime: Option<Handle>,
}

impl VoteWriter {
    /// Uses the runtime it is created on. A thread that holds connections would only get back to a batch after all
    /// waiting requests, and a batch has nine statements.
    pub(super) fn new() -> Self {
        Self {
            sender: Arc::default(),
            runtime: Handle::try_current().ok(),
        }
    }

    /// Submits a vote and waits until it is durable or refused. A visitor who can't be answered in time is told that
    /// nothing can be saved right now.
    pub(super) async fn cast(&self, services: &Services, vote: Vote) -> Result<VoteOutcome> {
        let sender = self.sender.get_or_init(|| {
            let (sender, receiver) = mpsc::channel(WAITING);
            let runtime = self.runtime.clone().unwrap_or_else(Handle::current);
            runtime.spawn(write(services.clone(), receiver));
            sender
        });
        let (reply, outcome) = oneshot::channel();
        let pending_vote = PendingVote {
            vote,
            handed_in: Instant::now(),
            reply,
        };
        sender
            .try_send(pending_vote)
            .map_err(|_| Error::Busy { seconds: 1 })?;
        match timeout(services.database.longest_transaction(), outcome).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_)) => Err(Error::Internal("the writer of votes is gone".to_owned())),
            Err(_) => Err(services.database.no_answer()),
        }
    }
}

/// A batch with its transaction finished.
struct Counted {
    replies: Vec<oneshot::Sender<Result<VoteOutcome>>>,
    result: Result<(Vec<VoteOutcome>, Vec<CountedVotes>)>,
}

/// Ends when nobody can submit votes any more.
async fn write(services: Services, mut pending: mpsc::Receiver<PendingVote>) {
    // The next batch is written while this one is shown and answered.
    let (counted, to_tell) = mpsc::channel(1);
    tokio::spawn(tell(services.clone(), to_tell));
    let mut batch = Vec::with_capacity(BATCH);
    loop {
        let half = (pending.len() / 2).clamp(SMALLEST_BATCH, BATCH);
        if pending.recv_many(&mut batch, half).await == 0 {
            return;
        }
        refuse_late(&services, &mut batch);
        let Some(first) = batch.iter().map(|waiting| waiting.handed_in).min() else {
            continue;
        };
        let left = services.database.timeout().saturating_sub(first.elapsed());
        // Sorted, so that two nodes lock several shops in the same order.
        batch.sort_by_key(|waiting| waiting.vote.shop);
        let (votes, replies): (Vec<Vote>, Vec<_>) = batch
            .drain(..)
            .map(|waiting| (waiting.vote, waiting.reply))
            .unzip();
        let result = cast(&services, votes.into(), left).await;
        if counted.send(Counted { replies, result }).await.is_err() {
            return;
        }
    }
}

/// Refuses votes that have waited so long that their transaction couldn't end before the visitor's deadline: a visitor
/// who is told that nothing was saved must not be counted.
fn refuse_late(services: &Services, batch: &mut Vec<PendingVote>) {
    let longest = services.database.timeout() / 2;
    for late in batch.extract_if(.., |waiting| waiting.handed_in.elapsed() > longest) {
        // The visitor is gone.
        let _ = late.reply.send(Err(services.database.no_answer()));
    }
}

/// One transaction, within the time `left`.
async fn cast(
    services: &Services,
    votes: Arc<[Vote]>,
    left: Duration,
) -> Result<(Vec<VoteOutcome>, Vec<CountedVotes>)> {
    let now = services.clock.now();
    services
        .database
        .transaction_within(left, |transaction| {
            let votes = votes.clone();
            Box::pin(async move { store::cast(transaction, &votes, now).await })
        })
        .await
}

/// Batch by batch: first updates this node's counts, then answers the voters.
async fn tell(services: Services, mut batches: mpsc::Receiver<Counted>) {
    while let Some(Counted { replies, result }) = batches.recv().await {
        match result {
            Ok((outcomes, counted)) => {
                if let Err(error) = services.catalog.count_votes(&counted).await {
                    // They are durable, and the feed will deliver them.
                    tracing::warn!(%error, "new votes can't be shown at once");
                }
                for (reply, outcome) in replies.into_iter().zip(outcomes) {
                    // The visitor is gone; the vote counts anyway.
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

/// The same error for each vote in the batch.
fn share(error: &Error) -> Error {
    match error {
        Error::Database(cause) => Error::Database(cause.clone()),
        other => Error::Internal(format!("a batch of votes: {other}")),
    }
}
