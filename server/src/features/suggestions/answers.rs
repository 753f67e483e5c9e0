//! A suggestion as shown to its moderator: current and suggested values side by side.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::facts;
use crate::catalog::entities::{
    city, shop,
    suggestion::{CLOSED_REPORTS, Field, Kind, Model, Status},
};

/// After this long without a decision by the owner, the administrator may decide.
const OWNERS_TIME: TimeDelta = TimeDelta::days(14);

/// Whose decision is awaited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WaitsFor {
    Owner,
    Administrator,
}

impl std::fmt::Display for WaitsFor {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Owner => "owner",
            Self::Administrator => "administrator",
        })
    }
}

/// A suggestion. Reports that a shop has closed or is a chain's are one, however many visitors sent one.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Suggestion {
    pub id: Uuid,
    pub kind: Kind,
    pub status: Status,
    pub shop: SuggestionShop,
    /// What the senders wrote, the oldest first.
    pub notes: Vec<String>,
    /// Distinct visitors who say so.
    pub reports: usize,
    pub differences: Vec<FieldDifference>,
    pub waits_for: WaitsFor,
    /// Somebody left an address to hear what became of it.
    pub wants_answer: bool,
    /// What the sender was answered.
    #[schema(required)]
    pub answer: Option<String>,
    pub created_at: DateTime<Utc>,
    #[schema(required)]
    pub decided_at: Option<DateTime<Utc>>,
    /// ID of the entry in the audit log, for undo.
    #[schema(required)]
    pub entry: Option<Uuid>,
    /// Whether whoever reads this may undo the decision: a shop's people only what one of them decided.
    pub can_undo: bool,
}

/// The shop that a suggestion is about, as it is now.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestionShop {
    pub id: Uuid,
    pub slug: String,
    pub name: String,
    /// `Alexandria, LA`.
    pub town: String,
    pub has_owner: bool,
    pub is_listed: bool,
    pub permanently_closed: bool,
    /// What a decision may name, to be told of changes meanwhile.
    pub version: i64,
}

/// A fact now and as it is proposed, in words. Hours that can be read are in OpenStreetMap syntax.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldDifference {
    pub field: Field,
    #[schema(required)]
    pub now: Option<String>,
    #[schema(required)]
    pub suggested: Option<String>,
    pub was_accepted: bool,
}

/// A page of suggestions.
#[derive(Debug, Serialize, ToSchema)]
pub struct SuggestionList {
    pub suggestions: Vec<Suggestion>,
    pub total: u64,
}

impl Suggestion {
    /// Combines `rows`, which are about the same shop and of the same kind, into one suggestion with the first row's
    /// ID. `now` is by the shop's clocks.
    pub(super) fn of(
        rows: &[&Model],
        (shop, city): (&shop::Model, Option<&city::Model>),
        (wants_answer, now): (bool, DateTime<Tz>),
    ) -> Option<Self> {
        let first = rows.first()?;
        let town = city.map_or_else(String::new, |city| format!("{}, {}", city.name, city.state));
        let is_late = rows.iter().any(|row| row.created_at + OWNERS_TIME < now);
        let is_task = match first.kind {
            Kind::Chain => true,
            Kind::Closed => i64::try_from(rows.len()).is_ok_and(|count| count >= CLOSED_REPORTS),
            Kind::Edit | Kind::Hours => false,
        };
        let waits_for = if shop.owner_id.is_none() || is_task || is_late {
            WaitsFor::Administrator
        } else {
            WaitsFor::Owner
        };
        let mut notes: Vec<String> = rows.iter().filter_map(|row| row.note.clone()).collect();
        notes.dedup();
        Some(Self {
            id: first.id,
            kind: first.kind,
            status: first.status,
            notes,
            reports: rows.len(),
            differences: differences(first, shop, now),
            waits_for,
            wants_answer,
            answer: first.answer.clone(),
            created_at: first.created_at,
            decided_at: first.decided_at,
            entry: first.entry_id,
            can_undo: first.entry_id.is_some(),
            shop: SuggestionShop {
                id: shop.id,
                slug: shop.slug.clone(),
                name: shop.name.clone(),
                town,
                has_owner: shop.owner_id.is_some(),
                is_listed: shop.is_active && shop.deleted_at.is_none(),
                permanently_closed: shop.closed_at.is_some(),
                version: shop.edition,
            },
        })
    }

    /// Whether it is currently in the administrator's inbox. A "permanently closed" report only is after three reports.
    pub(super) fn is_task(&self) -> bool {
        let is_counted = self.kind != Kind::Closed
            || i64::try_from(self.reports).is_ok_and(|count| count >= CLOSED_REPORTS);
        self.status == Status::Open && self.waits_for == WaitsFor::Administrator && is_counted
    }
}

fn differences(row: &Model, shop: &shop::Model, now: DateTime<Tz>) -> Vec<FieldDifference> {
    let accepted = row.accepted.as_ref().map(|fields| fields.0.as_slice());
    row.proposal
        .0
        .iter()
        .map(|(field, value)| {
            let after = facts::patch_of_one(*field, value).preview(shop, now);
            let after = after.as_ref().unwrap_or(shop);
            FieldDifference {
                field: *field,
                now: facts::text_of(shop, *field),
                suggested: facts::text_of(after, *field),
                was_accepted: accepted.is_some_and(|fields| fields.contains(field)),
            }
        })
        .collect()
}
