//! Executes a decision: updates, closes or removes the shop, and answers the senders.

use serde_json::json;
use uuid::Uuid;

use super::{
    answers::Suggestion,
    emails, facts,
    queue::{SuggestionQueue, is_counted},
    store,
};
use crate::{
    catalog::{
        admission::{
            chains::{self, List},
            facts::CLOSED,
        },
        entities::{
            self, shop,
            suggestion::{Field, Fields, Kind, Model, Status},
        },
        not_found::suggestion_not_found,
        patch::ShopPatch,
        people::{self, ShopAccess, ShopRole},
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        error::{Error, FieldErrors, Result},
        mail::{EmailAddress, NewMail},
        typed_text::Field as Typed,
        web::Actor,
    },
};

const ANSWER: Typed = Typed {
    name: "answer",
    label: "Answer",
    most: 500,
};

/// What of a suggestion is taken over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Take {
    All,
    Fields(Vec<Field>),
    None,
}

/// A decision on a suggestion.
#[derive(Clone, Debug)]
pub struct Decision {
    pub take: Take,
    /// For senders who left an email address.
    pub answer: Option<String>,
    /// The version of the shop that the diff was based on.
    pub version: Option<i64>,
    /// Whether a chain decision applies to all shops of this name.
    pub is_remembered: bool,
}

impl Decision {
    /// A decision without an answer.
    #[must_use]
    pub fn plain(take: Take) -> Self {
        Self {
            take,
            answer: None,
            version: None,
            is_remembered: false,
        }
    }

    /// Adds an answer for the senders, as typed.
    ///
    /// # Errors
    ///
    /// If the answer is invalid, e.g. too long.
    pub fn answered(self, typed: Option<&str>) -> Result<Self> {
        let mut wrong = FieldErrors::default();
        let answer = ANSWER.paragraphs(typed, &mut wrong);
        wrong.refuse_any()?;
        Ok(Self { answer, ..self })
    }
}

impl SuggestionQueue {
    /// Decides a suggestion. `of` is what the deciding owner was admitted to; other shops' suggestions are out of their sight.
    ///
    /// # Errors
    /// [`Error::NotFound`] if there is none, [`Error::ConflictWith`] if it was already decided, or if the shop has
    /// changed since the version in the decision: `details` contains the current suggestion.
    pub async fn decide(
        &self,
        actor: Actor,
        of: Option<ShopAccess>,
        (id, decision): (Uuid, Decision),
    ) -> Result<Suggestion> {
        let services = &self.0;
        let action = if decision.take == Take::None {
            "suggestion.reject"
        } else {
            "suggestion.accept"
        };
        let held = services.clone();
        let acted = services
            .ledger
            .act(actor, action, move |act| {
                let (services, decision) = (held.clone(), decision.clone());
                Box::pin(async move {
                    let row: Model = act.find(id).await?.ok_or_else(suggestion_not_found)?;
                    if let Some(access) = of {
                        if access.shop != row.shop_id || row.kind == Kind::Chain {
                            return Err(suggestion_not_found());
                        }
                        let closes = row.kind == Kind::Closed && decision.take != Take::None;
                        if closes && access.role == ShopRole::Manager {
                            return Err(people::not_yours());
                        }
                        access.lock(act).await?;
                    }
                    decide_in(act, &services, row, (actor, &decision)).await
                })
            })
            .await?;
        services.mail.wake();
        let suggestion = self.find(id).await?;
        if acted.value {
            return Ok(suggestion);
        }
        Err(Error::stale(
            "The coffee shop has changed. Please check the differences again.",
            Some(json!(suggestion)),
        ))
    }
}

/// Returns `false` without deciding if the shop has another version.
async fn decide_in(
    act: &Act<'_>,
    services: &Services,
    row: Model,
    (actor, decision): (Actor, &Decision),
) -> Result<bool> {
    if row.status != Status::Open {
        return Err(Error::already_decided("This has already been decided."));
    }
    let shop: shop::Model = act
        .find(row.shop_id)
        .await?
        .ok_or_else(|| Error::Internal(format!("the shop of suggestion {} is gone", row.id)))?;
    if decision
        .version
        .is_some_and(|version| version != shop.edition)
    {
        return Ok(false);
    }
    let taken = fields_of(&row, &decision.take)?;
    let is_done = decision.take != Take::None;
    if is_done && shop.deleted_at.is_some() {
        return Err(Error::Conflict("This coffee shop has been removed.".into()));
    }
    let rows = if is_counted(&row) {
        store::open_of_kind(act.transaction(), row.shop_id, row.kind).await?
    } else {
        vec![row.clone()]
    };
    let mut after = shop.clone();
    match row.kind {
        Kind::Edit | Kind::Hours => {
            after = apply(act, services, (&row, &taken), (actor, &shop)).await?;
        }
        Kind::Closed if is_done => {
            after.closed_at = shop.closed_at.or(Some(act.now()));
            let sources = &mut after.provenance.0;
            sources.insert(CLOSED.to_owned(), role_of(actor).source().to_owned());
        }
        Kind::Closed => {}
        Kind::Chain => {
            after.is_active &= !is_done;
            if decision.is_remembered {
                let list = if is_done { List::Deny } else { List::Allow };
                chains::put(act, list, &shop.name).await?;
            }
        }
    }
    let is_whole = taken.len() == row.proposal.0.len();
    let status = match (is_done, is_whole) {
        (false, _) => Status::Rejected,
        (true, true) => Status::Accepted,
        (true, false) => Status::Partly,
    };
    act.update(&shop, after).await?;
    for open in rows {
        let mut decided = open.clone();
        decided.status = status;
        decided.accepted = is_done.then(|| Fields(taken.clone()));
        decided.answer.clone_from(&decision.answer);
        decided.entry_id = Some(act.entry());
        decided.decided_at = Some(act.now());
        act.update(&open, decided.clone()).await?;
        answer_sender(act, services, (&decided, &shop)).await?;
    }
    // Record shop changes in the shop's history.
    act.set_subject(match is_done {
        true => Subject::new("shop", shop.id, &shop.name),
        false => Subject::new("suggestion", row.id, &shop.name),
    });
    if let Some(answer) = &decision.answer {
        act.set_note(answer);
    }
    Ok(true)
}

/// The proposed fields to accept. Accepting only some requires at least one.
fn fields_of(row: &Model, take: &Take) -> Result<Vec<Field>> {
    let all = row.proposal.0.keys().copied();
    let taken: Vec<Field> = match take {
        Take::All => all.collect(),
        Take::None => Vec::new(),
        Take::Fields(fields) => all.filter(|field| fields.contains(field)).collect(),
    };
    match take {
        Take::Fields(fields) if taken.is_empty() || taken.len() < fields.len() => Err(
            Error::invalid_field("fields", "Choose from the suggested fields."),
        ),
        _ => Ok(taken),
    }
}

/// The shop with the accepted facts, which belong to whoever accepted them.
async fn apply(
    act: &Act<'_>,
    services: &Services,
    (row, taken): (&Model, &[Field]),
    (actor, shop): (Actor, &shop::Model),
) -> Result<shop::Model> {
    let role = role_of(actor);
    let patch = ShopPatch {
        confirms_hours: role == ShopRole::Owner,
        ..facts::patch_of(&row.proposal, taken)
    };
    patch.apply(act, &services.identifiers, (shop, role)).await
}

/// As whom somebody decides.
fn role_of(actor: Actor) -> ShopRole {
    match actor {
        Actor::Administrator(_) => ShopRole::Administrator,
        _ => ShopRole::Owner,
    }
}

/// Emails the sender the result. If the decision is undone and another one made, the sender gets that one, too.
async fn answer_sender(
    act: &Act<'_>,
    services: &Services,
    (row, shop): (&Model, &shop::Model),
) -> Result<()> {
    let Some(email) = store::address_of(act.transaction(), row.id).await? else {
        return Ok(());
    };
    let town = entities::city_row(act.transaction(), shop.city_id).await?;
    let brand = services.brand();
    let about = emails::About {
        name: &shop.name,
        slug: &shop.slug,
        town: town.as_ref().map_or("", |town| &town.name),
    };
    let mail = NewMail {
        to: EmailAddress::parse(&email, "email")?,
        words: emails::decided(&brand, about, row)?,
        about: Some(shop.id),
        list: None,
    };
    let ids = (services.identifiers.next(), act.entry());
    services
        .mail
        .enqueue_held(act.transaction(), &mail, ids, act.now())
        .await
}
