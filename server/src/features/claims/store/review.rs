//! The administrator's decisions. Ownership is granted only while there is no owner: the shop's row is locked until the
//! decision is committed, so of two simultaneous approvals, one finds the other's owner.

use std::collections::HashMap;

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde_json::json;
use uuid::Uuid;

use super::{about, already_claimed, mail_decision, no_claim};
use crate::{
    catalog::{
        admission::facts::CLOSED,
        claiming,
        entities::{
            city,
            claim::{self, Column, Entity, Status},
            shop,
        },
        not_found::shop_not_found,
        origin::OWNER,
        writing::{Act, Acted, Subject},
    },
    features::{
        Services,
        claims::emails::{self, About},
    },
    platform::{
        error::{Error, Result},
        mail::MailText,
        sessions::{self, person},
        web::Actor,
    },
};

/// Why a claim can't be approved: ownership is never given to an address that nobody has proven.
pub(in crate::features::claims) const UNCONFIRMED: &str =
    "The claimant hasn't confirmed the email address yet. The claim can be approved after that.";
/// The message to other claimants when a claim is approved.
const GIVEN_TO_ANOTHER: &str =
    "We approved a different claim for this coffee shop, so it has an owner now.";
/// How many reviewed claims a list shows.
const MAX_REVIEWED: u64 = 200;
/// Values in one `IN (…)`.
const VALUES: usize = 500;

/// A claim with everything that the administrator sees.
#[derive(Clone, Debug)]
pub(in crate::features::claims) struct Reviewable {
    pub(in crate::features::claims) claim: claim::Model,
    pub(in crate::features::claims) person: person::Model,
    pub(in crate::features::claims) shop: shop::Model,
    pub(in crate::features::claims) city: Option<city::Model>,
    /// Other claims for the shop that wait.
    pub(in crate::features::claims) competing: Vec<Uuid>,
}

/// What is decided.
#[derive(Clone, Debug)]
pub(in crate::features::claims) enum Verdict {
    Approve,
    Reject(String),
}

/// Pending claims, oldest first, then the most recently reviewed ones.
pub(in crate::features::claims) async fn list(services: &Services) -> Result<Vec<Reviewable>> {
    let connection = services.database.reads();
    let mut rows = Entity::find()
        .filter(Column::Status.eq(Status::Pending))
        .order_by_asc(Column::CreatedAt)
        .order_by_asc(Column::Id)
        .all(connection)
        .await?;
    let reviewed = Entity::find()
        .filter(Column::Status.ne(Status::Pending))
        .order_by_desc(Column::ReviewedAt)
        .order_by_desc(Column::Id)
        .limit(MAX_REVIEWED)
        .all(connection)
        .await?;
    rows.extend(reviewed);
    with_all(connection, rows).await
}

/// One claim with everything that belongs to it.
pub(in crate::features::claims) async fn find(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<Reviewable>> {
    let row = Entity::find_by_id(id).one(connection).await?;
    let found = with_all(connection, row.into_iter().collect()).await?;
    Ok(found.into_iter().next())
}

async fn with_all(
    connection: &impl ConnectionTrait,
    rows: Vec<claim::Model>,
) -> Result<Vec<Reviewable>> {
    let (mut shops, mut people, mut cities) = (HashMap::new(), HashMap::new(), HashMap::new());
    let mut pending: HashMap<Uuid, Vec<Uuid>> = HashMap::new();
    for some in rows.chunks(VALUES) {
        let shop_ids: Vec<Uuid> = some.iter().map(|row| row.shop_id).collect();
        let found = shop::Entity::find().filter(shop::Column::Id.is_in(shop_ids.clone()));
        let found = found.all(connection).await?;
        let city_ids: Vec<Uuid> = found.iter().map(|shop| shop.city_id).collect();
        shops.extend(found.into_iter().map(|shop| (shop.id, shop)));
        let found = city::Entity::find().filter(city::Column::Id.is_in(city_ids));
        let found = found.all(connection).await?;
        cities.extend(found.into_iter().map(|city| (city.id, city)));
        let person_ids = some.iter().map(|row| row.person_id);
        let found = person::Entity::find().filter(person::Column::Id.is_in(person_ids));
        let found = found.all(connection).await?;
        people.extend(found.into_iter().map(|person| (person.id, person)));
        let open: Vec<(Uuid, Uuid)> = Entity::find()
            .select_only()
            .columns([Column::Id, Column::ShopId])
            .filter(Column::ShopId.is_in(shop_ids))
            .filter(Column::Status.eq(Status::Pending))
            .order_by_asc(Column::Id)
            .into_tuple()
            .all(connection)
            .await?;
        for (id, shop) in open {
            let of_shop = pending.entry(shop).or_default();
            if !of_shop.contains(&id) {
                of_shop.push(id);
            }
        }
    }
    let complete = rows.into_iter().filter_map(|claim| {
        let shop: shop::Model = shops.get(&claim.shop_id).cloned()?;
        let others = pending.get(&shop.id).into_iter().flatten().copied();
        Some(Reviewable {
            person: people.get(&claim.person_id).cloned()?,
            city: cities.get(&shop.city_id).cloned(),
            competing: others.filter(|id| *id != claim.id).collect(),
            shop,
            claim,
        })
    });
    Ok(complete.collect())
}

/// Decides a claim. [`Error::NotFound`] if there is none, [`Error::ConflictWith`] if it was already decided, or can't be
/// approved because its address isn't confirmed or the shop has an owner.
pub(in crate::features::claims) async fn decide(
    services: &Services,
    actor: Actor,
    id: Uuid,
    verdict: Verdict,
) -> Result<Acted<Reviewable>> {
    let action = match verdict {
        Verdict::Approve => "claim.approve",
        Verdict::Reject(_) => "claim.reject",
    };
    let held = services.clone();
    services
        .ledger
        .act(actor, action, move |act| {
            let (services, verdict) = (held.clone(), verdict.clone());
            Box::pin(async move { decide_in(act, &services, id, &verdict).await })
        })
        .await
}

async fn decide_in(
    act: &Act<'_>,
    services: &Services,
    id: Uuid,
    verdict: &Verdict,
) -> Result<Reviewable> {
    // The shop is locked first, so decisions about its claims happen one after the other.
    let known = Entity::find_by_id(id).one(act.transaction()).await?;
    let shop_id = known.ok_or_else(no_claim)?.shop_id;
    let shop: shop::Model = act.find(shop_id).await?.ok_or_else(no_claim)?;
    let claim: claim::Model = act.find(id).await?.ok_or_else(no_claim)?;
    if claim.status != Status::Pending {
        return Err(Error::already_decided(
            "This claim has already been decided.",
        ));
    }
    act.set_subject(Subject::new("claim", claim.id, &shop.name));
    let about = about(&shop);
    let brand = services.brand();
    match verdict {
        Verdict::Approve => {
            if claim.email_confirmed_at.is_none() {
                return Err(unconfirmed());
            }
            let words = emails::approved(&brand, about)?;
            approve_in(act, services, (&shop, &claim), words).await?;
        }
        Verdict::Reject(reason) => {
            let mut after = decided(act, &claim);
            after.status = Status::Rejected;
            after.rejection_reason = Some(reason.clone());
            act.set_note(reason);
            act.update(&claim, after).await?;
            let words = emails::rejected(&brand, about, reason)?;
            tell_claimant(act, services, &claim, words).await?;
        }
    }
    find(act.transaction(), id).await?.ok_or_else(no_claim)
}

fn decided(act: &Act<'_>, claim: &claim::Model) -> claim::Model {
    let mut after = claim.clone();
    after.reviewed_at = Some(act.now());
    after
}

/// Makes the claimant the owner, rejects the other claims, and emails everybody.
pub(super) async fn approve_in(
    act: &Act<'_>,
    services: &Services,
    (shop, claim): (&shop::Model, &claim::Model),
    words: MailText,
) -> Result<()> {
    give(act, shop, claim).await?;
    end_others(act, services, claim, about(shop)).await?;
    let mut after = decided(act, claim);
    after.status = Status::Approved;
    act.update(claim, after).await?;
    tell_claimant(act, services, claim, words).await
}

/// Rejects the other claims for the shop. Claimants with a confirmed address are told.
async fn end_others(
    act: &Act<'_>,
    services: &Services,
    approved: &claim::Model,
    about: About<'_>,
) -> Result<()> {
    let shop = (approved.shop_id, Some(approved.id));
    let brand = services.brand();
    for claim in claiming::reject_waiting(act, shop, GIVEN_TO_ANOTHER).await? {
        let words = emails::rejected(&brand, about, GIVEN_TO_ANOTHER)?;
        tell_claimant(act, services, &claim, words).await?;
    }
    Ok(())
}

/// Emails the claimant, if they have proven the address with this claim: anyone may enter anybody's.
async fn tell_claimant(
    act: &Act<'_>,
    services: &Services,
    claim: &claim::Model,
    words: MailText,
) -> Result<()> {
    let person = sessions::find_person(act.transaction(), claim.person_id).await?;
    match person.filter(|_| claim.email_confirmed_at.is_some()) {
        Some(person) => mail_decision(act, services, &person, words).await,
        None => Ok(()),
    }
}

fn unconfirmed() -> Error {
    Error::ConflictWith {
        message: UNCONFIRMED.into(),
        details: json!({ "kind": "unconfirmed" }),
    }
}

/// Makes the claimant the owner, if there is none.
async fn give(act: &Act<'_>, shop: &shop::Model, claim: &claim::Model) -> Result<()> {
    if shop.deleted_at.is_some() {
        return Err(shop_not_found());
    }
    if shop.owner_id.is_some() {
        return Err(already_claimed());
    }
    let mut owned = shop.clone();
    owned.owner_id = Some(claim.person_id);
    // The administrator has reviewed it.
    owned.unconfirmed_since = None;
    if let Some(words) = claim.owner_description.clone()
        && shop.owner_description.is_none()
    {
        owned.owner_description = Some(words);
        let fact = "ownerDescription".to_owned();
        owned.provenance.0.insert(fact, OWNER.to_owned());
    }
    if claim.is_open_again && shop.closed_at.is_some() {
        owned.closed_at = None;
        let sources = &mut owned.provenance.0;
        sources.insert(CLOSED.to_owned(), OWNER.to_owned());
    }
    act.update(shop, owned).await?;
    Ok(())
}
