//! Claims: two people want the same shop, one forgot the code, and one has owned a shop since yesterday.

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use super::{
    Cast, MAIL, READING, days,
    people::{Person, id_in},
    stage::Stage,
};
use crate::{
    catalog::entities::shop,
    features::demo::people::{AT_ITS_WEBSITE, RIVAL, SECOND_OWNER, UNCONFIRMED},
    platform::error::Result,
};

/// What somebody enters in the form.
struct Claimant<'a> {
    name: &'a str,
    /// The part of the address before the at sign.
    mailbox: &'a str,
    host: &'a str,
    role: &'a str,
    description: &'a str,
    more: Option<&'a str>,
    /// The IP address.
    from: [u8; 4],
}

impl Claimant<'_> {
    fn email(&self) -> String {
        format!("{}@{}", self.mailbox, self.host)
    }
}

pub(super) async fn play(stage: &Stage, cast: &Cast, now: DateTime<Utc>) -> Result<()> {
    let forgetful = Claimant {
        name: "Marcus Bell",
        mailbox: UNCONFIRMED,
        host: MAIL,
        role: "Manager",
        description: "Coffee, breakfast and a table by the window, six days a week.",
        more: None,
        from: [198, 51, 100, 21],
    };
    open(stage, &cast.claimed, &forgetful, now - days(5, 133)).await?;
    stage.deliver().await?;

    let rival = Claimant {
        name: "Dana Pruitt",
        mailbox: RIVAL,
        host: MAIL,
        role: "Owner",
        description: "A neighborhood coffee shop. We pour slow and talk fast.",
        more: Some(
            "I took the shop over a while ago. The old owner has the website and isn't easy to reach.",
        ),
        from: [203, 0, 113, 34],
    };
    let (browser, _) = confirmed(stage, &cast.contested, &rival, now - days(4, 310)).await?;
    browser.sign_out("/api/sign-out").await?;

    take_over(stage, &cast.owned, now).await?;

    let at_its_website = Claimant {
        name: "Elena Ruiz",
        mailbox: AT_ITS_WEBSITE,
        host: host_of(&cast.contested),
        role: "Owner",
        description: "Our family has run this shop since it opened. Ask for the pastry of the day.",
        more: Some("You can call me at the shop any morning before ten."),
        from: [192, 0, 2, 77],
    };
    let moment = now - days(2, 47);
    let (browser, _) = confirmed(stage, &cast.contested, &at_its_website, moment).await?;
    browser.sign_out("/api/sign-out").await
}

/// Somebody becomes the owner of a shop, yesterday at this time.
async fn take_over(stage: &Stage, shop: &shop::Model, now: DateTime<Utc>) -> Result<()> {
    let owner = Claimant {
        name: "Nora Whitfield",
        mailbox: SECOND_OWNER,
        host: MAIL,
        role: "Owner",
        description: "I bought the shop from the people who taught me to drink coffee, and changed nothing but the light bulbs.",
        more: Some("My name is in the county's business register."),
        from: [198, 51, 100, 58],
    };
    let (mut browser, id) = confirmed(stage, shop, &owner, now - days(3, 251)).await?;

    stage.go_to(now - TimeDelta::minutes(23 * 60 + 17));
    let mut administrator = Person::administrator(stage).await?;
    let path = format!("/api/admin/business-claims/{id}/approve");
    administrator
        .post(&path, &json!({}), StatusCode::OK)
        .await?;
    administrator.sign_out("/api/admin/logout").await?;
    stage.deliver().await?;

    stage.go_to(now - TimeDelta::minutes(21 * 60 + 8));
    browser.leave_nothing_to_ask(&shop.slug).await?;
    browser.sign_out("/api/sign-out").await
}

/// Claims `shop` at `moment`, and returns the browser and the claim's ID.
async fn open<'a>(
    stage: &'a Stage,
    shop: &shop::Model,
    claimant: &Claimant<'_>,
    moment: DateTime<Utc>,
) -> Result<(Person<'a>, String)> {
    stage.go_to(moment);
    let mut browser = Person::at(stage, claimant.from);
    let form = json!({
        "ownerName": claimant.name,
        "ownerEmail": claimant.email(),
        "businessRole": claimant.role,
        "verificationMethod": "email",
        "additionalInfo": claimant.more,
        "ownerDescription": claimant.description,
    });
    let path = format!("/api/coffee-shops/{}/claim", shop.slug);
    let opened = browser.post(&path, &form, StatusCode::CREATED).await?;
    Ok((browser, id_in(&opened)?))
}

/// The same, and enters the code.
async fn confirmed<'a>(
    stage: &'a Stage,
    shop: &shop::Model,
    claimant: &Claimant<'_>,
    moment: DateTime<Utc>,
) -> Result<(Person<'a>, String)> {
    let (mut browser, id) = open(stage, shop, claimant, moment).await?;
    stage.wait(READING);
    let code = stage.code_mailed_to(&claimant.email()).await?;
    let path = format!("/api/claims/{id}/confirm");
    browser
        .post(&path, &json!({ "code": code }), StatusCode::OK)
        .await?;
    stage.deliver().await?;
    Ok((browser, id))
}

/// The host of the shop's website, which is invented, too.
fn host_of(shop: &shop::Model) -> &str {
    let website = shop.website.as_deref().unwrap_or_default();
    let host = website.strip_prefix("https://").unwrap_or(website);
    host.split('/').next().unwrap_or(host)
}
