//! A table that only this room owns: ownership transfers in progress.

/// A transfer of a shop by its owner, confirmed by both (D43).
pub mod hand_over {
    use sea_orm::entity::prelude::*;
    use serde::{Deserialize, Serialize};

    /// A row of `hand_overs`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
    #[sea_orm(table_name = "hand_overs")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub shop_id: Uuid,
        pub from_person_id: Uuid,
        pub to_person_id: Uuid,
        /// The new owner's name, as the owner entered it; kept for the person once they confirm.
        #[serde(default)]
        pub to_name: Option<String>,
        /// To another address of the same owner, with everything that they own.
        #[serde(default)]
        pub is_own_address: bool,
        pub from_confirmed_at: Option<ChronoDateTimeUtc>,
        pub to_confirmed_at: Option<ChronoDateTimeUtc>,
        /// The shop while the transfer is in progress: one at a time.
        #[sea_orm(unique)]
        pub open_key: Option<String>,
        pub done_at: Option<ChronoDateTimeUtc>,
        pub created_at: ChronoDateTimeUtc,
    }

    /// No relations: queries find hand-overs by key.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
