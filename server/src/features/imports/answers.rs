//! Import questions and decisions about them, as the API shows them.

use chrono::{DateTime, Utc, Weekday};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::review::Question;
use crate::{
    catalog::admission::{ReviewReason, facts::FactDifference},
    platform::given::whole_number,
};

/// A record that an import couldn't decide about.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportQuestion {
    pub id: Uuid,
    /// A short, permanent number, for `townperk review`.
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
    /// Distance between the two in meters; null if a location is unknown.
    #[schema(required)]
    pub meters: Option<f64>,
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

/// A page of questions.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportQuestions {
    pub questions: Vec<ImportQuestion>,
    pub total: u64,
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
    /// Creates shops. Possible duplicates are skipped, because they need a closer look.
    Accept,
    Refuse,
}

/// Several records at once.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordDecisions {
    pub decision: RecordDecision,
    /// At most 100.
    #[schema(min_items = 1, max_items = 100)]
    pub ids: Vec<Uuid>,
    /// The version of each that was read, in the same order. Records that have changed since are skipped. If absent, they
    /// aren't compared.
    #[serde(default)]
    #[schema(value_type = Option<Vec<i64>>, max_items = 100)]
    pub versions: Option<Vec<ReadVersion>>,
}

/// The version of a record in a list.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(transparent)]
pub struct ReadVersion(#[serde(deserialize_with = "whole_number")] pub Option<i64>);

/// What became of several records.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct DecidedRecords {
    pub done: usize,
    /// Already decided, gone, changed, or possible duplicates.
    pub skipped: usize,
    /// Those of the skipped ones that have changed since they were read.
    pub changed: usize,
    /// IDs of the entries in the audit log, in order, for undo.
    pub entries: Vec<Uuid>,
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
            repeated_days: question.repeated_days.into_iter().map(day_name).collect(),
            meters: question.meters.map(f64::round),
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

fn day_name(day: Weekday) -> String {
    match day {
        Weekday::Mon => "Monday",
        Weekday::Tue => "Tuesday",
        Weekday::Wed => "Wednesday",
        Weekday::Thu => "Thursday",
        Weekday::Fri => "Friday",
        Weekday::Sat => "Saturday",
        Weekday::Sun => "Sunday",
    }
    .to_owned()
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
