//! The tables of payments for boosts.

/// A purchase for a shop, from the first click to its end.
pub(super) mod purchase {
    use std::fmt;

    use sea_orm::entity::prelude::*;

    use crate::platform::limits_shared::Counted;

    /// A row of `boost_purchases`. Once paid, the row of `boosts` with the same ID says when it runs.
    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "boost_purchases")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub shop_id: Uuid,
        pub plan: Plan,
        pub state: State,
        pub end_reason: Option<EndReason>,
        /// Bought with live keys; test purchases are kept apart.
        pub is_live: bool,
        pub payer_email: String,
        /// Equal for all spellings of the address.
        pub payer_hash: String,
        pub payer_name: String,
        /// The agreed price, per month or once.
        pub amount_cents: i64,
        /// The price announced to the payer for later months.
        pub next_amount_cents: Option<i64>,
        /// From when it applies: 30 days after the email that announced it to this payer.
        pub next_amount_from: Option<ChronoDateTimeUtc>,
        /// Stripe's ID of the payer.
        pub customer: Option<String>,
        /// Stripe's ID of the subscription or payment intent.
        pub provider_id: Option<String>,
        /// Its status at Stripe.
        pub provider_status: Option<String>,
        /// Whether another month follows.
        pub renews: bool,
        /// When it ends after being canceled.
        pub cancels_at: Option<ChronoDateTimeUtc>,
        pub first_paid_at: Option<ChronoDateTimeUtc>,
        /// The end of what is paid for, without the grace period.
        pub paid_until: Option<ChronoDateTimeUtc>,
        /// The shop's online store, as entered by the payer.
        pub store_url: Option<String>,
        pub store_name: Option<String>,
        /// The link waits until the payer's address is proven (D45).
        pub store_waits: bool,
        /// Who was signed in and entitled to the link when it was entered; only they may show it once the shop has an owner (D92).
        pub link_person_id: Option<Uuid>,
        /// Since when the link has waited for the administrator's review, because its payer isn't the owner (D45).
        pub link_review_since: Option<ChronoDateTimeUtc>,
        /// What the shown link replaced on the page, until the administrator has decided.
        pub replaced_url: Option<String>,
        pub replaced_name: Option<String>,
        /// Since when the payment has to be refunded, until Stripe has done it.
        pub refund_since: Option<ChronoDateTimeUtc>,
        /// What Stripe answered to the last attempt at the refund.
        pub refund_problem: Option<String>,
        /// The hash of the token in the buyer's browser.
        pub checkout_hash: String,
        /// The hash of the submitted form's ID, so that submitting it twice is one purchase.
        pub request_hash: Option<String>,
        /// What the checkout was counted for, until it is paid.
        #[sea_orm(column_type = "Json", nullable)]
        pub counted: Option<Counted>,
        /// The declined invoice that the payer was told about.
        pub mailed_failure: Option<String>,
        /// The upcoming end that the payer was told about.
        pub mailed_ending: Option<ChronoDateTimeUtc>,
        pub created_at: ChronoDateTimeUtc,
        pub updated_at: ChronoDateTimeUtc,
        /// Increases with each change: a caller who read an older version and has asked Stripe since asks again.
        pub version: i64,
    }

    /// States of a subscription that Stripe may still charge.
    pub const LIVING: [&str; 5] = ["active", "trialing", "past_due", "unpaid", "paused"];

    impl Model {
        /// Whether it is a subscription that Stripe may still charge, whatever we make of its payments.
        pub fn lives(&self) -> bool {
            let status = self.provider_status.as_deref();
            self.plan == Plan::Subscription && status.is_some_and(|it| LIVING.contains(&it))
        }
    }

    /// Keeps addresses and names out of logs.
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

    /// The state of a purchase.
    #[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(
        rs_type = "String",
        db_type = "String(StringLen::N(16))",
        rename_all = "snake_case"
    )]
    pub enum State {
        /// Not paid yet.
        Pending,
        /// Paid and running.
        Active,
        /// A renewal was declined and is being retried.
        Grace,
        Ended,
        /// Never paid.
        Abandoned,
        /// Paid, but not as agreed: a person has to look at it.
        Held,
    }

    /// Why it ended.
    #[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(
        rs_type = "String",
        db_type = "String(StringLen::N(16))",
        rename_all = "snake_case"
    )]
    pub enum EndReason {
        /// Its time was up.
        Expired,
        Cancelled,
        Refunded,
        Disputed,
        /// Another boost was bought first, so this one was refunded.
        Conflict,
        /// The renewals were declined.
        Unpaid,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Money received for a purchase.
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
        /// For a subscription, the end of the month that it pays for.
        pub period_end: Option<ChronoDateTimeUtc>,
        /// When all of it had been returned.
        pub void_at: Option<ChronoDateTimeUtc>,
        pub void_reason: Option<VoidReason>,
    }

    impl Model {
        /// Whether Stripe took it, and so can refund it; other money came outside of Stripe, or none did.
        pub fn is_at_stripe(&self) -> bool {
            self.invoice.as_deref() != Some(self.payment_intent.as_str())
        }
    }

    /// How it was returned.
    #[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(
        rs_type = "String",
        db_type = "String(StringLen::N(16))",
        rename_all = "snake_case"
    )]
    pub enum VoidReason {
        Refunded,
        Disputed,
        /// It wasn't what was agreed in the first place.
        Mismatch,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Stripe's customer for an address.
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
        /// `None` until Stripe has answered.
        pub customer: Option<String>,
        pub created_at: ChronoDateTimeUtc,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Stripe's events.
pub(super) mod event {
    use sea_orm::entity::prelude::*;

    /// A row of `stripe_events`: its ID is unique, so it takes effect once.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "stripe_events")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub kind: String,
        pub state: State,
        pub attempts: i32,
        pub last_error: Option<String>,
        /// Kept if it couldn't be understood or processed.
        pub payload: Option<String>,
        pub happened_at: ChronoDateTimeUtc,
        pub received_at: ChronoDateTimeUtc,
    }

    /// What became of an event.
    #[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
    #[sea_orm(
        rs_type = "String",
        db_type = "String(StringLen::N(16))",
        rename_all = "snake_case"
    )]
    pub enum State {
        Done,
        /// Its type or object doesn't concern us.
        Ignored,
        /// Couldn't be processed yet; Stripe will send it again.
        Failed,
        /// Correctly signed but unreadable, or for the other mode.
        Kept,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// A price change announced to subscribers.
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
        /// From when it applies to payers who were told before each had a date of their own.
        pub effective_at: ChronoDateTimeUtc,
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
