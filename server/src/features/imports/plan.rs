//! Decides each candidate's result by comparing it with our data. Pure: the same for dry and real runs.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    entity::review_item::{self, Status},
    held::{self, Held},
    identity::Identity,
    import_result::ImportResult,
    known::{Known, Present, says_closed, town_of},
    names::Names,
    tools::Tools,
    write::Write,
};
use crate::catalog::{
    admission::{
        Candidate, ReviewCause,
        duplicates::{Doubt, DuplicateIndex, Twin},
        facts, origins,
        shop::new_shop,
        similarity::{Profile, SAME},
        slug,
    },
    entities::shop,
};

/// Decides about `candidate`, known by its own ID or another; returns its result and what to write.
pub(super) fn plan(
    (candidate, identity): (&Candidate, Identity),
    known: &mut Known,
    present: &Present,
    tools: Tools<'_>,
) -> (ImportResult, Option<Write>) {
    if identity == Identity::Repeated {
        let reason = format!("{} stands in this file before", candidate.source_id);
        return (ImportResult::duplicate(reason), None);
    }
    let Some(&city_id) = present.cities.get(&candidate.town.slug) else {
        return (
            ImportResult::NoCity(format!(
                "the town {} could not be kept",
                candidate.town.slug
            )),
            None,
        );
    };
    match present.shops.get(&candidate.source_id) {
        Some(ours) => {
            known.seen.shops.insert(&ours.slug);
            if tools.is_nobodys {
                return (ImportResult::Unchanged, None);
            }
            if !may_speak(candidate, ours, (known, present), tools.source) {
                let reason = format!("another record of this list is {}, too", ours.slug);
                return (ImportResult::duplicate(reason), None);
            }
            revise(candidate, ours, city_id, tools)
        }
        None => match present.answers.get(&candidate.source_id) {
            Some(ours) => answered(candidate, ours, known),
            None => admit((candidate, identity), known, (city_id, present), tools),
        },
    }
}

/// Whether a record may say anything about its shop. Several records of a list are one shop when somebody said so or merged two: the
/// first that is open speaks, or they would take turns with the facts, and it is closed when all that are left say so.
pub(super) fn may_speak(
    candidate: &Candidate,
    ours: &shop::Model,
    (known, present): (&mut Known, &Present),
    source: &str,
) -> bool {
    // What is outdated changes nothing, and leaves the word to the next.
    let is_outdated = is_older(candidate, origins::as_of(ours, source));
    if is_outdated || !present.several.contains(&ours.id) {
        return true;
    }
    let is_outvoted = says_closed(candidate) && present.said_open.contains(&ours.id);
    !is_outvoted && known.spoken_for.insert((source.to_owned(), ours.id))
}

/// A record that is known to be a shop without a link of its own, because that shop has one to another record of its list.
fn answered(
    candidate: &Candidate,
    ours: &shop::Model,
    known: &mut Known,
) -> (ImportResult, Option<Write>) {
    let fill = (ours.deleted_at.is_none()).then(|| Write::Fill(ours.slug.clone()));
    if let Some(reason) = &candidate.closed {
        return (ImportResult::Closed(reason.clone()), fill);
    }
    if fill.is_none() {
        return (ImportResult::Unchanged, None);
    }
    known.seen.shops.insert(&ours.slug);
    let reason = format!("was found to be {} before", ours.slug);
    (ImportResult::duplicate(reason), fill)
}

/// A record that we imported before, or that takes over the link of one (D114).
pub(super) fn revise(
    candidate: &Candidate,
    ours: &shop::Model,
    city_id: Uuid,
    tools: Tools<'_>,
) -> (ImportResult, Option<Write>) {
    if ours.deleted_at.is_some() {
        return (ImportResult::Unchanged, None);
    }
    let known_as_of = origins::as_of(ours, tools.source);
    if is_older(candidate, known_as_of) {
        return (outdated(candidate, known_as_of), None);
    }
    let mut row = ours.clone();
    let mut changed = facts::update(
        &mut row,
        &candidate.facts,
        city_id,
        (tools.source, tools.coverage),
    );
    if row
        .provenance
        .0
        .values()
        .any(|recorded| recorded == tools.source)
    {
        origins::note(&mut row, tools.source, &tools.facts_of(candidate));
    }
    let closed_by = row.provenance.0.get(facts::CLOSED).cloned();
    let result = match (&candidate.closed, row.closed_at) {
        _ if candidate.is_closed_for_now => ImportResult::of_changes(changed),
        // The owner or the administrator knows better whether it still exists.
        (Some(_), None) if facts::is_existence_by_hand(&row) && changed.is_empty() => {
            ImportResult::Unchanged
        }
        (Some(_), None) if is_older(candidate, origins::newest(ours)) => {
            return (outdated(candidate, origins::newest(ours)), None);
        }
        (Some(reason), None) if !facts::is_existence_by_hand(&row) => {
            row.closed_at = Some(tools.clock.now());
            row.provenance
                .0
                .insert(facts::CLOSED.to_owned(), tools.source.to_owned());
            ImportResult::Closed(reason.clone())
        }
        (Some(reason), Some(_)) if changed.is_empty() => ImportResult::Closed(reason.clone()),
        // Facts from before it was closed don't reopen it.
        (None, Some(_)) if known_as_of.is_some() && candidate.refreshed_at == known_as_of => {
            return (ImportResult::Unchanged, None);
        }
        (None, Some(_)) if closed_by.as_deref() == Some(tools.source) => {
            row.closed_at = None;
            row.provenance.0.remove(facts::CLOSED);
            changed.push("open again");
            ImportResult::Updated(changed)
        }
        _ => ImportResult::of_changes(changed),
    };
    // A newer edition may have the same facts; then only its date is new.
    if row == *ours {
        return (result, None);
    }
    row.version += 1;
    row.edition += 1;
    row.updated_at = tools.clock.now();
    if row.website != ours.website {
        row.website_since = Some(row.updated_at);
    }
    (result, Some(Write::Update(Box::new(row))))
}

/// Whether the record is older than `known`; unknown (and so false) if one of them has no date.
pub(super) fn is_older(candidate: &Candidate, known: Option<DateTime<Utc>>) -> bool {
    let dates = candidate.refreshed_at.zip(known);
    dates.is_some_and(|(date, known)| date < known)
}

/// Whether the record is newer than `known`; unknown (and so false) if one of them has no date.
pub(super) fn is_newer(candidate: &Candidate, known: Option<DateTime<Utc>>) -> bool {
    let dates = candidate.refreshed_at.zip(known);
    dates.is_some_and(|(date, known)| date > known)
}

fn outdated(candidate: &Candidate, known: Option<DateTime<Utc>>) -> ImportResult {
    let day = |date: Option<DateTime<Utc>>| {
        date.map_or_else(String::new, |date| date.format("%Y-%m-%d").to_string())
    };
    ImportResult::Outdated(format!(
        "of {}, older than what is known of {}",
        day(candidate.refreshed_at),
        day(known)
    ))
}

/// A new record.
fn admit(
    (candidate, identity): (&Candidate, Identity),
    known: &mut Known,
    (city_id, present): (Uuid, &Present),
    tools: Tools<'_>,
) -> (ImportResult, Option<Write>) {
    if let Some(reason) = &candidate.closed {
        // It says so of a shop whose old record its list may not have anymore.
        let found = shop_of((candidate, identity), known, present);
        let sure = found.filter(|(_, is_sure)| *is_sure);
        let fill = sure.map(|(slug, _)| Write::Fill(slug));
        return (ImportResult::Closed(reason.clone()), fill);
    }
    let held = present.held.get(&candidate.source_id);
    if let Some(refused) = held.filter(|item| item.status == Status::Refused) {
        let reason = "the administrator refused it".to_owned();
        return (
            ImportResult::Rejected(reason),
            corrected(candidate, refused, tools),
        );
    }
    let is_accepted = held.is_some_and(|item| item.status == Status::Accepted);
    let facts = &candidate.facts;
    let profile = candidate.profile();
    if !is_accepted {
        let record = (candidate, identity);
        let twin = most_similar(record, &profile, (&known.duplicates, &known.seen.shops));
        // A shop that is in the directory is known to be no chain's.
        if let Some(twin) = twin.as_ref().filter(|twin| is_duplicate(twin, identity)) {
            let (slug, reason) = (twin.slug.to_owned(), twin.to_string());
            known.seen.shops.insert(&slug);
            return (ImportResult::duplicate(reason), Some(Write::Fill(slug)));
        }
        if known.has_refused(candidate) {
            let reason = "the administrator refused it, in another list".to_owned();
            return (ImportResult::Rejected(reason), None);
        }
        if let Some(reason) = &candidate.other_kind {
            return (ImportResult::NotCoffee(reason.clone()), None);
        }
        if let Some(cause) = &candidate.doubt {
            return hold(candidate, (cause.clone(), None), present, tools);
        }
        if let Some(twin) = twin {
            return hold(candidate, ((&twin).into(), Some(twin.slug)), present, tools);
        }
    }
    let slug = slug::free(&facts.name, &candidate.town.slug, |slug| {
        known.slugs.contains(slug)
    });
    known.duplicates.insert(&slug, &profile);
    known.slugs.insert(&slug);
    known.seen.shops.insert(&slug);
    let mut row = new_shop(slug, facts, city_id, tools.origin());
    origins::note(&mut row, tools.source, &tools.facts_of(candidate));
    (ImportResult::Added, Some(Write::Insert(Box::new(row))))
}

/// The shop that a record is most like, if there is one. `seen`: the shops that its file had before it.
fn most_similar<'a>(
    (candidate, identity): (&Candidate, Identity),
    profile: &Profile,
    (shops, seen): (&'a DuplicateIndex, &Names),
) -> Option<Twin<'a>> {
    let has_number = candidate.has_own_id && !identity.is_renamed();
    let is_shared = identity == Identity::SharedInFile;
    // A list that has both says that they are two shops.
    let may_be = |doubt, slug: &str| match doubt {
        Doubt::OtherNumber => !has_number && !seen.contains(slug),
        Doubt::SameHouse => is_shared || !seen.contains(slug),
        Doubt::Nearby | Doubt::NextDoor => !seen.contains(slug),
        Doubt::NoPlace => true,
    };
    shops.most_similar(profile, may_be)
}

/// The slug of the shop that [`plan`] finds a record to be, or asks about, and whether that is beyond doubt.
pub(super) fn shop_of(
    (candidate, identity): (&Candidate, Identity),
    known: &Known,
    present: &Present,
) -> Option<(String, bool)> {
    if let Some(ours) = present.shops.get(&candidate.source_id) {
        return Some((ours.slug.clone(), true));
    }
    if identity == Identity::Repeated {
        return None;
    }
    if let Some(ours) = present.answers.get(&candidate.source_id) {
        return Some((ours.slug.clone(), true));
    }
    let held = present.held.get(&candidate.source_id);
    if held.is_some_and(|item| item.status != Status::Open) {
        return None;
    }
    let (shops, seen) = (&known.duplicates, &known.seen.shops);
    let twin = most_similar((candidate, identity), &candidate.profile(), (shops, seen))?;
    let is_sure = is_duplicate(&twin, identity);
    // A question about something else names no shop, and about what is closed there is none.
    let is_asked =
        candidate.doubt.is_none() && candidate.other_kind.is_none() && candidate.closed.is_none();
    (is_sure || is_asked).then(|| (twin.slug.to_owned(), is_sure))
}

/// Whether a record is that shop. For a record that shares its ID with another one in its file, the same name and one more
/// piece of evidence are enough.
fn is_duplicate(twin: &Twin<'_>, identity: Identity) -> bool {
    let repeats = identity == Identity::SharedInFile && twin.has_same_name;
    twin.similarity.points >= SAME || twin.doubt.is_none() && repeats
}

/// Stores a later edition of a refused record, in case someone undoes the refusal.
fn corrected(
    candidate: &Candidate,
    refused: &review_item::Model,
    tools: Tools<'_>,
) -> Option<Write> {
    let mut item = refused.clone();
    let why = held::reason_of(refused);
    item.name.clone_from(&candidate.facts.name);
    item.town = town_of(candidate);
    item.record = Held::of(candidate, tools.facts_of(candidate), why).to_text();
    (item != *refused).then(|| {
        item.updated_at = tools.clock.now();
        Write::Hold(Box::new(item))
    })
}

/// Leaves a record to the administrator; writes nothing if it is already pending and unchanged.
fn hold(
    candidate: &Candidate,
    (cause, similar): (ReviewCause, Option<&str>),
    present: &Present,
    tools: Tools<'_>,
) -> (ImportResult, Option<Write>) {
    let now = tools.clock.now();
    let known = present.held.get(&candidate.source_id);
    let (id, number, created_at) = known.map_or_else(
        || (tools.identifiers.next(), 0, now),
        |item| (item.id, item.number, item.created_at),
    );
    let mut item = review_item::Model {
        id,
        number,
        source: tools.source.to_owned(),
        source_id: candidate.source_id.clone(),
        name: candidate.facts.name.clone(),
        town: town_of(candidate),
        reason: cause.text.clone(),
        similar_slug: similar.map(str::to_owned),
        record: Held::of(candidate, tools.facts_of(candidate), cause.reason).to_text(),
        status: Status::Open,
        shop_id: None,
        created_at,
        updated_at: known.map_or(now, |item| item.updated_at),
        decided_at: None,
    };
    let result = ImportResult::ToReview(cause.text);
    if known == Some(&item) {
        return (result, None);
    }
    item.updated_at = now;
    (result, Some(Write::Hold(Box::new(item))))
}
