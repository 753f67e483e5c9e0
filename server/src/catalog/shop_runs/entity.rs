//! Runs and their results.

/// A run.
pub mod run {
    use sea_orm::entity::prelude::*;

    /// A row of `shop_runs`. Its job has the same ID and tells whether it still goes on.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "shop_runs")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub kind: Kind,
        pub scope: Scope,
        /// The town or the shop.
        pub subject_id: Option<Uuid>,
        /// What it is about, such as `Alexandria, LA`.
        pub label: String,
        /// The AI model that was asked, if any.
        pub model: Option<String>,
        pub started_at: ChronoDateTimeUtc,
        /// When it came to its end; `None` if it goes on, or was canceled.
        pub ended_at: Option<ChronoDateTimeUtc>,
        /// Why it ended before all shops had their turn.
        pub stopped: Option<String>,
    }

    /// What a run does to each shop.
    #[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(rs_type = "String", db_type = "String(StringLen::N(8))")]
    pub enum Kind {
        /// Writes a description.
        #[sea_orm(string_value = "texts")]
        Texts,
        /// Finds a picture.
        #[sea_orm(string_value = "images")]
        Images,
    }

    /// Which shops a run is about.
    #[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(rs_type = "String", db_type = "String(StringLen::N(8))")]
    pub enum Scope {
        #[sea_orm(string_value = "all")]
        All,
        #[sea_orm(string_value = "city")]
        City,
        #[sea_orm(string_value = "shop")]
        Shop,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// What came of one shop.
pub mod result {
    use sea_orm::entity::prelude::*;
    use serde::Serialize;
    use utoipa::ToSchema;

    /// A row of `shop_run_results`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "shop_run_results")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub run_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub shop_id: Uuid,
        pub outcome: ShopOutcome,
        /// The text or the picture's source; otherwise the reason.
        pub detail: Option<String>,
        pub created_at: ChronoDateTimeUtc,
    }

    /// What became of a shop in a run.
    #[derive(
        Copy, Clone, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum, Serialize, ToSchema,
    )]
    #[serde(rename_all = "lowercase")]
    #[sea_orm(rs_type = "String", db_type = "String(StringLen::N(8))")]
    pub enum ShopOutcome {
        #[sea_orm(string_value = "done")]
        Done,
        /// What was found may not be shown.
        #[sea_orm(string_value = "refused")]
        Refused,
        /// The service or the website didn't work.
        #[sea_orm(string_value = "failed")]
        Failed,
        /// Its facts changed meanwhile, so there was nothing to do any more.
        #[sea_orm(string_value = "skipped")]
        Skipped,
        /// Done, and taken back.
        #[sea_orm(string_value = "undone")]
        Undone,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
