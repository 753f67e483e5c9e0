//! What belongs to a shop beside its facts: who has it, who claimed it, its boosts, where each fact is from, and which shops
//! nearby may be the same.

use axum::extract::{Path, State};
use chrono::{DateTime, Utc};
use gazetteer::distance_miles;
use sea_orm::ConnectionTrait;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::present_with_row;
use crate::{
    catalog::{
        Shop, View,
        entities::{boost, claim, shop, shop_source},
        not_found::shop_not_found,
    },
    features::{Services, administration::store},
    platform::{
        error::{ErrorBody, Result},
        web::{Fresh, path_id},
    },
};

/// What is kept about a shop.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopRecord {
    #[schema(required)]
    pub owner: Option<ShopRecordPerson>,
    /// The person who listed it.
    #[schema(required)]
    pub submitter: Option<ShopRecordPerson>,
    /// Latest first.
    pub claims: Vec<ShopRecordClaim>,
    /// Latest first.
    pub boosts: Vec<ShopRecordBoost>,
    /// Where each filled fact is from, by name.
    pub facts: Vec<ShopRecordFact>,
    /// Its records in lists.
    pub sources: Vec<ShopRecordSource>,
    /// Shops that may be the same, likeliest first; at most 8.
    pub nearby: Vec<ShopRecordNearby>,
}

/// A person of a shop.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopRecordPerson {
    #[schema(required)]
    pub name: Option<String>,
    pub email: String,
    /// When they became that, if a claim says so.
    #[schema(required)]
    pub since: Option<DateTime<Utc>>,
    /// When they proved their address.
    #[schema(required)]
    pub confirmed_at: Option<DateTime<Utc>>,
}

/// A claim of a shop.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopRecordClaim {
    pub id: Uuid,
    pub owner_name: String,
    pub business_role: String,
    pub status: claim::Status,
    pub created_at: DateTime<Utc>,
    #[schema(required)]
    pub reviewed_at: Option<DateTime<Utc>>,
    #[schema(required)]
    pub rejection_reason: Option<String>,
}

/// A boost of a shop.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopRecordBoost {
    pub id: Uuid,
    /// `subscription`, `one_time` or `complimentary`.
    pub source: &'static str,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    #[schema(required)]
    pub reason: Option<String>,
}

/// Where a fact is from.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopRecordFact {
    /// Such as `website`.
    pub name: String,
    /// Such as `osm`, `owner`, `admin`.
    pub source: String,
    /// The date of the source's facts.
    #[schema(required)]
    pub as_of: Option<DateTime<Utc>>,
}

/// A record of a shop in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopRecordSource {
    pub source: String,
    pub source_id: String,
    pub fetched_at: DateTime<Utc>,
}

/// A shop that may be the same.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopRecordNearby {
    pub id: Uuid,
    pub name: String,
    #[schema(required)]
    pub street: Option<String>,
    /// In words; `null` if it has no position.
    #[schema(required)]
    pub distance: Option<String>,
    /// Both have the same phone number or website.
    pub has_same_contact: bool,
}

/// How far away a shop may be to be named, in miles.
const NEAR: f64 = 0.25;
const MAX_SHOWN: usize = 8;

/// Show what belongs to a shop beside its facts.
#[utoipa::path(get, operation_id = "show_shop_record", path = "/api/admin/coffee-shops/{id}/record", tag = "administration",
    params(("id" = String, Path)),
    responses((status = 200, body = ShopRecord), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn show_shop_record(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<ShopRecord>> {
    let id = path_id(&id, shop_not_found)?;
    let (_, row) = present_with_row(&services, id)
        .await?
        .ok_or_else(shop_not_found)?;
    let reads = services.database.reads();
    let claims = store::claims_of(reads, id).await?;
    let boosts = store::boosts_of(reads, id).await?;
    let sources = store::sources_of(reads, id).await?;
    let owner = person(reads, row.owner_id, &claims).await?;
    let submitter = person(reads, row.submitter_id, &[]).await?;
    let view = services.catalog.view();
    let nearby = services.cpu.run(move || nearby(&view, id)).await?;
    Ok(Fresh(ShopRecord {
        owner,
        submitter,
        facts: facts_of(&row),
        claims: claims.into_iter().map(ShopRecordClaim::from).collect(),
        boosts: boosts
            .into_iter()
            .rev()
            .map(ShopRecordBoost::from)
            .collect(),
        sources: sources.into_iter().map(ShopRecordSource::from).collect(),
        nearby,
    }))
}

async fn person(
    connection: &impl ConnectionTrait,
    id: Option<Uuid>,
    claims: &[claim::Model],
) -> Result<Option<ShopRecordPerson>> {
    let Some(id) = id else {
        return Ok(None);
    };
    let approved = claims
        .iter()
        .find(|claim| claim.person_id == id && claim.status == claim::Status::Approved);
    let found = store::person(connection, id).await?;
    Ok(found.map(|person| ShopRecordPerson {
        name: person.name,
        email: person.email,
        since: approved.and_then(|claim| claim.reviewed_at),
        confirmed_at: person.confirmed_at,
    }))
}

fn facts_of(row: &shop::Model) -> Vec<ShopRecordFact> {
    let facts = row.provenance.0.iter();
    facts
        .map(|(name, source)| ShopRecordFact {
            name: name.clone(),
            source: source.clone(),
            as_of: row.origins.0.get(source).and_then(|origin| origin.as_of),
        })
        .collect()
}

/// Shops around this one, and those with the same contact: those first, then by distance.
fn nearby(view: &View, id: Uuid) -> Vec<ShopRecordNearby> {
    let Some(this) = view.any_shop(id) else {
        return Vec::new();
    };
    let mut found: Vec<(bool, Option<f64>, ShopRecordNearby)> = Vec::new();
    view.each_shop(|other, _| {
        if other.id == id || other.visibility == crate::catalog::Visibility::Deleted {
            return;
        }
        let has_same_contact = is_same_contact(&this, other);
        let miles = this.point.zip(other.point);
        let miles = miles.map(|(from, to)| distance_miles(from, to));
        if has_same_contact || miles.is_some_and(|miles| miles <= NEAR) {
            let shown = ShopRecordNearby {
                id: other.id,
                name: other.name.to_string(),
                street: other.street.as_deref().map(str::to_owned),
                distance: miles.map(|miles| view.site().formats.distance(miles)),
                has_same_contact,
            };
            found.push((!has_same_contact, miles, shown));
        }
    });
    let far = |miles: Option<f64>| miles.unwrap_or(f64::INFINITY);
    found.sort_by(|one, other| {
        (one.0.cmp(&other.0)).then_with(|| far(one.1).total_cmp(&far(other.1)))
    });
    found.truncate(MAX_SHOWN);
    found.into_iter().map(|(_, _, shown)| shown).collect()
}

fn is_same_contact(one: &Shop, other: &Shop) -> bool {
    let same = |one: &Option<Box<str>>, other: &Option<Box<str>>| one.is_some() && one == other;
    same(&one.telephone, &other.telephone) || same(&one.website, &other.website)
}

impl From<claim::Model> for ShopRecordClaim {
    fn from(row: claim::Model) -> Self {
        Self {
            id: row.id,
            owner_name: row.owner_name,
            business_role: row.business_role,
            status: row.status,
            created_at: row.created_at,
            reviewed_at: row.reviewed_at,
            rejection_reason: row.rejection_reason,
        }
    }
}

impl From<boost::Model> for ShopRecordBoost {
    fn from(row: boost::Model) -> Self {
        Self {
            id: row.id,
            source: match row.source {
                boost::Source::Subscription => "subscription",
                boost::Source::OneTime => "one_time",
                boost::Source::Complimentary => "complimentary",
            },
            starts_at: row.starts_at,
            ends_at: row.ends_at,
            reason: row.reason,
        }
    }
}

impl From<shop_source::Model> for ShopRecordSource {
    fn from(row: shop_source::Model) -> Self {
        Self {
            source: row.source,
            source_id: row.source_id,
            fetched_at: row.fetched_at,
        }
    }
}
