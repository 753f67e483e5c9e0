//! This room's emails, with samples that a test renders and people can look at.

use askama::Template;
use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::{
    entity::purchase::{self, EndReason, Plan, State},
    rules,
    timeline::Span,
};
use crate::{
    catalog::entities::shop,
    features::Services,
    platform::{
        error::{Error, Result},
        mail::{Brand, EmailAddress, MailText, NewMail, Sample},
        money::price,
    },
};

/// Where payers manage boosts.
const MANAGE: &str = "/manage-subscription";

/// Emails to a payer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letter {
    Activated,
    /// In five days.
    EndingSoon,
    Ended,
    PaymentFailed,
    /// It doesn't renew any more; what is paid stays.
    Canceled,
    /// Someone else was faster, so the money is returned.
    GivenBack,
    /// The shop has closed or was removed, so nothing more is charged.
    ShopGone,
    /// An older subscription renews for the same shop.
    SecondSubscription,
    /// Starting on this day.
    PriceChange {
        cents: i64,
        from: DateTime<Utc>,
    },
}

#[derive(Template)]
#[template(path = "features/boosts/mail/letter.html")]
struct Html<'a> {
    brand: &'a Brand,
    subject: &'a str,
    text: &'a Text,
    reason: &'a str,
}

#[derive(Template)]
#[template(path = "features/boosts/mail/letter.txt", escape = "none")]
struct Plain<'a> {
    brand: &'a Brand,
    text: &'a Text,
    reason: &'a str,
}

struct Text {
    heading: String,
    lines: Vec<String>,
    button: Option<(&'static str, String)>,
}

/// The shop that an email is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct About<'a> {
    pub name: &'a str,
    pub slug: &'a str,
    pub time_zone: &'a str,
    pub has_owner: bool,
}

impl<'a> From<&'a shop::Model> for About<'a> {
    fn from(row: &'a shop::Model) -> Self {
        Self {
            name: &row.name,
            slug: &row.slug,
            time_zone: &row.time_zone,
            has_owner: row.owner_id.is_some(),
        }
    }
}

/// Writes an email about a purchase, unless its payer was erased.
pub(super) fn write(
    services: &Services,
    letter: Letter,
    row: &purchase::Model,
    shop: About<'_>,
    span: Option<Span>,
) -> Result<Option<NewMail>> {
    let brand = Brand::of(&services.settings);
    let Ok(to) = EmailAddress::parse(&row.payer_email, "payer") else {
        return Ok(None);
    };
    Ok(Some(NewMail {
        to,
        words: words(&brand, &text(&brand, letter, row, shop, span), PAYER)?,
        about: None,
        list: None,
    }))
}

/// An email to the operator.
pub(super) fn alarm(
    services: &Services,
    to: EmailAddress,
    subject: &str,
    message: &str,
) -> Result<NewMail> {
    let text = Text {
        heading: subject.to_owned(),
        lines: vec![message.to_owned()],
        button: None,
    };
    let brand = Brand::of(&services.settings);
    Ok(NewMail {
        to,
        words: words(
            &brand,
            &text,
            "The server emails the support address when payments need attention.",
        )?,
        about: None,
        list: None,
    })
}

const PAYER: &str = "You're receiving this because you bought a boost with this email address. Stripe sends the receipts.";

fn text(
    brand: &Brand,
    letter: Letter,
    row: &purchase::Model,
    shop: About<'_>,
    span: Option<Span>,
) -> Text {
    let name = shop.name;
    let day = |at: DateTime<Utc>| rules::day(at, shop.time_zone);
    let cost = price(row.amount_cents);
    let manage = Some(("Manage your boosts", format!("{}{MANAGE}", brand.origin)));
    let page = Some((
        "View the page",
        format!("{}/coffee-shops/{}", brand.origin, shop.slug),
    ));
    let again = Some((
        "Boost it again",
        format!("{}/boost-profile/{}", brand.origin, shop.slug),
    ));
    let is_monthly = row.plan == Plan::Subscription;
    let until = if is_monthly {
        row.paid_until
    } else {
        span.map(|span| span.ends_at)
    };
    let until = until.map(&day).unwrap_or_default();
    match letter {
        Letter::Activated => {
            let mut lines = vec![match span {
                Some(span) if span.starts_at > row.updated_at + TimeDelta::days(1) => format!(
                    "Thank you. Your {} boost for {name} is paid. It starts on {}, when the current boost ends, and lasts until {until}.",
                    kind(row.plan),
                    day(span.starts_at)
                ),
                _ if is_monthly => format!(
                    "Thank you. Your monthly boost for {name} is active. It renews on {until} for {cost}, and each month after that until you cancel."
                ),
                _ => format!(
                    "Thank you. Your one-time boost for {name} is active until {until}. It doesn't renew."
                ),
            }];
            if row.store_waits && row.store_url.is_some() && !shop.has_owner {
                lines.push(format!(
                    "One more step to add the link to your online store: confirm this email address at {}{MANAGE}. The link appears on the page after that.",
                    brand.origin
                ));
            }
            Text {
                heading: format!("{name} is boosted"),
                lines,
                button: if is_monthly { manage } else { page },
            }
        }
        Letter::EndingSoon => Text {
            heading: format!(
                "The boost for {name} ends on {}",
                span.map(|span| day(span.ends_at)).unwrap_or_default()
            ),
            lines: vec![if is_monthly {
                format!(
                    "You've canceled the monthly boost for {name}. It stays active until {until}, and you won't be charged again."
                )
            } else {
                format!("The one-time boost for {name} ends on {until}. It doesn't renew.")
            }],
            button: again,
        },
        Letter::Ended => Text {
            heading: format!("The boost for {name} has ended"),
            lines: vec![match row.end_reason {
                Some(EndReason::Refunded) => format!(
                    "The payment for the boost for {name} was refunded, so the boost has ended."
                ),
                Some(EndReason::Disputed) => format!(
                    "The bank reversed the payment for the boost for {name}, so the boost has ended."
                ),
                Some(EndReason::Unpaid) => format!(
                    "The card for the monthly boost for {name} was declined several times, so the boost has ended. You won't be charged again."
                ),
                _ => format!("The boost for {name} has ended. You won't be charged again."),
            }],
            button: again,
        },
        Letter::PaymentFailed => Text {
            heading: format!("The payment for the boost for {name} failed"),
            lines: vec![format!(
                "The card for the monthly boost for {name} was declined. We'll try it again over the next few days. The boost continues for three days after {until}; to keep it, check the card or use a different one."
            )],
            button: manage,
        },
        Letter::GivenBack => Text {
            heading: format!("Your payment for {name} is being refunded"),
            lines: vec![format!(
                "While you were paying, someone else started a monthly boost for {name}. A shop needs only one, so we're refunding your payment of {cost} in full. It can take your bank a few days."
            )],
            button: page,
        },
        Letter::Canceled => Text {
            heading: format!("Your monthly boost for {name} is canceled"),
            lines: vec![if until.is_empty() {
                format!("We've canceled the monthly boost for {name}. You won't be charged again.")
            } else {
                format!(
                    "We've canceled the monthly boost for {name}. It stays active until {until}, and you won't be charged again."
                )
            }],
            button: manage,
        },
        Letter::ShopGone => Text {
            heading: format!("The boost for {name} won't renew"),
            lines: vec![format!(
                "{name} has closed or is no longer listed. We've canceled your monthly boost, and you won't be charged again. If that's wrong, write to us."
            )],
            button: manage,
        },
        Letter::SecondSubscription => Text {
            heading: format!("Your monthly boost for {name} won't renew"),
            lines: vec![format!(
                "There were two listings of {name}, each with a monthly boost, and they're one listing now. It needs only one boost, so we've canceled yours, which started later. You won't be charged again, and what you've paid for stays valid."
            )],
            button: manage,
        },
        Letter::PriceChange { cents, from } => Text {
            heading: format!(
                "The monthly boost will cost {} from {}",
                price(cents),
                day(from)
            ),
            lines: vec![format!(
                "The monthly boost for {name} costs {cost} now. Starting {}, each renewal costs {}. You don't need to do anything to keep it, and you can cancel anytime before then.",
                day(from),
                price(cents)
            )],
            button: manage,
        },
    }
}

fn kind(plan: Plan) -> &'static str {
    match plan {
        Plan::Subscription => "monthly",
        Plan::OneTime => "one-time",
    }
}

fn words(brand: &Brand, text: &Text, reason: &str) -> Result<MailText> {
    let unwritten =
        |error: askama::Error| Error::Internal(format!("a mail can't be written: {error}"));
    let subject = text.heading.clone();
    let plain = Plain {
        brand,
        text,
        reason,
    };
    let html = Html {
        brand,
        subject: &subject,
        text,
        reason,
    };
    Ok(MailText {
        public_subject: None,
        text: plain.render().map_err(unwritten)?,
        html: html.render().map_err(unwritten)?,
        subject,
    })
}

/// A sample of each email.
pub(super) fn samples(services: &Services) -> Result<Vec<Sample>> {
    let brand = Brand::of(&services.settings);
    let start = DateTime::from_timestamp(1_790_000_000, 0).unwrap_or_default();
    let span = Span {
        starts_at: start,
        ends_at: start + TimeDelta::days(30),
    };
    let row = sample_purchase(start, span);
    let monthly = purchase::Model {
        plan: Plan::Subscription,
        amount_cents: 500,
        renews: true,
        ..row.clone()
    };
    let refunded = purchase::Model {
        end_reason: Some(EndReason::Refunded),
        ..row.clone()
    };
    let shop = About {
        name: "Blue Door Coffee",
        slug: "blue-door-coffee-alexandria-la",
        time_zone: "America/Chicago",
        has_owner: false,
    };
    let change = Letter::PriceChange {
        cents: 600,
        from: span.ends_at,
    };
    [
        ("boost-activated", Letter::Activated, &row),
        ("boost-activated-monthly", Letter::Activated, &monthly),
        ("boost-ending", Letter::EndingSoon, &row),
        ("boost-ended", Letter::Ended, &row),
        ("boost-refunded", Letter::Ended, &refunded),
        ("boost-payment-failed", Letter::PaymentFailed, &monthly),
        ("boost-given-back", Letter::GivenBack, &monthly),
        ("boost-shop-gone", Letter::ShopGone, &monthly),
        (
            "boost-second-subscription",
            Letter::SecondSubscription,
            &monthly,
        ),
        ("boost-price-change", change, &monthly),
    ]
    .into_iter()
    .map(|(name, letter, row)| {
        let text = text(&brand, letter, row, shop, Some(span));
        Ok(Sample::new(name, words(&brand, &text, PAYER)?))
    })
    .collect()
}

fn sample_purchase(start: DateTime<Utc>, span: Span) -> purchase::Model {
    purchase::Model {
        id: Uuid::nil(),
        shop_id: Uuid::nil(),
        plan: Plan::OneTime,
        state: State::Active,
        end_reason: None,
        is_live: false,
        payer_email: "jo@bluedoor.example".to_owned(),
        payer_hash: String::new(),
        payer_name: "Jo".to_owned(),
        amount_cents: 800,
        next_amount_cents: None,
        next_amount_from: None,
        customer: None,
        provider_id: None,
        provider_status: None,
        renews: false,
        cancels_at: None,
        first_paid_at: Some(start),
        paid_until: Some(span.ends_at),
        store_url: Some("https://shop.bluedoor.example".to_owned()),
        store_name: None,
        store_waits: true,
        link_person_id: None,
        link_review_since: None,
        refund_since: None,
        refund_problem: None,
        checkout_hash: String::new(),
        request_hash: None,
        mailed_failure: None,
        mailed_ending: None,
        created_at: start,
        updated_at: start,
        version: 1,
    }
}
