//! The brand table: derived from the name-suggestion-index, plus a file of regional chains.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

use crate::names::simplify;
use crate::word_lists::SHORT_BUT_OWN;

static BRANDS: LazyLock<Brands> =
    LazyLock::new(|| Brands::read(include_str!("../data/brands.tsv")));
static REGIONAL: LazyLock<Brands> =
    LazyLock::new(|| Brands::read_regional(include_str!("../data/regional_chains.txt")));

/// How much an equal name proves: for a coffee brand also after shortening, for any other only the full name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tier {
    Coffee,
    Food,
}

/// One brand.
#[derive(Debug)]
pub(crate) struct Brand {
    pub(crate) tier: Tier,
    pub(crate) name: &'static str,
    /// Space-separated codes of the only states where the name means the brand; empty for the whole country.
    pub(crate) states: &'static str,
    pub(crate) doubt: Doubt,
}

/// How far a name alone can be trusted to mean the brand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// Nobody else is called that.
    None,
    /// One of the brand's names is as short as a common word; the longer ones are its own.
    Short,
    /// Common words that mean the brand as a whole name only: "Street Corner Bakery" is anybody's.
    Whole,
    /// A common word or name, which needs more evidence.
    Ambiguous,
}

/// The minimum length at which a name of a brand with a short one is its own.
const CERTAIN_LETTERS: usize = 5;

impl Brand {
    /// Whether this name of the brand needs more evidence.
    pub(crate) fn is_ambiguous_as(&self, key: &str) -> bool {
        match self.doubt {
            Doubt::None | Doubt::Whole => false,
            Doubt::Short => key.len() < CERTAIN_LETTERS && !SHORT_BUT_OWN.contains(&key),
            Doubt::Ambiguous => true,
        }
    }

    /// Whether the name means the brand among other words and with a typo, too.
    pub(crate) fn is_distinct(&self) -> bool {
        self.doubt == Doubt::None
    }
}

/// Brands by name and by Wikidata ID.
pub(crate) struct Brands {
    all: Vec<Brand>,
    by_name: HashMap<String, Vec<usize>>,
    by_wikidata: HashMap<&'static str, usize>,
    /// Hashes of coffee brand names with any one letter left out.
    by_slip: HashMap<u64, Vec<usize>, BuildHasherDefault<AlreadyHashed>>,
    /// Sorted names of coffee brands.
    coffee_names: Vec<String>,
    /// Their first three letters, which rule out most words.
    coffee_starts: Starts,
}

impl Brands {
    /// The brands of the name-suggestion-index.
    pub(crate) fn known() -> &'static Self {
        &BRANDS
    }

    /// The regional chains missing from the index.
    pub(crate) fn regional() -> &'static Self {
        &REGIONAL
    }

    /// The names of all brands.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.all.iter().map(|brand| brand.name)
    }

    /// The brands of one tier with this simplified name.
    pub(crate) fn named<'a>(
        &'a self,
        key: &str,
        tier: Tier,
    ) -> impl Iterator<Item = &'a Brand> + use<'a> {
        let indices = self.by_name.get(key).into_iter().flatten();
        indices
            .filter_map(|index| self.all.get(*index))
            .filter(move |brand| brand.tier == tier)
    }

    /// The brand with a Wikidata ID such as "Q37158".
    pub(crate) fn of_wikidata(&self, number: &str) -> Option<&Brand> {
        self.all.get(*self.by_wikidata.get(number)?)
    }

    /// Whether a coffee brand's name starts with this.
    pub(crate) fn has_coffee_like(&self, beginning: &str) -> bool {
        if !self.coffee_starts.may_have(beginning) {
            return false;
        }
        let place = self
            .coffee_names
            .partition_point(|name| name.as_str() < beginning);
        self.coffee_names
            .get(place)
            .is_some_and(|name| name.starts_with(beginning))
    }

    /// The coffee brands with a name of at least `letters` letters that differs from `key` by one typo: a letter
    /// missing, added or replaced, or two swapped; each with that name. `slips` are the hashes that [`slips`] gives for
    /// `key`.
    pub(crate) fn one_slip_from(
        &self,
        key: &str,
        slips: &[u64],
        letters: usize,
    ) -> Vec<(&Brand, String)> {
        let found = slips.iter().filter_map(|slip| self.by_slip.get(slip));
        let mut indices: Vec<usize> = found.flatten().copied().collect();
        indices.sort_unstable();
        indices.dedup();
        let is_near =
            |name: &String| name.len() >= letters && strsim::damerau_levenshtein(name, key) == 1;
        indices
            .into_iter()
            .filter_map(|index| {
                let brand = self.all.get(index).filter(|brand| brand.is_distinct())?;
                Some((brand, self.names_of(index).into_iter().find(is_near)?))
            })
            .collect()
    }

    /// A brand's simplified names, with and without the words for coffee.
    fn names_of(&self, index: usize) -> Vec<String> {
        let names = self.by_name.iter();
        let names = names.filter(|(_, holders)| holders.contains(&index));
        names
            .flat_map(|(name, _)| {
                let short = SHORT_FORMS
                    .iter()
                    .filter_map(|kind| name.strip_suffix(kind));
                std::iter::once(&**name)
                    .chain(short)
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            })
            .collect()
    }

    fn empty() -> Self {
        Self {
            all: Vec::new(),
            by_name: HashMap::new(),
            by_wikidata: HashMap::new(),
            by_slip: HashMap::default(),
            coffee_names: Vec::new(),
            coffee_starts: Starts::default(),
        }
    }

    fn add<'n>(
        &mut self,
        brand: Brand,
        wikidata: &'static str,
        names: impl Iterator<Item = &'n str>,
    ) {
        let index = self.all.len();
        for key in names.map(simplify).filter(|key| !key.is_empty()) {
            if brand.tier == Tier::Coffee {
                self.coffee_names.push(key.clone());
                self.coffee_starts.add(&key);
            }
            if brand.tier == Tier::Coffee && brand.is_distinct() {
                let short = SHORT_FORMS.iter().filter_map(|kind| key.strip_suffix(kind));
                for name in std::iter::once(&*key).chain(short) {
                    for slip in slips(name) {
                        let holders = self.by_slip.entry(slip).or_default();
                        if !holders.contains(&index) {
                            holders.push(index);
                        }
                    }
                }
            }
            let holders = self.by_name.entry(key).or_default();
            if !holders.contains(&index) {
                holders.push(index);
            }
        }
        if !wikidata.is_empty() {
            self.by_wikidata.entry(wikidata).or_insert(index);
        }
        self.all.push(brand);
    }

    fn read(table: &'static str) -> Self {
        let mut brands = Self::empty();
        for line in table.lines().skip(1) {
            let mut fields = line.split('\t');
            let (Some(tier), Some(name), Some(states), Some(wikidata), Some(doubt), Some(names)) = (
                fields.next(),
                fields.next(),
                fields.next(),
                fields.next(),
                fields.next(),
                fields.next(),
            ) else {
                continue;
            };
            let tier = if tier == "coffee" {
                Tier::Coffee
            } else {
                Tier::Food
            };
            brands.add(
                Brand {
                    tier,
                    name,
                    states,
                    doubt: match doubt {
                        "" => Doubt::None,
                        "short" => Doubt::Short,
                        "whole" => Doubt::Whole,
                        _ => Doubt::Ambiguous,
                    },
                },
                wikidata,
                names.split(' '),
            );
        }
        brands.coffee_names.sort_unstable();
        brands
    }

    fn read_regional(file: &'static str) -> Self {
        let mut brands = Self::empty();
        for line in file
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            let mut fields = line.split('|').map(str::trim);
            let names = fields.next().unwrap_or_default();
            let states = fields.next().unwrap_or_default();
            let is_whole = fields.next() == Some("whole");
            let name = names.split(';').next().unwrap_or(names).trim();
            let brand = Brand {
                tier: Tier::Coffee,
                name,
                states,
                doubt: if is_whole { Doubt::Whole } else { Doubt::None },
            };
            brands.add(brand, "", names.split(';'));
        }
        brands.coffee_names.sort_unstable();
        brands
    }
}

/// A set of first three letters: one bit for each combination of letters and digits.
#[derive(Debug)]
struct Starts(Box<[u64]>);

impl Default for Starts {
    fn default() -> Self {
        Self(vec![0; (36 * 36 * 36_usize).div_ceil(64)].into_boxed_slice())
    }
}

impl Starts {
    fn add(&mut self, name: &str) {
        if let Some((block, bit)) = Self::place(name)
            && let Some(block) = self.0.get_mut(block)
        {
            *block |= bit;
        }
    }

    /// Whether a name in the set may begin like this. Too little text to tell counts as yes.
    fn may_have(&self, beginning: &str) -> bool {
        Self::place(beginning)
            .and_then(|(block, bit)| Some(self.0.get(block)? & bit != 0))
            .unwrap_or(true)
    }

    fn place(name: &str) -> Option<(usize, u64)> {
        let mut letters = name.bytes();
        let mut digit = || char::from(letters.next()?).to_digit(36);
        let three = (digit()? * 36 + digit()?) * 36 + digit()?;
        Some((three as usize / 64, 1 << (three % 64)))
    }
}

/// Words that people leave out of a brand's name, simplified.
const SHORT_FORMS: &[&str] = &["coffee", "cafe", "donuts", "coffeehouse"];

/// Hashes of a name and of its variants with one letter left out: names that are one typo apart share one of them.
/// Matches are compared letter by letter afterward.
pub(crate) fn slips(name: &str) -> Vec<u64> {
    // The hash is a polynomial, so a letter can be taken out without hashing the others again.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut whole = 0_u64;
    let mut letters_and_tails: Vec<(u64, u64)> = name
        .bytes()
        .rev()
        .map(|letter| {
            let (letter, tail) = (u64::from(letter), whole);
            whole = tail.wrapping_mul(FACTOR).wrapping_add(letter);
            (letter, tail)
        })
        .collect();
    letters_and_tails.reverse();
    let (mut head, mut power) = (0_u64, 1_u64);
    let shorter = letters_and_tails.into_iter().map(|(letter, tail)| {
        let slip = head.wrapping_add(power.wrapping_mul(tail));
        head = head.wrapping_add(power.wrapping_mul(letter));
        power = power.wrapping_mul(FACTOR);
        slip
    });
    // Hash tables use the upper bits, which the polynomial alone leaves poorly mixed.
    let mix = |hash: u64| (hash ^ (hash >> 32)).wrapping_mul(FACTOR);
    shorter.chain([whole]).map(mix).collect()
}

/// Passes through a `u64` that is already a hash.
#[derive(Default)]
struct AlreadyHashed(u64);

impl Hasher for AlreadyHashed {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_that_are_one_typo_apart_share_a_hash() {
        let slips = |name| HashSet::<u64>::from_iter(slips(name));
        let share = |one, other| !slips(one).is_disjoint(&slips(other));
        for other in [
            "caribou", "carbou", "caribouu", "carixou", "cairbou", "aribou", "caribo",
        ] {
            assert!(share("caribou", other), "{other}");
        }
        for other in ["starbucks", "carob", "uobirac", ""] {
            assert!(!share("caribou", other), "{other}");
        }
        assert_eq!(slips("caribou").len(), 8);
    }

    #[test]
    fn every_line_of_the_table_is_a_brand() {
        let lines = include_str!("../data/brands.tsv").lines().count() - 1;
        assert_eq!(Brands::known().all.len(), lines);
        assert!(lines > 1_100, "{lines}");
        assert!(
            Brands::known()
                .all
                .iter()
                .filter(|brand| brand.tier == Tier::Coffee)
                .count()
                > 130
        );
        assert!(
            Brands::known()
                .of_wikidata("Q37158")
                .is_some_and(|brand| brand.name == "Starbucks")
        );
    }

    #[test]
    fn regional_chains_are_not_in_the_table_already() {
        let known = Brands::known();
        assert!(Brands::regional().all.len() >= 28);
        for key in Brands::regional().by_name.keys() {
            assert!(!known.by_name.contains_key(key), "{key} is in the table");
        }
    }

    #[test]
    fn states_are_two_capital_letters() {
        for brand in Brands::regional().all.iter().chain(&Brands::known().all) {
            for code in brand.states.split_whitespace() {
                assert!(
                    code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_uppercase()),
                    "{}: {code}",
                    brand.name
                );
            }
        }
    }
}
