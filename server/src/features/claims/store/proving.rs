//! Strong proof (D100): looking at the shop's website, and approving what is proven.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, sea_query::Expr};
use uuid::Uuid;

use super::{about, mail_decision, no_claim, review::approve_in};
use crate::{
    catalog::{
        entities::{
            audit::entry,
            claim::{self, Column, Entity, Status},
            shop,
        },
        writing::{Act, Subject},
    },
    features::{
        Services,
        claims::{
            emails,
            evidence::{Means, Witness, proof},
            proof::{look, website_code},
        },
    },
    platform::{
        error::{Error, Result},
        limits::table::WEBSITE_CHECKS_OF_A_CLAIM,
        limits_shared,
        sessions::{self, person},
        web::Actor,
    },
};

/// The act that approves a proven claim.
pub(in crate::features::claims) const PROVE: &str = "claim.prove";
/// How long an approval by proof can be undone.
pub(in crate::features::claims) const UNDOABLE: TimeDelta = TimeDelta::days(14);
/// A website that was looked at once is looked at again after this time.
const LOOK_AGAIN: TimeDelta = TimeDelta::hours(23);
/// Claims that are older wait for the administrator alone.
const EXAMINED: TimeDelta = TimeDelta::days(90);
/// Claims per turn of the job.
const BATCH: u64 = 200;

/// Looks for a claim's code on the listing's website, at the claimant's word. Approves the claim if that proves it.
///
/// # Errors
///
/// [`Error::NotFound`] if it isn't this person's claim, [`Error::Conflict`] if it doesn't wait anymore or no website could
/// prove it, [`Error::TooMany`].
pub(in crate::features::claims) async fn check(
    services: &Services,
    id: Uuid,
    person: Uuid,
) -> Result<(claim::Model, shop::Model)> {
    let (row, shop) = of(services, id).await?;
    if row.person_id != person {
        return Err(no_claim());
    }
    if row.status != Status::Pending || row.email_confirmed_at.is_none() {
        return Err(Error::Conflict(
            "This claim doesn't wait for a proof.".into(),
        ));
    }
    if !matches!(Witness::of(&shop), Witness::Own { .. }) {
        return Err(Error::Conflict(
            "The listing has no website of its own that could prove your claim, so a person decides."
                .into(),
        ));
    }
    let (keys, now) = (services.keys.clone(), services.clock.now());
    services
        .database
        .transaction(move |transaction| {
            let (keys, claim) = (keys.clone(), id.to_string());
            Box::pin(async move {
                let limit = &WEBSITE_CHECKS_OF_A_CLAIM;
                limits_shared::count(transaction, &keys, limit, claim, now).await
            })
        })
        .await?;
    examine(services, Actor::Person(person), (&row, &shop)).await?;
    approve_if_proven(services, id).await?;
    of(services, id).await
}

async fn of(services: &Services, id: Uuid) -> Result<(claim::Model, shop::Model)> {
    let connection = services.database.reads();
    let row = Entity::find_by_id(id).one(connection).await?;
    let row = row.ok_or_else(no_claim)?;
    let shop = shop::Entity::find_by_id(row.shop_id)
        .one(connection)
        .await?;
    Ok((row, shop.ok_or_else(no_claim)?))
}

/// Looks at the website and notes the result.
async fn examine(
    services: &Services,
    actor: Actor,
    (row, shop): (&claim::Model, &shop::Model),
) -> Result<()> {
    let witness = Witness::of(shop);
    let (Some(host), Some(website)) = (witness.host(), shop.website.as_deref()) else {
        return Ok(());
    };
    let code = website_code(&services.keys, row.id);
    let found = look(services, (website, host), &code).await;
    let (id, host) = (row.id, host.to_owned());
    services
        .ledger
        .act(actor, "claim.check", move |act| {
            let (host, found) = (host.clone(), found.clone());
            Box::pin(async move { note(act, id, &host, found.err()).await })
        })
        .await?;
    Ok(())
}

async fn note(act: &Act<'_>, id: Uuid, host: &str, problem: Option<String>) -> Result<()> {
    let Some(row) = act.find::<claim::Model>(id).await? else {
        return Ok(());
    };
    if row.status != Status::Pending {
        return Ok(());
    }
    let problem = problem.map(|text| text.chars().take(300).collect::<String>());
    // That we looked is no change of the claim; that we found the code is.
    Entity::update_many()
        .col_expr(Column::CheckedWebsite, Expr::value(host))
        .col_expr(Column::WebsiteCheckedAt, Expr::value(act.now()))
        .col_expr(Column::WebsiteProblem, Expr::value(problem.clone()))
        .filter(Column::Id.eq(id))
        .exec(act.transaction())
        .await?;
    let proven = problem.is_none().then(|| host.to_owned());
    if row.proven_website == proven {
        return Ok(());
    }
    let Some(now) = act.find::<claim::Model>(id).await? else {
        return Ok(());
    };
    let shop = act.find::<shop::Model>(row.shop_id).await?;
    let label = shop.map(|shop| shop.name).unwrap_or_default();
    act.set_subject(Subject::new("claim", id, &label));
    let mut after = now.clone();
    after.proven_website = proven;
    act.update(&now, after).await?;
    Ok(())
}

/// Approves a claim that is proven, if the operator wants that; otherwise does nothing.
pub(in crate::features::claims) async fn approve_if_proven(
    services: &Services,
    id: Uuid,
) -> Result<()> {
    if !services.settings.claims_auto_approve {
        return Ok(());
    }
    let held = services.clone();
    services
        .ledger
        .act(Actor::System, PROVE, move |act| {
            let services = held.clone();
            Box::pin(async move { prove_in(act, &services, id).await })
        })
        .await?;
    services.mail.wake();
    Ok(())
}

async fn prove_in(act: &Act<'_>, services: &Services, id: Uuid) -> Result<()> {
    // The shop is locked first, as for the administrator's decision.
    let known = Entity::find_by_id(id).one(act.transaction()).await?;
    let Some(known) = known else { return Ok(()) };
    let Some(shop) = act.find::<shop::Model>(known.shop_id).await? else {
        return Ok(());
    };
    let Some(claim) = act.find::<claim::Model>(id).await? else {
        return Ok(());
    };
    let person = sessions::find_person(act.transaction(), claim.person_id).await?;
    let Some(person) = person else { return Ok(()) };
    let Some(means) = approvable(act, (&claim, &person), &shop).await? else {
        return Ok(());
    };
    act.set_subject(Subject::new("claim", claim.id, &shop.name));
    act.set_note(match means {
        Means::Mail => "The address is at the shop's own domain.",
        Means::Website => "The claim's code is on the shop's own website.",
    });
    let brand = services.brand();
    let words = emails::proven(&brand, about(&shop), means)?;
    approve_in(act, services, (&shop, &claim), words).await?;
    for contact in former_contacts(act, &shop, claim.person_id).await? {
        let until = act.now() + UNDOABLE;
        let words = emails::contact_told(&brand, about(&shop), (means, until))?;
        mail_decision(act, services, &contact, words).await?;
    }
    Ok(())
}

/// What proves a claim that may be approved without the administrator.
pub(super) async fn approvable(
    act: &Act<'_>,
    (claim, person): (&claim::Model, &person::Model),
    shop: &shop::Model,
) -> Result<Option<Means>> {
    let is_open = claim.status == Status::Pending
        && shop.owner_id.is_none()
        && shop.deleted_at.is_none()
        && shop.is_active
        && shop.closed_at.is_none();
    match proof(claim, person, shop, act.now()).filter(|_| is_open) {
        Some(means) if !was_undone(act, claim).await? => Ok(Some(means)),
        _ => Ok(None),
    }
}

/// Whether the administrator has undone an approval for this shop, revoked an ownership of it, or rejected this person's
/// claim: then nothing is approved without them.
async fn was_undone(act: &Act<'_>, claim: &claim::Model) -> Result<bool> {
    // Whoever claims again after a decision has another claim.
    let claims: Vec<(Uuid, Uuid)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::PersonId])
        .filter(Column::ShopId.eq(claim.shop_id))
        .into_tuple()
        .all(act.transaction())
        .await?;
    let undone = entry::Entity::find()
        .filter(entry::Column::SubjectId.is_in(claims.iter().map(|(id, _)| *id)))
        .filter(entry::Column::Action.is_in([PROVE, "claim.approve"]))
        .filter(entry::Column::UndoneBy.is_not_null())
        .one(act.transaction())
        .await?;
    let own = claims
        .iter()
        .filter(|(_, person)| *person == claim.person_id);
    let rejected = entry::Entity::find()
        .filter(entry::Column::SubjectId.is_in(own.map(|(id, _)| *id)))
        .filter(entry::Column::Action.eq("claim.reject"))
        .filter(entry::Column::UndoneBy.is_null())
        .one(act.transaction())
        .await?;
    if undone.is_some() || rejected.is_some() {
        return Ok(true);
    }
    let revoked = entry::Entity::find()
        .filter(entry::Column::SubjectId.eq(claim.shop_id))
        .filter(entry::Column::Action.eq("owner.take_back"))
        .one(act.transaction())
        .await?;
    Ok(revoked.is_some())
}

/// Those who answered for the listing before: who listed it, and the owner who left last.
async fn former_contacts(
    act: &Act<'_>,
    shop: &shop::Model,
    owner: Uuid,
) -> Result<Vec<person::Model>> {
    let left = entry::Entity::find()
        .filter(entry::Column::SubjectId.eq(shop.id))
        .filter(entry::Column::Action.eq("owner.leave"))
        .filter(entry::Column::UndoneBy.is_null())
        .order_by_desc(entry::Column::CreatedAt)
        .order_by_desc(entry::Column::Id)
        .one(act.transaction())
        .await?;
    let mut ids: Vec<Uuid> = shop.submitter_id.into_iter().collect();
    ids.extend(left.and_then(|entry| entry.actor_id));
    ids.sort_unstable();
    ids.dedup();
    let mut found = Vec::new();
    for id in ids.into_iter().filter(|id| *id != owner) {
        let person = sessions::find_person(act.transaction(), id).await?;
        found.extend(person.filter(|person| person.confirmed_at.is_some()));
    }
    Ok(found)
}

/// Examines claims that wait: a website that changed, a line that came since, thirty days that have passed.
pub(in crate::features::claims) async fn examine_waiting(services: &Services) -> Result<()> {
    let now = services.clock.now();
    let mut after = Uuid::nil();
    loop {
        let rows = Entity::find()
            .filter(Column::Status.eq(Status::Pending))
            .filter(Column::EmailConfirmedAt.gt(now - EXAMINED))
            .filter(Column::Id.gt(after))
            .order_by_asc(Column::Id)
            .limit(BATCH)
            .all(services.database.reads())
            .await?;
        let Some(last) = rows.last() else {
            return Ok(());
        };
        after = last.id;
        for row in &rows {
            let (row, shop) = match of(services, row.id).await {
                Ok(found) => found,
                Err(Error::NotFound(_)) => continue,
                Err(error) => return Err(error),
            };
            // One that fails doesn't keep the others waiting.
            if let Err(error) = look_again(services, (&row, &shop), now).await {
                tracing::error!(%error, claim = %row.id, "a claim couldn't be examined; the next hour tries again");
            }
        }
    }
}

async fn look_again(
    services: &Services,
    (row, shop): (&claim::Model, &shop::Model),
    now: DateTime<Utc>,
) -> Result<()> {
    if is_due(row, shop, now) {
        examine(services, Actor::System, (row, shop)).await?;
    }
    approve_if_proven(services, row.id).await
}

/// Whether to look at the website again; nobody's is looked at before the claimant asked for it once.
fn is_due(row: &claim::Model, shop: &shop::Model, now: DateTime<Utc>) -> bool {
    let witness = Witness::of(shop);
    let (Some(host), Some(checked_at)) = (witness.host(), row.website_checked_at) else {
        return false;
    };
    let is_other = row.checked_website.as_deref() != Some(host);
    let is_found = row.proven_website.as_deref() == Some(host);
    is_other || (!is_found && checked_at + LOOK_AGAIN <= now)
}

/// The acts that approved these claims by proof, and haven't been undone.
pub(in crate::features::claims) async fn approvals(
    services: &Services,
    claims: &[Uuid],
) -> Result<Vec<entry::Model>> {
    Ok(entry::Entity::find()
        .filter(entry::Column::SubjectId.is_in(claims.iter().copied()))
        .filter(entry::Column::Action.eq(PROVE))
        .filter(entry::Column::UndoneBy.is_null())
        .all(services.database.reads())
        .await?)
}
