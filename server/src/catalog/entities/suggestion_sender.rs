//! Who sent a suggestion: stored separately, deleted a month after the decision, and never recorded in the audit log.

use sea_orm::entity::prelude::*;

/// A row of `suggestion_senders`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "suggestion_senders")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub suggestion_id: Uuid,
    /// The visitor's cookie, if there was one.
    pub visitor: Option<Uuid>,
    /// A keyed hash of the network and the day.
    pub network: Uuid,
    /// Where to send the answer, if requested.
    pub email: Option<String>,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
