//! The tables of the newsletter.

pub(super) use crate::platform::mail::suppression;

/// Readers, and people who were asked to confirm.
pub(super) mod reader {
    use std::fmt;

    use sea_orm::entity::prelude::*;

    /// A row of `newsletter_readers`.
    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "newsletter_readers")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub email: String,
        pub address_hash: String,
        pub state: State,
        pub token_hash: Option<String>,
        pub token_expires_at: Option<ChronoDateTimeUtc>,
        pub asked_at: ChronoDateTimeUtc,
        pub created_at: ChronoDateTimeUtc,
        pub confirmed_at: Option<ChronoDateTimeUtc>,
        /// No issue is sent before this time, because the mail server rejected several.
        pub paused_until: Option<ChronoDateTimeUtc>,
    }

    impl fmt::Debug for Model {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(formatter, "Reader({}, {:?})", self.id, self.state)
        }
    }

    /// Whether the person at the address has confirmed.
    #[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
    pub enum State {
        #[sea_orm(string_value = "pending")]
        Pending,
        #[sea_orm(string_value = "confirmed")]
        Confirmed,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A reader's chosen towns. None means all.
pub(super) mod town {
    use sea_orm::entity::prelude::*;

    /// A row of `newsletter_towns`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "newsletter_towns")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub reader_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub city_id: Uuid,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Issues that a reader's mail server rejected for temporary reasons.
pub(super) mod refusal {
    use sea_orm::entity::prelude::*;

    /// A row of `newsletter_refusals`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "newsletter_refusals")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub mail_id: Uuid,
        pub reader_id: Uuid,
        pub created_at: ChronoDateTimeUtc,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// The issues.
pub(super) mod issue {
    use sea_orm::entity::prelude::*;

    /// A row of `newsletter_issues`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "newsletter_issues")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub turn: ChronoDateTimeUtc,
        pub starts_at: ChronoDateTimeUtc,
        pub ends_at: ChronoDateTimeUtc,
        pub finished_at: Option<ChronoDateTimeUtc>,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Readers handled for an issue, even if there was nothing new for them: each pair once.
pub(super) mod delivery {
    use sea_orm::entity::prelude::*;

    /// A row of `newsletter_deliveries`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "newsletter_deliveries")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub issue_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub reader_id: Uuid,
        pub created_at: ChronoDateTimeUtc,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
