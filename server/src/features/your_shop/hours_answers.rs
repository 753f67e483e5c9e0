//! What the links in the half-yearly question about hours do. Programs that scan emails open links, so only a press changes
//! anything: the pages read with a POST, and the token stands behind the `#`, which no server sees.

use axum::extract::State;
use chrono::{DateTime, Utc};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    form::ShopChange,
    routes::{confirm_in, edit_in},
    store,
};
use crate::{
    catalog::{
        View,
        answers::week_in_words,
        entities::shop,
        hours_links::{self, EDITABLE, LASTS, Use},
        patch::special_days::{self, SpecialDays, TypedSpecialDays},
        people::{self, ShopAccess, ShopRole},
        usual_hours,
    },
    features::Services,
    platform::{
        codes,
        error::{Error, ErrorBody, Result},
        given::needed_whole_number,
        limits::table::CHANGES_OF_A_SHOP,
        web::{Access, Actor, Client, Fresh, JsonBody, Route},
    },
};

/// A link's token.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HoursLink {
    #[schema(max_length = 128)]
    pub token: String,
}

/// A press of "still right", about the hours that were shown.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HoursConfirmation {
    #[schema(max_length = 128)]
    pub token: String,
    /// The shop's version that was shown; if it has changed since, the response is 409.
    #[serde(deserialize_with = "needed_whole_number")]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: i64,
}

/// New hours. An absent field stays as it is.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HoursChange {
    /// The key that opening the hours was answered with.
    #[schema(max_length = 128)]
    pub key: String,
    /// The shop's version that the form was filled from; if it has changed since, the response is 409.
    #[serde(deserialize_with = "needed_whole_number")]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: i64,
    /// The week in OpenStreetMap `opening_hours` syntax.
    #[serde(default)]
    #[schema(max_length = 255)]
    pub weekly_hours: Option<String>,
    /// The complete list: special days that are absent from it are removed.
    #[serde(default)]
    #[schema(value_type = Option<Vec<SpecialDays>>)]
    pub special_days: Option<Vec<TypedSpecialDays>>,
}

/// The hours that a link is about.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskedHours {
    pub slug: String,
    pub shop_name: String,
    pub city_name: String,
    /// As visitors see them.
    pub hours: String,
    /// The week in OpenStreetMap `opening_hours` syntax, without special days.
    #[schema(required)]
    pub weekly_hours: Option<String>,
    pub special_days: Vec<SpecialDays>,
    /// The week that is usual among the town's other coffee shops; `null` where too few of them agree.
    #[schema(required)]
    pub usual_hours: Option<String>,
    #[schema(required)]
    pub hours_confirmed_at: Option<DateTime<Utc>>,
    pub version: i64,
    /// Changes the hours until `editable_until`; `null` before they were opened.
    #[schema(required)]
    pub key: Option<String>,
    #[schema(required)]
    pub editable_until: Option<DateTime<Utc>>,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/hours-question/show")
            .post(Access::SignedCall, show_asked_hours)
            .with_largest_body(4 * 1024),
        Route::at("/api/hours-question/confirm")
            .post(Access::SignedCall, confirm_asked_hours)
            .with_largest_body(4 * 1024),
        Route::at("/api/hours-question/open")
            .post(Access::SignedCall, open_asked_hours)
            .with_largest_body(4 * 1024),
        Route::at("/api/hours-question/change")
            .post(Access::SignedCall, change_asked_hours)
            .with_largest_body(16 * 1024),
    ]
}

/// A link that is good for something, and whose it is.
#[derive(Clone, Debug)]
struct Asked {
    row: shop::Model,
    role: ShopRole,
    person: Uuid,
    asked_at: DateTime<Utc>,
    answered_at: Option<DateTime<Utc>>,
    what: Use,
}

impl Asked {
    fn access(&self) -> ShopAccess {
        ShopAccess {
            shop: self.row.id,
            role: self.role,
        }
    }

    fn is_editable(&self, now: DateTime<Utc>) -> bool {
        let until = self.answered_at.map(|at| at + EDITABLE);
        self.what == Use::Edit && until.is_some_and(|until| now < until)
    }
}

/// The shop and person of a token.
///
/// # Errors
///
/// [`Error::NotFound`] if it is no token of ours, or for somebody whose shop it isn't anymore; [`Error::ConflictWith`] if it was used
/// or has expired.
async fn asked(
    connection: &impl ConnectionTrait,
    services: &Services,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Asked> {
    let shop = hours_links::shop_of(token).ok_or_else(no_link)?;
    let row = people::find_shop_row(connection, &shop.to_string()).await?;
    let row = row.ok_or_else(no_link)?;
    let person = row.owner_id.or(row.submitter_id).ok_or_else(no_link)?;
    let role = people::role_of(&row, person).ok_or_else(no_link)?;
    let question = store::question_of(connection, shop).await?;
    let question = question.ok_or_else(no_link)?;
    let (whose, keys) = ((shop, person), &services.keys);
    let (asked_at, answered_at) = (question.asked_at, question.answered_at);
    let of_question = hours_links::read(keys, token, whose, asked_at);
    let of_press = answered_at.and_then(|at| hours_links::read(keys, token, whose, at));
    let what = match (of_question, of_press) {
        (Some(what @ (Use::Confirm | Use::Change)), _) => what,
        (_, Some(Use::Edit)) => Use::Edit,
        _ => return Err(no_link()),
    };
    let found = Asked {
        row,
        role,
        person,
        asked_at,
        answered_at,
        what,
    };
    match found.what {
        Use::Edit if found.is_editable(now) => Ok(found),
        Use::Edit => Err(ended(
            "expired",
            "The half hour for changing the hours is over. Sign in to change them.",
        )),
        _ if answered_at.is_some() => Err(ended(
            "used",
            "This link was already used. Sign in to change the hours.",
        )),
        _ if now >= asked_at + LASTS => Err(ended(
            "expired",
            "This link has expired. Sign in to confirm or change the hours.",
        )),
        _ => Ok(found),
    }
}

fn no_link() -> Error {
    Error::NotFound(
        "This link doesn't work. It may be incomplete, or the shop has another owner now.".into(),
    )
}

fn ended(kind: &'static str, message: &'static str) -> Error {
    Error::ConflictWith {
        message: message.into(),
        details: json!({ "kind": kind }),
    }
}

fn other_version() -> Error {
    ended(
        "stale",
        "The shop's page has changed since you opened this. Please look at the hours again.",
    )
}

/// Marks the question as answered; of two presses, one finds it answered.
async fn answer(
    connection: &impl ConnectionTrait,
    asked: &Asked,
    now: DateTime<Utc>,
) -> Result<()> {
    let question = (asked.row.id, asked.asked_at);
    if store::note_answer(connection, question, now).await? {
        Ok(())
    } else {
        Err(ended(
            "used",
            "This link was already used. Sign in to change the hours.",
        ))
    }
}

fn shown(services: &Services, asked: &Asked, key: Option<String>) -> Result<AskedHours> {
    let view: View = services.catalog.view();
    let row = &asked.row;
    let city = view
        .city(row.city_id)
        .ok_or_else(|| Error::Internal("a shop's town is not there".to_owned()))?;
    let week = view.any_shop(row.id);
    let week = week.and_then(|shop| week_in_words(&view, &shop));
    let (weekly_hours, special_days) = match &row.opening_hours {
        Some(text) => {
            let (week, days) = special_days::split(text);
            (Some(week).filter(|week| !week.is_empty()), days)
        }
        None => (None, Vec::new()),
    };
    let editable_until = asked
        .answered_at
        .filter(|_| key.is_some())
        .map(|at| at + EDITABLE);
    Ok(AskedHours {
        slug: row.slug.clone(),
        shop_name: row.name.clone(),
        city_name: city.city.name.to_string(),
        hours: week.or_else(|| row.hours.clone()).unwrap_or_default(),
        weekly_hours,
        special_days,
        usual_hours: usual_hours(&view, row.city_id, Some(row.id)),
        hours_confirmed_at: row.hours_confirmed_at,
        version: row.edition,
        key,
        editable_until,
    })
}

/// Show the hours that a link in an email asks about. Changes nothing.
#[utoipa::path(post, path = "/api/hours-question/show", tag = "your shop", request_body = HoursLink,
    responses((status = 200, body = AskedHours), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "`details.kind` is `used` or `expired`", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn show_asked_hours(
    State(services): State<Services>,
    client: Client,
    JsonBody(link): JsonBody<HoursLink>,
) -> Result<Fresh<AskedHours>> {
    codes::count_link(&services.limits, &client)?;
    let (connection, now) = (services.database.reads(), services.clock.now());
    let asked = asked(connection, &services, &link.token, now).await?;
    let key = (asked.what == Use::Edit).then_some(link.token);
    shown(&services, &asked, key).map(Fresh)
}

/// Say, with the link of an email, that the hours are still right.
#[utoipa::path(post, path = "/api/hours-question/confirm", tag = "your shop", request_body = HoursConfirmation,
    responses((status = 200, body = AskedHours), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "`details.kind` is `used`, `expired` or `stale`", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn confirm_asked_hours(
    State(services): State<Services>,
    client: Client,
    JsonBody(pressed): JsonBody<HoursConfirmation>,
) -> Result<Fresh<AskedHours>> {
    codes::count_link(&services.limits, &client)?;
    let (connection, now) = (services.database.reads(), services.clock.now());
    let known = asked(connection, &services, &pressed.token, now).await?;
    if known.what != Use::Confirm {
        return Err(no_link());
    }
    let (actor, version) = (Actor::Person(known.person), pressed.version);
    let acted = services
        .ledger
        .act(actor, "shop.hours-confirmed", move |act| {
            let known = known.clone();
            Box::pin(async move {
                answer(act.transaction(), &known, act.now()).await?;
                let before = known.access().lock(act).await?;
                if before.edition != version {
                    return Err(other_version());
                }
                let row = confirm_in(act, &before).await?;
                Ok(Asked { row, ..known })
            })
        })
        .await?;
    shown(&services, &acted.value, None).map(Fresh)
}

/// Open the hours for a change, with the link of an email: for half an hour, the answer's key changes them.
#[utoipa::path(post, path = "/api/hours-question/open", tag = "your shop", request_body = HoursLink,
    responses((status = 200, body = AskedHours), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "`details.kind` is `used` or `expired`", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn open_asked_hours(
    State(services): State<Services>,
    client: Client,
    JsonBody(link): JsonBody<HoursLink>,
) -> Result<Fresh<AskedHours>> {
    codes::count_link(&services.limits, &client)?;
    let now = services.clock.now();
    let known = asked(services.database.reads(), &services, &link.token, now).await?;
    if known.what != Use::Change {
        return Err(no_link());
    }
    let pressed = known.clone();
    services
        .database
        .transaction(move |transaction| {
            let pressed = pressed.clone();
            Box::pin(async move { answer(transaction, &pressed, now).await })
        })
        .await?;
    let whose = (known.row.id, known.person);
    let key = hours_links::token(&services.keys, Use::Edit, whose, now);
    let opened = Asked {
        answered_at: Some(now),
        what: Use::Edit,
        ..known
    };
    shown(&services, &opened, Some(key)).map(Fresh)
}

/// Change the hours, with the key from opening them.
#[utoipa::path(post, path = "/api/hours-question/change", tag = "your shop", request_body = HoursChange,
    responses((status = 200, body = AskedHours), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "`details.kind` is `expired` or `stale`", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn change_asked_hours(
    State(services): State<Services>,
    client: Client,
    JsonBody(change): JsonBody<HoursChange>,
) -> Result<Fresh<AskedHours>> {
    codes::count_link(&services.limits, &client)?;
    let now = services.clock.now();
    let known = asked(services.database.reads(), &services, &change.key, now).await?;
    if known.what != Use::Edit {
        return Err(no_link());
    }
    let limit = &CHANGES_OF_A_SHOP;
    services.limits.check(limit, known.row.id.to_string())?;
    let (key, version) = (change.key, change.version);
    // A cleared week isn't an answer to this question.
    let is_cleared = |week: &str| week.trim().is_empty();
    if change.weekly_hours.as_deref().is_some_and(is_cleared) {
        return Err(Error::invalid_field(
            "weeklyHours",
            "Please enter the hours.",
        ));
    }
    let change = ShopChange {
        version: Some(version),
        weekly_hours: change.weekly_hours.map(Some),
        special_days: change.special_days,
        ..ShopChange::default()
    };
    let identifiers = services.identifiers.clone();
    let access = known.access();
    let acted = services
        .ledger
        .act(Actor::Person(known.person), "shop.edit", move |act| {
            let (change, identifiers) = (change.clone(), identifiers.clone());
            Box::pin(async move { edit_in(act, &identifiers, (access, version), &change).await })
        })
        .await?;
    let row = acted.value.map_err(|_| other_version())?;
    shown(&services, &Asked { row, ..known }, Some(key)).map(Fresh)
}
