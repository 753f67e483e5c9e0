//! Listing and changing the names.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    catalog::{
        Visibility,
        admission::chains::{self, ChainLists, List},
        writing::Subject,
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        typed_text::Field,
        web::{Actor, Fresh, JsonBody},
    },
};

const NAME: Field = Field {
    name: "name",
    label: "Name",
    most: 200,
};

/// A name that was decided about.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChainName {
    pub name: String,
    /// `deny`: always a chain. `allow`: never one.
    pub list: List,
    pub created_at: DateTime<Utc>,
    /// Shops in the directory that have this name.
    pub shops: Vec<ShopOfName>,
}

/// A shop in the directory.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShopOfName {
    pub id: Uuid,
    pub slug: String,
    pub name: String,
}

/// A word on a name.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChainVerdict {
    #[schema(
        max_length = 200,
        pattern = r"[^\x00-\x20\x7f-\xa0\xad\u061c\u1680\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff\ufff9-\ufffb]"
    )]
    pub name: String,
    pub list: List,
}

/// A name that is left to the rules again.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ForgottenName {
    #[schema(
        max_length = 200,
        pattern = r"[^\x00-\x20\x7f-\xa0\xad\u061c\u1680\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff\ufff9-\ufffb]"
    )]
    pub name: String,
}

/// What was done.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChainNamesChanged {
    /// Undoes it; `null` where it was so already.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// List the names that were decided about, with the shops in the directory that have them.
#[utoipa::path(get, path = "/api/admin/chain-names", tag = "administration",
    responses((status = 200, body = Vec<ChainName>), (status = 401, body = ErrorBody)))]
pub async fn list_names(State(services): State<Services>) -> Result<Fresh<Vec<ChainName>>> {
    let rows = ChainLists::names(&services.database).await?;
    let view = services.catalog.view();
    let with_shops = services
        .cpu
        .run(move || {
            let mut names: Vec<(String, ChainName)> = rows
                .into_iter()
                .map(|row| {
                    let name = ChainName {
                        name: row.name,
                        list: row.list,
                        created_at: row.created_at,
                        shops: Vec::new(),
                    };
                    (row.key, name)
                })
                .collect();
            if names.is_empty() {
                return Vec::new();
            }
            view.each_shop(|shop, _| {
                let key = chains::key(&shop.name).ok();
                let key = key.filter(|_| shop.visibility == Visibility::Listed);
                let Some(key) = key else { return };
                if let Some((_, name)) = names.iter_mut().find(|(known, _)| *known == key) {
                    name.shops.push(ShopOfName {
                        id: shop.id,
                        slug: shop.slug.to_string(),
                        name: shop.name.to_string(),
                    });
                }
            });
            names.into_iter().map(|(_, name)| name).collect()
        })
        .await?;
    Ok(Fresh(with_shops))
}

/// Say that every shop of a name is a chain's, or that none is. It takes no shop off that is in the directory.
#[utoipa::path(post, path = "/api/admin/chain-names", tag = "administration", request_body = ChainVerdict,
    responses((status = 200, body = ChainNamesChanged), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn put_name(
    State(services): State<Services>,
    actor: Actor,
    JsonBody(verdict): JsonBody<ChainVerdict>,
) -> Result<Fresh<ChainNamesChanged>> {
    let name = read_name(&verdict.name)?;
    let acted = services
        .ledger
        .act(actor, "chain.name", move |act| {
            let (name, list) = (name.clone(), verdict.list);
            Box::pin(async move {
                chains::put(act, list, &name).await?;
                act.set_subject(subject(&name));
                Ok(())
            })
        })
        .await?;
    Ok(Fresh(ChainNamesChanged { entry: acted.entry }))
}

/// Leave a name to the rules again.
#[utoipa::path(post, path = "/api/admin/chain-names/forget", tag = "administration", request_body = ForgottenName,
    responses((status = 200, body = ChainNamesChanged), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn forget_name(
    State(services): State<Services>,
    actor: Actor,
    JsonBody(forgotten): JsonBody<ForgottenName>,
) -> Result<Fresh<ChainNamesChanged>> {
    let name = read_name(&forgotten.name)?;
    let acted = services
        .ledger
        .act(actor, "chain.forget", move |act| {
            let name = name.clone();
            Box::pin(async move {
                if !chains::forget(act, &name).await? {
                    return Err(Error::NotFound("This name is on no list.".into()));
                }
                act.set_subject(subject(&name));
                Ok(())
            })
        })
        .await?;
    Ok(Fresh(ChainNamesChanged { entry: acted.entry }))
}

fn subject(name: &str) -> Subject {
    Subject {
        kind: "chain",
        id: None,
        label: name.to_owned(),
    }
}

/// The name, which must contain a letter or a digit.
fn read_name(typed: &str) -> Result<String> {
    let mut wrong = crate::platform::error::FieldErrors::default();
    let name = NAME.required_line(Some(typed), "Name is required", &mut wrong);
    if !name.is_empty() && chains::key(&name).is_err() {
        wrong.add("name", "A name needs a letter or a digit.");
    }
    wrong.refuse_any()?;
    Ok(name)
}
