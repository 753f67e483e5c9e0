//! Decides what a run adds to a town, by the rules of imports. Existing shops are never changed.

use std::collections::{BTreeSet, HashSet};

use chrono::{DateTime, TimeDelta, Utc};
use place_files::SourceKind;
use sea_orm::{Condition, DatabaseTransaction};
use uuid::Uuid;

use super::{
    super::{
        entity::review_item,
        identity::{Identity, identify, names_of},
        import_result::ImportResult,
        known::{Known, Present},
        list::OWN_NUMBERS,
        plan::plan,
        reader::Classified,
        store::{self, batch_rows, reading},
        tools::Tools,
        write::Write,
    },
    places::{AskedService, PlaceService, ServiceAnswer},
    target::Target,
};
use crate::{
    catalog::{
        admission::{
            Candidate,
            duplicates::Doubt,
            facts::{self, Coverage},
            origins, rows,
            town::NewTown,
        },
        entities::{shop, shop_source},
    },
    features::Services,
    platform::{
        error::Result,
        runs::{Pause, StepError},
    },
};

/// New shops per town and run.
pub(super) const MAX_SHOPS: usize = 5;
/// A transaction that began this long before existing shops were read may have added one that wasn't seen. Comparing
/// with shops that were seen changes nothing.
const LONGEST_ACT: TimeDelta = TimeDelta::minutes(10);
/// Chains named in a result.
const MAX_CHAINS: usize = 20;

/// What a run adds to a town.
#[derive(Clone, Debug)]
pub(super) struct TownPlan {
    pub(super) town: NewTown,
    pub(super) shops: Vec<PlannedShop>,
    /// For the administrator, like an import's.
    pub(super) questions: Vec<review_item::Model>,
    pub(super) findings: Findings,
    /// When existing shops were read for it.
    compared_at: DateTime<Utc>,
}

/// A shop to be added, and the records that it is made of.
#[derive(Clone, Debug)]
pub(super) struct PlannedShop {
    pub(super) row: shop::Model,
    pub(super) sources: Vec<shop_source::Model>,
    /// An open question that it answers, because the rules or lists have changed.
    pub(super) question: Option<Uuid>,
}

/// What isn't added, and what the services said.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    pub(super) duplicates: usize,
    /// New shops beyond the first five.
    pub(super) more: usize,
    pub(super) chains: BTreeSet<String>,
    pub(super) services: Vec<AskedService>,
    /// The longest pause that one of them wants.
    pub(super) pause: Option<TimeDelta>,
}

impl TownPlan {
    /// Nothing yet.
    pub(super) fn of(target: &Target, compared_at: DateTime<Utc>) -> Self {
        Self {
            compared_at,
            town: NewTown::of(&target.town),
            shops: Vec::new(),
            questions: Vec::new(),
            findings: Findings::default(),
        }
    }

    /// Which services said nothing about the town, and why.
    pub(super) fn unanswered(&self) -> Option<String> {
        let services = self.findings.services.iter();
        let errors: Vec<&str> = services
            .filter_map(|service| service.error.as_deref())
            .collect();
        (!errors.is_empty()).then(|| errors.join(" "))
    }

    /// Why nothing can be said about the town: no service answered. If one of them only wants a pause, it is asked again
    /// after it.
    pub(super) fn failure(&self) -> Option<StepError> {
        let mut services = self.findings.services.iter();
        if services.any(|service| service.error.is_none()) {
            return None;
        }
        let reason = self.unanswered().unwrap_or_default();
        Some(match self.findings.pause {
            Some(time) => StepError::Busy(Pause {
                time,
                reason,
                got_further: false,
            }),
            None => StepError::Unanswered(reason),
        })
    }

    /// Compares the planned shops with those that others have added since existing ones were read, in the transaction
    /// that writes them. Expansions, imports and visitors can add the same shop at the same time, on different nodes.
    pub(super) async fn compared_again(&self, transaction: &DatabaseTransaction) -> Result<Self> {
        rows::add_alone(transaction).await?;
        let moment = self.compared_at - LONGEST_ACT;
        let is_new = Condition::all().add(reading::is_new_since(moment));
        let added = reading::shops_that(transaction, is_new).await?;
        let mut plan = self.clone();
        let town = (self.town.name.as_str(), self.town.slug.as_str());
        plan.shops.retain(|shop| {
            let profile = reading::profile_of(&shop.row, town);
            let may_be = |doubt, _: &str| doubt != Doubt::OtherNumber;
            added.most_similar(&profile, may_be).is_none()
        });
        plan.findings.duplicates += self.shops.len() - plan.shops.len();
        Ok(plan)
    }

    /// Adds what a service said.
    pub(super) async fn add(
        &mut self,
        answer: ServiceAnswer,
        target: &Target,
        known: &mut Known,
        services: &Services,
    ) -> Result<()> {
        let mut finding = AskedService {
            service: answer.service,
            requests: answer.requests,
            found: 0,
            error: None,
        };
        let before = self.shops.len();
        match answer.records {
            Ok(records) => {
                finding.found = self.add_records(records, target, known, services).await?;
            }
            Err(unanswered) => {
                finding.error = Some(unanswered.reason);
                self.findings.pause = self.findings.pause.max(unanswered.pause);
            }
        }
        if answer.service == PlaceService::OpenPlaces && services.settings.demo_places {
            for shop in self.shops.iter_mut().skip(before) {
                shop.row.sample = true;
            }
        }
        self.findings.services.push(finding);
        Ok(())
    }

    /// Returns how many of the records are in the town.
    async fn add_records(
        &mut self,
        records: Vec<Classified>,
        target: &Target,
        known: &mut Known,
        services: &Services,
    ) -> Result<usize> {
        let kind = records.iter().find_map(|record| record.source);
        let source = kind.unwrap_or(SourceKind::default().name());
        let mut candidates = self.candidates(records, target);
        candidates.sort_by_key(|candidate| target.rank(&candidate.facts));
        let ids_are_sure = !OWN_NUMBERS.iter().any(|own| own.name() == source);
        let mut present = self.present(source, &candidates, services).await?;
        known.begin_file();
        let mut identities = Vec::with_capacity(candidates.len());
        for candidate in &mut candidates {
            identities.push(identify(candidate, &mut known.seen, &present, ids_are_sure));
        }
        let renamed = (candidates.iter().zip(&identities))
            .filter(|(_, identity)| identity.is_renamed())
            .map(|(candidate, _)| candidate);
        let names = names_of(renamed);
        if !names.is_empty() {
            batch_rows::add(&services.database, source, &names, &mut present).await?;
        }
        let tools = Tools {
            clock: &services.clock,
            identifiers: &services.identifiers,
            source,
            license: None,
            provider: None,
            coverage: Coverage::default(),
            edition: None,
            is_nobodys: false,
        };
        for (candidate, identity) in candidates.iter().zip(identities) {
            self.add_candidate((candidate, identity), known, &present, tools);
        }
        Ok(candidates.len())
    }

    /// The records in the town that may become shops. Notes the chains.
    fn candidates(&mut self, records: Vec<Classified>, target: &Target) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for record in records {
            match record.result {
                Ok(candidate) if candidate.town.slug == target.town.slug => {
                    candidates.push(*candidate);
                }
                Err(ImportResult::Chain(_)) if self.findings.chains.len() < MAX_CHAINS => {
                    self.findings.chains.insert(record.name);
                }
                _ => {}
            }
        }
        candidates
    }

    async fn present(
        &self,
        source: &str,
        candidates: &[Candidate],
        services: &Services,
    ) -> Result<Present> {
        let ids = names_of(candidates.iter());
        let town = [self.town.slug.clone()];
        let mut present = batch_rows::read(&services.database, source, &ids, &town).await?;
        let towns = candidates.iter().map(|candidate| &candidate.town);
        // Only for the plan: the act that adds shops looks the town up again.
        let _ = store::new_cities(
            towns,
            &mut present,
            &services.identifiers,
            services.clock.now(),
        );
        Ok(present)
    }

    fn add_candidate(
        &mut self,
        (candidate, identity): (&Candidate, Identity),
        known: &mut Known,
        present: &Present,
        tools: Tools<'_>,
    ) {
        let (result, write) = plan((candidate, identity), known, present, tools);
        let source = |shop: Uuid| {
            let record = (tools.source, candidate.source_id.as_str());
            let (refreshed_at, now) = (candidate.refreshed_at, tools.clock.now());
            store::source_row(tools.identifiers, shop, record, refreshed_at, now)
        };
        match write {
            Some(Write::Insert(row)) if self.shops.len() < MAX_SHOPS => {
                let held = present.held.get(&candidate.source_id);
                self.shops.push(PlannedShop {
                    sources: vec![source(row.id)],
                    question: held.map(|item| item.id),
                    row: *row,
                });
            }
            Some(Write::Insert(_)) => self.findings.more += 1,
            Some(Write::Hold(item)) => {
                if matches!(result, ImportResult::ToReview(_)) {
                    self.questions.push(*item);
                }
            }
            // A closed place adds nothing to a shop.
            Some(Write::Fill(_)) if candidate.closed.is_some() => {}
            Some(Write::Fill(slug)) => {
                self.findings.duplicates += 1;
                if let Some(shop) = self.shops.iter_mut().find(|shop| shop.row.slug == slug) {
                    shop.complete(candidate, tools, source);
                }
            }
            Some(Write::Update(_)) => self.findings.duplicates += 1,
            None => {
                let is_ours = matches!(
                    result,
                    ImportResult::Duplicate { .. }
                        | ImportResult::Unchanged
                        | ImportResult::Outdated(_)
                );
                self.findings.duplicates += usize::from(is_ours);
            }
        }
    }
}

impl PlannedShop {
    /// Fills in what a second service knows about a shop that this run adds.
    fn complete(
        &mut self,
        candidate: &Candidate,
        tools: Tools<'_>,
        source: impl FnOnce(Uuid) -> shop_source::Model,
    ) {
        if !facts::fill_gaps(&mut self.row, &candidate.facts, tools.source).is_empty() {
            origins::note(&mut self.row, tools.source, &tools.facts_of(candidate));
        }
        let known: HashSet<&str> = self.sources.iter().map(|row| &*row.source).collect();
        if !known.contains(tools.source) {
            self.sources.push(source(self.row.id));
        }
    }
}
