//! The tables of what boosts are paid with.

/// What somebody buys for a shop, from the first press of a button to its end.
pub(super) mod purchase {
    use std::fmt;

    use sea_orm::entity::prelude::*;

    /// A row of `boost_purchases`. Once it was paid, the row of `boosts` with the same identifier says from when until when.
    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "boost_purchases")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub shop_id: Uuid,
        pub plan: Plan,
        pub state: State,
        pub end_reason: Option<EndReason>,
        /// Bought with keys that charge cards; test purchases stay apart.
        pub is_live: bool,
        pub payer_email: String,
        /// The same for all spellings of the address.
        pub payer_hash: String,
        pub payer_name: String,
        /// What was agreed: each month, or once.
        pub amount_cents: i64,
        /// Announced to the payer for later months.
        pub next_amount_cents: Option<i64>,
        /// Stripe's name for the payer.
        pub customer: Option<String>,
        /// Stripe's subscription or payment intent.
        pub provider_id: Option<String>,
        /// Its status, in Stripe's words.
        pub provider_status: Option<String>,
        /// Whether another month is to follow.
        pub renews: bool,
        /// When it ends because somebody has cancelled it.
        pub cancels_at: Option<ChronoDateTimeUtc>,
        pub first_paid_at: Option<ChronoDateTimeUtc>,
        /// The end of what is paid, without grace.
        pub paid_until: Option<ChronoDateTimeUtc>,
        /// The shop's online store, as the payer gave it.
        pub store_url: Option<String>,
        pub store_name: Option<String>,
        /// The link waits for the proof of the payer's address (D45).
        pub store_waits: bool,
        /// Since when the link waits for the administrator's eyes: its payer is not the owner (D45).
        pub link_review_since: Option<ChronoDateTimeUtc>,
        /// Of the token in the browser that buys.
        pub checkout_hash: String,
        /// Of the form that was sent, so that sending it twice is one purchase.
        pub request_hash: Option<String>,
        /// The invoice whose refusal the payer was told of.
        pub mailed_failure: Option<String>,
        /// The end that the payer was told of ahead.
        pub mailed_ending: Option<ChronoDateTimeUtc>,
        pub created_at: ChronoDateTimeUtc,
        pub updated_at: ChronoDateTimeUtc,
        /// Grows with each change: who has read an older one and asked Stripe since asks again.
        pub version: i64,
    }

    /// Addresses and names stay out of logs.
    impl fmt::Debug for Model {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(
                formatter,
                "Purchase({}, {:?}, {:?})",
                self.id, self.plan, self.state
            )
        }
    }

    /// What is sold.
    #[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(
        rs_type = "String",
        db_type = "String(StringLen::N(16))",
        rename_all = "snake_case"
    )]
    pub enum Plan {
        Subscription,
        OneTime,
    }

    /// How far it is.
    #[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(
        rs_type = "String",
        db_type = "String(StringLen::N(16))",
        rename_all = "snake_case"
    )]
    pub enum State {
        /// The payment is to come.
        Pending,
        /// Paid, and not over.
        Active,
        /// A renewal was refused and is tried again.
        Grace,
        Ended,
        /// Nobody paid.
        Abandoned,
        /// Paid, but not what was agreed: a person has to look at it.
        Held,
    }

    /// Why it is over.
    #[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(
        rs_type = "String",
        db_type = "String(StringLen::N(16))",
        rename_all = "snake_case"
    )]
    pub enum EndReason {
        /// Its time was over.
        Expired,
        Cancelled,
        Refunded,
        Disputed,
        /// Another boost was bought first: this one was given back.
        Conflict,
        /// The renewals were refused.
        Unpaid,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Money that was taken for a purchase.
pub(super) mod payment {
    use sea_orm::entity::prelude::*;

    /// A row of `boost_payments`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "boost_payments")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub purchase_id: Uuid,
        #[sea_orm(unique)]
        pub payment_intent: String,
        pub invoice: Option<String>,
        pub amount_cents: i64,
        pub refunded_cents: i64,
        pub paid_at: ChronoDateTimeUtc,
        /// The end of the month that it pays, of a subscription.
        pub period_end: Option<ChronoDateTimeUtc>,
        /// When all of it had gone back.
        pub void_at: Option<ChronoDateTimeUtc>,
        pub void_reason: Option<VoidReason>,
    }

    /// How it went back.
    #[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(
        rs_type = "String",
        db_type = "String(StringLen::N(16))",
        rename_all = "snake_case"
    )]
    pub enum VoidReason {
        Refunded,
        Disputed,
        /// Never was what had been agreed.
        Mismatch,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Who Stripe knows an address as.
pub(super) mod customer {
    use sea_orm::entity::prelude::*;

    /// A row of `stripe_customers`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "stripe_customers")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub address_hash: String,
        pub is_live: bool,
        /// Empty until Stripe has answered.
        pub customer: Option<String>,
        pub created_at: ChronoDateTimeUtc,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// What Stripe has told us.
pub(super) mod event {
    use sea_orm::entity::prelude::*;

    /// A row of `stripe_events`: its identifier is there once, so its effect is.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "stripe_events")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub kind: String,
        pub state: State,
        pub attempts: i32,
        pub last_error: Option<String>,
        /// Kept where it could not be understood or carried out.
        pub payload: Option<String>,
        pub happened_at: ChronoDateTimeUtc,
        pub received_at: ChronoDateTimeUtc,
    }

    /// What became of it.
    #[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(
        rs_type = "String",
        db_type = "String(StringLen::N(16))",
        rename_all = "snake_case"
    )]
    pub enum State {
        Done,
        /// Of a kind, or about an object, that is none of ours.
        Ignored,
        /// Could not be carried out yet; Stripe sends it again.
        Failed,
        /// Rightly signed, and not to be read, or of the other mode.
        Kept,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A price that was announced to those who pay another.
pub(super) mod price_change {
    use sea_orm::entity::prelude::*;

    /// A row of `boost_price_changes`.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "boost_price_changes")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub amount_cents: i64,
        pub announced_at: ChronoDateTimeUtc,
        pub effective_at: ChronoDateTimeUtc,
        /// When every subscription had it.
        pub finished_at: Option<ChronoDateTimeUtc>,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
