//! Deterministic randomness: what a demo invents is the same on every machine.

/// SplitMix64 (Steele, Lea, Flood 2014), seeded with a text hash (FNV-1a).
#[derive(Clone, Debug)]
pub struct SeededRandom(u64);

impl SeededRandom {
    /// Starts over with the same numbers for the same text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self(text.bytes().fold(0xcbf2_9ce4_8422_2325, |state, byte| {
            (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        }))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// An integer from 0 to `sides` - 1.
    pub fn below(&mut self, sides: u32) -> u32 {
        u32::try_from(self.next() % u64::from(sides.max(1))).unwrap_or_default()
    }

    /// `true` with a probability of `chance` percent.
    pub fn percent(&mut self, chance: u32) -> bool {
        self.below(100) < chance
    }

    /// A number from 0 (inclusive) to 1 (exclusive).
    pub fn fraction(&mut self) -> f64 {
        f64::from(self.below(1_000_000)) / 1_000_000.0
    }

    /// A random element; `None` if there is none.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> Option<&'a T> {
        choices.get(self.index(choices.len()))
    }

    /// Mutable version of [`Self::pick`].
    pub fn pick_mut<'a, T>(&mut self, choices: &'a mut [T]) -> Option<&'a mut T> {
        let index = self.index(choices.len());
        choices.get_mut(index)
    }

    /// An index into a list of `length`.
    fn index(&mut self, length: usize) -> usize {
        let sides = u32::try_from(length).unwrap_or(u32::MAX);
        usize::try_from(self.below(sides)).unwrap_or_default()
    }
}

/// Deals each card once before repeating any, so that neighboring shops get different sentences.
#[derive(Clone, Debug)]
pub struct Deck<'a, T> {
    cards: Vec<&'a T>,
    dealt: usize,
}

impl<'a, T> Deck<'a, T> {
    /// Shuffled once (Fisher-Yates), seeded with `name`.
    pub fn new(name: &str, cards: impl IntoIterator<Item = &'a T>) -> Self {
        let mut cards: Vec<&T> = cards.into_iter().collect();
        let mut random = SeededRandom::of(name);
        for last in (1..cards.len()).rev() {
            cards.swap(last, random.index(last + 1));
        }
        Self { cards, dealt: 0 }
    }

    /// The next card; `None` if the deck is empty.
    pub fn deal(&mut self) -> Option<&'a T> {
        let card = self.cards.get(self.dealt % self.cards.len().max(1));
        self.dealt += 1;
        card.copied()
    }
}
