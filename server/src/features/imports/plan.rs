//! Decides each candidate's fate against what we hold. Pure: the same for a dry run and for a real one.

use std::collections::{HashMap, HashSet};

use gazetteer::slugify;
use uuid::Uuid;

use super::{
    duplicates::{DuplicateIndex, Likeness, SAME},
    examine::Candidate,
    facts,
    fate::Fate,
};
use crate::{
    catalog::entities::shop::{self, Provenance, Texts},
    platform::{clock::Clock, identifiers::Identifiers},
};

/// The longest slug (D17).
const SLUG: usize = 80;

/// All that a run knows of the shops there are, kept up to date as it adds some.
#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) duplicates: DuplicateIndex,
    pub(super) slugs: HashSet<Box<str>>,
    /// Records that this run has met.
    met: HashSet<Box<str>>,
}

/// What of one batch is in the database already.
#[derive(Debug, Default)]
pub(super) struct Present {
    /// Our shops, by the source's name of the record.
    pub(super) shops: HashMap<String, shop::Model>,
    /// Towns by slug, those that are new included.
    pub(super) cities: HashMap<String, Uuid>,
}

/// What is to be written for one candidate.
#[derive(Debug)]
pub(super) enum Write {
    Insert(Box<shop::Model>),
    Update(Box<shop::Model>),
}

/// The shared tools of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tools<'a> {
    pub(super) clock: &'a Clock,
    pub(super) identifiers: &'a Identifiers,
    pub(super) source: &'a str,
}

/// Decides on `candidate`; gives its fate and what to write.
pub(super) fn plan(
    candidate: &Candidate,
    known: &mut Known,
    present: &Present,
    tools: Tools<'_>,
) -> (Fate, Option<Write>) {
    if !known.met.insert(candidate.source_id.as_str().into()) {
        return (
            Fate::Duplicate(format!(
                "{} stands in this file before",
                candidate.source_id
            )),
            None,
        );
    }
    let Some(&city_id) = present.cities.get(&candidate.town.slug) else {
        return (
            Fate::NoCity(format!(
                "the town {} could not be kept",
                candidate.town.slug
            )),
            None,
        );
    };
    match present.shops.get(&candidate.source_id) {
        Some(ours) => revise(candidate, ours, city_id, tools),
        None => admit(candidate, known, city_id, tools),
    }
}

/// A record that we took before.
fn revise(
    candidate: &Candidate,
    ours: &shop::Model,
    city_id: Uuid,
    tools: Tools<'_>,
) -> (Fate, Option<Write>) {
    if ours.deleted_at.is_some() {
        return (Fate::Unchanged, None);
    }
    let mut row = ours.clone();
    let mut changed = facts::update(&mut row, &candidate.facts, city_id, tools.source);
    let closed_by = row.provenance.0.get("closed").cloned();
    let fate = match (&candidate.closed, row.closed_at) {
        (Some(reason), None) => {
            row.closed_at = Some(tools.clock.now());
            row.provenance
                .0
                .insert("closed".to_owned(), tools.source.to_owned());
            Fate::Closed(reason.clone())
        }
        (Some(reason), Some(_)) if changed.is_empty() => {
            return (Fate::Closed(reason.clone()), None);
        }
        (None, Some(_)) if closed_by.as_deref() == Some(tools.source) => {
            row.closed_at = None;
            row.provenance.0.remove("closed");
            changed.push("open again");
            Fate::Updated(changed)
        }
        _ if changed.is_empty() => return (Fate::Unchanged, None),
        _ => Fate::Updated(changed),
    };
    row.version += 1;
    row.updated_at = tools.clock.now();
    (fate, Some(Write::Update(Box::new(row))))
}

/// A record that is new to us.
fn admit(
    candidate: &Candidate,
    known: &mut Known,
    city_id: Uuid,
    tools: Tools<'_>,
) -> (Fate, Option<Write>) {
    if let Some(reason) = &candidate.closed {
        return (Fate::Closed(reason.clone()), None);
    }
    let facts = &candidate.facts;
    let id = tools.identifiers.next();
    let slug = free_slug(
        &format!("{} {}", facts.name, candidate.town.slug),
        &known.slugs,
    );
    let likeness = Likeness::new(
        (id, &slug),
        &facts.name,
        facts.point,
        facts.telephone.as_deref(),
        facts.website.as_deref(),
    );
    if let Some((twin, points)) = known.duplicates.most_similar(&likeness) {
        let reason = format!("{points} points for being {}", twin.slug);
        return (
            if points >= SAME {
                Fate::Duplicate(reason)
            } else {
                Fate::ToReview(reason)
            },
            None,
        );
    }
    known.duplicates.insert(likeness);
    known.slugs.insert(slug.as_str().into());
    let mut row = blank(id, slug, city_id, tools);
    facts::fill(&mut row, facts, city_id, tools.source);
    row.time_zone.clone_from(&facts.time_zone);
    (Fate::Added, Some(Write::Insert(Box::new(row))))
}

/// `name-city-st`, with a number behind it where that is taken.
fn free_slug(text: &str, taken: &HashSet<Box<str>>) -> String {
    let base = match slugify(text, SLUG) {
        slug if slug.is_empty() => "coffee-shop".to_owned(),
        slug => slug,
    };
    if !taken.contains(base.as_str()) {
        return base;
    }
    (2_u32..)
        .map(|number| {
            let ending = format!("-{number}");
            let room = base.chars().take(SLUG - ending.len()).collect::<String>();
            format!("{}{ending}", room.trim_end_matches('-'))
        })
        .find(|slug| !taken.contains(slug.as_str()))
        .unwrap_or(base)
}

fn blank(id: Uuid, slug: String, city_id: Uuid, tools: Tools<'_>) -> shop::Model {
    let now = tools.clock.now();
    shop::Model {
        id,
        slug,
        city_id,
        name: String::new(),
        street: None,
        zip_code: None,
        latitude: None,
        longitude: None,
        time_zone: String::new(),
        phone: None,
        telephone: None,
        website: None,
        hours: None,
        opening_hours: None,
        description: None,
        owner_description: None,
        ai_generated_description: None,
        owner_id: None,
        image_url: None,
        categories: Texts::default(),
        google_place_id: None,
        google_rating: None,
        google_review_count: None,
        foursquare_id: None,
        foursquare_rating: None,
        foursquare_price_level: None,
        price_level: None,
        has_wifi: None,
        has_parking: None,
        pet_friendly: None,
        good_for_work: None,
        has_outdoor_seating: None,
        serves_breakfast: None,
        upvote_count: 0,
        online_store_url: None,
        online_store_name: None,
        is_active: true,
        closed_at: None,
        deleted_at: None,
        sample: false,
        provenance: Provenance::default(),
        created_at: now,
        updated_at: now,
        version: 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_slug_gets_a_number_and_stays_short() {
        let mut taken = HashSet::new();
        assert_eq!(
            free_slug("Rust & Bean alexandria-la", &taken),
            "rust-and-bean-alexandria-la"
        );
        taken.insert("rust-and-bean-alexandria-la".into());
        assert_eq!(
            free_slug("Rust & Bean alexandria-la", &taken),
            "rust-and-bean-alexandria-la-2"
        );
        let long = "x".repeat(200);
        let first = free_slug(&long, &taken);
        assert_eq!(first.len(), SLUG);
        taken.insert(first.as_str().into());
        let second = free_slug(&long, &taken);
        assert!(second.len() <= SLUG && second.ends_with("-2"));
        assert_eq!(
            free_slug("!!!", &HashSet::from(["coffee-shop".into()])),
            "coffee-shop-2"
        );
    }
}
