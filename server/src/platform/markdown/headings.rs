//! Levels and IDs of an article's headings.

use std::collections::{HashMap, HashSet};

use gazetteer::slugify;

/// The first level is the page's own heading.
const FIRST_LEVEL: u8 = 2;
const LAST_LEVEL: u8 = 6;
/// Prefix of every ID, so that none collides with the page's own.
const ID_PREFIX: &str = "part-";
const LONGEST_ID: usize = 60;

/// The headings of one text, in order.
#[derive(Default)]
pub(super) struct Headings {
    /// The headings around the current one: their level in the text, and on the page.
    open: Vec<(u8, u8)>,
    /// How often each ID was requested.
    wished: HashMap<String, usize>,
    taken: HashSet<String>,
}

impl Headings {
    /// The level on the page: one below the enclosing heading, even if the text skips levels.
    pub(super) fn level_of(&mut self, level: u8) -> u8 {
        while self.open.last().is_some_and(|(above, _)| *above >= level) {
            self.open.pop();
        }
        let above = self.open.last().map(|(_, on_page)| *on_page);
        let on_page = above.map_or(FIRST_LEVEL, |above| (above + 1).min(LAST_LEVEL));
        self.open.push((level, on_page));
        on_page
    }

    /// The level on the page of the current heading.
    pub(super) fn present_level(&self) -> u8 {
        let last = self.open.last();
        last.map_or(FIRST_LEVEL, |(_, on_page)| *on_page)
    }

    /// A unique ID of lower-case letters, digits and hyphens.
    pub(super) fn id_of(&mut self, text: &str) -> String {
        let wish = slugify(text, LONGEST_ID);
        let wish = if wish.is_empty() {
            "of-text".to_owned()
        } else {
            wish
        };
        let times = self.wished.entry(wish.clone()).or_default();
        loop {
            *times += 1;
            let id = match *times {
                1 => format!("{ID_PREFIX}{wish}"),
                times => format!("{ID_PREFIX}{wish}-{times}"),
            };
            if self.taken.insert(id.clone()) {
                return id;
            }
        }
    }
}
