//! Tables of totals. Their size grows with days and subjects, not with the number of counts.

pub(super) use crate::catalog::entities::viewed;

/// How often one kind of thing happened on one day.
pub(super) mod day {
    use sea_orm::entity::prelude::*;

    /// A row of `event_days`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "event_days")]
    pub struct Model {
        /// As in `2026-03-04`, in UTC.
        #[sea_orm(primary_key, auto_increment = false)]
        pub day: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub kind: String,
        pub count: i64,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Search texts, and when each was last used.
pub(super) mod searched {
    use sea_orm::entity::prelude::*;

    /// A row of `search_texts`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "search_texts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub text: String,
        pub count: i64,
        /// How many results it found last time.
        pub results: Option<i64>,
        pub last_at: ChronoDateTimeUtc,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
