//! The link to a shop's online store (D45), shown as 'Buy Our Beans' on a boosted shop's page.

use axum::{
    Extension,
    extract::{Path, State},
    http::StatusCode,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{cookie, payer_link, store};
use crate::{
    catalog::{
        entities::shop,
        not_found::shop_not_found,
        patch::Patch,
        people::{self, ShopAccess},
        writing::Subject,
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, FieldErrors, Result},
        given::{given, whole_number},
        web::{Actor, Client, Fresh, JsonBody},
    },
};

const LONGEST_ADDRESS: usize = 500;
const LONGEST_NAME: usize = 100;
const CHANGED: &str = "Someone changed this shop after you opened it.";

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
    /// The shop's `version` that the link was edited in, for its people. If it has another one by now, nothing is saved (409).
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: Option<i64>,
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
    /// The shop's. Rises with every edit.
    pub version: i64,
}

/// Change the link to a shop's online store. For the shop's owner, the administrator, or, if the shop has no owner, the browser
/// that paid for its boost; then the link is shown once the payer's address is confirmed.
#[utoipa::path(patch, path = "/api/coffee-shops/{slugOrId}", tag = "coffee shops", params(("slugOrId" = String, Path)),
    request_body = StoreLink,
    responses((status = 200, body = StoreLinkAnswer),
        (status = 202, description = "Stored until the payer's address is confirmed", body = StoreLinkAnswer),
        (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, description = "Edited since; `details.current` is the current link", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn change_store_link(
    State(services): State<Services>,
    Path(named): Path<String>,
    client: Client,
    actor: Actor,
    access: Option<Extension<ShopAccess>>,
    JsonBody(asked): JsonBody<StoreLink>,
) -> Result<(StatusCode, Fresh<StoreLinkAnswer>)> {
    let version = asked.version;
    let link = checked(asked)?;
    match access {
        Some(Extension(access)) => {
            let row = set_link(&services, (actor, access), (link, version)).await?;
            Ok((StatusCode::OK, Fresh(row.into())))
        }
        None => ask_for_link(&services, (actor, &client), &named, link).await,
    }
}

/// For the browser that has paid for a shop without an owner (D45): the link waits until the payer's address is proven.
async fn ask_for_link(
    services: &Services,
    (actor, client): (Actor, &Client),
    named: &str,
    (url, name): (Patch<String>, Patch<String>),
) -> Result<(StatusCode, Fresh<StoreLinkAnswer>)> {
    let reads = services.database.reads();
    let shop = people::find_shop_row(reads, named)
        .await?
        .ok_or_else(shop_not_found)?;
    let refused = || match actor {
        Actor::Person(_) => people::not_yours(),
        _ => Error::Unauthorized("Please sign in first.".into()),
    };
    let token = cookie::read(&services.keys, client, (shop.id, services.is_secure()))
        .ok_or_else(refused)?;
    let row = store::by_checkout(reads, shop.id, &token)
        .await?
        .filter(|row| row.first_paid_at.is_some())
        .ok_or_else(refused)?;
    let (shop_id, id) = (shop.id, row.id);
    let acted = services
        .ledger
        .act(Actor::Visitor, "boost.link.ask", move |act| {
            let (url, name) = (url.clone(), name.clone());
            Box::pin(async move {
                let shop: shop::Model = act.find(shop_id).await?.ok_or_else(shop_not_found)?;
                if shop.owner_id.is_some() {
                    return Err(people::not_yours());
                }
                let Some(before) = store::find_locked(act.transaction(), id).await? else {
                    return Ok(shop);
                };
                let mut after = before.clone();
                after.store_url = url.unwrap_or(after.store_url);
                after.store_name = name.unwrap_or(after.store_name);
                if after == before {
                    return Ok(shop);
                }
                after.store_waits = true;
                let mut shown = shop;
                if before.link_review_since.is_some() && !before.store_waits {
                    // What it replaces was shown and not looked at yet: nobody could take that off later.
                    act.set_subject(Subject::new("shop", shown.id, &shown.name));
                    shown = payer_link::take_off(act, &shown, &before).await?;
                }
                after.link_review_since = None;
                store::save(act.transaction(), &before, after, act.now()).await?;
                Ok(shown)
            })
        })
        .await?;
    let shop = acted.value;
    Ok((StatusCode::ACCEPTED, Fresh(shop.into())))
}

/// Writes the link for the shop's owner or the administrator, who typed it over this version of the shop.
async fn set_link(
    services: &Services,
    (actor, access): (Actor, ShopAccess),
    (link, version): ((Patch<String>, Patch<String>), Option<i64>),
) -> Result<shop::Model> {
    let acted = services
        .ledger
        .act(actor, "shop.store", move |act| {
            let (url, name) = link.clone();
            Box::pin(async move {
                let row = access.lock(act).await?;
                act.set_subject(Subject::new("shop", row.id, &row.name));
                if version.is_some_and(|version| version != row.edition) {
                    let current = json!(StoreLinkAnswer::from(row));
                    return Err(Error::stale(CHANGED, Some(current)));
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

impl From<shop::Model> for StoreLinkAnswer {
    fn from(row: shop::Model) -> Self {
        Self {
            id: row.id,
            slug: row.slug,
            online_store_url: row.online_store_url,
            online_store_name: row.online_store_name,
            version: row.edition,
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

fn checked(asked: StoreLink) -> Result<(Patch<String>, Patch<String>)> {
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
