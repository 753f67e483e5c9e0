//! A table that only this room owns: records that wait for the administrator.

/// Records that an import left for a person to decide.
pub mod review_item {
    use sea_orm::entity::prelude::*;
    use serde::{Deserialize, Serialize};

    /// A row of `review_items`, unique by source and record, so that a second import finds it again.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
    #[sea_orm(table_name = "review_items")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        /// A short number for people, in the order that records were added; assigned on insert.
        pub number: i64,
        /// `osm`, `csv`, …
        pub source: String,
        /// The record's name at its source.
        pub source_id: String,
        pub name: String,
        /// `Alexandria, LA`.
        pub town: String,
        /// The rule that could not decide.
        pub reason: String,
        /// The shop that it may repeat.
        pub similar_slug: Option<String>,
        /// The shop's facts if accepted: JSON, compared as text.
        pub record: String,
        pub status: Status,
        /// The shop it became, if accepted.
        pub shop_id: Option<Uuid>,
        pub created_at: ChronoDateTimeUtc,
        pub updated_at: ChronoDateTimeUtc,
        pub decided_at: Option<ChronoDateTimeUtc>,
    }

    /// What was decided.
    #[derive(
        Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize,
    )]
    #[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
    #[serde(rename_all = "lowercase")]
    pub enum Status {
        /// Not decided yet.
        #[sea_orm(string_value = "open")]
        Open,
        /// It became a shop, or was matched with one.
        #[sea_orm(string_value = "accepted")]
        Accepted,
        /// Rejected for good; later imports leave it out.
        #[sea_orm(string_value = "refused")]
        Refused,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
