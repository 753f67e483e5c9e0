//! Import questions and decisions about them, as the API shows them.

use chrono::{DateTime, Utc};
use hours_text::weekday_name;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::review::{CommonAnswer, Counted, Question, QuestionGroup, Several};
use crate::{
    catalog::admission::{ReviewReason, facts::FactDifference},
    platform::{given::whole_number, numbers::degrees},
};

/// A record that an import couldn't decide about.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportQuestion {
    pub id: Uuid,
    /// A short, permanent number, for the command `review`.
    pub number: i64,
    /// `osm`, `csv`, …
    pub source: String,
    /// The record's ID at its source.
    pub source_id: String,
    pub name: String,
    /// `Alexandria, LA`.
    pub town: String,
    /// Number, street, town and ZIP code, as far as the record has them.
    pub address: String,
    /// Its page at the source; null if the source has none.
    #[schema(required)]
    pub source_url: Option<String>,
    /// The rule that couldn't decide, as in reports.
    pub reason: String,
    /// The same as data; `null` for records stored by earlier versions.
    #[schema(required)]
    pub why: Option<ReviewReason>,
    /// Weekdays that the record's hours name twice, Monday first, such as `Monday`: which hours hold is unclear.
    pub repeated_days: Vec<String>,
    /// The shop that it may duplicate.
    #[schema(required)]
    pub similar_slug: Option<String>,
    #[schema(required)]
    pub similar_name: Option<String>,
    /// Number, street, town and ZIP code of that shop.
    #[schema(required)]
    pub similar_address: Option<String>,
    /// Where the record is; null if its list doesn't say.
    #[schema(required)]
    pub point: Option<QuestionPoint>,
    /// Where that shop is.
    #[schema(required)]
    pub similar_point: Option<QuestionPoint>,
    /// Distance between the two in meters; null if a location is unknown.
    #[schema(required)]
    pub meters: Option<f64>,
    /// Another record of the same list is that shop.
    pub named_twice: bool,
    /// Facts in which the record differs from the similar shop; all of its facts if there is none.
    pub differences: Vec<RecordDifference>,
    pub created_at: DateTime<Utc>,
    /// When its source last checked it.
    #[schema(required)]
    pub refreshed_at: Option<DateTime<Utc>>,
    /// Changes when the record or the shop changes. Send it back with a decision; the response is 409 if it isn't the
    /// current one.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: i64,
}

/// A fact of the shop and of the record, in words. Hours that can be read are in OpenStreetMap syntax.
#[derive(Debug, Serialize, ToSchema)]
pub struct RecordDifference {
    /// Such as `phone`.
    pub field: String,
    #[schema(required)]
    pub now: Option<String>,
    pub suggested: String,
}

/// A place on the map, in degrees.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct QuestionPoint {
    pub latitude: f64,
    pub longitude: f64,
}

/// A page of questions.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportQuestions {
    /// Group by group: chains by name, then possible duplicates by reason, then the others; oldest first.
    pub questions: Vec<ImportQuestion>,
    /// The groups of this page's questions, in the same order.
    pub groups: Vec<ImportQuestionGroup>,
    /// How many questions the filters leave.
    pub total: u64,
    /// How many questions there are.
    pub waiting: u64,
    /// The lists to filter by. Each choice counts the questions that the other filters leave.
    pub sources: Vec<QuestionChoice>,
    pub reasons: Vec<QuestionChoice>,
    pub towns: Vec<QuestionChoice>,
}

/// Questions about one chain, or with one reason.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportQuestionGroup {
    /// The chain; null if it isn't about one.
    #[schema(required)]
    pub brand: Option<String>,
    /// The code of the reason, such as `similar`, or `other`; null if it is about a chain.
    #[schema(required)]
    pub reason: Option<String>,
    /// Its questions, on every page.
    pub count: u64,
    /// How many of them may duplicate a shop.
    pub duplicates: u64,
    /// Up to five different names.
    pub names: Vec<String>,
    pub name_count: u64,
    /// Its questions on this page.
    pub ids: Vec<Uuid>,
}

/// A value to filter by.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuestionChoice {
    pub value: String,
    pub count: u64,
}

/// Questions on every page, for deciding about them at once.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportQuestionSelection {
    /// The first 500.
    pub questions: Vec<SelectedQuestion>,
    pub total: u64,
}

/// A question as it is now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SelectedQuestion {
    pub id: Uuid,
    pub name: String,
    /// The shop that it may duplicate.
    #[schema(required)]
    pub similar_slug: Option<String>,
    /// To be sent back with the decision.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: i64,
}

/// A record that became a shop, or belongs to one.
#[derive(Debug, Serialize, ToSchema)]
pub struct AcceptedRecord {
    pub id: Uuid,
    pub slug: String,
    /// ID of the entry in the audit log, for undo.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// A rejected record.
#[derive(Debug, Serialize, ToSchema)]
pub struct RefusedRecord {
    /// ID of the entry in the audit log, for undo.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// A decision about a record; may be empty.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordAnswer {
    /// The version that was read. If the record or its shop has changed since, the response is 409 with the question as it
    /// is now; absent skips the check.
    #[serde(default, deserialize_with = "whole_number")]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: Option<i64>,
}

/// The shop that a record is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordJoin {
    /// Slug or ID.
    #[schema(max_length = 300)]
    pub shop: String,
    /// The facts to copy from the record; if absent, those that the shop lacks.
    pub facts: Option<Vec<String>>,
    /// As for the other decisions.
    #[serde(default, deserialize_with = "whole_number")]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: Option<i64>,
}

/// A decision about several records.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RecordDecision {
    /// Creates shops, of possible duplicates, too.
    Accept,
    Refuse,
    /// Each is the shop that it may duplicate, which gets what it lacks; the others are skipped.
    Same,
}

impl From<RecordDecision> for CommonAnswer {
    fn from(decision: RecordDecision) -> Self {
        match decision {
            RecordDecision::Accept => Self::Accept,
            RecordDecision::Refuse => Self::Refuse,
            RecordDecision::Same => Self::Same,
        }
    }
}

/// Several records at once.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordDecisions {
    pub decision: RecordDecision,
    /// At most 500.
    #[schema(min_items = 1, max_items = 500)]
    pub ids: Vec<Uuid>,
    /// The version of each that was read, in the same order. Records that have changed since are skipped. If absent, they
    /// aren't compared.
    #[serde(default)]
    #[schema(value_type = Option<Vec<i64>>, max_items = 500)]
    pub versions: Option<Vec<ReadVersion>>,
    /// Also decides about every later record with one of these names: after `refuse` it is a chain's, after `accept` it
    /// isn't. Undo takes that back, too.
    #[serde(default)]
    pub always: bool,
}

/// The version of a record in a list.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(transparent)]
pub struct ReadVersion(#[serde(deserialize_with = "whole_number")] pub Option<i64>);

/// What became of several records.
#[derive(Debug, Serialize, ToSchema)]
pub struct DecidedRecords {
    pub done: usize,
    /// Already decided, gone, changed, or without a shop to be the same as.
    pub skipped: usize,
    /// Those of the skipped ones that have changed since they were read.
    pub changed: usize,
    /// ID of the entry in the audit log, for undo of all of them; empty if none was decided.
    pub entries: Vec<Uuid>,
}

impl From<Several> for DecidedRecords {
    fn from(several: Several) -> Self {
        Self {
            done: several.done,
            skipped: several.skipped,
            changed: several.changed,
            entries: several.entry.into_iter().collect(),
        }
    }
}

impl ImportQuestionGroup {
    /// `ids`: those of its questions that are shown.
    pub(super) fn of(group: &QuestionGroup, ids: Vec<Uuid>) -> Self {
        Self {
            brand: group.brand.clone(),
            reason: group.reason.clone(),
            count: group.ids.len() as u64,
            duplicates: group.duplicates,
            names: group.names.clone(),
            name_count: group.name_count,
            ids,
        }
    }
}

impl QuestionChoice {
    pub(super) fn all(counted: Counted) -> Vec<Self> {
        let choices = counted.into_iter();
        choices
            .map(|(value, count)| Self { value, count })
            .collect()
    }
}

impl From<Question> for SelectedQuestion {
    fn from(question: Question) -> Self {
        Self {
            version: question.version(),
            id: question.item.id,
            similar_slug: question.shop.map(|shop| shop.slug),
            name: question.item.name,
        }
    }
}

impl From<(f64, f64)> for QuestionPoint {
    fn from((latitude, longitude): (f64, f64)) -> Self {
        Self {
            latitude: degrees(latitude),
            longitude: degrees(longitude),
        }
    }
}

impl From<Question> for ImportQuestion {
    fn from(question: Question) -> Self {
        let version = question.version();
        let row = question.item;
        let differences = question.differences.into_iter();
        Self {
            id: row.id,
            number: row.number,
            address: question.address,
            source_url: question.link,
            similar_address: question.shop_address,
            why: question.why,
            repeated_days: (question.repeated_days.into_iter())
                .map(|day| weekday_name(day).to_owned())
                .collect(),
            point: question.point.map(QuestionPoint::from),
            similar_point: question.shop_point.map(QuestionPoint::from),
            meters: question.meters.map(f64::round),
            named_twice: question.is_named_twice,
            source: row.source,
            source_id: row.source_id,
            name: row.name,
            town: row.town,
            reason: row.reason,
            similar_slug: question.shop.as_ref().map(|shop| shop.slug.clone()),
            similar_name: question.shop.map(|shop| shop.name),
            differences: differences.map(RecordDifference::from).collect(),
            created_at: row.created_at,
            refreshed_at: question.refreshed_at,
            version,
        }
    }
}

impl From<FactDifference> for RecordDifference {
    fn from(difference: FactDifference) -> Self {
        Self {
            field: difference.name.to_owned(),
            now: difference.now,
            suggested: difference.suggested,
        }
    }
}
