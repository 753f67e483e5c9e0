//! What every page, email and feed says about the site: the settings, over them the operator's own words, and where
//! nothing is set, the words that we ship. They name places only while the directory has shops there (D108).

use std::sync::Arc;

use gazetteer::State;
use uuid::Uuid;

use super::{
    entities::{
        site::{self, Typefaces},
        site_logo,
        site_page::{self, Place},
    },
    formats::Formats,
    palette::{self, Rgb},
};
use crate::platform::settings::MapTiles;

/// How many listed shops each state has, by its code; none has 0.
pub type ShopsByState = imbl::OrdMap<Arc<str>, usize>;

/// Facts about the site, the same on every page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteFacts {
    /// The product's name.
    pub name: String,
    /// The name in the settings.
    pub shipped_name: String,
    /// Whether the settings file or the environment names it, so that the database's name doesn't count.
    pub name_is_set: bool,
    /// The address that visitors use, without a slash at its end.
    pub origin: String,
    /// Where people write for help.
    pub support_email: Option<String>,
    /// Where letters to the operator go, if set.
    pub postal_address: Option<String>,
    /// Map tiles instead of our own lines, if configured.
    pub map_tiles: Option<MapTiles>,
    /// Whether browsers ask for the location when the home page opens.
    pub prompt_for_location: bool,
    /// Whether pages of a demo offer to see it as somebody else.
    pub demo_doors: bool,
    /// The monthly price of a boost, in cents.
    pub monthly_boost_cents: i64,
    /// The price of a 30-day boost, in cents.
    pub one_time_boost_cents: i64,
    /// The operator's claim of how many more views boosted shops get, in percent, and its source.
    pub visibility_claim: Option<(i64, String)>,
    /// How boosts are paid, if payments are on.
    pub payments: Option<PaymentFacts>,
    /// Services that are set up.
    pub services: ServiceFacts,
    /// What is kept how long.
    pub kept: Arc<[KeptRule]>,
    /// The operator's pages that every page links to, by title.
    pub linked: Vec<LinkedPage>,
    pub look: Look,
    /// How times and distances are written.
    pub formats: Formats,
    /// The words in use.
    pub words: Words,
    /// The words where the operator has set none.
    pub shipped: Words,
    /// Changes with the operator's words; empty while nothing is set. URLs of pictures with words on them end with it.
    pub mark: String,
}

/// What browsers need to know about the payment provider.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaymentFacts {
    pub publishable_key: String,
    /// The script of the payment form.
    pub script_url: String,
    /// No real charges.
    pub is_sandbox: bool,
}

/// How the site looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// What acts, such as links and buttons.
    pub main: Rgb,
    /// What is paid for.
    pub accent: Rgb,
    pub typefaces: Typefaces,
    pub has_awning: bool,
    pub logo: Option<LogoFacts>,
    /// The version of the icons, if they are made of the operator's logo or icon.
    pub icon: Option<Uuid>,
}

/// The operator's logo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogoFacts {
    pub id: Uuid,
    /// In pixels, as it is shown in the bar.
    pub width: i32,
    pub height: i32,
    /// Otherwise it is a PNG.
    pub is_svg: bool,
    /// Whether there is a picture of it, for what shows no SVG.
    pub has_picture: bool,
}

/// The height of a logo in the bar, and its greatest width.
const LOGO: (i32, i32) = (36, 216);

impl LogoFacts {
    fn of(row: &site_logo::Model) -> Self {
        let (height, widest) = LOGO;
        let width = (row.width.saturating_mul(height) / row.height.max(1)).max(1);
        let (width, height) = if width > widest {
            (widest, (height * widest / width).max(1))
        } else {
            (width, height)
        };
        Self {
            id: row.id,
            width,
            height,
            is_svg: row.media_type == "image/svg+xml",
            has_picture: row.picture.is_some(),
        }
    }

    /// Its URL's path.
    #[must_use]
    pub fn path(&self) -> String {
        format!("/site-logo?v={}", self.id)
    }

    /// The path of its picture's URL: a PNG of twice its size in the bar.
    #[must_use]
    pub fn picture_path(&self) -> Option<String> {
        let id = self.id;
        self.has_picture.then(|| format!("/site-logo.png?v={id}"))
    }
}

impl Default for Look {
    fn default() -> Self {
        Self {
            main: palette::MAIN,
            accent: palette::ACCENT,
            typefaces: Typefaces::Besley,
            has_awning: true,
            logo: None,
            icon: None,
        }
    }
}

impl Look {
    /// Whether pages need a style sheet for it.
    #[must_use]
    pub fn is_styled(&self) -> bool {
        let plain = Self {
            logo: None,
            icon: None,
            ..*self
        };
        plain != Self::default()
    }

    /// The operator's look.
    fn of(
        row: &site::Model,
        logo: Option<&site_logo::Model>,
        icon: Option<&site_logo::Model>,
    ) -> Self {
        let drawn = |row: Option<&site_logo::Model>| {
            let row = row.filter(|row| row.picture.is_some());
            row.map(|row| row.id)
        };
        let color = |text: &Option<String>| text.as_deref().and_then(Rgb::parse);
        let shipped = Self::default();
        Self {
            main: color(&row.main_color).unwrap_or(shipped.main),
            accent: color(&row.accent_color).unwrap_or(shipped.accent),
            typefaces: row.typefaces.unwrap_or(shipped.typefaces),
            has_awning: row.has_awning,
            logo: logo.map(LogoFacts::of),
            icon: drawn(icon).or_else(|| drawn(logo)),
        }
    }
}

/// Something that is kept for a limited time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptRule {
    /// Such as `Sessions`.
    pub what: String,
    /// In words, such as `30 days`.
    pub time: String,
}

/// A link to one of the operator's pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedPage {
    pub title: String,
    pub path: String,
    pub is_in_menu: bool,
}

/// The texts that we ship, and an operator may replace. They have URLs of their own.
pub const LEGAL: [&str; 3] = ["terms", "privacy", "imprint"];

/// The URL's path of the operator's page with this slug.
#[must_use]
pub fn page_path(slug: &str) -> String {
    if LEGAL.contains(&slug) {
        format!("/{slug}")
    } else {
        format!("/pages/{slug}")
    }
}

/// Which services of others are set up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ServiceFacts {
    pub foursquare: bool,
    pub pexels: bool,
    /// A model that writes texts.
    pub ai: bool,
}

/// The words that an operator may change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    pub slogan: String,
    pub description: String,
    pub hero_text: String,
    pub destinations_title: String,
    pub featured_title: String,
    pub featured_text: String,
    pub owners_title: String,
    pub owners_text: String,
    pub recent_title: String,
    pub recent_text: String,
    pub newsletter_title: String,
    pub newsletter_text: String,
    pub footer_text: String,
    pub letterhead: String,
}

/// In more states than these, the directory covers the country.
const FEW_STATES: usize = 3;
/// The state that the shipped words name.
const FIRST: &str = "LA";

impl SiteFacts {
    /// The facts of a site with these settings (`self`), the operator's words and pages, and shops in these states.
    pub(super) fn with<'a>(
        &self,
        row: Option<&site::Model>,
        (logo, icon): (Option<&site_logo::Model>, Option<&site_logo::Model>),
        states: &ShopsByState,
        pages: impl Iterator<Item = &'a Arc<site_page::Model>>,
    ) -> Self {
        let own_name = row.and_then(|row| row.name.as_ref());
        let name = own_name.filter(|_| !self.name_is_set).unwrap_or(&self.name);
        let region = row.and_then(|row| row.region.clone());
        let is_everywhere = region.is_none() && is_everywhere(states);
        let place = region.unwrap_or_else(|| place(states));
        let shipped = Words::shipped(name, &place, is_everywhere, self.payments.is_some());
        let words = match row {
            Some(row) => shipped.clone().with(row),
            None => shipped.clone(),
        };
        let edition = row.map_or(0, |row| row.edition);
        Self {
            mark: if edition == 0 {
                String::new()
            } else {
                format!("-{edition}")
            },
            shipped_name: self.name.clone(),
            name: name.clone(),
            linked: linked(pages),
            look: row.map_or_else(Look::default, |row| Look::of(row, logo, icon)),
            formats: row.map_or(self.formats, |row| self.formats.with(row)),
            words,
            shipped,
            ..self.clone()
        }
    }
}

impl Words {
    /// The specification's words, where they are true.
    fn shipped(name: &str, place: &str, is_everywhere: bool, sells_boosts: bool) -> Self {
        let own = str::to_owned;
        Self {
            slogan: own("Great Coffee Lives in Small Towns"),
            description: format!(
                "Find independent, non-franchise coffee shops in small towns and cities across {place}: hours, ratings, \
                 local stories and directions."
            ),
            hero_text: format!(
                "Find the independent coffee shop on the corner, in {place}. No chains, no franchises: every shop here is \
                 locally owned."
            ),
            destinations_title: own("Popular Coffee Destinations"),
            featured_title: own("Featured Coffee Shops"),
            featured_text: own("Premium listings from exceptional independent coffee shops"),
            owners_title: own("Get Your Coffee Shop Discovered"),
            owners_text: own(if sells_boosts {
                "A basic listing is free: hours, location, description and photos. Featured placement puts you at the top of \
                 your town and marks your card with a golden badge."
            } else {
                "A basic listing is free: hours, location, description and photos."
            }),
            recent_title: own("Recently Added"),
            recent_text: own("The newest cups on the map"),
            newsletter_title: own("Stay Connected to Local Coffee Culture"),
            newsletter_text: own("New coffee shops and stories from small towns, once a week"),
            footer_text: if is_everywhere {
                own(
                    "A directory of independent coffee shops in the small towns and cities of the United States. It covers \
                     the whole country, one main street at a time.",
                )
            } else {
                format!(
                    "A directory of independent coffee shops in the small towns and cities of {place}, one main street at a \
                     time."
                )
            },
            letterhead: own(name),
        }
    }

    /// These words with the operator's in their places.
    fn with(mut self, row: &site::Model) -> Self {
        let own = [
            (&mut self.slogan, &row.slogan),
            (&mut self.description, &row.description),
            (&mut self.hero_text, &row.hero_text),
            (&mut self.destinations_title, &row.destinations_title),
            (&mut self.featured_title, &row.featured_title),
            (&mut self.featured_text, &row.featured_text),
            (&mut self.owners_title, &row.owners_title),
            (&mut self.owners_text, &row.owners_text),
            (&mut self.recent_title, &row.recent_title),
            (&mut self.recent_text, &row.recent_text),
            (&mut self.newsletter_title, &row.newsletter_title),
            (&mut self.newsletter_text, &row.newsletter_text),
            (&mut self.footer_text, &row.footer_text),
            (&mut self.letterhead, &row.letterhead),
        ];
        for (word, own) in own {
            if let Some(own) = own {
                word.clone_from(own);
            }
        }
        self
    }
}

/// The pages that every page links to. Terms and privacy are linked anyway; an imprint, once the operator has written one.
fn linked<'a>(pages: impl Iterator<Item = &'a Arc<site_page::Model>>) -> Vec<LinkedPage> {
    let is_linked_anyway =
        |page: &site_page::Model| matches!(page.slug.as_str(), "terms" | "privacy");
    let shown = pages.filter(|page| page.place != Place::Nowhere && !is_linked_anyway(page));
    let mut linked: Vec<LinkedPage> = shown
        .map(|page| LinkedPage {
            title: page.title.clone(),
            path: page_path(&page.slug),
            is_in_menu: page.place == Place::Menu,
        })
        .collect();
    linked.sort_by(|one, other| one.title.cmp(&other.title));
    linked
}

/// Whether "the whole country" is true, or nothing is known yet.
fn is_everywhere(states: &ShopsByState) -> bool {
    states.is_empty() || states.len() > FEW_STATES
}

/// Where the directory has shops. The shipped words stand while there are shops in Louisiana, or none at all.
fn place(states: &ShopsByState) -> String {
    if states.is_empty() || states.contains_key(FIRST) {
        return format!("{} and beyond", name_of(FIRST));
    }
    let mut names: Vec<&str> = states.keys().map(|code| name_of(code)).collect();
    names.sort_unstable();
    match names.as_slice() {
        [one] => (*one).to_owned(),
        [one, other] => format!("{one} and {other}"),
        [one, other, last] => format!("{one}, {other} and {last}"),
        _ => {
            let most = states.iter().max_by_key(|(_, shops)| **shops);
            let most = most.map_or(FIRST, |(code, _)| code);
            format!("{} and beyond", name_of(most))
        }
    }
}

fn name_of(code: &str) -> &str {
    State::parse(code).map_or(code, |state| state.name())
}
