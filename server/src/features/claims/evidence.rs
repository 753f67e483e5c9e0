//! Evidence for a claim (checklist B, "Claim evidence ladder"). The administrator decides; nothing is approved
//! automatically.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    catalog::{
        admission::contact,
        entities::{claim, shop},
        origin::SUBMITTER,
    },
    platform::sessions::person,
};

/// Mail providers where anyone can get an address.
const FREE_MAIL_HOSTS: &[&str] = &[
    "gmail.com",
    "googlemail.com",
    "yahoo.com",
    "ymail.com",
    "rocketmail.com",
    "outlook.com",
    "hotmail.com",
    "live.com",
    "msn.com",
    "aol.com",
    "aim.com",
    "icloud.com",
    "me.com",
    "mac.com",
    "proton.me",
    "protonmail.com",
    "pm.me",
    "gmx.com",
    "gmx.us",
    "mail.com",
    "zoho.com",
    "yandex.com",
    "fastmail.com",
    "hey.com",
    "tutanota.com",
    "comcast.net",
    "verizon.net",
    "att.net",
    "sbcglobal.net",
    "bellsouth.net",
    "cox.net",
    "charter.net",
    "earthlink.net",
    "wixsite.com",
    "weebly.com",
    "wordpress.com",
    "blogspot.com",
    "github.io",
    "myshopify.com",
    "square.site",
];

/// How far a claim has come on the ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Evidence {
    /// 0: the form alone; 1: the address is confirmed; 2: it is at the shop's own domain. 3 and 4 are not available.
    pub level: u8,
    /// In words.
    pub label: String,
    pub checks: Vec<EvidenceCheck>,
}

/// One rung of the ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EvidenceCheck {
    /// A stable word: `email_confirmed`, `own_domain`, `listed_phone`, `counter_card`.
    pub code: &'static str,
    pub label: String,
    pub state: EvidenceState,
}

/// Whether a rung was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EvidenceState {
    Yes,
    No,
    /// This installation can't check it.
    Unavailable,
}

impl Evidence {
    /// The evidence for the claim `claim` by `person` to `shop`.
    #[must_use]
    pub fn of(claim: &claim::Model, person: &person::Model, shop: &shop::Model) -> Self {
        let is_confirmed = claim.email_confirmed_at.is_some();
        let domain = own_domain(person, shop);
        let level = match (is_confirmed, &domain) {
            (false, _) => 0,
            (true, Err(_)) => 1,
            (true, Ok(_)) => 2,
        };
        let label = match level {
            0 => "Form only",
            1 => "Email address confirmed",
            _ => "Email address at the shop's own domain, confirmed",
        };
        let state = |holds| {
            if holds {
                EvidenceState::Yes
            } else {
                EvidenceState::No
            }
        };
        let check = |code, label: &str, state| EvidenceCheck {
            code,
            label: label.to_owned(),
            state,
        };
        let domain_label = match &domain {
            Ok(host) => format!("The email address is at the shop's own domain ({host})"),
            Err(why) => (*why).to_owned(),
        };
        Self {
            level,
            label: label.to_owned(),
            checks: vec![
                check(
                    "email_confirmed",
                    "They entered the code we sent",
                    state(is_confirmed),
                ),
                check("own_domain", &domain_label, state(domain.is_ok())),
                check(
                    "listed_phone",
                    "Phone: we don't send codes by phone",
                    EvidenceState::Unavailable,
                ),
                check(
                    "counter_card",
                    "A photo of a card on the counter",
                    EvidenceState::Unavailable,
                ),
            ],
        }
    }
}

/// The shop's own domain, if the address belongs to it; otherwise the reason why not.
fn own_domain(person: &person::Model, shop: &shop::Model) -> Result<String, &'static str> {
    let host = shop
        .website
        .as_deref()
        .and_then(contact::own_host)
        .ok_or("The shop has no website of its own to compare with")?;
    if shop.provenance.0.get("website").map(String::as_str) == Some(SUBMITTER) {
        return Err("The website came from the person who listed the shop, so it proves nothing");
    }
    let mail_host = person
        .email
        .rsplit_once('@')
        .map(|(_, host)| host.to_ascii_lowercase())
        .unwrap_or_default();
    if FREE_MAIL_HOSTS.contains(&mail_host.as_str()) {
        return Err("The email address is at a provider open to anyone");
    }
    let is_own = host == mail_host
        || host
            .strip_suffix(&mail_host)
            .is_some_and(|rest| !mail_host.is_empty() && rest.ends_with('.'));
    if is_own && mail_host.contains('.') {
        Ok(mail_host)
    } else {
        Err("The email address isn't at the shop website's domain")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::entities::shop::Provenance;

    fn domain(email: &str, website: Option<&str>, source: &str) -> Result<String, &'static str> {
        let person = person::Model {
            id: uuid::Uuid::nil(),
            email: email.to_owned(),
            address_hash: String::new(),
            name: None,
            confirmed_at: None,
            created_at: chrono::DateTime::UNIX_EPOCH,
        };
        let facts = crate::catalog::admission::facts::Facts {
            website: website.map(str::to_owned),
            ..Default::default()
        };
        let origin = crate::catalog::admission::shop::Origin {
            id: uuid::Uuid::nil(),
            now: chrono::DateTime::UNIX_EPOCH,
            source,
        };
        let shop = crate::catalog::admission::shop::new_shop(
            String::new(),
            &facts,
            uuid::Uuid::nil(),
            origin,
        );
        assert!(website.is_none() || shop.provenance != Provenance::default());
        own_domain(&person, &shop)
    }

    #[test]
    fn only_the_shops_own_domain_counts() {
        for (email, website, is_own) in [
            ("jo@bluedoor.example", "https://www.bluedoor.example/", true),
            (
                "jo@bluedoor.example",
                "https://order.bluedoor.example/",
                true,
            ),
            (
                "jo@mail.bluedoor.example",
                "https://bluedoor.example/",
                false,
            ),
            ("jo@door.example", "https://bluedoor.example/", false),
            ("jo@gmail.com", "https://gmail.com/", false),
            ("jo@facebook.com", "https://facebook.com/bluedoor", false),
            ("jo@wixsite.com", "https://bluedoor.wixsite.com/", false),
        ] {
            let found = domain(email, Some(website), "osm");
            assert_eq!(found.is_ok(), is_own, "{email} {website}: {found:?}");
        }
        assert!(domain("jo@bluedoor.example", None, "osm").is_err());
    }

    #[test]
    fn a_website_that_the_submitter_typed_proves_nothing() {
        let website = Some("https://bluedoor.example/");
        assert!(domain("jo@bluedoor.example", website, SUBMITTER).is_err());
    }
}
