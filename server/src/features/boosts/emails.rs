//! This room's emails.

use askama::Template;
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

use super::{
    entity::purchase::{self, EndReason, Plan},
    rules,
    timeline::Span,
};
use crate::{
    catalog::entities::shop,
    features::Services,
    platform::{
        error::{Error, Result},
        mail::{Brand, EmailAddress, MailText, NewMail},
        money::price,
    },
};

/// Where payers manage boosts.
const MANAGE: &str = "/manage-subscription";

/// Emails to a payer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EmailKind {
    Activated,
    /// In its last seven days.
    EndingSoon,
    Ended,
    PaymentFailed,
    /// It doesn't renew any more; what is paid stays.
    Canceled,
    /// Its cancellation was taken back, so it renews again.
    Resumed,
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
    /// The payer's address was changed at Stripe; this goes to the one before.
    AddressChanged,
    /// Another address has taken over; this goes to the one before.
    AddressMoved,
    /// The price that was announced doesn't apply after all.
    PriceStays {
        withdrawn: i64,
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

pub(super) struct Text {
    heading: String,
    lines: Vec<String>,
    button: Option<(&'static str, String)>,
}

/// The shop that an email is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct About<'a> {
    pub name: &'a str,
    pub slug: &'a str,
    pub time_zone: Tz,
    pub has_owner: bool,
}

impl<'a> About<'a> {
    fn of(services: &Services, row: &'a shop::Model) -> Self {
        Self {
            name: &row.name,
            slug: &row.slug,
            time_zone: services.catalog.view().clocks(row),
            has_owner: row.owner_id.is_some(),
        }
    }
}

/// Writes an email about a purchase, unless its payer was erased.
pub(super) fn write(
    services: &Services,
    letter: EmailKind,
    row: &purchase::Model,
    shop: &shop::Model,
    span: Option<Span>,
) -> Result<Option<NewMail>> {
    let shop = About::of(services, shop);
    let brand = services.brand();
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
    let brand = services.brand();
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

pub(super) const PAYER: &str = "You're receiving this because you bought a boost with this email address. Stripe sends the receipts.";

pub(super) fn text(
    brand: &Brand,
    letter: EmailKind,
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
    let resume = Some(("Don't cancel", format!("{}{MANAGE}", brand.origin)));
    let is_monthly = row.plan == Plan::Subscription;
    let until = if is_monthly {
        row.paid_until
    } else {
        span.map(|span| span.ends_at)
    };
    let until = until.map(&day).unwrap_or_default();
    match letter {
        EmailKind::Activated => {
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
        EmailKind::EndingSoon => Text {
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
            button: if is_monthly { resume } else { again },
        },
        EmailKind::Ended => Text {
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
        EmailKind::PaymentFailed => Text {
            heading: format!("The payment for the boost for {name} failed"),
            lines: vec![format!(
                "The card for the monthly boost for {name} was declined. We'll try it again over the next few days. The boost continues for three days after {until}; to keep it, check the card or use a different one."
            )],
            button: manage,
        },
        EmailKind::GivenBack => Text {
            heading: format!("Your payment for {name} is being refunded"),
            lines: vec![format!(
                "While you were paying, someone else started a monthly boost for {name}. A shop needs only one, so we're refunding your payment of {cost} in full. It can take your bank a few days."
            )],
            button: page,
        },
        EmailKind::Canceled => Text {
            heading: format!("Your monthly boost for {name} is canceled"),
            // The paid time of one whose payment was refused is over.
            lines: vec![
                if row.paid_until.is_none_or(|until| until <= row.updated_at) {
                    format!(
                        "We've canceled the monthly boost for {name}. You won't be charged again."
                    )
                } else {
                    format!(
                        "We've canceled the monthly boost for {name}. It stays active until {until}, and you won't be charged again."
                    )
                },
            ],
            button: manage,
        },
        EmailKind::Resumed => Text {
            heading: format!("Your monthly boost for {name} continues"),
            lines: vec![format!(
                "The cancellation of the monthly boost for {name} was taken back. It renews on {until} for {}, and each month after that until you cancel.",
                price(row.next_amount_cents.unwrap_or(row.amount_cents))
            )],
            button: manage,
        },
        EmailKind::ShopGone => Text {
            heading: format!("The boost for {name} won't renew"),
            lines: vec![format!(
                "{name} has closed or is no longer listed. We've canceled your monthly boost, and you won't be charged again. If that's wrong, write to us."
            )],
            button: manage,
        },
        EmailKind::SecondSubscription => Text {
            heading: format!("Your monthly boost for {name} won't renew"),
            lines: vec![format!(
                "There were two listings of {name}, each with a monthly boost, and they're one listing now. It needs only one boost, so we've canceled yours, which started later. You won't be charged again, and what you've paid for stays valid."
            )],
            button: manage,
        },
        EmailKind::PriceChange { cents, from } => Text {
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
        EmailKind::AddressChanged => Text {
            heading: "Your email address for payments was changed".to_owned(),
            lines: vec![format!(
                "The email address of your boost for {name} was changed at Stripe. Our emails still come to this address, and the boost is managed with it. To use the new one for both, look up your boosts with this address, and press \"Use the new address\" there. If you didn't change it, write to us."
            )],
            button: manage,
        },
        EmailKind::AddressMoved => Text {
            heading: "Another address manages your boost".to_owned(),
            lines: vec![format!(
                "Somebody signed in with this address asked for it, and it was confirmed: our emails about the boost for {name} go to another address from now on, which also manages it. If that wasn't you, write to us."
            )],
            button: None,
        },
        EmailKind::PriceStays { withdrawn } => Text {
            heading: format!("The monthly boost still costs {cost}"),
            lines: vec![format!(
                "We told you that the monthly boost for {name} would cost {}. It won't: each renewal still costs {cost}. You don't need to do anything.",
                price(withdrawn)
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

pub(super) fn words(brand: &Brand, text: &Text, reason: &str) -> Result<MailText> {
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
        lasts: None,
        text: plain.render().map_err(unwritten)?,
        html: html.render().map_err(unwritten)?,
        subject,
    })
}
