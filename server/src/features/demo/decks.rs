//! Combines the hand-written sentences, a little differently for each shop.

use std::collections::BTreeMap;

use super::{
    content::{Content, HoursText, Kind, ShopText},
    facts::Amenities,
};
use crate::platform::seeded_random::{Deck, SeededRandom};

/// Decks of texts to deal from, so that shops with the same text are far apart.
pub(super) struct ContentDecks<'a> {
    offers: BTreeMap<&'a str, Deck<'a, String>>,
    hours: BTreeMap<&'a str, Deck<'a, HoursText>>,
    streets: Deck<'a, String>,
    moods: Deck<'a, String>,
    stand_moods: Deck<'a, String>,
    wifi: Deck<'a, String>,
    parking: Deck<'a, String>,
    pets: Deck<'a, String>,
    work: Deck<'a, String>,
    outdoors: Deck<'a, String>,
    openings: Deck<'a, String>,
    middles: Deck<'a, String>,
    closings: Deck<'a, String>,
}

impl<'a> ContentDecks<'a> {
    pub(super) fn new(content: &'a Content) -> Self {
        let sentences = &content.sentences;
        let owners = &content.owners;
        let kinds = content.kinds.iter();
        let groups = content.hours.iter();
        Self {
            offers: kinds
                .map(|(name, kind)| (name.as_str(), Deck::new(name, &kind.offers)))
                .collect(),
            hours: groups
                .map(|(name, group)| (name.as_str(), Deck::new(name, group)))
                .collect(),
            streets: Deck::new("streets", &sentences.streets),
            moods: Deck::new("moods", &sentences.moods),
            stand_moods: Deck::new("stand moods", &sentences.stand_moods),
            wifi: Deck::new("wifi", &sentences.wifi),
            parking: Deck::new("parking", &sentences.parking),
            pets: Deck::new("pets", &sentences.pets),
            work: Deck::new("work", &sentences.work),
            outdoors: Deck::new("outdoors", &sentences.outdoors),
            openings: Deck::new("openings", &owners.openings),
            middles: Deck::new("middles", &owners.middles),
            closings: Deck::new("closings", &owners.closings),
        }
    }

    pub(super) fn street(&mut self) -> &'a str {
        self.streets.deal().map_or("Main Street", String::as_str)
    }

    /// No hours for one shop in ten.
    pub(super) fn hours(
        &mut self,
        kind: &Kind,
        random: &mut SeededRandom,
    ) -> Option<&'a HoursText> {
        if random.percent(10) {
            return None;
        }
        let group = random.pick(&kind.hours)?;
        self.hours.get_mut(group.as_str())?.deal()
    }

    /// The shop's own sentence, one on what it serves, and often a third.
    pub(super) fn description(
        &mut self,
        text: &'a ShopText,
        kind: &Kind,
        amenities: Amenities,
        random: &mut SeededRandom,
    ) -> Option<String> {
        let line = text.line.as_deref()?;
        let offers = self.offers.get_mut(text.kind.as_str());
        let offer = offers.and_then(Deck::deal).map(String::as_str);
        let last = if random.percent(60) {
            self.last_sentence(kind, amenities, random)
        } else {
            None
        };
        Some(joined([Some(line), offer, last]))
    }

    /// A sentence that promises only amenities that the shop has.
    fn last_sentence(
        &mut self,
        kind: &Kind,
        amenities: Amenities,
        random: &mut SeededRandom,
    ) -> Option<&'a str> {
        if kind.stand {
            return self.stand_moods.deal().map(String::as_str);
        }
        let mut decks = vec![&mut self.moods];
        for (has, deck) in [
            (amenities.wifi, &mut self.wifi),
            (amenities.parking, &mut self.parking),
            (amenities.pets, &mut self.pets),
            (amenities.work, &mut self.work),
            (amenities.outdoors, &mut self.outdoors),
        ] {
            if has == Some(true) {
                decks.push(deck);
            }
        }
        random.pick_mut(&mut decks)?.deal().map(String::as_str)
    }

    /// The owner's text, in the first person.
    pub(super) fn owner_description(&mut self, town: &str, random: &mut SeededRandom) -> String {
        let closing = if random.percent(55) {
            self.closings.deal()
        } else {
            None
        };
        let sentences = [self.openings.deal(), self.middles.deal(), closing];
        joined(sentences.map(|sentence| sentence.map(String::as_str))).replace("{town}", town)
    }
}

fn joined(sentences: [Option<&str>; 3]) -> String {
    let sentences: Vec<&str> = sentences.into_iter().flatten().collect();
    sentences.join(" ")
}
