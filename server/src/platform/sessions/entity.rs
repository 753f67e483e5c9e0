//! The tables of people and sessions.

/// Someone who entered an address.
pub mod person {
    use sea_orm::entity::prelude::*;
    use serde::{Deserialize, Serialize};

    /// A row of `people`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
    #[sea_orm(table_name = "people")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub email: String,
        /// Finds an address in any spelling.
        #[sea_orm(unique)]
        pub address_hash: String,
        pub name: Option<String>,
        /// `None` until someone has proven that the address is theirs.
        pub confirmed_at: Option<ChronoDateTimeUtc>,
        pub created_at: ChronoDateTimeUtc,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A signed-in browser.
pub mod session {
    use sea_orm::entity::prelude::*;

    /// A row of `sessions`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sessions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        /// A hash; only the browser has the token itself.
        #[sea_orm(unique)]
        pub token_hash: String,
        pub kind: Kind,
        /// `None` for administrators.
        pub person_id: Option<Uuid>,
        /// `None` for owners, and for who came in with the shared password or a link of the console.
        pub administrator_id: Option<Uuid>,
        /// Browser and operating system, so people recognize their devices.
        pub device: String,
        pub created_at: ChronoDateTimeUtc,
        /// Rounded to the hour, to avoid a write per request.
        pub last_seen_at: ChronoDateTimeUtc,
        pub expires_at: ChronoDateTimeUtc,
        /// When an administrator last entered the password or a code in this browser.
        pub confirmed_at: Option<ChronoDateTimeUtc>,
    }

    /// The kind of session.
    #[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(rs_type = "String", db_type = "String(StringLen::N(8))")]
    pub enum Kind {
        /// Someone who proved an address (D40).
        #[sea_orm(string_value = "owner")]
        Owner,
        /// An administrator (D60, D103).
        #[sea_orm(string_value = "admin")]
        Admin,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
