//! The audit log: who did what to what, with the rows before and after.

/// One act.
pub mod entry {
    use sea_orm::entity::prelude::*;

    /// A row of `audit_entries`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "audit_entries")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub actor_kind: ActorKind,
        /// The person, if it was one.
        pub actor_id: Option<Uuid>,
        /// Such as `shop.edit`.
        pub action: String,
        /// Such as `shop`.
        pub subject_kind: String,
        pub subject_id: Option<Uuid>,
        /// The subject's name at that time.
        pub subject_label: String,
        /// Information that isn't in the rows, such as a reason.
        pub note: Option<String>,
        pub created_at: ChronoDateTimeUtc,
        /// The entry of the act that undid this one.
        pub undone_by: Option<Uuid>,
        /// One of the later acts of a run, for which its first one stands in the log.
        pub is_part: bool,
    }

    /// Who acted.
    #[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
    pub enum ActorKind {
        #[sea_orm(string_value = "visitor")]
        Visitor,
        #[sea_orm(string_value = "person")]
        Person,
        #[sea_orm(string_value = "administrator")]
        Administrator,
        #[sea_orm(string_value = "system")]
        System,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A row written by an act.
pub mod image {
    use sea_orm::entity::prelude::*;

    /// A row of `audit_images`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "audit_images")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub entry_id: Uuid,
        /// In write order, from 0.
        #[sea_orm(primary_key, auto_increment = false)]
        pub position: i32,
        pub table_name: String,
        pub row_id: Uuid,
        /// `None` if the act created the row.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub before_image: Option<Json>,
        /// `None` if the act removed the row.
        #[sea_orm(column_type = "JsonBinary", nullable)]
        pub after_image: Option<Json>,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
