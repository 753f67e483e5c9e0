//! A vote and its result.

use chrono::TimeDelta;
use uuid::Uuid;

use super::{
    network::{MOST, VotingNetwork},
    rules::VoteLimits,
};

/// A vote to be cast.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vote {
    pub(super) shop: Uuid,
    pub(super) visitor: Uuid,
    /// The visitor had no cookie of ours.
    pub(super) is_new: bool,
    /// The vote's ID among those of its network. Increases with time, so that new rows are stored together.
    pub(super) id: Uuid,
    pub(super) networks: [Option<VotingNetwork>; MOST],
    pub(super) limits: VoteLimits,
}

impl Vote {
    /// The networks that it counts against.
    pub(super) fn networks(&self) -> impl Iterator<Item = VotingNetwork> + use<> {
        self.networks.into_iter().flatten()
    }
}

/// The result of a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VoteOutcome {
    /// The shop's new vote count.
    Counted(i64),
    /// The visitor or the network has to wait this long.
    TooEarly(TimeDelta),
    /// It doesn't exist or isn't public.
    NoSuchShop,
    /// It exists but doesn't accept votes.
    ClosedForGood,
}
