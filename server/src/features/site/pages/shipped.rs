//! The legal texts that we ship: templates that say what this installation does, and name what its operator must fill in.

use askama::Template;

use crate::{
    catalog::{KeptRule, SiteFacts},
    platform::{error::Result, money::price},
};

/// A text that we ship, as Markdown with placeholders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ShippedPage {
    pub(super) title: &'static str,
    pub(super) description: &'static str,
    pub(super) content: String,
    /// The day of the text's last change (D27). Change it with the text.
    pub(super) dated: Option<&'static str>,
}

#[derive(Template)]
#[template(path = "features/site/pages/texts/terms.md", escape = "none")]
struct Terms {
    has_payments: bool,
}

#[derive(Template)]
#[template(path = "features/site/pages/texts/privacy.md", escape = "none")]
struct Privacy<'a> {
    has_payments: bool,
    tiles_host: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "features/site/pages/texts/imprint.md", escape = "none")]
struct Imprint;

/// The text with this slug, if we ship one.
pub(super) fn page(slug: &str, facts: &SiteFacts) -> Result<Option<ShippedPage>> {
    let tiles = facts.map_tiles.as_ref();
    let has_payments = facts.payments.is_some();
    let privacy = Privacy {
        has_payments,
        tiles_host: tiles.and_then(|tiles| host_of(tiles.template())),
    };
    Ok(match slug {
        "terms" => Some(ShippedPage {
            title: "Terms of Service",
            description: "The terms under which {name} lists coffee shops, and under which you may use it.",
            content: rendered(&Terms { has_payments })?,
            dated: Some(if has_payments {
                "2026-11-22"
            } else {
                "2026-11-27"
            }),
        }),
        "privacy" => Some(ShippedPage {
            title: "Privacy Policy",
            description: "What {name} keeps about visitors and shop owners, why, and for how long.",
            content: rendered(&privacy)?,
            dated: Some(if has_payments {
                "2026-11-26"
            } else {
                "2026-11-27"
            }),
        }),
        "imprint" => Some(ShippedPage {
            title: "Imprint",
            description: "Who runs {name}, and how to reach them.",
            content: rendered(&Imprint)?,
            dated: None,
        }),
        _ => None,
    })
}

fn rendered(template: &impl Template) -> Result<String> {
    template
        .render()
        .map_err(crate::platform::error::Error::failed)
}

/// `tile.example` of `https://tile.example/{z}/{x}/{y}.png`.
fn host_of(template: &str) -> Option<&str> {
    let (_, rest) = template.split_once("://")?;
    rest.split('/').next()
}

/// The placeholders that texts may have, and what each stands for.
pub(super) const PLACEHOLDERS: [(&str, &str); 7] = [
    ("{name}", "the site's name"),
    ("{website}", "its address"),
    ("{email}", "the support address"),
    ("{postal_address}", "the postal address"),
    ("{monthly_price}", "the monthly price of a boost"),
    ("{one_time_price}", "the price of a 30-day boost"),
    ("{retention}", "what is kept how long"),
];

/// What stands where a setting is missing.
const NO_EMAIL: &str = "(no contact address has been set for this installation)";
const NO_ADDRESS: &str = "[[postal address]]";

/// `text` with this installation's facts in the places of placeholders.
pub(super) fn filled(text: &str, facts: &SiteFacts) -> String {
    let email = match &facts.support_email {
        Some(email) => format!("[{}](mailto:{email})", plain(email)),
        None => NO_EMAIL.to_owned(),
    };
    let address = facts.postal_address.as_deref();
    let values = [
        plain(&facts.name),
        plain(&facts.origin),
        email,
        address.map_or_else(|| NO_ADDRESS.to_owned(), plain),
        plain(&price(facts.monthly_boost_cents)),
        plain(&price(facts.one_time_boost_cents)),
        retention(&facts.kept),
    ];
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    // One pass: a value that looks like a placeholder stays as it is.
    while let Some(start) = rest.find('{') {
        let (before, from) = rest.split_at(start);
        filled.push_str(before);
        let known = PLACEHOLDERS.iter().zip(&values);
        let found = known
            .into_iter()
            .find(|((name, _), _)| from.starts_with(name));
        let length = match found {
            Some(((name, _), value)) => {
                filled.push_str(value);
                name.len()
            }
            None => {
                filled.push('{');
                1
            }
        };
        rest = from.get(length..).unwrap_or_default();
    }
    filled.push_str(rest);
    filled
}

/// A list of what is kept how long.
fn retention(kept: &[KeptRule]) -> String {
    let line = |rule: &KeptRule| format!("- {}: {}", plain(&rule.what), plain(&rule.time));
    kept.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Text that Markdown shows as it is.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(
            letter,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '&' | '!'
        ) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// What an operator must still fill in: the texts between `[[` and `]]`.
pub(super) fn unfilled(text: &str) -> Vec<String> {
    let parts = text.split("[[").skip(1);
    parts
        .filter_map(|part| part.split_once("]]"))
        .map(|(what, _)| what.trim().to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_fill_their_places_once_and_are_no_markdown() {
        let facts = SiteFacts {
            name: "*Perk* {email}".to_owned(),
            monthly_boost_cents: 500,
            kept: [KeptRule {
                what: "Sessions".to_owned(),
                time: "a day".to_owned(),
            }]
            .into(),
            ..SiteFacts::default()
        };
        let text = "{name} costs {monthly_price} {unknown}\n\n{retention}\n\n{postal_address}";
        let filled = filled(text, &facts);
        assert!(
            filled.starts_with("\\*Perk\\* {email} costs $5 {unknown}"),
            "{filled}"
        );
        assert!(filled.contains("- Sessions: a day"), "{filled}");
        assert_eq!(unfilled(&filled), ["postal address"]);
    }

    #[test]
    fn every_shipped_text_has_only_known_placeholders() {
        let facts = SiteFacts::default();
        for slug in crate::catalog::LEGAL {
            let page = page(slug, &facts).unwrap().unwrap();
            let text = filled(&page.content, &facts);
            assert!(!text.contains('{') && !text.contains('%'), "{text}");
        }
    }
}
