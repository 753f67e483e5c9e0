//! The tables of expansion.

/// Runs of expansion.
pub mod expansion_run {
    use sea_orm::entity::prelude::*;

    /// A row of `expansion_runs`.
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "expansion_runs")]
    pub struct Model {
        /// The job's.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub kind: RunKind,
        /// The ZIP code, or the number of areas.
        pub asked: String,
        /// It only shows what it would add.
        pub is_trial: bool,
        /// What it has done so far; its shape depends on the kind.
        pub result: Option<Json>,
        /// Why it failed.
        pub error: Option<String>,
        pub created_at: ChronoDateTimeUtc,
        pub finished_at: Option<ChronoDateTimeUtc>,
    }

    /// What a run looks at.
    #[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
    pub enum RunKind {
        /// The town of a ZIP code.
        #[sea_orm(string_value = "zip")]
        Zip,
        /// The next metro areas.
        #[sea_orm(string_value = "metro")]
        Metro,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Metro areas that are done.
pub mod expansion_area {
    use sea_orm::entity::prelude::*;
    use serde::{Deserialize, Serialize};

    /// A row of `expansion_areas`, recorded with the shops that were added, so that undoing them makes the area one of
    /// the remaining ones.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
    #[sea_orm(table_name = "expansion_areas")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        /// The slug of its town, such as `alexandria-la`.
        pub area: String,
        pub run_id: Uuid,
        pub done_at: ChronoDateTimeUtc,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
