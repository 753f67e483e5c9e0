//! The tables of administrators.

pub use administrator::Model as Administrator;

/// Somebody with a name and a password of their own.
pub mod administrator {
    use std::fmt;

    use sea_orm::entity::prelude::*;

    use crate::platform::web::AdministratorId;

    /// A row of `administrators`.
    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "administrators")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub name: String,
        /// The name in any spelling; `None` once removed.
        #[sea_orm(unique)]
        pub name_key: Option<String>,
        /// Where to write when something about the access changes.
        pub email: Option<String>,
        /// In the PHC string format.
        pub password_hash: String,
        /// The app's secret, sealed.
        pub app_secret: Option<String>,
        pub app_since: Option<ChronoDateTimeUtc>,
        /// The step of the last code that was used: it and earlier ones work no more.
        pub app_step: Option<i64>,
        pub created_at: ChronoDateTimeUtc,
        pub signed_in_at: Option<ChronoDateTimeUtc>,
        pub removed_at: Option<ChronoDateTimeUtc>,
    }

    impl Model {
        /// The ID, as sessions and the audit log have it.
        #[must_use]
        pub fn key(&self) -> AdministratorId {
            AdministratorId(self.id)
        }

        /// Whether a code is asked for besides the password.
        #[must_use]
        pub fn has_app(&self) -> bool {
            self.app_secret.is_some()
        }
    }

    impl fmt::Debug for Model {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(formatter, "Administrator({}, {})", self.id, self.name)
        }
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A code for who has lost the app.
pub mod recovery_code {
    use sea_orm::entity::prelude::*;

    /// A row of `admin_recovery_codes`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "admin_recovery_codes")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub administrator_id: Uuid,
        #[sea_orm(unique)]
        pub code_hash: String,
        pub used_at: Option<ChronoDateTimeUtc>,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A browser in which an administrator has signed in.
pub(super) mod device {
    use sea_orm::entity::prelude::*;

    /// A row of `admin_devices`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "admin_devices")]
    pub struct Model {
        /// Nil for who came in with the shared password or a link of the console.
        #[sea_orm(primary_key, auto_increment = false)]
        pub administrator_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub device_id: Uuid,
        pub seen_at: ChronoDateTimeUtc,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
