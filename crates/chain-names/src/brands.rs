//! The brand table: derived from the name-suggestion-index, plus a file of regional chains.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::names::simplify;

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
    /// A common word or name, which needs more evidence.
    pub(crate) ambiguous: bool,
}

/// Brands by name and by Wikidata ID.
pub(crate) struct Brands {
    all: Vec<Brand>,
    by_name: HashMap<String, Vec<usize>>,
    by_wikidata: HashMap<&'static str, usize>,
    /// Hashes of coffee brand names with any one letter left out.
    by_slip: HashMap<u64, Vec<usize>>,
    /// Sorted names of coffee brands.
    coffee_names: Vec<String>,
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
        let place = self
            .coffee_names
            .partition_point(|name| name.as_str() < beginning);
        self.coffee_names
            .get(place)
            .is_some_and(|name| name.starts_with(beginning))
    }

    /// The coffee brands with a name of at least `letters` letters that differs from `key` by one typo: a letter
    /// missing, added or replaced, or two swapped.
    pub(crate) fn one_slip_from(&self, key: &str, letters: usize) -> Vec<&Brand> {
        let slips = (key.len() + 1 >= letters).then(|| slips(key));
        let found = slips.into_iter().flatten();
        let mut indices: Vec<usize> = found
            .filter_map(|slip| self.by_slip.get(&slip))
            .flatten()
            .copied()
            .collect();
        indices.sort_unstable();
        indices.dedup();
        let is_near = move |brand: &&Brand, names: &[String]| {
            names
                .iter()
                .any(|name| name.len() >= letters && strsim::damerau_levenshtein(name, key) == 1)
                && !brand.ambiguous
        };
        indices
            .into_iter()
            .filter_map(|index| {
                let brand = self.all.get(index)?;
                is_near(&brand, &self.names_of(index)).then_some(brand)
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
            by_slip: HashMap::new(),
            coffee_names: Vec::new(),
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
            }
            if brand.tier == Tier::Coffee && !brand.ambiguous {
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
            let (
                Some(tier),
                Some(name),
                Some(states),
                Some(wikidata),
                Some(ambiguous),
                Some(names),
            ) = (
                fields.next(),
                fields.next(),
                fields.next(),
                fields.next(),
                fields.next(),
                fields.next(),
            )
            else {
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
                    ambiguous: !ambiguous.is_empty(),
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
            let (names, states) = line.split_once('|').unwrap_or((line, ""));
            let name = names.split(';').next().unwrap_or(names).trim();
            let brand = Brand {
                tier: Tier::Coffee,
                name,
                states: states.trim(),
                ambiguous: false,
            };
            brands.add(brand, "", names.split(';'));
        }
        brands.coffee_names.sort_unstable();
        brands
    }
}

/// Words that people leave out of a brand's name, simplified.
const SHORT_FORMS: &[&str] = &["coffee", "cafe", "donuts", "coffeehouse"];

/// Hashes of a name and of its variants with one letter left out: names that are one typo apart share one of them.
fn slips(name: &str) -> impl Iterator<Item = u64> + '_ {
    let letters = name.as_bytes();
    (0..=letters.len()).map(|left_out| {
        letters
            .iter()
            .enumerate()
            .filter(|(place, _)| *place != left_out)
            // FNV-1a. It is short, and matches are compared letter by letter afterward.
            .fold(0xcbf2_9ce4_8422_2325, |hash, (_, letter)| {
                (hash ^ u64::from(*letter)).wrapping_mul(0x0100_0000_01b3)
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
