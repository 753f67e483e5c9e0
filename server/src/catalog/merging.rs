//! Merging two shops that are one. What belongs to the shop that goes moves to the one that stays; its own row stays, deleted,
//! with its votes and figures, so that nothing is lost and all of it can be undone.

use std::collections::HashMap;

use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, ExprTrait, QueryFilter,
    sea_query::{Alias, Expr, OnConflict, Query},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    Kind, claiming,
    entities::{boost, claim, former_slug, photo, shop, shop_source, story, vote},
    photos,
    writing::{Act, RecordedTable, Subject},
};
use crate::platform::{
    error::{Error, Result},
    identifiers::Identifiers,
};

/// The merge in the audit log, beside the rows that it wrote.
pub const TABLE: &str = "shop_merges";
const MISSING: &str = "Coffee shop not found. Please check the URL and try again.";

/// What of the shop that goes can be taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Fact {
    Name,
    /// With town and pin.
    Address,
    Phone,
    Website,
    Hours,
    Description,
    OnlineStore,
    Amenities,
}

/// Two shops that are one.
#[derive(Clone, Debug)]
pub struct Merge {
    pub stays: Uuid,
    pub goes: Uuid,
    pub take: Vec<Fact>,
}

/// Merges. [`Error::Conflict`] when both have an owner.
pub async fn merge(act: &Act<'_>, identifiers: &Identifiers, merge: Merge) -> Result<()> {
    // In one order, so that two who merge the same two shops do not wait for each other.
    let first = find(act, Ord::min(merge.stays, merge.goes)).await?;
    let second = find(act, Ord::max(merge.stays, merge.goes)).await?;
    let (stays, goes) = if first.id == merge.stays {
        (first, second)
    } else {
        (second, first)
    };
    if let (Some(one), Some(other)) = (stays.owner_id, goes.owner_id)
        && one != other
    {
        return Err(Error::Conflict(
            "Both shops have an owner. Take one of them back first.".into(),
        ));
    }
    act.set_subject(Subject::new("shop", stays.id, &stays.name));
    act.set_note(&format!("{} ({}) went into it", goes.name, goes.slug));
    move_addresses(act, identifiers, &stays, &goes).await?;
    move_belongings(act, &stays, &goes).await?;
    let mut gone = goes.clone();
    gone.slug = format!("merged-{}", goes.id.simple());
    gone.deleted_at = Some(act.now());
    gone.owner_id = None;
    gone.submitter_id = None;
    act.update(&goes, gone).await?;
    let mut after = stays.clone();
    after.owner_id = stays.owner_id.or(goes.owner_id);
    after.submitter_id = stays.submitter_id.or(goes.submitter_id);
    after.created_at = Ord::min(stays.created_at, goes.created_at);
    for fact in &merge.take {
        take(&mut after, &goes, *fact);
    }
    act.update(&stays, after).await?;
    act.touch((Kind::Shop, stays.id));
    let overlap = add_votes(act.transaction(), stays.id, goes.id).await?;
    add_to_count(act.transaction(), stays.id, goes.upvote_count).await?;
    add_figures(act.transaction(), stays.id, goes.id).await?;
    let merged = json!({
        "stays": stays.id,
        "goes": goes.id,
        "votes": goes.upvote_count,
        "overlap": overlap,
    });
    act.record_image(TABLE, goes.id, (None, Some(merged)));
    Ok(())
}

async fn find(act: &Act<'_>, id: Uuid) -> Result<shop::Model> {
    let row: Option<shop::Model> = act.find(id).await?;
    row.filter(|row| row.deleted_at.is_none())
        .ok_or_else(|| Error::NotFound(MISSING.into()))
}

fn take(row: &mut shop::Model, from: &shop::Model, fact: Fact) {
    let names: &[&str] = match fact {
        Fact::Name => {
            row.name.clone_from(&from.name);
            &["name"]
        }
        Fact::Address => {
            row.city_id = from.city_id;
            row.street.clone_from(&from.street);
            row.zip_code.clone_from(&from.zip_code);
            (row.latitude, row.longitude) = (from.latitude, from.longitude);
            row.time_zone.clone_from(&from.time_zone);
            &["address"]
        }
        Fact::Phone => {
            row.phone.clone_from(&from.phone);
            row.telephone.clone_from(&from.telephone);
            &["phone"]
        }
        Fact::Website => {
            row.website.clone_from(&from.website);
            &["website"]
        }
        Fact::Hours => {
            row.hours.clone_from(&from.hours);
            row.opening_hours.clone_from(&from.opening_hours);
            &["hours"]
        }
        Fact::Description => {
            row.description.clone_from(&from.description);
            row.owner_description.clone_from(&from.owner_description);
            &["description"]
        }
        Fact::OnlineStore => {
            row.online_store_url.clone_from(&from.online_store_url);
            row.online_store_name.clone_from(&from.online_store_name);
            &[]
        }
        Fact::Amenities => {
            row.has_wifi = from.has_wifi;
            row.has_parking = from.has_parking;
            row.pet_friendly = from.pet_friendly;
            row.good_for_work = from.good_for_work;
            row.has_outdoor_seating = from.has_outdoor_seating;
            &[
                "hasWifi",
                "hasParking",
                "petFriendly",
                "goodForWork",
                "hasOutdoorSeating",
            ]
        }
    };
    for name in names {
        match from.provenance.0.get(*name) {
            Some(giver) => row.provenance.0.insert((*name).to_owned(), giver.clone()),
            None => row.provenance.0.remove(*name),
        };
    }
}

/// Former addresses, the present one and the identifier lead to the shop that stays.
async fn move_addresses(
    act: &Act<'_>,
    identifiers: &Identifiers,
    stays: &shop::Model,
    goes: &shop::Model,
) -> Result<()> {
    let former = former_slug::Entity::find()
        .filter(former_slug::Column::TargetId.eq(goes.id))
        .filter(former_slug::Column::Kind.eq("shop"))
        .all(act.transaction())
        .await?;
    for row in former {
        let mut after = row.clone();
        after.target_id = stays.id;
        act.update(&row, after).await?;
    }
    for slug in [goes.slug.clone(), goes.id.to_string()] {
        let known = former_slug::Entity::find()
            .filter(former_slug::Column::Kind.eq("shop"))
            .filter(former_slug::Column::Slug.eq(&slug))
            .one(act.transaction())
            .await?;
        match known {
            Some(row) => {
                let mut after = row.clone();
                after.target_id = stays.id;
                act.update(&row, after).await?;
            }
            None => {
                act.insert(&former_slug::Model {
                    id: identifiers.next(),
                    kind: "shop".to_owned(),
                    slug,
                    target_id: stays.id,
                    created_at: act.now(),
                })
                .await?;
            }
        }
    }
    Ok(())
}

async fn move_belongings(act: &Act<'_>, stays: &shop::Model, goes: &shop::Model) -> Result<()> {
    let transaction = act.transaction();
    let stories = story::Entity::find().filter(story::Column::ShopId.eq(goes.id));
    for row in stories.all(transaction).await? {
        let mut after = row.clone();
        after.shop_id = stays.id;
        act.update(&row, after).await?;
    }
    let boosts = boost::Entity::find().filter(boost::Column::ShopId.eq(goes.id));
    for row in boosts.all(transaction).await? {
        let mut after = row.clone();
        after.shop_id = stays.id;
        act.update(&row, after).await?;
    }
    let sources = shop_source::Entity::find().filter(shop_source::Column::ShopId.eq(goes.id));
    for row in sources.all(transaction).await? {
        let mut after = row.clone();
        after.shop_id = stays.id;
        act.update(&row, after).await?;
    }
    let claims = claim::Entity::find()
        .filter(claim::Column::ShopId.eq(goes.id))
        .filter(claim::Column::OpenKey.is_not_null());
    for row in claims.all(transaction).await? {
        let known = claiming::pending(transaction, stays.id, row.person_id).await?;
        // Whoever claims both shops has one claim for the one that stays.
        if known.is_none() {
            let mut after = row.clone();
            after.shop_id = stays.id;
            after.open_key = Some(claiming::open_key(stays.id, row.person_id));
            act.update(&row, after).await?;
        }
    }
    let held = photos::of_owner(transaction, photos::Owner::Shop(stays.id)).await?;
    let first = held.last().map_or(0, |last| last.position + 1);
    let moved = photos::of_owner(transaction, photos::Owner::Shop(goes.id)).await?;
    for (position, row) in (first..).zip(moved) {
        let mut after: photo::Model = row.clone();
        after.owner_id = stays.id;
        after.position = position;
        act.update(&row, after).await?;
    }
    Ok(())
}

/// A visitor's row of the shop that stays, where both shops had one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Overlap {
    visitor: Uuid,
    voted_at: chrono::DateTime<chrono::Utc>,
    previous_at: Option<chrono::DateTime<chrono::Utc>>,
    #[serde(default = "ranked")]
    is_ranked: bool,
}

/// Merges that were recorded before voters had this mark.
fn ranked() -> bool {
    true
}

async fn votes_of(connection: &impl ConnectionTrait, shop: Uuid) -> Result<Vec<vote::Model>> {
    Ok(vote::Entity::find()
        .filter(vote::Column::ShopId.eq(shop))
        .all(connection)
        .await?)
}

/// Adds the votes, one row for each visitor. Gives the rows of those who voted for both as they were.
async fn add_votes(
    transaction: &DatabaseTransaction,
    stays: Uuid,
    goes: Uuid,
) -> Result<Vec<Overlap>> {
    let mine = votes_of(transaction, stays).await?;
    let mine: HashMap<Uuid, vote::Model> = mine.into_iter().map(|row| (row.visitor, row)).collect();
    let mut overlap = Vec::new();
    let mut new = Vec::new();
    for row in votes_of(transaction, goes).await? {
        let Some(known) = mine.get(&row.visitor) else {
            new.push(vote::ActiveModel {
                shop_id: Set(stays),
                visitor: Set(row.visitor),
                voted_at: Set(row.voted_at),
                previous_at: Set(row.previous_at),
                times: Set(row.times),
                is_ranked: Set(row.is_ranked),
            });
            continue;
        };
        overlap.push(Overlap {
            visitor: known.visitor,
            voted_at: known.voted_at,
            previous_at: known.previous_at,
            is_ranked: known.is_ranked,
        });
        let (later, earlier) = if known.voted_at >= row.voted_at {
            (known, &row)
        } else {
            (&row, known)
        };
        let is_earlier_day = earlier.voted_at.date_naive() < later.voted_at.date_naive();
        let day_before = is_earlier_day.then_some(earlier.voted_at);
        let previous = [later.previous_at, earlier.previous_at, day_before];
        vote::Entity::update_many()
            .col_expr(vote::Column::VotedAt, Expr::value(later.voted_at))
            .col_expr(
                vote::Column::PreviousAt,
                Expr::value(previous.into_iter().flatten().max()),
            )
            .col_expr(
                vote::Column::Times,
                Expr::col(vote::Column::Times).add(row.times),
            )
            .col_expr(
                vote::Column::IsRanked,
                Expr::value(known.is_ranked || row.is_ranked),
            )
            .filter(vote::Column::ShopId.eq(stays))
            .filter(vote::Column::Visitor.eq(row.visitor))
            .exec(transaction)
            .await?;
    }
    for some in new.chunks(500) {
        vote::Entity::insert_many(some.to_vec())
            .exec_without_returning(transaction)
            .await?;
    }
    Ok(overlap)
}

/// Adds `votes` to the shop's number.
async fn add_to_count(transaction: &DatabaseTransaction, shop: Uuid, votes: i64) -> Result<()> {
    let count = shop::Column::UpvoteCount;
    shop::Entity::update_many()
        .col_expr(count, Expr::col(count).add(votes))
        .filter(shop::Column::Id.eq(shop))
        .exec(transaction)
        .await?;
    Ok(())
}

const FIGURES: &str = "event_counts";

/// A day's figure of one shop.
type Figure = (String, String, String, i64);

async fn figures_of(transaction: &DatabaseTransaction, shop: Uuid) -> Result<Vec<Figure>> {
    let query = Query::select()
        .columns(["day", "kind", "detail", "count"].map(Alias::new))
        .from(Alias::new(FIGURES))
        .and_where(Expr::col(Alias::new("subject")).eq(shop))
        .to_owned();
    let rows = transaction.query_all(&query).await?;
    rows.iter()
        .map(|row| {
            Ok((
                row.try_get("", "day")?,
                row.try_get("", "kind")?,
                row.try_get("", "detail")?,
                row.try_get("", "count")?,
            ))
        })
        .collect()
}

/// Adds the figures of each day.
async fn add_figures(transaction: &DatabaseTransaction, stays: Uuid, goes: Uuid) -> Result<()> {
    for (day, kind, detail, count) in figures_of(transaction, goes).await? {
        let added = Expr::col((Alias::new(FIGURES), Alias::new("count"))).add(count);
        let insert = Query::insert()
            .into_table(Alias::new(FIGURES))
            .columns(["day", "kind", "subject", "detail", "count"].map(Alias::new))
            .values_panic([
                day.into(),
                kind.into(),
                stays.into(),
                detail.into(),
                count.into(),
            ])
            .on_conflict(
                OnConflict::columns(["day", "kind", "subject", "detail"].map(Alias::new))
                    .value(Alias::new("count"), added)
                    .to_owned(),
            )
            .to_owned();
        transaction.execute(&insert).await?;
    }
    Ok(())
}

/// Takes the votes and figures apart again; the rows of the merge are written back by themselves.
async fn part(act: &Act<'_>, merged: &Value) -> Result<()> {
    let broken = || Error::Internal("the image of a merge can't be read".into());
    let of = |name: &str| {
        let id = merged.get(name).and_then(Value::as_str);
        id.and_then(|id| Uuid::try_parse(id).ok())
            .ok_or_else(broken)
    };
    let (stays, goes) = (of("stays")?, of("goes")?);
    let overlap = merged.get("overlap").cloned().unwrap_or_default();
    let overlap: Vec<Overlap> = serde_json::from_value(overlap).map_err(|_| broken())?;
    let overlap: HashMap<Uuid, Overlap> =
        overlap.into_iter().map(|row| (row.visitor, row)).collect();
    let transaction = act.transaction();
    let theirs = votes_of(transaction, goes).await?;
    let theirs: HashMap<Uuid, vote::Model> =
        theirs.into_iter().map(|row| (row.visitor, row)).collect();
    for row in votes_of(transaction, stays).await? {
        let Some(taken) = theirs.get(&row.visitor) else {
            continue;
        };
        if row.times <= taken.times && !overlap.contains_key(&row.visitor) {
            vote::Entity::delete_many()
                .filter(vote::Column::ShopId.eq(stays))
                .filter(vote::Column::Visitor.eq(row.visitor))
                .exec(transaction)
                .await?;
            continue;
        }
        // Who has voted since keeps the later time.
        let (voted_at, previous_at, is_ranked) = match overlap.get(&row.visitor) {
            Some(before) if [taken.voted_at, before.voted_at].contains(&row.voted_at) => {
                (before.voted_at, before.previous_at, before.is_ranked)
            }
            _ => (row.voted_at, row.previous_at, row.is_ranked),
        };
        vote::Entity::update_many()
            .col_expr(vote::Column::VotedAt, Expr::value(voted_at))
            .col_expr(vote::Column::PreviousAt, Expr::value(previous_at))
            .col_expr(vote::Column::IsRanked, Expr::value(is_ranked))
            .col_expr(
                vote::Column::Times,
                Expr::col(vote::Column::Times).sub(taken.times),
            )
            .filter(vote::Column::ShopId.eq(stays))
            .filter(vote::Column::Visitor.eq(row.visitor))
            .exec(transaction)
            .await?;
    }
    let votes = merged.get("votes").and_then(Value::as_i64);
    add_to_count(transaction, stays, -votes.unwrap_or_default()).await?;
    for (day, kind, detail, count) in figures_of(transaction, goes).await? {
        let of = |name: &str| Expr::col(Alias::new(name));
        let update = Query::update()
            .table(Alias::new(FIGURES))
            .value(Alias::new("count"), of("count").sub(count))
            .and_where(of("subject").eq(stays))
            .and_where(of("day").eq(day))
            .and_where(of("kind").eq(kind))
            .and_where(of("detail").eq(detail))
            .to_owned();
        transaction.execute(&update).await?;
    }
    act.touch((Kind::Shop, stays));
    act.touch((Kind::Shop, goes));
    Ok(())
}

/// The merge itself among the tables that undoing knows.
#[must_use]
pub fn recorded_table() -> RecordedTable {
    RecordedTable::with(TABLE, |act, row, before, after| {
        Box::pin(async move {
            match (before, after) {
                (None, Some(merged)) => {
                    part(act, &merged).await?;
                    act.record_image(TABLE, row, (Some(merged), None));
                    Ok(())
                }
                _ => Err(Error::Conflict(
                    "Merge the two shops again instead of undoing this.".into(),
                )),
            }
        })
    })
}
