//! One answer to many questions, as one act.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use super::{ReadRecord, ReviewQueue, Status, questions_of, review_item, store};
use crate::{
    catalog::{
        admission::chains::{self, List},
        writing::{Act, Subject},
    },
    features::imports::store::reading,
    platform::{
        error::{Error, Result},
        id_generator::IdGenerator,
        web::Actor,
    },
};

/// An answer to many questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommonAnswer {
    /// Each becomes a shop.
    Accept,
    /// Each is kept out of later imports.
    Refuse,
    /// Each is the shop beside it, and adds what that lacks.
    Same,
}

/// What became of many questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Several {
    pub done: usize,
    /// Decided meanwhile, gone, changed, or without a shop beside them.
    pub skipped: usize,
    /// Those of the skipped ones that aren't as they were read.
    pub changed: usize,
    /// The act, for undo; `None` if nothing was decided.
    pub entry: Option<Uuid>,
}

impl ReviewQueue {
    /// Gives all these questions one answer, in one act. Those that it can't be given to are skipped. `always`: their
    /// names are put on the list of names that are never, or always, a chain's.
    ///
    /// # Errors
    ///
    /// When the database fails; then nothing is decided.
    pub async fn answer_all(
        &self,
        actor: Actor,
        answer: CommonAnswer,
        (records, always): (Vec<ReadRecord>, bool),
    ) -> Result<Several> {
        let action = match answer {
            CommonAnswer::Accept => "import.accept",
            CommonAnswer::Refuse => "import.refuse",
            CommonAnswer::Same => "import.same",
        };
        let identifiers = self.0.identifiers.clone();
        let acted = self.0.act(actor, action, move |act| {
            let (identifiers, records) = (identifiers.clone(), records.clone());
            Box::pin(async move { answer_all(act, &identifiers, (answer, always), &records).await })
        });
        let acted = acted.await?;
        Ok(Several {
            entry: acted.entry,
            ..acted.value
        })
    }
}

async fn answer_all(
    act: &Act<'_>,
    identifiers: &IdGenerator,
    (answer, always): (CommonAnswer, bool),
    records: &[ReadRecord],
) -> Result<Several> {
    let ids = records.iter().map(|record| record.id);
    let items = store::locked(act, ids.collect()).await?;
    let slugs: HashSet<&str> = items
        .values()
        .filter_map(|item| item.similar_slug.as_deref())
        .collect();
    let shops = reading::shops_of(act.transaction(), &slugs).await?;
    // Before anything is written: an answer of this act doesn't make another one late.
    let changed = changed(act, &items, records).await?;
    let mut several = Several::default();
    let mut names = Vec::new();
    for record in records {
        let Some(item) = items.get(&record.id) else {
            several.skipped += 1;
            continue;
        };
        let slug = item.similar_slug.as_deref();
        let result = match (answer, slug.and_then(|slug| shops.get(slug))) {
            _ if changed.contains(&record.id) => Err(Error::stale("", None)),
            (CommonAnswer::Refuse, _) => {
                let refused = store::decide(act, item.id.into(), Status::Refused, None);
                refused.await.map(|_| ())
            }
            (CommonAnswer::Accept, _) => {
                match store::accept(act, identifiers, item.id.into()).await {
                    Ok(Ok(_)) => Ok(()),
                    Ok(Err(store::UnseenTwin)) => Err(Error::stale("", None)),
                    Err(error) => Err(error),
                }
            }
            (CommonAnswer::Same, Some(shop)) => {
                let joined = store::join(act, identifiers, item.id.into(), (shop.id, None));
                joined.await.map(|_| ())
            }
            (CommonAnswer::Same, None) => Err(Error::Conflict("no shop beside it".into())),
        };
        match result {
            Ok(()) => {
                several.done += 1;
                names.push(item.name.as_str());
            }
            Err(error) if error.is_stale() => {
                several.skipped += 1;
                several.changed += 1;
            }
            Err(Error::Conflict(_) | Error::ConflictWith { .. } | Error::Unprocessable { .. }) => {
                several.skipped += 1;
            }
            Err(error) => return Err(error),
        }
    }
    if always {
        remember(act, answer, &names).await?;
    }
    if let [first, others @ ..] = names.as_slice()
        && !others.is_empty()
    {
        act.set_subject(Subject {
            kind: "import",
            id: None,
            label: format!("{first} and {} more", others.len()),
        });
    }
    Ok(several)
}

/// Those of the questions that aren't as they were read.
async fn changed(
    act: &Act<'_>,
    items: &HashMap<Uuid, review_item::Model>,
    records: &[ReadRecord],
) -> Result<HashSet<Uuid>> {
    let read: HashMap<Uuid, i64> = records
        .iter()
        .filter_map(|record| Some((record.id, record.version?)))
        .collect();
    let compared = items
        .values()
        .filter(|item| item.status == Status::Open && read.contains_key(&item.id));
    let now = questions_of(act.transaction(), compared.cloned().collect()).await?;
    let changed = now
        .iter()
        .filter(|question| read.get(&question.item.id) != Some(&question.version()));
    Ok(changed.map(|question| question.item.id).collect())
}

async fn remember(act: &Act<'_>, answer: CommonAnswer, names: &[&str]) -> Result<()> {
    let list = match answer {
        CommonAnswer::Accept => List::Allow,
        CommonAnswer::Refuse => List::Deny,
        // A shop in the directory says nothing about other towns.
        CommonAnswer::Same => return Ok(()),
    };
    let mut seen = HashSet::new();
    for name in names {
        // A name without letters can't be on a list.
        if chains::key(name).is_ok_and(|key| seen.insert(key)) {
            chains::put(act, list, name).await?;
        }
    }
    Ok(())
}
