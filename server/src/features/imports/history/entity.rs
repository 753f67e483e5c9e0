//! The tables of the history of imports.

/// Imports, by command or by upload.
pub mod import {
    use sea_orm::entity::prelude::*;

    use crate::{catalog::entities::shop::Texts, features::imports::history::ImportCounts};

    /// A row of `imports`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "imports")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        /// For people, in the order of the imports.
        #[sea_orm(unique)]
        pub number: i64,
        /// The names of its files.
        pub files: Texts,
        /// The source that the operator named; null if each file names its own.
        pub source: Option<String>,
        /// After each batch.
        pub counts: ImportCounts,
        pub started_at: ChronoDateTimeUtc,
        /// Null if it goes on, or was stopped early.
        pub ended_at: Option<ChronoDateTimeUtc>,
        /// While it writes, it renews this time; no other import begins before it.
        pub lease_until: Option<ChronoDateTimeUtc>,
        /// From then on, it writes nothing more.
        pub undo_asked_at: Option<ChronoDateTimeUtc>,
        pub undone_at: Option<ChronoDateTimeUtc>,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// What imports wrote.
pub mod import_change {
    use sea_orm::entity::prelude::*;

    /// A row of `import_changes`, written with what it is about.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "import_changes")]
    pub struct Model {
        /// The import.
        #[sea_orm(primary_key, auto_increment = false)]
        pub run_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub number: i64,
        /// Of the table that `kind` says.
        pub row_id: Uuid,
        pub kind: ChangeKind,
        /// The values of the changed columns, for [`ChangeKind::Changed`], [`ChangeKind::Relinked`] and [`ChangeKind::Settled`].
        pub before: Option<Json>,
        pub after: Option<Json>,
        /// Null until the import is undone.
        pub outcome: Option<UndoOutcome>,
        /// Why it stays, or which fields do.
        pub kept_because: Option<String>,
    }

    /// What was written.
    #[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(rs_type = "String", db_type = "String(StringLen::N(8))")]
    pub enum ChangeKind {
        /// A town, because a shop in it was added.
        #[sea_orm(string_value = "town")]
        Town,
        /// A shop.
        #[sea_orm(string_value = "added")]
        Added,
        /// A shop's facts.
        #[sea_orm(string_value = "changed")]
        Changed,
        /// A record's link to a shop that was there.
        #[sea_orm(string_value = "linked")]
        Linked,
        /// A shop's link, which goes to another record of its list since.
        #[sea_orm(string_value = "relinked")]
        Relinked,
        /// A question about a record.
        #[sea_orm(string_value = "asked")]
        Asked,
        /// A question whether a shop has closed.
        #[sea_orm(string_value = "missing")]
        Missing,
        /// An answer to a question: its record is a shop that was there.
        #[sea_orm(string_value = "settled")]
        Settled,
    }

    /// What undoing did about it.
    #[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(rs_type = "String", db_type = "String(StringLen::N(8))")]
    pub enum UndoOutcome {
        #[sea_orm(string_value = "undone")]
        Undone,
        /// All or part of it has changed since.
        #[sea_orm(string_value = "kept")]
        Kept,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
