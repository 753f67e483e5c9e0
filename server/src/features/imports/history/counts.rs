//! What an import brought, in numbers.

use sea_orm::FromJsonQueryResult;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::features::imports::import_result::Summary;

/// How many records of an import had which result.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    FromJsonQueryResult,
    ToSchema,
)]
#[serde(rename_all = "camelCase")]
pub struct ImportCounts {
    /// All of them; each is in one of the counts below, except for `missing`.
    pub records: u64,
    pub added: u64,
    pub updated: u64,
    pub unchanged: u64,
    pub duplicates: u64,
    pub chains: u64,
    pub to_review: u64,
    pub closed: u64,
    /// Not read, or refused by hand before.
    pub rejected: u64,
    /// Without a name.
    #[serde(default)]
    pub unnamed: u64,
    /// Without a town that could be found.
    #[serde(default)]
    pub no_city: u64,
    /// Of another kind than coffee places, as its list says.
    #[serde(default)]
    pub not_coffee: u64,
    /// Shops that the list no longer has.
    pub missing: u64,
}

impl ImportCounts {
    pub(in crate::features::imports) fn add(&mut self, summary: &Summary) {
        self.records += summary.records + summary.not_coffee;
        self.added += summary.added;
        self.updated += summary.updated;
        self.unchanged += summary.unchanged;
        self.duplicates += summary.duplicates;
        self.chains += summary.chains;
        self.to_review += summary.to_review;
        self.closed += summary.closed;
        self.rejected += summary.rejected;
        self.unnamed += summary.unnamed;
        self.no_city += summary.no_city;
        self.not_coffee += summary.not_coffee;
    }
}
