//! The content of an issue, read from the current directory for one reader's towns.

use std::{cmp::Reverse, collections::HashSet, sync::Arc};

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{
    catalog::{CityEntry, Shop, View, Visibility, answers::week_in_words},
    platform::{mail::Brand, numbers},
};

/// Maximum shops and stories in an issue; for the rest there is a link.
const MAX_SHOPS: usize = 12;
const MAX_STORIES: usize = 4;
/// Maximum shops with new hours in an issue.
const MAX_HOURS: usize = 12;
/// Maximum characters of a shop's or story's text.
const MAX_CHARACTERS: usize = 220;

/// A time span; the start is inclusive, the end exclusive.
pub(super) type Period = (DateTime<Utc>, DateTime<Utc>);

/// The content of an issue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Issue {
    pub(super) headline: String,
    pub(super) shops: Vec<ShopItem>,
    /// How many new shops aren't shown.
    pub(super) more_shops: usize,
    pub(super) stories: Vec<StoryItem>,
    /// Shops in the reader's own towns with new hours.
    pub(super) hours: Vec<HoursItem>,
    pub(super) article: Option<ArticleItem>,
    /// Which towns it covers, as a sentence.
    pub(super) scope: String,
}

/// A new shop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ShopItem {
    pub(super) name: String,
    pub(super) town: String,
    pub(super) words: Option<String>,
    pub(super) url: String,
}

/// A local story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoryItem {
    pub(super) words: String,
    pub(super) shop: String,
    pub(super) town: String,
    pub(super) url: String,
}

/// A shop with new hours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HoursItem {
    pub(super) name: String,
    pub(super) town: String,
    /// In one line.
    pub(super) words: Option<String>,
    pub(super) url: String,
}

/// Something to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ArticleItem {
    pub(super) title: String,
    pub(super) excerpt: String,
    pub(super) url: String,
}

impl Issue {
    /// The issue for `period` for a reader of `towns`, or of all towns if empty. `None` if there is nothing new (D24).
    /// `changed` are shops with new hours; readers without chosen towns get none of these, because a whole country's
    /// wouldn't be news.
    pub(super) fn build(
        view: &View,
        period: Period,
        towns: &[Uuid],
        changed: &HashSet<Uuid>,
    ) -> Option<Self> {
        let is_in = |moment: DateTime<Utc>| period.0 <= moment && moment < period.1;
        let mut shops: Vec<(Arc<Shop>, CityEntry)> = Vec::new();
        let mut stories: Vec<(DateTime<Utc>, StoryItem)> = Vec::new();
        let mut hours: Vec<HoursItem> = Vec::new();
        for (shop, town) in shops_of(view, towns) {
            for story in shop.stories.iter().filter(|story| is_in(story.created_at)) {
                stories.push((
                    story.created_at,
                    story_item(view, &shop, &town, &story.prompt1_response),
                ));
            }
            if is_in(shop.created_at) {
                shops.push((shop, town));
            } else if !towns.is_empty()
                && changed.contains(&shop.id)
                && shop.visibility == Visibility::Listed
            {
                hours.push(hours_item(view, &shop, &town));
            }
        }
        let article = view
            .articles()
            .into_iter()
            .find(|article| is_in(article.published_at()))
            .map(|article| ArticleItem {
                title: article.facts.title.clone(),
                excerpt: article.facts.excerpt.clone(),
                url: format!("{}/blog/{}", view.site().origin, article.facts.slug),
            });
        if shops.is_empty() && stories.is_empty() && hours.is_empty() && article.is_none() {
            return None;
        }
        shops.sort_by_key(|(shop, _)| (Reverse(shop.created_at), shop.id));
        stories.sort_by_key(|(told_at, item)| (Reverse(*told_at), item.url.clone()));
        hours.sort_by(|one, other| (&one.town, &one.name).cmp(&(&other.town, &other.name)));
        hours.truncate(MAX_HOURS);
        let shown = shops.iter().take(MAX_SHOPS);
        Some(Self {
            headline: headline(view, period.1),
            more_shops: shops.len().saturating_sub(MAX_SHOPS),
            shops: shown
                .map(|(shop, town)| shop_item(view, shop, town))
                .collect(),
            stories: stories
                .into_iter()
                .take(MAX_STORIES)
                .map(|(_, item)| item)
                .collect(),
            hours,
            article,
            scope: scope_of(view, towns),
        })
    }

    /// Its content in one sentence.
    pub(super) fn summary(&self) -> String {
        let shops = self.shops.len() + self.more_shops;
        let parts: Vec<String> = [
            counted(shops, "new coffee shop", "new coffee shops"),
            counted(self.stories.len(), "local story", "local stories"),
            counted(
                self.hours.len(),
                "shop with new hours",
                "shops with new hours",
            ),
            counted(usize::from(self.article.is_some()), "article", "articles"),
        ]
        .into_iter()
        .flatten()
        .collect();
        let list = match parts.as_slice() {
            [one] => one.clone(),
            [others @ .., last] => format!("{} and {last}", others.join(", ")),
            [] => String::new(),
        };
        format!("This week: {list}.")
    }

    /// The text of the link to the shops that aren't shown.
    pub(super) fn more_shops_label(&self) -> String {
        match self.more_shops {
            1 => "One more new shop".to_owned(),
            more => format!("{more} more new shops"),
        }
    }

    /// A sample with everything in it.
    pub(super) fn sample(brand: &Brand) -> Self {
        let shop = |name: &str, town: &str, words: Option<&str>| ShopItem {
            name: name.to_owned(),
            town: town.to_owned(),
            words: words.map(str::to_owned),
            url: format!("{}/coffee-shops/sample", brand.origin),
        };
        Self {
            headline: format!("{}: the week to March 5", brand.name),
            shops: vec![
                shop("Rust & Bean", "Alexandria, LA", Some("A counter of eight seats behind the old depot, with a roaster that the whole street smells on Tuesdays.")),
                shop("Second Cup <of Joe>", "Hammond, LA", None),
            ],
            more_shops: 3,
            stories: vec![StoryItem {
                words: "The town's clock has been four minutes late since 1931, and nobody wants it mended: it was four minutes late when the flood stopped at the church door.".to_owned(),
                shop: "The Depot".to_owned(),
                town: "Monroe, LA".to_owned(),
                url: format!("{}/coffee-shops/sample", brand.origin),
            }],
            hours: vec![HoursItem {
                name: "The Depot".to_owned(),
                town: "Monroe, LA".to_owned(),
                words: Some("Mon to Fri 7 AM – 3 PM; Sat 8 AM – 2 PM; Sun closed".to_owned()),
                url: format!("{}/coffee-shops/sample", brand.origin),
            }],
            article: Some(ArticleItem {
                title: "How to order a cortado without a map".to_owned(),
                excerpt: "Small, strong, and older than its name: what you get when you ask for one.".to_owned(),
                url: format!("{}/blog/sample", brand.origin),
            }),
            scope: "It covers all towns.".to_owned(),
        }
    }
}

/// The listed shops in these towns, or in all.
fn shops_of(view: &View, towns: &[Uuid]) -> Vec<(Arc<Shop>, CityEntry)> {
    if towns.is_empty() {
        return view
            .newest_where(usize::MAX, |_| true)
            .into_iter()
            .filter_map(|shop| view.listed_shop(shop.id))
            .collect();
    }
    towns
        .iter()
        .filter_map(|id| view.city(*id))
        .flat_map(|town| {
            let shops = view.shops_of_city(town.city.id);
            shops.into_iter().map(move |shop| (shop, town.clone()))
        })
        .collect()
}

fn shop_item(view: &View, shop: &Shop, town: &CityEntry) -> ShopItem {
    let words = [
        &shop.owner_description,
        &shop.ai_generated_description,
        &shop.description,
    ];
    ShopItem {
        name: shop.name.to_string(),
        town: label(town),
        words: words
            .into_iter()
            .find_map(|words| words.as_deref())
            .map(shortened),
        url: page_of(view, shop),
    }
}

fn hours_item(view: &View, shop: &Shop, town: &CityEntry) -> HoursItem {
    let words = week_in_words(view, shop);
    let text = shop.hours.as_deref().filter(|_| view.shows_hours(shop));
    HoursItem {
        name: shop.name.to_string(),
        town: label(town),
        words: words.or_else(|| text.map(shortened)),
        url: page_of(view, shop),
    }
}

fn story_item(view: &View, shop: &Shop, town: &CityEntry, words: &str) -> StoryItem {
    StoryItem {
        words: shortened(words),
        shop: shop.name.to_string(),
        town: label(town),
        url: page_of(view, shop),
    }
}

fn page_of(view: &View, shop: &Shop) -> String {
    format!("{}/coffee-shops/{}", view.site().origin, shop.slug)
}

pub(super) fn label(town: &CityEntry) -> String {
    format!("{}, {}", town.city.name, town.city.state)
}

/// The day before the issue's end, as text: a Thursday issue covers the week up to that day.
fn headline(view: &View, end: DateTime<Utc>) -> String {
    format!("{}: the week to {}", view.site().name, end.format("%B %-d"))
}

fn scope_of(view: &View, towns: &[Uuid]) -> String {
    let mut names: Vec<String> = towns
        .iter()
        .filter_map(|id| view.city(*id))
        .map(|town| label(&town))
        .collect();
    names.sort();
    match (names.as_slice(), names.len()) {
        ([], _) => "It covers all towns.".to_owned(),
        (names, 1..=5) => format!("It covers the towns you chose: {}.", names.join("; ")),
        (_, count) => format!("It covers the {count} towns you chose."),
    }
}

fn counted(number: usize, one: &str, many: &str) -> Option<String> {
    let number = u64::try_from(number).unwrap_or_default();
    (number > 0).then(|| numbers::counted(number, one, many))
}

/// The start of `text`, on one line, cut between words.
fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MAX_CHARACTERS {
        return line;
    }
    let beginning: String = line.chars().take(MAX_CHARACTERS).collect();
    let whole_words = beginning
        .rsplit_once(' ')
        .map_or(beginning.as_str(), |(words, _)| words);
    format!("{whole_words} …")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_words_are_cut_between_two_of_them() {
        let text = "word ".repeat(100);
        let short = shortened(&text);
        assert!(short.ends_with("word …"), "{short}");
        assert!(short.chars().count() <= MAX_CHARACTERS + 2);
        assert_eq!(shortened(" a\n b "), "a b");
    }
}
