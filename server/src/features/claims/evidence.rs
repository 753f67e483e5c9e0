//! Evidence for a claim (checklist B, "Claim evidence ladder"). Strong proof is an address at the shop's own domain or a
//! code on its website (D100); the administrator decides about everything else.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use url::Url;
use utoipa::ToSchema;

use super::hosts;
use crate::{
    catalog::{
        admission::contact,
        entities::{claim, shop},
        origin::{OWNER, SUBMITTER},
    },
    platform::sessions::person,
};

/// How long a listing must have had its website before that proves anything.
const WEBSITE_STANDS: TimeDelta = TimeDelta::days(30);

/// How far a claim has come on the ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Evidence {
    /// 0: the form alone; 1: the address is confirmed; 2: it is at the shop's own domain; 3: our code is on the shop's own
    /// website. 4 isn't available.
    pub level: u8,
    /// In words.
    pub label: String,
    /// Whether it proves the claim: level 2 or 3, with a website that the listing has had for 30 days.
    pub strong: bool,
    pub checks: Vec<EvidenceCheck>,
}

/// One rung of the ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EvidenceCheck {
    /// A stable word: `email_confirmed`, `own_domain`, `website_code`, `website_stands`, `listed_phone`, `counter_card`.
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

/// What proves a claim without anybody's decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ClaimProofKind)]
pub enum Means {
    /// The address is at the shop's own domain.
    Mail,
    /// Our code is on the shop's own website.
    Website,
}

/// The listing's website, as a witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Witness {
    /// The host of the shop alone, and since when the listing has had it.
    Own { host: String, since: DateTime<Utc> },
    /// Why there is none.
    None(&'static str),
}

impl Witness {
    pub(super) fn of(shop: &shop::Model) -> Self {
        let Some(website) = shop.website.as_deref() else {
            return Self::None("The shop has no website of its own to compare with");
        };
        let host = contact::own_host(website).filter(|host| !hosts::is_builder(host));
        let Some(host) = host else {
            return Self::None("The shop's website is a page among others', which proves nothing");
        };
        match shop.provenance.0.get("website").map(String::as_str) {
            Some(SUBMITTER) => Self::None(
                "The website came from the person who listed the shop, so it proves nothing",
            ),
            Some(OWNER) => Self::None("The website came from a former owner, so it proves nothing"),
            _ => Self::Own {
                host,
                since: shop.website_since.unwrap_or(shop.created_at),
            },
        }
    }

    /// From when on it counts.
    pub(super) fn counts_from(&self) -> Option<DateTime<Utc>> {
        match self {
            Self::Own { since, .. } => Some(*since + WEBSITE_STANDS),
            Self::None(_) => None,
        }
    }

    pub(super) fn host(&self) -> Option<&str> {
        match self {
            Self::Own { host, .. } => Some(host),
            Self::None(_) => None,
        }
    }
}

/// What proves the claim now (D100); `None` if the administrator has to decide.
pub(super) fn proof(
    claim: &claim::Model,
    person: &person::Model,
    shop: &shop::Model,
    now: DateTime<Utc>,
) -> Option<Means> {
    claim.email_confirmed_at?;
    let witness = Witness::of(shop);
    if witness.counts_from()? > now {
        return None;
    }
    if has_code(claim, &witness) {
        return Some(Means::Website);
    }
    let is_mail = own_domain(person, shop).is_ok_and(|host| !hosts::is_institution(&host));
    (is_mail && is_home_page(shop)).then_some(Means::Mail)
}

/// A page deep in a site is one of many, and so are the addresses at its domain.
fn is_home_page(shop: &shop::Model) -> bool {
    let website = shop.website.as_deref().and_then(|it| Url::parse(it).ok());
    website.is_some_and(|it| matches!(it.path(), "" | "/" | "/index.html" | "/index.php" | "/home"))
}

fn has_code(claim: &claim::Model, witness: &Witness) -> bool {
    claim.proven_website.is_some() && claim.proven_website.as_deref() == witness.host()
}

/// The part of an address behind the at sign.
pub(super) fn mail_host(person: &person::Model) -> String {
    let host = person.email.rsplit_once('@').map(|(_, host)| host);
    host.map(str::to_ascii_lowercase).unwrap_or_default()
}

impl Evidence {
    /// The evidence for the claim `claim` by `person` to `shop`.
    #[must_use]
    pub fn of(
        claim: &claim::Model,
        person: &person::Model,
        shop: &shop::Model,
        now: DateTime<Utc>,
    ) -> Self {
        let is_confirmed = claim.email_confirmed_at.is_some();
        let domain = own_domain(person, shop);
        let witness = Witness::of(shop);
        let has_code = has_code(claim, &witness);
        let level = match (is_confirmed, has_code, &domain) {
            (false, ..) => 0,
            (true, true, _) => 3,
            (true, false, Ok(_)) => 2,
            (true, false, Err(_)) => 1,
        };
        let label = match level {
            0 => "Form only",
            1 => "Email address confirmed",
            2 => "Email address at the shop's own domain, confirmed",
            _ => "Our code is on the shop's own website",
        };
        let state = |holds| {
            if holds {
                EvidenceState::Yes
            } else {
                EvidenceState::No
            }
        };
        let check = |code, label: String, state| EvidenceCheck { code, label, state };
        let domain_label = match &domain {
            Ok(host) => format!("The email address is at the shop's own domain ({host})"),
            Err(why) => (*why).to_owned(),
        };
        let stands = witness.counts_from().is_some_and(|from| from <= now);
        let stands_label = match &witness {
            Witness::Own { since, .. } => format!(
                "The listing has had this website for 30 days (since {})",
                since.format("%B %-d, %Y")
            ),
            Witness::None(why) => (*why).to_owned(),
        };
        Self {
            level,
            label: label.to_owned(),
            strong: proof(claim, person, shop, now).is_some(),
            checks: vec![
                check(
                    "email_confirmed",
                    "They entered the code we sent".to_owned(),
                    state(is_confirmed),
                ),
                check("own_domain", domain_label, state(domain.is_ok())),
                check("website_code", code_label(claim, &witness), state(has_code)),
                check("website_stands", stands_label, state(stands)),
                check(
                    "listed_phone",
                    "Phone: we don't send codes by phone".to_owned(),
                    EvidenceState::Unavailable,
                ),
                check(
                    "counter_card",
                    "A photo of a card on the counter".to_owned(),
                    EvidenceState::Unavailable,
                ),
            ],
        }
    }
}

fn code_label(claim: &claim::Model, witness: &Witness) -> String {
    match (claim.proven_website.as_deref(), witness.host()) {
        (Some(proven), Some(host)) if proven == host => {
            format!("Our code is on the shop's own website ({host})")
        }
        (Some(proven), _) => {
            format!("Our code was on {proven}, which isn't the listing's website anymore")
        }
        (None, _) => match &claim.website_problem {
            Some(problem) => format!("Our code isn't on the shop's website: {problem}"),
            None => "Our code isn't on the shop's website".to_owned(),
        },
    }
}

/// The shop's own domain, if the address belongs to it; otherwise the reason why not.
fn own_domain(person: &person::Model, shop: &shop::Model) -> Result<String, &'static str> {
    let witness = Witness::of(shop);
    let host = match &witness {
        Witness::Own { host, .. } => host,
        Witness::None(why) => return Err(why),
    };
    let mail_host = mail_host(person);
    if hosts::is_free_mail(&mail_host) {
        return Err("The email address is at a provider open to anyone");
    }
    let is_own = *host == mail_host
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
    use crate::catalog::{
        admission::{
            facts::Facts,
            shop::{Origin, new_shop},
        },
        claiming::tests::claim_of,
    };

    const NOW: &str = "2026-11-20T12:00:00Z";

    fn now() -> DateTime<Utc> {
        NOW.parse().unwrap()
    }

    fn person(email: &str) -> person::Model {
        person::Model {
            id: uuid::Uuid::nil(),
            email: email.to_owned(),
            address_hash: String::new(),
            name: None,
            confirmed_at: None,
            created_at: DateTime::UNIX_EPOCH,
        }
    }

    fn shop(website: Option<&str>, source: &str) -> shop::Model {
        let facts = Facts {
            website: website.map(str::to_owned),
            ..Default::default()
        };
        let origin = Origin {
            id: uuid::Uuid::nil(),
            now: DateTime::UNIX_EPOCH,
            source,
        };
        new_shop(String::new(), &facts, uuid::Uuid::nil(), origin)
    }

    fn domain(email: &str, website: Option<&str>, source: &str) -> Result<String, &'static str> {
        own_domain(&person(email), &shop(website, source))
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
            (
                "jo@bluedoor.square.site",
                "https://bluedoor.square.site/",
                false,
            ),
            ("jo@linktr.ee", "https://linktr.ee/bluedoor", false),
        ] {
            let found = domain(email, Some(website), "osm");
            assert_eq!(found.is_ok(), is_own, "{email} {website}: {found:?}");
        }
        assert!(domain("jo@bluedoor.example", None, "osm").is_err());
    }

    #[test]
    fn a_website_that_the_shops_people_typed_proves_nothing() {
        let website = Some("https://bluedoor.example/");
        assert!(domain("jo@bluedoor.example", website, SUBMITTER).is_err());
        assert!(domain("jo@bluedoor.example", website, OWNER).is_err());
        assert!(domain("jo@bluedoor.example", website, "osm").is_ok());
    }

    #[test]
    fn strong_proof_needs_a_website_of_thirty_days() {
        let mut claim = claim_of(uuid::Uuid::nil(), uuid::Uuid::nil());
        let jo = person("jo@bluedoor.example");
        let mut shop = shop(Some("https://bluedoor.example/"), "osm");
        assert_eq!(proof(&claim, &jo, &shop, now()), None, "not confirmed");
        claim.email_confirmed_at = Some(now());
        assert_eq!(proof(&claim, &jo, &shop, now()), Some(Means::Mail));
        shop.website_since = Some(now() - TimeDelta::days(29));
        assert_eq!(proof(&claim, &jo, &shop, now()), None, "29 days");
        shop.website_since = Some(now() - TimeDelta::days(30));
        assert_eq!(proof(&claim, &jo, &shop, now()), Some(Means::Mail));
    }

    #[test]
    fn a_code_counts_for_the_website_that_it_was_on() {
        let mut claim = claim_of(uuid::Uuid::nil(), uuid::Uuid::nil());
        claim.email_confirmed_at = Some(now());
        claim.proven_website = Some("bluedoor.example".to_owned());
        let jo = person("jo@gmail.com");
        let of = |website| shop(Some(website), "osm");
        let proven = |website| proof(&claim, &jo, &of(website), now());
        assert_eq!(
            proven("https://www.bluedoor.example/x"),
            Some(Means::Website)
        );
        assert_eq!(proven("https://reddoor.example/"), None);
        assert_eq!(proven("https://bluedoor.wixsite.com/"), None);
    }

    #[test]
    fn addresses_of_many_people_are_evidence_and_no_proof() {
        let mut claim = claim_of(uuid::Uuid::nil(), uuid::Uuid::nil());
        claim.email_confirmed_at = Some(now());
        for (email, website) in [
            ("jo@college.edu", "https://coffee.college.edu/"),
            ("jo@group.example", "https://group.example/places/blue-door"),
        ] {
            let (jo, shop) = (person(email), shop(Some(website), "osm"));
            assert!(own_domain(&jo, &shop).is_ok(), "{email}");
            assert_eq!(proof(&claim, &jo, &shop, now()), None, "{email}");
        }
    }
}
