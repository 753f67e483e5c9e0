//! The text of a letter.

use askama::Template;

use super::to_do::ToDo;
use crate::{
    features::analytics::shop_figures::{ShopFigure, ShopFigureKind, ShopFigures, TownRank},
    platform::{
        error::{Error, Result},
        mail::{Brand, MailText},
        numbers::{counted, with_commas},
    },
};

/// What a letter tells, with the words for one and for several.
const TOLD: [(ShopFigureKind, &str, &str); 4] = [
    (
        ShopFigureKind::Views,
        "view of your page",
        "views of your page",
    ),
    (
        ShopFigureKind::PhoneClicks,
        "call from your page",
        "calls from your page",
    ),
    (
        ShopFigureKind::DirectionsClicks,
        "request for directions",
        "requests for directions",
    ),
    (ShopFigureKind::Votes, "upvote", "upvotes"),
];

/// A letter about one month.
#[derive(Clone, Debug)]
pub(super) struct Letter {
    shop: String,
    slug: String,
    /// Such as `October`.
    name: &'static str,
    /// Such as `2026-10`.
    month: String,
    lines: Vec<Line>,
    rank: Option<String>,
    to_do: ToDo,
}

/// A figure in words.
#[derive(Clone, Debug)]
struct Line {
    count: String,
    compared: String,
}

#[derive(Template)]
#[template(path = "features/analytics/letters/mail/letter.html")]
struct Html<'a> {
    brand: &'a Brand,
    subject: &'a str,
    letter: &'a Letter,
    off_url: &'a str,
}

#[derive(Template)]
#[template(path = "features/analytics/letters/mail/letter.txt", escape = "none")]
struct Text<'a> {
    brand: &'a Brand,
    letter: &'a Letter,
    off_url: &'a str,
}

impl Letter {
    /// The letter to the owner of `shop`, its name and slug; `None` if nothing was counted in either month.
    pub(super) fn of(
        (shop, slug): (&str, &str),
        name: &'static str,
        figures: &ShopFigures,
        to_do: ToDo,
    ) -> Option<Self> {
        let of = |kind| figures.figures.iter().find(|figure| figure.kind == kind);
        let told: Vec<_> = TOLD
            .iter()
            .filter_map(|(kind, one, several)| Some((of(*kind)?, *one, *several)))
            .collect();
        let is_empty = told
            .iter()
            .all(|(figure, ..)| figure.total == 0 && figure.total_before.unwrap_or_default() == 0);
        let lines = told.into_iter().map(|(figure, one, several)| Line {
            count: counted(figure.total.unsigned_abs(), one, several),
            compared: compared(figure, &figures.before),
        });
        (!is_empty).then(|| Self {
            shop: shop.to_owned(),
            slug: slug.to_owned(),
            name,
            month: figures.month.clone().unwrap_or_default(),
            lines: lines.collect(),
            rank: figures.rank.as_ref().map(ranked),
            to_do,
        })
    }

    /// Its parts, with the link that turns it off.
    pub(super) fn words(&self, brand: &Brand, off_url: &str) -> Result<MailText> {
        let unwritten =
            |error: askama::Error| Error::Internal(format!("a mail can't be written: {error}"));
        let subject = format!("Your page in {}: {}", self.name, self.summary());
        let html = Html {
            brand,
            subject: &subject,
            letter: self,
            off_url,
        };
        let text = Text {
            brand,
            letter: self,
            off_url,
        };
        Ok(MailText {
            public_subject: None,
            lasts: None,
            text: text.render().map_err(unwritten)?,
            html: html.render().map_err(unwritten)?,
            subject,
        })
    }

    /// The first figure and the last.
    fn summary(&self) -> String {
        let ends = [self.lines.first(), self.lines.last()];
        let counts = ends.iter().flatten().map(|line| line.count.as_str());
        counts.collect::<Vec<_>>().join(", ")
    }

    fn your_shop(&self, part: &str) -> String {
        format!("/your-shop/{}#{part}", self.slug)
    }

    fn figures_path(&self) -> String {
        format!("/your-shop/{}?month={}#figures", self.slug, self.month)
    }

    fn to_do_path(&self) -> String {
        self.your_shop(self.to_do.button().1)
    }
}

/// The words of the screen.
fn compared(figure: &ShopFigure, before: &str) -> String {
    let (total, past) = match (&figure.since, figure.total_before) {
        (None, _) => return "Nothing counted yet".to_owned(),
        (Some(since), None) => return format!("Counted since {since}"),
        (Some(_), Some(past)) => (figure.total, past),
    };
    if total == past {
        return format!("The same as in {before}");
    }
    if past == 0 {
        return format!("None in {before}");
    }
    let percent = ((total - past).abs() * 200 + past) / (2 * past);
    let direction = if total > past { "Up" } else { "Down" };
    let past = with_commas(past.unsigned_abs());
    format!("{direction} {percent}% from {past} in {before}")
}

fn ranked(rank: &TownRank) -> String {
    let number = |count: usize| with_commas(u64::try_from(count).unwrap_or_default());
    let shops = if rank.of == 1 {
        "coffee shop"
    } else {
        "coffee shops"
    };
    let (place, of) = (number(rank.place), number(rank.of));
    format!(
        "No. {place} of {of} {shops} in {} today, by community ranking.",
        rank.city_name
    )
}

/// A letter with made-up figures.
pub(super) fn sample() -> Letter {
    let line = |count: &str, compared: &str| Line {
        count: count.to_owned(),
        compared: compared.to_owned(),
    };
    Letter {
        shop: "Second Cup <of Joe>".to_owned(),
        slug: "second-cup-of-joe-alexandria-la".to_owned(),
        name: "October",
        month: "2026-10".to_owned(),
        lines: vec![
            line("214 views of your page", "Up 20% from 178 in September"),
            line("9 calls from your page", "The same as in September"),
            line("31 requests for directions", "Down 6% from 33 in September"),
            line("12 upvotes", "None in September"),
        ],
        rank: Some("No. 2 of 5 coffee shops in Alexandria today, by community ranking.".to_owned()),
        to_do: ToDo::ConfirmHours,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(total: i64, total_before: Option<i64>) -> ShopFigure {
        ShopFigure {
            kind: ShopFigureKind::Views,
            total,
            total_before,
            since: Some("Mar 1, 2026".to_owned()),
            points: Vec::new(),
        }
    }

    #[test]
    fn figures_are_compared_in_the_words_of_the_screen() {
        for (total, before, words) in [
            (30, Some(20), "Up 50% from 20 in September"),
            (10, Some(20), "Down 50% from 20 in September"),
            (2, Some(3), "Down 33% from 3 in September"),
            (20, Some(20), "The same as in September"),
            (3, Some(0), "None in September"),
            (3, None, "Counted since Mar 1, 2026"),
        ] {
            assert_eq!(compared(&figure(total, before), "September"), words);
        }
    }

    #[test]
    fn one_is_one() {
        assert_eq!(counted(1, "upvote", "upvotes"), "1 upvote");
        assert_eq!(counted(1200, "upvote", "upvotes"), "1,200 upvotes");
    }
}
