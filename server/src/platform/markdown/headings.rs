//! Levels and identifiers of an article's headings.

use std::collections::{HashMap, HashSet};

use gazetteer::slugify;

/// The page's own heading is the first level.
const FIRST_LEVEL: u8 = 2;
const LAST_LEVEL: u8 = 6;
/// Begins every identifier, so that none can be one of the page's own.
const ID_PREFIX: &str = "part-";
const LONGEST_ID: usize = 60;

/// The headings of one text, in their order.
#[derive(Default)]
pub(super) struct Headings {
    /// The headings that the present one lies in: their level in the text, and on the page.
    open: Vec<(u8, u8)>,
    /// How often an identifier was wished for.
    wished: HashMap<String, usize>,
    taken: HashSet<String>,
}

impl Headings {
    /// The level on the page: one below the heading that it lies in, whatever the text skips.
    pub(super) fn level_of(&mut self, level: u8) -> u8 {
        while self.open.last().is_some_and(|(above, _)| *above >= level) {
            self.open.pop();
        }
        let above = self.open.last().map(|(_, on_page)| *on_page);
        let on_page = above.map_or(FIRST_LEVEL, |above| (above + 1).min(LAST_LEVEL));
        self.open.push((level, on_page));
        on_page
    }

    /// The level on the page of the heading that was begun last.
    pub(super) fn present_level(&self) -> u8 {
        let last = self.open.last();
        last.map_or(FIRST_LEVEL, |(_, on_page)| *on_page)
    }

    /// An identifier of small letters, digits and hyphens that no other heading has.
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
