//! The link to a shop's online store (D45), shown as 'Buy Our Beans' on a boosted shop's page.

use axum::{
    Extension,
    extract::{Path, State},
    http::StatusCode,
};
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{alarms, cookie, entity::purchase, routes::no_such_shop, store};
use crate::{
    catalog::{
        entities::shop,
        people::{self, ShopAccess},
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, FieldErrors, Result},
        given::given,
        web::{Actor, Client, Fresh, JsonBody},
    },
};

const LONGEST_ADDRESS: usize = 500;
const LONGEST_NAME: usize = 100;

/// A change of the online store link. Absent fields stay as they are; `null` or an empty string clears a field.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct StoreLink {
    /// An http or https URL; `https://` is added if there is no scheme.
    #[schema(value_type = Option<String>, max_length = 500)]
    #[serde(deserialize_with = "given")]
    pub online_store_url: Option<Option<String>>,
    #[schema(value_type = Option<String>, max_length = 100)]
    #[serde(deserialize_with = "given")]
    pub online_store_name: Option<Option<String>>,
}

/// The current link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StoreLinkAnswer {
    pub id: Uuid,
    pub slug: String,
    #[schema(required)]
    pub online_store_url: Option<String>,
    #[schema(required)]
    pub online_store_name: Option<String>,
}

/// Change the link to a shop's online store. For the shop's owner, the administrator, or, if the shop has no owner, the browser
/// that paid for its boost; then the link is shown once the payer's address is confirmed.
#[utoipa::path(patch, path = "/api/coffee-shops/{slugOrId}", tag = "coffee shops", params(("slugOrId" = String, Path)),
    request_body = StoreLink,
    responses((status = 200, body = StoreLinkAnswer),
        (status = 202, description = "Stored until the payer's address is confirmed", body = StoreLinkAnswer),
        (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn change_store_link(
    State(services): State<Services>,
    Path(named): Path<String>,
    client: Client,
    actor: Actor,
    access: Option<Extension<ShopAccess>>,
    JsonBody(asked): JsonBody<StoreLink>,
) -> Result<(StatusCode, Fresh<StoreLinkAnswer>)> {
    let link = checked(asked)?;
    match access {
        Some(Extension(access)) => {
            let row = set_link(&services, actor, access.shop, link, None).await?;
            Ok((StatusCode::OK, Fresh(row.into())))
        }
        None => ask_for_link(&services, &client, &named, link).await,
    }
}

/// For the browser that has paid for a shop without an owner (D45): the link waits until the payer's address is proven.
async fn ask_for_link(
    services: &Services,
    client: &Client,
    named: &str,
    (url, name): (Given, Given),
) -> Result<(StatusCode, Fresh<StoreLinkAnswer>)> {
    let reads = services.database.reads();
    let shop = people::find_shop_row(reads, named)
        .await?
        .ok_or_else(no_such_shop)?;
    let sign_in = || Error::Unauthorized("Please sign in first.".into());
    let token = cookie::read(&services.keys, client, (shop.id, services.is_secure()))
        .ok_or_else(sign_in)?;
    let row = store::by_checkout(reads, shop.id, &token)
        .await?
        .filter(|row| row.first_paid_at.is_some())
        .ok_or_else(sign_in)?;
    if shop.owner_id.is_some() {
        return Err(Error::Forbidden(
            "Only this shop's owner can do that. Are you signed in with the right email address?"
                .into(),
        ));
    }
    let (id, now) = (row.id, services.clock.now());
    services
        .database
        .transaction(move |transaction| {
            let (url, name) = (url.clone(), name.clone());
            Box::pin(async move {
                let Some(before) = store::find_locked(transaction, id).await? else {
                    return Ok(());
                };
                let mut after = before.clone();
                after.store_url = url.unwrap_or(after.store_url);
                after.store_name = name.unwrap_or(after.store_name);
                if after != before {
                    after.store_waits = true;
                    store::save(transaction, &before, after, now).await?;
                }
                Ok(())
            })
        })
        .await?;
    Ok((StatusCode::ACCEPTED, Fresh(shop.into())))
}

/// Shows links that were waiting for `person` to prove their address, if the shop has no other owner.
pub(super) async fn show_waiting(
    services: &Services,
    person: Uuid,
    rows: &[purchase::Model],
) -> Result<()> {
    for row in rows.iter().filter(|row| row.store_waits) {
        let has_link = row.store_url.is_some() || row.store_name.is_some();
        if !has_link {
            continue;
        }
        let link = (
            row.store_url.clone().map(Some),
            row.store_name.clone().map(Some),
        );
        let shown = set_link(
            services,
            Actor::Person(person),
            row.shop_id,
            link,
            Some(row.id),
        )
        .await;
        match shown {
            // The shop is gone.
            Ok(_) | Err(Error::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Writes the link. `waiting` is the purchase it waited with; if its payer isn't the owner, the operator is told. If someone
/// else owns the shop by now, the link goes on waiting, in the administrator's inbox (D92).
async fn set_link(
    services: &Services,
    actor: Actor,
    shop: Uuid,
    link: (Given, Given),
    waiting: Option<Uuid>,
) -> Result<shop::Model> {
    let held = services.clone();
    // A payer's link isn't an act of the shop's people, so they can't bring it back by an undo (D86).
    let action = match waiting {
        Some(_) => "boost.link.show",
        None => "shop.store",
    };
    let acted = services
        .ledger
        .act(actor, action, move |act| {
            let (services, (url, name)) = (held.clone(), link.clone());
            Box::pin(async move {
                let row: shop::Model = act.find(shop).await?.ok_or_else(no_such_shop)?;
                act.set_subject(Subject::new("shop", row.id, &row.name));
                if let Some(purchase) = waiting {
                    let is_owner = row.owner_id == actor.person();
                    if row.owner_id.is_some() && !is_owner {
                        review_waiting(act, purchase).await?;
                        return Ok(row);
                    }
                    end_waiting(act, purchase, is_owner).await?;
                    if !is_owner {
                        tell_operator(act, &services, &row, url.as_ref()).await?;
                    }
                }
                let mut after = row.clone();
                if let Some(url) = url {
                    after.online_store_url = url;
                }
                if let Some(name) = name {
                    after.online_store_name = name;
                }
                act.update(&row, after).await
            })
        })
        .await?;
    Ok(acted.value)
}

/// Marks the link as shown; one by someone other than the owner now waits for the administrator.
async fn end_waiting(act: &Act<'_>, purchase: Uuid, is_owner: bool) -> Result<()> {
    let Some(before) = store::find_locked(act.transaction(), purchase).await? else {
        return Ok(());
    };
    let after = purchase::Model {
        store_waits: false,
        link_review_since: (!is_owner).then(|| act.now()),
        ..before.clone()
    };
    store::save(act.transaction(), &before, after, act.now()).await?;
    Ok(())
}

/// Puts a link that can't be shown into the administrator's inbox.
async fn review_waiting(act: &Act<'_>, purchase: Uuid) -> Result<()> {
    let Some(before) = store::find_locked(act.transaction(), purchase).await? else {
        return Ok(());
    };
    if before.link_review_since.is_none() {
        let after = purchase::Model {
            link_review_since: Some(act.now()),
            ..before.clone()
        };
        store::save(act.transaction(), &before, after, act.now()).await?;
    }
    Ok(())
}

/// $5 must not buy a link on someone else's page unnoticed (D45).
async fn tell_operator(
    act: &Act<'_>,
    services: &Services,
    shop: &shop::Model,
    url: Option<&Option<String>>,
) -> Result<()> {
    let url = url.cloned().flatten().unwrap_or_default();
    act.set_note(&format!("set by a payer who is not the owner: {url}"));
    let text = format!(
        "Someone who paid for a boost but isn't the owner added a link to the page of {}: {url}. Please check it: {}/coffee-shops/{}",
        shop.name,
        services.settings.origin(),
        shop.slug
    );
    let key = format!("store-{}", act.entry());
    let alarm = (key.as_str(), "A payer added a link", text.as_str());
    alarms::raise(act.transaction(), services, alarm, act.now()).await
}

impl From<shop::Model> for StoreLinkAnswer {
    fn from(row: shop::Model) -> Self {
        Self {
            id: row.id,
            slug: row.slug,
            online_store_url: row.online_store_url,
            online_store_name: row.online_store_name,
        }
    }
}

/// Address and name from an order; problems are recorded.
pub(super) fn check_parts(
    url: Option<&str>,
    name: Option<&str>,
    wrong: &mut FieldErrors,
) -> Result<(Option<String>, Option<String>)> {
    let url = wrong
        .take("onlineStoreUrl", web_address(url.unwrap_or_default()))?
        .flatten();
    Ok((url, store_name(name.unwrap_or_default(), wrong)))
}

fn store_name(text: &str, wrong: &mut FieldErrors) -> Option<String> {
    let name = text.trim();
    if name.chars().count() > LONGEST_NAME {
        wrong.add(
            "onlineStoreName",
            "The store name can be up to 100 characters.",
        );
    }
    Some(name.to_owned()).filter(|name| !name.is_empty())
}

type Given = Option<Option<String>>;

fn checked(asked: StoreLink) -> Result<(Given, Given)> {
    let mut wrong = FieldErrors::default();
    let url = match asked.online_store_url {
        Some(text) => wrong.take(
            "onlineStoreUrl",
            web_address(text.as_deref().unwrap_or_default()),
        )?,
        None => None,
    };
    let name = asked
        .online_store_name
        .map(|name| store_name(name.as_deref().unwrap_or_default(), &mut wrong));
    wrong.refuse_any()?;
    Ok((url, name))
}

/// A URL that a link may point to (checklist X8): http or https, no credentials, no control characters.
fn web_address(text: &str) -> Result<Option<String>> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let refused = || {
        Error::invalid_field(
            "onlineStoreUrl",
            "Enter a web address, such as https://shop.example.com.",
        )
    };
    if text.chars().count() > LONGEST_ADDRESS || text.chars().any(char::is_control) {
        return Err(refused());
    }
    let text = if text.contains("://") {
        text.to_owned()
    } else {
        format!("https://{text}")
    };
    let url = Url::parse(&text).map_err(|_| refused())?;
    let is_plain = matches!(url.scheme(), "http" | "https")
        && url.username().is_empty()
        && url.password().is_none()
        && url.domain().is_some_and(|host| host.contains('.'));
    if is_plain {
        Ok(Some(url.into()))
    } else {
        Err(refused())
    }
}
