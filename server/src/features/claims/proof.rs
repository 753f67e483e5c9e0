//! Strong proof, as its claimant sees it: what they have, what is missing, and the code for the shop's website (D100).

use chrono::{DateTime, Utc};
use serde::Serialize;
use url::Url;
use utoipa::ToSchema;

use super::{
    evidence::{Means, Witness, mail_host, proof},
    hosts,
};
use crate::{
    catalog::{
        admission::contact,
        entities::{
            claim::{self, Status},
            shop,
        },
    },
    features::Services,
    platform::{
        keys::{Keys, hexadecimal},
        outbound::OutboundError,
        sessions::person,
    },
};

/// Where the code may stand instead of the home page.
const FILE: &str = "/.well-known/coffee-shop-claim.txt";

/// What proves a claim, and what doesn't yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimProof {
    /// What proves it; `null` while nothing does.
    #[schema(required)]
    pub by: Option<Means>,
    /// Whether a proven claim is approved at once, or seen by the administrator first.
    pub approves_at_once: bool,
    /// What the proof is, or what is missing, in words.
    pub message: String,
    /// The line for the shop's website; `null` if a code there would prove nothing, or nothing is missing.
    #[schema(required)]
    pub code: Option<String>,
    /// The host of the shop's website.
    #[schema(required)]
    pub website: Option<String>,
    /// The address of the file that may hold the code instead of the home page.
    #[schema(required)]
    pub file_url: Option<String>,
    /// When we looked for the code last.
    #[schema(required)]
    pub checked_at: Option<DateTime<Utc>>,
    /// Why we didn't find it then.
    #[schema(required)]
    pub problem: Option<String>,
}

/// The code that the claimant puts on the shop's website. Always the same for a claim, and of no use to anybody else.
pub(super) fn website_code(keys: &Keys, claim: uuid::Uuid) -> String {
    let hash = keys.keyed_hash("claim-website", claim.as_bytes());
    let short = hash.get(..10).unwrap_or(&hash);
    format!("coffee-shop-claim-{}", hexadecimal(short))
}

impl ClaimProof {
    /// For a confirmed claim that waits; `None` for every other.
    pub(super) fn of(
        services: &Services,
        claim: &claim::Model,
        person: &person::Model,
        shop: &shop::Model,
    ) -> Option<Self> {
        if claim.status != Status::Pending || claim.email_confirmed_at.is_none() {
            return None;
        }
        let now = services.clock.now();
        let witness = Witness::of(shop);
        let by = proof(claim, person, shop, now);
        let stands = witness.counts_from().is_some_and(|from| from <= now);
        let host = witness.host().map(str::to_owned);
        let asks = by.is_none() && stands;
        let looked_here = claim.checked_website.is_some() && claim.checked_website == host;
        Some(Self {
            by,
            approves_at_once: services.settings.claims_auto_approve,
            message: message(by, &witness, &mail_host(person), now),
            code: asks.then(|| website_code(&services.keys, claim.id)),
            file_url: shop
                .website
                .as_deref()
                .filter(|_| asks)
                .and_then(|website| Some(Url::parse(website).ok()?.join(FILE).ok()?.to_string())),
            website: host,
            checked_at: claim.website_checked_at.filter(|_| looked_here),
            problem: claim.website_problem.clone().filter(|_| looked_here),
        })
    }
}

fn message(by: Option<Means>, witness: &Witness, mail_host: &str, now: DateTime<Utc>) -> String {
    let (host, from) = match (witness.host(), witness.counts_from()) {
        (Some(host), Some(from)) => (host, from),
        _ => {
            return "The listing has no website of its own that could prove your claim, so a person decides.".to_owned();
        }
    };
    match by {
        Some(Means::Mail) => {
            return format!("Your email address is at the shop's own domain ({host}).");
        }
        Some(Means::Website) => {
            return format!("We found your line on the shop's own website ({host}).");
        }
        None => {}
    }
    if from > now {
        return format!(
            "The listing's website ({host}) is new, so it proves nothing before {}. Until then, a person decides.",
            from.format("%B %-d, %Y")
        );
    }
    let why = if hosts::is_free_mail(mail_host) {
        format!("Your email address is at {mail_host}, where anyone can get one.")
    } else if mail_host == host {
        format!("Many people have an email address at {mail_host}.")
    } else {
        format!("Your email address is at {mail_host}, and the shop's website is {host}.")
    };
    format!(
        "{why} To prove that the shop is yours, add a line to the home page of {host}, or put it in a file there."
    )
}

/// Looks for the code on the website at `host`. The reason, in words, if it isn't there.
pub(super) async fn look(
    services: &Services,
    (website, host): (&str, &str),
    code: &str,
) -> Result<(), String> {
    let address = |path: &str| Url::parse(website).ok().and_then(|it| it.join(path).ok());
    let (Some(home), Some(file)) = (address("/"), address(FILE)) else {
        return Err("the listing's website isn't a web address".to_owned());
    };
    if matches!(has(services, &file, host, code).await, Ok(true)) {
        return Ok(());
    }
    match has(services, &home, host, code).await {
        Ok(true) => Ok(()),
        Ok(false) => Err(format!("the line is neither in {home} nor in {file}")),
        Err(why) => Err(why),
    }
}

async fn has(services: &Services, address: &Url, host: &str, code: &str) -> Result<bool, String> {
    let fetched = services.outbound.get(address.as_str()).await;
    let fetched = fetched.map_err(|error| match error {
        OutboundError::TooLarge => format!("{address} is over 5 MB"),
        OutboundError::TooSlow => format!("{address} took too long to respond"),
        _ => format!("{address} couldn't be read"),
    })?;
    // A page that leads to somebody else's host says nothing about this one.
    if contact::own_host(fetched.address.as_str()).as_deref() != Some(host) {
        let elsewhere = fetched.address.host_str().unwrap_or_default();
        return Err(format!("{address} leads to {elsewhere}"));
    }
    if fetched.status != 200 {
        return Err(format!("{address} answers with status {}", fetched.status));
    }
    let (body, code) = (fetched.body, code.to_owned());
    let read = services
        .reader
        .read(move || String::from_utf8_lossy(&body).contains(&code));
    match read.await {
        Ok(Some(found)) => Ok(found),
        Ok(None) | Err(_) => Err(format!("{address} couldn't be read in time")),
    }
}
