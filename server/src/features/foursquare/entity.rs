//! Tables that only this room owns: which cities were enhanced, and every run.

/// A city's last run.
pub mod city {
    use sea_orm::entity::prelude::*;

    /// A row of `foursquare_cities`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "foursquare_cities")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub city_id: Uuid,
        pub run_id: Uuid,
        /// Until then no other run may take the city.
        pub reserved_until: ChronoDateTimeUtc,
        /// When a run last completed it.
        pub enhanced_at: Option<ChronoDateTimeUtc>,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A run; its ID is its job's.
pub mod run {
    use sea_orm::{FromJsonQueryResult, entity::prelude::*};
    use serde::{Deserialize, Serialize};

    /// A row of `foursquare_runs`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "foursquare_runs")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        /// For runs of a whole city.
        pub city_id: Option<Uuid>,
        pub city_name: String,
        pub state: String,
        pub shops: ShopIds,
        /// How many of `shops` it has asked about.
        pub processed: i32,
        pub enhanced: i32,
        pub photos: i32,
        pub calls: i32,
        pub started_at: ChronoDateTimeUtc,
        /// When it last got further.
        pub last_at: ChronoDateTimeUtc,
        pub is_done: bool,
        /// Why it stopped early.
        pub problem: Option<String>,
    }

    /// The shops of a run in their order, stored as JSON.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
    pub struct ShopIds(pub Vec<Uuid>);

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
