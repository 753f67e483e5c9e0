//! Starting a run and waiting for it, as the calls behind buttons do.

use std::time::Duration;

use chrono::{DateTime, Utc};
use sea_orm::{ActiveValue::Set, DatabaseTransaction, EntityTrait};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    Kind, Run, RunState, Runs,
    entity::{ActiveModel, Entity},
    kind::{from_json, to_json},
    of_kind,
};
use crate::platform::{
    error::{Error, Result},
    id_generator::IdGenerator,
    jobs::{self, NewJob, SingleRun},
    web::LongRun,
};

/// How long a call waits for its job.
const WAIT: Duration = Duration::from_secs(55);

/// The run that a call waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Started {
    pub id: Uuid,
    /// Otherwise someone asked for the same before.
    pub is_new: bool,
}

impl Runs {
    /// Starts a run, or joins the open one.
    ///
    /// # Errors
    ///
    /// [`Error::Conflict`] if another run of the kind is open; otherwise when the database fails.
    pub async fn start<K: Kind>(&self, asked: &K::Asked) -> Result<Uuid> {
        let now = self.clock.now();
        let started = self.database.transaction(|transaction| {
            let (asked, identifiers) = (asked.clone(), self.identifiers.clone());
            Box::pin(async move { start::<K>(transaction, &asked, &identifiers, now).await })
        });
        Ok(started.await?.id)
    }

    /// Starts the job that takes back the run `id`, and waits for its end. It is of the run's kind, because it must not run
    /// beside another one.
    ///
    /// # Errors
    ///
    /// [`Error::Conflict`] if a run of the kind is open; otherwise when the database fails.
    pub async fn take_back<K: Kind>(&self, id: Uuid) -> Result<LongRun<()>> {
        self.follow_up::<K>(json!({ "undo": id })).await
    }

    /// The same for another job about a run that has ended.
    ///
    /// # Errors
    ///
    /// As there.
    pub async fn follow_up<K: Kind>(&self, payload: Value) -> Result<LongRun<()>> {
        let (identifiers, now) = (self.identifiers.clone(), self.clock.now());
        let started = self.database.transaction(move |transaction| {
            let (identifiers, payload) = (identifiers.clone(), payload.clone());
            Box::pin(async move { open::<K>(transaction, payload, &identifiers, now).await })
        });
        match started.await? {
            SingleRun::Started(job) => self.wait_for_job(job).await,
            SingleRun::AlreadyOpen(_) => Err(Error::Conflict(K::busy(None).into())),
        }
    }

    /// Waits until a run has ended, at most 55 seconds.
    pub async fn wait<K: Kind>(&self, id: Uuid) -> Result<LongRun<Run<K>>> {
        let waited = self.wait_for_job(id).await?;
        waited
            .try_map(async |()| {
                let run = self.find(id).await?;
                run.ok_or_else(|| Error::Internal(format!("the run {id} has no row")))
            })
            .await
    }

    /// The same for a run that only its result tells about.
    ///
    /// # Errors
    ///
    /// Those of `refusals`, unless it came to its end; otherwise when the database fails.
    pub async fn wait_for_result<K: Kind>(
        &self,
        id: Uuid,
        refusals: RunRefusals,
    ) -> Result<LongRun<Run<K>>> {
        let waited = self.wait::<K>(id).await?;
        waited.try_map(async |run| refusals.check(run)).await
    }

    /// The same for a job without a run.
    pub async fn wait_for_job(&self, id: Uuid) -> Result<LongRun<()>> {
        let ended = jobs::ended_within(&self.database, &self.clock, id, WAIT).await?;
        Ok(ended.map_or(LongRun::Started(id), |_| LongRun::Ended(())))
    }
}

/// What callers are told about a kind of runs when one has no result.
#[derive(Clone, Copy, Debug)]
pub struct RunRefusals {
    /// Someone canceled it.
    pub canceled: &'static str,
    /// It failed, with the job's error if there is one.
    pub failed: fn(Option<String>) -> String,
}

impl RunRefusals {
    fn check<K: Kind>(self, run: Run<K>) -> Result<Run<K>> {
        match (run.state, run.stopped) {
            (RunState::Done, stopped) => Ok(Run { stopped, ..run }),
            (RunState::Canceled, _) => Err(Error::Conflict(self.canceled.into())),
            (RunState::Stopped, Some(reason)) => Err(Error::unavailable(reason)),
            (_, error) => Err(Error::unavailable((self.failed)(error))),
        }
    }
}

/// The run that a job takes back, if it is such a job.
#[must_use]
pub fn taken_back_by(payload: &Value) -> Option<Uuid> {
    Uuid::try_parse(payload.get("undo")?.as_str()?).ok()
}

/// [`Runs::start`] in the caller's transaction.
///
/// # Errors
///
/// As there.
pub async fn start<K: Kind>(
    transaction: &DatabaseTransaction,
    asked: &K::Asked,
    identifiers: &IdGenerator,
    now: DateTime<Utc>,
) -> Result<Started> {
    let id = match open::<K>(transaction, json!({}), identifiers, now).await? {
        SingleRun::Started(id) => id,
        SingleRun::AlreadyOpen(id) => {
            let row = of_kind::<K>(transaction, id).await?;
            let other: Option<K::Asked> = row.map(|row| from_json(row.asked)).transpose()?;
            return if other.as_ref().is_some_and(|other| K::joins(asked, other)) {
                Ok(Started { id, is_new: false })
            } else {
                Err(Error::Conflict(K::busy(other.as_ref()).into()))
            };
        }
    };
    let row = ActiveModel {
        id: Set(id),
        kind: Set(K::JOB.to_owned()),
        asked: Set(to_json(asked)?),
        result: Set(None),
        outcome: Set(None),
        stopped: Set(None),
        started_at: Set(now),
        last_at: Set(now),
        ended_at: Set(None),
        pauses: Set(0),
    };
    Entity::insert(row)
        .exec_without_returning(transaction)
        .await?;
    Ok(Started { id, is_new: true })
}

/// Enqueues a job that must not run beside another one of the kind.
async fn open<K: Kind>(
    transaction: &DatabaseTransaction,
    payload: Value,
    identifiers: &IdGenerator,
    now: DateTime<Utc>,
) -> Result<SingleRun> {
    let job = NewJob {
        kind: K::JOB,
        payload,
        unique_key: None,
        due_at: now,
    };
    jobs::enqueue_single(transaction, (K::JOB, job), identifiers, now).await
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::platform::web::status_of;

    #[derive(Debug)]
    struct Sweeping;

    impl Kind for Sweeping {
        const JOB: &'static str = "sweep";
        type Asked = ();
        type Result = ();

        fn joins((): &(), (): &()) -> bool {
            true
        }

        fn busy(_: Option<&()>) -> String {
            "Busy.".to_owned()
        }
    }

    #[test]
    fn what_came_of_a_run_is_its_word_before_its_job_s() {
        let refusals = RunRefusals {
            canceled: "Canceled.",
            failed: |error| error.unwrap_or_else(|| "Failed.".to_owned()),
        };
        let told = |state, stopped: Option<&str>| {
            let run = Run::<Sweeping> {
                id: Uuid::nil(),
                asked: (),
                result: (),
                state,
                stopped: stopped.map(str::to_owned),
                started_at: DateTime::UNIX_EPOCH,
                last_at: DateTime::UNIX_EPOCH,
                ended_at: None,
            };
            let refused = refusals.check(run).err()?;
            Some((status_of(&refused).as_u16(), refused.to_string()))
        };
        let refusal = |status, message: &str| Some((status, message.to_owned()));
        assert_eq!(told(RunState::Done, None), None);
        assert_eq!(told(RunState::Canceled, None), refusal(409, "Canceled."));
        assert_eq!(
            told(RunState::Failed, Some("No disk.")),
            refusal(503, "No disk.")
        );
        assert_eq!(told(RunState::Failed, None), refusal(503, "Failed."));
        assert_eq!(
            told(RunState::Stopped, Some("No key.")),
            refusal(503, "No key.")
        );
    }
}
