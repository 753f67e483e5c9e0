//! The table that only this room owns: what waits for the administrator's eye.

/// Records that an import left for a person to decide.
pub mod review_item {
    use sea_orm::entity::prelude::*;
    use serde::{Deserialize, Serialize};

    /// A row of `review_items`; source and record together are unique, so a second import finds it again.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
    #[sea_orm(table_name = "review_items")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        /// A short one for people, in the order in which the records came to wait; given when it is written.
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
        /// What would become the shop's facts: JSON, compared as text.
        pub record: String,
        pub status: Status,
        /// What it became when it was accepted.
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
        /// Nobody has looked yet.
        #[sea_orm(string_value = "open")]
        Open,
        /// It became a shop, or one that is there.
        #[sea_orm(string_value = "accepted")]
        Accepted,
        /// It never will; later imports leave it out.
        #[sea_orm(string_value = "refused")]
        Refused,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
