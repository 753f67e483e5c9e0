//! The rows of requests, and the effects of a decision.

use std::collections::HashMap;

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::{
    emails,
    rules::{TakedownAction, read_reason},
    takedown::{action_of, take_down},
};
use crate::{
    catalog::{
        admission::week::Week,
        claiming,
        entities::{
            request::{Column, Entity, Kind, Model, Status},
            shop,
        },
        not_found::request_not_found,
        requests::{self, NewRequest},
        writing::{Act, Subject},
    },
    features::{
        Services,
        listings::{
            admit::admit,
            emails as listing_emails,
            entity::{self, listing},
            form::ListingForm,
            store::{self, NewListing, Written},
        },
    },
    platform::{
        error::{Error, Result},
        limits::{InDatabase, Limit},
        limits_shared,
        network::Network,
        web::Actor,
    },
};

/// How many decided requests a list shows.
const MAX_DECIDED: u64 = 200;

/// The administrator's decision.
#[derive(Clone, Debug)]
pub enum Decision {
    /// For a take-down, the action, unless its reason determines it.
    Approve(Option<TakedownAction>),
    /// With the reason.
    Reject(String),
}

impl Decision {
    /// A rejection with this reason.
    ///
    /// # Errors
    ///
    /// When the reason is missing or too long.
    pub fn reject(reason: &str) -> Result<Self> {
        read_reason(Some(reason)).map(Self::Reject)
    }
}

/// A decided request.
#[derive(Clone, Debug)]
pub struct Decided {
    pub row: Model,
    /// The slug of the shop that it is about.
    pub shop_slug: Option<String>,
    /// The act, for undo.
    pub entry: Option<Uuid>,
}

/// Stores a request, counting it for the network it came from.
pub(super) async fn add(
    services: &Services,
    new: NewRequest,
    (limit, network): (&'static Limit<InDatabase>, Network),
) -> Result<Uuid> {
    let held = services.clone();
    let acted = services
        .ledger
        .act(Actor::Visitor, "request.add", move |act| {
            let (services, new) = (held.clone(), new.clone());
            Box::pin(async move {
                let keys = &services.keys;
                limits_shared::count(act.transaction(), keys, limit, network, act.now()).await?;
                let row = requests::add(act, services.identifiers.next(), new).await?;
                act.set_subject(Subject::new("request", row.id, &row.subject));
                Ok(row.id)
            })
        })
        .await?;
    Ok(acted.value)
}

/// Requests, and decisions about them.
#[derive(Clone, Debug)]
pub struct RequestQueue(Services);

impl RequestQueue {
    /// This installation's queue.
    #[must_use]
    pub fn new(services: &Services) -> Self {
        Self(services.clone())
    }

    /// Open requests first, oldest first; then the most recently decided ones. With the slugs of their shops.
    pub async fn list(&self) -> Result<Vec<(Model, Option<String>)>> {
        let connection = self.0.database.reads();
        let mut rows = Entity::find()
            .filter(Column::Status.eq(Status::Open))
            .order_by_asc(Column::CreatedAt)
            .order_by_asc(Column::Id)
            .all(connection)
            .await?;
        let decided = Entity::find()
            .filter(Column::Status.ne(Status::Open))
            .order_by_desc(Column::DecidedAt)
            .order_by_desc(Column::Id)
            .limit(MAX_DECIDED)
            .all(connection)
            .await?;
        rows.extend(decided);
        let ids: Vec<Uuid> = rows.iter().filter_map(|row| row.shop_id).collect();
        let mut slugs = HashMap::new();
        for some in ids.chunks(500) {
            let found: Vec<(Uuid, String)> = shop::Entity::find()
                .select_only()
                .columns([shop::Column::Id, shop::Column::Slug])
                .filter(shop::Column::Id.is_in(some.iter().copied()))
                .into_tuple()
                .all(connection)
                .await?;
            slugs.extend(found);
        }
        let with_slug = |row: Model| {
            let slug = row.shop_id.and_then(|id| slugs.get(&id).cloned());
            (row, slug)
        };
        Ok(rows.into_iter().map(with_slug).collect())
    }

    /// Decides a request and carries it out.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`] if there is none, [`Error::ConflictWith`] if it was already decided; otherwise when it can't
    /// be carried out.
    pub async fn decide(&self, actor: Actor, id: Uuid, decision: Decision) -> Result<Decided> {
        let services = self.0.clone();
        let row = Entity::find_by_id(id)
            .one(services.database.reads())
            .await?
            .ok_or_else(request_not_found)?;
        // Slow checks happen before the transaction.
        let listing = match (&decision, row.kind) {
            (Decision::Approve(_), Kind::ChainObjection | Kind::DuplicateObjection) => {
                Some(self.prepared(&row).await?)
            }
            _ => None,
        };
        let action = match decision {
            Decision::Approve(_) => "request.approve",
            Decision::Reject(_) => "request.reject",
        };
        let held = services.clone();
        let acted = services
            .ledger
            .act(actor, action, move |act| {
                let (services, decision) = (held.clone(), decision.clone());
                let listing = listing.clone();
                Box::pin(async move { decide_in(act, &services, id, &decision, listing).await })
            })
            .await?;
        // A listing that is let in asks for confirmation right away.
        services.mail.wake();
        let (row, shop_slug) = acted.value;
        Ok(Decided {
            row,
            shop_slug,
            entry: acted.entry,
        })
    }

    /// The refused listing of an objection, ready to be written.
    async fn prepared(&self, row: &Model) -> Result<NewListing> {
        let unreadable = |error: serde_json::Error| {
            Error::Internal(format!("the form of request {}: {error}", row.id))
        };
        let details = row.details.clone().unwrap_or_default();
        let form: ListingForm = serde_json::from_value(details).map_err(unreadable)?;
        let listing = form.read()?;
        let admitted = admit(&self.0, &listing, true).await?;
        Ok(NewListing {
            admitted,
            opening_hours: Week::read(listing.hours.clone()).osm,
            network: None,
            listing,
        })
    }
}

async fn decide_in(
    act: &Act<'_>,
    services: &Services,
    id: Uuid,
    decision: &Decision,
    listing: Option<NewListing>,
) -> Result<(Model, Option<String>)> {
    let row: Model = act.find(id).await?.ok_or_else(request_not_found)?;
    if row.status != Status::Open {
        return Err(Error::already_decided(
            "This request has already been decided.",
        ));
    }
    let mut after = row.clone();
    after.decided_at = Some(act.now());
    match decision {
        Decision::Approve(_) => after.status = Status::Approved,
        Decision::Reject(reason) => {
            after.status = Status::Rejected;
            after.answer = Some(reason.clone());
            act.set_note(reason);
        }
    }
    let mut slug = None;
    let mut done = None;
    let takes_down = matches!(
        row.kind,
        Kind::Takedown | Kind::ListingNotMine | Kind::ClaimNotMine
    );
    if let (true, Decision::Approve(said)) = (takes_down, decision) {
        let action = action_of(&row, *said)?;
        slug = take_down(act, services, &row, action).await?;
        done = Some(action);
    } else if row.kind == Kind::Listing {
        slug = settle_listing(act, services, &row, decision).await?;
    } else if let Some(new) = listing {
        let Written::Listed(listed) = store::list_in(act, services, &new).await? else {
            return Err(Error::Busy { seconds: 1 });
        };
        after.shop_id = Some(listed.shop.id);
        slug = Some(listed.shop.slug);
    } else if let Some(shop) = row.shop_id {
        slug = act.find::<shop::Model>(shop).await?.map(|shop| shop.slug);
    }
    act.set_subject(Subject::new("request", row.id, &row.subject));
    let row = act.update(&row, after).await?;
    if let Some(email) = &row.email {
        let brand = services.brand();
        let is_takedown = row.kind == Kind::Takedown;
        let words = match row.answer.as_deref() {
            Some(reason) => emails::refused(&brand, is_takedown, reason)?,
            None => emails::done(&brand, is_takedown, done)?,
        };
        emails::tell(act, services, email, words).await?;
    }
    Ok((row, slug))
}

/// Publishes a listing unconditionally, or removes it.
async fn settle_listing(
    act: &Act<'_>,
    services: &Services,
    row: &Model,
    decision: &Decision,
) -> Result<Option<String>> {
    let Some(shop_id) = row.shop_id else {
        return Ok(None);
    };
    let Some(shop) = act.find::<shop::Model>(shop_id).await? else {
        return Ok(None);
    };
    // Gone after a "Not me" (D91); the shop and the doubt about it are still there.
    let found = entity::listing_of(act.transaction(), shop_id).await?;
    let mut after = shop.clone();
    match decision {
        Decision::Approve(_) => {
            let is_confirmed = |(row, _): &(listing::Model, _)| row.confirmed_at.is_some();
            if found.as_ref().is_some_and(is_confirmed) {
                after.unconfirmed_since = None;
            }
        }
        Decision::Reject(reason) => {
            after.is_active = false;
            claiming::reject_waiting(act, (shop.id, None), reason).await?;
            let brand = services.brand();
            let words = listing_emails::removed(&brand, &shop.name, reason)?;
            // An unproven address doesn't get emails with other people's text.
            let person = found.as_ref().map(|(_, person)| person);
            if let Some(person) = person.filter(|person| person.confirmed_at.is_some()) {
                emails::tell(act, services, &person.email, words).await?;
            }
        }
    }
    if let Some((listing, _)) = found {
        let settled = listing::Model {
            doubt: None,
            ..listing.clone()
        };
        act.update(&listing, settled).await?;
    }
    let shop = act.update(&shop, after).await?;
    Ok(Some(shop.slug))
}
