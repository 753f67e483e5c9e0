//! The link to a shop's online store (D45), which a boosted shop's page shows as 'Buy Our Beans'.

use axum::extract::{Path, State};
use serde::{Deserialize, Deserializer, Serialize};
use url::Url;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    catalog::{entities::shop, people::ShopAccess, writing::Subject},
    features::Services,
    platform::{
        error::{Error, ErrorBody, FieldErrors, Result},
        web::{Actor, Fresh, JsonBody},
    },
};

const LONGEST_ADDRESS: usize = 500;
const LONGEST_NAME: usize = 100;

/// What may be changed of a shop after payment. A field that is absent stays as it is, `null` or an empty text empties it.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct StoreLink {
    /// With `http` or `https`; without either, `https` is added.
    #[schema(value_type = Option<String>, max_length = 500)]
    #[serde(deserialize_with = "given")]
    pub online_store_url: Option<Option<String>>,
    #[schema(value_type = Option<String>, max_length = 100)]
    #[serde(deserialize_with = "given")]
    pub online_store_name: Option<Option<String>>,
}

/// The link as it is now.
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

/// Tells `null` from what is absent.
fn given<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// Change the link to a shop's online store.
#[utoipa::path(patch, path = "/api/coffee-shops/{slugOrId}", tag = "coffee shops", params(("slugOrId" = String, Path)),
    request_body = StoreLink,
    responses((status = 200, body = StoreLinkAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn change_store_link(
    State(services): State<Services>,
    Path(_): Path<String>,
    actor: Actor,
    access: ShopAccess,
    JsonBody(asked): JsonBody<StoreLink>,
) -> Result<Fresh<StoreLinkAnswer>> {
    let (url, name) = checked(asked)?;
    let acted = services
        .ledger
        .act(actor, "shop.store", move |act| {
            let (url, name) = (url.clone(), name.clone());
            Box::pin(async move {
                let row: shop::Model = act.find(access.shop).await?.ok_or_else(|| {
                    Error::NotFound(
                        "Coffee shop not found. Please check the URL and try again.".into(),
                    )
                })?;
                act.set_subject(Subject::new("shop", row.id, &row.name));
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
    let row = acted.value;
    Ok(Fresh(StoreLinkAnswer {
        id: row.id,
        slug: row.slug,
        online_store_url: row.online_store_url,
        online_store_name: row.online_store_name,
    }))
}

type Given = Option<Option<String>>;

fn checked(asked: StoreLink) -> Result<(Given, Given)> {
    let mut wrong = FieldErrors::default();
    let url = match asked.online_store_url {
        Some(text) => wrong
            .take(
                "onlineStoreUrl",
                web_address(text.as_deref().unwrap_or_default()),
            )?
            .map(|url| url.map(String::from)),
        None => None,
    };
    let name = asked.online_store_name.map(|name| {
        let name = name.unwrap_or_default().trim().to_owned();
        if name.chars().count() > LONGEST_NAME {
            wrong.add(
                "onlineStoreName",
                "The store name may have at most 100 characters.",
            );
        }
        Some(name).filter(|name| !name.is_empty())
    });
    wrong.refuse_any()?;
    Ok((url, name))
}

/// An address that a link may lead to (checklist X8): http or https, no credentials, no control characters.
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
