//! The pages behind links in emails. They are plain forms that need no script, rendered for one person (see
//! `platform::web::PrivatePage`).

use axum::{extract::State, http::StatusCode};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    digest,
    entity::reader,
    operator,
    page_forms::{Form, Link},
    rules, store,
};
use crate::{
    catalog::View,
    features::Services,
    platform::{
        error::{Error, Result},
        web::{PrivatePage, WholeBody, status_of},
    },
};

/// How many towns a search offers.
const MAX_FOUND: usize = 20;

/// What a page behind a mail link shows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewsletterPage {
    pub step: Step,
    /// What the forms send back: the token or the reader's pass.
    pub credential: String,
    /// Towns that can be ticked, those that are chosen first.
    pub towns: Vec<TownChoice>,
    /// What was typed to find a town.
    pub find: String,
    /// The towns were kept just now.
    pub is_saved: bool,
    /// Whom the mail has just gone to, or why it has not.
    pub message: String,
    /// The address of a sign-up whose hidden field was filled in, to be sent anyway; empty otherwise.
    pub email: String,
}

impl NewsletterPage {
    /// A page that says nothing but its step.
    fn of(step: Step) -> Self {
        Self {
            step,
            credential: String::new(),
            towns: Vec::new(),
            find: String::new(),
            is_saved: false,
            message: String::new(),
            email: String::new(),
        }
    }
}

/// A town to tick.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TownChoice {
    pub id: Uuid,
    /// Such as "Alexandria, LA".
    pub label: String,
    pub is_chosen: bool,
}

/// Which page it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Step {
    /// Someone has just signed up, and an email is on its way.
    Asked,
    /// The sign-up was refused.
    Refused,
    /// The confirmation button.
    Confirm,
    Confirmed,
    /// The token was already used.
    AlreadyConfirmed,
    /// The token has expired.
    Expired,
    /// The token or pass isn't valid.
    Invalid,
    Preferences,
    /// The unsubscribe button.
    Unsubscribe,
    Left,
}

/// The page after a sign-up without our script.
pub(super) fn asked(address: &str) -> PrivatePage {
    let page = NewsletterPage {
        message: address.to_owned(),
        ..NewsletterPage::of(Step::Asked)
    };
    PrivatePage::new("newsletter", StatusCode::OK, &page)
}

/// The page for a refused sign-up of `address` without our script.
pub(super) fn refused(error: &Error, address: &str) -> PrivatePage {
    let email = match error {
        Error::FilledByProgram(_) => address.to_owned(),
        _ => String::new(),
    };
    let page = NewsletterPage {
        message: error.to_string(),
        email,
        ..NewsletterPage::of(Step::Refused)
    };
    PrivatePage::new("newsletter", status_of(error), &page)
}

fn plain(step: Step, credential: &str) -> PrivatePage {
    let status = match step {
        Step::Invalid => StatusCode::NOT_FOUND,
        Step::Expired => StatusCode::GONE,
        _ => StatusCode::OK,
    };
    let page = NewsletterPage {
        credential: credential.to_owned(),
        ..NewsletterPage::of(step)
    };
    PrivatePage::new("newsletter", status, &page)
}

fn with_towns(
    view: &View,
    step: Step,
    credential: &str,
    chosen: &[Uuid],
    find: &str,
    is_saved: bool,
) -> PrivatePage {
    let page = NewsletterPage {
        credential: credential.to_owned(),
        towns: choices(view, chosen, find),
        find: find.to_owned(),
        is_saved,
        ..NewsletterPage::of(step)
    };
    PrivatePage::new("newsletter", StatusCode::OK, &page)
}

fn choices(view: &View, chosen: &[Uuid], find: &str) -> Vec<TownChoice> {
    let mut towns: Vec<TownChoice> = chosen
        .iter()
        .filter_map(|id| view.city(*id))
        .map(|town| TownChoice {
            id: town.city.id,
            label: digest::label(&town),
            is_chosen: true,
        })
        .collect();
    towns.sort_by(|one, other| one.label.cmp(&other.label));
    if !find.is_empty() {
        let found = view.cities().into_iter().filter(|town| {
            !chosen.contains(&town.city.id)
                && rules::begins_with(&town.city.name, &town.city.state, find)
        });
        towns.extend(found.take(MAX_FOUND).map(|town| TownChoice {
            id: town.city.id,
            label: digest::label(town),
            is_chosen: false,
        }));
    }
    towns
}

/// The page with the button. Changes nothing.
pub(super) async fn show_confirm(
    State(services): State<Services>,
    link: Link,
) -> Result<PrivatePage> {
    let step = step_of_token(&services, &link.token).await?;
    Ok(if step == Step::Confirm {
        with_towns(&services.catalog.view(), step, &link.token, &[], "", false)
    } else {
        plain(step, "")
    })
}

/// Handles the confirmation button, or the one next to it that searches for towns.
pub(super) async fn confirm(
    State(services): State<Services>,
    WholeBody(body): WholeBody,
) -> Result<PrivatePage> {
    let form = Form::read(&body);
    let step = step_of_token(&services, &form.credential).await?;
    let view = services.catalog.view();
    let towns = form.known_towns(&view);
    if step != Step::Confirm {
        return Ok(plain(step, ""));
    }
    if form.only_finds {
        return Ok(with_towns(
            &view,
            step,
            &form.credential,
            &towns,
            &form.find,
            false,
        ));
    }
    let (hash, now) = (
        rules::token_hash(&services.keys, &form.credential),
        services.clock.now(),
    );
    let is_confirmed = services
        .database
        .transaction(|transaction| {
            let (hash, towns) = (hash.clone(), towns.clone());
            Box::pin(async move { store::confirm(transaction, &hash, &towns, now).await })
        })
        .await?;
    let reader = store::reader_by_token(services.database.reads(), &hash).await?;
    Ok(match reader {
        Some(reader) if is_confirmed => {
            plain(Step::Confirmed, &rules::pass_of(&services.keys, reader.id))
        }
        // The person pressed twice, and the other request was first.
        _ => plain(step_of_token(&services, &form.credential).await?, ""),
    })
}

async fn step_of_token(services: &Services, token: &str) -> Result<Step> {
    let hash = rules::token_hash(&services.keys, token);
    let reader = store::reader_by_token(services.database.reads(), &hash).await?;
    Ok(match reader {
        None => Step::Invalid,
        Some(reader) if reader.state == reader::State::Confirmed => Step::AlreadyConfirmed,
        Some(reader) => match reader.token_expires_at {
            Some(expires) if services.clock.now() < expires => Step::Confirm,
            _ => Step::Expired,
        },
    })
}

/// A reader's chosen towns.
pub(super) async fn show_preferences(
    State(services): State<Services>,
    link: Link,
) -> Result<PrivatePage> {
    match confirmed_reader(&services, &link.reader).await? {
        Ok(reader) => {
            let towns = store::towns_of(services.database.reads(), reader).await?;
            let view = services.catalog.view();
            Ok(with_towns(
                &view,
                Step::Preferences,
                &link.reader,
                &towns,
                "",
                false,
            ))
        }
        Err(step) => Ok(plain(step, "")),
    }
}

/// Saves the checked towns, or searches for more.
pub(super) async fn save_preferences(
    State(services): State<Services>,
    WholeBody(body): WholeBody,
) -> Result<PrivatePage> {
    let form = Form::read(&body);
    let reader = match confirmed_reader(&services, &form.credential).await? {
        Ok(reader) => reader,
        Err(step) => return Ok(plain(step, "")),
    };
    let view = services.catalog.view();
    let towns = form.known_towns(&view);
    if !form.only_finds {
        services
            .database
            .transaction(|transaction| {
                let towns = towns.clone();
                Box::pin(async move { store::set_towns(transaction, reader, &towns).await })
            })
            .await?;
    }
    let (step, is_saved) = (Step::Preferences, !form.only_finds);
    Ok(with_towns(
        &view,
        step,
        &form.credential,
        &towns,
        &form.find,
        is_saved,
    ))
}

/// The reader whose pass it is, or the page saying that it is invalid.
async fn confirmed_reader(
    services: &Services,
    pass: &str,
) -> Result<std::result::Result<Uuid, Step>> {
    let Some(id) = rules::reader_of(&services.keys, pass) else {
        return Ok(Err(Step::Invalid));
    };
    let reader = store::reader_by_id(services.database.reads(), id).await?;
    let is_confirmed = reader.is_some_and(|reader| reader.state == reader::State::Confirmed);
    Ok(if is_confirmed {
        Ok(id)
    } else {
        Err(Step::Left)
    })
}

/// The page with the button: scanners follow links, so a GET changes nothing.
pub(super) async fn show_unsubscribe(
    State(services): State<Services>,
    link: Link,
) -> Result<PrivatePage> {
    let Some(id) = rules::reader_of(&services.keys, &link.reader) else {
        return Ok(plain(Step::Invalid, ""));
    };
    let reader = store::reader_by_id(services.database.reads(), id).await?;
    Ok(match reader {
        Some(_) => plain(Step::Unsubscribe, &link.reader),
        None => plain(Step::Left, ""),
    })
}

/// Unsubscribes at once, or cancels a pending sign-up (RFC 8058). Mail programs post to this URL on the reader's
/// behalf, without cookies, and so does the page's button. The body doesn't matter.
pub(super) async fn unsubscribe(
    State(services): State<Services>,
    link: Link,
) -> Result<PrivatePage> {
    let Some(id) = rules::reader_of(&services.keys, &link.reader) else {
        return Ok(plain(Step::Invalid, ""));
    };
    operator::leave(&services, id).await?;
    Ok(plain(Step::Left, ""))
}
