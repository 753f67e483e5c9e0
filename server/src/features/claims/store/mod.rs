//! Writes claims and their confirmation. Decisions are in `review`, changes of ownership in `ownership` and
//! `hand_over`.

pub(super) mod hand_over;
pub(super) mod hand_over_links;
pub(super) mod mine;
mod moving;
pub(super) mod ownership;
pub(super) mod pending_transfers;
pub(super) mod proving;
pub(super) mod review;

use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, EntityTrait};
use serde_json::json;
use uuid::Uuid;

use super::{
    CLAIM,
    emails::{self, About},
    form::Claim,
    proof::ClaimProof,
};
use crate::{
    catalog::{
        claiming::{self, NewClaim},
        entities::{
            city,
            claim::{self, Status},
            shop,
        },
        not_found::shop_not_found,
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        codes::{self, ProofMethod, Purpose},
        error::{Error, Result},
        limits::table::CLAIMS_OF_A_NETWORK,
        limits_shared,
        mail::{EmailAddress, MailText, NewMail},
        network::Network,
        sessions::{self, SignedIn, person},
        web::Actor,
    },
};

const CLAIMED: &str = "This business has already been claimed. If you believe this is an error, please contact support.";
const CLOSED: &str = "This coffee shop is marked as permanently closed. Is it open again?";

/// A new claim.
#[derive(Clone, Debug)]
pub(super) struct Opened {
    pub(super) claim: claim::Model,
    pub(super) shop: shop::Model,
    /// When a code can be sent, if none could now.
    pub(super) next_code_at: Option<DateTime<Utc>>,
}

/// The facts about a shop that emails mention.
fn about(shop: &shop::Model) -> About<'_> {
    About {
        name: &shop.name,
        slug: &shop.slug,
    }
}

pub(super) fn no_claim() -> Error {
    Error::NotFound("There is no such claim.".into())
}

pub(super) fn already_claimed() -> Error {
    Error::ConflictWith {
        message: CLAIMED.into(),
        details: json!({ "kind": "already_claimed" }),
    }
}

/// Opens a claim and sends its code. What others have claimed with this address makes no difference to the answer, because
/// anyone may enter any address.
pub(super) async fn open(
    services: &Services,
    shop_id: Uuid,
    form: Claim,
    network: Network,
) -> Result<Opened> {
    let held = services.clone();
    let acted = services
        .ledger
        .act(Actor::Visitor, "claim.open", move |act| {
            let (services, form) = (held.clone(), form.clone());
            Box::pin(async move { open_in(act, &services, shop_id, form, network).await })
        })
        .await?;
    services.mail.wake();
    Ok(acted.value)
}

async fn open_in(
    act: &Act<'_>,
    services: &Services,
    shop_id: Uuid,
    form: Claim,
    network: Network,
) -> Result<Opened> {
    let (transaction, now) = (act.transaction(), act.now());
    let shop: shop::Model = act.find(shop_id).await?.ok_or_else(shop_not_found)?;
    if shop.deleted_at.is_some() || !shop.is_active {
        return Err(shop_not_found());
    }
    if shop.owner_id.is_some() {
        return Err(already_claimed());
    }
    if shop.closed_at.is_some() && !form.is_open_again {
        return Err(Error::ConflictWith {
            message: CLOSED.into(),
            details: json!({ "kind": "shop_closed" }),
        });
    }
    let by = (&services.keys, &services.identifiers);
    // The name belongs to the person once the address is confirmed.
    let person = sessions::ensure_person(transaction, by, &form.email, None, now).await?;
    let limit = &CLAIMS_OF_A_NETWORK;
    limits_shared::count(transaction, &services.keys, limit, network, now).await?;
    let claim = claiming::open(
        act,
        NewClaim {
            id: services.identifiers.next(),
            shop_id: shop.id,
            person_id: person.id,
            owner_name: form.owner_name,
            owner_phone: form.owner_phone,
            business_role: form.business_role,
            additional_info: form.additional_info,
            owner_description: Some(form.owner_description),
            is_open_again: form.is_open_again && shop.closed_at.is_some(),
            from_listing: false,
            is_confirmed: false,
        },
    )
    .await?;
    act.set_subject(Subject::new("claim", claim.id, &shop.name));
    let sent = send_claim_code(act, services, (&claim, &shop), &form.email).await;
    let next_code_at = codes::next_code_at(sent, now)?;
    Ok(Opened {
        claim,
        shop,
        next_code_at,
    })
}

async fn send_claim_code(
    act: &Act<'_>,
    services: &Services,
    (claim, shop): (&claim::Model, &shop::Model),
    to: &EmailAddress,
) -> Result<()> {
    let town = town_of(act, shop).await?;
    let sender = services.code_sender();
    let email = emails::claim_code(&sender.brand, &town);
    let purpose = purpose(CLAIM, claim.id);
    codes::send(act.transaction(), sender, &purpose, (to, &email), act.now()).await
}

/// `Alexandria, LA`.
async fn town_of(act: &Act<'_>, shop: &shop::Model) -> Result<String> {
    let city = city::Entity::find_by_id(shop.city_id)
        .one(act.transaction())
        .await?;
    Ok(city.map_or_else(
        || "its town".to_owned(),
        |city| format!("{}, {}", city.name, city.state),
    ))
}

pub(super) fn purpose(name: &'static str, subject: Uuid) -> Purpose {
    Purpose {
        name,
        subject: Some(subject),
    }
}

/// Puts an email to a proven address into the outbox.
async fn send_mail(
    act: &Act<'_>,
    services: &Services,
    to: &person::Model,
    words: MailText,
    about: Uuid,
) -> Result<()> {
    let mail = letter(to, words, Some(about))?;
    let id = services.identifiers.next();
    services
        .mail
        .enqueue(act.transaction(), &mail, id, act.now())
        .await
}

fn letter(to: &person::Model, words: MailText, about: Option<Uuid>) -> Result<NewMail> {
    Ok(NewMail {
        to: address_of(to)?,
        words,
        about,
        list: None,
    })
}

/// Emails someone the administrator's decision. Undoing the decision soon enough recalls the email.
async fn mail_decision(
    act: &Act<'_>,
    services: &Services,
    to: &person::Model,
    words: MailText,
) -> Result<()> {
    let mail = letter(to, words, None)?;
    let ids = (services.identifiers.next(), act.entry());
    let outbox = act.transaction();
    services
        .mail
        .enqueue_held(outbox, &mail, ids, act.now())
        .await
}

/// A claim with its person.
pub(super) async fn find_claim(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<(claim::Model, person::Model)>> {
    let Some(row) = claim::Entity::find_by_id(id).one(connection).await? else {
        return Ok(None);
    };
    let person = sessions::find_person(connection, row.person_id).await?;
    Ok(person.map(|person| (row, person)))
}

/// Sends another code for a claim that waits for one.
pub(super) async fn send_again(services: &Services, id: Uuid, to: EmailAddress) -> Result<()> {
    let held = services.clone();
    services
        .ledger
        .act(Actor::Visitor, "claim.code", move |act| {
            let (services, to) = (held.clone(), to.clone());
            Box::pin(async move {
                let waits = |claim: &claim::Model| {
                    claim.status == Status::Pending && claim.email_confirmed_at.is_none()
                };
                let claim = act.find::<claim::Model>(id).await?.filter(waits);
                let shop = match &claim {
                    Some(claim) => act.find::<shop::Model>(claim.shop_id).await?,
                    None => None,
                };
                match claim.zip(shop) {
                    Some((claim, shop)) => {
                        send_claim_code(act, &services, (&claim, &shop), &to).await
                    }
                    // Counted all the same, so that nobody can tell whose address it is.
                    None => {
                        let (keys, address) = (&services.keys, (CLAIM, &to));
                        codes::count_request(act.transaction(), keys, address, act.now()).await
                    }
                }
            })
        })
        .await?;
    services.mail.wake();
    Ok(())
}

/// A confirmed claim.
#[derive(Clone, Debug)]
pub(super) struct Confirmed {
    pub(super) claim: claim::Model,
    pub(super) shop: shop::Model,
    pub(super) person: person::Model,
    /// For the cookie of a new session.
    pub(super) token: Option<String>,
}

/// Confirms the address of a claim. A wrong guess is counted.
pub(super) async fn confirm(
    services: &Services,
    (claim, person): (claim::Model, person::Model),
    method: ProofMethod,
    before: SignedIn,
) -> Result<Confirmed> {
    let held = services.clone();
    let actor = Actor::Person(person.id);
    let acted = services
        .ledger
        .act(actor, "claim.confirm", move |act| {
            let (services, person, method) = (held.clone(), person.clone(), method.clone());
            let id = claim.id;
            Box::pin(async move {
                let by = (&services.keys, &services.identifiers);
                let with = (&purpose(CLAIM, id), &before);
                let token = match method.check(act.transaction(), by, with, act.now()).await? {
                    Err(refused) => return Ok(Err(refused)),
                    Ok(token) => token,
                };
                let claim: claim::Model = act.find(id).await?.ok_or_else(shop_not_found)?;
                let shop: shop::Model =
                    act.find(claim.shop_id).await?.ok_or_else(shop_not_found)?;
                act.set_subject(Subject::new("claim", claim.id, &shop.name));
                if claim.email_confirmed_at.is_some() || claim.status != Status::Pending {
                    return Ok(Ok(Confirmed {
                        claim,
                        shop,
                        person,
                        token,
                    }));
                }
                let (address, name) = (address_of(&person)?, Some(claim.owner_name.as_str()));
                sessions::ensure_person(act.transaction(), by, &address, name, act.now()).await?;
                let claim = claiming::confirm(act, claim).await?;
                let missing = ClaimProof::of(&services, &claim, &person, &shop);
                let whose = (&claim, &person);
                let approves = services.settings.claims_auto_approve
                    && proving::approvable(act, whose, &shop).await?.is_some();
                // Who owns the shop a moment later isn't told to wait.
                if !approves {
                    let brand = services.brand();
                    let words = emails::received(&brand, about(&shop), missing.as_ref())?;
                    send_mail(act, &services, &person, words, shop.id).await?;
                }
                Ok(Ok(Confirmed {
                    claim,
                    shop,
                    person,
                    token,
                }))
            })
        })
        .await?;
    services.mail.wake();
    let mut confirmed = acted.value?;
    // The address is proven all the same; the job tries again.
    if let Err(error) = proving::approve_if_proven(services, confirmed.claim.id).await {
        tracing::error!(%error, "a proven claim couldn't be approved; the next hour tries again");
    }
    let connection = services.database.reads();
    if let Ok(Some((claim, _))) = find_claim(connection, confirmed.claim.id).await {
        confirmed.claim = claim;
    }
    Ok(confirmed)
}

fn address_of(person: &person::Model) -> Result<EmailAddress> {
    EmailAddress::parse(&person.email, "ownerEmail")
}
