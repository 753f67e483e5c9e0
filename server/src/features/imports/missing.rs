//! Shops that are no longer in a list. Only used for lists that the operator says are complete.

use chrono::{DateTime, Utc};
use gazetteer::State;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{
    import_result::ImportResult, names::Names, reader::Classified, store::missing as store,
};
use crate::{
    catalog::{
        admission::{facts, origins},
        entities::{
            shop::{self, FactOrigin},
            suggestion::{self, Kind, Proposal, Status},
        },
    },
    platform::{database::Database, error::Result},
};

/// How many shops are handled at a time.
const TOGETHER: usize = 500;

/// What to do with shops that a complete list no longer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Missing {
    /// Ask the administrator or the shop's owner whether it has closed.
    Ask,
    /// Close it permanently; but ask if someone else vouches for the shop.
    Close,
}

/// What an import's files contained from one source.
#[derive(Debug, Default)]
pub(super) struct Listed {
    pub(super) ids: Names,
    /// Slugs of shops duplicated by records without a link of their own, and of those that questions about such records name: a
    /// shop may be in the list under another ID, so it isn't missing until somebody has answered (D114).
    pub(super) shops: Names,
    /// Records that could be any of the missing ones.
    pub(super) unclear: u64,
    /// The date of the newest record.
    pub(super) as_of: Option<DateTime<Utc>>,
}

impl Listed {
    /// Adds a record.
    pub(super) fn add(&mut self, record: &Classified) {
        let (id, as_of) = match &record.result {
            Ok(candidate) => (Some(&candidate.source_id), candidate.refreshed_at),
            Err(ImportResult::Unnamed) if record.id.is_none() => return,
            Err(_) => (record.id.as_ref(), None),
        };
        match id {
            Some(id) => _ = self.ids.insert(id),
            None => self.unclear += 1,
        }
        self.as_of = self.as_of.max(as_of);
    }
}

/// What was done about a source's missing shops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MissingSummary {
    pub source: String,
    /// Slugs of shops that are now permanently closed.
    pub closed: Vec<String>,
    /// Slugs of shops that someone is asked about.
    pub asked: Vec<String>,
    /// Asked about before; the answer stands or is still pending.
    pub asked_before: usize,
    /// Unreadable records. Because of them, shops were asked about instead of closed.
    pub unclear: u64,
}

impl MissingSummary {
    /// How many shops were closed or asked about.
    #[must_use]
    pub fn shops(&self) -> usize {
        self.closed.len() + self.asked.len()
    }
}

/// What to write about a source's missing shops.
#[derive(Debug, Default)]
pub(super) struct MissingShops {
    pub(super) closed: Vec<shop::Model>,
    pub(super) questions: Vec<suggestion::Model>,
    pub(super) summary: MissingSummary,
}

/// Decides about shops that came from `source` and aren't in the list. `state`: the only state that the list says anything about.
pub(super) async fn decide(
    database: &Database,
    (source, listed): (&str, &Listed),
    (missing, state): (Missing, Option<State>),
    now: DateTime<Utc>,
) -> Result<MissingShops> {
    let mut decided = MissingShops {
        summary: MissingSummary {
            source: source.to_owned(),
            unclear: listed.unclear,
            ..MissingSummary::default()
        },
        ..MissingShops::default()
    };
    // A list without any records is a mistake.
    if listed.ids.is_empty() {
        return Ok(decided);
    }
    let asked_about = store::asked_about(database).await?;
    let absent = store::absent(database, source, &listed.ids).await?;
    for some in absent.chunks(TOGETHER) {
        let rows = store::open_shops(database, some, state).await?;
        let elsewhere = store::listed_elsewhere(database, source, some).await?;
        let questions = some.iter().map(|shop| question_id(source, *shop));
        let asked_before = store::known_questions(database, questions).await?;
        for row in rows {
            // An earlier edition of the list was newer, so this one can't show that the shop is gone.
            let is_newer = origins::as_of(&row, source) > listed.as_of && listed.as_of.is_some();
            let is_decided = facts::is_existence_by_hand(&row);
            // It may be the record that a question is about, of whichever edition or list.
            let is_asked_about = asked_about.contains(&row.slug);
            let is_listed = listed.shops.contains(&row.slug);
            if is_newer || is_decided || is_asked_about || is_listed {
                continue;
            }
            let has_speaker = row.owner_id.is_some() || row.submitter_id.is_some();
            let may_close = missing == Missing::Close
                && listed.unclear == 0
                && !has_speaker
                && !elsewhere.contains(&row.id);
            if may_close {
                decided.summary.closed.push(row.slug.clone());
                decided.closed.push(closed(row, source, listed.as_of, now));
            } else if asked_before.contains(&question_id(source, row.id)) {
                decided.summary.asked_before += 1;
            } else {
                decided.summary.asked.push(row.slug.clone());
                decided
                    .questions
                    .push(question(row.id, source, listed.as_of, now));
            }
        }
    }
    Ok(decided)
}

fn closed(
    mut row: shop::Model,
    source: &str,
    as_of: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> shop::Model {
    row.closed_at = Some(now);
    (row.provenance.0).insert(facts::CLOSED.to_owned(), source.to_owned());
    // An edition older than this one won't reopen it.
    let said = FactOrigin {
        as_of,
        ..FactOrigin::default()
    };
    origins::note(&mut row, source, &said);
    row.version += 1;
    row.edition += 1;
    row.updated_at = now;
    row
}

/// One question per list and shop, so that no list asks twice.
fn question_id(source: &str, shop: Uuid) -> Uuid {
    let hash = Sha256::new()
        .chain_update(b"missing\0")
        .chain_update(source.as_bytes())
        .chain_update(b"\0")
        .chain_update(shop.as_bytes())
        .finalize();
    let mut bytes = [0; 16];
    bytes
        .iter_mut()
        .zip(hash)
        .for_each(|(byte, value)| *byte = value);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}

fn question(
    shop: Uuid,
    source: &str,
    as_of: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> suggestion::Model {
    let edition = as_of.map_or_else(String::new, |date| format!(" of {}", date.format("%B %Y")));
    suggestion::Model {
        id: question_id(source, shop),
        shop_id: shop,
        kind: Kind::Closed,
        status: Status::Open,
        proposal: Proposal::default(),
        note: Some(format!(
            "The list \"{source}\"{edition} no longer has this shop."
        )),
        accepted: None,
        answer: None,
        entry_id: None,
        created_at: now,
        decided_at: None,
    }
}
