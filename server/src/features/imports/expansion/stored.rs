//! The two kinds of runs, and what is stored of them.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{places::AskedService, town_plan::TownPlan};
use crate::{catalog::entities::shop, platform::runs::Kind};

/// Runs for the town of a ZIP code.
#[derive(Debug)]
pub(super) struct Zip;

/// The ZIP code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct AskedZip {
    pub(super) zip: String,
    /// It only shows what it would add.
    pub(super) is_trial: bool,
}

impl Kind for Zip {
    const JOB: &'static str = "places.expand_zip";
    type Asked = AskedZip;
    /// `None` until it has ended.
    type Result = Option<ZipDone>;

    fn joins(wanted: &AskedZip, asked: &AskedZip) -> bool {
        wanted == asked
    }

    fn busy(asked: Option<&AskedZip>) -> String {
        still_running(&asked.map_or_else(
            || "A ZIP code expansion".to_owned(),
            |asked| format!("The expansion of {}", asked.zip),
        ))
    }
}

/// Runs for the next metro areas.
#[derive(Debug)]
pub(super) struct Metro;

/// How many areas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct AskedAreas {
    pub(super) areas: usize,
    /// The slugs of those to choose from; all if it is empty.
    #[serde(default)]
    pub(super) only: Vec<String>,
    /// It reads a demo's invented places, so that its areas aren't done once the demo is gone.
    #[serde(default)]
    pub(super) invented: bool,
}

impl Kind for Metro {
    const JOB: &'static str = "places.expand_metro";
    type Asked = AskedAreas;
    type Result = AreasDone;

    fn joins(wanted: &AskedAreas, asked: &AskedAreas) -> bool {
        wanted == asked
    }

    fn busy(_: Option<&AskedAreas>) -> String {
        still_running("A metro expansion")
    }
}

fn still_running(what: &str) -> String {
    format!("{what} is still running. Wait until it has ended, or cancel it.")
}

/// What a run did in the town of a ZIP code, or would do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ZipDone {
    #[serde(flatten)]
    pub(super) town: TownDone,
    /// Of the audit log; `None` if nothing was added.
    pub(super) entry: Option<Uuid>,
}

/// What a run has done in metro areas.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct AreasDone {
    pub(super) areas: Vec<AreaDone>,
}

impl AreasDone {
    /// Why nothing is done, if nothing is.
    pub(super) fn only_failed(&self) -> Option<String> {
        if self.areas.iter().any(|area| area.error.is_none()) {
            return None;
        }
        self.areas.iter().find_map(|area| area.error.clone())
    }

    /// The slugs of areas that aren't done.
    pub(super) fn failed(&self) -> Vec<String> {
        let failed = self.areas.iter().filter(|area| area.error.is_some());
        failed.map(|area| area.slug.clone()).collect()
    }
}

/// A metro area of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct AreaDone {
    /// Its main town's.
    pub(super) slug: String,
    pub(super) name: String,
    /// Its main town, then the smaller ones.
    pub(super) towns: Vec<TownDone>,
    /// Why it isn't done.
    pub(super) error: Option<String>,
    /// Of the audit log; `None` if nothing was written.
    pub(super) entry: Option<Uuid>,
}

impl AreaDone {
    pub(super) fn failed(slug: &str, name: String, reason: String) -> Self {
        Self {
            slug: slug.to_owned(),
            name,
            towns: Vec::new(),
            error: Some(reason),
            entry: None,
        }
    }
}

/// What a run did in one town. Its names in the table are those of earlier releases.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TownDone {
    #[serde(rename = "cityName")]
    pub(super) name: String,
    pub(super) state: String,
    #[serde(rename = "citySlug")]
    pub(super) slug: String,
    /// Whether it was in the directory before.
    #[serde(rename = "cityExists")]
    pub(super) existed: bool,
    #[serde(rename = "coffeeShops")]
    pub(super) added: Vec<AddedShop>,
    #[serde(rename = "duplicatesSkipped")]
    pub(super) duplicates: usize,
    /// New shops beyond the first five.
    #[serde(rename = "moreFound")]
    pub(super) more: usize,
    #[serde(rename = "chainsLeftOut")]
    pub(super) chains: Vec<String>,
    pub(super) questions: Vec<LeftQuestion>,
    pub(super) services: Vec<AskedService>,
}

/// A shop that was added.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct AddedShop {
    pub(super) slug: String,
    pub(super) name: String,
    pub(super) address: String,
}

/// A record that was left to the administrator.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct LeftQuestion {
    pub(super) name: String,
    pub(super) reason: String,
}

/// The town's row.
#[derive(Clone, Debug)]
pub(super) struct WrittenTown {
    pub(super) slug: String,
    /// Whether it was there before.
    pub(super) exists: bool,
}

impl TownDone {
    /// What `plan` would do, or did: then with the slugs of what was written.
    pub(super) fn of(plan: &TownPlan, town: WrittenTown, slugs: &[String]) -> Self {
        let name = format!("{}, {}", plan.town.name, plan.town.state);
        let shops = plan.shops.iter().zip(slugs);
        let added = shops.map(|(shop, slug)| AddedShop {
            slug: slug.clone(),
            name: shop.row.name.clone(),
            address: address(&shop.row, &name),
        });
        let questions = plan.questions.iter().map(|item| LeftQuestion {
            name: item.name.clone(),
            reason: item.reason.clone(),
        });
        Self {
            name: plan.town.name.clone(),
            state: plan.town.state.clone(),
            slug: town.slug,
            existed: town.exists,
            added: added.collect(),
            duplicates: plan.findings.duplicates,
            more: plan.findings.more,
            chains: plan.findings.chains.iter().cloned().collect(),
            questions: questions.collect(),
            services: plan.findings.services.clone(),
        }
    }
}

fn address(row: &shop::Model, town: &str) -> String {
    let place = row
        .zip_code
        .as_ref()
        .map_or_else(|| town.to_owned(), |zip| format!("{town} {zip}"));
    row.street
        .as_ref()
        .map_or_else(|| place.clone(), |street| format!("{street}, {place}"))
}
